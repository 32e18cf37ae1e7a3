"""Scenarios by file or name: what is right loads to the right instants, what is wrong is named with line and fix."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from scenarios.grading import Never
from scenarios.load import library, load
from scenarios.schema import Scenario, json_schema, world_json_schema
from scorers.never import NEVER
from scorers.weights import WEIGHTS
from sim.calendar import is_absent
from sim.script import Script
from sim.source import SourceError
from sim.units import local_instant
from tests.scenarios.shop import Shop

VIENNA, NEW_YORK = "Europe/Vienna", "America/New_York"


def at(day: int, minute: int, zone: str = VIENNA) -> int:
    """A time of March 2026."""
    return local_instant(date(2026, 3, day), minute, zone)


MINIMAL_ORG = """\
org: kiosk
name: Kiosk
sites: {square: {zone: Europe/Lisbon}}
people:
  rui: {name: Rui Alves, title: Owner, persona: brisk-founder, approves: {spend: any}}
  mia: {name: Mia Costa, title: Clerk, persona: eager-junior, reports_to: rui}
  seat: {title: Trainee, reports_to: rui}
"""
MINIMAL = """\
scenario: key
title: The key
org: kiosk
starts: 2026-03-02 09:00
lasts: 1 day
brief: Rui wants to know where the key is.
facts:
  key:
    topic: where the key is
    is: under the blue pot
    known_by: mia
tasks:
  key:
    title: Where is the key
    text: Find out where the key is and mail it to Rui.
    deliver: {mail: rui, by: mon 17:00}
    needs: [key]
"""


def test_a_minimal_scenario_is_short(tmp_path: Path) -> None:
    """An org of three and a scenario of one day are some twenty-five lines, and all else has a default."""
    (tmp_path / "kiosk.yaml").write_text(MINIMAL_ORG, encoding="utf-8")
    (tmp_path / "key.yaml").write_text(MINIMAL, encoding="utf-8")
    assert len((MINIMAL_ORG + MINIMAL).splitlines()) <= 30

    loaded = load(tmp_path / "key.yaml")

    assert loaded.script.cast == ("rui", "mia")
    assert loaded.script.start == local_instant(date(2026, 3, 2), 540, "Europe/Lisbon")
    assert loaded.script.horizon == local_instant(date(2026, 3, 2), 17 * 60, "Europe/Lisbon")
    (task,) = loaded.script.tasks
    assert (task.given_by, task.to, task.given_at) == ("rui", "rui", loaded.script.start)
    assert loaded.org.person("seat").name
    assert set(loaded.personas) == {"rui", "mia"}


def test_a_sound_scenario_has_no_problems(shop: Shop) -> None:
    """The scenario that the tests below break is whole, so each of them sees its own fault alone."""
    script = shop.load().script
    assert script.cast == ("ines", "tomas", "lena")
    assert {fact.id for fact in script.facts} == {"ready", "price"}


def test_every_time_is_read_on_the_right_clock(shop: Shop) -> None:
    """Times are the seat's, and those 'in' a site are that site's."""
    shop.edit("{id: hello, at: mon 10:00,", "{id: hello, at: mon 10:00 in mill,")
    shop.edit("on: fri 10:00", "on: fri 10:00 in mill")
    script = shop.load().script

    assert script.start == at(2, 540)
    assert script.horizon == at(3, 16 * 60)
    hello = next(entry for entry in script.timeline if entry.id == "hello")
    assert hello.at == at(2, 600, NEW_YORK) == at(2, 960)
    mail = next(item for item in script.seeded if item.kind == "outside")
    assert mail.at == local_instant(date(2026, 2, 27), 600, NEW_YORK)
    ready = next(fact for fact in script.facts if fact.id == "ready")
    assert [version.since for version in ready.versions] == [at(2, 540), at(2, 900)]
    (task,) = script.tasks
    assert (task.deliver.by, task.needs[0].as_of) == (at(3, 720), at(3, 540))


def test_times_hold_across_a_change_of_clocks(shop: Shop) -> None:
    """America changes its clocks on 8 March 2026 and Europe on the 29th: a local time stays what the clock shows."""
    shop.edit("lasts: 2 days", "lasts: 5 weeks")
    shop.edit("at: mon 10:00, who: lena", "at: week 2 mon 10:00 in mill, who: lena")
    shop.edit("{fact: ready, as_of: tue 09:00,", "{fact: ready, as_of: week 5 mon 09:00,")
    shop.edit("by: tue 12:00", "by: week 5 tue 12:00")
    script = shop.load().script

    hello = next(entry for entry in script.timeline if entry.id == "hello")
    assert hello.at == at(9, 600, NEW_YORK) == at(9, 900), "five hours apart for three weeks, not six"
    (task,) = script.tasks
    assert task.deliver.by == at(31, 720)
    assert task.deliver.by - script.start == 29 * 86400 + 3 * 3600 - 3600, "the night of the 29th is an hour short"
    assert script.horizon == local_instant(date(2026, 4, 3), 16 * 60, VIENNA)


def test_a_day_alone_ends_with_it_where_it_is_an_end(shop: Shop) -> None:
    """'Away from tue to tue' is the whole of Tuesday on the seat's clock."""
    graph = shop.load().org
    assert not is_absent(graph.person("lena").calendar, at(3, 0) - 1)
    assert is_absent(graph.person("lena").calendar, at(3, 0))
    assert is_absent(graph.person("lena").calendar, at(4, 0) - 1)
    assert not is_absent(graph.person("lena").calendar, at(4, 0))


def test_what_grades_is_apart_from_what_is_staged(shop: Shop) -> None:
    """Solution, weights and answers are in no part of the script."""
    loaded = shop.load()
    assert set(type(loaded.script).model_fields) & {"solution", "scores", "passes", "answers", "grading"} == set()
    assert loaded.grading.scores == {"outcome": 5, "noise": 1}
    answers = {answer.fact: answer for answer in loaded.grading.answers["oven"]}
    assert [accepted.value for accepted in answers["ready"].accepted] == ["Wednesday 10:15"], "as of Tuesday"
    assert [accepted.value for accepted in answers["price"].accepted] == ["650 EUR"]
    assert loaded.solution.steps[0].do == "chat"


def test_equal_scenarios_have_equal_hashes(shop: Shop, tmp_path: Path) -> None:
    """The hash is of what the scenario says: not of its layout nor its place; any change of content changes it."""
    first = shop.load().content_hash
    shop.write(f"# A remark.\n\n{shop.text}")
    assert shop.load().content_hash == first

    other = tmp_path / "elsewhere"
    other.mkdir()
    for path in list(shop.folder.glob("*.yaml")):
        (other / path.name).write_bytes(path.read_bytes())
    assert load(other / "oven.yaml").content_hash == first

    seen = {first}
    for old, new in (
        ("is: 650 EUR", "is: 640 EUR"),
        ("outcome: 5", "outcome: 6"),
        ("at: mon 09:10, do: chat", "at: mon 09:20, do: chat"),
        ("title: The oven\n", "title: An oven\n"),
    ):
        shop.edit(old, new)
        seen.add(shop.load().content_hash)
    assert len(seen) == 5


def test_a_key_that_a_later_version_knows_changes_no_hash(shop: Shop) -> None:
    """What stands at its default counts as not there, so that baselines and sweeps outlive it."""
    loaded = shop.load()

    class Later(Script):
        another_key: tuple[str, ...] = ()

    later = Later.model_validate(loaded.script.model_dump())
    assert replace(loaded, script=later).content_hash == loaded.content_hash
    assert replace(loaded, script=later.model_copy(update={"another_key": ("x",)})).content_hash != loaded.content_hash


@pytest.mark.parametrize("name", sorted(library()))
def test_every_scenario_of_the_library_loads(name: str) -> None:
    """What comes with Workaday is whole, is called as its file is, and has a solution."""
    loaded = load(name)
    assert loaded.script.scenario == name
    assert loaded.solution.steps
    assert loaded.script.tasks
    assert load(name).content_hash == loaded.content_hash


def test_a_scenario_is_found_by_name_or_by_path(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is looked for here, then in the library; what was probably meant is said."""
    monkeypatch.chdir(shop.folder)
    assert load("oven").content_hash == load("oven.yaml").content_hash == load(shop.path).content_hash
    with pytest.raises(SourceError, match=r"first-weak.* Did you mean 'first-week'\?"):
        load("first-weak")
    with pytest.raises(SourceError, match="does not exist"):
        load("nowhere.yaml")


def test_grading_speaks_the_words_of_the_scorers() -> None:
    """What a scenario may forbid is what the scorers can find, and its default weights are theirs."""
    assert set(get_args(Never)) == set(NEVER)
    assert Scenario.model_fields["scores"].default == WEIGHTS


def test_editors_get_a_schema_of_both_files() -> None:
    """The schemas are draft 07 and know the keys of an event by what it does."""
    schema = json_schema()
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert {"facts", "tasks", "events", "solution"} <= set(schema["properties"])
    assert "if_missed" in schema["definitions"]["scenarios__events__Call"]["properties"]
    assert {"mails", "files"} <= set(world_json_schema()["properties"])
