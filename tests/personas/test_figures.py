import pytest

from personas.figures import figures, numbered, numbered_in, readings, totals


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


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("the order of jobs on press 2", "press"),
        ("Is kiln 3 cold?", "kiln"),
        ("from press 2 to the bindery", "press"),
        ("room number 12, please", "room"),
        ("the second look at hive 4", "hive"),
        ("press 20 hours", None),
        ("20 press hours", None),
        ("the stock is 17", None),
        ("press 2.5", None),
        ("we need 3 of them", None),
        ("line 3 %", None),
    ],
)
def test_a_number_after_a_numbered_thing_is_its_name(text: str, noun: str | None) -> None:
    """Presses, kilns and rooms are told apart by number, and whatever a topic numbers; what is counted is not."""
    found = [numbered(figure, text, numbered_in("the inspection of hive 7")) for figure in figures(text)]
    assert found in ([noun], [])


@pytest.mark.parametrize(
    ("text", "reads", "agrees"),
    [("kiln 3 412 EUR", "412 EUR", True), ("kiln 3 412 EUR", "3 412 EUR", True), ("it is 3 412 EUR", "412 EUR", False)],
)
def test_a_number_after_a_thing_may_be_its_name_or_thousands(text: str, reads: str, agrees: bool) -> None:
    """ "Kiln 3 412 EUR" can mean 412 for kiln 3, or 3 412 for the kiln; elsewhere it is one number."""
    assert figures(text)[0].agrees(figures(reads)[0]) == agrees


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


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("may I spend 4 x 206 EUR = 824 EUR on lids", ["824 EUR"]),
        ("4 lids at 206 EUR each, 824 EUR in total", ["824 EUR"]),
        ("206 EUR apiece, so 824 EUR for the four of them", ["824 EUR"]),
        ("a total of 824 EUR (206 EUR per lid)", ["824 EUR"]),
        ("4 lids at 206 EUR each", ["4 x 206 EUR"]),
        ("4 × 206 EUR", ["4 x 206 EUR"]),
        ("206 EUR x 4", ["4 x 206 EUR"]),
        ("the lids, 206 EUR each", []),
        ("824 EUR for lids", ["824 EUR"]),
        ("824 EUR, out of the 5 000 EUR budget", ["824 EUR"]),
        ("824 EUR, not 842 EUR", ["824 EUR"]),
        ("either 4 at 206 EUR = 824 EUR or 5 at 206 EUR = 1030 EUR", ["824 EUR", "1030 EUR"]),
        ("4 x 206 EUR = 834 EUR", ["834 EUR", "4 x 206 EUR"]),
        ("5 200 cells at 2.50 EUR, 13 000 EUR altogether", ["13 000 EUR"]),
        ("13 000 EUR for 5 200 cells", ["13 000 EUR"]),
    ],
)
def test_the_amount_is_what_it_comes_to(text: str, wanted: list[str]) -> None:
    """A unit price is no amount, nor is a budget or what is denied; a count times a price is; doubt gives several."""
    found = [f for f in totals(text) if f.kind == "amount"]
    assert [f.text for f in found] == wanted
    assert all("824" in f.readings for f in found if f.text == "4 x 206 EUR")
