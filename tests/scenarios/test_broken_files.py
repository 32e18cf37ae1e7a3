"""Files with one fault each: it is named with its line, its rule and its fix, and nothing else is complained of."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from scenarios.load import load
from scorers.weights import WEIGHTS
from sim import files
from sim.plugins import installed
from sim.source import LIMIT, SourceError
from tests.scenarios.shop import Shop

BROKEN = [
    # what is replaced, by what, words of the line that is named, the rule, the fix
    ("lasts: 2 days", "last: 2 days", "last: 2 days", "is not a key known here", "Did you mean 'lasts'?"),
    ("scenario: oven\n", "scenario: stove\n", "scenario: stove", "not what the file is called", "Write scenario: oven"),
    ("org: bakery", "org: zzqx", "org: zzqx", "neither an organisation", "Known here:"),
    ("starts: 2026-03-02 09:00", "starts: mon 09:00", "starts:", "is not a date with a time", "2026-03-02 09:00"),
    ("starts: 2026-03-02 09:00", "starts: 1900-01-02 09:00", "starts:", "years 1970 to 2200", "2026-03-02 09:00"),
    ("starts: 2026-03-02 09:00", "starts: 9999-12-31 09:00", "starts:", "years 1970 to 2200", "2026-03-02 09:00"),
    ("starts: 2026-03-02 09:00", "starts: 2201-01-01 09:00", "starts:", "years 1970 to 2200", "2026-03-02 09:00"),
    ('text: "Ask Tomás about the oven."', "copy: ../../../etc/passwd", "copy: ..", "leads out of", "into that folder"),
    ('text: "Ask Tomás about the oven."', "copy: /etc/passwd", "copy: /etc", "leads out of", "into that folder"),
    ("lasts: 2 days", "lasts: 0 days", "lasts:", "lasts no time", "5 days, 40 hours"),
    ("lasts: 2 days", "lasts: 2", "lasts:", "is a duration without a unit", "Write 5 days"),
    ("lasts: 2 days", "lasts: until mon 08:00", "lasts:", "is not after the start", "until fri 17:00"),
    ("told: {to: [team bench], from: mon 11:00}", "told: freely", "freely", "is no way to tell a fact", "an event"),
    ("known_by: tomas", "known_by: tomsa", "known_by: tomsa", "is not a person of bakery", "Did you mean 'tomas'?"),
    ("known_by: tomas", "known_by: Tomás", "known_by: Tomás", "is not a person of bakery", "Write the id: tomas"),
    ("known_by: tomas", "known_by: bench", "known_by: bench", "is not a person of bakery", "Write 'team bench'"),
    ("to: [team bench]", "to: [team banch]", "to: [team banch]", "is not a team of bakery", "Did you mean 'bench'?"),
    ('does: post, in: "#bread"', 'does: post, in: "#bred"', '"#bred"', "is not a channel", "Did you mean '#bread'?"),
    ('lena, does: post, in: "#bread"', 'tomas, does: post, in: "#mill"', "id: hello", "that tomas is not in", "#bread"),
    ("known_by: tomas", "known_by: []", "ready:", "is held by nobody", "Add known_by"),
    ("known_by: [ines, lena]", "known_by: ulf", "- price", "only people without a mind know", "Add one of ulf to cast"),
    ("known_by: tomas", "known_by: [tomas, ulf]", "believed: {ulf", "knows it, and so believes nothing", "Remove one"),
    ("needs: [price]", "needs: [prise]", "needs: [prise]", "is not a fact", "Did you mean 'price'?"),
    ("approval: buy", "approval: by", "approval: by", "is not an approval", "Did you mean 'buy'?"),
    ("amount: 700 EUR", "amount: 7 000 EUR", "amount: 7 000", "more than anybody in bakery may", "ines: 900 EUR"),
    ("kind: spend", "kind: spent", "kind: spent", "nothing that anybody in bakery approves", "Did you mean 'spend'?"),
    ("amount: 700 EUR", "amount: 700 USD", "amount: 700 USD", "the limits of 'spend' are", "Write the amount in EUR"),
    ("deliver: {file: /oven.md, by", "deliver: {by", "deliver:", "has no place for the result", "Write one of file"),
    ("{file: /oven.md, by", "{file: oven.md, by", "deliver:", "not the path of a file", "Write /oven.md"),
    ("{file: /oven.md, by", "{file: 'C:\\a\\oven.md', by", "deliver:", "not the path of a file", "Write /a/oven.md"),
    ("{file: /oven.md, by", "{file: /../oven.md, by", "deliver:", "not the path of a file", "Write /folder/file.md"),
    ("known_by: [ines, lena]", "known_by: seat", "- price", "which only the seat is said to know", "Add somebody"),
    ("    believed:", "    follows_from: [ready]\n    believed:", "from: [ready]", "is the fact itself", "Name what"),
    ("    believed:", "    follows_from: [prise]\n    believed:", "from: [prise]", "is not a fact", "'price'"),
    ("    believed:", "    follows_from: [/no.md]\n    believed:", "from: [/no.md]", "is not a file", "/notes.md"),
    ("does: call, to: seat", "does: call, to: everyone", "does: call", "is not a person of bakery", "A single person"),
    ("brief: Ines wants to know when the new oven comes.", "brief:", "brief:", "has no value", "Write one."),
    ("brief: Ines wants to know when the new oven comes.", "brief: ''", "brief:", "is empty", "Write it out."),
    ("by: tue 12:00", "by: mon 08:00", "by: mon 08:00", "is before the start of the scenario", "later"),
    ("by: tue 12:00", "by: 2026-02-01 12:00", "by: 2026", "is before the start of the scenario", "or later"),
    ("by: tue 12:00", "by: mon 09:00", "by: mon 09:00", "is not after the task is given", "later"),
    ("from: tue, to: tue", "from: tue, to: 2026-02-01", "to: 2026", "is before the start of the scenario", "or later"),
    ("on: mon 15:00", "on: mon 08:00", "on: mon 08:00", "is before the start", "later"),
    ("[mon 11:00, mon 12:00]", "[mon 11:00, mon 08:00]", "mon 08:00", "is before the start", "later"),
    ("by: tue 12:00", "by: wed 12:00", "by: wed 12:00", "is after the end of the scenario", "earlier"),
    ("at: mon 10:00, who: lena", "at: mon 08:30, who: lena", "id: hello", "is before the start", "later"),
    ("at: mon 10:00, who: lena", "at: 2026-02-27 10:00, who: lena", "id: hello", "is before the start", "or later"),
    ("on: fri 10:00", "on: 2026-03-02 10:00", "from: maker", "is not before the start", "earlier"),
    ("at: mon 10:00, who: lena", "at: 10:00, who: lena", "id: hello", "is a time without a day", "tue 10:00"),
    ("delay: 10m to 1h", "delay: 10 to 60", "delay: 10 to 60", "has no unit", "Write the unit twice"),
    ("as_of: tue 09:00", "as_of: tue 13:00", "as_of: tue 13:00", "is after the result is due", "earlier"),
    ("at: mon 10:00, who: lena", "at: mon 10:00 in mil, who: lena", "id: hello", "names no site of this org", "'mill'"),
    ("{event: hello}", "{event: helo}", "{event: helo}", "is not an event", "Did you mean 'hello'?"),
    ("{event: hello}", "{}", "after: {}", "has no condition", "Write one, such as"),
    ("{event: hello}", "{delivered: ovn}", "ovn", "is not a task", "Did you mean 'oven'?"),
    ("{event: hello}", "{changed: price}", "changed: price", "never changes", "Give it changes"),
    ("who: lena, does: post", "who: ulf, does: post", "id: hello", "is not in the cast", "Add them to cast"),
    ("who: lena, does: post", "who: seat, does: post", "id: hello", "is the player's seat", "Name somebody"),
    ("does: call, to: seat", "does: phone, to: seat", "does: phone", "is not one of", ""),
    ("does: call, to: seat", "does: cal, to: seat", "does: cal", "is not one of", "Did you mean 'call'?"),
    ("does: call, to: seat", "does: walk up, to: lena", "walk up", "is too far", "Write call"),
    ("is: 650 EUR", "is: 6€", "is: 6€", "is too short", "Say it in more words"),
    ("is: 650 EUR", "is: Thursday", "is: Thursday", "stands in many texts", "Say it in more words"),
    ("is: 650 EUR", "is: Tuesday 14:30", "", "also states", "told apart"),
    ("It comes on Tuesday 14:30.", "It comes soon.", "sentence: It comes soon", "does not contain the value", "Put"),
    ("silently: true", "silently: false", "on: mon 15:00", "does not say who hears of it", "announced"),
    ("on: mon 15:00", "with: helo", "with: helo", "is not an event", "Did you mean 'hello'?"),
    ("new oven comes.", "new oven comes. It is 650 EUR.", "brief:", "gives away 'price'", "Take it out"),
    ("what it costs.", "what it costs (650 EUR).", "text: Write down", "gives away 'price'", "Take it out"),
    ("Ask Tomás about the oven.", "It comes Tuesday 14:30.", "/notes.md", "gives away 'ready'", "states: [ready]"),
    ("We will be in touch.", "That is 650 EUR.", "from: maker", "gives away 'price'", "states: [price]"),
    ("text: The corner is not clear yet", "text: It comes Wednesday 10:15", "event: hello", "gives away 'ready'", ""),
    ("{by: tomas, text:", "{by: tomas, states: [price], text:", "/notes.md", "is said to state 'price'", "Put"),
    ("{by: tomas, text:", "{by: tomas, copy: notes.txt, text:", "/notes.md", "has two contents", "Keep one"),
    ('text: "Ask Tomás about the oven."', "copy: notse.md", "copy: notse.md", "is not a file in", "Check the name"),
    ("OV-1: {title", "OV-2: {title", "OV-2:", "leaves out OV-1", "Number tickets"),
    ("OV-1: {title", "OX-1: {title", "OX-1:", "is of no project", "Known here: OV"),
    ("owner: tomas}", "owner: tomas, state: begun}", "state: begun", "is not a state of OV", "Known here"),
    ("people: [seat, tomas], at", "people: [ines], at", "Morning round", "invites nobody", "Name somebody"),
    ("{from: maker, to: seat", "{from: makr, to: seat", "from: makr", "is not a person of bakery", ""),
    ("from: tue, to: tue", "from: tue, to: mon", "to: mon", "is not after the time from which", "Swap"),
    ("scores: {outcome: 5", "scores: {outcom: 5", "scores:", "is no scorer", "Did you mean 'outcome'? There are"),
    ("scores: {outcome: 5", "weights: {outcome: 5", "weights:", "is not a key known here", "called 'scores' here"),
    ("do: chat, to: tomas, ask: ready", "do: chat, to: tomas", "do: chat", "says nothing", "Add text"),
    ("ask: ready", "ask: redy", "ask: redy", "is not a fact", "Did you mean 'ready'?"),
    ("{at: mon 09:10, do: chat", "{at: fri 09:10, do: chat", "at: fri 09:10", "is after the end", "earlier"),
    ("until: {learned: ready}, at_most: 2h", "for: 1h, until: {learned: ready}", "do: wait", "either until or for", ""),
    ("takes: 2h", "takes: 2", "takes: 2", "is a duration without a unit", "2h"),
    ("by: tomas\n    topic: clearing", "by: ulf\n    topic: clearing", "by: ulf", "is not in the cast", "Add them"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "rule", "fix"), BROKEN)
def test_a_fault_is_named_with_line_and_fix(shop: Shop, old: str, new: str, line: str, rule: str, fix: str) -> None:
    """One fault gives one problem, on its line, with the rule it breaks and what to write instead."""
    shop.edit(old, new)
    problems = shop.problems()
    assert len(problems) == 1, "\n".join(map(str, problems))
    (problem,) = problems
    assert rule in problem.rule, str(problem)
    assert fix in problem.fix, str(problem)
    assert not fix.endswith(".") or problem.fix == fix, str(problem)
    if line:
        assert problem.line == shop.line(line), str(problem)
    assert problem.file.endswith("oven.yaml")


def test_facts_that_follow_from_each_other_are_a_fault(shop: Shop) -> None:
    """Nobody could begin to work them out: each of the two is named."""
    shop.edit("known_by: tomas", "known_by: tomas\n    follows_from: [price]")
    shop.edit("known_by: [ines, lena]", "known_by: [ines, lena]\n    follows_from: [ready]")
    rules = {(problem.where, problem.rule) for problem in shop.problems()}
    says = "follows from what follows from it"
    assert rules == {("facts.ready.follows_from", says), ("facts.price.follows_from", says)}


def test_what_follows_from_things_in_reach_is_in_reach(shop: Shop) -> None:
    """Nobody but the seat knows it and no text states it: it can be had all the same, where all that it follows from
    can."""
    shop.edit("known_by: [ines, lena]", "known_by: seat\n    follows_from: [ready, /notes.md]")
    load(shop.path)
    shop.edit("    believed: {ulf: {value: Friday 11:00}}\n", "    told: never\n")
    (problem,) = shop.problems()
    assert "needs 'ready', which can never reach the seat" in problem.rule


def test_all_faults_are_told_together(shop: Shop) -> None:
    """Whoever mends a file sees everything that is wrong with it at once, in the order of its lines."""
    shop.edit("known_by: tomas", "known_by: tomsa")
    shop.edit("amount: 700 EUR", "amount: 7 000 EUR")
    shop.edit("needs: [price]", "needs: [prise]")
    shop.edit("by: tue 12:00", "by: wed 12:00")
    shop.edit("ask: ready", "ask: redy")
    problems = shop.problems()
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)
    assert len(problems) == 5


def test_what_is_no_yaml_is_said(shop: Shop) -> None:
    """A broken file, an empty one and a key given twice are told with their line."""
    shop.edit("brief: Ines", "brief: [Ines")
    (problem,) = shop.problems()
    assert problem.line == shop.line("brief:")
    shop.write("")
    (problem,) = shop.problems()
    assert "is empty" in problem.rule
    shop.write("scenario: oven\nscenario: oven\n")
    assert any("is given twice" in problem.rule and problem.line == 2 for problem in shop.problems())


def test_a_file_that_is_too_large_is_not_read(shop: Shop) -> None:
    """Fifty megabytes are refused by their size, be it the scenario or a file of its world."""
    with shop.path.open("ab") as scenario:
        scenario.truncate(50_000_000)
    (problem,) = shop.problems()
    assert f"at most {LIMIT:,}" in problem.rule

    shop = Shop(shop.folder)
    shop.edit('text: "Ask Tomás about the oven."', "copy: huge.md")
    with (shop.folder / "huge.md").open("wb") as huge:
        huge.truncate(50_000_000)
    (problem,) = shop.problems()
    assert f"at most {files.MOST_BYTES:,}" in problem.rule
    assert problem.line == shop.line("copy: huge.md")


def test_a_circle_of_events_is_seen(shop: Shop) -> None:
    """Events that wait for one another would never happen: directly, or by way of a fact that one of them changes."""
    shop.edit("{id: hello, at: mon 10:00,", "{id: hello, after: {event: clear},")
    shop.edit("  - {after: {event: hello},", "  - {id: clear, after: {event: hello},")
    (problem,) = shop.problems()
    assert problem.rule == "closes a circle: hello waits for clear waits for hello"

    shop = Shop(shop.folder)
    shop.edit("{id: hello, at: mon 10:00,", "{id: hello, after: {changed: ready},")
    shop.edit("on: mon 15:00", "with: hello")
    (problem,) = shop.problems()
    assert problem.rule == "closes a circle: hello waits for hello"


def test_a_circle_of_tasks_is_seen(shop: Shop) -> None:
    """A task that comes after itself can never be done."""
    shop.edit("    approval: buy", "    after: [oven]\n    approval: buy")
    (problem,) = shop.problems()
    assert "comes after itself" in problem.rule


def test_ids_are_given_once(shop: Shop) -> None:
    """Two events, two messages, two steps of one name: the second is told where the first stands."""
    shop.edit(
        "  - {after: {event: hello},",
        '  - {id: hello, at: mon 10:30, who: lena, does: post, in: "#bread", text: Hi.}\n  - {after: {event: hello},',
    )
    (problem,) = shop.problems()
    assert problem.rule == f"is the id of the event on line {shop.line('at: mon 10:00, who: lena')} too"


def test_a_secret_does_not_stand_in_the_brief(shop: Shop) -> None:
    """What nobody may tell is not told by the author either, whether a task needs it or not."""
    shop.edit("    told: {to: [team bench], from: mon 11:00}", "    secret: true\n    told: never")
    shop.edit("      - price\n", "")
    shop.edit("    needs: [price]\n", "")
    shop.edit("new oven comes.", "new oven comes, for 650 EUR.")
    (problem,) = shop.problems()
    assert problem.rule == "gives away 'price'"
    assert problem.line == shop.line("brief:")


def test_a_result_cannot_be_due_before_anybody_knows(shop: Shop) -> None:
    """A fact that comes to be known only after the deadline, or by people who are not at work before, is no task."""
    shop.edit("known_by: tomas", "known_by: []")
    shop.edit("      silently: true", "      silently: true\n      known_by: [lena]")
    shop.edit("on: mon 15:00", "on: tue 09:30")
    (problem,) = shop.problems()
    assert "known by nobody who is at work before" in problem.rule, "Lena is away on Tuesday"
    assert problem.line == shop.line("fact: ready, as_of")


def test_a_task_is_given_by_somebody(shop: Shop) -> None:
    """A task whose giver has no mind is given by nobody; the seat's manager gives it where nobody is named."""
    shop.edit("starts:", "cast: [tomas, lena]\nstarts:")
    problems = shop.problems()
    assert any("is given by nobody" in problem.rule and problem.where == "tasks.oven" for problem in problems)


def test_the_seat_is_a_seat(shop: Shop) -> None:
    """A player sits where the organisation has a seat."""
    shop.edit("starts:", "seat: tomas\nstarts:")
    (problem,) = shop.problems()
    assert "is no seat of bakery" in problem.rule
    assert problem.fix == "Write seat: seat."


def test_faults_of_the_organisation_and_of_personas_are_told_too(shop: Shop) -> None:
    """They are located in their own file."""
    org = shop.folder / "bakery.yaml"
    text = org.read_text(encoding="utf-8")
    org.write_text(text.replace("quiet-analyst", "quite-analyst"), encoding="utf-8")
    (problem,) = shop.problems()
    assert problem.file.endswith("bakery.yaml")
    assert problem.fix == "Did you mean 'quiet-analyst'? Or give the path of a file: personas/quite-analyst.yaml."

    org.write_text(text.replace("reports_to: ines}\n  ulf", "reports_to: inse}\n  ulf"), encoding="utf-8")
    (problem,) = shop.problems()
    assert problem.file.endswith("bakery.yaml")
    assert problem.fix == "Did you mean 'ines'?"


def test_faults_of_a_world_in_a_folder_are_located_there(shop: Shop) -> None:
    """A world of its own has its own lines; a file under drive/ is named by its path."""
    head, _, rest = shop.text.partition("world:\n")
    facts = rest[rest.index("facts:") :]
    shop.write(f"{head}world: ./oven/\n{facts}")
    drive = shop.folder / "oven" / "drive" / "kitchen"
    drive.mkdir(parents=True)
    (drive / "prices.csv").write_text("oven,650 EUR\n", encoding="utf-8")
    world = shop.folder / "oven" / "world.yaml"
    world.write_text("mails:\n  - {from: tomsa, to: seat, on: fri 10:00, subject: Hi, text: Hi.}\n", encoding="utf-8")

    mail, prices = sorted(shop.problems(), key=lambda problem: problem.rule, reverse=True)

    assert (mail.line, mail.fix) == (2, "Did you mean 'tomas'?")
    assert prices.value == "/kitchen/prices.csv"
    assert "gives away 'price'" in prices.rule
    assert {mail.file, prices.file} == {str(world)}


def test_a_world_folder_that_is_missing_is_said(shop: Shop) -> None:
    """The folder is looked for beside the scenario."""
    head, _, rest = shop.text.partition("world:\n")
    shop.write(f"{head}world: ./ovne/\n{rest[rest.index('facts:') :]}")
    (shop.folder / "oven").mkdir()
    (problem,) = shop.problems()
    assert (problem.line, problem.fix) == (shop.line("world:"), "Did you mean 'oven'?")


def test_a_name_that_is_nowhere_is_said(tmp_path: Path) -> None:
    """Neither a library name nor a file: what was probably meant is said."""
    with pytest.raises(SourceError, match="does not exist"):
        load(tmp_path / "oven.yaml")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("nowhere_at_all:Kind", "importing it raises ModuleNotFoundError"),
        ("json:nothing", "importing it raises AttributeError"),
        ("json:dumps", "it is no class"),
        ("json:JSONDecoder", "it has no name and no version and no score"),
    ],
)
def test_a_scorer_that_cannot_be_used_is_told(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    """One that is installed and cannot be opened, or is none, is found before the run and not after it."""
    broken = EntryPoint("tact", value, "workaday.scorers")
    monkeypatch.setattr("scenarios.load.installed", lambda kind: {**installed(kind), "tact": broken})
    shop.edit("scores: {outcome: 5", "scores: {tact: 1, outcome: 5")
    (problem,) = shop.problems()
    assert problem.line == shop.line("scores: {tact")
    assert why in problem.rule
    assert "leave it out" in problem.fix


def test_a_scorer_that_is_not_installed_is_told_with_those_that_are(shop: Shop) -> None:
    """Also where none is called alike."""
    shop.edit("scores: {outcome: 5", "scores: {xyz: 5")
    (problem,) = shop.problems()
    names = installed("scorers")
    assert problem.fix == f"There are {', '.join(names)}."


def test_weights_that_are_given_are_all_there_are(shop: Shop) -> None:
    """A scorer that is not named counts nothing; without the key the usual weights hold."""
    assert shop.load().grading.scores == {"outcome": 5, "noise": 1}
    shop.edit("scores: {outcome: 5, noise: 1}\n", "")
    assert shop.load().grading.scores == dict(WEIGHTS)
