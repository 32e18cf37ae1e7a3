"""Calls and walk-ups: from ringing to hanging up, and who hears what."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sim.actions import Refused
from sim.apps.calls import MOST_ABOUT, MOST_SAID, Calls
from sim.vocabulary import calls as words
from sim.vocabulary.core import WORLD
from tests.office import Desk, open_office

PEOPLE = ("ruth", "ines", "tomas", "anna-b")


@pytest.fixture
def desk() -> Desk:
    return open_office([Calls])


def calls_of(desk: Desk) -> Calls:
    return desk.office.app(Calls)


def ring(desk: Desk, caller: str = "ruth", callee: str = "ines", state: str = "rung", **more: Any) -> str:
    """A call that has come as far as ``state``."""
    call: str = desk.do(caller, "calls.ring", person=callee, **more).call
    if state in ("answered", "ended"):
        desk.do(callee, "calls.answer", call=call)
    if state == "ended":
        desk.do(caller, "calls.hang_up", call=call)
    if state == "declined":
        desk.do(callee, "calls.decline", call=call)
    if state == "missed":
        calls_of(desk).miss(call)
    return call


# --- ringing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("urgent", [False, True])
@pytest.mark.parametrize(
    ("action", "way", "gist"), [("ring", "call", "is calling"), ("walk_up", "walk_up", "is at your desk")]
)
@pytest.mark.parametrize("about", ["", "the bank's slide"])
def test_ringing_interrupts(desk: Desk, action: str, way: Any, gist: str, urgent: bool, about: str) -> None:
    """A call and a walk-up reach one person at once, with what they are about."""
    receipt = desk.do("ruth", f"calls.{action}", person="ines", about=about, urgent=urgent)
    assert (receipt.call, receipt.state, receipt.way, receipt.callee) == ("call1", "rung", way, "ines")
    assert desk.last() == words.CallRung(call="call1", to=("ines",), way=way, about=about, urgent=urgent)
    (notice,) = desk.notices
    assert (notice.to, notice.app, notice.kind, notice.ref, notice.sender) == ("ines", "calls", way, "call1", "ruth")
    assert (notice.gist, notice.interrupts, notice.urgent) == (about or gist, True, urgent)
    assert calls_of(desk).ringing_for("ines") == "call1"
    assert calls_of(desk).ringing_for("ruth") is None
    assert calls_of(desk).call_of("ines") is None


def test_a_walk_up_takes_one_site(desk: Desk) -> None:
    """Nobody walks up to a desk in another town; two there can."""
    refusal = desk.refused("ruth", "calls.walk_up", person="anna-b")
    assert refusal.code == "not_allowed"
    assert refusal.why == "anna-b works in boston and you in graz: ring (calls.ring) or write"
    assert desk.do("tanaka", "calls.walk_up", person="anna-b").state == "rung"


@pytest.mark.parametrize("action", ["ring", "walk_up"])
@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ({"person": "Anna"}, "no_such_person", "'anna-k' (Anna Kern, Buyer) or 'anna-b'"),
        ({"person": "ruth"}, "bad_argument", "name somebody else"),
        ({"person": "ines", "about": "x" * (MOST_ABOUT + 1)}, "too_long", "at most 250"),
    ],
)
def test_whom_nobody_rings(desk: Desk, action: str, arguments: Any, code: str, hint: str) -> None:
    """Neither a stranger nor oneself, nor with a speech for a title."""
    refusal = desk.refused("ruth", f"calls.{action}", **arguments)
    assert refusal.code == code
    assert hint in refusal.why


# --- answering, declining, missing -----------------------------------------------------------------------------------


def test_an_answered_call(desk: Desk) -> None:
    """The caller is told; both are in it, and it is caused by the ringing."""
    ring(desk)
    assert desk.do("ines", "calls.answer", call="call1").state == "answered"
    assert desk.last() == words.CallAnswered(call="call1", to=("ruth",))
    assert desk.events[-1].causes == (1,)
    assert desk.told("ruth") == [("response", "call1")]
    assert [calls_of(desk).call_of(who) for who in PEOPLE] == ["call1", "call1", None, None]


def test_a_declined_call(desk: Desk) -> None:
    """The caller is told why, and both are free again."""
    ring(desk)
    assert desk.do("ines", "calls.decline", call="call1", why="in a meeting until 11:00").state == "declined"
    assert desk.last() == words.CallDeclined(call="call1", to=("ruth",), why="in a meeting until 11:00")
    assert desk.notices[-1].gist == "ines declines: in a meeting until 11:00"
    ring(desk, "ines", "ruth")
    assert desk.refused("ruth", "calls.decline", call="call2", why="x" * (MOST_ABOUT + 1)).code == "too_long"
    desk.do("ruth", "calls.decline", call="call2", why="x" * MOST_ABOUT)


def test_a_missed_call(desk: Desk) -> None:
    """The world lets it end; the one who was rung sees that, without being interrupted, and the caller is told."""
    ring(desk, about="budget", urgent=True)
    desk.notices.clear()
    calls_of(desk).miss("call1")
    assert (desk.events[-1].actor, desk.events[-1].causes) == (WORLD, (1,))
    assert desk.last() == words.CallMissed(call="call1", to=("ruth", "ines"), reason="no answer")
    assert [(n.to, n.kind, n.sender, n.gist, n.interrupts, n.urgent) for n in desk.notices] == [
        ("ines", "call", "ruth", "missed call: budget", False, False),
        ("ruth", "response", "ines", "ines does not answer", False, False),
    ]
    with pytest.raises(Refused, match="call1 does not ring: it is missed"):
        calls_of(desk).miss("call1")


def test_a_caller_may_give_up(desk: Desk) -> None:
    """Hanging up while it rings makes it a missed call for the other."""
    ring(desk)
    desk.notices.clear()
    assert desk.do("ruth", "calls.hang_up", call="call1").state == "missed"
    assert desk.last() == words.CallMissed(call="call1", to=("ines",), reason="hung up")
    assert [(n.to, n.gist) for n in desk.notices] == [("ines", "missed call")]


# --- busy ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["rung", "answered"])
@pytest.mark.parametrize("callee", ["ruth", "ines"])
def test_who_is_in_a_call_is_busy(desk: Desk, state: str, callee: str) -> None:
    """A ring to somebody who talks, rings or is rung is missed at once, disturbs nobody, and is told to both."""
    ring(desk, state=state)
    desk.notices.clear()
    receipt = desk.do("tomas", "calls.ring", person=callee, about="lunch")
    assert (receipt.call, receipt.state) == ("call2", "busy")
    assert [event.body for event in desk.events[-2:]] == [
        words.CallRung(call="call2", to=(callee,), about="lunch"),
        words.CallMissed(call="call2", to=(callee,), reason="busy"),
    ]
    assert [(n.to, n.kind, n.interrupts) for n in desk.notices] == [(callee, "call", False)]
    assert calls_of(desk).call("call1").state == state
    assert desk.do("tomas", "calls.ring", person="anna-b").state == "rung"


@pytest.mark.parametrize(
    ("state", "who", "hint"),
    [
        ("answered", "ruth", "you are in call1 with ines: end it first"),
        ("answered", "ines", "you are in call1 with ruth: end it first"),
        ("rung", "ruth", "call1 to ines still rings: wait, or give it up first"),
        ("rung", "ines", "call1 from ruth rings: answer it (calls.answer) or decline it"),
    ],
)
def test_nobody_rings_out_of_a_call(desk: Desk, state: str, who: str, hint: str) -> None:
    """One call at a time, also for whoever rings."""
    ring(desk, state=state)
    for action in ("ring", "walk_up"):
        refusal = desk.refused(who, f"calls.{action}", person="tomas")
        assert refusal.code == "not_now"
        assert hint in refusal.why


@pytest.mark.parametrize("state", ["ended", "declined", "missed"])
def test_after_a_call_both_are_free(desk: Desk, state: str) -> None:
    """However it ended, both can ring and be rung."""
    ring(desk, state=state)
    assert desk.do("tomas", "calls.ring", person="ines").state == "rung"
    assert desk.do("anna-b", "calls.ring", person="ruth").state == "rung"


# --- talking ---------------------------------------------------------------------------------------------------------


def test_what_is_said_is_heard_by_the_other_alone(desk: Desk) -> None:
    """It reaches the other at once; those in the call remember it, nobody else, and no search finds it."""
    ring(desk, state="answered")
    desk.notices.clear()
    assert calls_of(desk).audience("call1") == ("ruth", "ines")
    receipt = desk.do("ruth", "calls.say", call="call1", text="Bob: is it 41,300?")
    assert receipt.heard_by == ("ines",)
    assert desk.last() == words.CallSaid(call="call1", to=("ines",), text="Bob: is it 41,300?")
    assert [(n.to, n.kind, n.app, n.ref, n.gist) for n in desk.notices] == [
        ("ines", "message", "calls", "call1", "Bob: is it 41,300?")
    ]
    desk.clock.passes(5)
    desk.do("ines", "calls.say", call="call1", text="It is.")
    recalled = desk.do("ines", "calls.recall", call="call1")
    assert [(r.who, r.text) for r in recalled.said] == [("ruth", "Bob: is it 41,300?"), ("ines", "It is.")]
    assert recalled.words() == 6
    assert desk.refused("tomas", "calls.recall", call="call1").code == "no_such_thing"
    assert len(desk.office.index) == 0
    desk.do("ines", "calls.hang_up", call="call1")
    assert len(desk.do("ruth", "calls.recall", call="call1").said) == 2
    assert calls_of(desk).audience("call1") == ()
    assert [calls_of(desk).can_read(who, "call1") for who in ("ruth", "tomas")] == [True, False]


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [("", "empty", "give a text"), ("  ", "empty", "give a text"), ("x" * (MOST_SAID + 1), "too_long", "4,001")],
)
def test_what_cannot_be_said(desk: Desk, text: str, code: str, hint: str) -> None:
    """Nothing, and what takes longer than anybody listens."""
    ring(desk, state="answered")
    refusal = desk.refused("ruth", "calls.say", call="call1", text=text)
    assert refusal.code == code
    assert hint in refusal.why
    desk.do("ruth", "calls.say", call="call1", text="x" * MOST_SAID)


def test_hanging_up_ends_it_for_both(desk: Desk) -> None:
    """The other is told, and it is caused by the answer."""
    ring(desk, state="answered")
    assert desk.do("ines", "calls.hang_up", call="call1").state == "ended"
    assert desk.last() == words.CallEnded(call="call1", to=("ruth",))
    assert desk.events[-1].causes == (2,)
    assert [(n.to, n.kind, n.gist) for n in desk.notices[2:]] == [("ruth", "response", "ines has ended the call")]
    assert desk.refused("ruth", "calls.hang_up", call="call1").code == "already_so"


# --- the order of things ---------------------------------------------------------------------------------------------

_DOES = {"answer": {}, "decline": {}, "say": {"text": "x"}, "hang_up": {}}


@pytest.mark.parametrize(
    ("state", "who", "allowed"),
    [
        ("rung", "ruth", {"hang_up"}),
        ("rung", "ines", {"answer", "decline"}),
        ("answered", "ruth", {"say", "hang_up"}),
        ("answered", "ines", {"say", "hang_up"}),
        ("declined", "ruth", set()),
        ("declined", "ines", set()),
        ("missed", "ruth", set()),
        ("missed", "ines", set()),
        ("ended", "ruth", set()),
        ("ended", "ines", set()),
        ("rung", "tomas", set()),
        ("answered", "tomas", set()),
    ],
)
@pytest.mark.parametrize("action", _DOES)
def test_each_state_allows_what_it_allows(desk: Desk, state: str, who: str, allowed: set[str], action: str) -> None:
    """A call goes from rung to answered, declined or missed, and from answered to ended; others have no part in it."""
    ring(desk, state=state)
    if action in allowed:
        desk.do(who, f"calls.{action}", call="call1", **_DOES[action])
    else:
        refusal = desk.refused(who, f"calls.{action}", call="call1", **_DOES[action])
        assert refusal.code in ({"no_such_thing"} if who == "tomas" else {"not_now", "not_allowed", "already_so"})


@pytest.mark.parametrize(
    ("state", "who", "action", "why"),
    [
        ("rung", "ines", "hang_up", "call1 is rung; answer it (calls.answer) or decline it (calls.decline)"),
        ("rung", "ruth", "say", "nobody listens in call1: it is rung; wait for it"),
        ("ended", "ruth", "say", "nobody listens in call1: it is ended; ring again or write"),
        ("missed", "ines", "answer", "call1 no longer rings: it is missed; ring again or write"),
        ("rung", "ruth", "answer", "call1 is your own call to ines: it is theirs to answer"),
    ],
)
def test_a_refusal_says_the_way_out(desk: Desk, state: str, who: str, action: str, why: str) -> None:
    """What cannot be done with a call as it stands is refused with what can."""
    ring(desk, state=state)
    assert desk.refused(who, f"calls.{action}", call="call1", **_DOES[action]).why == why


def test_whoever_is_rung_does_not_hang_up(desk: Desk) -> None:
    """While it rings, that is not over yet, but declining."""
    ring(desk)
    assert desk.refused("ines", "calls.hang_up", call="call1").code == "not_now"


@pytest.mark.parametrize("call", ["call9", "", "1"])
def test_a_call_that_is_not_there(desk: Desk, call: str) -> None:
    """The refusal says where one's calls are listed."""
    ring(desk)
    refusal = desk.refused("ines", "calls.answer", call=call)
    assert (refusal.code, "calls.log" in refusal.why) == ("no_such_thing", True)


def test_the_log_shows_ones_own_calls(desk: Desk) -> None:
    """The latest first, with how they went; nobody else's."""
    ring(desk, about="one", state="missed")
    ring(desk, about="two", state="ended")
    ring(desk, "tomas", "anna-b")
    entries = desk.do("ines", "calls.log").calls
    assert [(e.call, e.caller, e.about, e.state, e.why) for e in entries] == [
        ("call2", "ruth", "two", "ended", ""), ("call1", "ruth", "one", "missed", "no answer"),
    ]  # fmt: skip
    assert [e.call for e in desk.do("ines", "calls.log", limit=1).calls] == ["call2"]


def test_speaking_costs_its_words(desk: Desk) -> None:
    """What is said takes the time to say it."""
    say = desk.office.parse("calls.say", {"call": "call1", "text": "one two three"})
    assert (say.effort().kind, say.effort().words) == ("call", 3)


# --- whatever happens ------------------------------------------------------------------------------------------------

_who = st.sampled_from(PEOPLE)
_call = st.integers(1, 12).map("call{}".format)


class AnyCalls(RuleBasedStateMachine):
    """Random people do random things; the events alone tell what must be so."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = open_office([Calls])
        self.calls = calls_of(self.desk)
        self.state: dict[str, str] = {}
        self.people: dict[str, set[str]] = {}
        self.seen = 0

    def act(self, who: str, name: str, **arguments: Any) -> None:
        before = len(self.desk.events), len(self.desk.notices)
        try:
            self.desk.do(who, name, **arguments)
        except Refused:
            assert (len(self.desk.events), len(self.desk.notices)) == before
        self.follow()

    def follow(self) -> None:
        for event in self.desk.events[self.seen :]:
            body = event.body
            if isinstance(body, words.CallRung):
                self.state[body.call], self.people[body.call] = "rung", {event.actor, *body.to}
            elif isinstance(body, words.CallSaid):
                assert self.state[body.call] == "answered"
                assert {event.actor, *body.to} == self.people[body.call]
            elif isinstance(body, words.CallAnswered | words.CallDeclined | words.CallMissed):
                assert self.state[body.call] == "rung"
                self.state[body.call] = body.kind.removeprefix("call.")
            elif isinstance(body, words.CallEnded):
                assert self.state[body.call] == "answered"
                self.state[body.call] = "ended"
        self.seen = len(self.desk.events)

    @rule(who=_who, person=_who, action=st.sampled_from(["ring", "walk_up"]))
    def begin(self, who: str, person: str, action: str) -> None:
        self.act(who, f"calls.{action}", person=person)

    @rule(who=_who, call=_call, action=st.sampled_from(["answer", "answer", "decline", "say", "hang_up"]))
    def go_on(self, who: str, call: str, action: str) -> None:
        self.act(who, f"calls.{action}", call=call, **_DOES[action])

    @rule(call=_call)
    def miss(self, call: str) -> None:
        if self.state.get(call) == "rung":
            self.calls.miss(call)
            self.follow()

    @invariant()
    def nobody_is_in_two_calls(self) -> None:
        for who in PEOPLE:
            open_ = [
                call for call, state in self.state.items() if state in ("rung", "answered") and who in self.people[call]
            ]
            assert len(open_) <= 1
            talking = [call for call in open_ if self.state[call] == "answered"]
            assert self.calls.call_of(who) == (talking[0] if talking else None)
        for call, state in self.state.items():
            assert self.calls.call(call).state == state


AnyCalls.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestAnyCalls = AnyCalls.TestCase
