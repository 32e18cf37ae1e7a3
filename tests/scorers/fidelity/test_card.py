"""What a card says of the coworkers: of each micro-record, by hand, what was slipped, how often minds failed, and what
was written out of hours. "messages" are the coworkers' own; the player's count nowhere.

The price of a detector is 41 300 EUR until Wednesday 11:00, then 46 900 EUR, and Marco knows it; Lea knows that there
are 17 pieces in stock. Work is from 9 to 17.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from scorers.case import Case
from scorers.fidelity.report import in_brief
from sim.script import Belief, Telling
from sim.vocabulary.attention import MindFault
from sim.vocabulary.world import CommitmentMade
from tests.scorers.micro import PRICE, Story, Table, at

case = Table()


@case({"messages": 0})
def nobody_said_anything() -> Story:
    """A record without a word of a coworker holds no slip, and the player's are not looked for."""
    story = Story()
    story.chat("mon 10:00", "kim", "marco", "How can I help you today? The lamp was 731 EUR.")
    return story


@case({"messages": 2})
def people_who_are_true_to_what_they_know() -> Story:
    """Marco tells the price he knows in another spelling, Lea her stock: two messages, nothing wrong."""
    story = Story()
    story.chat("mon 10:00", "marco", "kim", "it's 41.3k for one")
    story.chat("mon 15:00", "lea", "kim", "17 pieces in stock")
    return story


@case({"messages": 1, "contradiction": 1})
def the_old_price_from_somebody_who_knows_the_new_one() -> Story:
    """Marco learnt of the change at 11:00 and says the old price at 12:00: one contradiction."""
    story = Story()
    story.change("wed 11:00")
    story.learn("wed 11:00", version=1, who="marco")
    story.chat("wed 12:00", "marco", "kim", "the price of a detector is 41 300 EUR")
    return story


@case({"messages": 1})
def the_old_price_from_somebody_who_has_not_heard() -> Story:
    """Mia heard it on Monday and nothing since: wrong on Thursday, and true to herself."""
    story = Story()
    story.learn("mon 11:00", who="mia")
    story.change("wed 11:00")
    story.chat("thu 10:00", "mia", "kim", "the price of a detector is 41 300 EUR")
    return story


@case({"messages": 2, "contradiction": 1})
def a_wrong_belief_until_it_is_put_right() -> Story:
    """Tomás believes 40 000: once in good faith, and once after he has learnt better, which is one contradiction."""
    story = Story(facts=(PRICE.model_copy(update={"believed": {"tomas": Belief(value="40 000 EUR")}}),))
    story.chat("mon 10:00", "tomas", "kim", "the price of a detector? 40 000 EUR")
    story.learn("mon 12:00", who="tomas")
    story.chat("mon 13:00", "tomas", "kim", "still 40 000 EUR for a detector, I say")
    return story


@case({"messages": 2, "leak": 1})
def a_secret_told_to_one_who_may_hear_it_and_one_who_may_not() -> Story:
    """The price is for Mia alone: to her it is told rightly, to Ines it leaks."""
    story = Story(facts=(PRICE.model_copy(update={"telling": Telling(to=("mia",))}),))
    story.chat("mon 10:00", "marco", "mia", "the price of a detector is 41 300 EUR")
    story.chat("mon 10:05", "marco", "ines", "the price of a detector is 41 300 EUR")
    return story


@case({"messages": 3, "invented": 2})
def figures_out_of_nowhere() -> Story:
    """An amount and a number of an order that stand nowhere; "2 of them at 10:15" states no figure."""
    story = Story()
    story.chat("mon 10:00", "marco", "mia", "and the lamp 731 EUR")
    story.chat("mon 10:05", "tomas", "mia", "see order QX-4711")
    story.chat("mon 10:10", "ines", "mia", "2 of them at 10:15")
    return story


@case({"messages": 2})
def figures_that_somebody_wrote_or_promised() -> Story:
    """5 120 EUR stands in a file of Ines's, and the day is that of Marco's own promise: nothing is made up."""
    story = Story()
    story.write("mon 09:30", "Freight: 5 120 EUR", "/ops/freight.md", who="ines")
    story.chat("mon 10:00", "tomas", "mia", "the freight was 5,120 EUR")
    said = story.chat("mon 10:05", "marco", "mia", "you have it on 12 March")
    promise = CommitmentMade(
        id="p1", by="marco", to="mia", what="it", due=at("fri 12:00"), confidence=1.0, where="chat", ref=f"c{said}"
    )
    story.add("mon 10:05", "marco", promise, said)
    return story


@case({"messages": 4, "echo": 1})
def an_echo() -> Story:
    """Marco says Mia's sentence back to her; "yes" after "yes" is how people talk."""
    story = Story()
    text = "The supplier wants the drawings of the housing before they confirm the tooling"
    story.chat("mon 10:00", "mia", "marco", text)
    story.chat("mon 10:01", "marco", "mia", text)
    story.chat("mon 10:02", "mia", "marco", "yes")
    story.chat("mon 10:03", "marco", "mia", "yes")
    return story


@case({"messages": 4, "assistant": 1, "label": 1, "prompt": 1, "out_of_hours": 1})
def words_that_no_person_would_write() -> Story:
    """An assistant's phrase, a speaker's label and an unfilled template; "Mia: could you" is how one calls
    somebody. For Lea, in Boston, it is 4:02."""
    story = Story()
    story.chat("mon 10:00", "marco", "mia", "How can I help you today?")
    story.chat("mon 10:01", "tomas", "mia", "Tomás: the list is done")
    story.chat("mon 10:02", "lea", "mia", "{topic}: done by noon")
    story.chat("mon 10:04", "ruth", "mia", "Mia: could you call me?")
    return story


@case({"messages": 0, "faults": {"refused:empty": 1, "unparsed": 2}})
def minds_that_failed() -> Story:
    """Two answers that could not be read, of two people, and one that was empty: by kind, 2 and 1."""
    story = Story()
    for who, fault in (("marco", "unparsed"), ("mia", "unparsed"), ("marco", "refused:empty")):
        story.add("mon 10:00", who, MindFault(fault=fault, detail=""))
    return story


@case({"messages": 3, "out_of_hours": 2})
def messages_out_of_hours() -> Story:
    """22:00 in Graz, and 10:00 in Graz for Lea, who is in Boston, where it is 4:00; at 16:00 she is at work."""
    story = Story()
    story.chat("mon 10:00", "lea", "mia", "awake already")
    story.chat("mon 16:00", "lea", "mia", "good morning")
    story.chat("mon 22:00", "mia", "lea", "good night")
    return story


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: Mapping[str, Any]) -> None:
    """Of each the card says what its docstring works out, and nothing else."""
    with story().end().record() as record:
        brief = in_brief(Case.of(record), {})
    found: dict[str, Any] = {"messages": brief.messages, **brief.slips}
    found |= {"faults": dict(brief.faults)} if brief.faults else {}
    found |= {"out_of_hours": brief.out_of_hours} if brief.out_of_hours else {}
    assert found == value
