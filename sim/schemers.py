"""Attackers who act: each works through what it wants, person by person, and goes on by what comes back.

What each does (all waits and orders are drawn from streams of the scheme and the target):

- begins at its time, and writes in the working hours of whom it writes to;
- refused, or told that somebody has not got it: another pretext for the same person, then the next one, after a
  pause;
- asked for proof: the pretext's excuse, once;
- no answer in three pauses: the next person;
- granted: the next aim, which may use what was got (``{aim}`` in a pretext stands for it);
- blocked: the spare address of the pretext, after lying low for four pauses; without one, that pretext is spent;
- nothing left to want, to try or to write from: it falls silent.
"""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING

from sim.calendar import add_working
from sim.kernel import Steps
from sim.lures import Lure, Lures
from sim.script import Aim, Pretext, Scheme
from sim.streams import shuffled, uniform_between
from sim.vocabulary.security import SchemeMoved

if TYPE_CHECKING:
    from sim.world import World

PATIENCE = 3
"""Pauses for which an answer is waited for."""
LIES_LOW = 4
"""Pauses after a sender was blocked before it goes on."""
FOR_EACH = 2
"""Pretexts that are tried on one person for one aim."""

_SLOT = re.compile(r"\{([a-z0-9][a-z0-9._-]*)\}")
_SENTENCE = re.compile(r"(?<=[.!?])(?=\s)|(?<=\n)")


class Schemers:
    """All attackers of a run."""

    def __init__(self, world: "World", lures: Lures) -> None:
        self._world = world
        self._lures = lures

    def start(self) -> None:
        """Let them begin, each at its time."""
        security = self._world.script.security
        for scheme in security.schemes if security is not None else ():
            self._world.live(self._work(scheme))

    def _work(self, scheme: Scheme) -> Steps[None]:
        world = self._world
        yield world.kernel.at(max(world.now, scheme.begins))
        world.write(SchemeMoved(scheme=scheme.id, to="begun", why="its time has come"))
        attacker = _Attacker(world, self._lures, scheme)
        for aim in scheme.aims:
            if all(name in attacker.got for name in aim.after):
                yield from attacker.pursue(aim)
        wanted = {aim.id for aim in scheme.aims}
        why = (
            "it has all it wanted" if wanted <= set(attacker.got)
            else "it is kept out" if attacker.nothing_left
            else "it has tried often enough" if attacker.tries >= scheme.most
            else "nobody is left to try"
        )  # fmt: skip
        world.write(SchemeMoved(scheme=scheme.id, to="stopped", why=why))


class _Attacker:
    """One scheme at work. ``got`` are the values of the aims that were reached."""

    def __init__(self, world: "World", lures: Lures, scheme: Scheme) -> None:
        self._world = world
        self._lures = lures
        self._scheme = scheme
        self._pretexts = {pretext.id: pretext for pretext in scheme.pretexts}
        self._on_spare: set[str] = set()
        self.got: dict[str, str] = {}
        self.at: dict[str, int] = {}
        """The serial of the event with which each was reached."""
        self.tries = 0

    @property
    def nothing_left(self) -> bool:
        """Whether there is no address left to write from."""
        return all(self._sender(pretext) is None for pretext in self._scheme.pretexts)

    def _sender(self, pretext: Pretext) -> str | None:
        for sender in (pretext.sender, pretext.spare):
            if sender is not None and not self._lures.is_shut(sender):
                return sender
        return None

    def _ways(self, aim: Aim) -> Iterator[tuple[str, Pretext, Random]]:
        """Whom to try, in the author's order, and with what, in an order that is drawn for each."""
        for target in aim.targets:
            rng = self._world.streams.of(self._scheme.id, "way", aim.id, target)
            names = [name for name in aim.pretexts if self._pretexts[name].sender != target]
            if target in self._world.seats:
                names = [name for name in names if self._pretexts[name].via != "call"]
            for name in shuffled(rng, names)[:FOR_EACH]:
                yield target, self._pretexts[name], rng

    def pursue(self, aim: Aim) -> Steps[None]:
        """Try for one aim until it is reached or nothing is left."""
        world = self._world
        given_up: set[str] = set()
        for target, pretext, rng in self._ways(aim):
            if target in given_up:
                continue
            if self.tries >= self._scheme.most:
                return
            calendar = world.person(target).calendar
            wait = uniform_between(rng, *self._scheme.pause)
            if self._sender(pretext) is not None:
                yield world.kernel.at(add_working(calendar, world.now, wait if self.tries else 1))
            self._look(aim)
            if aim.id in self.got:
                return
            sender = self._sender(pretext)
            if sender is None:
                continue
            if sender == pretext.spare and pretext.id not in self._on_spare:
                self._on_spare.add(pretext.id)
                world.write(
                    SchemeMoved(scheme=self._scheme.id, to="another address", why="the first is blocked", sender=sender)
                )
                yield world.kernel.at(add_working(calendar, world.now, LIES_LOW * wait))
            lure = yield from self._try(aim, target, pretext, sender, wait)
            self._look(aim)
            if aim.id in self.got:
                return
            if lure.how == "no answer":
                given_up.add(target)

    def _try(self, aim: Aim, target: str, pretext: Pretext, sender: str, pause: int) -> Steps[Lure]:
        world = self._world
        self.tries += 1
        used = [name for name in aim.after if name in self.got]
        said = pretext.model_copy(update={"text": filled(pretext.text, self.got)})
        lure = self._lures.tried(
            self._scheme.id, aim, said, target, sender=sender, backed=len(used),
            causes=tuple(self.at[name] for name in used),
        )  # fmt: skip
        for _ in range(2):
            if lure.how is None:
                until = add_working(world.person(target).calendar, world.now, PATIENCE * pause)
                yield world.kernel.any_of([lure.settled, world.kernel.at(until)])
            if lure.how is not None or not lure.settled.triggered:
                break
            yield world.kernel.at(add_working(world.person(target).calendar, world.now, max(60, pause // 3)))
            if lure.how is None:
                self._lures.excuse(lure)
        self._lures.let_lie(lure)
        return lure

    def _look(self, aim: Aim) -> None:
        """Take note of what has been got: by the last attempt, or by an earlier one whose target came round later."""
        lure = self._lures.reached(self._scheme.id, aim.id)
        if lure is not None:
            self.got[aim.id], self.at[aim.id] = self._lures.got[lure.id]


def filled(text: str, known: Mapping[str, str]) -> str:
    """``text`` with ``{aim}`` replaced by what was got; sentences that need what was not got are left out."""
    kept = [part for part in _SENTENCE.split(text) if all(name in known for name in _SLOT.findall(part))]
    return _SLOT.sub(lambda found: known[found[1]], "".join(kept)).strip()
