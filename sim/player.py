"""The port to players: what whoever sits in the seat is given, and what they answer with.

A player is any object with ``begin`` and ``act``. It sees this module's plain data and nothing else of the world.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from pydantic import BaseModel, ConfigDict


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Tool(_Plain):
    """An action on offer: its name, what it does, and the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


class Assignment(_Plain):
    """A task as the player is told of it: what to find out and where to put it, never the answer."""

    id: str
    title: str
    text: str
    given_by: str
    deliver_to: str
    deliver: str
    """In words: "write /board/detectors.md and tell ruth"."""
    kind: str
    path: str | None = None
    ticket: str | None = None
    by: str
    """Local words, with the zone."""
    by_at: int
    questions: tuple[str, ...] = ()
    approval: str | None = None
    """In words, where somebody has to approve something, or to decide it."""
    decision: bool = False
    """Whether ``approval`` is a matter to be decided one way or the other, rather than a yes to be had."""
    amount: str | None = None
    after: tuple[str, ...] = ()


class Briefing(_Plain):
    """What the player is told before the first turn."""

    me: str
    name: str
    title: str
    organisation: str
    about: str
    brief: str
    zone: str
    hours: str
    starts: str
    ends: str
    ends_at: int
    colleagues: tuple[str, ...]
    """Names and titles of the people this seat works with directly: manager, team, reports."""
    tools: tuple[Tool, ...]


class Noticed(_Plain):
    """Word that something arrived since the last turn."""

    serial: int
    at: str
    app: str
    kind: str
    place: str
    ref: str
    sender: str
    gist: str
    interrupts: bool = False
    urgent: bool = False


class Heard(_Plain):
    """A line said in a call or meeting the player is in."""

    at: str
    who: str
    text: str
    where: str


class Cut(_Plain):
    """An action that was cut short. ``left`` counts the simulated seconds it still takes."""

    action: str
    arguments: Mapping[str, Any]
    done: int
    left: int
    by: str
    why: str


class Outcome(_Plain):
    """What came of the last action: exactly one of receipt, refusal and cut is set."""

    action: str
    took: int
    receipt: Mapping[str, Any] | None = None
    refusal: str | None = None
    code: str | None = None
    cut: Cut | None = None


class Observation(_Plain):
    """What the player sees before it acts."""

    turn: int
    at: int
    now: str
    """Local words: "Tue 3 March 2026, 10:15 (Europe/Vienna)"."""
    working: bool
    last: Outcome | None = None
    notices: tuple[Noticed, ...] = ()
    heard: tuple[Heard, ...] = ()
    tasks: tuple[Assignment, ...] = ()
    """Tasks given since the last turn."""
    ringing: str | None = None
    """The id of a call that rings now."""
    call: str | None = None
    meeting: str | None = None
    suspended: tuple[Cut, ...] = ()
    """Interrupted actions that can be resumed, the latest last."""


class Act(_Plain):
    """The player's answer: one action by name with its arguments."""

    action: str
    arguments: Mapping[str, Any] = {}
    thought: str | None = None
    """Why, in the player's words; kept in the record, never shown to anybody in the run."""


NOTHING: Final = "nothing"
"""The action of a turn in which a model in the seat gave no readable tool call; the office knows none of that name."""


class PlayerFailed(Exception):
    """The player raised something: the name of its type, and what it said with the place in the player's code."""

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(fault, detail)
        self.fault, self.detail = fault, detail


class Player(Protocol):
    """Whoever takes the seat.

    A player that always answers equal observations, in the same order, with equal acts (its model's answers being
    recorded) may say so by an attribute ``replays = True``: a run that goes on then asks it all again and compares.
    Any other is not asked again for what is recorded; it may have ``remember(observation, act)``, which is called for
    each of these turns instead.
    """

    name: str

    def begin(self, briefing: Briefing) -> None:
        """Called once, before the first turn."""
        ...

    async def act(self, observation: Observation) -> Act:
        """Choose the next action. May wait on a model or a remote process; simulated time does not run meanwhile."""
        ...


class Together:
    """The players of an office in which several seats play, by seat. It stands where a run takes a player."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self.players: Mapping[str, Player] = dict(players)
        """Who sits where, in the order of the seats."""
        self.name: str = told_together({seat: player.name for seat, player in players.items()})
        """The name of all, where it is one; else those of each ("amal=oracle,bea=idle")."""


AnyPlayer = Player | Together
"""Whoever plays a run: in its one seat, or in each of several."""


def told_together(names: Mapping[str, str]) -> str:
    """What is said of each seat, in one text: once, where it is the same of all; else "amal=oracle,bea=idle"."""
    said = tuple(dict.fromkeys(names.values()))
    return said[0] if len(said) == 1 else ",".join(f"{seat}={name}" for seat, name in names.items())


def told_apart(told: str, seats: Sequence[str]) -> dict[str, str]:
    """What `told_together` gave, by seat again. What names no seat is said of all of them; a seat may be missing, and
    one that is named twice has what was said last."""
    starts = [found for found in re.finditer(r"(?:^|,)\s*([^=,]+?)\s*=", told) if found[1] in seats]
    if not starts or starts[0].start() != 0:
        return dict.fromkeys(seats, told)
    ends = [*(found.start() for found in starts[1:]), len(told)]
    said = {found[1]: told[found.end() : end].strip() for found, end in zip(starts, ends, strict=True)}
    return {seat: said[seat] for seat in seats if seat in said}


def by_seat(player: AnyPlayer, seats: Sequence[str]) -> dict[str, Player]:
    """Who plays in each of ``seats``: one player in all of them, where it is one."""
    return (
        {seat: player.players[seat] for seat in seats} if isinstance(player, Together) else dict.fromkeys(seats, player)
    )
