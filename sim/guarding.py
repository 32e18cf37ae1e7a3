"""Attackers, the security desk and an authorised test, put together in one run."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.apps.security import Pose, Security
from sim.lures import Lures
from sim.messages import Message
from sim.schemers import Schemers
from sim.script import Pretext
from sim.security_desk import SecurityDesk

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.world import World

EXERCISE = "exercise"
"""What an authorised test is called where a scheme is named."""


class Guarding:
    """Built before the run, so that it sees every event; started once everybody else is at work."""

    def __init__(self, world: "World", attention: "Attention") -> None:
        self._world = world
        self._attention = attention
        self._lures = Lures(world)
        self._desk = SecurityDesk(world, self._lures, attention.messages)
        self._schemers = Schemers(world, self._lures)
        app = world.office.app(Security)
        app.script, app.is_honest, app.pose = world.script.security, self._desk.is_honest, self._pose
        if app.script is not None and app.script.exercise is not None:
            app.tester = world.seat_id

    def start(self) -> None:
        """Let attackers begin. From now on what people read is theirs and the desk's before it is anybody else's."""
        others = self._attention.business

        def business(who: str, unread: Sequence[Message]) -> bool:
            lured, reported = self._lures.read(who, unread), self._desk.read(who, unread)
            return others(who, unread) or lured or reported

        self._attention.business = business
        self._schemers.start()

    def _pose(self, pose: Pose, to: str, causes: Sequence[int]) -> None:
        """What the player writes under a pretext goes the way of every attempt."""
        security = self._world.script.security
        assert security is not None
        assert security.exercise is not None
        aim = next(aim for aim in security.exercise.procedures if aim.id == pose.procedure)
        name, _, address = security.exercise.identities[pose.identity].partition(" <")
        pretext = Pretext(
            id=pose.identity, name=name, sender=address.rstrip(">"), appeals=(pose.appeal,),
            subject=pose.subject or "(no subject)", text=pose.text,
        )  # fmt: skip
        self._lures.tried(EXERCISE, aim, pretext, to, by=self._world.seat_id, causes=causes)
