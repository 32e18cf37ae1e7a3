"""What each view shows: a function for each, from a reading and a look to what its template is given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sim.localtime import local, long_local
from sim.vocabulary.core import body_data
from workaday.window import documents, forks, knowledge, lanes, presence, talk
from workaday.window.chart import chart, curve
from workaday.window.indexing import SORTS
from workaday.window.look import VIEWS, Look, moment
from workaday.window.points import Scored, evidence_of
from workaday.window.reading import PAGE, Line, Reading, Who

JUST: Final = 14
"""Lines of what just happened."""
OPEN_ASKS: Final = 8


@dataclass(frozen=True, slots=True)
class Extra:
    """What pages know beside the reading: scores, runs beside this one, how far the file goes."""

    scored: Scored | None = None
    scoring: bool = False
    fault: str = ""
    siblings: list[forks.Sibling] | None = None
    comparing: bool = False
    total: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the story with who did it and where it can be opened."""

    line: Line
    who: Who
    href: str
    place: str


def shown(reading: Reading, look: Look, extra: Extra) -> dict[str, Any]:
    """Everything that the page of a look is made of."""
    at = moment(reading, look)
    context = {
        "look": look,
        "at": at,
        "views": VIEWS,
        "sorts": SORTS,
        "run": run_of(reading, extra),
        "clock": Clock(reading),
        "people": presence.presences(reading, at),
        "person": reading.who(look.who) if look.who else None,
        "steps": steps(reading, at, look),
        "who": reading.who,
    }
    return {**context, **_VIEWS[look.view](reading, look, at, extra)}


class Clock:
    """Instants in words, on the seat's clock."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.zone = reading.zone

    def time(self, at: int) -> str:
        """Such as "10:15"."""
        return f"{local(at, self.zone):%H:%M}"

    def day(self, at: int) -> str:
        """Such as "Tue 3 March"; with the year, where it is not that in which the run begins."""
        day, _, year = long_local(at, self.zone).rpartition(",")[0].rpartition(" ")
        return day if local(self._reading.start, self.zone).year == int(year) else f"{day} {year}"

    def full(self, at: int) -> str:
        """Such as "Tue 3 March, 10:15"."""
        return f"{self.day(at)}, {self.time(at)}"

    def number(self, at: int) -> int:
        """The day of the run, from 1."""
        return self._reading.day(at)

    def near(self, at: int, now: int) -> str:
        """The time alone on the day that is looked at, else with its day."""
        same = local(at, self.zone).date() == local(now, self.zone).date()
        return self.time(at) if same else self.full(at)

    def iso(self, at: int) -> str:
        """For machines."""
        return local(at, self.zone).isoformat()


def run_of(reading: Reading, extra: Extra) -> Mapping[str, Any]:
    """The run as the bar above every view tells it."""
    header = reading.record.header
    ended = (
        reading.rows("SELECT serial FROM mark WHERE sort = 'end' ORDER BY serial DESC LIMIT 1") if reading.ended else []
    )
    body = body_data(reading.event(ended[0][0]).body) if ended else {}
    return {
        "title": str(header.get("title") or header.get("scenario") or reading.path),
        "about": str(header.get("about") or ""),
        "org": "" if reading.graph is None else reading.graph.name,
        "scenario": str(header.get("scenario", "")),
        "player": str(header.get("player", "")),
        "mind": str(header.get("mind", "")),
        "seed": header.get("seed", ""),
        "outcome": str(body.get("outcome", "")),
        "why": str(body.get("why", "")),
        "path": reading.path,
        "zone": reading.zone,
        "start": reading.start,
        "end": max(reading.latest, (reading.horizon or 0) if not reading.ended else 0, reading.start + 60),
        "latest": reading.latest,
        "indexed": reading.indexed,
        "total": max(extra.total, reading.indexed),
        "ended": reading.ended,
    }


def steps(reading: Reading, at: int, look: Look) -> dict[str, int | None]:
    """Where one can go from a moment: to the event, the mark and the day before and after."""
    here = reading.serial_at(at + 1)
    first = reading.serial_at(at)
    mine = " AND serial IN (SELECT serial FROM party WHERE who = :who)" if look.who else ""
    given = {"here": here, "first": first, "at": at, "who": look.who}
    tomorrow = reading.next_midnight(at)
    yesterday = reading.midnight(reading.midnight(at) - 1)
    return {
        "next": reading.one(f"SELECT at FROM told WHERE serial >= :here{mine} ORDER BY serial LIMIT 1", given),
        "previous": reading.one(
            f"SELECT at FROM told WHERE serial < :first{mine} ORDER BY serial DESC LIMIT 1", given
        ),
        "next_mark": reading.one(f"SELECT min(at) FROM mark WHERE at > :at{mine}", given),
        "previous_mark": reading.one(f"SELECT max(at) FROM mark WHERE at < :at{mine}", given),
        "next_day": _first_of_day(reading, tomorrow) if tomorrow <= reading.latest else None,
        "previous_day": _first_of_day(reading, yesterday) if yesterday >= reading.midnight(reading.start) else None,
    }  # fmt: skip


def _first_of_day(reading: Reading, midnight: int) -> int:
    """Nine in the morning of a day, within the run."""
    return min(max(midnight + 9 * 3600, reading.start), reading.latest)


def entries(reading: Reading, look: Look, lines: list[Line]) -> list[Entry]:
    """Lines with where they lead."""
    return [Entry(line, reading.who(line.actor), *_whereabouts(reading, look, line)) for line in lines]


def _whereabouts(reading: Reading, look: Look, line: Line) -> tuple[str, str]:
    """The address of what an event is about, and what to call that; the event itself, where there is no such thing."""
    data = body_data(reading.event(line.serial).body)
    app = line.kind.partition(".")[0]
    here = {"at": line.at, "event": line.serial}
    if line.kind in ("chat.sent", "mail.sent", "call.said", "meeting.said", "meeting.decided"):
        thread = data.get("thread") if app == "mail" else data.get("place") or data.get("call") or data.get("meeting")
        return look.to("talk", thread=thread, **here), {"chat": "conversation", "mail": "mail"}.get(app, app)
    if app in ("call", "meeting") and reading.one(
        "SELECT 1 FROM message WHERE thread = ?", (data.get("call") or data.get("meeting"),)
    ):
        return look.to("talk", thread=data.get("call") or data.get("meeting"), **here), app
    if app == "drive":
        return look.to("files", path=data.get("destination", data["path"]), version=data.get("version"), **here), "file"
    if app == "fact":
        return look.to("knowledge", fact=data["fact"], **here), "fact"
    if app == "commitment":
        return look.to("promises", **here), "promise"
    return look.to("day", **here), ""


# -- the views --------------------------------------------------------------------------------------------------------

View = Callable[[Reading, Look, int, Extra], dict[str, Any]]


def _now(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    lines = reading.lines(until=at, who=look.who or None, sorts=look.sort, words=look.q, most=JUST, latest=True)
    flying = reading.rows(
        "SELECT who, start, about, note, serial FROM span WHERE sort = 'thought' AND start <= :at AND end > :at "
        "AND start > :at - 86400 ORDER BY start",
        {"at": at},
    )
    together: dict[tuple[str, str], list[Who]] = {}
    for who, sort, about in reading.rows(
        "SELECT who, sort, about FROM span WHERE sort IN ('call', 'meeting') AND start <= :at "
        "AND (end IS NULL OR end > :at) AND start > :at - 86400 ORDER BY start",
        {"at": at},
    ):
        together.setdefault((sort, about), []).append(reading.who(who))
    return {
        "charts": [
            {"columns": columns, "chart": made, "talks": _drawn(reading, made, at, look.who)}
            for columns, made in ((n, chart(reading, n)) for n in ((4, 2) if reading.graph is not None else ()))
        ],
        "just": entries(reading, look, lines)[::-1],
        "flying": [(reading.who(who), start, about, note) for who, start, about, note, _ in flying],
        "together": [
            (sort, presence.meeting_title(reading, about) if sort == "meeting" else "", about, people)
            for (sort, about), people in together.items()
        ],
        "waiting": _unread(reading, look.who or reading.seat, at),
        "waiting_for": reading.who(look.who or reading.seat),
    }  # fmt: skip


def _drawn(reading: Reading, made: Any, at: int, who: str) -> list[Any]:
    return [
        (each, curve(made.places[each.a], made.places[each.b]))
        for each in presence.talks(reading, at)
        if each.a in made.places and each.b in made.places and (not who or who in (each.a, each.b))
    ]


def _unread(reading: Reading, who: str, at: int) -> list[Any]:
    """What had been written to somebody and not been read at a moment, the latest first."""
    rows = reading.rows(
        "SELECT m.serial, m.at, m.who, m.app, m.thread FROM party p JOIN message m ON m.serial = p.serial "
        "WHERE p.who = :who AND m.app IN ('chat', 'mail') AND m.who <> :who AND m.serial < :high AND m.serial > :low "
        "AND NOT EXISTS (SELECT 1 FROM seen WHERE message = m.serial AND who = :who AND at <= :at) "
        "ORDER BY m.serial DESC LIMIT 50",
        {"who": who, "high": reading.serial_at(at + 1), "low": reading.serial_at(at - 7 * 86400) - 1, "at": at},
    )
    return [(serial, when, reading.who(sender), app, thread) for serial, when, sender, app, thread in rows]


def _day(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    day = lanes.day_of(reading, at, look.who)
    low, high = reading.midnight(at), reading.next_midnight(at)
    asked: dict[str, Any] = {
        "since": low,
        "until": high - 1,
        "who": look.who or None,
        "sorts": look.sort,
        "words": look.q,
    }
    whole = reading.count(**asked)
    found = _page_of(reading, look, asked, whole)
    marks = [
        reading.line(serial)
        for (serial,) in reading.rows(
            "SELECT serial FROM mark WHERE at >= ? AND at < ? AND sort NOT IN ('end') ORDER BY serial LIMIT 40",
            (max(low, reading.start), high),
        )
    ]
    lost = dict(evidence_of(extra.scored))
    return {
        "day": day,
        "tally": lanes.tally(reading, max(low, reading.start), high, look.who),
        "notable": entries(reading, look, [line for line in marks if not look.who or _is_of(reading, line, look.who)]),
        "entries_of_day": entries(reading, look, found),
        "whole": whole,
        "first": _offset(reading, look, asked, found),
        "most": PAGE,
        "lost": lost,
        "causes": _causes(reading, look),
    }


def _is_of(reading: Reading, line: Line, who: str) -> bool:
    return line.actor == who or bool(
        reading.one("SELECT 1 FROM party WHERE who = ? AND serial = ?", (who, line.serial))
    )


def _page_of(reading: Reading, look: Look, asked: Mapping[str, Any], whole: int) -> list[Line]:
    """A page of a day's story: the one that is asked for, else the one that the moment or the event is in."""
    if look.page:
        return reading.lines(**asked, most=PAGE, skip=(look.page - 1) * PAGE)
    at = moment(reading, look)
    before = reading.count(**{**asked, "until": at - 1})
    page = min(before, max(whole - 1, 0)) // PAGE
    return reading.lines(**asked, most=PAGE, skip=page * PAGE)


def _offset(reading: Reading, look: Look, asked: Mapping[str, Any], found: list[Line]) -> int:
    """How many lines of the day stand before those that are shown."""
    if not found:
        return 0
    return reading.count(**asked, before=found[0].serial)


def _causes(reading: Reading, look: Look) -> list[Entry]:
    """Why the event that is pointed at came about: what it goes back to, the nearest last."""
    if look.event is None or not 1 <= look.event <= reading.indexed:
        return []
    found: dict[int, None] = {}
    wanted = list(reading.event(look.event).causes)
    while wanted and len(found) < 12:
        serial = wanted.pop()
        if serial not in found:
            found[serial] = None
            wanted += reading.event(serial).causes
    return entries(reading, look, [reading.line(serial) for serial in sorted(found)])


def _talk(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    found = talk.threads(reading, look, at)
    thread = look.thread or (found[0].id if found else "")
    messages, before, later = talk.messages(reading, thread, at, look.page) if thread else ([], 0, 0)
    return {
        "threads": found,
        "thread": thread,
        "thread_app": reading.one("SELECT app FROM thread WHERE id = ?", (thread,)) or "",
        "thread_title": talk.title_of(reading, thread),
        "thread_people": talk.people_of(reading, thread),
        "messages": messages,
        "before": before,
        "later": later,
        "later_at": reading.one("SELECT max(last) FROM thread WHERE id = ?", (thread,)),
        "chosen": bool(look.thread),
    }


def _files(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    found = documents.files(reading, look, at)
    path = look.path or (max(found, key=lambda file: file.at).path if found else "")
    steps_ = documents.history(reading, path, at) if path else []
    version, text, more = documents.text_of(reading, steps_, look.version)
    return {"files": found, "path": path, "history": steps_, "version": version, "text": text, "more": more,
            "chosen": bool(look.path)}  # fmt: skip


def _knowledge(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    found = knowledge.facts(reading, at)
    fact = next((each for each in found if each.id == look.fact), None)
    made = chart(reading, 4) if reading.graph is not None else None
    told = knowledge.tellings(reading, fact.id, at) if fact is not None else []
    arrows = [
        (telling, curve(made.places[telling.source], made.places[telling.who.id]))
        for telling in told
        if made is not None and telling.source in made.places and telling.who.id in made.places
        and telling.source != telling.who.id
    ]  # fmt: skip
    return {
        "facts": found,
        "fact": fact,
        "stands": knowledge.STANDS,
        "chart": made,
        "tellings": told,
        "arrows": arrows,
        "bonds": knowledge.bonds(reading, look.who, at) if look.who else [],
        "owed": knowledge.promises(reading, at, look.who) if look.who else [],
        "profile": reading.persons.get(look.who),
        "boss": _boss(reading, look.who),
    }


def _boss(reading: Reading, who: str) -> Who | None:
    if reading.graph is None or who not in reading.persons:
        return None
    boss = reading.graph.manager_of(who)
    return None if boss is None else reading.who(boss)


def _promises(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    return {"promises": knowledge.promises(reading, at, look.who)}


def _points(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    evidence: dict[int, Entry] = {}
    if extra.scored is not None:
        wanted = sorted({serial for loss in extra.scored.losses for serial in loss.evidence[:6]})
        known = [reading.line(serial) for serial in wanted if serial <= reading.indexed]
        evidence = {entry.line.serial: entry for entry in entries(reading, look, known)}
    return {"scored": extra.scored, "scoring": extra.scoring, "fault": extra.fault, "evidence": evidence}


def _forks(reading: Reading, look: Look, at: int, extra: Extra) -> dict[str, Any]:
    return {
        "forks": forks.points(reading, evidence_of(extra.scored), at, look.who),
        "siblings": extra.siblings,
        "comparing": extra.comparing,
        "scored": extra.scored,
    }


_VIEWS: Final[Mapping[str, View]] = {
    "now": _now,
    "day": _day,
    "talk": _talk,
    "files": _files,
    "knowledge": _knowledge,
    "promises": _promises,
    "points": _points,
    "forks": _forks,
}
