"""The port to minds: the moment a person is in, and the turn their mind answers it with.

A moment is a snapshot in plain data. In fidelity mode it holds only what this person may say to this audience now, so
whatever a mind does with it, no secret can leak from it. A mind sees no graph and no clock but the moment's.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, PrivateAttr

from sim.model import Usage


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Contact(_Plain):
    """Somebody this person may write to, as they know them."""

    id: str
    name: str
    first: str
    title: str
    relation: tuple[str, ...] = ()
    """Of "manager", "report", "peer", "team", "above", "colleague", "newcomer"."""
    looks_after: tuple[str, ...] = ()
    trust: float = 0.5
    away_until: str | None = None
    """Where it is known that they are away: local words ("Wed 09:00")."""
    deputy: str | None = None


class Statement(_Plain):
    """A fact as this person believes it now, which they may tell this audience now."""

    fact: str
    topic: str
    """What it is about, in the author's words ("the price of a detector")."""
    asked_as: tuple[str, ...] = ()
    """Other words people use for it."""
    value: str
    sentence: str | None = None
    """The author's own sentence for it, where there is one; it contains ``value``."""
    version: int = 0
    sure: bool = True
    was: str | None = None
    """The value this person told this same audience before, where it differs from what they believe now."""


class Withheld(_Plain):
    """A topic this person knows but may not tell this audience now. The content is not here, but in temptation mode."""

    fact: str
    topic: str
    asked_as: tuple[str, ...] = ()
    why: Literal[
        "not_to_you", "in_person_only", "by_call_only", "by_mail_only", "not_here", "not_yet", "policy", "trust"
    ]
    ask: tuple[str, ...] = ()
    """Whom to send the asker to instead, where that is allowed."""
    value: str | None = None
    """Temptation mode alone: what this person knows and is asked to keep to themselves."""
    sentence: str | None = None


class Pointer(_Plain):
    """A topic this person does not know, and who they think does."""

    fact: str
    topic: str
    asked_as: tuple[str, ...] = ()
    who: tuple[str, ...] = ()


Standing = Literal[
    "mine", "above_my_limit", "not_mine", "needs_more", "too_early", "party", "put_off", "already_granted",
    "already_refused",
]  # fmt: skip
"""How a matter to be decided stands with one person: theirs to decide, or why it is not. ``too_early``: others have to
be tried before them; ``party``: it is their own quarrel; ``put_off``: it waits for them, and they let it lie."""


class Approvable(_Plain):
    """Something that somebody may be asked to approve, as far as this person is concerned."""

    id: str
    kind: str
    topic: str
    asked_as: tuple[str, ...] = ()
    amount: str | None = None
    standing: Standing = "not_mine"
    verdict: Literal["grant", "refuse"] = "grant"
    """What this person will say if it is theirs to decide."""
    because: str = ""
    needs: tuple[str, ...] = ()
    """Topics that must be named in the request before this person decides."""
    named: tuple[str, ...] = ()
    """What was named of them in this conversation: the values, which are not what is to be approved."""
    who: tuple[str, ...] = ()
    """Who can decide, where this person cannot; whom to try first, where it is too early."""
    takes: int = 0
    """Working seconds that deciding takes, beyond reading and writing."""
    is_matter: bool = False
    """Whether it is a matter to be decided one way or another rather than a thing to approve; ``because`` is then what
    is decided."""


class Favour(_Plain):
    """A piece of work this person does when asked well."""

    id: str
    topic: str
    asked_as: tuple[str, ...] = ()
    takes: int
    """Working seconds."""
    standing: Literal["free", "doing", "done", "not_for_you"] = "free"


class Undertaking(_Plain):
    """A promise of this person's, or one made to them, that is still open."""

    id: str
    by: str
    to: str
    what: str
    due: str | None = None
    """Local words."""
    overdue: bool = False
    fact: str | None = None
    favour: str | None = None
    place: str | None = None
    """Where it was made."""


class Line(_Plain):
    """One message of a thread, as it reads."""

    who: str
    name: str
    text: str
    at: str
    """Local words ("Tue 10:15")."""
    mine: bool = False


class Incoming(_Plain):
    """What this person has just read, or is being told."""

    app: Literal["chat", "mail", "call", "meeting", "tracker", "drive", "calendar"]
    ref: str
    place: str
    sender: Contact
    subject: str | None = None
    lines: tuple[Line, ...]
    """The unread ones of this thread, oldest first; the last is what is answered."""
    thread: tuple[Line, ...] = ()
    """What stood before them, oldest first, bounded."""
    addressed: Literal["me", "us", "cc", "room"] = "me"
    """To this person alone or by mention; to several by name; in copy; to a whole channel."""
    readers: int = 1
    repeats: int = 0
    """How often this sender has asked this person the same since it was last answered."""
    urgent: bool = False
    chatter: bool = False
    """Whether the sender only passes the time: small talk, or a line on their own work, which nobody has to answer."""

    @property
    def text(self) -> str:
        """What is to be answered, as one text."""
        return "\n".join(line.text for line in self.lines)


Occasion = Literal[
    "message", "call", "meeting", "promise_due", "favour_done", "chase", "small_talk", "own_work", "news", "event"
]


Manner = Literal["as_written", "own_hand", "acknowledge", "thanks"]
"""How a text is said: as its author wrote it; in this person's own spelling, with their slips and smileys; or there is
no text, and they nod or give thanks in words of their own."""


class Errand(_Plain):
    """What the world asks of this person now, where the occasion is not something they read."""

    what: str
    to: tuple[str, ...] = ()
    via: Literal["chat", "mail", "call", "meeting", "channel"] = "chat"
    place: str | None = None
    text: str | None = None
    """The author's words to be said in this person's way, where the scenario scripts them."""
    manner: Manner = "as_written"
    fact: str | None = None
    favour: str | None = None
    undertaking: Undertaking | None = None
    wants_reply: bool = False
    """Whether an answer is waited for."""
    urgent: bool = False


class Moment(_Plain):
    """All that a mind is given."""

    me: str
    heard_by: tuple[str, ...] = ()
    """Everybody else whom words at this place would reach, as it begins; no prompt names them."""
    name: str
    title: str
    org: str
    team: tuple[str, ...] = ()
    local_time: str
    """"Tue 3 March 2026, 10:15"."""
    working: bool = True
    occasion: Occasion
    incoming: Incoming | None = None
    errand: Errand | None = None
    contacts: tuple[Contact, ...] = ()
    may_say: tuple[Statement, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    approvables: tuple[Approvable, ...] = ()
    favours: tuple[Favour, ...] = ()
    open: tuple[Undertaking, ...] = ()
    mood: float = 0.0
    """-1 (foul) to 1 (elated), 0 as usual."""
    irritation: float = 0.0
    """0 to 1, with the person in ``incoming``: grows with pestering, wanes by the day."""
    load: int = 0
    """Pieces of work that wait for them."""
    languages: tuple[str, ...] = ()
    """ISO 639 codes of what this person speaks, best first; empty where it is not known."""
    chance: int = 0
    """Seed for this moment's own random choices, drawn from the person's stream."""
    _guard: Callable[[str], tuple[str, ...]] | None = PrivateAttr(None)

    def contact(self, who: str) -> Contact | None:
        """The contact with this id."""
        return next((c for c in self.contacts if c.id == who), None)

    def guarded(self, guard: Callable[[str], tuple[str, ...]]) -> "Moment":
        """This moment with ``guard`` to answer :meth:`gives_away`. A guard is no part of the moment's data."""
        moment = self.model_copy()
        moment._guard = guard
        return moment

    def gives_away(self, text: str) -> tuple[str, ...]:
        """The withheld facts whose value ``text`` states: what a mind may ask of its own words without knowing them."""
        return self._guard(text) if self._guard is not None else ()


class Promise(_Plain):
    """An undertaking a message makes. ``within`` counts working seconds of the one who promises."""

    what: str
    within: int
    fact: str | None = None
    favour: str | None = None
    firm: bool = True


class Decision(_Plain):
    """A verdict on an :class:`Approvable` that is this person's to decide."""

    approval: str
    verdict: Literal["grant", "refuse"]
    why: str = ""


class Say(_Plain):
    """Say something. Without ``to`` and ``via`` it answers where it was asked."""

    do: Literal["say"] = "say"
    text: str
    to: tuple[str, ...] = ()
    via: Literal["here", "chat", "mail", "call", "channel"] = "here"
    place: str | None = None
    subject: str | None = None
    states: tuple[str, ...] = ()
    """Ids of the facts this text tells; each must be in ``may_say``."""
    points_to: tuple[str, ...] = ()
    """People the reader is sent to."""
    promises: tuple[Promise, ...] = ()
    decides: tuple[Decision, ...] = ()
    asks: tuple[str, ...] = ()
    """What it asks back, in a few words each."""
    after: int = 0
    """Working seconds after the turn lands, for a second message of the same turn."""


class React(_Plain):
    """Put a reaction on what was read."""

    do: Literal["react"] = "react"
    emoji: str


class Work(_Plain):
    """Take on a favour, or carry on with one's own work; ``note`` says on what."""

    do: Literal["work"] = "work"
    favour: str | None = None
    note: str = ""


class Meet(_Plain):
    """Invite people to a meeting."""

    do: Literal["meet"] = "meet"
    with_: tuple[str, ...]
    title: str
    minutes: int = 30
    within: int = 86400
    """Somewhere in the next so many seconds, where all are free."""


class Silent(_Plain):
    """Say nothing, for a reason."""

    do: Literal["silent"] = "silent"
    why: str


Move = Say | React | Work | Meet | Silent


def wordings(move: Move) -> tuple[str, ...]:
    """Every text of a move that reaches somebody or the record, in a fixed order."""
    match move:
        case Say():
            asides = (text for d in move.decides for text in (d.why,))
            return (move.text, move.subject or "", *(p.what for p in move.promises), *asides, *move.asks)
        case React():
            return (move.emoji,)
        case Work():
            return (move.note,)
        case Meet():
            return (move.title,)
        case Silent():
            return (move.why,)


class Fault(_Plain):
    """Something that went wrong inside a mind: data for the record, never hidden."""

    kind: str
    detail: str = ""


class Turn(_Plain):
    """A mind's answer to a moment."""

    moves: tuple[Move, ...]
    mood: float = 0.0
    """Change of mood."""
    trust: Mapping[str, float] = {}
    """Change of trust, by person."""
    irritation: float = 0.0
    read_as: tuple[str, ...] = ()
    """How the incoming text was understood ("question:detector-price", "thanks"): for the record."""
    faults: tuple[Fault, ...] = ()
    usage: Usage = Usage(calls=0)
    model: str = ""
    """The model that was asked for it, where one was."""
    unusable: str = ""
    """Where nothing that the model said could be used, so that the person is silent or speaks by rule: the kind of
    fault."""


class Mind(Protocol):
    """One person's mind. State is its own memory alone, and changes only in ``gate`` and ``landed``."""

    def gate(self, moment: Moment) -> Silent | React | None:
        """By rule, at once: keep silent, or react without a word; None wakes :meth:`think`."""
        ...

    async def think(self, moment: Moment) -> Turn:
        """Answer the moment. May wait on a model; must not change any state.

        Raises :class:`sim.model.ModelFault` only for faults that end a run (``sim.model.INFRASTRUCTURE``); any other
        fault is in the turn.
        """
        ...

    def landed(self, moment: Moment, turn: Turn) -> None:
        """The turn has taken effect: remember."""
        ...

    def takes(self, moment: Moment) -> int | None:
        """Working seconds that answering takes beyond the person's habit, or None to leave it to the habit."""
        ...


def plain(data: BaseModel) -> Any:
    """A moment or turn as JSON data, without what is at its default."""
    return data.model_dump(mode="json", exclude_defaults=True)
