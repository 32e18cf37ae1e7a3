"""What reaches the seat, as Slack's events.

A message is read before it is handed over, as a person reads it, and takes the time of that. What is no chat (a task,
a mail, a call that rings, what is said in a meeting) comes as a direct message from Slackbot; what it is stands beside
its text, under "workaday", as every door tells it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sim.player import Assignment, Heard, Noticed
from workaday.doors.hosted import News
from workaday.doors.session import Ending
from workaday.doors.slack import ids
from workaday.doors.slack.about import APP
from workaday.doors.slack.conversations import MOST_READ, emoji_name, message
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.workspace import Workspace

KINDS: Final = (
    "app_mention", "message.im", "message.mpim", "message.channels", "message.groups", "reaction_added",
    "member_joined_channel",
)  # fmt: skip
"""Events that a bot can subscribe to, by Slack's names. Slackbot's are among "message.im"."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event for the bot, with a number that is the same when the run is computed again."""

    number: int
    id: str
    event: dict[str, Any]

    def payload(self, workspace: Workspace) -> dict[str, Any]:
        """As Slack wraps it."""
        me = ids.user_id(workspace.me)
        return {
            "type": "event_callback",
            "team_id": workspace.team,
            "api_app_id": APP,
            "event": self.event,
            "event_id": self.id,
            "event_time": int(self.event["event_ts"].partition(".")[0]),
            "authorizations": [
                {"enterprise_id": None, "team_id": workspace.team, "user_id": me, "is_bot": True,
                 "is_enterprise_install": False}
            ],
            "is_ext_shared_channel": False,
        }  # fmt: skip


class Mailbag:
    """Makes events of news."""

    def __init__(self, workspace: Workspace, subscribed: Collection[str] = KINDS) -> None:
        self._workspace = workspace
        self._subscribed = frozenset(subscribed)

    async def events(self, news: Sequence[News], at: int) -> list[Happening]:
        """The events of what has arrived up to ``at``, in its order. Reads what is to be handed over."""
        noticed = [Noticed.model_validate(n.data) for n in news if n.kind == "notice"]
        lines = await self._read(notice for notice in noticed if self._wanted_kind(notice) is not None)
        found: list[Happening] = []
        for one in news:
            if one.kind == "notice":
                made = self._of_notice(Noticed.model_validate(one.data), one, at, lines)
            elif one.kind in ("task", "heard") and "message.im" in self._subscribed:
                made = [self._from_slackbot(_told(self._workspace, one), one.kind, one.data, one.number, at)]
            else:
                made = []
            for number, event in enumerate(made):
                found.append(Happening(one.number, ids.event_id(one.number * 10 + number), event))
        return found

    def ending(self, ended: Ending, number: int, at: int) -> Happening:
        """The last event there is: that the run is over."""
        text = f"It is over: {ended.outcome} ({ended.why})."
        event = self._from_slackbot(text, "ended", ended.model_dump(mode="json"), number, at)
        return Happening(number, ids.event_id(number * 10), event)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _wanted_kind(self, notice: Noticed) -> str | None:
        """The kind of event that a new message makes, where it is subscribed to; a mention is also a message."""
        if notice.app != "chat" or notice.kind not in ("message", "mention", "reply"):
            return None
        if notice.kind == "mention" and "app_mention" in self._subscribed:
            return "app_mention"
        kind = f"message.{_channel_type(self._workspace, notice.place)[1]}"
        return kind if kind in self._subscribed else None

    async def _read(self, notices: Iterable[Noticed]) -> dict[str, dict[str, Any]]:
        """The messages of these notices, by id, read place by place; not those that were taken back."""
        wanted: dict[str, list[str]] = {}
        for notice in notices:
            wanted.setdefault(notice.place, []).append(notice.ref)
        lines: dict[str, dict[str, Any]] = {}
        for place, refs in wanted.items():
            standing = [mark.id for mark in self._workspace.postmarks.standing(place)]
            refs = [ref for ref in refs if ref in standing]
            before: str | None = None
            while refs:
                newer = (
                    standing[standing.index(refs[0]) :]
                    if before is None
                    else standing[standing.index(refs[0]) : standing.index(before)]
                )
                arguments: dict[str, Any] = {"place": place, "limit": min(len(newer), MOST_READ)}
                if before is not None:
                    arguments["before"] = before
                try:
                    found = (await self._workspace.do("chat.read", arguments))["messages"]
                except SlackError as error:
                    if error.code not in ("not_in_channel", "channel_not_found"):
                        raise
                    break  # the seat has left since
                lines |= {line["id"]: line for line in found}
                if not found or any(line["id"] == refs[0] for line in found):
                    break
                before = found[0]["id"]
        return lines

    def _of_notice(
        self, notice: Noticed, news: News, at: int, lines: dict[str, dict[str, Any]]
    ) -> list[dict[str, Any]]:
        workspace = self._workspace
        if notice.app != "chat":
            if "message.im" not in self._subscribed:
                return []
            return [self._from_slackbot(_told(workspace, news), "notice", news.data, news.number, at)]
        if notice.kind == "reaction" and "reaction_added" in self._subscribed:
            return [self._reaction(notice, news, at)]
        if notice.kind == "invite" and "member_joined_channel" in self._subscribed:
            channel = ids.channel_id(notice.place)
            joined = {"type": "member_joined_channel", "user": ids.user_id(workspace.me), "channel": channel,
                      "channel_type": channel[0], "team": workspace.team,
                      "event_ts": ids.timestamp(at, news.number)}  # fmt: skip
            return [joined if notice.sender not in workspace.people else joined | {
                "inviter": ids.user_id(notice.sender)}]  # fmt: skip
        line = lines.get(notice.ref)
        return [] if line is None else self._of_message(notice, line)

    def _of_message(self, notice: Noticed, line: dict[str, Any]) -> list[dict[str, Any]]:
        told = message(self._workspace, line)
        told = {key: told[key] for key in ("type", "user", "text", "ts", "team", "thread_ts", "parent_user_id")
                if key in told and (key != "thread_ts" or line["thread"] is not None)}  # fmt: skip
        told |= {"channel": ids.channel_id(notice.place), "event_ts": told["ts"]}
        channel_type, plural = _channel_type(self._workspace, notice.place)
        events = []
        if notice.kind == "mention" and "app_mention" in self._subscribed:
            events.append(told | {"type": "app_mention"})
        if f"message.{plural}" in self._subscribed:
            events.append(told | {"channel_type": channel_type})
        return events

    def _reaction(self, notice: Noticed, news: News, at: int) -> dict[str, Any]:
        workspace = self._workspace
        item = {"type": "message", "channel": ids.channel_id(notice.place), "ts": workspace.postmarks.ts(notice.ref)}
        return {
            "type": "reaction_added", "user": ids.user_id(notice.sender), "item": item,
            "reaction": emoji_name(notice.gist.partition(" on: ")[0]), "item_user": ids.user_id(workspace.me),
            "event_ts": ids.timestamp(at, news.number),
        }  # fmt: skip

    def _from_slackbot(self, text: str, kind: str, data: dict[str, Any], number: int, at: int) -> dict[str, Any]:
        ts = ids.timestamp(at, number)
        return {
            "type": "message", "user": ids.SLACKBOT, "text": self._workspace.marks.in_slack(text), "ts": ts,
            "team": self._workspace.team, "channel": ids.SLACKBOT_DM, "channel_type": "im", "event_ts": ts,
            "workaday": {"kind": kind, "data": data},
        }  # fmt: skip


def _channel_type(workspace: Workspace, place: str) -> tuple[str, str]:
    """Slack's type of a place, and the name of its events."""
    if place.startswith("#"):
        return ("group", "groups") if workspace.postmarks.is_private(place) else ("channel", "channels")
    return ("im", "im") if place.startswith("dm:") else ("mpim", "mpim")


def _told(workspace: Workspace, news: News) -> str:
    """What is no chat, in words."""
    if news.kind == "task":
        return _task(Assignment.model_validate(news.data))
    if news.kind == "heard":
        heard = Heard.model_validate(news.data)
        return f"@{heard.who} says ({heard.where}): {heard.text}"
    notice = Noticed.model_validate(news.data)
    who = f"@{notice.sender}" if notice.sender in workspace.people else notice.sender
    return f"{notice.app}, {notice.kind.replace('_', ' ')} from {who}: {notice.gist} ({notice.ref})"


def _task(task: Assignment) -> str:
    lines = [f"A task from @{task.given_by}: {task.title}", task.text, f"To do: {task.deliver}, by {task.by}."]
    lines += [f"- {question}" for question in task.questions]
    if task.approval is not None:
        lines.append(f"Needs approval: {task.approval}.")
    return "\n".join(lines)
