"""The pytest plugin: gates (``*.workaday.yaml``) and scenarios as tests, one for each scenario and figure.

    pytest gate.workaday.yaml
    pytest --workaday first-week --workaday-player my_package.agents:MyAgent

pytest loads this at every start wherever Workaday is installed, so it opens nothing of Workaday's before there is
something to play. docs/ci.md shows how it is used.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from workaday.baseline import Baseline
    from workaday.gate import Gate
    from workaday.gating import Checked

SUFFIX: Final = ".workaday.yaml"
_PLAYS: Final = pytest.StashKey["Plays"]()
_NAMED: Final = pytest.StashKey[list[Path]]()
"""The files of --workaday: looked up once, not for each file that pytest comes upon."""


class Failed(Exception):
    """A figure that does not hold."""


class Inconclusive(Exception):
    """A figure of which too little is known."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, all of which begin with --workaday."""
    group = parser.getgroup("workaday", "Workaday: gates of simulated offices")
    group.addoption(
        "--workaday", action="append", default=[], metavar="SCENARIO",
        help="Test a scenario (a file, or a name of the library) or a gate. May be given several times.",
    )  # fmt: skip
    group.addoption(
        "--workaday-player", metavar="PLAYER", default=None,
        help="Who is tested: in the place of the gate's player; diligent for a scenario by itself.",
    )  # fmt: skip
    group.addoption("--workaday-seeds", metavar="A..B", default=None, help="In the place of the gate's seeds.")
    group.addoption(
        "--workaday-inconclusive", choices=("fail", "skip", "xfail"), default=None,
        help="What becomes of a test that can neither pass nor fail, in the place of what the gate says.",
    )  # fmt: skip
    group.addoption(
        "--workaday-runs", metavar="FOLDER", default=None,
        help="Keep the run files here, and do not play again what is there. Else they are dropped at the end.",
    )  # fmt: skip
    group.addoption(
        "--workaday-summary", metavar="FILE", default=None,
        help="Append a summary in Markdown to this file. Else to that of GITHUB_STEP_SUMMARY, where it is set.",
    )  # fmt: skip


# -- what is collected ------------------------------------------------------------------------------------------------


def _named(config: pytest.Config) -> list[Path]:
    """The files of --workaday. Raises ``UsageError`` for a name that is none."""
    asked: list[str] = config.getoption("--workaday")
    if not asked:
        return []
    from scenarios.load import find
    from sim.source import SourceError

    try:
        return [Path(name) if name.endswith(SUFFIX) else find(name).absolute() for name in asked]
    except SourceError as error:
        raise pytest.UsageError(f"--workaday: {error}") from None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, Any, Any]:
    """With pytest-xdist the tests of one scenario (``gate::scenario``, a scope) go to one worker, which plays it once
    for all of them: unless somebody says how tests are spread."""
    gates = config.getoption("--workaday") or any(SUFFIX in each for each in config.args)
    if gates and getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "loadscope"
    return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Whether workers of pytest-xdist may play the same scenario: then each keeps its own files."""
    node.workerinput["workaday_shares"] = node.config.option.dist not in ("loadscope", "loadfile")


def pytest_configure(config: pytest.Config) -> None:
    """What --workaday names is collected; in the place of the usual tests, where no others are named."""
    worker = getattr(config, "workerinput", {})
    below = worker["workerid"] if worker.get("workaday_shares") else ""
    config.stash[_PLAYS] = Plays(config.getoption("--workaday-runs"), below)
    config.stash[_NAMED] = _named(config)
    if config.stash[_NAMED]:
        named = [str(path) for path in config.stash[_NAMED]]
        config.args = named if config.args_source is not pytest.Config.ArgsSource.ARGS else [*config.args, *named]


def pytest_unconfigure(config: pytest.Config) -> None:
    """The run files that nobody wanted go."""
    if _PLAYS in config.stash:
        config.stash[_PLAYS].drop()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A gate wherever it is found; a scenario only where --workaday names it."""
    named = parent.config.stash[_NAMED]
    if file_path.name.endswith(SUFFIX) or file_path in map(Path.absolute, named):
        return GateNode.from_parent(parent, path=file_path)
    return None


class GateNode(pytest.File):
    """A gate, or a scenario by itself."""

    def collect(self) -> Iterator[pytest.Collector]:
        """A node for each scenario. Raises ``CollectError`` for files with mistakes."""
        from sim.source import SourceError
        from sim.units import BadValue
        from workaday import baseline, gate

        option = self.config.getoption
        stated = option("--workaday-inconclusive")
        try:
            if self.path.name.endswith(SUFFIX):
                changes = {"player": option("--workaday-player"), "seeds": option("--workaday-seeds")}
                found = gate.read(self.path, **changes, inconclusive=stated)
            else:
                player, seeds = option("--workaday-player") or "diligent", option("--workaday-seeds") or "1..3"
                found = gate.of_scenario(self.path, player, seeds, stated or "skip")
            known = None
            if found.baseline is not None:
                if not found.baseline.is_file():
                    write = f"write it: workaday baseline update {self.path.name}"
                    raise self.CollectError(f"{found.baseline}: there is no such baseline yet; {write}")
                known = baseline.read(found.baseline)
        except (SourceError, BadValue) as error:
            raise self.CollectError(str(error)) from None
        for loaded in found.loaded:
            yield ScenarioNode.from_parent(self, name=loaded.script.scenario, gate=found, baseline=known)


class ScenarioNode(pytest.Collector):
    """A scenario of a gate."""

    def __init__(self, *, gate: Gate, baseline: Baseline | None, **more: Any) -> None:
        super().__init__(**more)
        self.gate, self.baseline = gate, baseline

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each figure that something is asked of."""
        from workaday.gating import bars

        for figure in bars(self.gate, self.baseline, self.name):
            yield FigureItem.from_parent(self, name=figure)


class Plays:
    """What was played in this session: each scenario of a gate once, for all its figures."""

    def __init__(self, folder: str | None, below: str = "") -> None:
        self._kept = None if folder is None else Path(folder) / below
        self.folder: Path | None = self._kept
        """Where the run files are, once there are some."""
        self._checked: dict[tuple[Path, str], dict[str, Checked] | Exception] = {}

    def checked(self, node: ScenarioNode) -> dict[str, Checked]:
        """What its figures are. Raises what playing raised, the same for each figure."""
        key = (node.gate.path, node.name)
        if key not in self._checked:
            try:
                self._checked[key] = self._played(node)
            except Exception as error:
                self._checked[key] = error
        found = self._checked[key]
        if isinstance(found, Exception):
            raise found
        return found

    def _played(self, node: ScenarioNode) -> dict[str, Checked]:
        from workaday.gating import check

        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="workaday-"))
        runs = node.gate.play(self.folder / node.gate.file.gate, [node.name])
        return check(node.gate, node.baseline, node.name, runs)

    def drop(self) -> None:
        """Remove the run files, where they are not to be kept."""
        if self.folder is not None and self._kept is None:
            shutil.rmtree(self.folder, ignore_errors=True)


# -- what is run ------------------------------------------------------------------------------------------------------


class FigureItem(pytest.Item):
    """A figure of a scenario."""

    checked: Checked | None = None

    def runtest(self) -> None:
        """Raises `Failed` or `Inconclusive`, with why."""
        assert isinstance(self.parent, ScenarioNode)
        self.checked = self.config.stash[_PLAYS].checked(self.parent)[self.name]
        if self.checked.outcome == "failed":
            raise Failed(self.checked.why)
        if self.checked.outcome == "inconclusive":
            raise Inconclusive(self.checked.why)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong in a line; a traceback only for what is no verdict and no mistake of the user's."""
        from workaday.exits import Exit, trouble_of

        if isinstance(excinfo.value, Failed):
            return f"{self.name}: {excinfo.value}"
        if isinstance(excinfo.value, Inconclusive):
            return f"{self.name}: inconclusive: {excinfo.value}"
        trouble = trouble_of(excinfo.value)
        return str(trouble) if trouble.code is not Exit.FAULTY else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it stands."""
        assert self.parent is not None
        return self.path, None, f"{self.parent.name}: {self.name}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """An inconclusive test fails, is skipped, or is expected to fail, as the gate says; and is told as what it is."""
    report = yield
    if not isinstance(item, FigureItem) or call.when != "call" or not isinstance(item.parent, ScenarioNode):
        return report
    told: dict[str, Any] = {"gate": item.parent.gate.file.gate, "scenario": item.parent.name, "figure": item.name}
    told["outcome"] = "failed" if report.failed else "passed"
    if (found := item.checked) is not None:
        told |= {"outcome": found.outcome, "why": found.why, "now": found.now, "before": found.before}
        told |= {"least": found.least, "verdict": found.judged.verdict if found.judged else ""}
    elif report.failed:
        told["why"] = str(report.longrepr).strip().splitlines()[-1]
    if call.excinfo is not None and isinstance(call.excinfo.value, Inconclusive):
        become, why = item.parent.gate.file.inconclusive, f"inconclusive: {call.excinfo.value}"
        if become == "fail":
            report.longrepr = why
        else:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, why)
            if become == "xfail":
                report.wasxfail = why
    report.workaday = told  # type: ignore[attr-defined]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """An outcome of its own in the line at the end: "3 passed, 1 inconclusive". One that fails is among the
    failures."""
    told = getattr(report, "workaday", None)
    if told is None or told["outcome"] != "inconclusive" or report.when != "call":
        return None
    return ("failed" if report.failed else "inconclusive"), "i", "INCONCLUSIVE"


# -- the summary ------------------------------------------------------------------------------------------------------


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Why each inconclusive test is; and the summary in Markdown, where one is wanted."""
    told = [
        report.workaday
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "workaday", None) is not None
    ]
    if not told:
        return
    told.sort(key=lambda each: (each["gate"], each["scenario"]))
    unsure = [each for each in told if each["outcome"] == "inconclusive"]
    if unsure:
        terminalreporter.section("inconclusive")
        for each in unsure:
            terminalreporter.write_line(f"{each['scenario']}: {each['figure']}: {each['why']}")
    where = config.getoption("--workaday-summary") or os.environ.get("GITHUB_STEP_SUMMARY")
    if where:
        with Path(where).open("a", encoding="utf-8") as file:
            file.write(markdown(told))


def markdown(told: list[dict[str, Any]]) -> str:
    """The summary: a verdict for each gate, and a row for each test."""
    lines = []
    for gate in dict.fromkeys(each["gate"] for each in told):
        rows = [each for each in told if each["gate"] == gate]
        counts = {name: sum(each["outcome"] == name for each in rows) for name in ("passed", "failed", "inconclusive")}
        verdict = "failed" if counts["failed"] else "inconclusive" if counts["inconclusive"] else "passed"
        counted = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        lines += [f"### {gate}: {verdict}", "", f"{counted}.", ""]
        lines += ["| scenario | figure | baseline | now | needs | | |", "|---|---|---:|---:|---:|---|---|"]
        for each in rows:
            figures = (_figure(each.get(key)) for key in ("before", "now", "least"))
            why = str(each.get("why", "")).replace("|", "\\|").replace("\n", " ")
            cells = (each["scenario"], each["figure"], *figures, each["outcome"], why)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines) + "\n"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
