"""Attackers who act: what they try next by what came back, on coworkers and on the player."""

from itertools import pairwise
from typing import Any

import pytest

from sim import persuasion
from sim.apps.security import Security
from sim.record import Record
from sim.schemers import filled
from sim.script import Aim, Fact, Pretext, Scheme, Version
from sim.script import Security as Spec
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.mail import MailSent
from sim.vocabulary.security import (
    LureAnswered,
    LureGained,
    LureTried,
    MailKeptOut,
    SchemeMoved,
    SenderBlocked,
    SuspicionReported,
)
from tests.office import MONDAY
from tests.simworld import APPS, Steps, play

CODE = Fact(
    id="code", topic="the code of the door",
    versions=(Version(value="4711 left", since=MONDAY - 1, known_by=("ines", "tomas", "anna-k")),),
)  # fmt: skip
POST = Pretext(
    id="post", name="The post", sender="post@parcels.example", appeals=("routine",), subject="A parcel",
    text="What is the code of the door?", excuse="It is really us.", spare="post@parcels2.example",
)  # fmt: skip
BANK = Pretext(
    id="bank", name="The bank", sender="desk@bank.example", appeals=("urgency",), subject="Your account",
    text="The code is {code}. Please put our new number into the file.",
)  # fmt: skip
WANTS_CODE = Aim(id="code", wants="fact", topic="the code", fact="code", targets=("ines",), pretexts=("post",))
SURE, NEVER = 0.95, 0.0


@pytest.fixture
def odds(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what everybody's chances are: to fall for it, to ask for proof, to report."""

    def fix(falls: float, asks: float = 0.0, tells: float = 0.0) -> None:
        monkeypatch.setattr(persuasion, "odds", lambda *_: 1.0 if falls == SURE else 0.0)
        monkeypatch.setattr(persuasion, "asks_back", lambda *_: asks)
        monkeypatch.setattr(persuasion, "tells_desk", lambda *_: tells)

    return fix


def scheme(*aims: Aim, **changes: Any) -> Scheme:
    given: dict[str, Any] = {"id": "s", "begins": MONDAY + 600, "pause": (600, 900), "most": 6}
    given |= {"pretexts": (POST, BANK), "aims": aims}
    return Scheme(**given | changes)


async def attacked(*acts: tuple[str, dict[str, Any]], desk: str = "ruth", schemes: Any, **more: Any) -> Record:
    spec = Spec(desk=(desk,), takes=(300, 600), schemes=schemes)
    apps = (*APPS, Security)
    _, record = await play(Steps(*acts), security=spec, facts=(CODE,), apps=apps, **more)
    return record


def hows(record: Record) -> list[tuple[str, str]]:
    return [(body.lure, body.how) for _, body in record.bodies(LureAnswered)]


async def test_what_somebody_gives_is_got_and_told_in_the_mail(odds: Any) -> None:
    """Granted: the value is in their own mail to the attacker's address, and in the record as gained."""
    odds(SURE)
    record = await attacked(schemes=(scheme(WANTS_CODE),))
    ((event, gained),) = record.bodies(LureGained)
    assert (event.actor, gained.value) == ("ines", "4711 left")
    (mail,) = [b for e, b in record.bodies(MailSent) if e.actor == "ines" and "post@parcels.example" in b.sent_outside]
    assert "4711 left" in mail.text
    assert [b.to for _, b in record.bodies(SchemeMoved)] == ["begun", "stopped"]


async def test_what_was_got_is_used_for_more(odds: Any) -> None:
    """The next aim quotes the first one, and the wanted text is written into the file."""
    odds(SURE)
    change = Aim(
        id="number", wants="change", topic="the number", path="/bank.md", value="new 8840", targets=("tomas", "anna-k"),
        pretexts=("bank",), after=("code",),
    )  # fmt: skip
    seeded = [{"kind": "file", "at": MONDAY - 60, "author": "ines", "path": "/bank.md", "data": "old 1180"}]
    record = await attacked(schemes=(scheme(WANTS_CODE, change),), seeded=seeded, seat="ruth", desk="ines")
    sent = [body.text for _, body in record.bodies(MailSent) if body.outside is not None]
    assert sent[1].startswith("The code is 4711 left.")
    last = [body for _, body in record.bodies(FileWritten) if body.path == "/bank.md"][-1]
    assert "new 8840" in last.text
    assert "old 1180" in last.text


def test_what_was_not_got_is_not_spoken_of() -> None:
    """A sentence that needs what an attacker has not got is left out."""
    assert filled("The code is {code}. Please hurry.", {}) == "Please hurry."


async def test_refused_it_goes_on_to_another_pretext_and_then_to_another_person(odds: Any) -> None:
    """Two pretexts for one person, then the next, at least a pause apart; with nothing left it stops."""
    odds(NEVER)
    aim = WANTS_CODE.model_copy(update={"targets": ("ines", "anna-k"), "pretexts": ("post", "bank")})
    record = await attacked(schemes=(scheme(aim),))
    tried = [(event.at, body.target, body.pretext) for event, body in record.bodies(LureTried)]
    assert [entry[1] for entry in tried] == ["ines", "ines", "anna-k", "anna-k"]
    assert {entry[2] for entry in tried[:2]} == {"post", "bank"}
    assert all(later[0] - earlier[0] >= 600 for earlier, later in pairwise(tried))
    assert next(reversed(list(record.bodies(SchemeMoved))))[1].why == "nobody is left to try"


async def test_asked_for_proof_it_gives_its_excuse_once(odds: Any) -> None:
    """The excuse comes in the same thread; then they decide, and ask no more."""
    odds(NEVER, asks=1.0)
    record = await attacked(schemes=(scheme(WANTS_CODE),))
    assert hows(record) == [("lure1", "asked"), ("lure1", "refused")]
    sent = [body for _, body in record.bodies(MailSent) if body.outside is not None]
    assert [mail.text for mail in sent] == [POST.text, POST.excuse]
    assert sent[0].thread == sent[1].thread


async def test_blocked_it_writes_from_its_spare_address(odds: Any) -> None:
    """It lies low first, and says so in the record."""
    odds(NEVER, tells=1.0)
    aim = WANTS_CODE.model_copy(update={"targets": ("ines", "anna-k"), "pretexts": ("post",)})
    record = await attacked(schemes=(scheme(aim, pause=(3600, 3600)),))
    assert [body.to for _, body in record.bodies(SchemeMoved)] == ["begun", "another address", "stopped"]
    assert [body.sender for _, body in record.bodies(LureTried)] == ["post@parcels.example", "post@parcels2.example"]


async def test_the_player_at_the_desk_keeps_an_address_out(odds: Any) -> None:
    """Blocked before they have answered, an attempt has failed; what comes later from there is not delivered."""
    odds(SURE)
    again = {
        "id": "again", "at": MONDAY + 3600, "who": "world", "does": "outside_mail", "to": ("ruth",), "subject": "Hello",
        "place": "The post <post@parcels.example>", "text": "Is anybody there?",
    }  # fmt: skip
    record = await attacked(
        ("desk.wait", {"until": "12m"}),
        ("security.block", {"address": "post@parcels.example"}),
        schemes=(scheme(WANTS_CODE, most=1),), timeline=[again], desk="tomas",
    )  # fmt: skip
    assert hows(record) == [("lure1", "kept out")]
    assert not list(record.bodies(LureGained))
    assert [body.to for _, body in record.bodies(MailKeptOut)] == [("ruth",)]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("The code of the door is 4711 left.", "granted"),
        ("Who are you, please?", "asked"),
        ("No.", "refused"),
    ],
)
async def test_what_the_player_writes_back_is_read(odds: Any, text: str, how: str) -> None:
    """A value told is got; a question asks for proof; anything else is a no."""
    odds(NEVER)
    aim = WANTS_CODE.model_copy(update={"targets": ("tomas",)})
    record = await attacked(
        ("desk.wait", {"until": "30m"}), ("mail.reply", {"mail": "m1", "text": text}), schemes=(scheme(aim),)
    )  # fmt: skip
    assert hows(record)[0] == ("lure1", how)


CHANGE = Aim(
    id="number", wants="change", topic="the number", path="/bank.md", value="new 8840", targets=("tomas",),
    pretexts=("bank",),
)  # fmt: skip
BANK_FILE = {"kind": "file", "at": MONDAY - 60, "author": "ines", "path": "/bank.md", "data": "old 1180"}
FALSE = ("drive.write", {"path": "/bank.md", "text": "new 8840"})


def answer(text: str) -> tuple[str, dict[str, Any]]:
    return "mail.reply", {"mail": "m1", "text": text}


@pytest.mark.parametrize(
    ("acts", "how", "got"),
    [
        ((answer("Yes, go ahead, it is done."), FALSE), ["granted"], 1),
        ((answer("No."), FALSE), ["refused", "granted"], 1),
        ((answer("Yes, it is done."),), ["no answer"], 0),
        ((answer("No."),), ["refused"], 0),
    ],
)
async def test_the_text_in_the_file_is_what_counts_of_a_change(odds: Any, acts: Any, how: list[str], got: int) -> None:
    """Written after a yes or a no it is got, once; a yes to what is not in the file is waited for, and no gain."""
    odds(NEVER)
    wait = ("desk.wait", {"until": "30m"})
    record = await attacked(wait, *acts, schemes=(scheme(CHANGE, most=1),), seeded=[BANK_FILE])
    assert [said for _, said in hows(record)] == how
    gained = [(event.actor, body.value, body.path) for event, body in record.bodies(LureGained)]
    assert gained == [("tomas", "new 8840", "/bank.md")] * got


async def test_a_yes_to_what_is_in_the_file_already_is_a_gain(odds: Any) -> None:
    """The wanted text had been written before anybody asked for it; edits that keep it after a no are none."""
    odds(NEVER)
    wait = ("desk.wait", {"until": "30m"})
    more = ("drive.write", {"path": "/bank.md", "text": "new 8840 and a line"})
    for words, how in (("Yes, it is done.", ["granted"]), ("No.", ["refused"])):
        record = await attacked(
            FALSE, wait, answer(words), more, schemes=(scheme(CHANGE, most=1),), seeded=[BANK_FILE]
        )  # fmt: skip
        assert [said for _, said in hows(record)] == how
        assert len(list(record.bodies(LureGained))) == (how == ["granted"])


async def test_a_misused_account_writes_in_chat(odds: Any) -> None:
    """The message is the colleague's in the office, and the attacker's in the record. They wonder at the answer, tell
    the desk, and it locks the account."""
    odds(SURE, tells=1.0)
    inside = Pretext(id="inside", name="Anna Kern", sender="anna-k", via="chat", appeals=("favour",), text="The code?")
    aim = WANTS_CODE.model_copy(update={"pretexts": ("inside",)})
    record = await attacked(schemes=(scheme(aim, pretexts=(inside,)),))
    ((_, tried),) = record.bodies(LureTried)
    said = [(event.actor, body.to) for event, body in record.bodies(MessageSent) if body.id == tried.ref]
    assert said == [("anna-k", ("ines",))]
    assert len(list(record.bodies(LureGained))) == 1
    reports = [(event.actor, body.senders, body.confesses) for event, body in record.bodies(SuspicionReported)]
    assert reports[0] == ("anna-k", ("anna-k",), False)
    assert [(event.actor, body.address) for event, body in record.bodies(SenderBlocked)] == [("ruth", "anna-k")]


async def test_a_call_from_outside_is_decided_while_they_speak(odds: Any) -> None:
    """A coworker picks up and gives in: nothing is written by anybody, and the record has what was said. The player is
    rung by nobody outside: where they are the target, that pretext is left out."""
    odds(SURE)
    ring = Pretext(
        id="ring", name="The post", sender="post@parcels.example", via="call", appeals=("urgency",), text="?!"
    )
    aim = WANTS_CODE.model_copy(update={"targets": ("tomas", "ines"), "pretexts": ("ring",)})
    record = await attacked(schemes=(scheme(aim, pretexts=(ring,)),))
    ((tried, lure),) = record.bodies(LureTried)
    assert (lure.target, lure.app, lure.text) == ("ines", "call", "?!")
    ((gained, _),) = record.bodies(LureGained)
    assert 40 <= gained.at - tried.at <= 300
    assert not list(record.bodies(MailSent))


async def test_the_same_seed_gives_the_same_attack() -> None:
    """Every choice is drawn from seeded streams; another seed gives another run."""
    aim = WANTS_CODE.model_copy(update={"targets": ("ines", "anna-k"), "pretexts": ("post", "bank")})
    digests = [(await attacked(schemes=(scheme(aim),), seed=seed)).digest() for seed in (1, 1, 2)]
    assert digests[0] == digests[1]
    assert digests[1] != digests[2]
