"""A case: the record read for scoring."""

from scorers.case import Case, shared
from sim.vocabulary.world import Away
from tests.scorers.micro import PRICE, SPEND, Story, at, page


def test_the_record_tells_when_a_fact_changed() -> None:
    """A change that came otherwise than planned counts as it came; without one, as planned."""
    story = Story()
    story.change("tue 15:00")
    with story.end().record() as record:
        case = Case.of(record)
        assert case.version_at("price", at("tue 14:00"))[0] == 0
        assert case.version_at("price", at("tue 15:00"))[0] == 1
    with Story().end().record() as record:
        case = Case.of(record)
        assert case.version_at("price", at("wed 10:59"))[1].value == PRICE.versions[0].value
        assert case.version_at("price", at("wed 11:00"))[0] == 1


def test_absences_that_came_up_count() -> None:
    """Who fell ill during the run is away for scorers too, and their working time stops."""
    story = Story(approvals=(SPEND,))
    story.add("tue 09:00", "ines", Away(start=at("tue 09:00"), end=at("thu 09:00"), why="ill", deputy="tomas"))
    with story.end().record() as record:
        case = Case.of(record)
        assert case.away("ines", at("tue 10:00"))
        assert not case.away("ines", at("mon 10:00"))
        assert case.worked("ines", at("tue 09:00"), at("thu 10:00")) == 3600
        assert case.entitled(SPEND, at("tue 10:00")) == ("tomas", "ruth"), "he stands in, with her authority"
        assert "tomas" in case.entitled(SPEND, at("tue 10:00"))
        assert case.may_decide(SPEND, "tomas", at("tue 10:00"))
        assert not case.may_decide(SPEND, "tomas", at("mon 10:00"))


def test_only_what_the_seat_could_read_is_read() -> None:
    """Messages between others are not the player's to know of; automatic replies are not its words."""
    story = Story()
    story.chat("mon 10:00", "marco", "lea", "Between us.")
    mine = story.chat("mon 10:01", "kim", "marco", "Hello.")
    theirs = story.chat("mon 10:02", "marco", "kim", "Hello yourself.")
    story.mail("mon 10:03", "kim", "marco", "I am out of office.", automatic=True)
    with story.end().record() as record:
        case = Case.of(record)
        assert [m.serial for m in case.sent] == [mine]
        assert [m.serial for m in case.received] == [theirs]
        assert [m.serial for m in case.sent_to("marco")] == [mine]
        assert list(case.sent_to("lea")) == []


def test_a_record_is_read_once_for_all_scorers() -> None:
    """Inside ``shared`` there is one case of the record, outside a new one each time."""
    with Story(page()).end().record() as record, Story().end().record() as other:
        with shared(record) as case:
            assert Case.of(record) is case
            assert Case.of(other) is not case
        assert Case.of(record) is not case


def test_what_is_made_of_a_case_once_is_made_once() -> None:
    """Several scorers ask the same of a case: it is worked out the first time."""
    made: list[Case] = []

    def make(case: Case) -> int:
        made.append(case)
        return len(made)

    with Story().end().record() as record:
        case = Case.of(record)
        assert [case.once(make), case.once(make)] == [1, 1]
        assert Case.of(record).once(make) == 2
