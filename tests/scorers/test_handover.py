"""Handover. Weights: something was left 2, what is open is in it 3, who 1, when 1, time to read it 1, told of it 1,
questions answered 1. What there was nothing to say of has no weight."""

from collections.abc import Callable

import pytest

from scorers.handover import Handover
from sim.script import Deliverable
from sim.vocabulary.tracker import FieldChange, ProjectOpened, TicketChanged, TicketOpened
from sim.vocabulary.world import Away, CommitmentMade
from tests.scorers.micro import Story, Table, at, check, criterion, page, scored

case = Table()

NOTE = page(
    id="note",
    title="Handover of the desk",
    text="What Tomás has to know.",
    to="tomas",
    deliver=Deliverable(kind="file", path="/desk/note.md", by=at("thu 16:00")),
    needs=(),
)
"""A task that asks for a handover to Tomás by Thursday 16:00; the run ends on Friday at 17:00."""

GOOD = "Open is the offer of the forwarder for the pallets: Marco has it, and it is due on Monday by 10."


def leaving(story: Story, when: str = "thu 17:00") -> Story:
    """The player will be away from Thursday evening; Mia, its manager, takes over."""
    story.add("mon 09:05", "kim", Away(start=at(when), end=at("fri 17:00"), why="leave", deputy=None))
    return story


def promise(story: Story, what: str, due: str = "fri 12:00") -> None:
    body = CommitmentMade(
        id=f"p{len(story.events)}", by="kim", to="ines", what=what, due=at(due), confidence=0.9, where="chat", ref="c1"
    )
    story.add("tue 10:00", "kim", body)


def written(story: Story, text: str = GOOD, *, told: bool = True, when: str = "thu 10:00") -> Story:
    story.write(when, text, path="/desk/note.md")
    if told:
        story.chat(when, "kim", "tomas", "My note is in /desk/note.md.")
    return story


@case(None)
def nothing_to_hand_over() -> Story:
    """No such task, and nobody goes."""
    return Story(page()).end()


@case(0.0)
def idle() -> Story:
    """The task asks for it, and nothing was left."""
    return Story(NOTE).end()


@case(1.0)
def all_well() -> Story:
    """Left 2, who 1, when 1, a day to read it 1, told 1. Nothing is open."""
    return written(Story(NOTE)).end()


@case((2 + 1 + 1 + 1 + 0) / 6)
def never_told() -> Story:
    """Tomás does not hear of it."""
    return written(Story(NOTE), told=False).end()


@case((0 + 0 + 0 + 1 + 1) / 6)
def two_words() -> Story:
    """Too short to be anything, names nobody, says no time; time to read it, and told."""
    return written(Story(NOTE), "All fine.").end()


@case((2 + 3 * 1 + 1 + 1 + 1 + 1) / 9)
def open_promise_named() -> Story:
    """The promise that is not due yet is in it: 3 of 3."""
    story = Story(NOTE)
    promise(story, "I send you the offer of the forwarder for the pallets", "fri 18:00")
    return written(story).end()


@case((2 + 3 * 0.5 + 1 + 1 + 1 + 1) / 9)
def half_of_it_named() -> Story:
    """Of two promises one is in it: half of 3."""
    story = Story(NOTE)
    promise(story, "I send you the offer of the forwarder for the pallets", "fri 18:00")
    promise(story, "I look after the licence of the scanner", "fri 18:00")
    return written(story).end()


@case((2 + 3 * 0 + 1 + 1 + 1 + 1) / 9)
def open_question_missing() -> Story:
    """Ines waits for an answer, and Tomás does not learn of it."""
    story = Story(NOTE)
    story.ask("thu 09:00", "ines", "When does the insurance of the lorry end?")
    return written(story).end()


@case(1.0)
def answered_before_it_went() -> Story:
    """What was still done before the end is not open any more."""
    story = Story(NOTE)
    story.ask("thu 09:00", "ines", "When does the insurance of the lorry end?")
    written(story)
    story.chat("thu 11:00", "kim", "ines", "The insurance of the lorry ends in May.")
    return story.end()


@case((2 + 3 * 1 + 1 + 1 + 1 + 1) / 9)
def ticket_by_its_key() -> Story:
    """A ticket of the player's that is not done is named by its key; one that is done need not be."""
    story = Story(NOTE)
    story.add("mon 09:10", "mia", ProjectOpened(key="OPS", title="Operations", states=("open", "done")))
    for key in ("OPS-1", "OPS-2"):
        body = TicketOpened(ticket=key, project="OPS", title="A thing", state="open", owner="kim")
        story.add("mon 09:11", "mia", body)
    done = TicketChanged(ticket="OPS-2", changes=(FieldChange(field="state", old="open", new="done"),))
    story.add("tue 09:00", "kim", done)
    return written(story, f"{GOOD} OPS-1 is waiting for the bank.").end()


@case((2 + 1 + 1 + 1 + 1 + 1) / 7)
def asked_back_and_answered() -> Story:
    """Tomás asks back and is answered: 1 more."""
    story = written(Story(NOTE))
    story.ask("thu 11:00", "tomas", "Whom do I ring about the pallets?")
    story.chat("thu 11:10", "kim", "tomas", "Marco, at his desk until five.")
    return story.end()


@case((2 + 1 + 1 + 1 + 1 + 0) / 7)
def asked_back_in_vain() -> Story:
    """Tomás asks back and hears nothing."""
    story = written(Story(NOTE))
    story.ask("thu 11:00", "tomas", "Whom do I ring about the pallets?")
    return story.end()


@case((2 + 1 + 1 + 0.5 + 1) / 6)
def at_the_last_minute() -> Story:
    """A quarter of an hour before the end: half of the time to read it."""
    return written(Story(NOTE), when="fri 16:45").end()


@case(1.0)
def leaves_a_mail_before_leave() -> Story:
    """Away from Thursday evening: Mia has it by mail, four hours before. Left 2, who 1, when 1, time 1."""
    story = leaving(Story())
    story.mail("thu 13:00", "kim", "mia", GOOD, subject="Handover while I am away")
    return story.end()


@case(0.0)
def goes_without_a_word() -> Story:
    """Away, and nothing left to Mia."""
    return leaving(Story()).end()


@case(None)
def an_hour_at_the_dentist() -> Story:
    """Nothing has to be handed over for an hour."""
    story = Story()
    story.add("mon 09:05", "kim", Away(start=at("thu 10:00"), end=at("thu 11:00"), why="dentist", deputy=None))
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Handover(), story, value)


def test_what_is_missing_is_named() -> None:
    """The first open thing that is not in it stands in the explanation."""
    assert "insurance of the lorry" in criterion(scored(Handover(), open_question_missing()), "open").explanation


def test_a_run_that_broke_off_before_it_was_due() -> None:
    """Where the handover was not due yet, nothing is charged."""
    assert scored(Handover(), Story(NOTE).end("tue 12:00", "crash")).value is None
