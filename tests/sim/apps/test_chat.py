"""Chat: who reads what, who is told, and what is refused."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sim.actions import Refused
from sim.apps.chat import Chat
from sim.apps.chat_actions import MOST_ABOUT, MOST_TEXT
from sim.vocabulary import chat as words
from tests.office import Desk, open_office

PEOPLE = ("ruth", "ines", "tomas", "anna-k", "anna-b", "tanaka")


@pytest.fixture
def desk() -> Desk:
    return open_office([Chat])


def texts(desk: Desk, who: str, place: str, **more: Any) -> list[str]:
    return [line.text for line in desk.do(who, "chat.read", place=place, **more).messages]


def chat_of(desk: Desk) -> Chat:
    return desk.office.app(Chat)


# --- where a message goes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "place", "delivered"),
    [
        ("ines", "dm:ines+ruth", ("ines",)),
        (["ines"], "dm:ines+ruth", ("ines",)),
        (["@ines", "ruth"], "dm:ines+ruth", ("ines",)),
        ("dm:ines+ruth", "dm:ines+ruth", ("ines",)),
        ("dm:ruth+ines", "dm:ines+ruth", ("ines",)),
        ("dm:ines", "dm:ines+ruth", ("ines",)),
        (["tomas", "anna-k"], "group:anna-k+ruth+tomas", ("anna-k", "tomas")),
        ("group:anna-k+ruth+tomas", "group:anna-k+ruth+tomas", ("anna-k", "tomas")),
        ("#finance", "#finance", ("ines", "tomas")),
        (["#finance"], "#finance", ("ines", "tomas")),
    ],
)
def test_where_a_message_goes(desk: Desk, to: Any, place: str, delivered: tuple[str, ...]) -> None:
    """People, a channel or a place id lead to one place, and its members but the sender get the message."""
    receipt = desk.do("ruth", "chat.send", to=to, text="Good morning.")
    assert (receipt.place, receipt.to) == (place, delivered)
    assert desk.last() == words.MessageSent(id="c1", place=place, to=delivered, text="Good morning.")
    for who in delivered:
        assert texts(desk, who, place) == ["Good morning."]


@pytest.mark.parametrize(
    ("to", "code", "hint"),
    [
        ("inez", "no_such_person", "did you mean 'ines' (Ines Hofer, Head of Finance)?"),
        ("Anna", "no_such_person", "'anna-k' (Anna Kern, Buyer) or 'anna-b' (Anna Berg, Sales)"),
        ("#finanze", "no_such_place", "did you mean '#finance'?"),
        ("#zzz", "no_such_place", "chat.places lists the channels"),
        ("#finance", "not_a_member", "join it first (chat.join)"),
        ("dm:ines+ruth", "not_a_member", "write to these people yourself"),
        ("group:ines+ruth+tomas", "not_a_member", "write to these people yourself"),
        ("dm:ines+nobody", "no_such_person", "nobody here has the id 'nobody'"),
        (["#general", "ines"], "bad_argument", "write to it alone"),
        (["anna-b"], "bad_argument", "name somebody else"),
        ([], "bad_argument", "say to whom"),
        ("", "bad_argument", "say to whom"),
    ],
)
def test_where_a_message_does_not_go(desk: Desk, to: Any, code: str, hint: str) -> None:
    """A place that is not there, or not one's own, is refused with the way out."""
    desk.do("ruth", "chat.send", to="ines", text="Between us.")
    refusal = desk.refused("anna-b", "chat.send", to=to, text="Hello.")
    assert refusal.code == code
    assert hint in refusal.why


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_message_is_refused(desk: Desk, text: str) -> None:
    """A message says something."""
    assert desk.refused("ines", "chat.send", to="ruth", text=text).code == "empty"


def test_a_message_has_a_limit(desk: Desk) -> None:
    """The longest message goes through; one character more is refused with the limit and its length."""
    desk.do("ines", "chat.send", to="ruth", text="x" * MOST_TEXT)
    refusal = desk.refused("ines", "chat.send", to="ruth", text="x" * (MOST_TEXT + 1))
    assert refusal.code == "too_long"
    assert "8,000" in refusal.why
    assert "8,001" in refusal.why


@pytest.mark.parametrize(
    "text", ["Bob: hi", "会議は10時です", "👩‍💻 ok", "a\n\nb: {c} <d>", '"quoted" \\ #finance', "null"]
)
def test_a_text_arrives_as_it_was_written(desk: Desk, text: str) -> None:
    """Nothing in a text is taken for syntax."""
    desk.do("ines", "chat.send", to="tanaka", text=text)
    assert texts(desk, "tanaka", "ines") == [text]


# --- threads ---------------------------------------------------------------------------------------------------------


def test_a_reply_stands_in_the_thread_of_its_root(desk: Desk) -> None:
    """A reply to a reply is in the same thread, the place follows from it, and the root is its cause."""
    desk.do("ines", "chat.send", to="#general", text="Who has the price?")
    desk.do("tomas", "chat.send", thread="c1", text="Anna B.")
    receipt = desk.do("ruth", "chat.send", to="#general", thread="c2", text="Ask her.")
    assert (receipt.place, receipt.thread) == ("#general", "c1")
    assert desk.events[-1].causes == (1,)
    assert [m.id for m in chat_of(desk).thread_of("c3")] == ["c1", "c2", "c3"]
    assert texts(desk, "anna-b", "#general", thread="c2") == ["Who has the price?", "Anna B.", "Ask her."]


def test_a_reply_is_told_to_those_in_the_thread(desk: Desk) -> None:
    """Who wrote or was called in a thread is told of a reply; others in the channel have it unread, without a word."""
    desk.do("ines", "chat.send", to="#general", text="@tomas who has the price?")
    desk.notices.clear()
    desk.do("ruth", "chat.send", thread="c1", text="@anna-b has.")
    assert desk.told("ines") == desk.told("tomas") == [("reply", "#general")]
    assert desk.told("anna-b") == [("mention", "#general")]
    assert desk.told("tanaka") == []
    assert chat_of(desk).unread_for("tanaka", "#general") == ("c1", "c2")


def test_a_reply_in_a_conversation_reaches_all_of_it(desk: Desk) -> None:
    """In a group nobody misses a reply in a thread, whether they took part in it or not."""
    desk.do("ines", "chat.send", to=["ruth", "tomas"], text="Lunch?")
    desk.notices.clear()
    desk.do("ruth", "chat.send", thread="c1", text="Yes.")
    assert desk.told("ines") == [("reply", "group:ines+ruth+tomas")]
    assert desk.told("tomas") == [("message", "group:ines+ruth+tomas")]


@pytest.mark.parametrize(
    ("who", "arguments", "code"),
    [
        ("anna-b", {"thread": "c1"}, "no_such_thing"),
        ("ines", {"thread": "c9"}, "no_such_thing"),
        ("ines", {"thread": "c1", "to": "#general"}, "bad_argument"),
    ],
)
def test_a_thread_that_is_not_there_is_refused(desk: Desk, who: str, arguments: Any, code: str) -> None:
    """Nobody replies where they cannot read, nor into two places."""
    desk.do("ines", "chat.send", to="#finance", text="Numbers.")
    assert desk.refused(who, "chat.send", text="Hm.", **arguments).code == code


def test_a_thread_outlives_its_first_message(desk: Desk) -> None:
    """Where the root was taken back, its replies still stand, are read and can be answered."""
    desk.do("ines", "chat.send", to="#general", text="Wrong number: 41.")
    desk.do("ruth", "chat.send", thread="c1", text="Really?")
    desk.do("ines", "chat.delete", message="c1")
    desk.do("tomas", "chat.send", thread="c2", text="I think so.")
    assert texts(desk, "ruth", "#general", thread="c1") == ["Really?", "I think so."]


# --- who is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "text", "mentions", "told"),
    [
        ("ruth", "hi @ruth", ("ruth",), {"ruth": "message"}),
        (["ruth", "tomas"], "hi @Tomás", ("tomas",), {"ruth": "message", "tomas": "mention"}),
        ("#finance", "hello", (), {"ruth": "message", "tomas": "message"}),
        ("#finance", "@ruth: hello", ("ruth",), {"ruth": "mention", "tomas": "message"}),
        ("#finance", "@channel hello", ("tomas", "ruth"), {"ruth": "mention", "tomas": "mention"}),
        ("#finance", "@here hello", ("ruth",), {"ruth": "mention", "tomas": "message"}),
        ("#finance", "@ines myself", (), {"ruth": "message", "tomas": "message"}),
        ("ruth", "@channel", (), {"ruth": "message"}),
    ],
)
def test_who_is_told_how(desk: Desk, to: Any, text: str, mentions: Any, told: dict[str, str]) -> None:
    """A mention in a channel or a group is a mention; @channel calls all, @here who is active; nobody calls oneself."""
    desk.do("tomas", "chat.set_presence", state="away")
    receipt = desk.do("ines", "chat.send", to=to, text=text)
    assert receipt.mentions == desk.last().mentions == mentions
    assert {notice.to: notice.kind for notice in desk.notices} == told
    assert {notice.serial for notice in desk.notices} == {desk.events[-1].serial}


def test_the_receipt_says_who_was_not_called(desk: Desk) -> None:
    """Of a name that two share, and of people who are not in the place, the sender learns at once."""
    receipt = desk.do("ines", "chat.send", to="#general", text="@Anna, price?")
    assert (receipt.mentions, receipt.ambiguous) == ((), ("Anna",))
    receipt = desk.do("ines", "chat.send", to="#finance", text="@anna-b has the price")
    assert (receipt.mentions, receipt.not_here) == ((), ("anna-b",))


def test_a_notice_is_one_line(desk: Desk) -> None:
    """The gist of a long message of several lines is short and has none."""
    desk.do("ines", "chat.send", to="ruth", text="first\nsecond " + "x" * 500)
    (notice,) = desk.notices
    assert notice.gist.startswith("first second")
    assert len(notice.gist) <= 120
    assert (notice.app, notice.ref, notice.place, notice.sender) == ("chat", "c1", "dm:ines+ruth", "ines")
    assert not notice.interrupts


# --- presence --------------------------------------------------------------------------------------------------------


def test_do_not_disturb_is_seen_by_the_sender_and_ends_by_itself(desk: Desk) -> None:
    """Who writes to somebody away learns it, on their own clock; the notice is recorded all the same."""
    desk.do("ines", "chat.set_presence", state="dnd", until="11:00", note="month-end")
    assert desk.last() == words.PresenceSet(state="dnd", until=desk.at("11:00"), note="month-end")
    away = desk.do("tanaka", "chat.send", to="ines", text="Hi").away
    assert {who: (p.state, p.until, p.note) for who, p in away.items()} == {
        "ines": ("dnd", "Mon 2 March 2026, 05:00", "month-end")
    }
    assert desk.told("ines") == [("message", "dm:ines+tanaka")]
    desk.clock.now = desk.at("11:00")
    assert desk.do("tanaka", "chat.send", to="ines", text="Hi").away == {}
    assert desk.do("ruth", "chat.presence", person="ines").state == "active"


def test_in_a_channel_the_receipt_names_those_away_who_are_meant(desk: Desk) -> None:
    """A message to all does not list everybody who is out; one that calls somebody says so of them."""
    desk.do("ines", "chat.set_presence", state="away")
    assert desk.do("ruth", "chat.send", to="#general", text="Hello all").away == {}
    assert list(desk.do("ruth", "chat.send", to="#general", text="@ines?").away) == ["ines"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"state": "dnd", "until": "08:00"}, "in_the_past"),
        ({"state": "dnd", "until": "09:00"}, "in_the_past"),
        ({"state": "dnd", "until": "soon"}, "bad_argument"),
        ({"state": "active", "until": "11:00"}, "bad_argument"),
        ({"state": "asleep"}, "bad_argument"),
        ({"state": "away", "note": "x" * (MOST_ABOUT + 1)}, "too_long"),
    ],
)
def test_presence_that_makes_no_sense_is_refused(desk: Desk, arguments: Any, code: str) -> None:
    """An end lies ahead, "active" has none, and a note is short."""
    assert desk.refused("ines", "chat.set_presence", **arguments).code == code


# --- reading ---------------------------------------------------------------------------------------------------------


def test_what_is_shown_is_read_and_nothing_else(desk: Desk) -> None:
    """Reading the newest leaves the older ones unread; `before` goes on with them; no event tells of reading."""
    for number in range(1, 6):
        desk.do("ines", "chat.send", to="ruth", text=f"{number}")
    events = len(desk.events)
    reading = desk.do("ruth", "chat.read", place="ines", limit=2)
    assert [(line.text, line.new) for line in reading.messages] == [("4", True), ("5", True)]
    assert reading.earlier == 3
    assert chat_of(desk).unread_for("ruth") == ("c1", "c2", "c3")
    assert texts(desk, "ruth", "dm:ines+ruth", before="c4") == ["1", "2", "3"]
    assert chat_of(desk).unread_for("ruth") == ()
    assert [line.new for line in desk.do("ruth", "chat.read", place="ines").messages] == [False] * 5
    assert len(desk.events) == events


def test_reading_costs_its_words(desk: Desk) -> None:
    """Writing costs the words written before it takes effect, reading those that are read."""
    desk.do("ines", "chat.send", to="ruth", text="one two three")
    reading = desk.do("ruth", "chat.read", place="ines")
    assert reading.words() == 3
    send = desk.office.parse("chat.send", {"to": "ruth", "text": "one two"})
    assert (send.effort().kind, send.effort().words) == ("write", 2)
    assert not desk.office.actions["chat.read"].changes


def test_unread_shows_where_and_how_much(desk: Desk) -> None:
    """The list of unread places has the latest first, counts what calls the reader, and marks nothing as read."""
    desk.do("ines", "chat.send", to="#finance", text="@ruth one")
    desk.do("tomas", "chat.send", to="#finance", text="two")
    desk.clock.passes(60)
    desk.do("tanaka", "chat.send", to="ruth", text="three\nlines")
    for _ in range(2):
        unread = desk.do("ruth", "chat.unread")
        assert unread.total == 3
        assert [(w.place, w.count, w.calling_you, w.sender, w.preview) for w in unread.places] == [
            ("dm:ruth+tanaka", 1, 0, "tanaka", "three lines"),
            ("#finance", 2, 1, "tomas", "two"),
        ]


def test_a_conversation_that_nobody_began_is_empty(desk: Desk) -> None:
    """Reading it shows nothing and opens nothing."""
    assert texts(desk, "ines", "ruth") == []
    assert desk.do("ines", "chat.places").places == tuple(
        room for room in desk.do("ines", "chat.places").places if room.place.startswith("#")
    )


@pytest.mark.parametrize("place", ["#finance", "dm:ines+ruth", "group:ines+ruth+tomas"])
@pytest.mark.parametrize("action", ["chat.read", "chat.send"])
def test_nobody_gets_into_a_place_that_is_not_theirs(desk: Desk, place: str, action: str) -> None:
    """Neither a channel nor others' conversations are open to who is not in them, begun or not."""
    arguments = {"to": place, "text": "x"} if action == "chat.send" else {"place": place}
    assert desk.refused("anna-b", action, **arguments).code == "not_a_member"
    desk.do("ines", "chat.send", to=place, text="Between us.")
    assert desk.refused("anna-b", action, **arguments).code == "not_a_member"


@pytest.mark.parametrize("more", [{"thread": "c2"}, {"before": "c2"}])
def test_a_message_is_looked_for_in_its_own_place(desk: Desk, more: dict[str, str]) -> None:
    """A thread or a starting point from another place is refused, not mixed in."""
    desk.do("ines", "chat.send", to="ruth", text="here")
    desk.do("ines", "chat.send", to="#finance", text="there")
    assert desk.refused("ruth", "chat.read", place="ines", **more).code == "bad_argument"


def test_search_finds_what_one_may_read(desk: Desk) -> None:
    """Messages of one's own places are found, with where and by whom; others' are not."""
    desk.do("ines", "chat.send", to="#finance", text="The détecteur costs 41,300.")
    desk.do("ines", "chat.send", to="#general", text="A detecteur arrived.")
    assert [(h.id, h.place, h.sender) for h in desk.do("ruth", "chat.search", query="detecteur").hits] == [
        ("c2", "#general", "ines"),
        ("c1", "#finance", "ines"),
    ]
    assert [h.id for h in desk.do("tanaka", "chat.search", query="detecteur").hits] == ["c2"]
    assert desk.refused("ines", "chat.search", query=' "" ').code == "empty"


# --- one's own messages ----------------------------------------------------------------------------------------------


def test_an_edit_replaces_the_text_everywhere(desk: Desk) -> None:
    """The new text is read and found, the old one is not, and it is marked; nobody is notified."""
    desk.do("ines", "chat.send", to="#finance", text="It is forty.")
    desk.notices.clear()
    desk.do("ines", "chat.edit", message="c1", text="It is fifty.")
    assert desk.last() == words.MessageEdited(id="c1", place="#finance", to=("tomas", "ruth"), text="It is fifty.")
    assert desk.notices == []
    (line,) = desk.do("ruth", "chat.read", place="#finance").messages
    assert (line.text, line.edited) == ("It is fifty.", True)
    assert desk.do("ruth", "chat.search", query="forty").hits == ()
    assert [h.id for h in desk.do("ruth", "chat.search", query="fifty").hits] == ["c1"]


def test_a_deleted_message_is_gone_for_all(desk: Desk) -> None:
    """It is not read, not found, not unread, and no action reaches it."""
    desk.do("ines", "chat.send", to="#finance", text="A secret.")
    desk.do("ines", "chat.delete", message="c1")
    assert desk.last() == words.MessageDeleted(id="c1", place="#finance", to=("tomas", "ruth"))
    assert texts(desk, "ruth", "#finance") == []
    assert desk.do("ruth", "chat.unread").total == 0
    assert desk.do("ines", "chat.search", query="secret").hits == ()
    assert "secret" not in str(chat_of(desk).message("c1"))
    assert len(desk.office.index) == 0
    for action, more in (("edit", {"text": "x"}), ("delete", {}), ("react", {"emoji": "👍"})):
        assert desk.refused("ines", f"chat.{action}", message="c1", **more).code == "no_such_thing"
    assert desk.refused("ines", "chat.send", thread="c1", text="x").code == "no_such_thing"


@pytest.mark.parametrize(("action", "more"), [("edit", {"text": "x"}), ("delete", {})])
def test_others_messages_are_not_ones_own(desk: Desk, action: str, more: dict[str, str]) -> None:
    """Only the author edits or deletes; who cannot see a message does not even learn that it exists."""
    desk.do("ines", "chat.send", to="#finance", text="Mine.")
    assert desk.refused("ruth", f"chat.{action}", message="c1", **more).code == "not_allowed"
    assert desk.refused("tanaka", f"chat.{action}", message="c1", **more).code == "no_such_thing"


def test_an_edit_that_changes_nothing_is_refused(desk: Desk) -> None:
    """The same text again is no edit, and none is no message."""
    desk.do("ines", "chat.send", to="ruth", text="Yes.")
    assert desk.refused("ines", "chat.edit", message="c1", text="Yes.").code == "already_so"
    assert desk.refused("ines", "chat.edit", message="c1", text=" ").code == "empty"
    assert desk.refused("ines", "chat.edit", message="c1", text="x" * (MOST_TEXT + 1)).code == "too_long"


def test_a_reaction_is_put_on_once_and_taken_off(desk: Desk) -> None:
    """Everybody in the place sees it, its author is told, and each person has each emoji once."""
    desk.do("ines", "chat.send", to="#finance", text="Done.")
    desk.notices.clear()
    desk.do("ruth", "chat.react", message="c1", emoji=":thumbsup:")
    assert desk.last() == words.Reacted(id="c1", place="#finance", to=("ines", "tomas"), emoji="thumbsup")
    assert desk.events[-1].causes == (1,)
    assert [(n.to, n.kind, n.gist) for n in desk.notices] == [("ines", "reaction", "thumbsup on: Done.")]
    desk.do("tomas", "chat.react", message="c1", emoji="thumbsup")
    assert desk.refused("ruth", "chat.react", message="c1", emoji="thumbsup").code == "already_so"
    assert desk.do("ines", "chat.read", place="#finance").messages[0].reactions == {"thumbsup": ("ruth", "tomas")}
    desk.do("ruth", "chat.unreact", message="c1", emoji="thumbsup")
    assert desk.last() == words.Unreacted(id="c1", place="#finance", to=("ines", "tomas"), emoji="thumbsup")
    assert desk.refused("ruth", "chat.unreact", message="c1", emoji="thumbsup").code == "no_such_thing"
    assert desk.do("ines", "chat.read", place="#finance").messages[0].reactions == {"thumbsup": ("tomas",)}


@pytest.mark.parametrize("emoji", ["", "::", "two words", "x" * 41])
def test_a_reaction_is_one_emoji(desk: Desk, emoji: str) -> None:
    """A sentence is no reaction."""
    desk.do("ines", "chat.send", to="ruth", text="Done.")
    assert desk.refused("ruth", "chat.react", message="c1", emoji=emoji).code == "bad_argument"
    desk.do("ruth", "chat.react", message="c1", emoji="x" * 40)


# --- channels --------------------------------------------------------------------------------------------------------


def test_a_new_channel_has_its_members(desk: Desk) -> None:
    """Whoever opens it is a member, teams are spelled out, and the members are told."""
    receipt = desk.do("ruth", "chat.open_channel", channel="launch", members=["team:field", "ines"], about="The launch")
    assert receipt.members == ("ruth", "anna-b", "tanaka", "ines")
    assert desk.last() == words.ChannelOpened(
        place="#launch", to=("anna-b", "tanaka", "ines"), members=receipt.members, about="The launch"
    )
    assert desk.told("tanaka") == [("invite", "#launch")]
    assert desk.told("tomas") == []
    desk.do("tanaka", "chat.send", to="#launch", text="こんにちは")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"channel": "#Finance"}, "already_so"),
        ({"channel": "two words"}, "bad_argument"),
        ({"channel": "#"}, "bad_argument"),
        ({"channel": "#a:b"}, "bad_argument"),
        ({"channel": "x" * 80}, "bad_argument"),
        ({"channel": "#ok", "members": ["nobody"]}, "no_such_person"),
        ({"channel": "#ok", "about": "x" * (MOST_ABOUT + 1)}, "too_long"),
    ],
)
def test_a_channel_that_cannot_be_opened(desk: Desk, arguments: Any, code: str) -> None:
    """A name is new, not too long, and of letters, figures, dashes and underscores."""
    desk.do("ruth", "chat.open_channel", channel="y" * 79)
    assert desk.refused("ruth", "chat.open_channel", **arguments).code == code


def test_joining_opens_the_past_and_leaving_closes_it(desk: Desk) -> None:
    """A new member reads what was written before, without having it unread; who left reads and finds nothing."""
    desk.do("ines", "chat.send", to="#finance", text="Before.")
    desk.notices.clear()
    desk.do("tanaka", "chat.join", channel="#finance")
    assert desk.last() == words.ChannelJoined(place="#finance", to=("ines", "tomas", "ruth"))
    assert desk.notices == []
    assert desk.do("tanaka", "chat.unread").total == 0
    assert texts(desk, "tanaka", "#finance") == ["Before."]
    desk.do("ines", "chat.send", to="#finance", text="After.")
    desk.do("tanaka", "chat.leave", channel="#finance")
    assert desk.last() == words.ChannelLeft(place="#finance", to=("ines", "tomas", "ruth"))
    assert desk.do("tanaka", "chat.unread").total == 0
    assert desk.do("tanaka", "chat.search", query="after").hits == ()
    assert desk.refused("tanaka", "chat.read", place="#finance").code == "not_a_member"


def test_an_invitation_makes_members(desk: Desk) -> None:
    """A member brings people in, who are told; those who are in already are left alone."""
    desk.do("ines", "chat.invite", channel="finance", people=["tomas", "anna-k"])
    assert desk.last() == words.ChannelInvited(place="#finance", to=("tomas", "ruth", "anna-k"), invited=("anna-k",))
    assert [(n.to, n.kind) for n in desk.notices] == [("anna-k", "invite")]
    assert texts(desk, "anna-k", "#finance") == []


@pytest.mark.parametrize(
    ("who", "action", "arguments", "code"),
    [
        ("ines", "join", {"channel": "#finance"}, "already_so"),
        ("ines", "join", {"channel": "#nowhere"}, "no_such_place"),
        ("tanaka", "leave", {"channel": "#finance"}, "not_a_member"),
        ("ines", "leave", {"channel": "dm:ines+ruth"}, "not_allowed"),
        ("tanaka", "invite", {"channel": "#finance", "people": ["anna-b"]}, "not_a_member"),
        ("ines", "invite", {"channel": "#finance", "people": ["tomas", "ruth"]}, "already_so"),
        ("ines", "invite", {"channel": "#finance", "people": []}, "empty"),
    ],
)
def test_membership_that_cannot_change(desk: Desk, who: str, action: str, arguments: Any, code: str) -> None:
    """Nobody comes in twice, leaves what they are not in, or brings others into it."""
    assert desk.refused(who, f"chat.{action}", **arguments).code == code


def test_a_private_channel_is_unknown_to_others(desk: Desk) -> None:
    """Who is not in it does not see it, cannot join it, and is not pointed to it; its members bring people in."""
    desk.do("ruth", "chat.open_channel", channel="#merger", members=["ines"], private=True)
    assert [room.place for room in desk.do("tomas", "chat.places").places] == ["#general", "#finance"]
    for action in ("join", "members"):
        argument = {"channel": "#merger"} if action == "join" else {"place": "#merger"}
        refusal = desk.refused("tomas", f"chat.{action}", **argument)
        assert refusal.code == "no_such_place"
    assert "merger" not in desk.refused("tomas", "chat.send", to="#merge", text="x").why
    desk.do("ines", "chat.invite", channel="#merger", people=["tomas"])
    assert desk.do("tomas", "chat.members", place="#merger").members == ("ruth", "ines", "tomas")


def test_places_and_members(desk: Desk) -> None:
    """One's own places come first, then what could be joined; a public channel's members are no secret."""
    desk.do("tanaka", "chat.send", to="ines", text="Hi")
    places = desk.do("tanaka", "chat.places").places
    assert [(r.place, r.yours, r.members) for r in places] == [
        ("#general", True, 6), ("dm:ines+tanaka", True, 2), ("#finance", False, 3),
    ]  # fmt: skip
    assert desk.do("tanaka", "chat.members", place="#finance").members == ("ines", "tomas", "ruth")
    assert desk.do("ines", "chat.members", place="tanaka").members == ("ines", "tanaka")


def test_what_the_engine_asks(desk: Desk) -> None:
    """Places of people, messages with the serial of their event, and reading on somebody's behalf."""
    chat = chat_of(desk)
    assert chat.place_of(["tomas", "ines"]) == "dm:ines+tomas"
    assert chat.place_of(["tomas", "ines", "ruth"]) == "group:ines+ruth+tomas"
    with pytest.raises(ValueError, match="takes two"):
        chat.place_of(["ines"])
    desk.do("ines", "chat.send", to="tomas", text="Hi")
    assert (chat.message("c1").serial, chat.place("dm:ines+tomas").members) == (1, ("ines", "tomas"))
    chat.mark_read("tomas", ["c1"])
    assert chat.unread_for("tomas") == ()
    for ask in (chat.message, chat.place, chat.thread_of):
        with pytest.raises(KeyError):
            ask("c99")


# --- whatever happens ------------------------------------------------------------------------------------------------

_who = st.sampled_from(PEOPLE)
_place = st.sampled_from(
    ["#general", "#finance", "#new", "#secret", "ines", "ruth", "dm:ines+ruth", "group:ines+ruth+tomas"]
)
_message = st.integers(1, 30).map("c{}".format)


class AnyChat(RuleBasedStateMachine):
    """Random people do random things; the events alone tell what must be so."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = open_office([Chat])
        self.chat = chat_of(self.desk)
        self.members = {"#general": set(PEOPLE), "#finance": {"ines", "tomas", "ruth"}}
        self.unread: dict[str, set[str]] = {who: set() for who in PEOPLE}
        self.text: dict[str, str] = {}
        self.place: dict[str, str] = {}
        self.seen = 0

    def act(self, who: str, name: str, **arguments: Any) -> Any:
        before = len(self.desk.events), len(self.desk.notices)
        try:
            receipt = self.desk.do(who, name, **arguments)
        except Refused:
            assert (len(self.desk.events), len(self.desk.notices)) == before
            return None
        for event in self.desk.events[self.seen :]:
            self.follow(event.actor, event.body)
        self.seen = len(self.desk.events)
        return receipt

    def follow(self, actor: str, body: Any) -> None:
        if isinstance(body, words.MessageSent):
            self.members.setdefault(body.place, {actor, *body.to})
            assert self.members[body.place] == {actor, *body.to}
            self.text[body.id], self.place[body.id] = body.text, body.place
            for who in body.to:
                self.unread[who].add(body.id)
        elif isinstance(body, words.MessageEdited):
            self.text[body.id] = body.text
        elif isinstance(body, words.MessageDeleted):
            del self.text[body.id]
            for ids in self.unread.values():
                ids.discard(body.id)
        elif isinstance(body, words.ChannelOpened):
            self.members[body.place] = set(body.members)
        elif isinstance(body, words.ChannelJoined):
            self.members[body.place].add(actor)
        elif isinstance(body, words.ChannelInvited):
            self.members[body.place].update(body.invited)
        elif isinstance(body, words.ChannelLeft):
            self.members[body.place].discard(actor)
            self.unread[actor] -= {m for m, place in self.place.items() if place == body.place}

    @rule(who=_who, to=_place, thread=st.none() | _message, mention=st.sampled_from(["", "@ines", "@channel", "@Anna"]))
    def send(self, who: str, to: str, thread: str | None, mention: str) -> None:
        text = f"unique{len(self.desk.events)} {mention}"
        self.act(who, "chat.send", to=() if thread else to, thread=thread, text=text)

    @rule(who=_who, message=_message, number=st.integers(0, 99))
    def edit(self, who: str, message: str, number: int) -> None:
        self.act(who, "chat.edit", message=message, text=f"edited{number}")

    @rule(message=_message)
    def delete(self, message: str) -> None:
        if message in self.text:
            self.act(self.chat.message(message).sender, "chat.delete", message=message)

    @rule(who=_who, message=_message, on=st.booleans())
    def react(self, who: str, message: str, on: bool) -> None:
        self.act(who, "chat.react" if on else "chat.unreact", message=message, emoji="👍")

    @rule(who=_who, name=st.sampled_from(["#new", "#secret"]), members=st.lists(_who, max_size=2))
    def open_channel(self, who: str, name: str, members: list[str]) -> None:
        self.act(who, "chat.open_channel", channel=name, members=members, private=name == "#secret")

    @rule(who=_who, channel=_place, how=st.sampled_from(["join", "leave"]))
    def come_or_go(self, who: str, channel: str, how: str) -> None:
        self.act(who, f"chat.{how}", channel=channel)

    @rule(who=_who, channel=_place, people=st.lists(_who, max_size=2))
    def invite(self, who: str, channel: str, people: list[str]) -> None:
        self.act(who, "chat.invite", channel=channel, people=people)

    @rule(who=_who, place=_place, limit=st.integers(1, 4), thread=st.none() | _message)
    def read(self, who: str, place: str, limit: int, thread: str | None) -> None:
        reading = self.act(who, "chat.read", place=place, limit=limit, thread=thread)
        if reading is None:
            return
        assert not reading.messages or who in self.members[reading.place], "read a place they are not in"
        for line in reading.messages:
            assert self.text[line.id] == line.text, "shown is what stands"
            assert self.place[line.id] == reading.place
            assert line.new == (line.id in self.unread[who])
            self.unread[who].discard(line.id)

    @rule(who=_who)
    def search(self, who: str) -> None:
        hits = self.desk.do(who, "chat.search", query="unique", limit=50).hits
        mine = {m for m, text in self.text.items() if "unique" in text and who in self.members[self.place[m]]}
        assert {hit.id for hit in hits} <= mine
        assert len(hits) == min(50, len(mine)), "all one may read is found, and nothing deleted or edited away"

    @invariant()
    def unread_is_delivered_minus_read(self) -> None:
        for who in PEOPLE:
            assert set(self.chat.unread_for(who)) == self.unread[who]
            counted = self.desk.do(who, "chat.unread")
            assert counted.total == sum(w.count for w in counted.places) == len(self.unread[who])
            assert all(who in self.members[w.place] for w in counted.places)


AnyChat.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestAnyChat = AnyChat.TestCase
