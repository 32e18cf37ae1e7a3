"""What players by rules have in common: calls of their own, and meetings they sit in."""

from dataclasses import replace
from typing import Any

from sim.habits import Delay
from tests.office import MONDAY
from tests.sim.test_attendance import meets, minds
from tests.simworld import PROMPT, play
from workaday.players.routine import Course, Ring, Routine

HOUR = 3600


class Rings(Routine):
    """Rings somebody, and notes whether it reached them."""

    name = "rings"
    reached: bool | None = None

    def play(self) -> Course:
        self.reached = yield from self.call("ruth", ["Is it 412?"])


class Sits(Routine):
    """Goes to every meeting, and takes every call."""

    name = "sits"

    def play(self) -> Course:
        yield from self.until(MONDAY + 3 * HOUR, through=True)

    def meet(self, meeting: str) -> Course:
        yield from self.sit_in(meeting)

    def reply_in_call(self, ring: Ring, said: tuple[Any, ...]) -> str | None:
        return ""


def says(id: str, at: int, who: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "at": MONDAY + at, "who": who, "does": "say", "to": ["tomas"], "text": "By the way."} | more


async def test_what_arrives_while_it_rings_is_no_missed_call() -> None:
    """A message comes in before the other has picked up: it is rung on, and they are reached."""
    slow = {"ruth": replace(PROMPT, notice={**PROMPT.notice, "call": Delay(80, 80)})}
    player = Rings()
    _, record = await play(player, minds=minds(), habits=slow, timeline=[says("chat", 15, "anna-k", via="chat")])
    (rung, answered) = (record.last("call.rung"), record.last("call.answered"))
    assert rung is not None
    assert answered is not None
    assert rung.at < next(e.at for e in record.events(kind="chat.sent")) < answered.at
    assert player.reached
    assert [e.body.text for e in record.events(kind="call.said", actor="tomas")] == ["Is it 412?"]  # type: ignore[attr-defined]


async def test_who_does_not_answer_is_given_up() -> None:
    """After two minutes, or at once where they decline; nothing is said then."""
    player = Rings()
    _, record = await play(player, minds=minds(), habits={"ruth": replace(PROMPT, answers_calls=0.0)})
    assert player.reached is False
    assert record.count(kind="call.missed") + record.count(kind="call.declined") == 1


async def test_a_call_is_taken_outside_and_the_meeting_gone_back_to() -> None:
    """Somebody rings in the middle of a meeting: it is left, and entered again when they have hung up."""
    hall = meets("hall", "ruth", ["tomas", "ines"], HOUR, 60)
    _, record = await play(Sits(), minds=minds(), timeline=[hall, says("ring", HOUR + 600, "anna-k", via="call")])
    kinds = ("meeting.joined", "meeting.left", "call.answered")
    mine = [e.kind for e in record.events(kinds, actor="tomas")]
    assert mine == ["meeting.joined", "call.answered", "meeting.left", "meeting.joined"]
    assert record.count(kind="meeting.missed") == 0


async def test_a_meeting_that_runs_over_is_left_for_the_next_one() -> None:
    """With a word, and in time for it."""
    both = [meets("hall", "ruth", ["tomas", "ines"], HOUR, 60), meets("next", "anna-k", ["tomas"], 2 * HOUR)]
    _, record = await play(Sits(), minds=minds(), habits={"ruth": replace(PROMPT, overruns=1.0)}, timeline=both)
    assert record.count(kind="meeting.prolonged") == 1
    (left,) = record.events(kind="meeting.left", actor="tomas")
    assert left.body.word  # type: ignore[attr-defined]
    late = {e.body.meeting: e.body.late for e in record.events(kind="meeting.joined", actor="tomas")}  # type: ignore[attr-defined]
    assert late["mtg2"] < 180
