"""Over generated organisations, calendars and time zones: nobody acts while away, nothing is read before it is sent,
and no message is lost or comes twice."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from orgs.graph import OrgGraph
from orgs.schema import Org
from sim.apps.pager import Pager
from sim.calendar import NoWorkingTime, is_absent, is_working, next_working
from sim.habits import Delay, Habits
from sim.player import Act, Observation
from sim.record import Record
from sim.source import compose, parse
from sim.units import local_instant
from sim.vocabulary.attention import Noticed
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event
from sim.vocabulary.mail import MailSent
from sim.vocabulary.world import Away
from tests.simworld import APPS, Steps, play

BRISK = settings(max_examples=25, phases=[Phase.generate])
"""Nothing is made smaller that fails: each try is a run of days, and a failing one is told whole."""
DAYS = 6
ZONES = (
    "Europe/Vienna", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Auckland",
    "America/New_York", "Asia/Kolkata",
)  # fmt: skip
"""Whole hours, halves and three quarters; Lord Howe moves its clocks by half an hour."""
EVES = ("2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2026-10-30")
"""Fridays before the clocks change in one of the zones."""
HOURS = ("mon-fri 09:00-17:00", "mon-fri 07:00-11:00, 16:00-20:00", "mon wed 08:00-13:00", "sat-wed 12:00-22:00")
SLOW = Habits(
    notice={"chat": Delay(30, 1800), "mail": Delay(60, 7200), "call": Delay(5, 5)},
    reply={"chat": Delay(600, 14400), "mail": Delay(3600, 28800), "call": Delay(3, 3)},
    answers_calls=0.8,
    answers_walk_ups=0.8,
    works_late=0.0,
)
"""People who think for hours, so that much can come between."""
PEOPLE = ("ana", "bo", "cy", "di")
EVERYBODY = (*PEOPLE, "seat")


class Life(NamedTuple):
    """Where somebody works and when: days are counted from the start; None for no such day."""

    zone: str
    hours: str
    leave: tuple[int, int] | None
    joined: int | None
    leaves: int | None


class Office(NamedTuple):
    """A generated run: who works when, what comes about, and what the player does."""

    eve: str
    lives: tuple[Life, ...]
    happenings: tuple[tuple[str, str, str, int, int | None], ...]
    """Who does what to whom, in their first working hour after how many minutes; and how many minutes later the other
    falls ill, if at all."""
    acts: tuple[tuple[str, str, int], ...]
    """What the player does, to whom, in how many words."""
    meets: tuple[str, ...]
    """How the player meets each thing that breaks in, one after the other."""


def rarely(value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """It, or three times of four None."""
    return st.integers(0, 3).flatmap(lambda n: st.none() if n else value)


days = st.integers(0, DAYS - 1)
lives = st.builds(
    Life,
    zone=st.sampled_from(ZONES),
    hours=st.sampled_from(HOURS),
    leave=rarely(st.tuples(days, st.integers(0, 2))),
    joined=rarely(st.integers(0, 3)),
    leaves=rarely(st.integers(2, DAYS)),
)
minutes = st.integers(0, DAYS * 24 * 60)
offices = st.builds(
    Office,
    eve=st.sampled_from(EVES),
    lives=st.tuples(lives, lives, lives, lives, lives.map(lambda life: Life(life.zone, life.hours, None, None, None))),
    happenings=st.lists(
        st.tuples(
            st.sampled_from(PEOPLE),
            st.sampled_from(["chat", "chat", "mail", "call", "page", "meet"]),
            st.sampled_from(EVERYBODY),
            minutes,
            st.none() | st.integers(1, 300),
        ),
        min_size=8,
        max_size=20,
    ).map(tuple),
    acts=st.lists(
        st.tuples(st.sampled_from(["chat", "mail", "wait"]), st.sampled_from(PEOPLE), st.integers(5, 120)),
        min_size=6,
        max_size=14,
    ).map(tuple),
    meets=st.lists(st.sampled_from(["take", "decline", "leave"]), min_size=1, max_size=4).map(tuple),
)


def organisation(office: Office) -> OrgGraph:
    """The generated people: all report to the first of them."""
    first = date.fromisoformat(office.eve)
    sites, people = [], []
    for who, life in zip(EVERYBODY, office.lives, strict=True):
        sites.append(f'  {who}s: {{zone: {life.zone}, hours: "{life.hours}"}}')
        more = "" if who == "ana" else ", reports_to: ana"
        if life.leave is not None:
            start = first + timedelta(days=life.leave[0])
            more += f", leave: [{{from: {start}, to: {start + timedelta(days=life.leave[1])}}}]"
        if life.joined is not None:
            more += f", joined: {first + timedelta(days=life.joined)}"
        if life.leaves is not None and life.leaves >= (life.joined or 0):
            more += f", leaves: {first + timedelta(days=life.leaves)}"
        name = "" if who == "seat" else f"name: {who.capitalize()} Test, "
        people.append(f"  {who}: {{{name}title: Clerk, site: {who}s{more}}}")
    text = "\n".join(["org: made", "name: Made", "sites:", *sites, "people:", *people, ""])
    return OrgGraph(parse(compose(text), Org)).with_name("seat", "Sam Test")


class Juggler(Steps):
    """Does one thing after another, meets what breaks in one way or another, and goes back to what it was at. It keeps
    what it was told, each with where it was told."""

    def __init__(self, office: Office) -> None:
        super().__init__()
        self._todo = list(enumerate(office.acts))
        self._meets = office.meets
        self._met = 0
        self.told: list[int] = []
        self.heard: list[tuple[str, str]] = []

    def _how(self) -> str:
        self._met += 1
        return self._meets[self._met % len(self._meets)]

    async def act(self, observation: Observation) -> Act:
        self.told += [notice.serial for notice in observation.notices if notice.kind in ("message", "mail")]
        self.heard += [(heard.where, heard.text) for heard in observation.heard]
        page = next((n.ref for n in observation.notices if n.kind == "page"), None)
        if observation.ringing is not None and (how := self._how()) != "leave":
            name = "calls.answer" if how == "take" else "calls.decline"
            return Act(action=name, arguments={"call": observation.ringing})
        if page is not None and (how := self._how()) != "leave":
            name = "pager.acknowledge" if how == "take" else "pager.decline"
            return Act(action=name, arguments={"page": page})
        if observation.call is not None:
            return Act(action="calls.hang_up", arguments={"call": observation.call})
        if observation.suspended:
            return Act(action="desk.resume", arguments={})
        if not self._todo:
            return Act(action="desk.wait", arguments={"until": "30 days"})
        number, (what, to, words) = self._todo.pop(0)
        text = " ".join([f"Number {number}", *["word"] * words])
        if what == "chat":
            return Act(action="chat.send", arguments={"to": [to], "text": text})
        if what == "mail":
            return Act(action="mail.send", arguments={"to": [to], "subject": "On", "text": text})
        return Act(action="desk.wait", arguments={"until": f"{words * 10}m"})


def happenings(office: Office, org: OrgGraph, start: int) -> Iterator[dict[str, Any]]:
    """The timeline: what happens to people happens in the working time of whoever does it."""
    for number, (who, does, to, minute, ill) in enumerate(office.happenings):
        try:
            at = next_working(org.person(who).calendar, start + minute * 60)
        except NoWorkingTime:
            continue
        text = f"This is {number}, is it?"
        entry: dict[str, Any] = {"id": f"h{number}", "at": at, "who": who, "to": [to], "text": text}
        if who != to:
            kinds: dict[str, dict[str, Any]] = {
                "page": {"who": "world", "does": "page", "place": "Watchdog", "urgent": True},
                "meet": {"does": "meet", "subject": f"Round {number}", "text": None},
            }
            said = {"does": "say", "via": does, "subject": f"Word {number}", "wants_reply": True}
            yield entry | kinds.get(does, said)
        if ill is not None and to != "seat":
            since = at + ill * 60
            yield {"id": f"ill{number}", "at": since, "who": to, "does": "away", "until": since + 72000, "about": "ill"}


@lru_cache(maxsize=4)
def run(office: Office) -> tuple[Record, OrgGraph, Juggler]:
    org = organisation(office)
    start = local_instant(date.fromisoformat(office.eve), 9 * 60, office.lives[-1].zone)
    timeline = list(happenings(office, org, start))
    player = Juggler(office)
    _, record = asyncio.run(
        play(
            player, org=org, seat="seat", cast=PEOPLE, start=start, horizon=start + DAYS * 86400, timeline=timeline,
            apps=(*APPS, Pager), habits=dict.fromkeys(PEOPLE, SLOW),
        )
    )  # fmt: skip
    return record, org, player


def away_at(record: Record, org: OrgGraph, event: Event) -> bool:
    """Whether the actor was away, as planned or as it came up by then."""
    came_up = [(e, b) for e, b in record.bodies(Away) if e.actor == event.actor and e.serial < event.serial]
    return is_absent(org.person(event.actor).calendar, event.at) or any(
        body.start <= event.at < body.end for _, body in came_up
    )


def acts_of(record: Record) -> Sequence[Event]:
    """What coworkers did: not what happened to them, nor what their mail program answered for them."""
    happened = ("person.", "commitment.closed", "feeling.", "call.missed", "timeline.")
    return [
        event
        for event in record.events()
        if event.actor in PEOPLE
        and not event.kind.startswith(happened)
        and not (isinstance(event.body, MailSent) and event.body.automatic)
    ]


@BRISK
@given(offices)
def test_nobody_acts_while_away(office: Office) -> None:
    """Who is on leave or ill, has not joined yet or has left, does nothing, by any channel, whatever is asked."""
    record, org, _ = run(office)
    wrong = [(e.serial, e.actor, e.kind) for e in acts_of(record) if away_at(record, org, e)]
    assert not wrong


@BRISK
@given(offices)
def test_outside_their_hours_people_are_reached_by_calls_alone(office: Office) -> None:
    """People who do not work late read and write within their hours; only a call or a page fetches them beyond."""
    record, org, _ = run(office)
    for event in acts_of(record):
        quiet = isinstance(event.body, MessageSent | MailSent) or (
            isinstance(event.body, Noticed) and event.body.app in ("chat", "mail")
        )
        calendar = org.person(event.actor).calendar
        if quiet and not is_working(calendar, event.at):
            assert is_working(calendar, event.at - 120), (event, "outside their hours")


@BRISK
@given(offices)
def test_nothing_is_read_before_it_is_sent(office: Office) -> None:
    """In no zone, on no side of a change of clocks, does anybody read, hear or answer what is not there yet."""
    record, _, _ = run(office)
    at = {event.serial: event.at for event in record.events()}
    assert list(at.values()) == sorted(at.values())
    for event in record.events():
        assert all(cause < event.serial and at[cause] <= event.at for cause in event.causes), event
    for event, body in record.bodies(Noticed):
        delay = 0 if body.app in ("call", "meeting") else 1
        assert all(at[serial] + delay <= event.at for serial in body.of), event


@BRISK
@given(offices)
def test_no_message_is_lost_or_comes_twice(office: Office) -> None:
    """What is written once is on record once, comes to the player once, and is read at most once by anybody."""
    record, _, player = run(office)
    last = record.last()
    assert last is not None
    sent: list[tuple[Event, Any]] = [(e, e.body) for e in record.events((MessageSent, MailSent))]
    texts = Counter(b.text for e, b in sent if e.actor == "seat")
    assert max(texts.values(), default=1) == 1
    assert max(Counter(player.told).values(), default=1) == 1
    to_seat = {e.serial for e, b in sent if "seat" in b.to and e.at < last.at - 60}
    assert to_seat <= set(player.told)
    read = Counter((e.actor, serial) for e, body in record.bodies(Noticed) for serial in body.of)
    assert max(read.values(), default=1) == 1
