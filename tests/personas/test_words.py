import pytest

from personas.words import implied, likeness, matter, slips, stem, words


@pytest.mark.parametrize(
    "forms",
    [
        ("price", "prices", "priced", "pricing"),
        ("approve", "approval", "approved"),
        ("delivery", "deliveries"),
        ("detector", "detectors"),
    ],
    ids=lambda forms: forms[0],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    """Endings do not make another word."""
    assert len({stem(form) for form in forms}) == 1


def test_matter_leaves_out_what_says_nothing() -> None:
    """Only words that say what it is about are left, without case and accents."""
    assert matter("Could you please tell me the current price of a détector?") == (stem("price"), stem("detector"))


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("detector", "detector", 1.0, 1.0),
        ("detectr", "detector", 0.8, 0.9),
        ("dteector", "detector", 0.8, 0.9),
        ("cost", "price", 0.5, 0.7),
        ("laser", "lease", 0.0, 0.0),
        ("1234", "1235", 0.0, 0.0),
    ],
)
def test_likeness_forgives_slips_and_knows_other_words(one: str, other: str, least: float, most: float) -> None:
    """A slip counts for less than the word itself, another word for it for less still, and numbers are exact."""
    assert least <= likeness(stem(one), stem(other)) <= most


def test_slips_counts_swapped_letters_once() -> None:
    """Two letters swapped are one slip; three are too many."""
    assert slips("budget", "bugdet", 1)
    assert not slips("budget", "gadget", 1)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("How much is it?", "price"),
        ("when is that?", "date"),
        ("how long do they take", "duration"),
        ("who is that?", "owner"),
    ],
)
def test_the_form_of_a_question_says_what_it_is_after(question: str, meant: str) -> None:
    """ "How much" stands for a price, "when" for a date."""
    assert stem(meant) in implied(question)


def test_words_keep_names_in_other_scripts() -> None:
    """Names that are not in Latin letters are words too."""
    assert words("田中 said Grüße") == ("田中", "said", "gruße".replace("ß", "ss"))
