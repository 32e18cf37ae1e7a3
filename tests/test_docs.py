"""The docs say what is true: what they show can be done, what they list is what there is."""

import importlib
import json
import re
import shlex
import shutil
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

import workaday
from personas.acts import ACTS
from scenarios import events, solution
from scenarios.amendments import added
from sim.actions import RefusalCode
from sim.apps.rooms import place_of
from sim.habits import NOTICE, REPLY
from sim.office import NoticeKind
from sim.source import compose
from sim.units import Span
from sim.vocabulary.run import Outcome
from workaday import reference
from workaday.cli import app, invoke
from workaday.exits import Exit

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
OPEN_AIR = ROOT / "examples" / "open-air"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def table_after(text: str, mark: str) -> list[list[str]]:
    """The rows, without head and rule, of the table below a line."""
    lines = text[text.index(mark) + len(mark) :].lstrip().splitlines()
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
        rows.append([cell.strip() for cell in cells])
    return rows


def code_of(cell: str) -> tuple[str, ...]:
    """What stands in backquotes in a cell."""
    return tuple(re.findall(r"`([^`]+)`", cell))


# --- pages written by the code ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["docs/actions.md", "docs/events.md"])
def test_written_pages_are_up_to_date(name: str) -> None:
    """A page that the code writes stands as it would be written now; `python -m workaday.reference` mends it."""
    assert (ROOT / name).read_text(encoding="utf-8") == reference.pages()[name]


def test_stale_pages_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check names each page that is out of date, and is content after they have been written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    assert reference.main(["--check"]) == 1
    assert "docs/actions.md is out of date" in capsys.readouterr().err
    assert reference.main() == 0
    assert reference.main(["--check"]) == 0


# --- files -----------------------------------------------------------------------------------------------------------


def test_whole_files_are_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every file that a page shows whole passes `workaday check`, beside the others of its page."""
    shown = [
        (text.name, name, content)
        for text in PAGES
        for name, content in re.findall(
            r"<!-- whole file: (\S+) -->\n```yaml\n(.*?)```", text.read_text("utf-8"), re.DOTALL
        )
    ]
    assert shown
    for text, name, content in shown:
        folder = tmp_path / text
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    code = invoke(["check", *map(str, tmp_path.iterdir())])
    assert code == 0, capsys.readouterr().out


def test_a_new_office_is_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines under `workaday new my-office` are those that it prints first."""
    monkeypatch.chdir(tmp_path)
    assert invoke(["new", "my-office"]) == 0
    shown = page("authoring.md").partition("    $ workaday new my-office\n")[2].partition("    ...\n")[0]
    assert shown
    assert capsys.readouterr().out.startswith(textwrap.dedent(shown))


def test_a_scenario_without_tasks_grades_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The smallest one of the page ends with the words and the exit code that the page names."""
    monkeypatch.chdir(tmp_path)
    for name in ("corner.yaml", "morning.yaml"):
        (content,) = re.findall(rf"<!-- whole file: {name} -->\n```yaml\n(.*?)```", page("authoring.md"), re.DOTALL)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert "end with `nothing to grade` in place of a verdict, and exit code 0" in page("authoring.md")
    assert invoke(["run", "morning.yaml", "--player", "idle", "--out", "run.workaday"]) == 0
    assert "nothing to grade" in capsys.readouterr().out


def parts() -> Iterator[tuple[str, Any]]:
    """The YAML in docs/authoring.md that is cut out of a file."""
    blocks = re.findall(r"(<!-- whole file: \S+ -->\n)?```yaml\n(.*?)```", page("authoring.md"), re.DOTALL)
    yield from ((block, compose(block).data) for whole, block in blocks if not whole)


def within(part: Any, whole: Any) -> bool:
    """Whether all of ``part`` stands in ``whole``."""
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(key in whole and within(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(within(item, other) for other in whole) for item in part)
    return bool(part == whole)


def test_parts_are_cut_from_the_example() -> None:
    """What is shown of a file stands so in a file of an example, and examples are tried as a whole."""
    files = [compose(path.read_text("utf-8")).data for path in sorted(OPEN_AIR.parent.rglob("*.yaml"))]
    stray = [block for block, data in parts() if not any(within(data, whole) for whole in files)]
    assert stray == []


@pytest.mark.parametrize(
    ("player", "least", "most"), [("oracle", 0.95, 1.0), ("diligent", 0.3, 0.95), ("idle", 0.0, 0.0)]
)
def test_the_example_is_solved_played_and_not_cheated(tmp_path: Path, player: str, least: float, most: float) -> None:
    """The example does what the page says of it: solved by its solution, playable by rule, nothing for nothing."""
    result = workaday.run(OPEN_AIR / "open-air.yaml", player=player, out=tmp_path / "run.workaday")
    assert result.scores.total is not None
    assert least <= result.scores.total <= most


def test_the_playbook_fails(tmp_path: Path) -> None:
    """The playbook of a guesser that the page shows gets nothing."""
    (steps,) = re.findall(r"whole file: guess.yaml -->\n```yaml\n(.*?)```", page("authoring.md"), re.DOTALL)
    (tmp_path / "guess.yaml").write_text(steps, encoding="utf-8")
    player = f"scripted:{tmp_path / 'guess.yaml'}"
    result = workaday.run(OPEN_AIR / "open-air.yaml", player=player, out=tmp_path / "run.workaday")
    assert result.scores.total == 0.0


# --- tables ----------------------------------------------------------------------------------------------------------

KEYS = [
    (text.relative_to(DOCS).as_posix(), name)
    for text in PAGES
    for name in re.findall(r"<!-- keys: (\S+) -->", text.read_text("utf-8"))
]


def written_key(name: str, field: FieldInfo) -> str:
    return field.alias or name


@pytest.mark.parametrize(("name", "model_name"), KEYS)
def test_tables_have_every_key(name: str, model_name: str) -> None:
    """A table of keys has all that there are and no other, says what is required, and tells simple defaults right."""
    module, _, attribute = model_name.rpartition(".")
    model: type[BaseModel] = getattr(importlib.import_module(module), attribute)
    fields = {written_key(key, field): field for key, field in model.model_fields.items()}
    rows = table_after(page(name), f"<!-- keys: {model_name} -->")
    told = [re.match(r"[a-z_]+", key.removeprefix("{")) for row in rows for key in code_of(row[0])]
    assert sorted({key[0] for key in told if key}) == sorted(fields)
    head = page(name).split(f"<!-- keys: {model_name} -->")[1].lstrip().splitlines()[0]
    column = [cell.strip() for cell in head.strip("|").split("|")].index("default") if "default" in head else None
    for row in rows:
        for key in code_of(row[0]):
            if column is not None and key in fields:
                _check_default(key, fields[key], row[column])


def _check_default(key: str, field: FieldInfo, told: str) -> None:
    default = field.default
    if field.is_required():
        assert told.startswith(("required", "one of", "`topic` is required")) or not told, f"{key} is required"
    elif isinstance(default, bool):
        assert str(default).lower() in told or {True: "on", False: "off"}[default] in told, f"{key}: {default}"
    elif isinstance(default, int | float) and "`" in told and "_" not in type(default).__name__:
        spelled = told.strip("`")
        assert str(default) in told or _seconds(spelled) == default, f"{key}: {default}"
    assert not (told == "required" and not field.is_required()) or default in ("", None, ()), f"{key} has a default"


def _seconds(text: str) -> int | None:
    from sim.units import BadValue, duration

    try:
        return duration(text)
    except BadValue:
        return None


def test_the_table_of_speech_acts() -> None:
    """Every speech act stands in the table with its meaning and its slots."""
    told = {
        code_of(row[0])[0]: (row[1], set(code_of(row[2])), set(code_of(row[3])))
        for row in table_after(page("authoring.md"), "<!-- acts -->")
    }
    slots = {name: (act.means, _braced(act.always), _braced(act.sometimes)) for name, act in ACTS.items()}
    assert told == slots


def _braced(names: frozenset[str]) -> set[str]:
    return {f"{{{name}}}" for name in names}


def _kinds(union: Any, key: str) -> dict[str, type[BaseModel]]:
    """The models of a union by the values of their ``key``."""
    models = get_args(get_args(union)[0])
    return {value: model for model in models for value in get_args(model.model_fields[key].annotation)}


def test_the_table_of_events() -> None:
    """Every kind of event stands in the table with all keys that are its own."""
    common = {written_key(n, f) for n, f in events._Event.model_fields.items()}
    own = {
        name: {written_key(n, f) for n, f in model.model_fields.items()} - common - {"does"}
        for name, model in _kinds(events.Event, "does").items()
    }
    rows = table_after(page("authoring.md"), "<!-- does -->")
    assert {code_of(row[0])[0]: set(code_of(row[1])) for row in rows} == own
    told = {key for row in table_after(page("authoring.md"), "rest may stand in any event.") for key in code_of(row[0])}
    assert told == common


def test_the_table_of_steps() -> None:
    """Every kind of step stands in the table with all keys that are its own; *words* stands for those of all words."""
    words = {written_key(n, f) for n, f in solution.Words.model_fields.items()}
    found: dict[str, set[str]] = {}
    for name, model in _kinds(solution.Step, "do").items():
        keys = {written_key(n, f) for n, f in model.model_fields.items()} - {"do", "at", "unless"}
        found[name] = (keys - words) | ({"*words*"} if words <= keys else set())
    rows = table_after(page("authoring.md"), "<!-- steps -->")
    told = {
        name: {*code_of(row[1]), *(["*words*"] if "*words*" in row[1] else [])}
        for row in rows
        for name in code_of(row[0])
    }
    assert told == found


def test_lists_of_words_are_whole() -> None:
    """Outcomes, refusal codes and kinds of notices are told as the code has them."""
    text = page("players.md")
    outcomes = {code_of(row[0])[0] for row in table_after(text, "A run ends in one of these ways:\n")}
    assert outcomes == set(get_args(Outcome))
    assert all(f"`{code}`" in text for code in get_args(RefusalCode))
    (kinds,) = [row for row in table_after(text, "<!-- keys: sim.player.Noticed -->") if row[0] == "`kind`"]
    assert set(code_of(kinds[1])) == set(get_args(NoticeKind))


def test_usual_waits_are_told() -> None:
    """How long most people take, where their file says nothing, is told as the code has it."""
    text = page("authoring.md")
    rows = {row[0].strip("`"): row[1] for row in table_after(text, "<!-- keys: personas.schema.WaitsOn -->")}
    below = " ".join(text[text.index("A wait is a range that") :].split())[:600]
    for key, delays in (("notice", NOTICE), ("reply", REPLY)):
        for channel in ("chat", "mail"):
            delay = delays[channel]
            assert f"{channel} `{Span(delay.low, delay.high)}`" in rows[key]
            assert delay.slow is not None
            assert f"`{Span(delay.slow.low, delay.slow.high)}`" in below.replace("`chat ", "`").replace("`mail ", "`")
            assert f"{round(100 * delay.slow_share)} in 100" in below


def test_the_json_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `--json` prints of a run has the keys that the page tells, and no other."""
    kiosk = str(ROOT / "examples" / "kiosk" / "croissants.yaml")
    assert invoke(["run", kiosk, "--player", "idle", "--json", "--out", str(tmp_path / "run.workaday")]) == 1
    told = json.loads(capsys.readouterr().out)
    for mark, found in (("<!-- json of a run -->", told), ("<!-- json of the scores -->", told["scores"])):
        keys = {key for row in table_after(page("runs.md"), mark) for key in code_of(row[0])}
        assert keys == set(found)


def test_the_event_file_of_a_fork_works(tmp_path: Path) -> None:
    """The file that the page shows for `fork --event` is taken as it stands."""
    (text,) = re.findall(r"<!-- event file of a fork -->\n```yaml\n(.*?)```", page("runs.md"), re.DOTALL)
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    loaded = workaday.load(OPEN_AIR / "open-air.yaml")
    assert len(added(loaded, tmp_path / "more.yaml", loaded.script.start).timeline) == len(loaded.script.timeline) + 1


def test_the_gate_that_is_shown_is_the_example() -> None:
    """The gate of docs/ci.md is that of the example, which is played."""
    (shown,) = re.findall(r"<!-- gate file -->\n```yaml\n(.*?)```", page("ci.md"), re.DOTALL)
    file = ROOT / "examples" / "gated-agent" / "kiosk.workaday.yaml"
    assert compose(shown).data == compose(file.read_text("utf-8")).data


def test_the_options_of_the_pytest_plugin_are_told(pytestconfig: pytest.Config) -> None:
    """Each stands in the table, and there are no others."""
    told = {code_of(row[0])[0].split()[0] for row in table_after(page("ci.md"), "play again what is there.\n")}
    known = {option for option in vars(pytestconfig.option) if option.startswith("workaday")}
    assert {name.removeprefix("--").replace("-", "_") for name in told} == known


def test_the_package_of_a_scorer_announces_it() -> None:
    """The pyproject.toml that the page shows is whole: it builds, and names the class above it under its own name."""
    text = page("scorers/writing.md")
    (shown,) = re.findall(r"<!-- whole file: pyproject.toml -->\n```toml\n(.*?)```", text, re.DOTALL)
    told = tomllib.loads(shown)
    assert {"build-system", "project"} <= set(told)
    (entry,) = told["project"]["entry-points"]["workaday.scorers"].items()
    package, _, name = entry[1].partition(":")
    assert f'class {name}:\n    name = "{entry[0]}"' in text
    assert f"`{package.replace('.', '/')}.py`" in text
    assert package.partition(".")[0] in told["tool"]["setuptools"]["packages"]


def test_the_forms_of_a_place_are_those_of_the_office() -> None:
    """Every app that sends notices has its row, and a conversation is called as chat calls it."""
    rows = table_after(page("players.md"), "<!-- places -->")
    assert {app for row in rows for app in code_of(row[1])} == {
        "chat", "mail", "calls", "calendar", "drive", "tracker", "pager",
    }  # fmt: skip
    told = {code for row in rows for code in code_of(row[0])}
    assert {place_of({"luka", "seat"}), place_of({"mira", "luka", "seat"})} <= told


def test_exit_codes_are_told() -> None:
    """Every exit code stands in the table."""
    rows = table_after(page("runs.md"), "## Exit codes\n")
    assert {int(row[0]) for row in rows} == {int(code) for code in Exit}


def test_every_command_is_told() -> None:
    """No command is left out of the docs."""
    told = "".join(text.read_text("utf-8") for text in PAGES)
    missing = [name for name in typer.main.get_command(app).commands if f"workaday {name}" not in told]  # type: ignore[attr-defined]
    assert missing == []


# --- command lines and code ------------------------------------------------------------------------------------------


def command_lines() -> Iterator[tuple[str, str]]:
    for text in [ROOT / "README.md", *PAGES]:
        if text.is_file():
            for line in re.findall(r"^(?: {4}|\s*> +)(?:\$ )?(workaday .+)$", text.read_text("utf-8"), re.MULTILINE):
                yield text.name, line
            for line in re.findall(r"`(workaday [^`]+)`", text.read_text("utf-8")):
                yield text.name, line


@pytest.mark.parametrize(("name", "line"), sorted(set(command_lines())))
def test_command_lines_parse(name: str, line: str) -> None:
    """Every command line that is shown names a command there is, with options it has."""
    _, command, *arguments = shlex.split(re.sub(r"\s[#|]\s.*$", "", line).replace("$seed", "1"))
    group: Any = typer.main.get_command(app)
    if command.startswith("-"):
        arguments, command = [command, *arguments], ""
        group.make_context("workaday", arguments, resilient_parsing=True)
        return
    assert command in group.commands, f"there is no command {command!r}"
    if arguments:
        group.commands[command].make_context(command, arguments)


PYTHON = [
    (text.name, block)
    for text in PAGES
    for block in re.findall(r"^```python\n(.*?)^```", text.read_text("utf-8"), re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize(("name", "block"), PYTHON)
def test_python_in_the_docs_compiles(name: str, block: str) -> None:
    """Python that is shown is Python."""
    compile(block, name, "exec")


def test_the_player_of_ten_lines_plays(tmp_path: Path) -> None:
    """The first player in docs/players.md plays a whole run as it stands there."""
    names: dict[str, Any] = {}
    exec(next(block for name, block in PYTHON if "class Early" in block), names)
    out = tmp_path / "run.workaday"
    result = workaday.run(ROOT / "examples/kiosk/croissants.yaml", player=names["Early"](), out=out)
    assert result.outcome == "horizon"


# --- errors ----------------------------------------------------------------------------------------------------------

BROKEN: list[tuple[str, str, str]] = [
    ("open-air.yaml", "lasts: 2 days", "lasts: 2 days\nlats: 1"),
    ("open-air.yaml", "facts:\n", "facts:\n  lorry: {topic: x, is: y}\n"),
    ("open-air.yaml", 'in: "#floor", text: "Ladder', 'in: #floor, text: "Ladder'),
    ("open-air.yaml", "why: dentist}", "why: dentist"),
    ("open-air.yaml", "title: Lights for Setúbal", "title: Lights: for Setúbal"),
    ("open-air.yaml", "  - {at: tue 12:00, who: gita, does: leave", "\t- {at: tue 12:00, who: gita, does: leave"),
    ("open-air.yaml", "at_most: 45m", "at_most: 90"),
    ("open-air.yaml", "delay: 10m to 40m", "delay: 10 to 40m"),
    ("open-air.yaml", "{at: mon 09:40, who: ivo", "{at: 9:40, who: ivo"),
    ("open-air.yaml", "{at: mon 09:40, who: ivo", "{at: mon 08:40, who: ivo"),
    ("open-air.yaml", "{at: mon 09:40, who: ivo", "{at: sun 09:40, who: ivo"),
    ("open-air/world.yaml", "on: fri 17:20", "on: 2026-06-09"),
    ("lanterna.yaml", "approves: {discount: 800 EUR", "approves: {discount: 800"),
    ("open-air.yaml", "known_by: nadia\n    believed", "known_by: nadja\n    believed"),
    ("open-air.yaml", "known_by: gita", "known_by: floor"),
    ("open-air.yaml", "lasts: 2 days", "lasts: 2 days\ncast: [rosa, teo, gita, ivo]"),
    ("open-air.yaml", "{at: mon 09:40, who: ivo", "{at: mon 09:40, who: seat"),
    ("open-air.yaml", "org: ./lanterna.yaml", "org: lantern"),
    ("open-air.yaml", "scenario: open-air", "scenario: openair"),
    ("open-air.yaml", 'value: 34 EUR, spelled: ["34.00 EUR", "€34"]', "value: 34"),
    ("open-air.yaml", "value: under the arcade", "value: Monday"),
    ("open-air.yaml", 'spelled: ["6 200"]', 'spelled: ["34 EUR"]'),
    ("open-air.yaml", "A spotlight is 34 EUR a day since January.", "A spotlight is 36 EUR a day."),
    ("open-air.yaml", "    known_by: [nadia, rosa]\n    told: {to", "    told: {to"),
    ("open-air.yaml", "changes: {on: tue 10:00,", "changes: {on: tue 10:00, known_by: [],"),
    ("open-air.yaml", "brief: |\n", "brief: |\n  A spotlight is 34 EUR.\n"),
    ("open-air.yaml", "about: the Setúbal offer, text", "about: the Setúbal offer, states: [rent], text"),
    ("open-air.yaml", "silently: true}", "silently: false}"),
    ("open-air.yaml", "        announced: {by", "        silently: true\n        announced: {by"),
    ("open-air.yaml", "kind: discount", "kind: discounts"),
    ("open-air.yaml", "kind: discount\n    amount: 160 EUR", "kind: lamps\n    amount: 160 EUR"),
    ("open-air.yaml", "because: {nadia: they", "because: {gita: they"),
    ("open-air.yaml", "{who: rosa, from: tue 13:00", "{who: nadia, from: mon"),
    ("open-air.yaml", "    weight: 2\n", "    weight: 2\n    after: answer-teo\n"),
    ("lanterna.yaml", "deputy: nadia,\n", "\n"),
    ("lanterna.yaml", "owns: [lorries]", "owns: [stock, lorries]"),
    ("lanterna.yaml", "persona: laconic-operator, reports_to: ivo", "persona: laconic-operator"),
    ("stock-keeper.yaml", '"{Value}. Counted[ twice|]."', '"{Value}. Counted[ {who}|]."'),
    ("stock-keeper.yaml", 'acknowledge: ["Right."', 'acknowledge: ["{topic}."'),
    ("open-air.yaml", "scores: {outcome: 20", "scores: {outcomes: 20"),
    ("open-air.yaml", "    known_by: nadia\n    believed", "    known_by: nadia\n    told: never\n    believed"),
    ("open-air.yaml", "{value: 29 EUR, spelled", "{value: 34 EUR, spelled"),
    ("open-air.yaml", "to: {value: 47 spotlights,", "to: {value: 54 spotlights,"),
    ("open-air.yaml", "org: ./lanterna.yaml", "org: ../../../lanterna.yaml"),
    ("open-air.yaml", "org: ./lanterna.yaml", "org: ./stock-keeper.yaml"),
    ("open-air.yaml", "ask: rent, if_missed", "ask: rents, if_missed"),
]


@pytest.fixture(scope="module")
def told_of_broken_files(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All that is said of the example, in which lamps are approved up to 100 EUR, with each slip in `BROKEN`."""
    from scenarios.load import load
    from sim.source import SourceError

    said = []
    for number, (name, old, new) in enumerate(BROKEN):
        folder = tmp_path_factory.mktemp(f"slip{number}") / "open-air"
        shutil.copytree(OPEN_AIR, folder)
        org = folder / "lanterna.yaml"
        org.write_text(org.read_text("utf-8").replace("spend: any}", "spend: any, lamps: 100 EUR}", 1), "utf-8")
        text = (folder / name).read_text("utf-8")
        assert old in text, old
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(SourceError) as caught:
            load(folder / "open-air.yaml")
        said.append(str(caught.value))
    return "\n".join(said)


def test_errors_in_the_table_are_those_that_are_told(told_of_broken_files: str) -> None:
    """Every message in the table of errors is one that a slip in the example brings."""
    rows = table_after(page("authoring.md"), "<!-- errors -->")
    phrases = [phrase for row in rows for phrase in code_of(row[0])]
    assert len(phrases) > 30
    assert [phrase for phrase in phrases if phrase not in told_of_broken_files] == []
