"""What a run was, and what it comes out as here: the first difference in words, and why there may be one."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sim.engine import PlayerDiverged
from sim.journal import Divergence
from sim.localtime import day_and_time
from sim.record import Record
from sim.runfile import versions
from sim.vocabulary.core import Event, parse_body

if TYPE_CHECKING:
    from workaday.transcript import Transcript

LONGEST = 400
"""Characters of an event that are shown."""


class Unlike(Exception):
    """Something is computed otherwise than it was recorded: in which run, ``where`` in words, both sides, and
    ``reasons`` why that may be. ``serial`` is the event's; None where it is the player that acts differently."""

    def __init__(
        self, path: str, serial: int | None, where: str, recorded: str, now: str, reasons: tuple[str, ...]
    ) -> None:
        super().__init__(path, serial, where, recorded, now, reasons)
        self.path, self.serial, self.where = path, serial, where
        self.recorded, self.now, self.reasons = recorded, now, reasons

    def __str__(self) -> str:
        lines = (f"  recorded: {_indented(self.recorded)}", f"  now:      {_indented(self.now)}", *self.reasons)
        return "\n".join((f"{self.path}: {self.where}, and not as it was recorded", *lines))

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        told = {"event": self.serial, "where": self.where, "recorded": self.recorded, "now": self.now}
        return {**told, "reasons": list(self.reasons)}


def _indented(text: str) -> str:
    return text.replace("\n", f"\n{'':12}")


def unlike(path: str, error: Divergence | PlayerDiverged) -> Unlike:
    """What an error of the journal's or the engine's means for the run in a file."""
    with Record.open(path) as record:
        if isinstance(error, PlayerDiverged):
            where = f"at its turn {error.turn} the player acts otherwise"
            return Unlike(path, None, where, error.recorded, error.now, _reasons(record.header, player=True))
        from workaday.transcript import Transcript

        transcript = Transcript(record)
        recorded, now = _event(error.recorded), _event(error.recomputed)
        where = f"event {error.serial}"
        if recorded is not None:
            at = day_and_time(recorded.at, transcript.zone)
            where += f", {at} on day {transcript.day(recorded.at)},"
        both = (_told(transcript, recorded, error.recorded), _told(transcript, now, error.recomputed))
        if both[0] == both[1]:  # they differ in what words do not say
            both = (error.recorded, error.recomputed)
        return Unlike(path, error.serial, f"{where} comes out otherwise", *both, _reasons(record.header))


def _event(line: str) -> Event | None:
    """The event of a canonical line; None where the line is none."""
    try:
        serial, at, actor, kind, body, causes = json.loads(line)
        return Event(serial, at, actor, kind, parse_body(kind, body), tuple(causes))
    except ValueError:
        return None


def _told(transcript: "Transcript", event: Event | None, line: str) -> str:
    if event is None:
        return line
    text = f"{day_and_time(event.at, transcript.zone)}  {transcript.words(event)}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _reasons(header: Mapping[str, Any], *, player: bool = False) -> tuple[str, ...]:
    """What is different here from where the run was made, and what to do."""
    from scenarios.stage import foreign_plugins

    then = {**header.get("created_by", {}), **header.get("plugins", {})}
    now = {**versions(), **foreign_plugins()}
    changed = [
        f"  {name}: {then.get(name, 'not there')} then, {now.get(name, 'not there')} now"
        for name in dict.fromkeys((*then, *now))
        if then.get(name) != now.get(name) and not name.startswith("scorers/")  # which only read what is recorded
    ]
    if changed:
        return ("Something else is installed here than it was made with:", *changed, "Go on with what it was made in.")
    if player:
        why = "Its code, or the file it plays from, has changed since; or it does not act the same way twice"
        return (f"{why}, and must not say `replays = True`.",)
    why = "The versions are those it was made with: the code of Workaday or of a plug-in has changed since"
    return (f"{why}, or something in it depends on the machine or on chance.",)
