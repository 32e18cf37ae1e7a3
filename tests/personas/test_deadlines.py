import pytest

from personas.deadlines import deadline_in, point_in_time, working_until

TUESDAY = "Tue 3 March 2026, 10:15"
FRIDAY = "Fri 6 March 2026, 15:00"
HOUR = 3600


@pytest.mark.parametrize(
    ("text", "deadline"),
    [
        ("I need it by Thu noon, please", "thu noon"),
        ("before Friday 12:00", "friday 12:00"),
        ("no later than tomorrow 4pm", "tomorrow 4pm"),
        ("by the end of the week", "the end of the week"),
        ("can you do it today?", "today"),
        ("in the next 30 minutes", "in the next 30 minutes"),
        ("by 12 March", "12 march"),
        ("whenever you can", None),
        ("what is the deadline?", None),
    ],
)
def test_a_deadline_is_read_from_its_words(text: str, deadline: str | None) -> None:
    """What follows "by", "before" or "until" is the deadline; no such words, no deadline."""
    assert deadline_in(text) == deadline


@pytest.mark.parametrize(
    ("deadline", "now", "seconds"),
    [
        ("today", TUESDAY, (6 * 60 + 45) * 60),
        ("tomorrow 12:00", TUESDAY, (6 * 60 + 45) * 60 + 3 * HOUR),
        ("thu noon", TUESDAY, (6 * 60 + 45) * 60 + 8 * HOUR + 3 * HOUR),
        ("monday", FRIDAY, 2 * HOUR + 8 * HOUR),
        ("in 2 hours", FRIDAY, 2 * HOUR),
        ("14:15", TUESDAY, 4 * HOUR),
        ("12 march", TUESDAY, None),
    ],
)
def test_working_time_until_a_deadline(deadline: str, now: str, seconds: int | None) -> None:
    """Nights and weekends do not count; what cannot be counted to is None."""
    assert working_until(deadline, now) == seconds


@pytest.mark.parametrize(
    ("now", "within", "when"),
    [
        (TUESDAY, HOUR, "11:30"),
        (TUESDAY, 7 * HOUR, "tomorrow 09:30"),
        (TUESDAY, 20 * HOUR, "Thu 14:30"),
        (FRIDAY, 3 * HOUR, "Mon 10:00"),
        ("Sat 7 March 2026, 11:00", HOUR, "Mon 10:00"),
        ("Tue 3 March 2026, 19:00", HOUR, "tomorrow 10:00"),
        ("one day", HOUR, "soon"),
    ],
)
def test_a_point_in_time_falls_into_working_hours(now: str, within: int, when: str) -> None:
    """A promised time is rounded up to the half hour and never at night or on a weekend."""
    assert point_in_time(now, within) == when
