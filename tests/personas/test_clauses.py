import pytest

from personas.clauses import Form, dissect, form_of, is_foreign


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("thanks!", "thanks"),
        ("Great work everyone", "thanks"),
        ("ok", "acknowledgement"),
        ("👍", "acknowledgement"),
        ("yes please", "acknowledgement"),
        ("??", "reminder"),
        ("any ETA?", "reminder"),
        ("what does it cost", "question"),
        ("tell me the price", "question"),
        ("please prepare the slide", "request"),
        ("can I order the detectors?", "approval"),
        ("who can approve that?", "question"),
        ("we need a decision", "escalation"),
        ("are you sure?", "correction"),
        ("I'll send it by noon", "promise"),
        ("I've sent it", "status"),
        ("sorry about that", "apology"),
        ("I can't do that", "refusal"),
        ("fyi, the meeting moved", "fyi"),
        ("hope you are well", "formula"),
        ("let me know if you have questions", "formula"),
        ("have a nice weekend", "goodbye"),
        ("do you have five minutes?", "invitation"),
        ("shall I prepare it?", "offer"),
        ("how was your weekend?", "small_talk"),
        ("my name is Robin", "introduction"),
        ("was kostet das bitte und wann", "foreign"),
        ("the printer is on the second floor", "statement"),
    ],
)
def test_each_form_is_known_by_its_words(text: str, form: Form) -> None:
    """What a clause does shows in its words."""
    assert form_of(text) == form


def test_several_questions_in_one_sentence_are_several_clauses() -> None:
    """ "What ..., and who ...?" asks two things."""
    clauses = dissect("What's the price, and who can approve 46 900 EUR?").clauses
    assert [c.form for c in clauses] == ["question", "question"]


def test_a_greeting_names_who_is_called() -> None:
    """ "Hi Marco and Ines," calls two people, and is no clause of its own."""
    taken = dissect("Hi Marco and Ines, is it done?")
    assert (taken.greets, taken.called) == (True, ("marco", "ines"))
    assert [c.text for c in taken.clauses] == ["is it done?"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "> only a quotation", "...", "\u200b", "Bob:", "--"])
def test_nothing_to_read_is_no_ask(text: str) -> None:
    """Empty and odd texts are taken apart without complaint and ask nothing."""
    assert not dissect(text).asks


def test_urgency_can_be_denied() -> None:
    """ "Not urgent" is not urgent."""
    assert dissect("urgent: the price please").urgent
    assert not dissect("not urgent: the price please").urgent


@pytest.mark.parametrize(
    "text", ["Können Sie mir bitte den Preis sagen?", "¿Cuánto cuesta un detector, por favor?", "検出器の価格は"]
)
def test_other_languages_are_seen(text: str) -> None:
    """German, Spanish and other scripts are not English."""
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text", ["Can you ask 田中 about it?", "Tomás Ferrer", "das auto, please call it that", "la la la"]
)
def test_foreign_names_do_not_make_a_text_foreign(text: str) -> None:
    """A name or a borrowed word in an English text leaves it English."""
    assert not is_foreign(text)


@pytest.mark.parametrize("text", ["Bob: can you do it?", "@lena please look", "Lena, is it done?"])
def test_who_is_called_before_an_ask(text: str) -> None:
    """A name before a comma, a colon or after an at sign is called."""
    assert dissect(text).clauses[0].called in (("bob",), ("lena",))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("can we film the play or not", "question"),
        ("should the lids go out today", "question"),
        ("and the embargo, until when is that", "question"),
        ("I would very much appreciate it if you could give me the price", "request"),
        ("ok and ushers", "statement"),
        ("ok an hour later then", "statement"),
        ("please ok the order", "approval"),
        ("Can we meet at three?", "invitation"),
        ("can i buy the detectors", "approval"),
    ],
)
def test_questions_without_a_mark_and_nods_that_begin_a_sentence(text: str, form: str) -> None:
    """Word order asks without a question mark, and "ok" before another word approves nothing."""
    assert [c.form for c in dissect(text).clauses] == [form]


@pytest.mark.parametrize(
    "text",
    [
        "It would also help me to understand what is wrong with the dimmer.",
        "It would be good to have a feeling for the ticket sales.",
        "The accountants would like to have the daily allowance from us in writing.",
        "I can't find anything about the load of the trap door.",
        "Nobody told me how long the play is.",
        "I still have to enter the per diem into the form.",
    ],
)
def test_a_lack_told_is_a_want(text: str) -> None:
    """Who says that a thing is missing, or that it would be good to have, wants it."""
    assert any(c.relayed or c.form in ("question", "request") for c in dissect(text).clauses)
