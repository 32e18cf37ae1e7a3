"""Matters that somebody else decides: whose turn it is now, and what the world makes of asking well or badly."""

from collections.abc import Callable
from typing import Any

import pytest

from sim.deciders import deciders
from sim.mind import Decision, Moment, Say, Silent, Turn
from sim.record import Record
from sim.script import Approval
from sim.units import BadValue
from sim.vocabulary.attention import FeelingChanged, MindFault
from sim.vocabulary.calendar import MeetingDecided, MeetingEnded
from sim.vocabulary.world import ApprovalGiven, ApprovalRequested
from tests.office import MONDAY, SmallOrg
from tests.simworld import FunctionMind, Steps, play, says_what_it_may

DAY = 86400
MATTER: dict[str, Any] = {
    "id": "line",
    "kind": "decision",
    "topic": "the order on line two",
    "sort": "conflict",
    "entitled": ("ines", "ruth"),
    "parties": ("anna-k", "anna-b"),
    "wait": 2 * 3600,
    "grants_because": {"ines": "Boston first", "ruth": "Graz first"},
}
ASK = "Anna K and Anna B disagree on the order on line two. Can you decide?"


def matter(**changes: Any) -> Approval:
    return Approval.model_validate(MATTER | changes)


def decides(moment: Moment) -> Turn | Silent:
    """Decides what is theirs when asked to, and says how it stands otherwise."""
    if moment.incoming is None or "decide" not in moment.incoming.text:
        return says_what_it_may(moment)
    found = next((a for a in moment.approvables if a.id == "line"), None)
    if found is None:
        return Silent(why="nothing to decide")
    verdict = (Decision(approval="line", verdict="grant", why=found.because),) if found.standing == "mine" else ()
    text = found.because if verdict else f"{found.standing} {' '.join(found.who)}"
    return Turn(moves=(Say(text=text, decides=verdict),), read_as=("approval:line",))


def chat(to: str, text: str = ASK) -> tuple[str, dict[str, Any]]:
    return "chat.send", {"to": [to], "text": text}


def wait(until: str) -> tuple[str, dict[str, Any]]:
    return "desk.wait", {"until": until, "through": True}


async def played(*acts: tuple[str, dict[str, Any]], org: Any = None, **changes: Any) -> Record:
    """The small office where everybody decides what is theirs, and the seat does this."""
    minds = {who: FunctionMind(decides) for who in ("ruth", "ines", "anna-k", "anna-b")}
    _, record = await play(Steps(*acts), minds=minds, org=org, approvals=(matter(**changes),))
    return record


def standings(record: Record) -> list[tuple[str, str]]:
    return [(body.of, body.standing) for _, body in record.bodies(ApprovalRequested)]


def felt(record: Record, who: str, what: str = "irritation") -> float:
    return sum(b.new - b.old for e, b in record.bodies(FeelingChanged) if e.actor == who and b.what == what)


# --- whose turn it is ---


@pytest.mark.parametrize(
    ("change", "away", "found"),
    [
        pytest.param({}, (), ("ines", "ruth"), id="as the scenario names them"),
        pytest.param({}, ("ines",), ("tomas", "ruth"), id="a deputy stands in"),
        pytest.param({"parties": ("ines",)}, (), ("ruth",), id="a party never decides"),
        pytest.param({"parties": ("tomas",)}, ("ines",), ("ruth",), id="nor does a party that stands in"),
        pytest.param({"sort": "approval", "kind": "spend", "amount": "900 EUR"}, ("ines",), ("ruth",),
                     id="a deputy without the authority approves nothing"),
        pytest.param({}, ("ines", "tomas"), ("ruth",), id="where all are away, the next"),
    ],
)  # fmt: skip
def test_the_graph_knows_who_decides_now(change: dict[str, Any], away: tuple[str, ...], found: tuple[str, ...]) -> None:
    """Who is away is stood in for by who may; parties decide nothing; the rest keep their order."""
    org: Any = SmallOrg()
    for who in away:
        org = org.with_absence(who, MONDAY, MONDAY + DAY)
    assert deciders(org, matter(**change), MONDAY + 60, "tanaka") == found


def test_who_is_on_call_comes_first() -> None:
    """For an area with a rota, whoever has it now decides before those who are named."""

    class Rota(SmallOrg):
        def on_call(self, area: str, at: int, /) -> str | None:
            return "tanaka" if area == "gauges" else None

    assert deciders(Rota(), matter(area="gauges"), MONDAY, "tomas") == ("tanaka", "ines", "ruth")
    assert deciders(Rota(), matter(area="paint"), MONDAY, "tomas") == ("ines", "ruth")


# --- what the world makes of it ---


async def test_a_matter_brought_to_the_right_person_is_decided() -> None:
    """The nearest who may decides it, after the time that takes, and it is on record why."""
    record = await played(chat("ines"))
    ((event, body),) = record.bodies(ApprovalGiven)
    assert (event.actor, body.verdict, body.why) == ("ines", "grant", "Boston first")
    assert standings(record) == [("ines", "mine")]


async def test_nobody_settles_their_own_quarrel() -> None:
    """A party decides nothing, and it annoys them to be asked."""
    record = await played(chat("anna-k"))
    assert standings(record) == [("anna-k", "party")]
    assert not list(record.bodies(ApprovalGiven))
    assert felt(record, "anna-k") > 0.1


@pytest.mark.parametrize(
    ("between", "standing"),
    [
        pytest.param((), "too_early", id="at once"),
        pytest.param((chat("ines"), wait("30m")), "too_early", id="after half an hour of silence"),
        pytest.param((chat("ines"), wait("3h")), "mine", id="after a fair wait"),
    ],
)
async def test_going_further_up_takes_a_fair_wait(between: tuple[Any, ...], standing: str) -> None:
    """Who is further up asks whether the nearer one was asked, unless that one has had their fair time for it."""
    silent: Callable[[Moment], Turn | Silent] = lambda moment: Silent(why="has too much to do")  # noqa: E731
    minds = {"ines": FunctionMind(silent), "ruth": FunctionMind(decides)}
    _, record = await play(Steps(*between, chat("ruth")), minds=minds, approvals=(matter(),))
    assert ("ruth", standing) in standings(record)
    decided = [event.actor for event, _ in record.bodies(ApprovalGiven)]
    assert decided == (["ruth"] if standing == "mine" else [])
    assert (felt(record, "ruth") > 0.1) == (standing == "too_early")


async def test_a_safety_matter_may_go_straight_up() -> None:
    """Nobody is told to wait with a danger."""
    assert standings(await played(chat("ruth"), sort="safety", parties=())) == [("ruth", "mine")]


@pytest.mark.parametrize("told", [True, False])
async def test_it_is_first_tried_with_whose_it_is(told: bool) -> None:
    """Where it can be settled with somebody, the one above asks whether that was tried; their answer is enough."""
    first = [chat("anna-b", "What is the order on line two?"), wait("20m")] if told else []
    record = await played(wait("8h"), *first, chat("ines"), ask_first="anna-b", parties=())
    assert ("ines", "mine" if told else "too_early") in standings(record)


async def test_whoever_lets_a_matter_lie_puts_it_off() -> None:
    """A matter that waits for somebody who does not answer is put off with them, which is nobody's grievance; another
    kind of matter they would send on."""
    for sort, standing in (("silence", "put_off"), ("blocked", "not_mine")):
        record = await played(wait("8h"), chat("anna-b"), sort=sort, ask_first="anna-b", parties=())
        assert standings(record) == [("anna-b", standing)]
        assert (felt(record, "anna-b") > 0.01) == (standing == "not_mine")


@pytest.mark.parametrize("told", [True, False])
async def test_it_matters_whether_people_heard_of_it_before(told: bool) -> None:
    """Who learns from above that their own matter was settled takes it ill; who was told before does not."""
    news = [chat("anna-k", "I will take the order on line two to Ines.")] if told else []
    record = await played(*news, chat("ines"))
    assert (felt(record, "anna-k") > 0.2) == (not told)
    assert (felt(record, "anna-k", "trust") < -0.05) == (not told)
    assert felt(record, "anna-b") > 0.2


async def test_a_matter_brought_to_the_wrong_person_is_sent_on_and_minded() -> None:
    """Somebody whose it is not decides nothing, names who does, and is put out by it."""
    record = await played(wait("8h"), chat("anna-b"), parties=())
    assert standings(record) == [("anna-b", "not_mine")]
    assert [e.body.text for e in record.events(kind="chat.sent", actor="anna-b")] == ["not_mine ines"]  # type: ignore[attr-defined]
    assert not list(record.bodies(ApprovalGiven))
    assert felt(record, "anna-b") > 0.01


async def test_asking_for_an_approval_hurts_nobody() -> None:
    """A plain approval asked of the wrong person is sent on, and no more."""
    changes = {"sort": "approval", "kind": "spend", "parties": ()}
    record = await played(chat("anna-k"), **changes)
    assert standings(record) == [("anna-k", "not_mine")]
    assert felt(record, "anna-k") == 0


async def test_what_was_decided_is_a_fact_only_then() -> None:
    """Before a matter is decided nobody speaks of its outcome, though somebody holds it; afterwards they do."""
    facts = [
        {"id": "first", "topic": "who goes first", "versions": [{"value": "Boston", "since": MONDAY,
         "sentence": "Boston goes first.", "known_by": ["ines"]}]},
    ]  # fmt: skip
    minds = {who: FunctionMind(decides) for who in ("ruth", "ines", "anna-k", "anna-b")}
    acts = (chat("ines", "Who goes first?"), wait("1h"), chat("ines"), wait("1h"), chat("ines", "Who goes first?"))
    _, record = await play(Steps(*acts), minds=minds, facts=facts, approvals=(matter(settles="first"),))
    answers = [e.body.text for e in record.events(kind="chat.sent", actor="ines")]  # type: ignore[attr-defined]
    assert "Boston" not in answers[0]
    assert "Boston" in answers[1]
    assert "Boston" in answers[2]


async def test_the_outcome_is_said_by_a_decision_alone() -> None:
    """The last gate stops whoever says what a matter comes to before it is decided, also one who may decide it; the
    decision itself goes through, and from then on all may say it."""
    facts = [
        {"id": "first", "topic": "who goes first", "versions": [{"value": "Boston", "since": MONDAY,
         "known_by": ["ines", "anna-b"]}]},
    ]  # fmt: skip

    def blurts(moment: Moment) -> Turn | Silent:
        if moment.incoming is None or "decide" in moment.incoming.text:
            return decides(moment)
        return Turn(moves=(Say(text="Boston goes first."),))

    minds = {who: FunctionMind(blurts) for who in ("ines", "anna-b")}
    ask = "Who goes first?"
    acts = (chat("ines", ask), chat("anna-b", ask), wait("7h"), chat("ines"), wait("1h"), chat("anna-b", ask))
    _, record = await play(Steps(*acts), minds=minds, facts=facts, approvals=(matter(settles="first"),))
    told = [(e.actor, e.body.text) for e in record.events(kind="chat.sent") if e.actor in minds]  # type: ignore[attr-defined]
    assert told == [("ines", "Boston first"), ("anna-b", "Boston goes first.")]
    stopped = [(e.actor, body.fault) for e, body in record.bodies(MindFault)]
    assert sorted(stopped) == [("anna-b", "withheld_value"), ("ines", "withheld_value")]


# --- the graph moves ---


LINES = {"anna-k": {"reports_to": "anna-b"}, "tanaka": {"reports_to": "anna-k"}}
REORGANISED = {"id": "reorg", "at": MONDAY + 3600, "who": "ruth", "does": "reorganise", "changes": {"people": LINES}}


@pytest.mark.parametrize(
    ("named", "found"),
    [
        pytest.param({"parties": ("tomas", "anna-k")}, ("ines", "ruth"), id="those above both"),
        pytest.param({"parties": ("tomas", "tanaka")}, ("ruth",), id="only who is above both"),
        pytest.param({"parties": (), "ask_first": "tanaka"}, ("anna-b", "ruth"), id="those above who was asked"),
        pytest.param({"parties": (), "area": "budget"}, ("ines", "ruth"), id="the owner, and those above"),
        pytest.param({"parties": (), "area": "paint"}, (), id="an area that is nobody's"),
    ],
)
def test_where_nobody_is_named_the_graph_says_who_decides(named: dict[str, Any], found: tuple[str, ...]) -> None:
    """The nearest above all whose matter it is comes first."""
    assert deciders(SmallOrg(), matter(entitled=(), by_graph=True, **named), MONDAY + 60, "tanaka") == found


@pytest.mark.parametrize("moved", [True, False])
async def test_a_reorganisation_changes_who_decides(moved: bool) -> None:
    """After lines have changed it is for those of the new line, and the change is on record for scorers."""
    changes = {"entitled": ("ines", "ruth"), "by_graph": True, "parties": ("tomas", "anna-k")}
    minds = {who: FunctionMind(decides) for who in ("ruth", "ines")}
    acts = (wait("2h"), chat("ines"), wait("1h"), chat("ruth"))
    _, record = await play(
        Steps(*acts), minds=minds, approvals=(matter(**changes),), timeline=[REORGANISED] if moved else []
    )
    expected = [("ines", "not_mine"), ("ruth", "mine")] if moved else [("ines", "mine"), ("ruth", "already_granted")]
    assert standings(record) == expected
    assert len(list(record.events(kind="org.changed"))) == moved


AUTHORITY = {"ines": {"approves": {"spend": None}}, "anna-k": {"approves": {"spend": "25 000 EUR"}}}


@pytest.mark.parametrize("by_graph", [True, False])
async def test_a_reorganisation_changes_who_approves(by_graph: bool) -> None:
    """A plain approval is for those whose limit is enough as it stands then; whoever lost theirs sends one on to them.
    In a record of before, where the graph was asked at the start alone, it stays with those of the start."""
    spend = {"sort": "approval", "kind": "spend", "amount": "900 EUR", "parties": (), "by_graph": by_graph}
    minds = {who: FunctionMind(decides) for who in ("ruth", "ines", "anna-k")}
    acts = (wait("2h"), chat("ines"), wait("1h"), chat("anna-k"))
    _, record = await play(
        Steps(*acts), minds=minds, approvals=(matter(**spend),),
        timeline=[REORGANISED | {"changes": {"people": AUTHORITY}}],
    )  # fmt: skip
    old = [("ines", "mine"), ("anna-k", "already_granted")]
    assert standings(record) == ([("ines", "not_mine"), ("anna-k", "mine")] if by_graph else old)
    said = [e.body.text for e in record.events(kind="chat.sent", actor="ines")]  # type: ignore[attr-defined]
    assert said == (["not_mine ruth"] if by_graph else ["Boston first"]), "the nearest who may now is named"


async def test_what_is_no_longer_theirs_while_they_think_is_not_decided() -> None:
    """Somebody asked before a reorganisation, and through with thinking after it, says how it stands then: no words
    pass for a decision that is none."""
    changes = {"entitled": ("ines", "ruth"), "by_graph": True, "parties": ("tomas", "anna-k")}
    minds = {who: FunctionMind(decides) for who in ("ruth", "ines")}
    _, record = await play(
        Steps(chat("ines"), wait("1h")), minds=minds, approvals=(matter(**changes),),
        timeline=[REORGANISED | {"at": MONDAY + 100}],
    )  # fmt: skip
    assert [e.at for e in record.events(kind="message.read", actor="ines")] < [MONDAY + 100]
    assert not list(record.bodies(ApprovalGiven))
    assert standings(record) == [("ines", "not_mine")]
    said = [e.body.text for e in record.events(kind="chat.sent", actor="ines")]  # type: ignore[attr-defined]
    assert said == ["not_mine ruth"]


async def test_a_reorganisation_that_cannot_be_is_told_and_the_run_goes_on() -> None:
    """Two changes that only together make a circle: the second does not happen, and stands in the record as a fault."""
    circle = {"people": {"anna-b": {"reports_to": "anna-k"}}}
    timeline = [REORGANISED, REORGANISED | {"id": "again", "at": MONDAY + 7200, "changes": circle}]
    ended, record = await play(Steps(wait("5h")), timeline=timeline, org=Strict())
    assert ended.outcome == "horizon"
    assert [body.fault for _, body in record.bodies(MindFault)] == ["timeline:impossible"]
    assert len(list(record.events(kind="org.changed"))) == 1


class Strict(SmallOrg):
    """The small office, which refuses circles as a real one does."""

    def reorganised(self, changes: Any, /) -> Any:
        moved = {who: entry["reports_to"] for who, entry in changes["people"].items()}
        managers = {**self._managers, **moved}
        for who in managers:
            boss, passed = managers.get(who), {who}
            while boss is not None:
                if boss in passed:
                    raise BadValue(boss, "would be their own manager")
                passed.add(boss)
                boss = managers.get(boss)
        other = Strict()
        object.__setattr__(other, "_managers", managers)
        return other


async def test_what_is_decided_in_a_meeting_is_put_on_its_record() -> None:
    """Whoever is asked there and may decide does so for all to hear, and the notes say who decided what."""
    both = {"title": "Line two", "start": "2026-03-02 10:00", "minutes": 30, "people": ["ines", "ruth"]}
    record = await played(
        ("calendar.invite", both),
        wait("10:00"), ("calendar.attend", {"meeting": "mtg1"}), wait("10:15"),
        ("calendar.speak", {"meeting": "mtg1", "text": f"Ines, {ASK}"}), wait("11:00"),
        ("calendar.notes", {"meeting": "mtg1"}),
    )  # fmt: skip
    assert [(event.actor, body.text) for event, body in record.bodies(MeetingDecided)] == [("ines", "Boston first")]
    assert [body.approval for _, body in record.bodies(ApprovalGiven)] == ["line"]
    assert [body.decisions for _, body in record.bodies(MeetingEnded)] == [("Boston first",)]


@pytest.mark.parametrize("named", ["Ines", "Ruth"])
async def test_in_a_meeting_only_those_spoken_to_are_asked(named: str) -> None:
    """A matter put to somebody by name who is not there may be taken up by another, who has not been asked too early
    by that; put to that other by name it has."""
    org = SmallOrg().with_absence("ines", MONDAY, MONDAY + 5400)
    both = {"title": "Line two", "start": "2026-03-02 10:00", "minutes": 30, "people": ["ines", "ruth"]}
    record = await played(
        ("calendar.invite", both),
        wait("10:00"), ("calendar.attend", {"meeting": "mtg1"}), wait("10:15"),
        ("calendar.speak", {"meeting": "mtg1", "text": f"{named}, {ASK}"}), wait("11:00"),
        org=org, ask_first="anna-b",
    )  # fmt: skip
    assert standings(record) == ([("ruth", "too_early")] if named == "Ruth" else [])
    assert (felt(record, "ruth") > 0.1) == (named == "Ruth")
