"""The seat's pages in a browser without script: a task is done by forms, and every form is safe to send."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sim.player import Act
from tests.workaday.doors.plays import CROISSANTS, KIOSK, through_python
from tests.workaday.doors.test_doors import every_action
from tests.workaday.window.plain import Plain
from workaday.doors.session import Session
from workaday.doors.tokens import Tokens
from workaday.window.app import POLICY
from workaday.window.seat.desk import address, landing
from workaday.window.seat.playing import entry_of, link
from workaday.window.seat.routes import Entry

FLOUR = Path(__file__).parents[2] / "fixtures" / "mill" / "flour.yaml"
HOSTILE = (
    "<script>document.title='x'</script><b>bold</b>\u202e\u0639\u0631\u0628\u064a " + "w" * 10_000 + " \U0001f642&amp;"
)


@asynccontextmanager
async def seated(out: Path, what: Any = KIOSK, **how: Any) -> AsyncIterator[tuple[Plain, Session, Entry]]:
    """A session with a user who has come in by the link."""
    async with Session.open(what, out=out) as session:
        entry = await entry_of(session, lambda: 1_000_000.0, 60, patience=60, **how)
        yield await Plain.within(entry), session, entry


async def croissants(user: Plain) -> None:
    """Do the task of the scenario by what stands on the pages, up to its last act."""
    await user.follow("Chat")
    await user.press("Send", to="luka", text="What does one croissant cost?")
    await user.press("Wait", until="3h")
    await user.go("/")
    await user.press("Open")
    assert "0.90 EUR" in user.text
    await user.follow("Write to somebody")
    await user.press("Send", to="mira", text="Do you approve the croissant order, 180 EUR? A croissant costs 0.90 EUR.")
    await user.press("Wait", until="3h")
    await user.go("/chat/dm:mira+seat")
    await user.press("Read")
    await user.go("/drive")
    await user.press("Save", path="/order.md", text="A croissant costs 0.90 EUR.")
    await user.go("/chat/dm:mira+seat")
    await user.press("Send", text="The order is in /order.md.")
    await user.go("/")


async def test_a_task_is_done_by_forms_and_scores_as_by_python(tmp_path: Path) -> None:
    """What is recorded of a user of the pages is what the same acts make through Python: the same events, the same
    score; and the score is shown at the end."""
    _, told = await through_python(CROISSANTS, tmp_path / "python.workaday")
    closed: list[bool] = []
    async with seated(tmp_path / "r.workaday", scored=True, close=lambda: closed.append(True)) as (user, session, _):
        await croissants(user)
        await user.press("Finish for good", note="Ordered.")
        assert session.result is not None, session.failure
        assert session.result.digest == told.digest
        assert session.result.scores.total == told.scores.total == 1.0
        await user.go("/")
        assert "1.00" in user.text
        assert "Run file" in user.text
        await user.go("/drive/order.md")
        assert "The run has ended" in user.text
        await user.go("/")
        await user.press("Close the office")
        assert closed == [True]


async def test_to_look_at_pages_does_nothing(tmp_path: Path) -> None:
    """However many pages are looked at, no time passes and no turn is spent, and nobody's name is found out by guessing
    an address; forms alone act."""
    async with seated(tmp_path / "r.workaday", FLOUR) as (user, session, entry):
        for name in {action.partition(".")[0] for action in session.offers} - {"desk"}:
            await user.go(f"/{name}")
            await user.go(f"/{name}/anything")
        for action in session.offers:
            await user.go(f"/-/do/{action}")
        met = (await Plain.within(entry)).text
        for person in session.rollout.loaded.org.people():
            for address in (f"/directory/{person.id}", f"/chat/dm:{person.id}+seat"):
                shown = (await user.go(address)).text
                assert person.name not in shown or person.name in met, address
        assert (await session.now()).observation == session.seat.turns[0].seen
        assert len(session.seat.turns) == 1


async def test_a_form_is_of_its_turn(tmp_path: Path) -> None:
    """A form that was sent twice, or from a page that is no longer true, is done once: the second is told so, with what
    was typed kept."""
    async with seated(tmp_path / "r.workaday") as (user, session, _):
        await user.go("/chat")
        form = user.form("Send").fill(to="luka", text="What does one croissant cost?")
        await user.send(form, "Send")
        await user.send(form, "Send")
        assert user.answer.status_code == 409
        assert "Nothing was done" in user.text
        assert user.form("Chat: send").values["text"] == ["What does one croissant cost?"]
        assert len(session.seat.turns) == 2
        await user.press("Chat: send")
        assert len(session.seat.turns) == 3


async def test_what_is_refused_can_be_mended(tmp_path: Path) -> None:
    """What the office refuses, and what cannot be read, is told on the page, with a form that holds what was typed."""
    async with seated(tmp_path / "r.workaday") as (user, _session, _):
        await user.go("/chat")
        await user.press("Send", to="nobody", text="Hello?")
        assert "Chat: send was not done" in user.text
        assert user.form("Try again").values["to"] == ["nobody"]
        await user.press("Try again", to="luka")
        assert "Chat: send: done" in user.text
        await user.go("/-/do/drive.read")
        await user.press("Drive: read", path="/a.md", first_line="one")
        assert user.answer.status_code == 400
        assert "not 'one'" in user.text
        assert user.form("Drive: read").values["path"] == ["/a.md"]


async def test_nobody_acts_without_the_link(tmp_path: Path) -> None:
    """Without the cookie of the link nothing is shown or done; a token for another seat, of another run, or too old
    opens nothing; a form made elsewhere is not taken."""
    async with seated(tmp_path / "r.workaday") as (user, session, entry):
        stranger = Plain.of(entry)
        for address in ("/", "/chat", "/-/do/desk.wait", "/-/under-way"):
            answer = await stranger.client.get(address)
            assert answer.status_code == 401, address
            assert "Harbour Kiosk" not in answer.text
        others = Tokens(b"another secret", lambda: 1_000_000.0)
        for token in (entry.tokens.issue("mira"), others.issue("seat"), entry.tokens.issue("seat", -1), "", "\u00e9"):
            answer = await stranger.client.get("/-/enter", params={"token": token})
            assert answer.status_code == 401, token
        cookies = dict(user.client.cookies)
        for headers, csrf, status in (
            ({}, "", 403),
            ({}, "guessed", 403),
            ({"Origin": "http://elsewhere"}, user.form("Wait").values["_csrf"][0], 403),
        ):
            data = {"_csrf": csrf, "until": "1h"}
            answer = await user.client.post("/-/act/desk.wait", data=data, headers=headers)
            assert answer.status_code == status
            answer = await stranger.client.post("/-/act/desk.wait", data=data, headers=headers)
            assert answer.status_code in (401, 403)
        assert cookies
        assert len(session.seat.turns) == 1
        data = {"_csrf": user.form("Wait").values["_csrf"][0], "until": "1h", "_back": "//elsewhere/x"}
        answer = await user.client.post("/-/act/desk.wait", data=data, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


async def test_hostile_text_is_text(tmp_path: Path) -> None:
    """Markup in messages, subjects, file names and refusals is shown as text on every page, under a strict policy."""
    acts = (
        Act(action="chat.send", arguments={"to": "luka", "text": HOSTILE}),
        Act(action="chat.read", arguments={"place": "dm:luka+seat"}),
        Act(action="mail.send", arguments={"to": "luka", "subject": HOSTILE[:120], "text": HOSTILE}),
        Act(action="mail.list", arguments={"folder": "sent"}),
        Act(action="drive.write", arguments={"path": "/<b>\u202e\U0001f642.md", "text": HOSTILE}),
        Act(action="drive.list"),
        Act(action="search.find", arguments={"query": "<script>"}),
        Act(action="chat.send", arguments={"to": "<script>alert(1)</script>", "text": HOSTILE}),
    )
    async with seated(tmp_path / "r.workaday") as (user, session, _):
        for act in acts:
            await session.act(act)
            for address in ("/", "/chat/dm:luka+seat", "/mail?folder=sent", "/drive", "/search", "/chat/%3Cscript%3E"):
                answer = (await user.go(address)).answer
                assert answer.headers["content-security-policy"] == POLICY
                assert "<script>document" not in answer.text
                assert "<script>alert" not in answer.text
                assert "<b>" not in answer.text
        assert "<script>document.title='x'</script>" in (await user.go("/chat/dm:luka+seat")).text


async def test_a_session_goes_on_with_its_pages(tmp_path: Path) -> None:
    """Opened again on the run file, the pages remember what was seen and done, and the old link still opens them."""
    out = tmp_path / "r.workaday"
    async with seated(out) as (user, _, entry):
        await user.go("/chat")
        await user.press("Send", to="luka", text="What does one croissant cost?")
        await user.press("Wait", until="3h")
        old = link("http://localhost", entry)
    async with Session.open(out) as session:
        entry = await entry_of(session, lambda: 1_000_000.0, 60, patience=60)
        await session.now()
        again = await Plain.of(entry).go(old)
        assert "Chat: send" in again.text
        assert "Luka Novak" in again.text
        await again.press("Open")
        assert "0.90 EUR" in again.text
        assert "What does one croissant cost?" in again.text


CHOICES: dict[str, tuple[dict[str, str], str]] = {
    "Take it now": ({}, "calls.answer"),
    "Defer": ({}, "calls.decline"),
    "Decline": ({"why": "Not today."}, "calls.decline"),
    "Delegate": ({"instead": "nadia"}, "calls.decline"),
}


@pytest.mark.parametrize("choice", CHOICES)
async def test_an_interruption_has_its_choices(choice: str, tmp_path: Path) -> None:
    """A call in the middle of something shows what can be done about it: take it now, defer, decline, delegate. What it
    cut short can then be resumed."""
    typed, action = CHOICES[choice]
    async with seated(tmp_path / "r.workaday", FLOUR) as (user, session, _):
        await user.press("Wait", until="10:29", through="true")
        await user.go("/drive")
        await user.press("Save", path="/office/long.md", text="Of rye, and of how it is milled. " * 200)
        assert "You were interrupted at Drive: write" in user.text
        assert "calls" in user.text
        assert "Interrupted: Drive: write" in user.text
        await user.press(choice, 0, **typed)
        last = session.seat.turns[-1].seen.last
        assert last is not None
        assert (last.action, last.refusal) == (action, None)
        if choice == "Take it now":
            assert "You are in this call" in user.text
            assert "second oven" in user.text
            await user.press("Say it", text="Thank you, Bram.")
            assert user.text.index("second oven") < user.text.index("Thank you, Bram.")
            await user.press("Hang up")
        assert "Take it now" not in user.text
        await user.press("Resume")
        assert "Drive: write: done" in user.text
        assert user.title == "long.md"


async def test_an_act_that_came_too_early_is_kept(tmp_path: Path) -> None:
    """A form that is sent while something is under way does nothing, says so, and can be sent again as it was typed."""
    async with Session.open(KIOSK, out=tmp_path / "r.workaday", pace=Halted()) as session:
        entry = await entry_of(session, lambda: 1_000_000.0, 60, patience=0.01)
        user = await Plain.within(entry)
        await user.go("/chat")
        form = user.form("Send").fill(to="luka", text="What does one croissant cost?")
        await user.press("Wait", until="1h")
        assert "Under way" in user.text
        assert not user.form("Wait").usable
        await user.send(form, "Send")
        assert user.answer.status_code == 409
        assert "Nothing was done" in user.text
        session.seat.pace.go.set()  # type: ignore[attr-defined]
        await session.now()
        await user.press("Chat: send")
        await session.now()
        assert "Chat: send: done" in (await user.go("/")).text


class Halted:
    """A pace at which nothing is reached until `go` is set."""

    is_at_once = False

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def pass_by(self, since: int, at: int, tell: Callable[[int], None]) -> None:
        """Wait for `go`."""
        await self.go.wait()


async def test_every_page_can_be_shown_after_everything(tmp_path: Path) -> None:
    """Whatever was done, refused or given back, the pages of its app and of the thing it was done with are shown."""
    async with seated(tmp_path / "r.workaday") as (user, session, entry):
        for act in every_action(session.offers):
            if act.action == "desk.finish":
                continue
            turn = await session.act(act)
            assert turn.observation is not None
            memory = entry.seats["seat"].memory
            there = landing(session.offers, act.action, act.arguments, memory)
            for page in dict.fromkeys((address(act.action.partition(".")[0]), there)):
                await user.go(page)


@pytest.mark.parametrize("choice", ["Join now", "Defer", "Decline", "Delegate", "Not now"])
async def test_a_meeting_that_begins_has_its_choices(choice: str, tmp_path: Path) -> None:
    """A meeting that has begun can be joined; or who called it is told that one comes later or not at all, or somebody
    is asked to go. None of it is refused, and after each the meeting no longer stands above the page."""
    async with seated(tmp_path / "r.workaday", FLOUR) as (user, session, _):
        invite = {"title": "Ovens", "start": "tue 09:00", "minutes": 60, "people": ["bram"]}
        await session.act(Act(action="calendar.invite", arguments=invite))
        await user.go("/")
        await user.press("Wait", until="09:05", through="true")
        assert "Not now" in user.answer.text
        turns = len(session.seat.turns)
        form = user.form(choice)
        if "to" in form.values:
            form.fill(to="nadia")
        await user.send(form, choice)
        assert "Not now" not in user.answer.text
        last = session.seat.turns[-1].seen.last
        assert last is not None
        assert last.refusal is None
        assert len(session.seat.turns) == turns + (choice != "Not now")
