"""A small running world to test the engine in: the office of tests/office.py, minds and players made of functions."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sim.apps.calendar import Calendar
from sim.apps.calls import Calls
from sim.apps.chat import Chat
from sim.apps.desk import Desk
from sim.apps.drive import Drive
from sim.apps.mail import Mail
from sim.apps.tracker import Tracker
from sim.engine import Ended, Engine
from sim.habits import Delay, Habits, Temper
from sim.journal import Journal
from sim.mind import Mind, Moment, React, Say, Silent, Turn
from sim.office import App
from sim.player import Act, Briefing, Observation
from sim.record import Record
from sim.script import Script
from sim.stopwatch import Stopwatch
from sim.world import Coworker
from tests.office import MONDAY, SmallOrg

APPS = (Chat, Mail, Calls, Drive, Calendar, Tracker, Desk)
PROMPT = Habits(
    notice={"chat": Delay(30, 30), "mail": Delay(60, 60), "call": Delay(5, 5)},
    reply={"chat": Delay(60, 60), "mail": Delay(300, 300), "call": Delay(3, 3)},
    answers_calls=1.0,
    answers_walk_ups=1.0,
    works_late=0.0,
)
"""Somebody who does everything at once, always after the same time."""

Answer = Callable[[Moment], Turn | Silent | React]


class FunctionMind:
    """A mind that is one function: what it returns is gated or thought."""

    def __init__(self, answer: Answer, wait: Callable[[], Awaitable[None]] | None = None) -> None:
        self._answer = answer
        self._wait = wait
        self.moments: list[Moment] = []

    def gate(self, moment: Moment) -> Silent | React | None:
        answer = self._answer(moment)
        return None if isinstance(answer, Turn) else answer

    async def think(self, moment: Moment) -> Turn:
        if self._wait is not None:
            await self._wait()
        self.moments.append(moment)
        answer = self._answer(moment)
        return answer if isinstance(answer, Turn) else Turn(moves=(answer,))

    def landed(self, moment: Moment, turn: Turn) -> None:
        return None

    def takes(self, moment: Moment) -> int | None:
        return None


def says_what_it_may(moment: Moment) -> Turn | Silent:
    """Answers a question mark with all it may say, an errand with its text, anything else with silence."""
    if moment.errand is not None:
        text = moment.errand.text or moment.errand.what
        return Turn(moves=(Say(text=text, states=() if moment.errand.fact is None else (moment.errand.fact,)),))
    if moment.incoming is None or "?" not in moment.incoming.text:
        return Silent(why="nothing is asked")
    if not moment.may_say:
        to = tuple(p for pointer in moment.pointers for p in pointer.who)
        return Turn(moves=(Say(text=f"Ask {' or '.join(to)}." if to else "I do not know.", points_to=to),))
    text = "; ".join(f"{s.topic} is {s.value}" for s in moment.may_say)
    return Turn(moves=(Say(text=text, states=tuple(s.fact for s in moment.may_say)),))


class Steps:
    """A player that plays a list of acts and then waits to the end. It keeps what it saw."""

    name = "steps"

    def __init__(self, *acts: tuple[str, dict[str, Any]]) -> None:
        self._acts = [Act(action=action, arguments=arguments) for action, arguments in acts]
        self.seen: list[Observation] = []
        self.briefing: Briefing | None = None

    def begin(self, briefing: Briefing) -> None:
        self.briefing = briefing

    async def act(self, observation: Observation) -> Act:
        self.seen.append(observation)
        if self._acts:
            return self._acts.pop(0)
        return Act(action="desk.wait", arguments={"until": "30 days"})


def script(**changes: Any) -> Script:
    """A two-day scenario in which Tomás's chair is the seat and nothing happens of itself."""
    given: dict[str, Any] = {
        "scenario": "small",
        "title": "Small",
        "brief": "Find out.",
        "seat": "tomas",
        "start": MONDAY,
        "horizon": MONDAY + 2 * 86400,
        "cast": ("ruth", "ines", "anna-k", "anna-b", "tanaka"),
        "background": False,
    }
    return Script.model_validate(given | changes)


async def play(
    player: Any,
    *,
    minds: Mapping[str, Mind] | None = None,
    habits: Mapping[str, Habits] | None = None,
    org: Any = None,
    seed: int = 1,
    until: int | None = None,
    journal: Journal | None = None,
    allowed: int | None = None,
    stopwatch: Stopwatch | None = None,
    wired: Callable[[Engine], object] = lambda engine: None,
    apps: Sequence[type[App]] = APPS,
    **changes: Any,
) -> tuple[Ended, Record]:
    """Play the small scenario; how it ended, and its record. ``wired`` is shown the engine before it runs."""
    org = org or SmallOrg()
    spec = script(**changes)
    cast = {
        who: Coworker(
            org.person(who),
            (habits or {}).get(who, PROMPT),
            Temper(),
            (minds or {}).get(who) or FunctionMind(says_what_it_may),
        )
        for who in spec.cast
    }
    journal = journal or Journal.memory({"scenario": "small", "seed": seed})
    engine = Engine(
        spec, org, cast, player, seed=seed, journal=journal, apps=apps, allowed=allowed, stopwatch=stopwatch
    )
    wired(engine)
    ended = await engine.run(until)
    return ended, Record.view(journal)


def texts(record: Record, kind: str, actor: str | None = None) -> Sequence[str]:
    """The texts of all events of a kind, by one actor if given, in order."""
    return [e.body.text for e in record.events(kind=kind, actor=actor)]  # type: ignore[attr-defined]
