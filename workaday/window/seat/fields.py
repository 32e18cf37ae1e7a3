"""Forms that are made of the schemas of actions, and what is typed into them read back as arguments.

What is left empty is not given. Two quotation marks, "", are an empty text, where one is wanted.
"""

import csv
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from workaday.doors.incoming import Unreadable
from workaday.doors.offers import Offer

Kind = Literal["text", "long", "number", "choice", "switch", "list", "table", "json"]

LONG: Final = ("text", "agenda", "body", "content", "message_text")
"""Arguments that are written in several lines, by their names."""
PEOPLE: Final = (
    "to", "cc", "bcc", "people", "person", "who", "owner", "watchers", "members", "delegate", "instead", "below",
)  # fmt: skip
"""Arguments that are people, by their names: whom the seat has met is proposed."""
NOTHING: Final = '""'
"""What is typed for an empty text."""
_NUMBER: Final = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
"""A cell that is a number: what begins with a nought, as an account does, is none."""


@dataclass(frozen=True, slots=True)
class Field:
    """One argument of an action as it is typed."""

    name: str
    label: str
    kind: Kind
    needed: bool
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    single: bool = False
    """Of a list: whether one text may stand in its place."""
    whole: bool = True
    """Of a number: whether it is a whole one."""

    @property
    def people(self) -> bool:
        """Whether it is people, who can be proposed."""
        return self.name in PEOPLE

    def typed(self, value: Any) -> str:
        """A value as it would be typed."""
        if value is None or value == []:
            return ""
        if isinstance(value, str):
            return value or NOTHING
        if self.kind == "list" and isinstance(value, list | tuple):
            return ("; " if self.people else "\n").join(map(str, value))
        if isinstance(value, bool):
            return "true" if value else ""
        return str(value) if isinstance(value, int | float) else json.dumps(value, ensure_ascii=False)


@cache
def fields_of(offer: Offer) -> Mapping[str, Field]:
    """Every argument of an action, by name, in its order; those that must be given first."""
    schema = offer.parameters
    definitions: Mapping[str, Any] = schema.get("$defs", {})
    needed = schema.get("required", ())
    found = [
        _field(name, _resolved(part, definitions), needed=name in needed)
        for name, part in schema.get("properties", {}).items()
    ]
    return {field.name: field for field in sorted(found, key=lambda field: not field.needed)}


def arguments_of(offer: Offer, typed: Mapping[str, Sequence[str]], switches: Sequence[str] = ()) -> dict[str, Any]:
    """The arguments that were typed. ``switches`` are those that were shown: one that is not set is off.

    What was typed under a name that is no argument goes along: the office says what it thinks of it. Raises
    :class:`~workaday.doors.incoming.Unreadable` for what cannot be read as the kind of value it is to be.
    """
    fields = fields_of(offer)
    found: dict[str, Any] = {}
    for name, texts in typed.items():
        field = fields.get(name)
        text = "\n".join(texts).replace("\r\n", "\n").replace("\r", "\n")
        if field is None:
            found[name] = text
            continue
        if field.kind == "switch":
            continue
        if not text.strip() and not (field.needed and field.kind in ("text", "long")):
            continue
        value = _READ[field.kind](field, text)
        if value != field.default or field.needed:
            found[name] = value
    for name in switches:
        field = fields.get(name)
        if field is not None and field.kind == "switch":
            on = bool("".join(typed.get(name, ())))
            if on != field.default:
                found[name] = on
    return found


def _resolved(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema without references, as far as its own branches go."""
    if "$ref" in part:
        beside = {key: value for key, value in part.items() if key != "$ref"}
        return {**_resolved(definitions[part["$ref"].rpartition("/")[2]], definitions), **beside}
    if "anyOf" in part:
        return {**part, "anyOf": [_resolved(branch, definitions) for branch in part["anyOf"]]}
    return part


def _field(name: str, part: Mapping[str, Any], *, needed: bool) -> Field:
    branches = [branch for branch in part.get("anyOf", [part]) if branch.get("type") != "null"]
    kinds = [str(branch.get("type", "string")) for branch in branches]
    choices = next((tuple(map(str, branch["enum"])) for branch in branches if "enum" in branch), ())
    lists = next((branch for branch in branches if branch.get("type") == "array"), None)
    kind: Kind = "text"
    if choices:
        kind = "choice"
    elif lists is not None:
        inside = lists.get("items", {})
        kind = "list" if inside.get("type") == "string" else "table" if inside.get("type") == "array" else "json"
    elif "object" in kinds:
        kind = "json"
    elif kinds == ["boolean"]:
        kind = "switch"
    elif "string" not in kinds:
        kind = "number"
    elif name in LONG:
        kind = "long"
    label = name.replace("_", " ").capitalize()
    return Field(
        name, label, kind, needed, str(part.get("description", "")), part.get("default"), choices,
        single=lists is not None and "string" in kinds, whole="number" not in kinds,
    )  # fmt: skip


# -- reading what was typed -------------------------------------------------------------------------------------------


def _text(field: Field, text: str) -> Any:
    return "" if text.strip() == NOTHING else text


def _number(field: Field, text: str) -> Any:
    try:
        return int(text) if field.whole else float(text)
    except ValueError:
        kind = "a whole number" if field.whole else "a number"
        raise Unreadable(f"{field.label} is {kind}, such as 3, not {text.strip()!r}") from None


def _list(field: Field, text: str) -> Any:
    if text.lstrip().startswith("["):
        return _json(field, text)
    marks = ",;\n" if field.people else "\n"
    for mark in marks[:-1]:
        text = text.replace(mark, "\n")
    items = [item.strip() for item in text.split("\n") if item.strip()]
    return items[0] if field.single and len(items) == 1 else items


def _table(field: Field, text: str) -> Any:
    """Rows of cells: JSON, or as a sheet gives them to the clipboard, or with commas. Numbers are numbers."""
    if text.lstrip().startswith("["):
        return _json(field, text)
    mark = "\t" if "\t" in text else ","
    try:
        return [[_cell(cell) for cell in row] for row in csv.reader(text.strip("\n").split("\n"), delimiter=mark)]
    except csv.Error as error:
        raise Unreadable(f"{field.label} cannot be read as a table: {error}") from None


def _cell(text: str) -> Any:
    told = text.strip()
    if _NUMBER.fullmatch(told) and len(told) < 16:
        return float(told) if "." in told else int(told)
    return told or None


def _json(field: Field, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{field.label} is written in JSON: {error}") from None


_READ: Final[Mapping[Kind, Callable[[Field, str], Any]]] = {
    "text": _text, "long": _text, "choice": _text, "number": _number, "list": _list, "table": _table, "json": _json,
}  # fmt: skip
