"""users.* and dnd.*: who works here, and who is there."""

import re
from typing import Any, Final

from sim.localtime import local
from workaday.doors.slack import ids
from workaday.doors.slack.about import domain
from workaday.doors.slack.arguments import Given, page
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.workspace import Workspace

_ID_ON_LINE: Final = re.compile(r" \(([^()\s]+)\), ")


async def all_of_them(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Everybody, in the order of the org chart."""
    lines = (await workspace.do("directory.org_chart", {}, given.thought))["lines"]
    users = [_user(workspace, *_on_line(workspace, line)) for line in lines]
    shown, more = page(given, [(user["name"], user) for user in users])
    return {"members": shown, "cache_ts": workspace.session.seat.reached, "response_metadata": more}


async def info(workspace: Workspace, given: Given) -> dict[str, Any]:
    """One of them, as the directory shows them."""
    return {"user": await _card(workspace, given, workspace.person(given.text("user")))}


async def by_mail(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Who has this address."""
    person, _, at = given.text("email").casefold().partition("@")
    if at != domain(workspace) or person not in workspace.people:
        raise SlackError("users_not_found", f"addresses are written id@{domain(workspace)}")
    return {"user": await _card(workspace, given, person)}


async def profile(workspace: Workspace, given: Given) -> dict[str, Any]:
    """The profile of one of them."""
    who = workspace.person(given.text("user", ids.user_id(workspace.me)))
    return {"profile": (await _card(workspace, given, who))["profile"]}


async def presence(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Whether somebody shows that they are there."""
    shown = await _presence(workspace, given)
    return {"presence": "away" if shown["state"] == "away" else "active"}


async def dnd(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Whether somebody asks not to be disturbed."""
    shown = await _presence(workspace, given)
    return {"dnd_enabled": shown["state"] == "dnd", "snooze_enabled": shown["state"] == "dnd"}


async def set_presence(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Show that one is there ("auto") or away."""
    asked = given.text("presence")
    if asked not in ("auto", "away"):
        raise SlackError("invalid_presence", "presence is auto or away")
    await _show(workspace, given, "active" if asked == "auto" else "away")
    return {}


async def snooze(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Ask not to be disturbed for ``num_minutes``."""
    minutes = given.number("num_minutes")
    await _show(workspace, given, "dnd", f"{minutes}m")
    ends = workspace.session.seat.reached + 60 * minutes
    return {"snooze_enabled": True, "snooze_endtime": ends, "snooze_remaining": 60 * minutes}


async def end_snooze(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Ask for it no longer."""
    await _show(workspace, given, "active")
    return {"dnd_enabled": False, "snooze_enabled": False}


# -- inside -----------------------------------------------------------------------------------------------------------


async def _presence(workspace: Workspace, given: Given) -> dict[str, Any]:
    who = workspace.person(given.text("user", ids.user_id(workspace.me)))
    return await workspace.do("chat.presence", {"person": who}, given.thought)


async def _show(workspace: Workspace, given: Given, state: str, until: str | None = None) -> None:
    arguments = {"state": state} if until is None else {"state": state, "until": until}
    await workspace.do("chat.set_presence", arguments, given.thought)


async def _card(workspace: Workspace, given: Given, who: str) -> dict[str, Any]:
    """Somebody with all that their entry says."""
    (card,) = (await workspace.do("directory.person", {"who": who}, given.thought))["people"]
    told = _user(workspace, who, card["name"], card["title"])
    offset = local(workspace.session.seat.reached, card["zone"]).utcoffset()
    assert offset is not None
    told |= {"tz": card["zone"], "tz_label": card["zone"], "tz_offset": int(offset.total_seconds())}
    about = "; ".join(filter(None, (card["about"], ", ".join(card["areas"]))))
    told["profile"] |= {"pronouns": card["pronouns"], "status_text": card["note"] or ""}
    told["profile"]["fields"] = {
        "about": {"value": about, "alt": ""},
        "teams": {"value": ", ".join(card["teams"]), "alt": ""},
        "manager": {"value": "" if card["manager"] is None else ids.user_id(card["manager"]), "alt": ""},
        "hours": {"value": card["hours"], "alt": ""},
    }
    return told


def _on_line(workspace: Workspace, line: str) -> tuple[str, str, str]:
    """The id, name and title on a line of the org chart, which are as they stand now."""
    mark = next(mark for mark in _ID_ON_LINE.finditer(line) if mark[1] in workspace.people)
    return mark[1], line[: mark.start()].strip(), line[mark.end() :]


def _user(workspace: Workspace, who: str, name: str, title: str) -> dict[str, Any]:
    """Somebody as Slack shows them, by name and title alone."""
    first = name.split(maxsplit=1)[0]
    is_bot = who == workspace.me
    profile: dict[str, Any] = {
        "real_name": name, "real_name_normalized": name, "display_name": first,
        "display_name_normalized": first, "first_name": first, "title": title,
        "email": f"{who}@{domain(workspace)}", "team": workspace.team, "status_text": "", "status_emoji": "",
    }  # fmt: skip
    if is_bot:
        profile["bot_id"] = ids.bot_id(who)
    return {
        "id": ids.user_id(who), "team_id": workspace.team, "name": who, "real_name": name, "deleted": False,
        "is_bot": is_bot, "is_app_user": False, "is_admin": False, "is_owner": False, "is_restricted": False,
        "updated": 0, "profile": profile,
    }  # fmt: skip
