"""A run from the first morning to its end: what is asked is answered, what costs time takes time, how it ends."""

import asyncio
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sim.engine import PlayerDiverged
from sim.files import digest, extract
from sim.journal import Journal
from sim.mind import Decision, Moment, Promise, Say, Silent, Turn
from sim.model import ModelFault
from sim.player import Act, Observation
from tests.office import MONDAY
from tests.simworld import FunctionMind, Steps, play, says_what_it_may, texts

PRICE = {
    "id": "price", "topic": "the price of a detector", "versions": [
        {"value": "41 300 EUR", "since": MONDAY - 1, "known_by": ["anna-k"]},
        {"value": "46 900 EUR", "since": MONDAY + 6 * 3600, "silent": True, "known_by": ["anna-k"]},
    ],
}  # fmt: skip


def asks(who: str, text: str) -> tuple[str, dict[str, object]]:
    return "chat.send", {"to": [who], "text": text}


WAIT = ("desk.wait", {"until": "1h"})


async def test_a_question_is_answered_with_what_the_asked_person_believes() -> None:
    """A holder tells the value they hold; the player learns it by being told, and the record says from whom."""
    player = Steps(asks("anna-k", "What does a detector cost?"), WAIT, ("chat.read", {"place": "dm:anna-k+tomas"}))
    ended, record = await play(player, facts=[PRICE])
    assert ended.outcome == "horizon"
    assert texts(record, "chat.sent", "anna-k") == ["the price of a detector is 41 300 EUR"]
    told = record.last("fact.told")
    learned = next(record.events(kind="fact.learned", actor="tomas"))
    assert told is not None
    assert told.body.model_dump()["version"] == 0
    assert learned.body.model_dump()["source"] == "anna-k"


async def test_somebody_who_does_not_know_points_to_who_does() -> None:
    """Near the holder, people know who knows."""
    _, record = await play(Steps(asks("ines", "What does a detector cost?"), WAIT), facts=[PRICE])
    assert texts(record, "chat.sent", "ines") == ["Ask anna-k."]
    assert record.count(kind="help.redirected") == 1


async def test_a_silent_change_is_known_to_nobody_but_its_holder() -> None:
    """After a silent change the holder tells the new value and others go on telling the old one."""
    late = ("desk.wait", {"until": "16:00", "through": True})
    player = Steps(
        asks("anna-k", "price?"), WAIT, ("chat.read", {"place": "dm:anna-k+tomas"}), asks("ines", "It is 41 300 EUR."),
        late, asks("anna-k", "price?"), asks("ines", "price?"), WAIT,
    )  # fmt: skip
    _, record = await play(player, facts=[PRICE])
    assert texts(record, "chat.sent", "anna-k")[-1].endswith("46 900 EUR")
    assert texts(record, "chat.sent", "ines")[-1].endswith("41 300 EUR")


@pytest.mark.parametrize(("hours", "number", "value"), [(2, 0, "41 300 EUR"), (7, 1, "46 900 EUR")])
async def test_a_belief_ends_when_its_author_says_so(hours: int, number: int, value: str) -> None:
    """Until then they tell what they believe; from then on what is true at that time, though nobody told them."""
    until = MONDAY + hours * 3600
    late = ("desk.wait", {"until": "17:00", "through": True})
    player = Steps(asks("ines", "price?"), late, asks("ines", "price?"), WAIT)
    wrong = {"ines": {"value": "39 000 EUR", "until": until}}
    _, record = await play(player, facts=[PRICE | {"believed": wrong}])
    told = [text.rsplit(" is ", 1)[1] for text in texts(record, "chat.sent", "ines")]
    assert told == ["39 000 EUR", value]
    (found,) = record.events(kind="fact.learned", actor="ines")
    assert (found.at, found.body.version, found.body.source) == (until, number, "ines")  # type: ignore[attr-defined]


async def test_a_call_is_answered_and_talk_takes_seconds() -> None:
    """Ringing, talking and hanging up work; the answer is heard in the very next observation."""
    player = Steps(
        ("calls.ring", {"person": "anna-k"}), ("calls.say", {"call": "call1", "text": "What does it cost?"}),
        ("calls.hang_up", {"call": "call1"}),
    )  # fmt: skip
    _, record = await play(player, facts=[PRICE])
    assert player.seen[1].call == "call1"
    assert [h.text for h in player.seen[2].heard] == ["the price of a detector is 41 300 EUR"]
    assert player.seen[2].at - player.seen[1].at < 120
    assert record.count(kind="call.ended") == 1


async def test_a_call_interrupts_long_work_which_can_be_resumed() -> None:
    """A ringing phone cuts a long action short; nothing is lost: what was left is done after resuming."""
    text = "word " * 350
    ring = {
        "id": "ring",
        "at": MONDAY + 300,
        "who": "ines",
        "does": "say",
        "via": "call",
        "to": ["tomas"],
        "text": "Got a minute",
    }
    player = Steps(
        ("mail.send", {"to": ["ruth"], "subject": "Long", "text": text}), ("calls.answer", {"call": "call1"}),
        ("calls.hang_up", {"call": "call1"}), ("desk.resume", {}),
    )  # fmt: skip
    _, record = await play(player, timeline=[ring])
    cut = player.seen[1].last.cut  # type: ignore[union-attr]
    assert cut is not None
    assert (cut.action, cut.by) == ("mail.send", "ines")
    assert cut.done + cut.left == 351 * 60 // 35, "text and subject at 35 words a minute"
    assert [h.text for h in player.seen[2].heard] == ["Got a minute"]
    assert texts(record, "mail.sent", "tomas") == [text]
    assert record.count(kind="seat.interrupted") == 1
    met = record.last("seat.interruption_met")
    assert met is not None
    assert met.body.model_dump()["how"] == "taken"


async def test_a_missed_call_is_followed_by_a_message() -> None:
    """Whoever rings in vain writes what they wanted; the player sees that it missed a call."""
    ring = {
        "id": "ring", "at": MONDAY + 300, "who": "ines", "does": "ask", "via": "call", "to": ["tomas"],
        "text": "Slides today?", "if_missed": "Tried to ring you. Slides today?",
    }  # fmt: skip
    _, record = await play(
        Steps(("desk.wait", {"until": "2h", "through": False}), ("desk.wait", {"until": "3h"})), timeline=[ring]
    )
    assert texts(record, "chat.sent", "ines") == ["Tried to ring you. Slides today?"]
    assert record.count(kind="ask.made") == 1
    met = record.last("seat.interruption_met")
    assert met is not None
    assert met.body.model_dump()["how"] == "missed"


async def test_nobody_reads_before_their_working_day() -> None:
    """A message to somebody eight zones away is read in their morning, not in the sender's."""
    _, record = await play(Steps(asks("anna-b", "Are you there?")))
    read = next(record.events(kind="message.read", actor="anna-b"))
    assert read.at >= MONDAY + 6 * 3600


async def test_an_approval_needs_somebody_entitled_and_the_facts() -> None:
    """A verdict of somebody who may not decide is a fault of their mind, not a decision."""

    def grants(moment: Moment) -> Turn | Silent:
        if moment.incoming is None:
            return Silent(why="")
        return Turn(moves=(Say(text="Fine.", decides=(Decision(approval="spend", verdict="grant"),)),))

    approval = {
        "id": "spend",
        "kind": "spend",
        "topic": "the order",
        "amount": "46 900 EUR",
        "needs": ["price"],
        "entitled": ["ruth"],
    }
    minds = {"ruth": FunctionMind(grants), "ines": FunctionMind(grants)}
    player = Steps(asks("ines", "Approve?"), asks("ruth", "Approve?"), WAIT)
    _, record = await play(player, minds=minds, facts=[PRICE], approvals=[approval])
    assert [f.body.model_dump()["fault"] for f in record.events(kind="mind.fault")] == ["not_entitled"]
    assert [e.actor for e in record.events(kind="approval.decided")] == ["ruth"]
    standing = {who: mind.moments[0].approvables[0].standing for who, mind in minds.items()}
    assert standing == {"ruth": "needs_more", "ines": "above_my_limit"}


async def test_promises_are_kept_or_broken() -> None:
    """A coworker's promise comes due and is kept by telling the fact; the player's unkept one is closed as broken."""

    def promises(moment: Moment) -> Turn | Silent:
        if moment.occasion == "promise_due":
            return Turn(moves=(Say(text=f"It is {moment.may_say[0].value}", states=("price",)),))
        if moment.incoming is None or "?" not in moment.incoming.text:
            return Silent(why="")
        return Turn(moves=(Say(text="In an hour.", promises=(Promise(what="the price", within=3600, fact="price"),)),))

    player = Steps(asks("anna-k", "price?"), asks("ruth", "I'll send you the overview by 14:00."))
    _, record = await play(player, minds={"anna-k": FunctionMind(promises)}, facts=[PRICE])
    closed = {e.body.model_dump()["by"]: e.body.model_dump()["how"] for e in record.events(kind="commitment.closed")}
    assert closed == {"anna-k": "kept", "tomas": "broken"}


async def test_who_was_promised_something_may_let_off() -> None:
    """The player needs it no more and says so: the promise is released, and nobody comes with it or has broken it."""

    def promises(moment: Moment) -> Turn | Silent:
        if moment.incoming is None or "need" in moment.incoming.text:
            return Silent(why=moment.occasion)
        return Turn(moves=(Say(text="In an hour.", promises=(Promise(what="the price", within=3600, fact="price"),)),))

    ask = ("chat.send", {"to": ["anna-k"], "text": "What is the price?"})
    off = ("chat.send", {"to": ["anna-k"], "text": "I no longer need the price, thanks."})
    player = Steps(ask, ("desk.wait", {"until": "30m", "through": True}), off, ("desk.wait", {"until": "5h"}))
    _, record = await play(player, minds={"anna-k": FunctionMind(promises)}, facts=[PRICE])
    assert [e.body.model_dump()["how"] for e in record.events(kind="commitment.closed")] == ["released"]


async def test_a_date_that_is_moved_in_time_breaks_no_promise() -> None:
    """The first date is off as the later one is given; what is not kept by then is broken once."""

    def say(by: str) -> tuple[str, dict[str, object]]:
        return "chat.send", {"to": ["anna-k"], "text": f"I'll send you the price list by {by}."}

    half_an_hour, afternoon = (("desk.wait", {"until": until, "through": True}) for until in ("30m", "17:00"))
    _, record = await play(Steps(say("noon"), half_an_hour, say("16:00"), afternoon))
    closed = [e.body.model_dump() for e in record.events(kind="commitment.closed")]
    assert [(body["id"], body["how"]) for body in closed] == [("p1", "renegotiated"), ("p2", "broken")]


async def test_deliverables_trigger_what_waits_for_them() -> None:
    """A file in its place delivers the task, and what the timeline has after it happens."""
    task = {
        "id": "page", "title": "Page", "text": "Write it", "given_by": "ruth", "given_at": MONDAY, "to": "ruth",
        "deliver": {"kind": "file", "path": "/board/page.md", "by": MONDAY + 3600},
    }  # fmt: skip
    after = {
        "id": "thanks",
        "after": {"task_delivered": "page"},
        "who": "ruth",
        "does": "say",
        "to": ["tomas"],
        "text": "Got it.",
    }
    player = Steps(("drive.write", {"path": "/board/page.md", "text": "Here."}), WAIT)
    _, record = await play(player, tasks=[task], timeline=[after])
    assert player.seen[0].tasks[0].id == "page"
    assert record.count(kind="task.delivered") == 1
    assert texts(record, "chat.sent", "ruth") == ["Got it."]


@pytest.mark.parametrize("kind", ["chat", "file"])
async def test_nothing_is_handed_in_before_its_task_is_given(kind: str) -> None:
    """What states the facts of a task to come is talk: a message never is its result, a file in its place only once
    the task is given, and what waits for the result waits as long."""
    given = MONDAY + 2 * 3600
    deliver = {"kind": "file", "path": "/board/page.md"} if kind == "file" else {"kind": "chat", "to": "ruth"}
    task = {
        "id": "page", "title": "Page", "text": "Write it", "given_by": "ruth", "given_at": given, "to": "ruth",
        "needs": [{"fact": "price"}], "deliver": {**deliver, "by": MONDAY + 6 * 3600},
    }  # fmt: skip
    after = {
        "id": "thanks", "after": {"task_delivered": "page"}, "who": "ruth", "does": "say", "to": ["tomas"],
        "text": "Got it.",
    }  # fmt: skip
    text = "The price is 41 300 EUR."
    write = ("drive.write", {"path": "/board/page.md", "text": text})
    player = Steps(write if kind == "file" else asks("ruth", text), ("desk.wait", {"until": "3h"}), WAIT)
    _, record = await play(player, facts=[PRICE], tasks=[task], timeline=[after])
    delivered = [event.at for event in record.events(kind="task.delivered")]
    assert delivered == ([given] if kind == "file" else [])
    assert texts(record, "chat.sent", "ruth") == (["Got it."] if kind == "file" else [])


async def test_latency_of_minds_never_changes_what_happens() -> None:
    """With minds that take a random real time to answer, every run has the same digest."""

    async def once(salt: int) -> str:
        rng = random.Random(salt)

        async def wait() -> None:
            for _ in range(rng.randrange(20)):
                await asyncio.sleep(0)

        minds = {w: FunctionMind(says_what_it_may, wait) for w in ("ruth", "ines", "anna-k", "anna-b", "tanaka")}
        player = Steps(*[asks(w, "What does a detector cost?") for w in minds], WAIT, WAIT)
        _, record = await play(player, minds=minds, facts=[PRICE], background=True)
        return record.digest()

    assert len({await once(salt) for salt in range(5)}) == 1


async def test_a_player_that_fails_ends_the_run_as_its_own_fault() -> None:
    """An exception of the player is data in the record, and the outcome is a crash."""

    class Broken(Steps):
        async def act(self, observation: Observation) -> Act:
            raise OSError(5, "no brain")

    ended, record = await play(Broken())
    assert ended.outcome == "crash"
    fault = record.last("seat.fault")
    assert fault is not None
    assert "no brain" in fault.body.model_dump()["detail"]


async def test_an_unreachable_model_stops_the_run_and_says_so() -> None:
    """Without the answer there is no honest way on: the run ends at once, with the fault, and can go on later."""

    class Silentium(FunctionMind):
        async def think(self, moment: Moment) -> Turn:
            raise ModelFault("unreachable", "nobody at 127.0.0.1:1")

    ended, record = await play(Steps(asks("ruth", "Hello?"), WAIT), minds={"ruth": Silentium(says_what_it_may)})
    assert ended.fault is not None
    assert (ended.outcome, ended.fault.kind) == ("crash", "unreachable")
    assert record.outcome == "crash"


async def test_refusals_one_after_the_other_are_a_livelock() -> None:
    """A player whose actions are refused again and again is stopped, and it is called what it is."""

    class Stubborn(Steps):
        async def act(self, observation: Observation) -> Act:
            return Act(action="chat.sned", arguments={})

    ended, record = await play(Stubborn())
    assert ended.outcome == "livelock"
    refused = record.last("seat.refused")
    assert refused is not None
    assert "chat.send" in refused.body.model_dump()["why"]


async def test_finishing_ends_the_run() -> None:
    """The player may say that it is done."""
    ended, _ = await play(Steps(("desk.finish", {"note": "done"})))
    assert ended.outcome == "finished"


async def test_the_world_is_the_same_whoever_sits_in_the_seat_until_they_touch_it() -> None:
    """Common random numbers: an idle and a waiting player see the same background."""
    one, two = Steps(), Steps(("desk.wait", {"until": "20 days"}))
    ours = {
        e.canonical().partition(",")[2] for e in (await play(one, background=True))[1].events() if e.actor != "tomas"
    }
    theirs = {
        e.canonical().partition(",")[2] for e in (await play(two, background=True))[1].events() if e.actor != "tomas"
    }
    assert len(ours) > 30
    assert {e.split(",", 1)[0] for e in ours} == {e.split(",", 1)[0] for e in theirs}


async def test_a_request_to_approve_is_on_record_with_what_it_named() -> None:
    """What a mind read as a request for an approval is recorded, with the required facts that it named.

    A value that the asker has from nobody names nothing, however right: it may be a guess.
    """

    def reads(moment: Moment) -> Turn | Silent:
        return (
            Turn(moves=(Say(text="Let me see."),), read_as=("approval:spend",)) if moment.incoming else Silent(why="")
        )

    approval = {
        "id": "spend", "kind": "spend", "topic": "the order", "amount": "46 900 EUR", "needs": ["price"],
        "entitled": ["ruth"],
    }  # fmt: skip
    player = Steps(
        asks("ruth", "Please approve the order"), WAIT, asks("ruth", "At 41,300 each"), WAIT,
        asks("anna-k", "What is the price?"), WAIT, asks("ruth", "At 41,300 each, Anna says"), WAIT,
    )  # fmt: skip
    _, record = await play(player, minds={"ruth": FunctionMind(reads)}, facts=[PRICE], approvals=[approval])
    requests = [e.body.model_dump() for e in record.events(kind="approval.requested", actor="tomas")]
    assert [(r["approval"], r["of"], r["names"]) for r in requests] == [
        ("spend", "ruth", ()),
        ("spend", "ruth", ()),
        ("spend", "ruth", ("price",)),
    ]


async def test_a_second_caller_does_not_hide_the_first() -> None:
    """While one phone call rings, another finds the line busy: it never reached the player, and the first counts."""
    ring = {"who": "ines", "does": "say", "via": "call", "to": ["tomas"], "text": "Got a minute"}
    first = {"id": "one", "at": MONDAY + 300, **ring}
    second = {"id": "two", "at": MONDAY + 320, **ring, "who": "ruth"}
    _, record = await play(
        Steps(("desk.wait", {"until": "2h"}), ("calls.answer", {"call": "call1"})), timeline=[first, second]
    )
    met = [e.body.model_dump() for e in record.events(kind="seat.interruption_met")]
    assert [(m["how"], m["after"] > 0) for m in met] == [("taken", True)]


async def test_a_run_that_was_cut_off_goes_on_as_if_nothing_had_happened() -> None:
    """Replay and going on gives the events of an uninterrupted run; the player is asked nothing it has answered."""
    acts = [asks(w, "What does a detector cost?") for w in ("ruth", "ines", "anna-k", "anna-b")]
    _, whole = await play(Steps(*acts, WAIT, WAIT), facts=[PRICE], background=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        journal = Journal.create(path, {"scenario": "small", "seed": 1})
        with journal:
            await play(
                Steps(*acts, WAIT, WAIT), facts=[PRICE], background=True, journal=journal, until=MONDAY + 4 * 3600
            )
        with Journal.open(path) as again:
            await play(Steps(), facts=[PRICE], background=True, journal=again)
            assert again.digest == whole.digest()


async def test_a_player_that_claims_to_replay_is_held_to_it() -> None:
    """A player that says it replays and does otherwise stops the run with both acts, before anything is written."""

    class Claims(Steps):
        replays = True

    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        with Journal.create(path, {"scenario": "small", "seed": 1}) as journal:
            await play(Claims(asks("ruth", "One?")), journal=journal)
        with Journal.open(path) as again, pytest.raises(PlayerDiverged, match="Two"):
            await play(Claims(asks("ruth", "Two?")), journal=again)


async def test_a_list_of_guesses_teaches_nobody_the_right_one() -> None:
    """Somebody who is sent every possible value knows no more than before, and tells none of them."""
    guesses = ", ".join(f"{hundreds} 300 EUR" for hundreds in range(38, 48))
    player = Steps(asks("ruth", f"A detector costs one of these: {guesses}"), WAIT, asks("ruth", "Which is it?"), WAIT)
    _, record = await play(player, facts=[PRICE])
    assert record.count(kind="fact.told") == 0
    assert "41 300" not in " ".join(texts(record, "chat.sent", "ruth"))


async def test_reading_ones_own_note_teaches_nothing() -> None:
    """A guess is no knowledge for having been written down and read again, in a file or in one's own message."""
    player = Steps(
        ("drive.write", {"path": "/private/tomas/n.md", "text": "41 300 EUR"}),
        ("drive.read", {"path": "/private/tomas/n.md"}),
        asks("ruth", "I say 41 300 EUR."), WAIT, ("chat.read", {"place": "dm:ruth+tomas"}),
    )  # fmt: skip
    _, record = await play(player, facts=[PRICE])
    assert record.count(kind="fact.learned", actor="tomas") == 0
    assert record.count(kind="fact.told", actor="tomas") == 0


async def test_a_value_on_a_line_of_its_own_is_read_like_any_other() -> None:
    """What a colleague's file states is learned by reading it, with line breaks and quotes as they are."""
    write = {
        "id": "w",
        "at": MONDAY + 60,
        "who": "anna-k",
        "does": "write",
        "path": "/prices.md",
        "text": 'The "A" detector:\n41 300 EUR\n',
    }
    _, record = await play(Steps(WAIT, ("drive.read", {"path": "/prices.md"})), facts=[PRICE], timeline=[write])
    learned = [e.body.model_dump() for e in record.events(kind="fact.learned", actor="tomas")]
    assert [(fact["version"], fact["source"]) for fact in learned] == [(0, "anna-k")]


async def test_hearsay_is_told_in_other_words_than_the_holders() -> None:
    """Somebody who was told a fact passes its value on, not the sentence of the one who knows it first hand."""
    spoken = {**PRICE, "versions": [{**PRICE["versions"][0], "sentence": "I signed for 41 300 EUR myself."}]}  # type: ignore[dict-item]
    player = Steps(
        asks("anna-k", "What does a detector cost?"), WAIT, ("chat.read", {"place": "dm:anna-k+tomas"}),
        asks("ines", "A detector costs 41 300 EUR."), WAIT, asks("ines", "What does a detector cost?"), WAIT,
    )  # fmt: skip
    minds = {who: FunctionMind(says_what_it_may) for who in ("ines", "anna-k")}
    await play(player, minds=minds, facts=[spoken])
    (statement,) = minds["ines"].moments[-1].may_say
    assert (statement.value, statement.sentence) == ("41 300 EUR", None)


async def test_the_bytes_of_office_files_are_in_the_record() -> None:
    """A file that is no plain text can be had from the record alone, byte for byte as the drive held it."""
    write = ("drive.write", {"path": "/board/a.docx", "text": "# Prices\n\nA detector costs 41 300 EUR."})
    _, record = await play(Steps(write))
    event = record.last("drive.written")
    assert event is not None
    body = event.body.model_dump()
    assert digest(record.blob(body["blob"])) == body["digest"]
    assert "41 300 EUR" in extract("/board/a.docx", record.blob(body["blob"]))
