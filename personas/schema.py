"""The persona file: what one person is like, whatever the organisation they work in.

A persona knows nothing of an org or a scenario: no names of colleagues, no facts of the plot. Those come from
elsewhere, so that one file serves many casts. `personas.load` reads the files.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from personas.acts import ACTS, SpeechAct
from personas.grammar import check, slots_of
from sim.habits import NOTICE, REPLY, Backlog, Channel, Delay, EffectName, Habits, Provocation, Temper
from sim.units import DAY, HOUR, BadValue, Span, WeeklyHours

Share = Annotated[float, Field(ge=0.0, le=1.0)]
"""A number from 0 to 1: a chance, a share or a degree."""

_WORKDAY = 8 * HOUR
_USUAL = Habits()
_EVEN = Temper()


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _said(text: str) -> str:
    if not text.strip():
        raise BadValue(text, "is empty", "Write it out, or leave it out.")
    return " ".join(text.split())


Phrase = Annotated[str, AfterValidator(_said)]

ID_PATTERN = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
"""The id of a persona: small letters and digits, in words joined by hyphens."""


def _id(text: str) -> str:
    if re.fullmatch(ID_PATTERN, text) is None:
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
        near = re.sub(r"[^a-z0-9]+", "-", plain).strip("-").lstrip("0123456789-")
        rule = "is no id: that is small letters a to z and digits, in words joined by hyphens, and begins with a letter"
        raise BadValue(text, rule, f"Write {near or 'careful-engineer'}.")
    return text


"""A text that is not empty."""


def _parses(text: str) -> str:
    slots_of(text)
    return text


Template = Annotated[str, AfterValidator(_parses)]
"""A template of `personas.grammar`."""


class Traits(_Part):
    """The five factors of personality, each from 0 to 1 with 0.5 as most people are, and what each does here.

    ``openness``: at 0.2 a person answers what was asked and distrusts a new way of doing things; at 0.8 they add a
    thought of their own, wander off the subject and say yes to a pilot. Sets how often more is told than was asked.

    ``conscientiousness``: at 0.2 promises slip their mind (three in ten) and what they send has slips in it; at 0.9
    they keep nearly all, check before they say, and ask for what is missing before they approve.

    ``extraversion``: at 0.2 they write when written to, and no small talk; at 0.8 they start talks, call, walk over,
    and answer a room as readily as one person.

    ``agreeableness``: at 0.2 a no is a no and favours need a reason; at 0.8 they help first, and say no by delay or by
    "let me see". Sets helpfulness and, with it upside down, directness, where the file does not set them.

    ``neuroticism``: at 0.2 a third reminder is a reminder; at 0.8 the first one is an accusation. Sets patience where
    the file does not.
    """

    openness: Share = 0.5
    conscientiousness: Share = 0.5
    extraversion: Share = 0.5
    agreeableness: Share = 0.5
    neuroticism: Share = 0.5


class Languages(_Part):
    """The first language and the others somebody speaks, by their English names.

    Left out by a persona that serves several people: what each of them speaks, their organisation says.
    """

    first: Phrase | None = None
    also: tuple[Phrase, ...] = ()


_ADDRESSES = frozenset({"first", "last", "name", "initials"})


def _by_channel(value: object) -> object:
    return {"mail": value} if isinstance(value, str) else value


def _address(value: Mapping[Channel, str]) -> Mapping[Channel, str]:
    for channel, template in value.items():
        try:
            check(template, _ADDRESSES)
        except BadValue as error:
            raise BadValue(error.value, error.rule, error.fix, below=(channel,)) from None
    return MappingProxyType(dict(value))


Addresses = Annotated[
    dict[Channel, str],
    BeforeValidator(_by_channel, json_schema_input_type=str | dict[Channel, str]),
    AfterValidator(_address),
]
"""A template (`personas.grammar`) for each channel; a text alone is for mail. A channel left out has none."""


class Voice(_Part):
    """How somebody writes. What is a number can be checked in what they wrote; what is a list are their own words.

    ``length``: terse (most messages under 6 words), short (under 15), medium (under 30), long.
    ``formality``: 0 as to a friend, 1 as to a court.
    ``greets`` and ``signs``: the line above and below, for each channel; slots {first}, {last}, {name}, {initials}.
    ``capitals``: whether sentences begin with a capital, nothing does, or it is as the templates have it.
    ``final_stop``: chance that a chat message ends with the full stop that it would have in a letter.
    ``typos``: slips in 100 words, in what is not corrected.
    ``emoji_often``: share of chat messages with one of ``emoji``.
    ``interference``: what of another language shows in their English, described without naming that language.
    """

    length: Literal["terse", "short", "medium", "long"] = "short"
    formality: Share = 0.4
    spelling: Literal["british", "american"] = "british"
    contractions: bool = True
    capitals: Literal["sentence", "lower", "as_written"] = "sentence"
    greets: Addresses = Field(default_factory=dict)
    signs: Addresses = Field(default_factory=dict)
    final_stop: Share = 0.5
    punctuation: tuple[Phrase, ...] = ()
    emoji: tuple[Phrase, ...] = ()
    emoji_often: Share = 0.0
    typos: Annotated[float, Field(ge=0.0, le=20.0)] = 0.0
    fillers: tuple[Phrase, ...] = ()
    hedges: tuple[Phrase, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    quirks: tuple[Phrase, ...] = ()
    interference: tuple[Phrase, ...] = ()

    @model_validator(mode="after")
    def _emoji_are_there(self) -> Self:
        if self.emoji_often and not self.emoji:
            raise BadValue(self.emoji_often, "needs emoji to use", "List them as emoji: [..].", below=("emoji_often",))
        return self


class WaitsOn(_Part):
    """Waits on one channel: each a range that 8 in 10 waits fall into, 1 is shorter and 1 is longer.

    ``notice`` runs from the arrival, ``reply`` from having read. ``slow_share`` of the replies take ``slow`` instead.
    Working time: the nights and weekends of the person do not count, and a day is a working day of 8 hours (so
    "30m to 1 day" ends at the same time on the next working day).
    """

    notice: Span | None = None
    reply: Span | None = None
    slow_share: Share = 0.0
    slow: Span | None = None

    @model_validator(mode="after")
    def _slow_is_whole(self) -> Self:
        if (self.slow is None) != (self.slow_share == 0.0):
            fix = "Write slow_share: 0.2 and slow: 1 day to 3 days."
            raise BadValue(self.slow_share, "goes with slow, and slow with it", fix, below=("slow_share",))
        return self


class Answers(_Part):
    """The chance that they take it when they could."""

    answers: Share


class AtMeetings(_Part):
    """What somebody does about meetings, each as a chance; none of it where it is left out.

    ``overruns``: a meeting they called runs past its end, by up to half an hour and half of its length.
    ``misses``: they do not come to one, and do not say so; likelier with much in hand and in a foul mood.
    ``late``: they come some minutes late. ``notes``: they send the notes of one they called to who was not there.
    """

    overruns: Share = _USUAL.overruns
    misses: Share = _USUAL.misses
    late: Share = _USUAL.late
    notes: Share = _USUAL.notes


class WrittenHabits(_Part):
    """The ``habits:`` of a persona file; what is left out is as `sim.habits` has it. See `sim.habits.Habits`."""

    chat: WaitsOn = WaitsOn()
    mail: WaitsOn = WaitsOn()
    call: Answers = Answers(answers=_USUAL.answers_calls)
    walk_up: Answers = Answers(answers=_USUAL.answers_walk_ups)
    read_wpm: Annotated[int, Field(ge=60, le=800)] = _USUAL.read_wpm
    write_wpm: Annotated[int, Field(ge=8, le=160)] = _USUAL.write_wpm
    prefers: Channel = _USUAL.prefers
    works_late: Share = _USUAL.works_late
    batches: Share = _USUAL.batches
    backlog: Backlog = _USUAL.backlog
    focus: WeeklyHours | None = None
    quick: WeeklyHours | None = None
    slow: WeeklyHours | None = None
    meetings: AtMeetings = AtMeetings()


def _working(span: Span) -> Delay:
    def seconds(clock: int) -> int:
        return clock // DAY * _WORKDAY + min(clock % DAY, _WORKDAY)

    return Delay(seconds(span.low), seconds(span.high))


_AsReminders = Annotated[str, Field(pattern=r"^\s*\d+(\.\d*)? +reminders? a day\s*$")]
_Number = Annotated[float, Field(ge=0.0, le=50.0)]


class WrittenTemper(_Part):
    """The ``temper:`` of a persona file. What is left out follows from the traits, see `Traits`.

    ``patience`` is written "2 reminders a day" or as the number.
    """

    patience: _Number | None = None
    directness: Share | None = None
    helpfulness: Share | None = None
    conscientiousness: Share | None = None
    when_pestered: tuple[EffectName, ...] | None = None
    when_thanked: tuple[EffectName, ...] | None = None
    when_thanked_with_credit: tuple[EffectName, ...] | None = None
    when_contradicted: tuple[EffectName, ...] | None = None
    when_let_down: tuple[EffectName, ...] | None = None
    when_insulted: tuple[EffectName, ...] | None = None

    @field_validator("patience", mode="before", json_schema_input_type=_AsReminders | _Number | None)
    @classmethod
    def _reminders(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        number, _, unit = value.strip().partition(" ")
        if unit.strip() not in ("reminder a day", "reminders a day") or not number.replace(".", "", 1).isdigit():
            raise BadValue(value, "is no patience", "Write 2 reminders a day.")
        return float(number)

    def when(self) -> dict[Provocation, tuple[EffectName, ...]]:
        """What the file says of each provocation; those it does not name are left out."""
        written: dict[Provocation, tuple[EffectName, ...] | None] = {
            "pestered": self.when_pestered,
            "thanked": self.when_thanked,
            "credited": self.when_thanked_with_credit,
            "contradicted": self.when_contradicted,
            "let_down": self.when_let_down,
            "insulted": self.when_insulted,
        }
        return {name: effects for name, effects in written.items() if effects is not None}


class Promises(_Part):
    """``forecast``: the time promised over the time needed; 0.7 promises seven days for ten days of work, 1.3 pads.
    ``forgets``: chance that a promise slips their mind; where left out it follows from conscientiousness."""

    forecast: Annotated[float, Field(ge=0.2, le=4.0)] = _EVEN.forecast
    forgets: Share | None = None


class OwnWork(_Part):
    """Something they are busy with: ``what`` is a noun phrase, ``lines`` what they say of it, in their own voice.

    It makes sense in any organisation that employs their trade.
    """

    what: Phrase
    lines: tuple[Phrase, ...] = ()


class Persona(_Part):
    """One person: character, voice, habits, temper, what they know and care about, and how they say things.

    ``knows`` are topics of their trade, ``believes_wrongly`` opinions that are not so, ``keeps_to_self`` what they
    will not say. ``asks_first`` are questions in a few words they put before helping ("which period"). ``says`` has
    templates (`personas.grammar`) for speech acts (`personas.acts`) in their voice; `lines` fills in what is missing.

    Several organisations may give one persona to people of any name, gender, place and title. ``origin``,
    ``languages`` and ``pronouns`` are for a persona made for one person; those of the library leave them out.
    """

    id: Annotated[str, AfterValidator(_id), Field(alias="persona", json_schema_extra={"pattern": ID_PATTERN})]
    about: Phrase
    pronouns: Phrase | None = None
    origin: Phrase | None = None
    languages: Languages = Languages()
    traits: Traits = Traits()
    voice: Voice = Voice()
    written_habits: WrittenHabits = Field(default=WrittenHabits(), alias="habits")
    written_temper: WrittenTemper = Field(default=WrittenTemper(), alias="temper")
    promises: Promises = Promises()
    knows: tuple[Phrase, ...] = ()
    believes_wrongly: tuple[Phrase, ...] = ()
    keeps_to_self: tuple[Phrase, ...] = ()
    cares_about: tuple[Phrase, ...] = ()
    working_on: tuple[OwnWork, ...] = ()
    small_talk: tuple[Template, ...] = ()
    asks_first: tuple[Phrase, ...] = ()
    says: dict[SpeechAct, tuple[Template, ...]] = Field(default_factory=dict)

    @field_validator("says")
    @classmethod
    def _templates_fit(cls, value: dict[SpeechAct, tuple[str, ...]]) -> dict[SpeechAct, tuple[str, ...]]:
        for act, templates in value.items():
            if not templates:
                raise BadValue("[]", "has no line", "Write one, or leave the act out for plain words.", below=(act,))
            for index, template in enumerate(templates):
                try:
                    check(template, ACTS[act].always, ACTS[act].sometimes)
                except BadValue as error:
                    raise BadValue(error.value, error.rule, error.fix, below=(act, index)) from None
        return value

    @field_validator("small_talk")
    @classmethod
    def _small_talk_fits(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for index, template in enumerate(value):
            try:
                check(template, ACTS["small_talk"].always, ACTS["small_talk"].sometimes)
            except BadValue as error:
                raise BadValue(error.value, error.rule, error.fix, below=(index,)) from None
        return value

    def lines(self, act: SpeechAct) -> tuple[str, ...]:
        """The templates for a speech act: their own, or plain ones where they have none. Never empty."""
        own = self.says.get(act, ())
        if act == "small_talk":
            own = (*own, *self.small_talk)
        return own or ACTS[act].plain

    def habits(self) -> Habits:
        """What the engine draws their delays from."""
        written = self.written_habits
        notice, reply = dict(NOTICE), dict(REPLY)
        channels: tuple[tuple[Channel, WaitsOn], ...] = (("chat", written.chat), ("mail", written.mail))
        for channel, waits in channels:
            if waits.notice:
                notice[channel] = _working(waits.notice)
            if waits.reply or waits.slow:
                fast = _working(waits.reply) if waits.reply else reply[channel]
                slow = _working(waits.slow) if waits.slow else None
                reply[channel] = Delay(fast.low, fast.high, waits.slow_share, slow)
        return Habits(
            notice=MappingProxyType(notice),
            reply=MappingProxyType(reply),
            read_wpm=written.read_wpm,
            write_wpm=written.write_wpm,
            answers_calls=written.call.answers,
            answers_walk_ups=written.walk_up.answers,
            prefers=written.prefers,
            works_late=written.works_late,
            batches=written.batches,
            backlog=written.backlog,
            focus=written.focus,
            quick=written.quick,
            slow=written.slow,
            overruns=written.meetings.overruns,
            misses=written.meetings.misses,
            late=written.meetings.late,
            notes=written.meetings.notes,
        )

    def temper(self) -> Temper:
        """How they take others, in numbers; what their file leaves out follows from their traits."""
        traits, written = self.traits, self.written_temper

        def given(value: float | None, otherwise: float) -> float:
            return otherwise if value is None else value

        return Temper(
            patience=given(written.patience, round(1 + 4 * (1 - traits.neuroticism), 2)),
            directness=given(written.directness, round(0.85 - 0.6 * traits.agreeableness, 2)),
            helpfulness=given(written.helpfulness, round(0.3 + 0.6 * traits.agreeableness, 2)),
            conscientiousness=given(written.conscientiousness, traits.conscientiousness),
            forgetfulness=given(self.promises.forgets, round(0.35 * (1 - traits.conscientiousness), 3)),
            forecast=self.promises.forecast,
            openness=round(0.6 * traits.openness, 2),
            when=MappingProxyType({**_EVEN.when, **written.when()}),
        )
