"""Whom a text names: colleagues, those it gives as a source, and those in whose name it claims to ask."""

import re
from collections.abc import Iterable

from personas.words import plain, words
from sim.mind import Contact

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


def for_whom(text: str, named: tuple[Contact, ...]) -> tuple[str, ...]:
    """The ids of those of ``named`` for whom something is asked."""
    return _by_pattern(text, named, r"\b(?:for|on behalf of) {name}\b")


def credited(text: str, named: tuple[Contact, ...]) -> tuple[str, ...]:
    """The ids of those of ``named`` that the text gives as the source of something."""
    return _by_pattern(
        text,
        named,
        rf"\b{{name}} {_SAID}\b|\b(?:according to|per|thanks to|credit to|via|(?:it|this|that) from) {{name}}\b",
    )


def authority(text: str, named: tuple[Contact, ...]) -> tuple[str, ...]:
    """In whose name the writer claims to ask: ids, or "claimed" where it is nobody in particular."""
    people = _by_pattern(text, named, rf"\b{{name}} {_ORDERED}|\bon behalf of {{name}}\b")
    return people or (("claimed",) if _AUTHORITY.search(plain(text)) else ())


def _by_pattern(text: str, named: tuple[Contact, ...], pattern: str) -> tuple[str, ...]:
    low = plain(text)
    found = []
    for contact in named:
        name = rf"(?:{re.escape(plain(contact.name))}|{re.escape(plain(contact.first))})"
        if re.search(pattern.replace("{name}", name), low):
            found.append(contact.id)
    return tuple(found)
