"""A player's own address book."""

from typing import Any

from workaday.players.colleagues import Colleagues, field_of, likeness, stems

BRIEFED = (
    "lotte: Lotte Maes, Owner (your manager)",
    "sofie-d: Sofie De Backer, Supply manager (your team)",
    "sofie-l: Sofie Lambrecht, Legal counsel (your team)",
    "tanaka: 田中 太郎, Field engineer (reports to you)",
)


def card(id: str, name: str, title: str, *areas: str, about: str = "") -> dict[str, Any]:
    return {
        "id": id, "name": name, "title": title, "site": "ghent", "about": about, "areas": list(areas),
        "away_until": None, "deputy": None,
    }  # fmt: skip


def test_the_briefing_and_the_chart_say_who_there_is() -> None:
    """People are known by their lines; the manager is the one who is called so."""
    people = Colleagues("seat", BRIEFED)
    people.read_chart({"lines": ["Lotte Maes (lotte), Owner", "  Nadia Haddad (nadia), Flour buyer"]})
    assert people.manager == "lotte"
    assert (people["nadia"].first, people["nadia"].title) == ("Nadia", "Flour buyer")
    assert "nadia" in people
    assert people["stranger"].name == "stranger"


def test_a_name_is_found_where_it_means_one_person() -> None:
    """Full names and ids always; a first name only where one has it; nobody outside the list, and not oneself."""
    people = Colleagues("seat", BRIEFED)
    assert people.named_in("Ask Sofie Lambrecht, or Lotte.") == ("sofie-l", "lotte")
    assert people.named_in("Ask Sofie.") == ()
    assert people.named_in("@sofie-d knows, 田中 太郎 too") == ("sofie-d", "tanaka")
    assert people.named_in("Lotte said so.", but=("lotte",)) == ()
    assert people.named_in("Lottery tickets") == ()


def test_the_likeliest_is_who_looks_after_it() -> None:
    """What somebody looks after counts more than their title, and that more than what they are about."""
    people = Colleagues("seat", BRIEFED)
    cards = [
        card("bram", "Bram Claus", "Shift lead", "ovens", about="Bread, flour and prices of bread."),
        card("nadia", "Nadia Haddad", "Flour buyer", "flour", "prices"),
        card("lotte", "Lotte Maes", "Owner"),
    ]
    found = people.read_cards({"people": cards})
    assert people.best_for("What is the price of a ton of rye flour?", found) == ["nadia", "bram"]
    assert people.best_for("Who won?", found) == []


def test_words_are_compared_by_what_their_forms_share() -> None:
    """Calibrated and calibration are one word; figures are kept whole; words without matter are left out."""
    assert stems("In which bath is lot 0226-14 calibrated?") == ("bath", "lot", "0226", "14", "calib")
    assert likeness("the calibration of lot 14", "lot 14 was calibrated") == 1.0
    assert likeness("", "anything") == 0.0
    assert "cost" in field_of("What do we pay for one cell?").split()
