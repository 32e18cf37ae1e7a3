"""A persona of the library is borne by people of any organisation: it claims nothing that one of them contradicts.

Name, gender, home, languages and family are the person's own; an organisation may know them, a persona cannot.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

import orgs.load
from personas.load import library, load
from personas.prompting import charter
from personas.schema import Persona
from sim.mind import Moment

PEOPLE = {name: load(name) for name in library()}
EACH = pytest.mark.parametrize("who", PEOPLE.values(), ids=list(PEOPLE))
ORGS = sorted(orgs.load.library())

COUNTRIES = """
afghanistan albania algeria america andorra angola argentina armenia australia austria azerbaijan bahrain bangladesh
belarus belgium benin bolivia bosnia botswana brazil britain bulgaria burundi cambodia cameroon canada chile colombia
congo croatia cuba cyprus czechia denmark ecuador egypt england eritrea estonia ethiopia finland france gabon gambia
germany ghana greece guatemala guinea haiti holland honduras hungary iceland india indonesia iran iraq ireland israel
italy jamaica japan kazakhstan kenya korea kosovo kuwait laos latvia lebanon liberia libya lithuania luxembourg
madagascar malawi malaysia malta mauritius mexico moldova mongolia montenegro morocco mozambique namibia nepal
netherlands nicaragua nigeria norway pakistan palestine panama paraguay peru philippines poland portugal qatar romania
russia rwanda scotland senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan
tanzania thailand tunisia uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe europe africa
asia flanders wallonia bavaria catalonia quebec québec ontario siberia antarctica
"""
NATIONS = """
afghan african albanian algerian american arab argentinian armenian asian australian austrian bangladeshi belgian
bosnian brazilian breton british bulgarian cambodian canadian catalan chilean colombian congolese croat croatian cuban
cypriot czech dane danish dutch dutchman egyptian english englishman estonian ethiopian european filipino finn finnish
flemish french frenchman german ghanaian greek haitian hungarian icelandic indian indonesian iranian iraqi irish
irishman israeli italian jamaican japanese jordanian kenyan korean kurd kurdish latvian lebanese lithuanian malaysian
maltese mexican mongolian moroccan nepali nigerian norwegian pakistani palestinian persian peruvian portuguese
quebecois romanian russian rwandan scot scotsman scottish senegalese serb serbian slovak slovene slovenian somali
spaniard spanish sudanese swede swedish swiss syrian taiwanese tanzanian thai tunisian turk turkish ugandan ukrainian
vietnamese walloon welsh yemeni zambian zimbabwean afrikaans amharic arabic bambara bengali cantonese creole farsi
gaelic georgian gujarati hausa hebrew hindi igbo kikuyu latin lingala luo mandarin punjabi sanskrit swahili tagalog
tamil telugu twi urdu valencian wolof xhosa yiddish yoruba zulu
"""
CITIES = """
aarhus abuja accra algiers amman amsterdam ankara antwerp athens auckland baghdad bangkok barcelona basel beijing beirut
belfast belgrade berlin bern birmingham bogota bologna bordeaux boston bratislava brno brussels bucharest budapest cairo
calgary callao caracas casablanca chennai chicago chittagong copenhagen dakar damascus dayton delhi denver derry detroit
dhaka doha dresden dubai dublin dundee durban edinburgh felixstowe florence frankfurt geneva genoa ghent gibraltar
glasgow guadalajara haifa haiphong hamburg hanoi havana helsinki ibadan istanbul izmir jaipur jakarta jerusalem
johannesburg kabul kampala karachi khartoum kigali kinshasa krakow kyiv lagos lahore leeds leipzig leuven lille limerick
lisbon liverpool ljubljana london lyon madrid malmo malmö manchester manila marseille mechelen melbourne miami milan
minsk mombasa montreal montréal moscow mumbai munich nairobi naples odessa oslo ottawa oxford paris perth prague
pretoria recife reykjavik riga rome rotterdam salisbury salzburg santiago santos sarajevo seattle seoul sevilla seville
shanghai sheffield singapore sofia stockholm strasbourg stuttgart surabaya sydney taipei tallinn tbilisi tehran timaru
tokyo tomsk toronto tripoli tunis turin upington utrecht valencia vancouver venice vienna vigo vilnius visoko volos
warsaw washington worcester yangon yokohama zagreb zürich zurich ibiza
"""
NAMED = frozenset(f"{COUNTRIES} {NATIONS} {CITIES}".split())
"""Countries, nationalities, languages and cities, without those that are also everyday words in small letters."""
CAPITALS_ONLY = re.compile(r"\b(?:Turkey|China|Polish|Chad|Jordan|Cork|Java)\b")

FOREIGN = frozenset(
    """
    abuela ay aye braai calma ciao danke doei dank dobro fika genau goedemorgen gracias grazie hej hola howzit inshallah
    ja jollof khuda lekker merci mañana mashallah nee nyet obrigado oi okej pomodoro prego shukran si tack tak toda
    vamos voilà wahala yalla
    """.split()
)
"""Words of one language or region, which give a first language away."""


def texts(value: object) -> Iterator[str]:
    """Every text in a file's data, keys apart."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def written(who: Persona) -> list[str]:
    data = yaml.safe_load(library()[who.id].read_text(encoding="utf-8"))
    data["voice"].pop("spelling", None)  # british or american, a setting and not a claim
    return list(texts(data))


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


@EACH
def test_a_persona_leaves_home_and_language_to_its_bearer(who: Persona) -> None:
    """Where somebody comes from, what they speak and how they are called stand in the organisation."""
    assert (who.origin, who.pronouns, who.languages.first, who.languages.also) == (None, None, None, ())


@EACH
def test_a_persona_names_no_country_nation_language_or_city(who: Persona) -> None:
    """No line, quirk or opinion places its bearer on the map, nor speaks of a place as if they had been there."""
    assert [text for text in written(who) if words(text) & NAMED or CAPITALS_ONLY.search(text)] == []


@EACH
def test_a_persona_speaks_no_words_of_one_language(who: Persona) -> None:
    """A first language shows in word order and idiom; its words would be those of people who do not speak it."""
    assert [text for text in written(who) if words(text) & FOREIGN] == []


@EACH
def test_a_persona_has_no_spouse_and_no_children(who: Persona) -> None:
    """Aunts, cousins and neighbours may be anybody's; who is married, or has children, is the person's own."""
    kin = re.compile(
        r"\b(?:my|our) (?:wife|husband|wedding|sons?|daughters?|kids?|child|children|boys?|girls?)\b", re.I
    )
    kin_of = re.compile(r"\b(?:my|our) grand(?:son|daughter|child|children|kids?)\b", re.I)
    assert [text for text in written(who) if kin.search(text) or kin_of.search(text)] == []


@EACH
def test_a_persona_is_neither_man_nor_woman(who: Persona) -> None:
    """They do not call themselves a man, a woman, a mother; what is said of them as a third person has no gender."""
    self = re.compile(
        r"\b(?:I am|I'm|i'm|im|as) (?:a|your|the wrong|the right) (?:man|woman|guy|girl|boy|lady)\b", re.I
    )
    about = [who.about, *who.knows, *who.keeps_to_self, *who.believes_wrongly, *who.cares_about, *who.voice.quirks]
    assert [text for text in written(who) if self.search(text)] == []
    assert [text for text in about if words(text) & {"he", "she", "his", "her", "hers", "him", "himself"}] == []


@EACH
def test_a_persona_holds_no_season_and_no_year(who: Persona) -> None:
    """One file serves any week of any year, on any side of the equator."""
    season = re.compile(r"\b(?:spring|summer|autumn|snow(?:s|ing|ed)?|frost|(?:19|20)\d\d)\b", re.I)
    month = re.compile(
        r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b", re.I
    )
    assert [text for text in written(who) if season.search(text) or month.search(text)] == []


@EACH
def test_a_piece_of_work_fits_into_a_sentence(who: Persona) -> None:
    """What they are busy with is a noun phrase: it can stand after "busy with" and before "comes first"."""
    for work in who.working_on:
        assert work.what[-1:] not in ".!?…"
        assert 2 <= len(work.what.split()) <= 8
        assert work.what.split()[0] == work.what.split()[0].lower()


@pytest.mark.parametrize("name", ORGS)
def test_everybody_in_an_organisation_of_the_library_has_a_persona_that_exists(name: str) -> None:
    """A persona that an organisation gives somebody is in the library, or a file beside the organisation."""
    path = Path(orgs.load.library()[name])
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    borne = {who: person["persona"] for who, person in data["people"].items() if "persona" in person}
    assert borne
    missing = {
        who: persona
        for who, persona in borne.items()
        if persona not in library() and not (path.parent / persona).is_file()
    }
    assert missing == {}


def test_a_persona_without_a_language_claims_none_in_the_prompt(moment_of: Callable[..., Moment]) -> None:
    """What is left to the organisation is left out: no "None", no default nation."""
    ada = Persona.model_validate({"persona": "ada", "about": "Sews.", "origin": "a village by the sea"})
    for who in (PEOPLE["anxious-planner"], ada):
        said = charter(who, who.temper(), moment_of("hello"))
        assert "first language is" not in said
        assert "None" not in said
