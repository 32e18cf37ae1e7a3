"""The whole of it: the table, and how alike talk is to that of people; over one run or several."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorers.realism import divergence, mail
from scorers.realism.disclosure import Reactions, reactions
from scorers.realism.divergence import Divergences, facets
from scorers.realism.episodes import Episode, episodes
from scorers.realism.estimates import Estimate
from scorers.realism.features import PEOPLE, Profile, alike, profile, similarity
from scorers.realism.log import Log, read
from scorers.realism.reference import Talk
from scorers.realism.table import CHOICES, FIGURES, Figure, Row, table
from sim.record import Record

PERSON_LEAST = 5
"""Episodes of somebody below which they get no profile of their own."""
AUC_MOST = 0.90


@dataclass(frozen=True, slots=True)
class Compared:
    """Talk of the runs against talk of people: by dimension, as divergences, and whether it can be told apart."""

    source: str
    talks: int
    alike: Mapping[str, float]
    apart: Divergences | None
    floor: Divergences | None
    """Two halves of the people's talk."""
    auc: float | None


@dataclass(frozen=True, slots=True)
class Likeness:
    """The features of talk. ``people`` has a profile for each coworker who has asked enough."""

    episodes: int
    answered: int
    askers: Profile | None
    answerers: Profile | None
    people: Mapping[str, Profile]
    known: Mapping[str, float]
    """By feature for which a mean of people is published, how alike ours is (0 to 1)."""
    reactions: Reactions
    floor: Divergences | None
    """Two halves of the runs' own talk."""
    compared: Compared | None


@dataclass(frozen=True, slots=True)
class Realism:
    """What was read of some runs."""

    runs: tuple[str, ...]
    person_days: int
    rows: tuple[Row, ...]
    shapes: Mapping[str, float]
    """Log-likelihood per mail reply of each shape of reply times."""
    likeness: Likeness

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {
            "runs": list(self.runs),
            "person_days": self.person_days,
            "rows": [_row_data(row) for row in self.rows],
            "reply_time_shapes": {name: round(value, 4) for name, value in self.shapes.items()},
            "likeness": _likeness_data(self.likeness),
        }


def realism(records: Sequence[Record], against: Sequence[Talk] = (), source: str = "") -> Realism:
    """Everything, from the records alone; ``against`` is talk of people, which ``source`` names.

    Raises :class:`scorers.case.NotScorable` for a record that is no staged run.
    """
    logs = read(records)
    found = likeness(logs, against, source)
    return Realism(
        runs=tuple(record.path for record in records),
        person_days=sum(log.person_days for log in logs),
        rows=(*table(logs, FIGURES), _told_apart(found.compared), *table(logs, CHOICES)),
        shapes=mail.shapes(logs),
        likeness=found,
    )


def _told_apart(compared: Compared | None) -> Row:
    figure = Figure("20b", "simulated told from real, area under the curve", "0.940 to 1.000 for published simulators",
                    None, AUC_MOST, lambda logs: Estimate(None))  # fmt: skip
    if compared is None or compared.auc is None:
        why = "there is no talk of people to compare with (--against)" if compared is None else "too few talks"
        return Row(figure, Estimate(None), "not applicable", why)
    estimate = Estimate(compared.auc, compared.talks)
    return Row(figure, estimate, "in range" if compared.auc <= AUC_MOST else "out")


def likeness(logs: Sequence[Log], against: Sequence[Talk] = (), source: str = "") -> Likeness:
    """The features of the episodes in chat, for the office and for each person.

    Mail and calls are left out: the talks that they are compared with were typed to and fro.
    """
    found = [episode for episode in episodes(logs) if episode.medium == "dm"]
    askers = profile([episode.side(True) for episode in found])
    own = [facets(e.side(True), e.side(False)) for e in found]
    return Likeness(
        episodes=len(found),
        answered=sum(episode.answered for episode in found),
        askers=askers,
        answerers=profile([side for episode in found if (side := episode.side(False))]),
        people=dict(_by_person(found)),
        known={} if askers is None else {n: similarity(v, askers.means[n]) for n, v in PEOPLE.items()},
        reactions=reactions(logs),
        floor=divergence.halves(own),
        compared=_compared(askers, own, against, source) if against else None,
    )


def _by_person(found: Iterable[Episode]) -> Iterable[tuple[str, Profile]]:
    talks: dict[str, list[list[str]]] = {}
    for episode in found:
        talks.setdefault(episode.asker, []).append(episode.side(True))
    for who, said in sorted(talks.items()):
        own = profile(said) if len(said) >= PERSON_LEAST else None
        if own is not None:
            yield who, own


def _compared(
    askers: Profile | None, own: Sequence[divergence.Vector], against: Sequence[Talk], source: str
) -> Compared:
    people = profile([talk.asker for talk in against])
    theirs = [facets(talk.asker, talk.answerer) for talk in against if talk.asker]
    return Compared(
        source=source,
        talks=len(theirs),
        alike={} if askers is None or people is None else alike(people.means, askers.means),
        apart=divergence.between(theirs, own),
        floor=divergence.halves(theirs),
        auc=divergence.told_apart(theirs, own),
    )


# --- as data ---


def _row_data(row: Row) -> dict[str, Any]:
    figure, estimate = row.figure, row.estimate
    return {
        "row": figure.row,
        "figure": figure.name,
        "published": figure.published,
        "range": [figure.low, figure.high],
        "ours": _rounded(estimate.value),
        "interval": [_rounded(estimate.low), _rounded(estimate.high)],
        "n": estimate.n,
        "kind": figure.kind,
        "starred": figure.starred,
        "verdict": row.verdict,
        "why": row.why,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _likeness_data(found: Likeness) -> dict[str, Any]:
    return {
        "episodes": found.episodes,
        "answered": found.answered,
        "askers": _profile_data(found.askers),
        "answerers": _profile_data(found.answerers),
        "people": {who: _profile_data(own) for who, own in found.people.items()},
        "similarity_to_published": {name: round(value, 4) for name, value in found.known.items()},
        "after_failures": {
            "failures": found.reactions.failures,
            "after": {name: round(value, 4) for name, value in found.reactions.after.items()},
            "usually": {name: round(value, 4) for name, value in found.reactions.usually.items()},
            "silence": _rounded(found.reactions.silence),
        },
        "floor": _divergences_data(found.floor),
        "against": None
        if found.compared is None
        else {
            "source": found.compared.source,
            "talks": found.compared.talks,
            "alike": {name: round(value, 1) for name, value in found.compared.alike.items()},
            "apart": _divergences_data(found.compared.apart),
            "floor": _divergences_data(found.compared.floor),
            "auc": _rounded(found.compared.auc),
        },
    }


def _profile_data(found: Profile | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "talks": found.talks,
        "means": {name: round(value, 4) for name, value in found.means.items()},
        "spreads": {name: round(value, 4) for name, value in found.spreads.items()},
    }


def _divergences_data(found: Divergences | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "missing": round(found.missing, 4),
        "invented": round(found.invented, 4),
        "both": round(found.both, 4),
        "n": found.n,
    }
