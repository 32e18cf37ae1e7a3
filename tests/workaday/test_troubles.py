"""The rules for calls that fail, as the docs tell them."""

import re
from pathlib import Path
from typing import get_args

import pytest

from sim.model import INFRASTRUCTURE, FaultKind
from workaday.troubles import _BY_NAME, _BY_STATUS, EMPTY, Trouble, rejected_parameter

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
ROWS = [
    [cell.strip() for cell in line.strip().strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| `[a-z_]+` \|", line)
]


def test_every_fault_has_its_rule() -> None:
    """The table has every kind of fault, and says of just those that end a run that it stops."""
    kinds = {row[0].strip("`") for row in ROWS}
    assert kinds == set(get_args(FaultKind))
    assert {row[0].strip("`") for row in ROWS if row[3].startswith("the run stops")} == INFRASTRUCTURE


def test_attempts_and_waits_are_those_of_the_code() -> None:
    """How often a call is tried, and the first wait, stand in the table as they are."""
    told = set()
    for row in ROWS:
        tries = int(row[2].split(",")[0])
        wait = re.search(r"([0-9.]+) s", row[2])
        told.add((row[0].strip("`"), tries, float(wait[1]) if wait else 0.0))
    rules = {*(trouble for _, trouble in _BY_NAME), *_BY_STATUS.values(), EMPTY}
    assert {(rule.kind, rule.tries, rule.wait) for rule in rules} <= told
    asked = {fault for fault in told if fault[1] > 0}
    more = {("truncated", 1, 0.0), ("not_recorded", 1, 0.0), ("unreachable", 3, 0.4)}
    assert asked <= {(rule.kind, rule.tries, rule.wait) for rule in rules} | more


class Rejection(Exception):
    """An error of a client's."""

    def __init__(self, said: str, status_code: int = 400) -> None:
        super().__init__(said)
        self.status_code = status_code


@pytest.mark.parametrize(
    ("said", "status", "sent", "rejected"),
    [
        ("Unsupported value: 'temperature' does not support 0.5", 400, ("temperature",), "temperature"),
        ("litellm: openai does not support parameters: ['temperature']", 400, ("temperature",), "temperature"),
        ("Use 'max_completion_tokens' instead of max_tokens", 400, ("max_tokens",), "max_tokens"),
        ("response_format of type json_schema is unavailable", 422, ("response_format",), "response_format"),
        ("something is wrong", 400, ("response_format", "temperature"), ""),
        ("something is wrong", 400, ("temperature",), None),
        ("temperature is wrong", 400, (), None),
        ("no such model with temperature", 404, ("temperature",), None),
    ],
)
def test_what_a_model_rejects_is_read_out_of_its_error(
    said: str, status: int, sent: tuple[str, ...], rejected: str | None
) -> None:
    """Only a parameter that was sent, and that the request can do without; "" where it is not told which."""
    assert rejected_parameter(Rejection(said, status), dict.fromkeys(sent)) == rejected


def test_a_rule_is_hashable_data() -> None:
    """Equal rules are one."""
    assert len({Trouble("empty", 2), EMPTY}) == 1
