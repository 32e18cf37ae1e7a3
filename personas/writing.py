"""Putting points into words, in one person's voice: their templates, greeting and sign-off, length, emoji, slips.

What a slot stands for (a name, a number, a date, a value, the author's own words) is never touched by the voice: it is
carried through lower case, slips and all as it was given.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from personas.acts import ACTS, SpeechAct
from personas.grammar import expand, fits, plural_slots
from personas.memory import fingerprint
from personas.phrases import phrase
from personas.plan import Point
from personas.schema import Persona, Voice
from sim.mind import Contact
from sim.streams import pick

Channel = Literal["chat", "mail", "call"]

_OPEN, _OPEN_CAPITAL, _CLOSE = "ⓢ", "Ⓢ", "\ue000"
"""Marks around a protected text. The opening one has a capital form: ``{Topic}`` is told from ``{topic}`` by it."""
_MARKED = re.compile(f"([{_OPEN}{_OPEN_CAPITAL}])(\\d+){_CLOSE}")
_YES = frozenset({"yes", "yep", "yeah", "yup", "correct"})
_NOT_SLIPPED = re.compile(r"[A-Z]{2,}|^(?:http|www)")
_TRIES, _ROUNDS = 4, 3
_OWN_WORDS = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and to whom something is written. ``first_today`` is true where nothing was said before it."""

    channel: Channel
    to: Contact | None
    me: str
    boss: bool = False
    opens: bool = False
    curt: bool = False
    before: tuple[str, ...] = ()
    """What this person wrote in this conversation, not to be repeated word for word."""
    lately: tuple[str, ...] = ()
    """Fingerprints (:func:`personas.memory.fingerprint`) of what they wrote last to anybody, better not repeated."""


class Writer:
    """One person's hand."""

    def __init__(self, persona: Persona) -> None:
        self._persona = persona
        self._voice: Voice = persona.voice

    def write(self, points: Sequence[Point], setting: Setting, rng: Random) -> str:
        """The whole text that gets ``points`` across in ``setting``."""
        protected: list[str] = []
        said = [self._point(point, setting, rng, protected) for point in points]
        said = [text for text, after in zip(said, [*said[1:], ""], strict=True) if not _says_yes_twice(text, after)]
        if setting.channel == "mail":
            body = "\n".join(_sentences_joined(said, protected))
        else:
            body = " ".join(_sentences_joined(said, protected))
        body = self._in_voice(body, setting, rng)
        greets = not (setting.channel == "chat" and points[0].phrase in ("greet", "welcome"))
        lines = [self._greeting(setting, rng) if greets else "", body, self._sign_off(setting, rng)]
        gap = "\n\n" if setting.channel == "mail" else " "
        if setting.channel == "chat" and lines[0]:
            lines = [_after_greeting(lines[0], body), lines[2]]
        return _unmarked(gap.join(line for line in lines if line), protected, self._voice).strip()

    # -- points ---------------------------------------------------------------------------------------------------

    def _point(self, point: Point, setting: Setting, rng: Random, protected: list[str]) -> str:
        """The words of one point, its slots marked."""
        if point.verbatim is not None:
            return _mark(point.verbatim, protected)
        slots = {name: _mark(text, protected) for name, text in point.slots.items() if text}
        if point.phrase is not None:
            said = phrase(point.phrase, self._formality(setting), slots, rng, plural_slots(point.slots))
            return _with_capitals(said) if self._voice.capitals == "sentence" else said
        return self._spoken(point, slots, setting, rng, lambda text: _unmarked(text, protected, self._voice))

    def _spoken(
        self, point: Point, slots: Mapping[str, str], setting: Setting, rng: Random, plain: Callable[[str], str]
    ) -> str:
        """One of the persona's lines for an act: not one just said, and the shortest of a few where that is wanted."""
        act = point.act
        assert act is not None
        plural = plural_slots(point.slots)
        own = (point.line,) if point.line is not None else self._persona.lines(act)
        lines = [line for line in own if fits(line, slots.keys())]
        must = [slots[name][1:] for name in _MUST.get(act, ()) if name in slots]
        whole: list[str] = []
        for _ in range(_ROUNDS):
            tries = [expand(pick(rng, lines), slots, rng, plural) for _ in range(_TRIES)]
            whole += [t for t in tries if all(mark in t for mark in must)]
            if any(not _worn(plain(t), setting.lately) for t in whole):
                break
        if not whole:
            plain_line = next((line for line in ACTS[act].plain if fits(line, slots.keys())), lines[0])
            whole = [expand(plain_line, slots, rng, plural)]
        fresh = [t for t in whole if not _said_before(plain(t), setting.before)] or whole
        fresh = [t for t in fresh if not _worn(plain(t), setting.lately)] or fresh
        said = min(fresh, key=len) if setting.curt else fresh[0]
        if point.points_to and "who" in slots and slots["who"][1:] not in said:
            return f"{_ended(said)} {phrase('ask_who', self._formality(setting), slots, rng, plural)}"
        return said

    def _formality(self, setting: Setting) -> float:
        """Politer upward (Peterson, Hohensee and Xia 2011, direction only; the size is a design value)."""
        return min(1.0, self._voice.formality + (0.1 if setting.boss else 0.0))

    # -- around it ------------------------------------------------------------------------------------------------

    def _greeting(self, setting: Setting, rng: Random) -> str:
        template = self._voice.greets.get(setting.channel)
        if template is None or setting.to is None or setting.channel == "call":
            return ""
        if setting.channel == "chat" and (not setting.opens or setting.curt):
            return ""
        return expand(template, _names(setting.to.name, setting.to.first), rng)

    def _sign_off(self, setting: Setting, rng: Random) -> str:
        template = self._voice.signs.get(setting.channel)
        if template is None or setting.channel == "call" or (setting.channel == "chat" and not setting.opens):
            return ""
        return expand(template, _names(setting.me, setting.me.split()[0] if setting.me.split() else ""), rng)

    # -- voice ----------------------------------------------------------------------------------------------------

    def _in_voice(self, body: str, setting: Setting, rng: Random) -> str:
        voice = self._voice
        if voice.capitals == "lower":
            body = _outside_marks(body, str.lower).replace(_OPEN_CAPITAL, _OPEN)
        elif voice.capitals == "sentence":
            body = _with_capitals(body)
        if setting.channel == "call":
            return body
        rate = voice.typos / 100 * (0.5 if setting.boss else 1.0)
        if rate > 0:
            body = _WORD_OR_MARK.sub(lambda m: _slip(m.group(), rate, rng), body)
        if setting.channel == "chat":
            stops, emoji = rng.random(), rng.random()
            if stops >= voice.final_stop and body.endswith(".") and not body.endswith(".."):
                body = body[:-1]
            if emoji < voice.emoji_often and not setting.curt and not any(e in body for e in voice.emoji):
                body = f"{body} {pick(rng, voice.emoji)}"
        return body


_MUST: Mapping[SpeechAct, tuple[str, ...]] = {
    **dict.fromkeys(("answer", "answer_unsure", "partial", "correct", "news"), ("value",)),
    **dict.fromkeys(("promise", "promise_late"), ("when",)),
    **dict.fromkeys(("ask_clarify", "needs_more", "chase"), ("what",)),
}
"""What a line must say, whatever its template makes optional."""


_WORD_OR_MARK = re.compile(f"[{_OPEN}{_OPEN_CAPITAL}]\\d+{_CLOSE}|\\b[A-Za-z]{{4,}}\\b")


def _mark(text: str, protected: list[str]) -> str:
    protected.append(text)
    return f"{_OPEN}{len(protected) - 1}{_CLOSE}"


def _unmarked(text: str, protected: Sequence[str], voice: Voice) -> str:
    """The protected texts back in their places; with a capital where the sentence wants one."""

    def back(match: re.Match[str]) -> str:
        given = protected[int(match[2])]
        capital = match[1] == _OPEN_CAPITAL and voice.capitals != "lower"
        return given[:1].upper() + given[1:] if capital else given

    return _MARKED.sub(back, text)


def _outside_marks(text: str, change: Callable[[str], str]) -> str:
    parts = re.split(f"([{_OPEN}{_OPEN_CAPITAL}]\\d+{_CLOSE})", text)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def _with_capitals(text: str) -> str:
    """With a capital at the beginning, unless a protected text stands there."""
    return text if text[:1] == _OPEN else text[:1].upper() + text[1:]


def _after_greeting(greeting: str, body: str) -> str:
    """Both on one line; after a comma the sentence goes on with a small letter."""
    if greeting[-1] not in ",!.:?-":
        greeting += ","
    if greeting.endswith(",") and re.match(r"[A-Z][a-z]", body):
        body = body[0].lower() + body[1:]
    return f"{greeting} {body}"


def _ended(text: str) -> str:
    """``text`` with a full stop, unless it has an end of its own."""
    return f"{text}." if text[-1:].isalnum() or text.endswith(_CLOSE) else text


def _sentences_joined(said: Sequence[str], protected: Sequence[str]) -> list[str]:
    """Parts that can stand next to each other: each but the last ends like a sentence."""
    ended = []
    for index, text in enumerate(said):
        whole = text.strip()
        mark = _MARKED.search(whole[-12:])
        closed = mark is not None and whole.endswith(_CLOSE) and not protected[int(mark[2])][-1:].isalnum()
        ended.append(whole if index == len(said) - 1 or closed else _ended(whole))
    return [text for text in ended if text]


def _says_yes_twice(text: str, after: str) -> bool:
    """Whether a bare yes stands before a text that begins with one."""
    return text.lower().strip(".! ") in _YES and re.split(r"\W", after.lower(), maxsplit=1)[0] in _YES


def _names(name: str, first: str) -> dict[str, str]:
    parts = name.split()
    initials = "".join(part[0] for part in parts).upper()
    return {"name": name, "first": first, "last": parts[-1] if parts else name, "initials": initials}


def _said_before(text: str, before: Collection[str]) -> bool:
    words = " ".join(re.findall(r"\w+", text.lower()))
    return any(words and words in " ".join(re.findall(r"\w+", earlier.lower())) for earlier in before)


def _worn(text: str, lately: Collection[str]) -> bool:
    """Whether these words stand in something they wrote lately; a word or two is nobody's in particular."""
    said = fingerprint(text)
    return said.count(" ") >= _OWN_WORDS and any(said in earlier for earlier in lately)


def _slip(word: str, rate: float, rng: Random) -> str:
    """The word with a slip of the finger, with chance ``rate``: two letters swapped, one left out, or one doubled."""
    if word[0] in (_OPEN, _OPEN_CAPITAL) or rng.random() >= rate or _NOT_SLIPPED.search(word):
        return word
    at = 1 + int(rng.random() * (len(word) - 2))
    kind = int(rng.random() * 3)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at + 1 :] if kind == 1 else word[:at] + word[at] + word[at:]
