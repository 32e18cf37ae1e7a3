"""Where a model falls out of its role: text of the prompt, an echo, an assistant's phrases, another's voice, a loop.

All of it is told by form, so that the same text is always judged alike. What is found is asked for again once; the
words for that are part of each finding.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from personas.clauses import is_foreign
from personas.reading import asked_text
from personas.reply import LONGEST
from personas.words import plain
from sim.mind import Moment

_RUN = 8
"""As many words in a row from the prompt are its text, not a person's."""
_ECHO = 6
"""From so many words on, a text that is what was just read is an echo."""
_WHOLE = 4
"""And from so many on, one that is it to the word."""
_MOSTLY = 0.8
_LOOPS = 3
_WORD = re.compile(r"[^\W_]+")
_HANDLE = re.compile(r"\[[fpaw]\d{1,2}\]")
_SCAFFOLD = re.compile(
    r"what you know and may tell them|you know this and keep it from them|what you do not know, and who may|"
    r"you have nothing to tell them about this|work that people ask of you|open promises between you and them|"
    r"yours to decide\. you will|you will (?:grant|refuse) it when asked|before you decide, the request must name|"
    r"you would say it takes|you do not do this for them|you owe them:|they owe you:|"
    r"(?:some|a lot of) work waits for you|they ask you to decide on|"
    r"you are (?:on the phone|in a meeting): a sentence|"
    r"it is (?:mon|tue|wed|thu|fri|sat|sun) \d{1,2} [a-z]+ \d{4}, between|"
    r"reply with (?:the|one) json object|handles? of the (?:facts?|people|approvals?|work)|"
    r"\b(?:silence_because|sends_to|takes_on)\b"
)
_HEADING = re.compile(
    r"^\s*#*\s*(?:what was said before|from earlier days|now)\s*$|"
    r"\b(?:mon|tue|wed|thu|fri|sat|sun) \d{1,2}-\d{1,2} h (?:you|[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}):",
    re.I | re.M,
)
"""What stands above and before the lines of a talk in a prompt."""
_ASSISTANT = re.compile(
    r"\bas an? (?:ai|artificial intelligence|(?:large )?language model|(?:virtual |ai )?assistant|chatbot)\b|"
    r"\bi(?:'m| am) (?:just |only )?an? (?:ai|language model|virtual assistant|chatbot|bot)\b|"
    r"\bmy (?:system )?(?:prompt|instructions|training data|guidelines|programming)\b|\bsystem prompt\b|"
    r"\bhow (?:can|may) i (?:help|assist) you (?:today|with that)\b|"
    r"\bi (?:can(?:'t|not)|am unable to|am not able to|won't be able to) (?:assist|comply|fulfil+|help) (?:with|to)? ?"
    r"(?:that|this|your) request\b|"
    r"\b(?:is there anything else|feel free to ask if)\b.{0,20}\b(?:i can (?:help|assist)|"
    r"you have (?:any )?(?:more|other|further) questions)\b|"
    r"\bi(?:'m| am) here to (?:help|assist) you\b"
)
_SPEAKER = re.compile(r"(?:^|\n)\s*(?P<who>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2})\s*:(?=\s)")
_MACHINES = frozenset({"user", "assistant", "system", "human", "ai", "bot", "model"})
_BLANK = re.compile(
    r"\{\{|\}\}|\{[a-z_]{2,20}\}|<(?:first|last|full) name>|<initials>|\[(?:your|insert|recipient)[^\]]*\]", re.I
)
_EXAMPLE = re.compile(r"\s*(?:it is )?(?:\.{3}|…)\s*$", re.I)
"""The reply that the charter shows as an example, copied."""
_MARKUP = re.compile(
    r"</?[a-z][a-z0-9]*(?:\s+[\w-]+\s*=[^<>]*)?\s*/?>|^\s{0,3}#{1,6}\s+|^\s*```\w*\s*$|```|(?<!\w)(?:\*\*|__)(?=\S)|(?<=\S)(?:\*\*|__)(?!\w)|"
    r"^\s*(?:-{3,}|\*{3,})\s*$",
    re.I | re.M,
)


@dataclass(frozen=True, slots=True)
class Lapse:
    """One way in which a text is not this person's: its kind, what shows it, and the words to ask for it again."""

    kind: str
    detail: str
    wish: str


def without_markup(text: str) -> str:
    """``text`` as it would be typed: no tags, no fences, no headings, no bold."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", _MARKUP.sub("", text))).strip()


def without_own_name(text: str, moment: Moment) -> str:
    """``text`` without this person's own name in front, as in a script."""
    found = _SPEAKER.match(text)
    return text[found.end() :].strip() if found and plain(found["who"]) in _names(moment.name) else text


def lapses(text: str, moment: Moment, prompt: frozenset[str], longest: int = LONGEST) -> tuple[Lapse, ...]:
    """What is not this person's in ``text``. ``prompt`` are the runs of words of the prompt (:func:`runs`).

    From ``longest`` characters on it is more than this person writes here, or was cut off there.
    """
    found = (
        _too_long(text, longest), _of_the_prompt(text, prompt), _echo(text, moment), _assistant(text),
        _other_voice(text, moment), _to_oneself(text, moment), _foreign(text, moment),
        _loop(text), _no_words(text, moment),
    )  # fmt: skip
    return tuple(lapse for lapse in found if lapse is not None)


def runs(texts: Iterable[str]) -> frozenset[str]:
    """Every run of words of the texts that is long enough to be told again."""
    return frozenset(run for text in texts for line in text.splitlines() for run in _runs(line))


@lru_cache(maxsize=256)
def _runs(line: str) -> tuple[str, ...]:
    words = _WORD.findall(plain(line))
    return tuple(" ".join(words[n : n + _RUN]) for n in range(len(words) - _RUN + 1))


def _too_long(text: str, longest: int) -> Lapse | None:
    if len(text) < longest:
        return None
    return Lapse("too_long", f"{len(text)} characters", "is far too long; say it in a few lines")


def _of_the_prompt(text: str, prompt: frozenset[str]) -> Lapse | None:
    low = plain(text)
    shows = _HANDLE.search(text) or _SCAFFOLD.search(low) or _HEADING.search(text)
    run = shows.group() if shows else next((r for r in _runs(" ".join(text.split())) if r in prompt), None)
    if run is None:
        return None
    return Lapse(
        "prompt_text", run, "repeats what was written for you alone; say it in your own words, without handles"
    )


def _echo(text: str, moment: Moment) -> Lapse | None:
    """What was just read, given back."""
    if moment.incoming is None:
        return None
    mine, theirs = _WORD.findall(plain(text)), _WORD.findall(plain(asked_text(moment.incoming)))
    same = len(mine) >= _WHOLE and mine == theirs
    if not same and (len(mine) < _ECHO or len(theirs) < _ECHO):
        return None
    pairs = [tuple(mine[n : n + 3]) for n in range(len(mine) - 2)]
    there = {tuple(theirs[n : n + 3]) for n in range(len(theirs) - 2)}
    if not same and sum(pair in there for pair in pairs) < _MOSTLY * len(pairs):
        return None
    return Lapse("echo", text, "only repeats what they wrote; answer it")


def _assistant(text: str) -> Lapse | None:
    found = _ASSISTANT.search(plain(text))
    blank = _BLANK.search(text) or _EXAMPLE.match(text)
    if found:
        return Lapse("role", found.group(), "speaks as a machine; you are a person at work and nothing else")
    if blank:
        return Lapse("placeholder", blank.group(), "has a blank in it; write what you would really write")
    if text.lstrip().startswith("{") and '"' in text:
        return Lapse("placeholder", text[:40], "is an object, not words; write what you would really write")
    return None


def _other_voice(text: str, moment: Moment) -> Lapse | None:
    """Somebody else's lines, as in a script."""
    others = {name for c in moment.contacts for name in _names(c.name)} | _MACHINES
    for found in _SPEAKER.finditer(text):
        if plain(found["who"]) in others - _names(moment.name):
            return Lapse("role", found["who"], f"speaks for {found['who']}; say only what you say yourself")
    return None


def _to_oneself(text: str, moment: Moment) -> Lapse | None:
    """Their own name where the reader's belongs: "Good morning Ines", "It is with you, Ines."."""
    own = plain(moment.name).split()[:1]
    others = {plain(c.first) for c in moment.contacts}
    if not own or own[0] in others:
        return None
    name = re.escape(own[0])
    found = re.search(
        rf"^\W*(?:(?:hello|hi|hey|dear|thanks|thank you|sorry|sure|yes|no|ok|okay|good (?:morning|afternoon|evening))"
        rf"(?: there)?,? {name}\b(?! (?:here|speaking))|{name}, |(?:\S+ ){{3,}}\S+, {name}[.!?]+\s*$)",
        plain(text),
        re.M,
    )
    return Lapse("role", found.group(), "addresses yourself; you write to somebody else") if found else None


def _foreign(text: str, moment: Moment) -> Lapse | None:
    theirs = asked_text(moment.incoming) if moment.incoming is not None else ""
    if not is_foreign(text) or (theirs and is_foreign(theirs)):
        return None
    return Lapse("language", text[:60], "is not in English; write English")


def _loop(text: str) -> Lapse | None:
    sentences = [" ".join(_WORD.findall(plain(s))) for s in re.split(r"[.!?\n]+", text)]
    often = [s for s, count in Counter(s for s in sentences if s.count(" ") >= 2).items() if count >= _LOOPS]
    return Lapse("loop", often[0], "says the same again and again; say it once") if often else None


def _no_words(text: str, moment: Moment) -> Lapse | None:
    """Signs alone are a message in chat and nowhere else; many of them are none anywhere."""
    chat = moment.incoming is not None and moment.incoming.app == "chat"
    if _WORD.search(text) or not text.strip() or (chat and len(text) <= 12):
        return None
    return Lapse("no_words", text[:20], "has no words; write some, or leave say empty")


@lru_cache(maxsize=1024)
def _names(name: str) -> frozenset[str]:
    return frozenset({plain(name), *(plain(part) for part in name.split()[:1])})
