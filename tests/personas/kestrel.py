"""Companies of twelve to try questions on (kestrel, lantern, juniper), and what counts as a right answer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from personas.fidelity import invented
from personas.load import load
from personas.reflex import Reflex
from personas.schema import Persona
from sim.mind import Contact, Incoming, Line, Moment, Pointer, React, Say, Silent, Statement, Turn, Withheld
from sim.spelling import spellings, states

HERE = Path(__file__).parent
ASKER = Contact(
    id="seat", name="Robin Vale", first="Robin", title="Project coordinator", relation=("peer", "colleague"), trust=0.6
)


@lru_cache(maxsize=4)
def company(name: str) -> Mapping[str, Any]:
    """People and facts of a company's file."""
    found: Mapping[str, Any] = plain_yaml(f"{name}.yaml")
    return found


def plain_yaml(name: str) -> Any:
    """A YAML file beside this one, as plain data."""
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Question:
    """One question and what is right."""

    to: str
    ask: str
    app: str = "chat"
    before: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    sends: tuple[str, ...] = ()
    keeps: str | None = None
    knows: str | None = None
    at: str = "kestrel"
    """The company that it is asked in."""


def questions(name: str, at: str = "kestrel") -> list[Question]:
    """The questions of a file, to people of the company ``at``."""
    found = []
    for entry in plain_yaml(f"{name}.yaml"):
        given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
        found.append(Question(**given, at=at))
    return found


def moment_of(question: Question, chance: int) -> Moment:
    """The moment in which the one asked has read the question."""
    people, facts, me = company(question.at)["people"], company(question.at)["facts"], question.to
    head = list(people)[-1]
    contacts = [ASKER] + [
        Contact(
            id=who,
            name=p["name"],
            first=p["name"].split()[0],
            title=p["title"],
            relation=("manager",) if who == head else ("report",) if me == head else ("peer", "colleague"),
            looks_after=tuple(p["looks_after"]),
        )
        for who, p in people.items()
        if who != me
    ]
    may, kept, pointers = [], [], []
    for name, f in facts.items():
        topic, also = f["topic"], tuple(f["asked_as"])
        if f["by"] != me:
            pointers.append(Pointer(fact=name, topic=topic, asked_as=also, who=(f["by"],)))
        elif "kept" in f:
            kept.append(Withheld(fact=name, topic=topic, asked_as=also, why=f["kept"]))
        else:
            may.append(Statement(fact=name, topic=topic, asked_as=also, value=f["value"]))
    name = people[me]["name"]
    lines = [
        Line(
            who="seat" if line[0] == ">" else me,
            name=ASKER.name if line[0] == ">" else name,
            text=line[2:],
            at="Tue 10:0" + str(n),
            mine=line[0] == "<",
        )
        for n, line in enumerate(question.before)
    ]
    asked = Line(who="seat", name=ASKER.name, text=question.ask.strip(), at="Tue 10:15")
    return Moment(
        me=me,
        name=name,
        title=people[me]["title"],
        org=question.at.capitalize(),
        local_time="Tue 10 March 2026, 10:15",
        occasion="call" if question.app == "call" else "message",
        incoming=Incoming(
            app=question.app,  # type: ignore[arg-type]
            ref="m1",
            place="dm",
            sender=ASKER,
            subject="A question" if question.app == "mail" else None,
            lines=(asked,),
            thread=tuple(lines),
        ),
        contacts=tuple(contacts),
        may_say=tuple(may),
        withheld=tuple(kept),
        pointers=tuple(pointers),
        chance=chance,
    )


@dataclass
class Tally:
    """How a set of questions went: how often each kind of answer came, what was wrong and why, what was made up."""

    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share of right answers."""
        whole = sum(self.kinds.values())
        return 1 - self.kinds["wrong"] / whole if whole else 0.0

    def told(self) -> str:
        """In words, for whoever wants to mend the rules."""
        return "\n".join([f"{self.rate:.1%} of {sum(self.kinds.values())}: {dict(self.kinds)}", *self.wrong])


@lru_cache(maxsize=64)
def _persona(name: str) -> Persona:
    return load(name)


async def ask(asked: Sequence[Question], seed: int = 1) -> Tally:
    """Ask each question of a mind that has no memory yet."""
    rng, tally = Random(seed), Tally()
    for question in asked:
        moment = moment_of(question, rng.getrandbits(40))
        persona = _persona(company(question.at)["people"][question.to]["persona"])
        mind = Reflex(persona, person=question.to, org_name=question.at.capitalize())
        held = mind.gate(moment)
        turn = Turn(moves=(held,)) if held is not None else await mind.think(moment)
        kind, why = judged(question, turn)
        tally.kinds[kind] += 1
        if kind == "wrong":
            said = " / ".join(m.text for m in turn.moves if isinstance(m, Say)) or str(turn.moves[0])
            tally.wrong.append(f"{question.to}: {question.ask!r}\n    {why}; read {turn.read_as}; said {said!r}")
        own = [line for lines in persona.says.values() for line in lines] + list(persona.small_talk)
        for move in turn.moves:
            if isinstance(move, Say):
                tally.invented += invented(move.text, moment, promises=bool(move.promises), also=own)
    return tally


def judged(question: Question, turn: Turn) -> tuple[str, str]:
    """What kind of answer this is ("told", "put off", "sent on", "kept", "knew nothing", "wrong"), and why it is wrong.

    A question for several facts is right where each is told, or put off by name with a promise of when.
    """
    facts = company(question.at)["facts"]
    said = [m for m in turn.moves if isinstance(m, Say)]
    text = "\n".join(m.text for m in said)
    told = {f for f, spec in facts.items() if "value" in spec and states(text, spellings(spec["value"]))}
    stated = {f for m in said for f in m.states}
    about = {label.partition(":")[2] for label in turn.read_as if ":" in label}
    if stated - set(question.tells):
        return "wrong", f"told {sorted(stated - set(question.tells))}"
    if isinstance(turn.moves[0], Silent | React) and not question.knows:
        return "wrong", "no answer"
    elsewhere = {"a call", "by phone", "by mail", "on chat"}
    if question.tells:
        promised = {p.fact for m in said for p in m.promises}
        missing = set(question.tells) - told - promised
        if missing and len(question.tells) > 2 and elsewhere & {a for m in said for a in m.asks}:
            return "other channel", ""
        if missing:
            return "wrong", f"did not tell {sorted(missing)}"
        return ("told" if set(question.tells) <= told else "put off"), ""
    if question.sends:
        to = {p for m in said for p in m.points_to}
        return ("sent on", "") if to & set(question.sends) else ("wrong", f"sent to {sorted(to)}")
    if question.keeps:
        return ("kept", "") if question.keeps in about else ("wrong", f"did not see that it is {question.keeps}")
    return ("knew nothing", "") if not about & set(facts) else ("wrong", f"took it for {sorted(about)}")
