"""Runs are what they are: random organisations, scenarios and players, played again, resumed, forked and replayed."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import personas.load
from scenarios.load import Loaded, load
from scenarios.packing import unpack
from scenarios.stage import Stage
from sim.player import Act, Briefing, Observation
from sim.record import Record

NAMES = ("ada: Ada Lind", "bo: Bo Ek", "cleo: Cléo Marchand", "dai: Dai Rees")
ZONES = ("Europe/Vienna", "America/New_York", "Asia/Tokyo")
WORDS = ("Good morning.", "What does the paint cost?", "May I order the paint?", "Bob: yes \U0001f642", "Thanks!")


class Player:
    """Plays a list of acts, then waits. Where it does not replay, it counts what it is told it has done."""

    def __init__(self, acts: tuple[Act, ...], replays: bool, name: str = "random") -> None:
        self.name = name
        self.replays = replays
        self._acts = acts
        self._turn = 0

    def begin(self, briefing: Briefing) -> None:
        return None

    async def act(self, observation: Observation) -> Act:
        self._turn += 1
        if self._turn <= len(self._acts):
            return self._acts[self._turn - 1]
        return Act(action="desk.wait", arguments={"until": "7h"})

    def remember(self, observation: Observation, act: Act) -> None:
        self._turn += 1


@dataclass(frozen=True)
class Case:
    """What is played: files, player, seed, and where it is cut, as a share of its length."""

    org: Mapping[str, Any]
    scenario: Mapping[str, Any]
    acts: tuple[Act, ...]
    replays: bool
    seed: int
    cut: float

    def player(self) -> Player:
        return Player(self.acts, self.replays)

    def other(self) -> Player:
        """Somebody else, who does the same in another order."""
        return Player(self.acts[::-1], not self.replays, "other")

    def load(self, folder: Path) -> Loaded:
        """The scenario, by way of files in this folder."""
        (folder / "shop.yaml").write_text(json.dumps(self.org, ensure_ascii=False), encoding="utf-8")
        (folder / "paint.yaml").write_text(json.dumps(self.scenario, ensure_ascii=False), encoding="utf-8")
        return load(folder / "paint.yaml")


def _clock(least: int, most: int) -> st.SearchStrategy[str]:
    return st.integers(least * 60, most * 60 - 1).map(lambda minute: f"mon {minute // 60:02}:{minute % 60:02}")


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """An organisation of one to four people, up to three events, and a player who does up to eight things."""
    people = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True).map(sorted))
    ids = [line.partition(": ")[0] for line in people]
    sites = {f"s{n}": {"zone": zone, "hours": "mon-fri 08:00-17:00"} for n, zone in enumerate(ZONES)}
    kinds = sorted(personas.load.library())
    entries: dict[str, Any] = {}
    for number, line in enumerate(people):
        site = draw(st.sampled_from(sorted(sites))) if number else "s0"
        entries[ids[number]] = {
            "name": line.partition(": ")[2], "title": "Painter", "site": site,
            "persona": draw(st.sampled_from(kinds)), "owns": [f"area {number}"], "approves": {"spend": "500 EUR"},
        }  # fmt: skip
        if number:
            entries[ids[number]]["reports_to"] = draw(st.sampled_from(ids[:number]))
    entries["seat"] = {"title": "Helper", "site": "s0", "reports_to": draw(st.sampled_from(ids))}
    org = {
        "org": "shop", "name": "Paint Shop", "currency": "EUR", "sites": sites, "people": entries,
        "channels": {"#all": {"members": ["everyone"]}},
    }  # fmt: skip
    who, text = st.sampled_from(ids), st.sampled_from(WORDS)
    talk = st.fixed_dictionaries({"who": who, "text": text, "at": _clock(9, 12)})
    event = st.one_of(
        talk.map(lambda told: {**told, "does": "chat", "to": "seat", "wants_reply": True}),
        talk.map(lambda told: {**told, "does": "call", "to": "seat"}),
        talk.map(lambda told: {**told, "does": "post", "in": "#all"}),
        who.map(lambda one: {"who": one, "every": "1h to 3h", "does": "small talk", "in": "#all"}),
    )
    scenario = {
        "scenario": "paint", "title": "Paint", "org": "shop", "starts": "2026-03-02 08:00", "brief": "Order paint.",
        "lasts": draw(st.sampled_from(("until mon 12:00", "until mon 17:00", "until tue 10:00"))),
        "background": draw(st.booleans()), "events": draw(st.lists(event, max_size=3)),
        "facts": {
            "price": {
                "topic": "the price of the paint", "is": {"value": "31 EUR", "sentence": "The paint costs 31 EUR."},
                "known_by": ids[: draw(st.integers(1, len(ids)))],
            },
        },
        "approvals": {"order": {"kind": "spend", "amount": "93 EUR", "topic": "ordering the paint"}},
        "tasks": {
            "paint": {
                "title": "Paint", "text": "Write down the price.", "given_by": ids[0], "needs": ["price"],
                "deliver": {"file": "/paint.md", "by": "mon 11:30"}, "approval": "order",
            },
        },
    }  # fmt: skip
    act = st.one_of(
        st.builds(lambda to, said: ("chat.send", {"to": [to], "text": said}), who, text),
        st.builds(lambda to, said: ("mail.send", {"to": [to], "subject": "Paint", "text": said}), who, text),
        st.builds(lambda to: ("calls.ring", {"person": to}), who),
        st.sampled_from(
            (
                ("desk.wait", {"until": "45m"}), ("desk.wait", {"until": "yesterday"}), ("no.such", {}),
                ("chat.unread", {}), ("drive.write", {"path": "/paint.md", "text": "?"}),
            )
        ),
    )  # fmt: skip
    acts = draw(st.lists(act, max_size=8))
    return Case(
        org, scenario, tuple(Act(action=action, arguments=arguments) for action, arguments in acts),
        draw(st.booleans()), draw(st.integers(0, 2**40)), draw(st.floats(0.0, 1.0)),
    )  # fmt: skip


def _unpacked(path: Path) -> Loaded:
    with Record.open(path) as record:
        return unpack(record.header)


@settings(max_examples=15)
@given(cases())
def test_a_run_is_the_same_however_it_came_about(case: Case) -> None:
    """Played twice, cut short and resumed, forked where nothing changes, computed again: one digest."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        loaded = case.load(here)
        start, end = loaded.script.start, loaded.script.horizon
        at = start + int(case.cut * (end - start))

        def stage(out: str | None, of: Loaded = loaded) -> Stage:
            return Stage(of, case.player(), seed=case.seed, out=None if out is None else here / out)

        async def everything() -> dict[str, str]:
            whole = await stage("whole").play()
            found = {"again": (await stage(None).play()).digest}
            await stage("cut").play(until=max(at, start + 1))
            kept = _unpacked(here / "cut")
            found["resumed"] = (await stage("cut", kept).resume()).digest
            found["fork at 0"] = (await stage("zero", kept).fork(here / "whole", start)).digest
            found["fork"] = (await stage("fork", kept).fork(here / "whole", at)).digest
            found["replayed"] = (await stage(None, kept).replay(here / "whole")).digest
            found["fork replayed"] = (await stage(None, kept).replay(here / "fork")).digest
            return {how: digest for how, digest in found.items() if digest != whole.digest}

        assert asyncio.run(everything()) == {}


@settings(max_examples=8)
@given(cases(), st.floats(0.0, 1.0))
def test_a_fork_is_a_run_like_any_other(case: Case, further: float) -> None:
    """A fork to another player, cut short and resumed, forked back again, computed again: itself each time."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        loaded = case.load(here)

        async def everything() -> list[tuple[str, str]]:
            await Stage(loaded, case.player(), seed=case.seed, out=here / "whole").play()
            kept = _unpacked(here / "whole")
            first, at = _within(here / "whole", case.cut)
            fork = await Stage(kept, case.other(), out=here / "fork").fork(here / "whole", at)
            _, later = _within(here / "fork", max(case.cut, further))
            await Stage(kept, case.other(), out=here / "cut").fork(here / "whole", at, until=max(later, first + 1))
            resumed = await Stage(kept, case.other(), out=here / "cut").resume()
            back = await Stage(kept, case.player(), out=here / "back").fork(here / "fork", later)
            pairs = [(fork.digest, resumed.digest)]
            for name, digest in (("fork", fork.digest), ("back", back.digest)):
                pairs.append((digest, (await Stage(kept, case.player()).replay(here / name)).digest))
            return pairs

        assert all(one == other for one, other in asyncio.run(everything()))


def _within(run: Path, share: float) -> tuple[int, int]:
    """The instant of a run's first event, and one that lies this share of the way to its last."""
    with Record.open(run) as record:
        first, last = next(record.events()).at, record.last()
    assert last is not None
    return first, first + int(share * (last.at - first))
