"""Speech acts: each has a meaning, slots, and plain words that fit them."""

import pytest

from personas.acts import ACTS, SPEECH_ACTS, SpeechAct
from personas.grammar import SLOTS, check


def test_every_act_is_described() -> None:
    """The table of acts and the list of their names are the same, and every slot in it is one of the grammar's."""
    assert tuple(ACTS) == SPEECH_ACTS
    assert all(act.always | act.sometimes <= SLOTS.keys() for act in ACTS.values())


@pytest.mark.parametrize("name", SPEECH_ACTS)
def test_plain_words_fit_their_act(name: SpeechAct) -> None:
    """A persona that says nothing of its own for an act still has a line that can always be said."""
    act = ACTS[name]
    assert act.means
    assert not act.always & act.sometimes
    assert act.plain
    for template in act.plain:
        check(template, act.always, act.sometimes)
