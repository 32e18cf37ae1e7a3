"""Who may approve what, up to which amount.

Authority is a person's own: it comes from ``approves`` in the file. A deputy has none of it, unless the file gives it
to them for the days on which they stand in. Nobody approves a request of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from orgs.schema import Org
from orgs.values import Limit, key_of
from sim.units import Money

UNLIMITED = Decimal(10) ** 12
"""What ``any`` is where a limit must be told as an amount: a million millions of the currency."""


class Grant(NamedTuple):
    """One person's limit of one kind; ``kind`` is as they wrote it."""

    who: str
    kind: str
    limit: Limit


def grants(org: Org) -> dict[str, list[Grant]]:
    """Every grant by the key of its kind (`orgs.values.key_of`), in file order."""
    found: dict[str, list[Grant]] = {}
    for who, person in org.people.items():
        for kind, limit in person.approves.items():
            found.setdefault(key_of(kind), []).append(Grant(who, kind, limit))
    return found


class Approvals:
    """The authority in an organisation. ``is_away`` tells whether somebody is absent at an instant."""

    def __init__(self, org: Org, is_away: Callable[[str, int], bool]) -> None:
        self._org = org
        self._is_away = is_away
        self._grants = grants(org)
        self._own = {(grant.who, kind): grant.limit for kind, held in self._grants.items() for grant in held}

    def kinds(self) -> tuple[str, ...]:
        """What is approved here, in the words of whoever is first in the file to approve it."""
        return tuple(held[0].kind for held in self._grants.values())

    def limit(self, who: str, kind: str) -> Money | None:
        """The most ``who`` may approve of ``kind`` by their own authority; for no limit, `UNLIMITED`."""
        held = self._own.get((who, key_of(kind)))
        if held is None or held.money is not None:
            return None if held is None else held.money
        stated = (grant.limit.money.currency for grant in self._grants[key_of(kind)] if grant.limit.money)
        return Money(UNLIMITED, next(stated, self._org.currency))

    def may(self, who: str, kind: str, amount: Money | None, at: int | None = None) -> bool:
        """Whether ``who`` may approve it; with ``at`` also by what is theirs while they stand in for somebody then.

        ``amount`` is None for what is not counted in money. Raises ValueError where the limit is in another currency.
        """
        key = key_of(kind)
        own = self._own.get((who, key))
        if own is not None and own.covers(amount):
            return True
        return at is not None and any(limit.covers(amount) for limit in self._lent(who, key, at))

    def _lent(self, who: str, key: str, at: int) -> list[Limit]:
        lent: list[Limit] = []
        for other, person in self._org.people.items():
            deputy = person.deputy
            if deputy is None or deputy.who != who or not deputy.approves or not self._is_away(other, at):
                continue
            given = person.approves if deputy.approves == "same" else deputy.approves
            lent += [limit for kind, limit in given.items() if key_of(kind) == key]
        return lent

    def all(self, kind: str, amount: Money | None) -> tuple[str, ...]:
        """All who may by their own authority, smallest sufficient limit first; of equals, the first in the file.

        Raises ValueError where limits are in another currency than ``amount``.
        """
        held = [grant for grant in self._grants.get(key_of(kind), ()) if grant.limit.covers(amount)]
        return tuple(grant.who for grant in sorted(held, key=lambda grant: grant.limit.rank))

    def for_request(self, requester: str, kind: str, amount: Money | None, at: int | None = None) -> tuple[str, ...]:
        """All who may approve a request of ``requester``, the right one first.

        First those above the requester, nearest first; then the others by `all`, for authority that is not of the line
        (the release of a lot, a discount). With ``at``, whoever is away is replaced by the deputy to whom they lend
        enough authority, or left out.
        """
        chain = self._org.chain(requester)
        enough = self.all(kind, amount)
        ordered = [*(who for who in chain if who in enough), *(who for who in enough if who not in chain)]
        if at is not None:
            ordered = [actor for who in ordered if (actor := self._acting(who, kind, amount, at)) is not None]
        return tuple(dict.fromkeys(who for who in ordered if who != requester))

    def _acting(self, who: str, kind: str, amount: Money | None, at: int) -> str | None:
        if not self._is_away(who, at):
            return who
        deputy = self._org.people[who].deputy
        if deputy is None or self._is_away(deputy.who, at) or not self.may(deputy.who, kind, amount, at):
            return None
        return deputy.who
