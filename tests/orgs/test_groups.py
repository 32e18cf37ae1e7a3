"""Lists of people: ids, teams, sites, everyone."""

import pytest

from orgs.groups import expand, expand_all
from orgs.schema import Org


def test_what_an_entry_stands_for(org: Org) -> None:
    """A team comes with its lead first, a site and everyone in file order, a person as themself."""
    assert expand(org, "team workshop") == ("omar", "pia", "lars", "mei")
    assert expand(org, "site halifax") == ("lars", "mei")
    assert expand(org, "everyone") == tuple(org.people)
    assert expand(org, "pia") == ("pia",)


def test_nobody_is_meant_twice(org: Org) -> None:
    """Who is named and in a named group counts once, where first named."""
    assert expand_all(org, ["mei", "team workshop", "site halifax"]) == ("mei", "omar", "pia", "lars")


@pytest.mark.parametrize("entry", ["zoe", "team zoe", "site zoe", "team", "workshop", ""])
def test_what_is_not_known_is_an_error(org: Org, entry: str) -> None:
    """A group that does not exist is not an empty group."""
    with pytest.raises(KeyError):
        expand(org, entry)
