"""One person does not say the same over and over: two hundred messages in mixed situations differ from each other."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

import pytest

from personas.load import library, load
from personas.memory import fingerprint
from personas.plan import Point
from personas.schema import Persona
from personas.writing import Channel, Setting, Writer
from sim.mind import Contact

PEOPLE = (
    Contact(id="seat", name="Robin Vale", first="Robin", title="Analyst"),
    Contact(id="marco", name="Marco Neri", first="Marco", title="Head of Purchasing"),
    Contact(id="hoa", name="Hoa Nguyễn", first="Hoa", title="Buyer", relation=("manager",)),
)
TOPICS = (
    ("the price of a detector", "41 300 EUR"), ("the lead time of the lasers", "6 weeks"),
    ("the battery order", "5 200 cells"), ("the date of the audit", "Thursday 12 March"),
    ("the cause of the delay", "a missing certificate"), ("the discount for Antwerp", "4 %"),
    ("the free loan units", "34 units"), ("the size of the hall", "1 200 square metres"),
)  # fmt: skip
WORK = ("the supplier list", "the slide for the bank", "the count of the shelves", "the draft of the contract")
WHEN = ("Thu 16:00", "tomorrow noon", "15:30", "Fri 11:00")
SITUATIONS = (
    "answer", "answer", "answer", "answer_unsure", "dont_know", "redirect", "refuse", "ask_clarify", "promise",
    "promise_late", "cant_promise", "done", "approve", "decline_approval", "needs_more", "chase", "correct", "news",
    "small_talk", "own_work", "sorry_late", "above_my_limit", "by_call_only", "work_line",
)  # fmt: skip
MOST_ALIKE, ALIKE, SHINGLE = 0.05, 0.8, 5


def _messages(persona: Persona, count: int) -> Iterator[str]:
    """What one person writes in ``count`` situations of a few weeks, a word or a subject apart from each other."""
    rng, writer = Random(f"variety {persona.id}"), Writer(persona)
    said: list[str] = []
    small, work = list(persona.lines("small_talk")), [line for w in persona.working_on for line in w.lines]
    for number in range(count):
        act = SITUATIONS[number % len(SITUATIONS)]
        topic, value = rng.choice(TOPICS)
        to = rng.choice(PEOPLE)
        channel: Channel = rng.choice(("chat", "chat", "chat", "mail", "call"))
        slots = {
            "topic": topic, "value": value, "first": to.first, "who": "Ines", "what": rng.choice(WORK),
            "when": rng.choice(WHEN), "was": "39 000 EUR", "why": "the quarter is closed",
        }  # fmt: skip
        if act == "work_line":
            point = Point(verbatim=work.pop(rng.randrange(len(work)))) if work else None
        elif act == "small_talk":
            line = small.pop(rng.randrange(len(small))) if small else None
            point = Point(act="small_talk", line=line, slots={"first": to.first}) if line else None
        else:
            point = Point(act=act, slots=slots)  # type: ignore[arg-type]
        if point is not None:
            setting = Setting(
                channel,
                to,
                "Ines Hofer",
                boss="manager" in to.relation,
                opens=number % 3 == 0,
                lately=tuple(said[-80:]),
            )
            text = writer.write((point,), setting, rng)
            said.append(fingerprint(text))
            yield text


@lru_cache(maxsize=4096)
def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Each five words in a row; the whole of a shorter text."""
    words = re.findall(r"[^\W_]+", text.lower())
    return frozenset(tuple(words[i : i + SHINGLE]) for i in range(max(1, len(words) - SHINGLE + 1)))


def _near_duplicates(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Each text with an earlier one that it nearly repeats."""
    found: list[tuple[str, str]] = []
    kept: list[str] = []
    for text in texts:
        own = _shingles(text)
        alike = next((t for t in kept if len(own & _shingles(t)) >= ALIKE * len(own | _shingles(t))), None)
        if alike is not None:
            found.append((alike, text))
        kept.append(text)
    return found


def _stock(persona: Persona, text: str) -> bool:
    """Whether a text is no more than a phrase that is theirs: a few words, or a line without a choice in it."""
    return len(re.findall(r"[^\W_]+", text)) < SHINGLE


@pytest.mark.parametrize("who", library())
def test_two_hundred_messages_of_one_person_are_not_alike(who: str) -> None:
    """Of what somebody writes, at most one in twenty nearly repeats something they wrote before; nods do not count."""
    persona = load(who)
    texts = list(_messages(persona, 230))[:200]
    counted = [t for t in texts if not _stock(persona, t)]
    alike = _near_duplicates(counted)
    assert len(texts) >= 190
    assert len(alike) <= MOST_ALIKE * len(texts), f"{len(alike)} of {len(texts)}:\n" + "\n".join(map(str, alike))


def test_repeats_are_found() -> None:
    """The measure itself: a word changed in a long text is a repeat, another text is none."""
    one = "I have looked at the list of suppliers again and two of them are not on it any more, as far as I can see."
    assert _near_duplicates([one, one.replace("two", "two")]) == [(one, one)]
    assert _near_duplicates([one, "I have looked at the contract, and it holds."]) == []
