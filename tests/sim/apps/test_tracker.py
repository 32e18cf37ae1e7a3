"""The tracker: tickets, who sees and changes them, who is told, and what is most pressing."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.actions import Refused
from sim.apps.tracker import Tracker
from sim.localtime import iso_local
from sim.units import DAY
from sim.vocabulary import tracker as words
from sim.vocabulary.core import WORLD
from tests.office import Desk, open_office


@pytest.fixture
def desk() -> Desk:
    """A project for everybody and one for Ruth and Finance."""
    desk = open_office([Tracker])
    tracker_of(desk).open_project("ops", "Operations", ("new", "doing", "done"))
    tracker_of(desk).open_project("PAY", "Payroll", (), ("ruth", "team:finance"))
    return desk


def tracker_of(desk: Desk) -> Tracker:
    return desk.office.app(Tracker)


def open_(desk: Desk, who: str = "ines", **more: Any) -> Any:
    return desk.do(who, "tracker.open", **({"project": "OPS", "title": "Order detectors"} | more))


def ids(rows: Any) -> list[str]:
    return [row.ticket for row in rows]


# --- projects --------------------------------------------------------------------------------------------------------


def test_a_project_is_part_of_the_record(desk: Desk) -> None:
    """A staged project is an event of the world, its members spelled out; one without states has the usual ones."""
    assert [(event.actor, event.body) for event in desk.events] == [
        (WORLD, words.ProjectOpened(key="OPS", title="Operations", states=("new", "doing", "done"))),
        (
            WORLD,
            words.ProjectOpened(
                key="PAY",
                to=("ruth", "ines", "tomas", "anna-k"),
                title="Payroll",
                states=("to do", "in progress", "done"),
                members=("ruth", "ines", "tomas", "anna-k"),
            ),
        ),
    ]


@pytest.mark.parametrize(
    ("key", "states", "says"),
    [
        ("", (), "letters"),
        ("O-S", (), "letters"),
        ("X" * 11, (), "letters"),
        ("ops", (), "already"),
        ("NEW", ("one",), "two states"),
        ("NEW", ("Done", "done"), "each once"),
        ("NEW", ("", "done"), "two states"),
    ],
)
def test_projects_that_cannot_be(desk: Desk, key: str, states: tuple[str, ...], says: str) -> None:
    """A staged project with a bad key or states is a loud fault of the stage."""
    with pytest.raises(ValueError, match=says):
        tracker_of(desk).open_project(key, "x", states)
    with pytest.raises(Refused, match="nobody"):
        tracker_of(desk).open_project("NEW", "x", (), ("nobody",))


# --- opening ---------------------------------------------------------------------------------------------------------


def test_opening_tells_owner_watchers_and_whom_it_names(desk: Desk) -> None:
    """The owner, those who are to watch and those called by name are told, each once; the opener watches and is not."""
    receipt = open_(
        desk, text="@ruth please look", owner="anna-k", watchers=["team:finance", "ruth"], priority="urgent",
        due="2026-03-06",
    )  # fmt: skip
    assert (receipt.ticket, receipt.state, receipt.owner, receipt.mentions) == ("OPS-1", "new", "anna-k", ("ruth",))
    assert receipt.due == "Fri 6 March 2026, 23:59 (Europe/Vienna)"
    assert [(n.to, n.kind, n.ref, n.place, n.urgent) for n in desk.notices] == [
        ("ruth", "mention", "OPS-1", "OPS", True),
        ("anna-k", "change", "OPS-1", "OPS", True),
        ("tomas", "change", "OPS-1", "OPS", True),
    ]
    body = desk.last()
    assert (body.to, body.state, body.mentions, body.watchers) == (
        None, "new", ("ruth",), ("ines", "tomas", "anna-k", "ruth"),
    )  # fmt: skip
    assert iso_local(body.due, "Europe/Vienna") == "2026-03-06 23:59"


def test_tickets_are_numbered_by_project(desk: Desk) -> None:
    """Each project counts its own tickets."""
    assert [open_(desk, project=key).ticket for key in ("ops", "PAY", "OPS", "pay")] == [
        "OPS-1", "PAY-1", "OPS-2", "PAY-2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "more", "code", "says"),
    [
        ("ines", {"project": "OSP"}, "no_such_place", "OPS"),
        ("tanaka", {"project": "PAY"}, "not_a_member", "ask ruth"),
        ("ines", {"title": " "}, "empty", "title"),
        ("ines", {"owner": "tanka"}, "no_such_person", "tanaka"),
        ("ines", {"project": "PAY", "owner": "tanaka"}, "not_a_member", "tanaka is not a member"),
        ("ines", {"project": "PAY", "watchers": ["anna-b"]}, "not_a_member", "anna-b"),
        ("ines", {"priority": "asap"}, "bad_argument", "priority"),
        ("ines", {"due": "2026-02-27"}, "in_the_past", "past"),
        ("ines", {"due": "soon"}, "bad_argument", "not a time"),
        ("ines", {"title": "x" * 201}, "bad_argument", "200"),
        ("ines", {"colour": "red"}, "bad_argument", "colour"),
    ],
)
def test_tickets_that_cannot_be(desk: Desk, who: str, more: dict[str, Any], code: str, says: str) -> None:
    """A ticket that cannot be is refused with the rule, and takes no number."""
    arguments = {"project": "OPS", "title": "x"} | more
    refusal = desk.refused(who, "tracker.open", **arguments)
    assert (refusal.code, says in refusal.why) == (code, True), refusal.why
    assert open_(desk).ticket == "OPS-1"


# --- changing --------------------------------------------------------------------------------------------------------


def test_a_change_says_what_was_and_what_is(desk: Desk) -> None:
    """Only what changes is recorded, states in the project's spelling; each is told in the time of their own clock."""
    open_(desk, owner="anna-b", watchers=["ruth"])
    desk.notices.clear()
    desk.do(
        "ines", "tracker.change", ticket="ops-1", state="DOING", priority="normal", due="2026-03-05 15:00", note="Go"
    )
    body = desk.last()
    assert body == words.TicketChanged(
        ticket="OPS-1",
        changes=(
            words.FieldChange(field="state", old="new", new="doing"),
            words.FieldChange(field="due", old=None, new=str(desk.at("15:00") + 3 * DAY)),
        ),
        note="Go",
    )
    assert [(n.to, n.gist) for n in desk.notices] == [
        ("anna-b", "OPS-1 Order detectors: state doing, due Thu 5 March 2026, 09:00 (America/New_York): Go"),
        ("ruth", "OPS-1 Order detectors: state doing, due Thu 5 March 2026, 15:00 (Europe/Vienna): Go"),
    ]
    sheet = desk.do("tanaka", "tracker.read", ticket="OPS-1")
    assert [(c.who, c.field, c.old, c.new) for c in sheet.history] == [
        ("ines", "state", "new", "doing"),
        ("ines", "due", None, "Thu 5 March 2026, 09:00 (America/New_York)"),
    ]


def test_who_loses_a_ticket_and_who_gets_it_are_told(desk: Desk) -> None:
    """A new owner is told, and so is the one before."""
    open_(desk, owner="anna-k")
    desk.notices.clear()
    desk.do("ruth", "tracker.change", ticket="OPS-1", owner="tomas")
    assert sorted(n.to for n in desk.notices) == ["anna-k", "ines", "tomas"]
    desk.do("ruth", "tracker.change", ticket="OPS-1", owner="")
    assert desk.last().changes == (words.FieldChange(field="owner", old="tomas", new=None),)
    assert ids(desk.do("ruth", "tracker.list", owner="nobody").tickets) == ["OPS-1"]


@pytest.mark.parametrize(
    ("who", "name", "arguments", "code", "says"),
    [
        ("ines", "change", {}, "bad_argument", "what shall change"),
        ("ines", "change", {"state": "new"}, "already_so", "state new"),
        ("ines", "change", {"state": "closed"}, "bad_argument", "new, doing, done"),
        ("ines", "change", {"title": " "}, "empty", "title"),
        ("ines", "change", {"owner": "tanka"}, "no_such_person", "tanaka"),
        ("ines", "change", {"ticket": "OPS-7", "state": "done"}, "no_such_thing", "OPS-1 to OPS-2"),
        ("ines", "read", {"ticket": "OSP-1"}, "no_such_thing", "did you mean 'OPS-1'"),
        ("tanaka", "change", {"ticket": "PAY-1", "state": "done"}, "not_a_member", "ask ruth"),
        ("tanaka", "read", {"ticket": "PAY-1"}, "not_a_member", "ask ruth"),
        ("tanaka", "comment", {"ticket": "PAY-1", "text": "x"}, "not_a_member", "ask ruth"),
        ("tanaka", "watch", {"ticket": "PAY-1"}, "not_a_member", "ask ruth"),
        ("tanaka", "board", {"project": "PAY"}, "not_a_member", "ask ruth"),
        ("tanaka", "list", {"project": "PAY"}, "not_a_member", "ask ruth"),
        ("ines", "comment", {"text": " \n"}, "empty", "empty"),
        ("ines", "watch", {}, "already_so", "watching"),
        ("tomas", "unwatch", {}, "already_so", "not watching"),
        ("ines", "link", {"other": "OPS-1", "relation": "relates"}, "bad_argument", "itself"),
        ("ines", "link", {"other": "OPS-2", "relation": "blocks"}, "already_so", "already"),
        ("ines", "link", {"other": "OPS-2", "relation": "blocked_by"}, "bad_argument", "neither"),
        ("ines", "link", {"other": "OPS-9", "relation": "relates"}, "no_such_thing", "OPS-9"),
        ("ines", "link", {"other": "OPS-2", "relation": "likes"}, "bad_argument", "relation"),
        ("ines", "list", {"state": "dong"}, "no_such_thing", "doing"),
        ("ines", "search", {"query": "?"}, "empty", "look for"),
    ],
)
def test_what_is_refused(desk: Desk, who: str, name: str, arguments: dict[str, Any], code: str, says: str) -> None:
    """Each rule of the tracker, in words that show the way out; nothing changes."""
    open_(desk)
    open_(desk, title="Pay for them")
    open_(desk, project="PAY")
    desk.do("ines", "tracker.link", ticket="OPS-1", other="OPS-2", relation="blocks")
    takes_none = name in ("board", "list", "search")
    refusal = desk.refused(who, f"tracker.{name}", **(({} if takes_none else {"ticket": "OPS-1"}) | arguments))
    assert (refusal.code, says in refusal.why) == (code, True), refusal.why


# --- comments and watching -------------------------------------------------------------------------------------------


def test_comments_reach_owner_watchers_and_whom_they_name(desk: Desk) -> None:
    """Who is called gets a mention, who has commented a reply, the others a message; who comments watches from then on,
    and one who cannot see the project is not told."""
    open_(desk, project="PAY", owner="tomas")
    desk.do("anna-k", "tracker.comment", ticket="PAY-1", text="Is that so?")
    desk.notices.clear()
    receipt = desk.do("ines", "tracker.comment", ticket="PAY-1", text="@ruth yes, @tanaka knows, @Anna too")
    assert (receipt.comment, receipt.mentions, receipt.not_here) == ("PAY-1#2", ("ruth", "anna-k"), ("tanaka",))
    assert [(n.to, n.kind) for n in desk.notices] == [("ruth", "mention"), ("anna-k", "mention"), ("tomas", "message")]
    assert desk.last() == words.TicketCommented(
        ticket="PAY-1", to=("ruth", "tomas", "anna-k"), comment="PAY-1#2",
        text="@ruth yes, @tanaka knows, @Anna too", mentions=("ruth", "anna-k"),
    )  # fmt: skip
    desk.notices.clear()
    desk.do("tomas", "tracker.comment", ticket="PAY-1", text="Good.")
    assert [(n.to, n.kind) for n in desk.notices] == [("ines", "reply"), ("anna-k", "reply")]


def test_whoever_stops_watching_is_told_no_more(desk: Desk) -> None:
    """Watching brings notices, unwatching ends them; the owner is told in any case."""
    open_(desk, owner="tomas")
    desk.do("ruth", "tracker.watch", ticket="OPS-1")
    assert desk.last() == words.TicketWatched(ticket="OPS-1", watching=True)
    desk.do("ines", "tracker.unwatch", ticket="OPS-1")
    desk.notices.clear()
    desk.do("anna-b", "tracker.change", ticket="OPS-1", state="done")
    assert [n.to for n in desk.notices] == ["tomas", "ruth"]


# --- links -----------------------------------------------------------------------------------------------------------


def test_both_tickets_show_a_link(desk: Desk) -> None:
    """A link reads from both sides, and an open ticket that blocks another is told when that is changed."""
    open_(desk)
    open_(desk, title="Get the money")
    desk.do("ruth", "tracker.link", ticket="OPS-2", other="OPS-1", relation="blocks")
    assert desk.told("ines")[-1] == ("change", "OPS")
    one, two = (desk.do("tomas", "tracker.read", ticket=f"OPS-{n}") for n in (1, 2))
    assert [(link.relation, link.ticket, link.title) for link in one.links] == [
        ("blocked_by", "OPS-2", "Get the money")
    ]
    assert [(link.relation, link.ticket) for link in two.links] == [("blocks", "OPS-1")]
    assert desk.do("ines", "tracker.change", ticket="OPS-1", state="doing").blocked_by == ("OPS-2",)
    desk.do("ines", "tracker.change", ticket="OPS-2", state="done")
    assert desk.do("ines", "tracker.change", ticket="OPS-1", state="done").blocked_by == ()


def test_a_link_shows_nothing_of_a_project_one_does_not_see(desk: Desk) -> None:
    """Of a linked ticket in a closed project others see nothing, and are not told of the link."""
    open_(desk, owner="tanaka")
    open_(desk, project="PAY", title="Salary of Tanaka")
    desk.notices.clear()
    desk.do("ines", "tracker.link", ticket="OPS-1", other="PAY-1", relation="relates")
    assert desk.notices == []
    assert desk.do("tanaka", "tracker.read", ticket="OPS-1").links == ()
    assert desk.do("ruth", "tracker.read", ticket="OPS-1").links[0].title == "Salary of Tanaka"


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5), st.sampled_from(["blocks", "blocked_by"])), max_size=12)
)
def test_blocking_never_goes_round(links: list[tuple[int, int, str]]) -> None:
    """However tickets are linked, none comes to block itself over others."""
    desk = open_office([Tracker])
    tracker_of(desk).open_project("OPS", "Operations")
    for _ in range(5):
        open_(desk)
    for one, other, relation in links:
        with suppress(Refused):
            desk.do("ines", "tracker.link", ticket=f"OPS-{one}", other=f"OPS-{other}", relation=relation)
    tickets = list(tracker_of(desk).tickets.tickets())
    order: list[str] = []
    while len(order) < len(tickets):
        free = [
            t.id
            for t in tickets
            if t.id not in order and all(ref in order for rel, ref in t.links if rel == "blocked_by")
        ]
        assert free, "a ring of tickets that block each other"
        order += free


# --- looking ---------------------------------------------------------------------------------------------------------


def test_the_most_pressing_come_first(desk: Desk) -> None:
    """Lists go by priority, then by what is due first, then as opened; what has no date comes after what has one."""
    for priority, due in (
        ("low", "fri"),
        ("normal", ""),
        ("normal", "thu"),
        ("urgent", ""),
        ("normal", "wed"),
        ("normal", ""),
    ):
        open_(desk, priority=priority, due=due)
    found = desk.do("ruth", "tracker.list", limit=5)
    assert (ids(found.tickets), found.total) == (["OPS-4", "OPS-5", "OPS-3", "OPS-2", "OPS-6"], 6)


@pytest.mark.parametrize(
    ("who", "filters", "found"),
    [
        ("ruth", {}, ["OPS-1", "OPS-2", "OPS-3", "PAY-1"]),
        ("tanaka", {}, ["OPS-1", "OPS-2", "OPS-3"]),
        ("ruth", {"project": "pay"}, ["PAY-1"]),
        ("ruth", {"state": "open"}, ["OPS-1", "OPS-2", "PAY-1"]),
        ("ruth", {"state": "Doing"}, ["OPS-2"]),
        ("ruth", {"state": "to do"}, ["PAY-1"]),
        ("ruth", {"owner": "tomas"}, ["OPS-1", "PAY-1"]),
        ("ruth", {"owner": "nobody"}, ["OPS-2", "OPS-3"]),
        ("ruth", {"text": "price DETECTOR"}, ["OPS-1"]),
        ("ruth", {"overdue": True}, ["OPS-1"]),
        ("ruth", {"project": "OPS", "owner": "tomas", "state": "doing"}, []),
    ],
)
def test_lists(desk: Desk, who: str, filters: dict[str, Any], found: list[str]) -> None:
    """Each filter narrows the list to what it says, among what one may see."""
    open_(desk, text="The price", owner="tomas", due="12:00")
    open_(desk, title="Find a room", due="12:00")
    desk.do("ines", "tracker.change", ticket="OPS-2", state="doing", due="")
    open_(desk, title="Old", due="10:00")
    desk.do("ines", "tracker.change", ticket="OPS-3", state="done")
    open_(desk, project="PAY", title="Salaries", owner="tomas")
    desk.clock.passes(4 * 3600)
    assert sorted(ids(desk.do(who, "tracker.list", **filters).tickets)) == found


def test_a_board_has_a_column_for_each_state(desk: Desk) -> None:
    """A board shows every state in its order, also the empty ones, and marks what is overdue."""
    open_(desk, due="10:00")
    open_(desk)
    desk.do("ines", "tracker.change", ticket="OPS-2", state="done")
    desk.clock.passes(2 * 3600)
    board = desk.do("tanaka", "tracker.board", project="ops")
    assert [(c.state, [(r.ticket, r.overdue) for r in c.rows]) for c in board.columns] == [
        ("new", [("OPS-1", True)]), ("doing", []), ("done", [("OPS-2", False)]),
    ]  # fmt: skip


def test_assigned_are_the_open_ones(desk: Desk) -> None:
    """What somebody is to do: their tickets that are not closed, as far as one may see them."""
    open_(desk, owner="tomas")
    open_(desk, owner="tomas")
    open_(desk, project="PAY", owner="tomas")
    desk.do("tomas", "tracker.change", ticket="OPS-2", state="done")
    assert ids(desk.do("tomas", "tracker.assigned").tickets) == ["OPS-1", "PAY-1"]
    assert ids(desk.do("tanaka", "tracker.assigned", person="tomas").tickets) == ["OPS-1"]


def test_search_finds_titles_texts_and_comments(desk: Desk) -> None:
    """Search reads all that is on a ticket as it now stands, for those who may see it."""
    open_(desk, text="Ask Marco")
    open_(desk, project="PAY", title="Bonus for Marco")
    desk.do("ruth", "tracker.comment", ticket="OPS-1", text="The supplier is slow")
    assert sorted(ids(desk.do("ruth", "tracker.search", query="marco").tickets)) == ["OPS-1", "PAY-1"]
    assert ids(desk.do("tanaka", "tracker.search", query="marco").tickets) == ["OPS-1"]
    assert ids(desk.do("tanaka", "tracker.search", query="supplier").tickets) == ["OPS-1"]
    assert ids(desk.do("tanaka", "tracker.search", query="OPS-1").tickets) == ["OPS-1"]
    desk.do("ines", "tracker.change", ticket="OPS-1", text="Ask Vera")
    assert ids(desk.do("tanaka", "tracker.search", query="marco").tickets) == []


def test_looking_leaves_no_event_and_counts_its_words(desk: Desk) -> None:
    """Reading changes nothing and costs by what there is to read; writing costs by what is written."""
    open_(desk, text="one two three")
    before = len(desk.events)
    assert desk.do("ruth", "tracker.read", ticket="OPS-1").words() == 5
    for name in ("list", "assigned"):
        assert desk.do("ruth", f"tracker.{name}").words() >= 0
    assert len(desk.events) == before
    effort = desk.office.parse("tracker.change", {"ticket": "OPS-1", "text": "a b", "note": "c"}).effort()
    assert (effort.kind, effort.words) == ("write", 3)
    assert desk.office.parse("tracker.change", {"ticket": "OPS-1", "state": "done"}).effort().kind == "click"
