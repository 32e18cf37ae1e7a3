"""What every page has: themes, a way past the bar, a layout that holds whatever is in it."""

from collections.abc import AsyncIterator

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.browser.conftest import LAPTOP, PHONE, Open, fixture, grave, overflow, serving
from workaday.window.app import application

LONG = "<script>document.title='x'</script> " + "ö" * 10_000 + " \u202eعربي 🙂"


async def _long(request: Request) -> Response:
    raise HTTPException(404, LONG)


@fixture(scope="module")
async def address() -> AsyncIterator[str]:
    """Where the pages are."""
    async with serving(application([Route("/long", _long)])) as made:
        yield made


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_shell_is_sound(open_page: Open, address: str, size: dict[str, int], scheme: str) -> None:
    """No serious finding of axe, in both themes and at both sizes; text of any kind is text, and fits."""
    page = await open_page(f"{address}/long", size=size, color_scheme=scheme)
    assert await grave(page) == []
    assert await overflow(page) <= 0
    assert (await page.title()).startswith("404")
    assert "<script>" in await page.locator(".prose").inner_text()


async def test_the_theme_is_chosen_and_kept(open_page: Open, address: str) -> None:
    """The button changes the theme by keyboard, and the next page has it."""
    ground = "getComputedStyle(document.body).backgroundColor"
    page = await open_page(f"{address}/long", color_scheme="light")
    light = await page.evaluate(ground)
    await page.get_by_role("button", name="Switch to the dark theme").focus()
    await page.keyboard.press("Enter")
    assert await page.evaluate(ground) != light
    await page.reload()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    await page.get_by_role("button", name="Switch to the light theme").click()
    assert await page.evaluate(ground) == light
