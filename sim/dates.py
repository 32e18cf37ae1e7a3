"""Dates that people set themselves in their daily business: promises and pieces of work, made and closed as events.

They are kept out of the ledger, which minds carry with them and messages are held against: they belong to the
background alone.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from sim.calendar import working_between
from sim.vocabulary.world import CommitmentClosed, CommitmentMade, Where

if TYPE_CHECKING:
    from sim.world import World


class Date(NamedTuple):
    """One that was set: its event, and what it says."""

    serial: int
    made: CommitmentMade


class Dates:
    """Dates under one letter, numbered from 1."""

    def __init__(self, world: "World", letter: str) -> None:
        self._world = world
        self._letter = letter
        self._count = 0

    def make(
        self,
        by: str,
        to: str,
        what: str,
        due: int,
        *,
        where: Where = "world",
        ref: str = "",
        task: str | None = None,
        causes: Sequence[int] = (),
    ) -> Date:
        """``by`` says to ``to`` that ``what`` will be there at the instant ``due``."""
        self._count += 1
        made = CommitmentMade(
            id=f"{self._letter}{self._count}",
            by=by,
            to=to,
            what=what,
            due=due,
            confidence=1.0,
            where=where,
            ref=ref,
            task=task,
        )
        return Date(self._world.write(made, by, causes).serial, made)

    def close(
        self, date: Date, how: Literal["kept", "broken"], ref: str | None = None, causes: Sequence[int] = ()
    ) -> None:
        """It has ended now, in time or late."""
        world, made = self._world, date.made
        due = made.due if made.due is not None else world.now
        late = working_between(world.person(made.by).calendar, due, world.now) if world.now > due else 0
        closed = CommitmentClosed(id=made.id, by=made.by, to=made.to, how=how, late=late, ref=ref)
        world.write(closed, made.by, causes or (date.serial,))
