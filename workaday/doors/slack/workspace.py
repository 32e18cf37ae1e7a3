"""One session as a workspace: who works here, what the seat does, and whether a bot has something in flight."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from sim.apps.desk import Resume, Wait
from sim.organisation import Person
from sim.player import Act, Briefing, Outcome
from sim.units import MINUTE
from sim.vocabulary.core import Event
from workaday.doors.hosted import Changes
from workaday.doors.incoming import Unreadable, act_of
from workaday.doors.session import Session, Turn
from workaday.doors.slack import ids
from workaday.doors.slack.errors import REFUSED, Codes, RateLimited, SlackError
from workaday.doors.slack.postmarks import Postmarks
from workaday.doors.slack.text import Marks

MOST_RESUMES: Final = 8
"""How often one thing is gone back to that is cut short again and again."""


class Workspace:
    """What all methods share. Make it before the session begins: it notes what happens from the first event on."""

    def __init__(self, session: Session, *, limit: int | None = None) -> None:
        """``limit`` is how often a method may be called in a simulated minute."""
        loaded = session.rollout.loaded
        self.session: Final = session
        self.org: Final = loaded.org.id
        self.people: Final[dict[str, Person]] = {person.id: person for person in loaded.org.people()}
        """Who works here, by id: to tell ids from what is none, and to write names."""
        self.marks: Final = Marks(self.people.values())
        self.postmarks: Final = Postmarks(frozenset(c.name for c in loaded.org.channels() if c.private))
        self.uploads: Final[dict[str, tuple[str, bytes | None]]] = {}
        """Files on their way, by the secret in the address they are sent to: id, and bytes where they have come."""
        self.acting: Final = asyncio.Lock()
        """Held by whoever acts: what one method does is not mixed with what another does."""
        self.changes: Final = Changes()
        self.in_flight = 0
        """How many calls of the bot are being answered."""
        self.stirs = 0
        """Counts the calls that began or ended."""
        self._limit = limit
        self._calls: dict[str, int] = {}
        self._minute = 0
        self.owes_wait = False
        """Whether a call was turned away, so that the next one begins with a wait."""
        self._briefing: Briefing | None = None
        watch = session.rollout.on_event

        def follow(event: Event) -> None:
            self.postmarks.follow(event)
            if watch is not None:
                watch(event)

        session.rollout.on_event = follow

    async def begin(self) -> None:
        """Have the briefing. Raises ``RuntimeError`` where the run ended before there was one."""
        self._briefing = await self.session.briefing()

    @property
    def briefing(self) -> Briefing:
        """What the seat was told first."""
        assert self._briefing is not None, "the workspace has not begun"
        return self._briefing

    @property
    def me(self) -> str:
        """The person whose seat it is."""
        return self.briefing.me

    @property
    def team(self) -> str:
        """The id of the workspace."""
        return ids.team_id(self.org)

    # -- names ------------------------------------------------------------------------------------------------------

    def person(self, user: str, code: str = "user_not_found") -> str:
        """The person with this id of Slack's. Raises :class:`SlackError`."""
        try:
            person = ids.person_of(user)
        except ids.NoId:
            person = ""
        if person not in self.people:
            raise SlackError(code, f"{user} is nobody who works here")
        return person

    def place(self, channel: str) -> str:
        """The place with this id of Slack's, or of this name. Raises :class:`SlackError`."""
        if channel.startswith("#"):
            return channel
        try:
            place = ids.place_of(channel)
        except ids.NoId:
            raise SlackError("channel_not_found", f"{channel} is no channel of this workspace") from None
        if not place.startswith("#") and self.me not in place.partition(":")[2].split("+"):
            raise SlackError("channel_not_found", f"the bot is not in {channel}")
        return place

    def address(self, channel: str) -> str:
        """The same, or the person where it is the id of one: to write to."""
        return self.person(channel, "channel_not_found") if channel[:1] in ("U", "W") else self.place(channel)

    def message(self, ts: str, code: str = "message_not_found") -> str:
        """The message with this timestamp. Raises :class:`SlackError`."""
        try:
            return ids.message_of(ts)
        except ids.NoId:
            raise SlackError(code, f"{ts!r} is the timestamp of no message") from None

    # -- acts -------------------------------------------------------------------------------------------------------

    async def turn(self, act: Act, turn: int | None = None, patience: float | None = None) -> Turn:
        """What the seat sees after this act, as every door gives it."""
        return await self.session.act(act, turn=turn, patience=patience)

    async def do(
        self, action: str, arguments: Mapping[str, Any], thought: str | None = None, codes: Codes | None = None
    ) -> dict[str, Any]:
        """Do this, and give its receipt; ``codes`` are Slack's for its refusals. Raises :class:`SlackError`.

        What is cut short is gone back to when whoever rings has given up: a bot takes no calls.
        """
        try:
            turn = await self.turn(act_of(action, dict(arguments), thought))
        except Unreadable as error:
            raise SlackError("invalid_arguments", str(error)) from None
        for _ in range(MOST_RESUMES):
            if turn.observation is None or _last(turn).cut is None:
                break
            if turn.observation.ringing is not None:
                await self.turn(Act(action=Wait.name, arguments={"until": "1m", "through": True}))
            turn = await self.turn(Act(action=Resume.name))
        if turn.ended is not None:
            raise SlackError("account_inactive", f"the run has ended: {turn.ended.outcome}, {turn.ended.why}")
        last = _last(turn)
        if last.cut is not None:
            raise SlackError("request_timeout", f"cut short: {last.cut.why}")
        if last.code is not None:
            code = (codes or {}).get(last.code) or REFUSED.get(last.code, "fatal_error")  # type: ignore[call-overload]
            raise SlackError(code, last.refusal or "")
        return dict(last.receipt or {})

    # -- calls ------------------------------------------------------------------------------------------------------

    @contextmanager
    def call(self) -> Iterator[None]:
        """The time in which a call of the bot is answered."""
        self.in_flight += 1
        self.stir()
        try:
            yield
        finally:
            self.in_flight -= 1
            self.stir()

    def stir(self) -> None:
        """The bot has done something."""
        self.stirs += 1
        self.changes.tell()

    def admit(self, method: str) -> None:
        """Count a call. Raises :class:`RateLimited` where it is one too many in this simulated minute."""
        if self._limit is None:
            return
        minute = self.session.seat.reached // MINUTE
        if minute != self._minute:
            self._minute, self.owes_wait = minute, False
            self._calls.clear()
        if self.owes_wait:
            return
        self._calls[method] = self._calls.get(method, 0) + 1
        if self._calls[method] > self._limit:
            self.owes_wait = True
            raise RateLimited("ratelimited", f"{method} may be called {self._limit} times in a simulated minute")

    async def sit_out(self) -> None:
        """After having been turned away: what a bot waits then, the seat waits, up to the next simulated minute."""
        if self.owes_wait:
            self.owes_wait = False
            left = MINUTE - self.session.seat.reached % MINUTE
            await self.turn(Act(action=Wait.name, arguments={"until": f"{left}s", "through": True}))


def _last(turn: Turn) -> Outcome:
    """What came of the last act. There is one after an act."""
    assert turn.observation is not None
    assert turn.observation.last is not None
    return turn.observation.last
