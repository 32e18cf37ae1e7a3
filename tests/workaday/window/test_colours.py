"""A person's colour: one everywhere, to be read in both themes."""

import pytest

from workaday.window.colours import HUES, SEAT, class_of_stranger, classes, hexes, initials, stylesheet

GROUNDS = {"light": ("#fbfbfa", "#ffffff", "#f3f3f1"), "dark": ("#161617", "#1d1d1f", "#111112")}


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_colour_can_be_read(theme: str) -> None:
    """Text in a person's colour has a contrast of 4.5 to 1 on every ground of its theme."""
    assert len(set(hexes()[theme])) == HUES
    for colour in hexes()[theme]:
        for ground in GROUNDS[theme]:
            low, high = sorted((luminance(colour), luminance(ground)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (colour, ground)


def test_the_grounds_are_those_of_the_stylesheet() -> None:
    """The test above is about the colours that pages have."""
    from workaday.window.app import STATIC

    css = (STATIC / "window.css").read_text(encoding="utf-8")
    for grounds in GROUNDS.values():
        for ground in grounds:
            assert f": {ground};" in css


def test_colours_follow_the_order_of_the_organisation() -> None:
    """The same organisation has the same colours in every run, on every page; the seat has the accent."""
    people = [f"p{n}" for n in range(HUES)]
    assert classes(people, None) == classes(people, None)
    assert len(set(classes(people, None).values())) == HUES
    assert classes(people, "p3")["p3"] == SEAT
    assert classes(people, "p3")["p2"] == classes(people, None)["p2"]


def test_a_stranger_has_one_colour() -> None:
    """Somebody from outside has a colour by their address, whatever it holds."""
    assert class_of_stranger("a@b.example") == class_of_stranger("a@b.example")
    assert class_of_stranger("\ud800").startswith("who-")


def test_every_class_is_in_the_stylesheet() -> None:
    """Each class has a colour in the light theme, the chosen dark one and the system's dark one."""
    for n in range(HUES):
        assert stylesheet().count(f".who-{n}{{") == 3


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Noor Willems", "NW"),
        ("田中 太郎", "田"),
        ("Sofie De Backer", "SB"),
        ("hoa", "H"),
        ("", "?"),
        ("🙂", "🙂"),
        ("محمد علي", "مع"),
        ("<b> x", "X"),
    ],
)
def test_initials(name: str, shown: str) -> None:
    """Two letters at most stand for a name, in any script."""
    assert initials(name) == shown
