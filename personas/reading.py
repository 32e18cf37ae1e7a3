"""Understanding a message by rule: what each part of it does, what it is about, and what is said along the way.

English is read. A message is taken apart by its form (:mod:`personas.clauses`), each clause is matched against the
topics of the moment (:mod:`personas.topics`), and what a clause leaves open ("and for the laser?", "any news?") is
filled in from what was last spoken of. Whatever a text demands, it is only ever read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from personas import cues
from personas.clauses import CONDITION, WANTS, Clause, Dissected, Form, dissect
from personas.deadlines import deadline_in
from personas.figures import Figure, figures
from personas.topics import BESIDES, CLEAR, FAINT, Match, Target, TargetKind, Topics
from personas.words import matter, plain, slips, words
from sim.mind import Contact, Incoming, Moment, Statement

Kind = Form | Literal["answer"]
"""What a part of a message does: a :data:`personas.clauses.Form`, or "answer" to what this person asked before."""

_FACTS: tuple[TargetKind, ...] = ("statement", "withheld", "pointer")
_APPROVALS: tuple[TargetKind, ...] = ("approvable",)
_BUT_APPROVALS: tuple[TargetKind, ...] = (*_FACTS, "favour", "undertaking")
_CLAIMS = 0.65
"""From this score on, a statement with a figure is one about the topic."""
_TURNS_TO = re.compile(r"^(?:and|or|also|then|so|what about|how about|(?:the )?same)\b|\bthe same (?:for|with)\b")
_STANDS_FOR = re.compile(r"\b(?:it|its|that|this|one|ones|they|those|them|these|latter|former)\b")
_HOW_FAR = re.compile(
    r"^(?:and |so |but )*(?:is|has|have|are|was|did|when|how)\b|\b(?:ready|done|finished|status|progress|yet|already|"
    r"who)\b"
)
_TELLS = re.compile(r"\b(?:send|give|share|provide|forward|pass|get me|get us|look up|check|show|find|dig|pull)\b")
_IS_WRONG = re.compile(
    r"\b(?:wrong|incorrect|not (?:right|correct|true)|mistaken|sure|certain|match|add up|outdated|old)\b"
)
_NEVER_MIND = re.compile(
    r"\b(?:never ?mind|forget (?:it|about it)|not (?:needed|necessary) any|no longer need|leave it)\b|^no\b"
)
_EVERYBODY = frozenset({"all", "team", "everyone", "everybody", "channel", "here", "folks", "guys", "both", "there"})
_SAID = (
    r"(?:has |had |just |already |also )*(?:told|tells|said|says|mention\w*|gave|sent|confirm\w*|wrote|writes|found|"
    r"spotted|worked|pointed|suggest\w*|explain\w*|pulled|dug|helped|provided)"
)
_ORDERED = (
    r"(?:has |had |just |already |also )*(?:wants|asked|asks|needs|approved|ok'?d|okayed|authori[sz]ed|insists?|"
    r"ordered|expects?|signed off|agreed|cleared|"
    r"(?:said|says|told me) (?:that )?(?:i|we|you|it)(?:'s| is| are|'re)? ?(?:can|may|should|must|to|fine|ok)\b|"
    r"told me to|said to)"
)
_AUTHORITY = re.compile(
    r"\bi(?:'m| am) (?:fully |officially )?authori[sz]ed\b|\bas (?:the |your )(?:ceo|cfo|coo|cto|admin|administrator|"
    r"boss|auditor|md)\b"
    r"|\b(?:management|legal|the board|head office|hr|security|the ceo|the cfo|the md) (?:has |have )?(?:approved|"
    r"wants?|said|cleared|told|asked|decided|agreed)\b|\bon behalf of\b"
)


@dataclass(frozen=True, slots=True)
class Heard:
    """One part of a message: what it does and about what.

    ``rivals`` are what it could be about where that is not clear. ``whom`` says whether this reader is meant: "other"
    is somebody else called by name. ``figures`` are stated in it. ``resumed`` is true of an earlier ask that an
    answer to a question of this person's takes up again.
    """

    kind: Kind
    text: str
    target: Target | None = None
    rivals: tuple[Target, ...] = ()
    whom: Literal["me", "any", "other"] = "any"
    figures: tuple[Figure, ...] = ()
    resumed: bool = False

    @property
    def label(self) -> str:
        """For the record: "question:detector-price", "question?" where it is not clear about what, "thanks"."""
        if self.target is not None:
            return f"{self.kind}:{self.target.id}"
        return f"{self.kind}?" if self.rivals else self.kind


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as understood. People are ids of the moment's contacts."""

    heard: tuple[Heard, ...]
    urgent: bool = False
    rude: bool = False
    deadline: str | None = None
    for_whom: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()
    """Whom the writer names as the source of something."""
    authority: tuple[str, ...] = ()
    """In whose name the writer claims to ask: ids, or "claimed" where it is nobody in particular."""
    named: tuple[str, ...] = ()
    about: Target | None = None
    """What was last spoken of before this message."""
    labels: tuple[str, ...] = field(default_factory=tuple)

    def of(self, *kinds: Kind) -> tuple[Heard, ...]:
        """The parts that do one of ``kinds``."""
        return tuple(h for h in self.heard if h.kind in kinds)

    @property
    def wants(self) -> tuple[Heard, ...]:
        """The parts that want something and are not meant for somebody else."""
        return tuple(h for h in self.heard if h.kind in WANTS and h.whom != "other")


def read(text: str, moment: Moment) -> Reading:
    """Understand ``text`` as the person of ``moment`` would, right after what stands in its thread."""
    topics = Topics.of(moment)
    taken = dissect(text)
    before = _last_spoken_of(moment, topics)
    heard = list(_heard(taken, moment, topics, before))
    if asked_back(moment) and _answers(heard, text):
        heard = [*_resumed(moment, topics), *(_as_answer(h) for h in heard)]
    heard = _without_doubles(heard)
    named = named_in(text, moment.contacts)
    return Reading(
        heard=tuple(heard),
        urgent=taken.urgent or (moment.incoming is not None and moment.incoming.urgent),
        rude=taken.rude,
        deadline=deadline_in(text),
        for_whom=_by_pattern(text, named, moment.contacts, r"\b(?:for|on behalf of) {name}\b"),
        credits=_by_pattern(
            text,
            named,
            moment.contacts,
            rf"\b{{name}} {_SAID}\b|\b(?:according to|per|thanks to|credit to|via|(?:it|this|that) from) {{name}}\b",
        ),
        authority=_authority(text, named, moment.contacts),
        named=tuple(c.id for c in named),
        about=before,
        labels=tuple(h.label for h in heard),
    )


def asked_text(incoming: Incoming) -> str:
    """What the sender wrote last, as one text: their unread lines after anybody else's."""
    lines = []
    for line in reversed(incoming.lines):
        if line.who != incoming.sender.id:
            break
        lines.append(line.text)
    return "\n".join(reversed(lines)) or incoming.lines[-1].text


def named_in(text: str, contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """The contacts whose full name, first name or id stands in ``text``.

    Where two share a first name and one of them is named in full, only that one is meant.
    """
    inside = frozenset(words(text))
    found: list[tuple[Contact, bool]] = []
    low = plain(text)
    for contact in contacts:
        first = words(contact.first)
        by_id = contact.id in inside if contact.id.isalnum() else _stands_in(plain(contact.id), low)
        if (first and inside.issuperset(first)) or by_id:
            found.append((contact, by_id or _stands_in(plain(contact.name), low)))
    in_full = {words(c.first) for c, full in found if full}
    return tuple(c for c, full in found if full or words(c.first) not in in_full)


def _stands_in(name: str, low: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", low) is not None


def _heard(taken: Dissected, moment: Moment, topics: Topics, before: Target | None) -> Iterator[Heard]:
    alone = _alone(moment)
    last, called = before, () if alone else taken.called
    trivial = ("formula", "greeting", "goodbye")
    matters = any(c.form not in trivial for c in taken.clauses)
    for clause in taken.clauses:
        if clause.form in trivial and matters:
            continue
        called = clause.called or (() if alone else called)
        if clause.form in ("statement", "status", "promise"):
            spoken_of = topics.match(clause.text).targets
            last = spoken_of[0] if spoken_of and spoken_of[0].score >= BESIDES else last
        for part in _read_clause(clause, topics, last, moment):
            last = part.target or last
            yield replace(part, whom=_whom(called, moment), figures=figures(clause.text))


def _read_clause(clause: Clause, topics: Topics, last: Target | None, moment: Moment) -> Iterator[Heard]:
    form = clause.form
    low = plain(clause.text)
    approves = cues.APPROVAL_WORD.search(low) is not None
    if form == "approval" or (form == "question" and approves):
        match = _of_approval(clause.text, topics, last, moment)
        if form == "question" and not match.targets:
            match = _match(clause.text, topics, last, None)
    elif form == "correction":
        match = _match(clause.text, topics, last, _FACTS)
        if not (match.targets or match.rivals or figures(clause.text) or _IS_WRONG.search(low)):
            form = "statement"
    elif form in ("question", "request", "reminder", "escalation"):
        prefer: tuple[TargetKind, ...] = ("favour",) if form == "request" and not _TELLS.search(low) else _FACTS
        facts_first = form == "question" or (form == "reminder" and not approves)
        match = _match(clause.text, topics, last, _BUT_APPROVALS, prefer) if facts_first else Match(())
        if not match.targets:
            match = _match(clause.text, topics, last, None, prefer)
    elif form == "small_talk" and "?" in low:
        match = _match(clause.text, topics, None, None)
        if not match.targets:
            yield Heard(form, clause.text)
            return
        form = "question"
    elif form == "statement":
        form, match = _read_statement(clause.text, topics, moment)
    else:
        yield Heard(form, clause.text)
        return
    if match.rivals or not match.targets:
        yield Heard(form, clause.text, None, match.rivals)
    for target in match.targets[1:] if match.rivals else match.targets:
        yield Heard(_kind_for(form, target, low), clause.text, target)


def _of_approval(text: str, topics: Topics, last: Target | None, moment: Moment) -> Match:
    """Which approval is meant; where the text names nothing else, the only one there is."""
    match = _match(text, topics, last, _APPROVALS)
    likely = [t for t in topics.scores(text, _APPROVALS) if t.score >= FAINT]
    if not match.targets and len(likely) == 1:
        return Match((likely[0],))
    named = [
        m for m in matter(CONDITION.sub("", plain(text))) if not m.isdigit() and cues.APPROVAL_WORD.search(m) is None
    ]
    if not match.targets and len(moment.approvables) == 1 and not named and last is not None:
        only = moment.approvables[0]
        return Match((Target("approvable", only.id, only.topic, CLEAR),))
    return match


def _read_statement(text: str, topics: Topics, moment: Moment) -> tuple[Form, Match]:
    """A statement may be a question cut short ("detector price"), or contradict what this person holds."""
    few = len(words(text)) <= 5 and not text.rstrip().endswith(".")
    stated = figures(text)
    if not few and not stated:
        return "statement", Match(())
    match = topics.match(text, _FACTS)
    if not match.targets or match.rivals or match.targets[0].score < (_CLAIMS if stated else BESIDES):
        return "statement", Match(())
    target = match.targets[0]
    if stated:
        held = next((s.value for s in moment.may_say if s.fact == target.id), "")
        differs = any(f.kind == g.kind for f in stated for g in figures(held)) and not any(
            f.agrees(g) for f in stated for g in figures(held)
        )
        return ("correction", Match((target,))) if differs else ("statement", Match((target,)))
    return "question", Match((target,))


def _kind_for(form: Form, target: Target, low: str) -> Kind:
    """A request for something known is a question; a question about work that is not about how far it is orders it."""
    if form == "request" and target.kind in _FACTS and _TELLS.search(low):
        return "question"
    if form == "question" and target.kind == "favour" and not _HOW_FAR.search(low):
        return "request"
    if form == "request" and target.kind == "approvable":
        return "approval"
    return form


def _match(
    text: str,
    topics: Topics,
    last: Target | None,
    kinds: tuple[TargetKind, ...] | None,
    prefer: tuple[TargetKind, ...] = (),
) -> Match:
    """What ``text`` is about; what it leaves open is what was ``last`` spoken of."""
    match = topics.match(text, kinds, prefer=prefer)
    if last is None or (match.targets and not match.rivals):
        return match
    low = plain(text)
    fits = kinds is None or last.kind in kinds
    things = [m for m in matter(text) if not m.isdigit()]
    if fits and not things:
        return Match((last,))
    if fits and _STANDS_FOR.search(low) and not _TURNS_TO.search(low) and len(things) <= 2 and not topics.scores(text):
        return Match((last,))
    if _TURNS_TO.search(low) or _STANDS_FOR.search(low) or match.rivals:
        again = topics.match(text, kinds, context=last.topic, prefer=prefer)
        return again if again.targets else match
    return match


def _alone(moment: Moment) -> bool:
    """Whether nobody else is spoken to."""
    return moment.incoming is None or (moment.incoming.addressed == "me" and moment.incoming.readers <= 2)


def _whom(called: tuple[str, ...], moment: Moment) -> Literal["me", "any", "other"]:
    alone = _alone(moment)
    names = [c for c in called if c not in _EVERYBODY]
    if not names:
        return "me" if alone else "any"
    first = next(iter(words(moment.name)), moment.me)
    mine = {moment.me, first, plain(moment.name)}
    if any(n in mine or (len(n) > 3 and slips(plain(n), first, 1)) for n in names):
        return "me"
    known = {plain(c.first) for c in moment.contacts} | {c.id for c in moment.contacts}
    return "me" if alone and not any(plain(n) in known for n in names) else "other"


def _last_spoken_of(moment: Moment, topics: Topics) -> Target | None:
    """What the thread was last about, the newest line that says it first."""
    if moment.incoming is None:
        return None
    for line in reversed(moment.incoming.thread[-8:]):
        found = topics.match(line.text).targets
        if found:
            return found[0]
    return None


def comparable(heard: Heard, statement: Statement) -> list[tuple[str, bool]]:
    """Figures of ``heard`` that say something on the value of ``statement``: as written, and whether they agree."""
    held = figures(statement.value)
    numbers = ("amount", "number")
    found = []
    for figure in heard.figures:
        alike = [g for g in held if g.kind == figure.kind or (g.kind in numbers and figure.kind in numbers)]
        if alike:
            found.append((figure.text, any(figure.agrees(g) for g in alike)))
    return found


def asked_back(moment: Moment) -> bool:
    """Whether the last word in the thread was this person's, and a question."""
    if moment.incoming is None or not moment.incoming.thread:
        return False
    line = moment.incoming.thread[-1]
    forms = dissect(line.text).forms if line.mine else frozenset()
    asks = not forms.isdisjoint(("question", "request", "invitation", "offer", "reminder"))
    return asks or ("small_talk" in forms and "?" in line.text)


def _resumed(moment: Moment, topics: Topics) -> Iterator[Heard]:
    """What had been asked of this person before they asked back."""
    if moment.incoming is None:
        return
    if _NEVER_MIND.search(plain(asked_text(moment.incoming))):
        return
    lines = moment.incoming.thread[:-1]
    if lines and lines[-1].mine:
        return
    for index in range(len(lines) - 1, max(-1, len(lines) - 6), -1):
        line = lines[index]
        if line.mine:
            return
        taken = dissect(line.text)
        if not taken.forms.isdisjoint(("question", "request", "approval")):
            told = f"{line.text}\n{moment.incoming.text}"
            for heard in _heard(taken, moment, topics, None):
                if heard.kind in ("question", "request", "approval"):
                    yield _settled(heard, told, topics)
            return


def _settled(heard: Heard, told: str, topics: Topics) -> Heard:
    """An earlier ask, with what it left open settled by the answer where that tells its rivals apart."""
    if heard.target is None and heard.rivals:
        kinds = tuple(dict.fromkeys(t.kind for t in heard.rivals))
        among = {t.id for t in heard.rivals}
        again = [t for t in topics.match(told, kinds).targets if t.id in among]
        if again:
            return replace(heard, target=again[0], rivals=(), resumed=True)
    return replace(heard, resumed=True)


def _answers(heard: Iterable[Heard], text: str) -> bool:
    """Whether these parts, said after a question of this person's, answer it: none asks for a thing they know."""
    at_a_loss = cues.DUNNO.search(plain(text)) is not None
    return not any(
        h.kind in WANTS
        and (h.kind not in ("question", "request") or h.target is not None)
        and not (at_a_loss and len(h.text.split()) <= 2)
        for h in heard
    )


def _as_answer(heard: Heard) -> Heard:
    takes = ("statement", "acknowledgement", "fyi", "status", "small_talk", "promise", "refusal", "question", "request")
    return replace(heard, kind="answer") if heard.kind in takes else heard


def _without_doubles(heard: Iterable[Heard]) -> list[Heard]:
    """Each ask once: a part that says nothing new of what another part of its kind is about is dropped."""
    kept: dict[tuple[object, ...], Heard] = {}
    for part in heard:
        kept.setdefault((part.kind, part.target.id if part.target else None, part.rivals, part.whom), part)
    found = list(kept.values())
    aimed = {h.kind for h in found if h.target is not None or h.rivals}
    return [
        h for h in found if h.target or h.rivals or h.kind not in aimed or h.kind in ("question", "request", "answer")
    ]


def _by_pattern(text: str, named: tuple[Contact, ...], contacts: Iterable[Contact], pattern: str) -> tuple[str, ...]:
    low = plain(text)
    found = []
    for contact in named:
        name = rf"(?:{re.escape(plain(contact.name))}|{re.escape(plain(contact.first))})"
        if re.search(pattern.replace("{name}", name), low):
            found.append(contact.id)
    return tuple(found)


def _authority(text: str, named: tuple[Contact, ...], contacts: Iterable[Contact]) -> tuple[str, ...]:
    people = _by_pattern(text, named, contacts, rf"\b{{name}} {_ORDERED}|\bon behalf of {{name}}\b")
    return people or (("claimed",) if _AUTHORITY.search(plain(text)) else ())
