"""By which words a suspicion is recognised, and whom a text with one vouches for."""

import pytest

from sim.spelling import folded
from sim.suspicion import is_denied, without_vouched

TRUE, FALSE = "post@printer.example", "post@printer-print.example"


@pytest.mark.parametrize(
    "text",
    [
        f"Careful. The printer's real address is {TRUE}, not {FALSE}.",
        f"Do not answer {FALSE}: the true one is {TRUE}.",
        f"{FALSE} is false, while the printer writes from {TRUE} as ever.",
        f"Warning. Their usual address is {TRUE}. This came from {FALSE}",
        f"{TRUE} is genuine but {FALSE} is fake.",
    ],
)
def test_who_is_said_to_be_the_real_one_is_left_out(text: str) -> None:
    """A warning that contrasts a true sender with a false one speaks of the false one."""
    left = without_vouched(folded(text))
    assert FALSE in left
    assert TRUE not in left


@pytest.mark.parametrize(
    "text",
    [
        f"{TRUE} is not the real printer.",
        f"{TRUE} isn't genuine.",
        f"Is {TRUE} the real one?",
        f"A fake: {TRUE}",
        f"Somebody strange writes from {TRUE} as always fake.",
        f"Careful with {TRUE}.",
    ],
)
def test_a_denial_a_question_or_an_alarm_vouches_for_nobody(text: str) -> None:
    """To say that somebody is not real, to ask, or to sound the alarm in the same breath is no vouching."""
    assert TRUE in without_vouched(folded(text))


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Account: 12-34", False),
        ("Do not use 12-34", True),
        ("12-34 is false", True),
        ("Never pay to 12-34, pay to 56-78", True),
        ("Pay to 12-34 (do not use the old 56-78)", False),
        ("Do not use the old 56-78. Pay to 12-34", False),
        ("Use 12-34, not 56-78", False),
        ("supplier;account;Printer;12-34", False),
    ],
)
def test_a_value_is_denied_by_the_part_that_it_stands_in(text: str, denied: bool) -> None:
    """What is said of another value, before or after, denies nothing of this one."""
    whole = folded(text)
    start = whole.index("12-34")
    assert is_denied(whole, start, start + 5) is denied
