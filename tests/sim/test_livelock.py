"""Going round in circles is told from working slowly and from waiting."""

from typing import Any

from sim.livelock import CIRCLE, FEW, SHORT, STUCK, Livelock
from sim.player import Act, Outcome

Turn = tuple[str, dict[str, Any], Any]


def play(turns: list[Turn], seconds: int = 20) -> tuple[str | None, int]:
    """What these turns (action, arguments, receipt or a refusal's text) come to, and after how many of them."""
    watch, now = Livelock(), 0
    for number, (action, arguments, result) in enumerate(turns, 1):
        now += seconds
        receipt, refusal = (None, result) if isinstance(result, str) else (result, None)
        outcome = Outcome(action=action, took=seconds, receipt=receipt, refusal=refusal)
        locked = watch.after(Act(action=action, arguments=arguments), outcome, now)
        if locked is not None:
            return locked, number
    return None, len(turns)


READ: Turn = ("chat.read", {"place": "#finance"}, {"messages": []})


def test_refusals_in_a_row() -> None:
    """One accepted action between refusals starts the count anew."""
    refused: Turn = ("chat.sned", {}, "no such action")
    assert play([refused] * 100) == ("refused", STUCK)
    assert play(([refused] * (STUCK - 1) + [READ]) * 3)[0] is None


def test_the_same_read_over_and_over() -> None:
    """The same action with the same result, so many times in a row, is a circle."""
    assert play([READ] * 1000) == ("circling", CIRCLE)
    assert play([READ] * (CIRCLE - 1))[0] is None


def test_the_same_few_in_turn() -> None:
    """A circle of a few different actions is one; so is one in which some are refused."""
    few = [("drive.read", {"path": f"/{n}"}, {"text": "x"}) for n in range(FEW)]
    assert play(few * 100) == ("circling", CIRCLE)
    assert play([READ, ("chat.sned", {}, "no such action")] * 200) == ("circling", CIRCLE)
    more = [("drive.read", {"path": f"/{n}"}, {"text": "x"}) for n in range(FEW + 1)]
    assert play(more * 100)[0] is None


def test_another_result_is_progress() -> None:
    """A read that shows something new is no repetition, nor is a message that was sent again."""
    assert play([("chat.read", {"place": "#a"}, {"messages": [n]}) for n in range(1000)])[0] is None
    assert play([("chat.send", {"text": "Hello?"}, {"ref": f"m{n}"}) for n in range(1000)])[0] is None


def test_waiting_is_not_going_round() -> None:
    """Whoever waits in between lets time pass, however often they look."""
    wait = ("desk.wait", {"until": "5m"}, {"until": 5})
    assert play([READ, READ, wait] * 400)[0] is None
    assert play([READ, ("desk.wait", {"until": "soon"}, "is no time")] * 200)[0] == "circling"


def test_slow_repetition_is_not_a_livelock() -> None:
    """The same thing over more than a working day is not called one."""
    assert play([READ] * 1000, seconds=SHORT // CIRCLE + 2)[0] is None
