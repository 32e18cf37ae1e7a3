"""``workaday list``: what there is."""

import json

import pytest

from workaday.cli import invoke
from workaday.commands.listing import ABOUT, KINDS


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Libraries and installed plug-ins, each entry with a line about it."""
    assert invoke(["list"]) == 0
    told = capsys.readouterr().out
    for name in ("first-week", "vorstmark", "careful-controller", "diligent", "reflex", "outcome"):
        assert f"  {name} " in told
    assert all(f"\n{kind}\n" in f"\n{told}" for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_one_kind_can_be_chosen(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With a kind only its entries are listed, none without a word about it."""
    assert invoke(["list", kind, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [kind]
    assert told[kind]
    assert all(told[kind].values())


def test_a_kind_nobody_knows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong kind ends with 2 and the kinds there are."""
    assert invoke(["list", "persons"]) == 2
    assert "personas" in capsys.readouterr().err


def test_what_is_said_of_ours_is_of_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Every description belongs to an installed plug-in, and every one of ours has a description."""
    invoke(["list", "--json"])
    told = json.loads(capsys.readouterr().out)
    for group, name in ABOUT:
        assert told[group][name] == ABOUT[group, name]
