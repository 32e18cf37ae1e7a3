"""chat.*, reactions.* and search.*: writing messages, reacting to them, finding them."""

from typing import Any, Final

from workaday.doors.slack import ids
from workaday.doors.slack.about import home
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.conversations import MOST_READ, message
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.text import text_of_blocks, written_in_office
from workaday.doors.slack.workspace import Workspace

MOST_FOUND: Final = 50
"""Hits of one search at most."""


# -- chat.* -----------------------------------------------------------------------------------------------------------


async def post(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Write a message to a channel, a conversation or a person."""
    to = workspace.address(given.text("channel"))
    text = _text(given)
    arguments = {"to": to, "text": text}
    if "thread_ts" in given:
        arguments["thread"] = workspace.message(given.text("thread_ts"), "thread_not_found")
        if given.flag("reply_broadcast"):
            raise SlackError("cannot_reply_to_message", "a reply stands in its thread alone: send a second message")
    codes = {"no_such_thing": "thread_not_found", "no_such_person": "channel_not_found"}
    sent = await workspace.do("chat.send", arguments, given.thought, codes)
    line = _own(workspace, sent["id"], text, sent["thread"])
    return {"channel": ids.channel_id(sent["place"]), "ts": line["ts"], "message": line}


async def update(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Change the text of one of one's own messages."""
    place, number, _ = _meant(workspace, given, "ts")
    text = _text(given)
    codes = {"not_allowed": "cant_update_message"}
    try:
        await workspace.do("chat.edit", {"message": number, "text": text}, given.thought, codes)
    except SlackError as error:
        if error.code != "already_done":  # it says exactly that: to Slack that is a change
            raise
    line = _own(workspace, number, text, workspace.postmarks.of(number).thread)
    return {"channel": ids.channel_id(place), "ts": line["ts"], "text": line["text"], "message": line}


async def delete(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Take back one of one's own messages."""
    place, number, ts = _meant(workspace, given, "ts")
    await workspace.do("chat.delete", {"message": number}, given.thought, {"not_allowed": "cant_delete_message"})
    return {"channel": ids.channel_id(place), "ts": ts}


async def permalink(workspace: Workspace, given: Given) -> dict[str, Any]:
    """An address of a message."""
    place, _, ts = _meant(workspace, given, "message_ts")
    return {"channel": ids.channel_id(place), "permalink": link(workspace, place, ts)}


def link(workspace: Workspace, place: str, ts: str) -> str:
    """The address of a message, by which people refer to it; nothing is there."""
    return f"{home(workspace)}archives/{ids.channel_id(place)}/p{ts.replace('.', '')}"


def _text(given: Given) -> str:
    """What a message says: its text, or what stands in its blocks or attachments."""
    text = given.text("text", "") or given.text("markdown_text", "")
    if not text.strip():
        text = text_of_blocks(given.data("blocks")) or text_of_blocks(given.data("attachments"))
    if not text.strip():
        raise SlackError("no_text", "the message is empty")
    return written_in_office(text)


def _meant(workspace: Workspace, given: Given, name: str) -> tuple[str, str, str]:
    """The place, the message and the timestamp that a call names. Raises :class:`SlackError` unless it stands there."""
    place, ts = workspace.place(given.text("channel")), given.text(name)
    number = workspace.message(ts)
    if not any(mark.id == number for mark in workspace.postmarks.standing(place)):
        raise SlackError("message_not_found", f"no message with the timestamp {ts} stands there")
    return place, number, ts


def _own(workspace: Workspace, number: str, text: str, thread: str | None) -> dict[str, Any]:
    """A message of the bot's, as Slack shows it."""
    line: dict[str, Any] = {
        "id": number,
        "sender": workspace.me,
        "text": text,
        "thread": thread,
        "edited": False,
        "reactions": {},
    }
    return message(workspace, line)


# -- reactions.* ------------------------------------------------------------------------------------------------------


async def react(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Put a reaction on a message."""
    _, number, _ = _meant(workspace, given, "timestamp")
    codes = {"already_so": "already_reacted", "bad_argument": "invalid_name"}
    await workspace.do("chat.react", {"message": number, "emoji": given.text("name")}, given.thought, codes)
    return {}


async def unreact(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Take one off."""
    _, number, _ = _meant(workspace, given, "timestamp")
    codes = {"no_such_thing": "no_reaction", "bad_argument": "invalid_name"}
    await workspace.do("chat.unreact", {"message": number, "emoji": given.text("name")}, given.thought, codes)
    return {}


async def reactions(workspace: Workspace, given: Given) -> dict[str, Any]:
    """A message with its reactions."""
    place, number, _ = _meant(workspace, given, "timestamp")
    arguments = {"place": place, "thread": number, "limit": MOST_READ}
    found = await workspace.do("chat.read", arguments, given.thought)
    line = next((line for line in found["messages"] if line["id"] == number), None)
    if line is None:
        raise SlackError("message_not_found")
    return {"type": "message", "channel": ids.channel_id(place), "message": message(workspace, line)}


# -- search.* ---------------------------------------------------------------------------------------------------------


async def search(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Find messages by words."""
    return {"query": given.text("query"), "messages": await _messages(workspace, given)}


async def search_files(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Find files by words."""
    return {"query": given.text("query"), "files": await _files(workspace, given)}


async def search_all(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Find both."""
    found = {"messages": await _messages(workspace, given), "files": await _files(workspace, given)}
    return {"query": given.text("query"), **found}


async def _messages(workspace: Workspace, given: Given) -> dict[str, Any]:
    first, count = _asked(given)
    arguments = _searched(given, first + count)
    hits = (await workspace.do("chat.search", arguments, given.thought, {"empty": "invalid_arguments"}))["hits"]
    found = []
    for hit in hits:
        ts = workspace.postmarks.ts(hit["id"])
        named = hit["place"].removeprefix("#")
        found.append({
            "type": "message", "user": ids.user_id(hit["sender"]), "username": hit["sender"], "ts": ts,
            "text": workspace.marks.in_slack(hit["snippet"]), "team": workspace.team,
            "channel": {"id": ids.channel_id(hit["place"]), "name": named},
            "permalink": link(workspace, hit["place"], ts),
        })  # fmt: skip
    return _matches(found, first, count)


async def _files(workspace: Workspace, given: Given) -> dict[str, Any]:
    first, count = _asked(given)
    arguments = _searched(given, first + count)
    hits = (await workspace.do("drive.search", arguments, given.thought, {"empty": "invalid_arguments"}))["files"]
    found = [
        {
            "id": ids.file_id(hit["path"]), "name": hit["path"].rpartition("/")[2], "title": hit["path"],
            "user": ids.user_id(hit["who"]), "preview": hit["snippet"],
        }
        for hit in hits
    ]  # fmt: skip
    return _matches(found, first, count)


def _asked(given: Given) -> tuple[int, int]:
    """How many hits come before the page that is asked for, and how many are on it."""
    count = given.number("count", 20, 1, 100)
    return (given.number("page", 1, 1, 100) - 1) * count, count


def _searched(given: Given, wanted: int) -> dict[str, Any]:
    arguments: dict[str, Any] = {"query": given.text("query")}
    if "count" in given or "page" in given:
        arguments["limit"] = min(MOST_FOUND, wanted)
    return arguments


def _matches(found: list[dict[str, Any]], first: int, count: int) -> dict[str, Any]:
    shown, number = found[first : first + count], first // count + 1
    pages = max(1, -(-len(found) // count))
    return {
        "matches": shown, "total": len(found),
        "paging": {"count": count, "total": len(found), "page": number, "pages": pages},
        "pagination": {"total_count": len(found), "page": number, "per_page": count, "page_count": pages,
                       "first": first + 1, "last": first + len(shown)},
    }  # fmt: skip
