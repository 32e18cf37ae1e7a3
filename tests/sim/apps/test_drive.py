"""The drive: paths, versions, who may do what, and who is told."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sim import files
from sim.actions import Refused
from sim.apps import paths
from sim.apps.drive import PAGE, Drive
from sim.vocabulary import drive as words
from sim.vocabulary.core import WORLD
from tests.office import MONDAY, Desk, open_office

PEOPLE = ("ruth", "ines", "tomas", "anna-k", "anna-b", "tanaka")


@pytest.fixture
def desk() -> Desk:
    return open_office([Drive])


def drive_of(desk: Desk) -> Drive:
    return desk.office.app(Drive)


def write(desk: Desk, who: str = "ines", path: str = "/board/a.md", text: str = "one", **more: Any) -> Any:
    return desk.do(who, "drive.write", path=path, text=text, **more)


def read(desk: Desk, who: str, path: str, **more: Any) -> str:
    text: str = desk.do(who, "drive.read", path=path, **more).text
    return text


def listed(desk: Desk, who: str, folder: str = "/") -> list[str]:
    return [entry.path for entry in desk.do(who, "drive.list", folder=folder).entries]


# --- paths -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/board/a.md", "/board/a.md"),
        ("board/a.md", "/board/a.md"),
        (" /board//a.md ", "/board/a.md"),
        ("/./board/./a.md", "/board/a.md"),
        ("/board/", "/board"),
        ("", "/"),
        ("/", "/"),
        ("/Gru\u0308n/田中.md", "/Grün/田中.md"),
        ("/a b/.hidden", "/a b/.hidden"),
    ],
)
def test_a_path_has_one_spelling(written: str, meant: str) -> None:
    """Slashes, dots and composed letters are brought into one form; a path always goes from the root."""
    assert paths.normal(written) == meant
    assert paths.normal(meant) == meant


@pytest.mark.parametrize(
    ("written", "code", "says"),
    [
        ("../a.md", "bad_argument", "climbs"),
        ("/board/../../etc/passwd", "bad_argument", "climbs"),
        ("/board/..", "bad_argument", "climbs"),
        ("C:\\board\\a.md", "bad_argument", "cannot contain"),
        ("/board\\a.md", "bad_argument", "set apart by /"),
        ("/a*.md", "bad_argument", "cannot contain"),
        ("/a\nb.md", "bad_argument", "cannot contain"),
        ("/a\x00.md", "bad_argument", "cannot contain"),
        ("/ board/a.md", "bad_argument", "space"),
        ("/board./a.md", "bad_argument", "dot"),
        ("/" + "x" * 121, "too_long", "120"),
        ("/x" * 13, "too_long", "12 parts"),
        (f"/{'x' * 100}" * 5, "too_long", "400"),
    ],
)
def test_paths_that_cannot_be(desk: Desk, written: str, code: str, says: str) -> None:
    """Paths that climb, and names that no drive keeps, are refused wherever a path is taken."""
    for name, arguments in (
        ("write", {"text": "x"}),
        ("read", {}),
        ("move", {"to": "/b.md"}),
        ("share", {"people": ["ruth"]}),
    ):
        refusal = desk.refused("ines", f"drive.{name}", path=written, **arguments)
        assert (refusal.code, says in refusal.why) == (code, True)
    assert not drive_of(desk).readable("ines", written)


def test_case_does_not_tell_files_apart(desk: Desk) -> None:
    """A path is found in any case, and keeps the spelling it was first written with."""
    assert write(desk, path="/Board/Prices.md").path == "/Board/Prices.md"
    assert write(desk, path="/board/PRICES.MD", text="two").path == "/Board/Prices.md"
    assert write(desk, path="/BOARD/other.md").path == "/Board/other.md"
    assert read(desk, "ruth", "/bOARD/prices.md") == "two"
    assert listed(desk, "ruth", "/board") == ["/Board/other.md", "/Board/Prices.md"]


@pytest.mark.parametrize(
    ("path", "code", "says"),
    [
        ("/board", "bad_argument", "folder"),
        ("/new/", "bad_argument", "folder"),
        ("/", "bad_argument", "folder"),
        ("/board/a.md/b.md", "bad_argument", "is a file"),
        ("/board/gone.md/b.md", "bad_argument", "is a file"),
        ("/board/a.png", "bad_argument", "write .md"),
        ("/private/a.md", "not_allowed", "/private/a.md"),
        ("/private/nobody/a.md", "not_allowed", "nobody"),
        ("/private/ruth/a.md", "not_allowed", "ruth can"),
    ],
)
def test_where_no_file_can_be(desk: Desk, path: str, code: str, says: str) -> None:
    """A folder is no file, a file no folder, and somebody's own folder is theirs."""
    write(desk)
    write(desk, path="/board/gone.md")
    desk.do("ines", "drive.delete", path="/board/gone.md")
    refusal = desk.refused("ines", "drive.write", path=path, text="x")
    assert (refusal.code, says in refusal.why) == (code, True)


# --- writing and reading ---------------------------------------------------------------------------------------------


def test_a_new_file_and_its_next_version(desk: Desk) -> None:
    """Writing makes folders and versions; the receipt and the event say what stands now and who can open it."""
    receipt = write(desk, note="first")
    assert (receipt.version, receipt.created, receipt.readers) == (1, True, None)
    first = desk.last()
    assert first == words.FileWritten(
        path="/board/a.md", version=1, text="one", digest=files.digest(b"one"), size=3, note="first"
    )
    receipt = write(desk, "ruth", text="two")
    assert (receipt.version, receipt.created) == (2, False)
    content = desk.do("tomas", "drive.read", path="/board/a.md")
    assert (content.text, content.version, content.latest, content.who, content.level) == ("two", 2, 2, "ruth", "write")
    assert read(desk, "tomas", "/board/a.md", version=1) == "one"


def test_those_it_concerns_are_told_of_a_new_version(desk: Desk) -> None:
    """Its owner, earlier authors and commenters are told of a new version, not its writer; of a new file nobody is."""
    write(desk)
    assert desk.notices == []
    write(desk, "ruth", text="two")
    desk.do("tomas", "drive.comment", path="/board/a.md", text="Nice.")
    desk.notices.clear()
    write(desk, "ruth", text="three", note="figures of March")
    assert [(n.to, n.kind, n.ref, n.place) for n in desk.notices] == [
        ("ines", "change", "/board/a.md", "/board"), ("tomas", "change", "/board/a.md", "/board"),
    ]  # fmt: skip
    assert desk.notices[0].gist == "writes version 3 of /board/a.md: figures of March"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("write", {"text": "mine"}),
        ("append", {"text": "mine"}),
        ("edit_cells", {"cells": {"A1": "mine"}}),
        ("write_table", {"rows": [["mine"]]}),
    ],
)
def test_nobody_overwrites_what_they_have_not_read(desk: Desk, name: str, arguments: dict[str, Any]) -> None:
    """Who goes by a version that is no longer the last is told who wrote meanwhile, and writes nothing."""
    write(desk, path="/p.csv", text="a\n")
    write(desk, "ruth", path="/p.csv", text="b\n")
    refusal = desk.refused("ines", f"drive.{name}", path="/p.csv", expects_version=1, **arguments)
    assert refusal.code == "not_now"
    assert "version 2, written by ruth on Mon 2 March 2026, 09:00 (Europe/Vienna)" in refusal.why
    assert desk.do("ines", f"drive.{name}", path="/p.csv", expects_version=2, **arguments).version == 3


def test_a_file_that_must_not_be_there_yet(desk: Desk) -> None:
    """Version 0 is expected of a file that is not there; any other number is not."""
    assert write(desk, expects_version=0).version == 1
    assert desk.refused("ruth", "drive.write", path="/board/a.md", text="x", expects_version=0).code == "not_now"
    assert desk.refused("ruth", "drive.write", path="/board/b.md", text="x", expects_version=1).code == "not_now"


def test_the_same_again_is_no_version(desk: Desk) -> None:
    """Writing what stands there already is refused, and says so."""
    write(desk)
    refusal = desk.refused("ruth", "drive.write", path="/board/a.md", text="one")
    assert (refusal.code, "version 1" in refusal.why) == ("already_so", True)


def test_a_long_file_comes_in_parts(desk: Desk) -> None:
    """One reading gives as many lines as fit and says where to go on; together the parts are the file."""
    text = "\n".join(f"line {n}: " + "x" * 90 for n in range(1, 1001))
    write(desk, text=text)
    parts: list[str] = []
    line: int | None = 1
    while line is not None:
        content = desk.do("ruth", "drive.read", path="/board/a.md", first_line=line)
        assert len(content.text) <= PAGE
        parts.append(content.text)
        line = content.next_line
    assert len(parts) > 2
    assert "\n".join(parts) == text
    some = desk.do("ruth", "drive.read", path="/board/a.md", first_line=3, last_line=4)
    assert (some.text.count("line"), some.first_line, some.last_line, some.lines) == (2, 3, 4, 1000)
    assert desk.refused("ruth", "drive.read", path="/board/a.md", first_line=1001).code == "bad_argument"


def test_one_long_line_is_given_whole(desk: Desk) -> None:
    """A line longer than a part is not cut: it is a part of its own."""
    write(desk, text="x" * (PAGE + 5) + "\nend")
    assert desk.do("ruth", "drive.read", path="/board/a.md").next_line == 2


@pytest.mark.parametrize(
    ("name", "arguments", "code", "says"),
    [
        ("read", {"path": "/board/b.md"}, "no_such_thing", "did you mean /board/a.md?"),
        ("read", {"path": "/a.md"}, "no_such_thing", "did you mean /board/a.md?"),
        ("read", {"path": "/zzz"}, "no_such_thing", "drive.list"),
        ("read", {"path": "/board/a.md", "version": 2}, "no_such_thing", "versions 1 to 1"),
        ("read", {"path": "/board"}, "no_such_thing", "/board"),
        ("append", {"path": "/board/b.md", "text": "x"}, "no_such_thing", "/board/a.md"),
        ("append", {"path": "/board/a.md", "text": " "}, "empty", "nothing to add"),
        ("append", {"path": "/p.xlsx", "text": "x"}, "bad_argument", "edit its cells"),
        ("edit_cells", {"path": "/board/a.md", "cells": {"A1": 1}}, "bad_argument", "only .csv and .xlsx"),
        ("edit_cells", {"path": "/p.xlsx", "cells": {"A": 1}}, "bad_argument", "not a cell"),
        ("write_table", {"path": "/board/a.md", "rows": [["x"]]}, "bad_argument", "drive.write"),
        ("write", {"path": "/board/a.md", "text": "\x07"}, "bad_argument", "control character"),
        ("list", {"folder": "/bord"}, "no_such_thing", "/board"),
        ("list", {"folder": "/board/a.md"}, "bad_argument", "is a file"),
        ("history", {"path": "/nope.md"}, "no_such_thing", "nope"),
        ("restore", {"path": "/nope.md"}, "no_such_thing", "nope"),
        ("restore", {"path": "/board/a.md"}, "already_so", "says now"),
        ("restore", {"path": "/board/a.md", "version": 9}, "no_such_thing", "versions 1 to 1"),
        ("comment", {"path": "/board/a.md", "text": ""}, "empty", "empty"),
        ("comment", {"path": "/board/a.md", "text": "x" * 8001}, "too_long", "8000"),
        ("share", {"path": "/board/a.md"}, "empty", "with whom"),
        ("share", {"path": "/board/a.md", "people": ["nobody"]}, "no_such_person", "nobody"),
        ("share", {"path": "/board/a.md", "people": ["team:finanze"]}, "no_such_person", "team:finance"),
        ("share", {"path": "/", "people": ["ruth"], "only": True}, "not_allowed", "settled"),
        ("move", {"path": "/board", "to": "/board/inside"}, "bad_argument", "into itself"),
        ("move", {"path": "/board/a.md", "to": "/board/a.md"}, "already_so", "already"),
        ("move", {"path": "/board/a.md", "to": "/p.xlsx"}, "already_so", "taken"),
        ("move", {"path": "/board/a.md", "to": "/board/a.docx"}, "bad_argument", "kind of file"),
        ("move", {"path": "/private", "to": "/x"}, "not_allowed", "stays"),
        ("delete", {"path": "/"}, "not_allowed", "stays"),
        ("delete", {"path": "/private/ines"}, "not_allowed", "stays"),
        ("search", {"query": " !? "}, "empty", "look for"),
        ("search", {"query": "one", "folder": "/nope"}, "no_such_place", "/nope"),
    ],
)
def test_what_is_refused(desk: Desk, name: str, arguments: dict[str, Any], code: str, says: str) -> None:
    """Each rule of the drive, in words that show the way out."""
    write(desk)
    desk.do("ines", "drive.write_table", path="/p.xlsx", rows=[["a"]])
    refusal = desk.refused("ines", f"drive.{name}", **arguments)
    assert (refusal.code, says in refusal.why) == (code, True), refusal.why


# --- office files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/board/a.docx", "/board/a.pptx"])
def test_documents_and_slides_are_real_files(desk: Desk, path: str) -> None:
    """A .docx or .pptx is kept as such; the event has its text, its digest, and where the bytes are."""
    kept: list[bytes] = []

    def keep(data: bytes) -> str:
        kept.append(data)
        return f"blob{len(kept)}"

    drive_of(desk).keep_blob = keep
    write(desk, path=path, text="# Prices\n\n- **46 900 EUR**")
    body = desk.last()
    assert (body.text, body.blob) == ("# Prices\n\n- 46 900 EUR", "blob1")
    assert body.digest == files.digest(kept[0]) == files.digest(drive_of(desk).bytes_of(path))
    desk.do("ruth", "drive.append", path=path, text="# More")
    assert read(desk, "tomas", path) == "# Prices\n\n- 46 900 EUR\n\n# More"
    assert drive_of(desk).text_of(path, 1) == "# Prices\n\n- 46 900 EUR"


def test_without_a_keeper_the_drive_keeps_the_bytes_itself(desk: Desk) -> None:
    """By default bytes are kept in memory under their digest; plain text needs no keeping."""
    write(desk, path="/a.xlsx", text="a,b\n")
    assert files.digest(drive_of(desk).blobs[desk.last().blob]) == desk.last().digest
    write(desk, path="/a.md")
    assert desk.last().blob is None


def test_tables_and_cells(desk: Desk) -> None:
    """Rows make a workbook or comma-separated text, and single cells of it can be changed."""
    for path in ("/p.xlsx", "/p.csv"):
        desk.do("ines", "drive.write_table", path=path, rows=[["item", "eur"], ["det", 41300]])
        desk.do("ruth", "drive.edit_cells", path=path, cells={"B2": 46900, "A3": "=B2"})
    assert read(desk, "tomas", "/p.xlsx") == "# Sheet1\n\nitem,eur\ndet,46900\n=B2,"
    assert read(desk, "tomas", "/p.csv") == "item,eur\ndet,46900\n=B2\n"


def test_what_becomes_too_large_is_refused(desk: Desk) -> None:
    """Also where the text alone would fit: what is made of it may not, and then nothing is written."""
    write(desk, path="/a.xlsx", text=(("x" * 32_000) + "\n") * 12)
    refusal = desk.refused("ines", "drive.edit_cells", path="/a.xlsx", cells={"B1": "x" * 32_000})
    assert (refusal.code, "the most one file holds" in refusal.why) == ("bad_argument", True)
    assert drive_of(desk).version_of("/a.xlsx") == 1


def test_a_missing_library_is_refused_in_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra for office files the refusal names it, and plain text goes on."""
    monkeypatch.setitem(__import__("sys").modules, "docx", None)
    refusal = desk.refused("ines", "drive.write", path="/a.docx", text="x")
    assert "pip install workaday[files]" in refusal.why
    assert write(desk, path="/a.md").version == 1


# --- the world before anything happens -------------------------------------------------------------------------------


def test_what_stands_there_before(desk: Desk) -> None:
    """A staged file has its author and date, comes from the world, tells nobody, and may be any bytes."""
    app = drive_of(desk)
    app.put("/suppliers/prices.csv", "det;41300\r\n", "anna-b", MONDAY - 1000)
    body = desk.last()
    assert (body.staged_by, body.staged_at, body.text, desk.events[-1].actor) == (
        "anna-b", MONDAY - 1000, "det;41300\n", WORLD,
    )  # fmt: skip
    app.put("/logo.png", b"\x89PNG\x00", "ruth", MONDAY)
    assert (desk.last().text, desk.last().size, app.bytes_of("/logo.png")) == ("", 5, b"\x89PNG\x00")
    made = desk.do("ines", "drive.history", path="/suppliers/prices.csv")
    assert (made.owner, made.versions[0].when) == ("anna-b", "Mon 2 March 2026, 08:43 (Europe/Vienna)")
    assert desk.notices == []
    with pytest.raises(files.BadFile):
        app.put("/a.docx", b"no document", "ruth", MONDAY)
    with pytest.raises(Refused):
        app.put("/../a.md", "x", "ruth", MONDAY)


def test_staged_access(desk: Desk) -> None:
    """Staging can shut a folder to all but some, and open single files in it."""
    app = drive_of(desk)
    app.only("/finance", {"team:finance": "write", "ruth": "read"})
    app.put("/finance/salaries.csv", "a,1\n", "ines", MONDAY)
    app.put("/finance/holidays.md", "August", "ines", MONDAY)
    app.let("/finance/holidays.md", "everyone", "comment")
    assert {who: app.shelves.level(who, "/finance/salaries.csv") for who in PEOPLE} == {
        "ruth": "read", "ines": "write", "tomas": "write", "anna-k": "write", "anna-b": None, "tanaka": None,
    }  # fmt: skip
    assert app.shelves.level("tanaka", "/finance/holidays.md") == "comment"
    assert listed(desk, "tanaka", "/finance") == ["/finance/holidays.md"]


# --- who may do what -------------------------------------------------------------------------------------------------


def test_what_is_private_shows_to_nobody_else(desk: Desk) -> None:
    """A file in one's own folder is not listed, read, found, commented, moved or restored by others; its event says
    that nobody else sees it."""
    receipt = write(desk, path="/private/ines/salaries.md", text="secret figures")
    assert (receipt.readers, desk.last().to) == (("ines",), ())
    assert listed(desk, "ruth", "/private") == ["/private/ruth"]
    assert listed(desk, "ines", "/private/ines") == ["/private/ines/salaries.md"]
    assert desk.do("ruth", "drive.search", query="secret").files == ()
    assert [f.path for f in desk.do("ines", "drive.search", query="secret").files] == ["/private/ines/salaries.md"]
    for name, arguments in (
        ("read", {}),
        ("history", {}),
        ("append", {"text": "x"}),
        ("comment", {"text": "x"}),
        ("move", {"to": "/mine.md"}),
        ("delete", {}),
        ("share", {"people": ["tomas"]}),
        ("write", {"text": "x"}),
    ):
        refusal = desk.refused("ruth", f"drive.{name}", path="/private/ines/salaries.md", **arguments)
        assert (refusal.code, "secret" in refusal.why) == ("not_allowed", False), name
    assert desk.refused("ruth", "drive.list", folder="/private/ines").code == "not_allowed"
    assert desk.refused("ruth", "drive.read", path="/private/ines/other.md").code == "not_allowed"


@pytest.mark.parametrize(
    ("level", "may"),
    [("read", {"read"}), ("comment", {"read", "comment"}), ("write", {"read", "comment", "append", "move", "delete"})],
)
def test_levels(desk: Desk, level: str, may: set[str]) -> None:
    """Reading, commenting and writing each include what comes before, and nothing beyond."""
    tries: dict[str, dict[str, Any]] = {
        "read": {}, "comment": {"text": "x"}, "append": {"text": "x"}, "move": {"to": "/moved.md"}, "delete": {},
    }  # fmt: skip
    for name, arguments in tries.items():
        fresh = open_office([Drive])
        write(fresh, path="/private/ines/a.md")
        fresh.do("ines", "drive.share", path="/private/ines/a.md", people=["team:field"], level=level)
        if name in may:
            fresh.do("tanaka", f"drive.{name}", path="/private/ines/a.md", **arguments)
        else:
            refusal = fresh.refused("tanaka", f"drive.{name}", path="/private/ines/a.md", **arguments)
            assert (refusal.code, "ines" in refusal.why) == ("not_allowed", True)


def test_sharing_adds_to_what_others_could(desk: Desk) -> None:
    """Sharing a file tells those it is shared with and takes nothing from anybody; it holds for that file alone."""
    write(desk, path="/private/ines/a.md")
    write(desk, path="/private/ines/b.md")
    access = desk.do("ines", "drive.share", path="/private/ines/a.md", people=["ruth", "team:field"], level="comment")
    assert access.levels == {"ines": "write", "ruth": "comment", "team:field": "comment"}
    assert [(n.to, n.kind) for n in desk.notices] == [("ruth", "change"), ("anna-b", "change"), ("tanaka", "change")]
    assert desk.last() == words.FileShared(
        path="/private/ines/a.md", shared_with=("ruth", "team:field"), level="comment", to=("ruth", "anna-b", "tanaka")
    )
    assert listed(desk, "ruth", "/private/ines") == ["/private/ines/a.md"]
    assert desk.refused("ruth", "drive.read", path="/private/ines/b.md").code == "not_allowed"
    again = {"path": "/private/ines/a.md", "people": ["ruth"], "level": "comment"}
    assert desk.refused("ines", "drive.share", **again).code == "already_so"


def test_only_shuts_everybody_else_out(desk: Desk) -> None:
    """With `only` a file is for those named and its owner; nobody but the owner can do that."""
    write(desk)
    assert desk.refused("ruth", "drive.share", path="/board/a.md", people=["ruth"], only=True).code == "not_allowed"
    access = desk.do("ines", "drive.share", path="/board/a.md", people=["ruth"], level="read", only=True)
    assert (access.owner, access.levels) == ("ines", {"ruth": "read"})
    app = drive_of(desk)
    assert [who for who in PEOPLE if app.readable(who, "/board/a.md")] == ["ruth", "ines"]
    write(desk, text="two")
    assert (desk.last().to, [n.to for n in desk.notices]) == (("ruth",), ["ruth"])
    desk.do("ines", "drive.share", path="/board/a.md", only=True)
    assert not app.readable("ruth", "/board/a.md")
    desk.do("ines", "drive.share", path="/board/a.md", people=["everyone"], level="read")
    assert desk.last().to is None


def test_only_the_owner_takes_away(desk: Desk) -> None:
    """Whoever may write a file may share it, but not lower what others may do; its owner may."""
    write(desk)
    lower = {"path": "/board/a.md", "people": ["everyone"], "level": "read"}
    assert desk.refused("ruth", "drive.share", **lower).code == "not_allowed"
    desk.do("ines", "drive.share", **lower)
    assert desk.refused("ruth", "drive.append", path="/board/a.md", text="x").code == "not_allowed"
    desk.do("ines", "drive.share", path="/board/a.md", people=["ruth"], level="write")
    desk.do("ruth", "drive.share", path="/board/a.md", people=["tomas"], level="write")
    assert drive_of(desk).shelves.level("tanaka", "/board/a.md") == "read"


def test_a_folder_for_some(desk: Desk) -> None:
    """What is said of a folder holds for all that is and comes below it, unless more was said of a file."""
    write(desk, path="/deal/notes.md")
    write(desk, path="/deal/public.md")
    desk.do("ines", "drive.share", path="/deal/public.md", people=["everyone"], level="read")
    desk.do("ines", "drive.share", path="/deal", people=["ruth"], level="write", only=True)
    write(desk, "ruth", path="/deal/deep/new.md")
    assert listed(desk, "ines", "/deal") == ["/deal/deep", "/deal/notes.md", "/deal/public.md"]
    assert listed(desk, "tomas", "/deal") == ["/deal/public.md"]
    assert desk.refused("tomas", "drive.write", path="/deal/mine.md", text="x").code == "not_allowed"
    assert desk.refused("tomas", "drive.list", folder="/deal/deep").code == "not_allowed"
    assert desk.refused("tomas", "drive.move", path="/deal", to="/x").code == "not_allowed"


def test_what_was_sent_can_be_read(desk: Desk) -> None:
    """Granting lets somebody read a file they could not, and leaves no event where they could."""
    write(desk, path="/private/ines/a.md")
    drive_of(desk).grant_read("/private/ines/a.md", "tomas", "ines")
    assert (desk.events[-1].actor, desk.last().shared_with) == ("ines", ("tomas",))
    assert read(desk, "tomas", "/private/ines/a.md") == "one"
    before = len(desk.events)
    drive_of(desk).grant_read("/private/ines/a.md", "tomas")
    assert len(desk.events) == before
    assert desk.notices == []


def test_a_move_takes_all_along_but_what_the_folder_said(desk: Desk) -> None:
    """Versions, comments and shares of a file go along; what only its folder said is now what the new one says."""
    write(desk, path="/private/ines/a.md")
    write(desk, path="/private/ines/a.md", text="two")
    desk.do("ines", "drive.comment", path="/private/ines/a.md", text="Note")
    desk.do("ines", "drive.move", path="/private/ines/a.md", to="/board/b.md")
    assert desk.last() == words.FileMoved(
        path="/private/ines/a.md", destination="/board/b.md", files=("/private/ines/a.md",)
    )
    history = desk.do("tomas", "drive.history", path="/board/b.md")
    assert ([v.version for v in history.versions], [c.text for c in history.comments]) == ([1, 2], ["Note"])
    assert "moved to /board/b.md" in desk.refused("ines", "drive.read", path="/private/ines/a.md").why
    assert [f.path for f in desk.do("tomas", "drive.search", query="two").files] == ["/board/b.md"]


def test_a_folder_moves_with_all_below(desk: Desk) -> None:
    """All files of a folder move, also into a folder that is there, where it keeps its name; empty folders too."""
    write(desk, path="/a/x.md")
    write(desk, path="/a/deep/y.md")
    write(desk, path="/a/empty/z.md")
    desk.do("ines", "drive.move", path="/a/empty/z.md", to="/a")
    write(desk, path="/archive/old.md")
    receipt = desk.do("ruth", "drive.move", path="/a", to="/archive")
    assert receipt.path == "/archive/a"
    assert receipt.files == ("/archive/a/deep/y.md", "/archive/a/x.md", "/archive/a/z.md")
    assert listed(desk, "tomas", "/archive/a") == [
        "/archive/a/deep", "/archive/a/empty", "/archive/a/x.md", "/archive/a/z.md",
    ]  # fmt: skip
    assert "/a" not in listed(desk, "tomas")


def test_a_name_changes_its_case(desk: Desk) -> None:
    """Another spelling of the same name is a move like any other."""
    write(desk)
    assert desk.do("ines", "drive.move", path="/board/a.md", to="/board/A.md").path == "/board/A.md"
    desk.do("ines", "drive.move", path="/board", to="/Board")
    assert listed(desk, "ruth", "/board") == ["/Board/A.md"]
    assert listed(desk, "ruth") == ["/Board", "/private"]


# --- the bin and history ---------------------------------------------------------------------------------------------


def test_the_bin_keeps_every_version(desk: Desk) -> None:
    """What was deleted is neither listed, read nor found, but its history stays and it can be brought back."""
    write(desk)
    write(desk, "ruth", text="two")
    desk.notices.clear()
    assert desk.do("ruth", "drive.delete", path="/board").files == ("/board/a.md",)
    assert desk.told("ines") == [("change", "/")]
    assert listed(desk, "ines") == ["/private"]
    assert desk.do("ines", "drive.search", query="two").files == ()
    assert "drive.restore" in desk.refused("ines", "drive.read", path="/board/a.md").why
    assert desk.do("ines", "drive.history", path="/board/a.md").deleted
    receipt = desk.do("ines", "drive.restore", path="/board/a.md", version=1)
    assert (receipt.version, desk.last().restores, read(desk, "ruth", "/board/a.md")) == (3, 1, "one")
    assert listed(desk, "ruth", "/board") == ["/board/a.md"]


def test_what_is_written_in_its_place_goes_on_counting(desk: Desk) -> None:
    """A path whose file is in the bin is not free for another: who may write it goes on with its versions, who may not
    cannot, and nothing is moved there."""
    write(desk)
    desk.do("ines", "drive.share", path="/board/a.md", people=["ruth"], level="write", only=True)
    desk.do("ines", "drive.delete", path="/board/a.md")
    assert desk.refused("tomas", "drive.write", path="/board/a.md", text="x").code == "not_allowed"
    write(desk, "tomas", path="/board/b.md")
    assert "bin" in desk.refused("tomas", "drive.move", path="/board/b.md", to="/board/a.md").why
    assert write(desk, "ruth", text="again").version == 2
    assert desk.do("ruth", "drive.history", path="/board/a.md").owner == "ines"


def test_comments_reach_those_it_concerns(desk: Desk) -> None:
    """The owner is told, who is called by name is mentioned, who has commented before gets a reply; one who cannot open
    the file is not told, and the receipt says so."""
    write(desk, path="/private/ines/a.md")
    desk.do("ines", "drive.share", path="/private/ines/a.md", people=["ruth", "tomas"], level="comment")
    desk.do("tomas", "drive.comment", path="/private/ines/a.md", text="Is this so?")
    desk.notices.clear()
    receipt = desk.do("ruth", "drive.comment", path="/private/ines/a.md", text="@ines yes. @tanaka @anna?")
    assert (receipt.comment, receipt.mentions, receipt.cannot_open) == ("f2", ("ines",), ("tanaka",))
    assert [(n.to, n.kind, n.gist) for n in desk.notices] == [
        ("ines", "mention", "@ines yes. @tanaka @anna?"), ("tomas", "reply", "@ines yes. @tanaka @anna?"),
    ]  # fmt: skip
    assert desk.last() == words.FileCommented(
        path="/private/ines/a.md", comment="f2", text="@ines yes. @tanaka @anna?", version=1, mentions=("ines",),
        to=("ines", "tomas"),
    )  # fmt: skip
    first = desk.do("tomas", "drive.read", path="/private/ines/a.md").comments[0]
    assert (first.who, first.version, first.text) == ("tomas", 1, "Is this so?")


def test_reading_counts_its_words(desk: Desk) -> None:
    """What reading and writing cost is counted in words; looking leaves no event."""
    write(desk, text="one two three")
    desk.do("ines", "drive.comment", path="/board/a.md", text="four five")
    before = len(desk.events)
    assert desk.do("ruth", "drive.read", path="/board/a.md").words() == 5
    desk.do("ruth", "drive.list")
    desk.do("ruth", "drive.history", path="/board/a.md")
    assert len(desk.events) == before
    assert desk.office.parse("drive.write", {"path": "/x.md", "text": "a b c"}).effort().words == 3


def test_search_stays_in_its_folder(desk: Desk) -> None:
    """A search can be kept to a folder, and gives the last version alone."""
    write(desk, path="/a/x.md", text="old detector")
    write(desk, path="/a/x.md", text="new detector")
    write(desk, path="/b/x.md", text="a detector")
    assert [f.path for f in desk.do("ruth", "drive.search", query="detector", folder="/a").files] == ["/a/x.md"]
    assert desk.do("ruth", "drive.search", query="old").files == ()


# --- any order of things ---------------------------------------------------------------------------------------------

PATHS = ("/a.md", "/f/a.md", "/f/b.md", "/private/ines/a.md", "/private/ruth/s.md", "/g/h/c.md")
WHO = st.sampled_from(("ines", "ruth", "tanaka"))
PATH = st.sampled_from(PATHS)
LEVEL = st.sampled_from(("read", "comment", "write"))
NAMES = st.lists(st.sampled_from(("ines", "ruth", "tanaka", "team:field", "everyone")), min_size=1, max_size=2)


class AnyOrder(RuleBasedStateMachine):
    """Random actions by three people. Beside the drive, a plain model: what every path has said, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = open_office([Drive])
        self.app = drive_of(self.desk)
        self.said: dict[str, list[str]] = {}
        self.live: set[str] = set()
        self.count = 0

    def levels(self, path: str) -> dict[str, Any]:
        return {who: self.app.shelves.level(who, path) for who in PEOPLE}

    def attempt(self, who: str, name: str, **arguments: Any) -> Any:
        """Do it, or see that being refused changes nothing."""
        before = (len(self.desk.events), len(self.desk.notices), self.state())
        try:
            return self.desk.do(who, f"drive.{name}", **arguments)
        except Refused:
            assert (len(self.desk.events), len(self.desk.notices), self.state()) == before
            return None

    def state(self) -> Any:
        shelves = self.app.shelves
        return (
            [(f.path, f.owner, f.deleted, len(f.versions), len(f.remarks)) for f in shelves.files()],
            sorted(shelves.folders()),
            [(path, self.levels(path)) for path in PATHS],
        )

    @rule(who=WHO, path=PATH, expects=st.one_of(st.none(), st.integers(0, 3)))
    def write(self, who: str, path: str, expects: int | None) -> None:
        """A version is written if the path may be written and is at the expected version."""
        self.count += 1
        level = self.levels(path)[who]
        last = len(self.said.get(path, ())) if path in self.live else 0
        done = self.attempt(who, "write", path=path, text=f"text {self.count}", expects_version=expects)
        assert (done is not None) == (level == "write" and expects in (None, last))
        if done is not None:
            self.said.setdefault(path, []).append(f"text {self.count}")
            self.live.add(path)
            assert done.version == len(self.said[path])

    @rule(who=WHO, path=PATH)
    def delete(self, who: str, path: str) -> None:
        level = self.levels(path)[who]
        done = self.attempt(who, "delete", path=path)
        assert (done is not None) == (path in self.live and level == "write")
        if done is not None:
            self.live.remove(path)

    @rule(who=WHO, path=PATH, version=st.integers(1, 3))
    def restore(self, who: str, path: str, version: int) -> None:
        level = self.levels(path)[who]
        said = self.said.get(path, [])
        done = self.attempt(who, "restore", path=path, version=version)
        possible = level == "write" and version <= len(said)
        news = path not in self.live or (version <= len(said) and said[version - 1] != said[-1])
        assert (done is not None) == (possible and news)
        if done is not None:
            said.append(said[version - 1])
            self.live.add(path)

    @rule(who=WHO, path=PATH, to=PATH)
    def move(self, who: str, path: str, to: str) -> None:
        """A file moves with all it ever said if it may be written, where it is and where it goes, to a free path."""
        mine, there = self.levels(path)[who], self.app.shelves.level(who, paths.parent(to))
        done = self.attempt(who, "move", path=path, to=to)
        free = to not in self.said and to != path
        assert (done is not None) == (path in self.live and free and mine == there == "write")
        if done is not None:
            self.said[to] = self.said.pop(path)
            self.live.remove(path)
            self.live.add(to)

    @rule(who=WHO, path=PATH, names=NAMES, level=LEVEL, only=st.booleans())
    def share(self, who: str, path: str, names: list[str], level: str, only: bool) -> None:
        """Only who may write shares; only the owner shuts out, and is never shut out themselves."""
        before = self.levels(path)
        done = self.attempt(who, "share", path=path, people=names, level=level, only=only)
        if done is None:
            return
        assert path in self.live
        assert before[who] == "write"
        owner = self.app.shelves.file(path).owner
        assert self.levels(path)[owner] == "write"
        assert not only or owner == who
        others = [p for p in PEOPLE if p != owner and p not in names and "everyone" not in names]
        for other in others if "team:field" not in names else [p for p in others if p not in ("anna-b", "tanaka")]:
            assert self.levels(path)[other] == (None if only else before[other])

    @rule(who=WHO, path=PATH)
    def comment(self, who: str, path: str) -> None:
        level = self.levels(path)[who]
        done = self.attempt(who, "comment", path=path, text="Hm.")
        assert (done is not None) == (path in self.live and level in ("comment", "write"))

    @invariant()
    def history_is_complete(self) -> None:
        """Every version that was ever written at a path, or moved there, can be read with its text."""
        for path, said in self.said.items():
            file = self.app.shelves.file(path)
            assert [version.text for version in file.versions] == said
            assert [version.number for version in file.versions] == list(range(1, len(said) + 1))
            assert file.deleted == (path not in self.live)

    @invariant()
    def what_is_shown_is_what_may_be_read(self) -> None:
        """Reading, listing, searching and the readers of the last event agree on who may see what."""
        for who in ("ines", "ruth", "tanaka"):
            may = {path for path in self.live if self.levels(path)[who] is not None}
            assert {path for path in PATHS if self.app.readable(who, path)} == may
            found = self.desk.do(who, "drive.search", query="text", limit=50).files
            assert {file.path for file in found} == may
            for path in self.live:
                try:
                    shown = listed(self.desk, who, paths.parent(path))
                except Refused:
                    shown = []
                assert (path in shown) == (path in may)
        for notice in self.desk.notices[-5:]:
            if notice.ref in self.live and notice.serial == len(self.desk.events):
                assert self.app.readable(notice.to, notice.ref)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=60, stateful_step_count=40)
