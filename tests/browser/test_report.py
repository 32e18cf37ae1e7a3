"""The report in a browser: from disk, offline, on a laptop and on a phone."""

from pathlib import Path

import pytest

import workaday
from tests.browser.conftest import LAPTOP, PHONE, Open, fixture, grave, overflow
from workaday.window.report.document import report

CROISSANTS = Path(__file__).parents[2] / "examples" / "kiosk" / "croissants.yaml"


@fixture(scope="module")
async def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Addresses of a report of one run and of one of two."""
    folder = tmp_path_factory.mktemp("report")
    paths = []
    for player in ("oracle", "idle"):
        paths.append(folder / f"{player}.workaday")
        await workaday.run_async(CROISSANTS, player=player, out=paths[-1])
    made = {}
    for name, of in (("one", paths[:1]), ("two", paths)):
        (folder / f"{name}.html").write_text(report(of), encoding="utf-8")
        made[name] = (folder / f"{name}.html").as_uri()
    return made


@pytest.mark.parametrize("name", ["one", "two"])
@pytest.mark.parametrize(("size", "scheme"), [(LAPTOP, "light"), (PHONE, "dark")], ids=["laptop", "phone"])
async def test_it_reads_well_from_disk(
    open_page: Open, files: dict[str, str], name: str, size: dict[str, int], scheme: str
) -> None:
    """With the network off it loads without a complaint, axe has no serious finding, and nothing is wider than the
    window."""
    page = await open_page(files[name], size=size, color_scheme=scheme, offline=True)
    assert await grave(page) == []
    assert await overflow(page) <= 0


async def test_a_loss_leads_to_its_event(open_page: Open, files: dict[str, str]) -> None:
    """Following the time beside a quoted event opens the place where it stands."""
    page = await open_page(files["two"], offline=True)
    link = page.locator("a[href^='#r2e']").first
    target = (await link.get_attribute("href") or "")[1:]
    await link.focus()
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.querySelector(':target')?.id") == target
    assert await page.locator(f"[id='{target}']").is_visible()
