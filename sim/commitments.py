"""Who promised what to whom by when: the ledger, and reading a promise in free text by rule.

Coworkers' promises come from their minds as data; the player's are read from what it writes. The confidence says how
sure the reading is: 0.9 for a plain first-person promise with a time, 0.7 without one, 0.5 for a soft one ("I'll try").
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from sim.calendar import WorkCalendar, add_working
from sim.spelling import folded
from sim.units import local_date, local_instant

WITHOUT_A_TIME = 8 * 3600
"""A promise without a time falls due after so many working seconds of the one who gives it (design choice)."""

_THING = (
    r"(?:it|this|that|them|both|everything|all of it|(?:the|a|an|my|our|your|this|that|these|those) "
    r"(?!bank|suppliers?\b|customers?\b|carriers?\b|drivers?\b|trucks?\b|auditors?\b|visitors?\b|people\b)"
    r"[^,;.!?]{2,50}?)"
)
_WITH_YOU = (
    r"(?:with you|(?:on|at) your desk|in your (?:inbox|mailbox|hands|mail)|yours|"
    r"ready for you)"
)
_PROMISE = re.compile(
    r"\b(?:i(?:'ll| will| shall| am going to|'m going to| can have| (?:hereby )?promise\b| commit to| undertake to|"
    r" guarantee\b)|"
    r"you(?:'ll| will| shall| are going to|'re going to) (?:have|get|hear|receive)|"
    r"we(?:'ll| will| shall)|consider it done|"
    r"(?:it|this|that)(?:'ll| will) be (?:there|ready|done|finished)|"
    r"(?:(?:^|[,;:]\s*)(?:(?:ok(?:ay)?|yes|sure|right),? )?|\b(?:i'm|i am|we're|we are|already|right|straight) )"
    r"on it\b(?! (?:is|was|that|says?|there|you|we|i)\b)|will do\b|"
    r"leave (?:it|that|this) (?:with|to) me|(?:you can |you may )?(?:count|rely) on (?:me|it|having)|you have my word)"
    rf"|\b{_THING}(?:'ll| will| shall) (?:be|reach|land|arrive) (?:(?:back|there|waiting) )*(?:{_WITH_YOU}|you\b|"
    r"in your\b)"
    r"|(?:^|[,;:]\s*|\band |\bcan |\bmay |\bplease |\bjust )expect "
    r"(?!(?:a |an |the |some )?(?:delays?|troubles?|problems?|changes?|worst|unexpected|rain|snow|"
    r"[a-z]+ from (?!me|us)))"
    r"(?:it|them|both|the|a|an|my|our|this|that|everything|to (?:have|hear|get))\b"
    r"|^(?:you can |you may )expect\b|^(?:ok(?:ay)?,? |yes,? |sure,? )*will (?:send|check|get|come|write|have|call|"
    r"bring|deliver|let you)\b",
    re.I,
)
"""Words that promise by themselves, in one sentence."""
_WITH_A_TIME = re.compile(
    r"\byou(?:'ve got| have| get| receive| hear(?: back)? from (?:me|us))\b"
    r"(?! (?:to|been|time|until|till|the right|a right|no|enough)\b)"
    r"(?!.{0,40}\b(?:meeting|call|appointment|interview|visitors?|visit|flight|train|holiday|leave|day off|training|"
    r"deadline|already|yesterday|since)\b)"
    rf"|\b{_THING}(?:'s| is| are| goes| go| gets| comes| reach(?:es)?) (?:out |over |back )?(?:to |(?={_WITH_YOU}))"
    rf"?(?:you\b|{_WITH_YOU})"
    r"|\bi(?:'m| am) (?:sending|getting|bringing|writing|calling|delivering|having|handing|mailing|preparing)\b"
    r"|\bi (?:can |could )?(?:send|bring|deliver|get you|get back|get it|call|ring|write to|mail|hand|let you know|"
    r"have (?:it|that|this)|give you|finish|come back)\b(?! .{0,20}\b(?:every|always|usually|never|often)\b)"
    r"|\b(?:is|are) coming (?:to you|over|your way)\b|\bmy [a-z]+ follows?\b|\b(?:back to|done for) you\b|"
    r"^(?:promised?|deal|sure|yes|ok(?:ay)?|done)\b[^?]{0,40}\bby\b"
    r"|\bi owe you\b|\bgive me (?:until|till|an?|half|two|three|\d+)\b|\bmy word\b"
    rf"|^{_THING} by\b.{{0,30}}\bpromised?\b",
    re.I,
)
"""Words that promise where a time to come stands with them ("you have the list this afternoon")."""
_SOFT = re.compile(
    r"\b(?:try|might|may|maybe|perhaps|hope to|hopefully|probably|should be able|if i can|if possible|see if|"
    r"see whether)\b",
    re.I,
)
_NOT = re.compile(
    r"\b(?:i(?:'ll| will)(?: not| never|n't)|won't|i(?:'ll| will) (?:be (?:out|away|off|late|there|around|in|honest)|"
    r"wait|hold|assume|take it that|need|see you|leave it there|let you go|stop|believe|admit|have (?:a|another|the) "
    r"(?:coffee|look at that when|break|word)|pass\b|miss\b|take (?!care|over|a look|it (?:up|from|on|over|to)|that "
    r"on))|"
    r"we(?:'ll| will) (?:see|need|not|never|be (?:out|away|closed|late))|you(?:'ll| will) (?:see (?:that|why|what)|"
    r"have to|find (?:that|out)|hear that|get used)|(?:can't|cannot|can not|not going to|don't|do not) (?:promise|"
    r"guarantee|count|expect|have|get)|(?:i|we) (?:don't|do not|never)|never|unless|provided|assuming|depending|"
    r"subject to|would have|i'd (?:have|send|love|be)|could have|(?:once|when|as soon as) you|as soon as (?!i\b|"
    r"we\b|possible)|"
    r"once (?!i\b|we\b|more\b))\b",
    re.I,
)
_IF = re.compile(
    r"(?<!check )(?<!see )(?<!ask )(?<!know )(?<!out )(?<!confirm )(?<!look )(?<!tell you )(?<!verify )(?<!as )"
    r"\bif (?!i can\b|i may\b|possible|needed|necessary|all goes|nothing|that's (?:ok|okay|fine|all right|early)|"
    r"that (?:is|works)|it helps|you (?:like|want|don't mind|prefer))",
    re.I,
)
_WHO_SAYS = (
    r"(?:he|she|they|you|it|who|somebody|someone|everybody|(?-i:(?!I\b)[A-Z][\w'’-]+)|the [a-z]+(?: [a-z]+)?|"
    r"(?:my|our|your) [a-z]+)"
)
_REPORTS = re.compile(
    rf"\b{_WHO_SAYS}(?: (?:has|have|had|just|already|also|even|always|only))* (?:said|says?|promised|promises|told|"
    r"tells|wrote|writes|claims?|claimed|thinks?|thought|believes?|assured|assures|mentioned|confirmed|confirms|"
    r"announced|"
    r"guarantees?|guaranteed|hopes?|expects?)\b|\baccording to\b|\bi (?:was|have been|am) (?:told|promised|assured)\b|"
    r"\bi (?:heard|read|thought|think you|understand (?:that )?you|wish|need|expect)\b|"
    r"\b(?:his|her|their|your) words\b",
    re.I,
)
"""The promise of somebody else, or an expectation, that is told or taken up."""
_QUOTED = re.compile(r"^\s*>.*|\"[^\"]*\"|“[^”]*”")
_ASKS = re.compile(
    r"^(?:so |and |but |or |hi |hello |then )*(?:will|would|can|could|shall|should|may|do|does|did|is|are|when|what|"
    r"how|"
    r"why|who|where|please (?!expect))\b(?! (?:do|send|check|get|come|write|have|call|bring|deliver|let "
    r"you)\b(?!.*\?))",
    re.I,
)


def _promises(sentence: str) -> bool:
    """Whether a sentence promises something to whom it is written to."""
    sentence = _QUOTED.sub(" ", sentence)
    if sentence.rstrip().rstrip("\"')").endswith("?"):
        return False
    if _NOT.search(sentence) or _IF.search(sentence) or _REPORTS.search(sentence) or _ASKS.search(sentence):
        return False
    return _PROMISE.search(sentence) is not None or (
        _WITH_A_TIME.search(sentence) is not None
        and (_TIME.search(sentence) is not None or _DATE.search(sentence) is not None)
    )


_DAY = {name: number for number, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May)|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_TH = r"(?:st|nd|rd|th)?"
_DATE = re.compile(
    r"\b(?P<iso>\d{4}-\d\d-\d\d)\b"
    rf"|\b(?P<dom>\d{{1,2}}){_TH}(?: of)? (?P<month>{_MONTH})\b(?:,? (?P<year>20\d\d)\b)?"
    rf"|\b(?P<month2>{_MONTH}) (?:the )?(?P<dom2>\d{{1,2}}){_TH}(?!\w|[:.]\d)(?:,? (?P<year2>20\d\d)\b)?",
    re.I,
)
_TIME = re.compile(
    r"\b(?:(?P<day>mon(?:day)?s?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|"
    r"sun(?:day)?)|(?P<rel>today|tonight|tomorrow|"
    r"this (?:morning|afternoon|evening)|end of (?:the )?day|eod|close of business|cob|noon|midday|"
    r"end of (?:the )?week|eow|(?:early |later |some time )?next week|(?:(?<=day )|(?<=tomorrow )|(?<=in the ))morning|"
    r"(?<=before )lunch|(?<=by )lunch(?:time)?|(?<=over )lunch|(?<=at )lunch(?:time)?))\b"
    r"|\b(?:within|in) (?P<n>\d+|an?|half an|a couple of|a few|two|three|four|five) "
    r"(?P<unit>min|minute|hour|hr|day|week)s?\b"
    r"|\b(?:at|by|before|until)?\s*(?P<h>\d{1,2})[:.](?P<m>\d{2})\b"
    r"|\b(?:by|before) (?P<oclock>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
    r"(?: o'?clock)?(?=[.,;!?)]|$| today| tomorrow)"
    r"|\b(?:at|by|before)\s+(?P<h12>\d{1,2})\s*(?P<ampm>am|pm)\b",
    re.I,
)
_COUNT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = {"a": 1, "an": 1, "half an": 0.5, "a couple of": 2, "a few": 3, "two": 2, "three": 3, "four": 4, "five": 5}
_UNIT = {"min": 60, "minute": 60, "hour": 3600, "hr": 3600, "day": 8 * 3600, "week": 40 * 3600}
_HOURS = {
    "noon": 12 * 60, "midday": 12 * 60, "lunch": 12 * 60, "lunchtime": 12 * 60, "morning": 12 * 60,
    "this morning": 12 * 60, "this evening": 19 * 60, "tonight": 20 * 60,
}  # fmt: skip
_STOP = frozenset(
    "the a an it to of for you your my me i will ll ve have get send let know by at on in and with that this is be as "
    "soon today tomorrow then back can do got please about from we our its them him her they some more all "
    "now so".split()
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A promise read in a text: what it says, when it falls due (an instant), and how sure the reading is."""

    what: str
    due: int
    timed: bool
    confidence: float


def read_promises(text: str, now: int, calendar: WorkCalendar) -> tuple[Reading, ...]:
    """The promises a person makes in ``text``, written at ``now`` by somebody with this calendar."""
    found = []
    for sentence in _sentences(text):
        if not _promises(sentence):
            continue
        due = read_time(sentence, now, calendar)
        soft = _SOFT.search(sentence) is not None
        confidence = 0.5 if soft else 0.9 if due is not None else 0.7
        found.append(
            Reading(
                " ".join(sentence.split()),
                due or add_working(calendar, now, WITHOUT_A_TIME),
                due is not None,
                confidence,
            )
        )
    return tuple(found)


FARTHEST = 366 * 86400
"""A promise for more than a year from now, in seconds, is a way of speaking and names no time."""
LONG_PAST = 30
"""A date without a year that has passed by more days than this is one of next year (design choice)."""


def read_time(text: str, now: int, calendar: WorkCalendar) -> int | None:
    """The instant that "by Thursday noon", "tomorrow 10:00" or "in two hours" means, or None where a text names none.

    A day without an hour means its end of work for this person; a time of day that has passed means the next day. A
    date ("Friday 3 July", "July 3rd", "2026-07-03") says which day, whatever weekday stands with it; one that has
    passed names no time to come, or, where that was over a month ago and no year stands with it, is next year's.
    """
    zone = calendar.zone
    today = local_date(now, zone)
    if (dated := _date_in(text, today)) is not None:
        return _on(dated, _DATE.sub(" ", text), now, calendar)
    day, minute, relative, named = today, None, None, False
    for match in _TIME.finditer(text):
        part = match.groupdict()
        if part["day"]:
            ahead = (_DAY[part["day"].lower()[:3]] - today.weekday()) % 7
            day, named = today.fromordinal(today.toordinal() + ahead), True
        elif part["rel"]:
            word = part["rel"].lower()
            if word in _HOURS:
                minute = _HOURS[word]
            elif word == "tomorrow":
                day, named = today.fromordinal(today.toordinal() + 1), True
            elif word.endswith("next week"):
                day, named = today.fromordinal(today.toordinal() + 11 - today.weekday()), True
            elif "week" in word or word == "eow":
                day, named = today.fromordinal(today.toordinal() + (4 - today.weekday()) % 7), True
            else:
                named = True
        elif part["n"]:
            count = _NUMBER.get(part["n"].lower()) or float(part["n"][:9])
            relative = int(count * _UNIT[part["unit"].lower()])
        else:
            minute = _clock(part)
    if relative is not None:
        # Working time runs at most as fast as time itself, so more than a year of it cannot fall within one.
        return None if relative > FARTHEST / 4 else add_working(calendar, now, relative)
    if minute is None and not named:
        return None
    if minute is None:
        minute = _end_of_work(day.weekday(), calendar)
    due = local_instant(day, minute, zone)
    if due <= now:
        due = local_instant(day.fromordinal(day.toordinal() + (7 if named and day != today else 1)), minute, zone)
    return due


def _date_in(text: str, today: date) -> date | None:
    """The first date that a text names, of this year where it names none, or of the next where that is long past."""
    for match in _DATE.finditer(text):
        part = match.groupdict()
        try:
            if part["iso"]:
                return date.fromisoformat(part["iso"])
            month = _MONTHS.index((part["month"] or part["month2"]).lower()[:3]) + 1
            year = part["year"] or part["year2"]
            found = date(int(year or today.year), month, int(part["dom"] or part["dom2"]))
            if year is None and (today - found).days > LONG_PAST:
                found = found.replace(year=found.year + 1)
        except ValueError:
            continue  # the 31st of June is no date
        return found
    return None


def _on(day: date, text: str, now: int, calendar: WorkCalendar) -> int | None:
    """The time on this day that a text names, or the end of work; None where that has passed."""
    parts = [match.groupdict() for match in _TIME.finditer(text)]
    named = [minute for part in parts if (minute := _HOURS.get((part["rel"] or "").lower(), _clock(part))) is not None]
    due = local_instant(day, named[-1] if named else _end_of_work(day.weekday(), calendar), calendar.zone)
    return due if due > now else None


def _clock(part: Mapping[str, str | None]) -> int | None:
    """The minute of the day that a time of day means; None of one that no clock shows (25:00)."""
    if bare := part["oclock"]:
        hour = _COUNT.index(bare.lower()) + 1 if bare.isalpha() else int(bare)
        # A bare figure at work means the day: one to seven are in the afternoon.
        return (hour + 12 if hour < 8 else hour) % 24 * 60
    if part["h"] and part["m"]:
        hour, minute = int(part["h"]), int(part["m"])
        is_one = minute < 60 and (hour < 24 or (hour, minute) == (24, 0))
        return hour % 24 * 60 + minute if is_one else None
    if part["h12"] and part["ampm"]:
        return (int(part["h12"]) % 12 + (12 if part["ampm"].lower() == "pm" else 0)) * 60
    return None


def _end_of_work(weekday: int, calendar: WorkCalendar) -> int:
    stretches = calendar.hours.on(weekday)
    return stretches[-1][1] if stretches else 17 * 60


def _sentences(text: str) -> Iterator[str]:
    for part in re.split(r"(?<=[.!?;])\s+|\n+", text.replace("’", "'")):
        if part.strip():
            yield part.strip()


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its matter, folded."""
    return frozenset(w for w in re.findall(r"[^\W_]{3,}", folded(text)) if w not in _STOP)


_WHEN = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun tonight morning afternoon "
    "evening noon midday lunch lunchtime week end hour hours minute minutes min days day close business before until "
    "till within after latest later early next promise promised expect count rely consider done sure yes yep okay fine "
    "course gladly shall ready january february march april may june july august september october november "
    "december".split()
)
"""Words of a promise that say when, or that it is one, and not what is promised."""


def matter_of(promise: str) -> frozenset[str]:
    """What a promise promises, in its words: none for "Yes, you have it before noon"."""
    return frozenset(w for w in content_words(promise) if w not in _WHEN and not w[0].isdigit())


def same_matter(old: str, new: str) -> bool:
    """Whether two promises are of one thing: they share two thirds of the words of the one that says less of it."""
    mine, theirs = matter_of(old), matter_of(new)
    return bool(mine and theirs) and 3 * len(mine & theirs) >= 2 * min(len(mine), len(theirs))


_HANDS_OVER = re.compile(
    r"(?:^|\s)/[\w./ -]*\w|\b[\w-]+\.(?:md|txt|csv|xlsx?|docx?|pdf|pptx?)\b|"
    r"\b(?:here(?:'s| is| are| you (?:are|go)| it is| they are)|attached|enclosed|"
    r"(?:is|are|it's|they're|all|now|been) (?:now |all |already )?(?:done|ready|finished|complete|there|in place|"
    r"signed|sent|uploaded|filed|settled|with you|in (?:your|the) [a-z]+|on (?:your desk|the drive)))\b|^done\b",
    re.I | re.M,
)


def hands_over(text: str) -> bool:
    """Whether a message hands something over, or says that it is there: a file by its name, "here is", "it is done"."""
    return _HANDS_OVER.search(text.replace("\u2019", "'")) is not None and not any(
        sentence.endswith("?") and _HANDS_OVER.search(sentence) for sentence in _sentences(text)
    )


def keeps(promise: str, text: str) -> bool:
    """Whether a message with this text takes up what a promise is about: two words of its matter, or the one it has.

    A promise of "it", with no word for what that is, is kept by what hands something over.
    """
    matter = matter_of(promise)
    return len(matter & content_words(text)) >= min(2, len(matter)) if matter else hands_over(text)


_LETS_OFF = re.compile(
    r"\b(?:no longer (?:need|want|require)(?:ed)?|no longer necessary|(?:do not|don't|not) need(?:ed)? (?:[^ ]+ ){0,6}?"
    r"(?:any ?more|any longer|after all)|(?:you|there) (?:need not|needn't|don't have to|do not have to|is no need to)"
    r" (?:send|do|write|bring|get|look|find|prepare|finish|make|check|bother)|(?:there is |there's )?no need for|"
    r"(?:never mind|forget|drop|scrap) (?:about )?(?:the|that|it|your)|let you off|release you from)\b",
    re.I,
)
_ONLY_LATER = re.compile(
    r"\b(?:to(?:day|morrow|night)|yet|now|right away|before|until|till|by|so soon|this week)\b", re.I
)


def lets_off(promise: str, text: str, *, only: bool) -> bool:
    """Whether a message of whoever was promised something says that it is not needed any more: in a sentence that names
    what was promised, or, where it is the ``only`` promise between the two, speaks of it. "Not today" lets nobody off.
    """
    matter = matter_of(promise)
    for sentence in _sentences(text.replace("\u2019", "'")):
        if sentence.endswith("?") or _LETS_OFF.search(sentence) is None or _ONLY_LATER.search(sentence) is not None:
            continue
        named = len(matter & content_words(sentence)) >= min(2, len(matter)) if matter else False
        if named or (only and re.search(r"\b(?:it|that|this|them)\b", sentence, re.I) is not None):
            return True
    return False


@dataclass(slots=True)
class Commitment:
    """An open or closed promise."""

    id: str
    by: str
    to: str
    what: str
    due: int
    made: int
    confidence: float
    app: str
    ref: str
    fact: str | None = None
    favour: str | None = None
    task: str | None = None
    closed: str | None = None


MOVED = 900
"""Seconds by which a date must be later to be another one."""


class Ledger:
    """All commitments of a run, in the order they were made."""

    def __init__(self) -> None:
        self._all: dict[str, Commitment] = {}
        self._count = 0

    def make(
        self,
        *,
        by: str,
        to: str,
        what: str,
        due: int,
        made: int,
        confidence: float,
        app: str,
        ref: str,
        fact: str | None = None,
        favour: str | None = None,
        task: str | None = None,
    ) -> Commitment:
        """Enter a promise."""
        self._count += 1
        made_ = Commitment(
            f"p{self._count}",
            by,
            to,
            what,
            due,
            made,
            confidence,
            app,
            ref,
            fact,
            favour,
            task,
            None,
        )
        self._all[made_.id] = made_
        return made_

    def get(self, id: str) -> Commitment:
        """The commitment with this id. Raises ``KeyError``."""
        return self._all[id]

    def open_of(self, who: str) -> tuple[Commitment, ...]:
        """Open promises that ``who`` gave or was given, oldest first."""
        return tuple(c for c in self._all.values() if c.closed is None and who in (c.by, c.to))

    def kept_by(
        self, by: str, to: tuple[str, ...], text: str, facts: tuple[str, ...], ref: str
    ) -> tuple[Commitment, ...]:
        """Open promises of ``by`` to one of ``to`` that a message with this text and these facts fulfils.

        A promised fact is fulfilled by telling it, a promised piece of work by its being done, whatever is said of it
        meanwhile; anything else by a message, other than the one that made the promise, that :func:`keeps` it and
        promises nothing itself.
        """
        found = []
        for c in self._all.values():
            if c.closed is not None or c.by != by or c.to not in to or c.ref == ref or c.favour is not None:
                continue
            if c.fact is not None:
                if c.fact in facts:
                    found.append(c)
            elif keeps(c.what, text) and not any(map(_promises, _sentences(text))):
                found.append(c)
        return tuple(found)

    def moved_by(self, new: Commitment) -> tuple[Commitment, ...]:
        """Open promises of the same thing between the same two to which ``new`` gives a later date in time."""
        return tuple(
            c
            for c in self._all.values()
            if c.closed is None and (c.by, c.to) == (new.by, new.to) and c.ref != new.ref
            and c.favour is None and new.favour is None and c.fact == new.fact and c.task == new.task
            and new.made <= c.due <= new.due - MOVED
            and (new.fact is not None or same_matter(c.what, new.what))
        )  # fmt: skip

    def released_by(self, by: str, to: tuple[str, ...], text: str) -> tuple[Commitment, ...]:
        """Open promises made to ``by`` by one of ``to``, of which a message with this text says that it is not needed
        any more. Work that was taken on goes on."""
        found = []
        for who in dict.fromkeys(to):
            given = [c for c in self._all.values() if c.closed is None and (c.by, c.to) == (who, by)]
            found += [c for c in given if c.favour is None and lets_off(c.what, text, only=len(given) == 1)]
        return tuple(found)
