"""The acceptance table: what is published, the range taken from it, and what a run has.

The sources stand in ``docs/realism.md``, with how each was seen. A starred row rests on weak or vendor data: it warns
and does not fail. Where no published figure exists a row says "design choice", whatever its value.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scorers.realism import authorship, chat, contacts, disclosure, mail, meetings, work
from scorers.realism.estimates import Estimate, median
from scorers.realism.log import Log
from sim.units import DAY, HOUR

Verdict = Literal["in range", "out", "warn", "not applicable", "design choice"]
Kind = Literal["number", "share", "minutes", "factor"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the table, before it is measured. ``least`` observations are needed for a verdict."""

    row: str
    name: str
    published: str
    low: float | None
    high: float | None
    measure: Callable[[Sequence[Log]], Estimate]
    kind: Kind = "number"
    least: int = 30
    starred: bool = False
    needs: str = "observations"
    """What runs must have for it to apply, in words."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure as measured."""

    figure: Figure
    estimate: Estimate
    verdict: Verdict
    why: str = ""

    def told(self, value: float | None) -> str:
        """A value of this figure in words."""
        if value is None:
            return "–"
        match self.figure.kind:
            case "share":
                return f"{100 * value:.1f} %"
            case "minutes":
                return f"{value:.1f} min"
            case "factor":
                return f"{value:.1f} ×"
            case "number":
                return f"{value:.2f}" if value < 10 else f"{value:.1f}"

    @property
    def range(self) -> str:
        """The range in words."""
        low, high = self.figure.low, self.figure.high
        if low is None and high is None:
            return "–"
        if low is None:
            return f"at most {self.told(high)}"
        return f"{self.told(low)} to {self.told(high)}"


FIGURES: Final = (
    Figure("1", "mail reply time, median, internal", "47 min; 65.5 min internal; about 2 h", 30, 150, mail.reply_time,
           "minutes", needs="replies to mail"),
    Figure("2a", "mail replies within 1 h", "25.6 %; half by 47 min", 0.25, 0.60,
           lambda logs: mail.replied_within(logs, HOUR), "share", needs="replies to mail"),
    Figure("2b", "mail replies within 24 h", "84 %; over 90 %", 0.80, 0.95,
           lambda logs: mail.replied_within(logs, DAY), "share", needs="replies to mail"),
    Figure("3", "SD of ln(reply time)", "2.3 to 2.7, derived", 2.0, 3.0, mail.spread, needs="replies to mail"),
    Figure("4a", "(mail, recipient) pairs answered", "7.7 %; under 5 % to a third by load", 0.05, 0.35, mail.answered,
           "share", needs="mail"),
    Figure("4b", "answered: asked for over not", "2.0 (14.81 % over 7.45 %)", 1.5, 3.0, mail.asked_over_not, "factor",
           needs="mail of both kinds"),
    Figure("5a", "words of a reply, median", "43 (20 by phone, 60 at a desk)", 20, 65,
           lambda logs: mail.reply_words(logs, median), needs="replies to mail"),
    Figure("5b", "replies over 100 words", "30 %", 0.15, 0.40, lambda logs: mail.reply_words(logs, mail.over_hundred),
           "share", needs="replies to mail"),
    Figure("6a", "mails in an answered thread, mean", "3.76", 2.5, 5.0, mail.thread_size, needs="answered threads"),
    Figure("6b", "threads of one mail and one reply", "over 30 %; median 2 mails", 0.30, 0.55, mail.one_reply, "share",
           needs="answered threads"),
    Figure("7", "slow-down of mail that comes at weekends", "13 × (Sunday), 30 × (Saturday)", 5, 35,
           mail.weekend_slowdown, "factor", least=10, needs="replies to weekend mail"),
    Figure("8", "mails received on a workday", "117 mean; 87 mean and 58 median", 15, 120, mail.received, least=25,
           needs="workdays"),
    Figure("9", "direct messages answered within 5 min", "50 %; 92 % in live exchanges", 0.45, 0.92,
           chat.answered_soon, "share", needs="answered direct messages"),
    Figure("10a", "words in a chat message, mean", "13.5", 7, 20, chat.message_words, needs="chat"),
    Figure("10b", "chat messages of 3 words or fewer", "29.0 %; a language model 1.0 %", 0.15, 0.40,
           chat.short_messages, "share", needs="chat"),
    Figure("11", "messages with a polite word", "15.3 %; simulators 49.0 %", 0.08, 0.30, chat.polite, "share",
           needs="messages"),
    Figure("12", "chat messages sent on a workday", "about 27; about 29 exchanged; 153 received", 10, 60,
           mail.chat_sent, least=25, starred=True, needs="workdays"),
    Figure("13a", "meetings in a person's week", "8.2 to 11.5; 15.1 to 25.6 (heavy users)", 6, 18, meetings.per_week,
           least=10, needs="meetings"),
    Figure("13b", "length of a meeting, mean", "35 to 45 min; 50 min", 30, 55, meetings.length, "minutes", least=10,
           needs="meetings"),
    Figure("14", "calls without invitation over calls and meetings", "57 %; 62 %", 0.45, 0.67,
           meetings.without_invitation, "share", needs="calls or meetings"),
    Figure("15a", "meetings that start late", "37 %", 0.25, 0.45, meetings.late_share, "share", needs="meetings"),
    Figure("15b", "invitations declined", "14 % (31 % wished)", 0.08, 0.25, meetings.declined, "share",
           needs="invitations"),
    Figure("16a", "work before a switch, mean", "11:04, 11:28, about 12 min", 8, 15, work.segment, "minutes",
           needs="work at the desk"),
    Figure("16b", "switches that people make themselves", "40 %; 44 %", 0.35, 0.50, work.self_started, "share",
           needs="work at the desk"),
    Figure("17a", "interrupted work resumed the same day", "81.9 %", 0.70, 0.90, work.resumed, "share",
           needs="interrupted work"),
    Figure("17b", "until it is resumed, mean", "23:15; 25:26 (alerts alone 8 to 10) min", 15, 40, work.resume_delay,
           "minutes", needs="interrupted work"),
    Figure("17c", "other tasks in between, mean", "2.26", 1.3, 3.5, work.tasks_between, needs="interrupted work"),
    Figure("18a", "tasks late against one's own date", "62 to 80 % (projects)", 0.55, 0.80, work.late, "share",
           needs="tasks with a date"),
    Figure("18b", "overrun of a task, mean", "20 to 41 % (projects), 64 % (theses)", 0.20, 0.65, work.overrun, "share",
           needs="tasks with a date"),
    Figure("18c", "promises kept by their date", "about 70 % (construction crews)", 0.55, 0.85, work.kept, "share",
           least=20, starred=True, needs="promises with a date"),
    Figure("19a", "talking pairs in one team, over chance", "3.5 (59.0 over 17.0 %); rate ratio 6.2", 2, 6,
           contacts.team_ratio, "factor", needs="talk between colleagues"),
    Figure("19b", "links that are returned", "71.1 %", 0.60, 0.90, contacts.returned, "share",
           needs="talk between colleagues"),
    Figure("20a", "writer of a mail named right", "89 % of 25 writers", 0.70, 0.97, authorship.recognised, "share",
           least=100, needs="a dozen mails of each of several people"),
)  # fmt: skip
"""The rows 1 to 20; row 20b, which needs talk of people to compare with, is added by the report."""

CHOICES: Final = (
    Figure("", "mails sent on a workday", "about 11 (managers), weak", None, None, mail.sent, starred=True),
    Figure("", "chat that is direct, not in a channel", "85 % (one firm)", None, None, chat.direct_share, "share"),
    Figure("", "messages outside the sender's hours", "no share found", None, None, chat.out_of_hours, "share"),
    Figure("", "stretches of work that are interrupted", "57.1 %", None, None, work.interrupted_share, "share"),
    Figure("", "colleagues with 6 messages each way, median", "10 (research staff); 8 (one firm)", None, None,
           lambda logs: contacts.contacts(logs, 6)),
    Figure("", "facts told before anybody asked", "no share found for colleagues", None, None,
           disclosure.told_before_asked, "share"),
)  # fmt: skip
"""Figures for which nothing usable is published, or for one firm alone: told, and never called realistic."""


def measured(figure: Figure, logs: Sequence[Log]) -> Row:
    """The figure in these runs, with a verdict."""
    estimate = figure.measure(logs)
    if figure.low is None and figure.high is None:
        return Row(figure, estimate, "design choice", "no usable published figure")
    if estimate.value is None:
        return Row(figure, estimate, "not applicable", f"no {figure.needs} in these runs")
    if estimate.n < figure.least:
        return Row(figure, estimate, "not applicable", f"{estimate.n} observations are too few: {figure.least} needed")
    low, high = figure.low, figure.high
    if (low is None or estimate.value >= low) and (high is None or estimate.value <= high):
        return Row(figure, estimate, "in range")
    side = "below" if low is not None and estimate.value < low else "above"
    return Row(figure, estimate, "warn" if figure.starred else "out", f"{side} the range")


def table(logs: Sequence[Log], figures: Sequence[Figure] = (*FIGURES, *CHOICES)) -> tuple[Row, ...]:
    """The rows of these figures."""
    return tuple(measured(figure, logs) for figure in figures)
