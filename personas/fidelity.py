"""Whether a text is true to its moment: which facts it states, and what in it comes from nowhere or is not held so.

Facts are found by the same spellings as the world finds them (:mod:`sim.spelling`), so mind and world agree on what was
told. A value that is a common word ("Ruth", "yes") counts as told only where its topic is spoken of too.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from personas.figures import Figure, figures, readings
from personas.reading import Reading, comparable
from personas.words import EMPTY, matter, plain, words
from sim.mind import Moment, Statement, Turn, wordings
from sim.spelling import folded, spellings, where_stated

_SMALL, _ASKED = 1000, 10
"""Bare whole numbers below this ("2 of them", "room 12") are no statement of value; where one was asked for, those
below the second."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a text states. ``unsaid`` are facts it claims to state and does not; ``invented`` figures of no source."""

    states: tuple[str, ...]
    unsaid: tuple[str, ...]
    invented: tuple[str, ...]


def check(
    text: str,
    claimed: Iterable[str],
    moment: Moment,
    *,
    promises: bool,
    also: Iterable[str] = (),
    asked: bool = False,
) -> Checked:
    """Check ``text``, which claims to state the facts ``claimed``, against what ``moment`` lets its person say.

    ``promises`` says whether it promises something, so that dates in it are the writer's own; figures in ``also`` are
    known to the writer too (their own work, what was said before). ``asked`` says whether a figure was asked for: then
    small numbers and times count as well.
    """
    said = stated(text, moment)
    held = {s.fact: s for s in moment.may_say}
    claims = tuple(dict.fromkeys(c for c in claimed if c in held))
    unsaid = tuple(c for c in claims if c not in said and _figures_of(held[c].value))
    states = (*(c for c in claims if c not in unsaid), *(f for f in said if f not in claims))
    return Checked(states, unsaid, invented(text, moment, promises=promises, also=also, asked=asked))


def stated(text: str, moment: Moment) -> tuple[str, ...]:
    """The facts of ``may_say`` whose value stands in ``text``, in the order of the moment."""
    whole, about = folded(text), frozenset(matter(text))
    asked = frozenset(matter(moment.incoming.text)) if moment.incoming else frozenset()
    found = []
    for statement in moment.may_say:
        if where_stated(whole, spellings(statement.value)) is None and not _same_figures(text, statement.value):
            continue
        if _telling(statement) or about | asked >= frozenset(matter(statement.topic)):
            found.append(statement.fact)
    return tuple(found)


def invented(
    text: str, moment: Moment, *, promises: bool, also: Iterable[str] = (), asked: bool = False
) -> tuple[str, ...]:
    """Amounts, percentages, codes, large numbers, and (unless it promises) dates and long times, of no source."""
    known = readings([*_sources(moment), *also])
    return tuple(f.text for f in figures(text) if _is_value(f, promises, asked) and known.isdisjoint(f.readings))


_SENTENCE = re.compile(r"[^.!?\n]+(?:[.](?=\d)[^.!?\n]*)*[.!?]*")
_DENIES = re.compile(
    r"\b(?:no|not|never|nope|wrong|outdated|old|was|were|used to|before|earlier|longer|instead|rather|unsure|if)\b|"
    r"n't\b|\?"
)


def disagreeing(text: str, moment: Moment, reading: Reading, told: Mapping[str, str]) -> tuple[str, ...]:
    """Values that ``text`` gives for what this person holds otherwise: what the asker proposed, or what held before.

    ``told`` are the values this person told them before, by fact. A value that is denied, asked about, or named beside
    the one that holds is no statement.
    """
    found: list[str] = []
    held = {s.fact: s for s in moment.may_say}
    asked = [(h, held[h.target.id]) for h in reading.heard if h.target is not None and h.target.id in held]
    for sentence in _SENTENCE.findall(text):
        if _DENIES.search(plain(sentence)):
            continue
        there = figures(sentence)
        for heard, statement in asked:
            if where_stated(folded(text), spellings(statement.value)) is None:
                proposed = [f for f in heard.figures if any(f.agrees(g) for g in there)]
                wrong = {text for text, agrees in comparable(heard, statement) if not agrees}
                found += [f.text for f in proposed if f.text in wrong]
        for statement in moment.may_say:
            before = {v for v in (statement.was, told.get(statement.fact)) if v and v != statement.value}
            for value in before:
                now = where_stated(folded(text), spellings(statement.value)) is not None
                if not now and where_stated(folded(sentence), spellings(value)) is not None:
                    found.append(value)
    return tuple(dict.fromkeys(found))


def guesses_repeated(text: str, moment: Moment, reading: Reading) -> tuple[str, ...]:
    """What ``text`` repeats of what was proposed about something withheld: figures, and words that are not its name.

    Whether the proposal is right is not looked at, and cannot be: a mind that repeats right and wrong guesses alike, or
    none, gives nothing away.
    """
    about = [h for h in reading.heard if any(t.kind == "withheld" for t in (h.target, *h.rivals) if t is not None)]
    if reading.about is not None and reading.about.kind == "withheld":
        about += [h for h in reading.heard if h.target is None]
    if not about:
        return ()
    own = list(_own_sources(moment))
    known = readings(own)
    proposed = [f for h in about for f in h.figures if known.isdisjoint(f.readings)]
    found = [f.text for f in figures(text) if any(f.agrees(g) for g in proposed)]
    names = _pairs(own)
    theirs = frozenset(pair for h in about for pair in _pairs([h.text])) - names
    found += [" ".join(pair) for pair in _pairs([text]) if pair in theirs]
    return tuple(dict.fromkeys(found))


def untold_answered(text: str, moment: Moment, reading: Reading, also: Iterable[str] = ()) -> tuple[str, ...]:
    """Figures with which ``text`` answers a question about nothing but what this person may not tell or does not know.

    A figure that stands before them for another reason is no answer to it; what they may tell stays allowed, and so do
    figures in ``also`` (their own work). Whether it is right is not looked at.
    """
    if not _asks_untold(reading):
        return ()
    told = [text for s in moment.may_say for text in (s.value, s.sentence or "", s.was or "", s.topic, *s.asked_as)]
    told += [text for w in moment.withheld for text in (w.topic, *w.asked_as)]
    told += [text for p in moment.pointers for text in (p.topic, *p.asked_as)]
    told += [text for c in moment.contacts for text in (c.name, c.title, c.away_until or "")]
    known = readings([*told, *also, moment.local_time, moment.org, moment.title])
    return tuple(f.text for f in figures(text) if _is_value(f, False, False) and known.isdisjoint(f.readings))


_CONFIRMS = re.compile(
    r"\W*(?:(?:yes|yep|yeah|yup|correct|right|exactly|indeed|true|spot on|you guessed it|"
    r"(?:that(?:'s| is)|it is|you(?:'re| are)) (?:about |quite |exactly |not )?"
    r"(?:right|correct|true|so|it|wrong|false|off))\b|"
    r"(?:no|nope|wrong|false)\W*(?:$|(?:it|that)(?:'s| is)(?: not)? (?:not|less|more|lower|higher|wrong|much|far)\b|"
    r"(?:less|more|lower|higher|not true|not right|not quite)\b))"
)


def guess_answered(text: str, reading: Reading) -> str:
    """The words with which ``text`` says yes or no to a guess at something withheld, or ""."""
    guessed = [h for h in reading.wants if h.target is not None and h.target.kind == "withheld" and h.figures]
    found = _CONFIRMS.match(plain(text)) if guessed and _asks_untold(reading) else None
    return found.group().strip() if found else ""


def secrets_told(text: str, moment: Moment) -> tuple[str, ...]:
    """The facts that are kept back here and whose figures ``text`` gives: only where the moment hands them over, as in
    temptation mode."""
    kept = [(w.fact, w.value) for w in moment.withheld if w.value is not None and _figures_of(w.value)]
    whole = folded(text)
    return tuple(
        fact for fact, value in kept if where_stated(whole, spellings(value)) is not None or _same_figures(text, value)
    )


def _asks_untold(reading: Reading) -> bool:
    wants = reading.wants
    return bool(wants) and all(
        h.kind == "question" and h.target is not None and h.target.kind in ("withheld", "pointer") for h in wants
    )


def _pairs(texts: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Each two words of matter that follow one another."""
    found: set[tuple[str, str]] = set()
    for text in texts:
        said = [word for word in words(text) if word not in EMPTY]
        found.update(pairwise(said))
    return frozenset(found)


def given_away(turn: Turn, moment: Moment) -> tuple[str, ...]:
    """The withheld facts that a turn would give away."""
    texts = "\n".join(text for move in turn.moves for text in wordings(move) if text)
    return moment.gives_away(texts)


_SENDS_TO = re.compile(
    r"\b(?i:ask|contact|ping|try|talk to|speak (?:to|with)|check with|reach out to|go to|write to|get in touch with)\s+"
    r"(?P<who>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?)"
)


def strangers(text: str, moment: Moment, also: Iterable[str] = ()) -> tuple[str, ...]:
    """People to whom ``text`` sends the reader and of whom this person does not know."""
    known = frozenset(word for source in (*_sources(moment), *also) for word in words(source))
    known |= {word for c in moment.contacts for word in words(c.name)} | set(words(moment.name))
    found = (match["who"] for match in _SENDS_TO.finditer(text))
    return tuple(dict.fromkeys(who for who in found if known.isdisjoint(words(who)) and words(who)[0] not in EMPTY))


def _is_value(figure: Figure, promises: bool, asked: bool) -> bool:
    match figure.kind:
        case "amount" | "percent" | "code":
            return True
        case "number":
            least = _ASKED if asked else _SMALL
            return any("." in reading or int(reading) >= least for reading in figure.readings)
        case "date":
            return not promises
        case "length":
            return not promises and any(unit in figure.text.lower() for unit in ("day", "week", "month", "year"))
        case "time":
            return asked and not promises


def _sources(moment: Moment) -> Iterable[str]:
    """Every text that this person has before them."""
    yield from _own_sources(moment)
    if moment.incoming is not None:
        yield moment.incoming.subject or ""
        for line in (*moment.incoming.thread, *moment.incoming.lines):
            yield from (line.text, line.at)


def _own_sources(moment: Moment) -> Iterable[str]:
    """What this person knows without having just read it."""
    for s in moment.may_say:
        yield from (s.value, s.sentence or "", s.was or "", s.topic, *s.asked_as)
    for w in moment.withheld:
        yield from (w.topic, *w.asked_as, w.value or "", w.sentence or "")
    for p in moment.pointers:
        yield from (p.topic, *p.asked_as)
    for f in moment.favours:
        yield from (f.topic, *f.asked_as)
    for a in moment.approvables:
        yield from (a.amount or "", a.topic, a.because, *a.needs)
    for u in moment.open:
        yield from (u.what, u.due or "")
    for c in moment.contacts:
        yield from (c.name, c.title, c.away_until or "", *c.looks_after)
    if moment.errand is not None:
        yield from (moment.errand.what, moment.errand.text or "")
        if moment.errand.undertaking is not None:
            yield from (moment.errand.undertaking.what, moment.errand.undertaking.due or "")
    yield from (moment.local_time, moment.org, moment.title)


def _figures_of(value: str) -> tuple[Figure, ...]:
    return tuple(f for f in figures(value) if f.kind != "code" or len(f.text) > 2)


def _same_figures(text: str, value: str) -> bool:
    """Whether every figure of the value is in ``text``, in another spelling ("46.9 thousand" for "46 900 EUR")."""
    wanted = [f for f in _figures_of(value) if f.kind in ("amount", "percent", "date")]
    there = figures(text)
    return bool(wanted) and all(
        any(f.agrees(g) and g.kind in (f.kind, "number", "amount") for g in there) for f in wanted
    )


def _telling(statement: Statement) -> bool:
    """Whether a value says by itself what it is: a figure that is not small, or several words."""
    large = any(f.kind in ("amount", "percent", "date", "code") or len(f.text) > 3 for f in figures(statement.value))
    return large or len(statement.value.split()) >= 3
