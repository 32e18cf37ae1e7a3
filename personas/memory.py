"""What a coworker remembers: plain data of bounded size, so that neither a mind nor a prompt grows with the run.

A charter that never changes; a ledger of what was promised, told and heard, with where it comes from; a note on each
colleague; a window of what was said last; and the day so far with each of them, against endless talk. All of it
follows from the moments and turns that landed, in their order.

What was said among some people comes to mind among the same people alone: everything is kept by its *circle* (one
colleague, or one room), so that nothing one of them told can slip out before another, whatever a mind makes of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from personas.clauses import dissect
from personas.figures import figures
from personas.reading import asked_text
from personas.words import words
from sim.actions import clip
from sim.mind import Incoming, Line, Moment, Say, Turn

LEDGER = 160
"""Entries of each kind the ledger keeps."""
COLLEAGUES = 60
"""Colleagues with a note."""
RECENT = 60
"""Lines of the recent window, over all circles."""
EXCHANGES = 80
"""Conversations whose day is counted."""
DAYS = 3
"""Days within which nobody tells the same thing of themselves again (design value)."""
_OWN = 40
_TOPICS = 8
_LINE = 160

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Charter:
    """Who somebody is: set once, never changed."""

    person: str
    org: str
    persona: str


@dataclass(frozen=True, slots=True)
class Told:
    """A fact this person told somebody: which version, when (local words) and where."""

    fact: str
    to: str
    version: int
    value: str
    at: str
    where: str
    circle: str
    day: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A value somebody stated to this person, as they worded it."""

    about: str
    text: str
    who: str
    at: str
    where: str
    circle: str
    day: str


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise: by whom, to whom, what, when it was made and where."""

    by: str
    to: str
    what: str
    at: str
    where: str
    circle: str
    day: str


@dataclass(frozen=True, slots=True)
class Note:
    """What is remembered of one colleague. ``day`` is the local day that the counts "today" belong to.

    ``clarified`` holds what they were asked back about; ``owed`` counts thanks that have not warmed this person yet.
    """

    day: str = ""
    asked_today: int = 0
    reminders_today: int = 0
    thanks: int = 0
    rudeness: int = 0
    owed: int = 0
    topics: tuple[str, ...] = ()
    clarified: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """One conversation with one person on one day: this person's turns in it, and how often each content came in."""

    day: str = ""
    mine: int = 0
    seen: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What comes to mind in a moment."""

    note: Note
    exchange: Exchange
    told: Mapping[str, Told]
    """By fact, what was last told to the one who asks."""
    heard: tuple[Heard, ...]
    promised: tuple[Promised, ...]
    recent: tuple[Line, ...]
    own: tuple[str, ...]
    """What this person has told of their own accord in the last days, to anybody: not to be told again so soon."""
    digest: tuple[str, ...]
    """What is known from earlier days, in a line each: the same all day long."""


@dataclass(slots=True)
class Memory:
    """One person's memory."""

    charter: Charter
    told: dict[tuple[str, str], Told] = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)
    promised: list[Promised] = field(default_factory=list)
    notes: dict[str, Note] = field(default_factory=dict)
    recent: list[tuple[str, Line]] = field(default_factory=list)
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    own: list[tuple[str, str]] = field(default_factory=list)
    days: list[str] = field(default_factory=list)

    def recall(self, moment: Moment) -> View:
        """What comes to mind now. Changes nothing."""
        asker, circle, day = _other(moment), circle_of(moment), day_of(moment)
        note = self.notes.get(asker, Note())
        told = [t for t in self.told.values() if t.circle == circle or t.to == asker == circle]
        heard = [h for h in self.heard if h.circle == circle]
        promised = [p for p in self.promised if p.circle == circle]
        return View(
            note=note if note.day == day else replace(note, day=day, asked_today=0, reminders_today=0),
            exchange=self.exchange(moment),
            told={t.fact: t for t in told if t.to == asker},
            heard=tuple(heard[-6:]),
            promised=tuple(promised[-6:]),
            recent=tuple(line for among, line in self.recent if among == circle)[-10:],
            own=tuple(text for told_on, text in self.own if told_on in self.days[-DAYS:] or told_on == day),
            digest=_digest(moment, told, heard, promised),
        )

    def exchange(self, moment: Moment) -> Exchange:
        """Today's conversation with whoever is to be answered."""
        found = self.exchanges.get(_key(moment))
        return found if found is not None and found.day == day_of(moment) else Exchange(day=day_of(moment))

    def remember(self, moment: Moment, turn: Turn, *, understood: Iterable[str] = ()) -> None:
        """A turn has landed: take in what was read (``understood`` are its labels) and what was said and promised."""
        labels = tuple(understood) or turn.read_as
        if day_of(moment) not in self.days[-1:]:
            self.days.append(day_of(moment))
        if moment.incoming is not None:
            self._take_in(moment, moment.incoming, labels)
        self._said(moment, turn)

    def data(self) -> Any:
        """All of it as JSON data."""
        plain = asdict(replace(self, told={}, recent=[]))
        plain["told"] = [asdict(t) for t in self.told.values()]
        plain["recent"] = [[circle, line.model_dump(mode="json")] for circle, line in self.recent]
        return plain

    # -- taking in ------------------------------------------------------------------------------------------------

    def _take_in(self, moment: Moment, incoming: Incoming, labels: tuple[str, ...]) -> None:
        day, sender = day_of(moment), incoming.sender.id
        note = self.recall(moment).note
        taken = dissect(asked_text(incoming))
        kinds = [label.partition(":")[0].rstrip("?") for label in labels] or list(taken.forms)
        topics = tuple(label.partition(":")[2] for label in labels if ":" in label)
        self._note(
            sender,
            replace(
                note,
                day=day,
                asked_today=note.asked_today + sum(k in ("question", "request", "approval") for k in kinds),
                reminders_today=note.reminders_today + ("reminder" in kinds),
                thanks=note.thanks + ("thanks" in kinds),
                owed=note.owed + ("thanks" in kinds),
                rudeness=note.rudeness + taken.rude,
                topics=tuple(dict.fromkeys((*topics, *note.topics)))[:_TOPICS],
            ),
        )
        circle, about = circle_of(moment), topics[0] if topics else ""
        for line in incoming.lines:
            self.recent.append((circle, line.model_copy(update={"text": clip(line.text, _LINE)})))
            for clause in dissect(line.text).clauses:
                text = clip(clause.text, _LINE)
                if clause.form in ("statement", "correction", "fyi", "status") and figures(text):
                    self.heard.append(Heard(about, text, line.who, line.at, incoming.app, circle, day))
                if clause.form == "promise":
                    self.promised.append(Promised(line.who, moment.me, text, line.at, incoming.app, circle, day))
        exchange, content = self.exchange(moment), fingerprint(asked_text(incoming))
        counts = dict(exchange.seen)
        counts[content] = counts.pop(content, 0) + 1
        self._exchange(moment, replace(exchange, seen=tuple(counts.items())[-24:]))
        self._bound()

    def _said(self, moment: Moment, turn: Turn) -> None:
        asker, day = _other(moment), day_of(moment)
        where = moment.incoming.app if moment.incoming else moment.errand.via if moment.errand else ""
        held = {s.fact: s for s in moment.may_say}
        for move in turn.moves:
            if not isinstance(move, Say):
                continue
            to = move.to or ((asker,) if asker else ())
            circle = move.to[0] if len(move.to) == 1 else circle_of(moment)
            for fact in move.states:
                for reader in to if fact in held else ():
                    self.told.pop((reader, fact), None)
                    version, value = held[fact].version, held[fact].value
                    self.told[reader, fact] = Told(fact, reader, version, value, moment.local_time, where, circle, day)
            for promise in move.promises:
                for reader in to[:1]:
                    made = Promised(moment.me, reader, promise.what, moment.local_time, where, circle, day)
                    self.promised.append(made)
            if asker:
                note = self.notes.get(asker, Note())
                clarified = tuple(dict.fromkeys((*move.asks, *note.clarified)))[:_TOPICS]
                self._note(asker, replace(note, clarified=clarified, owed=0))
            line = Line(who=moment.me, name=moment.name, text=clip(move.text, _LINE), at=moment.local_time, mine=True)
            self.recent.append((circle, line))
            if moment.incoming is None:
                self.own.append((day, fingerprint(move.text)))
        if asker and any(isinstance(move, Say) for move in turn.moves):
            exchange = self.exchange(moment)
            self._exchange(moment, replace(exchange, mine=exchange.mine + 1))
        self._bound()

    # -- bounds ---------------------------------------------------------------------------------------------------

    def _note(self, who: str, note: Note) -> None:
        self.notes.pop(who, None)
        self.notes[who] = note

    def _exchange(self, moment: Moment, exchange: Exchange) -> None:
        key = _key(moment)
        self.exchanges.pop(key, None)
        self.exchanges[key] = exchange

    def _bound(self) -> None:
        """The oldest goes where there is too much."""
        del self.heard[:-LEDGER], self.promised[:-LEDGER], self.recent[:-RECENT]
        del self.own[:-_OWN], self.days[:-DAYS]
        _drop_oldest(self.told, LEDGER)
        _drop_oldest(self.notes, COLLEAGUES)
        _drop_oldest(self.exchanges, EXCHANGES)


def _drop_oldest(mapped: dict[_Key, _Value], most: int) -> None:
    for key in list(mapped)[: max(0, len(mapped) - most)]:
        del mapped[key]


def _digest(
    moment: Moment, told: Iterable[Told], heard: Iterable[Heard], promised: Iterable[Promised]
) -> tuple[str, ...]:
    today, names = day_of(moment), {c.id: c.name for c in moment.contacts} | {moment.me: "you"}

    def name(who: str) -> str:
        return names.get(who, who)

    lines = [f"{t.day}: you told {name(t.to)} the {_as_words(t.fact)}: {t.value}" for t in told if t.day != today][-5:]
    lines += [f"{h.day}: {name(h.who)} wrote: {h.text}" for h in heard if h.day != today][-5:]
    lines += [f"{p.day}: {name(p.by)} promised {name(p.to)}: {p.what}" for p in promised if p.day != today][-5:]
    return tuple(lines)


def _as_words(name: str) -> str:
    """The id of a fact as words: what it is about may not be known any more."""
    return name.replace("-", " ").replace("_", " ")


def circle_of(moment: Moment) -> str:
    """Among whom this moment is: the one colleague's id, or the room with its subject."""
    incoming, errand = moment.incoming, moment.errand
    if incoming is not None:
        alone = incoming.readers <= 1 and incoming.addressed != "room"
        return incoming.sender.id if alone else f"{incoming.app}|{incoming.place}|{incoming.subject or ''}"
    if errand is None:
        return ""
    return errand.to[0] if len(errand.to) == 1 and errand.via != "channel" else f"{errand.via}|{errand.place or ''}|"


def day_of(moment: Moment) -> str:
    """The local day of a moment ("Tue 3 March 2026")."""
    return moment.local_time.rpartition(",")[0] or moment.local_time


def fingerprint(text: str) -> str:
    """What two messages of the same content have in common: their words in order, numbers included."""
    return " ".join(words(text))[:200]


def _other(moment: Moment) -> str:
    if moment.incoming is not None:
        return moment.incoming.sender.id
    return moment.errand.to[0] if moment.errand is not None and moment.errand.to else ""


def _key(moment: Moment) -> str:
    if moment.incoming is None:
        return f"errand|{_other(moment)}"
    return f"{moment.incoming.app}|{moment.incoming.place}|{moment.incoming.sender.id}"
