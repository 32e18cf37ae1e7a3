"""The seat in a real browser: a task by clicks alone, and by keyboard alone; sound pages, whatever they show."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from sim.player import Act
from tests.browser.conftest import LAPTOP, PHONE, Open, fixture, grave, overflow, serving
from tests.workaday.doors.plays import CROISSANTS, KIOSK, through_python
from workaday.doors.session import Session
from workaday.result import Result
from workaday.window.seat.playing import entry_of, link
from workaday.window.seat.routes import seat_pages

FLOUR = Path(__file__).parents[1] / "fixtures" / "mill" / "flour.yaml"
HOSTILE = "<script>document.title='x'</script><b>bold</b> \u202e\u0639\u0631\u0628\u064a \U0001f642 " + "w" * 10_000
NAME = "&amp; \u0639\u0631\u0628\u064a \U0001f642 " + "w" * 80
"""A file name; the drive takes no marks of direction and no brackets in one."""


@asynccontextmanager
async def seated(out: Path, what: Path = KIOSK) -> AsyncIterator[tuple[str, Session]]:
    """The link to the pages of a session."""
    async with Session.open(what, out=out) as session:
        entry = await entry_of(session, lambda: 1_000_000.0, 600, scored=True, close=lambda: None, patience=60)
        async with serving(seat_pages(entry)) as address:
            yield link(address, entry), session


class Mouse:
    """Acts by clicks on what a user sees, found by label and text; a text is typed where it was clicked."""

    def __init__(self, page: Any) -> None:
        self.page = page

    async def to(self, name: str) -> None:
        """Follow a link."""
        await self.page.get_by_role("link", name=name).first.click()

    async def press(self, name: str) -> None:
        """Press a button, and see what comes of it."""
        async with self.page.expect_navigation():
            await self.page.get_by_role("button", name=name, exact=True).first.click()

    async def write(self, label: str, text: str) -> None:
        """Type into a field."""
        await self.page.get_by_label(label, exact=True).first.click()
        await self.page.keyboard.press("Control+a")
        await self.page.keyboard.insert_text(text)

    async def unfold(self, title: str) -> None:
        """Open what is folded."""
        await self.page.get_by_text(title, exact=True).click()


class Keyboard(Mouse):
    """Acts by keys alone: Tab to what is wanted, Enter to press it."""

    async def _reach(self, found: Any) -> None:
        wanted = await found.first.element_handle()
        for _ in range(120):
            await self.page.keyboard.press("Tab")
            if await wanted.evaluate("it => it === document.activeElement"):
                return
        raise AssertionError(f"{found} is not reached by Tab")

    async def to(self, name: str) -> None:
        await self._reach(self.page.get_by_role("link", name=name))
        async with self.page.expect_navigation():
            await self.page.keyboard.press("Enter")

    async def press(self, name: str) -> None:
        await self._reach(self.page.get_by_role("button", name=name, exact=True))
        async with self.page.expect_navigation():
            await self.page.keyboard.press("Enter")

    async def write(self, label: str, text: str) -> None:
        await self._reach(self.page.get_by_label(label, exact=True))
        await self.page.keyboard.press("Control+a")
        await self.page.keyboard.insert_text(text)

    async def unfold(self, title: str) -> None:
        await self._reach(self.page.locator("summary", has_text=title))
        await self.page.keyboard.press("Enter")


@fixture(scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """What the task comes to where it is done from Python."""
    return (await through_python(CROISSANTS, tmp_path_factory.mktemp("python") / "r.workaday"))[1]


@pytest.mark.parametrize("hand", [Mouse, Keyboard])
async def test_a_task_is_done_by_hand(open_page: Open, tmp_path: Path, hand: type[Mouse], told: Result) -> None:
    """By clicks alone, and by keyboard alone: the task is done, the score is shown, and both are what the same acts
    make through Python."""
    async with seated(tmp_path / "r.workaday") as (way_in, session):
        page = await open_page(way_in)
        user = hand(page)
        await user.to("Chat")
        await user.write("To", "luka")
        await user.write("Text *", "What does one croissant cost?")
        await user.press("Send")
        await user.write("Wait until", "3h")
        await user.press("Wait")
        await user.press("Open")
        await user.to("Write to somebody")
        await user.write("To", "mira")
        await user.write("Text *", "Do you approve the croissant order, 180 EUR? A croissant costs 0.90 EUR.")
        await user.press("Send")
        await user.write("Wait until", "3h")
        await user.press("Wait")
        await user.press("Open")
        await user.to("Drive")
        await user.write("Path *", "/order.md")
        await user.write("Text *", "A croissant costs 0.90 EUR.")
        await user.press("Save")
        await user.to("Chat")
        await user.to("Mira Babi")
        await user.write("Message to Mira Babić", "The order is in /order.md.")
        await user.press("Send")
        await user.to("Today")
        await user.unfold("Say that everything is done")
        await user.write("Note", "Ordered.")
        await user.press("Finish for good")
        assert "1.00" in await page.locator(".ended .total").inner_text()
        assert await grave(page) == []
        assert session.result is not None, session.failure
        assert session.result.digest == told.digest
        assert session.result.scores.total == told.scores.total == 1.0


async def test_pages_are_sound_whatever_they_show(open_page: Open, tmp_path: Path) -> None:
    """On a laptop and a phone, in the light and in the dark, with an interruption, and with markup, right-to-left text,
    emoji and a word of 10,000 characters in messages, subjects and file names: no serious finding of axe, nothing wider
    than the window, and all of it is text."""
    acts = (
        Act(action="chat.send", arguments={"to": "nadia", "text": HOSTILE[:8000]}),
        Act(action="chat.read", arguments={"place": "dm:nadia+seat"}),
        Act(action="mail.send", arguments={"to": "nadia", "subject": HOSTILE[:200], "text": HOSTILE}),
        Act(action="mail.list", arguments={"folder": "sent"}),
        Act(action="mail.read", arguments={"mail": "m1"}),
        Act(action="drive.write", arguments={"path": f"/office/{NAME}.md", "text": HOSTILE}),
        Act(action="drive.list", arguments={"folder": "/office"}),
        Act(action="calendar.list"),
        Act(action="directory.person", arguments={"who": "nadia"}),
        Act(action="search.find", arguments={"query": "bold"}),
        Act(action="desk.wait", arguments={"until": "10:29", "through": True}),
        Act(action="drive.write", arguments={"path": "/office/long.md", "text": "Of rye. " * 2000}),
    )
    async with seated(tmp_path / "r.workaday", FLOUR) as (way_in, session):
        await session.now()
        for act in acts:
            turn = await session.act(act)
            last = turn.observation.last if turn.observation else None
            assert last is not None
            assert last.refusal is None
        assert turn.observation is not None
        assert turn.observation.ringing
        page = await open_page(way_in)
        wrong = []
        addresses = (
            "/", "/chat", "/chat/dm:nadia+seat", "/mail?folder=sent", "/mail/m1", "/mail/new", "/drive",
            "/drive/office",
            f"/drive/office/{quote(NAME)}.md", "/calendar", "/calls", "/tracker", "/directory",
            "/directory/nadia", "/search", "/-/do/drive.edit_cells",
        )  # fmt: skip
        for number, address in enumerate(addresses):
            await page.emulate_media(color_scheme=("light", "dark")[number % 2])
            await page.goto(way_in.partition("/-/")[0] + address)
            for size in (LAPTOP, PHONE):
                await page.set_viewport_size(size)
                if (wide := await overflow(page)) > 0:
                    wrong.append(f"{address} is {wide} wider than {size['width']}")
            wrong += [f"{address}: {each}" for each in await grave(page)]
            assert await page.title() != "x"
        assert wrong == []
        await page.goto(way_in.partition("/-/")[0] + "/chat/dm:nadia+seat")
        assert "<script>document" in await page.locator(".talk").first.inner_text()


async def test_what_is_under_way_is_shown_until_it_is_over(open_page: Open, tmp_path: Path) -> None:
    """A page that waits shows that it does, and then, by itself, what came of it."""
    async with Session.open(KIOSK, out=tmp_path / "r.workaday") as session:
        entry = await entry_of(session, lambda: 1_000_000.0, 600, patience=0)
        async with serving(seat_pages(entry)) as address:
            page = await open_page(link(address, entry), size=LAPTOP)
            await page.get_by_text("Nothing waits.").wait_for()
            await page.get_by_label("Wait until").fill("3h")
            await page.get_by_role("button", name="Wait", exact=True).click()
            await page.get_by_text("Wait: done in").wait_for()
