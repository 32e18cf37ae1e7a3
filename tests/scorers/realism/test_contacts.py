"""Who talks to whom on hand-made records. Mia, Marco and Lea are the one team; Ruth, Ines and Tomás are in none."""

import pytest

from scorers.realism import contacts
from scorers.realism.log import Log
from tests.scorers.micro import Story


def logs(story: Story) -> tuple[Log, ...]:
    return (Log(story.end().record()),)


def test_a_mail_to_more_than_four_is_no_talk() -> None:
    """To five it is a circular; to two it is talk with each of them; a call is talk once it is answered."""
    story = Story()
    story.mail("mon 10:00", "mia", ("marco", "lea", "ines", "ruth", "tomas"), "The plan is out.")
    story.mail("mon 10:01", "mia", ("marco", "ines"), "The plan.")
    story.take("mon 11:00", story.ring("mon 11:00", "ruth", "ines"))
    story.miss("mon 12:00", story.ring("mon 11:59", "ruth", "mia"))
    assert contacts.links(logs(story)[0]) == {("mia", "marco"): 1, ("mia", "ines"): 1, ("ruth", "ines"): 1}


def test_pairs_of_one_team_over_what_chance_would_give() -> None:
    """Of 15 pairs 3 are in the team. Two of four talking pairs are: a half over a fifth is 2.5."""
    story = Story()
    for one, other in (("mia", "marco"), ("marco", "lea"), ("mia", "ines"), ("ines", "ruth")):
        story.chat("mon 10:00", one, other, "hi")
    assert contacts.team_ratio(logs(story)).value == pytest.approx((2 / 4) / (3 / 15))


def test_links_are_returned_or_are_not() -> None:
    """Mia and Marco write to each other, Mia to Ines alone: two of three links have one back. The seat has none."""
    story = Story()
    story.chat("mon 10:00", "mia", "marco", "hi")
    story.chat("mon 10:01", "marco", "mia", "hi")
    story.chat("mon 10:02", "mia", "ines", "hi")
    story.chat("mon 10:03", "mia", "kim", "hi")
    found = logs(story)
    assert contacts.returned(found).value == pytest.approx(2 / 3)
    assert contacts.contacts(found, 1).value == pytest.approx(0)
