"""Measures of mail on hand-made records, each value worked out in the docstring. Work in Graz is from 9 to 17."""

import math

import pytest

from scorers.realism import mail
from scorers.realism.estimates import mean, median
from scorers.realism.log import Log
from sim.units import DAY, HOUR
from sim.vocabulary.mail import MailSent, Outside
from tests.scorers.micro import Story


def logs(story: Story) -> tuple[Log, ...]:
    """The story, which then has come to its end, as a log."""
    return (Log(story.end().record()),)


def reply(story: Story, when: str, who: str, to: str, before: int, text: str = "Fine.") -> int:
    """``who`` answers the mail that event ``before`` sent."""
    return story.mail(when, who, to, text, thread=f"t{before}", in_reply_to=f"m{before}")


def talk() -> Story:
    """Three mails of Mia's, answered after 30 minutes, 2 hours and 26 hours."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    two = story.mail("mon 10:10", "mia", "ines", "Could you check the plan?")
    reply(story, "mon 10:30", "marco", "mia", one)
    three = story.mail("mon 11:00", "mia", "ruth", "For your information: the plan is out.")
    reply(story, "mon 12:10", "ines", "mia", two)
    reply(story, "tue 13:00", "ruth", "mia", three)
    return story


def test_reply_times_are_of_the_clock_and_told_by_their_middle() -> None:
    """30, 120 and 1560 minutes: the median is 120; a third within an hour, two thirds within a day."""
    found = logs(talk())
    assert mail.reply_time(found).value == pytest.approx(120)
    assert mail.replied_within(found, HOUR).value == pytest.approx(1 / 3)
    assert mail.replied_within(found, DAY).value == pytest.approx(2 / 3)


def test_the_spread_is_the_deviation_of_the_logarithms() -> None:
    """ln of 1800, 7200 and 93600 s: 7.4955, 8.8818, 11.4468; their deviation by n is 1.6368."""
    values = [math.log(1800), math.log(7200), math.log(93600)]
    middle = sum(values) / 3
    expected = math.sqrt(sum((v - middle) ** 2 for v in values) / 3)
    assert expected == pytest.approx(1.6368, abs=1e-4)
    assert mail.spread(logs(talk())).value == pytest.approx(expected)


def test_only_the_first_reply_counts_and_never_one_to_oneself() -> None:
    """Marco answers twice, after 30 and 60 minutes, and Mia follows up on her own mail: one reply, of 30 minutes."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    reply(story, "mon 10:30", "marco", "mia", one)
    reply(story, "mon 10:45", "mia", "marco", one, "I forgot: by noon.")
    reply(story, "mon 11:00", "marco", "mia", one, "One more thing.")
    assert mail.reply_time(logs(story)).value == pytest.approx(30)
    assert mail.reply_time(logs(story)).n == 1


def test_the_players_own_replies_are_not_the_coworkers() -> None:
    """Kim, who sits in the seat, answers at once: there is no reply to measure."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "kim", "Is the list done?")
    reply(story, "mon 10:01", "kim", "mia", one)
    assert mail.reply_time(logs(story)).value is None


def test_mail_from_outside_is_not_internal_but_is_received() -> None:
    """A supplier's mail is answered after ten minutes: no internal reply, and one of two pairs answered."""
    story = Story()
    outside = Outside(name="Ada Low", address="ada@low.example")
    one = story.mail("mon 10:00", "world", "marco", "Would you confirm?", outside=outside)
    reply(story, "mon 10:10", "marco", "mia", one, "Confirmed.")
    found = logs(story)
    assert mail.reply_time(found).value is None
    assert mail.answered(found).value == pytest.approx(0.5)


def test_pairs_count_each_recipient_and_requests_over_others() -> None:
    """Two requests to two people each, one of the four answered; one notice to four, one answered: 2 of 8 pairs and, of
    the answers (which ask nothing), none: 2 of 10. Asked 1/4 over not asked 1/6 is 1.5."""
    story = Story()
    one = story.mail("mon 10:00", "mia", ("marco", "lea"), "Could you look at the list?")
    story.mail("mon 10:05", "mia", ("marco", "ines"), "Is the plan done?")
    notice = story.mail("mon 10:10", "mia", ("marco", "ines", "ruth", "tomas"), "The plan is out.")
    reply(story, "mon 11:00", "marco", "mia", one, "Done.")
    reply(story, "mon 12:00", "ines", "mia", notice, "Good to know.")
    found = logs(story)
    assert mail.answered(found).value == pytest.approx(2 / 10)
    assert mail.asked_over_not(found).value == pytest.approx((1 / 4) / (1 / 6))


def test_what_is_answered_after_thirty_days_is_not_answered() -> None:
    """A mail of Monday, answered 31 days later: no pair of the two is answered."""
    story = Story(horizon=2_000_000_000)
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    late = story.events[one - 1].at + 31 * DAY
    body = MailSent(
        id="m9", thread=f"t{one}", to=("mia",), addressed=("mia",), subject="Re", text="Yes.", in_reply_to=f"m{one}"
    )
    story.add(late, "marco", body)
    assert mail.answered((Log(story.record()),)).value == 0.0


def test_reply_words_leave_out_quotations_and_signatures() -> None:
    """Six words of one's own, beside a quoted line and "Best, Marco"; a long one of 101 words is over a hundred."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    two = story.mail("mon 10:01", "mia", "ines", "And the plan?")
    reply(story, "mon 10:30", "marco", "mia", one, "It is done, see the folder.\n> Is the list done?\n\nBest, Marco")
    reply(story, "mon 10:40", "ines", "mia", two, " ".join(["word"] * 101))
    found = logs(story)
    assert mail.reply_words(found, min).value == 6
    assert mail.reply_words(found, median).value == pytest.approx((6 + 101) / 2)
    assert mail.reply_words(found, mail.over_hundred).value == pytest.approx(0.5)


def test_threads_count_their_mails_and_lone_mails_are_no_threads() -> None:
    """Threads of 2, 3 and 1 mails: the mean of those with an answer is 2.5, and one of the two has a single reply."""
    story = Story()
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    reply(story, "mon 10:30", "marco", "mia", one)
    two = story.mail("mon 11:00", "mia", "ines", "And the plan?")
    three = reply(story, "mon 11:30", "ines", "mia", two)
    story.mail("mon 11:40", "mia", "ines", "Thanks.", thread=f"t{two}", in_reply_to=f"m{three}")
    story.mail("mon 12:00", "ruth", "mia", "The plan is out.")
    found = logs(story)
    assert mail.thread_size(found).value == pytest.approx(2.5)
    assert mail.one_reply(found).value == pytest.approx(0.5)


def test_mail_received_is_counted_by_person_and_workday() -> None:
    """Six coworkers, five workdays each, 30 person-days; mails reach three coworkers and the seat: 3/30."""
    story = Story()
    story.mail("mon 10:00", "mia", ("marco", "ines", "kim"), "The plan is out.")
    story.mail("tue 10:00", "ines", "ruth", "The plan is out.", automatic=False)
    story.mail("wed 10:00", "ines", "ruth", "I am away.", automatic=True)
    found = logs(story)
    assert found[0].person_days == 30
    assert mail.received(found).value == pytest.approx(3 / 30)
    assert mail.sent(found).value == pytest.approx(2 / 30)


def test_the_weekend_slows_down_by_the_ratio_of_the_middles() -> None:
    """Weekday mail is answered after 1 h; five mails of Saturday noon on Monday at 9:00, 45 h later: 45 times."""
    story = Story(horizon=2_000_000_000)
    start = story.events[0].at
    saturday = start + 5 * DAY + 3 * HOUR
    one = story.mail("mon 10:00", "mia", "marco", "Is the list done?")
    reply(story, "mon 11:00", "marco", "mia", one)
    sent = [story.mail(saturday, "mia", "marco", f"Number {n}?") for n in range(5)]
    for serial in sent:
        body = MailSent(
            id=f"r{serial}", thread=f"t{serial}", to=("mia",), addressed=("mia",), subject="Re", text="Yes.",
            in_reply_to=f"m{serial}",
        )  # fmt: skip
        story.add(saturday + 45 * HOUR, "marco", body)
    found = (Log(story.record()),)
    assert mail.weekend_slowdown(found).value == pytest.approx(45)
    assert mail.weekend_slowdown(found).n == 5


def test_two_log_normals_describe_a_mixture_better_than_one_of_anything() -> None:
    """Quick answers about a minute and slow ones about a day: the mixture fits best, the exponential worst."""
    story = Story(horizon=2_000_000_000)
    at = story.events[0].at
    for n in range(40):
        one = story.mail(at, "mia", "marco", "Is it done?")
        at += (50 + n) if n % 2 else (80_000 + 400 * n)
        reply_body = MailSent(
            id=f"r{one}", thread=f"t{one}", to=("mia",), addressed=("mia",), subject="Re", text="Yes.",
            in_reply_to=f"m{one}",
        )  # fmt: skip
        story.add(at, "marco", reply_body)
    shapes = mail.shapes((Log(story.record()),))
    assert shapes["two log-normals"] > shapes["log-normal"] > shapes["exponential"]


def test_an_interval_contains_its_value_and_needs_several_people() -> None:
    """Three people's replies give an interval around the median; one person's give none."""
    estimate = mail.reply_time(logs(talk()))
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low <= (estimate.value or 0) <= estimate.high
    alone = Story()
    one = alone.mail("mon 10:00", "mia", "marco", "Is the list done?")
    reply(alone, "mon 10:30", "marco", "mia", one)
    assert mail.reply_time(logs(alone)).low is None
    assert mean([1.0, 3.0]) == 2.0
