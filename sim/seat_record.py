"""The record of one of several seats: as if its player had been the only one, and the run had ended as it left.

What reads records to judge a player reads these: the header has that seat's brief and tasks alone, and the events end
where the seat was left. The events themselves are the run's; what other players did is in them like anybody's doing.
"""

from collections.abc import Mapping
from typing import Any, Literal

from sim.record import Kinds, Record
from sim.script import Script
from sim.vocabulary.core import Event
from sim.vocabulary.run import Outcome
from sim.vocabulary.seat import SeatLeft


class SeatRecord(Record):
    """One seat's part of a record. Closing it leaves the record open."""

    def __init__(self, whole: Record, who: str) -> None:
        """Raises ``KeyError`` where this is no seat of the run, pydantic's ``ValidationError`` for a header that holds
        no script."""
        script = Script.model_validate(whole.script).of_seat(who)
        header: Mapping[str, Any] = {
            **whole.header,
            "script": script.model_dump(mode="json", exclude_defaults=True),
        }
        super().__init__(whole.connection, whole.path, header)
        self._whole = whole
        self.seat = who
        left = whole.last(SeatLeft, actor=who)
        self._left = left.body if left is not None and isinstance(left.body, SeatLeft) else None
        self._end = None if left is None else left.serial

    def close(self) -> None:
        """The connection is the whole record's."""

    @property
    def outcome(self) -> Outcome | Literal["unfinished"]:
        """How it ended for this seat."""
        if self._left is None:
            return self._whole.outcome
        return "finished" if self._left.why == "finished" else "livelock"

    def event(self, serial: int) -> Event:
        """The event with this serial. Raises ``KeyError`` where there is none, or the seat was left before it."""
        if self._end is not None and serial > self._end:
            raise KeyError(serial)
        return super().event(serial)

    def _filter(
        self, kind: Kinds | None, actor: str | None, since: int | None, until: int | None, after_serial: int | None
    ) -> tuple[str, tuple[Any, ...]]:
        where, values = super()._filter(kind, actor, since, until, after_serial)
        if self._end is None:
            return where, values
        return f"{where} AND serial <= ?" if where else " WHERE serial <= ?", (*values, self._end)


def seat_records(record: Record) -> tuple[SeatRecord, ...]:
    """The parts of a run in which several seats played, in their order; none of any other. Raises pydantic's
    ``ValidationError`` for a header that holds no script."""
    script = record.header.get("script")
    if not isinstance(script, Mapping) or not script.get("seats"):
        return ()
    return tuple(SeatRecord(record, who) for who in Script.model_validate(script).players)
