"""The seats of a scenario: one, or several in one office; whether they can be sat in, and what is each one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orgs.schema import Org
from scenarios.schema import DecisionEntry, Scenario, TaskEntry
from sim.misspelling import did_you_mean
from sim.script import SeatPart
from sim.source import DataPath, Problem, Source


def places(scenario: Scenario) -> dict[str, DataPath]:
    """Who sits in the seats of players, in their order, and where that is written."""
    if scenario.seats:
        return {entry.who: ("seats", number) for number, entry in enumerate(scenario.seats)}
    return {scenario.seat.who: ("seat",)}


def parts(scenario: Scenario) -> tuple[SeatPart, ...]:
    """What is each seat's alone, where there are several."""
    first = next(iter(places(scenario)))

    def of(who: str, things: Mapping[str, TaskEntry | DecisionEntry]) -> tuple[str, ...]:
        return tuple(name for name, thing in things.items() if (thing.seat or first) == who)

    return tuple(
        SeatPart(
            who=seat.who,
            brief=seat.brief or "",
            tasks=of(seat.who, scenario.tasks),
            decisions=of(seat.who, scenario.decisions),
        )
        for seat in scenario.seats
    )


def wrong_with(scenario: Scenario, read: Source, org: Org) -> Iterator[Problem]:
    """Everything for which players cannot sit where they are said to."""
    if scenario.seats:
        yield from _wrong_with_several(scenario, read)
    seats = [person for person in org.people if org.is_seat(person)]
    named = places(scenario)
    for who, place in named.items():
        path = (*place, "who") if scenario.seats or isinstance(read.data.get("seat"), Mapping) else place
        key = "who" if scenario.seats else "seat"
        if who not in org.people:
            fix = did_you_mean(who, seats) or f"Mark one with seat: true in {org.org}, or add a person called seat."
            yield read.problem(path, value=who, rule=f"is not a person of {org.org}", fix=fix)
        elif not org.is_seat(who):
            free = next((seat for seat in seats if seat not in named), None)
            fix = f"Write seat: true for {who} in {org.org}." if free is None else f"Write {key}: {free}."
            yield read.problem(path, value=who, rule=f"is no seat of {org.org}: no player may sit there", fix=fix)


def _wrong_with_several(scenario: Scenario, read: Source) -> Iterator[Problem]:
    """What a scenario with several seats has in other places, or not at all."""
    if "seat" in read.data:
        fix = "Leave it out: seats has all of them."
        yield read.problem(("seat",), value=None, rule="stands beside seats", fix=fix, key=True)
    if len(scenario.seats) == 1:
        fix = f"Write seat: {scenario.seats[0].who}, or add another."
        yield read.problem(("seats",), value=None, rule="has one seat alone", fix=fix, key=True)
    for number, entry in enumerate(scenario.seats):
        if entry.who in [other.who for other in scenario.seats[:number]]:
            yield read.problem(("seats", number, "who"), rule="has a seat already", fix="Name each person once.")
    if scenario.solution:
        fix = "Move its steps to solution: of the seats that take them."
        yield read.problem(
            ("solution",), value=None, rule="is nobody's where there are several seats", fix=fix, key=True
        )
    if scenario.rubric is not None:
        rule = "is about the one seat of a scenario, and there are several"
        yield read.problem(("rubric",), value=None, rule=rule, fix="Leave it out.", key=True)
