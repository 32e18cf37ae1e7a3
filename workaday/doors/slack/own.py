"""What Slack has no word for: the briefing, any action of the office, and letting time pass."""

from typing import Any, Final

from sim.apps.desk import Wait
from sim.player import Act
from workaday.doors.incoming import Unreadable, act_of
from workaday.doors.session import Busy, OutOfTurn, Turn
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.workspace import Workspace

PATIENCE: Final = 25.0
"""Real seconds after which what is still under way is answered as pending: Slack's clients give up after 30."""


async def briefing(workspace: Workspace, given: Given) -> dict[str, Any]:
    """What the seat is told first, with all actions and their schemas."""
    return {"briefing": workspace.briefing.model_dump(mode="json")}


async def now(workspace: Workspace, given: Given) -> dict[str, Any]:
    """What there is to be seen."""
    return _told(await workspace.session.now(PATIENCE))


async def act(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Any action, by ``action`` and ``arguments`` (JSON). A refusal of the office is in the turn."""
    arguments = given.data("arguments")
    turn = given.number("turn") if "turn" in given else None
    try:
        asked = act_of(given.text("action"), {} if arguments is None else arguments, given.thought)
    except Unreadable as error:
        raise SlackError("invalid_arguments", str(error)) from None
    return await _done(workspace, asked, turn)


async def wait(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Let time pass ``until`` then, or until something arrives."""
    arguments: dict[str, Any] = {}
    if "until" in given:
        arguments["until"] = given.text("until")
    if given.flag("through"):
        arguments["through"] = True
    return await _done(workspace, Act(action=Wait.name, arguments=arguments, thought=given.thought), None)


async def _done(workspace: Workspace, act: Act, turn: int | None) -> dict[str, Any]:
    try:
        return _told(await workspace.turn(act, turn, PATIENCE))
    except OutOfTurn as error:
        raise SlackError("out_of_turn", str(error)) from None
    except Busy as error:
        raise SlackError("busy", str(error)) from None


def _told(turn: Turn) -> dict[str, Any]:
    return {"turn": turn.model_dump(mode="json")}
