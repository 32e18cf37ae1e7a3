"""Slips of other kinds, delays and hours, on hand-made records."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from scorers.fidelity.invented import bare, figures, is_about_today
from scorers.fidelity.punctuality import delays
from scorers.fidelity.report import fidelity
from scorers.realism.log import Log
from sim.record import Record
from sim.vocabulary.attention import MindFault
from sim.vocabulary.world import CommitmentMade
from tests.scorers.micro import Story, at


def kinds(story: Story) -> list[tuple[str, str]]:
    with story.end().record() as record:
        return [(slip.kind, slip.who) for slip in fidelity(record).slips]


@pytest.mark.parametrize(
    ("text", "kind", "plain"),
    [
        ("41,300 EUR", "amount", "41300"), ("€41.3k", "amount", "41300"), ("12.5 %", "percent", "12.5"),
        ("17 000", "number", "17000"), ("QX-4711", "code", "qx4711"), ("12 March", "date", "12march"),
        ("2026-03-12", "date", "20260312"),
    ],
)  # fmt: skip
def test_figures_are_found_in_their_spellings(text: str, kind: str, plain: str) -> None:
    """Each kind once, brought to digits and letters."""
    assert list(figures(f"it is {text}, they say")) == [(kind, text)]
    assert bare(text) == plain


def test_small_numbers_years_and_times_are_no_figures() -> None:
    """ "2 of them", "room 12", "in 2026" and "at 10:15" state no value."""
    assert list(figures("2 of them in room 12, in 2026, at 10:15")) == []


def test_a_figure_out_of_nowhere_is_invented_and_one_that_was_written_before_is_not() -> None:
    """Marco makes up an amount and a code; the price is in the script, and 5 120 EUR in a file that Ines wrote."""
    story = Story()
    story.write("mon 09:30", "Freight: 5 120 EUR", "/ops/freight.md", who="ines")
    story.chat("mon 10:00", "marco", "mia", "the freight was 5,120 EUR, the detector 41.3k")
    story.chat("mon 10:05", "marco", "mia", "and the lamp 731 EUR")
    story.chat("mon 10:06", "tomas", "mia", "see order QX-4711")
    story.chat("mon 10:07", "mia", "tomas", "QX-4711? never heard of it")
    story.chat("mon 10:08", "kim", "mia", "and 999 EUR")
    assert kinds(story) == [("invented", "marco"), ("invented", "tomas")]


def test_a_promise_has_dates_of_its_own() -> None:
    """Marco promises for a date nobody named; Tomás names one without promising anything."""
    story = Story()
    said = story.chat("mon 10:00", "marco", "mia", "you have it on 12 March")
    promise = CommitmentMade(
        id="p1", by="marco", to="mia", what="it", due=at("fri 12:00"), confidence=1.0, where="chat", ref=f"c{said}"
    )
    story.add("mon 10:00", "marco", promise, said)
    story.chat("mon 11:00", "tomas", "mia", "the audit is on 14 April")
    assert kinds(story) == [("invented", "tomas")]


def test_an_echo_repeats_what_the_other_has_just_said() -> None:
    """Word for word, or nearly; a short yes, and one's own words again, are none."""
    story = Story()
    text = "The supplier wants the drawings of the housing before they confirm the tooling"
    story.chat("mon 10:00", "mia", "marco", text)
    story.chat("mon 10:01", "marco", "mia", f"{text}, yes")
    story.chat("mon 10:02", "mia", "marco", "yes")
    story.chat("mon 10:03", "marco", "mia", "yes")
    assert kinds(story) == [("echo", "marco")]


def test_roles_and_prompts_that_show() -> None:
    """Talk of an assistant, a speaker's label, a template that was not filled in, and a hint at instructions."""
    story = Story()
    story.chat("mon 10:00", "marco", "mia", "How can I help you today?")
    story.chat("mon 10:01", "tomas", "mia", "Tomás: the list is done")
    story.chat("mon 10:02", "lea", "mia", "{topic}: done by noon")
    story.chat("mon 10:03", "ines", "mia", "My instructions say that I may not tell.")
    story.chat("mon 10:04", "ruth", "mia", "Mia: could you call me?")
    assert kinds(story) == [("assistant", "marco"), ("label", "tomas"), ("prompt", "lea"), ("prompt", "ines")]


def test_near_duplicates_are_counted_from_the_second_on_and_short_ones_are_stock() -> None:
    """Of twelve words one differs: 9 of 11 shingles are shared, more than 0.7. Five words are a stock phrase."""
    story = Story()
    words = "we moved the second page of the list to the end"
    story.chat("mon 10:00", "marco", "mia", f"{words} today")
    story.chat("mon 11:00", "marco", "mia", f"{words} again")
    story.chat("mon 12:00", "mia", "ines", f"{words} again")
    for hour in ("13:00", "13:30"):
        story.chat(f"mon {hour}", "tomas", "mia", "sounds good to me then")
    assert kinds(story) == [("near-duplicate", "marco")]


def test_faults_of_minds_are_counted_by_kind() -> None:
    """Two parse faults of Marco's and one of Mia's: three in all, and each has their own."""
    story = Story()
    for who, fault in (("marco", "parse"), ("marco", "refused:empty"), ("mia", "parse")):
        story.add("mon 10:00", who, MindFault(fault=fault, detail=""))
    with story.end().record() as record:
        report = fidelity(record)
    assert report.faults == {"parse": 2, "refused:empty": 1}
    assert {p.who: dict(p.faults) for p in report.people if p.faults} == {
        "mia": {"parse": 1},
        "marco": {"parse": 1, "refused:empty": 1},
    }


def habitual(story: Story, **habits: Any) -> Record:
    """The record, with habits in Marco's persona."""
    header = story.end().header
    return Record.of({**header, "staging": {"personas": {"marco": {"habits": {"chat": habits}}}}}, story.events)


def test_delays_are_held_against_habits() -> None:
    """Marco answers after ten minutes, eight times. With habits of minutes that is his, with habits of seconds not."""
    story = Story()
    for hour in range(9, 17):
        story.chat(f"mon {hour:02d}:00", "mia", "marco", f"question {hour}?")
        story.chat(f"mon {hour:02d}:10", "marco", "mia", f"answer {hour}")
    with habitual(story, notice="1m to 10m", reply="1m to 10m") as record:
        own = delays(Log(record))["marco"]["chat"]
        assert (own.answers, own.middle, own.theirs) == (8, 600, True)
    with habitual(story, notice="1s to 5s", reply="1s to 5s") as record:
        assert delays(Log(record))["marco"]["chat"].theirs is False
        assert delays(Log(record))["mia"]["chat"].habit is None


def test_hours_and_absences_are_counted_and_all_of_it_is_data() -> None:
    """One message of Mia's at night; the report is plain JSON, with the evidence of each slip."""
    story = Story()
    story.chat("mon 22:00", "mia", "marco", "the lamp was 731 EUR")
    with story.end().record() as record:
        report = fidelity(record)
    data = report.data()
    assert json.loads(json.dumps(data)) == data
    assert data["people"]["mia"]["out_of_hours"] == 1
    assert data["slips"]["invented"] == 1
    assert data["evidence"][0]["serial"] == 2


@pytest.mark.parametrize(
    ("words", "is_near"),
    [("3 March", True), ("March 2nd", True), ("2026-03-04", True), ("5 March", False), ("3 April", False)],
)
def test_the_day_itself_needs_no_source(words: str, is_near: bool) -> None:
    """Who names today, yesterday or tomorrow by its date has it from the calendar on the wall."""
    noon = int(datetime(2026, 3, 3, 12, tzinfo=UTC).timestamp())
    assert is_about_today(words, noon) is is_near
