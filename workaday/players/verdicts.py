"""Reading whether somebody has said yes or no, by rule: what a colleague's words do to a request.

English is read, and not every turn of phrase is understood. The first word that decides counts, but for a "but no" at
the end; what decides nothing is None, and a player that waits for a word waits on.
"""

import re
from typing import Literal

from sim.spelling import folded
from workaday.players.phrases import any_of, phrases

Verdict = Literal["grant", "refuse", "elsewhere", "needs_more"]
"""It is approved; it is not; somebody else decides; something has to be said or sent first."""


_ELSEWHERE = any_of(r"""
    (?:above|beyond|exceeds?|over) (?:my|what i (?:may|can)); not (?:mine|my (?:call|decision|matter)); not i;
    pay grade; higher (?:up|signat\w+); upstairs; some(?:one|body) (?:higher|serious|else); up the stairs;
    my (?:limit|signature|authority|mandate|delegation|writ|little kingdom|pen);
    (?:bigger|weightier|wider) (?:name|pen|mandate); (?:the|no) (?:power|authority) (?:for|to); second signature;
    board; can(?:'t|not) (?:sign|approve) [\w -]* alone; (?:sign|approve|dare) [\w -]*alone; too big for me;
    they (?:don't let|took); i (?:only|can|may) (?:sign|approve); recommend [\w -]+ (?:and|but) not; countersign;
    decision,? (?:however )?sits
""")
_NEEDS = any_of(r"""
    without; missing; incomplete; i(?:'d| would)? (?:still |just )?(?:need|miss|want); where(?:'s| is| are);
    pending; send (?:me |over )?(?!my|it on)\w; have you got; condition precedent; furnish; for want of;
    in the absence of; by the sight of; cannot consider; when i see; before i; might you add; the form;
    half a pitch; blind; won't go in; cannot (?:book|do|decide); has a hole; may i have; but [\w' -]+ first;
    i decide; [\w' -]+ first[.,]? then; on hold; absent
""")
_LACKS = any_of("missing; incomplete; (?:necessary to|please) (?:attach|add); absent; on hold; submit again")
_SIGNED_OFF = any_of("approved; granted; declined; denied; refused; withheld; rejected")
"""What decides even where something is said to be missing; "yes" and "released" may be of another thing."""
_EXCUSED = any_of(r"""
    no (?:objection|great harm|findings|problem|need|later|other|more|worries|rush|issue); , no\?;
    not (?:a|an|one) \w+ (?:over|more|beyond); not (?:after|before|without telling); why not;
    can't (?:argue|complain|see why not); do not (?:see|mind); don't (?:make|mind|see); no harm; no reason;
    i reserve
""")
"""What sounds like a no and is none."""
_RATHER = re.compile(
    r"(?P<before>(?:^|[.!?;]\s+)(?![^.!?;]*\b(?:sorry|afraid|thanks|no|love|like to)\b)[^.!?;]*\b\w+ [\w'-]+ [\w'-]+)"
    r"(?:,| -| and| but) ?(?:and |but )?not (?:by |to |from |in |with |on |for |of |just |only |merely )?"
    r"(?:the|those|these|them|a|an|any|one|what|who|whom|where|how|my|your|our|his|her|its|their)\b[^.!?;]*"
)
"""One thing rather than another: "those who have the paper, not those who have an opinion"."""
_BUT_NO = any_of(r"""
    (?:but|says|saying|say|answer is|a|was) no(?:pe)?; if i said yes; would (?:love|like) to say yes
""")
_OUTSPOKEN = any_of("approved; granted; declined; denied; refused; withheld; rejected; yes; released")
_NO = phrases(r"""
    no; nope; nah; not; cant; can't; cannot; can not; unable; won't; wouldn't; would not; will not; don't;
    do not; declin\w+; denied; refus\w+; reject\w*; withheld; turned down; cut; bounced; killing; leave; neither;
    too (?:dear|nervous|big|much); does not; doesn't; advise against; gotta park; over my dead; disappoint\w*;
    evidence is thin; is bare
""")
_YES = phrases(r"""
    approv(?:ed?|al is granted); granted; signed off; go; yes; yep; yeah; ya; aye; agree\w*; consent is given;
    may proceed; do it; green; fine; ok; okay; of course; by all means; blessing; support; funded; with pleasure;
    comfortable; sure; stretch to; all right; happy; good to; lgtm; \+1; fire away; grand; backing; works for me;
    sign gladly; buy it; thumb; full ahead; may sail; stamp; vote; released; very well; away you go; go on;
    spend it; objection; harm; good; cleared; carry on; signed
""")
_DECIDES = re.compile(rf"(?<![\w-])(?:(?P<no>{_NO})|(?P<yes>{_YES}))(?![\w'])")


_WANT_OF = re.compile(r"\b(?:the )?(?:absence|sight|want|lack) of ")
_THING = re.compile(
    r"\b(?:the|your) (?:(?:of|in|for|on|to|at|from|by|with) (?:the|your) |(?!(?:the|your)\b)[^\s.,;:?!()]+ ?)+"
)
_THING_ENDS = re.compile(
    r" (?:before|first|then|please|and|so|can|is|are|has|have|was|i|we|you|namely|blocked|missing|absent|pending|after|"
    r"like|in writing|too|would|will|comes?)\b.*"
)
_NO_THING = frozenset(
    "hearing form rest paper papers source reason other others matter line moment way name person same "
    "floor desk file list".split()
)


def things_in(text: str) -> tuple[str, ...]:
    """What a text speaks of by "the": "the insured value of the lens", in its order, each once."""
    found = (_THING_ENDS.sub("", match[0].strip()) for match in _THING.finditer(_WANT_OF.sub(", ", f"{folded(text)} ")))
    return tuple(dict.fromkeys(t for t in found if len(t.split()) > 1 and t.split()[1] not in _NO_THING))


def is_outspoken(text: str) -> bool:
    """Whether a text says in so many words that something is approved or is not."""
    return _OUTSPOKEN.search(folded(text)) is not None


def verdict_of(text: str, *, names_somebody: bool = False) -> Verdict | None:
    """What an answer to a request for approval comes to; None where it is none of these, or cannot be read.

    ``names_somebody`` says that the text names a colleague of the writer's, who is then the one who decides.
    """
    said = _RATHER.sub(lambda found: found["before"], folded(text))
    plain = _EXCUSED.sub(lambda found: " objection " if found[0].startswith("no ") else " ", said)
    outspoken = _OUTSPOKEN.search(plain) is not None
    if _LACKS.search(said) and not _SIGNED_OFF.search(plain):
        outspoken = False
    if not outspoken and (names_somebody or _ELSEWHERE.search(said)):
        return "elsewhere"
    if not outspoken and (_NEEDS.search(said) or _LACKS.search(said)):
        return "needs_more"
    if _BUT_NO.search(plain):
        return "refuse"
    first = _DECIDES.search(plain)
    if first is not None:
        return "refuse" if first["no"] else "grant"
    return "needs_more" if said.rstrip().endswith("?") else None
