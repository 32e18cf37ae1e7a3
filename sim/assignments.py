"""The player's tasks: what it is told of each, and when the result is in its place."""

from typing import TYPE_CHECKING

from sim.apps import paths
from sim.commitments import content_words
from sim.localtime import day_and_time
from sim.messages import Message
from sim.player import Assignment
from sim.script import Task
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.tracker import TicketChanged
from sim.vocabulary.world import TaskDelivered, TaskGiven

if TYPE_CHECKING:
    from collections.abc import Callable

    from sim.world import World


class Assignments:
    """Follows what is given to the seat ``who`` and what it hands in."""

    def __init__(self, world: "World", who: str, delivered: "Callable[[str], None]") -> None:
        self._world = world
        self._who = who
        self._delivered = delivered
        self._given: dict[str, Assignment] = {}
        self._early: dict[str, tuple[str, int]] = {}
        """What was in its place before its task was given, with the event that put it there."""
        self._new: list[Assignment] = []
        world.readers.append(self._follow)

    def given(self) -> tuple[Assignment, ...]:
        """All tasks given so far, in that order."""
        return tuple(self._given.values())

    def news(self) -> tuple[Assignment, ...]:
        """The tasks given since this was last asked."""
        new, self._new = tuple(self._new), []
        return new

    @property
    def are_done(self) -> bool:
        """Whether all that was given so far has been delivered."""
        return self._world.delivered.issuperset(self._given)

    def tell_again(self) -> None:
        """Of the tasks given so far, those that are now described in other words count as new."""
        for task in self._tasks():
            described = self.describe(task)
            if self._given.get(task.id, described) != described:
                self._given[task.id] = described
                self._new = [*(new for new in self._new if new.id != task.id), described]

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, TaskGiven) and body.to == self._who and body.task not in self._given:
            assignment = self.describe(self._task(body.task))
            self._given[body.task] = assignment
            self._new.append(assignment)
            if body.task in self._early:
                ref, serial = self._early.pop(body.task)
                self._hand_in(self._task(body.task), ref, serial)
        elif event.actor == self._who and isinstance(body, FileWritten | TicketChanged):
            for task in self._tasks():
                deliver = task.deliver
                filed = (
                    isinstance(body, FileWritten)
                    and deliver.path is not None
                    and paths.key(deliver.path) == paths.key(body.path)
                )
                moved = (
                    isinstance(body, TicketChanged)
                    and deliver.kind == "ticket"
                    and deliver.ticket == body.ticket
                    and any(c.field == deliver.field and c.new == deliver.value for c in body.changes)
                )
                if filed or moved:
                    self._hand_in(task, body.path if isinstance(body, FileWritten) else body.ticket, event.serial)

    def _task(self, id: str) -> Task:
        return next(task for task in self._tasks() if task.id == id)

    def _tasks(self) -> tuple[Task, ...]:
        """Those that are this seat's, given or not: the script may be another one from some instant on."""
        return self._world.script.of_seat(self._who).tasks

    def said(self, message: Message) -> None:
        """The seat has written or said something: is it a deliverable? Not of a task that was not given yet."""
        for task in self._tasks():
            if task.id in self._given and task.deliver.kind == message.app and task.deliver.to in message.to:
                stated = {
                    fact for fact, _, _ in self._world.truth.stated_in(message.text, [n.fact for n in task.needs])
                }
                if len(stated) * 2 >= len(task.needs) and (
                    task.needs or content_words(task.title) & content_words(message.text)
                ):
                    self._hand_in(task, message.ref, message.serial)

    def _hand_in(self, task: Task, ref: str, serial: int) -> None:
        """It is in its place: what is there early is handed in once its task is given."""
        if task.id not in self._given:
            self._early[task.id] = (ref, serial)
            return
        self._world.write(TaskDelivered(task=task.id, to=task.to, ref=ref), self._who, (serial,))
        if task.id not in self._world.delivered:
            self._world.delivered.add(task.id)
            self._delivered(task.id)

    def describe(self, task: Task) -> Assignment:
        """A task in the words the player gets."""
        world, deliver = self._world, task.deliver
        zone = world.person(self._who).calendar.zone
        where = {
            "file": f"write the file {deliver.path} for {task.to}",
            "mail": f"mail it to {deliver.to}",
            "chat": f"send it to {deliver.to} in chat",
            "ticket": f"set {deliver.field} of ticket {deliver.ticket} to {deliver.value}",
        }[deliver.kind]
        approval = next((a for a in world.script.approvals if a.id == task.approval), None)
        return Assignment(
            id=task.id,
            title=task.title,
            text=task.text,
            given_by=task.given_by,
            deliver_to=task.to,
            deliver=where,
            kind=deliver.kind,
            path=deliver.path,
            ticket=deliver.ticket,
            by=f"{day_and_time(deliver.by, zone)} ({zone})",
            by_at=deliver.by,
            questions=tuple(n.question or world.truth.fact(n.fact).topic for n in task.needs),
            approval=None if approval is None else approval.topic,
            decision=approval is not None and approval.sort != "approval",
            amount=None if approval is None else approval.amount,
            after=task.after,
        )
