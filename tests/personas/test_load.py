"""Where persona files are and how they are read."""

from pathlib import Path

import pytest

from personas.load import LIBRARY, library, load
from sim.source import SourceError


def test_the_library_is_its_folder() -> None:
    """Every file of the folder is in the library by its name, in order."""
    assert list(library()) == sorted(path.stem for path in LIBRARY.glob("*.yaml"))


def test_an_id_and_its_file_are_the_same_person() -> None:
    """A persona is found by id, by path, and by the path as a text."""
    one = next(iter(library()))
    assert load(one) == load(library()[one]) == load(str(library()[one]))


def test_an_unknown_id_suggests_a_known_one() -> None:
    """A slip in a name is answered with the name."""
    with pytest.raises(
        SourceError, match=r"careful-controler.*no persona of the library. Did you mean 'careful-controller'"
    ):
        load("careful-controler")


def test_an_authors_own_file(tmp_path: Path) -> None:
    """A file outside the library is read the same way."""
    path = tmp_path / "ada.yaml"
    path.write_text("persona: ada\nabout: Somebody.\n", encoding="utf-8")
    assert load(path).id == "ada"


def test_a_file_is_called_like_its_person(tmp_path: Path) -> None:
    """An id that is not the file's name is an error with both ways out."""
    path = tmp_path / "ada.yaml"
    path.write_text("about: Somebody.\npersona: eve\n", encoding="utf-8")
    with pytest.raises(
        SourceError, match=r"ada.yaml:2:10  persona: 'eve'.*persona: ada, or rename the file to eve.yaml"
    ):
        load(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    """What is not there is an error, not an empty person."""
    with pytest.raises(SourceError, match="does not exist"):
        load(tmp_path / "nobody.yaml")


@pytest.mark.parametrize(
    ("written", "better"), [("Ünal Öz", "unal-oz"), ("9 lives", "lives"), ("ok_x", "ok-x"), ("日", "careful-engineer")]
)
def test_an_id_that_is_none_is_told_in_words(written: str, better: str, tmp_path: Path) -> None:
    """What an id looks like is said, with the nearest one that is good, and no pattern is shown."""
    path = tmp_path / "ada.yaml"
    path.write_text(f"persona: {written}\nabout: Somebody.\n", encoding="utf-8")
    with pytest.raises(
        SourceError, match=rf"ada.yaml:1:10  persona: '{written}' is no id.*Write {better}\.$"
    ) as caught:
        load(path)
    assert "^[a-z]" not in str(caught.value)


@pytest.mark.parametrize("name", ["careful-controler", "zzz"])
def test_a_name_that_is_nowhere_may_have_been_meant_as_a_file(name: str) -> None:
    """Whoever has a persona of their own is told how it is named."""
    with pytest.raises(SourceError, match=rf"(Or give|Give) the path of a file: personas/{name}\.yaml"):
        load(name)
