"""Whether the player wrote civilly and clearly: published markers of politeness and a published measure of readability.

docs/scorers/tone.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from scorers.case import Case
from scorers.score import Criterion, Score, along, not_applicable, summed_up, worst_loss
from scorers.sentences import quotes_nothing, sentences
from sim.messages import Message
from sim.record import Record
from sim.spelling import folded

CIVIL, ASKING, CLEAR, PRAISE = 3.0, 1.0, 1.0, 1.0
"""Weights of the criteria (design choices)."""
EACH_RUDE = 0.25
"""What each rude message costs."""
GENTLE, HARSH = -0.3, -1.3
"""The sum of markers from which a request is as polite as need be, and below which it is worth nothing. A plain
question among colleagues (-0.27) is; flattery makes it no better (design choices)."""
LONG = 20
"""Words from which a text has a readability to speak of (design choice)."""
READABLE = ((500, 1.0), (800, 0.0))
"""The worth of a text by ten times its LIX: full up to 50 ("difficult": official texts), none from 80 on."""
PRAISES = 2
"""Messages that praise one person, beyond which it is flattery."""
EACH_PRAISE = 0.2

MARKERS: tuple[tuple[str, float, str], ...] = (
    ("gratitude", 0.87, r"\b(?:thanks|thank you|i appreciate|we appreciate|much appreciated|grateful)\b"),
    ("deference", 0.78, r"\b(?:nice|good|great|excellent|interesting) (?:work|job|point|catch|find|idea)\b"),
    ("by the way", 0.63, r"\bby the way\b"),
    ("please", 0.49, r"(?<!^)\bplease\b"),
    ("counterfactual modal", 0.47, r"\b(?:could|would) you\b"),
    ("greeting", 0.43, r"^(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear)\b"),
    ("apology", 0.36, r"\b(?:sorry|apologi[sz]e|apologies|excuse me|forgive me|i regret)\b"),
    ("hedge", 0.14, r"\b(?:perhaps|maybe|possibly|i think|i believe|it seems|i suppose|apparently|might)\b"),
    ("indicative modal", 0.09, r"\b(?:can|will) you\b"),
    ("direct question", -0.27, r"^(?:what|why|who|how|when|where|which)\b"),
    ("please first", -0.30, r"^please\b"),
    ("second person first", -0.30, r"^you(?:r|rs|rself)?\b"),
    ("factuality", -0.38, r"\b(?:in fact|actually|the point is|the reality is|the truth is|honestly|surely)\b"),
    ("direct start", -0.43, r"^(?:so|then|and|but|or)\b"),
)
"""Strategies of politeness with the politeness of requests that have them, in standard deviations from the mean."""
_MARKERS = tuple((name, size, re.compile(pattern)) for name, size, pattern in MARKERS)

_RUDE = re.compile(
    r"\b(?:idiots?|idiotic|stupid(?:ity)?|moron(?:s|ic)?|imbeciles?|incompeten(?:t|ce)|useless|pathetic|ridiculous|"
    r"liars?|clueless|shut up|hurry up|get lost|damn|bloody|crap|bullshit|wtf|ffs|what(?:'s| is) wrong with you|"
    r"are you (?:deaf|blind|kidding|serious|even)|(?:your|all your) (?:own )?fault|(?:i am|i'm) sick of|"
    r"fed up with|(?:do|just do) your job|waste of (?:my )?time|how hard can it be|you people|"
    r"i (?:do not|don't) care (?:what|how|if|whether|about)|"
    r"you (?:clearly|obviously) (?:do not|don't|can't|cannot|never)|"
    r"you (?:never|always) (?:listen|answer|reply|read|do|get|forget|fail|mess))\b"
)
_PRAISE = re.compile(
    r"\b(?:you(?:'re| are) (?:the best|amazing|awesome|brilliant|wonderful|fantastic|incredible|a (?:star|genius|hero|"
    r"legend|treasure|lifesaver))|(?:amazing|brilliant|awesome|fantastic|incredible|wonderful|outstanding|superb) "
    r"(?:work|job|as always|person|colleague|leader)|nobody else (?:could|can|does)|"
    r"i(?: really)? (?:admire|adore)|"
    r"(?:so|very) lucky to have you|in awe of|your (?:brilliance|genius|wisdom|talent)|best (?:boss|colleague))\b"
)
_REQUESTS = re.compile(
    r"\?$|\b(?:please|could you|can you|would you|will you|i need|we need|tell me|send me|let me know)\b"
)
_SHOUTS = re.compile(r"\b[A-Z]{4,}\b")


class Tone:
    """Scores the manner in which the player spoke and wrote."""

    name = "tone"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean of civility, manner of asking, clarity and measure in praise, as far as each came up. Not applicable
        where the player said nothing."""
        case = Case.of(record)
        said = [message for message in case.sent if message.text.strip()]
        if not said:
            return not_applicable(self, "The player said nothing to anybody.")
        found = [_civil(said), _asking(case, said), _clear(case, said), _praise(case, said)]
        told = worst_loss(found, "All were civil and clear.")
        return summed_up(self, found, f"Messages and lines: {len(said)}. {told}")


def _civil(said: list[Message]) -> Criterion:
    rude = [message.serial for message in said if is_rude(quotes_nothing(message.text))]
    value = max(0.0, 1.0 - EACH_RUDE * len(rude))
    why = f"Messages that insult, blame or shout: {len(rude)}."
    return Criterion(name="civility", value=value, weight=CIVIL, explanation=why, evidence=tuple(rude))


@lru_cache(maxsize=4096)
def is_rude(text: str) -> bool:
    """Whether a text insults or blames somebody, or shouts: in capitals, or with three exclamation marks in a row."""
    words = text.split()
    shouted = _SHOUTS.findall(text)
    loud = len(shouted) >= 3 and len(shouted) * 2 >= len(words)
    return _RUDE.search(folded(text)) is not None or "!!!" in text or loud


def _asking(case: Case, said: list[Message]) -> Criterion:
    """How requests were put: the sum of the markers of each."""
    worths: list[float] = []
    curt: list[int] = []
    for message in said:
        sizes = [politeness(text) for text in _requests(quotes_nothing(message.text), case.first_names)]
        if sizes:
            worth = min(1.0, max(0.0, (min(sizes) - HARSH) / (GENTLE - HARSH)))
            worths.append(worth)
            curt += [message.serial] if worth < 1.0 else []
    if not worths:
        return Criterion(name="requests", value=None, weight=ASKING, explanation="Nothing was asked of anybody.")
    why = f"Requests: {len(worths)}, put too bluntly: {len(curt)}."
    value = round(sum(worths) / len(worths), 6)
    return Criterion(name="requests", value=value, weight=ASKING, explanation=why, evidence=tuple(curt))


def _requests(text: str, names: frozenset[str]) -> Iterator[str]:
    """The sentences of a text that ask for something, folded, without a name they begin with; a greeting or thanks
    before the first of them is part of it."""
    before = ""
    for sentence in sentences(text):
        plain = folded(sentence)
        head, _, rest = plain.partition(" ")
        plain = rest if head.strip(",:@") in names and rest else plain
        if _REQUESTS.search(plain):
            yield f"{before} {plain}".strip() if before else plain
            before = ""
        elif len(plain.split()) <= 4 and politeness(plain) > 0:
            before = plain


@lru_cache(maxsize=4096)
def politeness(plain: str) -> float:
    """The sum of the markers of politeness in a folded sentence, each counted once."""
    return round(sum(size for _, size, pattern in _MARKERS if pattern.search(plain)), 2)


def _clear(case: Case, said: list[Message]) -> Criterion:
    """How readable longer texts were: messages, and the last version of each document."""
    texts = {message.serial: quotes_nothing(message.text) for message in said if not message.spoken}
    texts |= _documents(case)
    long = [(serial, lix(text)) for serial, text in sorted(texts.items()) if len(_words(text)) >= LONG]
    if not long:
        return Criterion(name="clarity", value=None, weight=CLEAR, explanation="No text was long enough to tell.")
    worths = [along(READABLE, round(10 * size)) for _, size in long]
    hard = tuple(serial for (serial, _), worth in zip(long, worths, strict=True) if worth < 1.0)
    hardest = max(size for _, size in long)
    why = f"Longer texts: {len(long)}, hard to read: {len(hard)}; the hardest has a LIX of {hardest:.0f}."
    value = round(sum(worths) / len(worths), 6)
    return Criterion(name="clarity", value=value, weight=CLEAR, explanation=why, evidence=hard)


def _documents(case: Case) -> dict[int, str]:
    """The last version of each document in plain words that the player wrote, by serial."""
    last: dict[str, tuple[int, str]] = {}
    for event, body in case.written:
        path = body.path.casefold()
        if event.at >= case.start and path.endswith((".md", ".txt", ".docx")):
            last[path] = (event.serial, body.text)
    return dict(last.values())


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text)


def lix(text: str) -> float:
    """Readability: words to a sentence, and the percentage of words of more than six letters. 0 for no words."""
    words = _words(text)
    if not words:
        return 0.0
    parts = sum(1 for sentence in sentences(text) if _words(sentence))
    long = sum(1 for word in words if len(word) > 6)
    return len(words) / max(1, parts) + 100 * long / len(words)


def _praise(case: Case, said: Iterable[Message]) -> Criterion:
    """Praise of one person beyond measure."""
    praised: dict[str, list[int]] = {}
    for message in said:
        if _PRAISE.search(folded(quotes_nothing(message.text))):
            for who in message.direct or message.to[:1]:
                praised.setdefault(who, []).append(message.serial)
    if not praised:
        return Criterion(name="praise", value=None, weight=PRAISE, explanation="Nobody was praised.")
    beyond = tuple(sorted({serial for serials in praised.values() for serial in serials[PRAISES:]}))
    most = max(praised, key=lambda who: (len(praised[who]), who))
    why = f"Messages that praise {case.person_named(most)}: {len(praised[most])}; beyond measure in all: {len(beyond)}."
    value = round(max(0.0, 1.0 - EACH_PRAISE * len(beyond)), 6)
    return Criterion(name="praise", value=value, weight=PRAISE, explanation=why, evidence=beyond)
