"""The table and the report: verdicts, what does not apply, the data, the reference, and the charts."""

import json
from pathlib import Path

import pytest

from scorers.realism.curves import charts, cumulative
from scorers.realism.estimates import Estimate
from scorers.realism.log import Log
from scorers.realism.reference import Talk, read_talks
from scorers.realism.report import realism
from scorers.realism.table import CHOICES, FIGURES, Figure, measured
from sim.units import BadValue
from tests.scorers.micro import Story


def figure(low: float | None, high: float | None, value: float | None, n: int = 50, *, starred: bool = False) -> Figure:
    return Figure("0", "x", "1", low, high, lambda logs: Estimate(value, n), starred=starred, needs="things")


@pytest.mark.parametrize(
    ("made", "verdict", "why"),
    [
        (figure(1, 2, 1.5), "in range", ""),
        (figure(1, 2, 2.0), "in range", ""),
        (figure(1, 2, 0.5), "out", "below"),
        (figure(1, 2, 2.5), "out", "above"),
        (figure(1, 2, 2.5, starred=True), "warn", "above"),
        (figure(None, 2, 0.1), "in range", ""),
        (figure(1, 2, None), "not applicable", "no things"),
        (figure(1, 2, 1.5, n=29), "not applicable", "too few"),
        (figure(None, None, 1.5), "design choice", "no usable published figure"),
    ],
)
def test_verdicts(made: Figure, verdict: str, why: str) -> None:
    """In the range, bounds included; out of it, or with a star a warning; not applicable with a reason; and never
    "in range" where nothing is published."""
    row = measured(made, ())
    assert row.verdict == verdict
    assert why in row.why


def test_every_row_of_the_table_is_there_with_its_range() -> None:
    """Rows 1 to 20, with the two starred ones; what has no published range is among the design choices."""
    assert {int("".join(filter(str.isdigit, f.row))) for f in FIGURES} == set(range(1, 21))
    assert {f.row for f in FIGURES if f.starred} == {"12", "18c"}
    assert all(f.low is not None and f.high is not None and f.low < f.high for f in FIGURES)
    assert all(f.low is None and f.high is None for f in CHOICES)


def small() -> Story:
    story = Story()
    for n, day in enumerate(("mon", "tue", "wed", "thu", "fri")):
        one = story.mail(f"{day} 10:00", "mia", "marco", f"Is list {n} done?")
        story.mail(f"{day} 10:30", "marco", "mia", "It is.", thread=f"t{one}", in_reply_to=f"m{one}")
        story.chat(f"{day} 11:00", "mia", "ines", f"Is list {n} done?")
        story.chat(f"{day} 11:01", "ines", "mia", "It is.")
    return story.end()


def test_a_record_without_much_in_it_says_what_is_missing() -> None:
    """No verdict is made up: rows that do not apply say why, and the data is plain JSON."""
    with small().record() as record:
        report = realism([record])
    rows = {row.figure.row: row for row in report.rows}
    assert rows["16a"].verdict == "not applicable"
    assert rows["1"].why.startswith("5 observations are too few")
    assert rows["20b"].verdict == "not applicable"
    data = report.data()
    assert json.loads(json.dumps(data)) == data
    assert data["person_days"] == 30
    assert [row["row"] for row in data["rows"]].count("20b") == 1


def test_several_runs_are_read_as_one() -> None:
    """Twice the record: twice the observations, the same middle, and twice the person-days."""
    with small().record() as one, small().record() as two:
        single, double = realism([one]), realism([one, two])
    first, both = single.rows[0].estimate, double.rows[0].estimate
    assert (both.value, both.n) == (first.value, 2 * first.n)
    assert double.person_days == 2 * single.person_days


def test_equal_records_give_equal_reports() -> None:
    """Nothing in it depends on a clock or on chance."""
    with small().record() as record:
        assert realism([record]).data() == realism([record]).data()


def test_talk_of_people_is_read_line_by_line(tmp_path: Path) -> None:
    """Turns of one talk belong together; a line that is none is named with its number."""
    path = tmp_path / "people.jsonl"
    path.write_text(
        '{"talk": 1, "side": "asker", "text": "is it done?"}\n\n{"talk": 1, "side": "answerer", "text": "yes"}\n'
    )
    assert read_talks(path) == (Talk(["is it done?"], ["yes"]),)
    path.write_text('{"talk": 1, "side": "boss", "text": "x"}\n')
    with pytest.raises(BadValue, match=r"people\.jsonl:1"):
        read_talks(path)
    path.write_text("nonsense\n")
    with pytest.raises(BadValue, match="no turn of a talk"):
        read_talks(path)


def test_a_comparison_with_people_tells_its_source() -> None:
    """Against its own words talk is alike in all dimensions, as far as these few talks go."""
    with small().record() as record:
        talks = [Talk([f"Is list {n} done?"], ["It is."]) for n in range(5)]
        compared = realism([record], talks, "a file").likeness.compared
    assert compared is not None
    assert compared.source == "a file"
    assert compared.alike["D3 clarification"] == 100
    assert compared.auc is None


def test_charts_hold_shares_that_go_up_to_one() -> None:
    """Cumulative curves never fall; of 1, 2 and 4 two thirds are at most 2."""
    assert cumulative([1, 2, 4], [0, 1, 2, 8]) == (0, 1 / 3, 2 / 3, 1)
    with small().record() as record:
        drawn = charts([Log(record)])
    assert [chart.title for chart in drawn] == ["Messages by hour of the sender's day", "Messages by weekday"]
    assert sum(y for _, y in drawn[1].curves[0].points) == pytest.approx(1)
