"""A run of two days with a little of everything, told event by event, to test pages with: the office of
tests/scorers/micro.py. Names, texts and file names may be of the kind that breaks layouts and escapes from markup."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim.journal import Journal
from sim.vocabulary.attention import FeelingChanged, Noticed, Thought
from sim.vocabulary.calendar import MeetingEnded, MeetingJoined, MeetingSpoken, MeetingStarted
from sim.vocabulary.chat import Reacted
from sim.vocabulary.seat import Acted, InterruptionMet
from sim.vocabulary.world import Away, CommitmentClosed, CommitmentMade, FactLearned, TaskDelivered
from tests.scorers.micro import Story, at, page

GRADING = {"weights": {"outcome": 5.0, "responsiveness": 1.0}, "passes": {"total": 0.8, "never": []}}
SCRIPT = '<script>document.owned=1;globalThis.owned=1</script><img src=x onerror="globalThis.owned=1">'
RIGHT_TO_LEFT = "\u202eשלום עולם مرحبا"
LONG = "w" * 10_000
NAMES = {
    "ruth": f"Ruth {SCRIPT}",
    "ines": f"إيناس {RIGHT_TO_LEFT}",
    "marco": f"Marco {LONG}",
    "lea": "Lea 🦊🧪👩‍🔬",
    "kim": "Kim & “Ode” </title>",
}
PLAIN = "The report for the board"
NASTY = f"{SCRIPT} {RIGHT_TO_LEFT} {LONG} 🦊 </p></aside></main>"


def story(text: str = PLAIN, path: str = "/board/detectors.md") -> Story:
    """Two days: talk of every kind, a file in two versions, a fact that is told, then changes, a promise, a call that
    cuts in, a meeting; ``text`` is what people say, ``path`` a second file."""
    told = Story(page(), grading=GRADING)
    asked = told.chat("mon 09:10", "kim", "marco", f"What does a detector cost? {text}")
    told.add("mon 09:20", "marco", Noticed(of=(asked,), app="chat", place="dm:kim+marco", sender="kim"))
    told.add("mon 09:25", "marco", Thought(occasion="message", takes=240, read_as=("question",), moves=("say",)))
    answer = told.chat("mon 09:25", "marco", "kim", f"41 300 EUR. {text}")
    told.add("mon 09:26", "kim", Acted(turn=1, action="chat.read", arguments={"place": "dm:kim+marco"}, took=60))
    told.learn("mon 09:26")
    told.add("mon 09:27", "kim", Reacted(id=f"c{answer}", place="dm:kim+marco", to=("marco",), emoji="👍"))
    told.chat("mon 09:40", "ruth", ("ines", "mia", "kim"), f"Morning. {text}", place="#general")
    told.mail("mon 10:00", "ines", "kim", text, subject=text, cc=("mia",), attachments=({"path": path, "version": 1},))
    told.write("mon 10:30", f"# Detectors\nA detector costs 41 300 EUR.\n{text}")
    told.write("mon 11:00", f"# Detectors\nA detector costs 41 300 EUR each.\n{text}")
    told.write("mon 11:05", text, path, "marco")
    told.add(
        "mon 11:10", "kim",
        CommitmentMade(
            id="p1", by="kim", to="ines", what=text, due=at("tue 12:00"), confidence=1.0, where="mail", ref="m1"
        ),
    )  # fmt: skip
    told.take("mon 14:00", rung := told.ring("mon 14:00", about=text))
    told.add("mon 14:00", "kim", InterruptionMet(notice=rung, how="taken", after=0))
    told.add("mon 14:10", "ines", FeelingChanged(what="mood", toward=None, old=0.0, new=0.3))
    told.add("mon 14:10", "ines", FeelingChanged(what="trust", toward="kim", old=0.5, new=0.55))
    everybody = ("ines", "mia", "kim")
    told.add("mon 15:00", "world", MeetingStarted(meeting="mtg1", to=everybody, title=text, ends=at("mon 15:30")))
    for who in everybody:
        told.add("mon 15:00", who, MeetingJoined(meeting="mtg1", to=everybody, late=0, present=everybody))
    told.add("mon 15:05", "ines", MeetingSpoken(meeting="mtg1", to=everybody, text=f"Let us begin. {text}"))
    told.add("mon 15:30", "world", MeetingEnded(meeting="mtg1", to=everybody, title=text, present=everybody))
    told.add("tue 09:00", "marco", Away(start=at("tue 09:00"), end=at("wed 09:00"), why=text, deputy=None))
    heard = FactLearned(fact="price", version=0, value="41 300 EUR", source="kim", where="chat", ref="c1")
    told.add("tue 09:30", "ines", heard)
    told.add("tue 11:00", "kim", TaskDelivered(task="page", to="ines", ref="/board/detectors.md"))
    told.chat("tue 11:01", "kim", "ines", "The page is in /board/detectors.md.")
    told.add("tue 11:30", "ines", CommitmentClosed(id="p1", by="kim", to="ines", how="kept"))
    told.ask("tue 13:00", "mia", "Kim, can I have the stock by three?")
    told.change("wed 11:00")
    return told


def header(told: Story, names: Mapping[str, str] | None = None, title: str = "Ten detectors") -> dict[str, Any]:
    """The header of a story, with other names for some people."""
    made: dict[str, Any] = json.loads(json.dumps(told.header))
    made["title"] = title
    for who, name in (names or {}).items():
        made["org"]["org"]["people"][who]["name"] = name
    return made


def written(file: Path, told: Story, made: Mapping[str, Any]) -> Path:
    """The file of a run."""
    with Journal.create(file, made) as journal:
        for event in told.events:
            journal.append(event.at, event.actor, event.body, event.causes)
    return file


def plain(file: Path) -> Path:
    """A run in which nothing is odd."""
    told = story().end()
    return written(file, told, header(told))


def nasty(file: Path) -> Path:
    """A run in which everything is."""
    told = story(NASTY, f"/board/{SCRIPT} {RIGHT_TO_LEFT} {LONG} 🦊.md").end()
    return written(file, told, header(told, NAMES, f"Ten {NASTY}"))
