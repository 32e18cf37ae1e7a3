"""A run as people read it: by day, on the seat's clock, who said what where, who did what, what it cost the player.

Lines in square brackets are what the people in the run could not see: facts that change, promises as they are counted.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from sim.calendar import HAS_LEFT
from sim.localtime import day_and_time, local, long_local
from sim.misspelling import did_you_mean, suggest
from sim.record import Record
from sim.vocabulary.core import WORLD, Event, UnknownBody, body_data
from workaday import reorganisation
from workaday.exits import Exit, Trouble
from workaday.harmless import harmless

View = Literal["story", "talk", "all"]
"""What is told: what was said, done, written and promised, without looking things up and waiting; what was said alone;
everything that can be told in words."""
TALK: Final = frozenset({"chat.sent", "mail.sent", "call.said", "meeting.said", "meeting.decided"})
"""The kinds of events by which people say something to each other."""
LOOKS: Final = frozenset(
    f"{app}.{action}"
    for app, actions in {
        "calendar": "list find_time read notes",
        "calls": "recall log",
        "chat": "read unread places members search presence",
        "desk": "tasks wait",
        "directory": "person find team teams reports chain owner on_call who_is_away org_chart",
        "drive": "read list history search",
        "mail": "list read search folders",
        "pager": "pages",
        "search": "find",
        "tracker": "read list board assigned search",
    }.items()
    for action in actions.split()
)
"""The actions that change nothing: they look something up, or wait."""
TEXT_LINES: Final = 12
"""Lines of a file that are shown before the rest is counted."""
_INDENT: Final = 7
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to show: when, what, and whether it is only for readers of the transcript."""

    serial: int
    at: int
    text: str
    actor: str


class Transcript:
    """The transcript of one record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        header = record.header
        script: Mapping[str, Any] = header.get("script", {})
        self._seat = str(script.get("seat", ""))
        self._names, self._zone = _people(header.get("org"), self._seat)
        first = next(record.events(), None)
        self._start = int(script.get("start", first.at if first is not None else 0))
        self._titles: dict[str, str] = {}
        self._matters = {str(one["id"]): str(one["topic"]) for one in script.get("approvals", ()) if one.get("topic")}
        self.left_out = 0
        """What the last reading left out because of its view."""

    def lines(
        self,
        *,
        day: int | None = None,
        person: str | None = None,
        thread: str | None = None,
        view: View = "story",
    ) -> Iterator[str]:
        """The lines: of the ``day`` (from 1), of what ``person`` did or was told, of one ``thread``; of all of it."""
        date = None
        self.left_out = 0
        for entry in self._joined(day, person, thread, view):
            today = local(entry.at, self._zone).date()
            if today != date:
                if date is not None:
                    yield ""
                date = today
                number = self.day(entry.at)
                title = long_local(entry.at, self._zone).rpartition(",")[0]
                yield f"── {title}, {f'day {number}' if number > 0 else 'before the run'} ({self._zone}) ──"
            head, *rest = harmless(entry.text).split("\n")
            yield f"{local(entry.at, self._zone):%H:%M}  {head}"
            yield from (f"{'':{_INDENT}}{line}" for line in rest)

    def require_day(self, day: int) -> None:
        """Raise :class:`~workaday.exits.Trouble` where the run has not come to this day, from 1."""
        last = self._record.last()
        days = 1 if last is None else self.day(last.at - 1)  # a run that ends at midnight does not touch the next day
        if day > max(1, days):
            there = "day 1" if days <= 1 else f"the days 1 to {days}"
            raise Trouble(Exit.USER, f"{self._record.path}: there is no day {day}: this run has {there}")

    def require_person(self, who: str) -> None:
        """Raise :class:`~workaday.exits.Trouble` where nobody in the run has this id."""
        if who not in self._names:
            fix = did_you_mean(who, self._names)
            raise Trouble(Exit.USER, f"{self._record.path}: nobody in this run has the id {who!r}. {fix}".rstrip())

    def require_thread(self, thread: str) -> None:
        """Raise :class:`~workaday.exits.Trouble` where nothing in the run can be asked for by this; with what can."""
        known: dict[str, None] = {}
        for event in self._record.events():
            known.update(dict.fromkeys(threads(body_data(event.body))))
        if thread in known:
            return
        wanted = thread.casefold()
        folded = {name: name.casefold() for name in known}
        near = [name for name in known if folded[name].startswith(wanted)]
        near = (near or [name for name in known if folded[name].strip("#/").startswith(wanted.strip("#/"))])[:_NEAR]
        alike = suggest(thread, known)
        near = near or ([alike] if alike is not None else [])
        places = sorted(name for name in known if name.startswith("#"))
        fix = f"Did you mean {' or '.join(map(repr, near))}?" if near else ""
        if not near and places:
            fix = f"Its channels are {', '.join(places)}; ids of messages, calls and meetings stand in what is shown."
        raise Trouble(Exit.USER, f"{self._record.path}: nothing in this run is of {thread!r}. {fix}".rstrip())

    def words(self, event: Event) -> str:
        """One event in words, whether or not a transcript shows it."""
        data = body_data(event.body)
        told = self._text(event, data)
        if told is None:
            given = ", ".join(f"{key}={value!r}" for key, value in data.items() if value not in (None, (), [], {}, ""))
            told = f"{self.name(event.actor)}: {event.kind} {given}".rstrip()
        return told

    def note(self, event: Event) -> None:
        """An event that is not told: what later ones name by id alone is remembered of it."""
        self._note(event.kind, body_data(event.body))

    def entitle(self, meeting: str, title: str) -> None:
        """Remember what a meeting is called, which later events name by id alone."""
        self._titles[meeting] = title

    @property
    def zone(self) -> str:
        """The time zone of the seat, on whose clock all times are told."""
        return self._zone

    def day(self, at: int) -> int:
        """The day of the run at an instant, from 1, by the seat's calendar."""
        return (local(at, self._zone).date() - local(self._start, self._zone).date()).days + 1

    # -- choosing -------------------------------------------------------------------------------------------------

    def _joined(self, day: int | None, person: str | None, thread: str | None, view: View) -> Iterator[Entry]:
        """The chosen entries, with what an action cost the player put behind what came of it."""
        last: Entry | None = None
        for event in self._in_order():
            data = body_data(event.body)
            self._note(event.kind, data)
            if event.kind == "seat.acted" and last is not None and last.actor == event.actor and last.at == event.at:
                last = replace(last, text=_behind(last.text, f"({spell(data['took'])})"))
                continue
            if day is not None and self.day(event.at) != day:
                continue
            if person is not None and person not in (event.actor, *parties(data)):
                continue
            if thread is not None and thread not in threads(data):
                continue
            text = self._text(event, data)
            if text is None:
                continue
            if not _shows(event.kind, data, view):
                self.left_out += 1
                continue
            if last is not None:
                yield last
            last = Entry(event.serial, event.at, text, event.actor)
        if last is not None:
            yield last

    def _in_order(self) -> Iterator[Event]:
        """The events, with the beginning of the run where its first day begins, after what was before it."""
        begins: Event | None = None
        for event in self._record.events():
            if event.kind == "run.started" and event.at < self._start:
                begins = replace(event, at=self._start)
                continue
            if begins is not None and event.at >= self._start:
                yield begins
                begins = None
            yield event
        if begins is not None:
            yield begins

    def matter(self, approval: str) -> str:
        """What an approval or a decision is about, by its id, with the id."""
        topic = self._matters.get(approval)
        return f"{topic} ({approval})" if topic else approval

    def _note(self, kind: str, data: Mapping[str, Any]) -> None:
        """Remember what later events name by id alone."""
        if kind == "calendar.invited":
            self._titles[data["meeting"]] = data["title"]

    # -- telling --------------------------------------------------------------------------------------------------

    def _text(self, event: Event, data: Mapping[str, Any]) -> str | None:
        tell = _TELL.get(event.kind)
        if tell is not None:
            return tell(self, self.name(event.actor), data)
        return (
            None if not isinstance(event.body, UnknownBody) else f"{self.name(event.actor)}: {event.kind} {dict(data)}"
        )

    def name(self, who: str) -> str:
        """Somebody's name; the id of somebody unknown."""
        return "the world" if who == WORLD else self._names.get(who, who)

    def names(self, who: Any) -> str:
        """Several names on a line."""
        return ", ".join(map(self.name, who)) if who else "nobody"

    def when(self, at: int) -> str:
        """Weekday and time on the seat's clock."""
        return day_and_time(at, self._zone)

    def meeting(self, id: str) -> str:
        """A meeting by its title."""
        title = self._titles.get(id, self._titles.get(id.partition(".")[0], ""))
        return f"{id} “{title}”" if title else id

    def _place(self, who: str, data: Mapping[str, Any]) -> str:
        place = str(data["place"])
        if place.startswith("#"):
            return place
        return self.names(data["to"])


def _shows(kind: str, data: Mapping[str, Any], view: View) -> bool:
    if view == "story":
        return not (kind == "seat.waited" or (kind == "seat.acted" and data["action"] in LOOKS))
    return view == "all" or kind in TALK


def spell(seconds: int) -> str:
    """A length of time for people: "45 s", "12 min", "2 h 05"."""
    if seconds < 90:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def _people(org: Any, seat: str) -> tuple[Mapping[str, str], str]:
    """Names by id, and the seat's time zone."""
    if org is None:
        return {}, "UTC"
    from orgs.graph import OrgGraph

    graph = OrgGraph.from_data(org)
    return {p.id: p.name for p in graph.people()}, graph.person(seat).calendar.zone


def parties(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Everybody an event names as a reader, hearer or party."""
    found: list[str] = []
    for key in ("to", "by", "of", "requester", "sender", "reader", "present", "invited", "shared_with", "known_by"):
        value = data.get(key)
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | tuple):
            found += [one for one in value if isinstance(one, str)]
    return tuple(found)


def threads(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What an event can be asked for by: its place, thread, call, meeting, ticket, file, task."""
    keys = ("place", "thread", "id", "call", "meeting", "ticket", "path", "task", "ref", "project", "approval")
    found = [str(data[key]) for key in keys if data.get(key)]
    return (*found, *(f.partition(".")[0] for f in found if f.startswith("mtg")))


def _behind(text: str, more: str) -> str:
    head, newline, rest = text.partition("\n")
    return f"{head} {more}{newline}{rest}"


def _quote(text: str, most: int = 0) -> str:
    lines = text.strip().split("\n")
    if most and len(lines) > most:
        lines = [*lines[:most], f"… {len(lines) - most} more lines"]
    return "\n".join(lines)


Tell = Callable[[Transcript, str, Mapping[str, Any]], str | None]


def _mail(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    sender = f"{d['outside']['name']} <{d['outside']['address']}>" if d["outside"] else who
    blind = [address for address in d["sent_outside"] if address not in (*d["addressed"], *d["cc"])]
    to = ", ".join([t.names(d["addressed"]) if d["addressed"] else "", *blind]).strip(", ")
    cc = f", copy to {t.names(d['cc'])}" if d["cc"] else ""
    head = f"{sender} → {to}{cc} by mail {d['id']}: {d['subject']}"
    files = [file["path"] for file in d["attachments"]]
    parts = [head, _quote(d["text"])]
    if d["quoted"]:
        parts.append("\n".join(f"> {line}" for line in d["quoted"].split("\n")))
    if files:
        parts.append(f"attached: {', '.join(files)}")
    return "\n".join(part for part in parts if part)


def _invited(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    again = f", {d['repeats']}, {len(d['occurrences'])} times" if d["repeats"] != "none" else ""
    when = f"{t.when(d['start'])}, {d['minutes']} min{again}"
    return f"{who} invites {t.names(d['to'])} to {t.meeting(d['meeting'])}, {when}"


def _changed(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    changes = ", ".join(f"{c['field']} {c['old'] or '–'} → {c['new'] or '–'}" for c in d["changes"])
    return f"{who} changes {d['ticket']}: {changes}" + (f": {d['note']}" if d["note"] else "")


def _written(t: Transcript, who: str, d: Mapping[str, Any]) -> str | None:
    if d["staged_by"] is not None:
        return None
    return f"{who} writes {d['path']} (version {d['version']})\n{_quote(d['text'], TEXT_LINES)}"


def _acted(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in d["arguments"].items())
    return f"{who}: {d['action']} {given}".rstrip() + f" ({spell(d['took'])})"


def _waited(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    return f"{who} has waited" + (", and something came" if d["woken_by"] else f" until {t.when(d['until'])}")


def _away(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    if d["why"] == HAS_LEFT:
        return f"{who} has left"
    return f"{who} is away until {t.when(d['end'])}: {d['why']}"


def _fact(t: Transcript, who: str, d: Mapping[str, Any]) -> str | None:
    how = "silently" if d["silent"] else f"known to {t.names(d['known_by'])}"
    return f"[{d['fact']} is now {d['value']}, {how}]" if d["version"] else None


def _commitment(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    due = f", due {t.when(d['due'])}" if d["due"] is not None else ""
    return f"[{t.name(d['by'])} has promised {t.name(d['to'])}: {d['what']}{due} ({d['id']})]"


def _closed(t: Transcript, who: str, d: Mapping[str, Any]) -> str:
    late = f", {spell(d['late'])} late" if d["late"] else ""
    return f"[promise {d['id']} of {t.name(d['by'])} to {t.name(d['to'])}: {d['how']}{late}]"


def _because(text: str) -> str:
    return f": {text}" if text else ""


_ANSWERS = {"accept": "accepts", "decline": "declines", "tentative": "may come to", "propose": "asks to move"}
_VERDICTS = {"grant": "is granted", "refuse": "is refused"}

_TELL: Mapping[str, Tell] = {
    "person.disturbed": lambda t, who, d: (
        f"[{t.name(d['by'])} has disturbed {who}{' in quiet hours' if d['quiet'] else ''}"
        + (f": {', '.join(d['work'])} will be {spell(d['held_up'])} later]" if d["work"] else "]")
    ),
    "page.raised": lambda t, who, d: (
        f"{d['outside'] or who} pages {t.names(d['to'])} "
        f"({d['page']}{', urgent' if d['urgent'] else ''}): {d['summary']}"
    ),
    "page.acknowledged": lambda t, who, d: f"{who} takes {d['page']}",
    "page.deferred": lambda t, who, d: f"{who} puts {d['page']} off until {t.when(d['until'])}{_because(d['why'])}",
    "page.passed_on": lambda t, who, d: f"{who} hands {d['page']} to {t.names(d['to'])}{_because(d['note'])}",
    "page.declined": lambda t, who, d: f"{who} turns {d['page']} down{_because(d['why'])}",
    "page.escalated": lambda t, who, d: (
        f"[{d['page']} goes from {t.name(d['of'])} to {t.names(d['to']) if d['to'] else 'nobody'}: {d['why']}]"
    ),
    "page.resolved": lambda t, who, d: f"{who}: {d['page']} is over{_because(d['note'])}",
    "lure.gained": lambda t, who, d: f"[{who} has given in to {d['scheme']}: {d['aim']}, {d['value']}]",
    "lure.answered": lambda t, who, d: f"[{d['lure']} of {d['scheme']}, {d['aim']}: {d['how']}]",
    "scheme.moved": lambda t, who, d: (
        f"[{d['scheme']}: {d['to']}{', ' + d['sender'] if d['sender'] else ''}, {d['why']}]"
    ),
    "suspicion.settled": lambda t, who, d: (
        f"[{who} finds {d['report']} of {t.name(d['reporter'])}'s {'founded' if d['founded'] else 'a false alarm'}]"
    ),
    "sender.blocked": lambda t, who, d: f"{who} blocks {d['address']}{', who is honest' if d['honest'] else ''}",
    "sender.unblocked": lambda t, who, d: f"{who} unblocks {d['address']}",
    "mail.kept_out": lambda t, who, d: f"[mail from {d['address']} to {t.names(d['to'])} is kept out: {d['subject']}]",
    "org.changed": lambda t, who, d: f"[reorganised: {reorganisation.told(d['changes'], t.name)}]",
    "run.started": lambda t, who, d: (
        f"{d['scenario']} begins: player {d['player']}, mind {d['mind']}, seed {d['seed']}"
    ),
    "run.ended": lambda t, who, d: f"the run ends: {d['outcome']}, {d['why']}",
    "chat.sent": lambda t, who, d: f"{who} → {t._place(who, d)} ({d['id']}): {_quote(d['text'])}",
    "chat.edited": lambda t, who, d: f"{who} changes {d['id']}: {_quote(d['text'])}",
    "chat.deleted": lambda t, who, d: f"{who} takes back {d['id']}",
    "chat.reacted": lambda t, who, d: f"{who} {d['emoji']} on {d['id']}",
    "chat.channel_opened": lambda t, who, d: f"{who} opens {d['place']} with {t.names(d['members'])}",
    "chat.joined": lambda t, who, d: f"{who} joins {d['place']}",
    "chat.left": lambda t, who, d: f"{who} leaves {d['place']}",
    "chat.invited": lambda t, who, d: f"{who} brings {t.names(d['invited'])} into {d['place']}",
    "chat.presence": lambda t, who, d: f"{who} is {d['state']}" + (f": {d['note']}" if d["note"] else ""),
    "mail.sent": _mail,
    "mail.out_of_office": lambda t, who, d: f"{who} is out of office until {t.when(d['until'])}: {d['text']}",
    "call.rung": lambda t, who, d: (
        f"{who} {'walks up to' if d['way'] == 'walk_up' else 'rings'} {t.names(d['to'])} ({d['call']}"
        f"{', urgent' if d['urgent'] else ''})" + (f": {d['about']}" if d["about"] else "")
    ),
    "call.answered": lambda t, who, d: f"{who} answers {d['call']}",
    "call.declined": lambda t, who, d: f"{who} declines {d['call']}" + (f": {d['why']}" if d["why"] else ""),
    "call.missed": lambda t, who, d: f"{d['call']} is missed: {d['reason']}",
    "call.said": lambda t, who, d: f"{who}, in {d['call']}: {_quote(d['text'])}",
    "call.ended": lambda t, who, d: f"{who} ends {d['call']}",
    "calendar.invited": _invited,
    "calendar.answered": lambda t, who, d: (
        f"{who} {_ANSWERS[d['answer']]} {t.meeting(d['meeting'])}"
        + (f" and sends {t.names([d['delegate']])}" if d.get("delegate") else "")
        + (f": {d['note']}" if d["note"] else "")
    ),
    "calendar.moved": lambda t, who, d: f"{who} moves {t.meeting(d['meeting'])} to {t.when(d['start'])}",
    "calendar.cancelled": lambda t, who, d: f"{who} calls off {t.meeting(d['meeting'])}",
    "meeting.started": lambda t, who, d: f"{t.meeting(d['meeting'])} begins",
    "meeting.joined": lambda t, who, d: f"{who} comes into {t.meeting(d['meeting'])}",
    "meeting.left": lambda t, who, d: (
        f"{who} leaves {t.meeting(d['meeting'])}" + (f": {_quote(d['word'])}" if d.get("word") else "")
    ),
    "meeting.prolonged": lambda t, who, d: f"{t.meeting(d['meeting'])} runs over, until {t.when(d['until'])}",
    "meeting.missed": lambda t, who, d: f"{who} did not come to {t.meeting(d['meeting'])}",
    "meeting.said": lambda t, who, d: f"{who}, in {t.meeting(d['meeting'])}: {_quote(d['text'])}",
    "meeting.decided": lambda t, who, d: f"{who}, for the record of {t.meeting(d['meeting'])}: {_quote(d['text'])}",
    "meeting.ended": lambda t, who, d: f"{t.meeting(d['meeting'])} ends; there were {t.names(d['present'])}",
    "drive.written": _written,
    "drive.moved": lambda t, who, d: f"{who} moves {d['path']} to {d['destination']}",
    "drive.deleted": lambda t, who, d: f"{who} deletes {d['path']}",
    "drive.commented": lambda t, who, d: f"{who}, beside {d['path']}: {_quote(d['text'])}",
    "drive.shared": lambda t, who, d: f"{who} shares {d['path']} with {t.names(d['shared_with'])} ({d['level']})",
    "tracker.opened": lambda t, who, d: f"{who} opens {d['ticket']}: {d['title']}",
    "tracker.changed": _changed,
    "tracker.commented": lambda t, who, d: f"{who}, on {d['ticket']}: {_quote(d['text'])}",
    "tracker.linked": lambda t, who, d: f"{who}: {d['ticket']} {d['relation'].replace('_', ' ')} {d['other']}",
    "seat.acted": _acted,
    "seat.refused": lambda t, who, d: f"{who}: {d['action']} is refused ({d['code']}): {d['why']}",
    "seat.waited": _waited,
    "seat.interrupted": lambda t, who, d: (
        f"{t.name(d['by'])} interrupts {who} in {d['action']}: {spell(d['done'])} done, {spell(d['left'])} left"
    ),
    "seat.interruption_met": lambda t, who, d: f"[interruption {d['how']} by {who} after {spell(d['after'])}]",
    "seat.resumed": lambda t, who, d: (
        f"{who} goes back to {d['action']}: {spell(d['left'])} left, {spell(d['cost'])} lost"
    ),
    "seat.dropped": lambda t, who, d: f"{who} gives up {d['action']}, with {spell(d['left'])} left",
    "seat.left": lambda t, who, d: (
        f"{who} is done" if d["why"] == "finished" else f"[{who} goes round in circles ({d['why']}), and is out]"
    ),
    "seat.fault": lambda t, who, d: f"the player fails: {d['fault']}: {d['detail']}",
    "fact.changed": _fact,
    "help.redirected": lambda t, who, d: f"[{who} sends {t.names(d['reader'])} to {t.names(d['to'])}]",
    "task.given": lambda t, who, d: f"{who} gives {t.name(d['to'])} the task {d['task']}",
    "task.delivered": lambda t, who, d: f"[{d['task']} is delivered: {d['ref']}]",
    "approval.requested": lambda t, who, d: f"[{who} asks {t.name(d['of'])} to approve {t.matter(d['approval'])}]",
    "approval.decided": lambda t, who, d: f"[{t.matter(d['approval'])} {_VERDICTS[d['verdict']]} by {who}]",
    "commitment.made": _commitment,
    "commitment.closed": _closed,
    "person.away": _away,
    "person.back": lambda t, who, d: f"{who} is back",
    "timeline.happened": lambda t, who, d: f"[{d['id']} could not happen: {d['fault']}]" if d["fault"] else None,
    "mind.fault": lambda t, who, d: f"[fault in the mind of {who}: {d['fault']}: {d['detail']}]",
}
"""What each kind of event reads as; the others do not show."""
