"""Budgets: the most that a run may use, and who says no when the next call to a model could pass it.

Limits are data. They count what a run has used by the usage that came back with each answer (tokens as the provider
counts them, cached ones among them; money by its prices), and what is on its way by an estimate that is rather too
high. What is recalled from a recording costs nothing and is not counted: the model of a budget stands between the
journal and the port.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from sim.misspelling import did_you_mean
from sim.model import ModelFault, ModelPort, ModelReply, ModelRequest, Role, Usage
from sim.stopwatch import Stopwatch
from sim.units import BadValue, duration
from sim.vocabulary.core import canonical_json

BYTES_A_TOKEN: Final = 4
"""Bytes of UTF-8 to a token of a prompt, for the estimate. Four characters is the usual figure for English text
(OpenAI, "What are tokens and how to count them?"); bytes, because other scripts make more tokens of a character."""

REPLY_TOKENS: Final = 4096
"""Tokens taken for a reply that has no limit of its own."""


class Limit(BaseModel):
    """The most that may be used; None for no limit. ``tokens`` are those of prompts and replies together."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: int | None = Field(default=None, ge=0)
    usd: float | None = Field(default=None, ge=0)
    """US dollars."""
    calls: int | None = Field(default=None, ge=0)


Scope = Literal["coworkers", "player", "judge", "total"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


class Budgets(BaseModel):
    """What one run may use: by role and in all.

    ``wall`` is in real seconds and counts from where a run is started, and anew where it is resumed; ``simulated`` is
    in simulated seconds and counts from the scenario's start.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    coworkers: Limit = Limit()
    player: Limit = Limit()
    judge: Limit = Limit()
    total: Limit = Limit()
    wall: float | None = Field(default=None, ge=0)
    simulated: int | None = Field(default=None, ge=0)

    def of(self, scope: Scope) -> Limit:
        """The limit of a role, or of all together."""
        limit: Limit = getattr(self, scope)
        return limit

    def changed(self, wishes: Iterable[str]) -> "Budgets":
        """These with ``wishes`` in their place, each like "coworkers.tokens=200k", "total.usd=1.5", "wall=10m".

        The amount "none" lifts a limit, "none" alone lifts all. Raises :class:`~sim.units.BadValue`.
        """
        changed: Budgets = self
        for wish in wishes:
            changed = changed._with(wish)
        return changed

    def data(self) -> dict[str, Any]:
        """As JSON data, without what is not limited. Read again by ``model_validate``."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def limits_money(self, role: Role) -> bool:
        """Whether what this role uses is limited in money."""
        return self.of(role).usd is not None or self.total.usd is not None

    def _with(self, wish: str) -> "Budgets":
        if wish.strip() == "none":
            return Budgets()
        name, equals, amount = (part.strip() for part in wish.partition("="))
        if not equals or not amount:
            raise BadValue(wish, "is no budget", _WRITE_BUDGET)
        if name in ("wall", "simulated"):
            return self.model_copy(update={name: None if amount == "none" else duration(amount)})
        scope, _, what = name.partition(".")
        if scope not in SCOPES:
            raise BadValue(
                wish, f"limits {scope!r}, which is nothing to limit", _hint(scope, (*SCOPES, "wall", "simulated"))
            )
        if what not in Limit.model_fields:
            raise BadValue(wish, f"limits {what!r}, which nobody uses", _hint(what, Limit.model_fields))
        limit = self.of(scope).model_copy(update={what: None if amount == "none" else _amount(wish, what, amount)})
        return self.model_copy(update={scope: limit})


_WRITE_BUDGET = "Write coworkers.tokens=200k, player.usd=1.5, total.calls=500, wall=10m or simulated=3 days."
_SCALE: Final[Mapping[str, int]] = {"": 1, "k": 1_000, "m": 1_000_000}


def _hint(written: str, known: Iterable[str]) -> str:
    return f"{did_you_mean(written, tuple(known))} {_WRITE_BUDGET}".strip()


def _amount(wish: str, what: str, amount: str) -> int | float:
    if what == "usd":
        found = re.fullmatch(r"\$?([0-9]{1,9}(?:\.[0-9]{1,6})?)", amount)
        if found is None:
            raise BadValue(wish, "gives no amount in US dollars", "Write total.usd=1.50, or total.usd=none.")
        return float(found[1])
    found = re.fullmatch(r"([0-9][0-9_]{0,14})([kKmM]?)", amount)
    if found is None:
        raise BadValue(wish, "gives no whole number", f"Write {200_000} or 200k; none lifts the limit.")
    return int(found[1].replace("_", "")) * _SCALE[found[2].lower()]


# -- prices ----------------------------------------------------------------------------------------------------------


class Price(NamedTuple):
    """What a model costs, in US dollars a token: read anew, read from the provider's cache, and written."""

    prompt: float
    cached: float
    completion: float

    def of(self, usage: Usage) -> float:
        """What this usage costs."""
        fresh = usage.prompt_tokens - usage.cached_tokens
        return fresh * self.prompt + usage.cached_tokens * self.cached + usage.completion_tokens * self.completion


Prices = Callable[[str], Price | None]
"""Gives the price of a model by its name, or None where it is not known."""


def no_prices(model: str) -> None:
    """For ports of which no prices are known."""
    return


def unpriced(model: str, role: Role) -> str:
    """What is told where money is limited and there is no price to reckon with."""
    return (
        f"the price of {model} is not known, so a limit in money cannot be kept: limit tokens or calls instead "
        f"({role}.tokens=200k), and lift that of money ({role}.usd=none, total.usd=none)"
    )


# -- saying no -------------------------------------------------------------------------------------------------------


class BudgetedModel:
    """A :class:`~sim.model.ModelPort` that refuses a call which could pass a limit, as the fault "over_budget".

    ``spent`` is what the run has used before, for each role. A call is let through when what is used, what is on its
    way and the call itself fit within every limit, by estimate. One that would fit if what is on its way came out
    cheaper waits for that. Prices are needed where money is limited: a model without one is refused.
    """

    def __init__(
        self,
        port: ModelPort,
        budgets: Budgets,
        *,
        spent: Mapping[Role, Usage] | None = None,
        prices: Prices = no_prices,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        self._port = port
        self._budgets = budgets
        self._spent: dict[Role, Usage] = {role: (spent or {}).get(role, Usage()) for role in get_args(Role)}
        self._on_its_way: dict[int, tuple[Role, Usage]] = {}
        self._number = 0
        self._prices = prices
        self._stopwatch = stopwatch or Stopwatch(None)
        self._answered = asyncio.Event()

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask, if that is within the budget. Raises :class:`~sim.model.ModelFault`."""
        if self._budgets.of(role) == self._budgets.total == Limit():
            return await self._stopwatch.within(self._asked(request, role, who))
        estimate = self._estimate(request, role)
        while (why := self._refusal(role, estimate)) is not None:
            if self._refusal(role, estimate, on_its_way=False) is not None:
                raise ModelFault("over_budget", why)
            self._answered.clear()
            await self._stopwatch.within(_waited(self._answered))
        self._number += 1
        number = self._number
        self._on_its_way[number] = (role, estimate)
        try:
            reply = await self._stopwatch.within(self._asked(request, role, who))
        except ModelFault as fault:
            self._spent[role] += fault.usage
            raise
        finally:
            del self._on_its_way[number]
            self._answered.set()
        self._spent[role] += reply.usage
        return reply

    async def _asked(self, request: ModelRequest, role: Role, who: str) -> ModelReply:
        return await self._port.complete(request, role=role, who=who)

    def _estimate(self, request: ModelRequest, role: Role) -> Usage:
        """What a call may use: the whole prompt, nothing of it cached, and a reply as long as it may be."""
        prompt, completion = prompt_tokens(request), request.max_tokens or REPLY_TOKENS
        estimate = Usage(calls=1, prompt_tokens=prompt, completion_tokens=completion)
        if not self._budgets.limits_money(role):
            return estimate
        price = self._prices(request.model)
        if price is None:
            raise ModelFault("over_budget", unpriced(request.model, role))
        return estimate.model_copy(update={"cost": price.of(estimate)})

    def _refusal(self, role: Role, estimate: Usage, *, on_its_way: bool = True) -> str | None:
        """Which limit the call could pass, in words; None where it fits."""
        scopes: tuple[tuple[Scope, tuple[Role, ...]], ...] = ((role, (role,)), ("total", get_args(Role)))
        for scope, roles in scopes:
            limit = self._budgets.of(scope)
            for what, most in limit:
                if most is None:
                    continue
                if what == "usd" and any(self._spent[one].cost is None for one in roles):
                    return f"what the run has used before has no known price, so {scope}.usd cannot be kept"
                used = sum(amount(what, self._spent[one]) for one in roles)
                others = self._on_its_way.values() if on_its_way else ()
                going = sum(amount(what, usage) for one, usage in others if one in roles)
                more = amount(what, estimate)
                if used + going + more > most:
                    return (
                        f"the budget {scope}.{what} is used up: {figure(what, used)} of {told(what, most)}"
                        f"{f', {figure(what, going)} on the way' if going else ''}, "
                        f"and the next call may take {told(what, more)}"
                    )
        return None


async def _waited(event: asyncio.Event) -> None:
    await event.wait()


def prompt_tokens(request: ModelRequest) -> int:
    """About how many tokens a request's prompt has, its schema and tools among them."""
    size = sum(
        len((message.content or "").encode())
        + sum(len(call.name.encode()) + len(call.arguments.encode()) for call in message.tool_calls)
        for message in request.messages
    )
    if request.reply_schema is not None:
        size += len(canonical_json(request.reply_schema).encode())
    if request.tools:
        size += len(canonical_json(list(request.tools)).encode())
    return -(-size // BYTES_A_TOKEN)


def amount(what: str, usage: Usage) -> float:
    """How much of something a usage is: "tokens", "usd" or "calls".

    Raises ``ValueError`` for the money of a usage without a price.
    """
    if what == "tokens":
        return usage.prompt_tokens + usage.completion_tokens
    if what == "calls":
        return usage.calls
    if usage.cost is None:
        raise ValueError("what was used has no known price")
    return usage.cost


def told(what: str, number: float) -> str:
    """An amount with its unit."""
    return figure(what, number) if what == "usd" else f"{figure(what, number)} {what}"


def figure(what: str, number: float) -> str:
    """An amount."""
    return f"${number:,.4f}" if what == "usd" else f"{number:,.0f}"
