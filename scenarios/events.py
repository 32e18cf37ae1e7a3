"""What an author writes of things that come about during a run, whatever the player does: the entries of ``events:``.

Each says when, who and what: ``{at: tue 10:15, who: ruth, does: call, to: seat, text: ...}``. When is one of ``at`` (a
time), ``between`` (a time drawn between two), ``every`` (again and again, in the working time of whoever does it) and
``after`` (a condition, with a ``delay`` in that person's working time).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from orgs.values import ChannelName, Id, Words
from scenarios.values import Chance, DrivePath, Entry, Names, SomeNames, Text, TicketKey, When
from sim.units import BadValue, Span

TicketField = Literal["state", "owner", "priority", "due", "title", "text"]


class Cause(Entry):
    """What must have come about: exactly one of these."""

    event: str | None = None
    """An event of the scenario took place."""
    changed: str | None = None
    """A fact changed, announced or not."""
    told: str | None = None
    """The seat told somebody this fact, or learned it."""
    delivered: str | None = None
    """The seat put the result of this task in its place."""
    decided: str | None = None
    """Somebody granted or refused this approval, or decided this matter."""
    acknowledged: str | None = None
    """Somebody took the page of this event."""
    resolved: str | None = None
    """The page of this event is over."""

    @model_validator(mode="after")
    def _just_one(self) -> Self:
        keys = [name for name in type(self).model_fields if getattr(self, name)]
        if len(keys) != 1:
            rule = "has no condition" if not keys else f"has several conditions, {', '.join(keys)}"
            raise BadValue(None, rule, "Write one, such as {changed: a-fact} or {delivered: a-task}.")
        return self


class _Event(Entry):
    id: Id | None = None
    """Only so that others can name it."""
    who: str
    """A person; "anyone" draws one each time, where it happens again and again."""
    at: When | None = None
    repeats: Literal["daily", "weekly", "monthly", "quarterly"] | None = None
    """With ``at``: again at that time of day until the end, on working days of ``who``. What falls on another day is
    left out, daily and weekly; monthly and quarterly it comes on the working day before."""
    between: tuple[When, When] | None = None
    every: Span | None = None
    after: Cause | None = None
    delay: Span | None = None
    """After the condition, in working time of ``who``."""
    unless: Cause | None = None
    """Not if this has come about by then."""
    chance: Chance = 1.0
    states: Names = ()
    """Facts that its text is meant to state to the seat."""

    @model_validator(mode="after")
    def _one_time(self) -> Self:
        keys = [name for name in ("at", "between", "every", "after") if getattr(self, name) is not None]
        if len(keys) != 1:
            rule = "does not say when" if not keys else f"says when in several ways, {', '.join(keys)}"
            raise BadValue(None, rule, "Write one of at: tue 10:15, between, every: 1h to 3h, or after: {...}.")
        if self.delay is not None and self.after is None:
            raise BadValue(str(self.delay), "delays nothing: it goes with after", "Write a later time.", ("delay",))
        if self.repeats is not None and self.at is None:
            raise BadValue(self.repeats, "repeats no time: it goes with at", "Write at: fri 15:00.", ("repeats",))
        if self.who == "anyone" and self.every is None:
            raise BadValue("anyone", "is only drawn where it happens again and again", "Name somebody.", ("who",))
        return self


class _Talk(_Event):
    about: Words | None = None
    """In a few words; what the phone shows, and what they talk about where ``text`` is left to their mind."""
    text: Text | None = None
    """Said as it stands, in the person's own greeting and sign-off."""
    wants_reply: bool = False
    """Whether they wait for an answer."""
    urgent: bool = False

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.text is None and self.about is None:
            raise BadValue(None, "says nothing", "Add text: ..., or about: ... to leave the words to their mind.")
        return self


class Chat(_Talk):
    """Write to people in chat."""

    does: Literal["chat"]
    to: SomeNames


class Post(_Talk):
    """Write in a channel."""

    does: Literal["post"]
    in_: ChannelName = Field(alias="in")


class Mail(_Talk):
    """Write a mail."""

    does: Literal["mail"]
    to: SomeNames
    subject: Words


class Call(_Talk):
    """Ring somebody, or walk up to them. Where that finds nobody, they write instead."""

    does: Literal["call", "walk up"]
    to: str
    if_missed: Text | None = None
    """What they write then; the same text, where left out."""


class Tell(_Event):
    """Tell people a fact, as they know it by then."""

    does: Literal["tell"]
    fact: str
    to: Names = ()
    in_: ChannelName | None = Field(None, alias="in")
    by: Literal["chat", "mail", "call"] = "chat"

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.in_ is None) == (not self.to):
            raise BadValue(None, "needs to whom or where: either to or in", 'Write to: PERSON, or in: "#CHANNEL".')
        return self


class SmallTalk(_Event):
    """Talk of the weather, to somebody or in a channel; the words are left to their mind where none are given."""

    does: Literal["small talk"]
    to: Names = ()
    in_: ChannelName | None = Field(None, alias="in")
    text: Text | None = None

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.in_ is None) == (not self.to):
            raise BadValue(None, "needs to whom or where: either to or in", 'Write to: PERSON, or in: "#CHANNEL".')
        return self


class OutsideMail(_Event):
    """A mail comes in from somebody of ``outside``, who is named in ``who``."""

    does: Literal["outside mail"]
    to: SomeNames
    subject: Words
    text: Text


class Page(_Event):
    """A system of ``outside``, who is named in ``who``, pages a person, or whoever is on call for an area."""

    does: Literal["page"]
    to: str | None = None
    area: Words | None = None
    text: Text
    """What is wrong."""
    urgent: bool = True

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.to is None) == (self.area is None):
            raise BadValue(None, "needs whom it pages: either to or area", "Write to: seat, or area: AREA.")
        return self


class Write(_Event):
    """Write a file on the drive, new or in place of what is there."""

    does: Literal["write"]
    file: DrivePath
    text: Text | None = None
    copy_of: str | None = Field(None, alias="copy")
    """A file beside the scenario with the content."""

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        if (self.text is None) == (self.copy_of is None):
            raise BadValue(None, "needs a content: either text or copy", "Write text: ..., or copy: prices-2.csv.")
        return self


class Ticket(_Event):
    """Change a field of a ticket, or remark on it."""

    does: Literal["ticket"]
    ticket: TicketKey
    set: Mapping[TicketField, str] = {}
    text: Text | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if (len(self.set) == 1) == (self.text is not None):
            raise BadValue(None, "needs one change, or a remark", "Write set: {state: done}, or text: ...")
        return self


class Meet(_Event):
    """Invite people to a meeting, at a time or in the first gap in which all are free; ``text`` is said there."""

    does: Literal["meet"]
    people: SomeNames
    title: Words
    minutes: int = Field(30, ge=5, le=600)
    start: When | None = None
    text: Text | None = None


class Leave(_Event):
    """Be away from then on, as nobody knew before."""

    does: Literal["leave"]
    until: When
    why: Words = "ill"


class Give(_Event):
    """Give the seat a task, in place of the time at which the task would be given."""

    does: Literal["give"]
    task: str
    text: Text | None = None
    """What they write to the seat as they do."""


class Reorganise(_Event):
    """Change who reports to whom, leads, owns or approves what, from then on; ``text`` is posted as it happens."""

    does: Literal["reorganise"]
    people: Mapping[str, Mapping[str, Any]] = {}
    """By person, what of their entry in the organisation's file is different; null takes it away."""
    teams: Mapping[str, Mapping[str, Any]] = {}
    """By team, likewise."""
    areas: Mapping[str, Mapping[str, Any]] = {}
    """By area, likewise."""
    text: Text | None = None
    in_: ChannelName | None = Field(None, alias="in")

    @model_validator(mode="after")
    def _something_changes(self) -> Self:
        if not (self.people or self.teams or self.areas):
            raise BadValue(None, "changes nothing", "Write people: {PERSON: {reports_to: ANOTHER}}.")
        if (self.text is None) != (self.in_ is None):
            raise BadValue(None, "needs both text and in to be told", 'Write text: ..., and in: "#CHANNEL".')
        return self


Event = Annotated[
    Chat
    | Post
    | Mail
    | Call
    | Tell
    | SmallTalk
    | OutsideMail
    | Write
    | Ticket
    | Meet
    | Leave
    | Give
    | Reorganise
    | Page,
    Field(discriminator="does"),
]
"""One entry; ``does`` says which."""
