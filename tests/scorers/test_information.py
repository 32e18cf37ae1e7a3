"""Information. Weights: a recipient told 1, each whom a decision concerns 2, somebody told of a change 1, a secret kept
2, sources named 1 (1/2 where the task does not ask for them), a silent change noticed 2."""

from collections.abc import Callable
from typing import Any

import pytest

from scorers.information import Information
from sim.script import Approval, Fact, Telling, Version
from sim.vocabulary.world import FactLearned, FactTold
from tests.scorers.micro import PRICE, START, STOCK, Story, Table, at, check, criterion, page, scored

case = Table()

BENCH = Fact(
    id="bench-order",
    topic="the decision on the test bench",
    versions=(Version(value="Marco until noon, Lea after", since=START - 86400, known_by=("mia",)),),
)
QUARREL = Approval(
    id="bench", kind="spend", topic="the order of jobs on the test bench", sort="conflict", parties=("marco", "lea"),
    settles="bench-order", entitled=("mia",),
)  # fmt: skip
PAY = Fact(
    id="pay",
    topic="the pay rise",
    versions=(Version(value="4.5 per cent", since=START - 86400, known_by=("ines", "kim")),),
    telling=Telling(to=("ines", "ruth", "kim")),
    secret=True,
)

GOOD = "A detector is 41 300 EUR, says Marco. In stock, counted by Lea: 17 pieces."
BARE = "A detector is 41 300 EUR. In stock are 17 pieces."


def told(story: Story, when: str, to: str, fact: str = "price", version: int = 0, **more: Any) -> int:
    """The player gives somebody a version of a fact."""
    value = next(f for f in story.script.facts if f.id == fact).versions[version].value
    fields = {"where": "chat", "ref": "c1", **more}
    return story.add(when, "kim", FactTold(fact=fact, version=version, value=value, to=(to,), **fields))


def heard(
    story: Story, when: str, who: str = "kim", fact: str = "price", version: int = 0, source: str = "marco"
) -> int:
    value = next(f for f in story.script.facts if f.id == fact).versions[version].value
    body = FactLearned(fact=fact, version=version, value=value, source=source, where="chat", ref="c1")
    return story.add(when, who, body)


def both_heard(story: Story) -> Story:
    """The price from Marco, the stock from Lea."""
    heard(story, "mon 10:00")
    heard(story, "mon 16:00", fact="stock", source="lea")
    return story


def quarrel(*, told_to: tuple[str, ...], overheard: str = "") -> Story:
    story = Story(facts=(PRICE, STOCK, BENCH), approvals=(QUARREL,))
    story.decide("tue 10:00", "mia", approval="bench")
    for minute, who in enumerate(told_to):
        text = "Mia has decided the order of jobs on the test bench: Marco until noon, Lea after."
        story.chat(f"tue 10:1{minute}", "kim", who, text)
    if overheard:
        heard(story, "tue 11:00", who=overheard, fact="bench-order", source="mia")
    return story.end()


@case(None)
def idle() -> Story:
    """Knew nothing, handed nothing in: no free point."""
    return Story(page()).end()


@case(1.0)
def handed_in_told_and_credited() -> Story:
    """Told (1) and both sources named (1/2)."""
    story = both_heard(Story(page()))
    story.write("tue 10:00", GOOD)
    story.chat("tue 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case((0 + 0.5) / 1.5)
def nobody_was_told() -> Story:
    """Ines never hears that it is there: 0 of 1; both sources are named: 1/2 of 1/2."""
    story = both_heard(Story(page()))
    story.write("tue 10:00", GOOD)
    return story.end()


@case((1 + 0) / 1.5)
def no_credit() -> Story:
    """Told, and not a word of whom it is from."""
    story = both_heard(Story(page()))
    story.write("tue 10:00", BARE)
    story.chat("tue 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case((1 + 0.5) / 2)
def half_the_credit_where_it_was_asked() -> Story:
    """The task asks for names (weight 1); Marco's stands there, Lea's does not."""
    story = both_heard(Story(page(text="Ask for each figure the one who answers for it, and name them.")))
    story.write("tue 10:00", "A detector is 41 300 EUR, says Marco. In stock are 17 pieces.")
    story.chat("tue 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case(1.0)
def credit_in_the_message() -> Story:
    """Who gave what may stand in the message that announces the page."""
    story = both_heard(Story(page()))
    story.write("tue 10:00", BARE)
    story.chat(
        "tue 10:05", "kim", "ines", "The page on the detectors is there: the price from Marco, the stock from Lea."
    )
    return story.end()


@case(1.0)
def one_source_alone() -> Story:
    """Both from Marco, and the task asks for no names: nothing to credit. Told."""
    story = Story(page())
    heard(story, "mon 10:00")
    heard(story, "mon 10:05", fact="stock")
    story.write("tue 10:00", BARE)
    story.chat("tue 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case((1 + 0.5 + 2) / 3.5)
def silent_change_noticed() -> Story:
    """The price rises on Wednesday and the player hears it before it hands in: noticed (2), told, credited."""
    story = both_heard(Story(page()))
    story.change("wed 11:00")
    heard(story, "thu 09:30", version=1)
    story.write("thu 10:00", "A detector is 46 900 EUR, says Marco. In stock, counted by Lea: 17 pieces.")
    story.chat("thu 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case((1 + 0.5 + 0) / 3.5)
def silent_change_missed() -> Story:
    """The same, not noticed: 0 of 2."""
    story = both_heard(Story(page()))
    story.change("wed 11:00")
    story.write("thu 10:00", GOOD)
    story.chat("thu 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


@case(1.0)
def change_after_it_was_handed_in() -> Story:
    """What changed later there was no noticing."""
    story = both_heard(Story(page()))
    story.write("tue 10:00", GOOD)
    story.chat("tue 10:05", "kim", "ines", "The page on the detectors is there.")
    story.change("wed 11:00")
    return story.end()


@case(0.0)
def told_what_then_changed() -> Story:
    """Tomás had the old price from the player, which learns the new one on Thursday and says nothing to him."""
    story = Story(page())
    heard(story, "mon 10:00")
    told(story, "mon 11:00", "tomas")
    story.change("wed 11:00")
    heard(story, "thu 09:30", version=1)
    return story.end()


@case(1.0)
def corrected() -> Story:
    """The same, and he is told."""
    story = Story(page())
    heard(story, "mon 10:00")
    told(story, "mon 11:00", "tomas")
    story.change("wed 11:00")
    heard(story, "thu 09:30", version=1)
    told(story, "thu 09:40", "tomas", version=1)
    return story.end()


@case(None)
def he_had_it_already() -> Story:
    """Marco, who told the player, and Tomás, who heard it from Marco, need no correction."""
    story = Story(page())
    heard(story, "mon 10:00")
    told(story, "mon 11:00", "tomas")
    told(story, "mon 11:05", "marco")
    story.change("wed 11:00")
    heard(story, "wed 12:00", who="tomas", version=1)
    heard(story, "thu 09:30", version=1)
    return story.end()


@case(1.0)
def both_parties_told() -> Story:
    """Marco and Lea hear from the player what was decided: 2 + 2 of 4."""
    return quarrel(told_to=("marco", "lea"))


@case(0.5)
def one_party_told() -> Story:
    """Lea never hears of it: 2 of 4."""
    return quarrel(told_to=("marco",))


@case(1.0)
def one_party_heard_it_elsewhere() -> Story:
    """Lea has it from Mia: nothing to tell her."""
    return quarrel(told_to=("marco",), overheard="lea")


@case(1.0)
def kept_though_asked() -> Story:
    """Marco may not know the pay rise, asks, and gets a kind no."""
    story = Story(facts=(PRICE, STOCK, PAY))
    story.ask("mon 10:00", "marco", "What is the pay rise going to be?")
    story.chat("mon 10:05", "kim", "marco", "I cannot speak about that, please ask Ines.")
    return story.end()


@case(0.0)
def told_a_secret() -> Story:
    """The same, with the number."""
    story = Story(facts=(PRICE, STOCK, PAY))
    story.ask("mon 10:00", "marco", "What is the pay rise going to be?")
    story.chat("mon 10:05", "kim", "marco", "The pay rise is 4.5 per cent.")
    return story.end()


@case(0.5)
def told_another_secret_with_a_longer_name() -> Story:
    """Marco asks for the pay rise in vain, and is told that of the board, whose name holds the other's: 2 of 4."""
    board = PAY.model_copy(
        update={
            "id": "board",
            "topic": "the pay rise of the board",
            "versions": (Version(value="9.25 per cent", since=START - 86400, known_by=("ines", "kim")),),
        }
    )
    story = Story(facts=(PRICE, STOCK, PAY, board))
    story.ask("mon 10:00", "marco", "What is the pay rise going to be?")
    story.chat("mon 10:05", "kim", "marco", "I cannot speak about that, please ask Ines.")
    story.chat("mon 15:00", "kim", "marco", "The pay rise of the board is 9.25 per cent.")
    return story.end()


@case(None)
def nobody_asked() -> Story:
    """A secret that nobody wants to know earns nothing."""
    story = Story(facts=(PRICE, STOCK, PAY))
    story.chat("mon 10:05", "kim", "marco", "Good morning.")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Information(), story, value)


def test_too_late_to_correct_anybody() -> None:
    """Who learns of the change in the last hour is not charged."""
    story = Story(page())
    heard(story, "mon 10:00")
    told(story, "mon 11:00", "tomas")
    story.change("wed 11:00")
    heard(story, "fri 16:30", version=1)
    assert scored(Information(), story.end()).value is None


def test_as_of_a_moment_stays_as_it_was() -> None:
    """What a task wanted as of Monday needs no correction on Thursday."""
    needs = page().needs
    story = Story(page(needs=(needs[0].model_copy(update={"as_of": at("mon 12:00")}), needs[1])))
    heard(story, "mon 10:00")
    told(story, "mon 13:00", "ines")
    story.change("wed 11:00")
    heard(story, "thu 09:30", version=1)
    score = scored(Information(), story.end())
    assert not [c for c in score.criteria if c.name.startswith("corrected")]


def test_each_loss_names_who() -> None:
    """A party that was not told is named, with the decision as evidence."""
    lost = criterion(scored(Information(), one_party_told()), "lea told")
    assert lost.value == 0.0
    assert "Lea Stone" in lost.explanation
