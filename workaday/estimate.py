"""What a run will ask models and what that costs, before it is run: :func:`estimate`.

The scenario is played dry. Its minds build their prompts as they will, and the rule-driven mind answers in the model's
place; a player that is a model builds its prompts too, and does what the diligent player would do. So the number of
calls and the size of prompts are measured, on conversations that go as they do among people moved by rules. Nothing is
asked. The first days stand for the rest where a scenario is long. What a real model changes (it writes more or less,
it has to be asked again, it thinks aloud) is in the range.
"""

import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from sim.budget import BYTES_A_TOKEN, SCOPES, Budgets, Price, Prices, Scope, prompt_tokens
from sim.cassette import Cassette
from sim.model import Message, ModelReply, ModelRequest, Role, ToolCall
from sim.player import Act, Briefing, Observation, Player
from sim.record import Record
from sim.runfile import Thought
from sim.units import DAY, HOUR
from sim.vocabulary.core import canonical_json
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from scenarios.load import Loaded

DAYS: Final = 2
"""Days that are played, where nothing else is said; the rest of a longer scenario is taken to go on alike."""
AGAIN: Final = 1.05
"""Calls for each that is measured: one in twenty is asked again because its reply cannot be used (design choice)."""
FEWER: Final = 0.7
MORE: Final = 1.5
"""How many calls there may be for each that is expected: models write less or more than rules (design choice)."""
TIGHT: Final = 0.85
LOOSE: Final = 1.15
"""How many tokens a prompt may have for each that is reckoned from its length (tokenizers differ by about as much)."""
REPLY: Final[Mapping[str, float]] = {"low": 60, "expected": 120, "high": 400}
"""Tokens of a reply: a line of chat in its JSON; a mail; one with reasoning before it (design choice)."""
CACHED_FROM: Final = 1024
CACHED_BY: Final = 128
"""A provider's cache holds a beginning of at least so many tokens, in steps (OpenAI and others)."""


class Range(NamedTuple):
    """An amount that may come out lower or higher."""

    low: float
    expected: float
    high: float

    def __add__(self, other: object) -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return Range(*(one + another for one, another in zip(self, other, strict=True)))

    def data(self, digits: int | None = None) -> dict[str, float]:
        """As JSON data, rounded."""
        return {name: round(value, digits) if digits else round(value) for name, value in self._asdict().items()}


NOTHING: Final = Range(0.0, 0.0, 0.0)
JUDGED: Final = Range(1, 2, 6)
"""How often a judge is asked for each criterion: once; a bad verdict three times, for every other one; each of those
twice (:mod:`scorers.rubrics.judge`)."""
VERDICT: Final = Range(100, 200, 1000)
"""Tokens of a judge's answer: a quote and two sentences; several quotes; with reasoning before it (design choice)."""
UNSEEN: Final = 500
"""Tokens of what a criterion will see that is not there yet in what was played: a page (design choice)."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one role will use. ``usd`` is None where the model has no known price."""

    model: str | None = None
    calls: Range = NOTHING
    prompt_tokens: Range = NOTHING
    cached_tokens: Range = NOTHING
    """The part of the prompts that a provider's cache may have."""
    completion_tokens: Range = NOTHING
    usd: Range | None = NOTHING

    @property
    def tokens(self) -> Range:
        """Of prompts and replies together, as budgets count them."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will use."""

    scenario: str
    mind: str
    player: str
    roles: Mapping[Role, Share]
    played: float
    """Working hours of the seat that were played."""
    lasts: float
    """Working hours of the seat that the scenario has."""
    budgets: Budgets
    notes: tuple[str, ...] = field(default=())
    """What is not in it."""

    @property
    def usd(self) -> Range | None:
        """What it costs in all, or None where a price is not known."""
        total = NOTHING
        for share in self.roles.values():
            if share.usd is None:
                return None
            total += share.usd
        return total

    @property
    def method(self) -> str:
        """How it came about, in a sentence or two."""
        much = f"the first {self.played:.0f} of {self.lasts:.0f} working hours" if self.played < self.lasts else "whole"
        return (
            f"Played dry, {much}, with rules answering in the place of models. Calls and sizes of prompts are "
            f"measured, at {BYTES_A_TOKEN} bytes a token; a reply is taken to have {REPLY['expected']:.0f} tokens "
            f"({REPLY['low']:.0f} to {REPLY['high']:.0f}). Models may ask {FEWER} to {MORE} times as often as rules do."
        )

    def short_of(self) -> dict[str, float]:
        """The limits of the budget that the run may reach, and the share of each that is expected to be used."""
        reached: dict[str, float] = {}
        for scope in SCOPES:
            for what, most in self.budgets.of(scope):
                used = self._used(scope, what)
                if most is not None and used is not None and used.high > most:
                    reached[f"{scope}.{what}"] = used.expected / most if most else float("inf")
        return reached

    def _used(self, scope: Scope, what: str) -> Range | None:
        roles = [share for role, share in self.roles.items() if scope in ("total", role)]
        if what == "usd":
            known = [share.usd for share in roles if share.usd is not None]
            return sum(known, NOTHING) if len(known) == len(roles) else None
        return sum((share.tokens if what == "tokens" else share.calls for share in roles), NOTHING)


def estimate(
    loaded: "Loaded",
    mind: str,
    player: str,
    seed: int = 1,
    *,
    prices: Prices,
    days: int = DAYS,
    budgets: Budgets | None = None,
    judge: str | None = None,
) -> Estimate:
    """What a run of ``loaded`` with this mind and player will use, from its first ``days``, and a ``judge`` of it by
    its rubric. Asks no model.

    Raises :class:`~workaday.players.registry.UnknownPlayer`, :class:`scenarios.stage.UnknownPlugin`, and
    :class:`~workaday.exits.Trouble` for a scenario with several seats, which cannot be estimated yet.
    """
    if loaded.script.seats:
        seats = ", ".join(loaded.script.players)
        why = f"{loaded.script.scenario} has several seats ({seats}), and estimates are made for one"
        raise Trouble(Exit.USER, f"{why}: limit a run instead, with --budget")
    from scenarios.schema import budgets_of
    from workaday.players.registry import installed, make

    start, horizon = loaded.script.start, loaded.script.horizon
    end = min(horizon, start + max(1, days) * DAY)
    playing = make(player, loaded)
    if hasattr(playing, "use_model"):
        playing = _Guided(playing, make("diligent", loaded))
    thoughts, questions = asyncio.run(_measured(loaded, mind, playing, seed, end, judge))
    played, lasts = _working_hours(loaded, end), _working_hours(loaded, horizon)
    notes: tuple[str, ...] = ()
    if not isinstance(playing, _Guided) and player.partition(":")[0] not in installed():
        notes = (f"What {player} asks on its own, and not by use_model, is not counted.",)
    roles: dict[Role, Share] = {}
    for role in get_args(Role):
        times = lasts / played if played else 1.0
        roles[role] = _share([t for t in thoughts if t.role == role], times, prices)
    if judge is not None:
        roles["judge"] = _judging(judge, questions, lasts / played if played else 1.0, prices)
        notes += (f"A judge is taken to be asked {JUDGED.low} to {JUDGED.high} times for each criterion.",)
    held = budgets_of(loaded.budgets) if budgets is None else budgets
    return Estimate(loaded.script.scenario, mind, player, roles, played, lasts, held, notes)


# -- measuring -------------------------------------------------------------------------------------------------------


class _Nothing:
    """A cassette on which nothing is recorded."""

    def recall(self, key: str, n: int, /) -> Thought | None:
        return None

    def recalled_at(self, key: str, /) -> tuple[tuple[int, int], ...]:
        return ()


class _Guided:
    """A player whose model is not asked: it builds its prompts, and does what another player would do.

    It is also the port that gives its model's answers.
    """

    def __init__(self, player: Any, guide: Player) -> None:
        self.name = player.name
        self._player, self._guide = player, guide
        self._next = Act(action="desk.wait", arguments={"until": "1h"})
        self._number = 0

    def use_model(self, port: Any) -> None:
        self._player.use_model(port)

    def begin(self, briefing: Briefing) -> None:
        self._player.begin(briefing)
        self._guide.begin(briefing)

    async def act(self, observation: Observation) -> Act:
        self._next = await self._guide.act(observation)
        await self._player.act(observation)
        return self._next

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """The guide's act as a tool call, or a text where no tool is on offer."""
        self._number += 1
        if not request.tools:
            return ModelReply(text="noted " * 400)
        arguments = json.dumps(dict(self._next.arguments), ensure_ascii=False)
        call = ToolCall(id=f"call{self._number}", name=self._next.action, arguments=arguments)
        return ModelReply(text=None, tool_calls=(call,), finish="tool_calls")


async def _measured(
    loaded: "Loaded", mind: str, player: Player, seed: int, end: int, judge: str | None
) -> "tuple[list[Thought], list[_Judged]]":
    """Everything that models would be asked, in its order; and what a judge would be, where there is one."""
    from scenarios.stage import Stage

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dry.workaday"
        port = player if isinstance(player, _Guided) else None
        cassette = Cassette(_Nothing(), "reflex")
        stage = Stage(loaded, player, mind, seed, path, port=port, cassette=cassette)
        stage.budget = [f"{scope}.{what}=none" for scope in SCOPES for what in ("tokens", "usd", "calls")]
        await stage.play(end)
        with Record.open(path) as record:
            thoughts = [thought for thought in record.thoughts() if "messages" in thought.request]
            return thoughts, [] if judge is None else list(_asked_of(judge, record))


class _Judged(NamedTuple):
    """The question of one criterion, in tokens."""

    frame: int
    """Without what it sees."""
    seen: int
    """What it sees, as far as was played."""


def _asked_of(judge: str, record: Record) -> Iterator[_Judged]:
    """What a judge would be asked first, criterion by criterion."""
    from scorers.case import Case
    from scorers.rubrics.excerpt import cast_of, excerpt
    from scorers.rubrics.question import question
    from workaday.judging import request_of

    case = Case(record)
    rubric = case.grading.rubric
    for criterion in () if rubric is None else rubric.criteria.values():
        lines = excerpt(case, criterion)
        frame, whole = (
            prompt_tokens(request_of(question(judge, criterion, shown, cast_of(case, lines)))) for shown in ((), lines)
        )
        yield _Judged(frame, whole - frame)


def _judging(model: str, questions: "list[_Judged]", times: float, prices: Prices) -> Share:
    """What judging a run comes to: at the least with what there was to see in what was played, else with so many times
    as much."""
    count, price = len(questions), prices(model)
    frames = sum(one.frame for one in questions)
    seen = sum(one.seen or UNSEEN for one in questions)
    prompts = Range(
        (frames + seen) * JUDGED.low * TIGHT,
        (frames + seen * times) * JUDGED.expected,
        (frames + seen * times) * JUDGED.high * LOOSE,
    )
    calls = Range(*(count * often for often in JUDGED))
    written = Range(*(often * size for often, size in zip(calls, VERDICT, strict=True)))
    paid = (
        None
        if price is None
        else Range(
            *(prompt * price.prompt + words * price.completion for prompt, words in zip(prompts, written, strict=True))
        )
    )
    return Share(model, calls, prompts, NOTHING, written, paid)


def _share(thoughts: list[Thought], times: float, prices: Prices) -> Share:
    """What these questions come to, if there are so many times as many of them."""
    if not thoughts:
        return Share()
    requests = [ModelRequest.model_validate(thought.request) for thought in thoughts]
    model = requests[0].model
    measured = sum(map(prompt_tokens, requests))
    cached = sum(_cached(zip((t.who for t in thoughts), requests, strict=True)))
    calls = len(requests) * AGAIN * times
    prompt = measured * AGAIN * times
    price = prices(model)

    def at(name: str, factor: float, size: float) -> dict[str, float]:
        tokens = prompt * factor * size
        hit = 0.0 if name == "high" else cached * AGAIN * times * factor * size
        written = calls * factor * REPLY[name]
        fields = {"calls": calls * factor, "prompt": tokens, "cached": hit, "completion": written}
        return fields | {"usd": 0.0 if price is None else _cost(price, fields)}

    columns = [at("low", FEWER, TIGHT), at("expected", 1.0, 1.0), at("high", MORE, LOOSE)]
    ranges = {name: Range(*(column[name] for column in columns)) for name in columns[0]}
    hits = Range(0.0, *sorted((ranges["cached"].low, ranges["cached"].expected)))
    return Share(
        model, ranges["calls"], ranges["prompt"], hits, ranges["completion"], None if price is None else ranges["usd"]
    )


def _cost(price: Price, fields: Mapping[str, float]) -> float:
    fresh = fields["prompt"] - fields["cached"]
    return fresh * price.prompt + fields["cached"] * price.cached + fields["completion"] * price.completion


def _cached(asked: Iterator[tuple[str, ModelRequest]]) -> Iterator[int]:
    """Of each prompt the tokens at its beginning that the same person's last one had too, as caches hold them."""
    last: dict[str, str] = {}
    for who, request in asked:
        text = _text(request)
        same = _common(text, last.get(who, ""))
        last[who] = text
        tokens = len(text[:same].encode()) // BYTES_A_TOKEN
        yield tokens // CACHED_BY * CACHED_BY if tokens >= CACHED_FROM else 0


def _text(request: ModelRequest) -> str:
    """All of a request in the order in which providers read it."""
    return canonical_json(list(request.tools)) + "".join(map(_spelled, request.messages))


def _spelled(message: Message) -> str:
    calls = "".join(f"{call.name}{call.arguments}" for call in message.tool_calls)
    return f"{message.role}:{message.content or ''}{calls}\n"


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _working_hours(loaded: "Loaded", until: int) -> float:
    """Hours that the seat works up to an instant."""
    from sim.calendar import working_between

    script = loaded.script
    return working_between(loaded.org.person(script.seat).calendar, script.start, until) / HOUR
