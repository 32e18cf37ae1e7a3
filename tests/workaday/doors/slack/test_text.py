"""Texts between Slack's marks and ours."""

import pytest

from tests.workaday.doors.plays import KIOSK
from workaday.doors.slack.ids import channel_id, user_id
from workaday.doors.slack.text import Marks, text_of_blocks, written_in_office
from workaday.result import load

LUKA = user_id("luka")


@pytest.mark.parametrize(
    ("slack", "office"),
    [
        (f"<@{LUKA}> and <@{LUKA}|luka>", "@luka and @luka"),
        (f"in <#{channel_id('#kiosk')}|kiosk>", "in #kiosk"),
        ("<!channel> <!here> <!everyone>", "@channel @here @channel"),
        ("<!date^1392734382^{date}|18 Feb> <!subteam^S1|@bakers>", "18 Feb @bakers"),
        ("<https://a.example/x?y=1&amp;z=2>", "https://a.example/x?y=1&z=2"),
        ("<https://a.example|the list>", "the list (https://a.example)"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2, &amp;lt;", "1 < 2 && 3 > 2, &lt;"),
        ("a <b> c, <3, <@UNOBODY!>", "a <b> c, <3, <@UNOBODY!>"),
        ("&copy; stays, & too", "&copy; stays, & too"),
    ],
)
def test_slacks_marks_are_read(slack: str, office: str) -> None:
    """People, channels, links and escapes become what a person would write; anything else stays."""
    assert written_in_office(slack) == office


@pytest.mark.parametrize(
    ("office", "slack"),
    [
        ("@luka, @Luka Novak and @Luka!", f"<@{LUKA}>, <@{LUKA}> and <@{LUKA}>!"),
        ("@channel: <b> & c", "<!channel>: &lt;b&gt; &amp; c"),
        ("luka@kiosk.example, @lukas, @luka-b", "luka@kiosk.example, @lukas, @luka-b"),
    ],
)
def test_ours_are_written(office: str, slack: str) -> None:
    """Whom a text calls, by id, name or first name, is marked; what only looks so is not."""
    marks = Marks(load(KIOSK).org.people())
    assert marks.in_slack(office) == slack


def test_a_message_of_blocks_is_its_texts() -> None:
    """Blocks say what stands in their texts, attachments what stands in theirs or else their fallback."""
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Order"}},
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "*200*"}, {"type": "mrkdwn", "text": "croissants"}]},
        {
            "type": "rich_text",
            "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "Hi"}]}],
        },
    ]
    assert text_of_blocks(blocks) == "Order\n*200*\ncroissants\nHi"
    assert text_of_blocks([{"fallback": "In short", "color": "red"}]) == "In short"
    assert text_of_blocks(None) == ""
