"""A turn as text, for those who read rather than parse: people, shells, models."""

from collections.abc import Mapping
from typing import Any

import yaml

from sim.player import Briefing
from workaday.doors.session import Turn
from workaday.harmless import harmless
from workaday.players.model import tell


class _Plainly(yaml.SafeDumper):
    """YAML in which a text of several lines stands as it is."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Plainly.add_representer(str, _text)


def in_words(turn: Turn) -> str:
    """What a turn says, as a few lines, without anything that a terminal would obey."""
    return harmless(_told(turn))


def _told(turn: Turn) -> str:
    if turn.ended is not None:
        return f"The run has ended ({turn.ended.outcome}): {turn.ended.why}."
    if turn.observation is None:
        return "What you did last is still under way: ask again what there is to be seen."
    seen, last = turn.observation, turn.observation.last
    if last is None or last.receipt is None:
        return tell(seen)
    given = plainly(last.receipt)
    told = f"{last.action}, done in {last.took} s{':' if given else '.'}"
    return "\n".join(filter(None, (told, given, tell(seen.model_copy(update={"last": None})))))


def briefing_in_words(briefing: Briefing) -> str:
    """What the seat is told first, and how it goes about things through a door."""
    colleagues = "\n".join(f"- {line}" for line in briefing.colleagues)
    return f"""\
You are {briefing.name}, {briefing.title} at {briefing.organisation}. {briefing.about}

{briefing.brief.strip()}

Your id is {briefing.me}. You work {briefing.hours} ({briefing.zone}). It begins {briefing.starts} and ends \
{briefing.ends}. The people you work with directly:
{colleagues}

Every action takes working time: writing, reading, talking, looking things up. Time passes in no other way: to let it
pass, wait (desk.wait), which ends early when something arrives. What is written to you waits until you open it; a call
or a walk-up interrupts you. Your colleagues are people: they answer when they get to it, know some things and not
others, and do not like to be asked the same thing again and again. desk.tasks lists your tasks. Actions are taken one
at a time."""


def plainly(data: Any) -> str:
    """JSON data as text, without what is empty in it; "" where nothing is left."""
    kept = _kept(data)
    if kept in (None, "", [], {}):
        return ""
    return yaml.dump(kept, Dumper=_Plainly, allow_unicode=True, sort_keys=False, width=110).rstrip()


def _kept(data: Any) -> Any:
    if isinstance(data, Mapping):
        kept = {key: _kept(value) for key, value in data.items()}
        return {key: value for key, value in kept.items() if value not in (None, "", [], {}) and value is not False}
    return [_kept(item) for item in data] if isinstance(data, list | tuple) else data
