"""conversations.*: channels, direct and group messages."""

from typing import Any, Final

from sim.apps.chat import Chat
from workaday.doors.slack import ids
from workaday.doors.slack.arguments import MOST_OF_PAGE, Given, cursor, key_of, page
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.postmarks import Postmark
from workaday.doors.slack.workspace import Workspace

_KINDS: Final = ("public_channel", "private_channel", "im", "mpim")
MOST_READ: Final = 200
"""Messages that are read at once at most."""


# -- which there are --------------------------------------------------------------------------------------------------


async def all_of_them(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Channels that the bot is in or could join, and its conversations, of the ``types`` that are asked for."""
    return await _listed(workspace, given, own_only=False)


async def own(workspace: Workspace, given: Given) -> dict[str, Any]:
    """The same, of those that the bot is in."""
    if given.text("user", ids.user_id(workspace.me)) != ids.user_id(workspace.me):
        raise SlackError("invalid_arguments", "nobody sees what others are in: leave out `user`")
    return await _listed(workspace, given, own_only=True)


async def _listed(workspace: Workspace, given: Given, *, own_only: bool) -> dict[str, Any]:
    kinds = given.names("types") if "types" in given else _KINDS[:1]
    if not set(kinds) <= set(_KINDS):
        raise SlackError("invalid_types", f"types are {', '.join(_KINDS)}")
    rooms = (await workspace.do("chat.places", {}, given.thought))["places"]
    found = [
        (room["place"], _channel(workspace, room["place"], room["yours"], room["private"], room["about"], room))
        for room in rooms
        if _kind(room["place"], room["private"]) in kinds and (room["yours"] or not own_only)
    ]
    channels, more = page(given, found)
    return {"channels": channels, "response_metadata": more}


async def info(workspace: Workspace, given: Given) -> dict[str, Any]:
    """One channel or conversation."""
    return {"channel": await _seen(workspace, given, workspace.place(given.text("channel")))}


async def members(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Who is in it."""
    found = await workspace.do("chat.members", {"place": workspace.place(given.text("channel"))}, given.thought)
    shown, more = page(given, [(who, ids.user_id(who)) for who in found["members"]])
    return {"members": shown, "response_metadata": more}


async def open_dm(workspace: Workspace, given: Given) -> dict[str, Any]:
    """The conversation with ``users``, or the one of ``channel``. It begins with its first message: this is no act."""
    if "channel" in given:
        place = workspace.place(given.text("channel"))
    else:
        people = {workspace.me, *(workspace.person(user) for user in given.names("users"))}
        if len(people) < 2:
            raise SlackError("cannot_dm_bot", "these are the bot's own messages to itself: name somebody else")
        place = Chat.place_of(people)
    if place.startswith("#"):
        raise SlackError("channel_not_found", f"{place} is a channel: it is open")
    channel: dict[str, Any] = {"id": ids.channel_id(place)}
    if given.flag("return_im"):
        channel = _channel(workspace, place, True, False, "")
    return {"channel": channel, "no_op": False, "already_open": False}


async def close(workspace: Workspace, given: Given) -> dict[str, Any]:
    """A conversation just falls silent: this is no act."""
    if workspace.place(given.text("channel")).startswith("#"):
        raise SlackError("method_not_supported_for_channel_type", "leave a channel: conversations.leave")
    return {"no_op": True, "already_closed": True}


# -- being in them ----------------------------------------------------------------------------------------------------


async def create(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Open a channel."""
    arguments: dict[str, Any] = {"channel": given.text("name")}
    if given.flag("is_private"):
        arguments["private"] = True
    codes = {"already_so": "name_taken", "bad_argument": "invalid_name"}
    found = await workspace.do("chat.open_channel", arguments, given.thought, codes)
    return {"channel": _member_of(workspace, found)}


async def join(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Become a member of a channel."""
    place = workspace.place(given.text("channel"))
    if not place.startswith("#"):
        raise SlackError("method_not_supported_for_channel_type", "only a channel can be joined")
    try:
        found = await workspace.do("chat.join", {"channel": place}, given.thought)
    except SlackError as error:
        if error.code != "already_done":
            raise
        told = {"warning": "already_in_channel", "response_metadata": {"warnings": ["already_in_channel"]}}
        return {"channel": _channel(workspace, place, True, workspace.postmarks.is_private(place), ""), **told}
    return {"channel": _member_of(workspace, found)}


async def leave(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Be a member no longer."""
    codes = {"not_allowed": "method_not_supported_for_channel_type"}
    try:
        await workspace.do("chat.leave", {"channel": workspace.place(given.text("channel"))}, given.thought, codes)
    except SlackError as error:
        if error.code != "not_in_channel":
            raise
        return {"not_in_channel": True}
    return {}


async def invite(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Bring people into a channel."""
    people = [workspace.person(user) for user in given.names("users")]
    if people == [workspace.me]:
        raise SlackError("cant_invite_self")
    arguments = {"channel": workspace.place(given.text("channel")), "people": people}
    found = await workspace.do("chat.invite", arguments, given.thought, {"already_so": "already_in_channel"})
    return {"channel": _member_of(workspace, found)}


# -- reading ----------------------------------------------------------------------------------------------------------


async def history(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Messages of a place, the newest first, without what stands in threads. What is shown is then read."""
    place = workspace.place(given.text("channel"))
    oldest, latest, inclusive = _ts(given, "oldest"), _ts(given, "latest"), given.flag("inclusive")
    marks = workspace.postmarks.standing(place)
    arguments: dict[str, Any] = {"place": place}
    if "limit" in given:
        arguments["limit"] = min(given.limit(), MOST_READ)
    if "cursor" in given:
        arguments["before"] = workspace.message(key_of(given.text("cursor")), "invalid_cursor")
    elif latest is not None:
        later = next((m.id for m in marks if _when(m) > latest or (_when(m) == latest and not inclusive)), None)
        arguments |= {} if later is None else {"before": later}
    if oldest is not None:  # what is older need not be read
        wanted = sum(_when(m) > oldest or (_when(m) == oldest and inclusive) for m in marks)
        arguments["limit"] = max(1, min(wanted, arguments.get("limit", MOST_READ), MOST_READ))
    found = await workspace.do("chat.read", arguments, given.thought)
    lines = [line for line in found["messages"] if _fits(workspace, line, oldest, inclusive)]
    more = bool(found["earlier"] and lines and len(lines) == len(found["messages"]))
    if more and oldest is not None:
        first = workspace.postmarks.of(lines[0]["id"])
        more = any(_when(m) >= oldest and _when(m) < _when(first) and m.id != first.id for m in marks)
    key = workspace.postmarks.ts(lines[0]["id"]) if more else ""
    shown = [message(workspace, line) for line in reversed(lines) if line["thread"] is None]
    return {"messages": shown, "has_more": more, "pin_count": 0,
            "response_metadata": {"next_cursor": cursor(key) if more else ""}}  # fmt: skip


async def replies(workspace: Workspace, given: Given) -> dict[str, Any]:
    """A thread, its first message first. What is shown is then read."""
    place = workspace.place(given.text("channel"))
    codes = {"no_such_thing": "thread_not_found", "bad_argument": "thread_not_found"}
    arguments = {"place": place, "thread": workspace.message(given.text("ts"), "thread_not_found"), "limit": MOST_READ}
    found = await workspace.do("chat.read", arguments, given.thought, codes)
    shown, more = page(given, [(line["id"], message(workspace, line)) for line in found["messages"]], MOST_OF_PAGE)
    return {"messages": shown, "has_more": bool(more["next_cursor"]), "response_metadata": more}


async def mark(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Have read a place: nothing is read here without reading it."""
    workspace.message(given.text("ts"), "invalid_timestamp")
    await workspace.do("chat.read", {"place": workspace.place(given.text("channel"))}, given.thought)
    return {}


def message(workspace: Workspace, line: dict[str, Any]) -> dict[str, Any]:
    """A message as it was read, as Slack shows one."""
    post = workspace.postmarks.of(line["id"])
    told: dict[str, Any] = {
        "type": "message",
        "user": ids.user_id(line["sender"]),
        "text": workspace.marks.in_slack(line["text"]),
        "ts": post.ts,
        "team": workspace.team,
    }
    if line["sender"] == workspace.me:
        told["bot_id"] = ids.bot_id(workspace.me)
    if line["edited"]:
        told["edited"] = {"user": told["user"], "ts": post.ts}
    answers = workspace.postmarks.replies(line["id"])
    if line["thread"] is not None:
        told["thread_ts"] = workspace.postmarks.ts(line["thread"])
        told["parent_user_id"] = ids.user_id(workspace.postmarks.of(line["thread"]).sender)
    elif answers:
        users = list(dict.fromkeys(ids.user_id(answer.sender) for answer in answers))
        told |= {
            "thread_ts": post.ts, "reply_count": len(answers), "reply_users": users, "reply_users_count": len(users),
            "latest_reply": answers[-1].ts,
        }  # fmt: skip
    if line["reactions"]:
        told["reactions"] = [
            {"name": emoji_name(emoji), "users": [ids.user_id(who) for who in people], "count": len(people)}
            for emoji, people in line["reactions"].items()
        ]
    return told


# -- inside -----------------------------------------------------------------------------------------------------------


def _kind(place: str, private: bool) -> str:
    if place.startswith("#"):
        return "private_channel" if private else "public_channel"
    return "im" if place.startswith("dm:") else "mpim"


async def _seen(workspace: Workspace, given: Given, place: str) -> dict[str, Any]:
    found = await workspace.do("chat.members", {"place": place}, given.thought)
    told = _member_of(workspace, found)
    told["num_members"] = len(found["members"])
    return told


def _member_of(workspace: Workspace, found: dict[str, Any]) -> dict[str, Any]:
    """A channel, by the receipt that says who is in it."""
    is_in = workspace.me in found["members"]
    return _channel(workspace, found["place"], is_in, found["private"], found["about"])


def _channel(
    workspace: Workspace, place: str, yours: bool, private: bool, about: str, room: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A place as Slack shows one."""
    kind = _kind(place, private)
    people = () if place.startswith("#") else tuple(place.partition(":")[2].split("+"))
    told: dict[str, Any] = {
        "id": ids.channel_id(place),
        "is_channel": kind == "public_channel",
        "is_group": kind == "private_channel",
        "is_im": kind == "im",
        "is_mpim": kind == "mpim",
        "is_private": kind != "public_channel",
        "is_member": yours,
        "is_archived": False,
        "is_general": False,
        "is_shared": False,
        "is_ext_shared": False,
        "context_team_id": workspace.team,
    }
    if kind == "im":
        told["user"] = ids.user_id(next(who for who in people if who != workspace.me))
        told["is_open"] = True
    else:
        told["name"] = told["name_normalized"] = place[1:] if not people else f"mpdm-{'--'.join(people)}-1"
        told["purpose"] = {"value": about, "creator": "", "last_set": 0}
        told["topic"] = {"value": "", "creator": "", "last_set": 0}
    if room is not None:
        told["num_members"] = room["members"]
        told["unread_count"] = room["unread"]
    return told


def _ts(given: Given, name: str) -> tuple[int, int] | None:
    """A bound of time: the second, and the part after the point."""
    if name not in given:
        return None
    second, _, part = given.text(name).partition(".")
    if not (second.isascii() and second.isdigit() and len(second) <= 12 and part[:12].ljust(6, "0").isdigit()):
        raise SlackError(f"invalid_ts_{name}")
    return int(second), int(part[:12].ljust(6, "0"))


def _when(mark: Postmark) -> tuple[int, int]:
    return mark.at, ids.number_of(mark.id)


def _fits(workspace: Workspace, line: dict[str, Any], oldest: tuple[int, int] | None, inclusive: bool) -> bool:
    if oldest is None:
        return True
    when = _when(workspace.postmarks.of(line["id"]))
    return when > oldest or (when == oldest and inclusive)


_EMOJI: Final = {
    "👍": "thumbsup", "👎": "thumbsdown", "🙏": "pray", "🎉": "tada", "😀": "grinning", "🙂": "slightly_smiling_face",
    "😊": "blush", "😅": "sweat_smile", "😂": "joy", "❤️": "heart", "👀": "eyes", "✅": "white_check_mark",
    "🔥": "fire", "💯": "100", "👏": "clap", "🙌": "raised_hands", "🤔": "thinking_face", "😬": "grimacing",
    "😉": "wink", "👌": "ok_hand", "🚀": "rocket", "⚠️": "warning", "😢": "cry", "🙈": "see_no_evil", "☕": "coffee",
}  # fmt: skip
"""Slack's names for emoji that people here use often."""


def emoji_name(emoji: str) -> str:
    """An emoji by its name: Slack's where that is known, else that of Unicode."""
    import unicodedata

    if emoji in _EMOJI or emoji.isascii():
        return _EMOJI.get(emoji, emoji)
    names = [unicodedata.name(sign, "") for sign in emoji]
    shown = "_".join(name for name in names if name and not name.startswith("VARIATION"))
    return shown.replace(" ", "_").replace("-", "_").lower() or emoji
