"""What a scripted player does: steps that an author writes, that the oracle plays to prove a scenario solvable.

A step says what to do and with whom, in the words of the scenario (fact, approval, favour, task, ticket), never in
those of an app. People answer when they like; so a step never says what comes back. It says what to wait for and for
how long at most, and what to do only where an answer has not come::

    - {at: mon 09:10, do: chat, to: youssef, ask: cell-price}
    - {do: wait, until: {learned: cell-price}, at_most: 3h}
    - {do: call, to: youssef, ask: cell-price, unless: {learned: cell-price}}
    - {at: mon 14:00, do: write, file: /supply/cells.md, with: [cell-price]}

How a player plays them:

- One after the other, in the order written. ``at`` is the earliest time; where it has passed, a step is due at once.
- While it waits, and before each step, it opens whatever has arrived for it.
- ``take``, ``decline`` and ``reply`` stand apart from the order: they say what to do *whenever* that person rings,
  walks up or writes, from the moment the step is reached until it has been used. Whatever rings and has no such step is
  taken, heard to its end, and thanked for; then interrupted work is resumed.
- A fact counts as *learned* when a text the player has read or heard states its value in one of its spellings.

A file of steps alone (`Playbook`) can be played in any scenario that knows the names in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sized
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_serializer, model_validator

from sim.script import Script
from sim.spelling import folded, has_word, spellings
from sim.units import BadValue, Duration, WeekTime


class _Written(BaseModel):
    # Built when first used: most steps are only ever read as a part of a whole scenario.
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _some(value: Sized) -> Any:
    if not value:
        # Not `min_length`: that also objects where the only item is wrong in itself.
        raise BadValue(None, "has nothing in it", "Write one at least.")
    return value


Names = Annotated[tuple[str, ...], BeforeValidator(_one_or_more, json_schema_input_type=str | list[str])]
"""Ids: one, or a list of them."""
SomeNames = Annotated[Names, AfterValidator(_some)]
"""One id at least."""


class Condition(_Written):
    """Something the player can tell from what it has seen. Exactly one of its keys but ``since`` is set."""

    learned: Names = ()
    """Facts whose value it has read or heard, all of them."""
    decided: str | None = None
    """An approval that has been granted or refused."""
    approved: str | None = None
    """An approval that has been granted."""
    done: str | None = None
    """A favour whose doer has said that it is done."""
    heard_from: str | None = None
    """A person who has written or spoken to it."""
    given: str | None = None
    """A task it has been given."""
    paged: str | None = None
    """It has been paged, and these words were in what for."""
    since: WeekTime | None = None
    """What it saw before this time does not count: how a fact that has changed is asked for once more."""

    @model_validator(mode="after")
    def _just_one(self) -> Self:
        keys = [name for name in type(self).model_fields if name != "since" and getattr(self, name)]
        if len(keys) != 1:
            rule = "has no condition" if not keys else f"has several conditions, {', '.join(keys)}"
            raise BadValue(None, rule, "Write one, such as {learned: a-fact} or {approved: an-approval}.")
        return self


class _Step(_Written):
    at: WeekTime | None = None
    """The earliest time, on the seat's clock."""
    unless: Condition | None = None
    """Leave the step out if this has come about when its turn comes."""


class Words(_Written):
    """What a step says. ``text`` as it stands, where it is given, with ``{fact-id}`` replaced by the value the player
    has learned, and after it what it does not ask or state of ``ask`` and ``with``; else worded from the rest
    (`Solution.words`)."""

    text: str | None = None
    ask: Names = ()
    """Facts it asks for."""
    with_: Names = Field((), alias="with")
    """Facts it states, as the player has learned them."""
    request: str | None = None
    """An approval it asks for. The facts that a request has to name are named of themselves."""
    favour: str | None = None
    """A favour it asks for."""

    @property
    def is_silent(self) -> bool:
        """Whether it says nothing at all."""
        return not (self.text or self.ask or self.with_ or self.request or self.favour)


class _Saying(_Step, Words):
    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.is_silent:
            raise BadValue(None, "says nothing", "Add text, ask, with, request or favour.")
        return self


class Chat(_Saying):
    """Write in chat: to a person, to several, or in a channel ("#supply")."""

    do: Literal["chat"]
    to: SomeNames


class Mail(_Saying):
    """Send a mail."""

    do: Literal["mail"]
    to: SomeNames
    cc: Names = ()
    subject: str | None = None
    """Where left out, the first topic it speaks of."""
    attach: Names = ()
    """Paths of files on the drive."""


class Call(_Saying):
    """Ring somebody, or walk up to them; say it, hear the answer, end the call."""

    do: Literal["call", "walk_up"]
    to: str
    listens: Duration = 180
    """How long it waits for an answer to each thing it says."""
    if_missed: Literal["chat", "mail", "nothing"] = "nothing"
    """What to do where nobody picks up: say the same in writing, or go on."""


class Wait(_Step):
    """Let time pass: until a time, until something has come about, or for a while. What arrives is attended to."""

    do: Literal["wait"]
    until: WeekTime | Condition | None = None
    at_most: Duration = 8 * 3600
    """How long a condition is waited for, on the clock."""
    for_: Duration | None = Field(None, alias="for")

    @field_serializer("until", when_used="json")
    def _written(self, until: WeekTime | Condition | None) -> Any:
        if isinstance(until, Condition):
            return until.model_dump(mode="json", exclude_defaults=True)
        return None if until is None else str(until)

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        if (self.until is None) == (self.for_ is None):
            raise BadValue(None, "needs either until or for", "Write until: {learned: a-fact}, or for: 30m.")
        return self


class Read(_Step):
    """Open something and read it. Exactly one of its keys is set."""

    do: Literal["read"]
    file: str | None = None
    mail: str | None = None
    """Words of the subject."""
    channel: str | None = None
    chat: str | None = None
    """A person: what the two have written to each other."""
    ticket: str | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        keys = [name for name in ("file", "mail", "channel", "chat", "ticket") if getattr(self, name)]
        if len(keys) != 1:
            raise BadValue(None, "needs one thing to read", "Write file, mail, channel, chat or ticket.")
        return self


class Write(_Step, Words):
    """Write a file on the drive, new or in place of what is there."""

    do: Literal["write"]
    file: str
    title: str | None = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.is_silent:
            raise BadValue(None, "says nothing", "Add text, or with: [facts].")
        return self


class Ticket(_Step, Words):
    """Change a ticket, remark on it, or both. Words given are the remark."""

    do: Literal["ticket"]
    ticket: str
    set: Mapping[Literal["state", "owner", "priority", "due", "title", "text"], str] = {}

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.is_silent and not self.set:
            raise BadValue(None, "changes nothing", "Add set: {state: done}, or text.")
        return self


class Attend(_Step, Words):
    """Join a meeting when it begins, say the words given, if any, and stay to its end."""

    do: Literal["attend"]
    meeting: str
    """Words of its title."""


class Invite(_Step):
    """Invite people to a meeting."""

    do: Literal["invite"]
    people: SomeNames
    title: str
    start: WeekTime
    minutes: int = Field(30, ge=5, le=600)
    agenda: str = ""


class AnswerInvitation(_Step):
    """Answer an invitation to a meeting in the next two weeks."""

    do: Literal["answer"]
    meeting: str
    """Words of its title."""
    answer: Literal["accept", "decline", "tentative", "propose"]
    note: str = ""
    delegate: str | None = None
    """Who goes there instead, where it is declined."""
    start: WeekTime | None = None
    """The other time that is proposed."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.answer == "propose") != (self.start is not None):
            raise BadValue(self.answer, "needs start, and nothing else does", "Add start: tue 14:00.", ("answer",))
        if self.delegate is not None and self.answer != "decline":
            raise BadValue(self.delegate, "goes with answer: decline alone", "Take it out.", ("delegate",))
        return self


class Take(_Step, Words):
    """Whenever this person rings or walks up: take it, listen, say the words given, and resume what was interrupted."""

    do: Literal["take"]
    from_: str = Field(alias="from")
    then: Literal["resume", "drop"] = "resume"


class Decline(_Step):
    """Whenever this person rings or walks up: decline, and say why."""

    do: Literal["decline"]
    from_: str = Field(alias="from")
    why: str


class Paged(_Step):
    """The next time the player is paged: put it off, hand it on or turn it down. Without such a step it is taken."""

    do: Literal["when paged"]
    then: Literal["acknowledge", "defer", "hand on", "turn down"]
    to: str | None = None
    """Who has it, where it is handed on."""
    until: WeekTime | None = None
    """When it is seen to, where it is put off."""
    note: str = ""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.then == "hand on") != (self.to is not None):
            raise BadValue(
                self.then, "needs to, and nothing else does", "Write then: hand on, and to: PERSON.", ("then",)
            )
        if (self.then == "defer") != (self.until is not None):
            raise BadValue(
                self.then, "needs until, and nothing else does", "Write then: defer, and until: 10:30.", ("then",)
            )
        return self


class Resolve(_Step):
    """Say that what the player was last paged for is over."""

    do: Literal["resolve"]
    note: str = ""


class Page(_Step):
    """Page a person, or whoever is on call for an area."""

    do: Literal["page"]
    to: str | None = None
    area: str | None = None
    summary: str

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.to is None) == (self.area is None):
            raise BadValue(None, "needs whom it pages: either to or area", "Write to: PERSON, or area: AREA.")
        return self


class Block(_Step):
    """At the security desk: keep an address out. ``{fact-id}`` stands for what the player has learned; a step whose
    address is not known is left out."""

    do: Literal["block"]
    address: str


class Pose(_Step):
    """In an authorised test: write to somebody under a pretext."""

    do: Literal["pose"]
    as_: str = Field(alias="as")
    to: str
    procedure: str
    leans_on: Literal["authority", "urgency", "favour", "pity", "routine"] = "routine"
    subject: str = ""
    text: str


class Reply(_Saying):
    """Whenever this person has written to the player (with one of the words in ``about``): answer where they wrote."""

    do: Literal["reply"]
    from_: str = Field(alias="from")
    about: Names = ()


class Finish(_Step):
    """Say that all is done, which ends the run. Without it the player waits for the end."""

    do: Literal["finish"]
    note: str = ""


Step = Annotated[
    Chat
    | Mail
    | Call
    | Wait
    | Read
    | Write
    | Ticket
    | Attend
    | Invite
    | AnswerInvitation
    | Take
    | Decline
    | Reply
    | Finish
    | Paged
    | Resolve
    | Page
    | Block
    | Pose,
    Field(discriminator="do"),
]
"""One step; ``do`` says which."""

STANDING = (Take, Decline, Reply, Paged)
"""The steps that are played when their occasion comes, not in their turn."""


class Playbook(_Written):
    """A file with steps for a scripted player, apart from any scenario."""

    playbook: str
    about: str = ""
    steps: Annotated[tuple[Step, ...], AfterValidator(_some)]


class Solution(NamedTuple):
    """Steps with the clock they are read on: those of a scenario, or of a `Playbook` played in one."""

    steps: tuple[Step, ...]
    start: int
    zone: str
    """The seat's time zone."""
    seats: tuple[tuple[str, tuple[Step, ...]], ...] = ()
    """Where there are several seats: the steps of each, by who sits there; else nothing."""

    def of_seat(self, who: str) -> Solution:
        """That of one seat, as if it were the only one."""
        return self._replace(steps=dict(self.seats)[who], seats=()) if self.seats else self

    def instant(self, when: WeekTime | None) -> int | None:
        """The instant that a time in a step means."""
        return None if when is None else when.instant(self.start, self.zone)

    def data(self) -> Any:
        """All of it as plain JSON data; equal solutions give equal data."""
        seats = {"seats": {who: _plain_steps(steps) for who, steps in self.seats}} if self.seats else {}
        return {"steps": _plain_steps(self.steps), "start": self.start, "zone": self.zone, **seats}

    def words(self, step: Words, script: Script, known: Mapping[str, str], first_name: str = "") -> str:
        """What ``step`` says, where ``known`` are the values the player has learned, by fact.

        Of a text, the sentences with a ``{fact-id}`` that is not known are left out. Of facts to state, those not known
        are left out. A text is how a request or a favour is put; the questions and facts that it lacks come after it.
        Where nothing remains, "".
        """
        facts = {fact.id: fact for fact in script.facts}
        if step.text is not None:
            text = filled(step.text, known)
            plain = folded(text)
            asked = [fact for fact in step.ask if not has_word(plain, (facts[fact].topic, *facts[fact].asked_as))]
            parts = [text] if text else []
            parts += [f"Could you tell me {facts[fact].topic}?" for fact in asked]
            stated = [f for f in step.with_ if f in known and not has_word(plain, spellings(known[f]))]
            parts += [sentence_for(script, fact, known[fact]) for fact in stated]
            return _joined(step, parts)
        approvals = {approval.id: approval for approval in script.approvals}
        favours = {favour.id: favour for favour in script.favours}
        parts = [f"Could you tell me {facts[fact].topic}?" for fact in step.ask]
        stated = list(step.with_)
        if step.request is not None:
            approval = approvals[step.request]
            amount = f", {approval.amount}" if approval.amount else ""
            if approval.sort == "approval":
                parts.append(f"I need your approval for {approval.topic}{amount}.")
            else:
                parts.append(f"I need a decision on {approval.topic}.")
            stated += [fact for fact in approval.needs if fact not in stated]
        if step.favour is not None:
            parts.append(f"Could you please do this for me: {favours[step.favour].topic}?")
        parts += [sentence_for(script, fact, known[fact]) for fact in stated if fact in known]
        if first_name and parts:
            first = parts[0]
            parts[0] = f"Hello {first_name}, {first if first.startswith('I ') else first[:1].lower() + first[1:]}"
        return _joined(step, parts)


def _plain_steps(steps: Iterable[Step]) -> list[Any]:
    return [step.model_dump(mode="json", by_alias=True, exclude_defaults=True) for step in steps]


def _joined(step: Words, parts: Iterable[str]) -> str:
    return (" " if isinstance(step, _Saying) else "\n").join(parts)


def sentence_for(script: Script, fact: str, value: str) -> str:
    """A sentence that states ``value`` of a fact: the author's own where there is one, else its topic and the value."""
    spec = next(entry for entry in script.facts if entry.id == fact)
    ways = set(map(folded, spellings(value)))
    for version in spec.versions:
        if version.sentence and ways & set(map(folded, spellings(version.value, version.spelled))):
            return version.sentence
    return f"{spec.topic[:1].upper()}{spec.topic[1:]}: {value}."


_SLOT = re.compile(r"\{([a-z0-9][a-z0-9._-]*)\}")
_SENTENCE = re.compile(r"(?<=[.!?])(?=\s)|(?<=\n)")


def slots_in(text: str) -> tuple[str, ...]:
    """The facts that a text has a ``{fact-id}`` for."""
    return tuple(dict.fromkeys(_SLOT.findall(text)))


def filled(text: str, known: Mapping[str, str]) -> str:
    """``text`` with its slots filled; the sentences with one that is not known are left out."""
    kept = [part for part in _SENTENCE.split(text) if all(fact in known for fact in slots_in(part))]
    text = _SLOT.sub(lambda found: known[found[1]], "".join(kept))
    return re.sub(r"\n{3,}", "\n\n", text).strip()
