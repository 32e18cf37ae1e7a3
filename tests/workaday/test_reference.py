"""The pages that the code writes of itself."""

import re
from importlib.metadata import entry_points

from workaday.reference import actions_page


def test_every_action_says_what_it_gives_back() -> None:
    """All fields of each action's receipt stand in its row, so that nobody has to read the source to find a text."""
    rows = dict(re.findall(r"^\| \[`([\w.]+)`\].*\| ([^|]*) \|$", actions_page(), re.MULTILINE))
    apps = [entry.load() for entry in entry_points(group="workaday.apps") if entry.value.startswith("sim.apps.")]
    actions = [action for app in apps for action in app.actions]
    assert len(actions) == len(rows) > 50
    for action in actions:
        assert all(name in rows[action.name] for name in action.receipt.model_fields), action.name
    assert "messages (id, when, sender, text" in rows["chat.read"]
