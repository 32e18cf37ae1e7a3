"""Whether to speak at all, decided by rule and at once, before anything is thought.

Most of what people read at work is not answered: thanks, a nod, what is for others, what the whole floor got. The gate
says so in microseconds. It is also what stops two minds from talking for ever: a conversation has a budget for the day,
and the same words a third time get no answer. The numbers are design values.
"""

from random import Random

from personas.clauses import WANTS, Dissected, Form, dissect
from personas.memory import Memory, fingerprint
from personas.reading import Reading, asked_back, asked_text, read
from personas.schema import Persona
from personas.words import plain, words
from sim.habits import Temper
from sim.mind import Incoming, Moment, React, Silent

SAME = 2
"""How often the same words from the same person get an answer on one day."""
TALK = 12
"""Turns a day with one person in one place after which only work is answered."""
MOST = 30
"""Turns a day with one person in one place after which nothing is answered; twice that aloud."""
_KNOWN = ("statement", "withheld", "pointer", "approvable", "favour", "undertaking")


class Gate:
    """The rules for one person."""

    def __init__(self, persona: Persona, temper: Temper, memory: Memory) -> None:
        self._persona = persona
        self._temper = temper
        self._memory = memory

    def __call__(self, moment: Moment) -> Silent | React | None:
        """Keep silent, or react without a word; None where it takes a thought."""
        incoming = moment.incoming
        if incoming is None:
            return None if moment.errand is not None else Silent(why="nothing to do")
        if incoming.sender.id == moment.me:
            return Silent(why="their own words")
        if "outside" in incoming.sender.relation:
            return Silent(why="from outside the organisation")
        taken = dissect(asked_text(incoming))
        answers = asked_back(moment)
        quiet = self._not_for_me(moment, incoming, taken, answers) or self._enough(moment, incoming, taken, answers)
        if quiet is not None:
            return quiet
        if incoming.chatter:
            return self._passing_the_time(moment, incoming)
        wants = not taken.forms.isdisjoint(WANTS)
        unsure = answers or taken.forms & WANTS == {"correction"} if wants else taken.hints
        if unsure and incoming.addressed in ("me", "us"):
            wants = bool(read(asked_text(incoming), moment).wants)
        if not wants and not (taken.rude and incoming.addressed == "me"):
            return self._no_ask(moment, incoming, taken, answers)
        if incoming.addressed in ("room", "us"):
            return self._in_company(moment, incoming)
        return None

    # -- for whom -------------------------------------------------------------------------------------------------

    def _not_for_me(self, moment: Moment, incoming: Incoming, taken: Dissected, answers: bool) -> Silent | None:
        if incoming.addressed == "cc":
            first = next(iter(words(moment.name)), "")
            called = any(
                first in (plain(name), plain(name).partition(".")[0]) for c in taken.clauses for name in c.called
            )
            return None if called and taken.asks else Silent(why="only in copy")
        if incoming.addressed == "room" and not taken.asks and not answers:
            return Silent(why="to everybody, and asks nothing")
        return None

    def _in_company(self, moment: Moment, incoming: Incoming) -> Silent | None:
        """Asked before others: whoever it is for answers, and of a crowd those who know, not all of them."""
        reading = read(asked_text(incoming), moment)
        wants = reading.wants
        if not wants:
            return Silent(why="asked of somebody else")
        if any(h.whom == "me" for h in wants):
            return None
        known = _something_known(reading, strict=incoming.addressed == "room")
        rng = Random(moment.chance ^ 0x6A7E)
        if incoming.addressed == "us":
            return None if known or rng.random() < 1 / max(1, incoming.readers) else Silent(why="others know better")
        if not known:
            return Silent(why="to everybody, and nothing they know about")
        crowd = 1.0 if incoming.readers <= 8 else 0.6
        willing = (0.35 + 0.45 * self._temper.helpfulness + 0.2 * self._persona.traits.extraversion) * crowd
        return None if rng.random() < willing else Silent(why="somebody else will answer")

    # -- enough ---------------------------------------------------------------------------------------------------

    def _enough(self, moment: Moment, incoming: Incoming, taken: Dissected, answers: bool) -> Silent | None:
        exchange = self._memory.exchange(moment)
        if not answers and dict(exchange.seen).get(fingerprint(asked_text(incoming)), 0) >= SAME:
            return Silent(why="the same again")
        if self._temper.does("pestered", "goes_silent") and moment.irritation > 0.5 and "reminder" in taken.forms:
            return Silent(why="tired of being asked")
        if taken.rude and self._temper.does("insulted", "goes_silent") and incoming.addressed != "room":
            return Silent(why="insulted")
        if exchange.mine >= (MOST if incoming.app not in ("call", "meeting") else 2 * MOST):
            return Silent(why="talked enough for today")
        if exchange.mine >= TALK and not _something_known(read(asked_text(incoming), moment), strict=False):
            return Silent(why="talked enough for today")
        return None

    # -- nothing asked --------------------------------------------------------------------------------------------

    def _no_ask(self, moment: Moment, incoming: Incoming, taken: Dissected, answers: bool) -> Silent | React | None:
        forms, traits, spoken = taken.forms, self._persona.traits, incoming.app in ("call", "meeting")
        rng = Random(moment.chance ^ 0x6A7E)
        if answers and forms != {"thanks"} and _resumes(moment):
            return None
        if answers and incoming.app == "call" and not forms <= {"thanks", "acknowledgement", "goodbye"}:
            return None
        if "small_talk" in forms and "?" in asked_text(incoming) and read(asked_text(incoming), moment).wants:
            return None
        if "thanks" in forms:
            credited = incoming.readers > 1 and incoming.addressed == "me"
            return (
                None if credited and named_in_thanks(moment, taken) else self._nod(moment, "a thanks needs no answer")
            )
        if "goodbye" in forms and spoken and not _said_goodbye(incoming):
            return None
        if incoming.addressed != "me":
            return Silent(why="asks nothing")
        if "introduction" in forms or (forms == {"greeting"} and not _spoken_before(incoming)):
            return None
        if "small_talk" in forms and not answers:
            asked = "?" in asked_text(incoming)
            if rng.random() < (0.35 + 0.6 * traits.extraversion if asked else 0.4 * traits.extraversion):
                return None
        if not forms.isdisjoint(("statement", "status")) and _contradicts(moment, incoming):
            return None
        why: dict[Form, str] = {
            "acknowledgement": "a nod needs no answer",
            "fyi": "for information",
            "promise": "they will see to it",
            "status": "for information",
            "small_talk": "busy",
            "apology": "forgiven",
            "refusal": "so be it",
        }
        return self._nod(moment, next((why[form] for form in why if form in forms), "asks nothing"))

    def _passing_the_time(self, moment: Moment, incoming: Incoming) -> Silent | React | None:
        """Small talk of a colleague's own accord: to oneself it gets a word back now and then, never a second one."""
        if incoming.addressed != "me" or any(line.mine for line in incoming.thread[-3:]):
            return self._nod(moment, "only small talk")
        often = (0.6 if "?" in asked_text(incoming) else 0.4) * self._persona.traits.extraversion
        if Random(moment.chance ^ 0x6A7E).random() < often:
            return None
        return self._nod(moment, "busy")

    def _nod(self, moment: Moment, why: str) -> Silent | React:
        """A reaction by temperament, in chat alone; else silence."""
        incoming, traits, voice = moment.incoming, self._persona.traits, self._persona.voice
        if incoming is None or incoming.app != "chat" or incoming.addressed != "me":
            return Silent(why=why)
        rng = Random(moment.chance ^ 0x40D)
        often = 0.1 + 0.35 * traits.extraversion + 0.25 * traits.agreeableness - 0.3 * voice.formality
        if any(line.mine for line in incoming.thread[-1:]) and "acknowledgement" in dissect(asked_text(incoming)).forms:
            often *= 0.3
        if rng.random() >= often:
            return Silent(why=why)
        own = [e for e in voice.emoji if len(e) <= 2] if rng.random() < voice.emoji_often + 0.3 else []
        return React(emoji=own[int(rng.random() * len(own))] if own else "👍")


def named_in_thanks(moment: Moment, taken: Dissected) -> bool:
    """Whether somebody is thanked by name: this person."""
    first = next(iter(words(moment.name)), "")
    return any(c.form == "thanks" and (first in words(c.text) or first in c.called) for c in taken.clauses)


def _something_known(reading: Reading, *, strict: bool) -> bool:
    """Whether it asks for something of this person's; ``strict`` leaves out what they would have to refuse."""
    kinds = ("statement", "approvable", "favour") if strict else _KNOWN
    return any(h.target is not None and h.target.kind in kinds for h in reading.wants) or (
        not strict and any(h.kind in ("escalation", "approval") for h in reading.wants)
    )


def _resumes(moment: Moment) -> bool:
    """Whether an answer to this person's own question lets them get on with what was asked of them."""
    return any(h.resumed for h in read(asked_text(moment.incoming), moment).heard) if moment.incoming else False


def _contradicts(moment: Moment, incoming: Incoming) -> bool:
    return bool(moment.may_say) and any(h.kind == "correction" for h in read(asked_text(incoming), moment).heard)


def _spoken_before(incoming: Incoming) -> bool:
    return any(line.mine for line in incoming.thread)


def _said_goodbye(incoming: Incoming) -> bool:
    return any("goodbye" in dissect(line.text).forms for line in incoming.thread[-2:] if line.mine)
