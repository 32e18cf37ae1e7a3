"""What coworkers say of facts against what they believed and may tell. The price of a detector is 41 300 EUR until
Wednesday 11:00, then 46 900 EUR; Marco knows it from the start."""

import pytest

from scorers.fidelity.cost import misled
from scorers.fidelity.truth import Beliefs, Sayings, values_in
from scorers.outcome import Outcome
from scorers.realism.log import Log
from sim.script import Belief, Fact, Seeded, Telling, Version
from sim.vocabulary.calendar import MeetingSpoken
from sim.vocabulary.world import FactChanged, Happened
from tests.scorers.micro import PRICE, START, Story, at, criterion, page, scored


def slips(story: Story) -> tuple[list[str], list[str]]:
    """(contradictions, leaks), each as who committed it."""
    sayings = Sayings(Log(story.end().record()))
    return [s.who for s in sayings.contradictions], [s.who for s in sayings.leaks]


def changed(story: Story, when: str = "wed 11:00") -> None:
    body = FactChanged(fact="price", version=1, value="46 900 EUR", silent=True, known_by=("marco",))
    story.add(when, "world", body)


def test_who_says_what_they_believe_is_true_to_themselves() -> None:
    """Marco tells the price as it is, in another spelling, and after the change the new one."""
    story = Story()
    story.chat("mon 10:00", "marco", "mia", "it's 41.3k")
    changed(story)
    story.chat("wed 12:00", "marco", "mia", "now 46,900 EUR, it was 41,300 EUR")
    assert slips(story) == ([], [])


def test_the_old_value_after_the_change_contradicts_who_knows_the_new_one() -> None:
    """Marco knows that it changed and still says the old price."""
    story = Story()
    changed(story)
    story.chat("wed 12:00", "marco", "mia", "the price is 41 300 EUR")
    assert slips(story) == (["marco"], [])


def test_the_old_value_is_true_to_who_has_not_heard_of_the_change() -> None:
    """Mia learnt the old price on Monday and nothing since: saying it on Thursday is no contradiction."""
    story = Story()
    story.learn("mon 11:00", "price", 0, who="mia")
    changed(story)
    story.chat("thu 10:00", "mia", "ines", "a detector is 41 300 EUR")
    assert slips(story) == ([], [])


def test_a_value_out_of_nowhere_contradicts_and_one_taken_up_does_not() -> None:
    """Lea was never told the price and names it; Tomás repeats what stands in the message before."""
    story = Story()
    story.chat("mon 10:00", "lea", "ines", "a detector is 41 300 EUR")
    story.chat("mon 11:00", "marco", "tomas", "41 300 EUR, the price")
    story.chat("mon 11:05", "tomas", "marco", "41 300 EUR is a lot")
    assert slips(story) == (["lea"], [])


def test_a_wrong_belief_is_held_until_something_better_is_heard() -> None:
    """Tomás believes 40 000 EUR: saying so is true to him; after he has learnt the price it is not."""
    price = PRICE.model_copy(update={"believed": {"tomas": Belief(value="40 000 EUR")}})
    story = Story(facts=(price,))
    story.chat("mon 10:00", "tomas", "ines", "40,000 EUR")
    story.learn("mon 12:00", "price", 0, who="tomas")
    story.chat("mon 13:00", "tomas", "ines", "40,000 EUR, I said")
    assert slips(story) == (["tomas"], [])
    beliefs = Beliefs(Log(story.record()).case)
    first = beliefs.at("tomas", "price", 2)
    assert first is not None
    assert (first.version, first.value) == (None, "40 000 EUR")


def test_a_short_value_counts_only_where_the_talk_is_of_it() -> None:
    """ "Ruth" is who decides, and a name: saying it of something else is no statement of the fact."""
    decider = Fact(
        id="decider",
        topic="who decides about detectors",
        versions=(Version(value="Ruth", since=START - 1, known_by=("ines",)),),
    )
    story = Story(facts=(decider,))
    story.chat("mon 10:00", "marco", "mia", "Ruth is in the canteen")
    story.chat("mon 10:05", "marco", "mia", "Ruth decides about detectors")
    assert slips(story) == (["marco"], [])


@pytest.mark.parametrize(
    ("telling", "place", "leaks"),
    [
        (Telling(to=("mia",)), None, ["marco"]),
        (Telling(to=("mia", "ines")), None, []),
        (Telling(when="never"), None, ["marco"]),
        (Telling(only=("call",)), None, ["marco"]),
        (Telling(only=("call", "chat")), None, []),
        (Telling(not_before=at("tue 09:00")), None, ["marco"]),
        (Telling(not_before=at("mon 09:00")), None, []),
        (Telling(to=("mia",)), "#ops", ["marco"]),
    ],
)
def test_a_fact_is_leaked_to_whom_or_where_or_when_it_may_not_be_told(
    telling: Telling, place: str | None, leaks: list[str]
) -> None:
    """Marco tells Ines the price on Monday at 10:00, in chat."""
    story = Story(facts=(PRICE.model_copy(update={"telling": telling}),))
    more = {"place": place} if place else {}
    story.chat("mon 10:00", "marco", ("ines",), "the price is 41 300 EUR", **more)
    assert slips(story) == ([], leaks)


def test_what_the_reader_knows_is_no_leak_and_what_a_policy_keeps_is() -> None:
    """Ines has learnt the price herself; the pay rise is kept from Marco by a policy, and Ruth tells him."""
    rise = Fact(id="pay-rise", topic="pay rise", versions=(Version(value="4.35 %", since=START, known_by=("ruth",)),))
    price = PRICE.model_copy(update={"telling": Telling(to=("mia",))})
    story = Story(facts=(price, rise))
    story.learn("mon 09:30", "price", 0, who="ines")
    story.chat("mon 10:00", "marco", "ines", "the price is 41 300 EUR")
    story.chat("mon 10:05", "ruth", "ines", "the pay rise is 4.35 %")
    story.chat("mon 10:06", "ruth", "marco", "the pay rise is 4.35 %")
    assert slips(story) == ([], ["ruth"])


def test_the_authors_own_words_are_not_the_minds() -> None:
    """A timeline entry has Lea say a price she never heard: the scenario wants it so."""
    story = Story()
    entry = story.add("mon 10:00", "lea", Happened(id="e1", does="say"))
    said = story.chat("mon 10:01", "lea", "ines", "the price is 46 900 EUR")
    event = story.events[said - 1]
    story.events[said - 1] = type(event)(event.serial, event.at, event.actor, event.kind, event.body, (entry,))
    assert slips(story) == ([], [])


def test_what_the_scenario_has_somebody_say_in_a_meeting_is_not_the_minds() -> None:
    """Lea's scripted line names six weeks of something else; the same words in a chat are her own."""
    permit = Fact(
        id="permit",
        topic="how long the permit takes",
        asked_as=("the weeks for the permit",),
        versions=(Version(value="eleven weeks", since=START - 1, known_by=("marco",)),),
        believed={"tomas": Belief(value="six weeks")},
    )
    line = "Permits, crates. I leave in six weeks and I'm not coming back for a stamp."
    staged = Seeded(kind="meeting", at=START, author="mia", says=(("lea", line),))
    story = Story(facts=(permit,), seeded=(staged,))
    story.add("mon 10:00", "lea", MeetingSpoken(meeting="m1", to=("mia", "kim"), text=line))
    assert slips(story) == ([], [])
    story = Story(facts=(permit,), seeded=(staged,))
    story.chat("mon 11:00", "lea", "ines", line)
    assert slips(story) == (["lea"], [])


def test_the_longest_spelling_is_read_first() -> None:
    """ "Thursday 14:00" is not also taken for "Thursday"."""
    when = Fact(
        id="when",
        topic="the visit",
        versions=(Version(value="Thursday", since=START), Version(value="Thursday 14:00", since=START + 1)),
    )
    assert values_in("the visit is on thursday 14:00", when) == ("Thursday 14:00",)
    assert values_in("thursday, or thursday 14:00?", when) == ("Thursday 14:00", "Thursday")


def test_what_a_coworker_made_the_player_believe_is_not_charged_to_it() -> None:
    """Marco, who knows better, tells Kim the old price, and Kim hands it in: it counts for nobody, and says why."""
    story = Story(page())
    changed(story)
    told = story.chat("wed 12:00", "marco", "kim", "the price is 41 300 EUR")
    story.learn("wed 12:05", "price", 0)
    story.write("wed 14:00", "A detector is 41 300 EUR.")
    story.end()
    score = scored(Outcome(), story)
    lost = criterion(score, "fact price")
    assert (lost.value, lost.fault) == (None, "coworker")
    assert told in lost.evidence
    found = misled(Log(story.record()).case, "price", at("wed 13:00"))
    assert found is not None
    assert (found.who, found.value) == ("marco", "41 300 EUR")


def test_an_outdated_value_of_somebody_who_believed_it_is_the_players_to_check() -> None:
    """Mia told the old price in good faith: the player is charged as ever."""
    story = Story(page())
    story.learn("mon 11:00", "price", 0, who="mia")
    changed(story)
    story.chat("wed 12:00", "mia", "kim", "the price is 41 300 EUR")
    story.write("wed 14:00", "A detector is 41 300 EUR.")
    lost = criterion(scored(Outcome(), story.end()), "fact price")
    assert (lost.value, lost.fault) == (0.0, "agent")
