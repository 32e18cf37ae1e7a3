"""The course of a run: who played, what moved the coworkers and which script held, from which instant on.

A run that is no fork has one stretch. A fork has the stretches of the run it comes from, up to the instant at which it
leaves it, and one of its own; so a fork of a fork has three. The header holds it: ``player``, ``mind`` and ``script``
are those of the last stretch, and ``fork`` says what the run came from.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sim.script import Script


class Stretch(NamedTuple):
    """From the instant ``since`` on this player has the seat, this mind moves the coworkers, and this script holds.

    ``player_from`` is what the player is made from again: its name, or where it is.
    """

    since: int
    player: str
    player_from: str
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
        return (Stretch(last.start, header["player"], header["player_from"], header["mind"], last),)
    return tuple(
        Stretch(
            told["since"], told["player"], told["player_from"], told["mind"],
            last if told["script"] is None else Script.model_validate(told["script"]),
        )
        for told in fork["course"]
    )  # fmt: skip


def branched(course: Course, new: Stretch) -> Course:
    """The course of a run that leaves one with this course where the stretch ``new`` begins."""
    earlier = tuple(stretch for stretch in course if stretch.since < new.since)
    return (*earlier, new if earlier else new._replace(since=course[0].since))


def stretch_at(course: Course, at: int) -> Stretch:
    """The stretch that an instant lies in."""
    return next((stretch for stretch in reversed(course) if stretch.since <= at), course[0])


def joined(course: Course) -> Stretch:
    """The stretch with which the last player came into the seat."""
    came = course[-1]
    for stretch in reversed(course):
        if stretch.player != came.player:
            break
        came = stretch
    return came


def course_data(course: Course) -> list[dict[str, Any]]:
    """A course as JSON data; a script that is the last one's is left out."""
    last = course[-1].script
    return [
        {
            "since": stretch.since,
            "player": stretch.player,
            "player_from": stretch.player_from,
            "mind": stretch.mind,
            "script": None if stretch.script == last else script_data(stretch.script),
        }
        for stretch in course
    ]


def script_data(script: Script) -> Any:
    """A script as JSON data, without what is at its default."""
    return script.model_dump(mode="json", exclude_defaults=True)
