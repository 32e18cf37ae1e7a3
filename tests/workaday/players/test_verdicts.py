"""Reading a yes and a no."""

import random
from collections import Counter

import pytest

import personas.load
from personas.acts import ACTS, SpeechAct
from personas.grammar import expand, fits
from workaday.players.verdicts import Verdict, things_in, verdict_of


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Approved.", "grant"),
        ("Yes, go ahead.", "grant"),
        ("I have no objection to the order; approval is granted up to 824 EUR.", "grant"),
        ("ok on the flour, could be dumber.", "grant"),
        ("That's approved already: the order.", "grant"),
        ("approved. not after 4pm on a friday.", "grant"),
        ("No. That is how outages start.", "refuse"),
        ("I would love to, but no.", "refuse"),
        ("I can't approve this as it is, I am sorry.", "refuse"),
        ("The order was turned down. That stands.", "refuse"),
        ("That is above my limit.", "elsewhere"),
        ("I need the price first.", "needs_more"),
        ("The order: incomplete. Send me the quantity.", "needs_more"),
        ("1) Where the racks go: absent. 2) Therefore the move: on hold.", "needs_more"),
        ("The canteen has soup today.", None),
        ("Ask those who have the paper, not those who have an opinion.", None),
        ("It comes from the ledger, not the order book.", None),
        ("Put it to the people on the floor - not to the office.", None),
        ("That is approved, and not by a whisker.", "grant"),
        ("I am sorry, not the way it stands.", "refuse"),
        ("Not the right week for it.", "refuse"),
        ("It is not the time for that.", "refuse"),
        ("", None),
    ],
)
def test_what_words_do_to_a_request(text: str, verdict: Verdict | None) -> None:
    """Common ways to say yes, to say no, to send on and to ask for more; the rest is none of these."""
    assert verdict_of(text) == verdict


def test_a_colleague_who_is_named_decides() -> None:
    """An answer that names somebody sends there, unless it is outspoken itself."""
    assert verdict_of("Try Lotte for that.", names_somebody=True) == "elsewhere"
    assert verdict_of("Approved, and tell Lotte.", names_somebody=True) == "grant"


@pytest.mark.parametrize(("act", "verdict"), [("approve", "grant"), ("decline_approval", "refuse")])
def test_every_persona_is_understood_most_of_the_time(act: SpeechAct, verdict: Verdict) -> None:
    """Of what the library's people say when they decide, nineteen in twenty are read rightly."""
    slots = {
        "topic": "the order of two tons of rye flour", "value": "824 EUR", "first": "Robin", "why": "it is too early",
    }  # fmt: skip
    few = {name: slots[name] for name in ACTS[act].always}
    read: Counter[Verdict | None] = Counter()
    for name in personas.load.library():
        for template in personas.load.load(name).says.get(act, ()):
            for given in (slots, few):
                if fits(template, given.keys()):
                    read[verdict_of(expand(template, given, random.Random(1)))] += 1
    assert read.total() > 100
    assert read[verdict] / read.total() > 0.95, read


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("We are close on the loan; what is missing is the insured value of the lens.",
         ("the loan", "the insured value of the lens")),
        ("In the absence of the number of our objects out on loan I can only admire it.",
         ("the number of our objects out on loan",)),
        ("It is necessary to attach the price of the crates before it is reviewed.", ("the price of the crates",)),
        ("Please send it by mail.", ()),
    ],
)  # fmt: skip
def test_what_is_spoken_of_is_found(text: str, things: tuple[str, ...]) -> None:
    """What somebody finds missing is what they speak of beside the matter itself."""
    assert things_in(text) == things
