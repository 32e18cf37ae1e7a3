"""The desk reads what is typed by the descriptions that the server gives, and says what would do."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.script import Script
from tests.workaday.doors.plays import KIOSK, typed
from workaday.doors import desk
from workaday.doors.desk import Action, help_on, read
from workaday.doors.offers import offers_of
from workaday.exits import Exit, Trouble
from workaday.result import load


@pytest.fixture(scope="module")
def actions() -> list[Action]:
    script: Script = load(KIOSK).script
    return [Action(o.name, o.description, json.loads(json.dumps(o.parameters))) for o in offers_of(script).values()]


@pytest.mark.parametrize(
    ("line", "action", "arguments"),
    [
        ("wait --until 2h", "desk.wait", {"until": "2h"}),
        ("desk wait --through", "desk.wait", {"through": True}),
        ("wait --no-through --until=14:00", "desk.wait", {"through": False, "until": "14:00"}),
        ("mail list --unread-only --limit 3", "mail.list", {"unread_only": True, "limit": 3}),
        ("chat send --to luka Hello", "chat.send", {"to": "luka", "text": "Hello"}),
        ("chat send --to luka --to mira --text Hi", "chat.send", {"to": ["luka", "mira"], "text": "Hi"}),
        ("chat send --to luka -- --text", "chat.send", {"to": "luka", "text": "--text"}),
        ("drive write /a.md Words", "drive.write", {"path": "/a.md", "text": "Words"}),
        ('drive write-table /a.csv [["a",1]]', "drive.write_table", {"path": "/a.csv", "rows": [["a", 1]]}),
        ('drive edit_cells /a.csv {"B2":7}', "drive.edit_cells", {"path": "/a.csv", "cells": {"B2": 7}}),
        (
            "calendar invite Stock fri 30 luka",
            "calendar.invite",
            {"title": "Stock", "start": "fri", "minutes": 30, "people": ["luka"]},
        ),
        ("chat read #kiosk --limit -1", "chat.read", {"place": "#kiosk", "limit": -1}),
    ],
)
def test_a_line_is_an_act(actions: list[Action], line: str, action: str, arguments: dict[str, Any]) -> None:
    """Options by name, needed arguments also by their place, lists by repeating, everything as its kind."""
    typed = read(line.split(" "), actions)
    assert typed.action is not None
    assert (typed.action.name, typed.arguments) == (action, arguments)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mail lst", "there is no 'mail lst' here; did you mean 'mail list'"),
        ("wiat", "did you mean 'wait'"),
        ("frobnicate", "`workaday desk` alone lists"),
        ("wait --untill 2h", "did you mean --until"),
        ("wait --until", "--until needs something after it"),
        ("wait 2h", "'2h' is one too many for wait"),
        ("mail list --limit many", "--limit takes a whole number, not 'many'"),
        ("wait --until 1h --until 2h", "--until is given 2 times"),
        ("wait --through=maybe", "--through is true or false, not 'maybe'"),
        ("drive write_table /a.csv [[", "--rows takes JSON"),
        ("now --turn 3", "takes nothing but --json"),
    ],
)
def test_what_cannot_be_read_is_told(actions: list[Action], line: str, why: str) -> None:
    """A slip is told with what would do, and is no act."""
    with pytest.raises(Trouble, match=why) as caught:
        read(line.split(), actions)
    assert caught.value.code is Exit.USER


def test_help_names_everything(actions: list[Action]) -> None:
    """Help lists every action; on an app, its own; on an action, every argument with its description."""
    whole = "\n".join(help_on((), actions))
    assert all(action.words in whole for action in actions)
    assert read(["mail"], actions).about == ("mail",)
    assert "chat send" not in "\n".join(help_on(("mail",), actions))
    on_one = "\n".join(help_on(("calendar invite",), actions))
    assert "--minutes" in on_one
    assert "How long it lasts. (needed)" in on_one


def test_no_argument_hides_an_option_of_the_desk(actions: list[Action]) -> None:
    """`--json`, `--thought` and `--turn` mean the same for every action."""
    assert [a.name for a in actions if {"json", "thought", "turn", "help"} & a.properties.keys()] == []


def test_where_nothing_is_served_it_says_how_to_begin(tmp_path: Path) -> None:
    """Without a server: exit code 3, and the command that starts one."""
    with pytest.raises(Trouble, match="workaday serve SCENARIO --desk") as caught:
        typed(["now"], {desk.VARIABLE: str(tmp_path / "none")})
    assert caught.value.code is Exit.INFRASTRUCTURE
