"""Areas: one owner each, found by name or by the words people use."""

import pytest

from orgs.graph import OrgGraph


def test_owners(graph: OrgGraph) -> None:
    """An area is found however its name is written; one declared apart counts like one that is listed."""
    assert graph.owner_of("Spare Parts") == graph.owner_of("spare-parts") == "omar"
    assert graph.owner_of("night alarm") == "omar"
    assert graph.owner_of("spare") is None
    assert graph.areas_of("omar") == ("lamp workshop", "spare-parts", "night alarm")
    assert graph.areas_of("seat") == ()
    assert [area.name for area in graph.areas()] == [
        "cash",
        "annual budget",
        "lamp workshop",
        "spare-parts",
        "night alarm",
    ]


def test_backups(graph: OrgGraph) -> None:
    """The backup of an area is the declared one, else the owner's deputy; both spellings are one area."""
    assert graph.backup_of("night alarm") == "lars"
    assert graph.backup_of("spare parts") == "mei"
    assert graph.backup_of("cash") == "dina"
    assert graph.backup_of("the weather") is None


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("who owns the budget?", "carl"),
        ("the budgets", "carl"),
        ("a spare part for the lamp", "omar"),
        ("outage pager", "omar"),
        ("finance", "carl"),
        ("BUDGET", "carl"),
        ("who is it", None),
        ("", None),
        ("бюджет", None),
    ],
)
def test_words_find_the_owner(graph: OrgGraph, words: str, who: str | None) -> None:
    """Plural, case and little words do not matter; what is said about an area and the owner's title help."""
    assert graph.find_owner(words) == who


def test_the_best_match_comes_first(graph: OrgGraph) -> None:
    """A whole name beats a part of one, and a part beats a word about the owner."""
    assert [area.name for area in graph.find_owners("workshop lamp cash")] == [
        "lamp workshop",
        "cash",
        "spare-parts",
        "night alarm",
    ]
    assert [area.name for area in graph.find_owners("the alarm at night")] == ["night alarm"]
