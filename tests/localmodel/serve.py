"""Serve a GGUF on loopback as an OpenAI-compatible server, with xllamacpp (``runtime.txt``).

    python tests/localmodel/serve.py MODEL.gguf [PORT] [THREADS]

Prints its address as its first line once it can be asked, and serves until it is stopped. PORT 0, as unless said
otherwise, is any that is free. THREADS is 1: threads wait for one another at every step, so that on a machine that does
something else besides, two are many times slower than one.
"""

import importlib
import socket
import sys
import threading

SLOTS = 3
"""Requests answered at once, each with a cache of its own: one for each coworker of the scenario."""
CONTEXT = 4096
"""Tokens of a prompt with its reply."""


def free_port() -> int:
    """A port on loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Serve what the command line names."""
    if not 2 <= len(sys.argv) <= 4:
        sys.exit("usage: serve.py MODEL.gguf [PORT] [THREADS]")
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    threads = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    xllamacpp = importlib.import_module("xllamacpp")  # only where this runs, and never where it is checked
    settings = xllamacpp.CommonParams()
    settings.model.path = sys.argv[1]
    settings.model_alias = {"local"}
    settings.hostnames = ["127.0.0.1"]
    settings.port = port or free_port()
    settings.n_parallel, settings.n_ctx = SLOTS, SLOTS * CONTEXT
    settings.use_jinja = True
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(settings)
    print(server.listening_address, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
