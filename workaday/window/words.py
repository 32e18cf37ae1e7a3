"""Words for the kinds of events that a transcript leaves out and a page points at: what was asked, learned, felt."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from sim.vocabulary.core import Event, body_data
from workaday.transcript import Transcript, spell

Tell = Callable[[Transcript, str, Mapping[str, Any]], str]


def words(transcript: Transcript, event: Event) -> str:
    """An event in words: as a transcript tells it, else as a page does."""
    tell = _ALSO.get(event.kind)
    if tell is None:
        return transcript.words(event)
    return tell(transcript, transcript.name(event.actor), body_data(event.body))


def _felt(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    way = "rises" if d["new"] > d["old"] else "falls"
    of = f" in {t.name(d['toward'])}" if d["what"] == "trust" else f" with {t.name(d['toward'])}" if d["toward"] else ""
    return f"{who}: {d['what']}{of} {way} from {d['old']:.2f} to {d['new']:.2f}"


def _learned(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    source = "a document" if d["source"] == "document" else t.name(d["source"])
    return f"{who} learns {d['fact']} from {source}: {d['value']}"


_ALSO: Final[Mapping[str, Tell]] = {
    "ask.made": lambda t, who, d: (
        f"{who} asks {t.names(d['to'])} about {d['about']}{', urgently' if d['urgent'] else ''}"
    ),
    "fact.told": lambda t, who, d: f"{who} tells {t.names(d['to'])} {d['fact']}: {d['value']}",
    "fact.learned": _learned,
    "feeling.changed": _felt,
    "message.read": lambda t, who, d: f"{who} reads what {t.name(d['sender'])} wrote in {d['app']}",
    "mind.silent": lambda t, who, d: f"{who} leaves {t.name(d['sender'])} without an answer: {d['why']}",
    "thought.landed": lambda t, who, d: (
        f"{who} has thought for {spell(d['takes'])} ({d['occasion'].replace('_', ' ')}): "
        f"{', '.join(d['moves']) or 'does nothing'}"
    ),
    "work.started": lambda t, who, d: f"{who} begins to work: {d['note'] or d['favour']}",
    "work.ended": lambda t, who, d: f"{who} ends work ({d['why']}): {d['note'] or d['favour']}",
    "work.stretch": lambda t, who, d: f"{who} has worked on {d['task'] or 'something'}",
}
