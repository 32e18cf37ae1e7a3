"""What a bot asks of itself and of the workspace. It stands in the briefing, and costs no time."""

from typing import Any

from workaday.doors.slack import ids
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.workspace import Workspace

APP = ids.app_id("workaday")
"""The app that every bot here is installed as."""


async def test(given: Given) -> dict[str, Any]:
    """Gives back what it is given; with ``error``, that error."""
    if "error" in given:
        raise SlackError(given.text("error"))
    return {"args": dict(given.values)}


async def auth(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Who the bot is."""
    return {
        "url": home(workspace),
        "team": workspace.briefing.organisation,
        "user": workspace.me,
        "team_id": workspace.team,
        "user_id": ids.user_id(workspace.me),
        "bot_id": ids.bot_id(workspace.me),
        "app_id": APP,
        "is_enterprise_install": False,
    }


async def bot(workspace: Workspace, given: Given) -> dict[str, Any]:
    """The bot that the seat is."""
    own = ids.bot_id(workspace.me)
    if given.text("bot", own) != own:
        raise SlackError("bot_not_found")
    return {
        "bot": {
            "id": own, "deleted": False, "name": workspace.briefing.name, "updated": 0, "app_id": APP,
            "user_id": ids.user_id(workspace.me), "icons": {},
        }
    }  # fmt: skip


async def team(workspace: Workspace, given: Given) -> dict[str, Any]:
    """The workspace."""
    return {
        "team": {
            "id": workspace.team, "name": workspace.briefing.organisation, "domain": workspace.org,
            "email_domain": domain(workspace), "icon": {},
        }
    }  # fmt: skip


async def emoji(workspace: Workspace, given: Given) -> dict[str, Any]:
    """A workspace has no emoji of its own."""
    return {"emoji": {}}


def domain(workspace: Workspace) -> str:
    """The domain of mail addresses, which only serve to name people."""
    return f"{workspace.org}.example"


def home(workspace: Workspace) -> str:
    """The address that permalinks begin with. Nothing is there."""
    return f"https://{workspace.org}.slack.example/"
