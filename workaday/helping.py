"""How commands describe themselves: help in plain words, whatever the installed version of Typer would print.

Newer versions show the type of each parameter as ``<bool>`` and set arguments of the usage line in braces.
"""

from typing import Any

from typer.core import TyperCommand, TyperGroup

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

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line: SCENARIO, not {SCENARIO}."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [piece.replace("{", "").replace("}", "").replace("......", "...") for piece in pieces]


def _placeholder(param: Any) -> str:
    kind = getattr(getattr(param, "type_descriptor", None), "annotation", None) or getattr(param, "type", None)
    name = getattr(kind, "__name__", "") or getattr(kind, "name", "")
    return _TYPES.get({"integer": "int", "integer range": "int"}.get(name, name), "TEXT")


class Command(_Plain, TyperCommand):
    """A command."""


class Group(_Plain, TyperGroup):
    """The command that has the others."""
