"""The desk: what only the seat under test does. Waiting, going back to interrupted work, its tasks, going home."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.office import App
from sim.player import Assignment, Cut

if TYPE_CHECKING:
    from sim.office import Office


class SeatPort(Protocol):
    """What the seat lends the desk."""

    who: str

    def assignments(self) -> tuple[Assignment, ...]:
        """All tasks given so far."""
        ...

    def suspended(self) -> tuple[Cut, ...]:
        """Interrupted actions, the latest last."""
        ...

    def drop(self) -> Cut | None:
        """Forget the latest interrupted action."""
        ...

    def wait_until(self, text: str) -> int:
        """The instant a player's words mean. Raises :class:`Refused`."""
        ...

    def leave(self, note: str) -> None:
        """The player is done."""
        ...


class Waiting(Receipt):
    """When the wait ends at the latest (Unix seconds)."""

    until: int


class TaskList(Receipt):
    """The tasks given so far."""

    tasks: tuple[Assignment, ...]

    def words(self) -> int:
        return sum(words_in(t.text) + words_in(t.title) for t in self.tasks)


class Work(Receipt):
    """An interrupted action."""

    action: str
    left: int


class Wait(Action):
    """Wait until a time, or until something arrives for you if that comes first."""

    name: ClassVar[str] = "desk.wait"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Waiting

    until: str = Field(
        "30m",
        description='How long at most: a duration ("30m", "2h"), a local time ("14:00", "tue 09:00") '
        'or "tomorrow" (your next working morning).',
    )
    through: bool = Field(False, description="True to be woken only by calls, walk-ups, meetings and pages.")

    def effort(self) -> Effort:
        return Effort(kind="none")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return Waiting(until=_seat(office, actor).wait_until(self.until))


class Tasks(Action):
    """Look at your tasks: what is asked, for whom, where to put it and by when."""

    name: ClassVar[str] = "desk.tasks"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = TaskList

    def effort(self) -> Effort:
        return Effort(kind="click")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return TaskList(tasks=_seat(office, actor).assignments())


class Resume(Action):
    """Go back to what was last interrupted: it takes the time left, and about a minute to get into it."""

    name: ClassVar[str] = "desk.resume"
    receipt: ClassVar[type[Receipt]] = Work

    def effort(self) -> Effort:
        return Effort(kind="none")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        suspended = _seat(office, actor).suspended()
        if not suspended:
            raise Refused("no_such_thing", "nothing of yours was interrupted, so there is nothing to resume")
        return Work(action=suspended[-1].action, left=suspended[-1].left)


class Drop(Action):
    """Give up what you were doing when you were last interrupted."""

    name: ClassVar[str] = "desk.drop"
    receipt: ClassVar[type[Receipt]] = Work

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        cut = _seat(office, actor).drop()
        if cut is None:
            raise Refused("no_such_thing", "nothing of yours was interrupted, so there is nothing to drop")
        return Work(action=cut.action, left=cut.left)


class Finish(Action):
    """Say that you are done with everything. The run ends; there is no way back."""

    name: ClassVar[str] = "desk.finish"

    note: str = Field("", description="What you leave behind, in a sentence or two.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        _seat(office, actor).leave(self.note)
        return Receipt()


def _seat(office: "Office", actor: str) -> SeatPort:
    seat = office.app(Desk).seats.get(actor)
    if seat is None:
        raise Refused("not_allowed", "only the seat under test has a desk of this kind")
    return seat


class Desk(App):
    """The desks of the seats, by who sits there. The engine adds to ``seats`` when somebody sits down."""

    name: ClassVar[str] = "desk"
    actions: ClassVar[tuple[type[Action], ...]] = (Wait, Tasks, Resume, Drop, Finish)

    def __init__(self, office: "Office") -> None:
        super().__init__(office)
        self.seats: dict[str, SeatPort] = {}

    def can_read(self, who: str, ref: str) -> bool:
        return False
