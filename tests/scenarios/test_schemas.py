"""The schemas for editors: up to date, the same every time, and right about the files of the library."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from scenarios.schemas import CHECKOUT, FOLDER, main, schemas, texts, write
from sim import source

FILES = {
    path.relative_to(CHECKOUT).as_posix(): kind
    for kind, pattern in (
        ("org", "orgs/library/*.yaml"),
        ("persona", "personas/library/*.yaml"),
        ("scenario", "scenarios/library/*.yaml"),
        ("world", "scenarios/library/*/world.yaml"),
    )
    for path in sorted(CHECKOUT.glob(pattern))
}
EACH_FILE = pytest.mark.parametrize(("name", "kind"), FILES.items(), ids=list(FILES))


@cache
def checker(kind: str) -> Any:
    return import_module("jsonschema").Draft7Validator(schemas()[kind])


def faults(kind: str, data: Any) -> list[str]:
    """What the schema of this kind says against the data, as an editor does."""
    return [f"{list(error.path)}: {error.message}" for error in checker(kind).iter_errors(data)]


def test_the_committed_schemas_are_up_to_date() -> None:
    """Whoever changes what a file may say runs python -m scenarios.schemas, so that editors know it too."""
    committed = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*"))}
    assert committed == dict(texts())


def test_the_script_writes_the_same_in_every_process(tmp_path: Path) -> None:
    """The files depend on the models alone: a salted hash or the order of a set would change them each time."""
    subprocess.run(
        [sys.executable, "-m", "scenarios.schemas", str(tmp_path / "made")],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(CHECKOUT)},
        check=True,
        timeout=600,
        capture_output=True,
    )
    assert {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "made").iterdir()} == dict(texts())


def test_only_what_has_changed_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run touches nothing and says so; a file that was edited by hand is put right."""
    assert len(write(tmp_path)) == len(schemas())
    (tmp_path / "org.schema.json").write_text("{}", encoding="utf-8")
    main([str(tmp_path)])
    main([str(tmp_path)])
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"wrote {tmp_path / 'org.schema.json'}"
    assert second == "all schemas are up to date"


@pytest.mark.parametrize("arguments", [["a", "b"], ["--help"]])
def test_what_the_script_takes_is_one_folder(arguments: list[str]) -> None:
    """Anything else ends with how it is used, and writes nothing."""
    with pytest.raises(SystemExit, match=r"usage: python -m scenarios.schemas \[FOLDER\]"):
        main(arguments)


@EACH_FILE
def test_a_file_of_the_library_says_where_its_schema_is(name: str, kind: str) -> None:
    """The first line leads an editor from the file to the schema of its kind, in this repository."""
    first = (CHECKOUT / name).read_text(encoding="utf-8").splitlines()[0]
    said, _, where = first.partition("=")
    assert said == "# yaml-language-server: $schema"
    assert (CHECKOUT / name).parent.joinpath(where).resolve() == FOLDER / f"{kind}.schema.json"


@EACH_FILE
def test_a_file_of_the_library_keeps_its_schema(name: str, kind: str) -> None:
    """An editor underlines nothing in a file that loads."""
    assert faults(kind, source.read(CHECKOUT / name).data) == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_library_is_yaml_for_everybody(name: str) -> None:
    """Without its C library PyYAML is stricter, with a bare ``?}`` for one; files must load there too."""
    assert yaml.compose((CHECKOUT / name).read_text(encoding="utf-8"), yaml.SafeLoader)


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        ("persona", "persona: ada\nabout: Sews.\ntemper: {patience: 2 reminders a day}\n", None),
        ("persona", "persona: ada\nabout: Sews.\ntemper: {patience: 1 reminder a day}\n", None),
        ("persona", "persona: ada\nabout: Sews.\ntemper: {patience: 2.5}\n", None),
        ("persona", "persona: ada\nabout: Sews.\ntemper: {patience: 2 a day}\n", "'2 a day'"),
        ("persona", "persona: ada\nabout: Sews.\nvoice: {greets: '{first},'}\n", None),
        ("persona", "persona: ada\nabout: Sews.\nvoice: {greets: {chat: hi}}\n", None),
        ("persona", "persona: ada\nabout: Sews.\nvoice: {greets: {fax: hi}}\n", "fax"),
        ("persona", "persona: ada\nabout: Sews.\nlanguages: {also: [Frisian]}\n", None),
        ("persona", "persona: ada\nabout: Sews.\nhabits: {prefers: fax}\n", "'fax'"),
        ("persona", "about: Sews.\n", "'persona' is a required property"),
        ("playbook", "playbook: quiet\nsteps: []\n", None),
        ("playbook", "playbook: quiet\nstep: []\n", "'step'"),
    ],
)
def test_a_schema_takes_what_an_author_may_write(kind: str, text: str, fault: str | None) -> None:
    """Short forms are fine, slips are underlined."""
    found = faults(kind, source.compose(text).data)
    if fault is None:
        assert found == []
    else:
        assert any(fault in said for said in found)


@pytest.mark.parametrize("kind", list(schemas()))
def test_a_schema_is_one_that_editors_read(kind: str) -> None:
    """yaml-language-server reads draft 07, in which the schema itself is sound; unknown keys are slips."""
    schema = json.loads(dict(texts())[f"{kind}.schema.json"])
    check: Callable[[Any], None] = import_module("jsonschema").Draft7Validator.check_schema
    check(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["additionalProperties"] is False
