"""The sentences of a text: what is asked or claimed is asked or claimed in one."""

import re
from functools import lru_cache

_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
_MARK = re.compile(r"^\s*(?:[-*>#•]+|\d{1,2}[.)])\s+")


@lru_cache(maxsize=8192)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in order, the items of its lists among them, without their marks."""
    parts = (" ".join(_MARK.sub("", part).split()) for part in _ENDS.split(text))
    return tuple(part for part in parts if part)


def quotes_nothing(text: str) -> str:
    """The text without the lines that quote somebody else (those that begin with ">")."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(">"))
