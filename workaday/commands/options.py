"""Options that several commands have: which world, how far, what to print, what models may use and how fast to ask."""

from typing import Annotated

import typer

Mind = Annotated[str, typer.Option(help="What moves the coworkers: reflex, or a model of LiteLLM's.")]
Seed = Annotated[int, typer.Option(help="Equal seeds give equal worlds.")]
Budget = Annotated[
    list[str] | None,
    typer.Option(
        "--budget",
        metavar="LIMIT",
        help="The most that may be used: coworkers.tokens=200k, player.usd=1.5, total.calls=500, wall=10m, "
        "simulated=3d; total.calls=none "
        "lifts one, none lifts all. May be given several times. At the limit the run stops and can go on.",
        show_default=False,
    ),
]
CassetteFile = Annotated[
    str | None,
    typer.Option(
        "--cassette",
        metavar="RUN",
        help="A run file whose recorded answers are used wherever the same is asked.",
        show_default=False,
    ),
]
Miss = Annotated[
    str,
    typer.Option(
        "--on-miss",
        metavar="live|reflex|error",
        help="What is not on the cassette is asked live, answered by the reflex mind, or stops the run with exit 3.",
    ),
]
AtOnce = Annotated[
    str | None,
    typer.Option(
        help="Requests to a model on their way at once: 64, openai/gpt-4o=8, or both with a comma. "
        "Else WORKADAY_AT_ONCE, else 32.",
        show_default=False,
    ),
]
PerMinute = Annotated[
    str | None,
    typer.Option(
        help="Requests to a model in a minute, written alike. Else WORKADAY_PER_MINUTE, else any.", show_default=False
    ),
]
JudgeModel = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="MODEL",
        help="A model of LiteLLM's that judges by rubrics.",
        show_default=False,
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost", metavar="USD", min=0, help="The most that the judge may cost, in US dollars.", show_default=False
    ),
]
Verdicts = Annotated[
    str | None,
    typer.Option(
        "--verdicts",
        metavar="FILE",
        help="Where the judge's answers are kept. Else a file beside the run's.",
        show_default=False,
    ),
]
CalibrationFile = Annotated[
    str | None,
    typer.Option(
        "--calibration",
        metavar="FILE",
        help="What is known of judges. Else calibration.json, beside the run or here.",
        show_default=False,
    ),
]
Until = Annotated[
    str | None,
    typer.Option(help='Stop early: after "2 days", or at "tue 12:00" on the clock of the seat.', show_default=False),
]
ApiBase = Annotated[
    str | None,
    typer.Option(
        help="Address of the model server, http://127.0.0.1:8080/v1. Else WORKADAY_API_BASE.", show_default=False
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no table, one line at the end.")]
