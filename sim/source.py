"""Authors' files: YAML read with positions, checked against a pydantic model, wrong in words an author can act on.

The YAML is that of YAML 1.2's core schema, not of 1.1: ``NO`` is a text, ``0123`` is 123, ``09:00`` and ``2026-03-02``
are texts. What the author typed is never lost: where the model wants a text, ``version: 1.10`` is the text ``1.10``
(and ``zip: 0123`` is ``0123``), where it wants a number it is that number. Keys are always texts. A key given twice, a
merge key, a tag, and aliases that blow up are errors. All that is wrong with a file is reported together, each as a
`Problem` that names file, line, column, value, rule and fix.
"""

from __future__ import annotations

import ast
import inspect
import re
import stat
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isinf
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from sim.misspelling import did_you_mean, suggest
from sim.objections import DataPath, Objection, objections, text_wanted
from sim.units import AUTHORED, DURATION_FORM, BadValue, spell_duration

if TYPE_CHECKING:
    from pydantic.json_schema import GenerateJsonSchema
    from yaml import SafeLoader as _YamlLoader
else:
    _YamlLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

LIMIT = 5_000_000
"""The largest file that is read, in bytes, unless asked otherwise."""

_DEPTH = 100
_COPIES = 100_000
_WIDTH = 80

__all__ = [
    "AS_WRITTEN",
    "LIMIT",
    "LIST_AT_TOP",
    "MORE_MAY_SHOW",
    "BadValue",
    "DataPath",
    "Problem",
    "Source",
    "SourceError",
    "WrongKind",
    "compose",
    "did_you_mean",
    "dotted",
    "json_schema",
    "leads_out",
    "load",
    "parse",
    "read",
    "suggest",
]

ModelT = TypeVar("ModelT", bound=BaseModel)


class _Taken:
    """Stands for "as the author wrote it" where a value may be handed in."""


AS_WRITTEN: Final = _Taken()


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file. ``line`` and ``column`` count from 1; line 0 means the file as a whole.

    ``where`` is the dotted path to the place, ``value`` what stands there (None if nothing fitting a line does),
    ``rule`` reads on after it ("is not a person of this org"), ``fix`` is a sentence or empty.
    """

    file: str
    line: int
    column: int
    where: str
    value: str | None
    rule: str
    fix: str = ""

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        value = "" if self.value is None else f"{_shown(self.value)} "
        told = f"{where}{value}{self.rule}." + (f" {self.fix}" if self.fix else "")
        if self.line:
            return f"{self.file}:{self.line}:{self.column}  {told}"
        return f"{self.file}{': ' if where or value else ' '}{told}"


LIST_AT_TOP: Final = "has a list at its top level"
"""The rule that a file without keys breaks."""
MORE_MAY_SHOW: Final = "More may show once this is mended: names and times are looked up then."
"""What is said under problems that kept a file from being looked at as a whole."""


class SourceError(Exception):
    """A file cannot be used; ``problems`` says all that is wrong with it, sorted by position.

    ``more_may_show`` is true where these kept the rest from being looked at: what is not of the form that a file must
    have cannot be held against names and times.
    """

    def __init__(self, problems: Iterable[Problem], *, more_may_show: bool = False) -> None:
        ordered = tuple(sorted(set(problems), key=lambda p: (p.file, p.line, p.column, p.where, p.rule, p.fix)))
        super().__init__(ordered)
        self.problems = ordered
        self.more_may_show = more_may_show

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class WrongKind(SourceError):
    """A file of ours, but of another kind than the one that is wanted: ``rule`` says which is which."""

    def __init__(self, file: str, rule: str, fix: str) -> None:
        super().__init__([Problem(file, 1, 1, "", None, rule, fix)])
        self.rule = rule
        self.fix = fix


def dotted(path: DataPath) -> str:
    """A path as authors read it: ``people.ines.owns[0]``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (f"'{part}'" if re.search(r"[.\[\]\s:]", part) else part)
    return text


def _shown(value: str) -> str:
    """The value in quotes, on one line of bearable length."""
    line = " ".join(value.split())
    return repr(line if len(line) <= _WIDTH else f"{line[: _WIDTH - 3]}...")


class Source:
    """A composed file: its plain data and where in the file each part of it stands."""

    def __init__(self, path: Path, root: yaml.Node, data: dict[str, Any]) -> None:
        self.path = path
        self.data = data
        self._root = root
        self._keyed: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}

    def __repr__(self) -> str:
        return f"Source({str(self.path)!r})"

    def at(self, path: DataPath, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at ``path``, or of its key. Of what is not there, the nearest part
        above it that is (its key, if it has one)."""
        node, depth, its_key = self._walk(path)
        mark = its_key if its_key is not None and (key or depth < len(path)) else node
        return mark.start_mark.line + 1, mark.start_mark.column + 1

    def text(self, path: DataPath) -> str | None:
        """What the author typed for the scalar at ``path`` (``1.10``), or None if there is none."""
        node, depth, _ = self._walk(path)
        return str(node.value) if depth == len(path) and isinstance(node, yaml.ScalarNode) else None

    def problem(
        self,
        path: DataPath,
        *,
        rule: str,
        fix: str = "",
        value: object = AS_WRITTEN,
        key: bool = False,
    ) -> Problem:
        """A problem with the value at ``path`` (with its key if ``key``). Without ``value`` it shows what was typed
        there; None shows nothing."""
        if isinstance(value, _Taken):
            value = (str(path[-1]) if path else None) if key else self.text(path)
        line, column = self.at(path, key)
        return Problem(
            str(self.path), line, column, dotted(path), None if value is None else str(value), rule.rstrip("."), fix
        )

    def _walk(self, path: DataPath) -> tuple[yaml.Node, int, yaml.Node | None]:
        """The node at ``path`` or the last one on the way, how far it got, and the key of that node."""
        node, its_key = self._root, None
        for depth, part in enumerate(path):
            if isinstance(node, yaml.MappingNode):
                found = self._keys(node).get(str(part))
                if found is None:
                    return node, depth, its_key
                its_key, node = found
            elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and 0 <= part < len(node.value):
                node, its_key = node.value[part], None
            else:
                return node, depth, its_key
        return node, len(path), its_key

    def _keys(self, node: yaml.MappingNode) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        keys = self._keyed.get(id(node))
        if keys is None:
            keys = self._keyed[id(node)] = {str(key.value): (key, value) for key, value in reversed(node.value)}
        return keys

    def plain(self, as_text: frozenset[DataPath]) -> dict[str, Any]:
        """The data once more, with the scalars at these paths as the texts that were typed."""
        nodes = frozenset(id(self._walk(path)[0]) for path in as_text)
        data: dict[str, Any] = _Builder(self.path, nodes).build(self._root, (), 0)
        return data

    def is_bare(self, path: DataPath) -> bool:
        """Whether a scalar without quotes stands at ``path`` that was read as something else than a text."""
        node, depth, _ = self._walk(path)
        if depth < len(path) or not isinstance(node, yaml.ScalarNode) or node.tag != _PLAIN:
            return False
        return not isinstance(_scalar(node.value), str | None)


# --- reading -----------------------------------------------------------------------------------------------------

_PLAIN = "?"
_TAG = "tag:yaml.org,2002:"
_KNOWN_TAGS = {_PLAIN, f"{_TAG}str", f"{_TAG}seq", f"{_TAG}map"}
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,20}|0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,3})?")
_STARTS_NUMBER = frozenset("0123456789+-.")


class _Loader(_YamlLoader):
    """PyYAML's composer, which leaves what a bare scalar means to us."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else f"{_TAG}str"
        return f"{_TAG}map" if kind is yaml.MappingNode else f"{_TAG}seq"


def _scalar(text: str) -> Any:
    """What a bare scalar means in YAML 1.2; ``.inf``, ``.nan`` and numbers beyond reason stay texts."""
    if text in _NULL:
        return None
    if text[0] in _STARTS_NUMBER:
        if _INT.fullmatch(text):
            return int(text, 0 if text[1:2] in ("o", "x") else 10)
        if _FLOAT.fullmatch(text):
            number = float(text)
            return text if isinf(number) else number
    return _BOOL.get(text, text)


class _Builder:
    """Makes plain data of nodes and collects what is wrong with them."""

    def __init__(self, path: Path, as_text: frozenset[int] = frozenset()) -> None:
        self.path = path
        self.as_text = as_text
        self.problems: list[Problem] = []
        self.seen: set[int] = set()
        self.copies = 0
        self.open: set[int] = set()

    def build(self, node: yaml.Node, path: DataPath, depth: int) -> Any:
        if node.tag not in _KNOWN_TAGS:
            self.report(node, path, node.tag.replace(_TAG, "!!"), "is a tag, and tags mean nothing here", "Remove it.")
        if id(node) in self.seen:
            self.copies += 1
            if self.copies >= _COPIES:
                if self.copies == _COPIES:
                    self.report(node, path, None, "grows too large by aliases of aliases", "Write it out.")
                return None
        self.seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            text: str = node.value
            return text if node.tag != _PLAIN or id(node) in self.as_text else _scalar(text)
        if id(node) in self.open:
            self.report(node, path, None, "contains itself by an alias", "Write it out.")
            return None
        if depth > _DEPTH:
            self.report(node, path, None, f"is nested more than {_DEPTH} levels deep", "Flatten it.")
            return None
        self.open.add(id(node))
        data: Any = (
            self.mapping(node, path, depth) if isinstance(node, yaml.MappingNode) else self.list(node, path, depth)
        )
        self.open.discard(id(node))
        return data

    def list(self, node: yaml.Node, path: DataPath, depth: int) -> list[Any]:
        return [self.build(item, (*path, index), depth + 1) for index, item in enumerate(node.value)]

    def mapping(self, node: yaml.Node, path: DataPath, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.report(key, path, None, "has a list or a mapping as a key", "Write a text before the colon.")
                continue
            name: str = key.value
            below = (*path, name)
            if name == "<<" and key.tag == _PLAIN:
                self.report(key, below, None, "is a merge key, and keys are not merged here", "Write the keys out.")
            elif name in data:
                fix = f"It stands on line {lines[name]} already: remove or rename one."
                self.report(key, below, name, "is given twice", fix)
            else:
                lines[name] = key.start_mark.line + 1
                data[name] = self.build(value, below, depth + 1)
        return data

    def report(self, node: yaml.Node, path: DataPath, value: str | None, rule: str, fix: str) -> None:
        mark = node.start_mark
        self.problems.append(Problem(str(self.path), mark.line + 1, mark.column + 1, dotted(path), value, rule, fix))


def read(path: str | PathLike[str], *, limit: int = LIMIT) -> Source:
    """The file at ``path``. Raises `SourceError` if it cannot be read, is over ``limit`` bytes, or is not good YAML
    with keys at its top level."""
    source, problems = _opened(Path(path), limit)
    if problems:
        raise SourceError(problems, more_may_show=True)
    return source


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path that an author wrote, links followed, leads out of what is theirs: ``folder``, where the file that
    names it is, and the folder above that one, unless that is the root."""
    home = folder.resolve()
    above = home.parent
    return not path.resolve().is_relative_to(home if above == above.parent else above)


def compose(text: str, name: str | PathLike[str] = "text.yaml") -> Source:
    """The same as `read`, of a text that is in memory; ``name`` is the file that problems name."""
    source, problems = _composed(text, Path(name))
    if problems:
        raise SourceError(problems)
    return source


def _opened(path: Path, limit: int) -> tuple[Source, list[Problem]]:
    def stop(rule: str, fix: str, line: int = 0, column: int = 0) -> SourceError:
        return SourceError([Problem(str(path), line, column, "", None, rule, fix)])

    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise stop("is a folder", "Name a file in it.")
        if not stat.S_ISREG(found.st_mode):
            raise stop("is not a file", "Name a YAML file.")
        if found.st_size > limit:
            raise stop(
                f"has {found.st_size:,} bytes; at most {limit:,} are read", "Split it, or move content to files."
            )
        raw = path.read_bytes()
    except FileNotFoundError:
        near = suggest(path.name, [entry.name for entry in path.parent.iterdir()]) if path.parent.is_dir() else None
        raise stop("does not exist", f"Did you mean {near!r}?" if near else "Check the name and the folder.") from None
    except OSError as error:
        raise stop(f"cannot be read: {error.strerror}", "Check that you may read it.") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        raise stop("is not UTF-8", "Save the file as UTF-8.", line, column) from None
    return _composed(text, path)


def _composed(text: str, path: Path) -> tuple[Source, list[Problem]]:
    def stop(line: int, column: int, rule: str, fix: str, *, more_may_show: bool = False) -> SourceError:
        return SourceError([Problem(str(path), line, column, "", None, rule, fix)], more_may_show=more_may_show)

    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        bare = _bare_colon(error, text.splitlines())
        if bare is not None:
            raise SourceError([Problem(str(path), *bare)], more_may_show=True) from None
        raise stop(*_not_yaml(error, text.splitlines()), more_may_show=True) from None
    except yaml.reader.ReaderError as error:
        # The C parser counts its position in bytes, the Python parser in characters: the character tells the place.
        place = text.find(chr(error.character))
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        rule = f"has the character U+{error.character:04X}, which YAML does not allow"
        raise stop(line, column, rule, "Remove it.") from None
    except RecursionError:
        raise stop(1, 1, f"is nested more than {_DEPTH} levels deep", "Flatten it.") from None
    if root is None:
        raise stop(1, 1, "is empty", "Write 'key: value' lines.")
    builder = _Builder(path)
    data = builder.build(root, (), 0)
    if not isinstance(root, yaml.MappingNode):
        mark = root.start_mark
        rule = LIST_AT_TOP if isinstance(root, yaml.SequenceNode) else "has a single value at its top level"
        raise stop(mark.line + 1, mark.column + 1, rule, "Write 'key: value' lines.")
    return Source(path, root, data), builder.problems


_BARE_HASH = re.compile(r"""(?:[^"'#]|"[^"]*"|'[^']*')*?[:,\[]\s+(#[^\s,\]}"']+)[^"']*?[,\]}]""")
"""The name of a channel without quotes, in a list or mapping that goes on behind it."""


_LONGEST = 1_000
_BARE_COLON = re.compile(
    r"""[ \t]*(?:-[ ]+)*([^\s"'{}\[\]#:][^"'{}\[\]#:]*):[ ]+([^\s"'{}\[\]|>&*#][^#]*?:(?:[ ].*?)?)(?:[ ]+#.*)?"""
)
"""A value without quotes that has a ': ' in it, on a line of its own."""
_BARE_COLON_INSIDE = re.compile(
    r"""[{,]\s*([^\s"'{}\[\],:]+):\s+([^\s"'{}\[\],:][^"'{}\[\],:]*:\s[^"'{}\[\],]*)(?=[,}])"""
)
"""The same between braces."""


def _bare_colon(error: yaml.MarkedYAMLError, lines: list[str]) -> tuple[int, int, str, str, str, str] | None:
    """Line, column, key, value, rule and fix of a value whose ': ' the parser took for that of a key; else None."""
    mark = error.problem_mark
    said = f"{error.context or ''} {error.problem or ''}"
    if mark is None or not ("mapping values are not" in said or "flow mapping" in said):
        return None
    for number in (mark.line, mark.line - 1):
        line = lines[number][:_LONGEST] if 0 <= number < len(lines) else ""
        found = _BARE_COLON.fullmatch(line) or _BARE_COLON_INSIDE.search(line)
        if found is not None:
            key, value = found[1].strip(), found[2].strip()
            quoted = f"'{value}'" if '"' in value or "\\" in value else f'"{value}"'
            if "'" in value and quoted.startswith("'"):
                quoted = "'" + value.replace("'", "''") + "'"
            rule = "has a ': ' where no key can be"
            return number + 1, found.start(2) + 1, key, value, rule, f"Put it in quotes: {key}: {quoted}."
    return None


def _not_yaml(error: yaml.MarkedYAMLError, lines: list[str]) -> tuple[int, int, str, str]:
    """Line, column, rule and fix for what the YAML parser said."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    here = lines[line - 1][column - 1 : column] if line <= len(lines) else ""
    said = f"{error.context or ''} {error.problem or ''}"
    begun = error.context_mark.line if error.context_mark else line - 1
    # The parser notices where the next thing is wrong: often on the line below.
    for number in range(max(0, min(begun, line - 1) - 1), min(line, len(lines))):
        bare = _BARE_HASH.match(lines[number])
        if bare is not None:
            rule = f"has {bare[1]!r} without quotes: what follows a '#' is a comment, so the line ends there"
            return number + 1, bare.start(1) + 1, rule, f'Write "{bare[1]}".'
    if "cannot start any token" in said:
        if here == "\t":
            return line, column, "has a tab where YAML wants spaces", "Indent with spaces."
        return line, column, f"has a bare {here!r} at the start of a value", "Put the value in quotes."
    for sign, rule, fix in _SAID:
        if sign in said:
            if rule.startswith("does not close") and error.context_mark:
                # The parser notices only where the next thing is wrong, often at the end of the file.
                line, column = error.context_mark.line + 1, error.context_mark.column + 1
            return line, column, rule, fix
    return line, column, f"is not YAML: {' '.join(said.split())}", "Look at this line and the one above it."


_SAID = (
    ("mapping values are not", "has a ': ' where no key can be", "Quote values that have ': '; check indentation."),
    ("single document", "has a second document", "Keep one document in a file: remove the '---'."),
    ("undefined alias", "has an alias (*name) without its anchor (&name)", "Quote a value that begins with '*'."),
    ("duplicate anchor", "gives an anchor (&name) twice", "Rename one."),
    ("exceeded maximum nesting", f"is nested more than {_DEPTH} levels deep", "Flatten it."),
    ("unknown escape", "has an unknown escape after a backslash", "Use single quotes, or two backslashes."),
    ("quoted scalar", "does not close a quotation", "Close the quotation mark."),
    ("flow mapping", "does not close this '{', or lacks a comma in it", "Check the braces and commas."),
    ("flow sequence", "does not close this '[', or lacks a comma in it", "Check the brackets and commas."),
    ("could not find expected ':'", "has a key without ': ' after it", "Write 'key: value'."),
    ("sequence entries are not allowed", "has a list item where none can be", "Begin the list on its own line."),
    ("expected '-' indicator", "mixes list items with something else", "Check the indentation."),
    ("expected <block end>", "has an indentation that fits nothing above it", "Align it with its neighbours."),
    ("did not find expected key", "has an indentation that fits nothing above it", "Align it with its neighbours."),
)  # fmt: skip


# --- checking against a model --------------------------------------------------------------------------------------


def parse(source: Source, model: type[ModelT]) -> ModelT:
    """The data of ``source`` as ``model``. Raises `SourceError` with everything the model objects to."""
    result, problems = _checked(source, model)
    if result is None or problems:
        raise SourceError(problems, more_may_show=True)
    return result


def load(path: str | PathLike[str], model: type[ModelT], *, limit: int = LIMIT) -> tuple[ModelT, Source]:
    """Read and parse in one go. Raises `SourceError` with the problems of both."""
    source, problems = _opened(Path(path), limit)
    result, more = _checked(source, model)
    if result is None or problems:
        raise SourceError([*problems, *more], more_may_show=True)
    return result, source


KINDS = {
    "scenario": "a scenario",
    "persona": "a persona",
    "playbook": "a playbook",
    "labels": "a file of labelled excerpts",
    "pairs": "a file of preferences",
    "rubric": "a rubric",
    "org": "an organisation",
}
"""What a file is, by the key at its top. A scenario has the keys ``rubric`` and ``org`` as well, so those come last."""


_OF_ONE_KIND: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(keys.split())
    for kind, keys in {
        "scenario": "approvals away background brief budgets cast decisions events facts favours lasts mode pace "
        "passes rubric scores seat seats security solution starts tasks title world",
        "persona": "asks_first believes_wrongly cares_about habits keeps_to_self knows languages origin promises "
        "pronouns says small_talk temper traits voice working_on",
        "playbook": "steps",
        "labels": "excerpts",
        "pairs": "orders",
        "rubric": "criteria",
        "org": "areas channels currency name on_call people policies sites teams ties",
    }.items()
}
"""The keys that stand at the top of files of one kind alone, beside the one that names it."""


def kind_of(keys: Iterable[str]) -> str | None:
    """Which of `KINDS` a file with these keys at its top is, or None.

    The key that names a kind says so. Where it is misspelt, and for ``org``, which a scenario has too, the other keys
    tell: a file is of the kind that most of them belong to.
    """
    there = set(keys)
    named = next((kind for kind in KINDS if kind in there), None)
    if named not in (None, "rubric", "org"):
        return named
    own = {kind: len(there & distinct) for kind, distinct in _OF_ONE_KIND.items()}
    if named is not None:
        return "scenario" if own["scenario"] > own[named] else named
    likely = (kind for kind in KINDS if own[kind] and own[kind] == max(own.values()))
    return next((kind for kind in likely if suggest(kind, there - _ALL_KEYS) is not None), None)


_ALL_KEYS: Final = frozenset({*KINDS, "about"}.union(*_OF_ONE_KIND.values()))


def _check_kind(source: Source, model: type[BaseModel]) -> None:
    """A file of another kind would have an error at each of its keys; one sentence says it."""
    known = {info.alias or name for name, info in model.model_fields.items()}
    wanted, found = kind_of(known), kind_of(source.data)
    strange = [key for key in source.data if key not in known]
    if wanted is None or found is None or found == wanted or 2 * len(strange) < len(source.data):
        return
    rule = f"is {KINDS[found]}, not {KINDS[wanted]}"
    fixes = {
        ("org", "scenario"): f"Name a scenario that takes place in it, one with the line org: ./{source.path.name}.",
        ("persona", "scenario"): "Name a scenario; people of an organisation name personas.",
        ("persona", "org"): f"A person of an organisation names it: persona: ./{source.path.name}.",
        ("playbook", "scenario"): f"Name a scenario to play it in, and --player scripted:{source.path}.",
        ("scenario", "playbook"): "For its own solution write --player oracle.",
    }
    usual = f"What is wanted here begins with '{wanted}: ...'."
    raise WrongKind(str(source.path), rule, fixes.get((found, wanted), usual))


def _checked(source: Source, model: type[ModelT]) -> tuple[ModelT | None, list[Problem]]:
    _check_kind(source, model)
    as_text: frozenset[DataPath] = frozenset()
    data = source.data
    while True:
        try:
            return model.model_validate(data, context=AUTHORED), []
        except ValidationError as error:
            bare = frozenset(path for path in text_wanted(error, data, model) if source.is_bare(path)) - as_text
            if not bare:
                return None, [_located(source, objection) for objection in objections(error, data, model)]
            as_text |= bare
            data = source.plain(as_text)


def _located(source: Source, objection: Objection) -> Problem:
    value = AS_WRITTEN if objection.value is None else objection.value or None
    return source.problem(objection.path, rule=objection.rule, fix=objection.fix, value=value, key=objection.key)


# --- the schema for editors ----------------------------------------------------------------------------------------


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of ``model`` in draft 07, the newest that yaml-language-server reads.

    What stands as a docstring below a field, in the model's source, describes it in the schema.
    """
    schema = _draft_07(model.model_json_schema(mode="validation", schema_generator=_described()))
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema}


def _described() -> type[GenerateJsonSchema]:
    """Pydantic's generator, which also reads the docstrings of fields. It could collect them at every import of a model
    (``use_attribute_docstrings``), but that takes longer than all else of reading a file."""
    from pydantic.json_schema import GenerateJsonSchema

    class Described(GenerateJsonSchema):
        def model_schema(self, schema: Any) -> dict[str, Any]:
            made = super().model_schema(schema)
            kind: type[BaseModel] = schema["cls"]
            for name, text in field_docs(kind).items():
                shown = kind.model_fields[name].alias or name
                if shown in made.get("properties", {}) and kind.model_fields[name].description is None:
                    made["properties"][shown]["description"] = text
            return made

    return Described


def field_docs(kind: type[BaseModel]) -> dict[str, str]:
    """The docstrings below the fields of a model and of those it inherits from, by the fields' names."""
    found: dict[str, str] = {}
    for owner in reversed(kind.__mro__):
        if not issubclass(owner, BaseModel) or owner is BaseModel:
            continue
        try:
            written = inspect.getsource(owner)
        except OSError:
            continue  # made at run time, as a generic model for one type is
        (tree,) = ast.parse(textwrap.dedent(written)).body
        body = tree.body if isinstance(tree, ast.ClassDef) else []
        for field, below in pairwise(body):
            named = isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            if named and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                name = field.target.id  # type: ignore[attr-defined]
                if name in kind.model_fields and isinstance(below.value.value, str):
                    found[name] = inspect.cleandoc(below.value.value)
    return found


_OF_SCHEMAS = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))
_AS_IS = frozenset(("default", "const", "enum", "examples", "required"))


def _draft_07(schema: Any) -> Any:
    """One schema of draft 2020-12, as pydantic writes it, in draft 07."""
    if isinstance(schema, list):
        return [_draft_07(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    old: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _AS_IS:
            old[key] = value
        elif key in _OF_SCHEMAS:
            old["definitions" if key == "$defs" else key] = {name: _draft_07(item) for name, item in value.items()}
        elif key == "$ref":
            old[key] = value.replace("#/$defs/", "#/definitions/")
        elif key == "prefixItems":
            old["items"] = _draft_07(value)
            old["additionalItems"] = _draft_07(schema.get("items", True))
        elif not (key == "discriminator" or (key == "items" and "prefixItems" in schema)):
            old[key] = _draft_07(value)
    if isinstance(old.get("default"), int) and any(
        form.get("pattern") == DURATION_FORM["pattern"] for form in (old, *old.get("anyOf", ()))
    ):
        old["default"] = spell_duration(old["default"])
    if "$ref" in old and len(old) > 1:
        # Draft 07 ignores what stands beside a reference: a description, a default.
        return {"allOf": [{"$ref": old.pop("$ref")}], **old}
    return old
