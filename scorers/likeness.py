"""How much of one text stands in another already, by words that carry matter: never by characters.

Texts are cut into shingles: their content words and each two that follow one another (Broder, "On the resemblance and
containment of documents", 1997). What is measured is containment: the share of the new text's shingles that the old
one has.
"""

import re
from functools import lru_cache
from itertools import pairwise

from sim.spelling import folded

_STOP = frozenset(
    "a about again all also am an and any are as at be been but by can could did do does for from get give had has "
    "have he hello her hey hi him his how i if in is it its just know let ll may me might more my no not of off ok "
    "okay on or our out over please re s she should so some still t than thank thanks that the their them then there "
    "these they this those to too up us ve very was we were what when where which who why will with would yes you "
    "your morning afternoon good best regards cheers kind dear sorry really need tell".split()
)
_THANKS = re.compile(r"\b(?:thanks?|thx|cheers|much appreciated|great|perfect|noted|got it|will do|ok(?:ay)?)\b")
_REMINDS = re.compile(
    r"\b(?:any (?:news|updates?|progress|luck|word)|just checking|checking (?:in|back)|follow(?:ing)?[- ]?up|"
    r"(?:gentle |friendly |quick |another )?(?:reminder|nudge|ping|bump)|did you (?:see|get|have a chance)|"
    r"still waiting|have(?:n't| not) heard)\b"
)


_REQUESTS = re.compile(
    r"\?|\b(?:please|could you|can you|would you|will you|i need|we need|tell me|send me|let me know)\b"
)


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that carry matter, folded, in order. Numbers count."""
    words = re.findall(r"[^\W_]+(?:[.,:]\d+)*", folded(text))
    return tuple(w for w in words if w not in _STOP and (len(w) > 2 or w.isdigit()))


@lru_cache(maxsize=4096)
def shingles(text: str, without: frozenset[str] = frozenset()) -> frozenset[tuple[str, ...]]:
    """The content words of a text, those in ``without`` left out, and each two neighbours."""
    words = [w for w in content_words(text) if w not in without]
    return frozenset([(w,) for w in words] + list(pairwise(words)))


def contained(new: str, old: str, without: frozenset[str] = frozenset()) -> float:
    """The share of ``new`` that stands in ``old``, from 0 to 1; 0 where ``new`` has no content words.

    Words in ``without`` (the names of those spoken to) are neither.
    """
    mine = shingles(new, without)
    return len(mine & shingles(old, without)) / len(mine) if mine else 0.0


def is_courtesy(text: str) -> bool:
    """Whether a text is but a thank-you or a nod: at most eight words, with thanks or assent, asking nothing."""
    whole = folded(text)
    return "?" not in whole and len(whole.split()) <= 8 and _THANKS.search(whole) is not None


def is_reminder(text: str) -> bool:
    """Whether a text asks where an earlier request stands."""
    return _REMINDS.search(folded(text)) is not None


@lru_cache(maxsize=4096)
def is_request(text: str) -> bool:
    """Whether a text asks for something."""
    return _REQUESTS.search(folded(text)) is not None


def shared_words(one: str, other: str) -> frozenset[str]:
    """The content words that both texts have."""
    return frozenset(content_words(one)) & frozenset(content_words(other))
