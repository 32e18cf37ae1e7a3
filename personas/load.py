"""Persona files: where they are and how they are read."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from personas.schema import Persona
from sim import source
from sim.source import Problem, SourceError, did_you_mean

LIBRARY = Path(__file__).parent / "library"


@lru_cache(maxsize=1)
def library() -> Mapping[str, Path]:
    """The personas that come with Workaday: id to file, sorted by id."""
    return MappingProxyType({path.stem: path for path in sorted(LIBRARY.glob("*.yaml"))})


def nearest(name: str) -> str:
    """What to write instead of a name that the library does not have: one that it has, or the path of a file."""
    near = did_you_mean(name, library())
    path = f"the path of a file: personas/{Path(name).name}.yaml."
    return f"{near} Or give {path}" if near else f"Give {path}"


def load(name_or_path: str | Path) -> Persona:
    """The persona of this library id, or of the file at this path (which ends in .yaml or .yml).

    Raises `SourceError` with all that is wrong: an id that the library does not have, a file that cannot be read, or
    what in it breaks a rule.
    """
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or name.endswith((".yaml", ".yml")):
        path = Path(name_or_path)
    elif name in library():
        path = library()[name]
    else:
        raise SourceError([Problem(name, 0, 0, "", None, "is no persona of the library", nearest(name))])
    persona, read = source.load(path, Persona)
    if persona.id != path.stem:
        fix = f"Write persona: {path.stem}, or rename the file to {persona.id}{path.suffix}."
        raise SourceError([read.problem(("persona",), rule="is not what the file is called", fix=fix)])
    return persona
