"""The course of a run: who played, what moved the coworkers and which script held, from which instant on.

A run that is no fork has one stretch. A fork has the stretches of the run it comes from, up to the instant at which it
leaves it, and one of its own; so a fork of a fork has three. The header holds it: ``player``, ``mind`` and ``script``
are those of the last stretch, and ``fork`` says what the run came from.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sim.script import Script


class Stretch(NamedTuple):
    """From the instant ``since`` on this player has the seat, this mind moves the coworkers, and this script holds."""

    since: int
    player: str
    mind: str
    script: Script


Course = tuple[Stretch, ...]
"""At least one stretch, in the order of time; the first is since the start of the run."""


def course_of(header: Mapping[str, Any]) -> Course:
    """The course that a run's header tells.

    Raises ``KeyError`` or pydantic's ``ValidationError`` where the header is no such data.
    """
    last = Script.model_validate(header["script"])
    fork = header.get("fork")
    if fork is None:
        return (Stretch(last.start, header["player"], header["mind"], last),)
    return tuple(
        Stretch(
            told["since"], told["player"], told["mind"],
            last if told["script"] is None else Script.model_validate(told["script"]),
        )
        for told in fork["course"]
    )  # fmt: skip


def branched(course: Course, at: int, player: str, mind: str, script: Script) -> Course:
    """The course of a run that leaves one with this course at the instant ``at``."""
    earlier = tuple(stretch for stretch in course if stretch.since < at)
    return (*earlier, Stretch(at if earlier else course[0].since, player, mind, script))


def course_data(course: Course) -> list[dict[str, Any]]:
    """A course as JSON data; a script that is the last one's is left out."""
    last = course[-1].script
    return [
        {
            "since": stretch.since,
            "player": stretch.player,
            "mind": stretch.mind,
            "script": None if stretch.script == last else script_data(stretch.script),
        }
        for stretch in course
    ]


def script_data(script: Script) -> Any:
    """A script as JSON data, without what is at its default."""
    return script.model_dump(mode="json", exclude_defaults=True)
