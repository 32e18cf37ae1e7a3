"""Text from a run made safe for a terminal: what a player or a coworker wrote is never obeyed by it."""

from typing import Final

_OBEYED: Final = (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Control characters, and those that turn the direction of what follows them (Unicode UAX 9)."""
_SHOWN: Final = {
    code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" for code in _OBEYED if chr(code) not in "\t\n"
}
_IN_JSON: Final = {code: f"\\u{code:04x}" for code in _OBEYED if code >= 127}


def harmless(text: str) -> str:
    """``text`` with each character that a terminal would obey as its escape ("\\x1b"); lines and tabs stay."""
    return text.translate(_SHOWN)


def harmless_json(text: str) -> str:
    """The same JSON, with each of these characters in a string as JSON itself escapes it ("\\u202e")."""
    return text.translate(_IN_JSON)
