"""Who is who in an export: names, time zones, and a mail address for everybody.

People of a run have none of their own: theirs is ID@ORGANISATION.example, in a domain that RFC 2606 keeps for examples,
so that nothing that is sent on by mistake reaches anybody.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from email.headerregistry import Address
from typing import Any
from zoneinfo import ZoneInfo

from sim.misspelling import did_you_mean
from sim.record import Record
from workaday.exits import Exit, Trouble

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


@dataclass(frozen=True, slots=True)
class Contact:
    """A name and an address."""

    name: str
    address: str

    def header(self) -> Address:
        """As it stands in the header of a mail. Whatever is not plain in it is quoted."""
        local, _, domain = self.address.rpartition("@")
        return Address(self.name, local, domain)


def in_ascii(address: str) -> str:
    """An address in ASCII, which every mail program takes: RFC 6531, which allows more, is not read everywhere."""
    local, _, domain = address.rpartition("@")
    return f"{_punycode(local)}@{'.'.join(map(_punycode, domain.split('.')))}"


def _punycode(label: str) -> str:
    return label if label.isascii() else f"xn--{label.casefold().encode('punycode').decode()}"


class People:
    """The people of one run."""

    def __init__(self, record: Record) -> None:
        self._path = record.path
        self._people: Mapping[str, Any] = {}
        org = record.header.get("org")
        name = "run"
        if org is not None:
            from orgs.graph import OrgGraph

            graph = OrgGraph.from_data(org)
            self._people = {person.id: person for person in graph.people()}
            name = graph.id
        self.domain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") + ".example"
        """Of all addresses here."""
        self.mark = f"{record.scenario}.{record.seed}@{self.domain}"
        """What ids of this run end with, so that those of two runs differ."""
        self._outside: dict[str, str] = {}

    def know(self, name: str, address: str) -> None:
        """Somebody outside calls themselves so."""
        self._outside[address] = name

    def contact(self, who: str) -> Contact:
        """Of a person here, or of an address outside."""
        if "@" in who:
            return Contact(one_line(self._outside.get(who, "")), in_ascii(who))
        person = self._people.get(who)
        return Contact(one_line(person.name if person else who), in_ascii(f"{who}@{self.domain}"))

    def zone(self, who: str) -> tzinfo:
        """The time zone of a person; UTC for whoever is not from here."""
        person = self._people.get(who)
        return UTC if person is None else ZoneInfo(person.calendar.zone)

    def moment(self, at: int, who: str) -> datetime:
        """An instant, as the clock of this person shows it."""
        return datetime.fromtimestamp(at, self.zone(who))

    def require(self, who: str) -> None:
        """Raise :class:`~workaday.exits.Trouble` where nobody here has this id."""
        if who not in self._people:
            named = [f"{each.name} is {id!r}." for id, each in self._people.items() if each.name == who]
            fix = " ".join(named) or did_you_mean(who, self._people)
            raise Trouble(Exit.USER, f"{self._path}: nobody in this run has the id {who!r}. {fix}".rstrip())


def one_line(text: str) -> str:
    """A text as it may stand in a header: on one line, without characters that only a terminal obeys."""
    return " ".join(_CONTROL.sub(" ", text).split())
