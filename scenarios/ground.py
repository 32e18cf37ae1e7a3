"""What an author's entries are read against: the people, groups and clocks of an organisation, and all named things.

Everything that is wrong is collected and told at once; what cannot be resolved is given a stand-in, so that the rest
can be looked at too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orgs.graph import OrgGraph
from orgs.groups import expand
from scenarios.values import Before, When
from scenarios.wording import Wording
from sim.calendar import HAS_LEFT
from sim.misspelling import did_you_mean
from sim.source import AS_WRITTEN, DataPath, Problem, Source, dotted
from sim.units import BadValue


@dataclass(frozen=True)
class Ground:
    """A file under check. ``seat`` is the one it is read for, ``others`` are the further ones and ``owners`` says whose
    each task is that is theirs. ``start`` and ``horizon`` are instants, ``zone`` is the (first) seat's; ``names`` are
    the ids that things of a kind ("fact", "event") have, ``topics`` what facts and tasks are about. ``lines`` is the
    organisation after each reorganisation. ``prefix`` leads to the part of the file that is being read."""

    source: Source
    org: OrgGraph
    seat: str
    zone: str
    start: int
    horizon: int
    cast: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[OrgGraph, ...] = ()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    topics: Mapping[str, str] = field(default_factory=dict)
    wording: Wording = field(default_factory=lambda: Wording({}, {}))
    prefix: DataPath = ()
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    """What may be meant as it stands, and more likely is not."""

    def inside(self, source: Source, prefix: DataPath = ()) -> Ground:
        """The same ground for another file, or a part of this one; problems go to the same list."""
        return replace(self, source=source, prefix=prefix)

    @property
    def players(self) -> tuple[str, ...]:
        """All seats of players."""
        return (self.seat, *self.others)

    def reaches_player(self, people: Iterable[str]) -> bool:
        """Whether a player is among these."""
        return not set(self.players).isdisjoint(people)

    def for_seat(self, who: str | None) -> Ground:
        """The same ground, read for one of several seats: the first, where ``who`` is None."""
        if who is None or who == self.seat:
            return self
        return replace(self, seat=who, others=tuple(other for other in self.players if other != who))

    # -- what is wrong ----------------------------------------------------------------------------------------------

    def wrong(self, path: DataPath, rule: str, fix: str = "", *, value: object = AS_WRITTEN, key: bool = False) -> None:
        """Note a problem with what stands at ``path``; ``value`` shows instead of what was typed, None for nothing."""
        whole = (*self.prefix, *path)
        self.problems.append(self.source.problem(whole, rule=rule, fix=fix, key=key, value=value))

    def untimely(self, path: DataPath, rule: str, fix: str = "", *, beside: DataPath) -> None:
        """Note that the time at ``path`` is out of order with the one at ``beside``, unless one of the two is wrong in
        itself: one time, one problem."""
        if not self.is_wrong(path) and not self.is_wrong(beside):
            self.wrong(path, rule, fix)

    def is_wrong(self, path: DataPath) -> bool:
        """Whether a problem with what stands at ``path`` has been noted."""
        at = (str(self.source.path), dotted((*self.prefix, *path)))
        return any((problem.file, problem.where) == at for problem in self.problems)

    def warn(self, path: DataPath, rule: str, fix: str = "", *, value: object = AS_WRITTEN, key: bool = False) -> None:
        """Note what is suspect at ``path``, as `wrong` does."""
        whole = (*self.prefix, *path)
        self.warnings.append(self.source.problem(whole, rule=rule, fix=fix, key=key, value=value))

    def has(self, path: DataPath) -> bool:
        """Whether the author wrote something at ``path``."""
        here: object = self.source.data
        for part in (*self.prefix, *path):
            inside = part in here if isinstance(here, Mapping) else isinstance(here, list) and part in range(len(here))
            if not inside:
                return False
            here = here[part]  # type: ignore[index]
        return True

    def line(self, path: DataPath) -> int:
        """The line in the file of what stands at ``path``."""
        return self.source.at((*self.prefix, *path))[0]

    # -- times ------------------------------------------------------------------------------------------------------

    def clock(self, path: DataPath, site: str | None) -> str:
        """The time zone of a site, or the seat's."""
        if site is None:
            return self.zone
        sites = self.org.org.sites
        if site not in sites:
            self.wrong(path, "names no site of this org", did_you_mean(site, sites))
            return self.zone
        return sites[site].zone

    def instant(self, path: DataPath, when: When, *, end: bool = False) -> int:
        """The instant meant, within the run. As an ``end`` a day alone means its last second's end."""
        zone = self.clock(path, when.site)
        try:
            at = (when.time.end if end else when.time.instant)(self.start, zone)
        except BadValue as error:
            self.wrong(path, error.rule, error.fix)
            return self.start
        if at < self.start and when.time.minute is not None:
            self.wrong(path, "is before the start of the scenario", "Write a later time.")
            return self.start
        at = max(at, self.start)
        if at > self.horizon and not (end and when.time.minute is None):
            self.wrong(path, "is after the end of the scenario", "Write an earlier time, or let it last longer.")
        return min(at, self.horizon)

    def anytime(self, path: DataPath, when: When, *, end: bool = False) -> int:
        """The same for what may begin before the run or last beyond it: an absence, a belief."""
        zone = self.clock(path, when.site)
        try:
            return (when.time.end if end else when.time.instant)(self.start, zone)
        except BadValue as error:
            self.wrong(path, error.rule, error.fix)
            return self.start

    def before(self, path: DataPath, when: Before) -> int:
        """The instant meant, before the run."""
        try:
            return when.instant(self.start, self.clock(path, when.site))
        except BadValue as error:
            self.wrong(path, error.rule, error.fix)
            return self.start - 1

    # -- people -----------------------------------------------------------------------------------------------------

    def person(self, path: DataPath, who: str, *, acts: bool = False) -> str:
        """A person's id. If they have to act, they have to be of the cast."""
        if who not in self.org.org.people:
            self._nobody(path, who)
        elif acts and who in self.players:
            self.wrong(path, "is the player's seat, and nobody else acts for it", "Name somebody of the cast.")
        elif acts and who not in self.cast:
            self.wrong(path, "is not in the cast, and has no mind to act with", "Add them to cast, or give a persona.")
        return who

    def people(self, path: DataPath, names: Sequence[str], *, but: str | None = None) -> tuple[str, ...]:
        """Everybody that a list of people and groups means, without ``but``."""
        found: dict[str, None] = {}
        for index, name in enumerate(names):
            try:
                found.update(dict.fromkeys(expand(self.org.org, name)))
            except KeyError:
                here = (*path, index) if self._is_list(path) else path
                self._no_group(here, name)
        found.pop(but or "", None)
        return tuple(found)

    def expanded(self, name: str) -> tuple[str, ...]:
        """Everybody that the name of a person or a group means; nobody where it is neither."""
        try:
            return tuple(expand(self.org.org, name))
        except KeyError:
            return ()

    def _is_list(self, path: DataPath) -> bool:
        return self.source.text((*self.prefix, *path)) is None

    def _nobody(self, path: DataPath, who: str) -> None:
        called = self.org.called(who)
        if called:
            fix = f"Write the id: {' or '.join(called)}."
        elif who in self.org.org.teams or who in self.org.org.sites or self.expanded(who):
            fix = "A single person is meant here."
        else:
            fix = did_you_mean(who, self.org.org.people)
        self.wrong(path, f"is not a person of {self.org.id}", fix, key=self._is_key(path, who), value=who)

    def _is_key(self, path: DataPath, who: str) -> bool:
        return bool(path) and path[-1] == who

    def _no_group(self, path: DataPath, name: str) -> None:
        kind, _, group = name.partition(" ")
        if kind == "team" and group:
            fix = did_you_mean(group, self.org.org.teams)
            self.wrong(path, f"is not a team of {self.org.id}", fix, value=name)
        elif kind == "site" and group:
            fix = did_you_mean(group, self.org.org.sites)
            self.wrong(path, f"is not a site of {self.org.id}", fix, value=name)
        elif name in self.org.org.teams:
            self.wrong(
                path, f"is not a person of {self.org.id}", f"Is the team meant? Write 'team {name}'.", value=name
            )
        elif name.startswith("#"):
            self.wrong(path, "is a channel where people are named", "Write its people, or 'in' where that can be.")
        else:
            self._nobody(path, name)

    def channel(self, path: DataPath, name: str, who: str) -> tuple[str, ...]:
        """Who else is in a channel that ``who`` writes in."""
        channels = self.org.org.channels
        if name not in channels:
            fix = did_you_mean(name, channels)
            self.wrong(path, f"is not a channel of {self.org.id}", fix, value=name)
            return ()
        members = self.org.members(name)
        if who not in members and who in self.org.org.people:
            here = [other for other in channels if who in self.org.members(other)]
            self.wrong(path, f"is a channel that {who} is not in", f"{who} is in {', '.join(here) or 'none'}.")
        return tuple(member for member in members if member != who)

    def gone(self, who: str) -> int | None:
        """The instant after the last day here of a person who leaves for good; None of anybody else."""
        if who not in self.org.org.people:
            return None
        absences = self.org.person(who).calendar.absences
        return next((absence.start for absence in absences if absence.why == HAS_LEFT), None)

    # -- named things -----------------------------------------------------------------------------------------------

    def named(self, path: DataPath, kind: str, name: str) -> str:
        """A name of a thing of this kind that the scenario has: a fact, a task, a ticket."""
        known = self.names.get(kind, ())
        if name not in known:
            article = "an" if kind[0] in "aeiou" else "a"
            fix = did_you_mean(name, known) or ("" if known else f"It has none of that kind: add {article} {kind}.")
            self.wrong(path, f"is not {article} {kind} of this scenario", fix, value=name)
        return name

    def all_named(self, path: DataPath, kind: str, names: Iterable[str]) -> tuple[str, ...]:
        """Several names of things of this kind."""
        listed = self._is_list(path)
        return tuple(self.named((*path, index) if listed else path, kind, name) for index, name in enumerate(names))

    # -- texts ------------------------------------------------------------------------------------------------------

    def text(
        self, path: DataPath, text: str, states: tuple[str, ...] = (), *, seen: bool = True, may_state: bool = True
    ) -> None:
        """A text states the facts that it is said to state, and, if the seat sees it, no other answer. ``may_state``
        says whether there is a key ``states`` beside it."""
        shown = None if self.has(path) else path[-1]
        for fact in states:
            if not self.wording.states(text, fact):
                fix = "Put the value into the text, or remove it from states."
                self.wrong(path, f"is said to state {fact!r}, and does not", fix, value=shown)
        for fact in self.wording.given_away(text, states) if seen else ():
            fix = "Take it out: whoever reads what is asked would have the answer."
            if may_state:
                fix = f"Take it out, or, if the seat is meant to find it here, write states: [{fact}]."
            self.wrong(path, f"gives away {fact!r}", fix, value=shown)
