"""Moments for tests: Ines, head of finance, and what she knows, may say and decides. Each part can be replaced."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from personas.schema import Persona
from sim.mind import (
    Approvable,
    Contact,
    Errand,
    Favour,
    Incoming,
    Line,
    Moment,
    Occasion,
    Pointer,
    Say,
    Statement,
    Turn,
    Withheld,
)


def contact(who: str, name: str, title: str, relation: tuple[str, ...] = ("colleague",), **more: Any) -> Contact:
    return Contact(id=who, name=name, first=name.split(maxsplit=1)[0], title=title, relation=relation, **more)


SEAT = contact("seat", "Robin Vale", "Operations analyst")
CONTACTS = (
    SEAT,
    contact("marco", "Marco Neri", "Head of Purchasing", ("peer",), looks_after=("suppliers", "detectors")),
    contact("ruth", "Ruth Adeyemi", "Managing Director", ("manager",)),
    contact("tomas", "Tomás Ferrer", "Accountant", ("report",), looks_after=("invoices",)),
    contact("lena", "Lena Brandt", "IT administrator", looks_after=("laptops", "user accounts")),
)
MAY_SAY = (
    Statement(fact="detector-price", topic="the price of a detector", asked_as=("detector cost",), value="41 300 EUR"),
    Statement(fact="laser-price", topic="the price of a laser", value="8 200 EUR"),
    Statement(
        fact="lead-time", topic="the lead time of a detector", asked_as=("delivery time",), value="6 weeks", sure=False
    ),
    Statement(fact="budget-owner", topic="who owns the detector budget", asked_as=("budget owner",), value="Ruth"),
)
WITHHELD = (
    Withheld(fact="salaries", topic="salaries", asked_as=("what people earn",), why="policy", ask=("ruth",)),
    Withheld(fact="exemption", topic="the freeze exemption", asked_as=("exempt from the freeze",), why="by_call_only"),
)
POINTERS = (Pointer(fact="warehouse-move", topic="the date of the warehouse move", who=("marco",)),)
APPROVABLES = (
    Approvable(
        id="detector-order",
        kind="spend",
        topic="the order of detectors",
        asked_as=("buying the detectors",),
        amount="46 900 EUR",
        standing="above_my_limit",
        who=("ruth",),
    ),
)
FAVOURS = (Favour(id="bank-slide", topic="a slide for the bank", asked_as=("bank slide",), takes=7200),)


def said(who: str, text: str) -> Line:
    """A line of a thread; Ines's own are hers."""
    name = next((c.name for c in CONTACTS if c.id == who), "Ines Hofer")
    return Line(who=who, name=name, text=text, at="Tue 10:00", mine=who == "ines")


def reading_moment(
    text: str,
    *,
    thread: Sequence[Line] = (),
    sender: Contact = SEAT,
    app: Any = "chat",
    addressed: Any = "me",
    readers: int = 1,
    repeats: int = 0,
    subject: str | None = None,
    place: str = "dm",
    **more: Any,
) -> Moment:
    """The moment in which Ines has read ``text``."""
    line = Line(who=sender.id, name=sender.name, text=text, at="Tue 10:15")
    incoming = Incoming(
        app=app,
        ref="m1",
        place=place,
        sender=sender,
        subject=subject,
        lines=(line,),
        thread=tuple(thread),
        addressed=addressed,
        readers=readers,
        repeats=repeats,
    )
    return plain_moment(incoming=incoming, **more)


def plain_moment(occasion: Occasion = "message", **more: Any) -> Moment:
    """A moment of Ines's with all she knows."""
    given: dict[str, Any] = {
        "me": "ines",
        "name": "Ines Hofer",
        "title": "Head of Finance",
        "org": "Northlight Instruments",
        "local_time": "Tue 3 March 2026, 10:15",
        "contacts": CONTACTS,
        "may_say": MAY_SAY,
        "withheld": WITHHELD,
        "pointers": POINTERS,
        "approvables": APPROVABLES,
        "favours": FAVOURS,
    }
    return Moment(occasion=occasion, **{**given, **more})


@pytest.fixture
def moment_of() -> Callable[..., Moment]:
    """``moment_of(text, thread=..., addressed=...)``: Ines has read this."""
    return reading_moment


@pytest.fixture
def errand_of() -> Callable[..., Moment]:
    """``errand_of("chase", what=..., to=(...))``: Ines wants something of her own accord."""

    def make(occasion: Occasion, *, moment: dict[str, Any] | None = None, **errand: Any) -> Moment:
        return plain_moment(occasion, errand=Errand(**errand), **(moment or {}))

    return make


@pytest.fixture
def line_of() -> Callable[[str, str], Line]:
    """``line_of("seat", "text")``: a line of a thread; "ines" says her own."""
    return said


@pytest.fixture
def persona_of() -> Callable[..., Persona]:
    """``persona_of(traits={...}, voice={...})``: a colleague without templates of their own."""

    def make(**more: Any) -> Persona:
        return Persona(**{"persona": "plain-colleague", "about": "Does the job.", **more})

    return make


class Talk:
    """A conversation of the seat with Ines in one chat: her mind, and the thread as it grows."""

    def __init__(self, mind: Any, **moment: Any) -> None:
        self.mind = mind
        self.thread: list[Line] = []
        self.moment = moment
        self.count = 0

    async def say(self, text: str, **more: Any) -> Turn:
        """Say it to her; her turn, with what her gate decided as its only move where it did not let it through."""
        self.count += 1
        given = {"thread": self.thread[-8:], "chance": self.count * 7919, **self.moment, **more}
        moment = reading_moment(text, **given)
        held = self.mind.gate(moment)
        turn = Turn(moves=(held,)) if held is not None else await self.mind.think(moment)
        self.mind.landed(moment, turn)
        self.thread.append(said("seat", text))
        self.thread += [said("ines", move.text) for move in turn.moves if isinstance(move, Say) and not move.to]
        return turn


@pytest.fixture
def talk_with() -> Callable[..., Talk]:
    """``talk_with(mind)``: a conversation; ``await talk.say("...")`` gives her turn."""
    return Talk
