"""Judges without a model: each gives texts of answers, as a model of some quality would."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from scorers.rubrics.excerpt import Line
from scorers.rubrics.judge import Judgement, deliberation, judged
from scorers.rubrics.question import Question
from scorers.rubrics.rubric import Asked, Sight, Verdict

PEOPLE = ("Kim Ode: Analyst, the seat that is judged", "Marco Riva: Buyer")

PLAIN = Asked(
    asks="Did the seat say that the order is off?",
    anchors=("It hints, or says nothing.", "It says so outright."),
    yes_no=True,
    sees=Sight(what="thread", people=("marco",)),
    quotes="seat",
)
REGARD = Asked(
    asks="How did the seat treat Marco?", anchors=("Badly.", "Correctly.", "With regard."), sees=Sight(what="words")
)


def line(text: str, event: int = 7, *, by_seat: bool = True) -> Line:
    by, to = ("Kim Ode", "Marco Riva") if by_seat else ("Marco Riva", "Kim Ode")
    return Line(event=event, when="Tue 10:15", by=by, to=to, via="chat", text=text, by_seat=by_seat)


SAID = line("The order of ten detectors is off, Marco. I'm sorry for the work that you put into it.")
ANSWERED = line("Pity. I had a good price.", 8, by_seat=False)
LINES = (SAID, ANSWERED)


def answer(
    verdict: Verdict, reason: str | None = None, quotes: Sequence[tuple[int, str]] = ((7, "ten detectors is off"),)
) -> str:
    """An answer in the form that is wanted."""
    said = ("yes" if verdict else "no") if isinstance(verdict, bool) else f"level {verdict}"
    told = f"It stands there in so many words. Therefore: {said}." if reason is None else reason
    data = {"quotes": [{"event": event, "words": words} for event, words in quotes], "reason": told}
    return json.dumps({**data, "verdict": verdict})


class Stub:
    """A judge that gives these answers one after the other, the last for ever; what is an exception is raised."""

    def __init__(self, *answers: str | Exception | Callable[[Question], str]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Question, int]] = []

    async def __call__(self, question: Question, n: int) -> str:
        self.asked.append((question, n))
        given: Any = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(given, Exception):
            raise given
        return str(given(question) if callable(given) else given)


def verdict_of(stub: Stub, criterion: Asked = PLAIN, lines: Sequence[Line] = LINES) -> Judgement:
    """What the judge makes of the lines."""
    return asyncio.run(judged(deliberation("stub", criterion, lines, PEOPLE), stub))
