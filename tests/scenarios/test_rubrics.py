"""Rubrics of scenarios: read, resolved, and all that is wrong told by line; the library's, and the labels for them."""

import re
import shutil
from pathlib import Path

import pytest

from scenarios.labels import library, load_labels
from scenarios.load import load
from scenarios.packing import pack, unpack
from scenarios.preferences import load_orders
from scorers.case import Grading
from scorers.rubrics.instructions import without_instructions
from scorers.rubrics.rubric import Sight
from sim.source import SourceError
from tests.scenarios.shop import Shop

ROOT = Path(__file__).parents[2]

RUBRIC = """\
rubric:
  criteria:
    told:
      asks: Did the seat tell Tomás when the oven comes?
      yes: It says the day.
      no: It does not.
      weight: 2
      sees: {thread: [tomas], from: mon 10:00, until: tue 12:00}
      quotes: seat
    page:
      asks: Is the page fit to be read aloud?
      levels: [Nobody would., One could., One would.]
      sees: {deliverable: oven}
      nothing: skips
    calm:
      asks: Did the seat hurry anybody?
      yes: It does.
      no: It does not.
      good: no
      sees: words
"""


def with_rubric(shop: Shop, text: str = RUBRIC) -> Shop:
    shop.write(shop.text + text)
    return shop


def test_a_rubric_is_resolved_and_goes_into_the_header_alone(shop: Shop) -> None:
    """Criteria with anchors from the worst, instants, people; the run's header has it for scorers and for going on."""
    plain = shop.load()
    loaded = with_rubric(shop).load()
    rubric = loaded.grading.rubric
    assert rubric is not None
    told, page, calm = rubric.criteria.values()
    assert told.anchors == ("It does not.", "It says the day.")
    assert (told.weight, told.quotes, told.sees.people) == (2, "seat", ("tomas",))
    assert told.sees.since == loaded.script.start + 3600
    assert [page.worth(level) for level in (0, 1, 2)] == [0, 0.5, 1]
    assert page.sees == Sight(what="deliverable", task="oven")
    assert (calm.worth(True), calm.worth(False), calm.sees.what) == (0, 1, "words")
    header = pack(loaded)
    assert Grading.model_validate(header["grading"]).rubric == rubric
    assert unpack(header).grading == loaded.grading
    assert "fit to be read aloud" not in str({key: header[key] for key in header if key not in ("grading", "staging")})
    assert loaded.content_hash != plain.content_hash
    assert "rubric" not in pack(plain)["grading"]


def test_a_rubric_in_a_file_beside_the_scenario_is_the_same(shop: Shop) -> None:
    """Where it stands makes no difference."""
    inside = with_rubric(shop).load().grading
    criteria = RUBRIC.partition("\n")[2].replace("\n  ", "\n")[2:]
    (shop.folder / "how.yaml").write_text(f"rubric: how\nabout: How.\n{criteria}", encoding="utf-8")
    shop.write(shop.text.replace(RUBRIC, "rubric: ./how.yaml\n"))
    assert shop.load().grading == inside


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ("[tomas], from", "[tomaz], from", "tomaz", "is not a person of bakery"),
        ("[tomas], from", "[seat], from", "[seat], from", "names nobody but the seat"),
        ("{deliverable: oven}", "{deliverable: stove}", "stove", "is not a task of this scenario"),
        ("sees: words", "sees: {}", "sees: {}", "names no part of the record"),
        ("sees: words", "sees: {all: words, file: /a.md}", "/a.md", "names several places"),
        ("until: tue 12:00", "until: mon 09:30", "mon 09:30", "ends before it begins"),
        ("      no: It does not.\n      good", "      good", "Did the seat hurry", "does not say what each"),
        ("[Nobody would., One could., One would.]", "[Nobody would., One would.]", "levels:", "has too few levels"),
        ("nothing: skips", "nothing: skip", "nothing: skip", ""),
        ("      sees: words", "      bar: 2\n      sees: words", "bar: 2", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_line(shop: Shop, old: str, new: str, line: str, rule: str) -> None:
    """Each problem stands at the criterion, in the file in which that is."""
    assert RUBRIC.count(old) == 1
    with_rubric(shop, RUBRIC.replace(old, new))
    problems = shop.problems()
    assert any(rule in problem.rule for problem in problems), problems
    near = [number for number, text in enumerate(shop.text.splitlines(), 1) if line in text]
    assert any(abs(problem.line - number) <= 1 for problem in problems for number in near), problems


def test_a_file_that_is_none_and_a_weight_without_a_rubric_are_told(shop: Shop) -> None:
    """A rubric that is nowhere, or outside the folder; and scores that weigh what is not there."""
    shop.write(f"{shop.text}rubric: ./nowhere.yaml\n")
    assert shop.problems()[0].rule == "is no YAML file"
    shop.edit("rubric: ./nowhere.yaml", "rubric: ../../elsewhere.yaml")
    assert "leads out" in shop.problems()[0].rule
    shop.edit("rubric: ../../elsewhere.yaml\n", "")
    shop.edit("scores: {outcome: 5, noise: 1}", "scores: {outcome: 5, rubric: 1}")
    assert shop.problems()[0].rule == "weighs a rubric, and the scenario has none"


def test_the_example_of_the_docs_is_a_rubric_of_the_kiosk(tmp_path: Path) -> None:
    """What the page shows can be used as it stands, beside the example that it speaks of."""
    page = (ROOT / "docs" / "scorers" / "rubrics.md").read_text(encoding="utf-8")
    shown = re.search(r"<!-- whole file: bad-news.yaml -->\n```yaml\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    kiosk = tmp_path / "kiosk"
    shutil.copytree(ROOT / "examples" / "kiosk", kiosk)
    (kiosk / "bad-news.yaml").write_text(shown[1], encoding="utf-8")
    with (kiosk / "croissants.yaml").open("a", encoding="utf-8") as file:
        file.write("rubric: ./bad-news.yaml\n")
    rubric = load(kiosk / "croissants.yaml").grading.rubric
    assert rubric is not None
    assert list(rubric.criteria) == ["plainly", "regard", "blames"]
    assert rubric.criteria["regard"].sees.people == ("luka",)


@pytest.mark.parametrize("name", library())
def test_labels_of_the_library_say_something_of_each_criterion(name: str) -> None:
    """Every criterion has at least eight excerpts, good and bad, two tricky ones among them, and no verdict that they
    never give but the middle ones of levels."""
    labelled = load_labels(library()[name])
    rubric = load(name).grading.rubric
    assert rubric is not None
    for criterion, asked in rubric.criteria.items():
        own = [one for one in labelled if one.criterion == criterion]
        assert len(own) >= 8, criterion
        assert sum(one.tricky for one in own) >= 2, criterion
        assert {int(one.verdict) for one in own} == set(range(len(asked.anchors))), criterion


def test_the_library_ships_at_least_sixty_labelled_excerpts() -> None:
    """Enough to say something; one of them instructs the judge, which is left out."""
    labelled = [one for path in library().values() for one in load_labels(path)]
    assert len(labelled) >= 60
    assert sum(bool(without_instructions(one.lines)[1]) for one in labelled) == 1


def test_what_is_wrong_with_labels_is_told_by_line(shop: Shop) -> None:
    """A criterion, a verdict, a person that is not there; a scenario without a rubric."""
    path = shop.folder / "labels.yaml"
    text = """\
labels: ./oven.yaml
by: us
excerpts:
  one:
    criterion: told
    is: yes
    because: It says so.
    says: [{by: seat, to: tomas, via: chat, text: On Tuesday.}]
"""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="is a scenario without a rubric"):
        load_labels(path)
    with_rubric(shop)
    (one,) = load_labels(path)
    assert (one.criterion, one.verdict, one.lines[0].by_seat, one.people[0][:4]) == ("told", True, True, "Tomá")
    for old, new, rule in (
        ("criterion: told", "criterion: tolt", r":5:.*is no criterion of the rubric.*told"),
        ("is: yes", "is: 2", r":6:.*is no verdict of this criterion.*Write yes or no"),
        ("to: tomas", "to: tomaz", r":8:.*is not a person of bakery.*tomas"),
    ):
        path.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(SourceError, match=rule):
            load_labels(path)


def test_orders_are_of_files_that_are_there(tmp_path: Path) -> None:
    """Paths are from the file; one that is missing is told by its line."""
    (tmp_path / "a.workaday").touch()
    path = tmp_path / "pairs.yaml"
    path.write_text("pairs: two runs\nby: us\norders:\n  - [a.workaday, b.workaday]\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r":4:.*b\.workaday"):
        load_orders(path)
    (tmp_path / "b.workaday").touch()
    assert load_orders(path) == ((tmp_path / "a.workaday", tmp_path / "b.workaday"),)
