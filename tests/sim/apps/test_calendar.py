"""The calendar: who is invited and told, series over changes of clocks, free times, and what goes on in a meeting."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.apps.calendar import Calendar
from sim.apps.freetime import STEP, free_slots, unfit
from sim.calendar import WorkCalendar
from sim.localtime import iso_local
from sim.organisation import Organisation, Person
from sim.units import DAY, MINUTE, WeeklyHours
from sim.vocabulary import calendar as words
from sim.vocabulary.core import WORLD
from tests.office import BOSTON, GRAZ, MONDAY, Desk, SmallOrg, open_office

VIENNA, NEW_YORK = "Europe/Vienna", "America/New_York"


@pytest.fixture
def desk() -> Desk:
    return open_office([Calendar])


def calendar_of(desk: Desk) -> Calendar:
    return desk.office.app(Calendar)


def invite(desk: Desk, who: str = "ruth", people: tuple[str, ...] = ("ines", "tomas"), **more: Any) -> Any:
    return desk.do(
        who, "calendar.invite", **({"title": "Prices", "start": "14:00", "minutes": 60, "people": people} | more)
    )


def run(desk: Desk, meeting: str = "mtg1", *there: str) -> None:
    """Let the meeting begin at its time, with these people in it."""
    desk.clock.now = calendar_of(desk).diary.occurrence(meeting).start
    calendar_of(desk).begin(meeting)
    for who in there:
        calendar_of(desk).join(meeting, who)


# --- inviting --------------------------------------------------------------------------------------------------------


def test_all_invited_are_told_once_and_the_organiser_is_not(desk: Desk) -> None:
    """An invitation reaches each person once, also those named twice over a team, and never who sends it."""
    receipt = invite(desk, "ines", ("team:finance", "tomas", "ines", "ruth"), agenda="Detectors")
    assert receipt.meeting == "mtg1"
    assert desk.last() == words.MeetingPlanned(
        meeting="mtg1", to=("tomas", "anna-k", "ruth"), title="Prices", start=desk.at("14:00"), minutes=60,
        agenda="Detectors", occurrences=(desk.at("14:00"),),
    )  # fmt: skip
    assert [(n.to, n.kind, n.ref, n.place) for n in desk.notices] == [
        (who, "invite", "mtg1", "calendar") for who in ("tomas", "anna-k", "ruth")
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-05 14:00", "2026-03-05 14:00"),
        ("14:00", "2026-03-02 14:00"),
        ("2026-03-05T14:00-05:00", "2026-03-05 20:00"),
        ("2026-03-05T13:00Z", "2026-03-05 14:00"),
        ("fri 09:30", "2026-03-06 09:30"),
    ],
)
def test_a_time_is_the_actors_unless_it_has_an_offset(desk: Desk, written: str, meant: str) -> None:
    """A local time is meant in the zone of who writes it; one with an offset is that instant."""
    invite(desk, start=written)
    assert iso_local(desk.last().start, VIENNA) == meant


def test_each_is_told_the_time_on_their_own_clock(desk: Desk) -> None:
    """A gist shows the local time of its reader, with the zone named."""
    invite(desk, "ruth", ("ines", "anna-b"), start="2026-03-05 15:00")
    gists = {notice.to: notice.gist for notice in desk.notices}
    assert "Thu 5 March 2026, 15:00 (Europe/Vienna)" in gists["ines"]
    assert "Thu 5 March 2026, 09:00 (America/New_York)" in gists["anna-b"]


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        ({"people": ["nobody"]}, "no_such_person", "nobody"),
        ({"people": ["inse"]}, "no_such_person", "ines"),
        ({"people": ["ruth"]}, "empty", "besides yourself"),
        ({"people": []}, "empty", "besides yourself"),
        ({"title": "  "}, "empty", "title"),
        ({"start": "08:00"}, "in_the_past", "it is Mon 2 March 2026, 09:00"),
        ({"start": "2026-02-27 14:00"}, "in_the_past", "past"),
        ({"start": "2026-03-05"}, "bad_argument", "without a time"),
        ({"start": "soon"}, "bad_argument", "not a time"),
        ({"minutes": 0}, "bad_argument", "minutes"),
        ({"agenda": "word " * 2001}, "too_long", "2000 words"),
        ({"count": 3}, "bad_argument", "series"),
        ({"repeats": "weekly"}, "bad_argument", "until"),
        ({"repeats": "daily", "until": "2027-03-02"}, "too_long", "260"),
        ({"repeats": "daily", "until": "2026-03-01"}, "bad_argument", "first meeting"),
        ({"repeats": "weekdays", "count": 3, "start": "2026-03-07 10:00"}, "bad_argument", "first meeting"),
    ],
)
def test_what_cannot_be_called(desk: Desk, more: dict[str, Any], code: str, says: str) -> None:
    """An invitation that cannot be is refused with the rule, and leaves nothing."""
    given = {"title": "Prices", "start": "14:00", "minutes": 60, "people": ["ines"]} | more
    refusal = desk.refused("ruth", "calendar.invite", **given)
    assert refusal.code == code
    assert says in refusal.why
    assert calendar_of(desk).upcoming(0) is None


def test_conflicts_are_told_as_far_as_the_organiser_may_see(desk: Desk) -> None:
    """A double booking goes through; the receipt names who is busy, but the title only of meetings one is in."""
    invite(desk, "ines", ("tomas",), title="Salaries")
    invite(desk, "ruth", ("anna-k",), title="Offsite")
    receipt = invite(desk, "ruth", ("tomas", "anna-k", "tanaka"), start="14:30")
    assert [(c.who, c.why) for c in receipt.conflicts] == [
        ("ruth", "busy (Offsite)"),
        ("tomas", "busy"),
        ("anna-k", "busy (Offsite)"),
        ("tanaka", "outside working hours (Mon 08:30 in America/New_York)"),
    ]
    assert desk.last().busy == ("tomas", "anna-k")


def test_what_was_declined_keeps_nobody_busy(desk: Desk) -> None:
    """Who declined is free then; who has not answered, or may come, is not."""
    invite(desk, "ruth", ("ines", "tomas", "anna-k"))
    desk.do("ines", "calendar.answer", meeting="mtg1", answer="decline")
    desk.do("tomas", "calendar.answer", meeting="mtg1", answer="tentative")
    taken = ((desk.at("14:00"), desk.at("15:00")),)
    app = calendar_of(desk)
    assert {who: app.busy(who) for who in ("ruth", "ines", "tomas", "anna-k", "tanaka")} == {
        "ruth": taken, "ines": (), "tomas": taken, "anna-k": taken, "tanaka": (),
    }  # fmt: skip
    assert app.busy("ruth", desk.at("15:00")) == ()
    assert app.busy("ruth", desk.at("13:00"), desk.at("14:00")) == ()
    assert app.busy("ruth", desk.at("14:59"), desk.at("16:00")) == taken


# --- series ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repeats", "start", "more", "days"),
    [
        ("daily", "2026-03-28 09:00", {"count": 3}, ("03-28 09:00", "03-29 09:00", "03-30 09:00")),
        ("weekdays", "2026-03-27 09:00", {"count": 3}, ("03-27 09:00", "03-30 09:00", "03-31 09:00")),
        ("weekly", "2026-03-24 09:00", {"until": "2026-04-07"}, ("03-24 09:00", "03-31 09:00", "04-07 09:00")),
        ("fortnightly", "2026-03-23 17:00", {"until": "2026-04-19"}, ("03-23 17:00", "04-06 17:00")),
        ("weekly", "2026-10-20 09:00", {"count": 2}, ("10-20 09:00", "10-27 09:00")),
        ("daily", "2026-03-28 02:30", {"count": 3}, ("03-28 02:30", "03-29 03:30", "03-30 02:30")),
    ],
)
def test_a_series_keeps_its_local_time(
    desk: Desk, repeats: str, start: str, more: dict[str, Any], days: tuple[str, ...]
) -> None:
    """A series is at the same time of day on the organiser's clock, whatever clocks do in between."""
    invite(desk, start=start, repeats=repeats, **more)
    assert tuple(iso_local(at, VIENNA)[5:] for at in desk.last().occurrences) == days


def test_a_series_follows_the_organisers_zone(desk: Desk) -> None:
    """Boston changes its clocks three weeks before Graz: those invited there see the series an hour off meanwhile."""
    invite(desk, "anna-b", ("ines",), start="2026-03-03 10:00", repeats="weekly", count=6)
    seen = [iso_local(at, VIENNA)[5:] for at in desk.last().occurrences]
    assert seen == ["03-03 16:00", "03-10 15:00", "03-17 15:00", "03-24 15:00", "03-31 16:00", "04-07 16:00"]


def test_one_of_a_series_can_be_moved_and_cancelled_alone(desk: Desk) -> None:
    """What is said of "mtg1.2" holds for that one; what is said of "mtg1" holds for all still to come."""
    invite(desk, start="2026-03-03 09:00", repeats="weekly", count=4)
    desk.do("ruth", "calendar.move", meeting="mtg1.2", start="2026-03-11 11:00")
    desk.do("ruth", "calendar.cancel", meeting="mtg1.3")
    run(desk, "mtg1.1")
    calendar_of(desk).finish("mtg1.1")
    receipt = desk.do("ruth", "calendar.move", meeting="mtg1", start="2026-03-12 10:00", minutes=30)
    moved = desk.last()
    assert [iso_local(at, VIENNA)[5:] for at in moved.occurrences] == ["03-12 10:00", "03-25 10:00"]
    assert (moved.meeting, moved.minutes, len(receipt.occurrences)) == ("mtg1", 30, 2)
    assert calendar_of(desk).diary.occurrence("mtg1.1").start == desk.at("09:00")
    assert calendar_of(desk).diary.occurrence("mtg1.3").cancelled


def test_a_moved_series_keeps_its_local_time_over_a_change_of_clocks(desk: Desk) -> None:
    """Moving a series by a day moves each meeting to the new time of day, also beyond a change of clocks."""
    invite(desk, start="2026-03-24 09:00", repeats="weekly", count=2)
    desk.do("ruth", "calendar.move", meeting="mtg1", start="2026-03-25 10:30")
    assert [iso_local(at, VIENNA)[5:] for at in desk.last().occurrences] == ["03-25 10:30", "04-01 10:30"]


def test_a_series_does_not_move_into_the_past(desk: Desk) -> None:
    """A move that would put one of a series before now is refused, and moves none."""
    invite(desk, start="2026-03-10 09:00", repeats="weekly", count=2)
    desk.do("ruth", "calendar.move", meeting="mtg1.2", start="2026-03-02 16:00")
    refusal = desk.refused("ruth", "calendar.move", meeting="mtg1", start="2026-03-02 12:00")
    assert refusal.code == "in_the_past"
    assert calendar_of(desk).upcoming(0) == (desk.at("16:00"), "mtg1.2")


# --- answering and changing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "decline", "tentative"])
def test_an_answer_reaches_the_organiser(desk: Desk, answer: words.Answer) -> None:
    """The organiser alone is told of an answer; everybody invited can read it."""
    invite(desk)
    desk.do("ines", "calendar.answer", meeting="MTG1", answer=answer, note="Until three")
    assert desk.last() == words.MeetingAnswered(
        meeting="mtg1", to=("ruth", "tomas"), organiser="ruth", answer=answer, note="Until three"
    )
    assert [(n.to, n.kind) for n in desk.notices[2:]] == [("ruth", "response")]
    attendees = desk.do("tomas", "calendar.read", meeting="mtg1").attendees
    assert [(a.who, a.answer, a.note) for a in attendees] == [
        ("ruth", "accept", ""), ("ines", answer, "Until three"), ("tomas", None, ""),
    ]  # fmt: skip


def test_a_proposed_time_is_shown_on_the_organisers_clock(desk: Desk) -> None:
    """Another time is proposed in the proposer's zone and told in the organiser's."""
    invite(desk, "ruth", ("anna-b",), start="2026-03-03 16:00")
    desk.do("anna-b", "calendar.answer", meeting="mtg1", answer="propose", proposed_start="2026-03-03 11:00")
    assert "17:00 (Europe/Vienna)" in desk.notices[-1].gist
    assert desk.last().proposed_start == desk.at("17:00") + DAY


def test_a_move_asks_everybody_anew(desk: Desk) -> None:
    """After a move nobody has answered, and all invited are told when it is now."""
    invite(desk)
    desk.do("ines", "calendar.answer", meeting="mtg1", answer="decline")
    desk.do("ruth", "calendar.move", meeting="mtg1", start="15:30", why="The bank called")
    assert desk.last() == words.MeetingMoved(
        meeting="mtg1", to=("ines", "tomas"), old_start=desk.at("14:00"), start=desk.at("15:30"), minutes=60,
        why="The bank called", occurrences=(desk.at("15:30"),),
    )  # fmt: skip
    assert [(n.to, n.kind) for n in desk.notices[-2:]] == [("ines", "change"), ("tomas", "change")]
    assert calendar_of(desk).busy("ines") == ((desk.at("15:30"), desk.at("16:30")),)
    assert calendar_of(desk).upcoming(MONDAY) == (desk.at("15:30"), "mtg1")


def test_a_cancelled_meeting_is_nobodys_time(desk: Desk) -> None:
    """After it is called off, a meeting neither takes time nor comes up, and all invited are told."""
    invite(desk)
    desk.do("ruth", "calendar.cancel", meeting="mtg1", why="Not needed")
    assert desk.last() == words.MeetingCancelled(
        meeting="mtg1", to=("ines", "tomas"), start=desk.at("14:00"), why="Not needed"
    )
    assert calendar_of(desk).upcoming(0) is None
    assert calendar_of(desk).busy("ruth") == ()
    assert desk.do("ines", "calendar.list").entries == ()


@pytest.mark.parametrize(
    ("who", "name", "arguments", "code", "says"),
    [
        ("ruth", "answer", {"answer": "accept"}, "not_allowed", "your own"),
        ("tanaka", "answer", {"answer": "accept"}, "not_allowed", "not invited"),
        ("ines", "answer", {"answer": "propose"}, "bad_argument", "proposed_start"),
        ("ines", "answer", {"answer": "accept", "proposed_start": "15:00"}, "bad_argument", "proposed_start"),
        ("ines", "answer", {"answer": "propose", "proposed_start": "08:30"}, "in_the_past", "past"),
        ("ines", "answer", {"answer": "maybe"}, "bad_argument", "answer"),
        ("ines", "answer", {"answer": "accept", "meeting": "mtg7"}, "no_such_thing", "mtg1"),
        ("ines", "move", {"start": "15:00"}, "not_allowed", "only ruth"),
        ("ruth", "move", {"start": "14:00"}, "already_so", "already"),
        ("ruth", "move", {"start": "08:59"}, "in_the_past", "past"),
        ("ines", "cancel", {}, "not_allowed", "only ruth"),
        ("tanaka", "read", {}, "not_allowed", "not invited"),
        ("tanaka", "notes", {}, "not_allowed", "not invited"),
        ("ines", "notes", {}, "not_now", "begins at Mon 2 March 2026, 14:00"),
        ("tanaka", "attend", {}, "not_allowed", "not invited"),
        ("ines", "attend", {}, "not_now", "begins at Mon 2 March 2026, 14:00"),
        ("ines", "leave", {}, "not_now", "not begun"),
        ("ines", "speak", {"text": "Hello"}, "not_now", "not begun"),
    ],
)
def test_what_a_planned_meeting_refuses(
    desk: Desk, who: str, name: str, arguments: dict[str, Any], code: str, says: str
) -> None:
    """Each rule on who may do what with a planned meeting, said in words that show the way out."""
    invite(desk)
    refusal = desk.refused(who, f"calendar.{name}", **({"meeting": "mtg1"} | arguments))
    assert refusal.code == code
    assert says in refusal.why


def test_the_same_answer_twice_is_told(desk: Desk) -> None:
    """Answering the same again is refused, so that nobody is told twice."""
    invite(desk)
    desk.do("ines", "calendar.answer", meeting="mtg1", answer="accept")
    assert desk.refused("ines", "calendar.answer", meeting="mtg1", answer="accept").code == "already_so"


# --- looking ---------------------------------------------------------------------------------------------------------


def test_of_others_one_sees_that_they_are_busy(desk: Desk) -> None:
    """A title shows to those invited; everybody else sees only that the time is taken."""
    invite(desk, "ruth", ("ines",), title="Salaries", place="Room 2")
    invite(desk, "ines", ("tomas",), title="Month end", start="16:00")
    entries = desk.do("tomas", "calendar.list", person="ines").entries
    assert [(e.meeting, e.title, e.place, e.organiser) for e in entries] == [
        (None, "busy", "", None),
        ("mtg2", "Month end", "", "ines"),
    ]
    mine = desk.do("ines", "calendar.list").entries
    assert [(e.title, e.place) for e in mine] == [("Salaries", "Room 2"), ("Month end", "")]


def test_a_declined_meeting_shows_to_those_in_it_alone(desk: Desk) -> None:
    """Who declined still sees the meeting among their own, marked so; to others they are free."""
    invite(desk, "ruth", ("ines",))
    desk.do("ines", "calendar.answer", meeting="mtg1", answer="decline")
    assert [e.answer for e in desk.do("ines", "calendar.list").entries] == ["decline"]
    assert desk.do("tomas", "calendar.list", person="ines").entries == ()


def test_a_day_is_that_of_the_reader(desk: Desk) -> None:
    """Days, times and hours are on the reader's clock: nine at night in Boston is the next day in Graz."""
    invite(desk, "anna-b", ("tanaka",), start="2026-03-03 20:00", minutes=60)
    assert desk.do("ines", "calendar.list", day="2026-03-03", person="anna-b").entries == ()
    day = desk.do("ines", "calendar.list", day="2026-03-04", person="anna-b")
    assert [e.when for e in day.entries] == ["Wed 4 March 2026, 02:00 (Europe/Vienna)"]
    assert (day.zone, day.hours) == (VIENNA, ("Wed 15:00 to Wed 23:30",))


def test_several_days_and_no_more_than_a_month(desk: Desk) -> None:
    """A range shows all its days; past days can be looked at; more than a month is refused."""
    invite(desk, repeats="daily", count=5)
    days = desk.do("ines", "calendar.list", day="2026-03-01", last="2026-03-04")
    assert [e.meeting for e in days.entries] == ["mtg1.1", "mtg1.2", "mtg1.3"]
    assert len(days.hours) == 3
    assert desk.refused("ines", "calendar.list", day="2026-03-01", last="2026-04-15").code == "bad_argument"
    assert desk.refused("ines", "calendar.list", day="2026-03-04", last="2026-03-01").code == "bad_argument"


def test_reading_a_series(desk: Desk) -> None:
    """The invitation to a series lists what is still to come, and counts as reading."""
    invite(desk, repeats="weekly", count=3, agenda="One two three")
    desk.do("ruth", "calendar.cancel", meeting="mtg1.2")
    sheet = desk.do("ines", "calendar.read", meeting="mtg1")
    assert [line.split(":")[0] for line in sheet.occurrences] == ["mtg1.1", "mtg1.3"]
    assert (sheet.repeats, sheet.state, sheet.agenda) == ("weekly", "planned", "One two three")
    assert sheet.words() > 3


# --- finding time ----------------------------------------------------------------------------------------------------


class FocusedOrg(SmallOrg):
    """Ines has a focus block until noon, Tomás is away for a week."""

    def person(self, who: str, /) -> Person:
        found = super().person(who)
        calendars = {
            "ines": WorkCalendar(VIENNA, GRAZ.hours, focus=WeeklyHours.parse("mon-fri 08:30-12:00")),
            "tomas": GRAZ.with_absence(MONDAY - DAY, MONDAY + 7 * DAY, "leave"),
        }
        return Person(found.id, found.name, found.title, found.site, calendars.get(who, found.calendar))


def test_common_times_are_in_everybodys_hours_and_free(desk: Desk) -> None:
    """Graz and Boston share two hours of the day; what is booked in them, for either, is left out."""
    invite(desk, "tanaka", ("anna-b",), start="2026-03-02 09:30", minutes=30)
    found = desk.do("ruth", "calendar.find_time", people=["tanaka"], minutes=30, within_days=1).slots
    assert [iso_local(slot.start, VIENNA)[11:] for slot in found] == ["15:00", "16:00", "16:30"]
    assert [slot.elsewhere for slot in found][:1] == ["Mon 09:00 in America/New_York"]


def test_focus_blocks_and_absences_are_kept_free() -> None:
    """Nobody is proposed a time in a focus block or while they are away."""
    org: Organisation = FocusedOrg()
    desk = open_office([Calendar], org)
    found = desk.do("ruth", "calendar.find_time", people=["ines"], minutes=60, within_days=1).slots
    assert [iso_local(slot.start, VIENNA)[11:] for slot in found] == ["12:00", "13:00", "14:00", "15:00", "16:00"]
    none = desk.do("ruth", "calendar.find_time", people=["ines", "tomas"], minutes=30, within_days=5)
    assert none.slots == ()
    assert [(o.who, o.why) for o in none.obstacles] == [
        ("tomas", "is away until Mon 9 March 2026, 09:00 (Europe/Vienna)")
    ]


def test_no_common_time_says_why(desk: Desk) -> None:
    """Where no time suits, the answer says who stands in the way, or when each works."""
    long = desk.do("ruth", "calendar.find_time", people=["anna-b"], minutes=180, within_days=3)
    assert [(o.who, o.why.split(" (")[0]) for o in long.obstacles] == [
        ("ruth", "has time, but not when all have"),
        ("anna-b", "has time, but not when all have"),
    ]
    invite(desk, "ines", ("tomas",), start="2026-03-07 00:00", minutes=600)
    weekend = desk.do("ruth", "calendar.find_time", people=["ines"], within_days=2, earliest="2026-03-07 00:00")
    assert {o.who for o in weekend.obstacles} == {"ruth", "ines"}
    assert all("does not work" in o.why for o in weekend.obstacles)


@given(
    st.lists(st.tuples(st.integers(0, 600), st.integers(1, 200)), max_size=6),
    st.integers(1, 60).map(lambda n: n * 5),
    st.integers(0, 5 * 24 * 60),
)
def test_a_proposed_time_suits_everybody(booked: list[tuple[int, int]], minutes: int, offset: int) -> None:
    """Every proposed time is free and in the working hours of all, starts on a quarter and overlaps no other; and where
    none is proposed, a search minute by minute finds none on a quarter either."""
    people = [Person("a", "A", "", "graz", GRAZ), Person("b", "B", "", "boston", BOSTON)]
    start = MONDAY + offset * MINUTE
    end = start + 2 * DAY
    taken = {"a": [(start + a * 120, start + a * 120 + n * MINUTE) for a, n in booked], "b": []}
    found = free_slots(people, taken, start, end, minutes, 5)
    length = minutes * MINUTE

    def suits(at: int) -> bool:
        free = all(b <= at or at + length <= a for a, b in taken["a"])
        return free and all(unfit(person, at, at + length) is None for person in people)

    assert all(suits(at) and at % STEP == 0 and start <= at and at + length <= end for at in found)
    assert all(b - a >= length for a, b in pairwise(found))
    if not found:
        assert not any(suits(at) for at in range(start, end - length + 1, MINUTE) if at % STEP == 0)


# --- a meeting as it runs --------------------------------------------------------------------------------------------


def test_a_beginning_interrupts_all_who_have_not_declined(desk: Desk) -> None:
    """At its start, those who accepted, may come or have not answered are interrupted; who declined is left alone."""
    invite(desk, "ruth", ("ines", "tomas", "anna-k", "anna-b"), place="Room 2")
    desk.do("ines", "calendar.answer", meeting="mtg1", answer="accept")
    desk.do("tomas", "calendar.answer", meeting="mtg1", answer="decline")
    desk.do("anna-k", "calendar.answer", meeting="mtg1", answer="tentative")
    before = len(desk.notices)
    run(desk)
    assert desk.last() == words.MeetingStarted(
        meeting="mtg1", to=("ruth", "ines", "tomas", "anna-k", "anna-b"), title="Prices", ends=desk.at("15:00")
    )
    assert desk.events[-1].actor == WORLD
    started = desk.notices[before:]
    assert [n.to for n in started] == ["ruth", "ines", "anna-k", "anna-b"]
    assert {(n.kind, n.interrupts, n.place, n.ref) for n in started} == {("meeting", True, "mtg1", "mtg1")}


def test_upcoming_is_the_next_planned_start(desk: Desk) -> None:
    """Of meetings at the same time the one called first comes first; one that has begun does not come up again."""
    invite(desk, start="15:00")
    invite(desk, "ines", ("tomas",), start="14:00")
    invite(desk, "ines", ("tomas",), start="14:00")
    app = calendar_of(desk)
    assert app.upcoming(MONDAY) == (desk.at("14:00"), "mtg2")
    run(desk, "mtg2")
    assert app.upcoming(desk.clock.now) == (desk.at("14:00"), "mtg3")
    assert app.upcoming(desk.at("14:01")) == (desk.at("15:00"), "mtg1")
    assert app.upcoming(desk.at("15:01")) is None


def test_only_what_is_planned_begins_and_only_what_runs_ends(desk: Desk) -> None:
    """Beginning or ending a meeting out of turn is a fault of whoever runs the office, and loud."""
    invite(desk)
    app = calendar_of(desk)
    with pytest.raises(ValueError, match="planned"):
        app.finish("mtg1")
    run(desk)
    with pytest.raises(ValueError, match="running"):
        app.begin("mtg1")
    app.finish("mtg1")
    with pytest.raises(ValueError, match="ended"):
        app.finish("mtg1")
    with pytest.raises(KeyError):
        app.begin("mtg9")


def test_who_comes_late_sees_what_was_said(desk: Desk) -> None:
    """Coming in tells who is there and what was said; the event says how late it was."""
    invite(desk)
    run(desk, "mtg1", "ruth")
    desk.do("ruth", "calendar.speak", meeting="mtg1", text="Let us begin.")
    desk.clock.passes(300)
    room = desk.do("ines", "calendar.attend", meeting="mtg1")
    assert (room.present, room.ends, [line.text for line in room.said]) == (
        ("ruth", "ines"), desk.at("15:00"), ["Let us begin."],
    )  # fmt: skip
    assert room.words() == 3
    assert desk.last() == words.MeetingJoined(meeting="mtg1", to=("ruth",), late=300, present=("ruth", "ines"))


def test_what_is_said_is_heard_by_those_who_are_there(desk: Desk) -> None:
    """A line reaches all in the room and nobody else, though all invited can read it in the notes."""
    invite(desk)
    run(desk, "mtg1", "ruth", "ines")
    before = len(desk.notices)
    heard = desk.do("ines", "calendar.speak", meeting="mtg1", text="It is 46 900 EUR now.")
    assert heard.heard_by == ("ruth",)
    assert desk.last() == words.MeetingSpoken(meeting="mtg1", to=("ruth",), text="It is 46 900 EUR now.")
    assert [(n.to, n.kind, n.place, n.interrupts) for n in desk.notices[before:]] == [
        ("ruth", "message", "mtg1", False)
    ]
    assert [line.text for line in desk.do("tomas", "calendar.notes", meeting="mtg1").said] == ["It is 46 900 EUR now."]


def test_the_notes_keep_who_came_and_what_was_decided(desk: Desk) -> None:
    """After the end the notes say who came and who did not, also of those who left early, and what was decided."""
    invite(desk, "ruth", ("ines", "tomas", "anna-k"))
    run(desk, "mtg1", "ruth", "ines", "tomas")
    desk.do("tomas", "calendar.leave", meeting="mtg1")
    assert desk.last() == words.MeetingLeft(meeting="mtg1", to=("ruth", "ines"))
    desk.do("ruth", "calendar.decide", meeting="mtg1", text="We order three.")
    assert desk.last() == words.MeetingDecided(meeting="mtg1", to=("ines",), text="We order three.")
    desk.clock.passes(1800)
    calendar_of(desk).finish("mtg1")
    assert desk.last() == words.MeetingEnded(
        meeting="mtg1", to=("ruth", "ines", "tomas", "anna-k"), title="Prices",
        present=("ruth", "ines", "tomas"), decisions=("We order three.",),
    )  # fmt: skip
    notes = desk.do("anna-k", "calendar.notes", meeting="mtg1")
    assert (notes.came, notes.absent, notes.decisions, notes.state) == (
        ("ruth", "ines", "tomas"), ("anna-k",), ("ruth: We order three.",), "ended",
    )  # fmt: skip
    assert calendar_of(desk).busy("ines") == ((desk.at("14:00"), desk.at("14:30")),)
    assert calendar_of(desk).meeting_of("ruth") is None


def test_nobody_is_in_two_meetings(desk: Desk) -> None:
    """Going into a second meeting leaves the first."""
    invite(desk, "ruth", ("ines",))
    invite(desk, "ruth", ("ines",))
    run(desk, "mtg1", "ruth", "ines")
    calendar_of(desk).begin("mtg2")
    desk.do("ines", "calendar.attend", meeting="mtg2")
    assert [event.kind for event in desk.events[-2:]] == ["meeting.left", "meeting.joined"]
    assert (calendar_of(desk).present("mtg1"), calendar_of(desk).present("mtg2")) == (("ruth",), ("ines",))
    assert calendar_of(desk).meeting_of("ines") == "mtg2"


@pytest.mark.parametrize(
    ("who", "name", "arguments", "code"),
    [
        ("tomas", "speak", {"text": "Hello"}, "not_now"),
        ("tomas", "decide", {"text": "So be it"}, "not_now"),
        ("tomas", "leave", {}, "not_now"),
        ("tanaka", "speak", {"text": "Hello"}, "not_allowed"),
        ("ines", "speak", {"text": "  "}, "empty"),
        ("ines", "speak", {"text": "word " * 2001}, "too_long"),
        ("ines", "attend", {}, "already_so"),
        ("ruth", "move", {"start": "16:00"}, "not_now"),
        ("ruth", "cancel", {}, "not_now"),
        ("ines", "answer", {"answer": "decline"}, "not_now"),
    ],
)
def test_what_a_running_meeting_refuses(desk: Desk, who: str, name: str, arguments: dict[str, Any], code: str) -> None:
    """One speaks only where one is, once it runs; and what runs is neither moved, called off nor answered."""
    invite(desk)
    run(desk, "mtg1", "ruth", "ines")
    assert desk.refused(who, f"calendar.{name}", **({"meeting": "mtg1"} | arguments)).code == code


def test_nothing_is_said_when_it_is_over(desk: Desk) -> None:
    """After the end nobody is in the meeting any more, and nobody comes in."""
    invite(desk)
    run(desk, "mtg1", "ruth", "ines")
    calendar_of(desk).finish("mtg1")
    for name in ("speak", "attend"):
        refusal = desk.refused("ines", f"calendar.{name}", meeting="mtg1", **({"text": "?"} if name == "speak" else {}))
        assert (refusal.code, "over" in refusal.why) == ("not_now", True)


def test_a_series_means_the_one_that_runs(desk: Desk) -> None:
    """Where one of a series runs, the series' id means it; where none does, the refusal names the next."""
    invite(desk, repeats="weekly", count=3)
    run(desk, "mtg1.1")
    assert desk.do("ines", "calendar.attend", meeting="mtg1").meeting == "mtg1.1"
    calendar_of(desk).finish("mtg1.1")
    refusal = desk.refused("ines", "calendar.notes", meeting="mtg1")
    assert (refusal.code, "mtg1.2" in refusal.why) == ("bad_argument", True)


def test_search_finds_a_meeting_for_those_invited(desk: Desk) -> None:
    """Title, agenda and what was said are found, by those who were invited alone."""
    invite(desk, agenda="The detectors")
    run(desk, "mtg1", "ruth", "ines")
    desk.do("ines", "calendar.speak", meeting="mtg1", text="Marco raised it.")
    calendar_of(desk).finish("mtg1")

    def found(who: str, query: str) -> list[str]:
        app = calendar_of(desk)
        hits = desk.office.index.find(query, limit=5, readable=lambda _, ref: app.can_read(who, ref))
        return [hit.ref for hit in hits]

    assert found("tomas", "detectors") == found("tomas", "marco") == found("ruth", "prices") == ["mtg1"]
    assert found("tanaka", "detectors") == []


def test_speaking_costs_by_its_length(desk: Desk) -> None:
    """What is said takes time by its words; looking takes none before it is read."""
    speak = desk.office.parse("calendar.speak", {"meeting": "mtg1", "text": "one two three"})
    assert (speak.effort().kind, speak.effort().words) == ("meet", 3)
    assert not desk.office.actions["calendar.list"].changes
