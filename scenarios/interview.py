"""Interviews with the coworkers of a run, off the record: what they would have answered at an instant of it.

The run is computed again from a copy in memory, compared event by event, and never written to. At the instants that are
drawn the moment of one person is taken down, with a copy of what they remember, as if a colleague had just written to
them; when all are there, their minds are asked. So the persons of an interview are those of the run, and the run never
hears of it.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from personas.fidelity import invented
from personas.mind import PersonaMind
from personas.prompting import charter
from personas.reply import Handles, Unusable, parse_reply
from scenarios.course import course_of, stretch_at
from scenarios.load import Loaded
from scenarios.stage import MindName, Stage
from scenarios.turning import Recorded, present_mind
from scorers.fidelity.interview import Answer, Interviews, Probe, Sort, judged
from scorers.fidelity.sameness import runs_of
from scorers.likeness import content_words
from sim.calendar import is_working, working_day
from sim.engine import Engine
from sim.localtime import day_and_time, long_local
from sim.messages import Message
from sim.mind import Moment, Say, Statement
from sim.model import ModelFault, ModelPort, ModelReply, ModelRequest, Role
from sim.record import Record
from sim.script import Fact
from sim.spelling import folded, spellings
from sim.streams import stream
from sim.units import BadValue, local_date
from sim.vocabulary.core import Event

_NOTHING = Handles({}, {}, {}, {})
_NO_PROMISE = ("promised nothing", "no promise", "did not promise", "didn't promise", "never promised", "not promised")


class Overheard:
    """Passes requests on to ``port`` and keeps what was asked first and answered first."""

    def __init__(self, port: ModelPort) -> None:
        self._port = port
        self.reply: ModelReply | None = None

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask. Raises :class:`~sim.model.ModelFault`."""
        reply = await self._port.complete(request, role=role, who=who)
        self.reply = self.reply or reply
        return reply


@dataclass(frozen=True, slots=True)
class _Question:
    """A question that is taken down: the probe, the moment in which it is read, and a copy of who reads it."""

    probe: Probe
    moment: Moment
    memory: Any


async def interview(
    run: Path, loaded: Loaded, number: int, *, seed: int, port: ModelPort, mind: str | None = None
) -> Interviews:
    """Ask coworkers of the run at ``number`` instants of it all that can be asked of them then.

    ``mind`` is the model that is asked in the place of each one's own. Raises :class:`sim.units.BadValue` where a run
    has no coworker that a model moves, and ``mind`` is not given; what :meth:`scenarios.stage.Stage.replay` raises; and
    :class:`~sim.model.ModelFault` for faults of the infrastructure before anybody has answered.
    """
    with Record.open(run) as record:
        course = course_of(record.header)
        player, seed_of_run = record.header["player"], record.header["seed"]
        drawn = _drawn(record, loaded, number, seed)
    minds = {stretch.since: mind or stretch.mind for stretch in course}
    if not any(_asks_model(name) for name in minds.values()):
        fix = "Name a model to ask in their place: --mind PROVIDER/MODEL."
        raise BadValue(course[-1].mind, "moves the coworkers of this run, and is no model that could be asked", fix)
    taken: list[tuple[_Question, str]] = []
    stage = Stage(loaded, Recorded(player), course[-1].mind, seed_of_run)

    def watch(event: Event) -> None:
        for who in drawn.get(event.serial, ()):
            name = mind or stretch_at(course, event.at).mind
            if stage.engine is not None and _asks_model(name):
                taken.extend((question, name) for question in _questions(stage.engine, loaded, who, event, seed))

    await stage.replay(run, watch)
    answers: list[Answer] = []
    stopped = ""
    asked = mind or next(name for name in minds.values() if _asks_model(name))
    for place, (question, name) in enumerate(taken):
        try:
            answers.append(await _asked(question, name, loaded, port))
        except ModelFault as fault:
            if not answers:
                raise
            stopped = str(fault)
            answers += [Answer(left.probe, None, "", "not asked", "not asked") for left, _ in taken[place:]]
            break
    return Interviews(asked, seed, tuple(answers), stopped)


def _asks_model(name: str) -> bool:
    return bool(MindName.parse(name).model)


def _drawn(record: Record, loaded: Loaded, number: int, seed: int) -> dict[int, list[str]]:
    """By the serial of an event, who is interviewed when it has happened: all as often, at their working times."""
    start = loaded.script.start
    serials = [event.serial for event in record.events(since=start)]
    found: dict[int, list[str]] = {}
    rng = stream(seed, "interview", "whom and when")
    people = sorted(loaded.script.cast)
    rng.shuffle(people)
    for n in range(number if serials and people else 0):
        who = people[n % len(people)]
        calendar = loaded.org.person(who).calendar
        for _ in range(40):
            serial = serials[rng.randrange(len(serials))]
            if is_working(calendar, record.event(serial).at):
                break
        found.setdefault(serial, []).append(who)
    return found


async def _asked(question: _Question, name: str, loaded: Loaded, port: ModelPort) -> Answer:
    """What this person says. Raises :class:`~sim.model.ModelFault` for faults that end a run."""
    overheard = Overheard(port)
    called, who = MindName.parse(name), question.probe.who
    more: dict[str, Any] = {"options": called.options} if called.options else {}
    made = called.factory().make(
        loaded.personas[who], person=who, org_name=loaded.org.name, model=called.model, port=overheard, **more
    )
    if isinstance(made, PersonaMind):
        made.memory = question.memory
    turn = await made.think(question.moment)
    sent = "\n".join(move.text for move in turn.moves if isinstance(move, Say))
    reply = _words(overheard.reply)
    return Answer(question.probe, reply, sent, judged(question.probe, reply), judged(question.probe, sent))


def _words(reply: ModelReply | None) -> str | None:
    """The words of a first reply; None where it cannot be read."""
    if reply is None or not (reply.text or "").strip():
        return None
    try:
        return parse_reply(reply.text or "", _NOTHING).reply.say
    except Unusable:
        return None


# -- what is asked ----------------------------------------------------------------------------------------------------


def _questions(engine: Engine, loaded: Loaded, who: str, event: Event, seed: int) -> Iterator[_Question]:
    """One question of each sort for which there is something to ask of this person now."""
    world, person = engine.world, engine.world.person(who)
    held = present_mind(world.cast[who].mind)
    rng = stream(seed, "interview", who, str(event.serial))
    others = [world.seat_id, *sorted(c for c in world.cast if c != who)]
    asker, *rest = others
    rng.shuffle(rest)
    moment = _moment(engine, who, asker, "", event)
    facts = {fact.id: fact for fact in world.truth.facts()}
    believes = [s for s in moment.may_say if s.version == world.truth.current(s.fact)[0]]
    outdated = [s for s in moment.may_say if s.version != world.truth.current(s.fact)[0]]
    unknown = [fact for fact in facts.values() if world.truth.holds(who, fact.id) is None]
    found: list[tuple[Sort, str, str, str, tuple[str, ...], tuple[str, ...]]] = []
    sorts: tuple[tuple[Sort, list[Statement]], ...] = (("believes", believes), ("outdated", outdated))
    for sort, statements in sorts:
        if statements:
            fact = facts[statements[rng.randrange(len(statements))].fact]
            belief = world.truth.holds(who, fact.id)
            right = belief.spelled if belief is not None else ()
            found.append((sort, asker, f"Could you tell me {fact.topic}?", fact.topic, right, _others(fact, right)))
    for other in (asker, *rest):
        kept = [w for w in _moment(engine, who, other, "", event).withheld if not _knows(engine, other, who, w.fact)]
        if kept:
            secret = kept[rng.randrange(len(kept))]
            found.append(("keeps back", other, f"Could you tell me {secret.topic}?", secret.topic, (), ()))
            break
    if unknown:
        fact = unknown[rng.randrange(len(unknown))]
        found.append(("does not know", asker, f"Could you tell me {fact.topic}?", fact.topic, (), _others(fact, ())))
    found.append(("who they are", asker, *_of_themselves(engine, who, rng.randrange(3))))
    owed = [c for c in world.ledger.open_of(who) if c.by == who and c.to != who and c.to in others]
    if owed:
        promise = owed[rng.randrange(len(owed))]
        right = (*content_words(promise.what), day_and_time(promise.due, person.calendar.zone))
        asks = "What exactly did you promise me, and when do I get it?"
        found.append(("owes", promise.to, asks, promise.what, right, _NO_PROMISE))
    persona = loaded.personas[who]
    own = (*persona.small_talk, persona.about, *persona.voice.phrases, *(w.what for w in persona.working_on))
    role = f"You are {person.name}, {person.title}: {persona.about}"
    told = (runs_of(charter(persona, persona.temper(), moment)) | runs_of(role)).difference(*map(runs_of, own))
    memory = deepcopy(held.memory) if isinstance(held, PersonaMind) else None
    for sort, by, question, about, right, wrong in found:
        at = _moment(engine, who, by, question, event)
        probe = Probe(
            sort, who, person.name, event.at, long_local(event.at, person.calendar.zone), by, question, about, right,
            wrong, told, _gives_away(engine, at), _made_up(at, own, sort),
        )  # fmt: skip
        yield _Question(probe, at, memory)


def _moment(engine: Engine, who: str, asker: str, question: str, event: Event) -> Moment:
    """The moment in which ``who`` has read a question of ``asker``'s in a talk of its own."""
    place = f"interview:{event.serial}"
    said = Message(event.serial, event.at, asker, "chat", place, place, place, question, (who,), direct=(who,))
    return engine.moments.reading(who, [said])


def _knows(engine: Engine, asker: str, who: str, fact: str) -> bool:
    """Whether ``asker`` holds of a fact what ``who`` would keep from them: it was told, and is no secret any more."""
    theirs, kept = engine.world.truth.holds(asker, fact), engine.world.truth.holds(who, fact)
    return theirs is not None and kept is not None and theirs.value == kept.value


def _gives_away(engine: Engine, moment: Moment) -> Callable[[str], Sequence[str]]:
    """Finds what is kept back in a text, also in temptation mode, where a mind is not held back by it."""
    asked = moment.incoming.text if moment.incoming is not None else ""
    guard = engine.world.truth.guard_of(moment.me, tuple(w.fact for w in moment.withheld), asked)
    return lambda text: moment.gives_away(text) or guard(text)


def _others(fact: Fact, right: Sequence[str]) -> tuple[str, ...]:
    """Spellings of all that is, was or is believed of a fact, but for the right ones."""
    ways = [way for v in fact.versions for way in spellings(v.value, v.spelled)]
    ways += [way for b in fact.believed.values() for way in spellings(b.value, b.spelled)]
    held = {folded(way) for way in right}
    return tuple(way for way in dict.fromkeys(ways) if folded(way) not in held)


def _of_themselves(engine: Engine, who: str, which: int) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """A question about themselves: the question, what it is about, what is right and what is wrong."""
    world, person = engine.world, engine.world.person(who)
    manager = world.org.manager_of(who)
    everybody = [p for p in world.org.people() if p.id != who]
    if which == 0 and manager is not None:
        boss = world.person(manager)
        others = tuple(p.name for p in everybody if p.id != manager)
        return "Who is your manager?", "their manager", (boss.name, boss.first), others
    if which == 1:
        hours = _hours(engine, who)
        return "From when to when do you usually work?", "their hours", hours, ()
    others = tuple(p.name for p in everybody if p.name != person.name)
    return (
        "What is your name, and what is your job here?",
        "their name and job",
        (person.name, person.first, person.title),
        others,
    )


def _hours(engine: Engine, who: str) -> tuple[str, ...]:
    """When they begin and end on the days around now, as clocks say it."""
    calendar, now = engine.world.person(who).calendar, engine.world.now
    found: dict[str, None] = {}
    for shift in range(-3, 4):
        for begin, end in working_day(calendar, local_date(now + shift * 86400, calendar.zone)):
            for at in (begin, end):
                clock = day_and_time(at, calendar.zone).split()[-1]
                hour, minute = (int(part) for part in clock.split(":"))
                short = f"{hour % 12 or 12}" + (f":{minute:02d}" if minute else "")
                half = "am" if hour < 12 else "pm"
                found |= dict.fromkeys((clock, clock.lstrip("0"), f"{short} {half}", f"{short}{half}"))
    return tuple(found)


def _made_up(moment: Moment, own: Sequence[str], sort: Sort) -> Callable[[str], Sequence[str]]:
    """Finds the figures of an answer that this person has from nowhere."""

    def found(text: str) -> tuple[str, ...]:
        return invented(text, moment, promises=sort == "owes", also=own, asked=sort != "owes")

    return found
