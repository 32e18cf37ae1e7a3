"""``workaday check``: whether files of authors are sound, and what is wrong with them, by file, line and fix."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.exits import Exit

if TYPE_CHECKING:
    from sim.source import Problem

KINDS = ("scenario", "org", "persona", "playbook")
"""The key at the top of a file that says what it is."""
_YAML = (".yaml", ".yml")


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, folders, or names from the library.", show_default=False),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Check scenarios, organisations, personas and playbooks, with all that they refer to."""
    problems: dict[Problem, None] = {}
    checked: dict[str, None] = {}
    for file, kind, test in chosen(paths):
        checked[f"{kind} {file}"] = None
        problems.update(dict.fromkeys(test(file)))
    found = sorted(problems, key=lambda p: (p.file, p.line, p.column, p.where, p.rule))
    if as_json:
        told = [
            {"file": p.file, "line": p.line, "column": p.column, "where": p.where, "value": p.value, "rule": p.rule,
             "fix": p.fix} for p in found
        ]  # fmt: skip
        error = {"error": summary(tuple(checked), found)} if found else {}
        exit_code = int(Exit.USER if found else Exit.DONE)
        print(json.dumps({"checked": len(checked), "problems": told, **error, "exit": exit_code}, ensure_ascii=False))
    else:
        for problem in found:
            print(problem)
        print(summary(tuple(checked), found))
    return Exit.USER if found else Exit.DONE


def summary(checked: tuple[str, ...], problems: Iterable["Problem"]) -> str:
    """What was checked and what came of it, on one line."""
    found = tuple(problems)
    what = checked[0] if len(checked) == 1 else f"{len(checked)} files"
    if not found:
        return f"{what}: no problems"
    files = len({problem.file for problem in found})
    many = f"{len(found)} problem{'s' if len(found) > 1 else ''}"
    return f"{what}: {many} in {files} file{'s' if files > 1 else ''}"


Test = Callable[[str], Iterable["Problem"]]


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
        if kind != "file":
            found = True
            yield file, kind, test
    if not found:
        yield str(folder), "folder", _wrong("holds no scenario, organisation, persona or playbook", "")


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
    from sim.source import SourceError

    try:
        keys = source.read(path).data
    except SourceError as error:
        problems = error.problems
        return path, "file", lambda _: problems
    kinds = [kind for kind in KINDS if kind in keys]
    if not kinds:
        rule = "is no file of Workaday's"
        return path, "file", _wrong(rule, f"One begins with {', '.join(f'{kind}:' for kind in KINDS)}.")
    return path, kinds[0], _TESTS[kinds[0]]


def _wrong(rule: str, fix: str) -> Test:
    def test(name: str) -> Iterable["Problem"]:
        from sim.source import Problem

        return [Problem(name, 0, 0, "", None, rule, fix)]

    return test


def _problems_of(load: Callable[[str], object]) -> Test:
    def test(name: str) -> Iterable["Problem"]:
        from sim.source import SourceError

        try:
            load(name)
        except SourceError as error:
            return error.problems
        return []

    return test


def _scenario(name: str) -> None:
    from scenarios.load import load

    load(name)


def _org(name: str) -> None:
    from orgs.load import load

    load(name)


def _persona(name: str) -> None:
    from personas.load import load

    load(name)


def _playbook(name: str) -> None:
    from scenarios.solution import Playbook
    from sim import source

    source.load(name, Playbook)


_TESTS: Mapping[str, Test] = {
    "scenario": _problems_of(_scenario),
    "org": _problems_of(_org),
    "persona": _problems_of(_persona),
    "playbook": _problems_of(_playbook),
}
