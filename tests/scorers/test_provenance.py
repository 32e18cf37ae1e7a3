"""Provenance: what shows that the player found a value out, and what does not."""

from collections.abc import Callable

import pytest

from scorers.case import Case
from scorers.provenance import found_out
from sim.script import Fact, Version
from tests.scorers.micro import PRICE, STOCK, Story, at, page

LIST = "/supply/deliveries.csv"
WORTH = Fact(
    id="worth", topic="what the stock is worth",
    versions=(Version(value="702 100 EUR", since=at("mon 09:00"), known_by=("kim",)),),
    follows_from=(("price", LIST), ("stock",)),
)  # fmt: skip
"""17 times 41 300 EUR: follows from the stock, and from the price or the list in which it stands."""
TOTAL = WORTH.model_copy(
    update={
        "id": "total",
        "versions": (Version(value="710 000 EUR", since=at("mon 09:00"), known_by=("kim",)),),
        "follows_from": (("worth",), ("/supply/freight.md",)),
    }
)
NOTED = Fact(
    id="noted", topic="the number of the test",
    versions=(Version(value="OT-2214", since=at("mon 09:00"), known_by=("kim",)),),
)  # fmt: skip

Told = Callable[[Story], object]


def story(**more: object) -> Story:
    """A week in which the list and a note with the number of the test stand on the drive."""
    made = Story(page(), facts=(PRICE, STOCK, WORTH, TOTAL, NOTED), **more)
    made.write("mon 09:10", "price per piece", LIST, "marco")
    made.write("mon 09:10", "Tested: OT-2214.", "/supply/note.md", "marco")
    made.write("mon 09:10", "Freight 7 900 EUR", "/supply/freight.md", "marco")
    return made


def shown(made: Story, fact: str, number: int = 0, by: str = "tue 10:00") -> tuple[int, ...] | None:
    """What shows that it was found out."""
    with made.end().record() as record:
        return found_out(Case.of(record), fact, number, at(by))


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("price", lambda s: s.learn("mon 11:00")),
        ("worth", lambda s: (s.learn("mon 11:00"), s.learn("mon 12:00", "stock"))),
        ("worth", lambda s: (s.read("mon 11:00", LIST), s.learn("mon 12:00", "stock"))),
        ("worth", lambda s: (s.read("mon 11:00", LIST.upper()), s.learn("mon 12:00", "stock"))),
        (
            "total",
            lambda s: (
                s.learn("mon 11:00"), s.learn("mon 12:00", "stock"), s.read("mon 13:00", "/supply/freight.md")
            ),
        ),
        ("noted", lambda s: s.read("mon 11:00", "/supply/note.md")),
        ("noted", lambda s: s.mail("mon 11:00", "marco", "kim", "The felt is clean: OT-2214.")),
        ("noted", lambda s: s.learn("mon 11:00", "noted")),
    ],
)  # fmt: skip
def test_what_was_told_read_or_follows_from_both_was_found_out(fact: str, told: Told) -> None:
    """A value counts as found out where it was learned, stands in what was opened or sent, or where all that it follows
    from was: of alternatives any one, and through facts that follow from others in turn. Events show each."""
    made = story()
    told(made)
    assert shown(made, fact)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("price", lambda s: None),
        ("worth", lambda s: None),
        ("worth", lambda s: s.learn("mon 11:00", "stock")),
        ("worth", lambda s: s.read("mon 11:00", LIST)),
        ("worth", lambda s: (s.read("mon 11:00", LIST), s.learn("tue 12:00", "stock"))),
        ("worth", lambda s: (s.learn("mon 12:00", "stock"), s.read("tue 11:00", LIST))),
        ("worth", lambda s: (s.read("mon 11:00", LIST, "lea"), s.learn("mon 12:00", "stock"))),
        ("total", lambda s: (s.learn("mon 11:00"), s.learn("mon 12:00", "stock"))),
        ("total", lambda s: (s.learn("mon 12:00", "stock"), s.read("mon 13:00", "/supply/freight.md"))),
        ("noted", lambda s: None),
        ("noted", lambda s: s.mail("mon 11:00", "marco", "lea", "The felt is clean: OT-2214.")),
        ("noted", lambda s: (s.write("mon 11:00", "OT-2214", "/mine.md"), s.read("mon 12:00", "/mine.md"))),
        (
            "noted",
            lambda s: (
                s.chat("mon 11:00", "kim", "marco", "Is it OT-2214?"),
                s.chat("mon 11:10", "marco", "kim", "OT-2214? You say so."),
            ),
        ),
    ],
)
def test_what_the_scenario_says_the_seat_knows_is_no_evidence(fact: str, told: Told) -> None:
    """Nothing is found out by the scenario's word alone, by a part of what it follows from, later, by somebody else,
    in what went to others, or by reading or hearing again what the player itself had said."""
    made = story()
    told(made)
    assert shown(made, fact) is None


def test_what_the_brief_gives_needs_no_event() -> None:
    """The brief and the tasks are read by every player."""
    assert shown(story(brief="The test is OT-2214."), "noted") == ()


def test_a_source_counts_as_it_once_was_and_is_the_version_asked_for_only_itself() -> None:
    """Wednesday's price was not found out by who heard Monday's, and what follows from the price was all the same."""
    made = story()
    made.learn("mon 11:00")
    made.learn("mon 12:00", "stock")
    made.change("wed 11:00")
    assert shown(made, "price", 1, "thu 10:00") is None
    assert shown(made, "worth", by="thu 10:00")


def test_facts_that_follow_from_each_other_are_not_found_out_by_that() -> None:
    """A record with a circle ends the search instead of going round in it."""
    circle = WORTH.model_copy(update={"follows_from": (("worth",),)})
    made = Story(page(), facts=(PRICE, STOCK, circle))
    assert shown(made, "worth") is None
