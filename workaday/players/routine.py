"""What players that go by rules have in common: they see, open what arrives, take calls, and go back to their work.

A routine's conduct is a generator: it yields acts, and each ``yield`` gives back what is seen next. So "ask, wait, ask
again" reads from top to bottom. The routine knows nothing but what a player is shown.
"""

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Literal

from sim.localtime import iso_local
from sim.player import Act, Assignment, Briefing, Noticed, Observation, Outcome

Course = Generator[Act, Observation, Any]
"""A piece of conduct: yields acts, is sent observations."""

Where = Literal["chat", "mail", "call", "meeting", "drive", "tracker"]

FOREVER: Final = 365 * 86400
RINGS: Final = 150
"""Seconds after which a call of its own has been answered or is given up: phones ring for two minutes."""
PATIENCE: Final = 2
"""Minutes for which a caller may be silent."""
_SPOKEN: Final = ("call", "meeting")
_TELLS: Final = ("message", "mention", "reply")
_OPENS: Final[Mapping[str, tuple[str, str]]] = {
    "chat.read": ("chat", "place"),
    "mail.read": ("mail", "mail"),
    "drive.read": ("drive", "path"),
    "tracker.read": ("tracker", "ticket"),
}
"""What is opened by an action: the app, and the argument that names it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A text the player has read or heard, and when it did. ``who`` wrote or said it: an id, or a name outside."""

    at: int
    who: str
    text: str
    where: Where
    place: str
    """The conversation: a chat's place, a mail's thread, a call, a meeting, a file's path, a ticket."""
    ref: str
    """What to answer: a message, a mail, a call."""
    thread: str | None = None
    subject: str = ""
    automatic: bool = False
    direct: bool = True
    """Whether it was meant for the player, rather than a room full of people or nobody in particular."""
    old: bool = False
    """It was there before the player came: what it says may no longer hold."""

    @property
    def is_spoken(self) -> bool:
        """Whether it was said aloud."""
        return self.where in _SPOKEN


@dataclass(frozen=True, slots=True)
class Ring:
    """Somebody who rings, or stands at the desk."""

    call: str
    who: str
    about: str
    urgent: bool
    walk_up: bool


class Routine:
    """A player by rules. Subclasses set ``name`` and write `play`, and may change what they do when somebody rings,
    when a meeting begins, and when a text has been read."""

    name = "routine"
    replays = True

    def begin(self, briefing: Briefing) -> None:
        """Called once, before the first turn."""
        self.briefing = briefing
        self.now = 0
        self.observation: Observation | None = None
        self.seen: list[Seen] = []
        """All that was read and heard, oldest first."""
        self.tasks: dict[str, Assignment] = {}
        """All tasks given so far."""
        self.gives_up = False
        """Set while somebody interrupts: what was interrupted is given up, not gone back to."""
        self._unopened: dict[tuple[str, str], list[Noticed]] = {}
        self._known: set[tuple[str, str]] = set()
        self._rings: dict[str, Ring] = {}
        self._met: set[str] = set()
        self.pages: list[tuple[str, str]] = []
        """Every page that has come, with what it was for, oldest first."""
        self._paged: list[str] = []
        self._beginning: list[str] = []
        self._settled: set[str] = set()
        """Calls of its own of which it was told how they went: answered, declined, not answered, ended."""
        self._course: Course | None = None

    async def act(self, observation: Observation) -> Act:
        """The next act of the routine; it waits once that is over."""
        self._take_in(observation)
        if self._course is None:
            self._course = self._whole()
            return next(self._course)
        return self._course.send(observation)

    def remember(self, observation: Observation, act: Act) -> None:
        """Take in what somebody else saw and did in the seat before: what they have opened is not opened again."""
        self._beginning.clear()
        self._take_in(observation)
        opened = _OPENS.get(act.action)
        if opened is not None:
            app, argument = opened
            self._unopened.pop((app, str(act.arguments.get(argument))), None)
        elif act.action == "calendar.attend":
            self._beginning.clear()
        elif act.action.startswith("pager."):
            self._paged.clear()

    def play(self) -> Course:
        """What the player does, from the first turn on."""
        raise NotImplementedError(type(self).__name__)

    def _whole(self) -> Course:
        yield from self._attend_to_callers()
        yield from self.play()
        while True:
            yield from self.until(self.now + FOREVER)

    # -- what subclasses decide -----------------------------------------------------------------------------------

    def answer(self, ring: Ring) -> Course:
        """Somebody rings: take it and hear them out."""
        yield from self.take(ring)

    def reply_in_call(self, ring: Ring, said: tuple[Seen, ...]) -> str | None:
        """What to say in a call that was taken, after these lines; None to go on listening, "" to end it."""
        return None

    def paged(self, page: str) -> Course:
        """The player is paged: take it."""
        yield from self._once("pager.acknowledge", {"page": page})

    def meet(self, meeting: str) -> Course:
        """A meeting begins: leave it."""
        yield from ()

    def opened(self, new: tuple[Seen, ...]) -> Course:
        """These texts have just been read or heard."""
        yield from ()

    # -- acting ---------------------------------------------------------------------------------------------------

    def do(self, action: str, /, **arguments: Any) -> Course:
        """Do one thing to its end, whoever interrupts. Gives its `Outcome`."""
        outcome: Outcome = yield from self._once(action, arguments)
        while outcome.cut is not None:
            yield from self._attend_to_callers()
            if self.gives_up:
                self.gives_up = False
                yield from self._once("desk.drop", {})
                return outcome
            outcome = yield from self._once("desk.resume", {})
        yield from self._attend_to_callers()
        return outcome

    def until(self, at: int, ready: Callable[[], bool] = lambda: False, *, through: bool = False) -> Course:
        """Wait until the instant, or until ``ready`` says so; open what arrives meanwhile, unless ``through``.

        Gives whether it was ready.
        """
        while True:
            if not through:
                yield from self.open_all()
            if ready():
                return True
            if self.now >= at:
                return False
            yield from self.do("desk.wait", until=f"{at - self.now}s", through=through)

    def open_all(self) -> Course:
        """Open everything that has arrived, and see to it."""
        while self._unopened:
            (app, place), notices = next(iter(self._unopened.items()))
            del self._unopened[app, place]
            before = len(self.seen)
            if app == "chat":
                yield from self.do("chat.read", place=place, limit=min(200, max(3, 2 * len(notices))))
            elif app == "mail":
                yield from self.do("mail.read", mail=place)
            elif app == "tracker":
                yield from self.do("tracker.read", ticket=place)
            elif app == "drive":
                yield from self.do("drive.read", path=place)
            yield from self._opened(before)

    def _opened(self, before: int) -> Course:
        new = tuple(self.seen[before:])
        if new:
            yield from self.opened(new)

    def _once(self, action: str, arguments: Mapping[str, Any]) -> Course:
        observation = yield Act(action=action, arguments=dict(arguments))
        assert observation.last is not None
        return observation.last

    # -- calls and meetings ---------------------------------------------------------------------------------------

    def _attend_to_callers(self) -> Course:
        """Whoever rings now and has not been met, and meetings that begin."""
        while True:
            ringing = self.observation.ringing if self.observation is not None else None
            if ringing is not None and ringing not in self._met:
                self._met.add(ringing)
                ring = self._rings.get(ringing, Ring(ringing, "", "", False, False))
                yield from self.answer(ring)
            elif self._paged:
                yield from self.paged(self._paged.pop(0))
            elif self._beginning:
                yield from self.meet(self._beginning.pop(0))
            else:
                return

    def take(self, ring: Ring, first: str = "") -> Course:
        """Answer a call, say ``first`` once they have spoken, hear them out, and say goodbye."""
        before = len(self.seen)
        outcome: Outcome = yield from self._once("calls.answer", {"call": ring.call})
        if outcome.refusal is not None:
            return
        waits, said, spoke = 0, before, False
        while self.in_call(ring.call):
            heard = tuple(seen for seen in self.seen[said:] if seen.place == ring.call)
            said = len(self.seen)
            words: str | None = None
            if first and (heard or waits):
                words, first = first, ""
            elif heard:
                words = self.reply_in_call(ring, heard)
            if words:
                yield from self.say(ring.call, words)
                spoke = True
            elif words == "" or spoke or waits >= PATIENCE:
                break
            else:
                waits += 1
                yield from self._once("desk.wait", {"until": "1m"})
        yield from self.hang_up(ring.call)
        yield from self._opened(before)

    def call(
        self, who: str, words: Iterable[str], *, walk_up: bool = False, about: str = "", listens: int = 180
    ) -> Course:
        """Ring somebody, say each of the words, and hear what comes back. Gives whether they were reached.

        What else arrives while it rings is no answer: it is waited on until somebody answers, declines or gives up.
        """
        before = len(self.seen)
        name = "calls.walk_up" if walk_up else "calls.ring"
        outcome: Outcome = yield from self.do(name, person=who, **({"about": about} if about else {}))
        if outcome.receipt is None:
            return False
        call = str(outcome.receipt["call"])
        until = self.now + RINGS if outcome.receipt["state"] == "rung" else self.now
        while not self.in_call(call) and call not in self._settled and self.now < until:
            yield from self._once("desk.wait", {"until": "30s", "through": True})
        reached = self.in_call(call)
        if reached:
            for text in words:
                if not self.in_call(call):
                    break
                said, until = len(self.seen), self.now + listens
                yield from self.say(call, text)
                while self.in_call(call) and self.now < until and not self._spoken(call, said):
                    yield from self._once("desk.wait", {"until": "30s"})
        yield from self.hang_up(call)
        yield from self._opened(before)
        return reached

    def say(self, call: str, text: str) -> Course:
        """Say something in a call. Gives the outcome."""
        return (yield from self._once("calls.say", {"call": call, "text": text}))

    def _spoken(self, call: str, since: int) -> bool:
        """Whether anything was said in a call after the ``since``-th text."""
        return any(seen.place == call for seen in self.seen[since:])

    def hang_up(self, call: str) -> Course:
        """End a call that is still on."""
        if self.in_call(call):
            yield from self._once("calls.hang_up", {"call": call})

    def in_call(self, call: str) -> bool:
        """Whether the player is talking in this call now."""
        return self.observation is not None and self.observation.call == call

    def sit_in(self, meeting: str, words: str = "") -> Course:
        """Go into a meeting that runs, say the words, stay to its end. Gives whether that was possible.

        Whoever rings is answered outside, and the meeting gone back to. Where it runs over and another one begins, it
        is left with a word.
        """
        before = len(self.seen)
        outcome: Outcome = yield from self._once("calendar.attend", {"meeting": meeting})
        if outcome.receipt is None:
            return False
        if words:
            yield from self._once("calendar.speak", {"meeting": meeting, "text": words})
        ends = int(outcome.receipt.get("ends", self.now + 600))
        while self._sits_in(meeting):
            if self._beginning and self.now >= ends:
                word = "I have another meeting now, sorry."
                yield from self._once("calendar.leave", {"meeting": meeting, "word": word})
                break
            yield from self._once("desk.wait", {"until": f"{max(60, ends - self.now + 60)}s", "through": True})
            if self.observation is not None and self.observation.ringing is not None:
                yield from self._attend_to_callers()
                if not self._sits_in(meeting) and self.now < ends:
                    yield from self._once("calendar.attend", {"meeting": meeting})
        yield from self._opened(before)
        return True

    def _sits_in(self, meeting: str) -> bool:
        return self.observation is not None and self.observation.meeting == meeting

    # -- seeing ---------------------------------------------------------------------------------------------------

    def _take_in(self, observation: Observation) -> None:
        self.observation, self.now = observation, observation.at
        self.tasks |= {task.id: task for task in observation.tasks}
        for line in observation.heard:
            where: Where = "meeting" if line.where.startswith("mtg") else "call"
            self._keep(Seen(self.now, line.who, line.text, where, line.where, line.where))
        for notice in observation.notices:
            self._note(notice)
        last = observation.last
        if last is not None and last.receipt is not None:
            for seen in self._read(last.action, last.receipt):
                self._keep(seen)

    def _note(self, notice: Noticed) -> None:
        if notice.app == "calls" and notice.interrupts:
            walk_up = notice.kind == "walk_up"
            self._rings[notice.ref] = Ring(notice.ref, notice.sender, notice.gist, notice.urgent, walk_up)
        elif notice.app == "calls":
            self._settled.add(notice.ref)
        elif notice.app == "pager" and notice.interrupts:
            self.pages.append((notice.ref, notice.gist))
            self._paged.append(notice.ref)
        elif notice.app == "calendar" and notice.kind == "meeting":
            self._beginning.append(notice.ref)
        elif notice.app == "chat" and notice.kind in _TELLS:
            self._unopened.setdefault(("chat", notice.place), []).append(notice)
        elif notice.app in ("mail", "tracker"):
            self._unopened.setdefault((notice.app, notice.ref), []).append(notice)
        elif notice.app == "drive" and notice.kind in _TELLS and notice.ref.startswith("/"):
            self._unopened.setdefault(("drive", notice.ref), []).append(notice)

    def _keep(self, seen: Seen) -> None:
        key = (seen.place if seen.is_spoken else seen.ref, f"{seen.who}: {seen.text}")
        if seen.who == self.briefing.me or key in self._known:
            return
        self._known.add(key)
        self.seen.append(seen)

    def _read(self, action: str, receipt: Mapping[str, Any]) -> Iterable[Seen]:
        """The texts in what an action gave back."""
        match action:
            case "chat.read":
                place = str(receipt["place"])
                for line in receipt["messages"]:
                    yield Seen(
                        self.now, line["sender"], line["text"], "chat", place, line["id"], line["thread"],
                        direct=not place.startswith("#"), old=not line["new"],
                    )  # fmt: skip
            case "mail.read":
                for mail in receipt["mails"]:
                    text = mail["text"] + (f"\n{mail['quoted']}" if mail["quoted"] else "")
                    yield Seen(
                        self.now, mail["sender"], text, "mail", mail["thread"], mail["id"], subject=mail["subject"],
                        automatic=mail["automatic"], direct=self.briefing.me in mail["to"], old=not mail["new"],
                    )  # fmt: skip
            case "drive.read":
                yield Seen(
                    self.now, receipt["who"], receipt["text"], "drive", receipt["path"], receipt["path"],
                    direct=False, old=True,
                )  # fmt: skip
                for note in receipt["comments"]:
                    yield Seen(
                        self.now, note["who"], note["text"], "drive", receipt["path"], note["id"], direct=False
                    )  # fmt: skip
            case "tracker.read":
                text = f"{receipt['title']}\n{receipt['text']}"
                ticket = receipt["ticket"]
                yield Seen(
                    self.now, receipt["opened_by"], text, "tracker", ticket, ticket, direct=False, old=True
                )  # fmt: skip
                for note in receipt["comments"]:
                    yield Seen(self.now, note["who"], note["text"], "tracker", ticket, note["id"], direct=False)
            case "calendar.attend" | "calendar.notes":
                meeting = receipt["meeting"]
                for line in receipt["said"]:
                    yield Seen(self.now, line["who"], line["text"], "meeting", meeting, meeting, direct=False)

    # -- small things ---------------------------------------------------------------------------------------------

    def local(self, at: int) -> str:
        """An instant as the office takes it: "2026-03-03 10:15" on the player's clock."""
        return iso_local(at, self.briefing.zone)

    def since(self, at: int, who: str | None = None) -> tuple[Seen, ...]:
        """What was read or heard after the instant, of one person or of all."""
        first = bisect_right(self.seen, at, key=attrgetter("at"))
        return tuple(s for s in self.seen[first:] if who in (None, s.who))
