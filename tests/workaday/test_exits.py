"""Exit codes: every kind of trouble has its own, and is told without a traceback unless it is ours."""

import json
from importlib import import_module

import pytest

from sim.model import ModelFault
from sim.runfile import JournalError
from sim.source import Problem, SourceError
from workaday.cli import invoke
from workaday.exits import _USERS, Exit, Trouble, tell, trouble_of
from workaday.result import Result


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SourceError([Problem("a.yaml", 3, 5, "people", "x", "is wrong", "Mend it.")]), Exit.USER),
        (JournalError("exists", "a.workaday", "there is one"), Exit.USER),
        (JournalError("not_a_run", "a.workaday", "it is none"), Exit.USER),
        (JournalError("disk_full", "a.workaday", "the disk is full"), Exit.INFRASTRUCTURE),
        (JournalError("locked", "a.workaday", "somebody has it"), Exit.INFRASTRUCTURE),
        (ModelFault("unreachable", "no answer"), Exit.INFRASTRUCTURE),
        (KeyboardInterrupt(), Exit.STOPPED),
        (MemoryError(), Exit.INFRASTRUCTURE),
        (ZeroDivisionError("x"), Exit.FAULTY),
        (Trouble(Exit.MISSED, "said"), Exit.MISSED),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_kind_has_its_code(error: BaseException, code: Exit) -> None:
    """An exception is mapped by what it is, in one place."""
    assert trouble_of(error).code is code


@pytest.mark.parametrize("name", _USERS)
def test_every_name_that_is_mapped_exists(name: str) -> None:
    """Exceptions are mapped by name, so as to open nothing; a name that no longer exists would map nothing."""
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


def test_a_traceback_is_shown_only_where_it_helps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user's mistake is told in words; a fault of ours, or WORKADAY_DEBUG, shows where it happened."""
    monkeypatch.delenv("WORKADAY_DEBUG", raising=False)
    mistake = JournalError("exists", "a.workaday", "there is such a file already")
    assert tell(mistake, as_json=False) == 2
    assert capsys.readouterr().err == "workaday: a.workaday: there is such a file already\n"
    monkeypatch.setenv("WORKADAY_DEBUG", "1")
    tell(mistake, as_json=False)
    assert "JournalError" in capsys.readouterr().err
    monkeypatch.delenv("WORKADAY_DEBUG")
    assert tell(ZeroDivisionError("x"), as_json=False) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_json_is_one_object_with_the_error_and_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json the object says what happened and how the command ends, with whatever else is known."""
    assert tell(Trouble(Exit.STOPPED, "stopped", {"run": "runs/a.workaday"}), as_json=True) == 130
    assert json.loads(capsys.readouterr().out) == {"error": "stopped", "exit": 130, "run": "runs/a.workaday"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "FLOUR", "--seed", "abc"), "--seed: 'abc' must be a whole number."),
        (("run", "FLOUR", "--seed=1.5"), "--seed: '1.5' must be a whole number."),
        (("show", "RUN", "--day", "0"), "--day: '0' must be at least 1."),
        (("show", "RUN", "--day", "x"), "--day: 'x' must be a whole number."),
        (("list", "scenario"), "'scenario' is not one of scenarios,"),
        (("list", "scenario"), "Did you mean 'scenarios'?"),
        (("replay", "RUN", "b"), "workaday replay takes one RUN, and was given b as well. Call it once for each."),
        (("diff", "RUN", "RUN", "c"), "workaday diff takes one A and one B, and was given c as well."),
    ],
)
def test_arguments_are_told_by_name_value_and_rule(
    words: tuple[str, ...], told: str, played: Result, flour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In our own words, not in those of whatever library reads the command line."""
    command = [{"RUN": str(played.path), "FLOUR": flour}.get(word, word) for word in words]
    assert invoke(command) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("fork", "RUN", "--at", "10:00"),
            'is no moment for --at: it is a time without a day. Write --at "day 1 10:00"',
        ),
        (("fork", "RUN", "--at", "23:00"), "is a time without a day. Write a day and a time"),
        (("fork", "RUN", "--at", "soon"), "is no moment for --at: it is not a point in time."),
        (("fork", "RUN", "--at", "day 1 00:10"), "is before the start of the run"),
        (("fork", "RUN", "--at", "3 weeks"), "is later than where the run stands"),
        (("run", "FLOUR", "--until", "10:00"), "is no moment for --until: it is a time without a day."),
        (("run", "FLOUR", "--until", "day 1 00:10"), "is not after the start"),
        (("show", "RUN", "--thread", "#mor"), "nothing in this run is of '#mor'"),
    ],
)
def test_moments_are_told_with_the_option_and_one_that_the_run_has(
    words: tuple[str, ...], told: str, played: Result, flour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A moment that a run does not have is an error at both its ends, and no other is taken in its place."""
    command = [{"RUN": str(played.path), "FLOUR": flour}.get(word, word) for word in words]
    assert invoke(command) == 2
    assert told in capsys.readouterr().err
