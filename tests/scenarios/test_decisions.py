"""Matters that only somebody else can decide, from an author's file to the run: who decides, what asking comes to."""

from pathlib import Path
from typing import Any

import pytest

import workaday
from scenarios.load import load
from sim.record import Record
from sim.source import SourceError
from sim.vocabulary.world import ApprovalGiven, ApprovalRequested

TWO = Path(__file__).parents[2] / "examples" / "press" / "two-orders.yaml"


def scripted(tmp_path: Path, *steps: str) -> list[tuple[str, str, str]]:
    """The standing of each request when the seat plays these steps: (of whom, standing, verdict if they gave one)."""
    book = tmp_path / "steps.yaml"
    book.write_text("playbook: tried\nsteps:\n" + "".join(f"  - {step}\n" for step in steps), encoding="utf-8")
    path = workaday.run(TWO, player=f"scripted:{book}", out=tmp_path / "two.workaday").path
    with Record.open(path) as record:
        given = {event.actor: body.verdict for event, body in record.bodies(ApprovalGiven)}
        return [(b.of, b.standing, given.get(b.of, "")) for _, b in record.bodies(ApprovalRequested)]


def said(tmp_path: Path, who: str) -> str:
    with Record.open(tmp_path / "two.workaday") as record:
        return "\n".join(e.body.text for e in record.events(kind="chat.sent", actor=who))  # type: ignore[attr-defined]


NAMED = '{do: chat, to: TO, text: "I need a decision on whose job runs first on press two. Haddad takes 14 hours."}'
KNOWS = ["{at: mon 09:50, do: chat, to: rui, ask: hours}", "{do: wait, until: {learned: hours}, at_most: 4h}"]


def test_the_oracle_brings_it_to_who_is_above_both(tmp_path: Path) -> None:
    """The nearest above both decides, says so in their own way, and only then is it a fact."""
    result = workaday.run(TWO, player="oracle", out=tmp_path / "two.workaday")
    assert result.scores is not None
    assert (result.scores.total or 0) >= 0.95
    with Record.open(result.path) as record:
        assert [(e.actor, b.verdict) for e, b in record.bodies(ApprovalGiven)] == [("joana", "grant")]
    assert "Haddad before Lima" in said(tmp_path, "joana")


def test_an_honest_average_player_follows_where_it_is_sent(tmp_path: Path) -> None:
    """It asks its manager first, who is a party and sends it on; it takes up what is decided, and no party's wish; it
    does not notice that a figure has changed since."""
    result = workaday.run(TWO, player="diligent", out=tmp_path / "two-orders.workaday")
    assert result.scores is not None
    assert 0.4 < (result.scores.total or 0) < 0.8
    with Record.open(result.path) as record:
        asked = [(body.of, body.standing) for _, body in record.bodies(ApprovalRequested)]
    assert list(dict.fromkeys(asked)) == [("rui", "party"), ("joana", "mine")]


def test_a_party_says_that_it_is_one(tmp_path: Path) -> None:
    """Who is asked to settle their own quarrel refuses, in words of their own."""
    assert scripted(tmp_path, *KNOWS, NAMED.replace("TO", "ana")) == [("ana", "party", "")]
    assert "Lima" not in said(tmp_path, "ana").split("Wednesday!")[-1]


def test_to_report_a_decision_asks_for_none(tmp_path: Path) -> None:
    """Whoever is told what was decided, and by whom, is not asked to decide it."""
    text = "Whose job runs first on press two: decided by Joana Reis. Haddad takes 14 hours."
    told = f'{{do: chat, to: joana, text: "{text}"}}'
    assert scripted(tmp_path, *KNOWS, told) == []


def test_what_has_to_be_named_is_asked_for(tmp_path: Path) -> None:
    """Without what a decision needs nobody decides."""
    asks = '{at: mon 09:50, do: chat, to: joana, text: "Can you decide whose job runs first on press two?"}'
    assert scripted(tmp_path, asks) == [("joana", "needs_more", "")]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("between: [ana, rui]", "between: [ana]", "quarrels with nobody"),
        ("    between: [ana, rui]\n", "", "does not say who decides"),
        ("between: [ana, rui]", "between: [ana, carlo]", "carlo"),
        ("between: [ana, rui]", "between: [ana, joana]", "can be decided by nobody"),
        ("    settles: first\n", "", "does not say what is decided"),
        ("settles: first", "settles: frist", "first"),
        ("by: tue 12:00", "by: sun 12:00", "by"),
        ("between: [ana, rui]", "area: line nine", "is no area"),
        ("{lena: {reports_to: ana}}", "{lena: {reports_to: anna}}", "is not a person"),
        ("{lena: {reports_to: ana}}", "{joana: {reports_to: ana}}", "own manager"),
        ("people: {lena: {reports_to: ana}}, ", "", "changes nothing"),
        ("approval: press", "approval: pres", "press"),
    ],
)
def test_what_cannot_be_is_told(old: str, new: str, says: str, tmp_path: Path) -> None:
    """Wrong people, areas, facts and times are errors with what to write, before anything is played."""
    text = TWO.read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "two-orders.yaml").write_text(text.replace(old, new), encoding="utf-8")
    (tmp_path / "press.yaml").write_text(TWO.with_name("press.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        load(tmp_path / "two-orders.yaml")
    assert says in str(caught.value)
    assert all(problem.line for problem in caught.value.problems)


def test_the_header_says_who_decides(tmp_path: Path) -> None:
    """What the graph says at the start is told, so that solutions and readers need no graph."""
    found: Any = next(a for a in load(TWO).script.approvals if a.id == "press")
    assert (found.entitled, found.parties, found.by_graph) == (("joana",), ("ana", "rui"), True)
    assert found.grants_because == {"joana": "On press two it is Haddad before Lima."}


def test_reorganisations_are_checked_one_on_top_of_the_other(tmp_path: Path) -> None:
    """Two changes, each possible by itself, that together make somebody their own manager are told before the run."""
    text = TWO.read_text(encoding="utf-8")
    more = (
        "  - {at: mon 11:00, who: joana, does: reorganise, people: {ana: {reports_to: rui}}}\n"
        "  - {at: mon 10:00, who: joana, does: reorganise, people: {rui: {reports_to: ana}}}\n"
    )
    (tmp_path / "two-orders.yaml").write_text(text.replace("events:\n", "events:\n" + more), encoding="utf-8")
    (tmp_path / "press.yaml").write_text(TWO.with_name("press.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        load(tmp_path / "two-orders.yaml")
    (problem,) = caught.value.problems
    assert problem.where.startswith("events[0]")
    assert "own manager" in str(problem)


def test_what_a_decision_comes_to_need_not_be_named_before(tmp_path: Path) -> None:
    """A decision that wants its own outcome to be named can never be had; one that takes too long is suspect."""
    text = TWO.read_text(encoding="utf-8").replace("needs: [hours]", "needs: [hours, first]")
    (tmp_path / "two-orders.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "press.yaml").write_text(TWO.with_name("press.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SourceError, match="to be named before it is decided"):
        load(tmp_path / "two-orders.yaml")
    text = TWO.read_text(encoding="utf-8").replace("by: tue 12:00", "by: tue 12:00\n    takes: 90h")
    (tmp_path / "two-orders.yaml").write_text(text, encoding="utf-8")
    assert any("too late" in str(warning) for warning in load(tmp_path / "two-orders.yaml").warnings)


def test_to_ask_what_a_decision_comes_to_is_to_ask_for_it(tmp_path: Path) -> None:
    """Before it is decided, a question for the outcome is one for the decision: sent on, not taken for another."""
    asks = '{at: mon 09:50, do: chat, to: lena, text: "Which job comes first on press two?"}'
    assert scripted(tmp_path, asks) == [("lena", "not_mine", "")]
    assert "Joana" in said(tmp_path, "lena")
