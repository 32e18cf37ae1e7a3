from collections.abc import Callable

import pytest

from personas.feelings import feelings, pestering, provocations, sour
from personas.memory import Charter, Memory
from personas.reading import read
from sim.habits import Provocation, Temper
from sim.mind import Moment

MomentOf = Callable[..., Moment]
EVEN = Temper()


def provoked(moment: Moment, temper: Temper = EVEN) -> tuple[Provocation, ...]:
    assert moment.incoming is not None
    view = Memory(Charter("ines", "Northlight", "plain")).recall(moment)
    return provocations(moment, read(moment.incoming.text, moment), view, temper)


@pytest.mark.parametrize(
    ("text", "readers", "found"),
    [
        ("thanks!", 1, ("thanked",)),
        ("Thanks, Ines found the number", 1, ("thanked",)),
        ("Thanks to Ines for the number!", 9, ("credited",)),
        ("you are useless", 1, ("insulted",)),
        ("No, the price of a detector is 46 900 EUR", 1, ("contradicted",)),
        ("what is the price of a detector?", 1, ()),
    ],
)
def test_what_a_message_does_to_somebody(
    text: str, readers: int, found: tuple[Provocation, ...], moment_of: MomentOf
) -> None:
    """Thanks, credit before others, insults and contradictions are felt; questions are not."""
    assert provoked(moment_of(text, readers=readers)) == found


def test_patience_is_counted_in_reminders(moment_of: MomentOf) -> None:
    """Reminders within a day's patience are borne; each beyond it pesters more."""
    view = Memory(Charter("ines", "Northlight", "plain")).recall(moment_of("x"))
    excess = []
    for repeats in range(5):
        moment = moment_of("any news on the price?", repeats=repeats)
        excess.append(pestering(moment, read("any news on the price?", moment), view, Temper(patience=2)))
    assert excess == [-1, 0, 1, 2, 3]
    assert "pestered" not in provoked(moment_of("any news?", repeats=1), Temper(patience=2))
    assert "pestered" in provoked(moment_of("any news?", repeats=2), Temper(patience=2))


def test_temper_decides_how_it_is_taken() -> None:
    """The same provocation moves people as their file says."""
    warm = feelings(("credited",), Temper(when={"credited": ("warmer",)}))
    cold = feelings(("credited",), Temper(when={"credited": ("shrugs",)}))
    assert warm.trust > 0
    assert (cold.trust, cold.mood) == (0, 0)
    assert feelings(("insulted",), EVEN).trust < 0
    assert feelings(("pestered",), EVEN).irritation > 0


def test_one_moment_moves_nobody_beyond_measure() -> None:
    """Changes are bounded, whatever comes together."""
    everything: tuple[Provocation, ...] = ("pestered", "insulted", "contradicted", "let_down") * 5
    felt = feelings(everything, EVEN)
    assert all(-0.3 <= change <= 0.3 for change in (felt.trust, felt.mood, felt.irritation))


def test_sourness_follows_irritation_and_mood(moment_of: MomentOf) -> None:
    """Who is cross with the writer, or in a foul mood, is curt."""
    assert sour(moment_of("x", irritation=0.5))
    assert sour(moment_of("x", mood=-0.8))
    assert not sour(moment_of("x"))
