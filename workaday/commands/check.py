"""``workaday check``: whether files of authors are sound, and what is wrong with them, by file, line and fix."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.exits import Exit

if TYPE_CHECKING:
    from sim.source import Problem, SourceError

_YAML = (".yaml", ".yml")


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, folders, or names from the library.", show_default=False),
    ],
    audits: Annotated[
        bool, typer.Option("--audit", help="Play scenarios that are sound, too: workaday audit, with seed 1.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Check scenarios, organisations, personas and playbooks, with all that they refer to.

    What is wrong ends with exit code 2, and so does an audit that fails.
    A warning is of something that can be played and is probably not meant.
    """
    from sim.source import MORE_MAY_SHOW, SourceError

    problems: dict[Problem, None] = {}
    warnings: dict[Problem, None] = {}
    checked: dict[str, None] = {}
    more_may_show = False
    for file, kind, test in chosen(paths):
        checked[f"{kind} {file}"] = None
        try:
            wrong, suspect = test(file)
            if audits and kind == "scenario":
                wrong = (*wrong, *_audit(file))
        except SourceError as error:
            wrong, suspect = error.problems, ()
            more_may_show |= error.more_may_show and kind != "persona"  # nothing else is held against those
        problems.update(dict.fromkeys(wrong))
        warnings.update(dict.fromkeys(suspect))
    found, doubted = _in_order(problems), _in_order(warnings)
    exit_code = Exit.USER if found else Exit.DONE
    said = summary(tuple(checked), found, doubted)
    if as_json:
        failed = {"error": said} if found else {}
        told = {"problems": _data(found), "warnings": _data(doubted), "more_may_show": more_may_show}
        print(json.dumps({"checked": len(checked), **told, **failed, "exit": int(exit_code)}, ensure_ascii=False))
    else:
        for problem in found:
            print(problem)
        for warning in doubted:
            print(f"warning: {warning}")
        print(said)
        if more_may_show:
            print(MORE_MAY_SHOW)
    return exit_code


def _in_order(problems: Iterable["Problem"]) -> list["Problem"]:
    return sorted(problems, key=lambda p: (p.file, p.line, p.column, p.where, p.rule))


def _data(problems: Iterable["Problem"]) -> list[dict[str, object]]:
    return [
        {"file": p.file, "line": p.line, "column": p.column, "where": p.where, "value": p.value, "rule": p.rule,
         "fix": p.fix} for p in problems
    ]  # fmt: skip


def summary(checked: tuple[str, ...], problems: Iterable["Problem"], warnings: Iterable["Problem"] = ()) -> str:
    """What was checked and what came of it, on one line."""
    found, doubted = tuple(problems), tuple(warnings)
    what = checked[0] if len(checked) == 1 else f"{len(checked)} files"
    more = f", {_counted(len(doubted), 'warning')}" if doubted else ""
    if not found:
        return f"{what}: no problems{more}"
    files = len({problem.file for problem in found})
    return f"{what}: {_counted(len(found), 'problem')} in {_counted(files, 'file')}{more}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


Test = Callable[[str], tuple[Iterable["Problem"], Iterable["Problem"]]]
"""Gives the problems of a file, and its warnings. Raises :class:`sim.source.SourceError` where it cannot be used."""


def chosen(paths: Iterable[str]) -> Iterator[tuple[str, str, Test]]:
    """The files meant by ``paths``: each by its name, its kind, and what finds its problems."""
    for path in paths:
        if Path(path).is_dir():
            yield from _in_folder(Path(path))
        elif Path(path).suffix in _YAML or Path(path).exists():
            yield _file(path)
        else:
            yield from _named(path)


def _in_folder(folder: Path) -> Iterator[tuple[str, str, Test]]:
    """Files of ours at any depth. Others, such as those of a scenario's world, are none of our business."""
    found = False
    for path in sorted(p for p in folder.rglob("*") if p.suffix in _YAML and p.is_file()):
        file, kind, test = _file(str(path))
        if kind != "file" or _means_to_be_ours(path):
            found = True
            yield file, kind, test
    if not found:
        yield str(folder), "folder", _wrong("holds no scenario, organisation, persona or playbook", "")


_FIRST_LINES = 4096


def _means_to_be_ours(path: Path) -> bool:
    """Whether a file that cannot be read as YAML may be one of ours, so that it is not passed over: it has the key of
    one at its top, or there is no text in it that could say what it is."""
    from sim import source

    try:
        with path.open("rb") as file:
            begins = file.read(_FIRST_LINES)
    except OSError:
        return True
    text = begins.decode("utf-8-sig", "replace")
    keys = re.findall(r"^([a-z_]+):", text, re.MULTILINE)
    return source.kind_of(keys) is not None or (not keys and ("\0" in text or "\ufffd" in text))


def _named(name: str) -> Iterator[tuple[str, str, Test]]:
    import orgs.load
    import personas.load
    import scenarios.load
    from sim.misspelling import did_you_mean

    libraries: Mapping[str, Mapping[str, Path]] = {
        "scenario": scenarios.load.library(),
        "org": orgs.load.library(),
        "persona": personas.load.library(),
    }
    kinds = [kind for kind, library in libraries.items() if name in library]
    for kind in kinds:
        yield name, kind, _TESTS[kind]
    if not kinds:
        fix = did_you_mean(name, [known for library in libraries.values() for known in library])
        rule = "is neither a file nor a scenario, organisation or persona of the library"
        yield name, "file", _wrong(rule, fix or "`workaday list` names them.")


def _file(path: str) -> tuple[str, str, Test]:
    """A file, its kind by the key at its top ("file" where it is none of ours), and its test."""
    from sim import source

    if path.endswith(".workaday.yaml"):
        return path, "gate", _problems_of(_gate)
    try:
        kind = source.kind_of(source.read(path).data)
    except source.SourceError as error:
        return path, "file", _unread(error)
    if kind is None:
        rule = "is no file of Workaday's"
        return path, "file", _wrong(rule, f"One begins with {', '.join(f'{kind}:' for kind in source.KINDS)}.")
    return path, kind, _TESTS[kind]


def _unread(error: "SourceError") -> Test:
    def test(name: str) -> tuple[Iterable["Problem"], Iterable["Problem"]]:
        raise error

    return test


def _wrong(rule: str, fix: str) -> Test:
    def test(name: str) -> tuple[Iterable["Problem"], Iterable["Problem"]]:
        from sim.source import Problem

        return [Problem(name, 0, 0, "", None, rule, fix)], ()

    return test


def _problems_of(load: Callable[[str], Iterable["Problem"]]) -> Test:
    """The test of a kind of files, by what reads one and gives its warnings. Raises what that raises."""
    return lambda name: ((), load(name))


def _scenario(name: str) -> Iterable["Problem"]:
    from scenarios.load import load

    return load(name).warnings


def _org(name: str) -> Iterable["Problem"]:
    from orgs.load import load

    load(name)
    return ()


def _persona(name: str) -> Iterable["Problem"]:
    from personas.load import load

    load(name)
    return ()


def _playbook(name: str) -> Iterable["Problem"]:
    from scenarios.solution import Playbook
    from sim import source

    source.load(name, Playbook)
    return ()


def _gate(name: str) -> Iterable["Problem"]:
    from workaday.gate import read

    read(name)
    return ()


def _rubric(name: str) -> Iterable["Problem"]:
    from scenarios.rubrics import RubricFile
    from sim import source

    source.load(name, RubricFile)
    return ()


def _labels(name: str) -> Iterable["Problem"]:
    from scenarios.labels import load_labels

    load_labels(name)
    return ()


def _pairs(name: str) -> Iterable["Problem"]:
    from scenarios.preferences import load_orders

    load_orders(name)
    return ()


def _audit(name: str) -> "Iterable[Problem]":
    """What an audit finds wrong with a scenario that can be played."""
    from sim.source import Problem
    from workaday.audit import audit_of

    for finding in audit_of(name).failed:
        what = f"{finding.kind} ({finding.criterion})" if finding.criterion else finding.kind
        yield Problem(name, 0, 0, "", None, f"fails its audit, {what}: {finding.why.rstrip('.')}", "")


_TESTS: Mapping[str, Test] = {
    "scenario": _problems_of(_scenario),
    "org": _problems_of(_org),
    "persona": _problems_of(_persona),
    "playbook": _problems_of(_playbook),
    "rubric": _problems_of(_rubric),
    "labels": _problems_of(_labels),
    "pairs": _problems_of(_pairs),
}
