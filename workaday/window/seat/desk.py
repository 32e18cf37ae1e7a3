"""What the templates of the seat's pages are given: what was seen, forms for what can be done, names and addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import quote

from sim.apps.desk import Resume
from sim.localtime import day_and_time, local, long_local
from sim.player import Noticed, Observation
from workaday.doors.offers import Offer, place_of_notice
from workaday.doors.session import Session, Turn
from workaday.window.colours import SEAT, class_of_stranger, classes
from workaday.window.seat.fields import NOTHING, Field, fields_of
from workaday.window.seat.memory import BY_PEOPLE, Done, Memory

TITLES: Final = {
    "desk": "Today", "mail": "Mail", "chat": "Chat", "calendar": "Calendar", "calls": "Calls", "drive": "Drive",
    "tracker": "Tracker", "pager": "Pager", "directory": "Directory", "search": "Search", "security": "Security",
}  # fmt: skip
"""The apps by name, in the order in which they stand beside every page; any other comes after them."""
NOTABLE: Final = (
    "away", "ambiguous", "not_here", "left_out", "conflicts", "elsewhere", "cannot_open", "blocked_by", "why",
)  # fmt: skip
"""Parts of what an act gave back that the seat is told of wherever it goes on."""
_THINGS: Final = {"calls": "call", "pager": "page", "directory": "who"}
"""The argument that names a thing with a page of its own, in apps where nothing is opened by reading it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody as pages show them."""

    name: str
    colour: str
    id: str


@dataclass(frozen=True, slots=True)
class Form:
    """An action to be filled in and done: what is given with it, and what is asked."""

    offer: Offer
    button: str
    fixed: Mapping[str, str]
    fields: tuple[Field, ...]
    typed: Mapping[str, str]
    back: str
    look: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values that are proposed for an argument."""
    terse: bool = False
    """Whether the explanations of the arguments are left out."""
    aside: int | None = None
    """The number of a notice that is seen to with this."""

    @property
    def switches(self) -> tuple[str, ...]:
        """The arguments that are on or off, of those that are asked."""
        return tuple(one.name for one in self.fields if one.kind == "switch")


class Desk:
    """One seat at one moment, for one page."""

    def __init__(self, session: Session, memory: Memory, turn: Turn, csrf: str, address: str) -> None:
        self.memory: Final = memory
        self.turn: Final = turn
        self.csrf: Final = csrf
        self.address: Final = address
        """The page that is shown, to come back to."""
        self.offers: Final = session.offers
        self.briefing: Final = memory.briefing
        self.me: Final = memory.briefing.me
        self.zone: Final = memory.briefing.zone
        self.reached: Final = session.seat.reached
        self._ids = 0
        org = session.rollout.loaded.org
        self._names: Mapping[str, str] = {person.id: person.name for person in org.people()}
        self._colours = classes(self._names, self.me)

    # -- the moment -----------------------------------------------------------------------------------------------

    @property
    def now(self) -> Observation | None:
        """What was seen last."""
        return self.memory.latest

    @property
    def clock(self) -> str:
        """The simulated time, in words."""
        return long_local(max(self.reached, self.now.at if self.now else 0), self.zone)

    @property
    def number(self) -> str:
        """Of the turn that is awaited, or was last; "" where none is known to be."""
        return str(self.now.turn) if self.now is not None and not self.turn.pending else ""

    @property
    def open(self) -> bool:
        """Whether something can be done now; where a form was answered, what was typed can be sent in any case."""
        return self.turn.observation is not None or not self.address

    def when(self, at: int) -> str:
        """A simulated instant on the seat's clock, as "Mon 10:15"."""
        return day_and_time(at, self.zone)

    def soon(self, minutes: int) -> str:
        """The clock so many simulated minutes from now: "10:45"."""
        return f"{local(max(self.reached, 1) + minutes * 60, self.zone):%H:%M}"

    def uid(self) -> str:
        """An id for a part of the page, each time another."""
        self._ids += 1
        return f"f{self._ids}"

    # -- what was seen, and what can be done ----------------------------------------------------------------------

    def look(self, action: str, **arguments: Any) -> Done | None:
        """The last time this was looked at (:meth:`workaday.window.seat.memory.Memory.look`)."""
        return self.memory.look(action, **arguments)

    @cached_property
    def apps(self) -> list[tuple[str, str, int]]:
        """The apps of this office: name, title, and how much waits in it."""
        there = dict.fromkeys(name.partition(".")[0] for name in self.offers)
        order = [*(app for app in TITLES if app in there), *(app for app in there if app not in TITLES)]
        waiting = [one.notice.app for one in self.memory.waiting()]
        return [(app, self.title(app), len(waiting) if app == "desk" else waiting.count(app)) for app in order]

    def title(self, app: str) -> str:
        """An app's title."""
        return TITLES.get(app, app.replace("_", " ").capitalize())

    def actions(self, app: str) -> list[Offer]:
        """Everything that can be done in an app."""
        return [offer for name, offer in self.offers.items() if name.partition(".")[0] == app]

    def label(self, action: str) -> str:
        """An action in words: "Chat: send"; of the desk itself: "Wait"."""
        app, _, verb = action.partition(".")
        told = verb.replace("_", " ")
        return told.capitalize() if app == "desk" else f"{self.title(app)}: {told}"

    def form(
        self,
        action: str,
        button: str,
        fixed: Mapping[str, Any] | None = None,
        *,
        ask: Sequence[str] | None = None,
        typed: Mapping[str, Any] | None = None,
        back: str | None = None,
        look: str = "",
        labels: Mapping[str, str] | None = None,
        told: Mapping[str, Sequence[str]] | None = None,
        terse: bool = False,
        aside: int | None = None,
    ) -> Form | None:
        """A form for an action, None where this office has none of that name.

        ``fixed`` are arguments that go along unseen; ``ask`` are those that are asked, everything else where it is not
        given; ``typed`` is what stands in them already. Afterwards the page ``back`` is shown: this one, if it is not
        said, or with "" the one that belongs to what was done. ``aside`` is the number of a notice that is seen to with
        it.
        """
        offer = self.offers.get(action)
        if offer is None:
            return None
        fields, fixed, typed = fields_of(offer), fixed or {}, typed or {}
        names = [name for name in fields if name not in fixed] if ask is None else ask
        return Form(
            offer, button, {name: fields[name].typed(value) for name, value in fixed.items()},
            tuple(fields[name] for name in names),
            {name: fields[name].typed(value) for name, value in typed.items() if name in fields and value != ""},
            self.address if back is None else back, look, labels or {}, told or {}, terse, aside,
        )  # fmt: skip

    def again(self, done: Done) -> Form | None:
        """The form of what was refused, as it was filled in."""
        typed = {name: NOTHING if value == "" else value for name, value in done.arguments.items()}
        form = self.form(done.action, "Try again", typed=typed)
        return form if form is not None and form.fields else None

    def notable(self, done: Done) -> dict[str, Any]:
        """What the seat has to be told of what an act gave back, beside that it was done."""
        receipt = done.receipt or {}
        return {name: receipt[name] for name in NOTABLE if receipt.get(name)}

    # -- names and addresses --------------------------------------------------------------------------------------

    def who(self, told: str | None) -> Who:
        """Somebody by an id, or by name and address as a mail from outside has them. Whom the seat has not come across
        has no name for it, whatever the address of a page says."""
        told = told or "nobody"
        if told == self.me:
            return Who("You", SEAT, told)
        name = self._names.get(told) if told in self.memory.met else None
        if name is not None:
            return Who(name, self._colours[told], told)
        return Who(told.partition(" <")[0] or told, class_of_stranger(told), told)

    @cached_property
    def known(self) -> list[Who]:
        """Everybody the seat has come across, by name: those of the briefing, and whoever was told of since."""
        ids = [one for one in self.memory.met if one in self._names and one != self.me]
        return sorted((self.who(one) for one in ids), key=lambda who: who.name)

    def place(self, place: str) -> str:
        """A place of the chat as people call it: of a conversation, with whom."""
        if place.startswith(BY_PEOPLE):
            others = [one for one in place.partition(":")[2].split("+") if one != self.me]
            return ", ".join(self.who(one).name for one in others) or "Yourself"
        return place

    def at(self, app: str, ref: str = "") -> str:
        """The address of an app's page, or of one thing in it."""
        return address(app, ref)

    def of_notice(self, notice: Noticed) -> tuple[str, Form | None]:
        """Where a notice leads, and the form that opens it there."""
        place = place_of_notice(self.offers, notice)
        if place is None:
            return self.at(notice.app, notice.ref if notice.app in ("calls", "pager") else ""), None
        app, ref = place
        offer = self.offers[f"{app}.read"]
        there = self.at(app, ref)
        return there, self.form(offer.name, "Open", {str(offer.opens): ref}, ask=(), back=there)


def landing(offers: Mapping[str, Offer], action: str, arguments: Mapping[str, Any], memory: Memory) -> str:
    """The page on which what was done is shown, where the form does not say one: that of the thing it was done with."""
    if action == Resume.name and memory.latest is not None and memory.latest.suspended:
        cut = memory.latest.suspended[-1]
        action, arguments = cut.action, cut.arguments
    app = action.partition(".")[0]
    reading = offers.get(f"{app}.read")
    key = reading.opens if reading is not None else _THINGS.get(app)
    ref = arguments.get("folder" if action == "drive.list" else key or "")
    if isinstance(ref, str) and ref.strip():
        return address(app, ref)
    return address(app)


def address(app: str, ref: str = "") -> str:
    """The address of an app's page, or of one thing in it."""
    if app == "desk":
        return "/"
    return f"/{quote(app, safe='')}" + (f"/{quote(ref.removeprefix('/'), safe='/:@+,;=!$*~')}" if ref else "")
