"""What an author writes of social engineering: who guards the house, who is after it, and an authorised test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from orgs.values import Id, Words
from scenarios.values import DrivePath, Entry, Names, SomeNames, Text, When
from sim.units import MINUTE, BadValue, Span

Appeal = Literal["authority", "urgency", "favour", "pity", "routine"]
Share = Annotated[float, Field(ge=0, le=1)]


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


_Some = BeforeValidator(_one_or_more, json_schema_input_type=Appeal | list[Appeal])
Appeals = Annotated[tuple[Appeal, ...], _Some, Field(min_length=1)]


class PretextEntry(Entry):
    """How somebody is approached."""

    as_: str = Field(alias="as")
    """Somebody of ``outside``, or a colleague whose account is misused."""
    via: Literal["mail", "chat", "call"] | None = None
    """Mail from outside, chat from a colleague's account, where left out. Calls reach coworkers alone."""
    leans_on: Appeals
    subject: Words | None = None
    text: Text
    """With ``{aim}`` for what an earlier aim gave; sentences with what was not got are left out."""
    excuse: Text | None = None
    """What is said to somebody who asks for proof."""
    spare: str | None = None
    """Somebody else of ``outside``, from whom it goes on once the first is blocked."""


class AimEntry(Entry):
    """Something that is wanted: exactly one of ``fact``, ``file``, ``yes`` and ``change``."""

    topic: Words | None = None
    """A noun phrase; a fact has one of its own."""
    fact: str | None = None
    """A fact that is to be told."""
    file: DrivePath | None = None
    """A file that is to be sent."""
    yes: bool = False
    """Somebody's word that it may be done."""
    change: Mapping[DrivePath, Text] = {}
    """A file, and what is to stand in it."""
    of: SomeNames
    """Whom it is wanted of, one after the other."""
    with_: Names = Field((), alias="with")
    """Pretexts; all, where left out."""
    after: Names = ()
    """Aims that come first: this one is not tried without them, and is believed more for what they gave."""
    harm: Annotated[float, Field(gt=0)] = 1.0
    """What getting it is worth, beside the others."""

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        kinds = [self.fact is not None, self.file is not None, self.yes, bool(self.change)]
        if sum(kinds) != 1 or len(self.change) > 1:
            rule = "wants nothing" if not any(kinds) else "wants several things"
            raise BadValue(None, rule, "Write one of fact: a-fact, file: /a.md, yes: true, change: {/a.md: text}.")
        if self.topic is None and self.fact is None:
            raise BadValue(None, "does not say what it is about", "Add topic: the list of visitors.")
        return self


class SchemeEntry(Entry):
    """An attacker."""

    begins: When
    pause: Span = Span(20 * MINUTE, 60 * MINUTE)
    """Between two attempts, in the working time of whoever is next."""
    at_most: Annotated[int, Field(ge=1, le=100)] = 12
    """Attempts after which it gives up."""
    pretexts: Annotated[Mapping[Id, PretextEntry], Field(min_length=1)]
    aims: Annotated[Mapping[Id, AimEntry], Field(min_length=1)]
    """Tried in this order."""


class ExerciseEntry(Entry):
    """A test that the player is authorised to carry out."""

    procedures: Annotated[Mapping[Id, AimEntry], Field(min_length=1)]
    """``of``: on whom it may be tested."""
    identities: SomeNames
    """Those of ``outside`` that the player may write as."""
    off_limits: Names = ()
    """People who must not be approached."""
    forbidden: Annotated[tuple[Appeal, ...], _Some] = ()
    """What no pretext may lean on."""
    stopped_by: str | None = None
    """The event that ends it: somebody says the code word."""
    report: DrivePath
    """Where the result stands, one line for each procedure: that it holds, or that it does not hold."""


class SecurityEntry(Entry):
    """The security desk, attackers, and an authorised test."""

    desk: SomeNames
    """Who takes reports, warns and blocks. The first works the queue; they may be the seat."""
    takes: Span = Span(8 * MINUTE, 25 * MINUTE)
    """Working time that looking at a report takes."""
    tires_after: Annotated[int, Field(ge=1)] = 3
    """False alarms of one person after which theirs are looked at last."""
    trained: Mapping[str, Share] = {}
    """By person: how well trained they are; 0, where left out."""
    schemes: Mapping[Id, SchemeEntry] = {}
    exercise: ExerciseEntry | None = None
