"""Slack's ids and timestamps, made of ours and read back.

An id is a letter for its kind and the base32 of ours: luka is "UNR2WWYI". A timestamp is the simulated second in which
a message was sent, and the message's number: c17 is "1780894828.000017". Nothing is kept to read them back.
"""

import base64
import binascii
import re
from typing import Final

SLACKBOT: Final = "USLACKBOT"
"""Who tells the seat of what is no chat."""
SLACKBOT_DM: Final = "DSLACKBOT"
"""Where that is told."""
_TS: Final = re.compile(r"\d{1,12}\.(\d{6,12})")


class NoId(ValueError):
    """A text that is no id of its kind. Positional arguments only."""


def user_id(person: str) -> str:
    """The id of a person."""
    return "U" + _coded(person)


def person_of(user: str) -> str:
    """The person with this id, who need not be there. Raises :class:`NoId`."""
    if user == SLACKBOT:
        raise NoId(user)
    return _read(user, "UW")


def channel_id(place: str) -> str:
    """The id of a place: C for a channel, D for the direct messages of two, G for those of several."""
    kind, _, rest = place.partition(":")
    if place.startswith("#"):
        return "C" + _coded(place[1:])
    return {"dm": "D", "group": "G"}[kind] + _coded(rest)


def place_of(channel: str) -> str:
    """The place with this id, which need not be there. Raises :class:`NoId`."""
    if channel == SLACKBOT_DM:
        raise NoId(channel)
    rest = _read(channel, "CDG")
    return {"C": "#", "D": "dm:", "G": "group:"}[channel[0]] + rest


def file_id(path: str) -> str:
    """The id of the file at this path."""
    return "F" + _coded(path)


def path_of(file: str) -> str:
    """The path of a file, which need not be there. Raises :class:`NoId`."""
    return _read(file, "F")


def team_id(org: str) -> str:
    """The id of a workspace."""
    return "T" + _coded(org)


def bot_id(person: str) -> str:
    """The id of the bot that a seat is, beside its id as a user."""
    return "B" + _coded(person)


def app_id(name: str) -> str:
    """The id of an app."""
    return "A" + _coded(name)


def event_id(number: int) -> str:
    """The id of what reached the seat as the one of this number."""
    return f"Ev{number:010d}"


def timestamp(at: int, number: int) -> str:
    """The timestamp of what has this number, at this instant."""
    return f"{at}.{number:06d}"


def message_ts(at: int, message: str) -> str:
    """The timestamp of a message that was sent at this instant."""
    return timestamp(at, number_of(message))


def number_of(message: str) -> int:
    """The number of a message: 17 of c17."""
    return int(message[1:])


def message_of(ts: str) -> str:
    """The message with this timestamp, which need not be there. Raises :class:`NoId`."""
    match = _TS.fullmatch(ts)
    if match is None:
        raise NoId(ts)
    return f"c{int(match[1])}"


def _coded(ours: str) -> str:
    return base64.b32encode(ours.encode()).decode().rstrip("=")


def _read(theirs: str, kinds: str) -> str:
    code = theirs[1:]
    try:
        ours = base64.b32decode(code + "=" * (-len(code) % 8)).decode()
    except (binascii.Error, ValueError):
        raise NoId(theirs) from None
    if theirs[:1] not in kinds or not ours or _coded(ours) != code:
        raise NoId(theirs)
    return ours
