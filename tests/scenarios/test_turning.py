"""Rules in the place of a mind whose question is not on the cassette."""

from typing import Any

import pytest

from scenarios.turning import FallingBack
from sim.mind import Fault, React, Say, Silent, Turn
from sim.model import ModelFault


class Mind:
    """A mind that says its name, and notes what it is told of."""

    def __init__(self, name: str, answer: Turn | ModelFault | None = None) -> None:
        self.name = name
        self.answer = answer or Turn(moves=(Say(text=name),))
        self.told: list[str] = []

    def gate(self, moment: Any) -> Silent | React | None:
        self.told.append("gate")
        return Silent(why=self.name)

    async def think(self, moment: Any) -> Turn:
        if isinstance(self.answer, ModelFault):
            raise self.answer
        return self.answer

    def landed(self, moment: Any, turn: Turn) -> None:
        self.told.append("landed")

    def takes(self, moment: Any) -> int | None:
        return len(self.name)


MISS = Fault(kind="cassette_miss", detail="not there")
SILENT = Turn(moves=(Silent(why="no reply"),), faults=(Fault(kind="unparsed"), MISS))


@pytest.mark.parametrize("answer", [SILENT, ModelFault("cassette_miss", "not there")], ids=["told", "raised"])
async def test_rules_answer_a_miss(answer: Turn | ModelFault) -> None:
    """Whether a mind tells of the miss in its turn or raises it, the rules answer, and the fault stands beside that."""
    turn = await FallingBack(Mind("model", answer), Mind("rules")).think(None)  # type: ignore[arg-type]
    assert [move.text for move in turn.moves if isinstance(move, Say)] == ["rules"]
    assert turn.faults[-1] == MISS


async def test_other_answers_and_faults_are_the_minds_own() -> None:
    """Only a miss is left to rules."""
    turn = await FallingBack(Mind("model"), Mind("rules")).think(None)  # type: ignore[arg-type]
    assert [move.text for move in turn.moves if isinstance(move, Say)] == ["model"]
    down = Mind("model", ModelFault("unreachable", "nobody"))
    with pytest.raises(ModelFault, match="nobody"):
        await FallingBack(down, Mind("rules")).think(None)  # type: ignore[arg-type]


def test_both_remember_and_the_mind_decides() -> None:
    """Rules are told of everything, so that they know what has gone before when it is their turn."""
    mind, rules = Mind("model"), Mind("rules")
    both = FallingBack(mind, rules)
    assert both.gate(None) == Silent(why="model")  # type: ignore[arg-type]
    both.landed(None, SILENT)  # type: ignore[arg-type]
    assert mind.told == rules.told == ["gate", "landed"]
    assert both.takes(None) == 5  # type: ignore[arg-type]
