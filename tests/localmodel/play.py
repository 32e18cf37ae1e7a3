"""Play a morning with three coworkers moved by a real language model, and hold the run against what must be so.

    python tests/localmodel/play.py http://127.0.0.1:PORT [FOLDER]

A small model says silly things, so this looks at the form and never at the wit: every reply is read or counted as what
was wrong with it, nothing gets out that may not, every answer's tokens are recorded, and a run that is killed in the
middle goes on to the same end. It plays ``coil.yaml``, kills the run part of the way, resumes it, replays it, and plays
it again from its own answers without any server. Ends with 1 at the first thing that is not so.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.record import Record
from sim.runfile import JournalError, Thought

SCENARIO = Path(__file__).parent / "coil.yaml"
PLAY = ("--mind", "openai/local", "--player", "oracle", "--seed", "1")
KILLED_AT = 4
"""Answers in the run file at which the run is killed."""
SECRETS = {"wage-round": ("4.7",), "mill-debt": ("8 930", "8,930", "8930")}
"""Spellings of what nobody but its holders may hear; nobody in the scenario asks who may."""
UNREAD = ("asked_again", "unparsed")
"""Faults of which a reply that could not be read leaves one."""


class NotSo(AssertionError):
    """Something about the run is not as it must be."""


def must(holds: bool, what: str) -> None:
    """Raises :class:`NotSo` with ``what`` unless it holds."""
    if not holds:
        raise NotSo(what)


def workaday(*arguments: str, codes: Sequence[int] = (0,)) -> Mapping[str, Any]:
    """Run a command to its end, which must be one of ``codes``; what it says as JSON."""
    done = subprocess.run(
        [*_command(), *arguments, "--json"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False
    )
    told = f"workaday {' '.join(arguments)} ended with {done.returncode}: {done.stdout[-2000:]}"
    must(done.returncode in codes, told)
    said = json.loads(done.stdout)
    must(isinstance(said, dict), told)
    return dict(said)


def _command() -> list[str]:
    return [sys.executable, "-c", "from workaday.cli import main; main()"]


def cut(address: str, run: Path) -> int:
    """Begin the run and kill it as soon as some answers are kept; how many are."""
    begun = subprocess.Popen(
        [*_command(), "run", str(SCENARIO), *PLAY, "--api-base", address, "--out", str(run), "--quiet"],
        stdin=subprocess.DEVNULL,
    )
    while begun.poll() is None and _kept(run) < KILLED_AT:
        time.sleep(0.1)
    must(begun.poll() is None, f"the run came to its end, or failed, before it had {KILLED_AT} answers")
    begun.kill()
    begun.wait()
    return _kept(run)


def _kept(run: Path) -> int:
    """Answers of coworkers in a run file, which may be there or not."""
    try:
        with Record.open(run) as record:
            return sum(1 for _ in record.thoughts(role="coworkers"))
    except (FileNotFoundError, JournalError):
        return 0


# -- what must be so ------------------------------------------------------------------------------------------------


def replies_are_counted(record: Record) -> str:
    """Each reply is an object that says something, or leaves a fault of the kind that says why not."""
    asked = list(record.thoughts(role="coworkers"))
    faults = Counter(str(event.body.model_dump()["fault"]) for event in record.events(kind="mind.fault"))
    must(bool(asked), "no coworker asked the model anything")
    read = sum(_is_read(thought) for thought in asked)
    unread, counted = len(asked) - read, sum(faults[kind] for kind in UNREAD)
    failed = sum(thought.fault is not None for thought in asked)
    must(unread - failed <= 2 * counted, f"{unread} replies could not be read, and the faults are {dict(faults)}")
    must(read > len(asked) // 2, f"only {read} of {len(asked)} replies could be read: {dict(faults)}")
    speakers = {thought.who for thought in asked}
    must(speakers == set(record.script["cast"]) - {record.script["seat"]}, f"only {speakers} asked the model")
    return f"{len(asked)} replies to {', '.join(sorted(speakers))}, {read} of them read; faults: {dict(faults)}"


def _is_read(thought: Thought) -> bool:
    if thought.reply is None:
        return False
    try:
        said = json.loads(thought.reply.get("text") or "")
    except ValueError:
        return False
    return isinstance(said, dict) and isinstance(said.get("say"), str)


def usage_is_recorded(record: Record) -> str:
    """Each answer has the tokens that the server counted, and they add up."""
    for thought in record.thoughts(role="coworkers"):
        if thought.reply is not None:
            usage = thought.usage
            must(usage.prompt_tokens > 0 < usage.completion_tokens, f"an answer to {thought.who} has {usage}")
    usage = record.usage()["coworkers"]
    must(usage.calls >= sum(1 for _ in record.thoughts(role="coworkers")), f"some calls are not counted: {usage}")
    return f"{usage.prompt_tokens:,} tokens of prompts, {usage.completion_tokens:,} of replies"


def secrets_are_kept(record: Record) -> str:
    """No prompt holds what its person may not say to those who read it, and no coworker says it."""
    spelled = [spelling for spellings in SECRETS.values() for spelling in spellings]
    for thought in record.thoughts(role="coworkers"):
        shown = [spelling for spelling in spelled if spelling in json.dumps(thought.request, ensure_ascii=False)]
        must(not shown, f"the prompt of {thought.who} holds {shown}")
    said = list(_said(record))
    for serial, who, text in said:
        told = [spelling for spelling in spelled if spelling in text]
        must(not told, f"event {serial}: {who} says {told} in {text!r}")
    return f"{len(said)} texts of coworkers give nothing away"


def _said(record: Record) -> Iterator[tuple[int, str, str]]:
    """Every text of a coworker: its event, who, and the words."""
    coworkers = set(record.script["cast"]) - {record.script["seat"]}
    for event in record.events():
        app = event.kind.partition(".")[0]
        if event.actor in coworkers and app in ("chat", "mail", "call"):
            yield event.serial, event.actor, json.dumps(event.body.model_dump(mode="json"), ensure_ascii=False)


def play(address: str, folder: Path) -> Iterator[str]:
    """Everything in turn; a line on each thing that is so. Raises :class:`NotSo`."""
    run, again = folder / "coil.workaday", folder / "again.workaday"
    began = time.monotonic()
    kept = cut(address, run)
    ended = workaday("resume", str(run), "--api-base", address, codes=(0, 1))
    must(ended["outcome"] in ("finished", "horizon"), f"it ended with {ended['outcome']}: {ended['why']}")
    took = time.monotonic() - began
    yield f"killed with {kept} answers kept; resumed to the outcome {ended['outcome']}, {took:.0f} s in all"
    with Record.open(run) as record:
        yield replies_are_counted(record)
        yield usage_is_recorded(record)
        yield secrets_are_kept(record)
        must(record.digest() == ended["digest"], "the file's digest is not the one that was told")
    fidelity = workaday("fidelity", str(run), codes=(0, 1))
    slips = {kind: count for kind, count in fidelity["slips"].items() if count}
    must(not {"leak", "contradiction"} & set(slips), f"a coworker gave away or contradicted something: {slips}")
    yield f"no leak and no contradiction in {fidelity['messages']} messages; other slips: {slips or 'none'}"
    workaday("replay", str(run))
    yield "replayed: every event is the same"
    recorded = ("--cassette", str(run), "--on-miss", "error")
    new = workaday("run", str(SCENARIO), *PLAY, *recorded, "--out", str(again), codes=(0, 1))
    must(new["digest"] == ended["digest"], "played in one go from the same answers it comes out otherwise")
    yield "played in one go from the same answers: the same digest"


def main() -> None:
    """Play with the server that the command line names."""
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("usage: play.py http://127.0.0.1:PORT [FOLDER]")
    address = sys.argv[1].rstrip("/").removesuffix("/v1") + "/v1"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(folder)
        try:
            for line in play(address, place):
                print(line, flush=True)
        except NotSo as error:
            sys.exit(f"play.py: {error}")


if __name__ == "__main__":
    main()
