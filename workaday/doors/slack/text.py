"""Slack's marks in a text, and ours: <@U…> for a person, <#C…> for a channel, &amp; for an ampersand."""

import html
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sim.organisation import Person
from workaday.doors.slack.ids import NoId, person_of, place_of, user_id

_MARK: Final = re.compile(r"<([^<>\n]+)>")
_LINK: Final = re.compile(r"[a-z][a-z0-9+.-]*:\S+", re.IGNORECASE)
_EVERYBODY: Final = {"channel": "@channel", "everyone": "@channel", "here": "@here"}


def written_in_office(text: str) -> str:
    """A text of Slack's as it is written in the office."""
    return _unescaped(_MARK.sub(_plain, text))


def _plain(match: re.Match[str]) -> str:
    target, _, label = match[1].partition("|")
    try:
        if target.startswith("@"):
            return "@" + person_of(target[1:])
        if target.startswith("#"):
            return place_of(target[1:])
    except NoId:
        return match[0]
    if target.startswith("!"):
        return _EVERYBODY.get(target[1:].partition("^")[0], label or match[0])
    if _LINK.fullmatch(target):
        bare = target.removeprefix("mailto:")
        return bare if label in ("", bare) else f"{label} ({bare})"
    return match[0]


class Marks:
    """Writes the office's texts as Slack's."""

    def __init__(self, people: Iterable[Person]) -> None:
        known = list(people)
        firsts = [person.first.casefold() for person in known]
        self._called: dict[str, str] = {}
        for person in known:
            if firsts.count(person.first.casefold()) == 1:
                self._called[person.first.casefold()] = person.id
        self._called |= {person.name.casefold(): person.id for person in known}
        self._called |= {person.id.casefold(): person.id for person in known}
        spellings = sorted((*self._called, "channel", "here"), key=lambda spelled: (-len(spelled), spelled))
        one = "|".join(re.escape(_escaped(spelled)) for spelled in spellings)
        self._mention = re.compile(rf"(?<![^\W_])@({one})(?!\w|-\w)", re.IGNORECASE)

    def in_slack(self, text: str) -> str:
        """The text with Slack's marks for whom it calls."""
        return self._mention.sub(self._marked, _escaped(text))

    def _marked(self, match: re.Match[str]) -> str:
        called = _unescaped(match[1]).casefold()
        person = self._called.get(called)
        return f"<!{called}>" if person is None else f"<@{user_id(person)}>"


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def text_of_blocks(blocks: Any) -> str:
    """What blocks or attachments say, a line for each of their texts."""
    lines: list[str] = []

    def collect(node: Any) -> None:
        if isinstance(node, Mapping):
            told = next((node[key] for key in ("text", "fallback", "pretext") if isinstance(node.get(key), str)), None)
            if told is not None:
                lines.append(told)
                return
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for item in node:
                collect(item)

    collect(blocks)
    return "\n".join(line for line in lines if line.strip())
