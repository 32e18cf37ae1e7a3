"""Interviews with the coworkers of a run file: who asks, what it may cost, and what is wrong with the file."""

import os
from collections.abc import Sequence
from pathlib import Path

from scorers.fidelity.interview import Interviews
from sim.budget import BudgetedModel, Budgets
from sim.model import ModelPort
from sim.record import Record
from workaday.continuation import explained, kept_in
from workaday.litellm_port import LiteLLMPort, price_of


async def interviews(
    run: str | os.PathLike[str],
    number: int,
    *,
    mind: str | None = None,
    seed: int = 1,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    port: ModelPort | None = None,
) -> Interviews:
    """Interview coworkers at ``number`` instants of a run, off the record: see :mod:`scenarios.interview`.

    ``mind`` is the model to ask in the place of the run's own, ``budget`` what it may use (:mod:`sim.budget`), the role
    being that of coworkers. Raises :class:`~workaday.continuation.CannotContinue`, :class:`~workaday.unlike.Unlike`
    where the run does not come out as it was recorded, :class:`sim.runfile.JournalError`,
    :class:`sim.units.BadValue` where no model is there to ask, or a ``budget`` is none, and
    :class:`~sim.model.ModelFault` where none answered.
    """
    from scenarios.interview import interview

    with Record.open(run) as record:
        loaded = kept_in(record)[1]
    budgets = Budgets().changed(budget)
    live = None
    if port is None:
        port = live = LiteLLMPort(api_base=api_base, seed=seed)
    try:
        with explained(Path(run)):
            asked = BudgetedModel(port, budgets, prices=price_of)
            return await interview(Path(run), loaded, number, seed=seed, mind=mind, port=asked)
    finally:
        if live is not None:
            await live.aclose()
