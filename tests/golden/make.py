"""Make a record of this version to keep: ``python tests/golden/make.py``, from the top of the repository.

It is a day at a market stall, played by the scenario's solution, with coworkers whose answers come from a
stub of a model; so it has messages, mails, calls, background talk, promises, approvals and thoughts in it. What is
there already is never written over: a record stays readable for ever, and every version may add its own.
"""

import random
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.crash.stub import Stub
from workaday.result import run

HERE = Path(__file__).parent
SCENARIO = HERE.parent / "crash" / "fair.yaml"


def main() -> None:
    """Make it, and say what the test has to know."""
    path = HERE / f"v{version('workaday')}.workaday"
    with Stub(random.Random(1)) as stub:
        result = run(SCENARIO, player="oracle", mind="openai/stub", seed=6, out=path, api_base=stub.address)
    print(f'"{path.name}": Golden(events={result.events}, outcome="{result.outcome}", digest="{result.digest}"),')


if __name__ == "__main__":
    main()
