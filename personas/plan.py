"""What a coworker means to do, before it has words: points to get across, and things done without a word."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from personas.acts import SpeechAct
from personas.phrases import Phrase
from sim.mind import Decision, Meet, Promise, React, Work


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to get across, by exactly one of ``act``, ``phrase`` and ``verbatim``, and what saying it brings about.

    ``slots`` are what the templates may fill in; ``states`` to ``asks`` are as in :class:`sim.mind.Say`.
    """

    act: SpeechAct | None = None
    phrase: Phrase | None = None
    verbatim: str | None = None
    line: str | None = None
    """Which of the persona's lines for ``act``, where it matters."""
    slots: Mapping[str, str] = field(default_factory=dict)
    states: tuple[str, ...] = ()
    points_to: tuple[str, ...] = ()
    promises: tuple[Promise, ...] = ()
    decides: tuple[Decision, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """Something said to somebody else in the same turn."""

    to: str
    points: tuple[Point, ...]


@dataclass(slots=True)
class Plan:
    """What to do now. Without points, deeds and asides it is silence, for the reason given."""

    points: list[Point] = field(default_factory=list)
    deeds: list[Work | Meet | React] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    silent: str = "nothing to say"
    curt: bool = False
    """Fewer words, no greeting, no emoji."""
    copy_to: tuple[str, ...] = ()
    """Who else gets it."""
    subject: str | None = None
    """What a mail of one's own is about."""
