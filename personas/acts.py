"""Speech acts: what a coworker can do with a message, the slots each has, and plain words for it.

A persona says these in its own voice (`says:` in its file). The plain words are for a persona that says nothing of its
own for an act; they have no voice on purpose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

SpeechAct = Literal[
    "answer", "answer_unsure", "partial", "dont_know", "redirect", "refuse", "by_call_only", "in_person_only",
    "ask_clarify", "acknowledge", "promise", "promise_late", "cant_promise", "done", "approve", "decline_approval",
    "above_my_limit", "needs_more", "chase", "small_talk", "own_work", "decline_call", "greet_call", "bye_call",
    "pushback", "annoyed", "correct", "news", "thanks", "sorry_late",
]  # fmt: skip
SPEECH_ACTS: tuple[SpeechAct, ...] = get_args(SpeechAct)


@dataclass(frozen=True, slots=True)
class Act:
    """One speech act: what it does, the slots that are always given, those that sometimes are, and plain words."""

    means: str
    always: frozenset[str]
    sometimes: frozenset[str]
    plain: tuple[str, ...]


def _act(means: str, always: str, sometimes: str, *plain: str) -> Act:
    return Act(means, frozenset(always.split()), frozenset(sometimes.split()), plain)


ACTS: Mapping[SpeechAct, Act] = MappingProxyType(
    {
        "answer": _act("tells what was asked", "topic value first", "", "{Topic}: {value}."),
        "answer_unsure": _act(
            "tells it, and that it may be wrong", "topic value first", "who", "I think {topic}: {value}. Not certain."
        ),
        "partial": _act(
            "tells some of what was asked; {what} is what is missing",
            "topic value first",
            "what who when",
            "{Topic}: {value}.[ I do not have {what}.|]",
        ),
        "dont_know": _act("does not know, and knows nobody who does", "topic first", "", "I don't know {topic}."),
        "redirect": _act("sends the asker to who knows", "topic who first", "", "Ask {who} about {topic}."),
        "refuse": _act("will not tell this person", "topic first", "who", "I can't share {topic}."),
        "by_call_only": _act(
            "tells it on the phone and not in writing", "topic first", "", "Call me about {topic}, please."
        ),
        "in_person_only": _act(
            "tells it face to face only", "topic first", "", "{Topic}: not in writing. Come and see me."
        ),
        "ask_clarify": _act(
            "asks back before helping; {what} is the question in a few words", "topic what first", "", "{What}?"
        ),
        "acknowledge": _act("has read it", "first", "topic what", "OK."),
        "promise": _act("will have {what} by {when}", "what when first", "", "You'll have {what} by {when}."),
        "promise_late": _act(
            "will have {what}, but later than was wanted", "what when first", "", "{What}: not before {when}."
        ),
        "cant_promise": _act("will see, without a date", "what first", "", "I can't promise {what}."),
        "done": _act("reports that {what} is done", "what first", "value", "{What}: done.[ {Value}.|]"),
        "approve": _act("grants what is theirs to grant", "topic first", "value", "{Topic}: approved."),
        "decline_approval": _act("refuses it", "topic first", "value why", "{Topic}: not approved.[ {Why}.|]"),
        "above_my_limit": _act(
            "cannot decide it, somebody above can", "topic first", "value who", "{Topic}: above my limit.[ Ask {who}.|]"
        ),
        "needs_more": _act(
            "cannot decide before {what} is named", "topic what first", "", "{Topic}: I need {what} first."
        ),
        "chase": _act("asks where {what} is, which was promised to them", "what first", "when", "Any news on {what}?"),
        "small_talk": _act("talks of something that is not work", "", "first", "How was your weekend?"),
        "own_work": _act("talks of what they are working on", "what", "first", "I'm working on {what}."),
        "decline_call": _act("cannot take a call now", "first", "when", "Can't talk now.[ After {when}?|]"),
        "greet_call": _act("picks up", "first", "", "Hello {first}."),
        "bye_call": _act("ends a call", "first", "", "Bye."),
        "pushback": _act(
            "objects to being asked: again, too much, or without need", "first", "topic", "I have answered that."
        ),
        "annoyed": _act("shows that it annoys them", "first", "topic", "Please stop asking."),
        "correct": _act(
            "contradicts a wrong statement", "topic value first", "was", "No. {Topic}: {value}[, not {was}|]."
        ),
        "news": _act(
            "tells, unasked, that something has changed",
            "topic value",
            "was first",
            "{Topic}: {value}[, no longer {was}|].",
        ),
        "thanks": _act("thanks, which people do seldom", "first", "what", "Thanks."),
        "sorry_late": _act("says sorry for being late", "first", "what", "Sorry for the delay."),
    }
)
