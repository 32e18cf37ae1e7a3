"""The course of a run: its stretches, as the header tells them."""

from typing import Any

from scenarios.course import Stretch, branched, course_data, course_of, script_data
from scenarios.load import Loaded
from tests.scenarios.shop import Shop


def header(loaded: Loaded, **more: Any) -> dict[str, Any]:
    return {"player": "idle", "mind": "reflex", "script": script_data(loaded.script), **more}


def test_a_run_that_is_no_fork_has_one_stretch(shop: Shop) -> None:
    """Player, mind and script hold from its start."""
    loaded = shop.load()
    assert course_of(header(loaded)) == (Stretch(loaded.script.start, "idle", "reflex", loaded.script),)


def test_a_fork_has_the_stretches_before_it_and_its_own(shop: Shop) -> None:
    """What came later in the other run is no part of it; a course survives being written and read."""
    loaded = shop.load()
    old, start = loaded.script, loaded.script.start
    new = old.model_copy(update={"title": "Another"})
    first = branched(course_of(header(loaded)), start + 100, "diligent", "reflex", new)
    second = branched(first, start + 200, "idle", "llm", new)
    assert [(s.since - start, s.player, s.mind) for s in second] == [
        (0, "idle", "reflex"), (100, "diligent", "reflex"), (200, "idle", "llm")
    ]  # fmt: skip
    earlier = branched(second, start + 50, "oracle", "reflex", old)
    assert [(s.since - start, s.player) for s in earlier] == [(0, "idle"), (50, "oracle")]
    told = header(loaded, script=script_data(new), fork={"course": course_data(second)})
    assert course_of(told) == second
    assert [entry["script"] is None for entry in course_data(second)] == [False, True, True]


def test_a_fork_at_the_start_is_a_run_of_its_own(shop: Shop) -> None:
    """Nothing was before it, so nothing of the other run's player is left."""
    loaded = shop.load()
    start = loaded.script.start
    assert branched(course_of(header(loaded)), start, "oracle", "reflex", loaded.script) == (
        Stretch(start, "oracle", "reflex", loaded.script),
    )
