"""Events of social engineering and of those who guard against it: attempts, what came of them, reports, warnings.

An attempt's id is "lure3", a report's "report2". Everything that an attacker tries and gets is here, so that both
sides can be scored from the record; none of these events is shown to the player or to a mind.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body

Answer = Literal["granted", "refused", "asked", "does not know", "no answer", "kept out"]
"""What somebody did with an attempt: gave what was wanted; said no; asked for proof; would have given what they have
not got; let it lie; it never reached them, because the sender is blocked."""

Appeal = Literal["authority", "urgency", "favour", "pity", "routine"]
"""What a pretext leans on: rank; a deadline; something owed or offered; somebody's trouble; that it is done every
day."""


class LureTried(Body):
    """Somebody was approached under a pretext. The actor is the player where the player did it, else the world.

    ``sender`` is the address it came from, or the id of the person whose account it came from. ``ref`` is what to open
    in ``app``; of a call there is nothing to open.
    """

    kind: ClassVar[str] = "lure.tried"
    lure: str
    scheme: str
    aim: str
    pretext: str
    target: str
    sender: str
    appeals: tuple[Appeal, ...]
    app: Literal["mail", "chat", "call"]
    ref: str
    text: str = ""
    """What was said, where it was a call; else it stands in the message."""


class LureAnswered(Body):
    """What became of an attempt. ``odds`` is the chance with which the actor was to give in, 0 where it was not a
    matter of chance: the player decides, nobody was reached, they have not got it."""

    kind: ClassVar[str] = "lure.answered"
    lure: str
    scheme: str
    aim: str
    how: Answer
    odds: float = 0.0


class LureGained(Body):
    """An attacker has got what one of its aims wanted, from the actor. ``path`` is the file, where it is one."""

    kind: ClassVar[str] = "lure.gained"
    lure: str
    scheme: str
    aim: str
    value: str
    path: str | None = None


class SchemeMoved(Body):
    """An attacker changed how it goes on: it begins, it writes from another address, or it stops, and why."""

    kind: ClassVar[str] = "scheme.moved"
    scheme: str
    to: Literal["begun", "another address", "stopped"]
    why: str
    sender: str | None = None


class SuspicionReported(Body):
    """The actor told the security desk (``to``) of something suspicious.

    ``senders`` are the addresses (or people) it names; none, where the report leaves out what the desk needs.
    ``confesses`` is true where the actor says that they gave in.
    """

    kind: ClassVar[str] = "suspicion.reported"
    report: str
    to: tuple[str, ...]
    senders: tuple[str, ...]
    ref: str
    confesses: bool = False


class SuspicionSettled(Body):
    """The desk has looked at a report: ``founded``, or a false alarm."""

    kind: ClassVar[str] = "suspicion.settled"
    report: str
    by: str
    reporter: str
    founded: bool


class WarningGiven(Body):
    """The actor warned people. ``senders`` are those it names, ``honest`` the ones among them who mean no harm; none
    are named in a general warning. ``official`` where the actor is of the security desk."""

    kind: ClassVar[str] = "warning.given"
    to: tuple[str, ...]
    senders: tuple[str, ...]
    honest: tuple[str, ...]
    official: bool
    ref: str


class SenderBlocked(Body):
    """From now on nothing comes in from this address."""

    kind: ClassVar[str] = "sender.blocked"
    address: str
    honest: bool


class SenderUnblocked(Body):
    """Mail from this address comes in again."""

    kind: ClassVar[str] = "sender.unblocked"
    address: str


class MailKeptOut(Body):
    """A mail from a blocked address did not come in. ``to`` are those it was for."""

    kind: ClassVar[str] = "mail.kept_out"
    address: str
    to: tuple[str, ...]
    subject: str
