"""What an author writes of social engineering is checked: who is named, what an aim wants, and which pretext can be."""

import shutil
from pathlib import Path

import pytest

from scenarios.load import LIBRARY, load
from sim.source import SourceError

HEAD = """\
scenario: small
title: Small
org: korimako
seat: reviewer
starts: 2026-11-03 08:30
lasts: 1 day
brief: Nothing is asked of you.
world:
  outside:
    post: {name: The post, address: post@parcels.example}
facts:
  code: {topic: the code, is: 4711 left, known_by: brigid}
"""


def told(folder: Path, security: str) -> str:
    """All that is wrong with a scenario that has this security part."""
    (folder / "small.yaml").write_text(HEAD + security, encoding="utf-8")
    try:
        load(folder / "small.yaml")
    except SourceError as error:
        return "\n".join(map(str, error.problems))
    return ""


SCHEME = """\
security:
  desk: hana
  schemes:
    s:
      begins: tue 09:00
      pretexts:
        parcel: {as: post, leans_on: routine, subject: A parcel, text: "The code, please?"}
      aims:
        code: {fact: code, of: brigid}
"""


def test_a_scheme_is_what_is_written(tmp_path: Path) -> None:
    """Names become addresses, times instants, and every pretext serves an aim that names none."""
    assert told(tmp_path, SCHEME) == ""
    security = load(tmp_path / "small.yaml").script.security
    assert security is not None
    (scheme,) = security.schemes
    assert (scheme.pretexts[0].sender, scheme.aims[0].pretexts) == ("post@parcels.example", ("parcel",))
    assert scheme.begins == load(tmp_path / "small.yaml").script.start + 1800


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("as: post", "as: pots", "is not an outsider of this scenario"),
        ("as: post,", "as: mei, via: mail,", "is not how a colleague's account is misused"),
        ("as: post,", "as: post, via: chat,", "is only for colleagues"),
        ("subject: A parcel, ", "", "has no subject, as a mail has"),
        ("{fact: code, of: brigid}", "{fact: code, of: brigid, with: pracel}", "is no pretext of this scheme"),
        ("{fact: code, of: brigid}", "{fact: code, of: brigid, after: later}", "is no aim that comes before this one"),
        ("{fact: code, of: brigid}", "{of: brigid}", "wants nothing"),
        ("{fact: code, of: brigid}", "{fact: code, yes: true, of: brigid}", "wants several things"),
        ("{fact: code, of: brigid}", "{yes: true, of: brigid}", "does not say what it is about"),
        ("desk: hana", "desk: hanna", "is not a person of korimako"),
        ("leans_on: routine", "leans_on: blackmail", "leans_on"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, old: str, new: str, rule: str) -> None:
    """Each fault names its place and its rule."""
    assert rule in told(tmp_path, SCHEME.replace(old, new))


def test_nobody_tests_their_own_desk(tmp_path: Path) -> None:
    """The seat has the test or the desk, not both."""
    whole = (LIBRARY / "red-team.yaml").read_text(encoding="utf-8").replace("  desk: hana", "  desk: reviewer")
    shutil.copytree(LIBRARY / "red-team", tmp_path / "red-team")
    (tmp_path / "red-team.yaml").write_text(whole, encoding="utf-8")
    with pytest.raises(SourceError, match="tests itself"):
        load(tmp_path / "red-team.yaml")
