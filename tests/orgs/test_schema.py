"""The form of an organisation's file: defaults, short forms, and that data and file are one."""

import json

import pytest

from orgs.schema import Org
from orgs.values import Limit, key_of
from sim.source import compose, json_schema, parse
from sim.units import BadValue, Money


def of(text: str) -> Org:
    return parse(compose(text), Org)


LEAST = "org: shop\nname: Shop\nsites: {here: {zone: UTC}}\npeople: {ann: {name: Ann, reports_to: nobody}}\n"


def test_little_need_be_written() -> None:
    """One site need not be named by its people, and hours, pronouns and lists have defaults."""
    org = of(LEAST)
    assert org.site_of("ann") == "here"
    assert str(org.sites["here"].hours) == "mon-fri 09:00-17:00"
    assert (org.people["ann"].pronouns, org.people["ann"].owns, org.currency) == ("they", (), "EUR")


def test_a_deputy_is_an_id_or_more() -> None:
    """The short form means a deputy without authority."""
    short = of(LEAST.replace("reports_to: nobody", "deputy: bob"))
    long = of(LEAST.replace("reports_to: nobody", "deputy: {who: bob}"))
    assert short == long


def test_a_seat_is_known_by_its_id_or_by_its_key() -> None:
    """``seat`` is a seat without being told; any other person is one if the file says so."""
    org = of(LEAST.replace("people: {", "people: {seat: {}, desk-2: {seat: true}, "))
    assert [who for who in org.people if org.is_seat(who)] == ["seat", "desk-2"]


def test_data_and_file_are_one(org: Org) -> None:
    """The plain data of an organisation is what its author could have written, and comes back the same."""
    data = org.to_data()
    assert Org.from_data(json.loads(json.dumps(data))) == org
    assert data["people"]["omar"]["leave"] == [{"from": "2026-03-02", "to": "2026-03-03", "why": "skiing"}]
    assert data["people"]["carl"]["approves"] == {"spend": "50 000 NOK"}
    assert "hours" not in data["people"]["vera"]


def test_editors_are_told_of_keys_and_meanings() -> None:
    """The JSON Schema for editors has the aliases authors write and says what the keys mean."""
    schema = json_schema(Org)
    definitions = schema["definitions"]
    assert "except" in definitions["PolicyEntry"]["properties"]
    assert {"from", "to", "between"} <= definitions["TieEntry"]["properties"].keys()
    assert "quiet" in json.dumps(definitions["PersonEntry"]["properties"]["focus"])
    assert {"type": "string"} in definitions["PersonEntry"]["properties"]["deputy"]["anyOf"]


@pytest.mark.parametrize(("text", "money"), [("any", None), (" Any ", None), ("25 000 EUR", Money.parse("25000 EUR"))])
def test_limits(text: str, money: Money | None) -> None:
    """A limit is an amount or ``any``, and is written back so."""
    limit = Limit.parse(text)
    assert limit.money == money
    assert Limit.parse(str(limit)) == limit


@pytest.mark.parametrize("text", ["all", "25 000", "-1 EUR", "0 EUR", ""])
def test_what_is_no_limit(text: str) -> None:
    """Nothing, less than nothing and a bare number are no limits."""
    with pytest.raises(BadValue):
        Limit.parse(text)


def test_spellings_that_mean_the_same() -> None:
    """Topics, areas and kinds are compared without case, dashes, and white space."""
    assert key_of("Credit-Note") == key_of("credit  note") == key_of("credit_note")
    assert key_of("price list") != key_of("pricelist")
