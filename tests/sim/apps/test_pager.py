"""The pager: one page is with one person, until it is resolved, and it goes up the line that the graph says."""

from typing import Any

import pytest

from sim.apps.pager import Pager, line_for
from tests.office import MONDAY, Desk, SmallOrg, open_office

SUMMARY = "Gauges read zero since four"


class Rota(SmallOrg):
    """The small office, where Tanaka is on call for the gauges, which are Anna's."""

    def on_call(self, area: str, at: int, /) -> str | None:
        return "tanaka" if area == "gauges" else None

    def owner_of(self, area: str, /) -> str | None:
        return "anna-b" if area == "gauges" else super().owner_of(area)


@pytest.fixture
def desk() -> Desk:
    return open_office((Pager,), Rota())


def raised(desk: Desk, **to: Any) -> Any:
    return desk.do("ines", "pager.page", summary=SUMMARY, **(to or {"area": "gauges"}))


def test_an_area_is_whoever_is_on_call_for_it(desk: Desk) -> None:
    """On call first; where there is no rota, the owner; and it interrupts."""
    page = raised(desk)
    assert (page.has, page.state, page.area) == ("tanaka", "raised", "gauges")
    assert desk.notices[-1].interrupts
    assert desk.notices[-1].kind == "page"
    assert raised(desk, area="prices").has == "anna-b"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "bad_argument"),
        ({"area": "gauges", "person": "tomas"}, "bad_argument"),
        ({"area": "paint"}, "no_such_thing"),
        ({"person": "tomas-x"}, "no_such_person"),
        ({"person": "ines"}, "bad_argument"),
        ({"person": "tomas", "summary": " "}, "empty"),
        ({"person": "tomas", "summary": "x" * 301}, "too_long"),
    ],
)
def test_what_is_no_page_is_refused(desk: Desk, arguments: dict[str, Any], code: str) -> None:
    """Neither to nobody, nor to two, nor to oneself, nor empty."""
    assert desk.refused("ines", "pager.page", **{"summary": SUMMARY, **arguments}).code == code


def test_who_has_it_may_take_it_put_it_off_hand_it_on_or_turn_it_down(desk: Desk) -> None:
    """Each choice leaves its mark, and whoever paged hears of it."""
    page = raised(desk).page
    assert desk.do("tanaka", "pager.defer", page=page, until="20m", why="on a roof").state == "deferred"
    assert "on a roof" in desk.notices[-1].gist
    assert desk.do("tanaka", "pager.pass_on", page=page, person="tomas", note="you are nearer").has == "tomas"
    assert desk.notices[-1].to == "tomas"
    assert desk.do("tomas", "pager.acknowledge", page=page).state == "acknowledged"
    assert desk.do("tomas", "pager.resolve", page=page, note="a fuse").state == "resolved"
    assert [event.kind for event in desk.events] == [
        "page.raised", "page.deferred", "page.passed_on", "page.acknowledged", "page.resolved"
    ]  # fmt: skip


def test_turned_down_it_goes_up_the_line(desk: Desk) -> None:
    """From who is on call to the owner, to those above; at the top it stands unanswered, and whoever paged hears it."""
    page = raised(desk).page
    for who in ("tanaka", "anna-b", "ruth"):
        assert desk.do(who, "pager.decline", page=page).page == page
    found = desk.office.app(Pager).page(page)
    assert found.asked == ["tanaka", "anna-b", "ruth"]
    assert found.state == "unanswered"
    assert desk.notices[-1].to == "ines"
    assert desk.refused("ruth", "pager.acknowledge", page=page).code == "not_allowed"


@pytest.mark.parametrize("action", ["acknowledge", "decline", "pass_on", "defer", "resolve"])
def test_nobody_acts_on_a_page_that_is_not_theirs(desk: Desk, action: str) -> None:
    """Who never had it does not even see it; who no longer has it cannot take it back; what is over stays over."""
    page = raised(desk).page
    more = {"pass_on": {"person": "ruth"}, "defer": {"until": "1h"}}.get(action, {})
    assert desk.refused("tomas", f"pager.{action}", page=page, **more).code == "no_such_thing"
    desk.do("tanaka", "pager.pass_on", page=page, person="tomas")
    assert desk.refused("tanaka", f"pager.{action}", page=page, **more).code == "not_allowed"
    desk.do("tomas", "pager.resolve", page=page)
    assert desk.refused("tomas", f"pager.{action}", page=page, **more).code in ("not_now", "already_so")


def test_the_list_shows_what_is_open(desk: Desk) -> None:
    """One's own pages and those one has had, newest first; those that are over only where asked for."""
    first, second = raised(desk).page, raised(desk, person="tanaka").page
    desk.do("tanaka", "pager.resolve", page=first)
    assert [p.page for p in desk.do("ines", "pager.pages").pages] == [second]
    assert [p.page for p in desk.do("tanaka", "pager.pages", all=True).pages] == [second, first]
    assert desk.do("ruth", "pager.pages").pages == ()


def test_the_line_passes_over_who_is_away() -> None:
    """The owner's deputy stands in for an owner on leave."""
    org: Any = Rota()
    assert line_for(org, "gauges", None, MONDAY) == ("tanaka", "anna-b", "ruth")
    org = SmallOrg().with_absence("ines", MONDAY - 60, MONDAY + 86400)
    assert line_for(org, "budget", None, MONDAY) == ("tomas", "ruth")
