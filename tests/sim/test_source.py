"""Authors' files: what YAML means here, where everything stands, and how mistakes are told."""

import json
import os
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel, model_validator

from sim import source as source_module
from sim.source import (
    BadValue,
    Problem,
    Source,
    SourceError,
    compose,
    did_you_mean,
    dotted,
    json_schema,
    load,
    parse,
    read,
    suggest,
)
from sim.units import HOUR, Duration, Money, Span, WeeklyHours, WeekTime


class Strict(BaseModel):
    """What schemas of authors' files look like: no unknown keys."""

    model_config = ConfigDict(extra="forbid")


class Length(Enum):
    SHORT = "short"
    LONG = "long"


class Person(Strict):
    name: str
    title: str = ""
    reports_to: str | None = None
    since: str = Field("", alias="from")
    trust: float = Field(0.5, ge=0, le=1)
    level: int = 1
    away: bool = False
    length: Length = Length.SHORT
    mood: Literal["calm", "cross"] = "calm"
    owns: list[str] = []
    approves: dict[str, Money] = {}
    reply: Duration = HOUR
    notice: Span | Literal["never"] = "never"


class Call(Strict):
    does: Literal["call"]
    to: str
    about: str


class Write(Strict):
    does: Literal["write"]
    file: str
    words: int


class At(Strict):
    at: WeekTime
    who: str


class Every(Strict):
    every: Span
    who: str


class Size(RootModel[int]):
    pass


def no_shouting(text: str) -> str:
    if text.isupper():
        raise ValueError("Is all in capitals")
    return text


class Org(Strict):
    org: str
    people: dict[str, Person] = {}
    acts: list[Annotated[Call | Write, Field(discriminator="does")]] = []
    events: list[At | Every] = []
    extra: object = None
    pair: tuple[str, int] = ("a", 1)
    size: Size = Size(1)
    about: Annotated[str, AfterValidator(no_shouting)] = ""

    @model_validator(mode="after")
    def bosses_exist(self) -> "Org":
        for key, person in self.people.items():
            if person.reports_to is not None and person.reports_to not in self.people:
                boss = person.reports_to
                fix = did_you_mean(boss, self.people)
                raise BadValue(boss, "is not a person of this org", fix, ("people", key, "reports_to"))
        return self


class Texts(Strict):
    version: str
    zip: str
    country: str
    when: str
    time: str


def wrong(text: str, model: type[BaseModel] = Org) -> list[str]:
    """The problems of a file, without its name."""
    with pytest.raises(SourceError) as caught:
        parse(compose(text, "org.yaml"), model)
    lines = str(caught.value).splitlines()
    assert all(line.startswith("org.yaml:") for line in lines)
    return [line.removeprefix("org.yaml:") for line in lines]


def unreadable(text: str) -> str:
    """What is said of a text that is not even good YAML: the first problem."""
    with pytest.raises(SourceError) as caught:
        compose(text, "org.yaml")
    return str(caught.value.problems[0])


# --- what YAML means -----------------------------------------------------------------------------------------------

TYPED = """\
version: 1.10
zip: 0123
country: NO
when: 2026-03-02 09:00
time: 09:00
"""


def test_a_text_is_what_was_typed() -> None:
    """Where the model wants a text, a bare scalar is the author's text, whatever else it could be read as."""
    texts = parse(compose(TYPED), Texts)
    assert texts == Texts(version="1.10", zip="0123", country="NO", when="2026-03-02 09:00", time="09:00")


def test_without_a_model_scalars_are_those_of_yaml_1_2() -> None:
    """The plain data has numbers for numbers, 0123 in decimal, and texts for NO, dates and times; the text is kept."""
    source = compose(TYPED)
    assert source.data == {"version": 1.1, "zip": 123, "country": "NO", "when": "2026-03-02 09:00", "time": "09:00"}
    assert source.text(("version",)) == "1.10"
    assert source.text(("zip",)) == "0123"
    assert source.text(("nothing",)) is None
    assert source.text(()) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *((word, word) for word in ("yes", "no", "on", "off", "y", "N", "Yes", "NO", "nUll", "tRUE")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        ("12", 12),
        ("-7", -7),
        ("+7", 7),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("190:20:30", "190:20:30"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("-1e3", -1000.0),
        ("1e999", "1e999"),
        ("1.2.3", "1.2.3"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("-", "-"),
        ("2026-03-02", "2026-03-02"),
        ("2026-03-02T09:00:00Z", "2026-03-02T09:00:00Z"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("=", "="),
        ("25 000 EUR", "25 000 EUR"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_a_bare_scalar_means_what_yaml_1_2_says(typed: str, meant: object) -> None:
    """No `NO` that is false, no octal 010, no sexagesimal, no dates; what no number can hold stays a text."""
    if typed == "-":
        typed = "'-'"
    found = compose(f"key: {typed}\n").data["key"]
    assert found == meant
    assert type(found) is type(meant)


def test_keys_are_texts() -> None:
    """A key is what was typed, also where it looks like a number, a truth value or nothing."""
    assert list(compose("{1.10: a, NO: b, true: c, null: d, 0123: e, '#finance': f}").data) == [
        "1.10",
        "NO",
        "true",
        "null",
        "0123",
        "#finance",
    ]


def test_values_where_a_model_wants_other_things_than_texts() -> None:
    """Numbers are numbers, truth values may be written in words, values with units are read from what was typed."""
    text = (
        "org: x\npeople: {ines: {name: Ines, level: 3, trust: 1, away: no, approves: {spend: 25 000 EUR}, reply: 20m}}"
    )
    ines = parse(compose(text), Org).people["ines"]
    assert (ines.level, ines.trust, ines.away, str(ines.approves["spend"]), ines.reply) == (
        3,
        1,
        False,
        "25 000 EUR",
        1200,
    )


def test_a_text_is_kept_in_lists_unions_and_choices_too() -> None:
    """The typed text reaches list items, values of mappings, optional fields, literals and the texts of unions."""

    class Deep(Strict):
        tags: list[str]
        names: dict[str, str | None]
        either: int | str
        union: list[str] | str
        version: Literal["1.10", "2.0"]

    text = "tags: [1.10, 0x1F, true]\nnames: {a: 007, b: ~}\neither: 0123\nunion: 1.10\nversion: 1.10"
    assert parse(compose(text), Deep) == Deep(
        tags=["1.10", "0x1F", "true"], names={"a": "007", "b": None}, either=123, union="1.10", version="1.10"
    )


def test_an_alias_stands_for_its_anchor() -> None:
    """Anchors and aliases are allowed, and one written scalar may be a text here and a number there."""

    class Twice(Strict):
        text: str
        number: float
        lists: list[list[int]]

    source = compose("text: &v 1.10\nnumber: *v\nlists: [&l [1, 2], *l]")
    assert parse(source, Twice) == Twice(text="1.10", number=1.1, lists=[[1, 2], [1, 2]])


# --- files that are not good YAML ----------------------------------------------------------------------------------


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1  is empty. Write 'key: value' lines."),
        ("# nothing\n", "1:1  is empty."),
        ("- a\n- b", "1:1  has a list at its top level."),
        ("just words", "1:1  has a single value at its top level."),
        ("a: 1\nb:\n\tc: 2", "3:1  has a tab where YAML wants spaces. Indent with spaces."),
        ("é: @home", "1:4  has a bare '@' at the start of a value. Put the value in quotes."),
        ("a: `x`", "1:4  has a bare '`' at the start of a value."),
        ("a: b: c", "1:4  a: 'b: c' has a ': ' where no key can be. Put it in quotes: a: \"b: c\"."),
        (
            'x:\n  - a: Say "so": or',
            "2:8  a: 'Say \"so\": or' has a ': ' where no key can be. Put it in quotes: a: 'Say",
        ),
        (
            "x: {a: Note: bring it, b: c}",
            "1:8  a: 'Note: bring it' has a ': ' where no key can be. Put it in quotes: a:",
        ),
        ("a: b\n  c: d", "2:4  has a ': ' where no key can be. Quote values"),
        ("a: - b", "1:4  has a list item where none can be."),
        ("a: {b: 1\nc: 2", "1:4  does not close this '{', or lacks a comma in it."),
        ("a: [1, 2\nb: 3", "1:4  does not close this '[', or lacks a comma in it."),
        ("x: 1\na: 'open\nb: 2", "2:4  does not close a quotation."),
        ('a:\n  - {in: #floor, text: "it\'s"}\n  - {b: 1}', "2:10  has '#floor' without quotes: what follows a '#' is"),
        ('a: ["#lab", #floor]\nb: 2', """1:13  has '#floor' without quotes"""),
        ("a: {b: 1,  # a remark, in words\nc: 2", "1:4  does not close this '{', or lacks a comma in it."),
        ('a: "\\q"', "has an unknown escape after a backslash."),
        ("a: *nobody", "1:4  has an alias (*name) without its anchor (&name)."),
        ("a: &x 1\nb: &x 2", "2:4  gives an anchor (&name) twice."),
        ("a: 1\n---\nb: 2", "2:1  has a second document."),
        ("a: \x01", "1:4  has the character U+0001, which YAML does not allow."),
        ("a: 1\na: 2", "2:1  a: 'a' is given twice. It stands on line 1 already: remove or rename one."),
        ("x: {a: 1, 'a': 2}", "1:11  x.a: 'a' is given twice."),
        ("a: &x {b: 1}\nc: {<<: *x}", "2:5  c.<<: is a merge key, and keys are not merged here. Write the keys out."),
        ("? [a, b]\n: 1", "has a list or a mapping as a key."),
        ("a: &x [1, *x]", "1:4  a[1]: contains itself by an alias."),
        ("a: !!python/object/apply:os.system [ls]", "1:4  a: '!!python/object/apply:os.system' is a tag"),
        ("a: !secret x", "1:4  a: '!secret' is a tag, and tags mean nothing here. Remove it."),
        ("a: !!int '3'", "1:4  a: '!!int' is a tag"),
        ("a: " + "[" * 300 + "]" * 300, "is nested more than 100 levels deep."),
        ("a: " + "[" * 50_000, "is nested more than 100 levels deep."),
        ("a:\n  b: 1\n c: 2", "has an indentation that fits nothing above it."),
    ],
)
def test_what_is_not_good_yaml_is_told_with_place_and_fix(
    loader: str, text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each common slip has words of its own; what the C parser says and what the Python parser says come out alike."""
    kind = type("Loader", (getattr(yaml, loader),), {"resolve": source_module._Loader.resolve})
    monkeypatch.setattr(source_module, "_Loader", kind)
    said = unreadable(text)
    assert said.startswith("org.yaml:")
    assert message in said


def test_aliases_of_aliases_do_not_blow_up() -> None:
    """Ten lines that would be ten thousand million items are refused at once, with one problem."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    with pytest.raises(SourceError) as caught:
        compose("\n".join(lines))
    (problem,) = caught.value.problems
    assert "grows too large by aliases of aliases" in str(problem)


@given(st.text(alphabet=st.sampled_from("ab: -[]{}&*!|>'\"%@`#,?\n\t\\0é\x00"), max_size=40))
def test_any_text_is_a_file_or_a_problem(text: str) -> None:
    """Whatever is typed gives data with texts as keys, or problems with places inside the text; never another error."""
    try:
        source: Source | None = compose(text, "any.yaml")
        problems: tuple[Problem, ...] = ()
    except SourceError as error:
        source, problems = None, error.problems
    assert bool(problems) == (source is None)
    assert all(1 <= problem.line <= text.count("\n") + 2 and problem.column >= 1 for problem in problems)
    if source is not None:
        assert all(isinstance(key, str) for key in source.data)
        json.dumps(source.data, allow_nan=False)


# --- files that cannot be read -------------------------------------------------------------------------------------


def cannot_read(path: Path, **options: Any) -> str:
    with pytest.raises(SourceError) as caught:
        read(path, **options)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return str(problem).removeprefix(str(path))


def test_a_file_is_read_with_its_path(tmp_path: Path) -> None:
    """The source knows its file; a byte order mark and Windows line ends do no harm."""
    path = tmp_path / "org.yaml"
    path.write_bytes("\ufefforg: Ÿpsilon\r\nabout: x\r\n".encode())
    source = read(path)
    assert source.path == path
    assert source.data == {"org": "Ÿpsilon", "about": "x"}
    assert source.at(("about",)) == (2, 8)
    assert read(str(path)).data == source.data


def test_a_missing_file_is_told_with_a_near_name(tmp_path: Path) -> None:
    """Who mistypes a file's name is shown the one that is there."""
    (tmp_path / "northlight.yaml").write_text("a: 1")
    assert cannot_read(tmp_path / "nortlight.yaml") == " does not exist. Did you mean 'northlight.yaml'?"
    assert cannot_read(tmp_path / "q" / "x.yaml") == " does not exist. Check the name and the folder."


def test_a_folder_or_a_pipe_is_no_file(tmp_path: Path) -> None:
    """Only regular files are opened: nothing waits for a pipe to speak."""
    assert cannot_read(tmp_path) == " is a folder. Name a file in it."
    os.mkfifo(tmp_path / "pipe")
    assert cannot_read(tmp_path / "pipe") == " is not a file. Name a YAML file."


def test_a_file_under_a_file_is_told(tmp_path: Path) -> None:
    """What the system refuses is a problem of ours with the system's reason."""
    (tmp_path / "file").write_text("a: 1")
    assert "cannot be read: Not a directory" in cannot_read(tmp_path / "file" / "org.yaml")


def test_a_file_over_the_limit_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is asked for first: a file over the limit is refused without being read, one at the limit is read."""
    path = tmp_path / "org.yaml"
    path.write_text("org: abcd\n")
    assert read(path, limit=10).data == {"org": "abcd"}
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail("the file was read"))
    assert "has 10 bytes; at most 9 are read" in cannot_read(path, limit=9)


def test_a_file_that_is_not_utf_8_is_told_with_the_place(tmp_path: Path) -> None:
    """Latin-1 is named at the character that gives it away."""
    path = tmp_path / "org.yaml"
    path.write_bytes(b"org: x\nname: \xc3\xa9 Caf\xe9\n")
    assert cannot_read(path) == ":2:12  is not UTF-8. Save the file as UTF-8."


# --- places --------------------------------------------------------------------------------------------------------

PLACES = """\
org: x
people:
  ines: {name: Inès, owns: [budget, invoices]}
  "a.b":
    name: Ab
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("org",), (1, 6), (1, 1)),
        (("people",), (3, 3), (2, 1)),
        (("people", "ines"), (3, 9), (3, 3)),
        (("people", "ines", "name"), (3, 16), (3, 10)),
        (("people", "ines", "owns", 1), (3, 37), (3, 37)),
        (("people", "a.b", "name"), (5, 11), (5, 5)),
        (("people", "ines", "title"), (3, 3), (3, 3)),
        (("people", "ruth", "title"), (2, 1), (2, 1)),
        (("people", "ines", "owns", 7), (3, 22), (3, 22)),
        (("nothing", 0, "here"), (1, 1), (1, 1)),
    ],
)
def test_everything_has_a_place(path: tuple[str | int, ...], value: tuple[int, int], key: tuple[int, int]) -> None:
    """A value, its key, and for what is not there the key of the nearest part that is; columns count characters."""
    source = compose(PLACES)
    assert source.at(path) == value
    assert source.at(path, key=True) == key


def test_a_check_of_ones_own_gives_located_problems() -> None:
    """Whoever checks more than the model does says what is wrong; file, place and value come from the source."""
    source = compose(PLACES, "org.yaml")
    problem = source.problem(("people", "ines", "owns", 0), rule="is owned by nobody else.", fix="Did you mean 'x'?")
    assert problem == Problem(
        "org.yaml", 3, 29, "people.ines.owns[0]", "budget", "is owned by nobody else", "Did you mean 'x'?"
    )
    assert str(problem) == "org.yaml:3:29  people.ines.owns[0]: 'budget' is owned by nobody else. Did you mean 'x'?"
    assert (
        str(source.problem(("people", "a.b"), key=True, rule="is no id"))
        == "org.yaml:4:3  people.'a.b': 'a.b' is no id."
    )
    assert str(source.problem(("people",), rule="needs a seat")) == "org.yaml:3:3  people: needs a seat."
    assert str(source.problem(("org",), value=None, rule="is odd")) == "org.yaml:1:6  org: is odd."
    assert str(source.problem((), value=25, rule="is odd")) == "org.yaml:1:1  '25' is odd."


def test_a_long_value_is_shown_in_part() -> None:
    """A problem is one line, whatever the value."""
    problem = compose("about: |\n" + "  many words\n" * 50).problem(("about",), rule="is too long")
    assert "\n" not in str(problem)
    assert len(str(problem)) < 150


def test_problems_are_sorted_by_place_and_told_once() -> None:
    """The error of many problems reads from top to bottom, repeats nothing, and can be rebuilt from its arguments."""
    first, second = Problem("a", 2, 9, "x", None, "is odd"), Problem("a", 10, 1, "y", None, "is odd")
    error = SourceError([second, first, second])
    assert error.problems == (first, second)
    again = type(error)(*error.args)
    assert again.problems == error.problems
    assert str(again) == "a:2:9  x: is odd.\na:10:1  y: is odd."


def test_paths_are_dotted() -> None:
    """Keys are joined by dots, items are in brackets, keys that would confuse are quoted."""
    assert dotted(("channels", "#finance", "members", 0)) == "channels.#finance.members[0]"
    assert dotted(("files", "a.md", "x y")) == "files.'a.md'.'x y'"
    assert dotted(()) == ""


# --- what a model objects to ---------------------------------------------------------------------------------------


def test_all_problems_of_a_file_are_told_together_from_top_to_bottom() -> None:
    """Wrong keys, kinds, choices, bounds and units, each with line, column, value, rule and fix."""
    assert wrong(
        """\
people:
  ines: {nmae: Ines, trust: 1.20, level: high, away: maybe}
  ruth:
    title: [a]
    length: shrot
    mood: grim
    owns: budget
    approves: {spend: 25000}
    reply: 20 mn
  tom: 7
  ann: {name: , reply: 20, bogus: 1}
pair: [a, b]
size: huge
about: LOUD
"""
    ) == [
        "1:1  needs the key 'org'. Add 'org: ...'.",
        "2:10  people.ines.nmae: 'nmae' is not a key known here. Did you mean 'name'?",
        "2:29  people.ines.trust: '1.20' must be at most 1.",
        "2:42  people.ines.level: 'high' must be a whole number.",
        "2:54  people.ines.away: 'maybe' must be true or false.",
        "3:3  people.ruth: needs the key 'name'. Add 'name: ...'.",
        "4:12  people.ruth.title: must be a text, not a list.",
        "5:13  people.ruth.length: 'shrot' is not one of short, long. Did you mean 'short'?",
        "6:11  people.ruth.mood: 'grim' is not one of calm, cross.",
        "7:11  people.ruth.owns: 'budget' must be a list. Write [a, b], or one '- item' on each line.",
        (
            "8:23  people.ruth.approves.spend: '25000' has no currency. "
            "Write 25 000 EUR, 46,900 EUR, 12.50 EUR or 1.5k USD."
        ),
        "9:12  people.ruth.reply: '20 mn' has an unknown unit of time, 'mn'. Write 20m, 2h, 1h 30m, 1 day or 2 weeks.",
        "10:8  people.tom: '7' must be a mapping of keys. Write {key: value}, or 'key: value' lines below it.",
        "11:15  people.ann.name: has no value and must be a text. Write one.",
        "11:24  people.ann.reply: '20' is a duration without a unit. Write 20m, 20h or 20 days.",
        (
            "11:28  people.ann.bogus: 'bogus' is not a key known here. Known here: approves, away, from, length, "
            "level, mood, name, notice, owns, reply, reports_to, title, trust."
        ),
        "12:11  pair[1]: 'b' must be a whole number.",
        "13:7  size: 'huge' must be a whole number.",
        "14:8  about: 'LOUD' is all in capitals.",
    ]


def test_an_alias_is_the_name_an_author_knows() -> None:
    """Of a field with an alias, the alias is suggested, not the name it has in code."""
    assert wrong("org: x\npeople: {ines: {name: I, form: 2024}}") == [
        "2:26  people.ines.form: 'form' is not a key known here. Did you mean 'from'?"
    ]


def test_a_comma_that_ends_a_text_in_braces_is_explained() -> None:
    """Inside braces a comma ends a value, and the rest of the sentence becomes a key without one."""
    assert wrong("org: x\npeople: {ines: {name: I, title: Head of Finance, and more}}") == [
        (
            "2:50  people.ines.'and more': 'and more' is not a key known here. If it belongs to the text before it, "
            "quote that text: in braces a comma ends a value."
        )
    ]


def test_a_validator_of_a_whole_model_can_point_below() -> None:
    """A `BadValue` with a path is located there, and its rule and fix are told as they are."""
    assert wrong("org: x\npeople:\n  ruth: {name: R}\n  ines: {name: I, reports_to: rut}") == [
        "4:31  people.ines.reports_to: 'rut' is not a person of this org. Did you mean 'ruth'?"
    ]


def test_a_wrong_key_of_a_mapping_is_located_at_the_key() -> None:
    """Where keys have a form, the key is told, not its value."""

    class Days(Strict):
        days: dict[Literal["mon", "tue"], Annotated[int, Field(strict=True)]]

    assert wrong("days:\n  mon: 1\n  teu: 5", Days) == [
        "3:3  days.teu: 'teu' is not one of mon, tue. Did you mean 'tue'?"
    ]


def test_of_a_union_with_a_discriminator_the_named_form_speaks() -> None:
    """The branch is no part of the path; an unknown or a missing discriminator is told as such."""
    assert wrong(
        """\
org: x
acts:
  - {does: call, to: seat, abuot: x}
  - {does: write, file: a.md, words: many}
  - {does: wrote, file: a.md}
  - {file: a.md}
"""
    ) == [
        "3:28  acts[0].abuot: 'abuot' is not a key known here. Did you mean 'about'?",
        "4:38  acts[1].words: 'many' must be a whole number.",
        "5:12  acts[2].does: 'wrote' is not one of call, write. Did you mean 'write'?",
        "6:5  acts[3]: needs the key 'does'. Add 'does: ...'.",
    ]


def test_of_a_union_without_one_the_form_that_was_meant_speaks() -> None:
    """The form with the fewest odd keys is the one meant; of a value that is no form at all, all forms are told."""
    assert wrong(
        """\
org: x
events:
  - {at: tue 25:00, who: ruth}
  - {evry: 5m, who: ruth}
  - {every: 5m to 1m, who: ruth}
  - {every: 5m}
  - now
people: {ines: {name: I, notice: nevr}}
"""
    ) == [
        (
            "3:10  events[0].at: 'tue 25:00' is not a point in time. Write tue 10:15, week 2 tue 10:15, day 3 10:00 or "
            "2026-03-02 09:00."
        ),
        "4:6  events[1].evry: 'evry' is not a key known here. Did you mean 'every'?",
        "5:13  events[2].every: '5m to 1m' does not go from less to more. Write 1m to 5m.",
        "6:5  events[3]: needs the key 'who'. Add 'who: ...'.",
        "7:5  events[4]: 'now' must be a mapping of keys. Write {key: value}, or 'key: value' lines below it.",
        (
            "8:34  people.ines.notice: 'nevr' fits none of the forms allowed here: it is not a duration; it is not "
            "'never'. Did you mean 'never'?"
        ),
    ]


def test_unions_within_unions_speak_with_one_voice() -> None:
    """However forms are nested, an author reads about the one that was meant."""

    class Fact(Strict):
        is_: str | list[str | int] | dict[str, Money | WeeklyHours] = Field(alias="is")

    (money,) = wrong("is: {limit: 25000 EURO}", Fact)
    assert money.startswith("1:13  is.limit: '25000 EURO' fits none of the forms allowed here: it is not an amount of")
    assert "; it is not a list of weekly hours. Write 25 000 EUR" in money
    (item,) = wrong("is: [a, [b]]", Fact)
    assert item.startswith(
        "1:9  is[1]: fits none of the forms allowed here: it must be a text, not a list; it must be a"
    )


def test_a_key_that_is_named_like_a_type_is_a_key() -> None:
    """Names of authors that are also names pydantic gives to branches do not confuse the places."""

    class Odd(Strict):
        values: dict[str, int | list[int]] = {}
        value: int | dict[str, int] = 0

    assert wrong("value: {int: x}", Odd) == ["1:14  value.int: 'x' must be a whole number."]

    assert wrong("values: {int: x, 'list[int]': [1, y], str: {}}", Odd) == [
        (
            "1:15  values.int: 'x' fits none of the forms allowed here: it must be a whole number; it must be a list. "
            "Write [a, b], or one '- item' on each line."
        ),
        "1:35  values.'list[int]'[1]: 'y' must be a whole number.",
        (
            "1:44  values.str: fits none of the forms allowed here: it must be a whole number, not a mapping; it "
            "must be a list, not a mapping. Write [a, b], or one '- item' on each line."
        ),
    ]


def test_reading_and_checking_are_told_together(tmp_path: Path) -> None:
    """`load` tells keys given twice and what the model objects to in one go, sorted."""
    path = tmp_path / "org.yaml"
    path.write_text("org: x\nsize: huge\norg: y\nbogus: 1\n")
    with pytest.raises(SourceError) as caught:
        load(path, Org)
    assert [(problem.line, problem.where) for problem in caught.value.problems] == [
        (2, "size"),
        (3, "org"),
        (4, "bogus"),
    ]
    path.write_text("org: x\n")
    org, source = load(path, Org)
    assert org.org == "x"
    assert isinstance(source, Source)


def test_a_duplicate_key_alone_stops_the_load(tmp_path: Path) -> None:
    """A file whose last word would satisfy the model is still wrong."""
    path = tmp_path / "org.yaml"
    path.write_text("org: x\norg: y\n")
    with pytest.raises(SourceError, match=r"org.yaml:2:1  org: 'org' is given twice"):
        load(path, Org)


# --- names that are not known --------------------------------------------------------------------------------------


def test_a_suggestion_is_near_and_the_same_in_any_order() -> None:
    """The nearest known name, whatever the case and the order of the known names; nothing if nothing is near."""
    known = ["ruth", "Ines", "tomas", "marco"]
    assert suggest("rut", known) == "ruth"
    assert suggest("INES", known) == "Ines"
    assert suggest("zzz", known) is None
    assert suggest("x", []) is None
    assert suggest("an", ["ann", "ana"]) == suggest("an", ["ana", "ann"])
    assert did_you_mean("rut", iter(known)) == "Did you mean 'ruth'?"
    assert did_you_mean("zzz", known) == "Known here: Ines, marco, ruth, tomas."
    assert did_you_mean("zzz", [str(n) for n in range(100)]) == ""


# --- the schema for editors ----------------------------------------------------------------------------------------


def test_the_schema_is_draft_07_and_accepts_what_the_model_accepts() -> None:
    """yaml-language-server reads draft 07 at most: no $defs, no prefixItems, no siblings of $ref, no OpenAPI words."""
    schema = json_schema(Org)
    jsonschema.Draft7Validator.check_schema(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    text = json.dumps(schema)
    assert not any(word in text for word in ("$defs", "prefixItems", '"discriminator"'))

    def walk(part: object) -> None:
        if isinstance(part, dict):
            assert "$ref" not in part or len(part) == 1
            for below in part.values():
                walk(below)
        elif isinstance(part, list):
            for below in part:
                walk(below)

    walk(schema)
    check = jsonschema.Draft7Validator(schema)
    good = compose(
        "org: x\npair: [a, 1]\nacts: [{does: call, to: a, about: b}]\npeople: {i: {name: I, reply: 20m, from: y}}"
    )
    assert check.is_valid(good.data)
    for bad in (
        "org: x\npair: [1, a]",
        "org: x\npair: [a, 1, 2]",
        "org: x\nbogus: 1",
        "org: x\nacts: [{does: fly}]",
        "pair: [a, 1]",
    ):
        assert not check.is_valid(compose(bad).data), bad
    assert schema["definitions"]["Person"]["properties"]["reply"]["default"] == "1h"


def test_fields_that_are_named_like_words_of_json_schema_stay_fields() -> None:
    """An author's key may be called as a keyword of JSON Schema is."""

    class Named(Strict):
        prefixItems: int = 1
        discriminator: str = "a"
        items: list[int] = []
        definitions: str = ""
        default: int = 3
        later: Duration | None = HOUR

    properties = json_schema(Named)["properties"]
    assert list(properties) == ["prefixItems", "discriminator", "items", "definitions", "default", "later"]
    assert properties["prefixItems"]["default"] == 1
    assert properties["later"]["default"] == "1h"


class Described(BaseModel):
    """A model whose fields are described by docstrings."""

    height: int
    """In metres."""
    width: int = Field(1, description="as given", alias="breadth")
    """Not this."""
    depth: int = 0


class Inherits(Described):
    """One that adds a field."""

    colour: str = ""
    """By name."""


def test_docstrings_of_fields_describe_them_in_the_schema() -> None:
    """What stands below a field, there or in a parent, is what an editor shows; an explicit description wins."""
    properties = json_schema(Inherits)["properties"]
    assert {name: form.get("description") for name, form in properties.items()} == {
        "height": "In metres.",
        "breadth": "as given",
        "depth": None,
        "colour": "By name.",
    }


def test_a_problem_reads_as_a_sentence_with_and_without_a_place() -> None:
    """Two blanks set the place apart; where there is no line, what is wrong follows its name as words do."""
    with_line = Problem("a.yaml", 3, 2, "x.y", "1", "is wrong", "Mend it.")
    assert str(with_line) == "a.yaml:3:2  x.y: '1' is wrong. Mend it."
    assert str(Problem("orchard", 0, 0, "", None, "is nowhere")) == "orchard is nowhere."
    assert str(Problem("--set a.b", 0, 0, "", "1", "is wrong")) == "--set a.b: '1' is wrong."
