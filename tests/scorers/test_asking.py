"""Asking. The page needs the price (Marco knows it) and the stock (Lea knows it): two blockers. With P the share of the
questions that were of use and R the share of the blockers that were asked for, the value is 2PR / (P + R)."""

from collections.abc import Callable

import pytest

from scorers.asking import Asking
from sim.script import Fact, Task, Version
from sim.vocabulary.world import Redirected
from tests.scorers.micro import PRICE, SPEND, START, STOCK, Story, Table, check, criterion, page, scored

case = Table()

CANTEEN = Fact(
    id="canteen",
    topic="the dish in the canteen on Friday",
    versions=(Version(value="lasagne", since=START - 86400, known_by=("tomas",)),),
)
"""What no task needs."""

ASKS_PRICE = "Hello Marco, could you tell me the price of a detector?"
ASKS_STOCK = "Hello Lea, could you tell me how many detectors are in stock?"


def told(*tasks: Task, facts: tuple[Fact, ...] = (PRICE, STOCK, CANTEEN), **more: object) -> Story:
    return Story(*(tasks or (page(),)), facts=facts, **more)


@case(1.0)
def both_asked_of_who_knows() -> Story:
    """Two questions, both of use; two blockers, both asked for: P = R = 1."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.learn("mon 10:30", "price")
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.learn("mon 16:00", "stock")
    return story.end()


@case(0.0)
def idle() -> Story:
    """Nobody was asked for anything: R = 0, and there is no P."""
    return told().end()


@case(0.0)
def guessed() -> Story:
    """A right value that nobody was asked for is a blocker not asked about, whatever came of it."""
    story = told()
    story.write("tue 10:00", "A detector is 41 300 EUR, there are 17 pieces.")
    return story.end()


@case(2 * 1.0 * 0.5 / 1.5)
def one_of_two() -> Story:
    """P = 1, R = 1/2."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    return story.end()


@case(2 * 0.5 * 0.5 / 1.0)
def one_of_somebody_who_does_not_have_it() -> Story:
    """Ruth knows nothing of the stock: P = 1/2, R = 1/2."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 10:05", "kim", "ruth", "How many detectors are in stock?")
    return story.end()


@case(1.0)
def sent_on_by_who_was_asked_first() -> Story:
    """Mia does not have the price, and says who does: that question was of use too. P = 3/3, R = 1."""
    story = told()
    first = story.chat("mon 10:00", "kim", "mia", "Who can tell me the price of a detector?")
    story.add("mon 10:10", "mia", Redirected(reader=("kim",), to=("marco",), topics=("price",), ref="c9"), first)
    story.chat("mon 10:20", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    return story.end()


@case(2 * (3 / 5) * 1.0 / (3 / 5 + 1))
def everybody_asked_one_by_one() -> Story:
    """All three know no more than that it is Marco: one pointer is of use, the other two not. P = 3/5, R = 1."""
    story = told()
    for minute, who in enumerate(("mia", "tomas", "ines")):
        asked = story.chat(f"mon 10:0{minute}", "kim", who, "Who can tell me the price of a detector?")
        story.add(
            f"mon 10:0{minute}", who, Redirected(reader=("kim",), to=("marco",), topics=("price",), ref="c"), asked
        )
    story.chat("mon 10:20", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    return story.end()


@case(1.0)
def a_reminder() -> Story:
    """Asking the same again of who has not answered is no new question (`noise` looks at that)."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("tue 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("tue 15:30", "kim", "lea", ASKS_STOCK)
    return story.end()


@case(2 * (2 / 3) * 1.0 / (2 / 3 + 1))
def asked_for_what_it_had_just_learned() -> Story:
    """The third question is of no use. P = 2/3, R = 1."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.learn("mon 10:30", "price")
    story.chat("mon 11:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    return story.end()


@case(1.0)
def asked_again_before_it_hands_in() -> Story:
    """Two days later the price may have changed: P = 3/3."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.learn("mon 10:30", "price")
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.change("wed 11:00")
    story.chat("thu 10:00", "kim", "marco", "Is the price of a detector still 41 300 EUR?")
    return story.end()


@case(2 * (2 / 3) * 1.0 / (2 / 3 + 1))
def asked_for_what_no_task_needs() -> Story:
    """The canteen is for no task. P = 2/3, R = 1."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.chat("mon 15:40", "kim", "tomas", "What is the dish in the canteen on Friday?")
    return story.end()


@case(1.0)
def asked_on_behalf_of_somebody() -> Story:
    """Mia had asked the player for it: so it is of use."""
    story = told()
    story.ask("mon 09:30", "mia", "Which dish is in the canteen on Friday?")
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.chat("mon 15:40", "kim", "tomas", "What is the dish in the canteen on Friday?")
    return story.end()


@case(2 * (2 / 2.5) * 1.0 / (2 / 2.5 + 1))
def idle_questions() -> Story:
    """Two questions about nothing that the scenario knows weigh a quarter each. P = 2 / 2.5."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.chat("mon 15:40", "kim", "tomas", "Which colour do you like best in paintings?")
    story.chat("mon 15:45", "kim", "ruth", "Where did you learn to ride horses?")
    return story.end()


@case(1.0)
def a_question_about_the_task_itself() -> Story:
    """What the scenario has no fact for, but a task speaks of, is of use."""
    story = told()
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    story.chat("mon 15:30", "kim", "lea", ASKS_STOCK)
    story.chat("mon 15:40", "kim", "ines", "Shall the page on the detectors be in English?")
    return story.end()


@case(1.0)
def one_came_unasked() -> Story:
    """The stock the player read in a file before it asked anybody: no blocker. The price is the one that is left."""
    story = told()
    story.learn("mon 09:30", "stock")
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    return story.end()


@case(None)
def all_came_unasked() -> Story:
    """Nothing had to be asked for: no free point."""
    story = told()
    story.learn("mon 09:30", "stock")
    story.learn("mon 09:30", "price")
    story.write("tue 10:00", "A detector is 41 300 EUR, there are 17 pieces.")
    return story.end()


@case(None)
def no_task() -> Story:
    """Without a task there is nothing to find out."""
    story = Story(facts=(PRICE, STOCK))
    story.chat("mon 10:00", "kim", "marco", ASKS_PRICE)
    return story.end()


@case(1.0)
def two_in_one_mail() -> Story:
    """The items of a list are questions each; the request for a yes is none."""
    story = told(page(approval="detectors"), approvals=(SPEND,))
    text = "Could you tell me the following:\n- the price of a detector\n- the detectors in stock\n"
    story.mail("mon 10:00", "kim", ("marco", "lea"), text)
    story.learn("mon 11:00", "price")
    story.mail("mon 12:00", "kim", "ines", "Could you approve the order of ten detectors? The price is 41 300 EUR.")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Asking(), story, value)


def test_telling_is_no_question() -> None:
    """A message that asks, and answers itself, asks for nothing ("Price? 41 300 EUR.")."""
    story = told()
    story.learn("mon 09:30", "price")
    story.chat("mon 10:00", "kim", "ines", "What is the price of a detector? It is 41 300 EUR.")
    score = scored(Asking(), story.end())
    assert not [c for c in score.criteria if c.name.startswith("question")]


def test_a_run_that_broke_off_charges_nothing_that_was_not_due() -> None:
    """Where the run stopped before the deadline, what was not asked for yet is left out."""
    score = scored(Asking(), told().end("mon 12:00", "crash"))
    assert score.value is None


def test_both_halves_are_told() -> None:
    """Precision and recall stand in the score, beside each question and blocker."""
    score = scored(Asking(), one_of_somebody_who_does_not_have_it())
    assert criterion(score, "precision").value == 0.5
    assert criterion(score, "recall").value == 0.5
    assert criterion(score, "blocker stock").value == 0.0
