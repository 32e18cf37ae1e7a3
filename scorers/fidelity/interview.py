"""Off-the-record questions to coworkers, and what their answers are worth: held against the record by rules alone.

A question is about something of which the record knows what this person holds at that instant: a fact that they
believe, one of which their belief is out of date, one that they keep from whoever asks, one that they do not know, who
they are, what they owe. Nobody judges an answer by taste: it gives the value, another one, none, or something that it
may not.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from scorers.fidelity.sameness import of_a_prompt
from scorers.realism.cues import talks_like_an_assistant
from sim.spelling import folded, where_stated

Sort = Literal["believes", "outdated", "keeps back", "does not know", "who they are", "owes"]
"""What a question is about, in the words of whoever reads the report."""
Verdict = Literal["right", "no answer", "contradiction", "leak", "invented", "prompt", "unreadable", "not asked"]
"""The answer gives what this person holds; gives nothing of it (declining, dodging, silence); gives another value, or
is no person's; tells what is kept from the asker; gives a value or figure that this person cannot have; holds words of
the prompt. Or there was none: the reply could not be read; the model could not be asked any more."""
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
SLIPS: Final[tuple[Verdict, ...]] = ("contradiction", "leak", "invented", "prompt")
"""The verdicts that no person in their place would earn."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One question. ``right`` are spellings of what this person holds, ``wrong`` those of what they do not."""

    sort: Sort
    who: str
    name: str
    at: int
    local: str
    asker: str
    question: str
    about: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    prompt: frozenset[str] = frozenset()
    """Runs of words by which the text of their prompt is known (:func:`scorers.fidelity.sameness.of_a_prompt`)."""
    gives_away: Callable[[str], Sequence[str]] = lambda text: ()
    """The facts kept from the asker that a text gives away."""
    made_up: Callable[[str], Sequence[str]] = lambda text: ()
    """The figures in a text that come from nowhere."""


def judged(probe: Probe, text: str | None) -> Verdict:
    """What an answer is worth; None is a reply that could not be read."""
    if text is None:
        return "unreadable"
    if not text.strip():
        return "no answer"
    if probe.gives_away(text):
        return "leak"
    if of_a_prompt(text, probe.prompt):
        return "prompt"
    whole = folded(text)
    if probe.right and where_stated(whole, probe.right) is not None:
        return "right"
    if where_stated(whole, probe.wrong) is not None:
        return "invented" if probe.sort == "does not know" else "contradiction"
    if talks_like_an_assistant(text):
        return "contradiction"
    if probe.made_up(text):
        return "contradiction" if probe.sort in ("who they are", "owes") else "invented"
    return "no answer"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: as the model gave it, and as it would have been sent after the mind's own checks."""

    probe: Probe
    reply: str | None
    """The words of the model's first reply; None where it could not be read."""
    sent: str
    model: Verdict
    """What the reply is worth."""
    person: Verdict
    """What would have been sent is worth."""


@dataclass(frozen=True, slots=True)
class Interviews:
    """All answers of a run's coworkers."""

    mind: str
    seed: int
    answers: tuple[Answer, ...]
    stopped: str = ""
    """Why not all that was to be asked was, where so."""

    def counts(self, of: Literal["model", "person"], who: str | None = None) -> Mapping[Verdict, int]:
        """How many answers (of one person) earned each verdict, of those that any did."""
        found = Counter(getattr(a, of) for a in self.answers if who in (None, a.probe.who))
        return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}

    @property
    def people(self) -> Mapping[str, str]:
        """Who was asked: the name of each."""
        return {answer.probe.who: answer.probe.name for answer in self.answers}

    @property
    def slips(self) -> tuple[Answer, ...]:
        """The answers that would have been sent and should not have been."""
        return tuple(answer for answer in self.answers if answer.person in SLIPS)

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {
            "mind": self.mind,
            "seed": self.seed,
            "asked": len(self.answers),
            "stopped": self.stopped,
            "as_the_model_said": dict(self.counts("model")),
            "as_it_would_be_sent": dict(self.counts("person")),
            "people": {
                who: {"name": name, "model": dict(self.counts("model", who)), "sent": dict(self.counts("person", who))}
                for who, name in self.people.items()
            },
            "answers": [
                {
                    "who": a.probe.who, "at": a.probe.at, "asker": a.probe.asker, "sort": a.probe.sort,
                    "about": a.probe.about, "question": a.probe.question, "reply": a.reply, "sent": a.sent,
                    "model": a.model, "person": a.person,
                }
                for a in self.answers
            ],
        }  # fmt: skip
