"""Words by which a turn of talk is told to be polite, unsure, annoyed and so on.

The kinds, and the words given as examples, are those of Zhou, Sun, Ma et al., "Mind the Sim2Real Gap in User Simulation
for Agentic Tasks" (arXiv 2603.11245), as described from a port of the authors' analysis script; where only examples
were seen, a list is filled up here. A turn can be of several kinds, but for push-back, clarifying and asking for
information: of these it is the first that fits.
"""

import re
from functools import lru_cache

from sim.spelling import folded


def _any(*words: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(words) + r")(?!\w)")


_POLITE = _any(
    "please", "thanks?", "thank you", "thx", "sorry", "appreciated?", "grateful", "excuse me", "pardon",
    "my apologies", "apologies", "no worries", "i understand", "kindly", "much obliged",
)  # fmt: skip
_ACKNOWLEDGES = re.compile(
    r"(?:(?:yes|yep|yeah|yup|ok|okay|k|sure|right|fine|good|great|perfect|super|noted|got it|will do|on it|thanks?|"
    r"thank you|thx|cheers|go ahead|sounds good|understood|of course|no problem|absolutely|alright|cool|agreed|"
    r"no worries|done|exactly|correct|love it|deal|indeed|all good)(?:\W+(?:a lot|so much|then|boss|\w{2,12}))?\W*)+"
)
_UNSURE = _any(
    "i think", "not sure", "maybe", "i guess", "probably", "perhaps", "don't recall", "don't remember", "might be",
    "i believe", "as far as i know", "not certain", "possibly", "if i remember", "i suppose", "roughly", "hopefully",
)  # fmt: skip
_SURE = _any(
    "definitely", "exactly", "never", "of course", "certainly", "absolutely", "without doubt", "no doubt", "always",
    "for sure", "obviously", "clearly", "guaranteed",
)  # fmt: skip
_PUSHES_BACK = _any(
    "are you sure", "that's not right", "that is not right", "that's wrong", "i already told you", "i told you",
    "why can't", "why cannot", "doesn't make sense", "makes no sense", "that's not what", "i don't agree",
    "i disagree", "as i said", "again\\?", "not true", "says who", "already answered", "is that really",
)  # fmt: skip
_CLARIFIES = _any(
    "what do you mean", "which one is", "which one", "can you explain", "could you explain", "i'm confused",
    "i don't understand", "don't follow", "what exactly", "do you mean", "how do you mean", "what's that", "which of",
)  # fmt: skip
_ASKS_FOR = _any(
    "how much", "how many", "when will", "when is", "when do", "when can", "where is", "where are", "can you check",
    "could you check", "is there an?", "are there", "what is", "what are", "what's", "who is", "who has", "do you know",
    "do you have", "does anyone", "could you send", "can you send", "could you tell", "can you tell", "have you",
)  # fmt: skip
_EMOTION = _any(
    "frustrat\\w+", "confus\\w+", "annoy\\w+", "ridiculous", "ugh", "upset", "angry", "disappoint\\w+", "fed up",
    "tired of", "unbelievable", "seriously", "sick of", "worried", "stress\\w*", "argh", "sigh",
)  # fmt: skip
_ACCUSES = _any(
    "wrong", "useless", "(?:your|his|her|their) fault", "unacceptable", "incompetent", "you (?:promised|said)",
    "your mistake", "you never", "you always", "blame", "sloppy",
)  # fmt: skip
_PIVOTS = _any(
    "instead", "actually can", "actually could", "what about", "how about", "rather than", "can we try", "could we try",
    "let's try", "then let's", "in that case", "alternatively",
)  # fmt: skip
_ASSISTANT = _any(
    "how (?:can|may) i (?:help|assist)(?: you)?(?: today)?", "let me know if (?:you have|there(?:'s| is)) any(?:thing)?"
    "(?: other| further| else)?(?: questions)?", "i'd be happy to", "i would be happy to", "i apologi[sz]e for the "
    "inconvenience", "as an ai", "as a language model", "is there anything else i can", "i hope this helps",
    "feel free to (?:ask|reach out)",
    "certainly! here", "great question", "your order", "thank you for reaching out",
)  # fmt: skip
_IDENTIFIER = re.compile(
    r"(?<!\w)(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[A-Z]{2,}-\d+|#\d+|(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])[\w/-]{4,}|\d[\d.,:]*\d|"
    r"/[\w./-]{3,})(?!\w)"
)
_GREETING = re.compile(r"^\W*(?:hi|hey|hello|dear|good (?:morning|afternoon|evening|day)|morning|salut|hoi)\b")
_FORMAL = _any(
    "dear", "kind regards", "sincerely", "kindly", "i would like", "i should like", "may i", "shall", "herewith",
    "with regard to", "in accordance", "please be advised", "at your earliest convenience", "i am writing",
)  # fmt: skip
_EMOJI = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]|(?<!\\w)[:;]-?[)D(P](?!\\w)")
_DASH = re.compile("[\u2013\u2014]")


@lru_cache(maxsize=65536)
def kinds(text: str) -> frozenset[str]:
    """What a turn is: of "polite", "acknowledgement", "unsure", "sure", "push-back", "clarifying", "information",
    "emotion", "accusation", "pivot", "assistant", "greeting", "formal", "emoji", "dash", "question"."""
    plain = folded(text)
    found = {name for name, pattern in _PLAIN.items() if pattern.search(plain)}
    if _ACKNOWLEDGES.fullmatch(plain.strip()):
        found.add("acknowledgement")
    asking = next((name for name, pattern in _FIRST.items() if pattern.search(plain)), None)
    if asking is not None:
        found.add(asking)
    if "?" in text:
        found.add("question")
    if _EMOJI.search(text):
        found.add("emoji")
    if _DASH.search(text):
        found.add("dash")
    return frozenset(found)


_PLAIN = {
    "polite": _POLITE,
    "unsure": _UNSURE,
    "sure": _SURE,
    "emotion": _EMOTION,
    "accusation": _ACCUSES,
    "pivot": _PIVOTS,
    "assistant": _ASSISTANT,
    "greeting": _GREETING,
    "formal": _FORMAL,
}
_FIRST = {"push-back": _PUSHES_BACK, "clarifying": _CLARIFIES, "information": _ASKS_FOR}


def is_polite(text: str) -> bool:
    """Whether a polite word is in it."""
    return _POLITE.search(folded(text)) is not None


def talks_like_an_assistant(text: str) -> bool:
    """Whether it sounds like a service or an assistant, as no colleague does."""
    return _ASSISTANT.search(folded(text)) is not None


def identifiers(text: str) -> int:
    """How many tickets, files, codes, addresses, dates and amounts it names."""
    return len(_IDENTIFIER.findall(text))
