"""Wordings: filled in, chosen by habit, and safe to say in any scenario."""

import re
from collections import Counter

import pytest

from sim import wordings
from sim.matters import Matter, Pen, matter
from sim.phrasing import filled, order, worded
from sim.streams import stream

POOLS = {name: pool for name, pool in vars(wordings).items() if name.isupper() and isinstance(pool, tuple)}
SLOTS = {"area", "thing", "who", "part", "reason", "when", "place", "due", "firm"}


def test_choices_are_made_and_slots_are_filled() -> None:
    """One of several, a capital where the slot has one, and an error for a slot that nobody gives."""
    rng = stream(1, "x")
    assert filled("[a|a] {who}: {Who}", {"who": "mia"}, rng) == "a mia: Mia"
    assert {filled("x[ y|]", {}, rng) for _ in range(30)} == {"x y", "x"}
    with pytest.raises(KeyError):
        filled("{nobody}", {}, rng)


def test_everybody_has_an_order_of_their_own_that_stays() -> None:
    """The same person always likes the same wordings; two people like different ones."""
    assert order("mia", "ASK", 12) == order("mia", "ASK", 12)
    assert order("mia", "ASK", 12) != order("marco", "ASK", 12)
    rng, templates = stream(1, "y"), tuple(f"w{n}" for n in range(12))
    said = Counter(worded("mia", "ASK", templates, {}, rng) for _ in range(600))
    first, last = templates[order("mia", "ASK", 12)[0]], templates[order("mia", "ASK", 12)[-1]]
    assert said[first] > 3 * said[last] > 0


def test_nothing_is_said_twice_in_one_message_while_there_is_something_else() -> None:
    """Of three wordings three are used before one comes again."""
    rng, used = stream(1, "z"), set[str]()
    said = [worded("mia", "P", ("a", "b", "c"), {}, rng, used) for _ in range(4)]
    assert set(said[:3]) == {"a", "b", "c"}
    assert said[3] in ("a", "b", "c")


@pytest.mark.parametrize("name", sorted(POOLS))
def test_wordings_say_nothing_that_a_scenario_could_contradict(name: str) -> None:
    """No figures, no currencies, no days of the week or months, and no slot that is not there."""
    for template in POOLS[name]:
        assert not re.search(r"\d|[€$£%]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", template, re.I), template
        found = {slot[0].lower() + slot[1:] for slot in re.findall(r"\{(\w+)\}", template)}
        assert found <= SLOTS, template
        assert template.count("[") == template.count("]")


def test_a_request_asks_and_a_follow_up_asks_again() -> None:
    """Whoever reads it can tell that something is wanted."""
    for n in range(40):
        rng = stream(1, "pen", n)
        pen = Pen("mia", matter(("budget",), ("Marco", "Lea"), rng), rng)
        request = pen.request()
        assert "?" in request or "Please" in request
        assert "?" in pen.answer(follow=True).splitlines()[-1]


def test_mails_are_of_the_length_that_replies_have() -> None:
    """Over many people the middle is between 20 and 65 words, and some are over a hundred."""
    lengths = []
    for n in range(300):
        rng = stream(2, "pen", n)
        lengths.append(len(Pen(f"p{n % 25}", matter(("budget",), ("Marco",), rng), rng).answer().split()))
    assert 20 <= sorted(lengths)[150] <= 65
    assert 0.08 < sum(length > 100 for length in lengths) / 300 < 0.4


def test_a_matter_is_about_one_of_the_areas() -> None:
    """What it is about names the area, and equal streams give equal matters."""
    one, two = (matter(("budget", "travel"), ("Lea",), stream(1, "m", 3)) for _ in range(2))
    assert one == two
    assert one.area in one.thing
    assert isinstance(one, Matter)
