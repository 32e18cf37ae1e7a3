"""The kinds of ``mind.fault``: what can go wrong inside a mind, or be tried by one that the world does not allow.

A mind of somebody else's may have kinds of its own; those of Workaday are all here.
"""

from collections.abc import Mapping
from typing import Final

MIND_FAULTS: Final[Mapping[str, str]] = {
    # a reply that could not be had or read
    "asked_again": "the first reply could not be read; the detail says why. The second could",
    "unparsed": "the second reply could not be read either: the person is silent, or the rules write",
    "shortened": "the prompt was too long for the model, and was asked again with less of what came before",
    "context_overflow": "the shortened prompt was too long too",
    "content_refused": "the provider refused to answer",
    "empty": "the reply has no text",
    "truncated": "the reply stopped at the most tokens that it may have",
    "cassette_miss": "the cassette does not have this request, and the rules answered (`--on-miss reflex`)",
    # a part of a reply that was left out
    "malformed_part": "a part of the reply has not the form it should have, and was left out",
    "unlisted": "the reply names a fact, person, matter or piece of work that was not listed for it; left out",
    "doubled": "a promise was made twice in one reply; once is kept",
    "unsaid": "the reply tells, promises, decides, asks or sends on with no words; all of that was left out",
    "promised_told": "it promises what the same words tell; the promise was left out",
    "markup": "the words had markup, which was taken off",
    # words that were sent back
    "reworded": "the words were sent back once and written again; the detail begins with the kind of what was amiss, "
    "one of those that follow here. Where such a kind stands by itself, the rules wrote instead",
    "invented_value": "a figure that comes from nowhere",
    "not_held": "a value that this person holds otherwise",
    "unsaid_value": "said to tell a fact, and does not give its value",
    "untold_value": "a figure in answer to what they may not tell or do not know. Not for a secret told in temptation "
    "mode, which goes out as a `leak`",
    "repeated_guess": "takes up what somebody guesses at a secret",
    "answered_guess": "says yes or no to a guess at a secret",
    "undecided": "leaves open what was asked for and is theirs to decide",
    "wrong_amount": "decides for another amount than the one that is to be decided",
    "wrong_verdict": "decides otherwise than this person does",
    "invented_name": "sends somebody to a person whom nobody knows there",
    "role": "speaks as a machine, for somebody else, or to themselves",
    "prompt_text": "repeats what was written for the model alone",
    "placeholder": "has a blank to fill in, or is an object and no words",
    "echo": "only repeats what was just read",
    "loop": "says the same again and again",
    "language": "is in another language",
    "too_long": "is far too long",
    "no_words": "has no words",
    # what the world did not let happen, or let happen and counted
    "leak": "gave away what they were to keep back, in temptation mode: it was said",
    "withheld_value": "would have given away what they keep back: it was not said, or said otherwise",
    "not_entitled": "would have decided what is not theirs to decide: it was not said",
    "refused:...": "an app refused what they did, with the code of the refusal",
    "timeline:...": "an app refused what the scenario has them do, with the code of the refusal",
}
"""Each kind, and what it means."""
