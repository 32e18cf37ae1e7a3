"""A reorganisation reads as somebody would tell it."""

from typing import Any

import pytest

from workaday.reorganisation import told

NAMES = {"aet": "Aet Sinisalu", "linda": "Linda Ojasoo", "thuy": "Thùy Đặng"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"people": {"linda": {"reports_to": "thuy"}}}, "Linda Ojasoo reports to Thùy Đặng"),
        ({"people": {"linda": {"reports_to": None}}}, "Linda Ojasoo reports to nobody"),
        (
            {"people": {"aet": {"approves": {"spend": "500 EUR", "leave": "any"}, "owns": ["roadmap", "stove"]}}},
            "Aet Sinisalu approves spend up to 500 EUR and any leave and owns roadmap and stove",
        ),
        ({"people": {"aet": {"owns": None, "approves": {}}}}, "Aet Sinisalu owns nothing and approves nothing"),
        ({"people": {"aet": {"title": "Head of all"}}}, "Aet Sinisalu is Head of all"),
        ({"people": {"aet": {"deputy": None}}}, "Aet Sinisalu has no deputy"),
        (
            {"teams": {"making": {"lead": "thuy", "members": ["aet", "linda", "thuy"]}}},
            "the team making is led by Thùy Đặng and has Aet Sinisalu, Linda Ojasoo and Thùy Đặng in it",
        ),
        (
            {"people": {"linda": {"reports_to": "thuy"}}, "areas": {"launch money": {"owner": "thuy"}}},
            "Linda Ojasoo reports to Thùy Đặng; launch money is Thùy Đặng's",
        ),
    ],
)
def test_a_reorganisation_in_words(changes: Any, words: str) -> None:
    """Names for ids, verbs for keys; what is taken away is said as that."""
    assert told(changes, lambda who: NAMES.get(who, who)) == words
