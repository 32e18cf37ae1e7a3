"""The views of a run, as the server answers them: what each shows at which moment, and that text stays text."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.scorers.micro import at
from tests.workaday.window import lens
from workaday.window.knowledge import facts, promises
from workaday.window.lanes import day_of
from workaday.window.look import VIEWS, Look, look_of
from workaday.window.points import losses, scored
from workaday.window.presence import presences, talks
from workaday.window.reading import Reading
from workaday.window.talk import messages
from workaday.window.watch import Watch

Get = Callable[[str], str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two days in which nothing is odd."""
    return lens.plain(tmp_path_factory.mktemp("plain") / "run.workaday")


@pytest.fixture(scope="module")
def reading(run: Path) -> Iterator[Reading]:
    """That run, read to its end."""
    with Reading.open(run) as made:
        while made.advance():
            pass
        yield made


@pytest.fixture(scope="module")
def get(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Get]:
    """The text of a page of a run in which everything is odd."""
    path = lens.nasty(tmp_path_factory.mktemp("nasty") / "run.workaday")
    watch = Watch(str(path))
    with TestClient(watch.application(), base_url="http://127.0.0.1") as client:
        assert client.portal is not None
        client.portal.call(watch.reader.catch_up)

        def page(address: str) -> str:
            answer = client.get(address)
            assert answer.status_code == 200, answer.text[:2000]
            return answer.text

        yield page


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "query", ["", "who=kim", "who=marco&q=begin", f"at={at('mon 10:40')}", "event=12", "who=nobody"]
)
def test_text_of_any_kind_is_text_on_every_view(get: Get, view: str, query: str) -> None:
    """What people are called, say and name their files is shown and never becomes markup or script."""
    page = get(f"/{view}?{query}")
    assert "<script>document" not in page
    assert "<img src=x" not in page
    assert 'onerror="' not in page
    assert "</p></aside></main>" not in page


@pytest.mark.parametrize(
    "query",
    [
        "at=x&version=1e9&event=-1&page=99999999999999999999",
        "at=0",
        "at=99999999999",
        "event=99999",
        "event=0",
        "sort=nothing&sort=chat",
        "thread=nothing&path=nothing&fact=nothing",
        "q=%22%20OR%20*&who=%00",
        "page=7",
    ],
)
@pytest.mark.parametrize("view", VIEWS)
def test_an_address_that_makes_no_sense_is_answered(get: Get, view: str, query: str) -> None:
    """Addresses are sent around and go stale: what is not there is not shown, and nothing breaks."""
    assert 'id="watch"' in get(f"/{view}?{query}")


def test_presence_at_a_moment(reading: Reading) -> None:
    """Who is at work, in a meeting, on a call, away or thinking is as it was at that moment."""
    noon, call, meeting, tuesday = (at(when) for when in ("mon 12:00", "mon 14:00", "mon 15:10", "tue 10:00"))
    assert presences(reading, noon)["marco"].state == "here"
    assert presences(reading, noon)["lea"].state == "off"
    assert presences(reading, noon)["lea"].clock == "06:00"
    assert presences(reading, at("mon 09:23"))["marco"].thinking
    assert presences(reading, call)["kim"].state == "here", "the call was over in the same second"
    assert presences(reading, meeting)["kim"].doing == f"in {lens.PLAIN}"
    assert presences(reading, meeting)["marco"].doing == ""
    assert presences(reading, tuesday)["marco"].state == "away"
    assert presences(reading, noon)["ines"].mood is None
    assert presences(reading, tuesday)["ines"].mood == 0.3


def test_talk_in_the_last_hour(reading: Reading) -> None:
    """The graph has who turned to whom within the hour, and nothing that is still to come."""
    pairs = {frozenset((talk.a, talk.b)): talk.times for talk in talks(reading, at("mon 09:30"))}
    assert pairs == {frozenset(("kim", "marco")): 2}
    assert talks(reading, at("mon 09:05")) == []
    assert talks(reading, at("mon 12:30")) == []


def test_knowledge_spreads_and_goes_stale(reading: Reading) -> None:
    """A fact is known by who had it or learned it by then; when it changes, those who were told before are behind."""

    def stands(when: str) -> dict[str, str]:
        price = next(fact for fact in facts(reading, at(when)) if fact.id == "price")
        return {who: stand.stand for who, stand in price.stands.items() if stand.stand != "unknown"}

    assert stands("mon 09:00") == {"marco": "knows"}
    assert stands("mon 12:00") == {"marco": "knows", "kim": "knows"}
    assert stands("tue 12:00") == {"marco": "knows", "kim": "knows", "ines": "knows"}
    assert stands("wed 11:00") == {"marco": "knows", "kim": "outdated", "ines": "outdated"}
    (ines,) = [fact.stands["ines"] for fact in facts(reading, at("tue 12:00")) if fact.id == "price"]
    assert ines.source == "kim"


def test_promises_at_a_moment(reading: Reading) -> None:
    """A promise is open until it is closed, and overdue past its time, at the moment that is looked at."""
    assert promises(reading, at("mon 11:00")) == []
    assert [promise.how for promise in promises(reading, at("mon 12:00"))] == ["open"]
    assert [promise.how for promise in promises(reading, at("tue 12:00"))] == ["kept"]
    assert promises(reading, at("tue 12:00"), "marco") == []


def test_a_thread_shows_nothing_of_the_future(reading: Reading) -> None:
    """Messages, receipts and reactions are those there were at the moment; what comes later is only counted."""
    found, before, later = messages(reading, "dm:kim+marco", at("mon 09:15"), 0)
    assert [(m.who.id, m.read, m.of) for m in found] == [("kim", 0, 1)]
    assert (before, later) == (0, 1)
    found, _, later = messages(reading, "dm:kim+marco", at("mon 09:27"), 0)
    assert [(m.read, m.of) for m in found] == [(1, 1), (1, 1)]
    assert found[1].reactions == {"👍": 1}
    assert later == 0


def test_lanes_of_a_day(reading: Reading) -> None:
    """A day has a lane for each person, with the meeting, the call and what was written in it."""
    day = day_of(reading, at("mon 12:00"))
    lanes = {lane.who.id: lane for lane in day.lanes}
    assert next(iter(lanes)) == "kim"
    assert [block.sort for block in lanes["kim"].blocks] == ["call", "meeting"]
    assert lanes["kim"].cut
    assert lanes["kim"].messages == 1
    assert lanes["marco"].thought
    assert not lanes["ruth"].mail
    assert lanes["ines"].mail
    assert [lane.who.id for lane in day_of(reading, at("tue 12:00"), "marco").lanes] == ["marco"]
    assert day_of(reading, at("tue 12:00"), "marco").lanes[0].away


async def test_lost_points_come_to_what_the_total_lacks(run: Path) -> None:
    """Every lost point is shared out once, and each is shown with the events that are evidence of it."""
    told = await scored(str(run))
    lost = losses(told["scores"])
    assert sum(loss.points for loss in lost) == pytest.approx(1 - told["scores"]["total"], abs=1e-5)
    assert lost[0].points == max(loss.points for loss in lost)
    assert any(loss.evidence for loss in lost)
    assert all(loss.points > 0 for loss in lost)


def test_lost_points_of_several_seats_say_whose_they_are() -> None:
    """Where several seats played the total is the mean, and every loss is one seat's."""

    def card(value: float) -> dict[str, object]:
        outcome = {"value": value, "weight": 5.0, "criteria": [], "explanation": "Half done.", "evidence": [3]}
        return {"total": value, "by": {"outcome": outcome}}

    both = {**card(0.75), "seats": {"pau": card(0.5), "aina": card(1.0)}}
    assert [(loss.name, loss.points, loss.evidence) for loss in losses(both)] == [("pau: outcome", 0.25, (3,))]


async def test_a_run_that_cannot_be_scored_says_why(tmp_path: Path) -> None:
    """Scoring that fails is told with its reason, on the page and not in a log."""
    path = tmp_path / "no.workaday"
    path.write_text("nothing", encoding="utf-8")
    assert "no run file" in (await scored(str(path)))["error"]


def test_every_look_has_an_address() -> None:
    """A look comes back from its address: moment, view, person, filter, whatever characters are in it."""
    look = Look("day", at=5, who="ünï &=?", sort=("chat", "mail"), q="a b+c%", path="/x y/ä.md", version=2, event=9)
    address = look.to("day", page=3)
    from urllib.parse import parse_qs, urlsplit

    parts = urlsplit(address)
    query = parse_qs(parts.query)
    again = look_of(parts.path[1:], {name: values[-1] for name, values in query.items()}, query["sort"])
    assert again == Look("day", 5, look.who, look.sort, look.q, "", look.path, 2, "", 9, 3)


def test_another_view_forgets_what_was_open() -> None:
    """Moment, person and filter go along to another view; the thread, the file and the event do not."""
    look = Look("talk", at=5, who="kim", q="x", thread="t1", event=4, page=2)
    assert look.to("day") == "/day?at=5&who=kim&q=x"
    assert look.to(thread="t2") == "/talk?at=5&who=kim&q=x&thread=t2&event=4"


async def test_it_follows_a_run_that_is_written(tmp_path: Path) -> None:
    """A page of a run that goes on shows what has been written since."""
    from sim.journal import Journal

    told = lens.story()
    half = len(told.events) // 2
    watch = Watch(str(tmp_path / "run.workaday"))
    with Journal.create(tmp_path / "run.workaday", lens.header(told)) as journal:
        for event in told.events[:half]:
            journal.append(event.at, event.actor, event.body, event.causes)
        journal.flush()
        await watch.reader.open()
        await watch.reader.catch_up()
        assert await watch.reader.ask(lambda reading: reading.indexed) == half
        for event in told.events[half:]:
            journal.append(event.at, event.actor, event.body, event.causes)
        journal.flush()
        await watch.reader.catch_up()
        assert await watch.reader.ask(lambda reading: (reading.indexed, reading.ended)) == (len(told.events), False)
    await asyncio.gather(watch.scoring.close(), watch.beside.close(), watch.reader.close())
