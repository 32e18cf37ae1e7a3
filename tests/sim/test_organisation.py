"""What channels are for."""

import pytest

from sim.organisation import Channel


@pytest.mark.parametrize(
    ("name", "about", "for_talk", "grave"),
    [
        ("#general", "For all. Please no attachments over 10 MB.", True, False),
        ("#mechelen", "Parking, deliveries, cake", True, False),
        ("#house", "Everything that concerns everybody, and lunch", True, False),
        ("#kiosk", "", True, False),
        ("#supply", "Orders, shortages, what ships this week", False, False),
        ("#finance", "", False, False),
        ("#order-review", "Monday's order review: promised dates and what endangers them", False, False),
        ("#quality-holds", "Lots on hold and why", False, True),
        ("#incidents", "", False, True),
        ("#ops", "Outages and what is done about them", False, True),
        ("#general", "Incidents only, please; coffee elsewhere", False, True),
    ],
)
def test_a_channel_is_for_what_it_says(name: str, about: str, for_talk: bool, grave: bool) -> None:
    """Small talk goes where a channel is for it or for nothing else; trouble has its own and is left alone there."""
    channel = Channel(name, ("a", "b"), about)
    assert (channel.for_talk, channel.grave) == (for_talk, grave)


def test_a_private_channel_without_a_word_is_not_for_talk() -> None:
    """Who keeps others out has a reason."""
    assert not Channel("#four", ("a", "b"), private=True).for_talk
