"""What the player asked of people, question by question, and which fact of the scenario each is about.

Requests for a yes are none (`scorers.requests` has those), and neither are favours, courtesies and questions back to
somebody who asked something.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from scorers.asks import first_answers
from scorers.case import Case
from scorers.likeness import content_words
from scorers.requests import ABOUT, about, requests
from scorers.sentences import quotes_nothing, sentences
from sim.messages import Message
from sim.script import Belief, Fact, Task, Version
from sim.spelling import folded, spellings, states

NAMES_IT = 0.5
"""The share of the words of one of a fact's names that a question has to have (as for approvals)."""

_ASKS = re.compile(
    r"\b(?:(?:could|can|would|will|might) (?:you|somebody|anybody|anyone) (?:please |kindly |perhaps |possibly )?"
    r"(?:say|confirm|look up|check|share|point me|help me)|(?:please|kindly) (?:say|confirm|look up|check|share)|"
    r"(?:tell|give|send|get) (?:me|us)|let (?:me|us) know|i(?: would|'d) (?:like|need) to know|i need|"
    r"(?:do|does|did) (?:you|anybody|anyone|somebody) (?:know|have|happen)|i(?: am|'m) looking for)\b"
)
_PLEASANTRY = re.compile(
    r"\bhow (?:are|is|was|were) (?:you|things|it|the weekend|your|everything)\b|\bgood weekend|\bmake sense\?|"
    r"\banything else\b|\b(?:do|have) you (?:have )?(?:a (?:minute|moment|second)|time)\b|"
    r"\bis (?:that|this) ok(?:ay)?\?|\bcan we (?:talk|meet)\b|\bmay i (?:ask|disturb|bother)\b|"
    r"\bright\?$|\bok(?:ay)?\?$"
)


class Question(NamedTuple):
    """One thing asked in one message. ``fact`` is None where it is about nothing that the scenario knows."""

    serial: int
    at: int
    of: tuple[str, ...]
    fact: str | None
    text: str
    serves: bool
    """Of one about nothing that the scenario knows: whether it speaks of a task all the same."""


def questions(case: Case) -> tuple[Question, ...]:
    """Every question of the player's, in order; each fact once a message."""
    wishes = {request.serial for request in requests(case)}
    back = first_answers(case)
    works = [task for task in case.script.tasks if case.given(task)]
    topics = Topics(case.script.facts)
    found: list[Question] = []
    for message in case.sent:
        of = message.direct or message.to
        if not of:
            continue
        facts: dict[str, str] = {}
        aside = ""
        for sentence in _asking(message):
            named = topics.of(sentence)
            if named and message.serial in wishes and _is_wish(case, sentence, topics.share(sentence)):
                continue
            # What a message says itself, in other words than the question, it does not ask.
            for fact in named:
                if not _told(case.fact(fact), message.text) or _confirms(case.fact(fact), sentence):
                    facts.setdefault(fact, sentence)
            if not named and message.serial not in wishes and message.serial not in back:
                aside = aside or _aside(case, sentence)
        found += [Question(message.serial, message.at, of, fact, text, True) for fact, text in facts.items()]
        if aside and not facts:
            serves = any(_serves(case, aside, work) for work in works)
            found.append(Question(message.serial, message.at, of, None, aside, serves))
    return tuple(found)


class Topics:
    """Which of several facts a text speaks of, by their names."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._names = {fact.id: tuple(filter(None, map(stems, (fact.topic, *fact.asked_as)))) for fact in facts}
        whose = ((stem, fact) for fact, names in self._names.items() for stem in frozenset().union(*names))
        self._owners: dict[str, set[str]] = {}
        for stem, fact in whose:
            self._owners.setdefault(stem, set()).add(fact)

    def of(self, text: str) -> tuple[str, ...]:
        """The facts of whose names it has most: at least `NAMES_IT`, and two words or one that is no other fact's."""
        shares, best = self._shares(text), self.share(text)
        return tuple(fact for fact, share in shares.items() if share == best) if best >= NAMES_IT else ()

    def share(self, text: str) -> float:
        """The greatest share that a text has of any fact's name, from 0 to 1."""
        return max(self._shares(text).values(), default=0.0)

    def _shares(self, text: str) -> Mapping[str, float]:
        words = stems(text)
        return {fact: self._share(words, names) for fact, names in self._names.items()}

    def _share(self, words: frozenset[str], names: Iterable[frozenset[str]]) -> float:
        best = 0.0
        for name in names:
            shared = words & name
            if len(shared) > 1 or any(len(self._owners[word]) == 1 for word in shared):
                best = max(best, len(shared) / len(name))
        return best


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The content words of a text, no matter how many of the thing."""
    return frozenset(word if len(word) < 4 else word.removesuffix("s") for word in content_words(text))


def _asking(message: Message) -> tuple[str, ...]:
    """The sentences that ask, and the items of a list that follows upon one."""
    found, listing = [], False
    for sentence in sentences(quotes_nothing(message.text)):
        plain = folded(sentence)
        asks = plain.endswith("?") or _ASKS.search(plain) is not None
        if asks or (listing and len(sentence.split()) <= 20):
            found.append(sentence)
        listing = (asks and plain.endswith((":", ";"))) or (listing and not plain.endswith("."))
    return tuple(found)


def _is_wish(case: Case, sentence: str, share: float) -> bool:
    """Whether a sentence of a request asks for the yes, and not for a fact of whose name it has that ``share``."""
    wish = max((about(sentence, approval) for approval in case.script.approvals), default=0.0)
    return not sentence.endswith("?") or (wish >= ABOUT and wish > share)


def _told(fact: Fact, text: str) -> bool:
    """Whether a text gives a value of a fact, be it true or what somebody believes."""
    spoken: tuple[Version | Belief, ...] = (*fact.versions, *fact.believed.values())
    return any(states(text, spellings(one.value, one.spelled)) for one in spoken)


def _confirms(fact: Fact, sentence: str) -> bool:
    return sentence.endswith("?") and _told(fact, sentence)


def _aside(case: Case, sentence: str) -> str:
    """A question about nothing that the scenario knows, or "" for a courtesy, a favour or a wish for a yes."""
    plain = folded(sentence)
    if not plain.endswith("?") or _PLEASANTRY.search(plain) or len(content_words(sentence)) < 2:
        return ""
    if any(about(sentence, approval) >= ABOUT for approval in case.script.approvals):
        return ""
    names = (
        frozenset(content_words(name)) for favour in case.script.favours for name in (favour.topic, *favour.asked_as)
    )
    words = frozenset(content_words(sentence))
    if any(name and len(words & name) >= ABOUT * len(name) for name in names):
        return ""
    return sentence


def _serves(case: Case, sentence: str, task: Task) -> bool:
    """Whether a question speaks of a task: by a word of its title or of what it needs, or two of its text."""
    words = stems(sentence)
    needs = (" ".join((case.fact(need.fact).topic, *case.fact(need.fact).asked_as)) for need in task.needs)
    return bool(words & stems(f"{task.title} {' '.join(needs)}")) or len(words & stems(task.text)) > 1
