"""Pages in a real browser: Debian's Chromium, one for each worker, headless and offline.

Where there is none the tests are skipped and say so; with WORKADAY_BROWSER=required, as in CI, they fail instead.
Tests here are ``async def`` and share one event loop, that of the browser; so do their fixtures, which are declared
with ``@fixture`` of this module.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
import pytest_asyncio

from workaday.window.serving import opened

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
GRAVE = ("serious", "critical")
"""The impacts of axe findings that no page may have."""

Open = Callable[..., Awaitable[Any]]
"""Opens an address, as the fixture `open_page` gives it: a `playwright.async_api.Page`."""

fixture = partial(pytest_asyncio.fixture, loop_scope="session")
"""A fixture in the loop of the browser."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run every test of this folder in the loop of the browser."""
    for item in items:
        if Path(item.path).is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def chromium() -> str | None:
    """Where the browser is."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def _absent(why: str) -> NoReturn:
    if os.environ.get("WORKADAY_BROWSER") == "required":
        pytest.fail(f"{why}, and WORKADAY_BROWSER=required")
    pytest.skip(why)


@fixture(scope="session")
async def browser() -> AsyncIterator[Any]:
    """A browser for all tests of this worker (`playwright.async_api.Browser`)."""
    where = chromium()
    if where is None:
        _absent("there is no chromium here")
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        _absent("playwright is not installed")
    async with async_playwright() as playwright:
        made = await playwright.chromium.launch(executable_path=where, args=ARGUMENTS)
        yield made
        await made.close()


@fixture
async def open_page(browser: Any) -> AsyncIterator[Open]:
    """Opens an address in a page of its own; what goes wrong in it (a script, a refused style) fails the test."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def note(message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:  # a test may ask for what is not there
            wrong.append(message.text)

    async def go(address: str, *, size: dict[str, int] = LAPTOP, **context: Any) -> Any:
        made = await browser.new_context(viewport=size, reduced_motion="reduce", **context)
        contexts.append(made)
        page = await made.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", note)
        await page.goto(address)
        return page

    yield go
    for context in contexts:
        await context.close()
    assert not wrong, "\n".join(wrong)


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[str]:
    """The address at which an application is answered."""
    async with opened(app, 0) as address:
        yield address


async def grave(page: Any) -> list[str]:
    """What axe finds on a page that is serious: the rule, and where."""
    from importlib.resources import files

    script = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    await page.evaluate(script)
    found = (await page.evaluate("axe.run({resultTypes: ['violations']})"))["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in GRAVE
    ]


async def until(page: Any, expression: str, patience: float = 15.0) -> None:
    """Wait until JavaScript is true. (Playwright's own way to wait needs a page that lets strings be run.)"""
    for _ in range(int(patience / 0.02)):
        if await page.evaluate(expression):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"this did not come about in {patience:g} s: {expression}")


async def overflow(page: Any) -> int:
    """By how many pixels a page is wider than its window: 0 where the layout holds."""
    return int(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
