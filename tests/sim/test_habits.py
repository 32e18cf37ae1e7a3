"""Habits and temper: waits as people have them, and numbers that are checked when they are made."""

import math
import random
from collections.abc import Callable
from statistics import pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.habits import CHANNELS, EFFECTS, NOTICE, PROVOCATIONS, REPLY, Channel, Delay, EffectName, Habits, Temper
from sim.units import DAY, HOUR, MINUTE, WeeklyHours

waits = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)).map(lambda pair: Delay(min(pair), max(pair)))


def drawn(delay: Delay, number: int = 4000) -> list[int]:
    rng = random.Random(7)
    return sorted(delay.draw(rng) for _ in range(number))


def share(values: list[int], at_most: int) -> float:
    return sum(value <= at_most for value in values) / len(values)


def reply_times(habits: Habits, channel: Channel, read: int, write: int) -> list[int]:
    """Working seconds from a message's arrival to the answer, in an otherwise empty day."""
    rng = random.Random(11)
    handling = habits.reads(read) + habits.writes(write)
    return [habits.notice[channel].draw(rng) + habits.reply[channel].draw(rng) + handling for _ in range(6000)]


def on_the_clock(working: int, rng: random.Random) -> int:
    """Clock seconds for so many working ones from a random moment, nine to five from Monday to Friday; one message in
    eight arrives outside the hours."""
    day, second = rng.randrange(5), rng.randrange(8 * HOUR)
    idle = rng.randrange(15 * HOUR) if rng.random() < 1 / 8 else 0
    if idle:
        second = 0
    end = second + working
    nights = end // (8 * HOUR)
    weekends = (day + nights) // 5
    return working + idle + nights * 16 * HOUR + weekends * 2 * DAY


@given(waits, st.randoms(use_true_random=False))
def test_a_wait_is_never_absurd(delay: Delay, rng: random.Random) -> None:
    """A draw is a whole number of seconds, not below a quarter of low nor above four times high."""
    wait = delay.draw(rng)
    assert isinstance(wait, int)
    assert max(1, delay.low) // 4 <= wait <= max(1, delay.high) * 4


def test_low_and_high_are_the_quantiles() -> None:
    """One wait in ten is below low, one in ten above high, and half are below their geometric mean."""
    values = drawn(Delay(2 * MINUTE, 50 * MINUTE))
    assert share(values, 2 * MINUTE) == pytest.approx(0.1, abs=0.02)
    assert share(values, 50 * MINUTE) == pytest.approx(0.9, abs=0.02)
    assert share(values, 10 * MINUTE) == pytest.approx(0.5, abs=0.03)


def test_quantile_agrees_with_the_draws() -> None:
    """`quantile` tells what the draws of the first part show."""
    delay = Delay(2 * MINUTE, 50 * MINUTE)
    values = drawn(delay)
    for of in (0.25, 0.5, 0.75):
        assert share(values, delay.quantile(of)) == pytest.approx(of, abs=0.03)
    assert Delay(90, 90).quantile(0.1) == 90


def test_a_fixed_wait_is_fixed() -> None:
    """Equal ends make a wait of just that, and no wait is possible."""
    assert set(drawn(Delay(90, 90), 50)) == {90}
    assert set(drawn(Delay(0, 0), 50)) == {0}


def test_the_slow_part_has_its_share() -> None:
    """A wait with a slow part takes it as often as it says: the second of the two log-normals of reply times."""
    values = drawn(Delay(10, 60, 0.25, Delay(2 * HOUR, 8 * HOUR)))
    assert share(values, 10 * MINUTE) == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize(
    "delay", [Delay(5, 5), Delay(1, 9), Delay(1, 9, 0.5, Delay(50, 60))], ids=["fixed", "one", "two"]
)
def test_every_wait_takes_two_numbers(delay: Delay) -> None:
    """How a wait is made does not move the stream: the next draw of the person is the same whatever it was."""
    one, other = random.Random(3), random.Random(3)
    delay.draw(one)
    other.random(), other.random()
    assert one.random() == other.random()


def test_times_stretches_both_parts() -> None:
    """A factor applies to the quick waits and to the slow ones."""
    assert Delay(10, 20, 0.3, Delay(100, 200)).times(2.0) == Delay(20, 40, 0.3, Delay(200, 400))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Delay(2, 1),
        lambda: Delay(-1, 1),
        lambda: Delay(1, 2, 0.5),
        lambda: Delay(1, 2, 1.5, Delay(3, 4)),
        lambda: Delay(1, 2, 0.0, Delay(3, 4)),
        lambda: Habits(answers_calls=1.2),
        lambda: Habits(works_late=-0.1),
        lambda: Habits(read_wpm=0),
        lambda: Habits(notice={"chat": Delay(1, 2)}),
        lambda: Temper(directness=2),
        lambda: Temper(patience=-1),
        lambda: Temper(forecast=0),
    ],
)
def test_numbers_out_of_range_are_errors(make: Callable[[], object]) -> None:
    """A number that means nothing stops at once, not in the middle of a run."""
    with pytest.raises(ValueError, match=r" not |goes from|go together|need a"):
        make()


def test_chat_is_answered_as_on_teams() -> None:
    """Half of the chats are answered within 5 minutes of working time (Work Trend Index 2021; 92 % in live ones)."""
    assert 0.45 <= share(reply_times(Habits(), "chat", 14, 10), 5 * MINUTE) <= 0.92


def test_mail_is_answered_as_in_firms() -> None:
    """On the clock: median 30 to 150 min, 25 to 60 % in an hour, 80 to 95 % in a day, log spread 2 to 3 (Kooti, Kalman,
    Avocado)."""
    rng = random.Random(5)
    values = sorted(on_the_clock(wait, rng) for wait in reply_times(Habits(), "mail", 80, 43))
    assert 30 * MINUTE <= values[len(values) // 2] <= 150 * MINUTE
    assert 0.25 <= share(values, HOUR) <= 0.60
    assert 0.80 <= share(values, DAY) <= 0.95
    assert 1.9 <= pstdev(math.log(value) for value in values) <= 3.0


def test_hours_of_the_week_change_the_pace() -> None:
    """Quick hours halve a wait, slow ones double it, focus hours are told apart, also past midnight."""
    habits = Habits(
        quick=WeeklyHours.parse("mon-fri 08:00-10:00"),
        slow=WeeklyHours.parse("mon-fri 12:00-13:00"),
        focus=WeeklyHours.parse("sun 22:00-02:00"),
    )
    assert [habits.factor(0, hour * 60) for hour in (7, 8, 10, 12)] == [1.0, 0.5, 1.0, 2.0]
    assert habits.factor(5, 8 * 60) == 1.0
    assert [habits.in_focus(6, 23 * 60), habits.in_focus(0, 60), habits.in_focus(0, 180)] == [True, True, False]


def test_reading_and_writing_take_time() -> None:
    """Words cost seconds by the person's speed, never less than one."""
    habits = Habits(read_wpm=240, write_wpm=30)
    assert (habits.reads(240), habits.writes(30), habits.reads(0)) == (60, 60, 1)


def test_every_channel_has_a_default() -> None:
    """Chat, mail and calls all have a wait to be noticed and a wait to be answered."""
    assert set(NOTICE) == set(REPLY) == set(CHANNELS)


@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_does_something_it_says(name: EffectName) -> None:
    """An effect changes a number or is an act, except the one that says that nothing changes."""
    effect = EFFECTS[name]
    changes = (effect.pace, effect.words, effect.trust, effect.mood, effect.irritation, effect.act)
    assert effect.means
    assert (changes == (1.0, 1.0, 0.0, 0.0, 0.0, False)) == (name == "shrugs")


def test_temper_multiplies_its_effects() -> None:
    """Several effects of one provocation add up; a provocation without any changes nothing."""
    temper = Temper(when={"pestered": ("shorter", "slower", "copies_my_manager")})
    assert temper.pace("pestered") == 2.0
    assert temper.words("pestered") == 0.5
    assert temper.does("pestered", "copies_my_manager")
    assert not temper.does("thanked", "warmer")
    assert temper.pace("thanked") == 1.0


def test_most_people_react_to_everything() -> None:
    """The usual temper has an answer to each provocation."""
    assert all(Temper().effects(provocation) for provocation in PROVOCATIONS)
