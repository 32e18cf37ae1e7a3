"""Runs in which several seats play: who plays where, going on, parting, and a card for each."""

from pathlib import Path
from typing import Any

import pytest

import workaday
from scorers.score_run import score_record
from sim.player import Act, Briefing, Observation
from sim.record import Record
from sim.seat_record import SeatRecord, seat_records
from sim.vocabulary.core import Event
from sim.vocabulary.seat import SeatLeft
from workaday import continuation
from workaday.cli import invoke
from workaday.players.registry import UnknownPlayer
from workaday.result import Result

TOUR = Path(__file__).parents[2] / "examples" / "bookmobile" / "first-tour.yaml"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The oracle in both seats."""
    return workaday.run(TOUR, "oracle", out=tmp_path_factory.mktemp("seats") / "tour.workaday")


def test_together_they_do_what_neither_can_alone(played: Result, tmp_path: Path) -> None:
    """Each finds out what the other needs; where one does nothing, neither comes to its end."""
    assert (played.outcome, played.scores.total, played.success) == ("finished", 1.0, True)
    alone = workaday.run(TOUR, "pau=oracle,aina=idle", out=tmp_path / "alone.workaday")
    assert alone.player == "pau=oracle,aina=idle"
    assert not alone.success
    assert alone.scores.seats["aina"].total == 0.0
    assert 0.0 < (alone.scores.seats["pau"].total or 0.0) < 1.0


def test_each_seat_has_a_card_as_if_it_were_the_only_one(played: Result) -> None:
    """Graded is what is that seat's; the card of all has the mean, and passes where each does."""
    cards = played.scores.seats
    assert list(cards) == ["pau", "aina"]
    tasks = {seat: {c.name.partition(":")[0] for c in card.scores["outcome"].criteria} for seat, card in cards.items()}
    assert tasks == {"pau": {"plan"}, "aina": {"letter"}}
    assert cards["pau"].scores["escalation"].value == 1.0
    assert cards["aina"].scores["escalation"].value is None
    outcome = played.scores.scores["outcome"]
    assert [(c.name, c.value) for c in outcome.criteria] == [("pau", 1.0), ("aina", 1.0)]
    assert played.scores.data()["seats"]["aina"]["total"] == 1.0


def test_the_record_of_a_seat_ends_where_it_was_left(played: Result) -> None:
    """What comes after a seat is left is not its doing: its part of the record has its header, and no more events."""
    with Record.open(played.path) as record:
        pau, aina = seat_records(record)
        left = {event.actor: event.serial for event in record.events(SeatLeft)}
        for part, who in ((pau, "pau"), (aina, "aina")):
            last = part.last()
            assert isinstance(last, Event)
            assert last.serial == left[who]
            assert part.outcome == "finished"
            assert part.count() == left[who]
            assert part.script["seat"] == who
        with pytest.raises(KeyError):
            aina.event(left["aina"] + 1)
        with pytest.raises(KeyError):
            SeatRecord(record, "neus")
        aina.close()
        assert record.count() == played.events


def test_a_run_goes_on_where_it_stopped(played: Result, tmp_path: Path) -> None:
    """Stopped on the way and gone on with, it is the run it would have been; and computed again it is the same."""
    path = tmp_path / "half.workaday"
    half = workaday.run(TOUR, "oracle", out=path, until="30m")
    assert half.outcome == "unfinished"
    whole = continuation.resume(path)
    assert whole.digest == played.digest
    assert continuation.replay(path).is_identical


def test_a_fork_changes_who_plays_in_one_seat_and_leaves_the_other(played: Result, tmp_path: Path) -> None:
    """Named is whom a fork replaces; the others play on, and were there all the time."""
    fork = continuation.fork(played.path, "30m", player="aina=idle", out=tmp_path / "fork.workaday")
    assert fork.player == "pau=oracle,aina=idle"
    assert fork.outcome == "horizon"
    with Record.open(fork.path) as record, Record.open(played.path) as before:
        at = before.header["script"]["start"] + 1800
        old = [event.canonical() for event in before.events(until=at)]
        assert [event.canonical() for event in record.events(until=at)] == old
        assert record.count(actor="aina", since=at) == record.count("seat.waited", actor="aina", since=at)
    assert not fork.scores.seats["pau"].success
    assert continuation.replay(fork.path).is_identical


class Silent:
    """Waits to the end, and keeps what it is told."""

    name = "silent"

    def __init__(self) -> None:
        self.briefing: Briefing | None = None

    def begin(self, briefing: Briefing) -> None:
        self.briefing = briefing

    async def act(self, observation: Observation) -> Act:
        return Act(action="desk.wait", arguments={"until": "30 days"})


def test_players_are_handed_over_by_seat(tmp_path: Path) -> None:
    """From Python, names and objects, each for its seat."""
    mine = Silent()
    result = workaday.run(TOUR, {"aina": mine, "pau": "idle"}, out=tmp_path / "mine.workaday")
    assert result.player == "pau=idle,aina=silent"
    assert mine.briefing is not None
    assert mine.briefing.me == "aina"


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("pau=oracle", "nobody is named for the seat aina. Write pau=oracle,aina=..."),
        ({"pau": "oracle", "ania": "idle", "aina": "idle"}, "there is no seat 'ania' here. Did you mean 'aina'?"),
        (Silent(), "this scenario has the seats pau, aina: hand over a player for each"),
        (dict.fromkeys(("pau", "aina"), Silent()), "this is one object in two seats"),
    ],
)
def test_players_that_do_not_fit_the_seats_are_refused(player: Any, why: str) -> None:
    """Nobody plays by default: each seat has somebody who was named for it, and no two share a head."""
    with pytest.raises(UnknownPlayer) as caught:
        workaday.run(TOUR, player)
    assert why in str(caught.value)


def test_players_by_seat_are_for_scenarios_with_several(tmp_path: Path) -> None:
    """Handed to a scenario with one seat, they are refused with what would do."""
    with pytest.raises(UnknownPlayer) as caught:
        workaday.run("first-week", {"seat": "idle"}, out=tmp_path / "x.workaday")
    assert "this scenario has one seat, seat: hand over one player" in str(caught.value)


def test_the_command_line_shows_a_table_for_each_seat(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """The scores of a run in which several played name each seat, and then what all come to."""
    assert invoke(["score", str(played.path)]) == 0
    told = capsys.readouterr().out
    assert told.index("Seat pau") < told.index("Seat aina") < told.index("All seats: 1.00 (the mean), passed")


def test_an_estimate_of_several_seats_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be estimated is said, not guessed."""
    assert invoke(["estimate", str(TOUR)]) == 2
    assert "first-tour has several seats (pau, aina)" in capsys.readouterr().err


def test_a_seat_whose_colleague_failed_is_not_at_fault(tmp_path: Path) -> None:
    """A player that fails stops the run; whose fault it is stands on each card."""

    class Broken(Silent):
        name = "broken"

        async def act(self, observation: Observation) -> Act:
            raise ValueError("no idea")

    result = workaday.run(TOUR, {"pau": "idle", "aina": Broken()}, out=tmp_path / "broken.workaday")
    assert result.outcome == "crash"
    with Record.open(result.path) as record:
        card = score_record(record)
    assert card.fault == "agent"
    assert {seat: part.fault for seat, part in card.seats.items()} == {"pau": "infrastructure", "aina": "agent"}
