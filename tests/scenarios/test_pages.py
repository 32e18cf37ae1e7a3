"""Pages from an author's file to the run: what the player does about one, and what comes of it."""

from pathlib import Path

import pytest

import workaday
from scenarios.load import load
from sim.record import Record
from sim.source import SourceError
from sim.vocabulary.pager import PageAcknowledged, PageEscalated, PageResolved
from tests.scenarios.shop import Shop

PAGED = """\
  - {id: fire, at: mon 10:00, who: maker, does: page, AIM, text: The oven reports 400 degrees}
  - {after: {resolved: fire}, who: ines, does: chat, to: seat, text: Thank you for the oven.}
  - {at: mon 12:00, who: tomas, does: chat, to: seat, text: It smells of smoke., unless: {acknowledged: fire}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def paged(shop: Shop, aim: str, *steps: str) -> None:
    shop.edit("events:\n", "events:\n" + PAGED.replace("AIM", aim))
    before, _, _ = shop.text.partition("solution:\n")
    shop.write(f"{before}solution:\n" + "".join(f"  - {step}\n" for step in steps))


def said(record: Record, who: str) -> list[str]:
    return [e.body.text for e in record.events(kind="chat.sent", actor=who)]  # type: ignore[attr-defined]


def test_the_solution_takes_a_page_and_ends_it(shop: Shop, tmp_path: Path) -> None:
    """It is taken when it comes; what waits for its end comes about, what should stay away then does."""
    paged(shop, "to: seat", "{do: wait, until: {paged: oven}, at_most: 2h}", "{do: resolve, note: Switched it off.}")
    path = workaday.run(shop.path, player="oracle", out=tmp_path / "run.workaday").path
    with Record.open(path) as record:
        assert [e.actor for e, _ in record.bodies(PageAcknowledged)] == ["seat"]
        assert [b.note for _, b in record.bodies(PageResolved)] == ["Switched it off."]
        assert any("Thank you for the oven" in text for text in said(record, "ines"))
        assert not any("smoke" in text for text in said(record, "tomas"))


def test_nobody_at_the_desk_sends_it_up(shop: Shop, tmp_path: Path) -> None:
    """A player that does not look lets it go up the line, and the trouble grows."""
    paged(shop, "to: seat", "{do: wait, until: {paged: oven}}")
    path = workaday.run(shop.path, player="idle", out=tmp_path / "run.workaday").path
    with Record.open(path) as record:
        assert next((b.of, b.to) for _, b in record.bodies(PageEscalated)) == ("seat", ("ines",))


@pytest.mark.parametrize(
    ("aim", "steps", "says"),
    [
        ("area: oven, to: seat", (), "needs whom it pages"),
        ("area: cellar", (), "is no area"),
        ("to: nobody", (), "nobody"),
        ("to: seat", ("{do: when paged, then: hand on}",), "needs to"),
        ("to: seat", ("{do: when paged, then: turn down, until: mon 11:00}",), "needs until"),
        ("to: seat", ("{do: page, summary: Help}",), "needs whom it pages"),
    ],
)
def test_what_cannot_be_is_told(shop: Shop, aim: str, steps: tuple[str, ...], says: str) -> None:
    """An area that is nobody's, two aims or none, choices that do not go together."""
    paged(shop, aim, *steps, "{do: finish}")
    with pytest.raises(SourceError) as caught:
        load(shop.path)
    assert says in str(caught.value)
