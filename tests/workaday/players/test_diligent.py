"""The diligent player: an honest average colleague."""

from pathlib import Path
from typing import Any

import pytest

from sim.calendar import WorkCalendar, is_working
from sim.record import Record
from sim.units import WeeklyHours
from sim.vocabulary.calls import CallMissed
from workaday.result import Result, run


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The first week, played by the diligent player."""
    return run("first-week", player="diligent", seed=1, out=tmp_path_factory.mktemp("week") / "week.workaday")


def by_seat(result: Result, kind: str) -> list[Any]:
    with Record.open(result.path) as record:
        return [event.body for event in record.events(kind, actor="seat")]


def test_it_does_an_easy_day_well(played: Result) -> None:
    """One question to whoever looks after it, approval by way of the manager, the result in its place."""
    assert played.scores.strict
    texts = [body.text for body in by_seat(played, "chat.sent")]
    assert texts[0] == "Hello Nadia, what is the price of a ton of rye flour?"
    assert texts[1].startswith("Hello Bram, I need your approval for the order of two tons of rye flour, 824 EUR.")
    assert texts[2].startswith("Hello Lotte, I need your approval")
    assert "412 EUR" in texts[2]


def test_the_result_quotes_who_said_it(played: Result) -> None:
    """The sentence that answered the question stands in it as it was said, with the name."""
    (written,) = by_seat(played, "drive.written")
    assert "Rye flour is at 412 EUR a ton this week. (Nadia Haddad)" in written.text
    assert "approved by Lotte Maes" in written.text


def test_it_is_average_at_a_hard_week(week: Result) -> None:
    """Far from idle, far from the oracle: it believes who answers first and does not check again."""
    assert week.outcome == "horizon"
    assert week.scores.total is not None
    assert 0.3 < week.scores.total < 0.85


def test_it_keeps_its_hours(week: Result) -> None:
    """It writes to nobody before or after its own working day."""
    with Record.open(week.path) as record:
        hours = WorkCalendar("Europe/Brussels", WeeklyHours.parse("mon-fri 08:30-17:00"))
        late = [
            e.at for e in record.events(("chat.sent", "mail.sent"), actor="seat") if not is_working(hours, e.at - 300)
        ]
        assert len(late) <= 1


def test_it_takes_calls_and_goes_to_meetings(week: Result) -> None:
    """Whoever rings is answered, and what it is invited to is attended."""
    with Record.open(week.path) as record:
        rung = {event.body.call for event in record.events("call.rung", actor="seat")}  # type: ignore[attr-defined]
        missed = [body for _, body in record.bodies(CallMissed) if "seat" in body.to and body.call not in rung]
        assert not missed
        assert record.count("meeting.joined", actor="seat") == 2
        assert record.count("seat.dropped") == 0


def test_it_says_only_what_it_was_told(week: Result) -> None:
    """Each answer it hands in is a sentence that somebody wrote or said to it."""
    with Record.open(week.path) as record:
        heard = "\n".join(
            getattr(event.body, "text", "")
            for event in record.events(("chat.sent", "mail.sent", "call.said", "meeting.said"))
            if event.actor != "seat"
        )
    handed = [body.text for body in by_seat(week, "drive.written")] + [body.text for body in by_seat(week, "mail.sent")]
    quotes = [line.rpartition(" (")[0] for text in handed for line in text.split("\n") if line.endswith(")")]
    quotes = [quote for quote in quotes if quote]
    assert len(quotes) >= 6
    assert all(quote in heard for quote in quotes), quotes


def test_it_promises_nothing_it_might_not_keep(week: Result) -> None:
    """Its answers to those who ask make no promises."""
    with Record.open(week.path) as record:
        assert [e for e in record.events("commitment.made") if getattr(e.body, "by", "") == "seat"] == []


def test_equal_seeds_give_equal_runs(played: Result, flour: str, tmp_path: Path) -> None:
    """It has no chance and no clock of its own."""
    again = run(flour, player="diligent", seed=1, out=tmp_path / "again.workaday")
    assert again.digest == played.digest
