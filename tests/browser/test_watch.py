"""Watching a run in the browser: views, the moment, filters, deep links, the keyboard, a run that goes on."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from sim.journal import Journal
from tests.browser.conftest import LAPTOP, PHONE, Open, fixture, grave, overflow, serving, until
from tests.scorers.micro import at
from tests.workaday.window import lens
from workaday.window.look import VIEWS
from workaday.window.watch import Watch

SIZES = {"laptop": LAPTOP, "phone": PHONE}


@fixture(scope="module")
async def plain(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Where a run is watched in which nothing is odd."""
    path = lens.plain(tmp_path_factory.mktemp("plain") / "run.workaday")
    async with serving(Watch(str(path), every=0.05).application()) as address:
        yield address


@fixture(scope="module")
async def nasty(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Where a run is watched in which everything is."""
    path = lens.nasty(tmp_path_factory.mktemp("nasty") / "run.workaday")
    async with serving(Watch(str(path), every=0.05).application()) as address:
        yield address


async def ready(page: Any, view: str = "") -> None:
    """Wait until a page shows the run to its end, and the view."""
    await until(
        page, "document.documentElement.dataset.ready && document.querySelector('#watch').dataset.ended === 'yes'"
    )
    if view:
        await until(page, f"location.pathname === '/{view}'")


async def moment(page: Any) -> int:
    """The instant that a page shows."""
    return int(await page.evaluate("document.querySelector('#watch').dataset.at"))


async def shows(page: Any, instant: int) -> None:
    """Wait until a page shows an instant."""
    await until(page, f"document.querySelector('#watch').dataset.at === '{instant}'")


@pytest.mark.parametrize("size", SIZES)
async def test_every_view_is_accessible_and_holds(open_page: Open, nasty: str, size: str) -> None:
    """No serious finding of axe on any view, light or dark, in a run in which everything is odd; no view is wider than
    its window; no script of the run's has run."""
    page = await open_page(f"{nasty}/now", size=SIZES[size], color_scheme="dark" if size == "phone" else "light")
    await ready(page)
    for view in VIEWS:
        await page.goto(f"{nasty}/{view}?at={at('tue 13:00')}")
        await ready(page)
        if view == "points":
            await page.wait_for_selector(".figure")
        if size == "laptop" or view in ("now", "talk"):  # whose pages are others on a phone
            assert await grave(page) == [], view
        assert await overflow(page) <= 0, view
        assert await page.evaluate("globalThis.owned === undefined")


async def test_the_open_fact_and_the_open_person_hold_too(open_page: Open, nasty: str) -> None:
    """What opens within a view is as sound as the view."""
    page = await open_page(f"{nasty}/knowledge?fact=price&at={at('tue 13:00')}")
    for query in ("fact=price", "who=ines", "who=marco"):
        await page.goto(f"{nasty}/knowledge?{query}&at={at('tue 13:00')}")
        await ready(page)
        assert await grave(page) == [], query
        assert await overflow(page) <= 0, query


async def test_scrubbing_changes_what_is_shown_and_the_address(open_page: Open, plain: str) -> None:
    """The slider goes to any minute; the page shows that moment, and its address can be sent on."""
    page = await open_page(f"{plain}/now")
    await ready(page)
    slider = page.get_by_role("slider")
    noon = at("mon 15:10")
    await slider.fill(str(noon))
    await shows(page, noon)
    assert await page.get_by_role("link", name="Ines Hofer, in The report for the board").count() == 1
    assert parse_qs(urlsplit(page.url).query)["at"] == [str(noon)]
    assert (await page.locator("#clock").inner_text()) == "Mon 2 March, 15:10"
    other = await open_page(page.url)
    await ready(other)
    assert await moment(other) == noon
    await slider.focus()
    await page.keyboard.press("ArrowLeft")
    await shows(page, noon - 60)


async def test_the_keyboard_suffices(open_page: Open, plain: str) -> None:
    """Views, events, marks, days, search, filter, theme and help are reached by keys alone."""
    page = await open_page(f"{plain}/now?at={at('mon 09:00')}")
    await ready(page)
    press = page.keyboard.press
    await press("j")
    await shows(page, at("mon 09:10"))
    await press("k")
    await shows(page, at("mon 09:00"))
    await press(".")
    await shows(page, at("mon 14:00"))
    await press(",")
    await shows(page, at("mon 09:00"))
    await press("]")
    await shows(page, at("tue 09:00"))
    await press("2")
    await ready(page, "day")
    assert await page.get_by_role("heading", name="What happened today?").count() == 1
    await press("/")
    assert await page.evaluate("document.activeElement.id") == "search"
    await page.keyboard.type("have the stock")
    await press("Enter")
    await until(page, "document.querySelectorAll('.story').length && location.search.includes('q=')")
    await until(page, "document.querySelector('.day-columns section .story').childElementCount === 1")
    await page.locator("main").focus()
    await press("x")
    await until(page, "!location.search.includes('q=')")
    await press("?")
    assert await page.get_by_role("dialog").is_visible()
    assert await grave(page) == []
    await press("Escape")
    assert not await page.get_by_role("dialog").is_visible()
    await press("t")
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    await press("l")
    await until(page, "!location.search.includes('at=')")


async def test_filters_by_person_and_sort_and_goes_back(open_page: Open, plain: str) -> None:
    """A person or a sort narrows the story; the browser's back takes it off again."""
    page = await open_page(f"{plain}/day?at={at('mon 12:00')}")
    await ready(page)
    story = page.locator(".day-columns section").first.locator(".story > li")
    whole = await story.count()
    await page.locator("#sort-mail").click()
    await until(page, "document.querySelector('.day-columns section .story').childElementCount === 1")
    await page.go_back()
    await until(page, "!location.search.includes('sort=')")
    await until(page, f"document.querySelector('.day-columns section .story').childElementCount === {whole}")
    await page.locator(".rail").get_by_role("link", name="Marco Riva").click()
    await until(page, "location.search.includes('who=marco')")
    await until(page, f"document.querySelector('.day-columns section .story').childElementCount < {whole}")
    assert await page.locator(".lanes .lane").count() == 1


async def test_from_a_lost_point_to_the_event_that_lost_it(open_page: Open, plain: str) -> None:
    """Each lost point leads to what is evidence of it: the file, at that version, at that moment."""
    page = await open_page(f"{plain}/points")
    await ready(page)
    await page.wait_for_selector(".losses")
    lost = page.locator(".losses > li", has_text="the detectors in stock").first
    await lost.locator(".evidence-link").last.click()
    await ready(page, "files")
    assert await page.locator(".text .new bdi").all_inner_texts() == ["A detector costs 41 300 EUR each."]
    assert await moment(page) == at("mon 11:00")


async def test_a_run_that_goes_on_is_followed(open_page: Open, tmp_path: Path) -> None:
    """What is written while somebody watches appears by itself; who looks at an earlier moment is left alone."""
    told = lens.story()
    half = next(n for n, event in enumerate(told.events) if event.at >= at("mon 15:00"))
    path = tmp_path / "run.workaday"
    with Journal.create(path, lens.header(told)) as journal:
        for event in told.events[:half]:
            journal.append(event.at, event.actor, event.body, event.causes)
        journal.flush()
        async with serving(Watch(str(path), every=0.05).application()) as address:
            page = await open_page(f"{address}/now")
            await until(page, f"document.querySelector('#watch').dataset.indexed === '{half}'")
            assert await page.get_by_role("button", name="Live").get_attribute("aria-pressed") == "true"
            early = await open_page(f"{address}/now?at={at('mon 10:00')}")
            await until(early, f"document.querySelector('#watch').dataset.indexed === '{half}'")
            for event in told.end().events[half:]:
                journal.append(event.at, event.actor, event.body, event.causes)
            journal.flush()
            await ready(page)
            await page.get_by_text("horizon").wait_for()
            await until(early, "document.querySelector('#watch').dataset.ended === 'yes'")
            assert await moment(early) == at("mon 10:00")
            for each in (page, early):
                await each.context.close()
