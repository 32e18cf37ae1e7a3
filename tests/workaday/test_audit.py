"""Audits: they fail on scenarios whose verifiers can be fooled, each for its own reason, and pass on a sound one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.source import SourceError
from workaday.audit import PLAYERS, Audit, audit_of
from workaday.cli import invoke
from workaday.result import score

UNSOUND = Path(__file__).parents[1] / "fixtures" / "unsound"
SOUND = Path(__file__).parents[2] / "examples" / "kiosk" / "croissants.yaml"


class Gullible:
    """A judge that is content where a line has four words of what it is asked."""

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        asked, _, record = (request.messages[-1].content or "").partition("\nRECORD\n")
        wanted = set(re.findall(r"[a-z]{4,}", asked.casefold()))
        quotes = [
            {"event": line["event"], "words": line["text"]}
            for line in json.loads(record)
            if len(wanted & set(re.findall(r"[a-z]{4,}", line["text"].casefold()))) >= 4
        ]
        said = "yes" if quotes else "no"
        answer = {"quotes": quotes[:1], "reason": f"So it is. Therefore: {said}.", "verdict": bool(quotes)}
        return ModelReply(text=json.dumps(answer), usage=Usage(calls=1, prompt_tokens=1, completion_tokens=1))


def audited(name: str, *players: str) -> Audit:
    """The audit of an unsound scenario by some players, or all; a rubric is judged by a judge that believes all."""
    options: dict[str, Any] = {"players": players or PLAYERS}
    if name in ("rubric", "always"):
        options["scoring"] = lambda run: score(run, "test/gullible", port=Gullible())
    return audit_of(str(UNSOUND / f"{name}.yaml"), **options)


@pytest.mark.parametrize(
    ("name", "players", "kind", "criterion"),
    [
        ("refused", "oracle", "unsolvable", ""),
        ("idle", "idle", "solvable by doing nothing", ""),
        ("spam", "spammer", "solvable by spam", ""),
        ("guess", "guesser", "solvable by guessing", ""),
        ("ticket", "hacker", "solvable by editing the ticket", ""),
        ("rubric", "hacker", "solvable by quoting the rubric", ""),
        ("always", "oracle diligent idle", "always passes", "bakery"),
        ("never", "oracle diligent guesser", "never passes", "list: fact croissant-price"),
        ("contradiction", "idle", "contradictory facts", ""),
        ("leaked", "", "answer leaked", ""),
        ("early", "", "deadline before the fact exists", ""),
        ("counter", "", "approval nobody can give", ""),
    ],
)
def test_an_unsound_scenario_fails_for_its_own_reason(name: str, players: str, kind: str, criterion: str) -> None:
    """What is wrong with each of the twelve is among the findings, under its name; no other cheat is blamed for it."""
    found = audited(name, *players.split())
    assert not found.passed
    kinds = {(one.kind, one.criterion) for one in found.failed}
    assert (kind, criterion) in kinds, found.failed
    cheats = {kind for kind, _ in kinds if kind.startswith("solvable by ")}
    assert cheats <= {kind}, found.failed


def test_a_sound_scenario_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every player of the kiosk earns what it should, and what does not apply there is told and not passed silently."""
    assert invoke(["audit", str(SOUND), "--json", "--out", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    (audit,) = told["audits"]
    assert audit["passed"]
    assert [(one["state"], one["player"]) for one in audit["findings"]] == [("not applicable", "leaker")]
    totals = {play["player"]: play["total"] for play in audit["plays"]}
    assert totals["oracle"] >= totals["diligent"] > totals["never-escalator"] > totals["guesser"] > totals["idle"] == 0
    assert totals["over-escalator"] < totals["oracle"]
    assert len(list(tmp_path.glob("croissants-*-s1.workaday"))) == len(audit["plays"])


def test_a_failed_audit_ends_with_1_and_says_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    """The table has a row for each player, and below it stands what is wrong with which scenario."""
    assert invoke(["audit", str(UNSOUND / "guess.yaml"), "--players", "oracle,guesser", "--quiet"]) == 1
    told = capsys.readouterr().out
    assert re.search(r"^oracle +1\.00$", told, re.MULTILINE)
    assert re.search(r"^guesser +0\.50$", told, re.MULTILINE)
    assert "guess: fails its audit, 1 finding" in told
    assert "solvable by guessing: guesser comes to 0.50, and that is a success" in told


def test_a_scenario_that_fails_its_audit_fails_its_check_too(capsys: pytest.CaptureFixture[str]) -> None:
    """`check --audit` plays what `check` alone has nothing against, and ends as for any other problem."""
    file = str(UNSOUND / "idle.yaml")
    assert invoke(["check", file]) == 0
    assert invoke(["check", "--audit", file]) == 2
    assert "fails its audit, solvable by doing nothing" in capsys.readouterr().out


def test_what_no_audit_looks_for_is_an_error_of_the_file(tmp_path: Path) -> None:
    """A file with any other mistake has not failed an audit: nothing was audited."""
    broken = tmp_path / "broken.yaml"
    broken.write_text("scenario: broken\ntitle: Broken\n", encoding="utf-8")
    with pytest.raises(SourceError):
        audit_of(str(broken))


def test_without_a_solution_nothing_is_proved(tmp_path: Path) -> None:
    """A scenario that no oracle can play may be solvable or not: that is a failure of its own, not a pass."""
    text = (UNSOUND / "idle.yaml").read_text(encoding="utf-8")
    (tmp_path / "pier.yaml").write_text((UNSOUND / "pier.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    file = tmp_path / "idle.yaml"
    file.write_text(text[: text.index("solution:")], encoding="utf-8")
    found = audit_of(str(file), players=("oracle",))
    assert [one.kind for one in found.failed] == ["unproven"]
    assert found.plays == ()


def test_an_audit_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --resume complete plays in the folder are taken as they are, and those of the scenario as it was before are
    played again; without a folder there is nothing to go on from."""
    file = tmp_path / "idle.yaml"
    for name in ("idle.yaml", "pier.yaml"):
        (tmp_path / name).write_text((UNSOUND / name).read_text(encoding="utf-8"), encoding="utf-8")
    command = ["audit", str(file), "--players", "idle", "--out", str(tmp_path / "kept"), "--resume", "--json"]

    def plays() -> tuple[list[int], list[Any]]:
        assert invoke(command) == 1
        (found,) = json.loads(capsys.readouterr().out)["audits"]
        files = sorted((tmp_path / "kept").glob("*.workaday"))
        return [one.stat().st_mtime_ns for one in files], [play["total"] for play in found["plays"]]

    first, totals = plays()
    assert plays() == (first, totals)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("title: ", "title: Other, ", 1), encoding="utf-8")
    again, _ = plays()
    assert all(new > old for new, old in zip(again, first, strict=True))
    assert invoke(["audit", str(file), "--resume"]) == 2
    assert "--out" in capsys.readouterr().err


def test_every_seed_counts(tmp_path: Path) -> None:
    """The same finding of several seeds is told once, and every seed is played."""
    found = audit_of(str(UNSOUND / "idle.yaml"), players=("idle",), seeds=(1, 2))
    assert [play.seed for play in found.plays] == [1, 2]
    assert [one.kind for one in found.failed] == ["solvable by doing nothing"]
