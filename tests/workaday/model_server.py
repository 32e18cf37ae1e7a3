"""A server on loopback that speaks enough of the OpenAI API to be asked through LiteLLM, and to fail in its ways."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self


@dataclass(frozen=True)
class Sent:
    """What the server does about a request: a status and a body, or closing the connection, or not answering."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    does: Literal["answer", "half", "reset", "hang"] = "answer"
    """"half": the connection breaks in the middle of the body."""


def says(text: str | None, *, finish: str = "stop", calls: tuple[tuple[str, Any], ...] = (), **usage: Any) -> Sent:
    """A chat completion with this text and these tool calls (name and arguments)."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {
                "id": f"id{number}",
                "type": "function",
                "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
            }
            for number, (name, given) in enumerate(calls)
        ]
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return Sent(body=completion([choice], **usage))


def completion(choices: list[Any], **usage: Any) -> dict[str, Any]:
    """The body of a chat completion."""
    told = {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13, **usage}
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "stub", "choices": choices, "usage": told}


def fails(status: int, message: str, **headers: str) -> Sent:
    """An error as the OpenAI API sends it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Sent(status, {"error": {"message": message, "type": "invalid_request_error", "code": None}}, named)


Answer = Callable[[dict[str, Any]], Sent]


class ModelServer:
    """Serves while the ``with`` block lasts. ``answer`` is asked for every request; a list is played from the front.

    The last entry of a list answers everything after it.
    """

    def __init__(self, answer: Answer | list[Sent]) -> None:
        self.requests: list[dict[str, Any]] = []
        """The bodies of the requests, in their order."""
        self._answer = answer
        self._over = threading.Event()
        server = self

        class Conversation(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                """Tests are quiet."""

            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                server._reply(self, json.loads(self.rfile.read(length)))

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Conversation)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def address(self) -> str:
        """For ``api_base``."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _reply(self, conversation: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        self.requests.append(request)
        if callable(self._answer):
            sent = self._answer(request)
        else:
            sent = self._answer[min(len(self.requests), len(self._answer)) - 1]
        if sent.does == "hang":
            self._over.wait()
            conversation.close_connection = True
        elif sent.does == "reset":
            conversation.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            conversation.connection.shutdown(socket.SHUT_RDWR)
            conversation.close_connection = True
        else:
            body = sent.body if isinstance(sent.body, bytes) else json.dumps(sent.body).encode()
            conversation.send_response_only(sent.status)
            for name, value in {"content-type": "application/json", **sent.headers}.items():
                conversation.send_header(name, value)
            conversation.send_header("content-length", str(len(body)))
            conversation.end_headers()
            if sent.does == "half":
                body = body[: len(body) // 2]
                conversation.close_connection = True
            conversation.wfile.write(body)


def unused_address() -> str:
    """The address of a port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}/v1"
