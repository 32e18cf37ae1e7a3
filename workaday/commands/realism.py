"""``workaday realism``: how near runs come to what has been published about people at work."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit

if TYPE_CHECKING:
    from scorers.realism.report import Realism
    from scorers.realism.table import Row
    from sim.record import Record

HEAD = ("row", "figure", "published", "range", "ours", "95 %", "n", "verdict")


def realism(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run files; they are read as one.")],
    as_json: AsJson = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A folder for the report: index.html, charts as SVG, data as JSON."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            help='Talk of people to compare with: lines {"talk": "1", "side": "asker", "text": "..."}.',
            show_default=False,
        ),
    ] = None,
) -> int:
    """Compare runs with published figures about people at work. Ends with 1 where a row without a star is out."""
    from scorers.realism.reference import read_talks
    from scorers.realism.report import realism as report_of
    from sim.record import Record

    talks = read_talks(against) if against is not None else ()
    with ExitStack() as opened:
        records = [opened.enter_context(Record.open(run)) for run in runs]
        report = report_of(records, talks, str(against or ""))
        if out is not None:
            write(out, report, records)
    if as_json:
        print(json.dumps(report.data(), ensure_ascii=False))
    else:
        print_report(report)
        if out is not None:
            print(f"\nreport: {out / 'index.html'}")
    return Exit.MISSED if any(row.verdict == "out" for row in report.rows) else Exit.DONE


def print_report(report: "Realism") -> None:
    """The table and what is known of talk."""
    from rich.table import Table
    from rich.text import Text

    from workaday.tables import console, put

    where = console(usual=150)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in HEAD:
        table.add_column(name, justify="right" if name in ("ours", "n") else "left", overflow="fold")
    styles = {"out": "red", "warn": "yellow", "in range": "green"}
    for row in report.rows:
        cells = [Text(cell) for cell in line(row)]
        cells[-1].stylize(styles.get(row.verdict, "dim"))
        table.add_row(*cells)
    put(where, table)
    for sentence in sentences(report):
        put(where, Text(sentence))


def line(row: "Row") -> tuple[str, ...]:
    """A row of the table in words."""
    figure, estimate = row.figure, row.estimate
    interval = "" if estimate.low is None else f"{row.told(estimate.low)} to {row.told(estimate.high)}"
    verdict = row.verdict if not row.why or row.verdict == "design choice" else f"{row.verdict}: {row.why}"
    star = "*" if figure.starred else ""
    return (
        f"{figure.row}{star}", figure.name, figure.published, row.range, row.told(estimate.value), interval,
        f"{estimate.n:,}", verdict,
    )  # fmt: skip


def sentences(report: "Realism") -> list[str]:
    """What the table does not hold, in a sentence each."""
    found = report.likeness
    told = ["", f"{len(report.runs)} run(s), {report.person_days:,} person-days. * rests on weak data and only warns."]
    if report.shapes:
        best = max(report.shapes, key=lambda name: report.shapes[name])
        rest = ", ".join(f"{name} {value:.2f}" for name, value in report.shapes.items())
        told.append(f"Shape of mail reply times that fits best: {best} (log-likelihood a reply: {rest}).")
    if found.askers is not None:
        told.append(f"Talk: {found.episodes:,} episodes of a request between two in chat, {found.answered:,} answered.")
        known = ", ".join(f"{name} {value:.2f}" for name, value in found.known.items())
        told.append(f"Likeness to the means published of people, 0 to 1: {known}.")
        for name, own in (("asking", found.askers), ("answering", found.answerers)):
            if own is not None:
                means = ", ".join(f"{feature} {value:.3g}" for feature, value in own.means.items())
                told.append(f"Features of the side {name}: {means}.")
    after = found.reactions
    if after.failures:
        shares = ", ".join(
            f"{name} {100 * value:.1f} % (else {100 * after.usually.get(name, 0):.1f} %)"
            for name, value in after.after.items()
        )
        silent = f"{100 * (after.silence or 0):.0f} % said nothing within two days"
        told.append(f"After {after.failures:,} broken or late promises: {silent}; of the others {shares or 'none'}.")
    if found.floor is not None:
        told.append(f"Two halves of this talk lie {found.floor.both:.3f} nats apart (Jensen-Shannon): the floor.")
    compared = found.compared
    if compared is None:
        told.append("No talk of people was given to compare with (--against): D1 to D4 are told, not judged.")
    else:
        alike = ", ".join(f"{name} {value:.0f}" for name, value in compared.alike.items())
        told.append(f"Against {compared.talks:,} talks of {compared.source}: {alike or 'nothing to compare'} of 100.")
        if compared.apart is not None and compared.floor is not None:
            apart, floor = compared.apart, compared.floor
            told.append(
                f"Divergence in nats: missing {apart.missing:.3f}, invented {apart.invented:.3f}, "
                f"both {apart.both:.3f}; two halves of theirs {floor.both:.3f}."
            )
    return told


def write(folder: Path, report: "Realism", records: Sequence["Record"]) -> None:
    """The report as a folder: a page, the charts, the data."""
    from scorers.realism.curves import charts
    from scorers.realism.log import read
    from workaday.drawings import chart_svg, page, ranges_svg

    folder.mkdir(parents=True, exist_ok=True)
    drawn = {"ranges": ranges_svg(report.rows)}
    for chart in charts(read(records)):
        drawn["-".join(chart.title.lower().replace("'", "").split()[:4])] = chart_svg(chart)
    for name, svg in drawn.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    text = page("Realism", sentences(report)[1:], drawn.values(), HEAD, map(line, report.rows))
    (folder / "index.html").write_text(text, encoding="utf-8")
    data = json.dumps(report.data(), ensure_ascii=False, indent=1)
    (folder / "realism.json").write_text(f"{data}\n", encoding="utf-8")
