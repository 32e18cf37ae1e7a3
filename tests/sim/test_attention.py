"""When people notice what has come in."""

from statistics import mean
from typing import Any

from sim.mind import Silent
from sim.record import Record
from sim.vocabulary.attention import Noticed
from tests.simworld import FunctionMind, Steps, play


async def noticed(text: str) -> float:
    """Seconds after which a message in a channel was noticed by Ruth."""
    post: tuple[str, dict[str, Any]] = ("chat.send", {"to": "#general", "text": text})
    minds = {"ruth": FunctionMind(lambda moment: Silent(why="reads"))}
    _, record = await play(Steps(post, ("desk.wait", {"until": "7h", "through": True})), minds=minds)
    return after(record)


def after(record: Record) -> float:
    (sent,) = record.events(kind="chat.sent", actor="tomas")
    return next(event.at - sent.at for event, body in record.bodies(Noticed) if event.actor == "ruth")


async def test_who_is_mentioned_notices_a_channel_sooner() -> None:
    """A mention calls somebody into a channel that they would else look into three times as late (the mean of five
    messages, since each has a wait of its own)."""
    plain = [await noticed(f"The gauges are back, number {n}") for n in range(5)]
    called = [await noticed(f"@ruth the gauges are back, number {n}") for n in range(5)]
    assert mean(called) < mean(plain) / 1.5
