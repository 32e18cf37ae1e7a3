"""files.*: the drive's files. An upload of the name "order.md" is a version of the file /order.md."""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from workaday.doors.incoming import MOST_BYTES
from workaday.doors.slack import ids
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.text import written_in_office
from workaday.doors.slack.workspace import Workspace

MOST_UPLOADS: Final = 32
"""Files on their way at the same time."""
MOST_FOLDERS: Final = 200
"""Folders that are looked into for one list."""
_CODES: Final = {"no_such_thing": "file_not_found", "no_such_place": "file_not_found", "not_allowed": "access_denied"}


async def upload_url(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Where to send a file of this name. This is no act yet."""
    name = given.text("filename")
    if given.number("length") > MOST_BYTES:
        raise SlackError("file_upload_size_restricted", f"a file has at most {MOST_BYTES:,} bytes")
    while len(workspace.uploads) >= MOST_UPLOADS:
        workspace.uploads.pop(next(iter(workspace.uploads)))
    secret = secrets.token_urlsafe(24)
    file = ids.file_id(name if name.startswith("/") else f"/{name}")
    workspace.uploads[secret] = (file, None)
    return {"upload_url": f"upload/v1/{secret}", "file_id": file}


def receive(workspace: Workspace, secret: str, data: bytes) -> None:
    """Keep what was sent to such an address. Raises :class:`SlackError` for what is no text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        why = "a file is sent as text, a .docx as Markdown, an .xlsx as comma-separated text"
        raise SlackError("file_type_not_supported", why) from None
    file, _ = workspace.uploads[secret]
    workspace.uploads[secret] = (file, data)


async def complete(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Write the files that were sent, and tell of them where they are to be shared."""
    asked = given.data("files")
    if not isinstance(asked, list) or not asked or not all(isinstance(f, dict) and "id" in f for f in asked):
        raise SlackError("invalid_arguments", 'files is a list: [{"id": "F…", "title": "…"}]')
    places = [workspace.address(c) for c in given.names("channels")] if "channels" in given else []
    if "channel_id" in given:
        places.append(workspace.address(given.text("channel_id")))
    thread = workspace.message(given.text("thread_ts"), "thread_not_found") if "thread_ts" in given else None
    waiting = {file: (secret, data) for secret, (file, data) in workspace.uploads.items() if data is not None}
    missing = [str(f["id"]) for f in asked if f["id"] not in waiting]
    if missing:
        raise SlackError("file_not_found", f"nothing was sent for {', '.join(missing)}")
    told, paths = [], []
    for item in asked:
        secret, data = waiting[item["id"]]
        path = _path(item["id"])
        arguments: dict[str, Any] = {"path": path, "text": (data or b"").decode()}
        title = str(item.get("title") or "")
        if title and title not in (path, path[1:], path.rpartition("/")[2]):
            arguments["note"] = title
        saved = await workspace.do("drive.write", arguments, given.thought, _CODES)
        workspace.uploads.pop(secret, None)
        paths.append(saved["path"])
        for place in places:
            await _let_in(workspace, saved, place, given.thought)
        told.append(_file(workspace, saved["path"], saved["size"], workspace.me) | {"title": title or path})
    comment = written_in_office(given.text("initial_comment", ""))
    for place in dict.fromkeys(places):
        text = "\n".join(filter(None, (comment, *paths)))
        written = {"to": place, "text": text} | ({} if thread is None else {"thread": thread})
        await workspace.do("chat.send", written, given.thought)
    return {"files": told}


async def info(workspace: Workspace, given: Given) -> dict[str, Any]:
    """What is known of a file: who wrote it, and when."""
    path = _path(given.text("file"))
    found = await workspace.do("drive.history", {"path": path}, given.thought, _CODES)
    last = found["versions"][-1]
    file = _file(workspace, found["path"], last["size"], last["who"])
    file |= {"title": last["note"] or file["name"], "comments_count": len(found["comments"]), "editable": True}
    comments = [
        {"id": c["id"], "user": ids.user_id(c["who"]), "comment": workspace.marks.in_slack(c["text"])}
        for c in found["comments"]
    ]
    return {"file": file, "comments": comments, "response_metadata": {"next_cursor": ""}}


async def all_of_them(workspace: Workspace, given: Given) -> dict[str, Any]:
    """All files that the seat may open: a look into each folder."""
    who = workspace.person(given.text("user")) if "user" in given else None
    folders, found = ["/"], []
    for folder in folders:
        listing = await workspace.do("drive.list", {"folder": folder}, given.thought, _CODES)
        for entry in listing["entries"]:
            if entry["folder"] and len(folders) < MOST_FOLDERS:
                folders.append(entry["path"])
            elif not entry["folder"] and who in (None, entry["who"]):
                found.append(_file(workspace, entry["path"], entry["size"], entry["who"]))
    count, number = given.number("count", 100, 1, 1000), given.number("page", 1)
    shown = found[(number - 1) * count : number * count]
    paging = {"count": count, "total": len(found), "page": number, "pages": max(1, -(-len(found) // count))}
    return {"files": shown, "paging": paging}


async def delete(workspace: Workspace, given: Given) -> dict[str, Any]:
    """Put a file into the bin."""
    codes = {**_CODES, "not_allowed": "cant_delete_file"}
    await workspace.do("drive.delete", {"path": _path(given.text("file"))}, given.thought, codes)
    return {}


async def content(workspace: Workspace, file: str) -> str:
    """All that a file says, read part by part. Raises :class:`SlackError`."""
    arguments: dict[str, Any] = {"path": _path(file)}
    parts = []
    while True:
        found = await workspace.do("drive.read", arguments, None, _CODES)
        parts.append(found["text"])
        if found["next_line"] is None:
            return "\n".join(parts)
        arguments["first_line"] = found["next_line"]


# -- inside -----------------------------------------------------------------------------------------------------------


def _path(file: str) -> str:
    try:
        return ids.path_of(str(file))
    except ids.NoId:
        raise SlackError("file_not_found", f"{file} is the id of no file") from None


async def _let_in(workspace: Workspace, saved: dict[str, Any], place: str, thought: str | None) -> None:
    """Let those read a file whom it is shared with, where they cannot."""
    readers: Sequence[str] | None = saved["readers"]
    if readers is None:
        return
    if place.startswith("#"):
        people = (await workspace.do("chat.members", {"place": place}, thought))["members"]
    else:
        people = place.partition(":")[2].split("+") if ":" in place else [place]
    locked_out = [who for who in people if who not in readers and who != workspace.me]
    if locked_out:
        await workspace.do("drive.share", {"path": saved["path"], "people": locked_out}, thought, _CODES)


def _file(workspace: Workspace, path: str, size: int | None, who: str | None) -> dict[str, Any]:
    """A file as Slack shows one."""
    name = path.rpartition("/")[2]
    file = ids.file_id(path)
    return {
        "id": file, "name": name, "title": name, "path": path, "size": size or 0, "mode": "hosted",
        "filetype": name.rpartition(".")[2].lower(), "user": "" if who is None else ids.user_id(who),
        "is_external": False, "is_public": False, "url_private": f"files/{file}", "permalink": f"files/{file}",
        "url_private_download": f"files/{file}",
    }  # fmt: skip


URLS: Final = ("upload_url", "url_private", "url_private_download", "permalink")
"""Fields that hold an address below the one of the server."""


def with_addresses(answer: Any, home: str) -> Any:
    """The answer with whole addresses, for a client that came to ``home``."""
    if isinstance(answer, dict):
        return {
            key: f"{home}{value}" if key in URLS and isinstance(value, str) and "://" not in value
            else with_addresses(value, home)
            for key, value in answer.items()
        }  # fmt: skip
    return [with_addresses(item, home) for item in answer] if isinstance(answer, list) else answer
