"""A token is for one seat and for a time; whatever is not quite one opens nothing."""

from pathlib import Path

import pytest

from workaday.doors.tokens import Rejected, Tokens, secret_beside


def test_a_token_says_whose_seat_it_is() -> None:
    """Any id of a person comes back as it was, from whoever has the secret."""
    for seat in ("seat", "anna.b", "日本", "a" * 60):
        token = Tokens(b"secret", lambda: 5.0).issue(seat, 10)
        assert Tokens(b"secret", lambda: 14.0).seat_of(token) == seat


def test_a_token_ends() -> None:
    """When its time is over it opens nothing, by the clock that is handed in."""
    token = Tokens(b"secret", lambda: 5.0).issue("seat", 10)
    with pytest.raises(Rejected, match="has expired"):
        Tokens(b"secret", lambda: 15.0).seat_of(token)


def test_nothing_like_a_token_is_one() -> None:
    """Another secret, another seat, a later end, a cut or a lengthened token: none is let in."""
    tokens = Tokens(b"secret", lambda: 5.0)
    token = tokens.issue("seat", 10)
    mark, seat, until, signature = token.split(".")
    forged = [
        "", ".", "...", "é", token[:-1], token + "0", token.upper(), f"{mark}.{seat}.{int(until) + 9}.{signature}",
        f"{mark}.{tokens.issue('mira', 10).split('.')[1]}.{until}.{signature}",
        Tokens(b"other", lambda: 5.0).issue("seat", 10),
    ]  # fmt: skip
    for one in forged:
        with pytest.raises(Rejected):
            tokens.seat_of(one)


def test_the_secret_is_made_once_for_its_owner(tmp_path: Path) -> None:
    """A server that is started again knows the tokens it gave, and nobody else can read what makes them."""
    secret = secret_beside(tmp_path / "run.workaday")
    assert len(secret) == 32
    assert secret_beside(tmp_path / "run.workaday") == secret
    assert (tmp_path / "run.workaday.key").stat().st_mode & 0o777 == 0o600
    assert secret_beside(tmp_path / "other.workaday") != secret
