"""A session hosts one run: acts in order, nothing done twice, nothing lost when it stops."""

import asyncio
from pathlib import Path

import pytest

from sim.player import Act
from sim.record import Record
from sim.runfile import JournalError
from sim.units import BadValue
from tests.sim.clock import FakeClock
from tests.workaday.doors.plays import CROISSANTS, KIOSK, through_python
from workaday.continuation import CannotContinue, Resumption
from workaday.doors.hosted import HostedSeat
from workaday.doors.pace import Paced
from workaday.doors.session import Busy, OutOfTurn, Session, is_run
from workaday.players.registry import UnknownPlayer

WAIT = Act(action="desk.wait", arguments={"until": "5m"})
FINISH = Act(action="desk.finish")


async def test_simulated_time_waits_for_the_seat(tmp_path: Path) -> None:
    """However often one looks, it is the same turn until one acts; then time has passed."""
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        first, again = await session.now(), await session.now()
        assert first == again
        assert first.observation is not None
        acted = await session.act(WAIT)
        assert acted.observation is not None
        assert acted.observation.at > first.observation.at


async def test_acts_are_taken_in_their_order(tmp_path: Path) -> None:
    """Acts that are handed in side by side are turns one after the other, each answered with its own outcome."""
    acts = [Act(action="drive.write", arguments={"path": f"/{n}.md", "text": "Words."}) for n in range(4)]
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        turns = await asyncio.gather(*(session.act(act) for act in acts))
        now = await session.now()
    assert now == turns[-1]
    with Record.open(tmp_path / "run") as record:
        assert [e.body.path for e in record.events(kind="drive.written")] == [f"/{n}.md" for n in range(4)]  # type: ignore[attr-defined]


async def test_nothing_is_done_out_of_turn(tmp_path: Path) -> None:
    """An act that is meant for a turn is done in that turn alone: sent again, it is turned away."""
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        await session.act(WAIT, turn=1)
        with pytest.raises(OutOfTurn, match="meant for turn 1, and it is turn 2"):
            await session.act(WAIT, turn=1)
        turn = await session.act(WAIT, turn=2)
        assert turn.observation is not None
        assert turn.observation.turn == 3


async def test_who_goes_away_finds_the_act_done(tmp_path: Path) -> None:
    """An act takes effect once, also where whoever handed it in does not wait for the answer."""
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        await session.now()
        gone = asyncio.create_task(session.act(CROISSANTS[0]))
        await asyncio.sleep(0)
        gone.cancel()
        turn = await session.now()
        assert turn.observation is not None
        assert turn.observation.last is not None
        assert (turn.observation.turn, turn.observation.last.action) == (2, "chat.send")


async def test_patience_ends_in_a_word_and_not_in_an_act(tmp_path: Path) -> None:
    """Whoever waits no longer is told that it is pending; what is handed in meanwhile is turned away undone."""
    clock = FakeClock()
    async with Session.open(KIOSK, out=tmp_path / "run", pace=Paced(1.0, clock)) as session:
        await session.now()
        assert (await session.act(WAIT, patience=0)).pending
        with pytest.raises(Busy):
            await session.act(FINISH, patience=0)
        turn = await session.now()
        assert turn.observation is not None
        assert turn.observation.turn == 2


async def test_a_pace_is_kept_while_the_seat_acts(tmp_path: Path) -> None:
    """At 30 simulated minutes a minute, ten simulated minutes take 20 real seconds, and thinking takes none."""
    clock = FakeClock()
    async with Session.open(KIOSK, out=tmp_path / "run", pace=Paced(30.0, clock)) as session:
        first = await session.now()
        clock.pass_by(1000)
        begun = clock.time()
        reached: list[int] = []

        async def follow() -> None:
            async for at in session.passing(60):
                reached.append(at)

        following = asyncio.create_task(follow())
        turn = await session.act(Act(action="desk.wait", arguments={"until": "10m", "through": True}))
        following.cancel()
        assert first.observation is not None
        assert turn.observation is not None
        gone = turn.observation.at - first.observation.at
        assert clock.time() - begun == pytest.approx(gone / 30)
        assert reached == sorted(set(reached))
        assert len(reached) >= 8
        assert all(first.observation.at < at <= turn.observation.at for at in reached)


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), float("inf")])
def test_a_pace_is_above_zero(rate: float) -> None:
    """What is no pace is refused with what to write."""
    with pytest.raises(BadValue, match="Give simulated minutes a minute"):
        Paced(rate, FakeClock())


async def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """Closed in mid-run and opened again on its file, the session stands where it stood, knows what has arrived, and
    ends as the run that was never stopped."""
    run = tmp_path / "run"
    async with Session.open(KIOSK, out=run) as session:
        for act in CROISSANTS[:3]:
            stood = await session.act(act)
        news = list(session.seat.news)
    assert session.result is None
    assert session.failure is None
    assert is_run(run)
    async with Session.open(run) as session:
        assert await session.now() == stood
        assert session.seat.news == news
        for act in CROISSANTS[3:]:
            turn = await session.act(act)
        assert turn.ended is not None
        assert await session.act(WAIT) == turn, "what is done after the end is answered with the end"
        assert [n.number for n in session.seat.news] == list(range(1, len(session.seat.news) + 1))
    _, whole = await through_python(CROISSANTS, tmp_path / "whole")
    assert session.result is not None
    assert session.result.digest == whole.digest
    assert session.result.scores.total == 1.0
    with pytest.raises(CannotContinue, match="is over"):
        Session.open(run)


async def test_resume_says_through_which_command_it_goes_on(tmp_path: Path) -> None:
    """`workaday resume` has nobody to put into such a seat, and says what does."""
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        await session.act(WAIT)
    with pytest.raises(UnknownPlayer, match="workaday serve RUN"):
        Resumption(tmp_path / "run")


async def test_a_run_that_cannot_begin_is_told(tmp_path: Path) -> None:
    """Where the run stops by a fault, nobody waits for ever: the session has ended, and says what stopped it."""
    (tmp_path / "run").write_text("not a run")
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        turn = await session.now()
        assert turn.ended is not None
        assert turn.ended.outcome == "unfinished"
        with pytest.raises(RuntimeError, match="did not begin"):
            await session.briefing()
    assert isinstance(session.failure, JournalError)


def test_only_an_awaited_act_is_taken() -> None:
    """A seat that shows nothing takes nothing."""
    with pytest.raises(RuntimeError, match="no act is awaited"):
        HostedSeat().hand_in(WAIT)
