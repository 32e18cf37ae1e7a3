"""A mind that says back what it was told."""

from sim.mind import Moment, React, Say, Silent, Turn


class Parrot:
    """Says what it has just read, and nothing of its own accord."""

    def gate(self, moment: Moment) -> Silent | React | None:
        return None if moment.incoming else Silent(why="a parrot says nothing of its own accord")

    async def think(self, moment: Moment) -> Turn:
        return Turn(moves=(Say(text=moment.incoming.text),) if moment.incoming else ())

    def landed(self, moment: Moment, turn: Turn) -> None:
        """A parrot remembers nothing."""

    def takes(self, moment: Moment) -> int | None:
        return None
