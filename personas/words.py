"""Words as a reader compares them: without case, accents and endings, forgiving slips and other words for the same.

A *stem* is what is left of a word for comparison only; it is never shown. All here are pure functions of text.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")

EMPTY = frozenset(
    """a an the this that these those it its they them there here he she his her him i me my mine we us our you
    your yours
    is are was were be been being am do does did done have has had having can could would will shall should may
    might must
    to of for in on at by with from about into over as than then so if or and but not no yes any some all also just only
    please pls plz kindly what which who whom whose when where why how much many long soon often ok okay hi hello
    hey dear
    thanks thank need want know tell give send share get got let say said see look ask asking asked find show
    confirm check
    current currently latest exact exactly now today again still already really very quick quickly maybe possible sure
    wonder wondering idea ideas question questions info information detail details thing things one ones same other
    another
    few enough roughly approximately altogether actually happen moment chance hear heard told
    come comes coming mean bit top
    like help new eur usd gbp chf k s t d ll re ve m im ive youre whats hows
    wheres whos id dont cant wont isnt doesnt didnt up out off
    """.split()
)
"""Words that carry no matter: they neither make nor break a match."""

_ATTRIBUTES = frozenset(
    """price cost rate quote date day deadline time status number name amount value figure total version budget
    plan owner
    contact address report list file document page order detail state sum limit period version reason note copy
    people person team staff colleague company office
    dollar dollars euro euros pound pounds franc francs""".split()
)
"""What many things have: such a word says less about which thing is meant than the name of the thing."""

_SAME: tuple[str, ...] = (
    "price cost costs charge rate quote quotation fee pricing",
    "amount sum total figure value",
    "date deadline due when day schedule",
    "arrive arrival delivery deliver ship shipment shipping eta",
    "owner responsible charge",
    "vendor supplier supply manufacturer maker producer make",
    "start begin commence launch",
    "stop end finish close closing complete completion",
    "repair fix mend",
    "damage defect",
    "applicant applicants application applications apply candidate candidates",
    "weight weigh heavy",
    "lack miss missing short shortage gap",
    "address url link",
    "reason cause",
    "state status progress",
    "talk negotiation negotiate discussion discuss",
    "complaint complain",
    "refund reimburse repay",
    "training course workshop",
    "trip travel journey",
    "wifi wlan",
    "remain left open outstanding",
    "quantity number count",
    "target goal aim",
    "guarantee warranty",
    "depart departure leave",
    "lorry truck",
    "parcel package",
    "size capacity fit",
    "customer client",
    "contract agreement",
    "invoice bill",
    "salary pay wage compensation earn",
    "holiday leave vacation pto",
    "approve approval sign-off signoff authorise authorize",
    "buy purchase order procure procurement",
    "meeting call sync",
    "report summary write-up writeup overview",
    "bug defect issue problem fault",
    "staff headcount people employee",
    "password credential login access",
    "folder path location place",
    "forecast estimate projection",
    "discount rebate reduction",
    "machine device instrument unit",
    "move relocation relocate",
    "fire layoff redundancy dismissal",
    "slide deck presentation",
    "spreadsheet sheet excel",
    "launch release rollout go-live",
    "test trial check",
    "stock inventory",
)

Sought = Literal["price", "date", "length", "count", "person", "place", "cause", "state"]
"""What kind of thing a question wants to be told."""

_TYPED: tuple[tuple[Sought, re.Pattern[str], tuple[str, ...]], ...] = (
    (
        "price",
        re.compile(r"\bhow (?:much|expensive)\b|\bwhat(?:'s| is| does| do|'d| would)? .{0,60}\b(?:cost|charge)s?\b"),
        ("price", "amount"),
    ),
    ("price", re.compile(r"\bhow much (?:do|does|did) .{1,30}? (?:make|earn|get)\b"), ("salary", "earn", "earns")),
    (
        "date",
        re.compile(
            r"\bwhen\b|\bhow soon\b|\bby when\b|\beta\b|"
            r"\b(?:what|which) (?:day|date|week|time|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
        ),
        ("date", "time"),
    ),
    (
        "length",
        re.compile(r"\bhow (?:long|quick(?:ly)?|fast)\b|\bhow many (?:days|weeks|months|hours)\b"),
        ("time", "duration", "length", "lead", "delivery", "turnaround"),
    ),
    (
        "count",
        re.compile(
            r"\bhow (?:many|few)\b(?! (?:days|weeks|months|hours))|\bnumber of\b|\b(?:that|so|as) many\b|\benough\b"
        ),
        ("number", "quantity", "count"),
    ),
    (
        "person",
        re.compile(r"\bwho(?:m|se|'s)?\b|\bwhich (?:person|company|supplier|carrier)\b"),
        ("owner", "name", "contact"),
    ),
    ("place", re.compile(r"\bwhere\b(?! (?:do|are) we with)(?!.{0,40}\bstands?\b)"), ("location", "place", "path")),
    ("state", re.compile(r"\bwhere .{0,40}\bstands?\b|\bhow far\b|\bstatus\b|\bprogress\b"), ("state", "status")),
    ("cause", re.compile(r"\bwhy\b|\bwhat(?:'s| is) (?:wrong|behind|up)\b|\breason\b"), ("cause", "reason")),
)
"""How a question shows what it seeks, and the words for that which it leaves out."""

_NAMES: Mapping[Sought, re.Pattern[str]] = {
    "price": re.compile(
        r"\b(?:price|costs?|fees?|rent|wages?|salar(?:y|ies)|budget|target|limit|amount|freight|owes?)\b"
    ),
    "date": re.compile(
        r"\b(?:when|date|day|deadline|start|begin(?:s|ning)?|arriv(?:es|al)|opening|hours|slot|closing|visit)\b"
    ),
    "length": re.compile(r"\b(?:how long|lead time|delivery time|period|within what time|duration|deadline)\b"),
    "count": re.compile(r"\b(?:how many|number of|stock of|quantity|backlog|subscribers|applications|size of)\b"),
    "person": re.compile(r"\b(?:who|whom|owner|supplier|carrier|contact)\b"),
    "place": re.compile(r"\b(?:where|address|url|path|place|location|shelf|folder|booth|room)\b"),
    "state": re.compile(r"\b(?:state|status|progress|stage)\b"),
    "cause": re.compile(r"\b(?:why|cause|reason|what is wrong)\b"),
}


def plain(text: str) -> str:
    """``text`` in lower case with straight quotes and without accents ("Tomás’s" gives "tomas's")."""
    straight = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    if straight.isascii():
        return straight.lower()
    split = unicodedata.normalize("NFKD", straight.casefold())
    return split.translate(_BARE)


class _Bare(dict[int, int | None]):
    """A table that takes accents off, by code point, filled as characters come."""

    def __missing__(self, code: int) -> int | None:
        found = self[code] = None if unicodedata.combining(chr(code)) else code
        return found


_BARE = _Bare()


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What two forms of one word have in common ("prices", "priced" and "price" give "pric"). ``word`` is plain."""
    word = word.removesuffix("'s")
    word = _IRREGULAR.get(word, word).replace("'", "")
    if word.isdigit() or len(word) <= 3:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 3:
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 and word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word


_IRREGULAR = {
    "paid": "pay", "bought": "buy", "sold": "sell", "spent": "spend", "sent": "send", "built": "build", "held": "hold",
    "kept": "keep", "left": "leave", "chose": "choose", "chosen": "choose", "wrote": "write", "written": "write",
    "broken": "break", "broke": "break", "began": "begin", "begun": "begin",
}  # fmt: skip
_ENDINGS = (
    ("ations", ""), ("ation", ""), ("ments", ""), ("ment", ""), ("ingly", ""), ("ings", ""), ("ing", ""), ("als", ""),
    ("edly", ""), ("ies", "y"), ("ied", "y"), ("ed", ""), ("ses", "se"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"),
    ("al", ""), ("ly", ""), ("ss", "ss"), ("us", "us"), ("s", ""),
)  # fmt: skip


@lru_cache(maxsize=16384)
def words(text: str) -> tuple[str, ...]:
    """The words of ``text``, plain, in its order."""
    return tuple(_WORD.findall(plain(text)))


_EMPTY_STEMS = frozenset(stem(word) for word in EMPTY) | EMPTY
_VAGUE_STEMS = frozenset(map(stem, ("people", "person", "staff", "colleague")))
_ATTRIBUTE_STEMS = frozenset(map(stem, _ATTRIBUTES))
_GROUPS: dict[str, tuple[int, ...]] = {}
for _number, _line in enumerate(_SAME):
    for _word in _line.split():
        _GROUPS[stem(_word)] = (*_GROUPS.get(stem(_word), ()), _number)


@lru_cache(maxsize=16384)
def matter(text: str) -> tuple[str, ...]:
    """The stems of ``text`` that carry its matter, each once, in its order."""
    return tuple(
        dict.fromkeys(stem(word) for word in words(text) if word not in EMPTY and stem(word) not in _EMPTY_STEMS)
    )


@lru_cache(maxsize=4096)
def implied(text: str) -> tuple[str, ...]:
    """Stems that a question's form stands for: "how much" asks for a price, "when" for a date."""
    low = plain(text)
    return tuple(dict.fromkeys(stem(word) for _, pattern, meant in _TYPED if pattern.search(low) for word in meant))


@lru_cache(maxsize=4096)
def sought(text: str) -> frozenset[Sought]:
    """The kinds of thing that a question wants to be told, by its form; empty where it does not show."""
    low = plain(text)
    return frozenset(kind for kind, pattern, _ in _TYPED if pattern.search(low))


@lru_cache(maxsize=8192)
def named_kinds(topic: str) -> frozenset[Sought]:
    """The kinds of thing a topic is, by its words ("when the bank comes" is a date); empty where it does not show."""
    low = plain(topic)
    return frozenset(kind for kind, pattern in _NAMES.items() if pattern.search(low))


def weight(of: str) -> float:
    """How much a stem says about which thing is meant: 0.6 for what many things have, 0.3 for what says hardly more
    than "somebody", else 1 (design values)."""
    return 0.3 if of in _VAGUE_STEMS else 0.6 if of in _ATTRIBUTE_STEMS else 1.0


_UNLIKE = frozenset({frozenset(("custom", "customer")), frozenset(("plan", "plac")), frozenset(("plan", "plant"))})
"""Stems that look like slips of each other and are not."""


@lru_cache(maxsize=65536)
def likeness(one: str, other: str) -> float:
    """How well one stem stands for another: 1 the same, 0.85 a slip or a compound, 0.7 another word for it, else 0."""
    if one == other:
        return 1.0
    if frozenset((one, other)) in _UNLIKE:
        return 0.0
    if not set(_GROUPS.get(one, ())).isdisjoint(_GROUPS.get(other, ())):
        return 0.7
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= 4 and not shorter.isdigit() and longer[0] == shorter[0]:
        if slips(one, other, 1 if len(shorter) < 8 else 2):
            return 0.85
        if longer == f"{shorter}er":
            return 0.85
        if len(shorter) >= 5 and longer.startswith(shorter) and len(longer) - len(shorter) <= 3:
            return 0.85
    return 0.0


_SHORT = 4
_CONFUSED = frozenset(map(frozenset, ("cs", "sz", "iy", "ck", "fv", "ei", "ea", "ou", "dt", "bp", "mn")))
"""Letters that are taken for each other in short words, where any other slip makes another word (tent, test)."""


def slips(one: str, other: str, most: int) -> bool:
    """Whether at most ``most`` slips (a letter too many, too few, wrong, two swapped) turn one word into the other."""
    if abs(len(one) - len(other)) > most:
        return False
    before: list[int] = []
    if len(one) == len(other) == _SHORT:
        wrong = [frozenset(pair) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
        return (len(wrong) < 2 and all(pair in _CONFUSED for pair in wrong)) or sorted(one) == sorted(other)
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
        before = last
    return row[-1] <= most
