"""Forms made of schemas: every argument has a field of its kind, and what is typed comes back as it was meant."""

from typing import Any

import pytest

from tests.workaday.doors.plays import KIOSK
from workaday.doors.incoming import Unreadable
from workaday.doors.offers import Offer, offers_of
from workaday.result import load
from workaday.window.seat.fields import arguments_of, fields_of


@pytest.fixture(scope="module")
def kiosk() -> dict[str, Offer]:
    """All there is to do."""
    return offers_of(load(KIOSK).script)


def test_every_argument_has_a_field(kiosk: dict[str, Offer]) -> None:
    """No action has an argument that a form cannot hold, those that must be given stand first."""
    for offer in kiosk.values():
        fields = fields_of(offer)
        assert set(fields) == set(offer.parameters.get("properties", {})), offer.name
        needed = [field.needed for field in fields.values()]
        assert needed == sorted(needed, reverse=True)


@pytest.mark.parametrize(
    ("action", "typed", "meant"),
    [
        ("chat.send", {"to": "luka", "text": "Hi"}, {"to": "luka", "text": "Hi"}),
        ("chat.send", {"to": "luka; mira", "text": "a\r\nb"}, {"to": ["luka", "mira"], "text": "a\nb"}),
        ("chat.send", {"to": "luka", "text": "Hi", "thread": " "}, {"to": "luka", "text": "Hi"}),
        ("mail.send", {"to": "luka", "subject": "S", "text": '""'}, {"to": "luka", "subject": "S", "text": ""}),
        ("drive.read", {"path": "/a", "first_line": "12"}, {"path": "/a", "first_line": 12}),
        ("drive.write_table", {"path": "/t.csv", "rows": "a,007\n1,2.5"},
         {"path": "/t.csv", "rows": [["a", "007"], [1, 2.5]]}),
        ("drive.write_table", {"path": "/t.csv", "rows": "a b\tc"}, {"path": "/t.csv", "rows": [["a b", "c"]]}),
        ("drive.edit_cells", {"path": "/t.csv", "cells": '{"B2": 4}'}, {"path": "/t.csv", "cells": {"B2": 4}}),
        ("desk.wait", {"until": "3h", "through": "true"}, {"until": "3h", "through": True}),
    ],
)  # fmt: skip
def test_what_is_typed_is_what_is_meant(
    kiosk: dict[str, Offer], action: str, typed: dict[str, str], meant: dict[str, Any]
) -> None:
    """People, texts, numbers, tables, switches; what is left empty is not given. Typed again, it means the same."""
    offer = kiosk[action]
    switches = [name for name, field in fields_of(offer).items() if field.kind == "switch"]
    assert arguments_of(offer, {name: [text] for name, text in typed.items()}, switches) == meant
    again = {name: [fields_of(offer)[name].typed(value)] for name, value in meant.items()}
    assert arguments_of(offer, again, switches) == meant


@pytest.mark.parametrize(
    ("action", "typed", "why"),
    [
        ("drive.read", {"path": "/a", "first_line": "1.5"}, "First line is a whole number, such as 3, not '1.5'"),
        ("drive.edit_cells", {"path": "/t.csv", "cells": "B2=4"}, "Cells is written in JSON"),
        ("drive.write_table", {"path": "/t.csv", "rows": "[[1, 2"}, "Rows is written in JSON"),
        ("drive.write_table", {"path": "/t.csv", "rows": "x" * 131_073 + ",y"}, "Rows cannot be read as a table"),
        ("drive.edit_cells", {"path": "/t.csv", "cells": "[" * 100_000}, "Cells is written in JSON"),
    ],
)
def test_what_cannot_be_read_is_said(kiosk: dict[str, Offer], action: str, typed: dict[str, str], why: str) -> None:
    """The field, what was typed, and what would do."""
    with pytest.raises(Unreadable, match=why.replace(".", r"\.")):
        arguments_of(kiosk[action], {name: [text] for name, text in typed.items()})
