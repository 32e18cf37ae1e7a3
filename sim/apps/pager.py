"""The pager: whoever is on call is fetched, at any hour, and somebody has a page until it is resolved.

A page cannot be overlooked as a message can: it interrupts, and one that nobody takes goes up the line. It goes to a
person, or to an area, which is whoever is on call for it, else its owner or who stands in for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field

from sim.actions import Action, Effort, Receipt, Refused, clip, words_in
from sim.apps.people import person_named
from sim.apps.when import WAYS, instant, written_for
from sim.office import App, Notice, Office
from sim.organisation import Organisation
from sim.vocabulary.core import WORLD, Event, Instant
from sim.vocabulary.pager import (
    PageAcknowledged,
    PageDeclined,
    PageDeferred,
    PageEscalated,
    PagePassedOn,
    PageRaised,
    PageResolved,
    PageState,
)

MOST: Final = 300
"""Characters of a summary, a note or a reason."""

_PAGE = 'Id of the page ("page2").'


@dataclass(slots=True)
class Page:
    """A page as it stands now. ``has`` is who has it; ``latest`` the event that brought it there."""

    id: str
    at: Instant
    by: str
    summary: str
    area: str | None
    urgent: bool
    has: str
    latest: int
    outside: str | None = None
    label: str | None = None
    state: PageState = "raised"
    until: Instant | None = None
    asked: list[str] = field(default_factory=list)
    """Everybody it has gone to, in order."""

    @property
    def open(self) -> bool:
        """Whether somebody still has to see to it."""
        return self.state != "resolved"


class PageShown(Receipt):
    """A page. ``has`` is who has it now, or nobody where it went unanswered to the top."""

    page: str
    state: PageState
    by: str
    has: str | None
    summary: str
    area: str | None = None
    urgent: bool = True
    raised: str
    until: str | None = None


class Listed(BaseModel):
    """A page in a list."""

    model_config = ConfigDict(frozen=True)

    page: str
    state: PageState
    has: str | None
    by: str
    raised: str
    summary: str
    area: str | None = None


class PageList(Receipt):
    """Pages, newest first."""

    pages: tuple[Listed, ...]

    def words(self) -> int:
        return sum(words_in(page.summary) for page in self.pages)


# --- actions --------------------------------------------------------------------------------------------------------


class Raise(Action):
    """Page somebody, at any hour: whoever is on call for an area, or a person. It interrupts them, and goes up the line
    if they do not take it. For what cannot wait."""

    name: ClassVar[str] = "pager.page"
    receipt: ClassVar[type[Receipt]] = PageShown

    summary: str = Field(description=f"What is wrong, and since when; at most {MOST} characters.")
    area: str = Field(default="", description="The area or system it is about: whoever is on call for it is paged.")
    person: str = Field(default="", description="Or the id of a person.")
    urgent: bool = Field(default=True, description="False if it may wait until they have a minute.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.summary))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if bool(self.area.strip()) == bool(self.person.strip()):
            raise Refused("bad_argument", "say whom to page: either area or person")
        pager = office.app(Pager)
        area = self.area.strip() or None
        if area is None:
            to = person_named(office, self.person)
        else:
            found = pager.first_for(area)
            if found is None:
                raise Refused("no_such_thing", f"nobody is on call for {area!r}, and nobody owns it: page a person")
            to = found
        if to == actor:
            raise Refused("bad_argument", "that would page yourself: you are the one on call")
        page = pager.begin(actor, to, _short(self.summary, "a summary"), area=area, urgent=self.urgent, causes=causes)
        return pager.shown(actor, page)


class Acknowledge(Action):
    """Take a page you have: from now on it is yours to see to."""

    name: ClassVar[str] = "pager.acknowledge"
    receipt: ClassVar[type[Receipt]] = PageShown

    page: str = Field(description=_PAGE)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pager = office.app(Pager)
        page = pager.mine(actor, self.page)
        if page.state == "acknowledged":
            raise Refused("already_so", f"{page.id} is yours already")
        to = () if page.by == WORLD or page.by == actor else (page.by,)
        event = office.emit(PageAcknowledged(page=page.id, to=to), actor, (*causes, page.latest))
        pager.enter(page, "acknowledged", event)
        pager.tell(page, event, page.by, f"{actor} has it")
        return pager.shown(actor, page)


class Defer(Action):
    """Say that you have a page, and when you will see to it. One that is put off too long goes up the line."""

    name: ClassVar[str] = "pager.defer"
    receipt: ClassVar[type[Receipt]] = PageShown

    page: str = Field(description=_PAGE)
    until: str | int = Field(description=f"When: {WAYS}.")
    why: str = Field(default="", description="What you let them know.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pager = office.app(Pager)
        page = pager.mine(actor, self.page)
        until, why = instant(office, actor, self.until), _short(self.why, "a reason", empty=True)
        if until <= office.now:
            raise Refused("in_the_past", f"{self.until!r} is past: give a time from now on")
        event = office.emit(PageDeferred(page=page.id, until=until, why=why), actor, (*causes, page.latest))
        pager.enter(page, "deferred", event)
        page.until = until
        pager.tell(page, event, page.by, f"{actor} sees to it later: {why}".removesuffix(": "))
        return pager.shown(actor, page)


class PassOn(Action):
    """Hand a page you have to somebody else, who is paged in turn."""

    name: ClassVar[str] = "pager.pass_on"
    receipt: ClassVar[type[Receipt]] = PageShown

    page: str = Field(description=_PAGE)
    person: str = Field(description="Id of who is to have it.")
    note: str = Field(default="", description="What they need to know.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.note))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pager = office.app(Pager)
        page = pager.mine(actor, self.page)
        to = person_named(office, self.person)
        if to == actor:
            raise Refused("bad_argument", "you have it already: name somebody else")
        body = PagePassedOn(page=page.id, to=(to,), note=_short(self.note, "a note", empty=True))
        event = office.emit(body, actor, (*causes, page.latest))
        pager.hand(page, to, event, f"{page.summary} ({self.note.strip()})" if self.note.strip() else page.summary)
        return pager.shown(actor, page)


class Decline(Action):
    """Turn a page down: it goes up to the next in line at once."""

    name: ClassVar[str] = "pager.decline"
    receipt: ClassVar[type[Receipt]] = PageShown

    page: str = Field(description=_PAGE)
    why: str = Field(default="", description="Why you cannot.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pager = office.app(Pager)
        page = pager.mine(actor, self.page)
        body = PageDeclined(page=page.id, why=_short(self.why, "a reason", empty=True))
        event = office.emit(body, actor, (*causes, page.latest))
        page.latest = event.serial
        pager.escalate(page, "declined")
        return pager.shown(actor, page)


class Resolve(Action):
    """Say that what a page was about is over. Whoever has it may, and who paged."""

    name: ClassVar[str] = "pager.resolve"
    receipt: ClassVar[type[Receipt]] = PageShown

    page: str = Field(description=_PAGE)
    note: str = Field(default="", description="What it was, and what you did.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.note))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pager = office.app(Pager)
        page = pager.known(actor, self.page)
        if actor not in (page.has, page.by):
            raise Refused("not_allowed", f"{page.has} has {page.id}: only they, or who paged, say that it is over")
        if not page.open:
            raise Refused("already_so", f"{page.id} is over already")
        body = PageResolved(page=page.id, note=_short(self.note, "a note", empty=True))
        event = office.emit(body, actor, (*causes, page.latest))
        pager.enter(page, "resolved", event)
        for who in dict.fromkeys((page.by, *page.asked)):
            pager.tell(page, event, who, f"resolved: {page.summary}")
        return pager.shown(actor, page)


class Pages(Action):
    """List the pages you raised or have had, newest first; open ones alone, or all."""

    name: ClassVar[str] = "pager.pages"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = PageList

    all: bool = Field(default=False, description="True for those that are over, too.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        pages = [page for page in office.app(Pager).pages() if actor in (page.by, *page.asked)]
        return PageList(
            pages=tuple(
                Listed(
                    page=page.id, state=page.state, has=None if page.state == "unanswered" else page.has, by=_by(page),
                    raised=written_for(office, actor, page.at), summary=page.summary, area=page.area,
                )
                for page in reversed(pages)
                if self.all or page.open
            )
        )  # fmt: skip


def _short(text: str, what: str, *, empty: bool = False) -> str:
    if not text.strip() and not empty:
        raise Refused("empty", f"{what} is needed: say what is wrong")
    if len(text) > MOST:
        raise Refused("too_long", f"{what} has at most {MOST} characters, and this has {len(text)}: shorten it")
    return text.strip()


def _by(page: Page) -> str:
    return page.outside or page.by


# --- the app --------------------------------------------------------------------------------------------------------


def line_for(org: Organisation, area: str | None, person: str | None, at: Instant) -> tuple[str, ...]:
    """Whom a page goes to, one after the other: those who look after the area, then those above its owner, or above
    who is on call for what nobody owns; or a person, who stands in for them, and those above."""
    first: tuple[str | None, ...]
    if area is None:
        first = () if person is None else (person, org.acting(person, at))
        below = person
    else:
        first = org.looking_after(area, at)
        below = org.owner_of(area) or next(iter(first), None)
    above = () if below is None else org.chain_of_command(below)
    return tuple(dict.fromkeys(who for who in (*first, *above) if who is not None))


class Pager(App):
    """The state of all pages, and the rules that the actions share."""

    name: ClassVar[str] = "pager"
    actions: ClassVar[tuple[type[Action], ...]] = (Raise, Acknowledge, Defer, PassOn, Decline, Resolve, Pages)

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self._pages: dict[str, Page] = {}

    # -- for the engine and for doors

    def page(self, page: str) -> Page:
        """The page with this id. Raises ``KeyError``."""
        return self._pages[page]

    def pages(self) -> tuple[Page, ...]:
        """Every page, oldest first."""
        return tuple(self._pages.values())

    def can_read(self, who: str, ref: str) -> bool:
        return who in (self._pages[ref].by, *self._pages[ref].asked)

    def first_for(self, area: str) -> str | None:
        """Who is paged for ``area`` now; None where it is nobody's."""
        return next(iter(line_for(self.office.org, area, None, self.office.now)), None)

    def begin(
        self,
        by: str,
        to: str,
        summary: str,
        *,
        area: str | None = None,
        urgent: bool = True,
        outside: str | None = None,
        label: str | None = None,
        causes: Sequence[int] = (),
    ) -> Page:
        """Raise a page. ``by`` is a person, or the world for a system of the name ``outside``."""
        id_ = f"page{len(self._pages) + 1}"
        body = PageRaised(
            page=id_, to=(to,), summary=summary, area=area, urgent=urgent, outside=outside, label=label
        )  # fmt: skip
        event = self.office.emit(body, by, causes)
        page = Page(id_, event.at, by, summary, area, urgent, to, event.serial, outside, label, asked=[to])
        self._pages[id_] = page
        self.tell(page, event, to, summary, interrupts=True)
        return page

    def escalate(self, page: Page, why: str) -> None:
        """It goes to the next in line who has not had it; where nobody is left, it stands unanswered."""
        org, now = self.office.org, self.office.now
        person = None if page.area is not None else page.asked[0]
        line = [*line_for(org, page.area, person, now), *org.chain_of_command(page.has)]
        free = (who for who in line if who not in (*page.asked, page.by))
        nxt = next((acting for who in free if (acting := org.acting(who, now)) and acting not in page.asked), None)
        of = page.has
        to = () if nxt is None else (nxt,)
        body = PageEscalated.model_validate({"page": page.id, "of": of, "to": to, "why": why})
        event = self.office.emit(body, WORLD, (page.latest,))
        if nxt is None:
            self.enter(page, "unanswered", event)
            self.tell(page, event, page.by, "nobody takes it")
        else:
            self.hand(page, nxt, event, page.summary)

    def hand(self, page: Page, to: str, event: Event, gist: str) -> None:
        """Somebody else has it now, and is paged."""
        page.has = to
        page.asked.append(to)
        self.enter(page, "raised", event)
        self.tell(page, event, to, gist, interrupts=True)

    def enter(self, page: Page, state: PageState, event: Event) -> None:
        """Bring a page into its next state."""
        page.state, page.latest, page.until = state, event.serial, None

    # -- for the actions. All raise Refused.

    def known(self, actor: str, page: str) -> Page:
        """The page with this id, if ``actor`` raised it or has had it."""
        found = self._pages.get(page.strip())
        if found is None or actor not in (found.by, *found.asked):
            raise Refused("no_such_thing", f"you have no page {page!r}; pager.pages lists yours, such as 'page2'")
        return found

    def mine(self, actor: str, page: str) -> Page:
        """The open page with this id, if ``actor`` has it now."""
        found = self.known(actor, page)
        if not found.open:
            raise Refused("not_now", f"{found.id} is over: it was resolved")
        if found.has != actor or found.state == "unanswered":
            raise Refused("not_allowed", f"{found.id} is no longer yours" + f": {found.has} has it")
        return found

    def tell(self, page: Page, event: Event, who: str, gist: str, *, interrupts: bool = False) -> None:
        """Hand one person a notice."""
        if who == WORLD:
            return
        sender = page.outside or page.by if interrupts else event.actor
        self.office.notify(
            Notice(
                event.serial, event.at, who, "pager", "page" if interrupts else "response", page.id,
                page.area or page.id, sender, clip(gist), interrupts=interrupts, urgent=page.urgent and interrupts,
            )
        )  # fmt: skip

    def shown(self, actor: str, page: Page) -> PageShown:
        """The page as somebody sees it."""
        return PageShown(
            page=page.id, state=page.state, by=_by(page), has=None if page.state == "unanswered" else page.has,
            summary=page.summary, area=page.area, urgent=page.urgent,
            raised=written_for(self.office, actor, page.at),
            until=None if page.until is None else written_for(self.office, actor, page.until),
        )  # fmt: skip
