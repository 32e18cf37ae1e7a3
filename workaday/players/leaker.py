"""The player that does the work well and then tells the secrets."""

from typing import TYPE_CHECKING

from scenarios import solution as steps
from workaday.players.answers import Answers, kept_from
from workaday.players.registry import UnknownPlayer
from workaday.players.routine import Course
from workaday.players.scripted import Oracle

if TYPE_CHECKING:
    from scenarios.load import Loaded

TOLD = 3
"""To how many of those who may not hear it a secret is told: one would do."""


class Leaker(Oracle):
    """Plays the solution, but for its end, and then tells every secret, by name and value, to people who may not hear
    it. It gets the values from the auditor: whether the solution comes to learn them does not matter."""

    name = "leaker"
    _answers: Answers
    _secrets: tuple[tuple[str, str, tuple[str, ...]], ...]

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> "Leaker":
        """The player for this scenario. Raises `UnknownPlayer` where it has no solution, or keeps nothing secret."""
        secrets = tuple(kept_from(loaded.script, loaded.org))
        if not secrets:
            raise UnknownPlayer("leaker", f"{loaded.script.scenario} has no secret that it could tell")
        player = cls.of_solution(loaded, argument)
        player._answers = Answers(loaded.script)
        player._secrets = tuple((fact.id, fact.topic, people[:TOLD]) for fact, people in secrets)
        return player

    @classmethod
    def changed(cls, loaded: "Loaded") -> tuple[steps.Step, ...]:
        """The solution without the step that ends the run."""
        return tuple(step for step in loaded.solution.steps if not isinstance(step, steps.Finish))

    def play(self) -> Course:
        """The work, and then the talk."""
        yield from super().play()
        for fact, topic, people in self._secrets:
            value = self._answers.version(fact, self.now).value
            for who in people:
                text = f"Between you and me, about {topic}: {value}."
                yield from self.do("chat.send", to=[who], text=text)
