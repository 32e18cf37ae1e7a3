"""What every door shows of an action: each says what it does and what each argument means."""

import inspect

import pytest

from sim.actions import Action
from sim.apps.calls import Calls
from sim.apps.chat import Chat
from sim.apps.mail import Mail
from sim.apps.search import Search
from sim.office import App

ACTIONS = [(app, action) for app in (Chat, Mail, Calls, Search) for action in app.actions]


@pytest.mark.parametrize(("app", "action"), ACTIONS, ids=lambda kind: kind.name)
def test_an_action_describes_itself(app: type[App], action: type[Action]) -> None:
    """Its name begins with its app's; its docstring is its own and short; every field is explained."""
    assert action.name.startswith(f"{app.name}.")
    said = inspect.cleandoc(action.__doc__ or "")
    assert 20 < len(said) < 300
    assert action.__doc__ not in {parent.__doc__ for parent in action.__mro__[1:]}
    schema = action.model_json_schema()
    assert set(schema.get("properties", {})) == set(action.model_fields)
    for field, shape in schema.get("properties", {}).items():
        assert len(shape.get("description", "")) > 10, f"{action.name}.{field} is not explained"
