"""The world as it is when the player comes in: files, mails, messages, tickets and meetings from before.

They are put in place by the apps themselves, each dated as its author says, and are part of the record like all else.
"""

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sim.actions import Refused
from sim.apps.drive import Drive
from sim.apps.mail import Mail
from sim.apps.tracker import Tracker
from sim.localtime import iso_local
from sim.office import Notice
from sim.script import Seeded
from sim.vocabulary.run import RunStarted

if TYPE_CHECKING:
    from sim.world import World


class BadFurniture(Exception):
    """Something of the first morning cannot be put in place: which, and what the office says. The scenario's fault."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what = what
        self.why = why

    def __str__(self) -> str:
        return f"the first morning cannot be set up: {self.what}: {self.why}"


def furnish(
    world: "World", begun: RunStarted, to_seat: Callable[[Notice], None], stage: Callable[[str, Seeded], None]
) -> None:
    """Record the start, then put everything in its place, oldest first. The player finds its notices on its desk.

    ``stage(meeting, item)`` notes what will come about in a meeting.

    Raises :class:`BadFurniture`.
    """
    start = world.kernel.now
    items = sorted(world.script.seeded, key=lambda s: (_RANK.get(s.kind, 1), s.at))
    everyday = [i for i in items if _RANK.get(i.kind, 1) == 1]
    world.dated = min([start, *(i.at for i in items)])
    deliver = world.deliver
    world.deliver = lambda notice: to_seat(notice) if notice.to in world.seats else None
    labels: dict[str, str] = {}
    try:
        world.write(begun)
        for item in [i for i in items if i not in everyday] + everyday:
            if item in everyday:
                world.dated = min(item.at, start)
            try:
                ref = _put(world, item, labels)
            except Refused as refused:
                raise BadFurniture(
                    f"{item.kind} {item.label or item.path or item.subject or item.title or ''}", refused.why
                ) from refused
            if item.label:
                labels[item.label] = ref
            if item.kind == "meeting":
                stage(ref, item)
    finally:
        world.dated, world.deliver = None, deliver


_RANK = {"project": 0, "file": 0}


def _put(world: "World", item: Seeded, labels: dict[str, str]) -> str:
    office = world.office
    if item.kind == "project":
        return office.app(Tracker).open_project(item.key or "", item.title or "", item.states, item.to)
    if item.kind == "file":
        data: str | bytes = base64.b64decode(item.data or "") if item.binary else item.data or ""
        office.app(Drive).put(item.path or "", data, item.author, world.now)
        if item.share:
            office.app(Drive).only(item.path or "", dict(item.share))
        return item.path or ""
    if item.kind == "outside":
        name, _, address = (item.author or "").partition(" <")
        reply_to = labels.get(item.reply_to) if item.reply_to else None
        letter = office.app(Mail).arrive(
            name, address.rstrip(">"), item.to, item.subject or "", item.text or "", cc=item.cc, in_reply_to=reply_to
        )
        return letter.id
    return _by_action(world, item, labels)


def _by_action(world: "World", item: Seeded, labels: dict[str, str]) -> str:
    """What a person of the org did before the run, done as they would do it."""
    name, arguments = _as_action(world, item, labels)
    receipt = world.do(item.author, world.office.parse(name, arguments)).model_dump()
    if item.kind == "ticket" and item.state:
        ref: str = receipt["ticket"]
        if world.office.app(Tracker).ticket(ref).state != item.state:
            world.do(item.author, world.office.parse("tracker.change", {"ticket": ref, "state": item.state}))
        return ref
    return str(receipt.get("id") or receipt.get("meeting") or receipt.get("ticket"))


def _as_action(world: "World", item: Seeded, labels: dict[str, str]) -> tuple[str, dict[str, Any]]:
    zone = world.person(item.author).calendar.zone
    if item.kind == "mail":
        if item.reply_to:
            copies = [who for who in (*item.to, *item.cc) if who != item.author]
            return "mail.reply", {"mail": labels[item.reply_to], "cc": copies, "text": item.text}
        return "mail.send", {"to": list(item.to), "cc": list(item.cc), "subject": item.subject, "text": item.text}
    if item.kind == "chat":
        thread = {"thread": labels[item.reply_to]} if item.reply_to else {}
        return "chat.send", {"to": item.place or list(item.to), "text": item.text, **thread}
    if item.kind == "ticket":
        arguments: dict[str, Any] = {
            "project": item.key,
            "title": item.title,
            "text": item.text or "",
            "priority": item.priority,
        }
        if item.owner:
            arguments["owner"] = item.owner
        if item.due is not None:
            arguments["due"] = iso_local(item.due, zone)
        return "tracker.open", arguments
    meeting = {
        "title": item.title or item.subject, "start": iso_local(item.start or item.at, zone), "minutes": item.minutes,
        "people": list(item.to), "agenda": item.agenda, "place": item.place or "", "repeats": item.repeats,
    }  # fmt: skip
    return "calendar.invite", meeting if item.count is None else {**meeting, "count": item.count}
