"""People who join and leave in mid-run: they do nothing before and after, and nobody's day breaks over it."""

from datetime import date
from pathlib import Path

import pytest

import workaday
from sim.record import Record
from sim.units import local_instant
from sim.vocabulary.core import WORLD
from tests.scenarios.shop import Shop


def at(day: int) -> int:
    """Midnight in Vienna, of a day in March 2026."""
    return local_instant(date(2026, 3, day), 0, "Europe/Vienna")


@pytest.mark.parametrize("background", ["light", "full"])
def test_who_has_left_is_never_heard_of_again(background: str, tmp_path: Path) -> None:
    """Somebody whose last day is Tuesday says and reads nothing from Wednesday on, whatever is written to them."""
    shop = Shop(tmp_path)
    org = tmp_path / "bakery.yaml"
    org.write_text(
        org.read_text("utf-8").replace("owns: [oven]}", "owns: [oven], leaves: 2026-03-03}"), encoding="utf-8"
    )
    shop.edit("lasts: 2 days", f"lasts: 5 days\nbackground: {background}")
    shop.edit(
        "events:\n",
        "events:\n"
        "  - {at: wed 10:00, who: ines, does: chat, to: tomas, wants_reply: true, text: Where is the key?}\n"
        "  - {at: wed 11:00, who: tomas, does: chat, to: ines, text: I am gone and should not say this.}\n"
        "  - {at: tue 15:00, who: ines, does: mail, to: tomas, subject: Key, wants_reply: true, text: By Thursday?}\n",
    )
    result = workaday.run(shop.path, player="diligent", out=tmp_path / "run.workaday")
    assert result.outcome in ("finished", "horizon")
    with Record.open(result.path) as record:
        deeds = [e for e in record.events(actor="tomas") if not e.kind.startswith(("feeling.", "person."))]
        assert deeds
        assert max(e.at for e in deeds) < at(4)
        assert [e for e in record.events() if e.at > at(5) and e.actor not in (WORLD, "tomas", "seat")]


def test_who_joins_later_is_not_there_before(tmp_path: Path) -> None:
    """Somebody whose first day is Wednesday does nothing on Monday and Tuesday, and works from then on."""
    shop = Shop(tmp_path)
    org = tmp_path / "bakery.yaml"
    org.write_text(
        org.read_text("utf-8").replace("site: mill, persona", "site: mill, joined: 2026-03-04, persona"),
        encoding="utf-8",
    )
    shop.edit("lasts: 2 days", "lasts: 5 days\nbackground: full")
    result = workaday.run(shop.path, player="idle", out=tmp_path / "run.workaday")
    with Record.open(result.path) as record:
        kinds = ("chat.sent", "mail.sent", "message.read")
        deeds = [e.at for e in record.events(actor="lena", since=at(2)) if e.kind in kinds]
    assert deeds
    assert min(deeds) >= at(4)
