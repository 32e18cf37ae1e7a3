"""How a suspicion is put into words, and by which words one is recognised: what people write to the security desk, and
what it writes back. Templates are those of :mod:`sim.phrasing`."""

import re

ALARM = re.compile(
    r"\b(?:phish\w*|scam\w*|fraud\w*|fake|false|forged|impost[eo]r|suspicious|suspect|strange|odd|fishy|hacked|"
    r"attack\w*|attempt|beware|careful|warning|warn\w*|not (?:who|genuine|real|from)|"
    r"do not (?:answer|reply|pay|click|trust|send|give|follow)|don't (?:answer|reply|pay|click|trust|send|give|follow)|"
    r"misus\w*|taken over|one of ours|is (?:this|that|it) (?:real|genuine|you|ours))\b"
)
ACCOUNT = re.compile(r"\b(?:account|password|logged in|log-in|login|hacked|taken over|misus\w*|not (?:her|him|them))\b")
CONFESSES = re.compile(
    r"\bi(?:'ve| have|'m afraid i)? (?:already )?(?:answered|replied|gave|given|told|sent|clicked|typed|paid|changed)\b"
)
_PART_ENDS = re.compile(
    r"(?<=[.;:!?])\s+|,\s+|\s*[()]\s*|\s[-–]\s|\s+(?=(?:but|while|whereas|instead of|rather than|and|not)\s)"
)
_VOUCHES = re.compile(
    r"\b(?:real|true|genuine|honest|usual|as (?:ever|always|before)|always (?:writes?|wrote|has|have|had|been|uses?))\b"
)
_DENIES = re.compile(r"\b(?:no|not|never|nothing|nobody|hardly|\w+n't)\b|\?")
MAIL_ID = re.compile(r"(?<!\w)m[1-9]\d*(?!\w)")

REPORTS = (
    "[Is this one of ours|Is this genuine|Does this look right to you]? [I have not answered|I have left it alone].",
    "[This came in|I got this]; [it looks odd to me|something is off about it]. [For you to look at|Over to you].",
)
VAGUE = (
    "I had a [strange|odd] [mail|one] [just now|earlier]{about}. [Is that one of ours|Should I worry]?",
    "[Somebody writes|There was something]{about}, [which seems strange|it looks odd to me].",
)
OWNS_UP = (
    "[About your warning|You warned us of it]: I answered that one, [before I knew|I am sorry]. They have {topic}.",
    "I gave them {topic}. [I answered before I read your warning|I should have asked]. [Sorry|I am sorry].",
)
SAYS_MORE = ("[Here it is|This is the one].", "[I am sending it on|As you asked, the mail itself].")
NEEDS = (
    "[Which one|Which mail] was it? [Please forward it|Send me the mail itself], with [who wrote and when|its time].",
)
THANKS = ("[Thank you|Thanks], {first}. [It is false|That is no friend of ours]: blocked, and the others are told.",)
HONEST = ("That one is honest, {first}: [please answer it|they are waiting for you].",)
HONEST_TIRED = ("Honest again. [Please look twice before you send me the next|Read it, then the address, then me].",)


def without_vouched(text: str) -> str:
    """A folded text without the parts that say who somebody really is: "the printer's real address is a@b.example, not
    c@d.example" speaks of c@d.example. A part with a denial, a question or words of alarm in it vouches for nobody."""
    ends = [*(match.end() for match in _PART_ENDS.finditer(text)), len(text)]
    parts = [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return "".join(p for p in parts if not _VOUCHES.search(p) or _DENIES.search(p) or ALARM.search(p))


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether the part of a folded text in which the place from ``start`` to ``end`` lies denies it or warns of it: "do
    not use 12-34", "12-34 is false"."""
    before = max((match.end() for match in _PART_ENDS.finditer(text, 0, start)), default=0)
    after = next((match.start() for match in _PART_ENDS.finditer(text, end)), len(text))
    rest = f"{text[before:start]} {text[end:after]}"
    return _DENIES.search(rest) is not None or ALARM.search(rest) is not None
