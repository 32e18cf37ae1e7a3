"""Mail: where it goes, who sees what of it, and what is refused."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sim.actions import Refused
from sim.apps.drive import Drive
from sim.apps.mail import Mail
from sim.apps.mailboxes import FOLDERS, MOST_SUBJECT, MOST_TEXT
from sim.vocabulary import mail as words
from sim.vocabulary.core import WORLD
from tests.office import Desk, open_office

PEOPLE = ("ruth", "ines", "tomas", "anna-k", "anna-b", "tanaka")


@pytest.fixture
def desk() -> Desk:
    return open_office([Mail])


def mail_of(desk: Desk) -> Mail:
    return desk.office.app(Mail)


def send(desk: Desk, who: str, to: Any, text: str = "Hello.", **more: Any) -> Any:
    return desk.do(who, "mail.send", to=to, subject=more.pop("subject", "Prices"), text=text, **more)


def inbox(desk: Desk, who: str, **more: Any) -> list[str]:
    return [row.id for row in desk.do(who, "mail.list", **more).mails]


# --- where a mail goes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "to", "cc", "bcc"),
    [
        ({"to": "ines"}, ("ines",), (), ()),
        ({"to": ["ines", "@tomas"]}, ("ines", "tomas"), (), ()),
        ({"to": "ines, tomas; anna-b"}, ("ines", "tomas", "anna-b"), (), ()),
        ({"to": "team:finance"}, ("ines", "tomas", "anna-k"), (), ()),
        ({"to": "ines, team finance"}, ("ines", "tomas", "anna-k"), (), ()),
        ({"to": "ines", "cc": "team:finance"}, ("ines",), ("tomas", "anna-k"), ()),
        ({"to": "ines", "cc": ["ines", "tomas"], "bcc": ["tomas", "tanaka"]}, ("ines",), ("tomas",), ("tanaka",)),
        ({"bcc": "ines"}, (), (), ("ines",)),
        ({"to": ["ruth", "ines"]}, ("ines",), (), ()),
    ],
)
def test_where_a_mail_goes(desk: Desk, lines: Any, to: Any, cc: Any, bcc: Any) -> None:
    """Teams are spelled out, nobody gets a mail twice, and the sender none of their own."""
    receipt = desk.do("ruth", "mail.send", subject="Prices", text="Hello.", **lines)
    assert (receipt.id, receipt.thread, receipt.to, receipt.cc, receipt.bcc) == ("m1", "t1", to, cc, bcc)
    assert desk.last() == words.MailSent(
        id="m1", thread="t1", to=(*to, *cc, *bcc), addressed=to, cc=cc, bcc=bcc, subject="Prices", text="Hello."
    )
    for who in PEOPLE:
        assert inbox(desk, who) == (["m1"] if who in (*to, *cc, *bcc) else [])
    assert inbox(desk, "ruth", folder="sent") == ["m1"]


@pytest.mark.parametrize(
    ("lines", "code", "hint"),
    [
        ({"to": "inez"}, "no_such_person", "did you mean 'ines' (Ines Hofer, Head of Finance)?"),
        ({"to": "ines", "cc": "Anna"}, "no_such_person", "'anna-k' (Anna Kern, Buyer) or 'anna-b'"),
        ({"to": "team:finanse"}, "no_such_person", "did you mean 'team:finance'?"),
        ({"to": "bob@supplier.example"}, "no_such_person", "only who wrote to somebody here is."),
        ({}, "bad_argument", "name somebody else in `to`, `cc` or `bcc`"),
        ({"to": "ruth"}, "bad_argument", "nobody but you is addressed"),
    ],
)
def test_where_a_mail_does_not_go(desk: Desk, lines: Any, code: str, hint: str) -> None:
    """One wrong address keeps the whole mail back, with the way out."""
    refusal = desk.refused("ruth", "mail.send", subject="x", text="x", **lines)
    assert refusal.code == code
    assert hint in refusal.why
    assert all(inbox(desk, who) == [] for who in PEOPLE)


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ({"text": " \n"}, "empty", "write something"),
        ({"text": "x" * (MOST_TEXT + 1)}, "too_long", "100,001"),
        ({"text": "x", "subject": "x" * (MOST_SUBJECT + 1)}, "too_long", "300"),
    ],
)
def test_what_a_mail_must_be(desk: Desk, arguments: Any, code: str, hint: str) -> None:
    """It says something, and has a limit that the refusal names with the length."""
    refusal = desk.refused("ruth", "mail.send", to="ines", **arguments)
    assert refusal.code == code
    assert hint in refusal.why
    desk.do("ruth", "mail.send", to="ines", text="x" * MOST_TEXT)
    assert desk.last().subject == "(no subject)"


@pytest.mark.parametrize("text", ["Bob: hi", "Von: 田中\n> quoted", "a" * 5000, '{"x": [1]}', "--\nIH"])
def test_a_mail_arrives_as_it_was_written(desk: Desk, text: str) -> None:
    """Nothing in a text is taken for syntax."""
    send(desk, "ines", "tanaka", text)
    assert desk.do("tanaka", "mail.read", mail="m1").mails[0].text == text


def test_recipients_are_told(desk: Desk) -> None:
    """Everybody it goes to gets a notice of one line; whoever is answered is told so."""
    send(desk, "ruth", "ines", "The price\nis 41,300. " + "x" * 300, cc="tomas", bcc="tanaka")
    assert [notice.to for notice in desk.notices] == ["ines", "tomas", "tanaka"]
    notice = desk.notices[0]
    assert (notice.app, notice.kind, notice.place, notice.ref) == ("mail", "message", "mail", "m1")
    assert notice.gist.startswith("Prices: The price is 41,300. x")
    assert (len(notice.gist) <= 120, notice.serial, notice.interrupts) == (True, 1, False)
    desk.do("ines", "mail.reply_all", mail="m1", text="Thanks")
    assert [(n.to, n.kind) for n in desk.notices[3:]] == [("ruth", "reply"), ("tomas", "message")]


# --- blind copies ----------------------------------------------------------------------------------------------------


def test_a_blind_copy_is_seen_by_its_two_ends_only(desk: Desk) -> None:
    """The sender sees all blind copies, each who got one their own name, everybody else none."""
    send(desk, "ruth", "ines", cc="tomas", bcc=["tanaka", "anna-b"])
    seen = {who: desk.do(who, "mail.read", mail="m1").mails[0].bcc for who in PEOPLE if who != "anna-k"}
    assert seen == {"ruth": ("tanaka", "anna-b"), "ines": (), "tomas": (), "tanaka": ("tanaka",), "anna-b": ("anna-b",)}


@pytest.mark.parametrize(
    ("who", "to", "cc"),
    [
        ("ines", ("ruth", "anna-b"), ("tomas",)),
        ("tomas", ("ruth", "ines", "anna-b"), ()),
        ("tanaka", ("ruth", "ines", "anna-b"), ("tomas",)),
        ("ruth", ("ines", "anna-b"), ("tomas",)),
    ],
)
def test_reply_all_leaves_blind_copies_out(desk: Desk, who: str, to: Any, cc: Any) -> None:
    """It goes to whoever wrote and all who got it openly, whoever answers."""
    send(desk, "ruth", ["ines", "anna-b"], cc="tomas", bcc="tanaka")
    receipt = desk.do(who, "mail.reply_all", mail="m1", text="Yes.")
    assert (receipt.to, receipt.cc, receipt.bcc) == (to, cc, ())
    assert ("tanaka" in desk.last().to) is False
    assert "m2" not in inbox(desk, "tanaka")


def test_a_forwarded_mail_does_not_show_blind_copies(desk: Desk) -> None:
    """What is quoted names who wrote it and to whom, and no blind copy."""
    send(desk, "ruth", "ines", "The price is 41,300.", bcc="tanaka")
    desk.do("ruth", "mail.forward", mail="m1", to="anna-b", text="See below.")
    (sheet,) = desk.do("anna-b", "mail.read", mail="m2").mails
    assert sheet.quoted == "Forwarded from ruth, to ines. Subject: Prices\n\nThe price is 41,300."
    assert "tanaka" not in str(sheet)


# --- answers and threads ---------------------------------------------------------------------------------------------


def test_an_answer_follows_its_thread(desk: Desk) -> None:
    """A reply goes to whoever wrote, keeps the thread and the subject, and is caused by what it answers."""
    send(desk, "ruth", "ines", cc="tomas")
    receipt = desk.do("ines", "mail.reply", mail="m1", text="41,300.")
    assert (receipt.to, receipt.cc, receipt.thread, receipt.subject) == (("ruth",), (), "t1", "Re: Prices")
    assert (desk.last().in_reply_to, desk.events[-1].causes) == ("m1", (1,))
    assert desk.do("ruth", "mail.reply", mail="m2", text="Thanks.").subject == "Re: Prices"
    assert [letter.id for letter in mail_of(desk).thread_of("m3")] == ["m1", "m2", "m3"]
    assert [sheet.id for sheet in desk.do("tomas", "mail.read", mail="t1").mails] == ["m1"]
    assert [sheet.id for sheet in desk.do("ruth", "mail.read", mail="t1").mails] == ["m1", "m2", "m3"]


def test_answering_oneself_follows_up(desk: Desk) -> None:
    """A reply to a mail of one's own goes to whom that went to."""
    send(desk, "ruth", ["ines", "tomas"])
    assert desk.do("ruth", "mail.reply", mail="m1", text="Any news?").to == ("ines", "tomas")


def test_an_answer_may_copy_others(desk: Desk) -> None:
    """Somebody can be brought into a conversation."""
    send(desk, "ruth", "ines")
    assert desk.do("ines", "mail.reply", mail="m1", text="x", cc="tomas").cc == ("tomas",)
    assert desk.do("ines", "mail.reply_all", mail="m1", text="x", cc="team:field").cc == ("anna-b", "tanaka")


def test_a_forward_begins_a_thread_of_its_own(desk: Desk) -> None:
    """Its readers see what was forwarded, also what that had brought along, and nothing else of the old thread."""
    send(desk, "ruth", "ines", "The price is 41,300.")
    desk.do("ines", "mail.forward", mail="m1", to="tomas", text="See below.")
    desk.do("tomas", "mail.forward", mail="m2", to="anna-b")
    assert desk.last().forwards == "m2"
    assert desk.events[-1].causes == (2,)
    assert (desk.last().thread, desk.last().subject) == ("t3", "Fwd: Prices")
    (sheet,) = desk.do("anna-b", "mail.read", mail="t3").mails
    assert "41,300" in sheet.quoted
    assert "See below." in sheet.quoted
    (row,) = desk.do("anna-b", "mail.list").mails
    assert row.preview.startswith("Forwarded from ines, to tomas.")
    assert [hit.id for hit in desk.do("anna-b", "mail.search", query="41,300").hits] == ["m3"]


def test_a_forward_has_a_limit(desk: Desk) -> None:
    """What was forwarded again and again with long texts is refused at last."""
    send(desk, "ruth", "ines", "x" * MOST_TEXT)
    for number in range(1, 4):
        desk.do("ruth", "mail.forward", mail=f"m{number}", to="ines", text="x" * MOST_TEXT)
    assert desk.refused("ruth", "mail.forward", mail="m4", to="ines").code == "too_long"


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("reply", {"text": "x"}), ("reply_all", {"text": "x"}), ("forward", {"to": "ines"}), ("read", {}),
        ("move", {"folder": "trash"}), ("mark", {"mark": "read"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mail", ["m1", "m9", "t1", ""])
def test_others_mail_is_not_there(desk: Desk, action: str, more: Any, mail: str) -> None:
    """Who got no copy cannot do anything with a mail, nor tell whether there is one."""
    send(desk, "ruth", "ines")
    refusal = desk.refused("anna-b", f"mail.{action}", mail=mail, **more)
    assert refusal.code == "no_such_thing"
    assert refusal.why == f"you have no mail {mail!r}; mail.list shows ids, which look like 'm5'"


# --- the drive -------------------------------------------------------------------------------------------------------


@pytest.fixture
def filed() -> Desk:
    desk = open_office([Mail, Drive])
    drive = desk.office.app(Drive)
    drive.put("/finance/prices.csv", "item,price\ndetector,41300\n", "ines", desk.clock.now)
    drive.only("/finance", {"ines": "write", "tomas": "read"})
    desk.events.clear()
    desk.notices.clear()
    return desk


def test_an_attachment_opens_the_file_to_who_gets_it(filed: Desk) -> None:
    """The mail names file and version, and everybody it goes to may then read it; nobody else may."""
    drive = filed.office.app(Drive)
    assert not drive.readable("tanaka", "/finance/prices.csv")
    receipt = send(filed, "ines", "ruth", "", bcc="tanaka", attachments=["finance/prices.csv"])
    assert receipt.attachments == ("/finance/prices.csv",)
    assert filed.events[0].body.attachments == (words.Attachment(path="/finance/prices.csv", version=1),)  # type: ignore[attr-defined]
    assert [drive.readable(who, "/finance/prices.csv") for who in PEOPLE] == [True, True, True, False, False, True]
    shared = [(event.actor, event.body.shared_with) for event in filed.events[1:]]  # type: ignore[attr-defined]
    assert shared == [("ines", ("ruth",)), ("ines", ("tanaka",))], "it is the sender who opens it to them"
    assert filed.do("ruth", "mail.read", mail="m1").mails[0].attachments == ("/finance/prices.csv",)
    assert filed.do("ruth", "mail.list").mails[0].attachments == 1


@pytest.mark.parametrize("path", ["/finance/prices.csv", "/nothing.txt"])
def test_what_one_cannot_read_is_not_attached(filed: Desk, path: str) -> None:
    """A file of others and one that is not there are refused alike."""
    refusal = filed.refused("anna-b", "mail.send", to="ruth", subject="x", text="x", attachments=[path])
    assert (refusal.code, refusal.why) == (
        "no_such_thing",
        f"there is no file {path!r} that you can read: attach one you can open",
    )


def test_a_forward_takes_the_attachments_along(filed: Desk) -> None:
    """With the version that was sent; a file that is gone stays behind, and the receipt says so."""
    send(filed, "ines", "ruth", attachments=["/finance/prices.csv"])
    filed.do("ines", "drive.write", path="/finance/prices.csv", text="item,price\ndetector,46900\n")
    receipt = filed.do("ruth", "mail.forward", mail="m1", to="anna-b")
    assert (receipt.attachments, receipt.left_out) == (("/finance/prices.csv",), ())
    assert mail_of(filed).letter("m2").attachments == (words.Attachment(path="/finance/prices.csv", version=1),)
    assert filed.office.app(Drive).readable("anna-b", "/finance/prices.csv")
    filed.do("ines", "mail.forward", mail="m1", to="anna-b", attachments=["/finance/prices.csv"])
    assert [file.version for file in mail_of(filed).letter("m3").attachments] == [1, 2]
    filed.do("ines", "drive.delete", path="/finance/prices.csv")
    receipt = filed.do("ruth", "mail.forward", mail="m1", to="tanaka")
    assert (receipt.attachments, receipt.left_out) == ((), ("/finance/prices.csv",))


# --- people outside --------------------------------------------------------------------------------------------------


def test_a_mail_from_outside_comes_in_and_can_be_answered(desk: Desk) -> None:
    """The world sends it; from then on its address can be written to, and what goes there is on record."""
    mail = mail_of(desk)
    letter = mail.arrive(
        "Jo (Sales)", "jo@supplier.example", ["ines", "team:field"], "Offer", "41,300 EUR", cc=["ruth"]
    )
    event = desk.events[-1]
    assert event.actor == WORLD
    assert event.body == words.MailSent(
        id="m1", thread="t1", to=("ines", "anna-b", "tanaka", "ruth"), addressed=("ines", "anna-b", "tanaka"),
        cc=("ruth",), subject="Offer", text="41,300 EUR",
        outside=words.Outside(name="Jo (Sales)", address="jo@supplier.example"),
    )  # fmt: skip
    assert desk.notices[0].sender == letter.author == "Jo (Sales) <jo@supplier.example>"
    receipt = desk.do("ines", "mail.reply", mail="m1", text="Too much.")
    assert receipt.to == ("jo@supplier.example",)
    assert (desk.last().to, desk.last().sent_outside) == ((), ("jo@supplier.example",))
    receipt = desk.do("ruth", "mail.reply_all", mail="m1", text="Agreed.")
    assert receipt.to == ("jo@supplier.example", "ines", "anna-b", "tanaka")
    assert desk.do("tomas", "mail.send", to="Jo <JO@Supplier.example>", text="Hi").to == ("jo@supplier.example",)
    mail.arrive("Jo", "jo@supplier.example", ["ines"], "Re: Offer", "Less then.", in_reply_to="m2")
    assert [sheet.id for sheet in desk.do("ines", "mail.read", mail="t1").mails] == ["m1", "m2", "m3", "m5"]
    assert (desk.notices[-1].to, desk.notices[-1].kind) == ("ines", "reply")


def test_a_stranger_is_not_written_to(desk: Desk) -> None:
    """Nobody guesses addresses; a near one is suggested, so that a look-alike shows."""
    mail_of(desk).know("Jo", "jo@supplier.example")
    refusal = desk.refused("ines", "mail.send", to="jo@suplier.example", text="x")
    assert refusal.code == "no_such_person"
    assert "did you mean 'jo@supplier.example'?" in refusal.why


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sender_address": "jo"}, "bad_argument"),
        ({"sender_address": "a b@c"}, "bad_argument"),
        ({"to": ["nobody"]}, "no_such_person"),
        ({"to": []}, "bad_argument"),
        ({"text": ""}, "empty"),
        ({"in_reply_to": "m7"}, "no_such_thing"),
        ({"attachments": ["/nothing.txt"]}, "no_such_thing"),
    ],
)
def test_a_mail_from_outside_keeps_the_rules(changes: Any, code: str) -> None:
    """What the world sends in is checked like anybody's mail, and leaves no trace when refused."""
    desk = open_office([Mail, Drive])
    mail = mail_of(desk)
    arguments = {"sender_name": "Jo", "sender_address": "jo@x.example", "to": ["ines"], "subject": "s", "text": "t"}
    with pytest.raises(Refused) as refused:
        mail.arrive(**(arguments | changes))
    assert refused.value.code == code
    assert desk.events == []
    assert desk.refused("ines", "mail.send", to="jo@x.example", text="x").code == "no_such_person"


def test_what_somebody_outside_attaches_can_be_read(filed: Desk) -> None:
    """A file that comes with a mail from outside opens to whoever gets the mail."""
    mail_of(filed).arrive("Jo", "jo@x.example", ["tanaka"], "s", "t", attachments=["/finance/prices.csv"])
    assert filed.office.app(Drive).readable("tanaka", "/finance/prices.csv")


# --- out of office ---------------------------------------------------------------------------------------------------


def test_an_absent_persons_mailbox_answers_each_sender_once(desk: Desk) -> None:
    """One automatic reply for a sender and an absence, caused by the mail, in its thread; a new absence starts anew."""
    shown = desk.do("ines", "mail.set_out_of_office", text="Back on Friday. Tomás helps.", until="thu")
    assert (shown.on, shown.until) == (True, "Fri 6 March 2026, 00:00")
    assert desk.last() == words.OutOfOfficeSet(
        text="Back on Friday. Tomás helps.", start=desk.clock.now, until=desk.clock.now + 87 * 3600
    )
    send(desk, "ruth", "ines")
    sent, automatic = desk.events[-2:]
    assert automatic.actor == "ines"
    assert automatic.causes == (sent.serial,)
    assert automatic.body == words.MailSent(
        id="m2", thread="t1", to=("ruth",), addressed=("ruth",), subject="Automatic reply: Prices",
        text="Back on Friday. Tomás helps.", in_reply_to="m1", automatic=True,
    )  # fmt: skip
    send(desk, "ruth", "ines")
    send(desk, "tomas", "ines")
    assert [e.body.automatic for e in desk.events[-3:]] == [False, False, True]  # type: ignore[attr-defined]
    desk.do("ines", "mail.set_out_of_office", text="Still away.", until="fri")
    send(desk, "ruth", "ines")
    assert desk.last().text == "Still away."


def test_automatic_replies_never_answer_each_other(desk: Desk) -> None:
    """Two absent people do not write to each other for ever: an automatic reply is answered by nobody's mailbox."""
    for who in ("ines", "ruth"):
        desk.do(who, "mail.set_out_of_office", text=f"{who} is away.", until="fri")
    send(desk, "ines", "ruth")
    assert [event.body.automatic for event in desk.events if event.kind == "mail.sent"] == [False, True]  # type: ignore[attr-defined]


def test_an_absence_has_its_time(desk: Desk) -> None:
    """Before its start and from its end on nothing is answered; it can be cleared once."""
    desk.do("ines", "mail.set_out_of_office", text="Away.", start="12:00", until="14:00")
    answered = []
    for clock in ("11:59", "12:00", "13:59", "14:00"):
        desk.clock.now = desk.at(clock)
        send(desk, {"11:59": "ruth", "12:00": "ruth", "13:59": "tomas", "14:00": "tanaka"}[clock], "ines")
        answered.append(desk.last().automatic)
    assert answered == [False, True, True, False]
    assert desk.refused("ines", "mail.clear_out_of_office").code == "already_so"
    desk.do("ines", "mail.set_out_of_office", text="Away.", until="2h")
    assert desk.do("ines", "mail.clear_out_of_office").on is False
    assert desk.last() == words.OutOfOfficeCleared()
    send(desk, "anna-k", "ines")
    assert desk.last().automatic is False


def test_who_is_outside_or_copied_blindly(desk: Desk) -> None:
    """Somebody outside gets an automatic reply as well; for a blind copy there is none, for it would show itself."""
    for who in ("ines", "tanaka"):
        desk.do(who, "mail.set_out_of_office", text="Away.", until="fri")
    mail_of(desk).arrive("Jo", "jo@x.example", ["ines"], "Offer", "41,300")
    assert (desk.last().to, desk.last().sent_outside, desk.last().automatic) == ((), ("jo@x.example",), True)
    send(desk, "ruth", "tomas", bcc="tanaka")
    assert desk.last().automatic is False


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ({"text": "Away.", "until": "08:00"}, "in_the_past", "'08:00' is past"),
        ({"text": "Away.", "until": "09:00"}, "in_the_past", "'09:00' is past"),
        ({"text": "Away.", "until": "fri", "start": "08:00"}, "in_the_past", "'08:00' is past"),
        ({"text": "Away.", "until": "tue", "start": "wed 09:00"}, "bad_argument", "before it begins"),
        ({"text": "Away.", "until": "tue 09:00", "start": "tue 09:00"}, "bad_argument", "before it begins"),
        ({"text": "Away.", "until": "soon"}, "bad_argument", "is not a time"),
        ({"text": " ", "until": "fri"}, "empty", "write something"),
    ],
)
def test_an_absence_that_makes_no_sense_is_refused(desk: Desk, arguments: Any, code: str, hint: str) -> None:
    """It lies ahead, ends after it begins, and says something."""
    refusal = desk.refused("ines", "mail.set_out_of_office", **arguments)
    assert refusal.code == code
    assert hint in refusal.why
    desk.do("ines", "mail.set_out_of_office", text="Away.", start="09:00", until="09:01")


# --- one's own mailbox -----------------------------------------------------------------------------------------------


def test_listing_marks_nothing_and_reading_does(desk: Desk) -> None:
    """The newest is on top, a list can go on, and only what was opened is read."""
    for number in range(1, 5):
        send(desk, "ruth", "ines", subject=f"Mail {number}")
    rows = desk.do("ines", "mail.list", limit=3)
    assert ([row.id for row in rows.mails], rows.more) == (["m4", "m3", "m2"], 1)
    assert inbox(desk, "ines", before="m2") == ["m1"]
    events = len(desk.events)
    sheets = desk.do("ines", "mail.read", mail="m2")
    assert (sheets.mails[0].new, sheets.words()) == (True, 3)
    assert len(desk.events) == events
    assert desk.do("ines", "mail.read", mail="m2").mails[0].new is False
    assert inbox(desk, "ines", unread_only=True) == ["m4", "m3", "m1"]
    assert mail_of(desk).unread_for("ines") == ("m1", "m3", "m4")
    mail_of(desk).mark_read("ines", ["m1", "m3"])
    assert mail_of(desk).unread_for("ines") == ("m4",)
    assert mail_of(desk).unread_for("ruth") == ()


def test_a_mail_is_moved_for_oneself_only(desk: Desk) -> None:
    """A copy goes into a folder, a new one if asked for; others' copies stay where they are."""
    send(desk, "ruth", ["ines", "tomas"])
    desk.do("ines", "mail.move", mail="m1", folder="Archive")
    assert desk.last() == words.MailMoved(id="m1", folder="archive")
    assert (inbox(desk, "ines"), inbox(desk, "ines", folder="archive"), inbox(desk, "tomas")) == ([], ["m1"], ["m1"])
    desk.do("ines", "mail.move", mail="m1", folder="x" * 80, create=True)
    assert desk.refused("ines", "mail.move", mail="m1", folder="x" * 81, create=True).code == "bad_argument"
    desk.do("ines", "mail.move", mail="m1", folder="Q3 prices", create=True)
    assert inbox(desk, "ines", folder="q3 PRICES") == ["m1"]
    folders = desk.do("ines", "mail.folders").folders
    assert [(f.name, f.mails, f.unread) for f in folders] == [
        ("inbox", 0, 0), ("sent", 0, 0), ("archive", 0, 0), ("trash", 0, 0), ("x" * 80, 0, 0), ("Q3 prices", 1, 1),
    ]  # fmt: skip
    assert desk.do("tomas", "mail.folders").folders[-1].name == FOLDERS[-1]
    assert [h.folder for h in desk.do("ines", "mail.search", query="prices", folder="Q3 prices").hits] == ["Q3 prices"]
    assert desk.do("ines", "mail.search", query="prices", folder="inbox").hits == ()


@pytest.mark.parametrize(
    ("folder", "code", "hint"),
    [
        ("inbox", "already_so", "is in 'inbox' already"),
        ("archiv", "no_such_place", "did you mean 'archive'?"),
        ("zzz", "no_such_place", "yours are inbox, sent, archive, trash; create=true"),
        ("sent", "not_allowed", "what you sent yourself"),
    ],
)
def test_a_folder_that_will_not_do(desk: Desk, folder: str, code: str, hint: str) -> None:
    """A folder is there, or made on purpose; "sent" is for one's own."""
    send(desk, "ruth", "ines")
    refusal = desk.refused("ines", "mail.move", mail="m1", folder=folder)
    assert refusal.code == code
    assert hint in refusal.why
    assert desk.refused("ines", "mail.move", mail="m1", folder=" ", create=True).code == "bad_argument"


def test_marks_are_ones_own(desk: Desk) -> None:
    """Read, unread and flags are set once each, on one's own copy."""
    send(desk, "ruth", ["ines", "tomas"])
    assert desk.refused("ines", "mail.mark", mail="m1", mark="unread").code == "already_so"
    for mark in ("read", "flagged", "unread", "unflagged"):
        desk.do("ines", "mail.mark", mail="m1", mark=mark)
        assert desk.last() == words.MailMarked(id="m1", mark=mark)
        assert desk.refused("ines", "mail.mark", mail="m1", mark=mark).code == "already_so"
        row = desk.do("ines", "mail.list").mails[0]
        assert {"read": not row.unread, "unread": row.unread, "flagged": row.flagged, "unflagged": not row.flagged}[
            mark
        ]
        assert desk.do("tomas", "mail.list").mails[0].unread


def test_search_finds_ones_own_mail(desk: Desk) -> None:
    """By subject, text or author; not what others got."""
    send(desk, "ruth", "ines", "The détecteur is late.", subject="Delivery")
    for query in ("delivery", "detecteur", "adeyemi", '"is late"'):
        assert [hit.id for hit in desk.do("ines", "mail.search", query=query).hits] == ["m1"]
    assert desk.do("tomas", "mail.search", query="delivery").hits == ()
    assert desk.refused("ines", "mail.search", query="?!").code == "empty"


# --- whatever happens ------------------------------------------------------------------------------------------------

_who = st.sampled_from(PEOPLE)
_mail = st.integers(1, 15).map("m{}".format)
_line = st.lists(st.sampled_from([*PEOPLE, "team:finance", "jo@x.example"]), max_size=2)


class AnyMail(RuleBasedStateMachine):
    """Random people do random things; the events alone tell what must be so."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = open_office([Mail])
        self.mail = mail_of(self.desk)
        self.mail.know("Jo", "jo@x.example")
        self.unread: dict[str, set[str]] = {who: set() for who in PEOPLE}
        self.has: dict[str, set[str]] = {who: set() for who in PEOPLE}
        self.seen = 0

    def act(self, who: str, name: str, **arguments: Any) -> Any:
        before = len(self.desk.events), len(self.desk.notices)
        try:
            receipt = self.desk.do(who, name, **arguments)
        except Refused:
            assert (len(self.desk.events), len(self.desk.notices)) == before
            return None
        self.follow()
        return receipt

    def follow(self) -> None:
        for event in self.desk.events[self.seen :]:
            body = event.body
            if isinstance(body, words.MailSent):
                assert set(body.to) | set(body.sent_outside) == {*body.addressed, *body.cc, *body.bcc} - {event.actor}
                for who in body.to:
                    self.unread[who].add(body.id)
                    self.has[who].add(body.id)
                if body.outside is None:
                    self.has[event.actor].add(body.id)
            elif isinstance(body, words.MailMarked):
                if body.mark == "read":
                    self.unread[event.actor].discard(body.id)
                elif body.mark == "unread":
                    self.unread[event.actor].add(body.id)
        self.seen = len(self.desk.events)

    @rule(who=_who, to=_line, cc=_line, bcc=_line)
    def send(self, who: str, to: list[str], cc: list[str], bcc: list[str]) -> None:
        self.act(who, "mail.send", to=to, cc=cc, bcc=bcc, subject="s", text="findable")

    @rule(who=_who, mail=_mail, how=st.sampled_from(["reply", "reply_all"]))
    def answer(self, who: str, mail: str, how: str) -> None:
        receipt = self.act(who, f"mail.{how}", mail=mail, text="findable")
        if receipt is not None:
            old = self.mail.letter(mail)
            hidden = set(old.bcc) - {*old.addressed, *old.cc, old.sender}
            assert not hidden & {*receipt.to, *receipt.cc, *receipt.bcc}, "an answer showed a blind copy"

    @rule(who=_who, mail=_mail, to=_line)
    def forward(self, who: str, mail: str, to: list[str]) -> None:
        self.act(who, "mail.forward", mail=mail, to=to)

    @rule(to=_line)
    def arrive(self, to: list[str]) -> None:
        try:
            self.mail.arrive("Jo", "jo@x.example", to, "offer", "findable")
        except Refused:
            return
        self.follow()

    @rule(who=_who, mail=_mail, mark=st.sampled_from(["read", "unread", "flagged"]))
    def mark(self, who: str, mail: str, mark: str) -> None:
        self.act(who, "mail.mark", mail=mail, mark=mark)

    @rule(who=_who, mail=_mail, folder=st.sampled_from([*FOLDERS, "mine"]))
    def move(self, who: str, mail: str, folder: str) -> None:
        self.act(who, "mail.move", mail=mail, folder=folder, create=True)

    @rule(who=_who, on=st.booleans())
    def out_of_office(self, who: str, on: bool) -> None:
        if on:
            self.act(who, "mail.set_out_of_office", text="findable", until="2h")
        else:
            self.act(who, "mail.clear_out_of_office")

    @rule(minutes=st.integers(0, 90))
    def time_passes(self, minutes: int) -> None:
        self.desk.clock.passes(60 * minutes)

    @rule(who=_who, what=st.integers(1, 15), thread=st.booleans())
    def read(self, who: str, what: int, thread: bool) -> None:
        sheets = self.act(who, "mail.read", mail=f"{'t' if thread else 'm'}{what}")
        for sheet in sheets.mails if sheets else ():
            assert sheet.id in self.has[who], "read a mail they have not got"
            assert sheet.new == (sheet.id in self.unread[who])
            letter = self.mail.letter(sheet.id)
            assert set(sheet.bcc) == (set(letter.bcc) if who == letter.sender else set(letter.bcc) & {who})
            self.unread[who].discard(sheet.id)

    @rule(who=_who)
    def search(self, who: str) -> None:
        hits = {hit.id for hit in self.desk.do(who, "mail.search", query="findable", limit=50).hits}
        assert len(self.has[who]) > 50 or hits == self.has[who]

    @invariant()
    def unread_is_delivered_minus_read(self) -> None:
        for who in PEOPLE:
            assert set(self.mail.unread_for(who)) == self.unread[who]
            folders = self.desk.do(who, "mail.folders").folders
            assert sum(f.unread for f in folders) == len(self.unread[who])
            assert sum(f.mails for f in folders) == len(self.has[who])


AnyMail.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestAnyMail = AnyMail.TestCase
