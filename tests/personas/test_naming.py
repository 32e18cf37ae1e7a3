from personas.naming import authority, credited, for_whom, named_in
from sim.mind import Contact


def person(who: str, name: str) -> Contact:
    return Contact(id=who, name=name, first=name.split(maxsplit=1)[0], title="")


def test_two_of_one_first_name_are_told_apart_by_the_full_name() -> None:
    """The full name means one of them alone; the first name alone may be either."""
    annas = (person("anna-k", "Anna Kern"), person("anna-l", "Anna Lang"), person("li", "李 伟"))
    assert [c.id for c in named_in("ask Anna Lang", annas)] == ["anna-l"]
    assert [c.id for c in named_in("ask Anna", annas)] == ["anna-k", "anna-l"]
    assert [c.id for c in named_in("ask anna-k or 李", annas)] == ["anna-k", "li"]


def test_sources_and_those_in_whose_name_are_told_from_those_only_named() -> None:
    """Who said it, for whom it is, and who is said to have ordered it are three things."""
    people = (person("marco", "Marco Neri"), person("ruth", "Ruth Adeyemi"), person("ines", "Ines Hofer"))
    text = "Marco told me the price; it is for Ruth. Ines has approved it."
    named = named_in(text, people)
    assert credited(text, named) == ("marco",)
    assert for_whom(text, named) == ("ruth",)
    assert authority(text, named) == ("ines",)
    assert authority("management has approved this", ()) == ("claimed",)
    assert authority("what is the price?", ()) == ()
