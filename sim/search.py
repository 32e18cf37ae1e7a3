"""The office's one index: what was written in any app, found by its words.

It is an SQLite FTS5 table in memory. A query is a person's words, never FTS5 syntax: every word must occur, a word of
three or more characters (any, outside Latin script) also finds longer words that begin with it, and words in double
quotes are found as they stand. Case and accents do not matter. Scripts that put no space between words are indexed
character by character, so that part of a sentence is found there too.
"""

import re
import sqlite3
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

_GLUE = "\u200b"
"""Zero-width space: ends a word for the tokenizer, and is invisible where a snippet still has one."""

_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff])"
)
"""Thai, Lao, Burmese, Khmer, kana and CJK ideographs: written without spaces between words."""

_PIECE = re.compile(r'"([^"]*)"|([^\s"]+)')
_PREFIX = 3
_LATIN = 0x24F
_SNIPPET = 24
"""Words of a snippet."""


class Hit(NamedTuple):
    """One document that was found: ``snippet`` shows the words in their surroundings, ``at`` is when it was written."""

    app: str
    ref: str
    title: str
    snippet: str
    at: int


class Index:
    """Documents of all apps, each known by app and ref. Only its own office writes to it."""

    def __init__(self) -> None:
        """Raises ``RuntimeError`` where this Python's SQLite was built without FTS5."""
        # Never committed: each commit would write an index segment of its own.
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._rows: dict[tuple[str, str], int] = {}
        self._serial = 0
        try:
            self._db.execute(
                "CREATE VIRTUAL TABLE doc USING fts5(app UNINDEXED, ref UNINDEXED, title, text, at UNINDEXED, "
                "tokenize = 'unicode61 remove_diacritics 2')"
            )
        except sqlite3.OperationalError as error:
            if "fts5" not in str(error):
                raise
            raise RuntimeError(
                f"search needs SQLite with FTS5, and this Python's SQLite {sqlite3.sqlite_version} was built without "
                "it. Use a Python from python.org, uv, conda or your distribution."
            ) from error
        self._db.execute("BEGIN")

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, app: str, ref: str, title: str, text: str, at: int) -> None:
        """Index a document, in place of the one with the same app and ref."""
        self.drop(app, ref)
        self._serial += 1
        self._rows[app, ref] = self._serial
        self._db.execute(
            "INSERT INTO doc(rowid, app, ref, title, text, at) VALUES (?, ?, ?, ?, ?, ?)",
            (self._serial, app, ref, _spaced(title), _spaced(text), at),
        )

    def drop(self, app: str, ref: str) -> None:
        """Forget a document; nothing where there is none."""
        row = self._rows.pop((app, ref), None)
        if row is not None:
            self._db.execute("DELETE FROM doc WHERE rowid = ?", (row,))

    def find(
        self, query: str, *, apps: Sequence[str] | None = None, limit: int, readable: Callable[[str, str], bool]
    ) -> tuple[Hit, ...]:
        """The ``limit`` best of the documents that match and that ``readable(app, ref)`` lets be seen.

        Best by BM25 (a word in the title counts double), then the newest, then by app and ref. Any text is a query;
        one without a letter or a figure finds nothing.
        """
        match = _match(query)
        if not match:
            return ()
        cursor = self._db.execute(
            f"SELECT app, ref, title, snippet(doc, 3, '', '', '…', {_SNIPPET}), at FROM doc WHERE doc MATCH ? "
            # Rounded, so that no last digit of a machine's logarithm decides an order.
            "ORDER BY round(bm25(doc, 0.0, 0.0, 2.0, 1.0, 0.0), 11), at DESC, app, ref",
            (match,),
        )
        hits: list[Hit] = []
        for app, ref, title, snippet, at in cursor:
            if len(hits) >= limit:
                break
            if (apps is None or app in apps) and readable(app, ref):
                hits.append(Hit(app, ref, title.replace(_GLUE, ""), " ".join(snippet.replace(_GLUE, "").split()), at))
        cursor.close()
        return tuple(hits)


def has_words(query: str) -> bool:
    """Whether ``query`` has anything that can be looked for."""
    return bool(_match(query))


def _storable(text: str) -> str:
    """``text`` without what SQLite cannot hold or stops at: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _spaced(text: str) -> str:
    return _UNSPACED.sub(rf"\1{_GLUE}", _storable(text))


def _match(query: str) -> str:
    """The FTS5 expression of a person's words: each a quoted string, all of them wanted."""
    return " ".join(_terms(query))


def _terms(query: str) -> Iterator[str]:
    for quoted, word in _PIECE.findall(_storable(query)):
        words = quoted or word
        if any(map(str.isalnum, words)):
            long = len(word) >= _PREFIX or any(ord(letter) > _LATIN for letter in word)
            yield f'"{_spaced(words)}"' + ("*" if word and long and word[-1].isalnum() else "")
