"""Writers are named by how they write, when they differ and only then."""

from scorers.realism.authorship import named
from sim.streams import pick, stream

WORDS = "list plan draft copy page note part folder table word line sheet board form file end".split()


def texts(who: str, n: int, between: str) -> list[str]:
    rng = stream(1, who)
    return [between.join(pick(rng, WORDS) for _ in range(12)) for _ in range(n)]


def test_people_with_ways_of_their_own_are_told_apart() -> None:
    """One shouts, one dots, one writes plainly: every text of the second half is given to its writer."""
    found = named(
        {"a": texts("a", 20, "! "), "b": texts("b", 20, "... "), "c": [t.upper() for t in texts("c", 20, " ")]}
    )
    assert {who: sum(hits) for who, hits in found.items()} == {"a": 10, "b": 10, "c": 10}


def test_one_voice_for_all_is_not_told_apart() -> None:
    """Four people who draw the same words: named no better than by chance, give or take."""
    found = named({who: texts(who, 40, " ") for who in "abcd"})
    hits = [hit for own in found.values() for hit in own]
    assert sum(hits) / len(hits) < 0.5


def test_who_wrote_little_is_left_out() -> None:
    """Eleven texts are too few; and of one writer alone nobody can be told."""
    assert set(named({"a": texts("a", 11, "! "), "b": texts("b", 12, ". "), "c": texts("c", 12, "? ")})) == {"b", "c"}
    assert named({"a": texts("a", 20, "! ")}) == {}
