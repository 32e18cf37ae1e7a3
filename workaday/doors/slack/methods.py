"""All methods of the Web API by name. Whoever adds one gives it its name here."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from workaday.doors.slack import about, conversations, files, messages, own, people
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.workspace import Workspace

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Method:
    """One method: what it answers, beside "ok"."""

    answers: Callable[[Workspace, Given], Awaitable[Answer]]
    free: bool = False
    """It does nothing in the office, and costs no time."""


FREE: Final[Mapping[str, Callable[[Workspace, Given], Awaitable[Answer]]]] = {
    "auth.test": about.auth,
    "bots.info": about.bot,
    "chat.getPermalink": messages.permalink,
    "conversations.close": conversations.close,
    "conversations.open": conversations.open_dm,
    "emoji.list": about.emoji,
    "files.getUploadURLExternal": files.upload_url,
    "team.info": about.team,
    "workaday.briefing": own.briefing,
    "workaday.now": own.now,
}
"""Methods that do nothing in the office, and cost no time."""
ACTING: Final[Mapping[str, Callable[[Workspace, Given], Awaitable[Answer]]]] = {
    "chat.delete": messages.delete,
    "chat.meMessage": messages.post,
    "chat.postMessage": messages.post,
    "chat.update": messages.update,
    "conversations.create": conversations.create,
    "conversations.history": conversations.history,
    "conversations.info": conversations.info,
    "conversations.invite": conversations.invite,
    "conversations.join": conversations.join,
    "conversations.leave": conversations.leave,
    "conversations.list": conversations.all_of_them,
    "conversations.mark": conversations.mark,
    "conversations.members": conversations.members,
    "conversations.replies": conversations.replies,
    "dnd.endSnooze": people.end_snooze,
    "dnd.info": people.dnd,
    "dnd.setSnooze": people.snooze,
    "files.completeUploadExternal": files.complete,
    "files.delete": files.delete,
    "files.info": files.info,
    "files.list": files.all_of_them,
    "reactions.add": messages.react,
    "reactions.get": messages.reactions,
    "reactions.remove": messages.unreact,
    "search.all": messages.search_all,
    "search.files": messages.search_files,
    "search.messages": messages.search,
    "users.conversations": conversations.own,
    "users.getPresence": people.presence,
    "users.info": people.info,
    "users.list": people.all_of_them,
    "users.lookupByEmail": people.by_mail,
    "users.profile.get": people.profile,
    "users.setPresence": people.set_presence,
    "workaday.act": own.act,
    "workaday.wait": own.wait,
}
"""Methods that are acts of the seat."""
METHODS: Final[Mapping[str, Method]] = {
    **{name: Method(answers, free=True) for name, answers in FREE.items()},
    **{name: Method(answers) for name, answers in ACTING.items()},
}
