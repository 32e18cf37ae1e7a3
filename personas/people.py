"""Colleagues as a coworker speaks of them: by first name where that is clear, and with what they do here."""

from collections.abc import Iterable, Sequence

from personas.words import likeness, matter
from sim.mind import Contact

_RANKS = frozenset(
    matter(
        "head manager director officer chief senior junior lead leader specialist analyst assistant associate vice"
        " president team managing"
    )
)
_FITS = 0.6


def called(contact: Contact, among: Iterable[Contact]) -> str:
    """What to call ``contact``: the first name, or the full name where another of ``among`` has the same first name."""
    shared = sum(c.first == contact.first for c in among if c.id != contact.id)
    return contact.name if shared else contact.first


def listed(names: Sequence[str], joint: str = "or") -> str:
    """ "Marco", "Marco or Ines", "Marco, Ines or Ruth"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}" if names else ""


def who_looks_after(text: str, contacts: Sequence[Contact]) -> Contact | None:
    """The one colleague whose areas or title the matter of ``text`` points to, or None where it is none or several.

    Ranks ("head", "junior") say nothing about what somebody looks after.
    """
    asked = matter(text)
    if not asked:
        return None
    scored = [(max(_fit(asked, c), 0.0), c) for c in contacts]
    best = max((score for score, _ in scored), default=0.0)
    found = [c for score, c in scored if score == best]
    return found[0] if best >= _FITS and len(found) == 1 else None


def _fit(asked: Sequence[str], contact: Contact) -> float:
    names = [matter(area) for area in contact.looks_after]
    names.append(tuple(s for s in matter(contact.title) if s not in _RANKS))
    return max((_covered(asked, name) for name in names if name), default=0.0)


def _covered(asked: Sequence[str], name: Sequence[str]) -> float:
    return sum(max(likeness(term, word) for word in asked) for term in name) / len(name)
