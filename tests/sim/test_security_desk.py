"""The security desk: reports by coworkers and the player, triage, warnings, false alarms, and what each leads to."""

from typing import Any

import pytest

from sim import persuasion
from sim.apps.security import Security
from sim.record import Record
from sim.script import Aim, Exercise, Fact, Pretext, Scheme, Version
from sim.script import Security as Spec
from sim.vocabulary.attention import FeelingChanged
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.mail import MailSent
from sim.vocabulary.seat import ActionRefused
from sim.vocabulary.security import (
    LureAnswered,
    LureGained,
    LureTried,
    SenderBlocked,
    SuspicionReported,
    SuspicionSettled,
    WarningGiven,
)
from tests.office import MONDAY
from tests.simworld import APPS, Steps, play

FALSE, HONEST = "post@parcels.example", "lena@printer.example"
CODE = Fact(
    id="code", topic="the code", versions=(Version(value="4711 left", since=MONDAY - 1, known_by=("ines", "anna-k")),)
)
POST = Pretext(
    id="post", name="The post", sender=FALSE, appeals=("routine",), subject="A parcel", text="What is the code?"
)
CODE_OF_INES = Aim(id="code", wants="fact", topic="the code", fact="code", targets=("ines",), pretexts=("post",))
LETTER: dict[str, Any] = {
    "id": "lena", "at": MONDAY + 300, "who": "world", "does": "outside_mail", "to": ("tomas",), "subject": "Proofs",
    "place": f"Lena <{HONEST}>", "text": "URGENT, the proofs please",
}  # fmt: skip


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody falls for anything or cries wolf, and whoever sees through it reports it, with the mail."""
    never, always = ("odds", "asks_back", "false_alarm"), ("tells_desk", "complete", "owns_up")
    for name, value in (*((name, 0.0) for name in never), *((name, 1.0) for name in always)):
        monkeypatch.setattr(persuasion, name, lambda *_, value=value, **__: value)


async def guarded(
    *acts: tuple[str, dict[str, Any]], desk: str = "ruth", aims: tuple[Aim, ...] = (CODE_OF_INES,), **more: Any
) -> Record:
    scheme = Scheme(id="s", begins=MONDAY + 600, pause=(3600, 3600), most=4, pretexts=(POST,), aims=aims)
    spec = Spec(desk=(desk,), takes=(300, 600), **{"schemes": (scheme,), **more.pop("security", {})})
    _, record = await play(Steps(*acts), security=spec, facts=(CODE,), apps=(*APPS, Security), **more)
    return record


async def test_a_report_is_looked_at_acted_on_and_thanked_for() -> None:
    """Forwarded, settled, blocked, everybody warned once, the reporter answered: in that order."""
    record = await guarded()
    kinds = (SuspicionReported, SuspicionSettled, SenderBlocked, WarningGiven)
    assert [type(e.body) for e in record.events(kinds)] == list(kinds)
    ((_, warning),) = record.bodies(WarningGiven)
    assert set(warning.to) == {"ines", "anna-k", "anna-b", "tanaka", "tomas"}
    assert warning.official
    assert [b.to for e, b in record.bodies(MessageSent) if e.actor == "ruth"] == [("ines",)]


async def test_what_a_report_lacks_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report without the mail names nobody: the desk asks, the mail is sent on, and only then is it settled."""
    monkeypatch.setattr(persuasion, "complete", lambda *_: 0.0)
    record = await guarded()
    assert [body.senders for _, body in record.bodies(SuspicionReported)] == [(), (FALSE,)]
    assert [body.founded for _, body in record.bodies(SuspicionSettled)] == [True]


async def test_whoever_gave_in_owns_up_once_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning that names the sender makes them tell the desk; the report says that it confesses."""
    monkeypatch.setattr(persuasion, "odds", lambda *_: 1.0)
    warn = ("mail.send", {"to": ["ines"], "subject": "Warning", "text": f"Do not answer {FALSE}, it is false."})
    record = await guarded(("desk.wait", {"until": "1h"}), warn, desk="tomas")
    assert len(list(record.bodies(LureGained))) == 1
    ((event, body),) = record.bodies(SuspicionReported)
    assert (event.actor, body.senders, body.confesses) == ("ines", (FALSE,), True)


async def test_a_warning_works_once_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What people were told of is what the rule is given for them."""
    seen: list[float] = []

    def odds(_temper: object, _appeals: object, standing: persuasion.Standing) -> float:
        seen.append(standing.warned)
        return 0.0

    monkeypatch.setattr(persuasion, "odds", odds)
    warn = ("mail.send", {"to": ["ines"], "subject": "Warning", "text": f"Do not answer {FALSE}, it is false."})
    await guarded(warn, desk="tomas")
    assert seen == [persuasion.NAMED]


async def test_false_alarms_tire_the_desk() -> None:
    """They are settled as none, answered, and from the second one on felt."""
    report = ("mail.forward", {"mail": "m1", "to": "ruth", "text": "Is this one of ours?"})
    record = await guarded(
        ("desk.wait", {"until": "8m"}), report, ("desk.wait", {"until": "30m"}), report,
        timeline=[LETTER], security={"schemes": ()},
    )  # fmt: skip
    assert [body.founded for _, body in record.bodies(SuspicionSettled)] == [False, False]
    assert not list(record.bodies(SenderBlocked))
    felt = [body.what for event, body in record.bodies(FeelingChanged) if event.actor == "ruth"]
    assert "irritation" in felt


async def test_a_warning_of_an_honest_sender_is_one_in_the_record() -> None:
    """Who is named and means no harm is told apart."""
    warn = ("mail.send", {"to": ["ines"], "subject": "Careful", "text": f"{HONEST} and {FALSE} are fake."})
    record = await guarded(("desk.wait", {"until": "15m", "through": True}), warn, desk="tomas", timeline=[LETTER])
    ((_, warning),) = record.bodies(WarningGiven)
    assert set(warning.senders) == {HONEST, FALSE}
    assert warning.honest == (HONEST,)


async def test_a_warning_that_names_the_honest_sender_to_compare_is_no_false_alarm() -> None:
    """Who says which address is the real one has warned of the other alone."""
    text = f"Do not answer {FALSE}. The printer's real address is {HONEST}."
    warn = ("mail.send", {"to": ["ines"], "subject": "Careful", "text": text})
    record = await guarded(("desk.wait", {"until": "15m", "through": True}), warn, desk="tomas", timeline=[LETTER])
    ((_, warning),) = record.bodies(WarningGiven)
    assert (warning.senders, warning.honest) == ((FALSE,), ())


async def test_small_talk_is_neither_a_report_nor_a_warning() -> None:
    """A colleague who finds the weather odd, or says "careful" to somebody, reports nothing and warns of nobody."""
    says = [
        {"id": f"{who}-says", "at": MONDAY + 900, "who": who, "does": "say", "to": to, "about": "the stairs",
         "text": "What an odd day. Be careful on the stairs."}
        for who, to in (("ines", ("ruth",)), ("ruth", ("anna-k",)))
    ]  # fmt: skip
    record = await guarded(timeline=says, security={"schemes": ()})
    assert [event.actor for event, _ in record.bodies(MessageSent)] == ["ines", "ruth"]
    assert not list(record.events((SuspicionReported, WarningGiven)))


async def test_only_the_desk_may_block() -> None:
    """Anybody else is told whom to tell."""
    record = await guarded(("security.block", {"address": FALSE}))
    ((_, refused),) = record.bodies(ActionRefused)
    assert "ruth" in refused.why


async def test_a_tester_writes_under_a_pretext_and_reads_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail bears the lent name; the answer comes to the tester without a trace of them in it."""
    monkeypatch.setattr(persuasion, "odds", lambda *_: 1.0)
    test = Exercise(procedures=(CODE_OF_INES,), identities={"post": f"The post <{FALSE}>"}, report="/report.md")
    pose = {"identity": "post", "to": "ines", "procedure": "code", "appeal": "routine", "text": "The code, please?"}
    record = await guarded(("security.pose", pose), security={"schemes": (), "exercise": test})
    ((tried, lure),) = record.bodies(LureTried)
    assert (tried.actor, lure.sender) == ("tomas", FALSE)
    ((_, answer),) = [(e, b) for e, b in record.bodies(MailSent) if e.actor == "ines"]
    assert answer.bcc == ("tomas",)
    assert "tomas" not in answer.addressed
    assert [body.how for _, body in record.bodies(LureAnswered)] == ["granted"]
