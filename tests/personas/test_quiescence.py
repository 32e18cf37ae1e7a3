"""Left alone, people stop talking: two who answer each other, and a channel of two hundred, in a running world."""

from collections import Counter
from typing import Any

import pytest

from personas.load import library, load
from personas.mind import PersonaMind
from personas.reflex import Reflex
from sim.mind import Mind
from sim.organisation import Channel, Person
from sim.record import Record
from sim.vocabulary.chat import MessageSent
from tests.office import GRAZ, MONDAY, SmallOrg
from tests.simworld import Steps, play

DAYS = 5 * 86400
OPENINGS = (
    "Hi Ines! How was your weekend?",
    "What is the status of the audit? And did you see my mail?",
    "Thanks a lot for yesterday, you're the best!",
    "Can you send me the list of the suppliers by Thursday noon?",
    "Any news? I'm still waiting for your answer.",
    "Which one do you mean?",
    "Are you sure? I think it is wrong.",
    "May I spend 824 EUR on lids?",
    "Könntest du mir bitte die Liste schicken?",
    "You never answer. This is unacceptable.",
)


class BigOrg(SmallOrg):
    """The small office, and as many more as make two hundred, all of them in #general."""

    def __init__(self) -> None:
        more = tuple(Person(f"p{n}", f"Person{n} Nr{n}", "Clerk", "graz", GRAZ) for n in range(194))
        self._people = (*SmallOrg._people, *more)
        self._by_id = {p.id: p for p in self._people}
        self._managers = {**SmallOrg._managers, **{p.id: "anna-k" for p in more}}  # type: ignore[misc]
        self._channels = (  # type: ignore[assignment]
            Channel("#general", tuple(p.id for p in self._people), "Everybody"),
        )

    def person(self, who: str, /) -> Person:
        return self._by_id[who]


def _mind(who: str, persona: str) -> PersonaMind:
    return Reflex(load(persona), person=who, org_name="Small & Co")


def _texts(record: Record) -> list[str]:
    return [e.body.text for e in record.events(kind=MessageSent) if isinstance(e.body, MessageSent)]


def _messages(record: Record) -> Counter[str]:
    return Counter(e.actor for e in record.events(kind=MessageSent))


async def _two(one: str, other: str, opening: str) -> Record:
    """The player says something to two people at once, in one conversation, and then nothing more for days."""
    minds: dict[str, Mind] = {"ines": _mind("ines", one), "anna-k": _mind("anna-k", other)}
    player = Steps(("chat.send", {"to": ["ines", "anna-k"], "text": opening}))
    _, record = await play(player, minds=minds, cast=("ines", "anna-k"), horizon=MONDAY + DAYS)
    return record


SHELF = tuple(library())
PAIRS = tuple(zip(SHELF[::3], SHELF[-2::-3], strict=False))


@pytest.mark.parametrize(("one", "other"), PAIRS)
async def test_two_people_left_alone_stop_talking(one: str, other: str) -> None:
    """Whatever starts it, a talk that nobody from outside goes on with is over within a few messages each."""
    answered = 0
    for opening in OPENINGS:
        record = await _two(one, other, opening)
        sent = _messages(record)
        answered += sent["ines"] + sent["anna-k"] > 0
        assert sent["ines"] + sent["anna-k"] <= 12, (opening, _texts(record))


async def test_thanks_to_two_hundred_do_not_set_them_off() -> None:
    """One word to a whole channel is read by all, and answered by hardly anybody."""
    org: Any = BigOrg()
    people = [p.id for p in org.people() if p.id != "tomas"]
    minds: dict[str, Mind] = {who: _mind(who, SHELF[n % len(SHELF)]) for n, who in enumerate(people)}
    thanks = ("@channel thanks all!", "thank you everybody, great work 🎉")
    player = Steps(*(("chat.send", {"to": "#general", "text": text}) for text in thanks))
    _, record = await play(player, org=org, minds=minds, cast=tuple(people), horizon=MONDAY + 2 * 86400)
    sent = _messages(record)
    assert sent["tomas"] == 2
    assert sum(sent.values()) - 2 <= 5, _texts(record)
    assert record.count(kind="chat.reacted") <= 60
