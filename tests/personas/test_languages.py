"""Other languages: told apart, met with a polite word, and understood by those who speak them."""

from collections.abc import Callable

import pytest

from personas.clauses import is_foreign
from personas.languages import NAMES, UNDERSTOOD, language_of, speaks
from personas.load import load
from personas.reflex import Reflex
from sim.mind import Moment, Say

MomentOf = Callable[..., Moment]

TEXTS = [
    ("de", "Was kostet der Detektor, bitte?"),
    ("de", "Kannst du mir bis morgen die Liste schicken"),
    ("de", "Guten Morgen, wir brauchen noch heute die Zahlen für den Bericht."),
    ("fr", "Combien coûte le laser, s'il vous plaît ?"),
    ("fr", "Pourriez-vous m'envoyer le rapport avant midi ?"),
    ("es", "¿Cuánto cuesta el láser?"),
    ("es", "Puedes enviarme la lista por favor?"),
    ("it", "Quanto costa il laser?"),
    ("it", "Mi puoi mandare la lista per favore?"),
    ("nl", "Hoeveel kost de laser?"),
    ("nl", "Kunt u mij het rapport sturen"),
    ("pt", "Quanto custa o laser? Preciso de saber hoje."),
    ("pt", "Você pode me enviar a lista?"),
    ("pl", "Ile kosztuje laser? Proszę o odpowiedź dla mnie."),
    ("pl", "Czy możesz mi wysłać listę na jutro?"),
    (None, "What does the laser cost, please?"),
    (None, "Le Mans order in Paris, ok?"),
    (None, "I am on the road in De Pijp until two"),
    (None, "ok merci, see you at the Bahnhof"),
    (None, "can u send me da list pls"),
]


@pytest.mark.parametrize(("code", "text"), TEXTS)
def test_languages_are_told_apart(code: str | None, text: str) -> None:
    """By common words alone, and English with foreign names in it stays English."""
    assert language_of(text) == code
    assert is_foreign(text) is (code is not None)


def test_every_language_has_a_word_back() -> None:
    """For each there is a sentence, which is in that language itself."""
    assert set(NAMES) == set(UNDERSTOOD)
    for code, (formal, friendly) in UNDERSTOOD.items():
        assert language_of(formal) == language_of(friendly) == code


def test_who_speaks_what() -> None:
    """An organisation has codes, a persona English names; either will do."""
    assert speaks("de", ("en", "de"), ())
    assert speaks("de", (), ("German",))
    assert not speaks("de", ("en", "fr"), ("Czech",))


async def _said(moment: Moment, who: str) -> Say:
    turn = await Reflex(load(who), person="ines", org_name="Northlight").think(moment)
    (said,) = [move for move in turn.moves if isinstance(move, Say)]
    return said


@pytest.mark.parametrize("who", ["careful-controller", "brisk-founder", "salesy-optimist", "quiet-analyst"])
@pytest.mark.parametrize(("code", "text"), [t for t in TEXTS if t[0]])
async def test_a_text_in_another_language_never_meets_nonsense(
    code: str, text: str, who: str, moment_of: MomentOf
) -> None:
    """Who has the language says so in it; who has not asks for English. Nobody guesses, and nothing is told wrongly."""
    own = await _said(moment_of(text, languages=("en", code), chance=5), who)
    assert language_of(own.text) == code or UNDERSTOOD[code][0] in own.text or UNDERSTOOD[code][1] in own.text
    assert set(own.states) <= {"laser-price", "detector-price"}
    other = await _said(moment_of(text, languages=("en",), chance=5), who)
    assert "english" in other.text.lower()
    assert other.states == ()
    assert other.asks == ("in English",)


async def test_a_simple_question_is_answered_by_who_understands_it(moment_of: MomentOf) -> None:
    """What is clear from its own words is answered, in English."""
    said = await _said(moment_of("Was ist der Laser price, bitte?", languages=("de", "en")), "careful-controller")
    assert said.states == ("laser-price",)
    assert said.asks == ()


async def test_the_language_is_named_by_who_asks_for_english(moment_of: MomentOf) -> None:
    """Sooner or later the reply says which language it was."""
    named = 0
    for chance in range(20):
        said = await _said(moment_of("Hoeveel kost de laser?", chance=chance), "careful-controller")
        named += "Dutch" in said.text
    assert named > 0
