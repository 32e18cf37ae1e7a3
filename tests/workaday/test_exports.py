"""Mail and meetings of a run as other programs read them: here the readers of the standard library and of icalendar."""

import mailbox
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from sim.record import Record
from sim.vocabulary.calendar import MeetingAnswered, MeetingCancelled, MeetingDecided, MeetingMoved, MeetingPlanned
from sim.vocabulary.core import WORLD, Body, Event
from sim.vocabulary.drive import FileMoved, FileWritten
from sim.vocabulary.mail import Attachment, MailSent, Outside
from workaday.cli import invoke
from workaday.exports.mail import Letters, write
from workaday.exports.meetings import calendar
from workaday.result import Result

GHENT = ZoneInfo("Europe/Brussels")
AT = int(datetime(2026, 3, 27, 9, 0, tzinfo=GHENT).timestamp())
WEEK = 7 * 86400
SUBJECT = "עוגת דבש 🍯 für Mëhl: nächste Woche, und zwar so lang, dass die Zeile ganz sicher gefaltet werden muss 👩‍🍳"
TEXT = "From here on it counts.\n\n.\n>From there not.\nÀ bientôt, \x1b[2J 👋" + "\nlong " * 300
FILE: dict[str, Any] = {"version": 1, "digest": "0", "size": 1}


def mail(number: int, *to: str, **more: Any) -> MailSent:
    """A mail, with what is always there."""
    told = {"id": f"m{number}", "thread": "t1", "to": to, "addressed": to, "subject": SUBJECT, "text": TEXT, **more}
    return MailSent.model_validate(told)


@pytest.fixture
def header(played: Result) -> Any:
    with Record.open(played.path) as record:
        return dict(record.header)


def record_of(header: Any, *told: tuple[str, Body]) -> Record:
    """A record of these events, a minute apart."""
    return Record.of(header, [Event(n + 1, AT + 60 * n, who, body.kind, body) for n, (who, body) in enumerate(told)])


@pytest.fixture
def thread(header: Any) -> Iterator[Record]:
    """A talk by mail with files, copies and somebody outside."""
    miller = Outside(name='Möhl, "the mill"', address="o'möhl@mühle.example")
    with record_of(
        header,
        ("lotte", FileWritten(path="/prices/Année 2026.csv", text="a;b\nü;2\n", **FILE)),
        ("lotte", FileMoved(path="/prices", destination="/old", files=("/prices/Année 2026.csv",))),
        ("lotte", mail(1, "bram", "nadia", addressed=("bram",), bcc=("nadia",), attachments=(
            Attachment(path="/old/année 2026.csv", version=1), Attachment(path="/gone.md")))),
        ("bram", mail(2, "lotte", in_reply_to="m1", subject="Re:\r\nBcc: evil@example.com\n x", text="")),
        (WORLD, mail(3, "lotte", in_reply_to="m2", outside=miller)),
        ("lotte", mail(4, sent_outside=(miller.address,), addressed=(miller.address,), in_reply_to="m3",
                       automatic=True)),
    ) as record:  # fmt: skip
        yield record


def test_mail_is_read_by_mail_programs(thread: Record, tmp_path: Path) -> None:
    """An mbox holds every mail with its text, its files, its people, its subject in any script, the sender's own time,
    and the thread it is in."""
    assert write(Letters(thread), tmp_path / "all.mbox") == 4
    parser = policy.default
    box = mailbox.mbox(tmp_path / "all.mbox", create=False)
    first, second, third, fourth = [message_from_bytes(box.get_bytes(key), policy=parser) for key in box.keys()]  # noqa: SIM118
    box.close()
    assert isinstance(first, EmailMessage)
    assert (first["Subject"], first["From"]) == (SUBJECT, "Lotte Maes <lotte@mill.example>")
    assert first["Date"].datetime == datetime(2026, 3, 27, 9, 2, tzinfo=GHENT)
    assert first["Date"].endswith("+0100")
    assert (first["To"], first["Bcc"]) == ("Bram Claus <bram@mill.example>", "Nadia Haddad <nadia@mill.example>")
    assert text_of(first) == f"{TEXT}\n\n[attached: /gone.md]"
    (file,) = first.iter_attachments()
    assert file.get_filename() == "année 2026.csv"
    assert file.get_content_type() == "text/csv"
    assert file.get_payload(decode=True) == "a;b\nü;2\n".encode()
    assert second["Subject"] == "Re: Bcc: evil@example.com x"
    assert second["Bcc"] is None
    for mail_, before in ((second, [first]), (third, [first, second]), (fourth, [first, second, third])):
        assert mail_["In-Reply-To"] == before[-1]["Message-ID"]
        assert mail_["References"].split() == [one["Message-ID"] for one in before]
    assert len({one["Message-ID"] for one in (first, second, third, fourth)}) == 4
    (miller,) = third["From"].addresses
    assert miller.display_name == 'Möhl, "the mill"'
    assert fourth["To"].addresses[0].addr_spec == miller.addr_spec == "xn--o'mhl-lua@xn--mhle-0ra.example"
    assert (fourth["Auto-Submitted"], third["Auto-Submitted"]) == ("auto-replied", None)
    assert all(not one.defects for one in (first, second, third, fourth))


def text_of(message: Any) -> str:
    """What a mail says, without the line break at its end."""
    return str(message.get_body(("plain",)).get_content()).replace("\r\n", "\n").removesuffix("\n")


def test_everybody_has_their_own_mail(thread: Record, tmp_path: Path) -> None:
    """Of one person, as a folder of files: what they sent and got, and of blind copies their own alone."""
    for person, mails, blind in (("nadia", ["m1"], "nadia"), ("bram", ["m1", "m2"], None), ("lotte", None, "nadia")):
        write(Letters(thread, person), tmp_path / person)
        files = sorted((tmp_path / person).iterdir())
        assert [file.stem for file in files] == (mails or ["m1", "m2", "m3", "m4"])
        first = message_from_bytes(files[0].read_bytes(), policy=policy.default)
        assert (first["Bcc"] or "").partition("<")[2] == (f"{blind}@mill.example>" if blind else "")


def test_meetings_are_read_by_calendars(header: Any) -> None:
    """Each meeting is an event at its local time, over the change to summer time too, with who comes; what was moved,
    called off, declined or decided is told as it stands at the end."""
    weekly = (AT, AT + WEEK - 3600, AT + 2 * WEEK - 3600)  # on 29 March summer time begins
    planned = MeetingPlanned(
        meeting="mtg1", to=("bram", "seat"), title="Mehl, Öl; 🥖", start=weekly[0], minutes=45, agenda="A, B;\nC",
        place="Hall", repeats="weekly", occurrences=weekly,
    )  # fmt: skip
    with record_of(
        header,
        ("lotte", planned),
        ("bram", MeetingAnswered(meeting="mtg1", to=("lotte",), organiser="lotte", answer="accept")),
        ("seat", MeetingAnswered(meeting="mtg1.2", to=("lotte",), organiser="lotte", answer="decline",
                                 delegate="nadia")),
        ("lotte", MeetingMoved(meeting="mtg1.2", to=("bram", "seat"), old_start=weekly[1], start=weekly[1] + 3600,
                               minutes=30, why="The oven.", occurrences=(weekly[1] + 3600,))),
        ("lotte", MeetingCancelled(meeting="mtg1.3", to=("bram", "seat"), start=weekly[2])),
        ("lotte", MeetingDecided(meeting="mtg1.1", to=("bram",), text="We buy rye.")),
    ) as record:  # fmt: skip
        told, number = calendar(record)
        of_nadia, nadias = calendar(record, "nadia")
    assert (number, nadias) == (3, 1)
    icalendar: Any = import_module("icalendar")
    read = icalendar.Calendar.from_ical(told)
    first, second, third = read.walk("VEVENT")
    assert {str(zone["TZID"]) for zone in read.walk("VTIMEZONE")} == {"Europe/Brussels"}
    starts = [event.start for event in (first, second, third)]
    assert [start.strftime("%d %H:%M") for start in starts] == ["27 09:00", "03 10:00", "10 09:00"]
    assert [int(start.timestamp()) for start in starts] == [weekly[0], weekly[1] + 3600, weekly[2]]
    assert [int((event.end - event.start).total_seconds()) // 60 for event in (first, second, third)] == [45, 30, 45]
    assert str(first["SUMMARY"]) == "Mehl, Öl; 🥖"
    assert str(first["DESCRIPTION"]) == "A, B;\nC\nDecided: We buy rye."
    assert [str(event["STATUS"]) for event in (first, second, third)] == ["CONFIRMED", "CONFIRMED", "CANCELLED"]
    assert [int(event["SEQUENCE"]) for event in (first, second, third)] == [0, 1, 1]
    states = {str(who): who.params["PARTSTAT"] for who in second["ATTENDEE"]}
    assert states == {
        "mailto:bram@mill.example": "ACCEPTED", "mailto:seat@mill.example": "DELEGATED",
        "mailto:nadia@mill.example": "NEEDS-ACTION",
    }  # fmt: skip
    assert second["ATTENDEE"][1].params["DELEGATED-TO"] == "mailto:nadia@mill.example"
    assert len({str(event["UID"]) for event in (first, second, third)}) == 3
    assert str(icalendar.Calendar.from_ical(of_nadia).walk("VEVENT")[0]["UID"]) == str(second["UID"])


def test_the_command_writes_what_is_asked_for(
    played: Result, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that is there is overwritten, a wrong name is told, and a run without mail gives files without any."""
    monkeypatch.chdir(tmp_path)
    run = str(played.path)
    assert invoke(["export", run, "--mail", "a.mbox", "--calendar", "a.ics", "--for", "bram"]) == 0
    assert capsys.readouterr().out == "a.mbox: mails: 0\na.ics: meetings: 0\n"
    assert b"BEGIN:VCALENDAR" in Path("a.ics").read_bytes()
    for wrong, why in (
        (["--mail", "a.mbox"], "a.mbox is there already"),
        ([], "nothing to export"),
        (["--mail", "b.mbox", "--for", "brem"], "Did you mean 'bram'?"),
    ):
        assert invoke(["export", run, *wrong]) == 2
        assert why in capsys.readouterr().err
    assert invoke(["export", run, "--mail", "no/such/b.mbox"]) == 3
