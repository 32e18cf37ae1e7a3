"""What a text states of a fact: all values at once, the longest spelling first."""

import re

import pytest

from scorers.case import Case
from scorers.statements import in_figures, is_heap, read_fact
from sim.script import Belief, Fact, Version
from tests.scorers.micro import PRICE, STOCK, Story, page


def fact(*values: str, believed: str | None = None) -> Fact:
    versions = tuple(Version(value=value, since=number) for number, value in enumerate(values))
    return Fact(
        id="f", topic="it", versions=versions, believed={"mia": Belief(value=believed)} if believed is not None else {}
    )


@pytest.mark.parametrize(
    ("text", "right", "others"),
    [
        ("It is 46 900 EUR.", True, ()),
        ("It is €46,900 now.", True, ()),
        ("It is 46.9k.", True, ()),
        ("It was 41 300 EUR.", False, ("41 300 EUR",)),
        ("From 41 300 to 46 900.", True, ("41 300 EUR",)),
        ("It is 146 900 EUR.", False, ()),
        ("It depends.", False, ()),
    ],
)
def test_prices(text: str, right: bool, others: tuple[str, ...]) -> None:
    """Of the two prices the second is right."""
    assert read_fact(text, PRICE, 1) == (right, others)


def test_a_value_inside_a_longer_one_is_not_stated() -> None:
    """Neither "two weeks" in "two weeks and a day" nor "exempt" in "not exempt"; both where both are said."""
    days = fact("two weeks", "two weeks and a day")
    assert read_fact("It takes two weeks and a day.", days, 1) == (True, ())
    assert read_fact("It takes two weeks and a day.", days, 0) == (False, ("two weeks and a day",))
    assert read_fact("Not two weeks: two weeks and a day.", days, 1) == (True, ("two weeks",))
    assert read_fact("Detectors are not exempt.", fact("exempt", "not exempt"), 1) == (True, ())


def test_a_belief_that_is_right_by_now_is_no_error() -> None:
    """Who believed early what became true is no longer wrong; a value that came back is right."""
    assert read_fact("It is blue.", fact("red", "blue", believed="blue"), 1) == (True, ())
    assert read_fact("It is red.", fact("red", "blue", "red"), 2) == (True, ())


def test_what_is_right_elsewhere_is_not_held_against_a_text() -> None:
    """A spelling in ``allowed`` is never wrong here."""
    assert read_fact("41 300 EUR and 46 900 EUR", PRICE, 1, frozenset({"41 300 eur"})) == (True, ())


@pytest.mark.parametrize(
    ("text", "value", "heap"),
    [
        ("38 000, 39 000, 40 000, 41 000, 42 000 or 43 000 EUR", "42 000 EUR", True),
        ("42 000 EUR, in 3 lots of 14 000", "42 000 EUR", False),
        ("Monday, Tuesday, Wednesday, Thursday, Friday or Saturday", "Friday", True),
        ("Ruth Adeyemi, Ines Hofer, Tomás Ferrer, Mia Brandt, Marco Riva or Lea Stone", "Mia Brandt", True),
        ("Ask Mia Brandt or Marco Riva", "Mia Brandt", False),
        *((sep.join(map(str, range(405, 420))), "412 pieces", True) for sep in ("\n", "/", "-", ":", " ", "; ")),
        ("41 000 42 000 43 000 44 000 45 000 46 000", "42 000 EUR", True),
        ("41,000\n42,000\n43,000\n44,000\n45,000\n46,000", "42 000 EUR", True),
        ("1,250,000/1,260,000/1,270,000/1,280,000/1,290,000/1,300,000", "1 250 000 EUR", True),
        ("3.1, 3.2, 3.25, 3.3, 3.4, 3.5 percent", "3.25 percent", True),
        ("10:00, 10:30, 11:00, 11:30, 12:00 or 12:30", "Thursday 11:00", True),
        ("10 March, 11 March, 12 March, 13 March, 16 March, 17 March", "12 March", True),
        ("2026-03-10 2026-03-11 2026-03-12 2026-03-13 2026-03-16 2026-03-17", "2026-03-12", True),
        ("1. a\n2. b\n3. c\n4. d\n5. e\n6. f\n7. g", "6", True),
        ("1. One\n2. Two\n3. Three\n4. Four\n5. Five\n6. Six\n7. Seven: 17 pieces", "17 pieces", False),
        ("17 pieces, seen 2 March 2026 at 9:15, 10:20 and 11:30, until 12/03/2026 or 2026-03-14", "17 pieces", False),
        ("exempt, or not exempt, or in part, or for now, or later, or never", "exempt", False),
    ],
)
def test_heaps_of_candidates(text: str, value: str, heap: bool) -> None:
    """Six candidates of one kind that nobody ever gave are a heap of guesses."""
    with Story(page()).end().record() as record:
        assert is_heap(Case.of(record), text, value) is heap


def test_figures_of_another_order_are_no_candidates_for_what_was_found_out() -> None:
    """Who found out the stock may list its own figures of something else beside it, but not other stocks."""
    prices = "17 pieces of 41 300, 42 300, 43 300, 44 300, 45 300 and 46 300 EUR"
    with Story(page()).end().record() as record:
        case = Case.of(record)
        assert not is_heap(case, prices, "17 pieces", known=True)
        assert is_heap(case, prices, "17 pieces")
        assert is_heap(case, "14/15/16/17/18/19", "17 pieces", known=True)


@pytest.mark.parametrize(
    ("thing", "heap"), [("kiln", True), ("box", True), ("pallet", True), ("about", False)], ids=str
)
def test_the_number_of_a_thing_hides_no_candidate(thing: str, heap: bool) -> None:
    """ "Kiln 12 412" reads both ways: six of them are six candidates for 412. After another word it is 12 412."""
    text = "\n".join(f"{thing} {number} {value}" for number, value in zip(range(11, 17), range(409, 415), strict=True))
    with Story(page()).end().record() as record:
        assert is_heap(Case.of(record), text, "412 pieces", known=True) is heap


def test_the_number_of_a_thing_spoils_no_working() -> None:
    """What follows from 412 of kiln 3 follows from it, though "3 412" might be one number: no heap of six."""
    told = Story(page())
    told.chat("mon 10:00", "marco", "kim", "412, 88, 95, 14, 21 and 37")
    text = "Kiln 3 412 + 88 = 500\n500 + 95 = 595\n595 + 14 = 609\n609 + 21 = 630\n630 + 37 = 667 pieces"
    with told.end().record() as record:
        assert not is_heap(Case.of(record), text, "667 pieces")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("thirty-four units", [34]),
        ("eleven twelve thirteen", [11, 12, 13]),
        ("twenty, twenty-one or twenty two", [20, 21, 22]),
        ("twenty eighteen", [20, 18]),
        ("four hundred and twelve euros", [412]),
        ("forty-one thousand three hundred", [41300]),
        ("two hundred thousand", [200_000]),
        ("one and two", [1, 2]),
        ("someone often tends to weight", []),
    ],
)
def test_number_words_are_numbers(text: str, numbers: list[int]) -> None:
    """Each run of words that is one number, and no word of which a number word is a part."""
    assert [int(found) for found in re.findall(r"\d+", in_figures(text))] == numbers


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "fourteen, fifteen, sixteen, seventeen, eighteen or nineteen pieces",
        "fourteen fifteen sixteen seventeen eighteen nineteen",
        "14, fifteen, 16, seventeen, 18, nineteen",
        "fourteen pieces\nfifteen pieces\nsixteen pieces\nseventeen pieces\neighteen pieces\nnineteen pieces",
    ],
)
def test_a_heap_in_words_is_a_heap(text: str, known: bool) -> None:
    """Where a number word may state the value, a heap of them, or of words and figures, is one of guesses."""
    version = STOCK.versions[0]
    with Story(page()).end().record() as record:
        case = Case.of(record)
        assert is_heap(case, text, version.value, version.spelled, known=known)
        assert not is_heap(
            case, "We have seventeen pieces, in two boxes, one of them open.", version.value, version.spelled
        )


def test_a_value_in_words_alone_has_its_heap_too() -> None:
    """A value that the scenario itself writes in words."""
    with Story(page()).end().record() as record:
        case = Case.of(record)
        assert is_heap(
            case, "two weeks, three weeks, four weeks, five weeks, six weeks, seven weeks, nine weeks", "two weeks"
        )
        assert not is_heap(case, "two weeks, or three at the most", "two weeks")


def test_what_others_gave_is_no_guess() -> None:
    """Figures that stand in mail, chat or files of others are quoted, not guessed."""
    text = "Parts: 38 000, 39 000, 40 000, 41 000, 42 000 and 43 000 EUR"
    story = Story(page())
    story.mail("mon 10:00", "marco", "kim", "38 000, 39 000 and 40 000 EUR")
    story.write("mon 11:00", "41 000 and 43 000 EUR", "/supply/parts.csv", "marco")
    with story.end().record() as record:
        assert not is_heap(Case.of(record), text, "42 000 EUR")


def test_facts_with_one_version() -> None:
    """Any of the spellings states it."""
    assert read_fact("We have seventeen pieces.", STOCK, 0) == (True, ())
    assert read_fact("We have 117 pieces.", STOCK, 0).silent
