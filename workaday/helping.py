"""How commands describe themselves: help in plain words, whatever the installed version of Typer would print.

Newer versions show the type of each parameter as ``<bool>`` and set arguments of the usage line in braces.
"""

import re
from itertools import pairwise
from typing import Any

from typer.core import TyperCommand, TyperGroup

from sim.misspelling import suggest
from workaday.exits import Exit, Trouble

_TYPES = {"int": "NUMBER", "float": "NUMBER"}


class _Plain:
    """Mixed into the classes of Typer."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each with a placeholder that people can read: none for a switch."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if param.param_type_name == "argument":
                param.display_type_rich = lambda ctx: None  # its name says it
            elif param.metavar is None:
                param.metavar = "" if getattr(param, "is_flag", False) else _placeholder(param)
        return params

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments. What is wrong with one is told with its name and what was typed, in words of our own."""
        given = list(args)
        try:
            read: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except Exception as error:
            told = self._told(ctx, error, given)
            if told is None:
                raise
            raise Trouble(Exit.USER, told) from None
        return read

    def _told(self, ctx: Any, error: Exception, given: list[str]) -> str | None:
        """What to say of an error in the arguments; None where the command line's own words will do."""
        param, message = getattr(error, "param", None), str(getattr(error, "message", ""))
        if type(error).__name__ == "BadParameter" and param is not None:
            name, value = _typed(param, given)
            return f"{name}: {value!r} {_rule(param, message, value)}"
        extra = re.search(r"unexpected extra arguments? \((.*)\)|unexpected extra argument\(s\) \((.*)\)", message)
        if extra is None:
            return None
        params: list[Any] = self.params  # type: ignore[attr-defined]
        names = [p.metavar or str(p.name).upper() for p in params if p.param_type_name == "argument"]
        takes = f"takes one {' and one '.join(names)}" if names else "takes no argument"
        each = " Call it once for each." if len(names) == 1 else ""
        return f"workaday {ctx.info_name} {takes}, and was given {extra[1] or extra[2]} as well.{each}"

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line: SCENARIO, not {SCENARIO}."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.replace("{", "").replace("}", "").replace("......", "...") for piece in pieces]


def _typed(param: Any, given: list[str]) -> tuple[str, str]:
    """The name of a parameter as the user knows it, and what was typed for it."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name).upper(), next((word for word in given if not word.startswith("-")), "")
    for word, after in pairwise([*given, ""]):
        option, equals, value = word.partition("=")
        if option in param.opts:
            return option, value if equals else after
    return str(param.opts[0]), ""


def _rule(param: Any, message: str, value: str) -> str:
    """What is wrong with what was typed for a parameter, to the end of the sentence: it reads on after that."""
    if _placeholder(param) == "NUMBER":
        least = re.search(r"(?:greater than or equal to |x>=|>= ?)(-?\d+)", message)
        whole = re.fullmatch(r"[+-]?\d+", value)
        return f"must be at least {least[1]}." if least and whole else "must be a whole number."
    choices = re.findall(r"'([^']*)'", message.partition("not one of")[2])
    if choices:
        near = suggest(value, choices)
        return f"is not one of {', '.join(choices)}." + (f" Did you mean {near!r}?" if near else "")
    return f"will not do: {message.rstrip('.')}."


def _placeholder(param: Any) -> str:
    kind = getattr(getattr(param, "type_descriptor", None), "annotation", None) or getattr(param, "type", None)
    name = getattr(kind, "__name__", "") or getattr(kind, "name", "")
    return _TYPES.get({"integer": "int", "integer range": "int"}.get(name, name), "TEXT")


class Command(_Plain, TyperCommand):
    """A command."""


class Group(_Plain, TyperGroup):
    """The command that has the others."""
