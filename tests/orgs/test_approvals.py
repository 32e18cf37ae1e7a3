"""Authority: who may approve what, whose turn it is, and what a deputy may."""

from datetime import UTC, datetime

import pytest

from orgs.approvals import UNLIMITED
from orgs.graph import OrgGraph
from sim.units import Money


def nok(amount: int) -> Money:
    return Money.parse(f"{amount} NOK")


MON = int(datetime(2026, 3, 2, 10, tzinfo=UTC).timestamp())  # omar is on leave
WED = int(datetime(2026, 3, 4, 10, tzinfo=UTC).timestamp())


def test_limits(graph: OrgGraph) -> None:
    """A limit is one's own; ``any`` is told as a vast sum in the currency of its kind; nobody else has any."""
    assert graph.approval_limit("carl", "spend") == nok(50_000)
    assert graph.approval_limit("vera", "spend") == Money(UNLIMITED, "NOK")
    assert graph.approval_limit("vera", "Hiring") == Money(UNLIMITED, "NOK")
    assert graph.approval_limit("pia", "spend") is None
    assert graph.approval_limit("carl", "travel") is None
    assert graph.approval_kinds() == ("spend", "hiring", "warranty")


@pytest.mark.parametrize(
    ("amount", "who"),
    [(1, "omar carl vera"), (5_000, "omar carl vera"), (5_001, "carl vera"), (50_000, "carl vera"), (50_001, "vera")],
)
def test_all_who_may_come_smallest_limit_first(graph: OrgGraph, amount: int, who: str) -> None:
    """A limit includes its own amount and nothing above."""
    assert graph.approvers("spend", nok(amount)) == tuple(who.split())


def test_a_request_goes_up_the_line(graph: OrgGraph) -> None:
    """The nearest above who may approve is right, before anybody outside the line, even with a smaller limit."""
    assert graph.approver_for("seat", "spend", nok(4_000)) == "omar"
    assert graph.approvers_for("seat", "spend", nok(20_000)) == ("vera", "carl")
    assert graph.approver_for("dina", "spend", nok(4_000)) == "carl"


def test_authority_that_is_not_of_the_line(graph: OrgGraph) -> None:
    """Where nobody above has it, whoever has it is right: a bookkeeper's warranty claim goes to the workshop."""
    assert graph.approver_for("dina", "warranty") == "omar"
    assert graph.approver_for("dina", "peace") is None


def test_nobody_approves_their_own_request(graph: OrgGraph) -> None:
    """Not even the one at the top: then another who may, or nobody here."""
    assert graph.approver_for("omar", "spend", nok(100)) == "vera"
    assert graph.approver_for("vera", "spend", nok(100)) == "omar"
    assert graph.approver_for("vera", "hiring") is None


def test_a_deputy_inherits_what_the_file_lends_and_no_more(graph: OrgGraph) -> None:
    """Standing in is no authority: only what the file lends counts, only while the other is away."""
    assert graph.may_approve("pia", "warranty", at=MON)
    assert not graph.may_approve("pia", "warranty", at=WED)
    assert not graph.may_approve("pia", "warranty")
    assert graph.may_approve("pia", "spend", nok(5_000), at=MON)
    assert not graph.may_approve("pia", "spend", nok(5_001), at=MON)
    away = graph.with_absence("carl", MON, WED)
    assert away.may_approve("dina", "spend", nok(10_000), at=MON)
    assert not away.may_approve("dina", "spend", nok(10_001), at=MON)
    gone = graph.with_absence("vera", MON, WED)
    assert gone.deputy_now("vera", MON) == "carl"
    assert not gone.may_approve("carl", "hiring", at=MON)


def test_while_somebody_is_away_the_request_finds_another_way(graph: OrgGraph) -> None:
    """Of the absent, a deputy with enough authority is named instead; without one the next above is right."""
    assert graph.approver_for("lars", "spend", nok(4_000), at=MON) == "pia"
    assert graph.approver_for("pia", "spend", nok(4_000), at=MON) == "vera"  # never her own request, deputy or not
    assert graph.approver_for("lars", "spend", nok(4_000), at=WED) == "omar"
    gone = graph.with_absence("vera", MON, WED)
    assert gone.approver_for("lars", "spend", nok(40_000), at=MON) == "carl"
    assert gone.approver_for("lars", "spend", nok(60_000), at=MON) is None


def test_two_currencies_are_never_compared(graph: OrgGraph) -> None:
    """There is no exchange rate: a question in another currency is refused, not guessed."""
    with pytest.raises(ValueError, match="two currencies"):
        graph.approvers("spend", Money.parse("10 EUR"))
