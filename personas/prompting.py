"""The prompt of a coworker: a charter that never changes, then the days before, the thread, and last the moment.

In this order so that a provider can reuse what it has read before: nothing that changes from call to call stands before
the thread. Only what the person may say to this audience is in it at all.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from personas.clock import hour_of, hours_said, quarter_due, span
from personas.deadlines import WORKDAY
from personas.grammar import expand
from personas.languages import spoken
from personas.memory import View
from personas.people import listed
from personas.reading import Reading
from personas.reply import LONGEST, Handles
from personas.requests import another_amount
from personas.schema import Persona
from personas.topics import Topics
from sim.habits import EFFECTS, Channel, Provocation, Temper
from sim.mind import Contact, Moment
from sim.model import Message

if TYPE_CHECKING:
    from jinja2 import Environment

FACTS = 24
"""Facts, withheld topics and pointers (of each) that a prompt lists: those nearest to what is spoken of."""
PEOPLE = 12
"""People a prompt lists."""
_PROMPTS = Path(__file__).parent / "prompts"
_LENGTHS = {
    "terse": "a few words, seldom more than six",
    "short": "short: mostly under fifteen words",
    "medium": "a sentence or two, under thirty words",
    "long": "at some length",
}
_MOST = {"terse": 240, "short": 300, "medium": 500, "long": 900}
"""Characters from which a line in chat or on the phone is longer than such a person ever makes one; mails may be twice
as long. Design values, far beyond what is asked for: a model that loops has to stop somewhere."""
_STANDINGS = {
    "mine": "yours to decide.",
    "above_my_limit": "above what you may approve.",
    "not_mine": "not yours to decide.",
    "needs_more": "yours, but the request is incomplete.",
    "too_early": "not before somebody else was tried; ask whether they have been.",
    "party": "your own quarrel: you do not settle it.",
    "put_off": "it waits for you and you let it lie: say nothing of it, or face to face that it is on your pile.",
    "already_granted": "granted already.",
    "already_refused": "refused already; that stands.",
}
_PROGRESS = {
    "free": "you could take it on.",
    "doing": "you are doing it now.",
    "done": "you have done it.",
    "not_for_you": "you do not do this for them.",
}
_REASONS = {
    "not_to_you": "it is not for them",
    "in_person_only": "you tell it face to face only",
    "by_call_only": "you tell it on the phone only",
    "by_mail_only": "you tell it by mail only",
    "not_here": "not in this company",
    "not_yet": "it is too early",
    "policy": "a policy forbids it",
    "trust": "you do not trust them enough",
}
_CHANNELS = {
    "chat": "This is chat: a line or a few, no sign-off.",
    "mail": "This is a mail: greeting and sign-off as is your way.",
    "call": "You are on the phone: a sentence or two, as spoken.",
    "meeting": "You are in a meeting: a sentence or two, as spoken.",
    "channel": "This goes to a whole channel: a line or two.",
    "tracker": "This is a comment on a ticket: a line or two.",
    "drive": "This is a comment on a file: a line or two.",
    "calendar": "This is an answer to an invitation: a line.",
}


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_PROMPTS),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )


def render(prompt: str, **values: Any) -> str:
    """The prompt file of this name, filled in. Raises ``jinja2.UndefinedError`` for a blank that is not given."""
    return _environment().get_template(f"{prompt}.md").render(values).strip()


def prompt(
    persona: Persona, temper: Temper, moment: Moment, reading: Reading, view: View, *, short: bool = False
) -> tuple[tuple[Message, ...], Handles]:
    """The messages for a moment, and the handles by which they list things.

    ``short`` leaves out the days before and most of the thread and of what is less near: for a model whose context is
    too small for all of it.
    """
    handles = _handles(moment, reading, 6 if short else FACTS)
    parts = [
        "" if short else render("day", digest=view.digest),
        _thread(moment, view, 2 if short else 12),
        _ask(persona, temper, moment, reading, handles, 6 if short else FACTS),
    ]
    user = "\n\n".join(part for part in parts if part)
    return (
        Message(role="system", content=charter(persona, temper, moment)),
        Message(role="user", content=user),
    ), handles


def longest(persona: Persona, moment: Moment) -> int:
    """Characters that this person writes here at most."""
    most = _MOST[persona.voice.length]
    return min(LONGEST, 2 * most) if _where(moment) == "mail" else most


def _where(moment: Moment) -> str:
    """The way in which they answer, or write of their own accord."""
    return moment.incoming.app if moment.incoming else moment.errand.via if moment.errand else "chat"


def charter(persona: Persona, temper: Temper, moment: Moment) -> str:
    """Who this person is and how they reply: the same in every prompt of theirs."""
    own = persona.languages
    tongues = spoken(moment.languages, tuple(name for name in (own.first, *own.also) if name))
    return render(
        "charter",
        speaks=listed(tongues, "and"),
        several=len(tongues) > 1,
        name=moment.name,
        title=moment.title,
        org=moment.org,
        team=moment.team,
        persona=persona,
        manner=_manner(persona, temper),
        hand=_hand(persona, moment.name),
        samples=[line for line in persona.small_talk if not set(line) & set("{}[]|")][:4],
    )


# -- the parts ------------------------------------------------------------------------------------------------------


def _thread(moment: Moment, view: View, most: int) -> str:
    incoming = moment.incoming
    lines = list(incoming.thread) if incoming is not None else []
    shown = {line.text for line in lines}
    earlier = [line for line in view.recent if line.text not in shown] if not lines else []
    current = {line.text for line in incoming.lines} if incoming is not None else set()
    thread = [line for line in (*earlier, *lines) if line.text not in current][-most:]
    return render("thread", thread=[(line, hours_said(line.at)) for line in thread], where="What was said before")


def _ask(persona: Persona, temper: Temper, moment: Moment, reading: Reading, handles: Handles, most: int) -> str:
    incoming = moment.incoming
    named = {c.id: f"{c.name} [{h}]" for h, c in handles.people.items()}

    def who(ids: Sequence[str]) -> str:
        return listed([named[i] for i in ids if i in named])

    waits, pieces = _load(moment.load)
    forecast = [
        (h, f, span(f.takes * temper.forecast * (1 + 0.5 * pieces), WORKDAY))
        for h, f in _by_handle(handles.work, moment.favours)
    ]
    return render(
        "ask",
        name=moment.name,
        title=moment.title,
        reminder=persona.about,
        local_time=hour_of(moment.local_time),
        working=moment.working,
        mood=_mood(moment),
        load=waits,
        me=moment.me,
        facts=list(handles.facts.items()),
        withheld=[(w, who(w.ask)) for w in _nearest(moment, moment.withheld, most)],
        reasons=_REASONS,
        pointers=[(p, who(p.who)) for p in _nearest(moment, moment.pointers, most)],
        approvals=[(h, a, who(a.who)) for h, a in _by_handle(handles.approvals, moment.approvables)],
        standings=_STANDINGS,
        work=forecast,
        progress=_PROGRESS,
        open=[(u, quarter_due(u.due) if u.due else "") for u in _between(moment)],
        people=list(handles.people.items()),
        lines=incoming.lines if incoming else (),
        sender=incoming.sender if incoming else None,
        spoken=incoming is not None and incoming.app in ("call", "meeting"),
        addressed=incoming.addressed if incoming else "me",
        subject=incoming.subject if incoming else None,
        repeats=_repeats(incoming.repeats if incoming else 0),
        wanted=_wanted(moment, reading, handles),
        errand=_errand(moment),
        channel=_CHANNELS[_where(moment)],
    )


def _wanted(moment: Moment, reading: Reading, handles: Handles) -> list[str]:
    """What the rules read in the message, in words: whoever reads badly is helped, and who reads well loses nothing."""
    facts = {s.fact for s in handles.facts.values()}
    approvals = {a.id: (h, a) for h, a in handles.approvals.items()}
    work = {f.id for f in handles.work.values()}
    lines = []
    for heard in reading.wants:
        target = heard.target
        if target is None:
            continue
        match target.kind:
            case "statement" if target.id in facts:
                lines.append(f"They ask about {target.topic}.")
            case "withheld":
                lines.append(
                    f"They ask about {target.topic}, which you do not tell them: turn them down in your own way."
                )
            case "pointer":
                lines.append(f"They ask about {target.topic}, which you do not know.")
            case "approvable" if target.id in approvals:
                handle, mine = approvals[target.id]
                what = f"They ask you to decide on {target.topic}"
                other = another_amount(moment, heard, mine)
                if other is None:
                    lines.append(f"{what}: say that you {mine.verdict} it; decides names {handle}.")
                else:
                    lines.append(f"{what}, and speak of {other.text} instead of {mine.amount}: ask which it is.")
            case "favour" if target.id in work:
                lines.append(f"They ask you to take on {target.topic}.")
            case _:
                pass
    return list(dict.fromkeys(lines))


def _handles(moment: Moment, reading: Reading, most: int) -> Handles:
    facts = _nearest(moment, moment.may_say, most)
    people = _people(moment, reading)
    mine = [a for a in moment.approvables if a.standing == "mine"]
    free = [f for f in moment.favours if f.standing == "free"]
    return Handles(
        facts={f"f{n}": s for n, s in enumerate(facts, 1)},
        people={f"p{n}": c for n, c in enumerate(people, 1)},
        approvals={f"a{n}": a for n, a in enumerate(mine, 1)},
        work={f"w{n}": f for n, f in enumerate(free, 1)},
    )


def _people(moment: Moment, reading: Reading) -> list[Contact]:
    """Whom this moment may be about: named, pointed to, deciding, their own lead; the sender is not listed."""
    sender = moment.incoming.sender.id if moment.incoming else ""
    ids = [*reading.named]
    for p in moment.pointers:
        ids += p.who
    for w in moment.withheld:
        ids += w.ask
    for a in moment.approvables:
        ids += a.who
    ids += [c.id for c in moment.contacts if "manager" in c.relation or "report" in c.relation]
    ids += [c.deputy for c in moment.contacts if c.id in ids and c.away_until and c.deputy]
    found = [moment.contact(i) for i in dict.fromkeys(ids) if i not in (sender, moment.me)]
    return [c for c in found if c is not None][:PEOPLE]


def _nearest(moment: Moment, things: Sequence[Any], most: int) -> list[Any]:
    """Of ``things`` with a fact, the ``most`` nearest to what is spoken of, in the moment's order."""
    if len(things) <= most:
        return list(things)
    text = moment.incoming.text if moment.incoming else moment.errand.what if moment.errand else ""
    lines = moment.incoming.thread[-3:] if moment.incoming else ()
    scores = {t.id: t.score for t in Topics.of(moment).scores("\n".join([*(line.text for line in lines), text]))}
    ranked = sorted(things, key=lambda thing: -scores.get(thing.fact, 0.0))[:most]
    return [thing for thing in things if any(thing is kept for kept in ranked)]


def _by_handle(handles: Mapping[str, Any], things: Sequence[Any]) -> list[tuple[str, Any]]:
    """Each thing with its handle, or "" where it has none."""
    back = {thing.id: handle for handle, thing in handles.items()}
    return [(back.get(thing.id, ""), thing) for thing in things]


def _between(moment: Moment) -> list[Any]:
    """Open promises between this person and those they speak with; those to others are none of their business."""
    if moment.incoming is not None:
        others = {moment.incoming.sender.id} if moment.incoming.readers <= 1 else set()
    else:
        others = set(moment.errand.to) if moment.errand and len(moment.errand.to) == 1 else set()
    return [u for u in moment.open if {u.by, u.to} & others]


def _errand(moment: Moment) -> str:
    """What this person wants to say of their own accord."""
    errand = moment.errand
    if errand is None:
        return ""
    contacts = [c.first for w in errand.to if (c := moment.contact(w)) is not None]
    to = errand.place if errand.via == "channel" and errand.place else listed(contacts, "and") or "them"
    due = f", due {quarter_due(errand.undertaking.due)}" if errand.undertaking and errand.undertaking.due else ""
    match moment.occasion:
        case "promise_due":
            return (
                f"You promised {to} this: {errand.what}{due}. Deliver it now, or say that you are late and until when."
            )
        case "favour_done":
            return f"You have finished this for {to}: {errand.what}. Tell them."
        case "chase":
            return f"{to} promised you this: {errand.what}{due}. Ask where it is."
        case "small_talk":
            return f"You feel like a word with {to} that is not about work. Write it."
        case "own_work":
            return f"You write a line to {to} on what you are busy with."
        case "news":
            return f"There is something new that {to} should hear from you: {errand.what}. Tell them."
        case _:
            urgent = " It is urgent." if errand.urgent else ""
            return f"You bring this up with {to}: {errand.what}.{urgent}"


# -- the persona in words -------------------------------------------------------------------------------------------


def _manner(persona: Persona, temper: Temper) -> list[str]:
    """Temper and traits as sentences; those near the middle are left out."""
    traits, lines = persona.traits, []
    for value, low, high in (
        (temper.directness, "You say no by delay or by a hint.", "A no from you is a no, said outright."),
        (temper.helpfulness, "You do not do favours without a reason.", "You help first and ask later."),
        (temper.conscientiousness, "You answer fast and check seldom.", "You check before you say or sign anything."),
        (temper.openness, "You answer just what was asked.", "You tell more than was asked when you like somebody."),
        (traits.extraversion, "You write when written to, and no small talk.", "You like to talk."),
        (traits.neuroticism, "Little upsets you.", "You take a reminder as a reproach."),
    ):
        if value <= 0.35:
            lines.append(low)
        elif value >= 0.65:
            lines.append(high)
    if temper.forecast < 0.85:
        lines.append("You promise things sooner than you manage.")
    elif temper.forecast > 1.15:
        lines.append("You promise late dates and keep them.")
    lines.append(f"You bear about {temper.patience:g} reminders a day.")
    doing: dict[Provocation, str] = {
        "pestered": "asked again too soon",
        "thanked": "thanked",
        "credited": "given credit",
        "contradicted": "told you are wrong",
        "let_down": "let down",
        "insulted": "treated rudely",
    }
    for provocation, when in doing.items():
        effects = temper.when.get(provocation, ())
        if effects:
            lines.append(f"When {when}: " + "; ".join(EFFECTS[name].means for name in effects) + ".")
    prefers = {"mail": "mail", "chat": "chat", "call": "a phone call"}[persona.written_habits.prefers]
    lines.append(f"You like to be reached by {prefers}.")
    return lines


def _hand(persona: Persona, name: str) -> list[str]:
    """The voice as instructions."""
    voice = persona.voice
    lines = [f"Length: {_LENGTHS[voice.length]}."]
    if voice.formality >= 0.65 or voice.formality <= 0.35:
        lines.append("Formal." if voice.formality >= 0.65 else "Casual.")
    lines.append(f"{voice.spelling.capitalize()} spelling{'' if voice.contractions else ', no contractions'}.")
    if voice.capitals == "lower":
        lines.append("No capitals, except in names and codes.")
    stranger = {"first": "<first name>", "last": "<last name>", "name": "<full name>", "initials": "<initials>"}
    parts = name.split() or [name]
    own = {"first": parts[0], "last": parts[-1], "name": name, "initials": "".join(p[0] for p in parts)}
    channels: tuple[Channel, ...] = ("mail", "chat")
    for channel in channels:
        greets, signs = voice.greets.get(channel), voice.signs.get(channel)
        if greets:
            lines.append(f"In {channel} you begin like: {expand(greets, stranger, Random(0)) or 'nothing'}")
        if signs:
            lines.append(f"In {channel} you end with: {expand(signs, own, Random(0)) or 'nothing'}")
        if channel == "mail" and not greets and not signs:
            lines.append("No greeting and no sign-off, not even in mail.")
    for what, words in (
        ("Punctuation", voice.punctuation),
        ("Fillers you use", voice.fillers),
        ("When unsure you say", voice.hedges),
        ("Turns of phrase of yours", voice.phrases),
        ("Habits", voice.quirks),
        ("Of your first language it shows that you write", voice.interference),
    ):
        if words:
            lines.append(f"{what}: {'; '.join(words)}.")
    if voice.emoji and voice.emoji_often > 0:
        lines.append(f"Emoji now and then: {' '.join(voice.emoji)}")
    else:
        lines.append("No emoji.")
    return lines


def _load(pieces: int) -> tuple[str, float]:
    """What waits, in words that stay the same while it grows a little, and about how many pieces that is."""
    if pieces == 0:
        return "", 0
    if pieces < 3:
        return "Some work waits for you.", 1.5
    return ("A lot of work waits for you.", 4.5) if pieces < 7 else ("You drown in work.", 9)


def _repeats(times: int) -> str:
    if times == 0:
        return ""
    often = "once" if times == 1 else "twice" if times == 2 else "again and again"
    return f"They have written {often} before and have had no answer from you."


def _mood(moment: Moment) -> str:
    words = []
    if moment.mood <= -0.4:
        words.append("You are in a bad mood.")
    elif moment.mood >= 0.4:
        words.append("You are in a good mood.")
    if moment.irritation > 0.6:
        words.append("You have had more than enough of the one who writes.")
    elif moment.irritation > 0.3:
        words.append("The one who writes gets on your nerves.")
    return " ".join(words)
