import pytest

from personas.clock import hour_of, hours_said, quarter_due, span


@pytest.mark.parametrize(
    ("local_time", "words"),
    [
        ("Tue 3 March 2026, 10:15", "Tue 3 March 2026, between 10:00 and 11:00"),
        ("Tue 3 March 2026, 10:00", "Tue 3 March 2026, between 10:00 and 11:00"),
        ("Tue 3 March 2026, 00:59", "Tue 3 March 2026, between 00:00 and 01:00"),
        ("Sun 1 March 2026, 23:59", "Sun 1 March 2026, between 23:00 and 24:00"),
        ("later", "later"),
    ],
)
def test_the_hour_that_it_is(local_time: str, words: str) -> None:
    """A time becomes the hour it is in; what is no time stays."""
    assert hour_of(local_time) == words


@pytest.mark.parametrize(("at", "words"), [("Tue 10:15", "Tue 10-11 h"), ("Tue 09:59", "Tue 9-10 h"), ("", "")])
def test_the_hour_in_which_something_was_said(at: str, words: str) -> None:
    """A line of a thread has its day and its hour."""
    assert hours_said(at) == words


@pytest.mark.parametrize(
    ("due", "words"),
    [("Tue 10:00", "Tue 10:00"), ("Tue 10:01", "Tue 10:15"), ("Tue 10:46", "Tue 11:00"), ("tomorrow", "tomorrow")],
)
def test_when_something_is_due(due: str, words: str) -> None:
    """Rounded up, so that a deadline at a quarter of an hour, as people set them, stays what it is."""
    assert quarter_due(due) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (30, "5 minutes"), (1_500, "25 minutes"), (3_600, "1 hour"), (5_300, "1.5 hours"), (16_000, "4.5 hours"),
        (28_000, "1 working day"), (28_800, "1 working day"), (43_200, "1.5 working days"), (3_599, "1 hour"),
    ],
)  # fmt: skip
def test_how_long_something_takes(seconds: float, words: str) -> None:
    """In steps that grow with it, and in the singular where it is one."""
    assert span(seconds, 28_800) == words
