"""Who knows what when: what is true, who has heard which version of it, from whom, and who believes otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from workaday.window.reading import Reading, Who

STANDS: Final = {
    "knows": "knows what is so",
    "outdated": "knows what was so",
    "wrong": "believes otherwise",
    "unknown": "does not know",
}
"""How somebody can stand to a fact, and in words."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How somebody stands to a fact at a moment."""

    who: Who
    stand: str
    value: str = ""
    since: int | None = None
    source: str = ""
    """From whom: a person's id, "document", or "" where they knew it from the start."""
    place: str = ""
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true, at a moment."""

    id: str
    topic: str
    value: str
    sentence: str
    version: int
    since: int
    versions: tuple[tuple[int, str, int], ...]
    """Every version so far: number, value, since when."""
    later: int
    """How many changes are still to come."""
    stands: Mapping[str, Stand]

    def count(self, stand: str) -> int:
        """How many stand so."""
        return sum(each.stand == stand for each in self.stands.values())


@dataclass(frozen=True, slots=True)
class Telling:
    """One person learned a fact from another, or from a file."""

    at: int
    serial: int
    who: Who
    source: str
    value: str
    version: int | None
    place: str


def facts(reading: Reading, at: int) -> list[Fact]:
    """What is true at a moment, in the order of the scenario, with how everybody stands to it."""
    heard: dict[str, dict[str, Any]] = {}
    for fact, who, when, version, value, source, place, serial in reading.rows(
        "SELECT fact, who, at, version, value, source, place, serial FROM knows WHERE serial < ? ORDER BY serial",
        (reading.serial_at(at + 1),),
    ):
        heard.setdefault(fact, {})[who] = (version, value, when, source, place, serial)
    return [_fact(reading, data, at, heard.get(data["id"], {})) for data in _declared(reading)]


def _declared(reading: Reading) -> list[Mapping[str, Any]]:
    return list(reading.record.header.get("script", {}).get("facts", []))


def _fact(reading: Reading, data: Mapping[str, Any], at: int, heard: Mapping[str, Any]) -> Fact:
    versions = data["versions"]
    known = [n for n, version in enumerate(versions) if version["since"] <= max(at, reading.start)]
    current = known[-1] if known else 0
    stands: dict[str, Stand] = {}
    for who in reading.people.values():
        stands[who.id] = _stand(reading, who, data, versions, current, heard.get(who.id))
    told = tuple((n, str(versions[n]["value"]), int(versions[n]["since"])) for n in known)
    now = versions[current]
    return Fact(
        data["id"], data["topic"], now["value"], now.get("sentence") or "", current, now["since"], told,
        len(versions) - len(known), stands,
    )  # fmt: skip


def _stand(
    reading: Reading, who: Who, data: Mapping[str, Any], versions: Any, current: int, heard: tuple[Any, ...] | None
) -> Stand:
    if heard is not None:
        version, value, when, source, place, serial = heard
        stand = "wrong" if version is None else "knows" if version == current else "outdated"
        return Stand(who, stand, value, when, source, place, serial)
    believed = data.get("believed", {}).get(who.id)
    if believed is not None:
        return Stand(who, "wrong", believed["value"], None, "", "")
    for n in range(current, -1, -1):
        if who.id in versions[n].get("known_by", ()):
            stand = "knows" if n == current else "outdated"
            return Stand(who, stand, versions[n]["value"], versions[n]["since"], "", "")
    return Stand(who, "unknown")


def tellings(reading: Reading, fact: str, at: int) -> list[Telling]:
    """How a fact spread up to a moment."""
    rows = reading.rows(
        "SELECT at, serial, who, source, value, version, place FROM knows "
        "WHERE fact = ? AND serial < ? AND source <> '' ORDER BY serial",
        (fact, reading.serial_at(at + 1)),
    )
    return [
        Telling(when, serial, reading.who(who), source, value, version, place)
        for when, serial, who, source, value, version, place in rows
    ]


@dataclass(frozen=True, slots=True)
class Promise:
    """What somebody promised somebody."""

    id: str
    giver: Who
    taker: Who
    what: str
    due: int | None
    at: int
    serial: int
    how: str
    """open, overdue, kept, late, broken, released, renegotiated."""
    closed: int | None
    late: int
    closing: int | None


def promises(reading: Reading, at: int, who: str = "") -> list[Promise]:
    """What had been promised by a moment, the open ones first, then the latest first."""
    rows = reading.rows(
        "SELECT id, giver, taker, what, due, at, serial, closed, how, late, closing FROM promise "
        "WHERE serial < :high AND (:who = '' OR giver = :who OR taker = :who) ORDER BY serial DESC",
        {"high": reading.serial_at(at + 1), "who": who},
    )
    found = []
    for id, giver, taker, what, due, made, serial, closed, how, late, closing in rows:
        over = closed is not None and closed <= at
        state = (
            ("late" if how == "kept" and late else str(how))
            if over
            else ("overdue" if due is not None and due < at else "open")
        )
        found.append(
            Promise(
                id, reading.who(giver), reading.who(taker), what, due, made, serial, state,
                closed if over else None, int(late or 0) if over else 0, closing if over else None,
            )
        )  # fmt: skip
    return sorted(found, key=lambda promise: promise.how not in ("open", "overdue"))


@dataclass(frozen=True, slots=True)
class Bond:
    """What somebody feels about somebody else, as last recorded."""

    toward: Who
    trust: float | None
    irritation: float | None


def bonds(reading: Reading, who: str, at: int) -> list[Bond]:
    """How somebody's trust and irritation had changed by a moment."""
    found: dict[str, dict[str, float]] = {}
    for what, toward, new in reading.rows(
        "SELECT what, toward, new FROM feeling WHERE who = ? AND toward IS NOT NULL AND at <= ? ORDER BY serial",
        (who, at),
    ):
        found.setdefault(toward, {})[what] = new
    return [Bond(reading.who(id), of.get("trust"), of.get("irritation")) for id, of in found.items()]
