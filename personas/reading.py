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
from personas.figures import Figure, figures, is_denied, numbered, numbered_in
from personas.naming import authority, credited, for_whom, named_in
from personas.topics import BESIDES, CLEAR, FAINT, Match, Target, TargetKind, Topics
from personas.words import matter, plain, slips, sought, words
from sim.mind import Approvable, Favour, Incoming, Moment, Pointer, Statement, Withheld
from sim.spelling import spellings, states

Kind = Form | Literal["answer"]
"""What a part of a message does: a :data:`personas.clauses.Form`, or "answer" to what this person asked before."""

_FACTS: tuple[TargetKind, ...] = ("statement", "withheld", "pointer")
_APPROVALS: tuple[TargetKind, ...] = ("approvable",)
_BUT_APPROVALS: tuple[TargetKind, ...] = (*_FACTS, "favour", "undertaking")
_CLAIMS = 0.65
"""From this score on, a statement with a figure is one about the topic."""
_TURNS_TO = re.compile(r"^(?:and|or|also|then|so|what about|how about|(?:the )?same)\b|\bthe same (?:for|with)\b")
_STANDS_FOR = re.compile(r"\b(?:it|its|that|this|one|ones|they|those|them|these|latter|former)\b")
_OTHER = re.compile(r"\b(?:other|others|rest|else|remaining|second)\b")
_BARE_QUESTION = re.compile(r"^(?!.*\b(?:the|a|an|your|our)\b).*\b(?:where|when|why|how|what)\b")
_FEW, _NOUNS = 5, 8
"""Words up to which a statement may be a question cut short: with a verb in it, and without."""
_NO_VERB = re.compile(
    r"\b(?:i|we|you|he|she|they|it|is|are|was|were|be|been|has|have|had|will|would|can|could|should|may|do|does|did|"
    r"[a-z]{3,}ed)\b"
)
_HOW_FAR = re.compile(
    r"^(?:and |so |but )*(?:is|has|have|are|was|did|when|how)\b|\b(?:ready|done|finished|status|progress|yet|already|"
    r"who)\b"
)
_TELLS = re.compile(
    r"\b(?:tell|let me know|send|give|share|provide|forward|pass|get me|get us|look up|check|show|find|dig|pull)\b"
)
_IS_WRONG = re.compile(
    r"\b(?:wrong|incorrect|not (?:right|correct|true)|mistaken|sure|certain|match|add up|outdated|old)\b"
)
_NEVER_MIND = re.compile(
    r"\b(?:never ?mind|forget (?:it|about it)|not (?:needed|necessary) any|no longer need|leave it)\b|^no\b"
)
_EVERYBODY = frozenset({"all", "team", "everyone", "everybody", "channel", "here", "folks", "guys", "both", "there"})


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
    thread = moment.incoming.thread[-2:] if moment.incoming else ()
    heard = list(_heard(taken, moment, topics, before, tuple(line.text for line in reversed(thread))))
    if asked_back(moment) and _answers(heard, text):
        shrugs = cues.DUNNO.search(plain(text)) is not None
        heard = [*_resumed(moment, topics), *(h if _outright(h) and not shrugs else _as_answer(h) for h in heard)]
    heard = _without_doubles(heard)
    if moment.incoming is not None and moment.incoming.chatter:
        heard = [Heard("small_talk", text)]
    named = named_in(text, moment.contacts)
    return Reading(
        heard=tuple(heard),
        urgent=taken.urgent or (moment.incoming is not None and moment.incoming.urgent),
        rude=taken.rude,
        deadline=deadline_in(text),
        for_whom=for_whom(text, named),
        credits=credited(text, named),
        authority=authority(text, named),
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


@dataclass(slots=True)
class _Talk:
    """What a message has been about up to the clause that is being read."""

    moment: Moment
    topics: Topics
    last: Target | None
    """What was last spoken of."""
    around: tuple[str, ...]
    """The last things said, newest first."""

    def match(self, text: str, kinds: tuple[TargetKind, ...] | None, prefer: tuple[TargetKind, ...] = ()) -> Match:
        """What ``text`` is about; what it leaves open is what was last spoken of."""
        topics, last = self.topics, self.last
        match = topics.match(text, kinds, prefer=prefer)
        low = plain(text)
        points = _STANDS_FOR.search(low) is not None
        turns = _TURNS_TO.search(low) is not None
        fits = last is not None and (kinds is None or last.kind in kinds)
        if match.targets and not match.rivals:
            best = match.targets[0]
            astray = best.score < BESIDES and points and not turns and self._seeks(text, last, best)
            return Match((last,)) if astray and fits and last is not None else match
        things = [m for m in matter(text) if not m.isdigit() and not _OTHER.fullmatch(m)]
        if _OTHER.search(low) and not things:
            return self._other(kinds)
        if last is not None and fits:
            if not things:
                return Match((last,))
            open_ = points and len(things) <= 2 and not any(t.firm for t in topics.scores(text) if t.id != last.id)
            if open_ and (not (wanted := sought(text)) or wanted & (topics.is_a(last) or wanted)):
                return Match((last,))
        if not things:
            spoken_of = (topics.match(line, kinds) for line in self.around[:2])
            return next((m for m in spoken_of if m.targets and not m.rivals), match)
        for context in self._contexts(low, points or turns or bool(match.rivals), match):
            again = topics.match(text, kinds, context=context, prefer=prefer)
            if again.targets and not again.rivals:
                return again
        bare = _BARE_QUESTION.search(low) is not None and len(words(text)) <= 4 and not turns
        if last is not None and fits and bare and not match.rivals and not any(t.firm for t in topics.scores(text)):
            return Match((last,))
        return match

    def _seeks(self, text: str, one: Target | None, other: Target) -> bool:
        """Whether ``text`` wants the kind of thing that ``one`` is and ``other`` is not."""
        wanted = sought(text)
        return one is not None and bool(wanted & self.topics.is_a(one)) and not wanted & self.topics.is_a(other)

    def _other(self, kinds: tuple[TargetKind, ...] | None) -> Match:
        """ "The other one": of what has been spoken of, what it was not last."""
        found = [t for line in self.around for t in self.topics.match(line, kinds).targets]
        others = {t.id: t for t in found if self.last is None or t.id != self.last.id}
        return Match(tuple(others.values())) if len(others) == 1 else Match((), tuple(others.values())[:3])

    def _contexts(self, low: str, leans: bool, match: Match) -> Iterator[str]:
        """Earlier words to read ``low`` by, the nearest first."""
        if leans and self.last is not None:
            yield self.last.topic
        yield from self.around[:2]


def _heard(
    taken: Dissected, moment: Moment, topics: Topics, before: Target | None, around: tuple[str, ...] = ()
) -> Iterator[Heard]:
    alone = _alone(moment)
    called = () if alone else taken.called
    talk = _Talk(moment, topics, before, around)
    trivial = ("formula", "greeting", "goodbye")
    matters = any(c.form not in trivial for c in taken.clauses)
    for clause in taken.clauses:
        if clause.form in trivial and matters:
            continue
        called = clause.called or (() if alone else called)
        if clause.form in ("question", "statement"):
            clause = replace(clause, text=_REJECTED.sub("", clause.text))
        if clause.form in ("statement", "status", "promise"):
            spoken_of = topics.match(clause.text).targets
            talk.last = spoken_of[0] if spoken_of and spoken_of[0].score >= BESIDES else talk.last
        for part in _read_clause(clause, talk):
            talk.last = part.target or (part.rivals[0] if len(part.rivals) == 1 else talk.last)
            yield replace(part, whom=_whom(called, moment), figures=_stated(clause.text, moment))
        talk.around = (clause.text, *talk.around)


def _read_clause(clause: Clause, talk: _Talk) -> Iterator[Heard]:
    form = clause.form
    low = plain(clause.text)
    approves = cues.APPROVAL_WORD.search(low) is not None
    if form == "reminder" and cues.NEEDS_DECISION.search(low) and _begins(talk.moment):
        # "I still need your decision": what was said of it in another conversation is not before this reader.
        form = "approval" if _of_approval(clause.text, talk).targets else form
    if form == "approval" or (form == "question" and approves):
        match = _of_approval(clause.text, talk)
        if form == "question" and not match.targets:
            match = talk.match(clause.text, None)
    elif form == "correction":
        match = talk.match(clause.text, _FACTS)
        if not (match.targets or match.rivals or _stated(clause.text, talk.moment) or _IS_WRONG.search(low)):
            form = "statement"
    elif form in ("question", "request", "reminder", "escalation"):
        prefer: tuple[TargetKind, ...] = ("favour",) if form == "request" and not _TELLS.search(low) else _FACTS
        facts_first = form == "question" or (form == "reminder" and not approves)
        match = talk.match(clause.text, _BUT_APPROVALS, prefer) if facts_first else Match(())
        if not match.targets:
            match = talk.match(clause.text, None, prefer)
    elif form == "small_talk" and "?" in low:
        match = talk.topics.match(clause.text)
        if not match.targets:
            yield Heard(form, clause.text)
            return
        form = "question"
    elif clause.relayed or clause.tagged or form == "statement":
        read_as = _read_statement(clause, talk)
        form, match = (form, Match(())) if read_as is None else read_as
    else:
        yield Heard(form, clause.text)
        return
    if match.rivals or not match.targets:
        yield Heard(form, clause.text, None, match.rivals)
    for target in match.targets[1:] if match.rivals else match.targets:
        yield Heard(_kind_for(form, target, low, talk.moment), clause.text, target)


_REJECTED = re.compile(r"^(?:no,? )?not (?:the |your |our )?[^,;?]{2,30}[,;] ?(?:but )?(?=\w.{3})", re.I)
"""What is named only to be ruled out: "not the doors, the ushers"."""
_ONE_MORE = re.compile(
    r"^(?:ok(?:ay)?,? |great[,!]? |thanks[,!]? |good,? |so )*(?:and|or) (?:for |at |in |with |on |by )?(?:the |your "
    r"|our )?"
    r"(?!(?:then|so|now|also|that's|it's|i|we|you|he|she|they)\b)(?:[a-z][\w'-]*)(?: [a-z][\w'-]*){0,3}\W*$"
)
"""One more of the kind that was just spoken of: "and for students", "ok and ushers"."""


def _of_approval(text: str, talk: _Talk) -> Match:
    """Which approval is meant; where the text names nothing else, the only one there is."""
    match = talk.match(text, _APPROVALS)
    likely = [t for t in talk.topics.scores(text, _APPROVALS) if t.score >= FAINT]
    if not match.targets and len(likely) == 1:
        return Match((likely[0],))
    named = [
        m for m in matter(CONDITION.sub("", plain(text))) if not m.isdigit() and cues.APPROVAL_WORD.search(m) is None
    ]
    approvables = talk.moment.approvables
    if not match.targets and len(approvables) == 1 and not named and talk.last is not None:
        return Match((Target("approvable", approvables[0].id, approvables[0].topic, CLEAR),))
    return match


def _read_statement(clause: Clause, talk: _Talk) -> tuple[Form, Match] | None:
    """What a statement is besides: a question cut short ("detector price"), one that is only passed on ("Ruth wants to
    know ..."), one by its tail ("..., right?"), or a contradiction of what this person holds; None where nothing."""
    text = clause.text
    stated = _stated(text, talk.moment)
    if clause.relayed or clause.tagged:
        match = talk.match(_wanted(text) if clause.relayed else text, _FACTS)
        if match.targets or match.rivals:
            return "question", match
    short = len(words(text)) <= (_NOUNS if _NO_VERB.search(plain(text)) is None else _FEW)
    few = short and not text.rstrip().endswith(".")
    if not few and not stated:
        return None
    match = talk.topics.match(text, _FACTS)
    if talk.around and _ONE_MORE.match(plain(text)) and _NO_VERB.search(plain(text)) is None:
        match = talk.match(text, _FACTS)
        return ("question", match) if match.targets and not match.rivals else None
    if not match.targets or match.rivals or match.targets[0].score < (_CLAIMS if stated else BESIDES):
        return None
    target = match.targets[0]
    if stated:
        held = next((s for s in talk.moment.may_say if s.fact == target.id), None)
        compared = comparable(Heard("statement", text, figures=stated), held) if held else []
        differs = bool(compared) and not any(agrees for _, agrees in compared)
        return ("correction", Match((target,))) if differs else ("statement", Match((target,)))
    return "question", Match((target,))


def _wanted(text: str) -> str:
    """What a passed-on question asks: without who asks it, and what for."""
    low = plain(text)
    found = cues.RELAYED.search(low)
    rest = low[found.end() :] if found else low
    what = _WHAT_FOR.sub("", rest)
    return what if matter(what) else rest if matter(rest) else text


_TAKEN = re.compile(
    r"\b(?:approved|granted|decided|settled|signed off) by (?!you\b|when\b|noon\b|lunch\b|\d|(?:next|this) |"
    r"(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?\b|to(?:day|morrow|night)\b|(?:the )?(?:end|close|start)\b)"
)
"""Somebody reports a decision: the words of its topic, even as a question, then ask for nothing."""
_WHO_DECIDES = re.compile(
    r"\bwho (?:decides|can|could|may|should|would|will|is|has|do i)\b|\bwhose (?:call|decision)\b|"
    r"\bwhen (?:will|do|can|is|was)\b"
)
_WHAT_FOR = re.compile(r"\b(?:so(?: that)? (?:i|we|he|she|they|you|it)\b|because\b|in order to\b|to be able to\b).*$")


def _kind_for(form: Form, target: Target, low: str, moment: Moment) -> Kind:
    """A request for something known is a question; a question about work that is not about how far it is orders it.

    To ask how a matter is to be decided, to report it or to call for help with it asks for the decision, unless it is
    asked who decides, or when.
    """
    if target.kind == "approvable" and form in ("question", "request", "escalation", "approval"):
        matter_ = next((a for a in moment.approvables if a.id == target.id), None)
        if matter_ is not None and _TAKEN.search(low):
            return "statement"
        if matter_ is not None and matter_.is_matter and not _WHO_DECIDES.search(low):
            return "approval"
    if form == "request" and target.kind in _FACTS and _TELLS.search(low):
        return "question"
    if form == "question" and target.kind == "favour" and not _HOW_FAR.search(low):
        return "request"
    if form == "request" and target.kind == "approvable":
        return "approval"
    return form


def _begins(moment: Moment) -> bool:
    """Whether nothing was said by anybody else in this conversation before."""
    return moment.incoming is None or all(line.mine for line in moment.incoming.thread)


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


def _stated(text: str, moment: Moment) -> tuple[Figure, ...]:
    """The figures of a text that say how much or when, and are no part of the name of something ("press 2").

    Those stay that can be the name which somebody holds for a value ("room 12").
    """
    found = figures(text)
    if not any(f.kind == "number" for f in found):
        return found
    known: tuple[Statement | Withheld | Pointer | Approvable | Favour, ...] = (
        *moment.may_say, *moment.withheld, *moment.pointers, *moment.approvables, *moment.favours
    )  # fmt: skip
    nouns = frozenset(n for thing in known for name in (thing.topic, *thing.asked_as) for n in numbered_in(name))
    values = frozenset(n for s in moment.may_say for n in numbered_in(s.value))
    return tuple(f for f in found if (name := numbered(f, text, nouns)) is None or name in values)


def comparable(heard: Heard, statement: Statement) -> list[tuple[str, bool]]:
    """Figures of ``heard`` that say something on the value of ``statement``: as written, and whether they agree.

    What is named only to be denied ("206 EUR, not 195") says nothing, nor does the number of something else: "room 12"
    says something on a value that is a room, and on no other.
    """
    held = figures(statement.value)
    names = frozenset(n for name in (statement.topic, *statement.asked_as) for n in numbered_in(name))
    names |= numbered_in(statement.value)
    numbers = ("amount", "number")
    found = []
    for figure in heard.figures:
        if is_denied(figure, heard.text):
            continue
        name = numbered(figure, heard.text, names)
        alike = [
            g
            for g in held
            if (g.kind == figure.kind or (g.kind in numbers and figure.kind in numbers))
            and name in (None, numbered(g, statement.value, names))
        ]
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
                if heard.kind in ("question", "request", "approval") and not _told(heard, moment):
                    yield _settled(heard, told, topics)
            return


def _told(heard: Heard, moment: Moment) -> bool:
    """Whether this person's last word, though it asks something too, told what was asked."""
    last = moment.incoming.thread[-1] if moment.incoming is not None else None
    held = next((s for s in moment.may_say if heard.target is not None and s.fact == heard.target.id), None)
    if last is None or held is None or heard.kind == "approval":
        return False
    return states(last.text, spellings(held.value))


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


_OUTRIGHT = re.compile(r"^(?!(?:how|what) about\b).*\b(?:what|when|where|who|whom|whose|which|why|how)\b.*\?")


def _outright(heard: Heard) -> bool:
    """Whether it asks something else in so many words, and is no answer put as a question ("the 4th?")."""
    return heard.kind == "question" and _OUTRIGHT.search(plain(heard.text)) is not None and bool(matter(heard.text))


def _as_answer(heard: Heard) -> Heard:
    takes = ("statement", "acknowledgement", "fyi", "status", "small_talk", "promise", "refusal", "question", "request")
    return replace(heard, kind="answer") if heard.kind in takes else heard


def _without_doubles(heard: Iterable[Heard]) -> list[Heard]:
    """Each ask once: a part that says nothing new of what another part of its kind is about is dropped."""
    kept: dict[tuple[object, ...], Heard] = {}
    for part in heard:
        of = part.target.id if part.target else matter(part.text) if _outright(part) and not part.rivals else None
        kept.setdefault((part.kind, of, part.rivals, part.whom), part)
    found = list(kept.values())
    aimed = {h.kind for h in found if h.target is not None or h.rivals}
    return [
        h for h in found if h.target or h.rivals or h.kind not in aimed or h.kind in ("question", "request", "answer")
    ]
