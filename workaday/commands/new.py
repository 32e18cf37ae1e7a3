"""``workaday new``: a small office of one's own to start from, complete, commented and playable."""

import json
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit, Trouble

TEMPLATES = Path(__file__).parents[1] / "templates"
ORG, PERSONA, SCENARIO = "bindery.yaml", "quiet-binder.yaml", "twelve-volumes.yaml"
FEWEST = 3
"""The people of the template as it stands: two and the seat. Those in ``more-people.yaml`` come in their order."""


def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to make. It may be there if nothing is in it.")
    ],
    people: Annotated[int, typer.Option(metavar="N", help="How many work there, the seat included: 3 to 6.")] = FEWEST,
    as_json: AsJson = False,
) -> int:
    """Write a small office to start from: an organisation, a person and a scenario of one day, with comments."""
    texts = office(people)
    _make(folder)
    for name, text in texts.items():
        _write(folder / name, text)
    if as_json:
        told = {"files": [str(folder / name) for name in texts], "exit": int(Exit.DONE)}
        print(json.dumps(told, ensure_ascii=False))
        return Exit.DONE
    scenario = folder / SCENARIO
    print(
        f"{folder / ORG}: an organisation of {people}\n{folder / PERSONA}: a person\n{scenario}: a scenario of one day"
    )
    print(f"\nworkaday check {quote(str(folder))}\nworkaday run {quote(str(scenario))} --player oracle")
    return Exit.DONE


def office(people: int = FEWEST) -> dict[str, str]:
    """The files of an office with so many people in it, the seat included: name and text. Raises `Trouble`."""
    more = _template("more-people.yaml").splitlines(keepends=True)
    if not FEWEST <= people <= FEWEST + len(more):
        most = FEWEST + len(more)
        nearest = min(max(people, FEWEST), most)
        rule = f"--people: the office can have {FEWEST} to {most} people, the seat included, not {people}"
        raise Trouble(Exit.USER, f"{rule}. Write --people {nearest}, and add others or take some out by hand.")
    before, mark, after = _template(ORG).partition("  # The seat is where")
    org = "".join((before, *more[: people - FEWEST], mark, after))
    return {ORG: org, PERSONA: _template(PERSONA), SCENARIO: _template(SCENARIO)}


def _template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = next(folder.iterdir(), None)
    except FileExistsError:
        raise Trouble(Exit.USER, f"{folder} is a file. Name a folder that is not there yet.") from None
    except OSError as error:
        raise Trouble(Exit.INFRASTRUCTURE, f"{folder} cannot be made: {error.strerror}") from error
    if there is not None:
        fix = "Nothing is written over: name a folder that is not there yet, or an empty one."
        raise Trouble(Exit.USER, f"{folder} has files in it already, such as {there.name}. {fix}")


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Trouble(Exit.USER, f"{path} is there already, and nothing is written over.") from None
    except OSError as error:
        raise Trouble(Exit.INFRASTRUCTURE, f"{path} cannot be written: {error.strerror}") from error
