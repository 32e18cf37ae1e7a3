"""A model on loopback whose answers depend on the question alone, and how long they take on chance."""

import json
import random
import threading
import time
from collections.abc import Callable
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self

SLOWEST = 0.02
"""Real seconds that an answer takes at most."""
_LINES = (
    "That is on my list.",
    "I would ask Rui.",
    "Good question, I have no idea.",
    "Yes.",
    "Not today, I am up to my neck in boxes.",
    "Thanks, noted.",
    "Can you say more?",
    "The stand looks fine to me.",
)
_TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("desk-wait", {"until": "3h", "through": True}),
    ("desk-wait", {"until": "90m"}),
    ("desk-wait", {"until": "2h", "through": True}),
    ("chat-send", {"to": ["rui"], "text": "What do apples cost?"}),
    ("chat-send", {"to": ["ines"], "text": "How much change is in the till?"}),
    ("mail-send", {"to": ["ana"], "subject": "The stand", "text": "May I have the stand for the fair?"}),
    ("chat-unread", {}),
    ("drive-write", {"path": "/fair.md", "text": "The list."}),
)

Moment = Literal["asked", "answered"]


class Server(ThreadingHTTPServer):
    """Does not mind that whoever asked is dead."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Conversations that break off are what this is for."""


class Stub:
    """Serves while the ``with`` block lasts. ``watch`` is called as each request comes, and when it was answered."""

    def __init__(self, rng: random.Random) -> None:
        self.asked = 0
        """Requests that have come."""
        self.watch: Callable[[Moment, int], None] = lambda moment, count: None
        self._rng = rng
        self._lock = threading.Lock()
        stub = self

        class Conversation(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                """Tests are quiet."""

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with stub._lock:
                    stub.asked += 1
                    count, takes = stub.asked, stub._rng.random() * SLOWEST
                stub.watch("asked", count)
                time.sleep(takes)
                body = json.dumps(answer(request)).encode()
                self.send_response_only(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                stub.watch("answered", count)

        self._server = Server(("127.0.0.1", 0), Conversation)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def address(self) -> str:
        """For ``--api-base``."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """A chat completion: equal questions get equal answers, one in nine of a coworker's cannot be read."""
    asked = json.dumps([request["messages"], sorted(request)], sort_keys=True)
    number = int.from_bytes(blake2b(asked.encode(), digest_size=6).digest(), "big")
    message: dict[str, Any] = {"role": "assistant", "content": None}
    if request.get("tools"):
        name, arguments = _TOOLS[number % len(_TOOLS)]
        call = {"name": name, "arguments": json.dumps(arguments)}
        message["tool_calls"] = [{"id": f"call-{number}", "type": "function", "function": call}]
    else:
        reply = {"say": _LINES[number % len(_LINES)] if number % 7 else "", "silence_because": "busy"}
        message["content"] = json.dumps(reply) if number % 9 else "Let me think."
    usage = {"prompt_tokens": len(asked) // 4, "completion_tokens": 12, "total_tokens": len(asked) // 4 + 12}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "stub", "choices": [choice], "usage": usage}
