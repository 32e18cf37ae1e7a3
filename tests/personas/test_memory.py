import json
from collections.abc import Callable

from personas.memory import COLLEAGUES, EXCHANGES, LEDGER, RECENT, Charter, Memory, circle_of, fingerprint
from sim.mind import Contact, Moment, Promise, Say, Silent, Turn

MomentOf = Callable[..., Moment]

TOLD = Turn(moves=(Say(text="41 300 EUR", states=("detector-price",)),), read_as=("question:detector-price",))


def memory() -> Memory:
    return Memory(Charter(person="ines", org="Northlight", persona="plain-colleague"))


def test_what_was_told_is_remembered_with_its_provenance(moment_of: MomentOf) -> None:
    """The ledger says which fact was told to whom, at which value, when and where."""
    kept, moment = memory(), moment_of("price of a detector?")
    kept.remember(moment, TOLD)
    told = kept.recall(moment).told["detector-price"]
    assert (told.to, told.value, told.at, told.where) == ("seat", "41 300 EUR", "Tue 3 March 2026, 10:15", "chat")


def test_promises_of_both_sides_are_remembered(moment_of: MomentOf) -> None:
    """What others promise is read from their text; what this person promises is in their turn."""
    kept, moment = memory(), moment_of("I'll send the page by noon.")
    kept.remember(moment, Turn(moves=(Say(text="ok", promises=(Promise(what="the slide", within=60),)),)))
    assert [(p.by, p.to) for p in kept.recall(moment).promised] == [("seat", "ines"), ("ines", "seat")]


def test_what_others_state_is_remembered_as_theirs(moment_of: MomentOf) -> None:
    """A value somebody states is kept as their words, not as truth."""
    kept, moment = memory(), moment_of("A detector is 46 900 EUR now.")
    kept.remember(moment, Turn(moves=(Silent(why="fyi"),)))
    assert [(h.who, h.text) for h in kept.recall(moment).heard] == [("seat", "A detector is 46 900 EUR now.")]


def test_nothing_comes_to_mind_among_others(moment_of: MomentOf) -> None:
    """What one colleague said, was told or promised stays out of what comes to mind with another, or in a room."""
    kept = memory()
    kept.remember(moment_of("The salary budget is 88 000 EUR, I'll send it by noon."), TOLD)
    marco = next(c for c in moment_of("x").contacts if c.id == "marco")
    for other in (
        moment_of("hi", sender=marco),
        moment_of("hi", addressed="room", readers=20, place="#all"),
        moment_of("hi", readers=3, addressed="us"),
    ):
        view = kept.recall(other)
        assert (view.heard, view.promised, view.recent, view.digest, dict(view.told)) == ((), (), (), (), {})


def test_the_digest_is_the_same_all_day(moment_of: MomentOf) -> None:
    """What is known from earlier days does not change during a day, so that prompts keep their beginning."""
    kept = memory()
    kept.remember(moment_of("price of a detector?"), TOLD)
    assert kept.recall(moment_of("x")).digest == ()
    tomorrow = moment_of("price of a laser?", local_time="Wed 4 March 2026, 09:00")
    morning = kept.recall(tomorrow).digest
    assert any("41 300 EUR" in line for line in morning)
    kept.remember(tomorrow, Turn(moves=(Say(text="8 200 EUR", states=("laser-price",)),)))
    later = moment_of("x", local_time="Wed 4 March 2026, 16:00")
    assert kept.recall(later).digest == morning


def test_counts_of_the_day_begin_anew(moment_of: MomentOf) -> None:
    """Reminders and turns are counted by the local day."""
    kept, moment = memory(), moment_of("any news on the price?")
    for _ in range(3):
        kept.remember(moment, Turn(moves=(Say(text="no"),), read_as=("reminder:detector-price",)))
    assert kept.recall(moment).note.reminders_today == 3
    assert kept.exchange(moment).mine == 3
    tomorrow = moment_of("x", local_time="Wed 4 March 2026, 09:00")
    assert kept.recall(tomorrow).note.reminders_today == 0
    assert kept.exchange(tomorrow).mine == 0


def test_recalling_changes_nothing(moment_of: MomentOf) -> None:
    """To recall is not to remember."""
    kept, moment = memory(), moment_of("price of a detector?")
    kept.remember(moment, TOLD)
    before = json.dumps(kept.data(), sort_keys=True)
    kept.recall(moment)
    kept.exchange(moment)
    assert json.dumps(kept.data(), sort_keys=True) == before


def test_memory_does_not_grow_with_the_run(moment_of: MomentOf) -> None:
    """After thousands of messages by hundreds of people it is plain data of bounded size."""
    kept = memory()
    for n in range(1500):
        sender = Contact(id=f"p{n % 200}", name=f"Person {n % 200}", first="Person", title="")
        text = f"It is {n} 300 EUR in lot {n}. I'll send number {n} by noon. And what is the price of a detector?"
        kept.remember(moment_of(text, sender=sender, place=f"dm{n % 300}"), TOLD)
    assert max(len(kept.heard), len(kept.promised), len(kept.told)) <= LEDGER
    assert len(kept.notes) <= COLLEAGUES
    assert len(kept.exchanges) <= EXCHANGES
    assert len(kept.recent) <= RECENT
    assert len(json.dumps(kept.data())) < 250_000


def test_a_circle_is_one_colleague_or_one_room(moment_of: MomentOf) -> None:
    """Chat, mail and calls with one person are one circle; what several read is another."""
    assert circle_of(moment_of("x")) == circle_of(moment_of("x", app="mail")) == "seat"
    assert circle_of(moment_of("x", readers=2)) != "seat"


def test_a_fingerprint_keeps_the_numbers() -> None:
    """The same words with another number are another content; case and punctuation are not."""
    assert fingerprint("What's lot 4?") == fingerprint("what's LOT 4")
    assert fingerprint("lot 4") != fingerprint("lot 5")
