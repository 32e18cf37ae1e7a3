"""Keys stay secret: what looks like one is struck out of whatever is kept, logged or told."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

STRUCK: Final = "[key]"
"""What stands in a key's place."""

_NAMED = re.compile(r"(?:^|_)(?:API)?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|BEARER)S?(?:_\d+)?$", re.I)
"""Names of environment variables whose values are secret."""
_SHORTEST: Final = 8
"""Characters of a value that can be a key: shorter ones ("none", "1") would strike out words."""

_VALUE = r"[^\s\"',;)}\]]"
_IS = r"[\"']?\s*[:=]\s*[\"']?"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?P<before>\bbearer\s+){_VALUE}+",
        rf"(?P<before>\b(?:x-)?(?:api|access|secret|private|auth)[-_ ]?(?:key|token){_IS}){_VALUE}{{6,}}",
        rf"(?P<before>\bauthorization{_IS})(?!bearer\s){_VALUE}{{6,}}",
        r"(?P<before>\bincorrect api key provided:\s*)[^\s.\"']+",
        r"(?P<before>://[^\s/:@]*:)[^\s/@]+(?=@)",
        r"(?P<before>\b)(?:(?:sk|pk|rk|xai)-|(?:gsk|hf|r8|ghp|gho|github_pat)_|AIza)[a-z0-9_-]{16,}",
    )
)
"""Keys as providers write them, and what stands where a key is sent."""


def secrets(environment: Mapping[str, str] | None = None, more: Iterable[str | None] = ()) -> tuple[str, ...]:
    """The values of the environment that are secret by their names, and ``more``; the longest first."""
    known = os.environ if environment is None else environment
    found = {value for name, value in known.items() if _NAMED.search(name)}
    found.update(value for value in more if value)
    return tuple(sorted((value for value in found if len(value) >= _SHORTEST), key=lambda value: (-len(value), value)))


def hidden(text: str, known: Iterable[str] | None = None) -> str:
    """``text`` without keys: without those of ``known`` (else the environment's) and without what looks like one."""
    for secret in secrets() if known is None else known:
        text = text.replace(secret, STRUCK)
    for pattern in _PATTERNS:
        text = pattern.sub(rf"\g<before>{STRUCK}", text)
    return text
