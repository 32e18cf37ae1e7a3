"""Which language a text is in, by its most common words, and a word back in it.

Small on purpose: it tells seven neighbours of English apart well enough to say politely which one it is. Nobody here
writes in them beyond a sentence that is always the same.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from personas.words import plain

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "nl": "Dutch", "pt": "Portuguese",
        "pl": "Polish",
    }
)  # fmt: skip
"""The languages that are told apart, by ISO 639 code."""
SPOKEN: Mapping[str, str] = MappingProxyType(
    dict(
        pair.split(":")
        for pair in (
            "af:Afrikaans am:Amharic ar:Arabic az:Azerbaijani be:Belarusian bg:Bulgarian bn:Bengali bs:Bosnian "
            "ca:Catalan cs:Czech cy:Welsh da:Danish de:German el:Greek en:English es:Spanish et:Estonian eu:Basque "
            "fa:Persian fi:Finnish fil:Filipino fo:Faroese fr:French ga:Irish gd:Gaelic gl:Galician gu:Gujarati "
            "ha:Hausa he:Hebrew hi:Hindi hr:Croatian hu:Hungarian hy:Armenian iba:Iban id:Indonesian ig:Igbo "
            "is:Icelandic it:Italian ja:Japanese ka:Georgian kk:Kazakh kl:Greenlandic kln:Kalenjin km:Khmer kn:Kannada "
            "ko:Korean lb:Luxembourgish lt:Lithuanian luo:Luo lv:Latvian mg:Malagasy mi:Māori mk:Macedonian "
            "ml:Malayalam mn:Mongolian mr:Marathi ms:Malay mt:Maltese my:Burmese nan:Hokkien ne:Nepali nl:Dutch "
            "no:Norwegian nb:Norwegian nn:Norwegian pa:Punjabi pl:Polish ps:Pashto pt:Portuguese qu:Quechua "
            "ro:Romanian ru:Russian rw:Kinyarwanda se:Sámi si:Sinhala sk:Slovak sl:Slovene sn:Shona so:Somali "
            "sq:Albanian sr:Serbian sv:Swedish sw:Swahili ta:Tamil te:Telugu th:Thai ti:Tigrinya tl:Tagalog "
            "tr:Turkish tw:Twi uk:Ukrainian ur:Urdu uz:Uzbek vi:Vietnamese wo:Wolof xh:Xhosa yo:Yoruba yue:Cantonese "
            "zh:Chinese zu:Zulu"
        ).split()
    )
)
"""The English names of languages that colleagues may have, by ISO 639 code."""

ENGLISH = frozenset(
    """the a an is are was to of and in for on you i we it that this what when who how please can could do does my your
    with be have has will not me at by from or if about need there which where it's i'm don't""".split()
)
_WORDS: Mapping[str, frozenset[str]] = {
    "de": frozenset(
        """der die das und ist nicht ich du sie wir ihr ein eine einen mit auf fur von zu den dem wie was wann wer wo
        warum kannst konnen konnten bitte mir uns noch auch haben habe hat sind gibt wird viel viele kostet brauche
        brauchen wissen sagen schicken schicke bei aber oder heute morgen gerne danke guten hallo im zum zur""".split()
    ),
    "fr": frozenset(
        """le la les des du et est une pour dans que qui avec sur pas vous nous je tu il elle quel quelle quand comment
        combien pouvez peux pourriez s'il plait mon votre au aux ce cette c'est j'ai ou bonjour merci besoin sont
        avez est-ce quels faut en un de moi""".split()
    ),
    "es": frozenset(
        """el los las y es un una para con por que cual cuando como puedes puede podria usted necesito esta donde mi su
        gracias cuanto cuantos hola favor tiene tienes hay del al me de la lo se no pero quien buenos dias en
        muy le te""".split()
    ),
    "it": frozenset(
        """il lo gli e di che per con non sono come quando puoi puo potresti quanto quanti dove questo mio una un della
        del dei ciao grazie favore serve ho ha abbiamo mi la le nel chi buongiorno prego
        ma qui in bene tutti possono cosi ti""".split()
    ),
    "nl": frozenset(
        """het een van en niet dat wat wanneer kun kunt voor met jij je u wij we mijn de is ik hoeveel waar wie kan
        kunnen graag alstublieft bedankt hallo heb hebben heeft zijn er nog ook naar aan op nodig kost dag""".split()
    ),
    "pt": frozenset(
        """o os as um uma nao voce quanto quantos preciso de que para com por quando como onde quem pode poderia me a e
        obrigado obrigada ola bom dia temos tem esta qual do da na no favor
        mas em aqui todos bem""".split()
    ),
    "pl": frozenset(
        """jest nie czy kiedy jak prosze ile dla i w na z do sie to co kto gdzie mozesz moze moge potrzebuje dziekuje
        dzien dobry mamy masz jaka jaki kosztuje mi o od po ale tu
        zeby wszyscy mogli dobrze rozumiem""".split()
    ),
}
_MARKS: Mapping[str, re.Pattern[str]] = {
    "de": re.compile(r"[ßäöü]"),
    "es": re.compile(r"[¿¡ñ]"),
    "pt": re.compile(r"[ãõ]"),
    "pl": re.compile(r"[łśżźćńęą]"),
    "fr": re.compile(r"[œêûîàèç]"),
    "it": re.compile(r"[òìù]"),
    "nl": re.compile(r"\bij|ij\b|\bij\w|aa|oe"),
}
FOREIGN = frozenset().union(*_WORDS.values()) - ENGLISH
"""Common words of these languages that are no common English ones."""

UNDERSTOOD: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "de": (
            "Ich verstehe Sie gut, nur schreiben wir hier auf Englisch, damit alle mitlesen können.",
            "Versteh ich gut, aber bitte auf Englisch, dann können alle mitlesen.",
        ),
        "fr": (
            "Je vous comprends bien, mais nous écrivons en anglais ici, pour que tout le monde puisse suivre.",
            "Je comprends bien, mais en anglais s'il te plaît, que tout le monde puisse suivre.",
        ),
        "es": (
            "Le entiendo bien, pero aquí escribimos en inglés para que todos puedan seguirlo.",
            "Te entiendo, pero en inglés, por favor, así lo siguen todos.",
        ),
        "it": (
            "La capisco bene, ma qui scriviamo in inglese, così tutti possono seguire.",
            "Ti capisco, ma in inglese per favore, così tutti seguono.",
        ),
        "nl": (
            "Ik begrijp u goed, maar wij schrijven hier Engels, zodat iedereen het kan volgen.",
            "Snap ik, maar in het Engels graag, dan kan iedereen het volgen.",
        ),
        "pt": (
            "Entendo bem, mas aqui escrevemos em inglês, para que todos possam acompanhar.",
            "Entendo, mas em inglês, por favor, para todos acompanharem.",
        ),
        "pl": (
            "Dobrze rozumiem, ale piszemy tu po angielsku, żeby wszyscy mogli czytać.",
            "Rozumiem, ale po angielsku, proszę, żeby wszyscy mogli czytać.",
        ),
    }
)
"""That it was understood and that English is written here: formally, and among friends."""


@lru_cache(maxsize=2048)
def language_of(text: str) -> str | None:
    """The ISO 639 code of the language that ``text`` is in, of those in :data:`NAMES`; None for English and others.

    At least two common words of it, more than of English and of any other; signs of its own spelling count as one.
    """
    low = text.casefold().replace("’", "'")
    found = set(re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", plain(text)))
    found |= {part for word in found for part in re.split(r"['-]", word)}
    english = len(found & ENGLISH)
    scored = []
    for code, common in _WORDS.items():
        hits = len(found & common)
        if len(found & (common - ENGLISH)) >= 2:
            scored.append((hits + 1.5 * bool(_MARKS[code].search(low)), code))
    if not scored:
        return None
    best = max(scores for scores, _ in scored)
    first = [code for scores, code in scored if scores == best]
    return first[0] if best > english and len(first) == 1 else None


def speaks(code: str, languages: tuple[str, ...], by_name: tuple[str, ...]) -> bool:
    """Whether somebody with these languages, as ISO codes and by their English names, has the one of ``code``."""
    return code in languages or NAMES[code].casefold() in (name.casefold() for name in by_name)


def spoken(languages: tuple[str, ...], by_name: tuple[str, ...]) -> tuple[str, ...]:
    """What somebody speaks, best first, in English: those given ``by_name``, else those of the ISO codes.

    A code that has no name here stands as it is.

    >>> spoken(("fo", "en"), ())
    ('Faroese', 'English')
    """
    return tuple(dict.fromkeys(by_name or (SPOKEN.get(code, code) for code in languages)))
