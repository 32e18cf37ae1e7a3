"""The steps of a scripted player: how they are written, and what they say."""

from pathlib import Path

import pytest

from scenarios.solution import Call, Chat, Playbook, Wait, Write, sentence_for, slots_in
from sim import source
from sim.source import SourceError
from tests.scenarios.shop import Shop

HEAD = "playbook: some\nsteps:\n"


def read(tmp_path: Path, *steps: str) -> Playbook:
    path = tmp_path / "some.yaml"
    path.write_text(HEAD + "".join(f"  - {step}\n" for step in steps), encoding="utf-8")
    playbook, _ = source.load(path, Playbook)
    return playbook


def test_steps_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    """A playbook holds the steps of a solution; one name may stand for a list of one."""
    ask, wait, ring = read(
        tmp_path,
        "{at: mon 09:10, do: chat, to: tomas, ask: ready}",
        "{do: wait, until: {learned: [ready, price]}, at_most: 2h}",
        "{do: walk_up, to: tomas, text: Hello., unless: {decided: buy}}",
    ).steps
    assert isinstance(ask, Chat)
    assert (ask.to, ask.ask) == (("tomas",), ("ready",))
    assert isinstance(wait, Wait)
    assert wait.at_most == 7200
    assert isinstance(ring, Call)
    assert ring.unless is not None
    assert ring.unless.decided == "buy"


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("{do: chat, to: tomas}", "says nothing"),
        ("{do: chat, to: [], text: Hi}", "has nothing in it"),
        ("{do: dance}", "is not one of chat, mail"),
        ("{to: tomas, text: Hi}", "needs the key 'do'"),
        ("{do: wait}", "needs either until or for"),
        ("{do: wait, until: {learned: a, approved: b}}", "has several conditions, learned, approved"),
        ("{do: wait, until: {since: mon 10:00}}", "has no condition"),
        ("{do: read}", "needs one thing to read"),
        ("{do: read, file: /a.md, ticket: OV-1}", "needs one thing to read"),
        ("{do: ticket, ticket: OV-1}", "changes nothing"),
        ("{do: write, file: /a.md}", "says nothing"),
        ("{do: take, text: Hi}", "needs the key 'from'"),
        ("{do: call, to: tomas, text: Hi, if_missed: shout}", "is not one of chat, mail, nothing"),
        ("{do: chat, to: tomas, text: Hi, at: 10}", "is not a point in time"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused(tmp_path: Path, step: str, rule: str) -> None:
    """Each step says what it needs, on the line on which it stands."""
    with pytest.raises(SourceError) as caught:
        read(tmp_path, step)
    assert [problem.line for problem in caught.value.problems] == [3]
    assert rule in str(caught.value)


def test_words_come_from_what_the_scenario_calls_things(shop: Shop) -> None:
    """A step without a text is worded from topics, amounts and the authors' own sentences."""
    loaded = shop.load()
    say = loaded.solution.words
    script = loaded.script
    known = {"price": "650 EUR", "ready": "Tuesday 14:30"}

    ask = Chat(do="chat", to=("tomas",), ask=("ready",))
    assert say(ask, script, {}, "Tomás") == "Hello Tomás, could you tell me when the oven comes?"
    tell = Chat(do="chat", to=("ines",), with_=("ready", "price"))
    assert say(tell, script, known) == "It comes on Tuesday 14:30. The price of the oven: 650 EUR."
    assert say(tell, script, {"price": "650 EUR"}) == "The price of the oven: 650 EUR."
    assert say(tell, script, {}) == ""
    favour = Chat(do="chat", to=("tomas",), favour="clear")
    assert say(favour, script, {}) == "Could you please do this for me: clearing the corner?"


def test_a_request_names_what_it_has_to(shop: Shop) -> None:
    """The facts that an approval needs are named of themselves, as the player has learned them."""
    loaded = shop.load()
    request = Chat(do="chat", to=("ines",), request="buy")
    said = loaded.solution.words(request, loaded.script, {"price": "650 EUR"}, "Ines")
    assert said == "Hello Ines, I need your approval for buying the oven, 700 EUR. The price of the oven: 650 EUR."


def test_a_text_says_what_was_learned_and_no_more(shop: Shop) -> None:
    """Of a text, the sentences whose facts are not known are left out, and the others stay as they are."""
    loaded = shop.load()
    page = Write(do="write", file="/oven.md", text="# Oven\n\nIt comes {ready}.\nIt costs {price}. That is all.\n")
    say = loaded.solution.words
    full = say(page, loaded.script, {"ready": "Tuesday 14:30", "price": "650 EUR"})
    assert full == "# Oven\n\nIt comes Tuesday 14:30.\nIt costs 650 EUR. That is all."
    assert say(page, loaded.script, {"price": "650 EUR"}) == "# Oven\n\nIt costs 650 EUR. That is all."
    assert slots_in(page.text or "") == ("ready", "price")


def test_beside_a_text_no_question_and_no_fact_is_lost(shop: Shop) -> None:
    """What a text does not ask or state of the step's facts comes after it; what it does is not said twice."""
    loaded = shop.load()
    known = {"price": "650 EUR"}

    def said(text: str, with_: tuple[str, ...] = (), ask: tuple[str, ...] = ()) -> str:
        step = Chat(do="chat", to=("ines",), text=text, with_=with_, ask=ask)
        return loaded.solution.words(step, loaded.script, known)

    assert said("Hi.", with_=("price",)) == "Hi. The price of the oven: 650 EUR."
    assert said("It is 1650 EUR.", with_=("price",)) == "It is 1650 EUR. The price of the oven: 650 EUR."
    assert said("It is {price}.", with_=("price", "ready")) == "It is 650 EUR."
    assert said("Hi.", ask=("ready",)) == "Hi. Could you tell me when the oven comes?"
    assert said("When the oven comes, I must know.", ask=("ready",)) == "When the oven comes, I must know."
    page = Write(do="write", file="/oven.md", text="# Oven", with_=("price",))
    assert loaded.solution.words(page, loaded.script, known) == "# Oven\nThe price of the oven: 650 EUR."


def test_a_value_that_was_never_true_is_put_plainly(shop: Shop) -> None:
    """What somebody believed wrongly has no sentence of the author's: the topic and the value are."""
    script = shop.load().script
    assert sentence_for(script, "ready", "tue 14:30") == "It comes on Tuesday 14:30."
    assert sentence_for(script, "ready", "Friday 11:00") == "When the oven comes: Friday 11:00."


def test_times_of_steps_are_the_seats(shop: Shop) -> None:
    """A step's time is read on the clock of the seat."""
    loaded = shop.load()
    first = loaded.solution.steps[0]
    assert loaded.solution.instant(first.at) == loaded.script.start + 600
    assert loaded.solution.instant(None) is None
