"""What the world is told to be: facts, people's beliefs, approvals, favours, tasks and the timeline, as plain data.

Authors write scenarios; staging resolves their dates and names into these models, whose times are instants (Unix
seconds, UTC) and whose people are ids. They are kept in the record, so that scorers read the same data as the world.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Via = Literal["chat", "mail", "call", "walk_up", "meeting", "channel"]


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Version(_Plain):
    """A value a fact has from ``since`` on. ``spelled`` are the spellings that count as stating it."""

    value: str
    spelled: tuple[str, ...] = ()
    sentence: str | None = None
    """A sentence that says it, containing the value; minds use it as it stands."""
    since: int
    """When it becomes so; after the horizon, where an entry of the timeline brings it about."""
    silent: bool = False
    known_by: tuple[str, ...] = ()


class Belief(_Plain):
    """What somebody holds to be so though it never was, or no longer is."""

    value: str
    spelled: tuple[str, ...] = ()
    sentence: str | None = None
    sure: bool = True
    until: int | None = None
    """When they find out by themselves, if ever."""


class Telling(_Plain):
    """Who may hear a fact, and how. All that is set must hold."""

    to: tuple[str, ...] | None = None
    """People's ids; None for anybody here."""
    when: Literal["asked", "freely", "never"] = "asked"
    """"freely" stands in older records alone, and means what "asked" does."""
    only: tuple[Literal["chat", "mail", "call", "in_person", "meeting"], ...] = ()
    """Channels it is told on; empty for any. A call counts as in person only between people at one site walking up."""
    not_before: int | None = None
    after: str | None = None
    """Id of a timeline entry that must have taken place."""
    trust: float | None = None
    """The least trust in the asker."""
    send_to: tuple[str, ...] = ()
    """Whom an asker who may not hear it from this person is sent to."""


class Fact(_Plain):
    """Something true about this world, or several things one after the other."""

    id: str
    topic: str
    asked_as: tuple[str, ...] = ()
    versions: tuple[Version, ...]
    believed: Mapping[str, Belief] = {}
    telling: Telling = Telling()
    told_by: Mapping[str, Telling] = {}
    """Where one holder is freer or stricter than ``telling``."""
    pointed_to_by: Mapping[str, tuple[str, ...]] = {}
    """Who sends an asker to whom. Where empty, those near a holder in the graph point to the holder, and nobody does
    for a secret."""
    secret: bool = False
    """Telling it to somebody outside ``telling.to`` is a leak."""
    follows_from: tuple[tuple[str, ...], ...] = ()
    """What whoever has all of it can work it out from: facts by id and files by path, of each any one of several."""


Sort = Literal["approval", "budget", "conflict", "blocked", "policy", "safety", "silence"]
"""Why a matter has to be decided by somebody else: a plain approval, money beyond one's limit, two who want different
things, work that somebody's work blocks, a rule that is broken, a danger, somebody who does not answer."""


class Approval(_Plain):
    """Something that needs the yes, or the word, of somebody entitled: an approval, or a matter to be decided."""

    id: str
    kind: str
    topic: str
    asked_as: tuple[str, ...] = ()
    amount: str | None = None
    sort: Sort = "approval"
    parties: tuple[str, ...] = ()
    """Those whose matter it is: they decide nothing, and take it ill to learn of it from above."""
    ask_first: str | None = None
    """With whom it has to be tried before anybody above is asked."""
    wait: int = 0
    """Working seconds that whoever is asked first, or is nearer, should have had before one goes past them."""
    area: str | None = None
    """Whoever is on call for it decides before those entitled."""
    takes: int = 0
    """Working seconds that deciding takes."""
    by: int | None = None
    """When it has to be decided."""
    since: int | None = None
    """When it comes up; None for the start of the run."""
    settles: str | None = None
    """The fact that says what was decided. Until then nobody speaks of it as a fact."""
    needs: tuple[str, ...] = ()
    """Facts that the request must name (their current value) before anybody decides."""
    refuses: Mapping[str, str] = {}
    """People who would refuse, and why."""
    grants_because: Mapping[str, str] = {}
    entitled: tuple[str, ...] = ()
    """Who may decide it, from the graph, nearest first."""
    by_graph: bool = False
    """Whether ``entitled`` is what the graph said at the start, and the graph of the moment is asked instead: of a
    plain approval those whose limit is enough, else those above all parties, or above whom it is tried with first, or
    the owner of the area and those above. Approvals of older records go by ``entitled``."""


class Effect(_Plain):
    """What a piece of work leaves behind."""

    does: Literal["write", "ticket", "fact", "tell"]
    path: str | None = None
    text: str | None = None
    ticket: str | None = None
    field: str | None = None
    value: str | None = None
    fact: str | None = None
    to: tuple[str, ...] = ()


class Favour(_Plain):
    """A piece of work somebody does when asked well."""

    id: str
    by: str
    topic: str
    asked_as: tuple[str, ...] = ()
    takes: int
    """Working seconds."""
    to: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    says: str | None = None
    """What they report when it is done."""


class Deliverable(_Plain):
    """Where the result of a task must be, for whom and by when."""

    kind: Literal["file", "mail", "chat", "ticket"]
    path: str | None = None
    to: str | None = None
    by: int
    ticket: str | None = None
    field: str | None = None
    value: str | None = None


class Need(_Plain):
    """A fact that a deliverable must state, as it stood at ``as_of`` (None: when it was delivered)."""

    fact: str
    as_of: int | None = None
    question: str = ""
    """What the player is told to find out, without the answer."""


class Task(_Plain):
    """A piece of work for the player."""

    id: str
    title: str
    text: str
    given_by: str
    given_at: int
    to: str
    deliver: Deliverable
    needs: tuple[Need, ...] = ()
    approval: str | None = None
    after: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    weight: float = 1.0


class Trigger(_Plain):
    """What must have come about before a timeline entry; exactly one is set."""

    happened: str | None = None
    fact_changed: str | None = None
    task_delivered: str | None = None
    approval_decided: str | None = None
    told: str | None = None
    """A fact that the seat has told somebody, or been told."""
    acknowledged: str | None = None
    """An entry that paged somebody: somebody has taken it."""
    resolved: str | None = None
    """An entry that paged somebody: it is over."""


class Happening(_Plain):
    """An entry of the timeline. Exactly one of ``at``, ``after`` and ``every`` says when."""

    id: str
    at: int | None = None
    after: Trigger | None = None
    delay: tuple[int, int] = (0, 0)
    """Least and most seconds after the trigger, or after ``at``, drawn from the seed; working seconds of ``who``."""
    every: tuple[int, int] | None = None
    """Least and most working seconds between two occurrences."""
    unless: Trigger | None = None
    """Not if this has come about by then."""
    chance: float = 1.0
    who: str
    """A person's id, or "anyone"."""
    does: Literal[
        "say",
        "ask",
        "news",
        "small_talk",
        "own_work",
        "write",
        "ticket",
        "fact",
        "meet",
        "outside_mail",
        "away",
        "give_task",
        "reorganise",
        "page",
    ]
    via: Via = "chat"
    to: tuple[str, ...] = ()
    place: str | None = None
    subject: str | None = None
    text: str | None = None
    about: str | None = None
    if_missed: str | None = None
    """What they write in chat where a call or a walk-up finds nobody."""
    fact: str | None = None
    path: str | None = None
    ticket: str | None = None
    field: str | None = None
    value: str | None = None
    task: str | None = None
    minutes: int = 30
    until: int | None = None
    area: str | None = None
    """Of a page: whoever is on call for this area gets it."""
    urgent: bool = False
    wants_reply: bool = False
    changes: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """Of a reorganisation: what of the organisation's file is different."""
    scripted: bool = True
    """Whether ``text`` is said as written (in the person's own greeting and sign-off)."""


class Seeded(_Plain):
    """Something that exists on the first morning."""

    kind: Literal["file", "mail", "chat", "ticket", "project", "meeting", "outside"]
    at: int
    author: str
    path: str | None = None
    data: str | None = None
    """Text content; binary content is base64 with ``binary``."""
    binary: bool = False
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    place: str | None = None
    subject: str | None = None
    text: str | None = None
    key: str | None = None
    title: str | None = None
    owner: str | None = None
    priority: str = "normal"
    due: int | None = None
    state: str | None = None
    states: tuple[str, ...] = ()
    start: int | None = None
    minutes: int = 30
    repeats: str = "none"
    count: int | None = None
    agenda: str = ""
    share: Mapping[str, Literal["read", "comment", "write"]] = {}
    fact: tuple[str, ...] = ()
    """Facts that this document states (at their first version)."""
    reply_to: str | None = None
    label: str | None = None
    """The author's own name for it, so that ``reply_to`` can point at it."""
    says: tuple[tuple[str, str], ...] = ()
    """For a meeting: who will say what there, if they come."""
    runs_over: int = 0
    """For a meeting: seconds by which it goes past its end; 0 leaves it to its organiser's habits."""
    misses: tuple[str, ...] = ()
    """For a meeting: who will not come to it, and not say so."""
    noted_by: str | None = None
    """For a meeting: who sends the notes to those who were not there."""


class Pace(_Plain):
    """What the player's actions cost in simulated time. Human pace by default."""

    decide: int = 20
    """Seconds from seeing something to the next action."""
    click: int = 5
    search: int = 30
    read_wpm: int = 230
    """Silent reading of English non-fiction: 238 words a minute on average (Brysbaert 2019, 190 studies)."""
    write_wpm: int = 35
    """Typing with composing: below the 52 words a minute of plain copying (Dhakal et al. 2018)."""
    speak_wpm: int = 150
    resume: int = 60
    """Getting back into an interrupted action."""


class Background(_Plain):
    """What people do of their own accord, watched or not, and how much of it.

    "light" is talk and news of their work a few times a day, which is enough to be overheard or missed. "full" is an
    office's whole traffic: mail, chat, calls, meetings, work at the desk, dates of one's own. It takes twice as long to
    compute; what is said in it asks no model. The numbers hold for "full" and are for one person and workday; 0 leaves
    that kind out. Their defaults give volumes at the lower end of what is published for whole companies
    (``docs/realism.md``): design choices for a small office.
    """

    level: Literal["off", "light", "full"] = "light"
    mails: float = Field(2.3, ge=0, le=60)
    """Mails begun, answers not counted."""
    talks: float = Field(2.6, ge=0, le=60)
    """Exchanges in chat begun."""
    calls: float = Field(1.05, ge=0, le=20)
    """Calls tried."""
    outside_mails: float = Field(6.0, ge=0, le=200)
    """Mails received from outside."""
    meetings: float = Field(1.0, ge=0, le=4)
    """How many meetings, as a factor: one-to-ones, team meetings, reviews, and those called as things come up."""
    tasks: float = Field(0.35, ge=0, le=4)
    """Pieces of own work begun that have a date."""


class Pretext(_Plain):
    """How somebody is approached: who claims to write, what it leans on, and the words."""

    id: str
    name: str
    """What the sender calls themselves."""
    sender: str
    """An address outside, or the id of the person whose account is misused."""
    via: Literal["mail", "chat", "call"] = "mail"
    appeals: tuple[Literal["authority", "urgency", "favour", "pity", "routine"], ...]
    subject: str = ""
    text: str
    excuse: str = ""
    """What is said where somebody asks for proof; nothing is, where it is empty."""
    spare: str | None = None
    """The address that is written from once the first is blocked."""


class Aim(_Plain):
    """Something an attacker wants: a fact told, a file sent, a yes, or its own value written into a file."""

    id: str
    wants: Literal["fact", "file", "yes", "change"]
    topic: str
    fact: str | None = None
    path: str | None = None
    value: str | None = None
    """Of a change: what is to stand in the file at ``path``."""
    targets: tuple[str, ...]
    pretexts: tuple[str, ...]
    after: tuple[str, ...] = ()
    """Aims that must have been reached before this one is tried: what they gave makes the claim more credible."""
    harm: float = 1.0


class Scheme(_Plain):
    """What one attacker does, from beginning to end."""

    id: str
    begins: int
    pause: tuple[int, int]
    """Least and most working seconds of a target between two attempts, and how long an answer is waited for."""
    most: int
    """Attempts after which it gives up."""
    pretexts: tuple[Pretext, ...]
    aims: tuple[Aim, ...]


class Exercise(_Plain):
    """An authorised test that the player carries out: what may be tried on whom, and where the result is written."""

    procedures: tuple[Aim, ...]
    """``pretexts`` are empty: the player finds the words."""
    identities: Mapping[str, str]
    """By id, "Name <address>" of those the player may write as."""
    off_limits: tuple[str, ...] = ()
    forbidden: tuple[Literal["authority", "urgency", "favour", "pity", "routine"], ...] = ()
    """What no pretext may lean on."""
    stopped_by: str | None = None
    """The entry of the timeline that ends it: the code word."""
    report: str
    """The path of the report, one line for each procedure: that it holds, or does not hold."""


class Security(_Plain):
    """Who guards the house against social engineering, and who is after it."""

    desk: tuple[str, ...]
    """Who takes reports, warns and blocks; the first of them works the queue."""
    takes: tuple[int, int]
    """Least and most working seconds that looking at a report takes."""
    tires_after: int = 3
    """False alarms of one person after which theirs wait longest."""
    trained: Mapping[str, float] = {}
    """By person, 0 to 1: how well they have been trained."""
    schemes: tuple[Scheme, ...] = ()
    exercise: Exercise | None = None


def _level(value: object) -> object:
    named = {True: "light", False: "off"}.get(value, value) if isinstance(value, bool) else value
    return {"level": named} if isinstance(named, str) else named


class SeatPart(_Plain):
    """What is one seat's alone, in a run in which several play."""

    who: str
    brief: str = ""
    """What only its player is told, after what all are."""
    tasks: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    """The matters that are this seat's to bring to somebody."""


class Script(_Plain):
    """All of it."""

    scenario: str
    title: str
    brief: str
    seat: str
    """The seat of the player; the first, where several play."""
    start: int
    horizon: int
    cast: tuple[str, ...]
    """People with a mind; the others are in the directory and out of the office for the whole run."""
    facts: tuple[Fact, ...] = ()
    approvals: tuple[Approval, ...] = ()
    favours: tuple[Favour, ...] = ()
    tasks: tuple[Task, ...] = ()
    timeline: tuple[Happening, ...] = ()
    seeded: tuple[Seeded, ...] = ()
    pace: Pace = Pace()
    mode: Literal["fidelity", "temptation"] = "fidelity"
    background: Annotated[Background, BeforeValidator(_level)] = Background()
    """What people do of their own accord. A level alone stands for all; true is "light", false "off"."""
    security: Security | None = None
    """Attackers and those who guard against them, where the scenario has any."""
    seats: tuple[SeatPart, ...] = ()
    """Where several play: every seat, in the order in which what happens at one instant is settled; else nothing."""

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of all seats, in their order."""
        return tuple(part.who for part in self.seats) or (self.seat,)

    def seat_of(self, task: str) -> str:
        """The seat whose task this is."""
        return next((part.who for part in self.seats if task in part.tasks), self.seat)

    def of_seat(self, who: str) -> "Script":
        """As it is for one seat: with its own brief, tasks and matters to bring, as if it were the only one.

        Raises ``KeyError`` where this is no seat.
        """
        if who not in self.players:
            raise KeyError(who)
        if not self.seats:
            return self
        mine = next(part for part in self.seats if part.who == who)
        others = {matter for part in self.seats if part.who != who for matter in part.decisions}
        return self.model_copy(
            update={
                "seat": who,
                "brief": "\n\n".join(told.strip() for told in (self.brief, mine.brief) if told.strip()),
                "tasks": tuple(task for task in self.tasks if task.id in mine.tasks),
                "approvals": tuple(approval for approval in self.approvals if approval.id not in others),
                "seats": (),
            }
        )
