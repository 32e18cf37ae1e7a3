"""How somebody deals with what reaches them (habits) and with the people it comes from (temper): plain numbers.

The engine draws delays from them and the minds read them; where they come from (a persona file, a test) is not known
here. All durations count *working* seconds of the person: nights, weekends and leave do not run.

The defaults follow published figures, each with the caveats of its source:

- Chat: half of all chats on Teams are answered within 5 minutes (Microsoft Work Trend Index 2021, secondary source);
  inside a live exchange 50 % within 15 s and 92 % within 5 min (Avrahami and Hudson, CHI 2006).
- Mail: median reply time 47 min, most common 2 min, over 90 % within a day (Kooti et al., WWW 2015); 65.5 min inside
  one firm (Yang et al., SIGIR 2017); 25.6 % within 1 h and 84 % within 24 h at Enron (Kalman's thesis). Waits are two
  mixed log-normals (Stouffer, Malmgren and Amaral 2006), hence the slow second part of a `Delay`.
- Own forecasts: theses took 64 % longer than forecast (Buehler, Griffin and Ross 1994), software projects 20 to 25 %
  (Moløkken and Jørgensen 2003).

Chances of answering a call or a walk-up, reading and writing speed in an office, and the numbers of `EFFECTS` have no
usable published figure behind them: they are design values.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

from sim.streams import lognormal_between, normal_quantile
from sim.units import HOUR, MINUTE, WeeklyHours

Channel = Literal["chat", "mail", "call"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)

Backlog = Literal["oldest_first", "newest_first", "boss_first", "short_first"]
"""In which order somebody works off what has piled up."""

MEETING_HABITS = ("overruns", "misses", "late", "notes")
"""What somebody does about meetings, each as a chance; by default none of it."""

_Z90 = normal_quantile(0.9)


@dataclass(frozen=True, slots=True)
class Delay:
    """A wait in working seconds: log-normal, given by its 10 % and 90 % quantiles ``low`` and ``high``.

    With ``slow_share`` above 0 that share of the waits comes from ``slow`` instead: the second log-normal that reply
    times of people need. ``low == high`` is a fixed wait. No draw is below a quarter of ``low`` or above four times
    ``high``, so none can outlast a run. Raises ValueError unless ``0 <= low <= high`` and the share fits.
    """

    low: int
    high: int
    slow_share: float = 0.0
    slow: Delay | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise ValueError(f"a delay goes from less to more, not from {self.low} s to {self.high} s")
        if not 0.0 <= self.slow_share <= 1.0:
            raise ValueError(f"slow_share is a share from 0 to 1, not {self.slow_share}")
        if (self.slow is None) != (self.slow_share == 0.0):
            raise ValueError("slow_share above 0 and a slow delay go together")

    def draw(self, rng: random.Random) -> int:
        """One wait in whole seconds. Takes two numbers from ``rng``, whatever the values are."""
        part = self.slow if rng.random() < self.slow_share and self.slow else self
        wait = lognormal_between(rng, max(1, part.low), max(1, part.high))
        return wait if part.high else 0

    def quantile(self, share: float) -> int:
        """The wait that ``share`` of the waits of the first part stay below (``slow`` not counted)."""
        if self.low == self.high:
            return self.low
        low, high = math.log(max(self.low, 1)), math.log(self.high)
        return round(math.exp((low + high) / 2 + normal_quantile(share) * (high - low) / (2 * _Z90)))

    def times(self, factor: float) -> Delay:
        """The same wait, ``factor`` times as long."""
        slow = self.slow.times(factor) if self.slow else None
        return Delay(round(self.low * factor), round(self.high * factor), self.slow_share, slow)


NOTICE: Mapping[Channel, Delay] = MappingProxyType(
    {
        "chat": Delay(10, 5 * MINUTE, 0.15, Delay(8 * MINUTE, 80 * MINUTE)),
        "mail": Delay(40, 50 * MINUTE, 0.15, Delay(40 * MINUTE, 4 * HOUR)),
        "call": Delay(3, 15),
    }
)
"""From arrival to being noticed. A call is noticed while it rings."""

REPLY: Mapping[Channel, Delay] = MappingProxyType(
    {
        "chat": Delay(15, 5 * MINUTE, 0.12, Delay(15 * MINUTE, 3 * HOUR)),
        "mail": Delay(15, 100 * MINUTE, 0.28, Delay(2 * HOUR, 18 * HOUR)),
        "call": Delay(1, 6),
    }
)
"""From having read to starting the answer. With `NOTICE` and the time to read and write it gives the reply time."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How one person handles what reaches them.

    ``notice`` and ``reply`` have one `Delay` for each channel. ``answers_calls`` and ``answers_walk_ups`` are chances.
    ``prefers`` is the channel they like to be reached on; on it they are themselves, elsewhere they may send people
    there. ``works_late`` is the chance that something sent outside their hours is noticed before the next morning.
    ``batches`` is the chance that a look at the mail handles all that is unread, in the order of ``backlog``, and not
    just the message that drew the look. ``focus`` are hours in which only calls and what is urgent gets through;
    ``quick`` and ``slow`` are hours in which their waits are half or twice as long. Speeds are words a minute.
    ``overruns`` is the chance that a meeting they called runs past its end, ``misses`` that they do not come to one
    and do not say so, ``late`` that they come late, ``notes`` that they send the notes of one they called to those who
    were not there.
    """

    notice: Mapping[Channel, Delay] = field(default_factory=lambda: NOTICE)
    reply: Mapping[Channel, Delay] = field(default_factory=lambda: REPLY)
    read_wpm: int = 230
    write_wpm: int = 38
    answers_calls: float = 0.65
    answers_walk_ups: float = 0.85
    prefers: Channel = "chat"
    works_late: float = 0.12
    batches: float = 0.3
    backlog: Backlog = "newest_first"
    focus: WeeklyHours | None = None
    quick: WeeklyHours | None = None
    slow: WeeklyHours | None = None
    overruns: float = 0.0
    misses: float = 0.0
    late: float = 0.0
    notes: float = 0.0

    def __post_init__(self) -> None:
        for name in ("notice", "reply"):
            missing = [channel for channel in CHANNELS if channel not in getattr(self, name)]
            if missing:
                raise ValueError(f"habits need a {name} delay for each of {CHANNELS}; {missing} have none")
        for name in ("answers_calls", "answers_walk_ups", "works_late", "batches", *MEETING_HABITS):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} is a chance from 0 to 1, not {getattr(self, name)}")
        if self.read_wpm <= 0 or self.write_wpm <= 0:
            raise ValueError(f"reading and writing speeds are above 0, not {self.read_wpm} and {self.write_wpm}")

    def factor(self, weekday: int, minute: int) -> float:
        """What waits are multiplied with that begin on ``weekday`` (Monday is 0) ``minute`` minutes after midnight."""
        quick = self.quick is not None and _within(self.quick, weekday, minute)
        slow = self.slow is not None and _within(self.slow, weekday, minute)
        return (0.5 if quick else 1.0) * (2.0 if slow else 1.0)

    def in_focus(self, weekday: int, minute: int) -> bool:
        """Whether that minute lies in their focus hours."""
        return self.focus is not None and _within(self.focus, weekday, minute)

    def reads(self, words: int) -> int:
        """Seconds to read so many words, at least one."""
        return max(1, math.ceil(words * 60 / self.read_wpm))

    def writes(self, words: int) -> int:
        """Seconds to write so many words, at least one."""
        return max(1, math.ceil(words * 60 / self.write_wpm))


def _within(hours: WeeklyHours, weekday: int, minute: int) -> bool:
    today = any(start <= minute < end for start, end in hours.on(weekday))
    return today or any(start <= minute + 1440 < end for start, end in hours.on((weekday - 1) % 7))


# --- temper --------------------------------------------------------------------------------------------------------

EffectName = Literal[
    "shorter", "longer", "slower", "faster", "warmer", "cooler", "formal", "copies_my_manager", "calls_instead",
    "goes_silent", "points_elsewhere", "insists", "gives_in", "asks_why", "explains", "apologises", "jokes",
    "says_so", "keeps_score", "shrugs",
]  # fmt: skip
"""What somebody may do when something is done to them: a closed list, see `EFFECTS` for what each means."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one effect means in numbers, for as long as the irritation or the warmth that caused it lasts.

    ``pace`` multiplies waits, ``words`` the length of what is written; ``trust``, ``mood`` and ``irritation`` are
    added once, each time it happens. ``act`` is true where it is something done, which a mind has to carry out.
    """

    means: str
    pace: float = 1.0
    words: float = 1.0
    trust: float = 0.0
    mood: float = 0.0
    irritation: float = 0.0
    act: bool = False


EFFECTS: Mapping[EffectName, Effect] = MappingProxyType(
    {
        "shorter": Effect("answers in fewer words, without greeting", words=0.5),
        "longer": Effect("answers at more length than needed", words=1.6),
        "slower": Effect("takes twice as long to answer", pace=2.0),
        "faster": Effect("answers in half the time", pace=0.5),
        "warmer": Effect("friendlier; tells more than was asked", trust=0.05, mood=0.1, irritation=-0.1),
        "cooler": Effect("polite and no more; tells just what was asked", trust=-0.04, mood=-0.05),
        "formal": Effect("goes by full sentences, titles and rules", words=1.2, trust=-0.02),
        "copies_my_manager": Effect("answers with their own manager in copy", trust=-0.03, act=True),
        "calls_instead": Effect("picks up the phone and has it out", mood=-0.05, act=True),
        "goes_silent": Effect("does not answer this one at all", trust=-0.05, mood=-0.1, act=True),
        "points_elsewhere": Effect("sends the asker to somebody else or to a document", act=True),
        "insists": Effect("repeats the point and does not move", irritation=0.1, act=True),
        "gives_in": Effect("lets it go and does what the other wants", mood=-0.05, act=True),
        "asks_why": Effect("asks for the reason before doing anything", act=True),
        "explains": Effect("gives reasons at length", words=1.5, act=True),
        "apologises": Effect("says sorry, called for or not", irritation=-0.05, act=True),
        "jokes": Effect("makes light of it", mood=0.05, irritation=-0.05, act=True),
        "says_so": Effect("tells the other plainly that it annoys them", irritation=-0.1, act=True),
        "keeps_score": Effect("says nothing and remembers", trust=-0.1),
        "shrugs": Effect("nothing changes"),
    }
)

Provocation = Literal["pestered", "thanked", "credited", "contradicted", "let_down", "insulted"]
"""Asked again too soon; thanked; thanked before others or with their share named; told that they are wrong; promised
something that did not come; treated rudely."""
PROVOCATIONS: tuple[Provocation, ...] = get_args(Provocation)

_AS_MOST_DO: Mapping[Provocation, tuple[EffectName, ...]] = MappingProxyType(
    {
        "pestered": ("shorter", "slower"),
        "thanked": ("warmer",),
        "credited": ("warmer", "faster"),
        "contradicted": ("explains",),
        "let_down": ("says_so",),
        "insulted": ("cooler", "shorter"),
    }
)


@dataclass(frozen=True, slots=True)
class Temper:
    """How one person takes others, in numbers. All but ``patience`` and ``forecast`` go from 0 to 1.

    ``patience``: reminders a day they bear before each further one adds to their irritation.
    ``directness``: chance that a no, a correction or a complaint is said outright, not hinted at.
    ``helpfulness``: chance that they do a favour or find out for somebody when nothing obliges them.
    ``conscientiousness``: how carefully they check before they say or approve something.
    ``forgetfulness``: chance that an own promise slips their mind until they are reminded.
    ``forecast``: the time they promise over the time it takes them; below 1 they are late by habit, above 1 they pad.
    ``openness``: chance that they tell more than was asked.
    ``when``: what they do on each `Provocation`.
    """

    patience: float = 3.0
    directness: float = 0.5
    helpfulness: float = 0.6
    conscientiousness: float = 0.6
    forgetfulness: float = 0.1
    forecast: float = 0.8
    openness: float = 0.3
    when: Mapping[Provocation, tuple[EffectName, ...]] = field(default_factory=lambda: _AS_MOST_DO)

    def __post_init__(self) -> None:
        if self.patience < 0 or self.forecast <= 0:
            raise ValueError(f"patience is 0 or more and forecast above 0, not {self.patience} and {self.forecast}")
        for name in ("directness", "helpfulness", "conscientiousness", "forgetfulness", "openness"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} goes from 0 to 1, not {getattr(self, name)}")

    def effects(self, provocation: Provocation) -> tuple[Effect, ...]:
        """What ``provocation`` does to them, in the order of their file; empty where nothing is said of it."""
        return tuple(EFFECTS[name] for name in self.when.get(provocation, ()))

    def does(self, provocation: Provocation, effect: EffectName) -> bool:
        """Whether they react to ``provocation`` with ``effect``."""
        return effect in self.when.get(provocation, ())

    def pace(self, provocation: Provocation) -> float:
        """What their waits are multiplied with under ``provocation``."""
        return math.prod(effect.pace for effect in self.effects(provocation))

    def words(self, provocation: Provocation) -> float:
        """What the length of what they write is multiplied with under ``provocation``."""
        return math.prod(effect.words for effect in self.effects(provocation))
