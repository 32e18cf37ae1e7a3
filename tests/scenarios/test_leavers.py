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


LEFT = ("owns: [oven]}", "owns: [oven], leaves: 2026-03-02}")


def shop_without_tomas(folder: Path) -> Shop:
    """The bakery for four days, of which Tomás is there on the first."""
    shop = Shop(folder)
    org = folder / "bakery.yaml"
    org.write_text(org.read_text("utf-8").replace(*LEFT), encoding="utf-8")
    shop.edit("lasts: 2 days", "lasts: 4 days")
    return shop


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ("at: tue 10:00, who: tomas", "has left by then, after 2026-03-02"),
        ("at: mon 10:00, repeats: daily, who: tomas", "and tomas leaves after 2026-03-02"),
        ("at: mon 10:00, who: tomas", None),
        ("at: mon 10:00, repeats: daily, who: ines", None),
    ],
)
def test_what_somebody_is_to_do_after_they_have_left_is_a_warning(tmp_path: Path, event: str, rule: str | None) -> None:
    """An event of theirs after their last day, or one that repeats past it; one before it is none."""
    shop = shop_without_tomas(tmp_path)
    shop.edit("away:\n", f"  - {{{event}, does: chat, to: lena, text: Flour}}\naway:\n")
    found = [w for w in shop.load().warnings if w.where.startswith("events")]
    assert [w.line for w in found] == ([shop.line(event)] if rule else [])
    assert all(rule and rule in w.rule and w.fix for w in found)


@pytest.mark.parametrize(
    ("old", "new", "warned"),
    [
        ("text: Good morning.", "text: Good morning.", True),
        ("mon 09:10, do: chat, to: tomas, ask: ready", "mon 09:10, do: chat, to: tomas, text: Hello", True),
        ("given: tue 08:00", "given: mon 10:00", False),
        ("known_by: tomas\n    believed", "known_by: [tomas, ines]\n    believed", False),
        ("text: Good morning.", "text: 'It comes on Wednesday 10:15.', states: [ready]", False),
    ],
)
def test_what_only_somebody_who_has_left_knows_is_a_warning(tmp_path: Path, old: str, new: str, warned: bool) -> None:
    """A task that is given after they have gone needs it, and nobody else has it; unless the solution asks in time."""
    shop = shop_without_tomas(tmp_path)
    shop.edit("    approval: buy\n", "    approval: buy\n    given: tue 08:00\n")
    if "do: chat" not in old:
        shop.edit("mon 09:10, do: chat, to: tomas, ask: ready", "mon 09:10, do: chat, to: tomas, text: Hi")
    shop.edit(old, new)
    found = [w for w in shop.load().warnings if "needs 'ready', which only tomas knows" in w.rule]
    assert len(found) == warned
