"""Each mechanic of working life is exercised by a scenario of the library: docs/mechanics.md says by which, and the
files of the scenario bear it out.

A row is a name, a scenario, and what in its files shows it. Whoever adds a mechanic adds a row here and in the page.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from scenarios import solution as steps
from scenarios.load import Loaded, load
from sim.calendar import is_absent, is_working
from sim.deciders import deciders
from sim.script import Approval, Happening, Security
from sim.units import DAY
from tests.scenarios.library import fact, happening, task

PAGE = Path(__file__).parents[2] / "docs" / "mechanics.md"
Shows = Callable[[Loaded], object]


@cache
def scenario(name: str) -> Loaded:
    return load(name)


def timeline(loaded: Loaded, **wanted: object) -> list[Happening]:
    """The entries of the timeline with these fields."""
    return [e for e in loaded.script.timeline if all(getattr(e, key) == value for key, value in wanted.items())]


def to_seat(loaded: Loaded, **wanted: object) -> list[Happening]:
    return [entry for entry in timeline(loaded, **wanted) if loaded.script.seat in entry.to]


def boss_rings(loaded: Loaded) -> bool:
    boss = loaded.org.manager_of(loaded.script.seat)
    return any(e.who == boss for via in ("call", "walk_up") for e in to_seat(loaded, does="say", via=via))


def matters(loaded: Loaded, sort: str) -> list[Approval]:
    return [matter for matter in loaded.script.approvals if matter.sort == sort]


def first_decider(loaded: Loaded, name: str) -> str:
    matter = next(matter for matter in loaded.script.approvals if matter.id == name)
    return deciders(loaded.org, matter, matter.since or loaded.script.start, loaded.script.seat)[0]


def zones(loaded: Loaded) -> set[str]:
    return {loaded.org.person(who).calendar.zone for who in (*loaded.script.cast, loaded.script.seat)}


def absent_in(loaded: Loaded) -> list[str]:
    """Those of the cast who are away for a part of it."""
    days = range(loaded.script.start, loaded.script.horizon, DAY)
    return [who for who in loaded.script.cast if any(is_absent(loaded.org.person(who).calendar, at) for at in days)]


def changed(loaded: Loaded, *, silent: bool) -> bool:
    return any(version.silent is silent for f in loaded.script.facts for version in f.versions[1:])


def joiners(loaded: Loaded) -> list[str]:
    """Those who are not there yet as it begins, and come while it lasts."""
    first, last = loaded.script.start, loaded.script.horizon
    calendars = {who: loaded.org.person(who).calendar for who in loaded.script.cast}
    return [who for who, cal in calendars.items() if any(a.start <= first < a.end < last for a in cal.absences)]


def part_time(loaded: Loaded) -> bool:
    hours = [sum(b - a for day in range(7) for a, b in loaded.org.person(who).calendar.hours.on(day))
             for who in loaded.script.cast]  # fmt: skip
    return min(hours) <= 0.6 * max(hours)


def moved(loaded: Loaded, section: str, key: str) -> bool:
    """Whether a reorganisation changes this of somebody."""
    entries = timeline(loaded, does="reorganise")
    return any(key in entry for e in entries for entry in e.changes.get(section, {}).values())


def safety_moves(loaded: Loaded) -> bool:
    """Whether an area changes hands, and its new owner decides."""
    lines = loaded.org.reorganised(happening(loaded, "safety-moves").changes)
    return loaded.org.owner_of("product safety") != lines.owner_of("product safety") == "samir"


def on_call_decides(loaded: Loaded) -> bool:
    """Whether who is on call decides, and whose week it is is away."""
    at = happening(loaded, "ledger-page").at or 0
    return first_decider(loaded, "fail-over") == loaded.org.on_call("fail-over", at) != "thordis"


def above_parties(loaded: Loaded) -> bool:
    """Whether every quarrel is for somebody above both, who is there."""
    quarrels = matters(loaded, "conflict")
    return all(all(first_decider(loaded, m.id) in loaded.org.chain_of_command(p) for p in m.parties) for m in quarrels)


def deputy_of_who_is_above(loaded: Loaded) -> bool:
    """Whether a quarrel is for the deputy of whoever is above both, who is away."""
    (quarrel,) = matters(loaded, "conflict")
    boss = loaded.org.chain_of_command(quarrel.parties[0])[0]
    return first_decider(loaded, quarrel.id) == loaded.org.deputy_of(boss)


def manager_is_a_party(loaded: Loaded) -> bool:
    """Whether the seat's own manager is one of those who quarrel."""
    boss = loaded.org.manager_of(loaded.script.seat)
    return any(boss in matter.parties for matter in matters(loaded, "conflict"))


def mentioned(loaded: Loaded) -> list[Happening]:
    """What is urgent and calls the seat by name in a channel."""
    name = f"@{loaded.org.person(loaded.script.seat).first}"
    return [e for e in to_seat(loaded, does="say", via="channel") if e.urgent and name in (e.text or "")]


def declined_well(loaded: Loaded) -> bool:
    """Whether the solution declines a meeting with a reason and somebody who comes instead."""
    answers = [step for step in loaded.solution.steps if isinstance(step, steps.AnswerInvitation)]
    return any(step.answer == "decline" and step.note and step.delegate for step in answers)


def again(loaded: Loaded, name: str) -> list[Happening]:
    """An event and its repetitions."""
    return [entry for entry in loaded.script.timeline if entry.id.partition(".")[0] == name]


def handed_over(loaded: Loaded) -> bool:
    """Whether a handover is due while the one who leaves for good is still there."""
    last, cal = loaded.script.horizon, loaded.org.person("gwen").calendar
    (gone,) = [a.start for a in cal.absences if a.start <= last <= a.end]
    return task(loaded, "note").deliver.by < gone


def said_early(loaded: Loaded) -> bool:
    """Whether something that is said once in the first month is wanted four months later."""
    said, wanted = happening(loaded, "ofelia-in-passing"), task(loaded, "street")
    told = fact(loaded, "bollard-notice").versions[0].value in (said.text or "")
    return told and wanted.deliver.by - (said.at or 0) > 17 * 7 * DAY


def security(loaded: Loaded) -> Security:
    assert loaded.script.security is not None
    return loaded.script.security


def collides(loaded: Loaded) -> bool:
    """Whether somebody calls a meeting for a time at which the seat has one already."""
    begins = {item.start for item in loaded.script.seeded if item.kind == "meeting"}
    return any(entry.until in begins for entry in to_seat(loaded, does="meet"))


def overlap(loaded: Loaded, who: str) -> int:
    """Seconds of the first two days in which the seat and somebody are both at work."""
    one, other = (loaded.org.person(person).calendar for person in (loaded.script.seat, who))
    first = loaded.script.start - loaded.script.start % DAY
    return sum(900 for at in range(first, first + 2 * DAY, 900) if is_working(one, at) and is_working(other, at)) // 2


def neither_side(loaded: Loaded) -> bool:
    """Whether attackers and a desk act, the seat is none of them, and it is approached beside colleagues."""
    part, seat = security(loaded), loaded.script.seat
    approached = {who for scheme in part.schemes for aim in scheme.aims for who in aim.targets}
    return seat not in part.desk and part.exercise is None and seat in approached and len(approached) > 1


def does(kind: type, loaded: Loaded) -> bool:
    """Whether the solution has a step of this kind."""
    return any(isinstance(step, kind) for step in loaded.solution.steps)


MECHANICS: Mapping[str, tuple[str, Shows]] = {
    # interruptions
    "a call": ("first-week", lambda s: to_seat(s, via="call")),
    "a walk-up": ("deal-room", lambda s: to_seat(s, via="walk_up")),
    "a meeting that starts": ("two-bosses", lambda s: to_seat(s, does="meet")),
    "a page": ("pager-duty", lambda s: [e for e in timeline(s, does="page") if e.urgent or e.area]),
    "the boss's call": ("quarter-close", boss_rings),
    "an interruption taken": ("pager-duty", lambda s: does(steps.Take, s)),
    "an urgent mention": ("the-handover", mentioned),
    "focus time": ("two-bosses", lambda s: [w for w in s.script.cast if s.org.person(w).calendar.focus is not None]),
    # escalation
    "escalation: budget": ("pager-duty", lambda s: matters(s, "budget")),
    "escalation: conflict": ("two-bosses", lambda s: matters(s, "conflict")),
    "escalation: safety": ("wet-lab", lambda s: matters(s, "safety")),
    "escalation: blocked": ("two-bosses", lambda s: matters(s, "blocked")),
    "escalation: policy": ("phish", lambda s: matters(s, "policy")),
    "escalation: silence": ("the-handover", lambda s: matters(s, "silence")),
    "decided by the owner": ("launch", safety_moves),
    "decided by who is on call": ("pager-duty", on_call_decides),
    "decided up the chain": ("wet-lab", above_parties),
    "decided by a deputy": ("two-bosses", deputy_of_who_is_above),
    "around a conflicted manager": ("two-bosses", manager_is_a_party),
    "a decision that takes its time": ("launch", lambda s: all(m.takes > 0 for m in s.script.approvals if m.settles)),
    "a deadline for a decision": ("pager-duty", lambda s: all(m.by for m in matters(s, "budget"))),
    "what grows while nobody decides": ("pager-duty", lambda s: happening(s, "gap-grows").unless),
    "a matter nobody brings": ("phish", lambda s: happening(s, "token-used").unless),
    # people's lives
    "leave with a deputy": ("two-bosses", lambda s: [who for who in absent_in(s) if s.org.deputy_of(who)]),
    "somebody falls ill": ("two-bosses", lambda s: timeline(s, does="away")),
    "part-time": ("wet-lab", part_time),
    "several time zones": ("pager-duty", lambda s: len(zones(s)) >= 3),
    "a zone of half an hour": ("pager-duty", lambda s: "America/St_Johns" in zones(s)),
    "a leaver": ("the-handover", absent_in),
    "a handover on leaving": ("the-handover", handed_over),
    "a joiner": ("launch", joiners),
    "a handover on joining": ("launch", lambda s: [t for t in s.script.tasks if t.to in joiners(s)]),
    "a reorganisation of lines": ("launch", lambda s: moved(s, "people", "reports_to")),
    "a reorganisation of authority": ("launch", lambda s: moved(s, "people", "approves")),
    # the world moves
    "an announced change": ("first-week", lambda s: changed(s, silent=False)),
    "a silent change": ("first-week", lambda s: changed(s, silent=True)),
    "a belief out of date": ("pager-duty", lambda s: fact(s, "standby-gap").believed),
    "a workload that is a queue": ("launch", lambda s: max(f.takes for f in s.script.favours) >= 2 * 3600),
    "tasks that hang on tasks": ("launch", lambda s: [t for t in s.script.tasks if t.after]),
    "an incident": ("pager-duty", lambda s: [e for e in timeline(s, does="page") if e.area == "platform"]),
    "noise": ("pager-duty", lambda s: [e for e in timeline(s, does="page") if not e.urgent]),
    "somebody from outside": ("deal-room", lambda s: timeline(s, does="outside_mail")),
    "a wait before going further up": ("launch", lambda s: [m for m in s.script.approvals if m.wait]),
    "competing priorities": ("two-bosses", lambda s: [m for m in matters(s, "conflict") if len(m.parties) > 1]),
    "what repeats": ("wet-lab", lambda s: [m for m in s.script.seeded if m.kind == "meeting" and m.repeats != "none"]),
    "month-end": ("the-year", lambda s: len(again(s, "peak-please")) >= 5),
    "quarter-end": ("the-year", lambda s: len(again(s, "quarterly-word")) >= 2),
    "a thousand hours": ("the-year", lambda s: s.script.horizon - s.script.start >= 25 * 7 * DAY),
    "said early, wanted late": ("the-year", said_early),
    # meetings
    "a meeting that collides with another": ("two-bosses", collides),
    "a meeting that runs over": ("wet-lab", lambda s: [m for m in s.script.seeded if m.runs_over]),
    "somebody who does not come": ("wet-lab", lambda s: [m for m in s.script.seeded if m.misses]),
    "notes for who was not there": ("wet-lab", lambda s: [m for m in s.script.seeded if m.misses and m.noted_by]),
    "declining well": ("two-bosses", declined_well),
    "hours that hardly overlap": ("wet-lab", lambda s: min(overlap(s, who) for who in s.script.cast) <= 2 * 3600),
    # adversaries
    "an attacker who goes on": ("report-desk", lambda s: security(s).schemes),
    "the seat as security desk": ("report-desk", lambda s: s.script.seat in security(s).desk),
    "the seat as attacker": ("red-team", lambda s: security(s).exercise),
    "the seat on neither side": ("members-desk", neither_side),
    "an adversary": ("phish", lambda s: len(timeline(s, does="outside_mail")) >= 5 and matters(s, "safety")),
    "a secret that is asked for": ("deal-room", lambda s: [f for f in s.script.facts if f.secret]),
}
"""By mechanic: the scenario that exercises it, and what of its files shows that."""

BY_TESTS: Mapping[str, str] = {
    "an interruption put off, handed on, declined":
        "tests/sim/test_paging.py::test_the_player_is_interrupted_and_has_the_choice",
    "work resumed": "tests/sim/test_preemption.py::test_what_is_resumed_does_the_same_work_in_the_end",
    "work dropped": "tests/sim/test_preemption.py::test_what_is_dropped_never_was",
    "do not disturb": "tests/sim/test_disturbance.py::test_colleagues_see_that_the_player_is_not_to_be_disturbed",
    "what an interruption costs a coworker": "tests/sim/test_disturbance.py::test_work_that_is_cut_into_is_done_later",
    "asked too early": "tests/sim/test_decisions.py::test_going_further_up_takes_a_fair_wait",
    "asked of a party": "tests/sim/test_decisions.py::test_nobody_settles_their_own_quarrel",
    "escalated late": "tests/scenarios/test_pager_duty.py::test_what_grows_is_seen_in_what_is_true",
    "promises kept and broken": "tests/scenarios/test_pager_duty.py::test_three_hours_cost_the_sale_and_the_trust",
    "promises put off": "tests/sim/test_engine.py::test_a_date_that_is_moved_in_time_breaks_no_promise",
    "promises released": "tests/sim/test_engine.py::test_who_was_promised_something_may_let_off",
    "called by name": "tests/sim/test_attention.py::test_who_is_mentioned_notices_a_channel_sooner",
    "asked of the wrong person":
        "tests/sim/test_decisions.py::test_a_matter_brought_to_the_wrong_person_is_sent_on_and_minded",
    "let lie by whoever does not answer": "tests/sim/test_decisions.py::test_whoever_lets_a_matter_lie_puts_it_off",
    "never escalated": "tests/scenarios/test_phish.py::test_who_says_nothing_to_the_desk_loses_money",
    "a meeting runs over": "tests/sim/test_meetings.py::test_a_meeting_runs_over_where_its_organiser_lets_it",
    "a no-show": "tests/sim/test_missed.py::test_a_no_show_is_noticed_told_and_apologised_for",
    "booked twice": "tests/sim/test_invitations.py::test_a_double_booking_is_seen_and_settled_by_weight",
    "a meeting across time zones": "tests/sim/test_invitations.py::test_nobody_accepts_a_time_outside_their_hours",
    "declined well or badly":
        "tests/sim/test_invitations.py::test_a_good_decline_costs_less_than_a_bare_one_and_that_less_than_not_coming",
    "gone for good": "tests/scenarios/test_leavers.py::test_who_has_left_is_never_heard_of_again",
    "not yet there": "tests/scenarios/test_leavers.py::test_who_joins_later_is_not_there_before",
    "month-end and quarter-end": "tests/scenarios/test_repeats.py::test_monthly_comes_on_the_working_day_before",
    "attack and defence": "tests/scenarios/test_report_desk.py::test_left_alone_the_attacker_gets_what_it_wants",
}  # fmt: skip
"""Mechanics that are what a player does in a run, by the test that would fail without them."""


@pytest.mark.parametrize("name", MECHANICS)
def test_the_scenario_shows_it(name: str) -> None:
    """What the page claims is in the scenario's own files."""
    where, shows = MECHANICS[name]
    assert shows(scenario(where)), f"{where} does not exercise {name}"


def test_the_page_says_the_same() -> None:
    """docs/mechanics.md has a row for each of them, with the scenario or the test."""
    rows = re.findall(r"^\| ([^|]+?) \| `?([^|`]+?)`? \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name: where for name, where in rows if name not in ("mechanic", "---")}
    scenarios = {name: where for name, (where, _) in MECHANICS.items()}
    assert told == {**scenarios, **BY_TESTS}


@pytest.mark.parametrize("named", BY_TESTS.values())
def test_the_named_test_is_there(named: str) -> None:
    """A test that the page names is in its file."""
    file, _, test = named.partition("::")
    text = (PAGE.parents[1] / file).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {test}\(", text, re.MULTILINE), f"{file} has no test {test!r}"
