"""The index: any text is a safe query, and what is found is the same everywhere."""

import gc
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.search import Hit, Index, has_words


def everything(app: str, ref: str) -> bool:
    return True


def refs(index: Index, query: str, readable: Callable[[str, str], bool] = everything, limit: int = 10) -> list[str]:
    return [hit.ref for hit in index.find(query, limit=limit, readable=readable)]


@pytest.fixture
def index() -> Index:
    filled = Index()
    filled.put("mail", "m1", "Budget", "The detectors' price for Q3 is 41,300 EUR (front-end only).", 10)
    filled.put("chat", "c1", "Tomás in #finance", "RE: Ångström orders, see m1; ask NEAR the coffee machine", 20)
    filled.put("chat", "c2", "田中 in #general", "今年の予算は検出器のためです", 30)
    filled.put("drive", "/a-b.txt", "a-b.txt", "Übersicht für die Prüfung AND nothing else", 40)
    return filled


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("detectors", ["m1"]),
        ("DETECT", ["m1"]),
        ("pri", ["m1"]),
        ("price detectors", ["m1"]),
        ("price missing", []),
        ("tomas", ["c1"]),
        ("angstrom", ["c1"]),
        ("ubersicht prufung", ["/a-b.txt"]),
        ("予算", ["c2"]),
        ("検出器", ["c2"]),
        ("front-end", ["m1"]),
        ('"front end only"', ["m1"]),
        ('"end front"', []),
        ("41,300", ["m1"]),
        ("a-b.txt", ["/a-b.txt"]),
        ("near", ["c1"]),
        ("and", ["/a-b.txt"]),
        ("de", []),
    ],
)
def test_what_a_query_finds(index: Index, query: str, found: list[str]) -> None:
    """All words must occur, in any case and with or without accents; three letters find longer words; quotes bind."""
    assert refs(index, query) == found


@pytest.mark.parametrize(
    "query",
    ['"', '""', "'", "NEAR(a b)", "NEAR/2", "a OR", "NOT a", "AND", "-a", "a-", "*", "a*", "^a", "(", "a)", "title:a",
     "{a b}: c", "a + b", "\\", '"a', 'a"b"c', "\0", "a\0b", "\ud800", "a\n\tb", "%", "_", "; DROP TABLE doc"],
)  # fmt: skip
def test_a_query_is_never_syntax(index: Index, query: str) -> None:
    """No operator, quote or odd character of FTS5, SQL or Unicode makes a query fail."""
    refs(index, query)


@given(st.text(st.characters(codec=None), max_size=40), st.text(st.characters(codec=None), max_size=40))
def test_any_text_can_be_put_and_looked_for(text: str, query: str) -> None:
    """Whatever people write can be indexed, and whatever they type can be looked for."""
    index = Index()
    index.put("chat", "c1", query, text, 1)
    refs(index, query)
    refs(index, text)


@given(st.lists(st.sampled_from(["price", "detector", "予算", "Prüfung", "41,300", "#finance"]), min_size=1))
def test_a_text_is_found_by_its_own_words(words: list[str]) -> None:
    """A document is found by any word that stands in it."""
    index = Index()
    index.put("chat", "c1", "", " ".join(words), 1)
    assert all(refs(index, word) == ["c1"] for word in words)


@pytest.mark.parametrize("query", ["", "  ", "-", '"', "…!", "\n"])
def test_a_query_without_words_finds_nothing(index: Index, query: str) -> None:
    """What has no letter and no figure looks for nothing, and can be told from a query that finds nothing."""
    assert not has_words(query)
    assert refs(index, query) == []


def test_a_document_is_replaced_and_dropped(index: Index) -> None:
    """The same app and ref is the same document; dropping one that is not there is no fault."""
    index.put("mail", "m1", "Budget", "The price is a secret now.", 50)
    assert refs(index, "detectors") == []
    assert refs(index, "secret") == ["m1"]
    index.drop("mail", "m1")
    index.drop("mail", "m1")
    assert refs(index, "secret") == []
    assert len(index) == 3


def test_only_what_is_readable_counts(index: Index) -> None:
    """The limit is filled with what the reader may see: hidden hits take no place."""
    for number in range(50):
        index.put("chat", f"c{number + 100}", "", "secret secret secret", 100 + number)
    index.put("mail", "m9", "", "a long text in which the word secret is one among many others", 1)
    assert refs(index, "secret", lambda app, ref: app == "mail", limit=1) == ["m9"]
    assert refs(index, "secret", lambda app, ref: app == "mail", limit=5) == ["m9"]
    assert len(refs(index, "secret", limit=7)) == 7


def test_apps_narrow_the_search(index: Index) -> None:
    """With `apps`, other apps are left out."""
    hits = index.find("m1", apps=("mail",), limit=5, readable=everything)
    assert hits == ()
    assert [hit.app for hit in index.find("m1", apps=("chat",), limit=5, readable=everything)] == ["chat"]


def test_equal_hits_are_ordered_by_time_and_then_by_ref() -> None:
    """Among equally good documents the newest comes first, then the alphabet: never the order of insertion."""
    for order in (["c1", "c2", "m1"], ["m1", "c2", "c1"]):
        index = Index()
        for ref in order:
            index.put("mail" if ref == "m1" else "chat", ref, "", "the same words", {"c1": 5, "c2": 9, "m1": 5}[ref])
        assert refs(index, "same words") == ["c2", "c1", "m1"]


def test_the_better_hit_comes_first() -> None:
    """A word in the title counts more than one in a long text, whatever their age."""
    index = Index()
    index.put("mail", "m1", "lunch", "price " + "and so on " * 40, 99)
    index.put("mail", "m2", "price", "as agreed", 1)
    assert refs(index, "price") == ["m2", "m1"]


def test_a_hit_shows_the_words_in_their_surroundings() -> None:
    """The snippet is one line around the words, without the marks that unspaced scripts are indexed with."""
    index = Index()
    index.put("chat", "c1", "田中 太郎", "はじめに。\n今年の予算は検出器です", 7)
    index.put("mail", "m1", "", "x " * 200 + "the needle\nis here" + " y" * 200, 8)
    (hit,) = index.find("予算", limit=1, readable=everything)
    assert hit == Hit("chat", "c1", "田中 太郎", "はじめに。 今年の予算は検出器です", 7)
    (hit,) = index.find("needle", limit=1, readable=everything)
    assert "the needle is here" in hit.snippet
    assert hit.snippet.startswith("…")
    assert len(hit.snippet) < 120


def test_an_index_that_is_no_longer_needed_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many runs in one process leave no open databases behind."""
    opened: list[sqlite3.Connection] = []

    def connect(*arguments: Any, **more: Any) -> sqlite3.Connection:
        opened.append(plain(*arguments, **more))
        return opened[0]

    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    index = Index()
    index.put("chat", "c1", "", "text", 1)
    del index
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


def test_without_fts5_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose SQLite lacks FTS5 gets an error that names the lack and the way out."""

    class Bare:
        def __init__(self) -> None:
            self.closed = False

        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None:
            self.closed = True

    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: Bare())
    with pytest.raises(RuntimeError, match=r"FTS5.*Use a Python from"):
        Index()
