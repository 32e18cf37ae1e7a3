"""Matters that only somebody else can decide: who may do so now, and how a request to decide one stands.

An approval, and just so a quarrel over priorities, a blocked dependency, a breach of policy, a safety matter, somebody
who does not answer. The org graph is read at the moment of asking: who is away is stood in for, who is on call goes
first, whoever is a party to it decides nothing, and those further up wait for their turn.
"""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from sim.calendar import is_absent, working_between
from sim.commitments import content_words
from sim.deciders import deciders, named
from sim.messages import Message
from sim.mind import Standing
from sim.script import Approval

if TYPE_CHECKING:
    from sim.world import World

MENTIONS: Final = 0.5
"""Share of the words of a matter's name that a message must have to be about it (design choice)."""

CAME_TOO_EARLY: Final = (0.15, -0.02)
"""What being asked before their turn does to somebody: irritation, trust (design choices, like those below)."""
NOT_THEIRS: Final = (0.05, 0.0)
"""What it does to be asked for what is not theirs to decide."""
ASKED_AS_A_PARTY: Final = (0.2, -0.04)
"""What it does to be asked to settle one's own quarrel."""
OVER_THEIR_HEAD: Final = (0.25, -0.08)
"""What it does to hear that a matter of one's own was settled above without a word before."""
TOLD_BEFORE: Final = (0.0, 0.03)
"""What it does to have been told before a matter went up."""


class Decisions:
    """How every matter of a run stands, and with whom it has been raised."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._raised: dict[tuple[str, str, str], int] = {}
        """By matter, who raised it and with whom: since when."""
        self._answered: set[tuple[str, str, str]] = set()
        self._words = {
            matter.id: tuple(content_words(name) for name in (matter.topic, *matter.asked_as))
            for matter in world.script.approvals
            if matter.sort != "approval"
        }
        """By matter with whom it counts to have spoken of it: the words of its names. Plain approvals are none."""

    def said(self, message: Message) -> None:
        """Somebody said or wrote something: it may raise a matter with somebody, or answer whoever raised it."""
        said = content_words(message.text) if self._words else frozenset()
        for matter, words in self._words.items():
            for who in message.direct:
                if (matter, who, message.sender) in self._raised:
                    self._answered.add((matter, who, message.sender))
            if any(names and len(names & said) >= ceil(MENTIONS * len(names)) for names in words):
                for who in message.direct:
                    self._raised.setdefault((matter, message.sender, who), message.at)

    def was_raised(self, matter: Approval, by: str, with_: str) -> bool:
        """Whether ``by`` has spoken of it to ``with_``."""
        return (matter.id, by, with_) in self._raised

    def tried(self, matter: Approval, by: str, with_: str) -> bool:
        """Whether ``by`` may go past ``with_``: they are away, have answered, or have had their fair time to."""
        world = self._world
        if is_absent(world.person(with_).calendar, world.now) or (matter.id, by, with_) in self._answered:
            return True
        since = self._raised.get((matter.id, by, with_))
        return since is not None and working_between(world.person(with_).calendar, since, world.now) >= matter.wait

    def first(self, matter: Approval, who: str, by: str) -> str | None:
        """With whom ``by`` should have tried before coming to ``who`` with it; None where it is the turn of ``who``."""
        if matter.ask_first not in (None, who, by) and not self.tried(matter, by, str(matter.ask_first)):
            return matter.ask_first
        if matter.sort in ("approval", "safety"):
            return None
        for nearer in deciders(self._world.org, matter, self._world.now, by):
            if nearer == who:
                return None
            if nearer != by and not self.tried(matter, by, nearer):
                return nearer
        return None

    def may_decide(self, matter: Approval, who: str, by: str) -> bool:
        """Whether ``who`` may decide it now where ``by`` asks for it."""
        by = self._asker(by)
        stand = () if matter.by_graph else matter.entitled
        return who in (*stand, *deciders(self._world.org, matter, self._world.now, by)) and who not in matter.parties

    def _asker(self, by: str) -> str:
        """Who asks, as the graph knows them: what is asked for from outside is asked for in the seat's affairs."""
        return by if self._world.is_known(by) else self._world.seat_id

    def standing(self, matter: Approval, who: str, by: str, missing: Sequence[str]) -> tuple[Standing, tuple[str, ...]]:
        """How a request of ``by`` to ``who`` to decide ``matter`` stands now, and whom to turn to instead.

        ``missing`` are the facts that it has to name and does not.
        """
        world, by = self._world, self._asker(by)
        can = deciders(world.org, matter, world.now, by)
        others = tuple(other for other in can or named(world.org, matter, by) if other != who)[:1]
        decided = world.decided.get(matter.id)
        if decided is not None:
            return ("already_granted" if decided == "grant" else "already_refused"), others
        if who in matter.parties:
            return "party", others
        if matter.sort == "silence" and who == matter.ask_first and who not in can:
            return "put_off", others
        if who in can or (who in matter.entitled and not matter.by_graph):
            first = self.first(matter, who, by)
            if first is not None:
                return "too_early", (first,)
            return ("needs_more" if missing else "mine"), others
        if matter.amount is not None and world.org.approval_limit(who, matter.kind) is not None:
            return "above_my_limit", others
        return "not_mine", others

    def felt(self, matter: Approval, standing: Standing, who: str, by: str, causes: tuple[int, ...]) -> None:
        """What being asked does to ``who``. A plain request for approval is nobody's grievance."""
        if matter.sort == "approval":
            return
        felt = {"too_early": CAME_TOO_EARLY, "party": ASKED_AS_A_PARTY, "not_mine": NOT_THEIRS}.get(standing)
        if felt is not None:
            self._feel(who, by, felt, causes)

    def settled(self, matter: Approval, by: str, requester: str, causes: tuple[int, ...]) -> None:
        """It is decided: those whose matter it was take it well or ill, as they were told before or were not."""
        own = dict.fromkeys((*matter.parties, *((matter.ask_first,) if matter.ask_first else ())))
        for who in own:
            if who in self._world.cast and who not in (by, requester) and matter.sort != "approval":
                told = self.was_raised(matter, requester, who)
                self._feel(who, requester, TOLD_BEFORE if told else OVER_THEIR_HEAD, causes)

    def _feel(self, who: str, toward: str, felt: tuple[float, float], causes: tuple[int, ...]) -> None:
        irritation, trust = felt
        self._world.feel(who, "irritation", toward, irritation, causes)
        self._world.feel(who, "trust", toward, trust, causes)
