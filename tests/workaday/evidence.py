"""Runs as evidence, made by hand for tests: what `workaday.attempts.attempt` would read from a file."""

from typing import Any

from sim.model import Usage
from workaday.attempts import Attempt


def run_of(scenario: str, seed: int, total: float | None, *, epoch: int = 1, **more: Any) -> Attempt:
    """One run with this total, passed from 0.8 on; ``total`` None is one that did not come to its end."""
    told: dict[str, Any] = {
        "path": f"{scenario}-s{seed}-e{epoch}.workaday", "scenario": scenario, "scenario_hash": "h", "seed": seed,
        "epoch": epoch, "player": "p", "mind": "reflex", "digest": f"{scenario} {seed} {epoch} {total}",
        "complete": total is not None, "why": "horizon" if total is not None else "unfinished",
        "passed": total is not None and total >= 0.8, "total": total,
        "scores": {"outcome": total, "noise": None if total is None else 1.0},
        "weights": {"outcome": 5.0, "noise": 1.0}, "versions": {"outcome": "1", "noise": "1", "total": "1"},
        "criteria": {("outcome", "price"): total}, "usage": Usage(),
    }  # fmt: skip
    return Attempt(**{**told, **more})
