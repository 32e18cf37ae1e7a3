"""Turns of phrase as patterns: how the rules of players say which words they listen for."""

import re


def phrases(written: str) -> str:
    """Alternatives written one after the other with ";" between them, as one pattern."""
    return "|".join(part.strip() for part in written.split(";") if part.strip())


def any_of(written: str) -> re.Pattern[str]:
    """A pattern that finds any of the alternatives, as whole words, in folded text."""
    return re.compile(rf"(?<![\w-])(?:{phrases(written)})(?![\w-])")
