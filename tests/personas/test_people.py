from personas.people import called, listed, who_looks_after
from sim.mind import Contact


def person(who: str, name: str, title: str = "", *areas: str) -> Contact:
    return Contact(id=who, name=name, first=name.split(maxsplit=1)[0], title=title, looks_after=areas)


STAFF = (
    person("lena", "Lena Brandt", "IT administrator", "laptops", "user accounts"),
    person("marco", "Marco Neri", "Head of Purchasing", "suppliers"),
    person("ruth", "Ruth Adeyemi", "Head of Finance", "the budget"),
)


def test_a_first_name_is_enough_unless_two_share_it() -> None:
    """Of two Annas each is called by the full name."""
    annas = (person("a", "Anna Kern"), person("b", "Anna Lang"), person("c", "Ben Ott"))
    assert [called(c, annas) for c in annas] == ["Anna Kern", "Anna Lang", "Ben"]


def test_names_are_listed_as_people_say_them() -> None:
    """One, two or several."""
    assert [listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"], "and"), listed([])] == [
        "A",
        "A or B",
        "A, B and C",
        "",
    ]


def test_a_field_of_work_leads_to_a_person() -> None:
    """Areas and titles say who to go to; ranks, several candidates and nothing known do not."""
    found = {text: who_looks_after(text, STAFF) for text in ("a new laptop", "purchasing?", "the head", "my bike", "?")}
    assert {text: c.id if c else None for text, c in found.items()} == {
        "a new laptop": "lena", "purchasing?": "marco", "the head": None, "my bike": None, "?": None,
    }  # fmt: skip
