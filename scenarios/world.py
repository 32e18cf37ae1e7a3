"""What an author writes of the world as it is on the first morning: files, mails, messages, tickets, meetings.

All of it stands in the scenario under ``world:``, or in a folder beside it: ``world: ./first-week/`` is the file
``world.yaml`` there, and every file under ``drive/`` there at its own path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from orgs.values import ChannelName, Id, Words
from scenarios.values import Before, DrivePath, Entry, Names, ProjectKey, SomeNames, Text, TicketKey, When
from sim.units import BadValue

Level = Literal["read", "comment", "write"]
Priority = Literal["low", "normal", "high", "urgent"]
Repeats = Literal["none", "daily", "weekdays", "weekly", "fortnightly"]


class Outsider(Entry):
    """Somebody outside the organisation who writes mails."""

    name: Words
    address: Words
    about: Words = ""
    """For whoever reads the scenario."""

    @field_validator("address")
    @classmethod
    def _an_address(cls, value: str) -> str:
        name, at, domain = value.partition("@")
        if not (name and at and "." in domain) or " " in value:
            raise BadValue(value, "is not a mail address", "Write lena@cellcraft.example.")
        return value


class FileEntry(Entry):
    """A file on the drive. Its content is ``text``, or the file ``copy`` beside the scenario, or, of a path under
    ``drive/``, the file there."""

    by: str | None = None
    """Who wrote it; the seat's manager where left out."""
    on: Before | None = None
    """When; a week before the start where left out."""
    text: Text | None = None
    """For .docx, .xlsx and .pptx: light Markdown or comma-separated text, made into a real office file."""
    copy_of: str | None = Field(None, alias="copy")
    share: Mapping[str, Level] = {}
    """By person, team or everyone: who may open it, and what they may do. Where left out, everybody may change it."""
    states: Names = ()
    """Facts that it is meant to state."""

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        if self.text is not None and self.copy_of is not None:
            raise BadValue(None, "has two contents, text and copy", "Keep one.", ("copy",))
        return self


class MailEntry(Entry):
    """A mail from before the start."""

    by: str = Field(alias="from")
    """A person, or somebody of ``outside``."""
    to: SomeNames
    cc: Names = ()
    on: Before
    subject: Words
    text: Text
    id: Id | None = None
    """Only so that ``reply_to`` can name it."""
    reply_to: str | None = None
    states: Names = ()


class ChatEntry(Entry):
    """A message from before the start, in a channel or between people."""

    by: str
    in_: ChannelName | None = Field(None, alias="in")
    to: Names = ()
    on: Before
    text: Text
    id: Id | None = None
    """Only so that ``reply_to`` can name it."""
    reply_to: str | None = None
    states: Names = ()

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.in_ is None) == (not self.to):
            raise BadValue(None, "needs a place: either in or to", 'Write in: "#CHANNEL", or to: PERSON.')
        return self


class ProjectEntry(Entry):
    """A project of the tracker."""

    title: Words
    by: str | None = None
    """Who opened it; the seat's manager where left out."""
    states: tuple[Words, ...] = ("todo", "doing", "done")
    """In their order; a ticket starts in the first, and the last closes it."""
    members: Names = ()
    """People and groups who see it; everybody, where left out."""


class TicketEntry(Entry):
    """A ticket from before the start."""

    title: Words
    text: str = ""
    by: str | None = None
    """Who opened it; its owner, else the seat's manager, where left out."""
    owner: str | None = None
    on: Before | None = None
    """A week before the start where left out."""
    state: Words | None = None
    priority: Priority = "normal"
    due: When | None = None
    states: Names = ()


class Said(Entry):
    """What somebody says in a meeting, if they come."""

    who: str
    text: Text
    states: Names = ()


class MeetingEntry(Entry):
    """A meeting in the calendar on the first morning, once or as a series."""

    title: Words
    by: str
    """Whose meeting it is."""
    people: SomeNames
    at: When
    """The first one of the run."""
    minutes: int = Field(30, ge=5, le=600)
    repeats: Repeats = "none"
    agenda: str = ""
    says: tuple[Said, ...] = ()
    runs_over: int = Field(0, ge=0, le=60)
    """Minutes by which it goes past its end; 0 leaves it to the habits of whose meeting it is."""
    misses: Names = ()
    """Who will not come to it, and not say so."""
    notes_by: str | None = None
    """Who sends the notes to those who were not there."""


class World(Entry):
    """The first morning."""

    outside: Mapping[Id, Outsider] = {}
    files: Mapping[DrivePath, FileEntry] = {}
    mails: tuple[MailEntry, ...] = ()
    chats: tuple[ChatEntry, ...] = ()
    projects: Mapping[ProjectKey, ProjectEntry] = {}
    tickets: Mapping[TicketKey, TicketEntry] = {}
    meetings: tuple[MeetingEntry, ...] = ()
