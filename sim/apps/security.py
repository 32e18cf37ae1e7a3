"""The security desk's own tools, to keep an address out; and, in an authorised test, writing under a pretext.

An office has this app only where its scenario has a security desk or a test. Reports and warnings need no tools: they
are messages and forwarded mails, as everywhere (:mod:`sim.security_desk`).
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.apps.mail import Mail
from sim.apps.people import person_named
from sim.misspelling import did_you_mean
from sim.office import App, Office
from sim.script import Security as Script
from sim.vocabulary.security import Appeal, SenderBlocked, SenderUnblocked


class Filter(Receipt):
    """The addresses that are kept out now."""

    blocked: tuple[str, ...]


class Posed(Receipt):
    """What was sent: whose name it bears, to whom, and for which procedure."""

    sender: str
    to: str
    procedure: str


class _Sift(Action):
    """What lets something in, or keeps it out."""

    receipt: ClassVar[type[Receipt]] = Filter

    address: str = Field(description="The whole address as it stands in the mail, or the id of a colleague.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        security = office.app(Security)
        security.require_desk(actor)
        mail, outside = office.app(Mail), "@" in self.address
        sender = mail.known_address(self.address) if outside else person_named(office, self.address)
        if sender == actor:
            raise Refused("bad_argument", "that is your own account")
        self.sift(office, security, sender, actor, causes)
        return Filter(blocked=(*mail.blocked(), *security.locked))

    def sift(
        self, office: Office, security: "Security", sender: str, actor: str, causes: Sequence[int]
    ) -> None:  # fmt: skip
        """Do it, or raise :class:`Refused`."""
        raise NotImplementedError(type(self).__name__)


class Block(_Sift):
    """Keep mail from an address outside out of everybody's inbox, or lock the account of a colleague that somebody else
    writes from. For the security desk. An honest sender who is blocked writes in vain."""

    name: ClassVar[str] = "security.block"

    def sift(
        self, office: Office, security: "Security", sender: str, actor: str, causes: Sequence[int]
    ) -> None:  # fmt: skip
        mail = office.app(Mail)
        if mail.is_blocked(sender) or sender in security.locked:
            raise Refused("already_so", f"{sender} is blocked already")
        office.emit(SenderBlocked(address=sender, honest=security.is_honest(sender)), actor, causes)
        if "@" in sender:
            mail.block(sender)
        else:
            security.locked.append(sender)


class Unblock(_Sift):
    """Let mail from a blocked address in again, or give a colleague their account back. What was kept out is lost. For
    the security desk."""

    name: ClassVar[str] = "security.unblock"

    def sift(
        self, office: Office, security: "Security", sender: str, actor: str, causes: Sequence[int]
    ) -> None:  # fmt: skip
        mail = office.app(Mail)
        if not (mail.is_blocked(sender) or sender in security.locked):
            raise Refused("already_so", f"{sender} is not blocked")
        office.emit(SenderUnblocked(address=sender), actor, causes)
        if "@" in sender:
            mail.unblock(sender)
        else:
            security.locked.remove(sender)


class Pose(Action):
    """In an authorised test: write to somebody as one of the identities you were lent, to see whether a procedure
    holds. Your authorisation says whom and what you may try. Answers come to your own inbox."""

    name: ClassVar[str] = "security.pose"
    receipt: ClassVar[type[Receipt]] = Posed

    identity: str = Field(description="Which of the identities that you were lent.")
    to: str = Field(description="Id of the person you write to.")
    procedure: str = Field(description="Which procedure it tests.")
    appeal: Appeal = Field(description='What it leans on: "authority", "urgency", "favour", "pity" or "routine".')
    subject: str = Field(default="", description="What the mail is about.")
    text: str = Field(description="What you write.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text) + words_in(self.subject))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        security = office.app(Security)
        test = security.script.exercise if security.script is not None else None
        if test is None or actor != security.tester:
            raise Refused("not_allowed", "nobody has authorised you to test anybody")
        if self.identity not in test.identities:
            raise Refused("no_such_thing", f"there is no identity {self.identity!r}: {', '.join(test.identities)}")
        procedures = [aim.id for aim in test.procedures]
        if self.procedure not in procedures:
            hint = did_you_mean(self.procedure, procedures) or f"There are {', '.join(procedures)}."
            raise Refused("no_such_thing", f"there is no procedure {self.procedure!r} in your authorisation. {hint}")
        to = person_named(office, self.to)
        if to == actor:
            raise Refused("bad_argument", "that would be to yourself: name somebody else")
        if not self.text.strip():
            raise Refused("empty", "the mail is empty: write something")
        sender = test.identities[self.identity]
        security.pose(self, to, causes)
        return Posed(sender=sender, to=to, procedure=self.procedure)


class Security(App):
    """Who is of the desk, who tests, and what tells an honest address from another."""

    name: ClassVar[str] = "security"
    actions: ClassVar[tuple[type[Action], ...]] = (Block, Unblock, Pose)

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self.script: Script | None = None
        self.tester: str | None = None
        self.locked: list[str] = []
        """Colleagues whose accounts are locked."""
        self.is_honest: Callable[[str], bool] = lambda address: True
        """Whether nobody with ill intent writes from an address; the engine knows."""
        self.pose: Callable[[Pose, str, Sequence[int]], None] = lambda pose, to, causes: None
        """Sends what a tester writes, to the person named; set by the engine."""

    def can_read(self, who: str, ref: str) -> bool:
        return False

    def require_desk(self, actor: str) -> None:
        """Raise :class:`Refused` unless ``actor`` is of the security desk."""
        desk = self.script.desk if self.script is not None else ()
        if actor not in desk:
            whom = f"tell {desk[0]}, and say which mail" if desk else "there is none here"
            raise Refused("not_allowed", f"only the security desk may do that: {whom}")
