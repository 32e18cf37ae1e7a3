"""``workaday report``: runs as one HTML file to send around."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit, Trouble


def report(
    run: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Run files, or folders of them.", show_default=False)
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the report goes; written over where it is there.")
    ] = Path("report.html"),
    story: Annotated[
        bool | None,
        typer.Option(
            "--story/--no-story", help="Tell each run day by day. Else only where there is one.", show_default=False
        ),
    ] = None,
    margin: Annotated[
        float,
        typer.Option(metavar="SHARE", min=0.001, max=1.0, help="The difference of players that is worth knowing of."),
    ] = 0.1,
    as_json: AsJson = False,
) -> int:
    """Write a report: scores with the events that show them, what was known when, whose trust moved, and the story.

    Of several runs also who does best, by scenario and scorer, how much a second try helps, and what it cost. It is one
    file that needs nothing beside it. Nothing is simulated, and no model asked.
    """
    from workaday.attempts import found
    from workaday.window.report.document import report as made

    paths = [path for told in run for path in found(told)]
    if any(path.resolve() == out.resolve() for path in paths):
        raise Trouble(Exit.USER, f"{out}: is one of the runs; name another file with --out")
    if not out.parent.is_dir():
        raise Trouble(Exit.USER, f"{out}: there is no folder {out.parent}; make it, or name another file with --out")
    text = made(paths, story=story, margin=margin)
    draft = out.with_name(f"{out.name}-new")
    try:
        draft.write_text(text, encoding="utf-8", errors="replace")
        draft.replace(out)  # a report that is there already is whole, or still the old one
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise Trouble(Exit.INFRASTRUCTURE, f"{out}: cannot be written: {error.strerror or error}") from None
    if as_json:
        print(json.dumps({"report": str(out), "runs": [str(path) for path in paths]}, ensure_ascii=False))
        return Exit.DONE
    print(f"report of {len(paths)} {'run' if len(paths) == 1 else 'runs'}: {out} ({len(text.encode()) // 1024:,} KiB)")
    return Exit.DONE
