"""An excerpt: the part of a record that a criterion is judged by, line by line."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict

from scorers.case import Case
from scorers.deliveries import handed_in
from scorers.rubrics.rubric import Asked, Sight
from sim.localtime import day_and_time
from sim.messages import Message
from sim.spelling import as_read
from sim.vocabulary.drive import FileWritten


class Line(BaseModel):
    """Something that was said or written: the serial of its event, and who said it to whom, when and how."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    event: int
    when: str
    """On the clock of the seat."""
    by: str
    to: str
    via: str
    text: str
    by_seat: bool = False
    """Whether the player said it."""

    def shown(self) -> dict[str, Any]:
        """As data for a judge, which names the seat as such."""
        who = f"{self.by} (the seat)" if self.by_seat else self.by
        return {"event": self.event, "when": self.when, "by": who, "to": self.to, "via": self.via, "text": self.text}


def excerpt(case: Case, criterion: Asked) -> tuple[Line, ...]:
    """What the criterion may see, in the order in which it happened; nothing from before the run."""
    sight = criterion.sees
    since = case.start if sight.since is None else sight.since
    until = case.end if sight.until is None else min(sight.until, case.end)
    if sight.what == "deliverable":
        return _handed(case, sight, until)
    if sight.what == "file":
        return _file(case, sight, since, until)
    said = (m for m in case.messages if since <= m.at <= until and m.text.strip())
    return tuple(_line(case, message) for message in said if _seen(case, sight, message))


def _seen(case: Case, sight: Sight, message: Message) -> bool:
    mine = message.sender == case.seat
    if sight.what == "words":
        return mine and not message.automatic
    if sight.what == "everything":
        return True
    among = message.direct if message.place.startswith("#") else message.to
    return any(who in among for who in sight.people) if mine else message.sender in sight.people and case.seat in among


def _line(case: Case, message: Message) -> Line:
    by = case.person_named(message.sender) if case.works_here(message.sender) else message.outside or message.sender
    room = message.place if message.place.startswith("#") else ""
    text = f"Subject: {message.subject}\n\n{message.text}" if message.subject else message.text
    return Line(
        event=message.serial,
        when=day_and_time(message.at, case.zone),
        by=by,
        to=room or ", ".join(case.person_named(who) for who in message.to),
        via=message.app,
        text=text,
        by_seat=message.sender == case.seat,
    )


def _handed(case: Case, sight: Sight, until: int) -> tuple[Line, ...]:
    task = next((task for task in case.script.tasks if task.id == sight.task), None)
    handed = handed_in(case, task, until) if task is not None and case.given(task) else None
    if task is None or handed is None:
        return ()
    to, via = case.person_named(task.to), task.deliver.path or task.deliver.kind
    return tuple(
        Line(
            event=part.serial,
            when=day_and_time(part.at, case.zone),
            by=case.person_named(case.seat),
            to=to,
            via=via,
            text=part.text,
            by_seat=True,
        )
        for part in handed.parts
        if part.text.strip()
    )


def _file(case: Case, sight: Sight, since: int, until: int) -> tuple[Line, ...]:
    """The last version, by whoever wrote it."""
    written = [
        (event, event.body)
        for event in case.file_events
        if isinstance(event.body, FileWritten)
        and since <= event.at <= until
        and event.body.path.casefold() == sight.file.casefold()
    ]
    return tuple(
        Line(
            event=event.serial,
            when=day_and_time(event.at, case.zone),
            by=case.person_named(event.actor),
            to="",
            via=body.path,
            text=as_read(body.path, body.text),
            by_seat=event.actor == case.seat,
        )
        for event, body in written[-1:]
    )


def cast_of(case: Case, lines: Iterable[Line]) -> tuple[str, ...]:
    """Who is who among those whose names stand in the lines: name, title, and which of them is the seat."""
    names = {name.strip() for line in lines for name in (line.by, *line.to.split(", "))}
    found = []
    for who in case.people():
        person = case.org.person(who)
        if person.name in names or who == case.seat:
            seat = ", the seat that is judged" if who == case.seat else ""
            found.append(f"{person.name or who}: {person.title}{seat}")
    return tuple(found)
