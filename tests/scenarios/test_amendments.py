"""What a fork may change: settings in the author's words, and further events; whatever cannot be is told."""

from dataclasses import replace
from pathlib import Path

import pytest

from scenarios.amendments import added, amended, changeable, org_at
from scenarios.load import Loaded
from scenarios.packing import pack, unpack
from sim.record import Record
from sim.script import Pace
from sim.source import SourceError
from sim.vocabulary.core import Event
from sim.vocabulary.world import OrgChanged
from tests.scenarios.shop import Shop


@pytest.fixture
def bakery(shop: Shop) -> Loaded:
    """The bakery as a run file holds it."""
    return unpack(pack(shop.load()))


def at(loaded: Loaded, hours: float) -> int:
    return loaded.script.start + int(hours * 3600)


def problems(loaded: Loaded, settings: dict[str, str]) -> str:
    with pytest.raises(SourceError) as caught:
        amended(loaded, settings)
    return str(caught.value)


def test_settings_are_read_as_an_author_writes_them(bakery: Loaded) -> None:
    """Durations, times of the seat's clock, money, lists, and nothing else changes."""
    script = amended(
        bakery,
        {
            "pace.decide": "1m", "pace.write_wpm": "70", "tasks.oven.deliver.by": "tue 15:30",
            "tasks.oven.deliver.file": "/new.md", "tasks.oven.weight": "2.5", "tasks.oven.approval": "none",
            "favours.clear.takes": "30m", "favours.clear.to": "team bench", "approvals.buy.topic": "buying an oven",
        },
    )  # fmt: skip
    assert script.pace == Pace(decide=60, write_wpm=70)
    (task,) = script.tasks
    assert task.deliver.by - bakery.script.start == 30 * 3600 + 1800
    assert (task.deliver.path, task.weight, task.approval) == ("/new.md", 2.5, None)
    (favour,) = script.favours
    assert (favour.takes, favour.to) == (1800, ("tomas", "seat"))
    assert script.approvals[0].topic == "buying an oven"
    same = {"pace": bakery.script.pace, "tasks": bakery.script.tasks}
    kept = script.model_copy(
        update={**same, "favours": bakery.script.favours, "approvals": bakery.script.approvals}
    )  # fmt: skip
    assert kept == bakery.script


def test_an_amount_says_who_may_decide(bakery: Loaded) -> None:
    """With the amount of an approval those entitled change, by the limits of the organisation."""
    assert "is more than anybody in bakery may approve" in problems(bakery, {"approvals.buy.amount": "950 EUR"})
    assert amended(bakery, {"approvals.buy.amount": "12 EUR"}).approvals[0].amount == "12 EUR"


def test_what_somebody_would_say_can_be_set_and_taken_back(bakery: Loaded) -> None:
    """One key for each person who may decide; no words take it back."""
    refused = amended(bakery, {"approvals.buy.refuses.ines": "Not this year."})
    assert refused.approvals[0].refuses == {"ines": "Not this year."}
    again = amended(replace(bakery, script=refused), {"approvals.buy.refuses.ines": ""})
    assert again.approvals == bakery.script.approvals
    assert "may not decide 'buy'. It is for ines" in problems(bakery, {"approvals.buy.refuses.tomas": "No."})


@pytest.mark.parametrize("key", ["seed", "facts.ready.is", "pace", "pace.up", "tasks.oven.given"])
def test_what_cannot_be_changed_is_told_with_all_that_can(key: str, bakery: Loaded) -> None:
    """Facts, people and time are fixed by what has happened; the message lists every key that is not: all of the same
    kind of thing, where the key names one."""
    told = problems(bakery, {key: "1"})
    assert told.startswith(f"--set {key} is nothing that can be changed in mid-run. What can: ")
    kind = key.partition(".")[0]
    of_kind = [name.replace("<id>", "oven") for name in changeable() if name.startswith(f"{kind}.")]
    assert all(name in told for name in of_kind or changeable())


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("pace.decid", "pace.decide"),
        ("approvals.trailer.amont", "approvals.trailer.amount"),
        ("tasks.oven.titel", "tasks.oven.title"),
        ("aprovals.buy.amount", "approvals.buy.amount"),
    ],
)
def test_a_misspelt_key_is_told_with_the_one_that_was_meant(key: str, meant: str, bakery: Loaded) -> None:
    """Whichever part of it is misspelt; the long list is then left out."""
    told = problems(bakery, {key: "1"})
    assert told == f"--set {key} is nothing that can be changed in mid-run. Did you mean '{meant}'?"


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("pace.decide", "30", "is a duration without a unit"),
        ("pace.read_wpm", "10", "greater than or equal to 60"),
        ("tasks.ovn.title", "x", "Did you mean 'oven'?"),
        ("tasks.oven.deliver.by", "fri 12:00", "is after the end of the scenario"),
        ("tasks.oven.deliver.by", "noon", "is not a point in time"),
        ("tasks.oven.deliver.file", "oven.md", "Write /oven.md."),
        ("tasks.oven.deliver.to", "tomsa", "Did you mean 'tomas'?"),
        ("tasks.oven.weight", "-1", "is not a weight"),
        ("tasks.oven.title", " ", "is empty"),
        ("tasks.oven.text", "It costs 650 EUR.", "gives away 'price'"),
        ("tasks.oven.approval", "by", "is not an approval of this scenario"),
        ("approvals.buy.amount", "lots", "is not an amount"),
        ("approvals.buy.needs", "price, prise", "Did you mean 'price'?"),
        ("favours.clear.by", "ulf", "is not in the cast"),
        ("favours.clear.asked_as", "[corner", "is no list"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_key(key: str, text: str, says: str, bakery: Loaded) -> None:
    """The message names the option, what was written, and the fix."""
    told = problems(bakery, {key: text})
    assert told.startswith(f"--set {key}: ")
    assert says in told


def test_all_that_is_wrong_is_told_together(bakery: Loaded) -> None:
    """Two wrong settings give two lines."""
    assert len(problems(bakery, {"pace.decide": "x", "tasks.oven.weight": "y", "pace.click": "9s"}).splitlines()) == 2


EVENTS = """\
outside:
  maker: {name: Oven Works, address: hello@oven.example}
events:
  - {at: mon 14:00, who: tomas, does: chat, to: seat, text: Have you heard of the oven?, wants_reply: true}
  - {id: late, at: mon 15:00, who: maker, does: outside mail, to: seat, subject: Oven, text: There is a delay.}
  - {after: {event: late}, delay: 5m to 10m, who: ines, does: call, to: seat, about: the delay}
  - {after: {event: hello}, who: lena, does: post, in: "#bread", text: Good afternoon.}
"""


def write(folder: Path, text: str) -> Path:
    (folder / "more.yaml").write_text(text, encoding="utf-8")
    return folder / "more.yaml"


def test_events_are_added_to_the_timeline(bakery: Loaded, tmp_path: Path) -> None:
    """They may wait for each other and for those that are there; what has no id gets one that nothing else has."""
    file = write(tmp_path, EVENTS)
    script = added(bakery, file, at(bakery, 4))
    before = len(bakery.script.timeline)
    assert script.timeline[:before] == bakery.script.timeline
    names = [entry.id for entry in script.timeline[before:]]
    assert names == ["added1-1-tomas-chat", "late", "added1-3-ines-call", "added1-4-lena-post"]
    assert script.model_copy(update={"timeline": bakery.script.timeline}) == bakery.script
    text = EVENTS.replace("id: late", "id: later").replace("event: late", "event: later")
    twice = added(replace(bakery, script=script), write(tmp_path, text), at(bakery, 4))
    assert len({entry.id for entry in twice.timeline}) == len(twice.timeline)


@pytest.mark.parametrize(
    "text",
    [
        "- {at: mon 14:00, who: tomas, does: chat, to: seat, text: Well?}\n",
        "at: mon 14:00\nwho: tomas\ndoes: chat\nto: seat\ntext: Well?\n",
    ],
)
def test_events_without_their_key_are_told_what_to_write(text: str, bakery: Loaded, tmp_path: Path) -> None:
    """A bare list, or one event alone: the shape of the file is said in one sentence, not key by key."""
    with pytest.raises(SourceError) as caught:
        added(bakery, write(tmp_path, text), at(bakery, 4))
    (problem,) = caught.value.problems
    assert "Write the line 'events:'" in problem.fix


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("at: mon 14:00", "at: mon 10:00", "events[0].at: 'mon 10:00' is before the instant"),
        ("at: mon 14:00", "between: [mon 10:00, mon 15:00]", "events[0].between[0]: 'mon 10:00' is before the instant"),
        ("id: late", "id: hello", "is the id of an event that the run has already"),
        ("event: late", "event: latte", "Did you mean 'late'?"),
        ("who: maker", "who: makre", "Did you mean 'maker'?"),
        ("does: chat, to: seat", "does: give, task: oven, to: seat", "to"),
        ("text: There is a delay.", "text: It costs 650 EUR.", "gives away 'price'"),
        ("who: tomas, does: chat", "who: ulf, does: chat", "is not in the cast"),
    ],
)
def test_an_event_that_cannot_come_about_is_told_with_its_line(
    old: str, new: str, says: str, bakery: Loaded, tmp_path: Path
) -> None:
    """The same checks as in a scenario, and none may be before the fork."""
    assert EVENTS.count(old) == 1
    with pytest.raises(SourceError) as caught:
        added(bakery, write(tmp_path, EVENTS.replace(old, new)), at(bakery, 4))
    (problem, *_) = caught.value.problems
    assert says in str(problem)
    assert problem.line > 0


@pytest.mark.parametrize("moved", [True, False])
def test_events_are_checked_against_the_lines_of_the_moment(moved: bool, bakery: Loaded, tmp_path: Path) -> None:
    """A reorganisation that closes a circle with one that has come about is told; without that one it can be."""
    changed = [OrgChanged(changes={"people": {"lena": {"reports_to": "ulf"}}})] if moved else []
    events = [Event(1, at(bakery, 1), "world", body.kind, body) for body in changed]
    with Record.of({}, events) as record:
        assert org_at(record, bakery.org, at(bakery, 0.5)) is bakery.org
        org = org_at(record, bakery.org, at(bakery, 4))
    text = "events: [{at: mon 14:00, who: ines, does: reorganise, people: {ulf: {reports_to: lena}}}]"
    if not moved:
        assert added(bakery, write(tmp_path, text), at(bakery, 4), org).timeline[-1].does == "reorganise"
        return
    with pytest.raises(SourceError, match="own manager"):
        added(bakery, write(tmp_path, text), at(bakery, 4), org)


def test_a_task_is_not_given_twice(bakery: Loaded, tmp_path: Path) -> None:
    """Every task of a run is given already, so no added event may give one."""
    with pytest.raises(SourceError, match="gives a task that the run gives anyway"):
        added(bakery, write(tmp_path, "events: [{at: mon 14:00, who: ines, does: give, task: oven}]"), at(bakery, 4))
