"""The command line as a whole: what it says of itself, and how it ends."""

import json
import re

import pytest

from workaday.cli import app, invoke


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Help lists the commands, each with a line about it."""
    assert invoke(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(command in told for command in ("run", "score", "show", "check", "list"))


def test_without_a_command_help_is_shown_and_it_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """A script that forgot the command must not take it for success."""
    assert invoke([]) == 2
    said = capsys.readouterr()
    assert "Usage" in said.out
    assert said.err == "", "help is the answer, and no line of an error stands beside it"


COMMANDS = sorted(command.name or "" for command in app.registered_commands)


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["--json", "--help"], ["--help", "--json"]])
def test_help_is_in_plain_words(command: str, asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Help of every command, beside --json too, ends with 0 and shows no types and braces of the program's inside."""
    if command in ("", "show") and "--json" in asked:
        pytest.skip("it has no --json")
    assert invoke([*([command] if command else []), *asked]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Usage: workaday" in said.out
    assert not re.search(r"<\w+>|\{\w+\}", said.out)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """--version prints the version and nothing else."""
    assert invoke(["--version"]) == 0
    assert capsys.readouterr().out.strip()[0].isdigit()


@pytest.mark.parametrize("arguments", [["rnu"], ["run"], ["run", "x", "--sed", "1"], ["run", "x", "--seed", "one"]])
def test_wrong_arguments_end_with_2_and_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong with the command line is told on stderr, without a traceback."""
    assert invoke(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("workaday: ")
    assert "Traceback" not in said.err


def test_wrong_arguments_are_told_as_json_where_json_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    """A program that asked for JSON gets JSON, whatever happens."""
    assert invoke(["run", "x", "--json", "--seed", "one"]) == 2
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["exit"] == 2
    assert "--seed" in told["error"]
    assert said.err == ""
