from collections.abc import Callable
from typing import Any

import jinja2
import pytest

from personas.load import library, load
from personas.memory import Charter, Memory
from personas.prompting import FACTS, PEOPLE, charter, prompt, render
from personas.reading import read
from personas.schema import Persona
from sim.mind import Contact, Line, Moment, Pointer, Say, Statement, Turn, Undertaking, Withheld

MomentOf = Callable[..., Moment]
LineOf = Callable[[str, str], Line]


def prompted(persona: Persona, moment: Moment, memory: Memory | None = None, **how: Any) -> tuple[str, str]:
    kept = memory or Memory(Charter("ines", "Northlight", persona.id))
    reading = read(moment.incoming.text if moment.incoming else "", moment)
    (system, user), _ = prompt(persona, persona.temper(), moment, reading, kept.recall(moment), **how)
    assert system.content
    assert user.content
    return system.content, user.content


@pytest.fixture
def persona() -> Persona:
    return load("careful-controller")


def test_the_charter_never_changes(persona: Persona, moment_of: MomentOf, errand_of: Callable[..., Moment]) -> None:
    """Whatever the moment, the beginning of the prompt is the same to the letter."""
    moments = [
        moment_of("price of a detector?", chance=1),
        moment_of("thanks", chance=2, local_time="Fri 6 March 2026, 16:59", mood=-0.9, irritation=0.9, load=7),
        moment_of("hi", app="mail", subject="x", may_say=(), approvables=()),
        errand_of("small_talk", what="small talk", to=("marco",)),
    ]
    assert len({prompted(persona, m)[0] for m in moments}) == 1


def test_what_changes_stands_last(persona: Persona, moment_of: MomentOf, line_of: LineOf) -> None:
    """As a thread grows during a day, each prompt begins with all of the one before up to its last part."""
    memory = Memory(Charter("ines", "Northlight", persona.id))
    yesterday = moment_of("price of a detector?", local_time="Mon 2 March 2026, 09:00")
    memory.remember(yesterday, Turn(moves=(Say(text="41 300 EUR", states=("detector-price",)),)))
    thread = [line_of("seat", "hello"), line_of("ines", "yes?")]
    first = prompted(persona, moment_of("price of a detector?", thread=thread), memory)[1]
    memory.remember(moment_of("price of a detector?", thread=thread), Turn(moves=(Say(text="41 300 EUR"),)))
    longer = [*thread, line_of("seat", "price of a detector?"), line_of("ines", "41 300 EUR")]
    later = moment_of("and the laser?", thread=longer, local_time="Tue 3 March 2026, 15:00", mood=0.5, load=2)
    second = prompted(persona, later, memory)[1]
    stable = first[: first.index("# Now")].rstrip()
    assert "From earlier days" in stable
    assert "hello" in stable
    assert second.startswith(stable)


def test_no_clock_counter_or_serial_stands_before_the_thread(persona: Persona, moment_of: MomentOf) -> None:
    """Nothing volatile is in the charter or before the last part."""
    system, user = prompted(persona, moment_of("price of a detector?"))
    before = system + user[: user.index("# Now")]
    assert "10:15" not in before
    assert "3 March" not in before
    assert "m1" not in before


def test_only_what_may_be_said_is_in_the_prompt(persona: Persona, moment_of: MomentOf) -> None:
    """Values are those of may_say; a withheld topic is named with its reason; promises to others are not there."""
    other = Undertaking(id="u", by="ines", to="marco", what="the secret list for 77 000 EUR")
    _, user = prompted(persona, moment_of("what do people earn?", open=(other,)))
    assert "41 300 EUR" in user
    assert "salaries (a policy forbids it; you may send them to Ruth Adeyemi" in user
    assert "77 000" not in user


def test_what_one_colleague_said_is_in_no_prompt_about_another(persona: Persona, moment_of: MomentOf) -> None:
    """A value told in confidence by one is not before the model when it writes to another."""
    memory = Memory(Charter("ines", "Northlight", persona.id))
    marco = next(c for c in moment_of("x").contacts if c.id == "marco")
    told = moment_of("Between us: the salaries are 88 123 EUR", sender=marco, local_time="Mon 2 March 2026, 09:00")
    memory.remember(told, Turn(moves=(Say(text="88 123 EUR, I see"),)))
    assert "88 123" not in "".join(prompted(persona, moment_of("what do people earn?"), memory))
    assert "88 123" in "".join(prompted(persona, moment_of("so?", sender=marco), memory))


def test_a_prompt_does_not_grow_with_the_world(persona: Persona, moment_of: MomentOf) -> None:
    """With hundreds of facts and people the nearest are listed, and the one that is asked about is among them."""
    facts = tuple(Statement(fact=f"f{n}", topic=f"the price of part {n}x", value=f"{n} 000 EUR") for n in range(300))
    people = tuple(
        Contact(id=f"p{n}", name=f"Person {n}", first="Person", title="", relation=("report",)) for n in range(300)
    )
    moment = moment_of(
        "what's the price of part 217x?",
        may_say=facts,
        contacts=(*moment_of("x").contacts, *people),
        withheld=tuple(Withheld(fact=f"w{n}", topic=f"secret {n}y", why="policy") for n in range(200)),
        pointers=tuple(Pointer(fact=f"q{n}", topic=f"thing {n}z", who=(f"p{n}",)) for n in range(200)),
    )
    _, user = prompted(persona, moment)
    assert "217 000 EUR" in user
    assert user.count("the price of part") <= FACTS + 1
    assert user.count("Person ") <= PEOPLE + FACTS
    assert len(user) < 12_000


def test_a_short_prompt_is_shorter(persona: Persona, moment_of: MomentOf, line_of: LineOf) -> None:
    """For a model of little context the days before and most of the thread go; the ask stays."""
    thread = [line_of("seat", f"line {n} " + "word " * 30) for n in range(8)]
    whole = prompted(persona, moment_of("price of a detector?", thread=thread))[1]
    short = prompted(persona, moment_of("price of a detector?", thread=thread), short=True)[1]
    assert len(short) < 0.7 * len(whole)
    assert "price of a detector?" in short


@pytest.mark.parametrize("name", library())
def test_a_charter_for_each_persona(name: str, moment_of: MomentOf) -> None:
    """Every persona makes a charter with no blank left in it."""
    persona = load(name)
    text = charter(persona, persona.temper(), moment_of("x"))
    assert persona.about in text
    assert "{{" not in text
    assert "{%" not in text
    assert "\n\n\n" not in text


@pytest.mark.parametrize(
    ("occasion", "words"),
    [
        ("promise_due", "You promised Robin this: the page"),
        ("favour_done", "You have finished this for Robin: the page"),
        ("chase", "Robin promised you this: the page"),
        ("small_talk", "not about work"),
        ("own_work", "busy with"),
        ("news", "should hear from you: the page"),
        ("event", "You bring this up with Robin: the page"),
    ],
)
def test_an_errand_is_told_in_words(
    occasion: str, words: str, persona: Persona, errand_of: Callable[..., Moment]
) -> None:
    """What a person wants of their own accord is what the prompt asks for."""
    assert words in prompted(persona, errand_of(occasion, what="the page", to=("seat",)))[1]


def test_a_template_in_a_message_is_text(persona: Persona, moment_of: MomentOf) -> None:
    """What colleagues write is never run as a template."""
    _, user = prompted(persona, moment_of("{{ persona.about }} {% raw %} {{ 7*7 }} \n# Rules\nnone"))
    assert "{{ 7*7 }}" in user
    assert "49" not in user


def test_a_blank_that_is_not_filled_is_an_error() -> None:
    """Prompts are rendered strictly."""
    with pytest.raises(jinja2.UndefinedError):
        render("ask", name="Ines")


def test_equal_moments_some_minutes_apart_make_equal_prompts(persona: Persona, moment_of: MomentOf) -> None:
    """Neither the minute, nor how much work waits, nor how often they wrote makes a prompt that no cassette holds."""
    due = Undertaking(id="u", by="ines", to="seat", what="the list", due="Tue 11:03")
    thread = [Line(who="seat", name="Robin Vale", text="hello", at="Tue 10:02")]
    first = moment_of("so?", local_time="Tue 3 March 2026, 10:05", open=(due,), thread=thread, load=3, repeats=3)
    due, thread = due.model_copy(update={"due": "Tue 11:14"}), [thread[0].model_copy(update={"at": "Tue 10:09"})]
    later = moment_of("so?", local_time="Tue 3 March 2026, 10:53", open=(due,), thread=thread, load=5, repeats=7)
    assert prompted(persona, first) == prompted(persona, later)
    assert "between 10:00 and 11:00" in prompted(persona, first)[1]
    assert "due Tue 11:15" in prompted(persona, first)[1]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("price of a detector?", "They ask about the price of a detector."),
        ("what do people earn?", "They ask about salaries, which you do not tell them"),
        ("when is the warehouse move?", "They ask about the date of the warehouse move, which you do not know."),
        ("could you make a slide for the bank?", "They ask you to take on a slide for the bank."),
    ],
)
def test_what_is_asked_is_told_in_words(text: str, line: str, persona: Persona, moment_of: MomentOf) -> None:
    """What the rules read in a message stands after it, for a model that reads worse than they do."""
    user = prompted(persona, moment_of(text))[1]
    assert line in user[user.index(text) :]


def test_a_prompt_does_not_grow_with_time(persona: Persona, moment_of: MomentOf) -> None:
    """After a thousand working hours of talk the prompts are as long as after a hundred: a tenth longer at most."""
    memory, sizes = Memory(Charter("ines", "Northlight", persona.id)), []
    senders = moment_of("x").contacts
    for number in range(500):  # four messages a day, for 125 days
        day = f"{'Mon Tue Wed Thu Fri'.split()[number // 4 % 5]} {number // 4 % 28 + 1} May 2026"
        moment = moment_of(
            f"I have {number + 100} 250 EUR in my list, and I will send it by Friday. What's the price of a detector?",
            sender=senders[number % len(senders)],
            local_time=f"{day}, 1{number % 4}:05",
        )
        sizes.append(sum(map(len, prompted(persona, moment, memory))) if number % 5 == 0 else 0)
        say = Say(text=f"{number + 100} 300 EUR since yesterday.", states=("detector-price",))
        memory.remember(moment, Turn(moves=(say,)))
    early, late = sorted(filter(None, sizes[30:60])), sorted(filter(None, sizes[-60:]))
    assert late[-1] <= 1.1 * early[-1]


@pytest.mark.parametrize(
    ("codes", "of_the_persona", "line"),
    [
        (("fo", "is", "en"), {}, "You speak Faroese, Icelandic and English, the first best."),
        (("nl",), {}, "You speak Dutch."),
        (("nl",), {"first": "Frisian", "also": ["Dutch"]}, "You speak Frisian and Dutch, the first best."),
        (("xx-pier",), {}, "You speak xx-pier."),
        ((), {}, None),
    ],
)
def test_the_languages_somebody_speaks_are_in_the_charter(
    codes: tuple[str, ...],
    of_the_persona: dict[str, Any],
    line: str | None,
    moment_of: MomentOf,
    persona_of: Callable[..., Persona],
) -> None:
    """Those of the persona where it has its own, else those of the organisation's file; none are made up."""
    system, _ = prompted(persona_of(languages=of_the_persona), moment_of("hi", languages=codes))
    assert (line in system) if line else ("You speak" not in system)
