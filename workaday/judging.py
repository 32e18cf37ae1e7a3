"""Judging runs with a model: the questions of a rubric through the port to models, within a budget, every answer kept.

What a judge answered lies in a file beside the run's (`scorers.rubrics.answers`). What is graded from there is asked of
nobody again; what is not yet, or could not be graded, is asked (anew) whenever a judge is given.
"""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from scorers.case import shared
from scorers.rubrics.answers import Answers, Kept, beside
from scorers.rubrics.calibration import FILE, Calibration, Labelled
from scorers.rubrics.judge import Ask, Deliberation, Judgement, judged, recalled
from scorers.rubrics.judging import JudgeFault, Judging
from scorers.rubrics.question import REPLY_TOKENS, Question
from scorers.rubrics.scorer import deliberations, doubted
from scorers.score import Fault
from sim.budget import BudgetedModel, Budgets, Limit
from sim.model import INFRASTRUCTURE, Message, ModelFault, ModelPort, ModelReply, ModelRequest, Role, Usage
from sim.record import Record
from sim.units import BadValue
from workaday.litellm_port import LiteLLMPort, is_model, price_of

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from workaday.result import Result

Judged = TypeVar("Judged")
NO_RUBRIC: Final = "has no rubric, so there is nothing to judge"
NO_RUBRICS: Final = "have no rubrics, so there is nothing to judge"


def require_judge(model: str, port: ModelPort, max_cost: float | None) -> None:
    """Check that LiteLLM knows the model, has its key, and its price where money is limited. Asks no server.

    Raises :class:`sim.units.BadValue`, and :class:`~sim.model.ModelFault` for a key that is missing.
    """
    if not isinstance(port, LiteLLMPort):
        return
    require_known(model)
    if max_cost is not None and price_of(model) is None:
        raise BadValue(model, "has no price that is known here, so --max-cost cannot be kept", "Leave it out.")
    port.require_key(model)


def require_known(model: str) -> None:
    """Check that LiteLLM knows the model of a judge. Raises :class:`sim.units.BadValue`."""
    if not is_model(model):
        raise BadValue(model, "is no model that LiteLLM knows", "Write --judge PROVIDER/MODEL.")


def budgets_of(record: Record, max_cost: float | None) -> Budgets:
    """What judging this run may use: as the run's budgets say, or ``max_cost`` dollars."""
    budgets = Budgets.model_validate(record.header.get("budgets") or {})
    return _limited(budgets.judge, max_cost)


def _limited(limit: Limit, max_cost: float | None) -> Budgets:
    return Budgets(judge=limit if max_cost is None else limit.model_copy(update={"usd": max_cost}))


async def closed(judging: Awaitable[Judged], port: ModelPort) -> Judged:
    """What ``judging`` gives, with the port closed behind it where it is LiteLLM's."""
    try:
        return await judging
    finally:
        if isinstance(port, LiteLLMPort):
            await port.aclose()


async def judge_record(
    record: Record, model: str, port: ModelPort, answers: Answers, budgets: Budgets, *, as_of: int | None = None
) -> None:
    """Ask the judge what is not graded from ``answers``, and keep what it says there. Faults are kept as faults.

    Raises :class:`scorers.case.NotScorable`.
    """
    with shared(record, as_of) as case:
        kept, live = deliberations(case, model), deliberations(case, model)
    await _asked(list(zip(kept.values(), live.values(), live, strict=True)), port, answers, budgets)


async def judge_excerpts(
    labelled: Sequence[Labelled], model: str, port: ModelPort, answers: Answers, max_cost: float | None
) -> tuple[Judgement, ...]:
    """The judgement of each excerpt. What could be asked is kept in ``answers``."""
    steps = [(one.deliberation(model), one.deliberation(model), f"{one.criterion} {one.name}") for one in labelled]
    return await _asked(steps, port, answers, _limited(Limit(), max_cost))


async def _asked(
    steps: Sequence[tuple[Deliberation, Deliberation, str]], port: ModelPort, answers: Answers, budgets: Budgets
) -> tuple[Judgement, ...]:
    """For each the deliberation with what is kept; where that comes to nothing, with the model, all at once."""
    within = BudgetedModel(port, budgets, prices=price_of)

    async def one(kept: Deliberation, live: Deliberation, name: str) -> Judgement:
        before = recalled(kept, answers.recall)
        return await judged(live, _ask(within, answers, name)) if before.ungraded else before

    return tuple(await asyncio.gather(*(one(*step) for step in steps)))


def _ask(port: ModelPort, answers: Answers, criterion: str) -> Ask:
    """A judge for one criterion: asks the port, and keeps what comes before anybody sees it."""

    async def ask(question: Question, n: int) -> str:
        about = {"key": question.key(n), "judge": question.judge, "criterion": criterion, "n": n}
        try:
            reply = await port.complete(request_of(question), role="judge", who=criterion)
            if reply.text is None:
                raise ModelFault("empty", f"{question.judge} sent no text", reply.usage)
        except ModelFault as fault:
            whose: Fault = "infrastructure" if fault.kind in INFRASTRUCTURE else "judge"
            told = {"fault": fault.kind, "why": fault.message, "whose": whose}
            answers.keep(Kept.model_validate({**about, **told, **_cost(fault.usage)}))
            raise JudgeFault(fault.kind, fault.message, whose) from None
        answers.keep(Kept.model_validate({**about, "text": reply.text, **_cost(reply.usage)}))
        return reply.text

    return ask


def request_of(question: Question) -> ModelRequest:
    """A question to a judge, as a model is asked it."""
    return ModelRequest(
        model=question.judge,
        messages=tuple(Message(role=role, content=text) for role, text in question.turns),
        reply_schema=question.reply_schema,
        max_tokens=REPLY_TOKENS,
    )


def _cost(usage: Usage) -> Mapping[str, float | None]:
    return {"tokens": usage.prompt_tokens + usage.completion_tokens, "usd": usage.cost}


class Judge:
    """A model that judges one run after another, all of them within one limit in money."""

    def __init__(
        self,
        model: str,
        *,
        port: ModelPort | None = None,
        max_cost: float | None = None,
        verdicts: str | PathLike[str] | None = None,
        calibration: str | PathLike[str] | None = None,
        api_base: str | None = None,
        at_once: str | None = None,
        per_minute: str | None = None,
    ) -> None:
        """``port`` answers instead of LiteLLM; ``max_cost`` is in US dollars. Raises :class:`sim.units.BadValue`,
        :class:`~sim.model.ModelFault` for a key that is missing."""
        self.model = model
        self._max_cost, self._spent = max_cost, 0.0
        self._verdicts, self._calibration = verdicts, calibration
        if calibration is not None:
            calibration_of("", calibration)
        self._given = port
        self._open = partial(LiteLLMPort, api_base=api_base, at_once=at_once, per_minute=per_minute)
        require_judge(model, port or self._open(), max_cost)

    def doubts(self, loaded: "Sequence[Loaded]", run: str | PathLike[str]) -> list[str]:
        """Why it is not to be trusted with criteria of these scenarios, in sentences, by what is known beside a run.

        Raises :class:`sim.units.BadValue`, :class:`scorers.rubrics.calibration.NoCalibration`.
        """
        trust = calibration_of(run, self._calibration)
        rubrics = [each.grading.rubric for each in loaded if each.grading.rubric is not None]
        found = [told for rubric in rubrics for told in doubted(self.model, trust, rubric.criteria)]
        return list(dict.fromkeys(found))

    def of(self, record: Record, *, as_of: int | None = None) -> Judging | None:
        """By whom to score a record, whose rubric the judge is first asked where it is not graded yet. None where there
        is no rubric.

        Raises :class:`sim.units.BadValue`, :class:`scorers.rubrics.answers.NoAnswers`,
        :class:`scorers.rubrics.calibration.NoCalibration`.
        """
        if not has_rubric(record):
            return None
        answers = answers_of(record.path, self._verdicts)
        trust = calibration_of(record.path, self._calibration)
        budgets = budgets_of(record, None if self._max_cost is None else max(0.0, self._max_cost - self._spent))
        port = self._given or self._open()  # a new one for each event loop
        adding = _Adding(port)
        asyncio.run(closed(judge_record(record, self.model, adding, answers, budgets, as_of=as_of), port))
        self._spent += adding.cost
        return Judging(self.model, answers.recall, trust)


class _Adding:
    """A port that adds up what is paid through it, in US dollars."""

    def __init__(self, port: ModelPort) -> None:
        self._port = port
        self.cost = 0.0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask. Raises :class:`~sim.model.ModelFault`."""
        try:
            reply = await self._port.complete(request, role=role, who=who)
        except ModelFault as fault:
            self.cost += fault.usage.cost or 0.0
            raise
        self.cost += reply.usage.cost or 0.0
        return reply


def has_rubric(record: Record) -> bool:
    """Whether there is anything for a judge."""
    return bool((record.header.get("grading") or {}).get("rubric"))


def judging_of(
    record: Record,
    judge: str | None = None,
    *,
    port: ModelPort | None = None,
    max_cost: float | None = None,
    verdicts: str | PathLike[str] | None = None,
    calibration: str | PathLike[str] | None = None,
    api_base: str | None = None,
    at_once: str | None = None,
    per_minute: str | None = None,
    as_of: int | None = None,
) -> Judging | None:
    """By whom to score a record, with what they answered: the ``judge``, who is first asked what is not graded yet;
    else whoever answered last. None where nobody has, or there is no rubric. The other arguments are those of
    :class:`Judge`.

    Raises :class:`sim.units.BadValue`, :class:`~sim.model.ModelFault` for a key that is missing,
    :class:`scorers.rubrics.answers.NoAnswers`, :class:`scorers.rubrics.calibration.NoCalibration`.
    """
    if judge is None:
        return _kept(record, verdicts, calibration) if has_rubric(record) else None
    if not has_rubric(record):
        raise BadValue(record.scenario, NO_RUBRIC, "Leave --judge out.")
    asked = Judge(
        judge, port=port, max_cost=max_cost, verdicts=verdicts, calibration=calibration, api_base=api_base,
        at_once=at_once, per_minute=per_minute,
    )  # fmt: skip
    return asked.of(record, as_of=as_of)


def _kept(
    record: Record, verdicts: str | PathLike[str] | None, calibration: str | PathLike[str] | None
) -> Judging | None:
    """What whoever answered last said; None where nobody has."""
    answers = answers_of(record.path, verdicts, wanted=True)
    trust = calibration_of(record.path, calibration)
    return Judging(answers.judges[-1], answers.recall, trust) if answers.judges else None


def require_rubric(scenarios: "Sequence[Loaded]") -> None:
    """Check, before anything is played, that there will be something to judge: in one of the scenarios at least.

    Raises :class:`sim.units.BadValue`.
    """
    if all(loaded.grading.rubric is None for loaded in scenarios):
        names = ", ".join(loaded.script.scenario for loaded in scenarios)
        raise BadValue(names, NO_RUBRIC if len(scenarios) == 1 else NO_RUBRICS, "Leave --judge out.")


def judged_result(result: "Result", judge: Judge, *, as_of: int | None = None) -> "Result":
    """A result with the judge's part in its scores."""
    from scorers.score_run import score_record

    with Record.open(result.path) as record:
        return replace(result, scores=score_record(record, as_of=as_of, judging=judge.of(record, as_of=as_of)))


def answers_of(run: str | PathLike[str], file: str | PathLike[str] | None = None, *, wanted: bool = False) -> Answers:
    """What judges answered of a run: in ``file``, else in the file beside it. ``wanted``: the file has to be there.

    Raises :class:`sim.units.BadValue`, :class:`scorers.rubrics.answers.NoAnswers`.
    """
    if file is not None and wanted and not Path(file).is_file():
        raise BadValue(
            str(file), "is no file of verdicts", "Give the judge with --judge, who fills it; or leave it out."
        )
    return Answers(file if file is not None else beside(run))


def calibration_of(run: str | PathLike[str], file: str | PathLike[str] | None = None) -> Calibration | None:
    """What is known of judges: in ``file``, else in the calibration.json beside the run, else in that of the working
    folder. None where there is none.

    Raises :class:`sim.units.BadValue`, :class:`scorers.rubrics.calibration.NoCalibration`.
    """
    if file is not None:
        if not Path(file).is_file():
            raise BadValue(str(file), "is no file of a calibration", "workaday calibrate --judge MODEL writes one.")
        return Calibration.read(file)
    for path in (Path(run).parent / FILE, Path(FILE)):
        if path.is_file():
            return Calibration.read(path)
    return None
