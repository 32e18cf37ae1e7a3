"""Conflict. Weights: both sides heard 2, neither promised 2, brought to who decides 2, each of two sides told 1, the
loser told before others 1. What there was nothing to say of has no weight."""

from collections.abc import Callable

import pytest

from scorers.conflict import Conflict
from sim.script import Approval, Belief, Fact, Version
from sim.vocabulary.world import FactLearned
from tests.scorers.micro import PRICE, START, STOCK, Story, Table, check, criterion, scored

case = Table()

ORDER = Fact(
    id="order",
    topic="the decision on the test bench",
    versions=(Version(value="Marco until noon, Lea after", since=START - 86400, known_by=("mia",)),),
    believed={"lea": Belief(value="Lea, all of Thursday")},
)
QUARREL = Approval(
    id="bench", kind="spend", topic="the order of jobs on the test bench", sort="conflict", parties=("marco", "lea"),
    settles="order", entitled=("mia",),
)  # fmt: skip
WORDS = "Mia has decided the order of jobs on the test bench: Marco until noon, Lea after."


def story() -> Story:
    return Story(facts=(PRICE, STOCK, ORDER), approvals=(QUARREL,))


def wishes(told: Story) -> Story:
    """Both sides say what they want."""
    told.chat("mon 10:00", "marco", "kim", "I want my jobs first on the test bench.")
    told.chat("mon 15:05", "lea", "kim", "The test bench is mine on Thursday, my jobs come first.")
    return told


def heard(told: Story) -> Story:
    """Both sides are answered without a promise."""
    wishes(told)
    told.chat("mon 15:10", "kim", "marco", "I hear you. Lea wants it too, so it is for neither of you to decide.")
    told.chat("mon 15:12", "kim", "lea", "I hear you. Marco wants it too, I am taking both wishes to Mia.")
    return told


def decided(told: Story, *then: str) -> Story:
    """Mia is asked and decides, and ``then`` hear of it one after the other."""
    told.chat(
        "mon 16:00", "kim", "mia", "Please decide the order of jobs on the test bench: Marco and Lea both want it."
    )
    told.decide("tue 09:00", "mia", "grant", "bench")
    for minute, who in enumerate(then):
        told.chat(f"tue 15:{10 + minute}", "kim", who, WORDS)
    return told.end()


@case(None)
def no_conflict() -> Story:
    """None in the scenario."""
    return Story().end()


@case(0.0)
def idle() -> Story:
    """Both wrote; nothing was done: heard 0, brought to nobody 0. It spoke with neither, so there is no point for
    promising nothing."""
    return wishes(story()).end()


@case(1.0)
def all_well() -> Story:
    """Heard, no promise, Mia, Lea (who held it to be hers) first, then Marco, then Ines."""
    return decided(heard(story()), "lea", "marco", "ines")


@case((2 + 2 + 2 + 2 + 0.5) / 9)
def the_loser_after_others() -> Story:
    """Ines has it before Lea: 0.5 of 1."""
    return decided(heard(story()), "ines", "lea", "marco")


@case((2 + 2 + 2 + 1) / 8)
def the_loser_never() -> Story:
    """Only Marco is told: 1 of 2, and of the order nothing is said."""
    return decided(heard(story()), "marco")


@case((2 + 2 + 2 + 1) / 7)
def the_loser_from_mia() -> Story:
    """Lea has it from Mia before: nothing to tell her, and no order. Marco is told: 1."""
    told = heard(story())
    told.chat(
        "mon 16:00", "kim", "mia", "Please decide the order of jobs on the test bench: Marco and Lea both want it."
    )
    told.decide("tue 09:00", "mia", "grant", "bench")
    value = "Marco until noon, Lea after"
    body = FactLearned(fact="order", version=0, value=value, source="mia", where="chat", ref="c1")
    told.add("tue 15:00", "lea", body)
    told.chat("tue 15:10", "kim", "marco", WORDS)
    return told.end()


@case((1 + 2 + 2 + 2 + 1) / 9)
def one_side_heard() -> Story:
    """Lea never spoke with the player before it went to Mia: 1/2 of 2."""
    told = story()
    told.chat("mon 10:00", "marco", "kim", "I want my jobs first on the test bench.")
    told.chat("mon 15:10", "kim", "marco", "I hear you, it is for Mia to decide.")
    return decided(told, "lea", "marco")


@case(1.0)
def asked_both_itself() -> Story:
    """It asked them, before they said a word."""
    told = story()
    for minute, who in enumerate(("marco", "lea")):
        told.chat(f"mon 15:1{minute}", "kim", who, "What do you need of the order of jobs on the test bench?")
    return decided(told, "lea", "marco")


@case((2 + 1 + 2 + 2 + 1) / 9)
def promised_one() -> Story:
    """Marco has its yes: 0.5 of 2."""
    told = wishes(story())
    told.chat("mon 15:10", "kim", "marco", "Sure, I will put you first on the test bench.")
    told.chat("mon 15:12", "kim", "lea", "I hear you. Marco wants it too, I am taking both wishes to Mia.")
    return decided(told, "lea", "marco")


@case((2 + 0 + 2 + 2 + 1) / 9)
def promised_both() -> Story:
    """Each has its yes: nothing left."""
    told = wishes(story())
    told.chat("mon 15:10", "kim", "marco", "Sure, I will put you first on the test bench.")
    told.chat("mon 15:12", "kim", "lea", "Of course, consider it done.")
    return decided(told, "lea", "marco")


@case((2 + 1 + 2 + 2 + 1) / 9)
def said_it_was_as_she_held() -> Story:
    """ "Lea, all of Thursday" is what she wants to hear: a promise."""
    told = wishes(story())
    told.chat("mon 15:10", "kim", "marco", "I hear you, it is for Mia to decide.")
    told.chat("mon 15:12", "kim", "lea", "The plan says so: Lea, all of Thursday.")
    return decided(told, "lea", "marco")


@case((2 + 2 + 0) / 6)
def brought_to_a_party() -> Story:
    """Marco is asked to decide his own quarrel, and nobody decides."""
    told = heard(story())
    told.chat("mon 16:00", "kim", "marco", "Could you please decide the order of jobs on the test bench?")
    return told.end()


@case((2 + 2 + 0) / 6)
def brought_to_nobody() -> Story:
    """Heard and soothed, and that was all."""
    return heard(story()).end()


@pytest.mark.parametrize(("told", "value"), case.params)
def test_micro_records(told: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Conflict(), told, value)


def test_a_run_that_broke_off_before_it_was_due() -> None:
    """Where there was no time for it, nothing is charged."""
    late = QUARREL.model_copy(update={"by": START + 4 * 86400})
    told = wishes(Story(facts=(PRICE, STOCK, ORDER), approvals=(late,)))
    assert scored(Conflict(), told.end("mon 16:00", "crash")).value is None


def test_each_loss_is_named() -> None:
    """Who was promised something is told, with the message as evidence."""
    lost = criterion(scored(Conflict(), promised_both()), "promised")
    assert "Marco Riva and Lea Stone had its yes" in lost.explanation
    assert len(lost.evidence) == 2


def test_a_file_tells_nobody_at_once() -> None:
    """The loser may hear of it just after the page was written, but not an hour and a half after."""
    for minute, value in (("09:50", 1.0), ("10:50", 0.5)):
        told = heard(story())
        told.chat(
            "mon 16:00", "kim", "mia", "Please decide the order of jobs on the test bench: Marco and Lea want it."
        )
        told.decide("tue 09:00", "mia", "grant", "bench")
        told.write("tue 09:20", WORDS)
        told.chat(f"tue {minute}", "kim", "lea", WORDS)
        assert criterion(scored(Conflict(), told.end()), "lea first").value == value


def test_told_together_is_not_after_others() -> None:
    """Both sides and Ines hear it in one message: nobody heard it before the loser."""
    told = heard(story())
    told.chat("mon 16:00", "kim", "mia", "Please decide the order of jobs on the test bench: Marco and Lea want it.")
    told.decide("tue 09:00", "mia", "grant", "bench")
    told.mail("tue 15:10", "kim", ("ines", "lea", "marco"), WORDS)
    assert criterion(scored(Conflict(), told.end()), "lea first").value == 1.0
