"""Taking a message apart: what is quoted, greeted and signed goes, the rest becomes clauses, each with its form.

Nothing here knows a moment: the same text always gives the same clauses (and is taken apart once). What a clause is
*about*, and what it therefore does to a reader who knows things, is :mod:`personas.reading`'s.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from personas import cues
from personas.languages import ENGLISH, FOREIGN, language_of
from personas.words import matter, plain

Form = Literal[
    "question", "request", "approval", "reminder", "escalation", "correction", "invitation", "offer",
    "promise", "status", "thanks", "acknowledgement", "greeting", "goodbye", "apology", "small_talk", "refusal", "fyi",
    "introduction", "formula", "foreign", "statement",
]  # fmt: skip
"""What a clause does, by its words alone. "formula" is politeness that says nothing ("hope you are well")."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, what it does, and whom it calls by name ("Marco, can you ..."; in lower case)."""

    text: str
    form: Form
    called: tuple[str, ...] = ()
    tagged: bool = False
    """Whether it asks by its tail alone ("..., right?"), or what follows asks whether it holds."""

    @property
    def relayed(self) -> bool:
        """Whether it says that something is wanted, without asking for it."""
        return self.form in _TELLS_A_WANT and cues.RELAYED.search(plain(self.text)) is not None


_TELLS_A_WANT = ("statement", "apology", "fyi", "status", "refusal")


@dataclass(frozen=True, slots=True)
class Dissected:
    """A whole message: its clauses in order and what holds for all of it."""

    clauses: tuple[Clause, ...]
    greets: bool = False
    called: tuple[str, ...] = ()
    forwarded: bool = False
    urgent: bool = False
    rude: bool = False
    forms: frozenset[Form] = field(default_factory=frozenset)

    @property
    def hints(self) -> bool:
        """Whether something in it may want an answer, by what it is about, though its form does not ask."""
        return any(c.tagged or c.form in _TELLS_A_WANT for c in self.clauses)

    @property
    def asks(self) -> bool:
        """Whether anything in it wants something of a reader."""
        return not self.forms.isdisjoint(WANTS)


WANTS: frozenset[Form] = frozenset(
    {"question", "request", "approval", "reminder", "escalation", "correction", "invitation", "offer", "foreign"}
)
"""Forms that want something of whoever reads them."""


_QUOTED = re.compile(r"^\s*>")
_HISTORY = re.compile(r"^\s*(?:on .{4,80} wrote:|-{2,} ?original message|_{10,}|from: .+@)", re.I)
_FORWARD = re.compile(r"^\s*(?:-{2,} ?forwarded message|begin forwarded message|fwd?:)", re.I)
_SIGNATURE = re.compile(r"^-- ?$")
_SIGN_OFF = re.compile(
    r"^\s*(?:(?:kind|best|warm|many|with)? ?(?:regards|wishes)|best|cheers|thanks(?: a lot| so much| again|"
    r" in advance)?|thank you|many thanks|thx|lg|br|vg|rgds|"
    r"yours(?: sincerely| faithfully| truly)?|sincerely|all the best|have a (?:good|nice|great) (?:day|weekend|one|"
    r"evening))\s*[,.!]?\s*$",
    re.I,
)
_GREETING = re.compile(
    r"^\s*(?:hi|hello|hey|hiya|heya|dear|good (?:morning|afternoon|evening|day)|g?morning|afternoon|evening|"
    r"greetings|servus|moin|hallo|hola|ciao|salut|bonjour|grüß gott|gruss gott|yo)\b"
    r"(?P<whom>(?:[ ,]+(?:again|there|all|everyone|everybody|team|folks|guys|both))*(?:[ ,]+(?:and |"
    r"& )?@?(?-i:(?!I\b)[^\W\d_a-z][\w.'’-]*))*)[ ]*[,!.:;–—-]*\s*",
    re.I,
)
_VOCATIVE = re.compile(
    r"^\s*(?:@(?P<handle>[\w.-]*\w)[,:]?|(?P<name>[^\W\d_a-z][\w'’-]+)(?:,| -| –|:(?= ?(?:can|could|please|do|what|"
    r"who|when))))\s+"
)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.)]|\(?[A-Za-z]\))\s+")
_SENTENCE = re.compile(
    r"(?<=[.!?…])[\"')\]]*\s+(?=\S)|(?<=;)\s+|\s+--? (?=\w)|\s[–—]\s|\s+(?:and )?(?=\(?(?:\d{1,2}|[a-e])\)\s)"
)
_GOES_ON = re.compile(r"\s*(?:and|also|plus)\b", re.I)
_BARE = ("statement", "fyi", "status", "small_talk")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|no|nr|mr|mrs|ms|dr|prof|st|vs|etc|resp|ca|incl|excl|fig|dept|inc|ltd|co)\.|\b[A-Z]\.)$",
    re.I,
)
_ASKING = (
    r"(?:what|when|where|who|whose|which|how|why|can|could|would|will|do|does|did|is|are|has|have|please|should|may|"
    r"tell|send|let|give|share)\b"
)
_DIRECT = (
    r"(?:(?:what|when|where|who|why|how)(?:'s|s)? (?:do|does|did|is|are|was|were|can|could|should|shall|will|would)|"
    r"how (?:much|many|long|soon|often|heavy|big|far)|which \w+ (?:do|does|did|is|are|was|were|can|should|will))\b"
)
"""The beginning of a question by its word order."""
_BY_ORDER = re.compile(rf"^(?:and |so |but |or |then )*{_DIRECT}")
_JOINED = re.compile(
    rf"[,;:]\s+(?={_DIRECT})|"
    rf"(?:[,;]\s*|\s+)(?:and|but|also|plus|or)(?:\s+(?:also|then|if so|secondly))?,?\s+(?={_ASKING})"
    r"|,\s+and\s+(?=(?:the|your|our)\s)"
    r"|[,;]\s+(?=(?:so )?(?:(?:can|could|would|will) you\b|please\b|(?:just )?(?:give|tell|send) (?:me|us)\b))",
    re.I,
)
_LEAD_IN = re.compile(
    r"^\s*(?:(?:just )?(?:a |one |two |some )?(?:more |other |another )?(?:quick |short |small |last )*(?:questions?|"
    r"things?|requests?|ones?)(?: for you| for [^:,?]{3,40}(?=:))?\s*[:,–-]|"
    r"btw,?|by the way,?|p\.?s\.?:?|also,|oh,|so,|hey,)\s*",
    re.I,
)
_THE = re.compile(r"\s*(?:the|your|our)\s", re.I)
_ASKS = re.compile(r"\b(?:questions?|things?|requests?|ones?)\b", re.I)
_I_AM = re.compile(r"\bI(?:'m|’m| am) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?,? (?:the |your |a |an |from |and I\b)")
CONDITION = re.compile(rf"^(?:and,? |so,? |but,? )*if (?:[^,]{{3,80}}, (?:then )?|.{{3,80}}? (?=(?:then )?{_DIRECT}))")
_EMOTICON = re.compile(r"(?:^|\s)[:;=][-']?[)(DPpo/|]+(?=\s|$)")


_EMOJI = re.compile(r"^(?:[^\w\s?]|:[a-z0-9_+-]+:|\s)+$")
_NUDGE = re.compile(r"^[?!\s]*\?[?!\s]*$|^(?:hello|anyone|ping|bump|up)\s*\?+$|^(?:ping|bump)\W*$")
_ACK_WORD = (
    r"(?:ok(?:ay|ey|i)?|k+|kk|got it|gotcha|noted|understood|i (?:see|understand)|sure(?: thing)?|great|perfect|"
    r"super|excellent|brilliant|wonderful|awesome|nice|cool|fine|"
    r"good(?: to know| point| one)?|sounds (?:good|great|fine|like a plan)|makes sense|(?:all )?clear|"
    r"roger(?: that)?|alright|all right|right|will do|works(?: for me)?|"
    r"ye(?:s|ah|p|ah sure)|no(?:pe)?|indeed|exactly|correct|true|agreed|deal|done|received|fair enough|all good|"
    r"no (?:problem|worries|prob)|np|"
    r"(?:you'?re |you are )?welcome|my pleasure|any ?time|happy to(?: help)?|glad to(?: help| hear)?(?: that)?|"
    r"please|that (?:helps|works|clears it up|is clear|'s clear|is all|'s all)|talk (?:tomorrow|later|soon|then)|"
    r"that'?s all i (?:needed|wanted)|that'?s (?:fine|great|good|all|it|helpful|perfect|ok(?:ay)?)|"
    r"much appreciated|appreciated|lovely|sweet|aha|ah|oh|hm+|lol|haha+|wow|absolutely|of course|certainly|"
    r"definitely|copy that|good|duly noted|thanks?|thx|ty|cheers|then|i|now|so|well|very|everyone|all)"
)
_ACKNOWLEDGEMENT = re.compile(rf"^(?:{_ACK_WORD}[\s,.!–-]*)+$")

_OTHER_SCRIPT = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=4096)
def dissect(text: str) -> Dissected:
    """Take ``text`` apart."""
    body, forwarded = _own_part(text)
    greets, called, body = _ungreeted(body)
    clauses = _whole(_listed(_unwrapped(body)))
    if not clauses and greets:
        clauses = [Clause(text.strip(), "greeting", called)]
    if forwarded:
        clauses = [replace(c, form="fyi") if c.form == "statement" else c for c in clauses]
    low = plain(body)
    forms = frozenset(c.form for c in clauses)
    urgent = cues.URGENT.search(low) is not None and cues.NOT_URGENT.search(low) is None
    return Dissected(tuple(clauses), greets, called, forwarded, urgent, cues.RUDE.search(low) is not None, forms)


def _unwrapped(body: str) -> str:
    """Lines that were only broken because they were long, in one."""
    lines: list[str] = []
    for line in body.split("\n"):
        if lines and len(lines[-1]) >= _LONG and line.strip() and not _BULLET.match(line):
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


_LONG = 60


def _listed(body: str) -> list[Clause]:
    """The clauses of a text; the items of a list do what the clause before the list announces."""
    clauses: list[Clause] = []
    lead: Form | None = None
    announces = -1
    in_list = False
    for line in body.split("\n"):
        bullet = _BULLET.match(line)
        goes_on = in_list and not bullet and _GOES_ON.match(line) is not None
        in_list = bullet is not None or goes_on
        for sentence in _sentences(line[bullet.end() :] if bullet else line):
            inline = _BULLET.match(sentence)
            found = _clauses(sentence[inline.end() :] if inline else sentence)
            if lead is not None and (in_list or inline):
                found = [replace(c, form=lead) if c.form in _BARE else c for c in found]
                if announces >= 0 and clauses[announces].form in ("question", "request"):
                    clauses[announces] = replace(clauses[announces], form="statement")
            elif found:
                lead = _lead(found[-1], sentence)
                announces = len(clauses) + len(found) - 1
            clauses += found
    return clauses


def _lead(last: Clause, sentence: str) -> Form | None:
    """What the items of a list do that this sentence announces: by a colon, or by asking for several things."""
    if cues.LIST.search(plain(last.text)) is not None and last.form in ("question", "request"):
        return "question"
    if sentence.rstrip().endswith(":"):
        return last.form if last.form in ("question", "request", "approval") else "question"
    return None


def _whole(clauses: list[Clause]) -> list[Clause]:
    """With what only asks whether the clause before it holds put together with that one, and no bare announcements."""
    found: list[Clause] = []
    for clause in clauses:
        tells = bool(found) and found[-1].form in ("statement", "status", "fyi", "promise")
        if tells and cues.TAG.search(plain(clause.text)):
            found[-1] = replace(found[-1], tagged=True)
        else:
            found.append(clause)
    several = sum(c.form in ("question", "request") for c in found) > 1
    return [replace(c, form="statement") if several and _announces(c) else c for c in found]


def _announces(clause: Clause) -> bool:
    """Whether it only says that there is something to ask."""
    low = plain(clause.text)
    if clause.form not in ("question", "request") or cues.LIST.search(low) is None:
        return False
    return not matter(_LISTED.sub(" ", low))


_LISTED = re.compile(
    r"\b(?:following|these|those|both|two|three|four|\d|answer|lines?|points?|numbers?|figures?|data|dates?|things?|"
    r"awake|minute|time|day|page|today|short|quick|small|miss|missing|still|please)\b"
)


def _own_part(text: str) -> tuple[str, bool]:
    """What its sender wrote, without quotations, history, signature and sign-off; and whether it forwards something."""
    lines: list[str] = []
    forwarded = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if _FORWARD.match(line):
            forwarded = True
            if line.lower().lstrip().startswith("-") or "message" in line.lower():
                break
            line = _FORWARD.sub("", line)
        if _HISTORY.match(line) or _SIGNATURE.match(line):
            break
        if not _QUOTED.match(line):
            lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    for back in range(1, min(4, len(lines))):
        below = [line for line in lines[len(lines) - back + 1 :] if line.strip()]
        if (
            _SIGN_OFF.match(lines[-back])
            and len(below) <= 2
            and all(len(line.split()) <= 5 for line in below)
            and any(map(str.strip, lines[:-back]))
        ):
            lines = lines[:-back]
            break
    return "\n".join(lines), forwarded


def _ungreeted(body: str) -> tuple[bool, tuple[str, ...], str]:
    found = _GREETING.match(body)
    if found is None:
        return False, (), body
    whom = tuple(
        w.lower().strip("@.,")
        for w in re.findall(r"@?[^\W\d_a-z][\w.'’-]*", found["whom"])
        if w.lower() not in _EVERYBODY
    )
    rest = body[found.end() :]
    return (True, whom, rest) if not rest or rest[0] != "'" else (False, (), body)


_EVERYBODY = frozenset({"all", "team", "everyone", "everybody", "folks", "both", "guys", "and", "there", "again"})


def _sentences(line: str) -> list[str]:
    parts: list[str] = []
    for part in _SENTENCE.split(line):
        if parts and _ABBREVIATED.search(parts[-1]):
            parts[-1] += " " + part
        elif part and part.strip():
            parts.append(part)
    return [part.strip() for part in parts]


def _clauses(sentence: str) -> list[Clause]:
    called: tuple[str, ...] = ()
    while (found := _VOCATIVE.match(sentence)) and _is_name(found):
        called += ((found["handle"] or found["name"]).lower(),)
        sentence = sentence[found.end() :]
    led = _LEAD_IN.match(sentence) or _announced(sentence)
    sentence = _EMOTICON.sub("", sentence[led.end() :] if led else sentence).strip()
    parts = _split(sentence)
    asked = sentence.rstrip().endswith("?")
    joined: list[str] = []
    for part in parts:
        if joined and (len(part.split()) < 2 or len(joined[-1].split()) < 2):
            start = sentence.index(joined[-1])
            joined[-1] = sentence[start : sentence.index(part, start + len(joined[-1])) + len(part)]
        else:
            joined.append(part)
    found_clauses: list[Clause] = []
    for index, part in enumerate(joined):
        form = form_of(part)
        if (
            asked
            and len(joined) > 1
            and index < len(joined) - 1
            and form == "statement"
            and re.match(_ASKING, part, re.I)
        ):
            form = "question"
        if form in _BARE and led is not None and (_ASKS.search(led.group()) or led.re is _COLON):
            form = "question"
        if form in _BARE and found_clauses and found_clauses[-1].form == "question" and _THE.match(part):
            form = "question"
        found_clauses.append(Clause(part.strip(), form, called))
    return found_clauses


def _announced(sentence: str) -> re.Match[str] | None:
    """What announces, before a colon, that things are asked after it."""
    found = _COLON.match(sentence)
    return found if found is not None and cues.LIST.search(plain(found.group())) else None


_COLON = re.compile(r"[^:?]{3,60}:\s+(?=\S)")


def _split(sentence: str) -> list[str]:
    """A sentence where something new is asked; a condition stays with what it is for."""
    if CONDITION.match(plain(sentence)) is None:
        return [part for part in _JOINED.split(sentence) if part]
    condition, comma, rest = sentence.partition(",")
    parts = [part for part in _JOINED.split(rest) if part] or [""]
    return [f"{condition}{comma}{parts[0]}", *parts[1:]]


def _is_name(found: re.Match[str]) -> bool:
    return bool(found["handle"]) or plain(found["name"]) not in _NO_NAMES


_NO_NAMES = frozenset(
    """ok okay yes no sure thanks thank sorry well so and but also hi hello hey great perfect now then please first
    second finally actually however
    today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday quick question update
    reminder urgent noted understood right good fine
    anyway still again btw fyi hm hmm ah oh alright cool nice super meanwhile unfortunately maybe since if when as
    while after before done received
    cheers thx ta apologies gotcha honestly ps btw lol hmm regarding heads-up heads lovely brilliant excellent
    welcome ping bump
    wait careful correction nope exactly indeed agreed true morning""".split()
)


def form_of(text: str) -> Form:
    """What one clause does, by its words."""
    low = plain(text).strip()
    if not low or _EMOJI.match(low):
        return "acknowledgement" if low else "formula"
    if _NUDGE.match(low):
        return "reminder"
    if is_foreign(text):
        return "foreign"
    if _I_AM.search(text) and not low.endswith("?"):
        return "introduction"
    if cues.FORMULA.search(low):
        return "formula"
    if cues.THANKS.search(low) and not low.endswith("?"):
        return "thanks"
    if _ACKNOWLEDGEMENT.match(low):
        return "acknowledgement"
    if _SIGN_OFF.match(low) or cues.GOODBYE.match(low):
        return "goodbye"
    return _asking(low) or _telling(low)


_ASKING_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("question", cues.ASKS_IF_APPROVED),
    ("fyi", cues.FYI),
    ("reminder", cues.REMINDER),
    ("escalation", cues.ESCALATION),
    ("approval", cues.APPROVAL),
    ("offer", cues.OFFER),
    ("correction", cues.CORRECTION),
    ("invitation", cues.INVITATION),
    ("small_talk", cues.SMALL_TALK),
    ("introduction", cues.INTRODUCTION),
    ("request", cues.REQUEST),
)
"""Forms by their cues, in the order in which they are looked for: the first that shows is it."""
_TELLING_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("refusal", cues.REFUSAL),
    ("promise", cues.PROMISE),
    ("status", cues.STATUS),
    ("apology", cues.APOLOGY),
)


def _asking(low: str) -> Form | None:
    low = CONDITION.sub("", low)
    if cues.FORBIDS.search(low):
        return None
    question = cues.QUESTION.search(low if low.endswith("?") else cues.NO_QUESTION.sub("", low)) is not None
    for form, pattern in _ASKING_FORMS:
        if form == "request" and question and cues.CHATTY.search(low):
            return "small_talk"
        if pattern.search(low) and _holds(form, low, question):
            return "question" if form == "approval" and question and cues.ABOUT_APPROVAL.search(low) else form
    return "question" if question and (low.endswith("?") or not cues.REFUSAL.search(low)) else None


def _holds(form: Form, low: str, question: bool) -> bool:
    """Whether a form that shows in the words holds for the whole clause."""
    match form:
        case "fyi" | "introduction":
            return not low.endswith("?")
        case "offer":
            return question
        case "request":
            return _BY_ORDER.match(low) is None
        case "small_talk":
            return not cues.PROMISE.search(low) and not cues.RELAYED.search(low)
        case _:
            return True


def _telling(low: str) -> Form:
    return next((form for form, pattern in _TELLING_FORMS if pattern.search(low)), "statement")


def is_foreign(text: str) -> bool:
    """Whether this is not English: mostly in another script, or with more words of other languages than of English."""
    letters = _LETTER.findall(text)
    if len(letters) >= 4 and len(_OTHER_SCRIPT.findall(text)) > 0.6 * len(letters):
        return True
    found = re.findall(r"[^\W\d_]+", plain(text))
    if len(found) < 3:
        return False
    english = len({word for word in found if word in ENGLISH})
    other = len({word for word in found if word in FOREIGN})
    return other >= 2 and (other > english or language_of(text) is not None)
