"""One run of a report: its scores with what shows them, what was known when, whom it pleased, and its story."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorers.score import Criterion, Score
from scorers.score_run import ScoreCard
from sim.localtime import local
from workaday.report import of_coworkers, open_points, usage_data, verdict
from workaday.window.reading import Line, Reading, Who
from workaday.window.report.lanes import Lanes, lanes

MOST_LINES: Final = 4000
"""Lines of a story that a report holds; the rest is counted."""
_CITED: Final = 6
"""Events that are shown for one criterion."""


@dataclass(frozen=True, slots=True)
class Cited:
    """An event of the run as a report shows it. ``anchor`` is where it stands."""

    anchor: str
    when: str
    who: Who
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A criterion with the events that show it."""

    name: str
    value: float | None
    explanation: str
    fault: str
    shown: tuple[Cited, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A scorer's row."""

    name: str
    value: float | None
    weight: float
    about: str
    criteria: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the story."""

    number: int
    name: str
    lines: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A fact and what the seat knew of it."""

    topic: str
    value: str
    """What is so at the end."""
    learned: tuple[tuple[str, str, str, bool], ...]
    """When, from whom, which value, and whether it is still so."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How far somebody trusts the player, from 0 to 1, at first and in the end."""

    who: Who
    first: float
    last: float


@dataclass(slots=True)
class RunPart:
    """All that a report says of one run."""

    anchor: str
    path: str
    title: str
    facts: Sequence[tuple[str, str]]
    card: ScoreCard
    verdict: str
    scores: Sequence[Scored]
    losses: Sequence[tuple[str, Judged]]
    """What lost points and counts, the greatest loss first, each with its scorer."""
    asides: Sequence[str]
    known: Sequence[Known]
    trust: Sequence[Trust]
    promises: Sequence[Mapping[str, Any]]
    lanes: Lanes | None
    days: Sequence[Day] = ()
    left_out: int = 0
    """Lines of the story that are not in the report."""
    cited: Sequence[Cited] = ()
    """Events that are shown for a score and are in no day."""


def run_part(reading: Reading, card: ScoreCard, anchor: str, *, story: bool) -> RunPart:
    """What a report says of the run in ``reading``, all of which is indexed; ``story`` is told day by day."""
    teller = _Teller(reading, anchor)
    scores = [teller.scored(name, score) for name, score in card.scores.items()]
    days, left_out = teller.days() if story else ([], 0)
    told = {line.anchor for day in days for line in day.lines}
    shown = {c.anchor: c for row in scores for judged in row.criteria for c in judged.shown}
    script = reading.record.header.get("script", {})
    return RunPart(
        anchor=anchor,
        path=reading.path,
        title=str(script.get("title") or reading.record.scenario),
        facts=_facts(reading, card),
        card=card,
        verdict=verdict(card),
        scores=sorted(scores, key=lambda row: (row.name != "outcome", row.weight <= 0, row.value is None, row.name)),
        losses=_losses(card, scores),
        asides=[*open_points(card), *of_coworkers(card)],
        known=_known(reading),
        trust=_trust(reading),
        promises=_promises(reading),
        lanes=lanes(reading),
        days=days,
        left_out=left_out,
        cited=[shown[key] for key in sorted(shown.keys() - told, key=lambda key: int(key.rpartition("e")[2]))],
    )


class _Teller:
    """Puts events of one run into words, with anchors of their own in the report."""

    def __init__(self, reading: Reading, anchor: str) -> None:
        self._reading = reading
        self._anchor = anchor

    def cited(self, line: Line) -> Cited:
        r = self._reading
        return Cited(f"{self._anchor}e{line.serial}", r.transcript.when(line.at), r.who(line.actor), line.text)

    def scored(self, name: str, score: Score) -> Scored:
        about = score.explanation if score.why_not is None else f"Does not apply: {score.why_not}"
        return Scored(name, score.value, score.weight, about, tuple(self.judged(each) for each in score.criteria))

    def judged(self, each: Criterion) -> Judged:
        shown = tuple(self.cited(self._reading.line(serial)) for serial in each.evidence[:_CITED])
        why = each.explanation or each.ungraded
        return Judged(each.name, each.value, why, each.fault, shown, max(0, len(each.evidence) - _CITED))

    def days(self) -> tuple[list[Day], int]:
        """The story of what the seat did and was told."""
        reading, left, found = self._reading, MOST_LINES, list[Day]()
        whole = 0
        for number, since in reading.days():
            until = reading.next_midnight(since) - 1
            who = reading.seat or None
            whole += reading.count(since=max(since, reading.start), until=until, who=who)
            lines = reading.lines(since=max(since, reading.start), until=until, who=who, most=left) if left else []
            left -= len(lines)
            if lines:
                name = local(since, reading.zone).strftime("%A %d %B %Y").replace(" 0", " ")
                found.append(Day(number, name, tuple(self.cited(line) for line in lines)))
        return found, whole - (MOST_LINES - left)


def _losses(card: ScoreCard, scores: Iterable[Scored]) -> list[tuple[str, Judged]]:
    """The criteria that lost something, in scores that count, by how much of their scorer's weight went with them."""
    lost = []
    for row in scores:
        score = card.scores[row.name]
        whole = sum(each.weight for each in score.criteria if each.value is not None) or 1.0
        for plain, judged in zip(score.criteria, row.criteria, strict=True):
            if row.weight > 0 and plain.value is not None and plain.value < 1 and plain.weight > 0:
                lost.append((row.weight * plain.weight / whole * (1 - plain.value), row.name, judged))
    lost.sort(key=lambda each: -each[0])
    return [(name, judged) for _, name, judged in lost]


def _facts(reading: Reading, card: ScoreCard) -> list[tuple[str, str]]:
    """What is to be known of a run before its scores."""
    record = reading.record
    header = record.header
    hours = (reading.latest - reading.start) / 3600
    told = [
        ("scenario", record.scenario),
        ("player", str(header.get("player", ""))),
        ("coworkers", str(header.get("mind", ""))),
        ("seed", str(record.seed)),
        ("ended", card.outcome if not card.stands else f"not over: {card.stands}"),
        ("simulated", f"{hours:,.0f} hours, {reading.indexed:,} events"),
    ]
    for role, used in usage_data(record.usage()).items():
        if used["calls"]:
            price = "" if used.get("cost") is None else f", {used['cost']:.4f} USD"
            tokens = used["prompt_tokens"] + used["completion_tokens"]
            told.append((f"models of {role}", f"{used['calls']:,} calls, {tokens:,} tokens{price}"))
    return [*told, ("digest", record.digest()[:16])]


def _known(reading: Reading) -> list[Known]:
    """What the seat learned, fact by fact."""
    facts = reading.record.header.get("script", {}).get("facts", [])
    found = []
    for fact in facts:
        history = reading.rows("SELECT version, value FROM fact WHERE fact = ? ORDER BY serial", (fact["id"],))
        now = history[-1] if history else (0, fact["versions"][0]["value"])
        learned = reading.rows(
            "SELECT at, source, version, value FROM knows WHERE fact = ? AND who = ? AND source != '' ORDER BY serial",
            (fact["id"], reading.seat),
        )
        rows = tuple(
            (reading.transcript.when(at), reading.who(source).name if source else "", value, version == now[0])
            for at, source, version, value in learned
        )
        found.append(Known(fact["topic"], now[1], rows))
    return found


def _trust(reading: Reading) -> list[Trust]:
    """Whose trust in the player moved, the greatest loss first."""
    found: dict[str, tuple[float, float]] = {}
    query = "SELECT who, old, new FROM feeling WHERE what = 'trust' AND toward = ? ORDER BY serial"
    for who, old, new in reading.rows(query, (reading.seat,)):
        found[who] = (found.get(who, (old, 0.0))[0], new)
    moved = [Trust(reading.who(who), first, last) for who, (first, last) in found.items()]
    return sorted(moved, key=lambda each: each.last - each.first)


def _promises(reading: Reading) -> list[Mapping[str, Any]]:
    """What the player promised and was promised."""
    query = "SELECT giver, taker, what, due, at, how, late FROM promise WHERE ? IN (giver, taker) ORDER BY serial"
    when = reading.transcript.when
    return [
        {
            "by": reading.who(giver), "to": reading.who(taker), "what": what, "how": how or "open",
            "due": "" if due is None else when(due), "at": when(at), "late": late or 0,
        }
        for giver, taker, what, due, at, how, late in reading.rows(query, (reading.seat,))
    ]  # fmt: skip
