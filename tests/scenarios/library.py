"""What tests of the library's scenarios ask of one: things by their id, and what a playbook comes to in it."""

from pathlib import Path

import workaday
from scenarios.load import Loaded
from sim.script import Approval, Fact, Happening, Task
from workaday.result import Result


def fact(loaded: Loaded, name: str) -> Fact:
    """The fact of this id."""
    return next(fact for fact in loaded.script.facts if fact.id == name)


def matter(loaded: Loaded, name: str) -> Approval:
    """The approval or decision of this id."""
    return next(matter for matter in loaded.script.approvals if matter.id == name)


def task(loaded: Loaded, name: str) -> Task:
    """The task of this id."""
    return next(task for task in loaded.script.tasks if task.id == name)


def happening(loaded: Loaded, name: str) -> Happening:
    """The entry of the timeline of this id."""
    return next(entry for entry in loaded.script.timeline if entry.id == name)


def text(loaded: Loaded, path: str) -> str:
    """What stands in a file of the first morning."""
    return next(item.data or "" for item in loaded.script.seeded if item.path == path)


def played(loaded: Loaded, folder: Path, name: str, book: str, seed: int = 1) -> Result:
    """The run of a playbook: its steps in ``folder``, under this name."""
    (folder / f"{name}.yaml").write_text(book, encoding="utf-8")
    player = f"scripted:{folder / name}.yaml"
    return workaday.run(loaded, player=player, seed=seed, out=folder / f"{name}.workaday")
