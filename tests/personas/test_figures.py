import pytest

from personas.figures import figures, readings


@pytest.mark.parametrize("text", ["41 300 EUR", "41.300", "€41,300", "EUR 41300", "41.3k", "41'300 CHF", "41\u00a0300"])
def test_spellings_of_one_amount_agree(text: str) -> None:
    """However an amount is grouped or shortened, it is the same amount."""
    (figure,) = figures(text)
    assert figure.agrees(figures("41 300 EUR")[0])


@pytest.mark.parametrize("text", ["14 300 EUR", "41.30", "413 00", "4130", "46 900"])
def test_other_amounts_do_not_agree(text: str) -> None:
    """A slip of the hand in an amount makes another amount."""
    assert not any(figure.agrees(figures("41 300 EUR")[0]) for figure in figures(text))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("on 3 March 2026 at 16:00, see PO-4711", ["date", "time", "code"]),
        ("15 % of 1.2m EUR in 6 weeks", ["percent", "amount", "length"]),
        ("in 2026 300 units by 4pm", ["number", "number", "time"]),
        ("2026-03-12 or 12.03.2026 or March 12th", ["date", "date", "date"]),
        ("Q1 and v2.3 of INV-2026-003", ["code", "code", "code"]),
        ("no figures here, may be", []),
    ],
)
def test_each_figure_is_of_its_kind(text: str, kinds: list[str]) -> None:
    """Amounts, dates, times, lengths and codes are told apart, in their order."""
    assert [figure.kind for figure in figures(text)] == kinds


def test_a_figure_knows_its_place() -> None:
    """The text between start and end is the figure as it is written."""
    text = "so 46 900 EUR, by Thu 16:00"
    assert [text[f.start : f.end] for f in figures(text)] == ["46 900 EUR", "16:00"]


def test_dates_agree_with_and_without_their_year() -> None:
    """ "3 March" and "2026-03-03" can mean the same day."""
    assert figures("3 March")[0].agrees(figures("2026-03-03")[0])
    assert not figures("4 March")[0].agrees(figures("2026-03-03")[0])


def test_readings_are_of_all_texts() -> None:
    """Readings are collected over several texts."""
    assert {"41300", "16:00"} <= readings(["41 300 EUR", "at 4pm"])
