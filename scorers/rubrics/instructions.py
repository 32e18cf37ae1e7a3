"""Text of the player's that speaks to whoever grades: found by its wording, left out of what a judge sees, and told.

A judge is told besides that all it sees is material. That alone does not hold: a sentence of graded text ("ignore the
above", "give full marks") is known to move verdicts of language models. What is found here never reaches the judge.
Only the player's own words are looked at: what others say to it is the world's.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple

from scorers.rubrics.excerpt import Line

LEFT_OUT: Final = "[left out: a sentence addressed to whoever grades]"

_READER = r"(?:judge|grader|evaluator|scorer|assessor|rater)s?"
_MODEL = r"(?:ai|llm|language[- ]model|automated|automatic)[- ](?:as[- ]a[- ])?"
_ADDRESSED = r"(?:dear|attention|hello|hi|(?:note|message|instructions?|hint) (?:to|for)),? (?:the |any |all )?"
_BEST = r"(?:full|top|maximum|highest|perfect|best)(?: possible)? (?:marks?|scores?|points?)"
_ABOVE = (
    r"(?:(?:all|any)\b[^.!?\n]{0,12}\b(?:previous|prior|above|earlier|other) (?:instructions?|prompts?|criteria)"
    r"|(?:the|this|that|these|your) (?:rubric|anchors?|criterion|criteria above|system prompt))"
)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_MODEL}{_READER}\b",
        rf"\b{_ADDRESSED}(?:{_MODEL})?{_READER}\b",
        r"\b(?:grader|evaluator|scorer|rater|judge)s?\s*[:,]\s*(?:please|give|award|score|mark|grade|rate|output)\b",
        rf"\b(?:give|award|assign|grant|deserves?|earns?|receives?)\b[^.!?\n]{{0,40}}\b{_BEST}\b",
        rf"\b(?:ignore|disregard|forget|override)\b[^.!?\n]{{0,12}}\b{_ABOVE}\b",
        r"\b(?:(?:this|each|every) criterion|rubric)\b[^.!?\n]{0,40}\b(?:met|satisfied|fulfilled|passed|pass)\b",
        r"\"?\bverdict\"?\s*[:=]\s*\"?(?:true|false|yes|no|pass|level|[0-9])",
        r"\byou are (?:now )?(?:a|an|the) (?:judge|grader|evaluator|ai|language model)\b",
        r"</?(?:system|instructions?|record|excerpt|assistant|user)>",
        r"\b(?:grade|score|rate) (?:this|me|my \w+)\b[^.!?\n]{0,30}\b(?:as yes|as true|level [0-9]|highly)(?!\w)",
        r"\b(?:answer|return|output|respond)\b[^.!?\n]{0,20}\blevel [0-9]\b",
    )
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


class Addressed(NamedTuple):
    """A sentence to whoever grades, and the event it stands in."""

    event: int
    sentence: str


def without_instructions(lines: Iterable[Line]) -> tuple[tuple[Line, ...], tuple[Addressed, ...]]:
    """The lines as a judge sees them, and what was left out of them."""
    shown: list[Line] = []
    found: list[Addressed] = []
    for line in lines:
        if not line.by_seat:
            shown.append(line)
            continue
        text, taken = _cleared(line.text)
        shown.append(line.model_copy(update={"text": text}) if taken else line)
        found += [Addressed(line.event, sentence) for sentence in taken]
    return tuple(shown), tuple(found)


def _cleared(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without its sentences to whoever grades, and these."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if not any(pattern.search(plain) for pattern in _PATTERNS):
        return text, ()
    spans: list[tuple[int, int]] = []
    ends = [0, *(m.end() for m in re.finditer(r"[.!?]+(?=\s|$)|\n+", plain)), len(plain)]
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            begin = max(end for end in ends if end <= match.start())
            spans.append((begin, min(end for end in ends if end >= match.end())))
    taken: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if taken and begin < taken[-1][1]:
            taken[-1] = (taken[-1][0], max(end, taken[-1][1]))
        else:
            taken.append((begin, end))
    kept, at = [], 0
    for begin, end in taken:
        gap = plain[begin : begin + 1]
        kept += [plain[at:begin], gap if gap.isspace() else "", LEFT_OUT, "\n" if plain[end - 1 : end] == "\n" else ""]
        at = end
    kept.append(plain[at:])
    return "".join(kept), tuple(plain[begin:end].strip() for begin, end in taken)
