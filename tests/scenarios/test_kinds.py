"""A file of ours in the place of another one is told in one sentence, wherever it is named; and paths stay at home."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

import orgs.load
import personas.load
from orgs.schema import Org
from personas.schema import Persona
from scenarios.load import find, load
from scenarios.schema import Scenario
from scenarios.solution import Playbook
from sim import source
from sim.source import SourceError, WrongKind
from tests.scenarios.shop import Shop

BAKER = "persona: baker\nabout: Up since three.\n"
STEPS = "playbook: steps\nsteps:\n  - {do: finish}\n"


@pytest.fixture
def files(shop: Shop) -> Path:
    """One of each kind in a folder."""
    (shop.folder / "baker.yaml").write_text(BAKER, encoding="utf-8")
    (shop.folder / "steps.yaml").write_text(STEPS, encoding="utf-8")
    return shop.folder


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "oven": ("a scenario", load),
    "bakery": ("an organisation", orgs.load.load),
    "baker": ("a persona", lambda path: source.load(path, Persona)),
    "steps": ("a playbook", lambda path: source.load(path, Playbook)),
}


@pytest.mark.parametrize("wanted", READERS)
@pytest.mark.parametrize("given", READERS)
def test_a_file_of_another_kind_is_told_in_one_sentence(files: Path, given: str, wanted: str) -> None:
    """Not by an error for each of its keys. A file of the right kind is read."""
    path = files / f"{given}.yaml"
    read = READERS[wanted][1]
    if given == wanted:
        read(path)
        return
    with pytest.raises(WrongKind) as caught:
        read(path)
    (problem,) = caught.value.problems
    assert problem.rule == f"is {READERS[given][0]}, not {READERS[wanted][0]}"
    assert problem.fix


def test_a_scenario_without_its_first_line_is_still_a_scenario(shop: Shop) -> None:
    """It has a key ``org`` too, and is told what it lacks."""
    shop.edit("scenario: oven\n", "")
    (problem,) = shop.problems()
    assert problem.rule == "needs the key 'scenario'"


@pytest.mark.parametrize(
    ("name", "key"), [("oven", "scenario"), ("bakery", "org"), ("baker", "persona"), ("steps", "playbook")]
)
def test_a_misspelt_first_key_does_not_make_another_kind_of_a_file(files: Path, name: str, key: str) -> None:
    """The keys that only one kind has say what a file is; what is told is the misspelt key."""
    path = files / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    if name == "baker":
        text += "knows: [bread]\n"
    wrong = key[:-2] + key[-1]
    path.write_text(text.replace(f"{key}:", f"{wrong}:", 1), encoding="utf-8")
    if len(key) > len("org"):  # of three letters two are too few to be told
        assert source.kind_of(source.read(path).data) == key
    with pytest.raises(SourceError) as caught:
        READERS[name][1](path)
    first = caught.value.problems[0]
    assert (first.value, first.rule, first.line) == (wrong, "is not a key known here", 1)


def test_the_keys_of_one_kind_are_those_of_its_files() -> None:
    """Every key that stands in files of one kind alone is known as such, and no other."""
    models: dict[str, type[BaseModel]] = {"scenario": Scenario, "org": Org, "persona": Persona, "playbook": Playbook}
    keys = {kind: {info.alias or name for name, info in model.model_fields.items()} for kind, model in models.items()}
    for kind, own in keys.items():
        others = set().union(*(other for name, other in keys.items() if name != kind))
        assert source._OF_ONE_KIND[kind] == own - others - {kind}, kind


@pytest.mark.parametrize(
    ("org", "rule"),
    [("./oven.yaml", "is a scenario, not an organisation"), ("./baker.yaml", "is a persona, not an organisation")],
)
def test_the_line_that_names_it_is_told(shop: Shop, files: Path, org: str, rule: str) -> None:
    """Of a file that another one names, the place is where it is named."""
    shop.edit("org: bakery", f"org: {org}")
    (problem,) = shop.problems()
    assert (problem.line, problem.value, problem.rule) == (shop.line(f"org: {org}"), org, rule)


def test_a_persona_of_another_kind_is_told_at_its_person(shop: Shop, files: Path) -> None:
    """In the file of the organisation."""
    bakery = files / "bakery.yaml"
    bakery.write_text(
        bakery.read_text(encoding="utf-8").replace("persona: quiet-analyst", "persona: ./bakery.yaml"), "utf-8"
    )
    (problem,) = shop.problems()
    assert problem.file == str(bakery)
    assert (problem.where, problem.rule) == ("people.lena.persona", "is an organisation, not a persona")


@pytest.mark.parametrize(("name", "kind"), [("vorstmark", "an organisation"), ("careful-controller", "a persona")])
def test_a_name_of_another_library_is_told(name: str, kind: str) -> None:
    """What comes with Workaday is known by its name, also where it cannot be played."""
    with pytest.raises(SourceError, match=f"is {kind}, not a scenario"):
        find(name)
    assert name in (*orgs.load.library(), *personas.load.library())


# --- where files may be ----------------------------------------------------------------------------------------------


def test_files_may_be_in_the_folder_above(tmp_path: Path) -> None:
    """A project has its organisations, people and scenarios in folders side by side."""
    for folder in ("orgs", "people", "scenarios"):
        (tmp_path / "project" / folder).mkdir(parents=True)
    shop = Shop(tmp_path / "project" / "scenarios")
    bakery = (shop.folder / "bakery.yaml").read_text(encoding="utf-8")
    (shop.folder / "bakery.yaml").unlink()
    bakery = bakery.replace("persona: quiet-analyst", "persona: ../people/baker.yaml")
    (tmp_path / "project" / "orgs" / "bakery.yaml").write_text(bakery, encoding="utf-8")
    (tmp_path / "project" / "people" / "baker.yaml").write_text(BAKER, encoding="utf-8")
    shop.edit("org: bakery", "org: ../orgs/bakery.yaml")
    assert shop.load().personas["lena"].id == "baker"


@pytest.fixture
def away(tmp_path: Path) -> Shop:
    """The bakery two folders down, and beside those folders files of somebody else."""
    folder = tmp_path / "mine" / "project" / "bakery"
    folder.mkdir(parents=True)
    others = tmp_path / "others"
    (others / "drive").mkdir(parents=True)
    (others / "bakery.yaml").write_text("org: bakery\n", encoding="utf-8")
    (others / "baker.yaml").write_text(BAKER, encoding="utf-8")
    (others / "secret.txt").write_text("hunter2\n", encoding="utf-8")
    return Shop(folder)


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("org: bakery", "org: {others}/bakery.yaml", "leads out of bakery and the folder above it"),
        ("world:\n", "world: {others}\nworlds:\n", "is not a folder beside this file"),
        ('text: "Ask Tomás about the oven."', "copy: {others}/secret.txt", "leads out of bakery"),
        (
            "    takes: 2h\n",
            "    takes: 2h\n    leaves: [{{file: /x.md, copy: {others}/secret.txt}}]\n",
            "leads out of",
        ),
    ],
)
def test_a_path_that_leads_out_is_refused(away: Shop, old: str, new: str, rule: str, absolute: bool) -> None:
    """By dots or from the root: nothing of somebody else's is read, and none of it told."""
    others = str(away.folder.parents[2] / "others") if absolute else "../../../others"
    text = away.text
    if old == "world:\n":
        text = text[: text.index("world:")] + text[text.index("facts:") :]
        away.write(text.replace("facts:", f"world: {others}\nfacts:", 1).replace("clearing", "clearing", 1))
    else:
        away.edit(old, new.format(others=others))
    (problem,) = away.problems()
    assert rule in problem.rule
    assert problem.fix
    assert "hunter2" not in str(problem)


def test_a_persona_path_that_leads_out_is_refused(away: Shop) -> None:
    """Though there is a persona."""
    bakery = away.folder / "bakery.yaml"
    text = bakery.read_text(encoding="utf-8")
    bakery.write_text(text.replace("persona: quiet-analyst", "persona: ../../../others/baker.yaml"), "utf-8")
    (problem,) = away.problems()
    assert (problem.where, problem.rule) == ("people.lena.persona", "leads out of bakery and the folder above it")


@pytest.mark.parametrize("kind", ["copy", "drive", "org"])
def test_a_link_that_leads_out_is_refused(away: Shop, kind: str) -> None:
    """A link is where it leads to."""
    others = away.folder.parents[2] / "others"
    if kind == "org":
        (away.folder / "bakery.yaml").unlink()
        (away.folder / "bakery.yaml").symlink_to(others / "bakery.yaml")
    elif kind == "copy":
        (away.folder / "notes.txt").symlink_to(others / "secret.txt")
        away.edit('text: "Ask Tomás about the oven."', "copy: notes.txt")
    else:
        drive = away.folder / "morning" / "drive"
        drive.mkdir(parents=True)
        (drive / "notes.txt").symlink_to(others / "secret.txt")
        text = away.text
        away.write(text[: text.index("world:")] + "world: ./morning/\n" + text[text.index("facts:") :])
    (problem,) = away.problems()
    assert "leads out of" in problem.rule
    assert "hunter2" not in str(problem)


def test_an_empty_folder_is_no_first_morning(shop: Shop) -> None:
    """A folder with neither a world.yaml nor files would be taken for an office with nothing in it."""
    (shop.folder / "morning").mkdir()
    text = shop.text
    shop.write(text[: text.index("world:")] + "world: ./morning/\n" + text[text.index("facts:") :])
    (problem,) = shop.problems()
    assert problem.rule == "has neither a world.yaml nor a folder drive in it"


def test_a_persona_file_without_its_ending_is_named_with_it(shop: Shop) -> None:
    """The file is there: that it is no name of the library is not all there is to say."""
    (shop.folder / "baker.yaml").write_text(BAKER, encoding="utf-8")
    bakery = shop.folder / "bakery.yaml"
    bakery.write_text(bakery.read_text("utf-8").replace("persona: quiet-analyst", "persona: ./baker"), "utf-8")
    (problem,) = shop.problems()
    assert problem.fix == "Write ./baker.yaml."


def test_a_text_file_is_no_organisation(shop: Shop) -> None:
    """It is not opened to see."""
    (shop.folder / "more").mkdir()
    (shop.folder / "more" / "notes.txt").write_text("hunter2\n", encoding="utf-8")
    shop.edit("org: bakery", "org: ./more/notes.txt")
    (problem,) = shop.problems()
    assert problem.rule == "is no YAML file"
