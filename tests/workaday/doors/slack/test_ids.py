"""Ids and timestamps are ours in another form: whatever is written can be read back, and nothing else is an id."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.doors.slack import ids

PEOPLE = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,30}", fullmatch=True)


@given(PEOPLE, PEOPLE, st.text("abc-_äßж9", min_size=1, max_size=20))
def test_what_is_written_can_be_read_back(one: str, other: str, channel: str) -> None:
    """People, conversations, channels and paths keep their ids, which look like Slack's."""
    for place in (f"#{channel}", f"dm:{one}+{other}", f"group:{one}+{other}+z"):
        assert ids.place_of(ids.channel_id(place)) == place
        assert re.fullmatch(r"[CDG][A-Z0-9]+", ids.channel_id(place))
    assert ids.person_of(ids.user_id(one)) == one
    assert re.fullmatch(r"U[A-Z0-9]+", ids.user_id(one))
    assert ids.path_of(ids.file_id(f"/{channel}/{one}.md")) == f"/{channel}/{one}.md"


@given(st.integers(0, 2**35), st.integers(1, 10**7), st.integers(1, 10**7))
def test_a_timestamp_names_one_message(at: int, one: int, other: int) -> None:
    """A timestamp gives its message back; two messages of one second have two, in the order of sending."""
    assert ids.message_of(ids.message_ts(at, f"c{one}")) == f"c{one}"
    if one < other < 10**6:
        assert ids.message_ts(at, f"c{one}") < ids.message_ts(at, f"c{other}")


@given(st.text(max_size=12))
def test_what_is_no_id_is_told_as_none(written: str) -> None:
    """Any text is either an id as it would be written here, or none."""
    for read, write in ((ids.person_of, ids.user_id), (ids.place_of, ids.channel_id), (ids.path_of, ids.file_id)):
        try:
            found = read(written)
        except ids.NoId:
            continue
        assert write(found)[1:] == written[1:]


def test_slackbot_is_nobody_here() -> None:
    """The names that Slackbot has are nobody's, though they could be read."""
    with pytest.raises(ids.NoId):
        ids.person_of(ids.SLACKBOT)
    with pytest.raises(ids.NoId):
        ids.place_of(ids.SLACKBOT_DM)
    for ts in ("", "c17", "12", "12.3", "1.00000x"):
        with pytest.raises(ids.NoId):
            ids.message_of(ts)
