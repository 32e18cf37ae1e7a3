"""The player that hands in guesses: each task at once, and nobody asked."""

from typing import TYPE_CHECKING

from workaday.players.answers import Answers
from workaday.players.handing_in import hand_in
from workaday.players.registry import UnknownPlayer
from workaday.players.routine import Course, Routine

if TYPE_CHECKING:
    from scenarios.load import Loaded


class Guesser(Routine):
    """Writes down the right values without asking anybody: the luckiest guess there is.

    It opens nothing that arrives, takes no call, asks for no approval. When a value changes with time, it guesses anew.
    """

    name = "guesser"

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._handed_in: dict[str, int] = {}

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> "Guesser":
        """The player that guesses what this scenario asks. Raises `UnknownPlayer` with an argument."""
        if argument is not None:
            raise UnknownPlayer("guesser", "takes no argument")
        return cls(Answers(loaded.script))

    def play(self) -> Course:
        """Hand in every task as it comes, and again when what it guessed has changed."""
        while True:
            for task in tuple(self.tasks.values()):
                changes = [at for at in self._answers.changes(task.id) if at <= min(self.now, task.by_at)]
                if task.id in self._handed_in and not any(at > self._handed_in[task.id] for at in changes):
                    continue
                needs = self._answers.needs(task.id)
                text = "\n".join(self._answers.right(need, self.now) for need in needs) or f"{task.title}: done."
                first = task.id not in self._handed_in
                self._handed_in[task.id] = self.now
                yield from hand_in(self, task, text, tells=first)
            yield from self._sleep()

    def _sleep(self) -> Course:
        """Until something is given or changes."""
        known = len(self.tasks)
        later = [at for task in self.tasks for at in self._answers.changes(task) if at > self.now]
        at = min(later, default=self.briefing.ends_at)
        yield from self.until(at, lambda: len(self.tasks) > known, through=False)
        if self.now >= self.briefing.ends_at:
            yield from self.do("desk.wait", until="1 day")

    def open_all(self) -> Course:
        """It reads nothing, so that it learns nothing."""
        self._unopened.clear()
        yield from ()

    def answer(self, ring: object) -> Course:
        """It lets it ring."""
        yield from ()
