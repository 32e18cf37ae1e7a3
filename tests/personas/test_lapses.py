from collections.abc import Callable

import pytest

from personas.lapses import lapses, runs, without_markup, without_own_name
from sim.mind import Moment

MomentOf = Callable[..., Moment]
PROMPT = runs(["You are a person at work, writing to colleagues. You are not an assistant, and never were one."])

FALLEN = [
    ("x" * 1600, "too_long"),
    ("As told: you are a person at work, writing to colleagues. You are not.", "prompt_text"),
    ("The price is [f1].", "prompt_text"),
    ("My sends_to is p1", "prompt_text"),
    ("It is Tue 3 March 2026, between 10:00 and 11:00.", "prompt_text"),
    ("Yours to decide. You will grant it when asked.", "prompt_text"),
    ("You have nothing to tell them about this.", "prompt_text"),
    ("Good morning Ines, let me check.", "role"),
    ("Hi Ines!", "role"),
    ("Ines, it is with you.", "role"),
    ("It is with you now, Ines.", "role"),
    ("As an AI language model, I cannot say.", "role"),
    ("How can I assist you today?", "role"),
    ("I'm sorry, but I can't assist with that request.", "role"),
    ("Robin: What does it cost?", "role"),
    ("Sure.\nUser: thanks\nAssistant: you're welcome", "role"),
    ("Marco Neri: it is with me", "role"),
    ("Dear [Your Name], it is done.", "placeholder"),
    ("Hello {first}, it is done.", "placeholder"),
    ('{"text": "it is done"}', "placeholder"),
    ("It is ...", "placeholder"),
    ("Der Preis ist mir leider nicht bekannt, frag bitte Marco.", "language"),
    ("我不知道这个价格是多少", "language"),
    ("I will see to it. I will see to it. I will see to it!", "loop"),
    ("🙂🙃🙂🙃🙂🙃🙂🙃🙂🙃🙂🙃🙂🙃", "no_words"),
]


@pytest.mark.parametrize(("text", "kind"), FALLEN, ids=[k + "-" + t[:20] for t, k in FALLEN])
def test_a_text_that_is_not_theirs_is_told(text: str, kind: str, moment_of: MomentOf) -> None:
    """Each way out of the role is found, with the words to ask for it again."""
    found = lapses(text, moment_of("What's the price of a detector?"), PROMPT)
    assert kind in [lapse.kind for lapse in found]
    assert all(lapse.wish and lapse.detail for lapse in found)


def test_an_echo_is_what_was_just_read(moment_of: MomentOf) -> None:
    """Given back word for word, or nearly; a short repetition, or an answer that takes up the words, is none."""
    asked = "Could you please tell me what the price of a detector is these days?"
    moment = moment_of(asked)
    assert [lapse.kind for lapse in lapses(asked, moment, PROMPT)] == ["echo"]
    assert [lapse.kind for lapse in lapses(f"Hm. {asked}", moment, PROMPT)] == ["echo"]
    assert lapses("The price of a detector is 41 300 EUR these days.", moment, PROMPT) == ()
    assert lapses("The price?", moment, PROMPT) == ()


def test_a_short_text_given_back_to_the_word_is_an_echo(moment_of: MomentOf) -> None:
    """A whole line, however short; greetings and thanks of a few words are given back by people too."""
    assert [lapse.kind for lapse in lapses("It is with you.", moment_of("It is with you!"), PROMPT)] == ["echo"]
    for line in ("Thank you", "Good morning!", "See you tomorrow"):
        assert lapses(line, moment_of(line), PROMPT) == ()


def test_a_name_that_is_somebody_elses_too_is_theirs(moment_of: MomentOf) -> None:
    """Whoever has a colleague of the same first name may greet them."""
    moment = moment_of("hello")
    twin = moment.contacts[0].model_copy(update={"id": "ines2", "first": "Ines", "name": "Ines Alt"})
    assert lapses("Good morning Ines, let me check.", moment.model_copy(update={"contacts": (twin,)}), PROMPT) == ()


THEIRS = [
    "41 300 EUR.", "No idea, ask Marco.", "ok", "👍", "Note: the lead time is 6 weeks, I think.",
    "Two things: 41 300 EUR, and 6 weeks.", "I will see to it. Then I will see to the rest.", "",
    "My guess? Ask the system people: they know.", "Ines: will do",
    "It is done.\nBest, Ines", "Hello, Ines here.", "Ask me, I am Ines.", "You owe them an answer, not me.",
]  # fmt: skip


@pytest.mark.parametrize("text", THEIRS)
def test_what_people_write_is_theirs(text: str, moment_of: MomentOf) -> None:
    """Terse, vague, with colons or signs: none of it is a lapse."""
    moment = moment_of("What's the price of a detector?")
    assert lapses(text, moment, PROMPT) == ()


def test_who_is_written_to_in_another_language_may_answer_in_it(moment_of: MomentOf) -> None:
    """A foreign answer to a foreign question is no lapse."""
    text = "Der Preis ist mir leider nicht bekannt, frag bitte Marco."
    assert lapses(text, moment_of("Was kostet der Detektor bitte und wie lange dauert es?"), PROMPT) == ()


def test_signs_alone_are_for_chat(moment_of: MomentOf) -> None:
    """In a mail or on the phone there have to be words."""
    assert lapses("👍", moment_of("ok?"), PROMPT) == ()
    for app in ("mail", "call"):
        assert [lapse.kind for lapse in lapses("👍", moment_of("ok?", app=app), PROMPT)] == ["no_words"]


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("<p>It is <b>41 300</b> EUR.</p>", "It is 41 300 EUR."),
        ("# Price\n**41 300 EUR**", "Price\n41 300 EUR"),
        ("```json\nit is fine\n```", "it is fine"),
        ("a <script>alert(1)</script> b", "a alert(1) b"),
        ("2 * 3 = 6, snake_case, a<b and c>d", "2 * 3 = 6, snake_case, a<b and c>d"),
        ("- one\n- two", "- one\n- two"),
    ],
)
def test_markup_is_taken_off(text: str, bare: str) -> None:
    """People type words: tags, fences, headings and bold go; signs that mean something stay."""
    assert without_markup(text) == bare


def test_ones_own_name_in_front_goes(moment_of: MomentOf) -> None:
    """As in a script; another's does not, and is a lapse."""
    moment = moment_of("ok?")
    assert without_own_name("Ines Hofer: yes", moment) == "yes"
    assert without_own_name("ines: yes", moment) == "yes"
    assert without_own_name("Robin: yes", moment) == "Robin: yes"
    assert without_own_name("Price: 41 300 EUR", moment) == "Price: 41 300 EUR"
