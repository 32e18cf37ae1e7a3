"""The whiteboard on the wall: everybody may draw on it, everybody sees it."""

from collections.abc import Sequence
from typing import ClassVar

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.office import App, Office
from sim.vocabulary.core import Body


class Drawn(Body):
    """The actor put something on the whiteboard."""

    kind: ClassVar[str] = "whiteboard.drawn"

    text: str


class Board(Receipt):
    """What stands on the whiteboard, the oldest first."""

    lines: tuple[str, ...]

    def words(self) -> int:
        return sum(map(words_in, self.lines))


class Draw(Action):
    """Put a line on the whiteboard, under what stands there."""

    name: ClassVar[str] = "whiteboard.draw"
    receipt: ClassVar[type[Receipt]] = Board

    text: str

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not self.text.strip():
            raise Refused("empty", "there is nothing to draw: give some text")
        board = office.app(Whiteboard)
        board.lines.append(self.text)
        office.emit(Drawn(text=self.text), actor, causes)
        return Board(lines=tuple(board.lines))


class Whiteboard(App):
    """One whiteboard for the whole office."""

    name: ClassVar[str] = "whiteboard"
    actions: ClassVar[tuple[type[Action], ...]] = (Draw,)

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self.lines: list[str] = []

    def can_read(self, who: str, ref: str) -> bool:
        return True
