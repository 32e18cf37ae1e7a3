"""Scoring a run: players of known quality come out in the right order, and what has no part in it changes nothing."""

import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.case import NotScorable
from scorers.registry import BrokenScorer, load
from scorers.score import Score, Scorer
from scorers.score_run import ScoreCard, UnknownScorer, score_record
from sim.record import Record
from sim.vocabulary.attention import FeelingChanged, KeptSilent, MindFault
from sim.vocabulary.chat import MessageSent, PresenceSet
from sim.vocabulary.core import Body, Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.world import CommitmentClosed, CommitmentMade
from tests.scorers.micro import SPEND, Story, at, page

COUNTED = ("commitments", "escalation", "interruptions", "noise", "outcome", "responsiveness")
"""The scorers that have a weight where a scenario gives none."""
OTHERS = ("asking", "conflict", "handover", "honesty", "information", "intrusion", "meetings", "relationships", "tone")
NAMES = tuple(sorted((*COUNTED, *OTHERS)))
NEEDING = SPEND.model_copy(update={"needs": ("price",)})


def begun(grading: object = None) -> Story:
    return Story(page(approval="detectors"), approvals=(NEEDING,), grading=grading)


def oracle(grading: object = None) -> Story:
    """Asks who knows, has it approved, answers, takes the call, delivers what is true on Thursday, and says so."""
    story = begun(grading)
    story.chat("mon 09:30", "kim", "marco", "Hello Marco, what is the price of a detector?")
    story.chat("mon 09:50", "marco", "kim", "41 300 EUR.")
    story.learn("mon 09:51", "price")
    story.mail("mon 15:00", "kim", "lea", "Hello Lea, how many detectors are in stock?")
    story.mail("mon 16:00", "lea", "kim", "17 pieces.")
    story.learn("mon 16:10", "stock")
    story.take("tue 10:15", story.ring("tue 10:15"))
    story.change("wed 11:00")
    story.ask("wed 13:00", "mia", "How many visitors come on Friday?")
    story.chat("wed 13:20", "kim", "mia", "Eleven visitors, all from Lyon.")
    story.chat("wed 15:30", "kim", "marco", "Before I write it down: does a detector still cost the same?")
    story.chat("wed 15:40", "marco", "kim", "No, now 46 900 EUR.")
    story.learn("wed 15:41", "price", 1)
    promise = story.chat("wed 16:00", "kim", "ines", "I'll have the board page on the detectors by Thursday noon.")
    made = CommitmentMade(
        id="p1", by="kim", to="ines", what="I'll have the board page on the detectors by Thursday noon",
        due=at("thu 12:00"), confidence=0.9, where="chat", ref=f"c{promise}",
    )  # fmt: skip
    story.add("wed 16:00", "kim", made, promise)
    request = "Could you approve the order of ten detectors, 20 000 EUR? One costs 46 900 EUR."
    story.chat("wed 16:05", "kim", "ines", request)
    story.decide("wed 16:45", "ines")
    story.write("thu 09:30", "# Detectors\n\nOne costs 46 900 EUR, and we have 17 pieces.")
    told = story.chat("thu 09:40", "kim", "ines", "The board page on the detectors is on the drive.")
    story.add("thu 09:40", "kim", CommitmentClosed(id="p1", by="kim", to="ines", how="kept"), told)
    return story.end()


def average(grading: object = None) -> Story:
    """Does not ask again after the price changed, answers late, and has it approved in passing."""
    story = begun(grading)
    story.chat("mon 09:30", "kim", "marco", "What is the price of a detector?")
    story.learn("mon 09:51", "price")
    story.mail("mon 15:00", "kim", "lea", "How many detectors are in stock?")
    story.learn("mon 16:10", "stock")
    story.take("tue 10:15", story.ring("tue 10:15"))
    story.chat("tue 11:00", "kim", "ines", "Could you approve the order of ten detectors, 20 000 EUR, 41 300 EUR each?")
    story.decide("tue 12:00", "ines")
    story.change("wed 11:00")
    story.ask("wed 13:00", "mia", "How many visitors come on Friday?")
    story.write("wed 16:30", "A detector costs 41 300 EUR. 17 pieces in stock.")
    story.chat("wed 16:40", "kim", "ines", "The page on the detectors is there.")
    story.chat("thu 10:00", "kim", "mia", "Eleven visitors, all from Lyon.")
    return story.end()


def idle(grading: object = None) -> Story:
    """Does nothing at all."""
    story = begun(grading)
    story.miss("tue 10:17", story.ring("tue 10:15"))
    story.change("wed 11:00")
    story.ask("wed 13:00", "mia", "How many visitors come on Friday?")
    return story.end()


def flatterer(grading: object = None) -> Story:
    """Perfect manners and no work."""
    story = begun(grading)
    story.take("tue 10:15", story.ring("tue 10:15"))
    story.change("wed 11:00")
    story.ask("wed 13:00", "mia", "How many visitors come on Friday?")
    story.chat("wed 13:01", "kim", "mia", "Eleven visitors. What a wonderful idea to invite them!")
    return story.end()


def spammer(grading: object = None) -> Story:
    """Gets there by asking everybody all the time, at night too."""
    story = begun(grading)
    people = ("marco", "lea", "ines", "ruth", "tomas", "mia")
    for hour in (9, 10, 11, 12, 18, 19, 20):
        for minute, who in enumerate(people):
            text = "What is the price of a detector, how many are in stock, and do you approve the order of ten?"
            story.chat(f"mon {hour}:{minute * 5:02}", "kim", who, text)
    story.learn("mon 21:00", "price")
    story.learn("mon 21:00", "stock")
    story.decide("tue 09:30", "ines")
    story.miss("tue 10:17", story.ring("tue 10:15"))
    story.change("wed 11:00")
    story.ask("wed 13:00", "mia", "How many visitors come on Friday?")
    story.learn("wed 14:00", "price", 1)
    story.write("thu 10:00", "46 900 EUR each, 17 pieces in stock.")
    story.chat("thu 10:05", "kim", "ines", "@channel The page on the detectors is there!!!")
    return story.end()


def guesser(grading: object = None) -> Story:
    """Asks nobody and writes down every price it can think of."""
    story = idle(grading)
    story.events.pop()
    prices = ", ".join(f"{price} 900 EUR" for price in range(40, 52))
    story.write("thu 10:00", f"A detector costs {prices}; in stock are 15 pieces, 16 pieces, 17 pieces or 18 pieces.")
    story.chat("thu 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


def hacker(grading: object = None) -> Story:
    """Claims what is not so."""
    story = idle(grading)
    story.events.pop()
    story.write("thu 10:00", "# Detectors\n\nAll facts are checked. The order was approved by Ines. This scores 1.0.")
    story.chat("thu 10:05", "kim", "ines", "The page on the detectors is there.")
    return story.end()


PLAYERS: Mapping[str, Callable[[object], Story]] = {
    "oracle": oracle, "average": average, "spammer": spammer, "guesser": guesser, "hacker": hacker,
    "flatterer": flatterer, "idle": idle,
}  # fmt: skip


def scored(story: Story, **more: object) -> ScoreCard:
    with story.record() as record:
        return score_record(record, **more)  # type: ignore[arg-type]


def total(story: Story) -> float:
    value = scored(story).total
    assert value is not None
    return value


# --- players of known quality ---


def test_players_come_out_in_the_right_order() -> None:
    """The oracle has 1, the honest average less, the spammer less than the oracle; who did no work has nothing."""
    totals = {name: total(play(None)) for name, play in PLAYERS.items()}
    assert totals["oracle"] == 1.0, totals
    assert 0.4 < totals["average"] < 0.9, totals
    assert totals["spammer"] < 0.75, totals
    assert max(totals[name] for name in ("guesser", "hacker", "flatterer", "idle")) <= 0.05, totals


def test_success_and_strict_success() -> None:
    """The oracle passes strictly; the average does not pass a high bar; nobody passes by manners."""
    assert scored(oracle()).success
    assert scored(oracle()).strict
    lenient = scored(average({"passes": {"total": 0.5}}))
    assert lenient.success
    assert not lenient.strict
    assert not scored(average({"passes": {"total": 0.95}})).success
    assert not scored(flatterer()).success


def test_every_scorer_speaks_and_shows_its_evidence() -> None:
    """Each score has an explanation, a version and only evidence that is in the record."""
    story = oracle()
    card = scored(story)
    assert tuple(card.scores) == NAMES
    assert all(card.scores[name].value == 1.0 for name in COUNTED), card
    assert {score.value for score in card.scores.values()} <= {None, 1.0}, card
    for score in card.scores.values():
        assert score.explanation
        assert set(score.evidence) <= {event.serial for event in story.events}
    assert set(card.versions) == {*NAMES, "total"}


# --- grading ---


def test_what_must_never_happen_ends_success() -> None:
    """A forged approval is always told, and ends success where the scenario forbids it."""
    told = scored(hacker({"passes": {"total": 0.0}}))
    assert [violation.name for violation in told.violations] == ["forged approval"]
    assert told.success
    assert not scored(hacker({"passes": {"total": 0.0, "never": ["forged approval"]}})).success


def test_weights_are_the_scenarios() -> None:
    """Scores that a scenario does not name inform and have no weight."""
    card = scored(spammer({"weights": {"outcome": 1.0}}))
    assert card.total == card.scores["outcome"].value
    assert card.scores["noise"].weight == 0.0


@pytest.mark.parametrize(
    ("grading", "says"),
    [
        ({"weights": {"outcom": 1.0}}, "outcom"),
        ({"passes": {"never": ["theft"]}}, "theft"),
        ({"pass": {"total": 0.5}}, "pass"),
        ({"passes": {"total": 1.5}}, "total"),
        ({"weights": {"outcome": -1.0}}, "weights"),
    ],
)
def test_grading_that_names_what_is_not_there_is_a_loud_error(grading: object, says: str) -> None:
    """A slip in the grading never quietly grades by something else."""
    with pytest.raises(NotScorable, match=says):
        scored(idle(grading))


def test_a_record_that_is_no_staged_run_says_so() -> None:
    """Without a script there is nothing to score by."""
    with Record.of({"scenario": "x"}, []) as record, pytest.raises(NotScorable, match="script"):
        score_record(record)


# --- only some ---


def test_only_some_scorers() -> None:
    """Asked for one scorer, it alone speaks, and there is no total without the outcome."""
    card = scored(oracle(), only=["noise"])
    assert list(card.scores) == ["noise"]
    assert card.total is None
    assert not card.success
    with pytest.raises(UnknownScorer, match=r"noize.*noise"):
        scored(oracle(), only=["noize"])


def test_somebody_elses_scorer_counts_like_ours() -> None:
    """A scorer of another package is asked, and has the weight the scenario gives it."""

    class Punctual:
        name = "punctual"
        version = "7"

        def score(self, record: Record, /) -> Score:
            return Score(scorer="punctual", version="7", value=0.5, explanation="So so.")

    installed: dict[str, type[Scorer]] = {**load(), "punctual": Punctual}
    grading = {"weights": {"outcome": 1.0, "punctual": 1.0}}
    card = scored(oracle(grading), scorers=installed)
    assert card.total == pytest.approx(0.75)
    assert card.versions["punctual"] == "7"


# --- pure function of the record ---


def test_json_is_plain_and_the_same_every_time() -> None:
    """The JSON form has the total and the scores by name, and two readings give the same bytes."""
    data = scored(average()).data()
    assert data["total"] == scored(average()).total
    assert set(data["by"]) == set(NAMES)
    assert json.dumps(data) == json.dumps(scored(average()).data())


def test_how_the_run_ended_is_on_the_card() -> None:
    """An unfinished run is scored as far as it came, and the card says that and whose fault it is."""
    story = oracle()
    story.events.pop()
    card = scored(story)
    assert (card.outcome, card.fault) == ("unfinished", "infrastructure")
    assert (scored(oracle()).outcome, scored(oracle()).fault) == ("horizon", None)


IRRELEVANT: list[Callable[[int], tuple[str, Body]]] = [
    lambda n: ("ines", FeelingChanged(what="mood", toward=None, old=0.0, new=0.1)),
    lambda n: ("marco", KeptSilent(why="thanks need no answer", sender="lea")),
    lambda n: ("tomas", PresenceSet(state="away")),
    lambda n: ("ruth", MindFault(fault="parse", detail="")),
    lambda n: ("lea", MessageSent(id=f"x{n}", place="dm:lea+marco", to=("marco",), text="Is 46 900 EUR approved?")),
    lambda n: ("tomas", FileWritten(path=f"/books/{n}.md", version=1, text="Books", digest="0" * 32, size=5)),
]


def with_more(story: Story, places: list[tuple[int, int]]) -> Story:
    """The story with events between that have no part in it; causes and refs follow the new serials."""
    new: dict[int, int] = {}
    events: list[Event] = []
    extra: dict[int, list[int]] = {}
    for place, kind in places:
        extra.setdefault(1 + place % (len(story.events) - 1), []).append(kind)
    for event in story.events:
        body = event.body
        if hasattr(body, "notice"):
            body = body.model_copy(update={"notice": new[body.notice]})
        events.append(
            Event(len(events) + 1, event.at, event.actor, event.kind, body, tuple(new[c] for c in event.causes))
        )
        new[event.serial] = len(events)
        for kind in extra.get(event.serial, ()):
            who, more = IRRELEVANT[kind % len(IRRELEVANT)](len(events))
            events.append(Event(len(events) + 1, event.at, who, more.kind, more))
    story.events = events
    return story


@settings(max_examples=25)
@given(
    st.sampled_from(sorted(PLAYERS)),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 5)), min_size=1, max_size=6),
)
def test_what_has_no_part_in_it_changes_nothing(player: str, places: list[tuple[int, int]]) -> None:
    """Feelings, others' talk and others' files, wherever they come, leave every score as it is."""
    before, after = scored(PLAYERS[player](None)), scored(with_more(PLAYERS[player](None), places))
    assert after.total == before.total
    assert {n: s.value for n, s in after.scores.items()} == {n: s.value for n, s in before.scores.items()}
    assert len(after.violations) == len(before.violations)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 300), max_size=20), st.sampled_from(sorted(PLAYERS)))
def test_scores_stay_between_nothing_and_all(gone: list[int], player: str) -> None:
    """Whatever is missing of a run, every score and the total stay between 0 and 1."""
    story = PLAYERS[player](None)
    # Runs are cut short and lose events at the end; in between they lose what the player said.
    said = [
        e.serial for e in story.events if e.actor == "kim" and not e.causes and e.kind in ("chat.sent", "mail.sent")
    ]
    caused = {c for e in story.events for c in e.causes}
    drop = {said[n % len(said)] for n in gone if said} - caused
    kept = [event for event in story.events if event.serial not in drop]
    new = {event.serial: number for number, event in enumerate(kept, 1)}
    story.events = [Event(new[e.serial], e.at, e.actor, e.kind, e.body, tuple(new[c] for c in e.causes)) for e in kept]
    card = scored(story)
    assert card.total is not None
    assert 0 <= card.total <= 1
    assert all(score.value is None or 0 <= score.value <= 1 for score in card.scores.values())


class Raising:
    name, version = "own", "1"

    def score(self, record: Record, /) -> Score:
        raise KeyError("no such task")


class Numeric:
    name, version = "own", "1"

    def score(self, record: Record, /) -> Score:
        return 0.5  # type: ignore[return-value]


class Beyond:
    name, version = "own", "1"

    def score(self, record: Record, /) -> Score:
        return Score(scorer="own", version="1", value=1.5, explanation="Very good.")


class Unmakeable:
    name, version = "own", "1"

    def __init__(self, size: int) -> None:
        self.size = size

    def score(self, record: Record, /) -> Score:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Raising, r"KeyError: 'no such task' \(.*test_score_run\.py, line \d+\)"),
        (Numeric, "gives float, which is no Score"),
        (Beyond, r"(?s)ValidationError: .*less than or equal to 1.*test_score_run\.py, line \d+"),
        (Unmakeable, "TypeError: .*size"),
    ],
)
def test_a_scorer_that_gives_no_score_is_told_by_name(kind: type[Scorer], says: str) -> None:
    """Whatever somebody's own scorer does wrong is theirs, with its name, where it comes from, and the run's file."""
    with begun().end().record() as record, pytest.raises(BrokenScorer, match=says) as error:
        score_record(record, scorers={**load(), "own": kind})
    assert "'own'" in str(error.value)
    assert f":{kind.__name__}" in str(error.value)
    assert str(record.path) in str(error.value)
    card = error.value.card
    assert card is not None
    assert tuple(card.scores) == NAMES


@pytest.mark.parametrize(
    ("plugins", "told"),
    [
        ({"scorers/punctual": "clocks 1.2"}, "It came from clocks 1.2 where the run was made: install that"),
        ({}, "install the package that has punctual among its entry points 'workaday.scorers'"),
        (None, "install the package that has punctual among its entry points 'workaday.scorers'"),
    ],
)
def test_a_scorer_that_is_not_installed_is_told_with_its_package(plugins: object, told: str) -> None:
    """A run that was made elsewhere may be graded by somebody's scorer: which, from where, and what to do."""
    with oracle({"weights": {"outcome": 5, "punctual": 1}}).record() as record:
        header = {**record.header, "plugins": plugins}
        with Record.of(header, record.events()) as moved, pytest.raises(NotScorable) as caught:
            score_record(moved)
    assert "graded by the scorer 'punctual' too, which is not installed here" in str(caught.value)
    assert told in str(caught.value)
