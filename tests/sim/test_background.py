"""Background: off, light and full; what the full one holds, and that none of it depends on the player."""

from collections import Counter
from typing import Any

import pytest

from sim.calendar import is_working
from sim.habits import Habits
from sim.mind import Moment, Silent, Turn
from sim.organisation import Channel
from sim.record import Record
from sim.script import Background
from sim.vocabulary.background import WorkStretch
from sim.vocabulary.calendar import MeetingPlanned, MeetingStarted
from sim.vocabulary.calls import CallAnswered, CallEnded, CallRung, CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.mail import MailSent
from sim.vocabulary.world import CommitmentClosed, CommitmentMade
from tests.office import MONDAY, SmallOrg
from tests.simworld import FunctionMind, Steps, play, says_what_it_may

NOTHING = {"level": "full", "mails": 0, "talks": 0, "calls": 0, "outside_mails": 0, "meetings": 0, "tasks": 0}
WEEK = MONDAY + 5 * 86400


def only(**volumes: float) -> dict[str, Any]:
    return {**NOTHING, **volumes}


async def record_of(background: Any, player: Any = None, **changes: Any) -> Record:
    _, record = await play(player or Steps(), **{"background": background, "horizon": WEEK, **changes})
    return record


@pytest.mark.parametrize(
    ("given", "level"), [(True, "light"), (False, "off"), ("full", "full"), ({"level": "full", "mails": 1}, "full")]
)
def test_a_level_alone_stands_for_all_of_it(given: Any, level: str) -> None:
    """As authors and older records write it."""
    from tests.simworld import script

    assert script(background=given).background.level == level
    assert Background().level == "light"


async def test_off_is_silence_and_light_is_talk() -> None:
    """Nobody says a word of their own accord; with the light one they do, and there is no desk work."""
    assert (await record_of("off")).count(kind=(MailSent, MessageSent, WorkStretch)) == 0
    light = await record_of("light")
    assert light.count(kind=(MailSent, MessageSent)) > 10
    assert light.count(kind=WorkStretch) == 0


async def test_a_kind_whose_volume_is_nothing_is_left_out() -> None:
    """With all volumes at 0 only work at the desk and what goes with it remains."""
    kinds = Counter(e.kind for e in (await record_of(NOTHING)).events())
    assert kinds["work.stretch"] > 100
    for kind in ("mail.sent", "call.rung", "calendar.invited", "commitment.made", "chat.sent"):
        assert kinds[kind] == 0, kind


async def test_mail_is_answered_in_its_thread_by_those_it_is_for() -> None:
    """Every answer answers a mail its writer got; none goes to the seat; and no mind is asked what it makes of it."""
    asked: list[Moment] = []

    def mind(moment: Moment) -> Any:
        if moment.incoming is not None:
            asked.append(moment)
        return says_what_it_may(moment)

    people = ("ruth", "ines", "anna-k", "anna-b", "tanaka")
    record = await record_of(only(mails=6), minds={who: FunctionMind(mind) for who in people})
    mails = {body.id: (event, body) for event, body in record.bodies(MailSent)}
    answers = [(event, body) for event, body in mails.values() if body.in_reply_to]
    assert len(answers) > 10
    for event, body in answers:
        before, answered = mails[body.in_reply_to or ""]
        assert event.actor in answered.to
        assert before.at < event.at
        assert body.thread == answered.thread
    assert all("tomas" not in body.to for _, body in mails.values())
    assert asked == []


async def test_promises_are_made_and_closed_with_what_was_promised() -> None:
    """A promise names who and by when; it is kept by a mail, in time or late, or broken."""
    record = await record_of(only(mails=9), horizon=MONDAY + 11 * 86400)
    made = {body.id: body for _, body in record.bodies(CommitmentMade)}
    closed = [body for _, body in record.bodies(CommitmentClosed)]
    assert len(made) > 2
    assert closed
    assert {body.how for body in closed} <= {"kept", "broken"}
    for body in closed:
        promise = made[body.id]
        assert (body.by, body.to) == (promise.by, promise.to)
        assert (body.ref is None) == (body.how == "broken")


async def test_talks_in_chat_go_to_and_fro() -> None:
    """Two at a time, and both say something in most of them."""
    record = await record_of(only(talks=6))
    places: dict[str, set[str]] = {}
    for event, body in record.bodies(MessageSent):
        if body.place.startswith("dm:"):
            places.setdefault(body.place, set()).add(event.actor)
            assert "tomas" not in body.place
    assert sum(len(who) == 2 for who in places.values()) >= len(places) - 1


async def test_calls_are_answered_spoken_in_and_ended() -> None:
    """Every call that is answered has words in it and an end; nobody rings the seat."""
    record = await record_of(only(calls=5))
    answered = {body.call for _, body in record.bodies(CallAnswered)}
    assert answered
    assert answered == {body.call for _, body in record.bodies(CallSaid)}
    assert answered == {body.call for _, body in record.bodies(CallEnded)}
    assert all("tomas" not in body.to for _, body in record.bodies(CallRung))
    lines = Counter(body.call for _, body in record.bodies(CallSaid))
    assert max(lines.values()) >= 3


async def test_meetings_stand_in_the_calendar_and_take_place_without_the_player() -> None:
    """Series and single ones; the seat is invited to none of them."""
    record = await record_of(only(meetings=1), horizon=MONDAY + 12 * 86400)
    planned = [body for _, body in record.bodies(MeetingPlanned)]
    assert any(body.repeats != "none" for body in planned)
    assert record.count(kind=MeetingStarted) > 3
    assert all("tomas" not in body.to for body in planned)


async def test_mail_from_outside_comes_to_everybody_but_the_player() -> None:
    """From somebody with a name and an address."""
    record = await record_of(only(outside_mails=6))
    mails = list(record.bodies(MailSent, actor="world"))
    assert len(mails) > 40
    assert all(body.outside is not None and body.outside.address.endswith(".example") for _, body in mails)
    assert {who for _, body in mails for who in body.to} == {"ruth", "ines", "anna-k", "anna-b", "tanaka"}


async def test_work_at_the_desk_is_one_thing_after_the_other_in_working_hours() -> None:
    """Stretches of one person never overlap, and lie in their hours."""
    record = await record_of(only(talks=3, calls=2))
    last: dict[str, int] = {}
    org = SmallOrg()
    whys = Counter[str]()
    for event, body in record.bodies(WorkStretch):
        assert last.get(event.actor, 0) <= body.since < event.at
        assert is_working(org.person(event.actor).calendar, body.since)
        last[event.actor] = event.at
        whys[body.why] += 1
    assert {"done", "self", "message", "call", "pause"} <= set(whys)


async def test_a_call_takes_people_from_their_work_until_it_ends() -> None:
    """No stretch of either of the two begins while they are on the phone."""
    record = await record_of(only(calls=5))
    begun = {body.call: (event.at, (event.actor, *body.to)) for event, body in record.bodies(CallAnswered)}
    ended = {body.call: event.at for event, body in record.bodies(CallEnded)}
    for event, body in record.bodies(WorkStretch):
        for call, (at, people) in begun.items():
            assert not (event.actor in people and at < body.since < ended[call]), (call, event)


async def test_own_dates_are_for_whoever_one_reports_to() -> None:
    """Ruth, who reports to nobody, sets herself a date; each is closed as done, in time or late."""
    record = await record_of(only(tasks=2), horizon=MONDAY + 12 * 86400)
    made = {body.id: body for _, body in record.bodies(CommitmentMade)}
    assert {body.to for body in made.values() if body.by == "ines"} == {"ruth"}
    assert {body.to for body in made.values() if body.by == "ruth"} == {"ruth"}
    assert all(body.task for body in made.values())
    closed = [body for _, body in record.bodies(CommitmentClosed)]
    assert {body.how for body in closed} == {"kept"}
    assert any(body.late for body in closed)


async def test_evenings_and_weekends_belong_to_those_who_work_late() -> None:
    """Somebody who never does writes nothing out of hours; somebody who always does, now and then."""
    org = SmallOrg()
    habits = {who: Habits(works_late=0.0) for who in ("ruth", "ines", "anna-b", "tanaka")}
    record = await record_of(
        only(mails=1), habits={**habits, "anna-k": Habits(works_late=1.0)}, horizon=MONDAY + 26 * 86400
    )
    begun = [e for e, b in record.bodies(MailSent) if not b.in_reply_to]
    late = {e.actor for e in begun if not is_working(org.person(e.actor).calendar, e.at - 700)
            and not is_working(org.person(e.actor).calendar, e.at)}  # fmt: skip
    assert late == {"anna-k"}


async def test_the_background_is_the_same_whoever_plays() -> None:
    """Common random numbers: a player who asks around changes nothing of what the others begin by themselves.

    What is compared is all that nobody answers: posts, first mails, dates; not when somebody is distracted.
    """

    def begun(record: Record) -> list[tuple[int, str, str]]:
        first = [(e.at, e.actor, b.text) for e, b in record.bodies(MailSent) if not b.in_reply_to]
        dates = [(e.at, e.actor, b.what) for e, b in record.bodies(CommitmentMade) if b.task]
        return [entry for entry in (*first, *dates) if entry[1] != "tomas"]

    background = only(mails=4, outside_mails=3, tasks=1)
    busy = Steps(
        ("chat.send", {"to": ["ines"], "text": "Is the budget done?"}), ("desk.wait", {"until": "2h"}),
        ("mail.send", {"to": ["anna-b"], "subject": "Prices", "text": "What are the prices?"}),
    )  # fmt: skip
    one, two = await record_of(background), await record_of(background, busy)
    assert begun(one) == begun(two)
    assert len(begun(one)) > 20


async def test_a_run_is_the_same_again() -> None:
    """Equal seeds give equal events, another seed others."""
    days = {"horizon": MONDAY + 2 * 86400}
    first, again = await record_of("full", **days), await record_of("full", **days)
    assert first.digest() == again.digest()
    assert first.digest() != (await record_of("full", seed=2, **days)).digest()


async def test_a_mind_that_says_nothing_ends_the_exchange_and_no_more() -> None:
    """Silence instead of the words that were wanted: nothing is sent, nobody waits, the run goes on."""
    mute = {who: FunctionMind(lambda moment: Turn(moves=())) for who in ("ruth", "ines", "anna-k", "anna-b", "tanaka")}
    record = await record_of(only(mails=4, talks=4, calls=2), minds=mute)
    assert record.count(kind=(MailSent, MessageSent, CallSaid)) == 0
    assert record.outcome == "horizon"


async def test_small_talk_keeps_out_of_channels_for_business() -> None:
    """With a light background nobody passes the time where lots on hold, incidents or numbers are spoken of."""
    org = SmallOrg()
    everybody = tuple(p.id for p in org.people())
    org._channels = (  # type: ignore[assignment]
        Channel("#kitchen", everybody, "Lunch and cake"),
        Channel("#quality-holds", everybody, "Lots on hold"),
        Channel("#finance", everybody, "Numbers"),
    )
    record = await record_of("light", org=org, horizon=MONDAY + 12 * 86400)
    posts = [e.body for e in record.events(kind="chat.sent")]
    talk = Counter(b.place for b in posts if b.text == "small talk" and b.place.startswith("#"))  # type: ignore[attr-defined]
    work = Counter(b.place for b in posts if b.text == "own work" and b.place.startswith("#"))  # type: ignore[attr-defined]
    assert talk["#kitchen"] > 3
    assert set(talk) == {"#kitchen"}
    assert "#finance" in work
    assert "#quality-holds" not in work


async def test_who_reads_small_talk_knows_it_for_that() -> None:
    """What is said to pass the time is marked for its readers, as is the word back; a question at work is not."""
    seen: list[tuple[str, bool]] = []

    def reads(moment: Moment) -> Turn | Silent:
        if moment.incoming is not None:
            seen.append((moment.incoming.text, moment.incoming.chatter))
            return Silent(why="nothing is asked")
        return says_what_it_may(moment)

    minds = {who: FunctionMind(reads) for who in ("ruth", "ines", "anna-k", "anna-b", "tanaka")}
    player = Steps(("chat.send", {"to": ["ines"], "text": "What does a detector cost?"}))
    await record_of("light", player, minds=minds)
    assert {chatter for text, chatter in seen if text in ("small talk", "own work")} == {True}
    assert {chatter for text, chatter in seen if text.startswith("What")} == {False}
