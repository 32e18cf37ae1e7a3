"""The people of the library: complete, able to speak, and each like nobody else.

What is measured here is measured on their own words alone, every slot filled with the same sign, so that topics and
names give nobody away.
"""

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from statistics import median

import pytest

from personas.acts import ACTS, SPEECH_ACTS
from personas.grammar import SLOTS, expand
from personas.load import library, load
from personas.schema import Persona
from sim.habits import Channel
from sim.units import HOUR, MINUTE

PEOPLE = {name: load(name) for name in library()}
SIGN = "\N{BLACK SQUARE}"
EACH = pytest.mark.parametrize("who", PEOPLE.values(), ids=list(PEOPLE))

POLITE = re.compile(
    r"\b(please|pls|thank you|thanks|thx|ty|sorry|sry|appreciate[ds]?|grateful|excuse me|pardon|my apologies"
    r"|apologi[sz]e|no worries|i understand)\b",
    re.IGNORECASE,
)
"""The polite words of the User-Sim Index (Zhou et al. 2026), with their short forms."""

ASSISTANT = (
    "how can i help", "how may i help", "happy to help", "happy to assist", "be happy to", "let me know if you",
    "feel free to reach", "great question", "any further questions", "as an ai", "i hope this helps", "rest assured",
    "is there anything else i can",
)  # fmt: skip
"""Talk of assistants: in people nearly 0."""


def say(template: str, rng: random.Random) -> str:
    return expand(template, dict.fromkeys(SLOTS, SIGN), rng, plural=())


def templates(who: Persona) -> list[str]:
    return [template for act in SPEECH_ACTS for template in who.lines(act)]


def own_words(template: str) -> tuple[str, ...]:
    """The words of a template that are the author's, without case and punctuation; a slot is one sign."""
    return tuple(re.findall(r"[^\W_]+|\{\w+\}", template.casefold()))


class Reader:
    """Tells writers apart by runs of two to four characters (naive Bayes)."""

    def __init__(self, lines: Mapping[str, Iterable[str]]) -> None:
        counts = {who: Counter(gram for line in said for gram in self.grams(line)) for who, said in lines.items()}
        kinds = set().union(*counts.values())
        totals = [math.log(count.total() + 0.1 * len(kinds)) for count in counts.values()]
        self.names = list(counts)
        self.unknown = [math.log(0.1) - total for total in totals]
        self.known = {
            gram: [math.log(count[gram] + 0.1) - total for count, total in zip(counts.values(), totals, strict=True)]
            for gram in kinds
        }

    @staticmethod
    def grams(line: str) -> list[str]:
        text = f"^{line}$"
        return [text[at : at + size] for size in (2, 3, 4) for at in range(len(text) - size + 1)]

    def writer(self, lines: Sequence[str]) -> str:
        scores = [sum(column) for column in zip(*map(self.weigh, lines), strict=True)]
        return self.names[scores.index(max(scores))]

    def weigh(self, line: str) -> list[float]:
        rows = [self.known.get(gram, self.unknown) for gram in self.grams(line)]
        return [sum(column) for column in zip(*rows, strict=True)]


@cache
def unseen(fold: int) -> tuple[Reader, dict[str, list[str]]]:
    """A reader who has seen three quarters of everybody's templates, and lines of the fourth, shuffled."""
    rng = random.Random(fold)
    seen: dict[str, list[str]] = defaultdict(list)
    held: dict[str, list[str]] = defaultdict(list)
    for name, who in PEOPLE.items():
        for act in SPEECH_ACTS:
            for index, template in enumerate(who.lines(act)):
                if index % 4 == fold:
                    held[name].append(say(template, rng))
                else:
                    seen[name] += [say(template, rng), say(template, rng)]
        rng.shuffle(held[name])
    return Reader(seen), held


def test_they_are_twenty_six() -> None:
    """The library is as large as an office of which nobody has to be there twice."""
    assert len(PEOPLE) == 26


@EACH
def test_everybody_is_complete(who: Persona) -> None:
    """Each has own words for each speech act, and a life: work, small talk, cares, errors, things left unsaid. There
    is enough of it for a week in which they start a dozen talks of their own."""
    assert [act for act in SPEECH_ACTS if act != "small_talk" and not 4 <= len(who.says.get(act, ())) <= 12] == []
    assert 24 <= len(who.small_talk) <= 40
    assert 12 <= len(who.working_on) <= 20
    assert all(work.lines for work in who.working_on)
    for some in (who.knows, who.cares_about, who.asks_first):
        assert len(some) >= 3
    assert who.believes_wrongly
    assert who.keeps_to_self
    assert who.voice.phrases
    assert who.voice.quirks
    assert who.habits().notice["mail"] != Persona.model_validate({"persona": "x", "about": "x"}).habits().notice["mail"]


@EACH
def test_everybody_can_always_speak(who: Persona) -> None:
    """Every template says something with the slots that are always given, and with all that there ever are."""
    for act in SPEECH_ACTS:
        for template in who.lines(act):
            for slots in (ACTS[act].always, ACTS[act].always | ACTS[act].sometimes):
                said = expand(template, dict.fromkeys(slots, "x"), random.Random(1))
                assert said
                assert not re.search(r"[{}\[\]|]|  | [,.;](?!\.)", said), (act, template, said)


@EACH
def test_nobody_talks_like_an_assistant(who: Persona) -> None:
    """The set phrases of assistants give a simulated person away."""
    said = "\n".join([*templates(who), *(line for work in who.working_on for line in work.lines)]).casefold()
    assert [phrase for phrase in ASSISTANT if phrase in said] == []


def test_no_two_share_a_template() -> None:
    """No template stands in two files. What people do share are words of one or two, "ok" or "any news?": from three
    own words on, nobody says the same, whatever the case and the punctuation."""
    users: dict[object, set[str]] = defaultdict(set)
    for name, who in PEOPLE.items():
        for template in templates(who):
            users[template].add(name)
            words = own_words(template)
            if sum(not word.startswith("{") for word in words) > 2:
                users[words].add(name)
    assert {what: names for what, names in users.items() if len(names) > 1} == {}


def test_no_two_share_a_phrase_a_quirk_or_a_worry() -> None:
    """Stock phrases, quirks, secrets, errors, work and small talk are each one's own."""
    for part in ("knows", "keeps_to_self", "believes_wrongly", "cares_about", "asks_first", "small_talk"):
        lines = [own_words(line) for who in PEOPLE.values() for line in getattr(who, part)]
        assert [line for line, number in Counter(lines).items() if number > 1] == []
    for part in ("phrases", "quirks", "hedges", "interference"):
        lines = [own_words(line) for who in PEOPLE.values() for line in getattr(who.voice, part)]
        assert [line for line, number in Counter(lines).items() if number > 1] == []
    works = [work.what for who in PEOPLE.values() for work in who.working_on]
    assert len(set(works)) == len(works)


def test_nobody_says_a_line_twice() -> None:
    """Within one act no template is listed twice."""
    twice = [
        (name, act, template)
        for name, who in PEOPLE.items()
        for act in SPEECH_ACTS
        for template, number in Counter(who.lines(act)).items()
        if number > 1
    ]
    assert twice == []


def test_single_lines_are_attributed_to_their_writer() -> None:
    """Of 40 lines of each, drawn as they come, at least 80 % are given to their author among 26."""
    rng = random.Random(3)
    draw = {
        name: [say(rng.choice(who.lines(rng.choice(SPEECH_ACTS))), rng) for _ in range(840)]
        for name, who in PEOPLE.items()
    }
    reader = Reader({name: lines[40:] for name, lines in draw.items()})
    right = {name: sum(reader.writer([line]) == name for line in lines[:40]) / 40 for name, lines in draw.items()}
    assert {name: share for name, share in right.items() if share < 0.8} == {}


@pytest.mark.parametrize("fold", range(4))
def test_forty_lines_never_read_before_tell_the_writer(fold: int) -> None:
    """A voice is more than its sentences: of lines whose templates the reader has never seen, at most one of the 26
    writers is mistaken for another."""
    reader, held = unseen(fold)
    assert sum(reader.writer(lines[:40]) != name for name, lines in held.items()) <= 1


def test_three_messages_never_read_before_mostly_do() -> None:
    """Of 25 writers of mail 89 % are recognised (Nizamani and Memon 2013); near 100 % would be caricature. From just
    three unseen messages, the right one of 26 comes first in 65 to 97 % of cases."""
    right = total = 0
    for fold in range(4):
        reader, held = unseen(fold)
        for name, lines in held.items():
            for at in range(0, len(lines) - 2, 3):
                total += 1
                right += reader.writer(lines[at : at + 3]) == name
    assert 0.65 <= right / total <= 0.97


def test_length_and_politeness_are_those_of_people() -> None:
    """15 to 30 % of what they can say are three words or fewer, 8 to 30 % hold a polite word, and both differ
    between persons (Zhou et al. 2026: 29.0 % and 15.3 %; length and its spread tell simulated from real first)."""
    rng = random.Random(2)
    short, polite = {}, {}
    for name, who in PEOPLE.items():
        lines = [say(template, rng) for template in templates(who)]
        short[name] = sum(len(line.split()) <= 3 for line in lines) / len(lines)
        polite[name] = sum(bool(POLITE.search(line)) for line in lines) / len(lines)
    assert 0.15 <= sum(short.values()) / len(short) <= 0.30
    assert 0.08 <= sum(polite.values()) / len(polite) <= 0.30
    assert max(short.values()) > 3 * min(short.values())
    assert max(polite.values()) > 5 * min(polite.values())


def waits(who: Persona, channel: Channel, read: int, write: int) -> list[int]:
    rng, habits = random.Random(who.id), who.habits()
    handling = habits.reads(read) + habits.writes(write)
    return [habits.notice[channel].draw(rng) + habits.reply[channel].draw(rng) + handling for _ in range(300)]


def test_an_office_of_them_answers_like_one() -> None:
    """All together: 45 to 92 % of chats answered within 5 min of working time, mail with a median of 30 to 150 min and
    25 to 60 % within the hour; and persons differ by more than a factor of three (Kooti: by age 13 to 47 min)."""
    chat = {name: waits(who, "chat", 14, 10) for name, who in PEOPLE.items()}
    mail = {name: waits(who, "mail", 80, 43) for name, who in PEOPLE.items()}
    chats = [wait for some in chat.values() for wait in some]
    mails = [wait for some in mail.values() for wait in some]
    assert 0.45 <= sum(wait <= 5 * MINUTE for wait in chats) / len(chats) <= 0.92
    assert 30 * MINUTE <= median(mails) <= 150 * MINUTE
    assert 0.25 <= sum(wait <= HOUR for wait in mails) / len(mails) <= 0.60
    for medians in ([median(some) for some in chat.values()], [median(some) for some in mail.values()]):
        assert max(medians) > 3 * min(medians)


def test_characters_differ() -> None:
    """No two have the same traits, and each trait runs from low to high."""
    traits = [tuple(who.traits.model_dump().values()) for who in PEOPLE.values()]
    assert len(set(traits)) == len(traits)
    for values in zip(*traits, strict=True):
        assert min(values) <= 0.3
        assert max(values) >= 0.7


def test_tempers_differ() -> None:
    """Pestering is taken in many ways, and promises run from hopeful to padded."""
    assert len({who.temper().when["pestered"] for who in PEOPLE.values()}) >= 12
    assert min(who.temper().forecast for who in PEOPLE.values()) < 0.6
    assert max(who.temper().forecast for who in PEOPLE.values()) > 1.2
    assert {who.written_habits.prefers for who in PEOPLE.values()} == {"chat", "mail", "call"}
