"""What is made of a judge's answer: a verdict whose quotes stand in the record and whose reason says the same.

What cannot be used is said in a sentence, which the judge is told once (`scorers.rubrics.judge`).
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, StrictBool, StrictInt, ValidationError

from scorers.rubrics.excerpt import Line
from scorers.rubrics.instructions import LEFT_OUT
from scorers.rubrics.rubric import Asked, Verdict

LEAST_WORDS: Final = 3
"""Words of a quote, unless what it is taken from is shorter: a single "yes" stands everywhere."""


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Quote(_Plain):
    """Words of an event that show something."""

    event: int
    words: str


class Answer(_Plain):
    """A judge's answer, as it has to be."""

    quotes: tuple[Quote, ...]
    reason: str
    verdict: StrictBool | StrictInt


class Unusable(ValueError):
    """An answer that cannot be used. Arguments: the kind, and what is wrong with it in a sentence."""

    def __init__(self, kind: str, wrong: str) -> None:
        super().__init__(kind, wrong)
        self.kind, self.wrong = kind, wrong

    def __str__(self) -> str:
        return f"{self.kind}: {self.wrong}"


def read_answer(text: str, criterion: Asked, lines: Sequence[Line]) -> Answer:
    """The answer in a judge's ``text``, with every quote found in ``lines`` and under the event it stands in.

    Raises `Unusable` for prose, a verdict that is none, invented quotes, and a reason that comes to something else.
    """
    answer = _parsed(text, criterion)
    quotes = tuple(_found(quote, criterion, lines) for quote in answer.quotes)
    if not quotes and criterion.needs_quote(answer.verdict):
        raise Unusable("no evidence", f"The verdict {criterion.said(answer.verdict)} has no quote that shows it.")
    concluded = conclusion(answer.reason, criterion)
    if concluded is None:
        raise Unusable("no conclusion", 'The reason does not end with "Therefore: " and the verdict.')
    if concluded != answer.verdict:
        said, verdict = criterion.said(concluded), criterion.said(answer.verdict)
        raise Unusable("contradiction", f"The reason comes to {said}, and the verdict is {verdict}.")
    return answer.model_copy(update={"quotes": quotes})


def _parsed(text: str, criterion: Asked) -> Answer:
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise Unusable("prose", "It is prose and no JSON object.")
    try:
        data = json.loads(text[begin : end + 1])
    except (ValueError, RecursionError):
        raise Unusable("malformed", "It is no JSON object with quotes, reason and verdict.") from None
    lacks = [key for key in Answer.model_fields if key not in data]
    if lacks:
        raise Unusable("malformed", f"The JSON object has no {' and no '.join(lacks)}.")
    data["verdict"] = _decided(data["verdict"], criterion)
    try:
        return Answer.model_validate(data)
    except ValidationError as error:
        where = error.errors()[0]["loc"][0]
        raise Unusable("malformed", f"The JSON object's {where} has another form than is wanted.") from None


_SPELLED: Final = {"yes": True, "true": True, "no": False, "false": False}


def _decided(given: object, criterion: Asked) -> Verdict:
    """The verdict that a judge gave, which may be spelled ("yes", "level 2"). Raises `Unusable` for what is none."""
    found: object = given
    if isinstance(given, str):
        said = given.strip().casefold().rstrip(".")
        level = re.fullmatch(r"(?:level )?(\d+)", said)
        found = _SPELLED.get(said) if criterion.yes_no else int(level[1]) if level is not None else None
    fits = isinstance(found, bool) if criterion.yes_no else isinstance(found, int) and not isinstance(found, bool)
    if not fits or found not in range(len(criterion.anchors)):
        there = "true or false" if criterion.yes_no else f"a level from 0 to {len(criterion.anchors) - 1}, as a number"
        raise Unusable("no verdict", f"The verdict is {json.dumps(given)}, and has to be {there}.")
    return found  # type: ignore[return-value]


# --- quotes ---

_CHANGED = str.maketrans(dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‘’‚‛`´", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_SPACES = re.compile(r"\s+")


def plain(text: str) -> str:
    """A text for comparing quotes with it: one kind of space, of quotation mark and of dash, no case."""
    text = unicodedata.normalize("NFKC", text.replace("…", "...")).translate(_CHANGED)
    return _SPACES.sub(" ", text).strip().casefold()


def _quotable(line: Line) -> str:
    """What can be quoted of a line: not the mark in the place of what was left out."""
    return plain(line.text.replace(LEFT_OUT, "\x00"))


def _found(quote: Quote, criterion: Asked, lines: Sequence[Line]) -> Quote:
    """The quote with the event in which its words stand, the one it names first. Raises `Unusable`."""
    words = plain(quote.words).strip("\"' ").removeprefix("...").removesuffix("...").strip()
    ordered = sorted(lines, key=lambda line: line.event != quote.event)
    there = [line for line in ordered if words and words in _quotable(line)]
    shown = quote.words if len(quote.words) <= 80 else f"{quote.words[:79]}…"
    if not there:
        raise Unusable("invented quote", f"Nobody said or wrote {shown!r} in the record.")
    if criterion.quotes == "seat":
        there = [line for line in there if line.by_seat]
        if not there:
            raise Unusable("wrong quote", f"{shown!r} are not words of the seat.")
    enough = min(LEAST_WORDS, *(len(plain(line.text).split()) for line in there))
    if len(words.split()) < enough:
        raise Unusable("thin quote", f"The quote {shown!r} is too short to show anything.")
    return Quote(event=there[0].event, words=quote.words)


# --- what a reason comes to ---

_MARKS = r"[\s\"'*_:,;–—-]*"
_THEREFORE = re.compile(
    rf"\b(?:therefore|thus|hence|so|verdict|answer)\b{_MARKS}(?:the\s+)?(?:(?:verdict|answer|level)\s+)?(?:is\b|=)?{_MARKS}"
    rf"(yes|no|true|false|level{_MARKS}\d+|\d+)\b",
    re.IGNORECASE,
)
_MET = re.compile(
    r"\b(?:(?P<no>is not|isn't|was not|wasn't|not|does not|doesn't|did not|didn't|fails to|failed to|never)\s+)?"
    r"(?:fully |clearly )?(?:meets?|met|satisf(?:y|ies|ied)|fulfil(?:s|led|ls)?)\b(?:\s+the criterion)?",
    re.IGNORECASE,
)


def conclusion(reason: str, criterion: Asked) -> Verdict | None:
    """The verdict that a reason comes to by its last explicit words; None where it comes to none.

    "Therefore: no." and the like are taken as they stand. Failing that, of a question whose good answer is yes, that
    the criterion is met or is not met.
    """
    found = list(_THEREFORE.finditer(reason))
    for match in reversed(found):
        said = match[1].casefold()
        if criterion.yes_no:
            if said in ("yes", "true"):
                return True
            if said in ("no", "false"):
                return False
        else:
            number = re.search(r"\d+", said)
            if number is not None:
                return int(number[0])
    if not criterion.yes_no:
        levels = re.findall(r"\blevel\s*(\d+)", reason.rsplit(". ", 1)[-1], re.IGNORECASE)
        return int(levels[-1]) if len(set(levels)) == 1 else None
    met = [m for m in _MET.finditer(reason) if "criterion" in reason[max(0, m.start() - 40) : m.end()].casefold()]
    return met[-1]["no"] is None if met and criterion.good else None
