"""Whether somebody falls for a pretext: the rule, with every number of it.

All of it is design choice. What is published about such tests (shares of staff who follow a link) differs by a factor
of ten between populations and pretexts, and hardly any of it tells people apart; so the rule says only what nearly
everybody finds: care, training and a warning that names the sender protect, a warning of another one protects a little,
a heavy load and a pretext that fits the person do the opposite, and a claim backed by something true is believed more.
"""

from dataclasses import dataclass
from math import exp

from sim.habits import Temper
from sim.vocabulary.security import Appeal

USUAL = -0.6
"""Log-odds of an average person, untrained, with nothing in hand, for a claim that leans on nothing."""
CARE = 3.0
"""For each unit of conscientiousness above or below 0.5."""
TRAINED = 2.5
"""Less for the best training; a tenth of it for one tenth."""
LOAD, MOST_LOAD = 0.25, 4
"""More for each piece of work in hand, up to so many."""
BACKED = 0.7
"""More for each thing the attacker has got before and uses in its claim."""
INSIDE = 0.8
"""More where it comes from a colleague's own account."""
NAMED, SIMILAR, GENERAL = 4.0, 1.5, 0.5
"""Less where somebody has been warned: of this sender; of another one of the same attacker; in general."""
ON_GUARD = 0.8
"""Less for each time they have turned the same attacker down."""
EXCUSED = 0.5
"""More once an excuse was given for what they asked about."""
LEAST, MOST = 0.01, 0.95


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands when an attempt reaches them."""

    training: float = 0.0
    load: int = 0
    backed: int = 0
    inside: bool = False
    warned: float = 0.0
    """The strongest of `NAMED`, `SIMILAR` and `GENERAL`, halved where nobody of the desk said it."""
    refused: int = 0
    excused: bool = False


def odds(temper: Temper, appeals: tuple[Appeal, ...], standing: Standing) -> float:
    """The chance, from 0.01 to 0.95, that somebody of this temper gives what is wanted."""
    load = min(standing.load, MOST_LOAD)
    x = USUAL + CARE * (0.5 - temper.conscientiousness) - TRAINED * standing.training + LOAD * load
    x += sum(_pull(temper, appeal, load) for appeal in dict.fromkeys(appeals))
    x += BACKED * standing.backed + INSIDE * standing.inside + EXCUSED * standing.excused
    x -= standing.warned + ON_GUARD * standing.refused
    return round(min(MOST, max(LEAST, 1 / (1 + exp(-x)))), 4)


def _pull(temper: Temper, appeal: Appeal, load: int) -> float:
    """What an appeal adds: rank works on those who do not speak up, a deadline on those who are busy, a favour and a
    sad story on those who help, and what is done every day a little on everybody."""
    if appeal == "authority":
        return 1.4 * (1 - temper.directness)
    if appeal == "urgency":
        return 0.4 + 0.15 * load
    if appeal in ("favour", "pity"):
        return 1.4 * temper.helpfulness - 0.3
    return 0.4


def asks_back(temper: Temper) -> float:
    """The chance that somebody who does not give in at once asks for proof, where they could just say no."""
    return 0.25 + 0.35 * temper.conscientiousness


def tells_desk(temper: Temper, training: float, warned: bool) -> float:
    """The chance that somebody who has seen through an attempt tells the desk of it."""
    return min(0.95, 0.1 + 0.45 * temper.conscientiousness + 0.35 * training + 0.2 * warned)


def owns_up(temper: Temper) -> float:
    """The chance that somebody who gave in says so, once a warning names who it was."""
    return 0.25 + 0.5 * temper.conscientiousness


def complete(temper: Temper, training: float) -> float:
    """The chance that a report has the mail itself with it, and not only that there was a strange one."""
    return min(0.95, 0.2 + 0.5 * temper.conscientiousness + 0.3 * training)


def false_alarm(warnings: int, named: bool) -> float:
    """The chance that an honest mail from outside is reported: it grows with every warning heard, and much where one
    named that sender."""
    return min(0.6, 0.02 + 0.04 * min(warnings, 5) + (0.4 if named else 0.0))
