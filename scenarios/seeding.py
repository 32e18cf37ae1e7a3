"""From an author's first morning to what is put in place before a run: files, mails, messages, tickets, meetings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from orgs.groups import expand
from scenarios.beside import Beside, Content, content_of, made_of
from scenarios.ground import Ground
from scenarios.world import ChatEntry, FileEntry, Level, MailEntry, MeetingEntry, Repeats, TicketEntry, World
from sim.calendar import is_working_day
from sim.misspelling import did_you_mean
from sim.script import Seeded
from sim.source import DataPath
from sim.units import DAY, WEEK, local_date

_EVERY: Mapping[Repeats, int] = {"daily": DAY, "weekdays": DAY, "weekly": WEEK, "fortnightly": 2 * WEEK}


def paths_in(world: World, beside: Beside) -> tuple[str, ...]:
    """Every file that is on the drive on the first morning."""
    return tuple(dict.fromkeys((*world.files, *beside.drive())))


def build_world(ground: Ground, world: World, beside: Beside) -> tuple[Seeded, ...]:
    """Everything that exists on the first morning."""
    return _Builder(ground, world, beside).build()


class _Builder:
    def __init__(self, ground: Ground, world: World, beside: Beside) -> None:
        self.ground = ground
        self.world = world
        self.beside = beside
        self.manager = ground.org.manager_of(ground.seat) or next(iter(ground.cast), ground.seat)
        self.labels: dict[str, str] = {}
        """What has been written so far and can be replied to: its label, and the kind it is of."""

    def build(self) -> tuple[Seeded, ...]:
        return (
            *self._projects(),
            *self._files(),
            *self._talk(),
            *self._tickets(),
            *(self._meeting(("meetings", number), entry) for number, entry in enumerate(self.world.meetings)),
        )

    # -- files --------------------------------------------------------------------------------------------------------

    def _files(self) -> list[Seeded]:
        found = []
        there = self.beside.drive()
        for path in paths_in(self.world, self.beside):
            entry = self.world.files.get(path, FileEntry())
            content = self._content(("files", path), path, entry, there.get(path))
            if content is not None:
                found.append(self._file(("files", path), path, entry, content))
        return found

    def _content(self, at: DataPath, path: str, entry: FileEntry, there: Path | None) -> Content | None:
        written = entry.text is not None or entry.copy_of is not None
        if there is not None and written:
            self.ground.wrong(at, "has a content here and a file under drive/", "Keep one.", key=True)
        if entry.text is not None:
            return made_of(self.ground, (*at, "text"), entry.text + "\n", path)
        if entry.copy_of is not None:
            return self.beside.copied(self.ground, (*at, "copy"), entry.copy_of, path)
        if there is not None and not there.resolve().is_relative_to(self.beside.folder.resolve()):
            rule = f"is a link that leads out of {self.beside.folder.resolve().name}"
            self.ground.wrong(at, rule, "Put the file itself there.", value=path)
            return None
        if there is not None:
            return content_of(self.ground, at, there, path)
        fix = did_you_mean(path, self.beside.drive()) or "Add text: ..., copy: ..., or put it under drive/."
        self.ground.wrong(at, "has no content", fix, key=True)
        return None

    def _file(self, at: DataPath, path: str, entry: FileEntry, content: Content) -> Seeded:
        ground = self.ground
        on = ground.start - WEEK if entry.on is None else ground.before((*at, "on"), entry.on)
        author = self.manager if entry.by is None else ground.person((*at, "by"), entry.by)
        share: dict[str, Level] = {}
        for name, level in entry.share.items():
            ground.people((*at, "share", name), (name,))
            share[name.replace("team ", "team:", 1) if name.startswith("team ") else name] = level
        item = Seeded(
            kind="file", at=on, author=author, path=path, data=content.data, binary=content.binary, share=share,
            fact=ground.all_named((*at, "states"), "fact", entry.states),
        )  # fmt: skip
        self._checked(at, item, content.text, "text" if entry.text is not None else None)
        return item

    def _checked(self, at: DataPath, item: Seeded, text: str, key: str | None = "text") -> None:
        seen = self.ground.reaches_player(readers(self.ground, item))
        self.ground.text((*at, key) if key else at, text, item.fact, seen=seen)

    # -- mails and messages -------------------------------------------------------------------------------------------

    def _talk(self) -> list[Seeded]:
        written: list[tuple[str, int, MailEntry | ChatEntry]] = []
        written += [("mails", number, entry) for number, entry in enumerate(self.world.mails)]
        written += [("chats", number, entry) for number, entry in enumerate(self.world.chats)]
        dated = [
            (self.ground.before((kind, number, "on"), entry.on), kind, number, entry) for kind, number, entry in written
        ]
        found = []
        for on, kind, number, entry in sorted(dated, key=lambda item: item[0]):
            at: DataPath = (kind, number)
            found.append(self._mail(at, entry, on) if isinstance(entry, MailEntry) else self._chat(at, entry, on))
            if entry.id is not None:
                if entry.id in self.labels:
                    self.ground.wrong((*at, "id"), "is the id of another mail or message too", "Rename one.")
                self.labels[entry.id] = kind
        return found

    def _answered(self, at: DataPath, entry: MailEntry | ChatEntry) -> str | None:
        if entry.reply_to is None:
            return None
        if self.labels.get(entry.reply_to) != at[0]:
            known = [label for label, kind in self.labels.items() if kind == at[0]]
            fix = did_you_mean(entry.reply_to, known) or "Give that one an id, and an earlier time than this."
            self.ground.wrong((*at, "reply_to"), f"is not the id of one of the {at[0]} before this one", fix)
        return entry.reply_to

    def _mail(self, at: DataPath, entry: MailEntry, on: int) -> Seeded:
        ground = self.ground
        sender = self.world.outside.get(entry.by)
        author = f"{sender.name} <{sender.address}>" if sender else ground.person((*at, "from"), entry.by)
        item = Seeded(
            kind="outside" if sender else "mail", at=on, author=author,
            to=ground.people((*at, "to"), entry.to, but=entry.by),
            cc=ground.people((*at, "cc"), entry.cc, but=entry.by),
            subject=entry.subject, text=entry.text, reply_to=self._answered(at, entry), label=entry.id,
            fact=ground.all_named((*at, "states"), "fact", entry.states),
        )  # fmt: skip
        self._checked(at, item, f"{entry.subject}\n{entry.text}")
        return item

    def _chat(self, at: DataPath, entry: ChatEntry, on: int) -> Seeded:
        ground = self.ground
        author = ground.person((*at, "by"), entry.by)
        if entry.in_ is not None:
            ground.channel((*at, "in"), entry.in_, author)
        item = Seeded(
            kind="chat", at=on, author=author, place=entry.in_, to=ground.people((*at, "to"), entry.to, but=author),
            text=entry.text, reply_to=self._answered(at, entry), label=entry.id,
            fact=ground.all_named((*at, "states"), "fact", entry.states),
        )  # fmt: skip
        self._checked(at, item, entry.text)
        return item

    # -- tickets and meetings -----------------------------------------------------------------------------------------

    def _projects(self) -> list[Seeded]:
        found = []
        for key, entry in self.world.projects.items():
            at: DataPath = ("projects", key)
            author = self.manager if entry.by is None else self.ground.person((*at, "by"), entry.by)
            members = self.ground.people((*at, "members"), entry.members)
            found.append(
                Seeded(
                    kind="project", at=self.ground.start - 2 * WEEK, author=author, key=key, title=entry.title,
                    states=entry.states, to=members,
                )
            )  # fmt: skip
        return found

    def _tickets(self) -> list[Seeded]:
        """In the order of their numbers, which the tracker gives them as they are opened."""
        ground = self.ground
        found: list[Seeded] = []
        last: dict[str, tuple[int, int]] = {}
        order = sorted(self.world.tickets, key=lambda name: (name.partition("-")[0], int(name.partition("-")[2])))
        for name in order:
            at: DataPath = ("tickets", name)
            entry = self.world.tickets[name]
            key, _, digits = name.partition("-")
            on = ground.start - WEEK if entry.on is None else ground.before((*at, "on"), entry.on)
            number, before = last.get(key, (0, on))
            if key not in self.world.projects:
                fix = did_you_mean(key, self.world.projects) or f"Add it: projects: {{{key}: {{title: ...}}}}."
                ground.wrong(at, f"is of no project: there is no {key}", fix, key=True)
            elif int(digits) != number + 1:
                ground.wrong(at, f"leaves out {key}-{number + 1}", "Number tickets 1, 2, 3 and so on.", key=True)
            elif on < before:
                ground.wrong((*at, "on"), f"is before the time of {key}-{number}", "Number tickets in their order.")
            last[key] = (int(digits), on)
            found.append(self._ticket(at, name, entry, on))
        return found

    def _ticket(self, at: DataPath, name: str, entry: TicketEntry, on: int) -> Seeded:
        ground = self.ground
        key = name.partition("-")[0]
        owner = None if entry.owner is None else ground.person((*at, "owner"), entry.owner)
        by = entry.by or owner or self.manager
        author = by if entry.by is None else ground.person((*at, "by"), by)
        states = self.world.projects[key].states if key in self.world.projects else ()
        if entry.state is not None and states and entry.state not in states:
            ground.wrong((*at, "state"), f"is not a state of {key}", did_you_mean(entry.state, states))
        due = None if entry.due is None else ground.instant((*at, "due"), entry.due, end=True)
        item = Seeded(
            kind="ticket", at=on, author=author, key=key, title=entry.title, text=entry.text, owner=owner,
            state=entry.state, priority=entry.priority, due=due, label=name,
            fact=ground.all_named((*at, "states"), "fact", entry.states),
        )  # fmt: skip
        self._checked(at, item, f"{entry.title}\n{entry.text}")
        return item

    def _meeting(self, at: DataPath, entry: MeetingEntry) -> Seeded:
        ground = self.ground
        author = ground.person((*at, "by"), entry.by)
        start = ground.instant((*at, "at"), entry.at)
        people = ground.people((*at, "people"), entry.people, but=author)
        if not people:
            ground.wrong((*at, "people"), "invites nobody", "Name somebody beside whose meeting it is.", value=None)
        ground.text((*at, "agenda"), entry.agenda, seen=ground.reaches_player((author, *people)), may_state=False)
        for number, said in enumerate(entry.says):
            who = ground.person((*at, "says", number, "who"), said.who, acts=True)
            states = ground.all_named((*at, "says", number, "states"), "fact", said.states)
            ground.text((*at, "says", number, "text"), said.text, states, seen=ground.reaches_player((author, *people)))
            if who not in (author, *people):
                fix = "Invite them, or let somebody else say it."
                ground.wrong((*at, "says", number, "who"), "is not invited to this meeting", fix)
        misses = tuple(
            ground.person((*at, "misses", number), who, acts=True) for number, who in enumerate(entry.misses)
        )
        noted_by = None if entry.notes_by is None else ground.person((*at, "notes_by"), entry.notes_by, acts=True)
        for number, who in enumerate(misses):
            if who not in people:
                fix = "Name somebody who is invited, beside whose meeting it is."
                ground.wrong((*at, "misses", number), "is not invited to this meeting", fix)
            elif who in (said.who for said in entry.says) or who == noted_by:
                rule = "says or writes something of a meeting they miss"
                ground.wrong((*at, "misses", number), rule, "Take one of the two out.")
        if noted_by is not None and noted_by not in (author, *people):
            ground.wrong((*at, "notes_by"), "is not invited to this meeting", "Name somebody who is there.")
        return Seeded(
            kind="meeting", at=ground.start - WEEK, author=author, to=people, title=entry.title, start=start,
            minutes=entry.minutes, repeats=entry.repeats, count=self._count(author, entry.repeats, start),
            agenda=entry.agenda, says=tuple((said.who, said.text) for said in entry.says),
            runs_over=60 * entry.runs_over, misses=misses, noted_by=noted_by,
        )  # fmt: skip

    def _count(self, author: str, repeats: Repeats, start: int) -> int | None:
        """How many times a series comes back before the run is over; two at least, which is what makes it one."""
        if repeats == "none" or author not in self.ground.org.org.people:
            return None
        calendar = self.ground.org.person(author).calendar
        count, at = 0, start
        while at <= self.ground.horizon:
            count += repeats != "weekdays" or is_working_day(calendar, local_date(at, calendar.zone))
            at += _EVERY[repeats]
        return max(2, count)


def readers(ground: Ground, item: Seeded) -> tuple[str, ...]:
    """Who can read something of the first morning."""
    everybody = tuple(ground.org.org.people)
    if item.kind == "file":
        if item.share:
            names = [name.replace("team:", "team ", 1) for name in item.share]
            return tuple(dict.fromkeys((item.author, *(who for name in names for who in _expand(ground, name)))))
        top, _, rest = (item.path or "").lstrip("/").partition("/")
        return (rest.partition("/")[0],) if top == "private" else everybody
    if item.kind in ("mail", "outside"):
        return (*item.to, *item.cc, item.author)
    if item.kind == "chat" and item.place is not None:
        return ground.org.members(item.place) if item.place in ground.org.org.channels else ()
    if item.kind == "ticket":
        return everybody
    return (item.author, *item.to)


def _expand(ground: Ground, name: str) -> tuple[str, ...]:
    try:
        return expand(ground.org.org, name)
    except KeyError:
        return ()
