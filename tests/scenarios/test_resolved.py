"""What an author's entries become in a run: facts, events, approvals, tasks and the first morning."""

import base64

import pytest

from scenarios.load import load
from scenarios.seeding import readers
from sim import files
from sim.script import Happening, Script, Trigger
from sim.source import SourceError
from tests.scenarios.shop import Shop

HOUR = 3600


def entry(script: Script, name: str) -> Happening:
    return next(happening for happening in script.timeline if happening.id == name)


# --- facts ---------------------------------------------------------------------------------------------------------


def test_a_silent_change_is_told_by_nobody(shop: Shop) -> None:
    """A silent version is marked, known by those who knew the one before, and brings no entry of the timeline."""
    script = shop.load().script
    ready = next(fact for fact in script.facts if fact.id == "ready")
    assert [(v.value, v.silent, v.known_by) for v in ready.versions] == [
        ("Tuesday 14:30", False, ("tomas",)),
        ("Wednesday 10:15", True, ("tomas",)),
    ]
    assert not any(happening.fact == "ready" for happening in script.timeline)


def test_an_announced_change_is_told_after_it(shop: Shop) -> None:
    """Whoever announces it does so where the author says, some time after the change, to all who are there."""
    shop.edit("silently: true", 'announced: {by: tomas, in: "#bread", after: 5m to 20m}')
    told = entry(shop.load().script, "ready~1-told")
    assert (told.who, told.does, told.via, told.place) == ("tomas", "news", "channel", "#bread")
    assert told.at == shop.load().script.start + 6 * HOUR
    assert told.delay == (300, 1200)
    assert set(told.to) == {"ines", "lena", "ulf", "seat"}


def test_who_announces_a_change_knows_of_it(shop: Shop) -> None:
    """Nobody announces what they do not know."""
    shop.edit("silently: true", "announced: {by: lena, to: seat}")
    (problem,) = shop.problems()
    assert problem.rule == "does not know of the change"


def test_a_change_can_come_with_an_event(shop: Shop) -> None:
    """Such a version is dated after the end, and an entry of the timeline brings it about."""
    shop.edit("on: mon 15:00", "with: hello")
    shop.edit("silently: true", "announced: {by: tomas, to: [ines, seat], via: mail}")
    script = shop.load().script
    ready = next(fact for fact in script.facts if fact.id == "ready")
    assert ready.versions[1].since > script.horizon
    assert entry(script, "ready~1").after == Trigger(happened="hello")
    assert entry(script, "ready~1").does == "fact"
    assert entry(script, "ready~1-told").after == Trigger(happened="ready~1")


def test_who_may_hear_a_fact_is_spelled_out(shop: Shop) -> None:
    """Groups become people, times instants; one word alone says when it is told."""
    price = next(fact for fact in shop.load().script.facts if fact.id == "price")
    assert price.telling.to == ("tomas", "seat")
    assert price.telling.not_before == shop.load().script.start + 2 * HOUR
    shop.edit("told: {to: [team bench], from: mon 11:00}", "told: asked")
    price = next(fact for fact in shop.load().script.facts if fact.id == "price")
    assert (price.telling.when, price.telling.to) == ("asked", None)


# --- events --------------------------------------------------------------------------------------------------------


def test_events_say_when_in_four_ways(shop: Shop) -> None:
    """At a time, between two, again and again, and after something else."""
    shop.edit(
        "away:",
        '  - {every: 1h to 3h, who: anyone, does: small talk, in: "#bread"}\n'
        "  - {after: {delivered: oven}, who: ines, does: chat, to: seat, text: Good.}\naway:",
    )
    script = shop.load().script
    assert entry(script, "hello").at == script.start + HOUR
    corner, call, talk, good = script.timeline[1:]
    assert (corner.after, corner.delay) == (Trigger(happened="hello"), (600, HOUR))
    assert (call.at, call.delay) == (script.start + 2 * HOUR, (0, HOUR))
    assert (call.via, call.to, call.about) == ("call", ("seat",), "the oven")
    assert (talk.every, talk.who, talk.via) == ((HOUR, 3 * HOUR), "anyone", "channel")
    assert good.after == Trigger(task_delivered="oven")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("who: maker, does: outside mail, to: seat, subject: Hi, text: Hi.",
         {"does": "outside_mail", "who": "world", "place": "Oven Works <hello@oven.example>", "to": ("seat",)}),
        ("who: ines, does: mail, to: [team bench], subject: Hi, text: Hi., wants_reply: true",
         {"does": "ask", "via": "mail", "to": ("tomas", "seat"), "subject": "Hi", "about": "Hi", "wants_reply": True}),
        ("who: ines, does: mail, to: seat, subject: The flour, text: It has come. Two sacks are wet.",
         {"does": "say", "via": "mail", "subject": "The flour", "about": "The flour"}),
        ("who: ines, does: walk up, to: seat, text: Hi.", {"does": "say", "via": "walk_up", "to": ("seat",)}),
        ("who: ines, does: tell, fact: price, to: tomas",
         {"does": "news", "fact": "price", "about": "the price of the oven", "to": ("tomas",)}),
        ("who: tomas, does: write, file: /a.md, text: Hi.", {"does": "write", "path": "/a.md", "text": "Hi."}),
        ("who: tomas, does: ticket, ticket: OV-1, set: {state: done}",
         {"does": "ticket", "ticket": "OV-1", "field": "state", "value": "done"}),
        ("who: ines, does: meet, people: [team bench], title: Oven, minutes: 20",
         {"does": "meet", "to": ("tomas", "seat"), "subject": "Oven", "minutes": 20}),
        ("who: tomas, does: leave, until: tue", {"does": "away", "about": "ill"}),
        ("who: ines, does: give, task: oven, text: Please.",
         {"does": "give_task", "task": "oven", "to": ("seat",), "about": "When does the oven come"}),
    ],
)  # fmt: skip
def test_events_do_what_people_do(shop: Shop, written: str, wanted: dict[str, object]) -> None:
    """Each kind of event becomes an entry of the timeline with what the world needs for it."""
    shop.edit("away:", f"  - {{id: it, at: mon 11:00, {written}}}\naway:")
    happening = entry(shop.load().script, "it")
    assert {key: getattr(happening, key) for key in wanted} == wanted


# --- approvals and tasks -------------------------------------------------------------------------------------------


def test_who_may_approve_comes_from_the_organisation(shop: Shop) -> None:
    """Nearest up the seat's line first; a deputy only where they lend authority for the whole run."""
    assert shop.load().script.approvals[0].entitled == ("ines",)
    org = shop.folder / "bakery.yaml"
    text = org.read_text(encoding="utf-8").replace("deputy: tomas}", "deputy: {who: tomas, approves: same}}")
    org.write_text(text, encoding="utf-8")
    assert shop.load().script.approvals[0].entitled == ("ines",)
    shop.edit("away:", "away:\n  - {who: ines, from: mon, to: fri}")
    assert shop.load().script.approvals[0].entitled == ("tomas",)


def test_who_may_approve_only_later_may_have_words_for_it(shop: Shop) -> None:
    """Whoever gets the limit by a reorganisation is told after those of the start, and may refuse; a limit in another
    currency is told before the run."""
    moves = "{id: new, at: mon 12:00, who: ines, does: reorganise, people: {tomas: {approves: {spend: 800 EUR}}}}"
    shop.edit("    needs: [price]\nfavours", "    needs: [price]\n    refuses: {tomas: too dear}\nfavours")
    with pytest.raises(SourceError, match="may not decide it"):
        shop.load()
    shop.edit("away:", f"  - {moves}\naway:")
    (approval,) = shop.load().script.approvals
    assert (approval.entitled, approval.by_graph) == (("ines", "tomas"), True)
    shop.edit("800 EUR", "800 USD")
    with pytest.raises(SourceError, match="after a reorganisation"):
        shop.load()


def test_a_task_has_defaults_that_are_right(shop: Shop) -> None:
    """Given by the seat's manager, at the start, for whoever gives it; a need's question is the fact's own topic."""
    script = shop.load().script
    (task,) = script.tasks
    assert (task.given_by, task.given_at, task.to) == ("ines", script.start, "ines")
    assert [(need.fact, need.question) for need in task.needs] == [("ready", "When does the oven come?"), ("price", "")]
    assert (task.deliver.kind, task.deliver.path) == ("file", "/oven.md")


# --- the first morning ---------------------------------------------------------------------------------------------


def test_the_first_morning_is_dated_before_the_start(shop: Shop) -> None:
    """Everything stands there by its own date, and all of it before the run begins."""
    script = shop.load().script
    assert {item.kind for item in script.seeded} == {"file", "outside", "chat", "project", "ticket", "meeting"}
    assert all(item.at < script.start for item in script.seeded)
    meeting = next(item for item in script.seeded if item.kind == "meeting")
    assert meeting.start == script.start + 86400


def test_a_series_comes_back_to_the_end_of_the_run(shop: Shop) -> None:
    """A series has as many meetings as there are days for it, and never fewer than two."""
    shop.edit("at: tue 09:00}", "at: tue 09:00, repeats: weekly}")
    assert next(item.count for item in shop.load().script.seeded if item.kind == "meeting") == 2
    shop.edit("lasts: 2 days", "lasts: 4 weeks")
    assert next(item.count for item in shop.load().script.seeded if item.kind == "meeting") == 4


def test_files_come_from_the_folder_beside(shop: Shop) -> None:
    """A world in a folder has its own file and its own drive; hidden files stay out; text becomes an office file."""
    pytest.importorskip("openpyxl")
    head, _, rest = shop.text.partition("world:\n")
    listed = "files:\n  /flour.xlsx: {by: lena, copy: flour.csv}\n  /kitchen/list.md: {by: tomas, on: fri 10:00}\n"
    tickets = "projects:\n  OV: {title: Oven}\ntickets:\n  OV-1: {title: New oven}\n"
    shop.write(f"{head}world: ./oven/\n{rest[rest.index('facts:') :]}")
    folder = shop.folder / "oven"
    (folder / "drive" / "kitchen").mkdir(parents=True)
    (folder / "drive" / "kitchen" / "list.md").write_text("Flour\n", encoding="utf-8")
    (folder / "drive" / ".hidden").write_text("no\n", encoding="utf-8")
    (folder / "flour.csv").write_text("kind,kg\nrye,40\n", encoding="utf-8")
    (folder / "world.yaml").write_text(listed + tickets, encoding="utf-8")
    found = {item.path: item for item in load(shop.path).script.seeded if item.kind == "file"}

    assert set(found) == {"/flour.xlsx", "/kitchen/list.md"}
    assert (found["/kitchen/list.md"].data, found["/kitchen/list.md"].author) == ("Flour\n", "tomas")
    assert found["/flour.xlsx"].binary
    assert "rye" in files.extract("/flour.xlsx", base64.b64decode(found["/flour.xlsx"].data or ""))


def test_what_only_others_can_read_may_state_an_answer(shop: Shop) -> None:
    """A file that is not open to the seat, or a mail between others, gives nothing away."""
    shop.edit('text: "Ask Tomás about the oven."', "share: {ines: write}, text: It is 650 EUR.")
    shop.edit("text: Flour is fine.", "text: It is 650 EUR.")
    assert shop.load().script.seeded
    shop.edit("share: {ines: write}", "share: {team bench: read}")
    (problem,) = shop.problems()
    assert "gives away 'price'" in problem.rule


def test_who_can_read_what_is_there(shop: Shop) -> None:
    """Mails are read by whom they name, messages by the members of their channel, private files by their owner."""
    from scenarios.ground import Ground

    loaded = shop.load()
    ground = Ground(loaded.sources[0], loaded.org, "seat", "Europe/Vienna", 0, 1)
    by_kind = {item.kind: set(readers(ground, item)) for item in loaded.script.seeded}
    assert "seat" in by_kind["outside"]
    assert by_kind["chat"] == {"lena", "ines"}
    assert by_kind["file"] == set(loaded.org.org.people)
    private = next(item for item in loaded.script.seeded if item.kind == "file")
    assert readers(ground, private.model_copy(update={"path": "/private/ines/a.md"})) == ("ines",)
