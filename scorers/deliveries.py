"""What the player handed in for a task: the parts that were in their place at an instant.

The last word counts: the last version of a file, and of several mails the last that says anything about a fact.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorers.case import Case
from scorers.likeness import shared_words
from scorers.statements import read_fact
from sim.script import Task
from sim.spelling import as_read
from sim.vocabulary.chat import MessageDeleted, MessageEdited, MessageSent
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileDeleted, FileMoved, FileWritten
from sim.vocabulary.tracker import TicketChanged, TicketCommented, TicketOpened
from sim.vocabulary.world import TaskDelivered


class Part(NamedTuple):
    """A text that is in its place since ``at``; ``serial`` is the event that put it there."""

    at: int
    serial: int
    text: str


class Handed(NamedTuple):
    """What was handed in for one task: its parts, oldest first, and when the first version of it was in its place."""

    parts: tuple[Part, ...]
    first: Part
    at: int
    """When it was complete as it counts."""
    serial: int


def handed_in(case: Case, task: Task, until: int) -> Handed | None:
    """What stood in its place at ``until`` (included), by the player's hand; None for nothing."""
    if task.deliver.kind == "file":
        return _file(case, task.deliver.path or "", until)
    if task.deliver.kind == "ticket":
        return _ticket(case, task, until)
    parts = tuple(_letters(case, task, until) if task.deliver.kind == "mail" else _chats(case, task, until))
    return Handed(parts, parts[0], parts[-1].at, parts[-1].serial) if parts else None


# --- files ---


def _file(case: Case, path: str, until: int) -> Handed | None:
    """The player's versions by path, as files were written, moved and binned. A colleague's edit takes nothing away."""
    own: dict[str, list[Part]] = {}
    for event in case.file_events:
        if event.at > until:
            break
        body = event.body
        if isinstance(body, FileWritten) and event.actor == case.seat and event.at >= case.start:
            own.setdefault(body.path.casefold(), []).append(Part(event.at, event.serial, as_read(body.path, body.text)))
        elif isinstance(body, FileMoved):
            for old in body.files:
                versions = own.pop(old.casefold(), None)
                if versions is not None:
                    # It is in its new place, whatever that is, only from now on.
                    moved = Part(event.at, event.serial, versions[-1].text)
                    own[(body.destination + old[len(body.path) :]).casefold()] = [moved]
        elif isinstance(body, FileDeleted) and event.actor == case.seat:
            for old in body.files:
                own.pop(old.casefold(), None)
    found = own.get(path.casefold())
    return None if not found else Handed((found[-1],), found[0], found[-1].at, found[-1].serial)


# --- messages ---


def _letters(case: Case, task: Task, until: int) -> Iterator[Part]:
    for message in case.sent_to(task.deliver.to or "", since=case.given_at(task)):
        if message.app == "mail" and message.at <= until:
            text = f"{message.subject or ''}\n{message.text}\n{case.attached(message.serial)}"
            if message.ref in _known_as(case, task) or _is_result(case, task, text):
                yield Part(message.at, message.serial, text)


def _chats(case: Case, task: Task, until: int) -> Iterator[Part]:
    """Chat messages as they read at ``until``: edited ones in their last wording, those taken back not at all."""
    standing: dict[str, Part] = {}
    since = case.given_at(task)
    for event in case.record.events((MessageSent, MessageEdited, MessageDeleted), actor=case.seat):
        body = event.body
        if event.at > until:
            break
        if isinstance(body, MessageDeleted):
            standing.pop(body.id, None)
        elif isinstance(body, MessageEdited):
            if body.id in standing:
                standing[body.id] = Part(event.at, event.serial, body.text)
        elif isinstance(body, MessageSent) and event.at >= since and task.deliver.to in body.to:
            standing[body.id] = Part(event.at, event.serial, body.text)
    known = _known_as(case, task)
    for ref, part in sorted(standing.items(), key=lambda entry: entry[1].serial):
        if ref in known or _is_result(case, task, part.text):
            yield part


def _known_as(case: Case, task: Task) -> frozenset[str]:
    """The messages that the world itself took for the result of this task."""
    return frozenset(body.ref for _, body in case.record.bodies(TaskDelivered) if body.task == task.id)


def _is_result(case: Case, task: Task, text: str) -> bool:
    """Whether a message to the right person may be the result: it says something about half of what was asked, or,
    where nothing was asked, speaks of the same things as the task's title."""
    if not task.needs:
        return bool(shared_words(task.title, text))
    asked = tuple(dict.fromkeys(need.fact for need in task.needs))
    spoken_of = [fact for fact in asked if not read_fact(text, case.fact(fact), 0).silent]
    return len(spoken_of) * 2 >= len(asked)


# --- tickets ---


def _ticket(case: Case, task: Task, until: int) -> Handed | None:
    """The player's change that set the field, if the field still says so; with all it wrote on the ticket till then."""
    wanted, parts = task.deliver, []
    change: Part | None = None
    for event in case.record.events((TicketOpened, TicketChanged, TicketCommented)):
        body = event.body
        if event.at > until:
            break
        if not isinstance(body, TicketOpened | TicketChanged | TicketCommented) or body.ticket != wanted.ticket:
            continue
        mine = event.actor == case.seat and event.at >= case.start
        if isinstance(body, TicketChanged):
            for field in body.changes:
                if field.field == wanted.field:
                    done = mine and _same(field.new, wanted.value)
                    change = Part(event.at, event.serial, "") if done else _undone(change, field.new, wanted.value)
        if mine:
            parts.append(Part(event.at, event.serial, _written(event)))
    if change is None:
        return None
    return Handed(tuple(parts), change, change.at, change.serial)


def _undone(change: Part | None, new: str | None, wanted: str | None) -> Part | None:
    return change if _same(new, wanted) else None


def _same(one: str | None, other: str | None) -> bool:
    return (one or "").casefold() == (other or "").casefold()


def _written(event: Event) -> str:
    body = event.body
    if isinstance(body, TicketChanged):
        return "\n".join([body.note, *(c.new or "" for c in body.changes if c.field in ("text", "title"))])
    if isinstance(body, TicketOpened):
        return f"{body.title}\n{body.text}"
    return body.text if isinstance(body, TicketCommented) else ""
