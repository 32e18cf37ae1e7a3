"""``workaday show``: a run as people read it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import workaday
from scenarios.stage import office_apps
from sim.record import Record
from sim.vocabulary.calendar import Answer, MeetingAnswered
from sim.vocabulary.calls import CallRung
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event, UnknownBody
from sim.vocabulary.mail import MailSent, Outside
from sim.vocabulary.run import RunStarted
from sim.vocabulary.seat import Acted, Interrupted
from sim.vocabulary.world import Away
from workaday.cli import invoke
from workaday.result import Result
from workaday.transcript import LOOKS, Transcript, spell


def shown(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a transcript."""
    assert invoke(["show", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_day_is_told_on_the_clock_of_the_seat(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """Who said what to whom, when it was in the seat's zone; what the player did, and what that cost."""
    lines = shown(str(played.path), capsys=capsys)
    assert lines[0] == "── Tue 3 March 2026, day 1 (Europe/Brussels) ──"
    assert lines[1].startswith("08:00  flour begins: player diligent")
    asked = next(line for line in lines if "Robin Peeters → Nadia Haddad" in line)
    assert re.fullmatch(r"08:0\d  .* \(c1\): Hello Nadia, what is the price of a ton of rye flour\? \(\d+ s\)", asked)
    assert not any("Robin Peeters: directory.find" in line for line in lines)
    assert any(line.endswith("Robin Peeters answers call1") for line in lines)
    assert any("writes /office/flour.md" in line for line in lines)
    assert any(" (flour-order) is granted by Lotte Maes]" in line for line in lines)
    assert "the run ends: horizon" in lines[-1]


def test_a_person_a_thread_and_a_day_can_be_chosen(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what somebody did or was told, only one place, only one day."""
    path = str(played.path)
    everything = shown(path, capsys=capsys)
    nadia = shown(path, "--person", "nadia", capsys=capsys)
    assert 1 < len(nadia) < len(everything)
    assert all("Nadia" in line for line in nadia[1:])
    call = shown(path, "--thread", "call1", capsys=capsys)
    assert any("the second oven is warm again" in line for line in call)
    assert not any("flour" in line for line in call)
    assert shown(path, "--day", "1", capsys=capsys) == everything


def test_what_is_told_is_what_was_chosen(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """The story without looking up and waiting, which are counted; all of it; what people said alone."""
    path = str(played.path)
    assert invoke(["show", path]) == 0
    said = capsys.readouterr()
    story = said.out.splitlines()
    everything = shown(path, "--all", capsys=capsys)
    found = re.fullmatch(r"\((\d+) waits and things looked up are left out: --all\)\n", said.err)
    assert found is not None
    assert len(story) + int(found[1]) == len(everything)
    assert not any(" has waited" in line or "directory.find" in line for line in story)
    assert any(" has waited" in line for line in everything)
    assert any("Robin Peeters: directory.find" in line for line in everything)
    talk = [line for line in shown(path, "--talk", capsys=capsys) if re.match(r"\d", line)]
    assert 3 < len(talk) < len(story)
    assert all(" → " in line or ", in call" in line for line in talk)
    assert invoke(["show", path, "--talk", "--all"]) == 2


def test_who_has_left_is_not_told_to_come_back(played: Result) -> None:
    """Somebody on leave is away until a time; somebody who works here no more has left."""
    with Record.open(played.path) as record:
        transcript = Transcript(record)
        told = [
            transcript.words(Event(1, 0, "ben", "person.away", Away(start=0, end=86400, why=why, deputy=None), ()))
            for why in ("leave", "has left")
        ]
    assert "is away until" in told[0]
    assert told[1].endswith(" has left")
    assert "until" not in told[1]


def test_what_only_looks_is_known_of_every_action() -> None:
    """What is left out are the actions that change nothing, as the office itself has them: of every app of ours."""
    looks = {action.name for app in office_apps() for action in app.actions if not action.changes}
    assert looks == LOOKS


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (MeetingAnswered(meeting="mtg1", to=("b",), organiser="b", answer=answer), f"anna {words} mtg1")
        for answer, words in zip(get_args(Answer), ("accepts", "declines", "may come to", "asks to move"), strict=True)
    ],
)
def test_answers_to_invitations_are_sentences(body: MeetingAnswered, told: str) -> None:
    """Every answer that there is."""
    with Record.of({"script": {"seat": "anna", "start": 0}}, [Event(1, 0, "anna", body.kind, body)]) as record:
        assert list(Transcript(record).lines())[1] == f"00:00  {told}"


def test_a_day_that_the_run_has_not_is_told_with_those_it_has(
    played: Result, flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a whole run, and of one that was stopped on its first day."""
    assert invoke(["show", str(played.path), "--day", "2"]) == 2
    assert "there is no day 2: this run has day 1" in capsys.readouterr().err
    week = workaday.run("first-week", player="idle", out=here / "week.workaday", until="wed 10:00")
    assert invoke(["show", str(week.path), "--day", "9"]) == 2
    assert "there is no day 9: this run has the days 1 to 3" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--day", "9"], ["--person", "nadja"], ["--thread", "#nowhere"], ["--day", "0"]])
def test_what_is_not_there_is_told(arguments: list[str], played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """A day, a person or a thread that the run does not have ends with 2 and words, not with silence."""
    assert invoke(["show", str(played.path), *arguments]) == 2
    said = capsys.readouterr().err
    assert said
    if arguments[1] == "nadja":
        assert "Did you mean 'nadia'?" in said


def test_raw_is_what_the_digest_is_taken_of(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """--raw prints the canonical events, one a line, from the first to the last."""
    lines = shown(str(played.path), "--raw", capsys=capsys)
    assert len(lines) == played.events
    assert [json.loads(line)[0] for line in lines] == list(range(1, played.events + 1))


def test_a_reader_who_has_seen_enough_is_no_error(played: Result) -> None:
    """Piped into `head`, the command ends quietly."""
    code = "from workaday.cli import main; main()"
    command = [sys.executable, "-c", code, "show", str(played.path), "--raw"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as show:
        assert show.stdout is not None
        assert show.stderr is not None
        show.stdout.readline()
        show.stdout.close()
        assert show.stderr.read() == b""
        assert show.wait(timeout=600) == 0


def test_every_kind_of_line_reads_well() -> None:
    """Interruptions, mails from outside with their lines, costs behind what they belong to, kinds nobody knows."""
    rung = CallRung(call="call1", to=("anna",), way="walk_up", about="the lid", urgent=True)
    mail = MailSent(
        id="m1", thread="t1", to=("anna",), addressed=("anna",), subject="Offer", text="Dear Anna,\n\nCheap.",
        outside=Outside(name="Eva", address="eva@out.example"),
    )  # fmt: skip
    chat = MessageSent(id="c1", place="#lab", to=("anna", "ben"), text="Two\nlines")
    cut = Interrupted(turn=2, action="mail.send", done=30, left=7260, by="ben", notice=1)
    events = [
        Event(1, 0, "ben", rung.kind, rung),
        Event(2, 0, "world", mail.kind, mail),
        Event(3, 60, "anna", chat.kind, chat),
        Event(4, 60, "anna", "seat.acted", Acted(turn=1, action="chat.send", arguments={"text": "x"}, took=95)),
        Event(5, 90, "anna", cut.kind, cut),
        Event(6, 91, "anna", "whiteboard.drawn", UnknownBody(data={"text": "a line"})),
    ]  # fmt: skip
    known = [event for event in events if not isinstance(event.body, UnknownBody)]
    with Record.of({"script": {"seat": "anna", "start": 0}}, known) as record:
        assert list(Transcript(record).lines()) == [
            "── Thu 1 January 1970, day 1 (UTC) ──",
            "00:00  ben walks up to anna (call1, urgent): the lid",
            "00:00  Eva <eva@out.example> → anna by mail m1: Offer",
            "       Dear Anna,",
            "       ",
            "       Cheap.",
            "00:01  anna → #lab (c1): Two (2 min)",
            "       lines",
            "00:01  ben interrupts anna in mail.send: 30 s done, 2 h 01 left",
        ]


def test_lengths_of_time_are_spelled_for_people() -> None:
    """Seconds, minutes, hours."""
    assert [spell(s) for s in (0, 89, 90, 3540, 3600, 7500)] == ["0 s", "89 s", "2 min", "59 min", "1 h 00", "2 h 05"]


def test_a_mail_names_each_address_once() -> None:
    """Somebody outside stands once in the line above a mail, whether addressed openly or in a blind copy."""
    mail = MailSent(
        id="m2", thread="t2", to=("ben",), sent_outside=("eva@out.example", "uta@out.example", "ida@out.example"),
        addressed=("eva@out.example",), cc=("ben", "uta@out.example"), bcc=("ida@out.example",), subject="Yes",
        text="Agreed.",
    )  # fmt: skip
    with Record.of({"script": {"seat": "anna", "start": 0}}, [Event(1, 0, "anna", mail.kind, mail)]) as record:
        (head, _) = list(Transcript(record).lines())[1:]
    assert head == "00:00  anna → eva@out.example, ida@out.example, copy to ben, uta@out.example by mail m2: Yes"


def test_a_run_begins_where_its_first_day_does() -> None:
    """What was there before (a mail of last year) stands above, whichever event the record has first."""
    start = 1772438400
    header = {"script": {"seat": "kim", "start": start}, "scenario": "x", "seed": 1, "player": "p", "mind": "m"}
    events = [
        Event(1, start - 86400 * 300, "world", "run.started", RunStarted(scenario="x", seed=1, player="p", mind="m")),
        Event(2, start - 86400, "mia", "chat.sent", MessageSent(id="c1", place="dm:kim+mia", to=("kim",), text="Old.")),
        Event(3, start + 60, "mia", "chat.sent", MessageSent(id="c2", place="dm:kim+mia", to=("kim",), text="New.")),
    ]
    with Record.of(header, events) as record:
        lines = [line for line in Transcript(record).lines() if line]
    assert [line.split("  ", 1)[-1] for line in lines] == [
        "── Sun 1 March 2026, before the run (UTC) ──", "mia → kim (c1): Old.",
        "── Mon 2 March 2026, day 1 (UTC) ──", "x begins: player p, mind m, seed 1", "mia → kim (c2): New.",
    ]  # fmt: skip
