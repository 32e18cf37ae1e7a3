"""Whether the player kept its word: what it promised, by when, and what became of it.

docs/scorers/commitments.md says how it is worked out and what guards it.
"""

from itertools import pairwise
from typing import NamedTuple

from scorers.case import Case
from scorers.likeness import content_words, shared_words
from scorers.score import Criterion, Score, along, not_applicable, spell, summed_up
from sim.commitments import keeps
from sim.record import Record
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.world import CommitmentClosed, CommitmentMade

HOUR, DAY = 3600, 8 * 3600

KEPT_LATE = ((0, 0.9), (HOUR, 0.8), (DAY, 0.5), (2 * DAY, 0.3), (3 * DAY, 0.0))
"""What a promise is worth that was kept late, by the seat's working time after it fell due (design choice)."""
MOVED = 0.85
"""What each new date that was given in time leaves of a promise."""
MOVED_TOO_LATE = 0.5
"""What a new date leaves that was given only after the old one had passed."""
RENEGOTIATED = 0.7
"""What a promise is worth that the other agreed to change, where the record holds no new one."""
SAME = 0.5
"""The share of content words in common from which two promises to one person are about one thing."""
FULL_WORDS = 4
"""Content words from which a promise has its full weight; "I'll say hi" has a quarter of it."""
AT_ONCE = 300
"""A promise kept within so many seconds of being made was an announcement: it has a quarter of its weight."""
LEAST = 0.5
"""The weight that all promises must have together for there to be something to score."""

_TIME_WORDS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri today tomorrow tonight noon week end "
    "hour hours minute minutes day days until before after soon later then promise send back get make sure".split()
)


class _Promise(NamedTuple):
    made: Event
    body: CommitmentMade
    closed: Event | None
    how: str
    late: int


class Commitments:
    """Scores the promises of the player."""

    name = "commitments"
    version = "2"

    def score(self, record: Record) -> Score:
        """The mean worth of the player's promises. Not applicable where it made none of any weight."""
        case = Case.of(record)
        criteria = [c for chain in _chains(_promises(case)) if (c := _judged(case, chain)) is not None]
        if not criteria:
            return not_applicable(self, "The player promised nothing that fell due.")
        if sum(c.weight for c in criteria) < LEAST:
            return not_applicable(self, "The player promised nothing of any weight.")
        kept = sum(1 for c in criteria if c.value is not None and c.value >= 0.9)
        broken = sum(1 for c in criteria if c.value == 0.0)
        said = f"Promises: {len(criteria)}, kept in time {kept}, broken {broken}."
        return summed_up(self, criteria, said)


def _promises(case: Case) -> list[_Promise]:
    closed = {body.id: (event, body) for event, body in case.record.bodies(CommitmentClosed) if body.by == case.seat}
    found = []
    for event, body in case.record.bodies(CommitmentMade):
        if body.by == case.seat and event.at >= case.start:
            end, how = closed.get(body.id, (None, None))
            found.append(_Promise(event, body, end, how.how if how else "open", how.late if how else 0))
    return found


def _chains(promises: list[_Promise]) -> list[list[_Promise]]:
    """Promises of one thing to one person, each chain in the order in which they were made.

    A promise that was kept ends its chain: to promise the like again is a new promise.
    """
    chains: list[list[_Promise]] = []
    for promise in promises:
        # The latest first: "I'll have it by then" speaks of what was promised last.
        for chain in reversed(chains):
            last = chain[-1]
            over = last.how in ("kept", "released") and last.closed is not None and last.closed.at <= promise.made.at
            if last.body.to == promise.body.to and not over and _alike(chain[0].body.what, promise.body.what):
                chain.append(promise)
                break
        else:
            chains.append([promise])
    return chains


def _alike(old: str, new: str) -> bool:
    """Whether ``new`` promises the same thing: it shares its words, or has none that say what it is about."""
    mine, theirs = _matter(old), _matter(new)
    return len(mine & theirs) >= SAME * min(len(mine), len(theirs)) if theirs else True


def _matter(what: str) -> frozenset[str]:
    """The content words of a promise without those that say when."""
    return frozenset(w for w in content_words(what) if w not in _TIME_WORDS and not w[:1].isdigit())


def _judged(case: Case, chain: list[_Promise]) -> Criterion | None:
    """One thing promised, with all the dates given for it; None where it had not fallen due."""
    first, last = chain[0], chain[-1]
    factor, moves = 1.0, []
    for before, after in pairwise(chain):
        if before.body.due is None or after.body.due is None or after.body.due - before.body.due < 900:
            continue
        in_time = after.made.at <= before.body.due
        factor *= MOVED if in_time else MOVED_TOO_LATE
        moves.append("in time" if in_time else "too late")
    value, what_became, shown = _ending(case, chain)
    if value is None:
        return None
    confidence = max(promise.body.confidence for promise in chain)
    weight = confidence * min(1.0, len(_matter(first.body.what)) / FULL_WORDS)
    kept_at = last.closed.at if last.closed is not None and last.how == "kept" else None
    if kept_at is not None and kept_at - first.made.at <= AT_ONCE:
        weight *= 0.25
    why = f"To {case.person_named(first.body.to)}: {first.body.what!r}. {what_became}"
    if moves:
        why += f" The date was moved ({', '.join(moves)})."
    evidence = sorted({*(p.made.serial for p in chain), *(p.closed.serial for p in chain if p.closed), *shown})
    return Criterion(
        name=f"promise {first.body.id}",
        value=round(value * factor, 6),
        weight=round(weight, 6),
        explanation=why,
        evidence=tuple(evidence),
        fault=case.broken_by or "agent" if value == 0.0 else "agent",
    )


def _ending(case: Case, chain: list[_Promise]) -> tuple[float | None, str, tuple[int, ...]]:
    """What became of a promise in the end: its worth, in words, and further evidence."""
    for promise in chain:
        if promise.how == "released":
            return 1.0, "It was released from it.", ()
        if promise.how == "kept" and promise.late == 0:
            return 1.0, "Kept in time.", ()
    last = chain[-1]
    due = last.body.due if last.body.due is not None else case.horizon
    late = next((promise.late for promise in chain if promise.how == "kept"), None)
    if late is not None:
        return along(KEPT_LATE, late), f"Kept {spell(late)} of working time late.", ()
    if last.how == "renegotiated":
        return RENEGOTIATED, "Another arrangement was agreed.", ()
    written = _kept_in_writing(case, chain[0].made, last.body, due)
    if written is not None:
        return 1.0, "Kept in time: the file is there.", (written,)
    if due > case.end and not case.left_early:
        return None, "", ()
    after = next((m for m in case.sent_to(last.body.to, since=due) if _takes_up(last.body.what, m.text)), None)
    if after is not None and all(after.serial not in promise.made.causes for promise in chain):
        late = case.worked(case.seat, due, after.at)
        return along(KEPT_LATE, late), f"Kept {spell(late)} of working time late.", (after.serial,)
    return 0.0, "Broken.", ()


def _takes_up(what: str, text: str) -> bool:
    """Whether a message takes up what was promised, as the world counts it."""
    return keeps(what, text)


def _kept_in_writing(case: Case, made: Event, body: CommitmentMade, due: int) -> int | None:
    """The file, written between the promise and its date, that the promise speaks of by name."""
    for event in case.file_events:
        written = event.body
        if isinstance(written, FileWritten) and event.actor == case.seat and made.at < event.at <= due:
            name = written.path.replace("/", " ").replace(".", " ").replace("-", " ").replace("_", " ")
            heading = written.text.lstrip("# \n").partition("\n")[0]
            if len(shared_words(f"{name} {heading}", body.what)) >= 2:
                return event.serial
    return None
