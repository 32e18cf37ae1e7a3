"""Saying the same again: as the other has just said, as oneself said before, or as the prompt did.

Near-duplicates are messages whose three-word shingles overlap by seven tenths (Jaccard) with an earlier one of the same
person; see Broder, "On the resemblance and containment of documents" (1997). Short messages are stock phrases, and so
is what stands in somebody's persona as it is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorers.fidelity.slips import Slip
from scorers.likeness import contained, content_words
from scorers.realism.cues import talks_like_an_assistant
from scorers.realism.log import Item, Log
from scorers.realism.texts import own_words, words_of
from sim.spelling import folded

ALIKE = 0.7
"""Overlap of shingles from which on two messages are near-duplicates."""
SHORT = 6
"""Words below which a message is a stock phrase."""
ECHOED = 0.85
"""The share of the content of a message that stands in the other's last one, from which on it is an echo."""
ECHO_LEAST = 5
"""Content words below which nothing is an echo."""
LEAKS = 12
"""Words in a row that a message must share with a prompt to be a leak of it."""

_TEMPLATE = re.compile(
    r"\{\{|\}\}|\{%|%\}|\{[a-z_]+(?::[^}]*)?\}|\[[^\[\]\n]*\|[^\[\]\n]*\]|<\|[a-z_]+\|>|\"moves\"\s*:|^\s*\{\s*\"|```json|"
    r"\[[fpaw]\d{1,2}\]|(?:^|\n)# (?:Now|What was said before|From earlier days)\s*(?:\n|$)"
)
_PROMPT = re.compile(
    r"\b(?:system prompt|my instructions|as instructed|my persona|stay in character|in character|role[- ]?play\w*|"
    r"language model|the user|output format|json schema)\b"
)


def near_duplicates(log: Log) -> Iterator[Slip]:
    """Messages that say nearly what their writer said before, apart from stock phrases."""
    names = {person.id: person.name for person in log.case.org.people()}
    stock = {who: _stock(log, who) for who in log.people}
    seen: dict[str, dict[tuple[str, ...], list[int]]] = {}
    sizes: dict[int, int] = {}
    for item in log.written:
        own = own_words(item.text, names[item.sender])
        words = words_of(own)
        if len(words) < SHORT or " ".join(words) in stock[item.sender]:
            continue
        shingles = frozenset(zip(words, words[1:], words[2:], strict=False))
        index = seen.setdefault(item.sender, {})
        common = Counter(serial for shingle in shingles for serial in index.get(shingle, ()))
        twin = next((s for s, n in common.most_common(3) if n / (len(shingles) + sizes[s] - n) >= ALIKE), None)
        if twin is not None:
            told = f"said nearly what they had said in event {twin}"
            yield Slip("near-duplicate", item.sender, item.serial, item.to, told)
        sizes[item.serial] = len(shingles)
        for shingle in shingles:
            index.setdefault(shingle, []).append(item.serial)


def _stock(log: Log, who: str) -> frozenset[str]:
    """What somebody's persona says as it stands, as words."""
    persona: Any = log.record.header.get("staging", {}).get("personas", {}).get(who, {})
    lines: list[str] = list(persona.get("small_talk", ())) + list(persona.get("voice", {}).get("phrases", ()))
    for own in persona.get("says", {}).values():
        lines += own
    for work in persona.get("working_on", ()):
        lines += work.get("lines", ()) if isinstance(work, Mapping) else ()
    return frozenset(" ".join(words_of(line)) for line in lines if not re.search(r"[{\[]", line))


def echoes(log: Log) -> Iterator[Slip]:
    """Messages that repeat what the other has just said."""
    last: dict[tuple[str, str], Item] = {}
    for item in log.items:
        before = last.get((item.medium, item.place))
        last[item.medium, item.place] = item
        if before is None or item.sender not in log.cast or before.sender == item.sender:
            continue
        if item.sender not in before.to or len(content_words(item.text)) < ECHO_LEAST:
            continue
        if contained(item.text, before.text) >= ECHOED and contained(before.text, item.text) >= 0.5:
            yield Slip("echo", item.sender, item.serial, item.to, f"repeated what was said in event {before.serial}")


def assistants(log: Log) -> Iterator[Slip]:
    """Messages that talk like an assistant, or begin with a speaker's label."""
    names = {p.id: {folded(part) for part in (p.id, p.name, p.first)} for p in log.case.org.people()}
    for item in log.items:
        if item.sender not in log.cast:
            continue
        if talks_like_an_assistant(item.text):
            yield Slip("assistant", item.sender, item.serial, item.to, "talked like an assistant")
        label, colon, _ = item.text.partition(":")
        plain = folded(label)
        if colon and (plain in ("assistant", "user", "system") or plain in names[item.sender]):
            yield Slip("label", item.sender, item.serial, item.to, f"began with the label {label!r}")


def prompts(log: Log) -> Iterator[Slip]:
    """Messages with words of a prompt or a template in them."""
    told = _instructions(log)
    for item in log.items:
        if item.sender not in log.cast:
            continue
        if of_a_prompt(item.text, told):
            yield Slip("prompt", item.sender, item.serial, item.to, "holds words of a prompt or a template")


def of_a_prompt(text: str, told: frozenset[str]) -> bool:
    """Whether a text holds a template, speaks of instructions, or has one of the runs of words in ``told``."""
    return bool(_TEMPLATE.search(text) or _PROMPT.search(folded(text))) or not told.isdisjoint(runs_of(text))


def runs_of(text: str) -> frozenset[str]:
    """The runs of words by which ``text`` is known in another."""
    words = words_of(text)
    return frozenset(" ".join(words[start : start + LEAKS]) for start in range(len(words) - LEAKS + 1))


def _instructions(log: Log) -> frozenset[str]:
    """Runs of words that the prompts of several coworkers share: what they are told, and not what they know.

    Of each the first prompt is read: what they are told is the same in all of them.
    """
    people: dict[str, set[str]] = {}
    for who in log.people:
        first = next(log.record.thoughts(role="coworkers", who=who), None)
        for text in _system(first.request) if first is not None else ():
            for run in runs_of(text):
                people.setdefault(run, set()).add(who)
    return frozenset(run for run, who in people.items() if len(who) > 1)


def _system(request: Any) -> Sequence[str]:
    messages = request.get("messages", ()) if isinstance(request, Mapping) else ()
    return [str(m.get("content", "")) for m in messages if isinstance(m, Mapping) and m.get("role") == "system"]
