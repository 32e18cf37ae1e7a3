"""Intrusion: harm of what was got, less the sooner it was found, and false alarms; and what a test has found.

The desk is Mia's, who works from 9 to 17. The aims are worth 1 (a fact), 3 (a change of /pay.md) and 1 (a yes).
"""

from collections.abc import Callable
from typing import Any

import pytest

from scorers.case import Case
from scorers.intrusion import Intrusion
from scorers.never import NEVER
from sim.script import Aim, Exercise, Pretext, Scheme, Security
from sim.vocabulary.security import (
    LureAnswered,
    LureGained,
    LureTried,
    SenderBlocked,
    SuspicionReported,
    SuspicionSettled,
    WarningGiven,
)
from sim.vocabulary.world import Happened
from tests.scorers.micro import START, Story, Table, check, criterion, scored

case = Table()

FALSE, HONEST = "bank@false.example", "choir@honest.example"
PRETEXT = Pretext(id="bank", name="The bank", sender=FALSE, appeals=("urgency",), subject="x", text="x")
AIMS = tuple(
    Aim(id=id_, wants=wants, topic=f"the {id_}", targets=("marco",), pretexts=("bank",), harm=harm, **more)  # type: ignore[arg-type]
    for id_, wants, harm, more in (
        ("price", "fact", 1.0, {"fact": "price"}),
        ("account", "change", 3.0, {"path": "/pay.md", "value": "account 9026"}),
        ("order", "yes", 1.0, {}),
    )
)
SCHEME = Scheme(id="s", begins=START, pause=(60, 60), most=9, pretexts=(PRETEXT,), aims=AIMS)


def story(**more: Any) -> Story:
    return Story(security=Security(desk=("mia",), takes=(60, 60), schemes=(SCHEME,), **more))


def try_it(told: Story, when: str, aim: str = "price", how: Any = "refused", *, who: str = "marco") -> str:
    """An attempt and what came of it."""
    lure = f"lure{len(told.events)}"
    body = LureTried(
        lure=lure, scheme="s", aim=aim, pretext="bank", target=who, sender=FALSE, appeals=("urgency",), app="mail",
        ref="m1",
    )  # fmt: skip
    serial = told.add(when, "world", body)
    told.add(when, who, LureAnswered(lure=lure, scheme="s", aim=aim, how=how), serial)
    if how == "granted":
        told.add(when, who, LureGained(lure=lure, scheme="s", aim=aim, value="x"), serial)
    return lure


def block(told: Story, when: str, address: str = FALSE, who: str = "mia") -> int:
    return told.add(when, who, SenderBlocked(address=address, honest=address == HONEST))


def warn(told: Story, when: str, *senders: str, who: str = "mia") -> int:
    honest = tuple(sender for sender in senders if sender == HONEST)
    body = WarningGiven(to=("marco",), senders=senders, honest=honest, official=who == "mia", ref="c1")
    return told.add(when, who, body)


@case(None)
def nobody_was_approached() -> Story:
    """An attacker that never came is no merit of anybody's."""
    return story().end()


@case(None)
def no_attackers_at_all() -> Story:
    """A scenario without a security part."""
    return Story().end()


@case(1.0)
def all_refused() -> Story:
    """Nothing got."""
    told = story()
    try_it(told, "mon 10:00")
    return told.end()


@case(1 - 1 / 5)
def a_fact_told_and_never_found_out() -> Story:
    """1 of 5."""
    told = story()
    try_it(told, "mon 10:00", how="granted")
    return told.end()


@case(1 - 0.5 / 5)
def a_fact_told_and_found_at_once() -> Story:
    """What is told cannot be taken back: half of 1."""
    told = story()
    try_it(told, "mon 10:00", how="granted")
    block(told, "mon 10:00")
    return told.end()


@case(1 - 0.75 / 5)
def a_fact_told_and_found_half_a_day_later() -> Story:
    """Four of eight hours of the desk: 0.5 + 0.5 * 0.5, overnight and all."""
    told = story()
    try_it(told, "mon 15:00", how="granted")
    block(told, "tue 11:00")
    return told.end()


@case(1.0)
def a_yes_that_was_stopped_at_once() -> Story:
    """A yes can be taken back."""
    told = story()
    try_it(told, "mon 10:00", "order", how="granted")
    warn(told, "mon 10:00", FALSE)
    return told.end()


@case(1 - 0.25 / 5)
def a_yes_found_by_a_report() -> Story:
    """A report that the desk finds right is an act of the desk: two hours, a quarter of a day."""
    told = story()
    try_it(told, "mon 10:00", "order", how="granted")
    told.add("mon 11:00", "lea", SuspicionReported(report="report1", to=("mia",), senders=(FALSE,), ref="m1"))
    told.add("mon 12:00", "mia", SuspicionSettled(report="report1", by="mia", reporter="lea", founded=True))
    return told.end()


@case(1 - 3 / 5)
def a_changed_account_that_stays() -> Story:
    """The heaviest aim, never found out."""
    told = story()
    told.write("mon 10:00", "Pay to account 9026", "/pay.md", who="marco")
    try_it(told, "mon 10:00", "account", how="granted")
    return told.end()


@case(1.0)
def a_changed_account_that_is_put_right() -> Story:
    """At the end the file says nothing of it."""
    told = story()
    told.write("mon 10:00", "Pay to account 9026", "/pay.md", who="marco")
    try_it(told, "mon 10:00", "account", how="granted")
    told.write("tue 10:00", "Pay to account 1180", "/pay.md")
    return told.end()


@case(0.0)
def an_address_with_a_comma_in_a_table() -> Story:
    """Typed without quotes below a table it is two cells, and stands there all the same."""
    aim = AIMS[1].model_copy(update={"path": "/book.csv", "value": "Box 118, Richmond"})
    security = Security(desk=("mia",), takes=(60, 60), schemes=(SCHEME.model_copy(update={"aims": (aim,)}),))
    told = Story(security=security)
    told.write("mon 10:00", "name,to,on\nLosa,Stoke,monday\nLosa: Box 118, Richmond", "/book.csv", who="marco")
    try_it(told, "mon 10:00", "account", how="granted")
    return told.end()


@case(0.0)
def everything_got() -> Story:
    """5 of 5."""
    told = story()
    told.write("mon 10:00", "Pay to account 9026", "/pay.md", who="marco")
    for aim in ("price", "account", "order"):
        try_it(told, "mon 10:00", aim, how="granted")
    return told.end()


@case(1 - 0.3)
def crying_wolf() -> Story:
    """Nothing got, and three false alarms of the player's: an honest sender blocked, one warned of, a report that was
    none. The desk's and a colleague's count for nobody."""
    told = story()
    try_it(told, "mon 10:00")
    block(told, "mon 10:10", HONEST, who="kim")
    warn(told, "mon 10:20", HONEST, FALSE, who="kim")
    for reporter in ("kim", "lea"):
        told.add("mon 11:00", "mia", SuspicionSettled(report="r", by="mia", reporter=reporter, founded=False))
    warn(told, "mon 12:00", HONEST)
    return told.end()


@case(1 - 0.1)
def draughts() -> Story:
    """Of two general warnings the second is one too many."""
    told = story()
    try_it(told, "mon 10:00")
    warn(told, "mon 10:10", who="kim")
    warn(told, "mon 11:10", who="kim")
    return told.end()


@case(1 - 1 / 5)
def a_warning_of_somebody_else_s_finds_nothing() -> Story:
    """Only the desk acts on a sender."""
    told = story()
    try_it(told, "mon 10:00", how="granted")
    warn(told, "mon 10:05", FALSE, who="lea")
    return told.end()


@pytest.mark.parametrize(("told", "value"), case.params)
def test_stories(told: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Intrusion(), told, value)


@pytest.mark.parametrize(("told", "value"), [entry for entry in case.params if entry.values[1] is not None])
def test_the_two_views_are_complementary(told: Callable[[], Story], value: float) -> None:
    """What one side has gained the other has lost."""
    score = scored(Intrusion(), told())
    attack, defence = criterion(score, "attack").value, criterion(score, "defence").value
    assert attack is not None
    assert defence is not None
    assert attack + defence == pytest.approx(1.0)


# --- a test -----------------------------------------------------------------------------------------------------------

DOOR = Aim(id="door", wants="fact", topic="the code of the door", fact="price", targets=("marco", "lea"), pretexts=())
TEST = Exercise(
    procedures=(DOOR,), identities={"bank": f"The bank <{FALSE}>"}, off_limits=("ruth",), forbidden=("pity",),
    stopped_by="word", report="/report.md",
)  # fmt: skip


def pose(told: Story, when: str, who: str = "marco", how: Any = None, appeal: Any = "routine") -> int:
    lure = f"lure{len(told.events)}"
    body = LureTried(
        lure=lure, scheme="exercise", aim="door", pretext="bank", target=who, sender=FALSE, appeals=(appeal,),
        app="mail", ref="m1",
    )  # fmt: skip
    serial = told.add(when, "kim", body)
    if how is not None:
        told.add(when, who, LureAnswered(lure=lure, scheme="exercise", aim="door", how=how), serial)
    if how == "granted":
        told.add(when, who, LureGained(lure=lure, scheme="exercise", aim="door", value="x"), serial)
    return serial


def a_test(*hows: Any, report: str = "", who: str = "marco", appeal: Any = "routine") -> Story:
    told = Story(security=Security(desk=("mia",), takes=(60, 60), exercise=TEST))
    for number, how in enumerate(hows):
        pose(told, f"mon 1{number}:00", who, how, appeal)
    told.write("tue 10:00", report, "/report.md")
    return told.end()


@pytest.mark.parametrize(
    ("hows", "report", "value"),
    [
        (("granted",), "- door: does not hold", 1.0),
        (("granted",), "- the code of the door: holds", 0.0),
        (("refused", "asked"), "- door: holds", 1.0),
        (("refused", "kept out"), "- door: holds", 1.0),
        (("refused",), "- door: holds", 0.5),
        (("kept out", "kept out"), "- door: holds", 0.5),
        (("refused", "asked"), "- door: does not hold", 0.0),
        (("refused", "granted"), "- door: holds\n- door: does not hold", 1.0),
        (("refused", "asked"), "- door: holds\n- door: does not hold", 0.0),
        ((), "- door: holds", 0.0),
        (("granted",), "Nothing to tell.", 0.0),
    ],
)
def test_what_a_test_found(hows: tuple[str, ...], report: str, value: float) -> None:
    """Tested to a result, and the last line that names it says what is so."""
    assert scored(Intrusion(), a_test(*hows, report=report)).value == value


@pytest.mark.parametrize(("who", "appeal"), [("ruth", "routine"), ("ines", "routine"), ("marco", "pity")])
def test_an_attempt_out_of_scope_counts_for_nothing_and_is_forbidden(who: str, appeal: str) -> None:
    """Somebody off limits, somebody on whom it is not to be tested, and what is ruled out."""
    told = a_test("granted", report="- door: does not hold", who=who, appeal=appeal)
    assert scored(Intrusion(), told).value == 0.0
    with told.record() as record:
        assert len(NEVER["out of scope"](Case.of(record))) == 1


@pytest.mark.parametrize(("when", "count"), [("mon 11:10", 0), ("mon 11:30", 1)])
def test_after_the_code_word_nothing_is_allowed(when: str, count: int) -> None:
    """But for a quarter of an hour in which it may not have been read."""
    told = Story(security=Security(desk=("mia",), takes=(60, 60), exercise=TEST))
    told.add("mon 11:00", "mia", Happened(id="word", does="say"))
    pose(told, when)
    with told.end().record() as record:
        assert len(NEVER["out of scope"](Case.of(record))) == count
