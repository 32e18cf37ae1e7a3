"""What the directory gives its readers to see."""

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True)


class Brief(_Plain):
    """Somebody on one line."""

    id: str
    name: str
    title: str


class Card(_Plain):
    """Somebody as the directory shows them. Times are on their own clock; ``note`` is what their mailbox answers."""

    id: str
    name: str
    pronouns: str
    title: str
    about: str
    areas: tuple[str, ...]
    teams: tuple[str, ...]
    manager: str | None
    deputy: str | None
    site: str
    zone: str
    local_time: str
    hours: str
    working: bool
    """Whether it is in their working hours now."""
    away_until: str | None = None
    note: str | None = None


class TeamCard(_Plain):
    """A team, the lead first."""

    id: str
    name: str
    lead: str | None
    members: tuple[Brief, ...]


class Away(_Plain):
    """Somebody who is, or will be, away; times are on your clock."""

    id: str
    name: str
    since: str
    until: str
    deputy: str | None
    note: str | None = None


class Cards(Receipt):
    """People. More than one where a name is that of several."""

    people: tuple[Card, ...]

    def words(self) -> int:
        return sum(12 + words_in(" ".join((c.name, c.title, c.about, *c.areas, c.note or ""))) for c in self.people)


class Briefs(Receipt):
    """People, one line each, in the order that was asked for."""

    people: tuple[Brief, ...]

    def words(self) -> int:
        return _words(self.people)


class TeamCards(Receipt):
    """Teams."""

    teams: tuple[TeamCard, ...]

    def words(self) -> int:
        return sum(words_in(team.name) + _words(team.members) for team in self.teams)


class Responsible(Receipt):
    """Who it is; None for nobody. Where they are away, ``instead`` is their deputy."""

    area: str
    who: Card | None
    instead: str | None = None

    def words(self) -> int:
        return words_in(self.area) + (12 if self.who else 0)


class Absent(Receipt):
    """Who is away, in the order of their return."""

    people: tuple[Away, ...]

    def words(self) -> int:
        return sum(words_in(f"{a.name} {a.since} {a.until} {a.note or ''}") for a in self.people)


class Chart(Receipt):
    """Who reports to whom, two spaces for each step down."""

    lines: tuple[str, ...]

    def words(self) -> int:
        return sum(map(words_in, self.lines))


def _words(people: tuple[Brief, ...]) -> int:
    return sum(words_in(f"{brief.name} {brief.title}") for brief in people)
