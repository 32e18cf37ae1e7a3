"""Texts, cues, features and episodes: what is counted in talk, on small examples worked out by hand."""

import pytest

from scorers.realism.cues import identifiers, is_polite, kinds, talks_like_an_assistant
from scorers.realism.episodes import episodes
from scorers.realism.features import PEOPLE, alike, of_turns, profile, similarity
from scorers.realism.log import Log
from scorers.realism.texts import asks, own_words
from tests.scorers.micro import Story


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("It is done.\n\nBest regards,\nMarco Riva", "It is done."),
        ("It is done.\n\nMR", "It is done."),
        ("> Is it?\nIt is done.", "It is done."),
        ("It is done.\n\nSee you tomorrow at the gate.", "It is done.\n\nSee you tomorrow at the gate."),
        ("Thanks", "Thanks"),
    ],
)
def test_a_signature_is_a_short_last_paragraph_that_takes_leave_or_is_a_name(text: str, own: str) -> None:
    """Quoted lines and signatures are not the writer's words; a short last sentence is."""
    assert own_words(text, "Marco Riva") == own


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ok thanks", "acknowledgement"), ("Yes.", "acknowledgement"), ("on it!", "acknowledgement"),
        ("I think it is mine", "unsure"), ("definitely mine", "sure"), ("are you sure?", "push-back"),
        ("what do you mean?", "clarifying"), ("how many are there?", "information"), ("this is ridiculous", "emotion"),
        ("that is your fault", "accusation"), ("what about the other one", "pivot"), ("Dear Ines,", "greeting"),
        ("great 🎉", "emoji"), ("it is – well – mine", "dash"), ("kindly send it", "formal"),
    ],
)  # fmt: skip
def test_each_kind_of_turn_is_told_by_its_words(text: str, kind: str) -> None:
    """One example of each kind."""
    assert kind in kinds(text)


def test_a_turn_asks_for_one_thing_first() -> None:
    """Push-back comes before clarifying, and that before asking for information: each turn counts once."""
    both = kinds("are you sure? what do you mean, and how much is it?")
    assert both & {"push-back", "clarifying", "information"} == {"push-back"}


def test_an_answer_of_substance_is_no_acknowledgement() -> None:
    """ "Yes, but the list is old" is more than a nod; and words inside other words are not polite ones."""
    assert "acknowledgement" not in kinds("yes, but the list is old")
    assert not is_polite("It pleases me")
    assert asks("tell me when")
    assert not asks("it is done.")


def test_assistant_talk_is_what_no_colleague_says() -> None:
    """Offers of further help are; plain help is not."""
    assert talks_like_an_assistant("How can I help you today?")
    assert talks_like_an_assistant("Let me know if you have any further questions.")
    assert not talks_like_an_assistant("let me know if it breaks")


def test_identifiers_are_tickets_files_amounts_and_addresses() -> None:
    """A ticket, a path, an amount and an address: four; words and small numbers are none."""
    assert identifiers("OPS-12 is in /supply/list.csv, 41,300 EUR, write to ada@low.example") == 4
    assert identifiers("we need two of them by noon, maybe 3") == 0


def test_features_of_a_talk() -> None:
    """Three turns of 5, 1 and 3 words: 9 words, 3 a turn, deviation 1.633; two are short, one polite and a nod."""
    found = of_turns(["Could you send the list?", "thanks", "on it now"])
    assert found["words per turn"] == pytest.approx(3)
    assert found["opening words"] == 5
    assert found["verbosity spread"] == pytest.approx((8 / 3) ** 0.5 / 3)
    assert found["short"] == pytest.approx(2 / 3)
    assert found["polite"] == pytest.approx(1 / 3)
    assert found["front-loading"] == pytest.approx(6 / 9)
    assert found["information question"] == pytest.approx(1 / 3)
    assert found["repeat"] == 0
    assert of_turns(["a b c"] * 11)["repeat"] == 1
    with pytest.raises(ValueError, match="no features"):
        of_turns([])


def test_means_are_alike_by_twice_the_smaller_over_the_sum() -> None:
    """10 and 30: 20/40 is a half; nothing and nothing are the same; nothing and something are not alike at all."""
    assert similarity(10, 30) == 0.5
    assert similarity(0, 0) == 1.0
    assert similarity(0, 3) == 0.0
    own = of_turns(["Is it done?", "thanks"])
    assert set(alike(own, own).values()) == {100.0}
    assert set(PEOPLE) <= set(own)


def test_a_profile_has_means_and_spreads_over_talks() -> None:
    """Talks of 1 and 3 words in one turn: 2 on average, 1 apart."""
    found = profile([["yes"], ["is it done"], []])
    assert found is not None
    assert found.talks == 2
    assert found.means["words per turn"] == 2
    assert found.spreads["words per turn"] == 1
    assert profile([[]]) is None


def test_an_episode_goes_from_an_ask_to_the_last_word_about_it() -> None:
    """Mia asks Marco in chat, he answers, she thanks: one episode of three turns. The next day she asks anew: another.
    What is said without an ask, to several, or with the seat begins none."""
    story = Story()
    story.chat("mon 09:30", "marco", "mia", "morning")
    story.chat("mon 10:00", "mia", "marco", "is the list done?")
    story.chat("mon 10:01", "marco", "mia", "yes")
    story.chat("mon 10:02", "mia", "marco", "thx")
    story.mail("mon 11:00", "mia", ("marco", "lea"), "Could you both look?")
    story.chat("mon 11:30", "mia", "kim", "is it done?")
    story.chat("tue 10:00", "mia", "marco", "and the plan?")
    first, second = episodes((Log(story.end().record()),))
    assert (first.asker, first.answerer, first.medium) == ("mia", "marco", "dm")
    assert first.side(True) == ["is the list done?", "thx"]
    assert first.side(False) == ["yes"]
    assert first.answered
    assert not second.answered


def test_an_unanswered_ask_stays_open_for_five_working_days() -> None:
    """Marco answers a mail three working days later: it is still the same episode."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    story.mail("thu 10:00", "marco", "mia", "Now it is.", thread=f"t{one}", in_reply_to=f"m{one}")
    (found,) = episodes((Log(story.end().record()),))
    assert found.answered
