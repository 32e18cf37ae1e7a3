"""What a message says and is: its own words without quotation and signature, and whether it asks for something."""

import re
from functools import lru_cache

from sim.spelling import folded

_SIGN_OFF = re.compile(
    r"^(?:(?:with )?(?:kind|best|warm|many|friendly)?\s*(?:regards|wishes|greetings)|best|cheers|thanks|thank you|"
    r"many thanks|sincerely|yours(?: \w+)?|all the best|ciao|bye|salut|groet(?:en|jes)?|cordialement|à bientôt)\b"
)
_SHORT = 8
"""Words that the last paragraph of a mail may have and still be a signature."""

ASKS = re.compile(
    r"\?|\b(?:please|could you|can you|would you|will you|i need|we need|tell me|send me|let me know|"
    r"waiting for your)\b"
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@lru_cache(maxsize=65536)
def own_words(text: str, *names: str) -> str:
    """The text without quoted lines and without a signature: a short last paragraph that takes leave or is a name."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(">")]
    body = "\n".join(lines).strip()
    before, gap, last = body.rpartition("\n\n")
    if gap and len(last.split()) <= _SHORT and _signs(last, names):
        return before.strip()
    return body


def _signs(last: str, names: tuple[str, ...]) -> bool:
    plain = folded(last)
    parts = {part for name in names for part in folded(name).split()}
    initials = "".join(part[0] for part in folded(names[0]).split()) if names else ""
    words = set(_WORD.findall(plain))
    return bool(_SIGN_OFF.match(plain) or words & parts or (initials and plain.strip(".-– ") == initials))


@lru_cache(maxsize=65536)
def asks(text: str) -> bool:
    """Whether a message asks for something: a question mark, or words with which one requests."""
    return ASKS.search(folded(text)) is not None


def word_count(text: str) -> int:
    """How many words."""
    return len(text.split())


def words_of(text: str) -> list[str]:
    """The words, folded, without punctuation."""
    return _WORD.findall(folded(text))
