"""Tokens: who may act as which seat. A token is signed, names one seat, and ends at an instant of real time.

Nothing is kept but the secret, so a server that is started again knows the tokens it gave.
"""

import base64
import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from sim.units import DAY

_MARK: Final = "wd1"
LASTS: Final = 30 * DAY
"""Seconds for which a token is good, unless said otherwise."""


class Rejected(Exception):
    """A token that opens nothing: why, in words. Positional arguments only."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Expired(Rejected):
    """A token that was good."""


class Tokens:
    """Gives tokens and reads them. ``clock`` tells real time in Unix seconds."""

    def __init__(self, secret: bytes, clock: Callable[[], float]) -> None:
        self._secret = secret
        self._clock = clock

    def issue(self, seat: str, lasts: float = LASTS) -> str:
        """A token for the seat of this person, good for so many seconds."""
        told = base64.urlsafe_b64encode(seat.encode()).decode().rstrip("=")
        claim = f"{_MARK}.{told}.{int(self._clock() + lasts)}"
        return f"{claim}.{self._signature(claim)}"

    def seat_of(self, token: str) -> str:
        """The seat that a token is for. Raises :class:`Rejected`, for one that was good :class:`Expired`."""
        claim, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(claim).encode()):
            raise Rejected("this token was not given here")
        _, told, until = claim.split(".")
        if self._clock() >= int(until):
            raise Expired("this token has expired: have another one given, by starting the server again")
        return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4)).decode()

    def _signature(self, claim: str) -> str:
        return hmac.new(self._secret, claim.encode(), sha256).hexdigest()


def secret_beside(run: Path) -> bytes:
    """The secret of a run's tokens, from the file RUN.key, which is made where it is not there, for its owner alone.

    Raises ``OSError``.
    """
    path = run.with_name(f"{run.name}.key")
    with suppress(FileExistsError):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(secrets.token_bytes(32))
    return path.read_bytes()
