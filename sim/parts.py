"""Requests to models share most of their parts; in a run file each long part is kept once.

Every turn of a conversation sends all that was said before, and the same tools: kept whole, the requests of one player
fill tens of megabytes in a simulated week. So a message, tool or schema whose JSON is long stands in the table of
thoughts as ``"blob:DIGEST"``, and its canonical JSON in the table of blobs. The key of a thought is made of the whole
request all the same.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from sim.vocabulary.core import canonical_json

LONG: Final = 200
"""Bytes of JSON from which on a part is kept apart: some five times what refers to it takes."""

_MARK: Final = "blob:"
_LISTS: Final = ("messages", "tools")
_WHOLE: Final = ("reply_schema",)


def fold(request: Any, keep: Callable[[bytes], str]) -> Any:
    """``request`` (plain JSON data) with its long parts handed to ``keep``, which gives the digest of what it is given.

    What is not the request of a model comes back as it is.
    """

    def folded(part: Any) -> Any:
        if not isinstance(part, dict):
            return part
        told = canonical_json(part).encode()
        return part if len(told) < LONG else f"{_MARK}{keep(told)}"

    return _with_parts(request, folded)


def unfold(request: Any, blob: Callable[[str], bytes]) -> Any:
    """The request that :func:`fold` was given; ``blob`` gives what was kept under a digest, or raises ``KeyError``."""

    def unfolded(part: Any) -> Any:
        if isinstance(part, str) and part.startswith(_MARK):
            return json.loads(blob(part.removeprefix(_MARK)))
        return part

    return _with_parts(request, unfolded)


def _with_parts(request: Any, change: Callable[[Any], Any]) -> Any:
    """The request with ``change`` made to each part that may be kept apart."""
    if not isinstance(request, dict):
        return request
    lists = {name: [*map(change, request[name])] for name in _LISTS if isinstance(request.get(name), list)}
    return {**request, **lists, **{name: change(request[name]) for name in _WHOLE if name in request}}
