"""Scenarios by file or by name: read, checked against organisation and personas, resolved, all that is wrong told.

`Loaded` keeps apart what a run is made of (`Loaded.script`, `Loaded.org`, `Loaded.personas`) and what grades it
(`Loaded.grading`, `Loaded.solution`): staging hands the first to the world and the second to no mind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import EntryPoint
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import orgs.load
import personas.load
from orgs.graph import OrgGraph
from orgs.schema import Org
from personas.schema import Persona
from scenarios.beside import Beside
from scenarios.defences import build_security
from scenarios.duties import build_approvals, build_decisions, build_favours, build_tasks
from scenarios.events import Give
from scenarios.facts import build_changes, build_facts, check_sources, check_spellings
from scenarios.grading import Grading, answers_of
from scenarios.ground import Ground
from scenarios.happenings import build_events, labels, lines_after
from scenarios.proof import check_solution
from scenarios.reach import Plot, check_reach
from scenarios.rubrics import build_rubric
from scenarios.schema import BudgetEntry, Scenario
from scenarios.seats import parts, places, wrong_with
from scenarios.seeding import build_world, paths_in
from scenarios.solution import Solution, Words
from scenarios.unused import check_use
from scenarios.wording import Wording
from scenarios.world import World
from sim import source
from sim.calendar import NoWorkingTime, is_working_day, next_working
from sim.localtime import local
from sim.misspelling import did_you_mean, suggest
from sim.plugins import brought_by, installed
from sim.script import Background, Pace, Script
from sim.source import DataPath, Problem, Source, SourceError, WrongKind, leads_out
from sim.units import BadValue, local_date
from sim.vocabulary.core import canonical_json

LIBRARY = Path(__file__).with_name("library")

NAMELESS = "Alex"
"""What the player is called where neither the scenario nor the organisation gives the seat a name."""

Role = Literal["coworkers", "player", "judge"]


@dataclass(frozen=True)
class Loaded:
    """A scenario that is ready to be staged."""

    title: str
    about: str
    script: Script
    """What the world is made of, as it goes into the record."""
    org: OrgGraph
    """With the player's name and the scenario's absences in it."""
    personas: Mapping[str, Persona]
    """By person, for everybody in the cast."""
    grading: Grading
    """For scorers alone."""
    solution: Solution
    """For the oracle alone."""
    budgets: Mapping[Role, BudgetEntry]
    sources: tuple[Source, ...]
    """The scenario's file, and its world's where that is another."""
    warnings: tuple[Problem, ...] = ()
    """What in the files is suspect, though it can be played."""
    known_hash: str | None = None
    """The hash it had when a run was made of it."""

    @cached_property
    def content_hash(self) -> str:
        """BLAKE2b (128 bits, hexadecimal) of all of this but the files themselves: equal scenarios have equal ones,
        however they are written and wherever they are."""
        return self.known_hash or _content_hash(self)

    def for_seat(self, who: str) -> Loaded:
        """What one of its seats has of it, as if it were the only one: whoever plays there is made for this."""
        return replace(self, script=self.script.of_seat(who), solution=self.solution.of_seat(who))


class People(Mapping[str, Persona]):
    """Personas by person. Those of the library, which are known to be right, are read when they are first asked for."""

    def __init__(self, named: Mapping[str, Persona | str]) -> None:
        self._named = dict(named)

    def __getitem__(self, who: str) -> Persona:
        found = self._named[who]
        if isinstance(found, str):
            found = personas.load.load(found)
            self._named.update({other: found for other, name in self._named.items() if name == self._named[who]})
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)


def library() -> dict[str, Path]:
    """The scenarios that come with Workaday: id to file, in alphabetical order."""
    return {path.stem: path for path in sorted(LIBRARY.glob("*.yaml"))}


def find(name_or_path: str | PathLike[str]) -> Path:
    """The file meant by a path, or by the name of a scenario: ``first-week`` is ``first-week.yaml`` here, else that of
    the library. Raises `SourceError` for a name that is nowhere; a path need not exist."""
    name, path = str(name_or_path), Path(name_or_path)
    if path.suffix in (".yaml", ".yml") or len(path.parts) != 1:
        return path
    for near in (Path(f"{name}.yaml"), Path(f"{name}.yml")):
        if near.is_file():
            return near
    known = library()
    if name not in known and path.exists():
        return path
    if name not in known:
        others = {"an organisation": orgs.load.library(), "a persona": personas.load.library()}
        kind = next((kind for kind, named in others.items() if name in named), None)
        rule = "is neither a scenario of the library nor a file" if kind is None else f"is {kind}, not a scenario"
        fix = did_you_mean(name, known) if kind is None else "`workaday list scenarios` names those of the library."
        raise SourceError([Problem(name, 0, 0, "", None, rule, fix)])
    return known[name]


def _is_scenario(file: Path) -> bool:
    try:
        return source.kind_of(source.read(file).data) == "scenario"
    except SourceError:
        return False


def load(name_or_path: str | PathLike[str]) -> Loaded:
    """The scenario of this name, or in this file (see `find`). Raises `SourceError` with all that is wrong with it, its
    world, its organisation and the personas of its cast."""
    path = find(name_or_path)
    if path.is_dir():
        near = [str(file) for file in sorted(path.glob("*.yaml")) if _is_scenario(file)]
        fix = f"Name a scenario in it: {', '.join(near)}." if near else "Name a scenario."
        raise SourceError([Problem(str(path), 0, 0, "", None, "is a folder", fix)])
    scenario, read = source.load(path, Scenario)
    problems: list[Problem] = []
    if scenario.scenario != path.stem:
        fix = f"Write scenario: {path.stem}, or rename the file."
        problems.append(read.problem(("scenario",), rule="is not what the file is called", fix=fix))
    world, world_read, beside = _world(scenario, read, problems)
    org, org_path = _org(scenario, read, problems)
    if org is None or world is None:
        raise SourceError(problems, more_may_show=True)
    return _Loader(scenario, read, world, world_read, beside, org, org_path, problems).load()


def _world(scenario: Scenario, read: Source, problems: list[Problem]) -> tuple[World | None, Source, Beside]:
    """The first morning, where its entries stand, and the folder of the files beside it."""
    if isinstance(scenario.world, World):
        return scenario.world, read, Beside(read.path.parent, drive_folder=None)
    here = read.path.parent
    folder = here / scenario.world
    rule = fix = ""
    if not folder.is_dir():
        near = [entry.name for entry in here.iterdir() if entry.is_dir()]
        rule, fix = "is not a folder beside this file", did_you_mean(Path(scenario.world).name, near)
    elif folder.resolve() == here.resolve() or not folder.resolve().is_relative_to(here.resolve()):
        rule, fix = "is not a folder beside this file", f"Put it there, and write world: ./{scenario.scenario}/."
    elif not (folder / "world.yaml").exists() and not (folder / "drive").is_dir():
        rule, fix = "has neither a world.yaml nor a folder drive in it", "Add one of them, or leave the key out."
    if rule:
        problems.append(read.problem(("world",), rule=rule, fix=fix))
        return None, read, Beside(here, drive_folder=None)
    beside = Beside(folder, drive_folder=folder / "drive")
    if not (folder / "world.yaml").exists():
        return World(), read, beside
    try:
        world, world_read = source.load(folder / "world.yaml", World)
    except SourceError as error:
        problems += error.problems
        return None, read, beside
    return world, world_read, beside


def _org(scenario: Scenario, read: Source, problems: list[Problem]) -> tuple[Org | None, Path]:
    try:
        path = orgs.load.find(scenario.org, read.path.parent)
    except SourceError as error:
        (only,) = error.problems
        problems.append(read.problem(("org",), rule=only.rule, fix=only.fix))
        return None, Path()
    rule, fix = _no_file(path, read.path.parent)
    if rule and path not in orgs.load.library().values():
        problems.append(read.problem(("org",), rule=rule, fix=fix))
        return None, path
    try:
        return orgs.load.load(path), path
    except WrongKind as error:
        problems.append(read.problem(("org",), rule=error.rule, fix=error.fix))
        return None, path
    except SourceError as error:
        problems += error.problems
        return None, path


def _no_file(path: Path, folder: Path) -> tuple[str, str]:
    """What is wrong with a file that one in ``folder`` names, and the fix; two empty texts where nothing is."""
    if leads_out(path, folder):
        near = folder.resolve().name
        return (
            f"leads out of {near} and the folder above it",
            f"Put the file into {near}, and write its path from there.",
        )
    if path.suffix not in (".yaml", ".yml"):
        return "is no YAML file", "Name a file that ends in .yaml."
    if not path.exists():
        return "is not a file", f"Looked for {path}."
    return "", ""


class _Loader:
    """Checks and resolves one scenario whose files could be read."""

    def __init__(
        self, scenario: Scenario, read: Source, world: World, world_read: Source, beside: Beside, org: Org,
        org_path: Path, problems: list[Problem],
    ) -> None:  # fmt: skip
        self.scenario = scenario
        self.read = read
        self.world = world
        self.world_read = world_read
        self.beside = beside
        self.org = org
        self.org_path = org_path
        self.problems = problems
        self.more_may_show = False
        self.players = places(scenario)
        """Who sits in the seats of players, and where that is written."""
        self.first = next(iter(self.players))

    def load(self) -> Loaded:
        """The whole scenario. Raises `SourceError`."""
        self.problems += wrong_with(self.scenario, self.read, self.org)
        self._fail()
        graph, start, horizon = self._stage()
        cast = self._cast(graph)
        people = self._personas(graph, cast)
        ground = Ground(
            source=self.read, org=graph, seat=self.first, zone=self._zone(), start=start, horizon=horizon,
            cast=cast, others=tuple(self.players)[1:], owners=self._owners(),
            names=self._names(), topics=self._topics(), wording=Wording.of(self.scenario),
            problems=self.problems,
        )  # fmt: skip
        self._check_first_day(ground)
        script = self._script(ground, people)
        self._check_scores(ground)
        rubric = build_rubric(ground, self.scenario.rubric)
        if self.problems:
            raise SourceError(self.problems, more_may_show=self.more_may_show)
        grading = Grading(
            scores=dict(self.scenario.scores), total=self.scenario.passes.total, never=self.scenario.passes.never,
            answers=answers_of(script), rubric=rubric,
        )  # fmt: skip
        of_seats = tuple((entry.who, entry.solution) for entry in self.scenario.seats)
        solution = Solution(dict(of_seats).get(self.first, self.scenario.solution), start, self._zone(), of_seats)
        sources = (self.read,) if self.world_read is self.read else (self.read, self.world_read)
        return Loaded(
            title=self.scenario.title, about=self.scenario.about, script=script, org=graph, personas=people,
            grading=grading, solution=solution, budgets=self.scenario.budgets, sources=sources,
            warnings=tuple(ground.warnings),
        )  # fmt: skip

    def _fail(self) -> None:
        if self.problems:
            raise SourceError(self.problems, more_may_show=True)

    # -- where and when -----------------------------------------------------------------------------------------------

    def _owners(self) -> dict[str, str]:
        """Whose each task is that is not the first seat's."""
        return {name: task.seat for name, task in self.scenario.tasks.items() if task.seat is not None}

    def _zone(self) -> str:
        return self.org.sites[self.org.site_of(self.first)].zone

    def _stage(self) -> tuple[OrgGraph, int, int]:
        """The organisation as it is in this run, its start and its end."""
        scenario = self.scenario
        assert scenario.starts.dated is not None
        year = scenario.starts.dated.year
        graph = OrgGraph(self.org, years=range(year - 1, year + 3))
        for seat in scenario.seats or (scenario.seat,):
            graph = graph.with_name(seat.who, seat.name or self.org.people[seat.who].name or NAMELESS, seat.pronouns)
        # A start is its own first day, so that it is read without asking when the run starts.
        start = scenario.starts.instant(0, self._zone())
        for seat in scenario.seats or (scenario.seat,):
            if seat.name is not None and graph.called(seat.name.split()[0]) != (seat.who,):
                fix = "Choose another, so that people know who is meant."
                rule, at = "has the first name of somebody who works here", (*self.players[seat.who], "name")
                self.problems.append(self.read.problem(at, rule=rule, fix=fix))
        ground = Ground(self.read, graph, self.first, self._zone(), start, start, problems=self.problems)
        for number, entry in enumerate(scenario.away):
            at = ("away", number)
            first = ground.anytime((*at, "from"), entry.from_)
            last = ground.anytime((*at, "to"), entry.to, end=True)
            known = [ground.person((*at, "who"), entry.who) in self.org.people]
            if entry.deputy is not None:
                known.append(ground.person((*at, "deputy"), entry.deputy) in self.org.people)
            if last <= first:
                rule = "is not after the time from which they are away"
                ground.untimely((*at, "to"), rule, "Swap the two.", beside=(*at, "from"))
            elif all(known):
                graph = graph.with_absence(entry.who, first, last, entry.why, entry.deputy)
        try:
            horizon = scenario.lasts.end(start, graph.person(self.first).calendar)
        except BadValue as error:
            self.problems.append(self.read.problem(("lasts",), rule=error.rule, fix=error.fix))
        except NoWorkingTime as error:
            rule = f"has no end: the seat has {error}"
            self.problems.append(self.read.problem(("lasts",), rule=rule, fix="Look at the seat's hours."))
        self._fail()
        return graph, start, horizon

    def _check_first_day(self, ground: Ground) -> None:
        """Warn of a start on a day on which the seat has off: the run begins with nothing to do."""
        first, calendar = local_date(ground.start, ground.zone), ground.org.person(ground.seat).calendar
        if not is_working_day(calendar, first):
            then = local_date(next_working(calendar, ground.start), ground.zone)
            fix = f"Write {then} {local(ground.start, ground.zone):%H:%M}, unless it is meant to begin with a day off."
            ground.warn(("starts",), f"is a {first:%A} on which the seat does not work", fix)

    # -- who ----------------------------------------------------------------------------------------------------------

    def _cast(self, graph: OrgGraph) -> tuple[str, ...]:
        people = self.org.people
        if self.scenario.cast is None:
            return tuple(who for who in people if people[who].persona is not None and who not in self.players)
        ground = Ground(self.read, graph, self.first, self._zone(), 0, 0, problems=self.problems)
        named = ground.people(("cast",), self.scenario.cast)
        cast = tuple(who for who in named if who not in self.players)
        for who in cast:
            if self.org.people[who].persona is None:
                fix = f"Give {who} a persona in {self.org.org}, or leave them out."
                self.problems.append(self.read.problem(("cast",), value=who, rule="has no persona", fix=fix))
        return cast

    def _personas(self, graph: OrgGraph, cast: Iterable[str]) -> People:
        found: dict[str, Persona | str] = {}
        read: dict[str, Persona | str | None] = {}
        for who in cast:
            name = self.org.people[who].persona
            if name is None:
                continue
            if name not in read:
                read[name] = self._persona(name, who)
            persona = read[name]
            if persona is not None:
                found[who] = persona
        return People(found)

    def _persona(self, name: str, who: str) -> Persona | str | None:
        """The persona of this name; the name alone, where it is one of the library's."""
        is_file = name.endswith((".yaml", ".yml"))
        if not is_file and name in personas.load.library():
            return name
        path = self.org_path.parent / name
        rule, fix = _no_file(path, self.org_path.parent) if is_file else ("", "")
        if not rule:
            try:
                return personas.load.load(path if is_file else name)
            except WrongKind as error:
                rule, fix = error.rule, error.fix
            except SourceError as error:
                if is_file:
                    self.problems += error.problems
                    self.more_may_show |= error.more_may_show
                    return None
                rule, fix = "is no persona of the library", personas.load.nearest(name)
                if path.with_name(f"{path.name}.yaml").is_file():
                    fix = f"Write ./{Path(f'{name}.yaml')}."
        org_read = source.read(self.org_path)
        self.problems.append(org_read.problem(("people", who, "persona"), rule=rule, fix=fix))
        return None

    # -- what ---------------------------------------------------------------------------------------------------------

    def _names(self) -> dict[str, tuple[str, ...]]:
        scenario, world = self.scenario, self.world
        test = None if scenario.security is None else scenario.security.exercise
        return {
            "fact": tuple(scenario.facts),
            "approval": (*scenario.approvals, *scenario.decisions),
            "favour": tuple(scenario.favours),
            "task": tuple(scenario.tasks),
            "event": labels(scenario.events),
            "page": tuple(
                label
                for label, event in zip(labels(scenario.events), scenario.events, strict=True)
                if event.does == "page"
            ),
            "ticket": tuple(world.tickets),
            "outsider": tuple(world.outside),
            "identity": () if test is None else test.identities,
            "procedure": () if test is None else tuple(test.procedures),
            "file": (*paths_in(world, self.beside), *_written(scenario)),
            "meeting": (
                *(meeting.title for meeting in world.meetings),
                *(event.title for event in scenario.events if event.does == "meet"),
            ),
        }

    def _topics(self) -> dict[str, str]:
        facts = {name: fact.topic for name, fact in self.scenario.facts.items()}
        return {**{name: task.title for name, task in self.scenario.tasks.items()}, **facts}

    def _script(self, ground: Ground, people: Mapping[str, Persona]) -> Script:
        scenario = self.scenario
        prefix = ("world",) if self.world_read is self.read else ()
        check_spellings(ground, scenario.facts)
        facts = build_facts(ground, scenario.facts)
        check_sources(ground, facts)
        seeded = build_world(ground.inside(self.world_read, prefix), self.world, self.beside)
        ground.text(("brief",), scenario.brief, may_state=False)
        timeline = (
            *build_changes(ground, scenario.facts, facts),
            *build_events(ground, scenario.events, self.world.outside, self.beside, scenario.facts),
        )
        ground = replace(ground, lines=lines_after(ground.org, timeline))
        approvals = (
            *build_approvals(ground, scenario.approvals), *build_decisions(ground, scenario.decisions, facts)
        )  # fmt: skip
        favours = build_favours(ground, scenario.favours, self.beside)
        tasks = build_tasks(ground, scenario.tasks)
        self._check_given(ground)
        plot = Plot({fact.id: fact for fact in facts}, seeded, timeline, approvals, favours)
        for number, entry in enumerate(scenario.seats):
            ground.text(("seats", number, "brief"), entry.brief or "", may_state=False)
        solutions = {entry.who: entry.solution for entry in scenario.seats} or {self.first: scenario.solution}
        asked = {f for steps in solutions.values() for step in steps if isinstance(step, Words) for f in step.ask}
        check_reach(ground, plot, tasks, asked)
        for who, steps in solutions.items():
            at: DataPath = (*self.players[who], "solution") if scenario.seats else ("solution",)
            others = [step for other, more in solutions.items() if other != who for step in more]
            check_solution(ground.for_seat(who), steps, at)
            check_use(ground.for_seat(who), steps, plot, tasks, people, at, others)
        return Script(
            scenario=scenario.scenario, title=scenario.title, brief=scenario.brief, seat=ground.seat,
            start=ground.start, horizon=ground.horizon, cast=ground.cast, facts=facts, approvals=approvals,
            favours=favours, tasks=tasks, timeline=timeline, seeded=seeded,
            pace=Pace(**scenario.pace.model_dump()), mode=scenario.mode,
            background=Background(**scenario.background.model_dump()),
            security=build_security(ground, scenario.security, self.world.outside),
            seats=parts(scenario),
        )  # fmt: skip

    def _check_given(self, ground: Ground) -> None:
        """A task that an event gives is not given at a time as well, nor by two events."""
        seen: set[str] = set()
        for number, event in enumerate(self.scenario.events):
            if not isinstance(event, Give):
                continue
            task = self.scenario.tasks.get(event.task)
            if event.task in seen:
                ground.wrong(("events", number, "task"), "is given by another event too", "Keep one.")
            elif task is not None and task.given is not None:
                fix = "Leave 'given' out of the task, or remove the event."
                ground.wrong(("events", number, "task"), "is given at a time of its own as well", fix)
            seen.add(event.task)

    def _check_scores(self, ground: Ground) -> None:
        known = installed("scorers")
        for name in self.scenario.scores:
            entry = known.get(name)
            if entry is None:
                near = suggest(name, known)
                fix = (f"Did you mean {near!r}? " if near else "") + f"There are {', '.join(sorted(known))}."
                ground.wrong(("scores", name), "is no scorer that is installed", fix, key=True)
            elif (brought_by(entry) or ("", ""))[0] != "workaday":
                self._check_scorer(ground, name, entry)
        if self.scenario.scores and not any(self.scenario.scores.values()):
            ground.wrong(("scores",), "gives no scorer any weight", "Write outcome: 5.", value=None)
        if self.scenario.scores.get("rubric") and self.scenario.rubric is None:
            fix = "Add rubric: with criteria, or leave it out of scores."
            ground.wrong(("scores", "rubric"), "weighs a rubric, and the scenario has none", fix, key=True)

    def _check_scorer(self, ground: Ground, name: str, entry: EntryPoint) -> None:
        """A scorer of somebody else's is opened: that it cannot be used would else show after the run."""
        import scorers.registry  # reading most scenarios needs none

        try:
            scorers.registry.load([entry])
        except scorers.registry.BrokenScorer as error:
            fix = "Mend the package it comes from, or leave it out."
            ground.wrong(("scores", name), f"cannot be used as a scorer: {error.why}", fix, key=True)


def _written(scenario: Scenario) -> tuple[str, ...]:
    """Files that come to be in the run: of tasks, events and favours."""
    tasks = [task.deliver.file for task in scenario.tasks.values()]
    events = [event.file for event in scenario.events if event.does == "write"]
    favours = [effect.file for favour in scenario.favours.values() for effect in favour.leaves]
    return tuple(path for path in (*tasks, *events, *favours) if path is not None)


def _told(persona: Persona) -> dict[str, Any]:
    return persona.model_dump(mode="json", fallback=dict, warnings=False, exclude_defaults=True)


def _content_hash(of: Loaded) -> str:
    # What is as if it were not there is left out: a key that a later version of Workaday knows changes no hash.
    data = [
        of.script.model_dump(mode="json", exclude_defaults=True),
        of.org.to_data(),
        {who: _told(persona) for who, persona in of.personas.items()},
        of.grading.data(),
        of.solution.data(),
        {role: budget.model_dump(mode="json", exclude_defaults=True) for role, budget in of.budgets.items()},
        [of.title, of.about],
    ]
    return blake2b(canonical_json(data).encode(), digest_size=16).hexdigest()
