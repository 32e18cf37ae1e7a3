"""``workaday trajectories``: several runs of one task, where they part and which step decides."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from workaday.trajectories import Branch, Parting, Trajectories


def trajectories(
    run: Annotated[
        list[str],
        typer.Argument(metavar="RUN...", help="Runs of one scenario: files, or folders of them.", show_default=False),
    ],
    everything: Annotated[bool, typer.Option("--all", help="Every parting and every step.")] = False,
    as_json: AsJson = False,
) -> int:
    """Compare rollouts of one task: where they part, which step goes with success, and which criteria never vary."""
    from workaday.attempts import found
    from workaday.trajectories import rollout
    from workaday.trajectories import trajectories as compared

    rollouts = [rollout(str(path)) for told in run for path in found(told)]
    try:
        told = compared(rollouts)
    except ValueError as error:
        raise Trouble(Exit.USER, str(error)) from None
    if as_json:
        print(json.dumps(told.data(), ensure_ascii=False))
    else:
        print_trajectories(told, everything=everything)
    return Exit.DONE


def print_trajectories(told: "Trajectories", *, everything: bool) -> None:
    """The partings, the steps that decide, and what never varies."""
    from rich.table import Table

    from workaday.tables import console, put
    from workaday.trajectories import SHOWN

    where = console()
    count = len(told.rollouts)
    put(where, f"{told.scenario}: {count} runs, {len(told.good)} good ({told.by})\n", soft_wrap=True)
    partings = told.partings if everything else told.partings[:3]
    for parting in partings:
        put(where, _place(parting), soft_wrap=True)
        for branch in parting.branches:
            put(where, f"  {_way(branch)}", soft_wrap=True)
    more = len(told.partings) - len(partings)
    if not told.partings:
        put(where, "They take the same steps to the end.")
    elif more:
        put(where, f"and {more} more partings (--all)")
    if told.decisive:
        put(where, "")
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("step", overflow="fold")
        for column in ("good with it", "without it", "difference", "p", "p of all"):
            table.add_column(column, justify="right")
        for each in told.decisive if everything else told.decisive[:SHOWN]:
            shares = (f"{each.good_with} of {each.with_it}", f"{each.good_without} of {each.without_it}")
            table.add_row(each.step, *shares, f"{each.difference:+.2f}", f"{each.p:.3f}", f"{each.adjusted:.3f}")
        put(where, table)
    if told.constant:
        put(where, "")
        named = ", ".join(f"{name} ({'–' if value is None else f'{value:.2f}'})" for name, value in told.constant)
        put(where, f"Never vary: {named}", soft_wrap=True)


def _place(parting: "Parting") -> str:
    if not parting.after:
        return "They part at the first step:"
    return f"After {parting.after} steps in common, the last of them {parting.last!r}:"


def _way(branch: "Branch") -> str:
    total = "" if branch.mean is None else f", mean total {branch.mean:.2f}"
    runs = len(branch.runs)
    told = f"{runs} {'run' if runs == 1 else 'runs'}, {branch.good} good{total}"
    return f"{branch.step or 'nothing more'}: {told}"
