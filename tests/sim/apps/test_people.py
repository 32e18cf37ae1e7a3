"""People as they are named in arguments and called in texts."""

import unicodedata

import pytest

from sim.actions import Refused
from sim.apps.people import Mentions, mentions, people_named, person_named
from sim.organisation import Person, Team
from tests.office import GRAZ, SmallOrg, open_office

EVERYBODY = SmallOrg().people()


@pytest.mark.parametrize("name", ["ines", "@ines", " ines "])
def test_an_id_names_its_person(name: str) -> None:
    """An id is taken with or without "@" and space around it."""
    assert person_named(open_office([]).office, name) == "ines"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ine", "did you mean 'ines' (Ines Hofer, Head of Finance)?"),
        ("Ines", "did you mean 'ines' (Ines Hofer, Head of Finance)?"),
        ("Tomás Ferrer", "did you mean 'tomas' (Tomás Ferrer, Accountant)?"),
        ("Anna", "did you mean 'anna-k' (Anna Kern, Buyer) or 'anna-b' (Anna Berg, Sales)?"),
        ("田中", "did you mean 'tanaka' (田中 太郎, Field engineer)?"),
        ("Ruth Adeyemy", "did you mean 'ruth' (Ruth Adeyemi, Managing Director)?"),
        ("xyzzy", "the directory lists who works here"),
    ],
)
def test_a_name_is_refused_with_whose_it_is(name: str, hint: str) -> None:
    """What is no id is never guessed, but the refusal names everybody who may be meant."""
    with pytest.raises(Refused) as refused:
        person_named(open_office([]).office, name)
    assert refused.value.code == "no_such_person"
    assert refused.value.why == f"nobody here has the id {name!r}; {hint}"


@pytest.mark.parametrize("team", ["team:finance", "team finance", "Team: finance"])
def test_a_team_stands_for_its_members(team: str) -> None:
    """A team is spelled out, and nobody is named twice."""
    assert people_named(open_office([]).office, ["tomas", team, "ruth"]) == ("tomas", "ines", "anna-k", "ruth")


@pytest.mark.parametrize(("team", "hint"), [("finanse", "'team:finance'"), ("Finance", "'team:finance'")])
def test_an_unknown_team_is_refused(team: str, hint: str) -> None:
    """A team that is not there is refused with the one that may be meant."""
    with pytest.raises(Refused, match=f"no team '{team}'; did you mean {hint}"):
        people_named(open_office([]).office, [f"team:{team}"])


def test_a_team_is_known_by_its_name_too() -> None:
    """A team whose id is unlike its name is found by the name, in any case."""

    class Renamed(SmallOrg):
        _teams = (Team("money", "Zahlen", "ines", ("ines",)), Team("field", "Feld", "anna-b", ("anna-b",)))

    with pytest.raises(Refused, match="no team 'zahlen'; did you mean 'team:money'"):
        people_named(open_office([], Renamed()).office, ["team:zahlen"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no sign at all", Mentions()),
        ("@ines: look", Mentions(("ines",))),
        ("@Ines and @tomas, (@Tomás)!", Mentions(("ines", "tomas"))),
        ("@INES", Mentions(("ines",))),
        ("@Anna look", Mentions(ambiguous=("Anna",))),
        ("@Anna Berg look", Mentions(("anna-b",))),
        ("@anna-k, and @Anna-B.", Mentions(("anna-k", "anna-b"))),
        ("@anna-x and @annabel and @ines_", Mentions()),
        ("@ines's numbers", Mentions(("ines",))),
        ("ines@example.com", Mentions()),
        ("Bob: @ines:", Mentions(("ines",))),
        ("(tomas) or @ines", Mentions(("ines",))),
        ("@田中さん お願い", Mentions(("tanaka",))),
        ("@channel @here", Mentions(everyone="channel")),
        ("@here", Mentions(everyone="here")),
        ("@heretic", Mentions()),
        ("@", Mentions()),
        ("@@ines", Mentions(("ines",))),
        (unicodedata.normalize("NFD", "@Tomás?"), Mentions(("tomas",))),
        ("@ruth and @ines", Mentions(("ines",), elsewhere=("ruth",))),
        ("@Ruth", Mentions()),
    ],
)
def test_whom_a_text_calls(text: str, expected: Mentions) -> None:
    """By id, full name, or a first name that one member alone has; everybody else is not called."""
    members = [person for person in EVERYBODY if person.id != "ruth"]
    assert mentions(text, members, EVERYBODY) == expected


def test_a_first_name_counts_among_those_the_text_reaches() -> None:
    """A first name that two share in the org calls the one of them who is there."""
    members = [person for person in EVERYBODY if person.id != "anna-b"]
    assert mentions("@Anna", members).people == ("anna-k",)


def test_an_id_goes_before_a_name() -> None:
    """Where somebody's id is another's first name, the id is meant as it is spelled."""
    members = [
        Person("anna", "Anna Kern", "Buyer", "graz", GRAZ),
        Person("anna-b", "Anna Berg", "Sales", "graz", GRAZ),
    ]
    assert mentions("@anna", members).people == ("anna",)
    assert mentions("@Anna", members).ambiguous == ("Anna",)
