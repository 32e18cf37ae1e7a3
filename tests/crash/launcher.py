"""A process that has everything imported, and forks a child for each command line that it reads.

Each line of its input is a JSON object: ``arguments``, the ``log`` of thoughts, the file for what is ``said``, and
optionally ``die``: in what the child kills itself, as by power failure. It answers with the child's pid, then, when the
child has ended, with its status.

In the log a "+" stands for a question that left for the model, and a "-" for an answer that is kept: written in one
piece each, so that a killed child leaves just those that are true.

A child that comes to its end says what it had imported, and the process imports it too: those that are forked later
have it done.
"""

import gc
import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """Serve until the input ends."""
    for module in ("litellm", "langgraph.graph", "workaday.commands.run", "workaday.continuation", "scenarios.stage"):
        import_module(module)
    from workaday.litellm_port import is_model

    assert is_model("openai/stub")
    gc.set_threshold(50_000, 10, 10)  # as the command does
    print(json.dumps("ready"), flush=True)
    ended = None
    for line in sys.stdin:
        gc.freeze()  # what children share with this process is not searched for garbage, so not copied by it
        order = json.loads(line)
        if ended is not None:
            os.waitpid(ended, 0)  # only now, so that no other process gets its number while it may still be killed
        pid = os.fork()
        if pid == 0:
            code = 99
            try:
                code = child(order)
                imported(order).write_text("\n".join(importable()), encoding="utf-8")
            finally:
                os._exit(code)
        print(json.dumps(pid), flush=True)
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert found is not None
        print(json.dumps(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status), flush=True)
        ended = pid
        if imported(order).exists():
            for module in imported(order).read_text(encoding="utf-8").split():
                import_module(module)
            imported(order).unlink()


def imported(order: dict[str, Any]) -> Path:
    """Where a child says what it had imported in the end."""
    return Path(order["log"]).with_name("modules.txt")


def importable() -> list[str]:
    """The modules of this process, but for a player's own file, which is no module for anybody else."""
    return [name for name in sys.modules if not name.startswith("workaday_own_")]


def child(order: dict[str, Any]) -> int:
    """Carry out one command line."""
    said = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    log_thoughts(os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    if order.get("die"):
        die(**order["die"])
    from workaday.cli import invoke

    code = invoke(order["arguments"])
    sys.stdout.flush()
    return code


def log_thoughts(log: int) -> None:
    """Log every question that leaves, and every answer that is kept."""
    from sim.journal import Journal
    from workaday.litellm_port import LiteLLMPort

    ask, keep = LiteLLMPort.complete, Journal.keep

    async def logged(self: Any, request: Any, /, **who: Any) -> Any:
        os.write(log, b"+")
        return await ask(self, request, **who)

    def kept(self: Any, thought: Any) -> Any:
        known = keep(self, thought)
        if "messages" in thought.request:
            os.write(log, b"-")
        return known

    LiteLLMPort.complete = logged  # type: ignore[method-assign]
    Journal.keep = kept  # type: ignore[method-assign]


def die(where: str, number: int) -> None:
    """Kill this process: before or after the ``number``-th statement that writes, or event that is computed again."""
    import sim.journal
    from sim.runfile import connect

    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)

    class Connection:
        def __init__(self, real: Any) -> None:
            self._real = real

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def execute(self, statement: str, *values: Any) -> Any:
            writes = statement.startswith(("INSERT", "BEGIN", "COMMIT", "DELETE"))
            if writes and where == "before writing":
                step()
            done = self._real.execute(statement, *values)
            if writes and where == "after writing":
                step()
            return done

    def connected(path: str, mode: Any, **options: Any) -> Any:
        return Connection(connect(path, mode, **options))

    append = sim.journal.Journal.append

    def appended(self: Any, *event: Any, **more: Any) -> Any:
        if self.replaying:
            step()
        return append(self, *event, **more)

    if where == "computing again":
        sim.journal.Journal.append = appended  # type: ignore[method-assign]
    else:
        sim.journal.connect = connected  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
