"""Reading what came back to a question, by rule: the sentence that answers it, or what was said instead.

English is read. It takes what it is told: it does not know what is true, and cannot tell an outdated answer from a
fresh one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sim.spelling import folded
from workaday.players.colleagues import likeness, stems
from workaday.players.phrases import any_of, phrases

Kind = Literal["answer", "elsewhere", "channel", "unknown", "later", "clarify", "nothing"]
"""It is answered; ask somebody else; ask in another way; they do not know; they will come back; they ask back; it says
nothing on the matter."""

Channel = Literal["call", "walk_up", "mail"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a text comes to as a reply to a question. ``sentence`` is set for an answer, ``who`` where others are named,
    ``channel`` where another way is wanted."""

    kind: Kind
    sentence: str = ""
    who: tuple[str, ...] = ()
    channel: Channel | None = None


_MONTH = phrases(
    "jan(?:uary)?; feb(?:ruary)?; mar(?:ch)?; apr(?:il)?; may; june?; july?; aug(?:ust)?; sep(?:t(?:ember)?)?;"
    "oct(?:ober)?; nov(?:ember)?; dec(?:ember)?"
)
_DAY = r"(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?"
_A_DATE = any_of(rf"{_DAY}; {_MONTH}; \d{{1,2}}[./-]\d{{1,2}}; \d{{4}}-\d\d-\d\d; today; tomorrow; next week; end of")
_A_DAY_OF_A_MONTH = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTH})\b(?:,? (?:19|20)\d\d\b)?|\b(?:{_MONTH}) (?:\d{{1,2}}\b,? ?)?"
    r"(?:(?:19|20)\d\d\b)?|\b(?:19|20)\d\d-\d\d-\d\d\b"
)
_A_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\b(?!\s*(?:eur|usd|gbp|cad|%|€|\$))|\b\d{1,2} ?(?:am|pm|o'clock)\b")
_A_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred"
    r"|thousand|none|half|dozen)\b"
)
_ASKS_NUMBER = any_of(r"""
    how (?:many|much|long|big|large|high|often); price; costs?; pay; penalty; per ?cent; budget; amount; quantity;
    number of; rate; fee; figure; which (?:flight|version|room|lot|ticket|number|invoice)
""")
_ASKS_TIME = any_of("(?:at |from |until |till |by |since )?(?:what|which) (?:time|hour)")
_ASKS_WHO = any_of("who; whom; whose; which (?:of (?:them|us|you)|person|colleague|director|name)")
_THE_ONE = any_of("(?:the|no|this|that|which|only|every) one; one (?:who|for|to|of|thing)")
_ASKS_DATE = any_of("when; (?:which|what) (?:day|date|week|month); by when; deadline")
_AWAY = any_of(r"""
    (?:\w+'s|is|are|am|was|be|been) (?:away|out|off|back|not in|on leave|on holiday); away (?:until|til|till|from);
    not in before; out until; back on
""")
_LATER = any_of(r"""
    i(?:'ll| will|'m going to| am going to); you(?:'ll| will) (?:have|get|hear); later; will follow;
    get back to you; come back (?:to you|on); give me (?:a|until|till); need to look; not before;
    let me (?:check|look|see|find)
""")
_UNKNOWN = any_of(r"""
    (?:don't|do not|didn't|dont) (?:know|have|carry|hold); no (?:idea|clue|figure|notion); beats me; after my time;
    not a (?:notion|whisper|clue); nobody (?:told|tells|gave|has); not in my; know nothing; i hold no; a blank;
    not mine to \w+; (?:part of|party to) (?:it|that|this); (?:wrong|last) one to \w+; not neutral;
    my own (?:side|case);
    (?:did|have) you (?:ask|asked|talk\w*|discuss\w*)(?: (?:to|it|this) (?:with)?)?; then (?:me|come back);
    (?:couldn't|could not|can't|cannot) (?:tell|say|answer); never (?:knew|needed|heard); nothing posted; no data;
    not (?:documented|instructed|for me to say|something i); kept from me; passed me by; not allowed; policy;
    can't (?:share|give|hand); not for (?:you|everyone); not meant for you
""")
_DENIED = any_of("not; isn't; aren't; never; no")
_BY_CALL = any_of(r"""
    (?:call|ring|phone|telephone) (?:me|us|my|down|the desk); by (?:phone|telephone); on the (?:phone|telephone);
    give (?:me|the desk) a (?:ring|call); lift the phone; pick up the phone; phone thing; telephone only; short call;
    minute call; talk, don't type; speak about; ring down; please telephone
""")
_IN_PERSON = any_of(r"""
    in person; face to face; come (?:and|to|down|by|over|see|past); my desk; (?:swing|drop|stop) by; walk over;
    not in (?:writing|chat|an e-?mail); over (?:a )?(?:coffee|tea); under four eyes; in my office
""")
_BY_MAIL = any_of("by (?:e-?)?mail; (?:send|write) (?:me )?an? (?:e-?)?mail; put it in writing")
_A_NAME = re.compile(r"\b[^\W\d_a-z][^\W\d_]+ [^\W\d_a-z][^\W\d_]+\b")
_ASKS_BACK = re.compile(
    r"(?:and |but |so |ok |hm+,? )*(?:what|which|who|whom|whose|when|where|why|how|(?:is|are|was|were|do|does|did|can"
    r"|could|will|would|shall|should|may|have|has) (?!be\b)\w+|for (?:which|what|whom)"
    r"|by (?:when|which)|you (?:mean|want|need|ask))\b"
)
_OFFERS_A_CHOICE = re.compile(r"\bor\b(?! so\b)")
"""Of a question: "the lot of May or that of June?" asks back, "400 or so?" is an unsure answer."""
_DEPENDS = any_of(r"""
    depends? (?:on )?(?:what|which|who|when|whether|how); (?:tell|say|specify|state|name|clarify) (?:me )?which;
    i(?:'d| would)? (?:first )?(?:need|have|like) to know (?:what|which|who|when|whether|for);
    i (?:must|should|have to|need to) know (?:the|what|which|who|when|whether|for)
""")
_SIGNED = re.compile(
    r"\n\s*(?:\w+ )?(?:regards|best|cheers|thanks|wishes|sincerely|yours),?[ \w]*\n[^\n\d]{1,40}\s*$", re.I
)
_HOLDS = (
    r"(?:has|holds|keeps|knows|carries|owns|does|made|makes|wrote|writes|looks after|runs|handles|minds|signs|counts"
    r"|will know|would know|should know|should have|will have|can tell|could tell|can say|is the one|is who)"
    r"(?=[ .,;!]|$)(?! (?:\d|told|said|about \d))"
)
_GOES_TO = (
    r"(?:ask|try|see|ring|call|phone|write(?: to)?|go to|talk to|speak (?:to|with)|mail|message|check with|"
    r"(?:is|lies|sits|are) with)"
)
_CLAUSE_ENDS = r"(?:(?! and (?:it|they|that|this|the)\b| but\b|: )[^,;.!?])*"
SHORT = 240
"""Letters up to which a reply that answers is taken down whole."""
_GREETING = re.compile(
    r"^(?:(?:good )?(?:morning|afternoon|day|evening)|hello|hi|hey|dear|regards|best|thanks?|thank you|cheers)\b"
    r"[^.!?]{0,40}[.,!]?$"
)


def sentences(text: str) -> list[str]:
    """The sentences of a text as they stand, without greetings and sign-offs of a few words."""
    parts = [part.strip() for line in text.split("\n") for part in re.split(r"(?<=[.!?])\s+(?=\S)", line)]
    return [part for part in parts if part and _GREETING.match(folded(part)) is None and len(part) > 2]


def read_reply(text: str, question: str, named: Sequence[str] = (), called: Sequence[str] = ()) -> Reply:
    """What ``text`` says to ``question``; ``named`` are colleagues whom it names, ``called`` what they are called.

    Where somebody is named or another way is wanted, and nothing is told that the question does not have (no figure, no
    date, no other name), the one is sent on: however much is said about the matter.
    """
    whole, asked = folded(text), folded(question)
    answers = [s for s in sentences(text) if is_answer(_without_redirect(s, (*named, *called)), question)]
    asks_time = _ASKS_TIME.search(asked) is not None
    telling = [s for s in answers if asks_time or tells_something(_without_names(s, called), question)]
    firm = asks_time or any(asks.search(asked) for asks in (_ASKS_NUMBER, _ASKS_DATE))
    if answers and (firm or not named) and (telling or _channel(whole) is None):
        return Reply("answer", _kept(text, answers, question))
    channel = _channel(whole)
    if channel is not None:
        return Reply("channel", channel=channel)
    names_is_telling = _ASKS_WHO.search(asked) is not None
    if named and (_UNKNOWN.search(whole) or not (telling or (answers and names_is_telling))):
        return Reply("elsewhere", who=tuple(named))
    if answers:
        return Reply("answer", _kept(text, answers, question))
    if _UNKNOWN.search(whole):
        return Reply("unknown")
    if _LATER.search(whole):
        return Reply("later")
    return Reply("clarify" if "?" in text else "nothing")


def _without_names(sentence: str, called: Sequence[str]) -> str:
    """A sentence without these names, and without "the one" who they are."""
    for name in sorted(called, key=len, reverse=True):
        sentence = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", sentence, flags=re.IGNORECASE)
    return _THE_ONE.sub(" ", sentence)


def _without_redirect(sentence: str, named: Sequence[str]) -> str:
    """A sentence without the part that says who has what is asked for ("Marek has the fees to 31 May 2026, ...").

    ``named`` are ids, by which people call each other too, and names; beside them any name is one.
    """
    if not named:
        return sentence
    names = "|".join((*(re.escape(who.partition("-")[0]) for who in named), r"(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"))
    kept = re.compile(rf"(?:\b(?:{names})\b,? (?:who )?{_HOLDS}|\b{_GOES_TO} (?:{names})\b){_CLAUSE_ENDS}", re.I)
    return kept.sub(" ", sentence)


def is_answer(sentence: str, question: str) -> bool:
    """Whether a sentence, said in reply to the question, has the form of an answer to it."""
    said, asked = folded(sentence), folded(question)
    new = tells_something(sentence, question)
    if said.endswith("?") and (not new or _ASKS_BACK.match(said) or _OFFERS_A_CHOICE.search(said)):
        return False
    if _DEPENDS.search(said):
        return False
    if (_UNKNOWN.search(said) and not new) or _AWAY.search(said):
        return False
    if _LATER.search(said) and likeness(question, sentence) < 0.5:
        return False
    bare = _A_TIME.sub(" ", said)
    if _ASKS_TIME.search(asked):
        return _A_TIME.search(said) is not None or _A_NUMBER.search(said) is not None
    if _ASKS_DATE.search(asked):
        return _A_DATE.search(bare) is not None or ("time" in asked and _A_TIME.search(said) is not None)
    if _ASKS_NUMBER.search(asked):
        return _A_NUMBER.search(_A_DAY_OF_A_MONTH.sub(" ", bare)) is not None
    if _channel(said) is not None:
        return False
    return new or (len(stems(sentence)) >= 2 and len(said.split()) >= 4)


def tells_something(sentence: str, question: str) -> bool:
    """Whether a sentence holds a number, amount, date, code or name that the question does not."""
    asked = folded(question)
    figures = re.findall(r"[^\W_]*\d[^\W_]*", folded(_A_TIME.sub(" ", sentence)))
    if any(figure not in asked for figure in figures):
        return True
    found = [m[0] for form in (_A_NUMBER, _A_DATE) for m in form.finditer(folded(sentence)) if not m[0].isdigit()]
    if any(word not in asked for word in found):
        return True
    return any(folded(name) not in asked for name in _A_NAME.findall(sentence))


def _kept(text: str, answers: Sequence[str], question: str) -> str:
    """What is taken down of a reply that answers: all of it that is no question back, where that is short; of a long
    one the sentence that speaks most of what was asked, with those that tell something new."""
    said = [s for s in sentences(_SIGNED.sub("", text)) if s in answers or not s.endswith("?")]
    if len(" ".join(said)) > SHORT:
        best = best_sentence(said, question)
        said = [s for s in said if s == best or tells_something(s, question)]
    return " ".join(said)


def best_sentence(answers: Sequence[str], question: str) -> str:
    """The answer that speaks most of what was asked; what comes first, and what is not denied, has an advantage."""

    def worth(number: int) -> float:
        denied = 0.2 if _DENIED.search(folded(answers[number])) else 0.0
        return likeness(question, answers[number]) - denied - 0.15 * number

    return answers[max(range(len(answers)), key=worth)]


def _channel(said: str) -> Channel | None:
    if _BY_CALL.search(said):
        return "call"
    if _IN_PERSON.search(said):
        return "walk_up"
    return "mail" if _BY_MAIL.search(said) else None
