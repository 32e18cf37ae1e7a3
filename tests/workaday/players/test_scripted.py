"""Players that play an author's steps."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scenarios.solution import Solution
from sim.record import Record
from sim.script import Approval, Fact, Version
from sim.source import SourceError
from sim.spelling import where_stated
from workaday.players.routine import Seen
from workaday.players.scripted import Scripted
from workaday.result import Result, run


def play(here: Path, flour: str, steps: str) -> tuple[Result, Record]:
    """Play these steps at the bakery."""
    (here / "steps.yaml").write_text(f"playbook: steps\nsteps:\n{steps}", encoding="utf-8")
    result = run(flour, player="scripted:steps.yaml", out=here / "steps.workaday")
    return result, Record.open(result.path)


def bodies(record: Record, kind: str, actor: str = "seat") -> list[Any]:
    return [event.body for event in record.events(kind, actor=actor)]


def test_the_oracle_reaches_all_there_is(flour: str, tmp_path: Path) -> None:
    """The scenario's own solution, played honestly, is a success, whatever the seed."""
    for seed in (1, 2, 3):
        result = run(flour, player="oracle", seed=seed, out=tmp_path / f"{seed}.workaday")
        assert result.success, result.scores.failures
        assert result.scores.strict


def test_steps_are_played_in_their_order_and_not_before_their_time(here: Path, flour: str) -> None:
    """`at` is the earliest time of a step; the text with a place for a fact is filled with what was learned."""
    steps = (
        "  - {at: tue 08:30, do: chat, to: nadia, ask: flour-price}\n"
        "  - {do: wait, until: {learned: flour-price}, at_most: 3h}\n"
        '  - {at: tue 12:00, do: mail, to: bram, subject: Rye, text: "It is {flour-price}. And {no-such}."}\n'
        "  - {do: write, file: /office/note.md, title: Note, with: flour-price}\n"
        "  - {do: finish, note: done}\n"
    )
    result, record = play(here, flour, steps)
    with record:
        (asked,) = record.events("chat.sent", actor="seat")
        (mailed,) = record.events("mail.sent", actor="seat")
        assert asked.at >= record.script["start"] + 30 * 60
        assert mailed.at >= record.script["start"] + 4 * 3600
        assert bodies(record, "mail.sent")[0].text == "It is 412 EUR."
        assert bodies(record, "drive.written")[0].text == "# Note\n\nRye flour is at 412 EUR a ton this week."
    assert (result.outcome, result.player) == ("finished", "scripted:steps.yaml")


def test_a_step_is_left_out_where_what_it_is_for_has_come_about(here: Path, flour: str) -> None:
    """`unless` is looked at when the step's turn comes."""
    steps = (
        "  - {do: chat, to: nadia, ask: flour-price}\n"
        "  - {do: wait, until: {learned: flour-price}, at_most: 4h}\n"
        "  - {do: chat, to: nadia, text: Again., unless: {learned: flour-price}}\n"
        "  - {do: chat, to: nadia, text: Never asked., unless: {heard_from: bram}}\n"
    )
    _, record = play(here, flour, steps)
    with record:
        assert [body.text for body in bodies(record, "chat.sent")][1:] == ["Never asked."]


@pytest.mark.parametrize(
    ("step", "kinds"),
    [
        ("{do: take, from: bram, text: Understood.}", ["call.answered", "call.said"]),
        ("{do: decline, from: bram, why: Not now.}", ["call.declined"]),
        ("{do: take, from: lotte, text: Wrong one.}", ["call.answered", "call.said"]),
    ],
)
def test_who_rings_is_met_as_the_steps_say(step: str, kinds: list[str], here: Path, flour: str) -> None:
    """A step for this person is used; without one the call is taken and they are thanked."""
    _, record = play(here, flour, f"  - {step}\n  - {{do: wait, for: 4h}}\n")
    with record:
        found = [event.kind for event in record.events(("call.answered", "call.said", "call.declined"), actor="seat")]
        assert found == kinds
        said = [body.text for body in bodies(record, "call.said")]
        assert said in ([], ["Understood."], ["Thank you for telling me."])
        assert ("Wrong one." in step) == (said == ["Thank you for telling me."])


def test_an_approval_is_known_by_what_was_answered(here: Path, flour: str) -> None:
    """A verdict is read in the words of whoever may give it, after they were asked, and of nobody else."""
    steps = (
        "  - {do: chat, to: nadia, ask: flour-price}\n"
        "  - {do: wait, until: {learned: flour-price}, at_most: 3h}\n"
        "  - {do: chat, to: bram, request: flour-order}\n"
        "  - {do: wait, until: {decided: flour-order}, at_most: 1h}\n"
        "  - {do: chat, to: nadia, text: Not decided., unless: {decided: flour-order}}\n"
        "  - {do: chat, to: lotte, request: flour-order}\n"
        "  - {do: wait, until: {approved: flour-order}, at_most: 5h}\n"
        "  - {do: chat, to: nadia, text: Not approved., unless: {approved: flour-order}}\n"
    )
    _, record = play(here, flour, steps)
    with record:
        assert record.count("approval.decided") == 1
        texts = [body.text for body in bodies(record, "chat.sent")]
        assert "Not decided." in texts
        assert "Not approved." not in texts


def test_talk_in_a_channel_is_no_verdict(here: Path, flour: str) -> None:
    """What whoever decides says to everybody about something else neither grants nor refuses."""
    folder = Path(flour).parent
    scene = Path(flour).read_text(encoding="utf-8")
    talk = '  - {at: tue 08:20, who: lotte, does: post, in: "#mill", text: "No, the sacks have no owner."}\n'
    (here / "mill.yaml").write_text((folder / "mill.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (here / "flour.yaml").write_text(scene.replace("events:\n", f"events:\n{talk}"), encoding="utf-8")
    steps = (
        "  - {at: tue 08:10, do: mail, to: lotte, subject: Sacks, request: flour-order}\n"
        "  - {do: wait, until: tue 08:24}\n"
        "  - {do: chat, to: nadia, text: Not decided., unless: {decided: flour-order}}\n"
        "  - {do: finish}\n"
    )
    _, record = play(here, "flour.yaml", steps)
    with record:
        assert record.count("chat.sent", actor="lotte") == 1
        assert [body.text for body in bodies(record, "chat.sent")] == ["Not decided."]


MEMO = Approval(
    id="memo", kind="close", topic="the memo on the accruals", entitled=("lotte",),
    grants_because={"lotte": "each with its reason and who it comes from"},
)  # fmt: skip
INVOICE = Approval(id="invoice", kind="spend", topic="the first invoice for the oven", entitled=("lotte",))
RYE = Fact(id="rye", topic="the price of rye", versions=(Version(value="412 EUR", since=0),))
PUT = [(10, "memo"), (20, "invoice")]


@pytest.mark.parametrize(
    ("text", "put", "memo", "invoice"),
    [
        ("each with its reason and who it comes from.", PUT, "grant", None),
        ("The first invoice for the oven is approved.", PUT, None, "grant"),
        ("No, the memo on the accruals is too thin.", PUT, "refuse", None),
        ("Approved.", PUT, None, "grant"),
        ("Approved.", [*PUT, (30, "rye")], None, "grant"),
        ("412 EUR, not a cent more.", [*PUT, (30, "rye")], None, None),
        ("Not that I know of.", [*PUT, (30, "rye")], None, None),
        ("412 EUR, not a cent more.", [(10, "rye"), (20, "invoice")], None, None),
        ("No.", [(10, "rye"), (20, "invoice")], None, "refuse"),
    ],
)
def test_an_answer_is_a_verdict_on_what_it_answers(
    text: str, put: list[tuple[int, str]], memo: str | None, invoice: str | None
) -> None:
    """Where several things were put to one person, what they say decides the one it is about, or was put last."""
    script: Any = SimpleNamespace(approvals=(MEMO, INVOICE), facts=(RYE,), favours=())
    player = Scripted(Solution((), 0, "UTC"), script, {})
    player._asked_for = {name: {"lotte": at} for at, name in put if name != "rye"}
    player._put = {"lotte": put}
    player.seen = [Seen(at=40, who="lotte", text=text, where="chat", place="dm", ref="c1")]
    assert [player._verdict(approval, 0) for approval in (MEMO, INVOICE)] == [memo, invoice]


def test_what_has_been_read_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition looks at what is new, however much has been read before, and finds what is old as well."""
    looked = 0

    def counted(text: str, ways: Any) -> int | None:
        nonlocal looked
        looked += 1
        return where_stated(text, ways)

    monkeypatch.setattr("workaday.players.scripted.where_stated", counted)
    script: Any = SimpleNamespace(approvals=(), facts=(RYE,), favours=())
    player = Scripted(Solution((), 0, "UTC"), script, {})
    player._looked_through, player._stated, player.seen = 0, {}, []
    for at in range(1, 101):
        text = "412 EUR" if at == 7 else "Nothing new."
        player.seen.append(Seen(at=at, who="lotte", text=text, where="chat", place="dm", ref=f"c{at}"))
        assert player._learned(RYE) == ("412 EUR" if at >= 7 else None)
        assert player._learned(RYE, since=7) is None
    assert looked == 100


def test_a_call_that_nobody_takes_may_be_put_in_writing(here: Path, flour: str) -> None:
    """`if_missed` says the same by mail or chat."""
    steps = "  - {do: call, to: nadia, ask: flour-price, if_missed: mail}\n" * 4
    _, record = play(here, flour, steps)
    with record:
        rung, taken = record.count("call.rung", actor="seat"), record.count("call.answered", actor="nadia")
        assert rung == 4
        assert record.count("mail.sent", actor="seat") == rung - taken


def test_a_playbook_with_mistakes_is_not_played(here: Path, flour: str) -> None:
    """It is told by file and line, before anything is staged."""
    with pytest.raises(SourceError, match=r"steps.yaml:3:"):
        play(here, flour, "  - {do: chat, to: nadia}\n")
