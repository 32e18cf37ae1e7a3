"""The JSON Schemas by which an editor completes and checks authors' files.

    python -m scenarios.schemas [FOLDER]

writes them into FOLDER, which is ``schemas`` of the checkout where none is given. A file of an author's own says in its
first line where its schema is, as the files of the library do::

    # yaml-language-server: $schema=../../schemas/persona.schema.json
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orgs.schema import Org
from personas.schema import Persona
from scenarios import labels, preferences, rubrics
from scenarios.schema import json_schema, world_json_schema
from scenarios.solution import Playbook
from sim import source

CHECKOUT = Path(__file__).parents[1]
FOLDER = CHECKOUT / "schemas"


@cache
def schemas() -> Mapping[str, dict[str, Any]]:
    """The schema of each kind of file an author writes, in draft 07: org, persona, playbook, scenario, world;
    rubric, labels and pairs.

    Made once in a process: that takes seconds.
    """
    return MappingProxyType(
        {
            "org": source.json_schema(Org),
            "persona": source.json_schema(Persona),
            "playbook": source.json_schema(Playbook),
            "labels": labels.json_schema(),
            "pairs": preferences.json_schema(),
            "rubric": rubrics.json_schema(),
            "scenario": json_schema(),
            "world": world_json_schema(),
        }
    )


def texts() -> Iterator[tuple[str, str]]:
    """File name and text of each schema; the same text in every process."""
    for kind, schema in schemas().items():
        yield f"{kind}.schema.json", json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def write(folder: Path = FOLDER) -> list[Path]:
    """Write the schemas into ``folder``, which is made where it is not there. Returns the files that this changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in texts():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def main(arguments: Sequence[str]) -> None:
    """What ``python -m scenarios.schemas`` does."""
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        raise SystemExit("usage: python -m scenarios.schemas [FOLDER]")
    changed = write(Path(arguments[0]) if arguments else FOLDER)
    for path in changed:
        print(f"wrote {path}")
    if not changed:
        print("all schemas are up to date")


if __name__ == "__main__":
    main(sys.argv[1:])
