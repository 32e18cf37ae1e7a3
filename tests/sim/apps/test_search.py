"""One search over all apps."""

import pytest

from sim.apps.calls import Calls
from sim.apps.chat import Chat
from sim.apps.mail import Mail
from sim.apps.search import Search
from tests.office import Desk, open_office


@pytest.fixture
def desk() -> Desk:
    desk = open_office([Chat, Mail, Calls, Search])
    desk.do("ines", "chat.send", to="#finance", text="The detector is late.")
    desk.do("ines", "mail.send", to="tomas", subject="Detector", text="It costs 41,300.")
    desk.do("ines", "calls.ring", person="ruth", about="detector")
    return desk


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ("ines", {("mail", "m1"), ("chat", "c1")}),
        ("tomas", {("mail", "m1"), ("chat", "c1")}),
        ("ruth", {("chat", "c1")}),
        ("tanaka", set()),
    ],
)
def test_everybody_finds_what_they_may_read(desk: Desk, who: str, found: set[tuple[str, str]]) -> None:
    """Each app says who reads what; what was said aloud is not found at all."""
    hits = desk.do(who, "search.find", query="detector").hits
    assert {(hit.app, hit.ref) for hit in hits} == found


def test_one_app_can_be_searched_alone(desk: Desk) -> None:
    """With an app, the others are left out, and the cost is what is read."""
    found = desk.do("ines", "search.find", query="detector", app="mail")
    assert [(hit.ref, hit.title, hit.when) for hit in found.hits] == [
        ("m1", "Detector (Ines Hofer)", "Mon 2 March 2026, 09:00")
    ]
    assert found.words() == 6


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ({"query": "?"}, "empty", "one or more words"),
        ({"query": "x", "app": "mails"}, "no_such_place", "Did you mean 'mail'?"),
        ({"query": "x", "app": "xyzzy"}, "no_such_place", "Known here: calls, chat, mail, search."),
        ({"query": "x", "limit": 0}, "bad_argument", "limit"),
    ],
)
def test_what_cannot_be_searched(desk: Desk, arguments: dict[str, object], code: str, hint: str) -> None:
    """A query has words, and an app is one of the office's."""
    refusal = desk.refused("ines", "search.find", **arguments)
    assert refusal.code == code
    assert hint in refusal.why
