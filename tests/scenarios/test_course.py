"""The course of a run: its stretches, as the header tells them."""

from typing import Any

from scenarios.course import Stretch, branched, course_data, course_of, joined, script_data, stretch_at
from scenarios.load import Loaded
from tests.scenarios.shop import Shop


def header(loaded: Loaded, **more: Any) -> dict[str, Any]:
    return {"player": "idle", "player_from": "idle", "mind": "reflex", "script": script_data(loaded.script), **more}


def test_a_run_that_is_no_fork_has_one_stretch(shop: Shop) -> None:
    """Player, mind and script hold from its start."""
    loaded = shop.load()
    assert course_of(header(loaded)) == (Stretch(loaded.script.start, "idle", "idle", "reflex", loaded.script),)


def test_a_fork_has_the_stretches_before_it_and_its_own(shop: Shop) -> None:
    """What came later in the other run is no part of it; a course survives being written and read."""
    loaded = shop.load()
    old, start = loaded.script, loaded.script.start
    new = old.model_copy(update={"title": "Another"})
    first = branched(course_of(header(loaded)), Stretch(start + 100, "diligent", "diligent", "reflex", new))
    second = branched(first, Stretch(start + 200, "idle", "idle", "llm", new))
    assert [(s.since - start, s.player, s.mind) for s in second] == [
        (0, "idle", "reflex"), (100, "diligent", "reflex"), (200, "idle", "llm")
    ]  # fmt: skip
    earlier = branched(second, Stretch(start + 50, "oracle", "oracle", "reflex", old))
    assert [(s.since - start, s.player) for s in earlier] == [(0, "idle"), (50, "oracle")]
    told = header(loaded, script=script_data(new), fork={"course": course_data(second)})
    assert course_of(told) == second
    assert [entry["script"] is None for entry in course_data(second)] == [False, True, True]


def test_a_fork_at_the_start_is_a_run_of_its_own(shop: Shop) -> None:
    """Nothing was before it, so nothing of the other run's player is left."""
    loaded = shop.load()
    start = loaded.script.start
    alone = Stretch(start, "oracle", "oracle", "reflex", loaded.script)
    assert branched(course_of(header(loaded)), alone) == (alone,)
    assert branched(course_of(header(loaded)), alone._replace(since=start - 100)) == (alone,)


def test_a_moment_lies_in_one_stretch(shop: Shop) -> None:
    """From the instant of a fork on it is the new one's; and a player came with the first of its stretches in a row."""
    loaded = shop.load()
    start = loaded.script.start
    names = ("idle", "oracle", "oracle", "oracle")
    course = tuple(Stretch(start + 10 * n, name, name, "reflex", loaded.script) for n, name in enumerate(names))
    assert [stretch_at(course, start + at).since - start for at in (-5, 0, 9, 10, 15, 99)] == [0, 0, 0, 10, 10, 30]
    assert joined(course) is course[1]
    assert joined(course[:1]) is course[0]
