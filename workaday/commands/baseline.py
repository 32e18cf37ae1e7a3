"""``workaday baseline update``: play a gate, and write what it came to into its baseline."""

import difflib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from workaday.attempts import Attempt
    from workaday.gate import Gate


def baseline(
    action: Annotated[str, typer.Argument(metavar="update", help="What to do: update.", show_default=False)],
    gate: Annotated[str, typer.Argument(metavar="GATE", help="A gate, NAME.workaday.yaml.", show_default=False)],
    record: Annotated[
        bool, typer.Option("--record", help="Ask the models, and keep their answers in the folder of cassettes.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; end with 1 where it would change.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Play a gate, write its baseline, and print the difference.

    The file is meant to be committed, and its diff to be read: what changed there is what the gate will ask from now
    on.
    """
    from workaday.baseline import taken, text
    from workaday.gate import read

    if action != "update":
        raise Trouble(Exit.USER, f"workaday baseline knows one action, update, and was given {action!r}")
    found = read(gate)
    if found.baseline is None:
        raise Trouble(Exit.USER, f"{gate}: this gate has no baseline: name its file, as in baseline: baseline.yaml")
    with tempfile.TemporaryDirectory(prefix="workaday-") as scratch:
        runs = found.play(Path(scratch), live=record)
        stopped = [f"seed {each.seed} of {each.scenario}: {each.why}" for each in runs if not each.complete]
        if stopped:
            told = "\n".join(f"  {line}" for line in stopped)
            raise Trouble(Exit.INFRASTRUCTURE, f"the baseline stays as it is, for runs are not complete:\n{told}")
        if record and not dry_run:
            _keep(found, runs)
    new = text(taken(found, runs))
    old = found.baseline.read_text(encoding="utf-8") if found.baseline.is_file() else ""
    told = "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "before", "now", n=1))
    if not dry_run and new != old:
        found.baseline.write_text(new, encoding="utf-8")
    if as_json:
        print(json.dumps({"baseline": str(found.baseline), "changed": new != old, "diff": told}, ensure_ascii=False))
    else:
        print(told, end="")
        done = "nothing has changed" if new == old else "not written" if dry_run else "written: read it, and commit it"
        print(f"{found.baseline}: {done}")
    return Exit.MISSED if dry_run and new != old else Exit.DONE


def _keep(gate: "Gate", runs: "list[Attempt]") -> None:
    """The run files become the cassettes."""
    folder = gate.path.parent / gate.file.cassettes
    folder.mkdir(parents=True, exist_ok=True)
    for each in runs:
        shutil.copyfile(each.path, folder / Path(each.path).name)
