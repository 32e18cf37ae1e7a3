"""Slack's codes for what goes wrong, and for what the office refuses."""

from collections.abc import Mapping
from typing import Any, Final

from sim.actions import RefusalCode


class SlackError(Exception):
    """An answer that is not ok: Slack's code, and why in words. Positional arguments only."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code, why)
        self.code, self.why = code, why

    def answer(self) -> dict[str, Any]:
        """As Slack answers."""
        told: dict[str, Any] = {"ok": False, "error": self.code}
        if self.why:
            told["response_metadata"] = {"messages": [f"[ERROR] {self.why}"]}
        return told


class RateLimited(SlackError):
    """Too many calls: answered with the status of that."""


Codes = Mapping[str, str]
"""Slack's codes by those of a refusal."""
REFUSED: Final[dict[RefusalCode, str]] = {
    "no_such_person": "user_not_found",
    "no_such_place": "channel_not_found",
    "no_such_thing": "message_not_found",
    "not_a_member": "not_in_channel",
    "not_allowed": "restricted_action",
    "too_long": "msg_too_long",
    "empty": "no_text",
    "in_the_past": "invalid_arguments",
    "already_so": "already_done",
    "not_now": "not_allowed",
    "bad_argument": "invalid_arguments",
    "no_such_action": "unknown_method",
}
"""The code for a refusal, where a method has none of its own."""
