"""Time stands to reason: what happens when, in which order, and what a thought may and may not do to it."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any, ClassVar

import pytest

from sim import kernel as kernel_module
from sim.journal import Journal
from sim.kernel import Interrupt, Kernel, Landing, Signal, Steps, ThoughtFailed, Timer
from sim.model import ModelFault
from sim.vocabulary.core import Body

START = 1_772_442_000  # Monday 2 March 2026, 09:00 UTC


class Heard(Body):
    """What a person in these tests has to say."""

    kind: ClassVar[str] = "test.kernel.heard"
    text: str


class Provider:
    """Answers questions late and in an order of its own: after random turns of the loop, a random one of those open."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.open: list[asyncio.Future[None]] = []
        self.most = 0
        self.answered: list[int] = []

    async def ask(self, number: int) -> int:
        future = asyncio.get_running_loop().create_future()
        self.open.append(future)
        self.most = max(self.most, len(self.open))
        await future
        self.answered.append(number)
        return number

    async def serve(self) -> None:
        while True:
            for _ in range(self.rng.randrange(5)):
                await asyncio.sleep(0)
            if self.open:
                self.open.pop(self.rng.randrange(len(self.open))).set_result(None)
            await asyncio.sleep(0)


async def office_day(latencies: int) -> tuple[str, list[int]]:
    """Ten people think and answer one another at random instants; gives the digest and the provider's order."""
    provider, kernel, journal = Provider(latencies), Kernel(START), Journal.memory()
    world = Random(7)
    number = 0

    def person(name: str) -> Steps[None]:
        nonlocal number
        for _ in range(8):
            yield kernel.timeout(world.randrange(4))
            number += 1
            said = yield kernel.think(partial(provider.ask, number), world.randrange(1, 6))
            journal.append(kernel.now, name, Heard(text=str(said)))
            if said % 5 == 0:
                kernel.process(person(f"{name}'s visitor")) if len(name) < 20 else None

    for index in range(10):
        kernel.process(person(f"p{index}"))
    serving = asyncio.create_task(provider.serve())
    assert await kernel.run() == "empty"
    serving.cancel()
    return journal.digest, provider.answered


async def test_latency_never_changes_what_happens() -> None:
    """However late, and in whatever order, answers come: the same events happen in the same order."""
    days = [await office_day(seed) for seed in range(12)]
    assert len({digest for digest, _ in days}) == 1
    assert len({tuple(order) for _, order in days}) == 12, "the provider was meant to answer in another order each time"


async def test_a_thought_lands_when_it_was_said_to() -> None:
    """A thought takes effect at its start plus what it takes, with its value."""
    kernel = Kernel(START)
    landed: list[tuple[int, Any]] = []

    def person() -> Steps[None]:
        value = yield kernel.think(lambda: give("yes"), 90)
        landed.append((kernel.now - START, value))
        value = yield kernel.settled("known", 5)
        landed.append((kernel.now - START, value))

    kernel.process(person())
    await kernel.run()
    assert landed == [(90, "yes"), (95, "known")]
    assert kernel.open_thoughts == 0


async def test_thoughts_whose_windows_overlap_run_at_the_same_time() -> None:
    """Twenty thoughts that are open at one instant are all asked before any is answered."""
    kernel, asked, all_asked = Kernel(START), 0, asyncio.Event()

    async def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 20:
            all_asked.set()
        await all_asked.wait()

    def person(delay: int) -> Steps[None]:
        yield kernel.timeout(delay)
        yield kernel.think(ask, 30)

    for delay in range(20):
        kernel.process(person(delay))
    assert await asyncio.wait_for(kernel.run(), 30) == "empty"


async def test_a_thought_does_not_begin_before_its_time() -> None:
    """What begins after another has landed sees the world as that left it."""
    kernel, order = Kernel(START), []

    async def ask(name: str) -> None:
        order.append(f"{name} begins at {kernel.now - START}")
        await asyncio.sleep(0)

    def person(name: str, delay: int) -> Steps[None]:
        yield kernel.timeout(delay)
        yield kernel.think(lambda: ask(name), 10)
        order.append(f"{name} lands at {kernel.now - START}")

    kernel.process(person("late", 11))
    kernel.process(person("early", 0))
    await kernel.run()
    assert order == ["early begins at 0", "early lands at 10", "late begins at 11", "late lands at 21"]


async def test_a_thought_sees_the_instant_at_which_it_began() -> None:
    """The clock moves on while a thought is out; the thought, and tasks it starts, still read its own instant."""
    kernel, moved_on, seen = Kernel(START), asyncio.Event(), []

    async def ask() -> None:
        await moved_on.wait()
        seen.append(kernel.instant())
        await asyncio.create_task(look())

    async def look() -> None:
        seen.append(kernel.now)

    def person() -> Steps[None]:
        yield kernel.timeout(5)
        yield kernel.think(ask, 100)
        seen.append(kernel.now)

    def bystander() -> Steps[None]:
        yield kernel.timeout(50)
        moved_on.set()

    kernel.process(person())
    kernel.process(bystander())
    await kernel.run()
    assert seen == [START + 5, START + 5, START + 105]


@pytest.mark.parametrize("takes", [0, -1])
async def test_a_thought_takes_time(takes: int) -> None:
    """What landed at the instant it began would decide a tie, so it is refused."""
    kernel = Kernel(START)
    with pytest.raises(ValueError, match="at least 1 second"):
        kernel.think(lambda: give(1), takes)
    with pytest.raises(ValueError, match="at least 1 second"):
        kernel.settled(1, takes)
    assert (kernel.peek(), kernel.open_thoughts) == (None, 0)


@pytest.mark.parametrize("seconds", [1.5, 2.0, True, "3"])
def test_time_is_whole_seconds(seconds: Any) -> None:
    """A fraction of a second would make ties depend on rounding: it is refused wherever time is given."""
    kernel = Kernel(START)
    for give_time in (kernel.timeout, kernel.timer, kernel.at, kernel.timer_at, Kernel):
        with pytest.raises(TypeError, match="whole number of seconds"):
            give_time(seconds)


def test_nothing_is_scheduled_for_the_past() -> None:
    """An instant that has passed is an error at the place that asks for it."""
    kernel = Kernel(START)
    for instant in (kernel.at, kernel.timer_at):
        with pytest.raises(ValueError, match="has passed"):
            instant(START - 1)
    with pytest.raises(ValueError, match="-1"):
        kernel.timeout(-1)


class Awkward(Exception):
    """Cannot be rebuilt from its args, like many exceptions of others."""

    def __init__(self, *, code: int, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code = code


async def test_a_foreign_failure_is_translated() -> None:
    """What a library raises in a thought reaches the process as ThoughtFailed, which can be rebuilt from its args."""
    kernel, caught = Kernel(START), []

    def person() -> Steps[None]:
        try:
            yield kernel.think(lambda: fail(Awkward(code=7, detail="no luck")), 3)
        except ThoughtFailed as failure:
            caught.append(failure)

    kernel.process(person())
    assert await kernel.run() == "empty"
    (failure,) = caught
    assert (failure.cause_type, failure.message) == ("Awkward", "no luck (7)")
    assert isinstance(failure.original, Awkward)
    assert failure.__cause__ is failure.original
    again = type(failure)(*failure.args)
    assert (str(again), again.original) == (str(failure), failure.original)


async def test_a_model_fault_reaches_the_process_as_it_is() -> None:
    """Our own fault needs no translation, with what it says of its kind and its cost."""
    kernel, caught = Kernel(START), []
    fault = ModelFault("truncated", "stopped at 200 tokens")

    def person() -> Steps[None]:
        try:
            yield kernel.think(lambda: fail(fault), 3)
        except ModelFault as failure:
            caught.append(failure)

    kernel.process(person())
    await kernel.run()
    assert caught == [fault]


async def test_a_thought_cancelled_by_others_fails_and_does_not_end_the_host() -> None:
    """A CancelledError from inside a thought is that thought's failure, not the cancellation of the run."""
    kernel, caught = Kernel(START), []

    def person() -> Steps[None]:
        try:
            yield kernel.think(lambda: fail(asyncio.CancelledError()), 3)
        except ThoughtFailed as failure:
            caught.append(failure.cause_type)

    kernel.process(person())
    assert await kernel.run() == "empty"
    assert caught == ["CancelledError"]


async def test_an_exception_that_cannot_be_rebuilt_surfaces_as_itself() -> None:
    """What escapes a process is raised by run() as the very object, and says which process and when."""
    kernel, failure = Kernel(START), Awkward(code=3, detail="broken")

    def person() -> Steps[None]:
        yield kernel.timeout(60)
        raise failure

    kernel.process(person())
    with pytest.raises(Awkward) as caught:
        await kernel.run()
    assert caught.value is failure
    assert failure.__notes__ == [f"in process 'person' at 2026-03-02T09:01:00Z ({START + 60})"]


async def test_a_failure_passes_from_process_to_process_as_itself() -> None:
    """Whoever waits for a process that failed gets its exception, whole, and may deal with it."""
    kernel, caught = Kernel(START), []

    def inner() -> Steps[None]:
        yield kernel.timeout(1)
        raise Awkward(code=9, detail="inner")

    def outer() -> Steps[None]:
        try:
            yield kernel.process(inner())
        except Awkward as failure:
            caught.append(failure.code)
        try:
            yield kernel.all_of([kernel.timeout(5), kernel.process(inner())])
        except Awkward as failure:
            caught.append(failure.code)

    kernel.process(outer())
    assert await kernel.run() == "empty"
    assert caught == [9, 9]


async def test_a_failed_thought_nobody_waits_for_is_loud() -> None:
    """A failure that nobody would ever see ends the run; giving the thought up is the way not to care."""
    kernel = Kernel(START)
    kernel.think(lambda: fail(ModelFault("empty", "no content")), 3)
    with pytest.raises(ModelFault) as caught:
        await kernel.run()
    assert "nobody waited for it" in caught.value.__notes__[0]


async def test_a_stop_does_not_hide_a_failure() -> None:
    """A process that asks to stop and then fails in the same breath is not passed over in silence."""
    kernel = Kernel(START)

    def person() -> Steps[None]:
        yield kernel.timeout(1)
        kernel.stop("finished")
        raise KeyError("after all")

    kernel.process(person())
    with pytest.raises(KeyError):
        await kernel.run()


@pytest.mark.parametrize("wrong", [None, 3, object()])
async def test_yielding_what_cannot_be_waited_for_is_an_error_in_the_process(wrong: Any) -> None:
    """A process that yields no signal is told so, at the line that does it."""
    kernel = Kernel(START)

    def person() -> Steps[None]:
        yield wrong

    kernel.process(person())
    with pytest.raises(TypeError, match="process 'person' yielded"):
        await kernel.run()


async def test_a_thought_leaves_the_world_alone() -> None:
    """Whatever a thought tries to make happen is refused: it would happen when the provider answers."""
    kernel = Kernel(START)
    signal = kernel.event()
    timer = kernel.timer(500)
    tried: list[str] = []

    async def meddle() -> None:
        attempts: list[Callable[[], Any]] = [
            lambda: kernel.timeout(1),
            lambda: kernel.process(idle()),
            lambda: kernel.think(lambda: give(1), 1),
            signal.succeed,
            timer.cancel,
            lambda: kernel.stop("enough"),
        ]
        for attempt in attempts:
            with pytest.raises(RuntimeError, match="inside an event"):
                attempt()
            tried.append("refused")

    def idle() -> Steps[None]:
        yield kernel.timeout(1)

    def person() -> Steps[None]:
        yield kernel.think(meddle, 3)

    kernel.process(person())
    assert await kernel.run(START + 400) == "until"
    assert len(tried) == 6
    assert kernel.open_thoughts == 0


async def test_a_run_that_is_cancelled_leaves_nothing_behind() -> None:
    """Cancelling the host task while it waits ends every thought and closes the kernel; the clock stays put."""
    kernel, all_begun, ended = Kernel(START), asyncio.Event(), []

    async def endless(name: str) -> None:
        if name == "c":
            all_begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append(name)

    def person(name: str) -> Steps[None]:
        yield kernel.timeout(2)
        yield kernel.think(lambda: endless(name), 60)

    for name in ("a", "b", "c"):
        kernel.process(person(name))
    before = asyncio.all_tasks()
    running = asyncio.create_task(kernel.run())
    await all_begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert sorted(ended) == ["a", "b", "c"]
    assert asyncio.all_tasks() == before
    assert (kernel.now, kernel.peek()) == (START + 2, START + 62)
    with pytest.raises(RuntimeError, match="closed"):
        await kernel.run()
    with pytest.raises(RuntimeError, match="closed"):
        kernel.think(lambda: give(1), 1)


async def test_a_run_that_fails_leaves_nothing_behind() -> None:
    """When an exception ends the run, thoughts that are still out are ended with it."""
    kernel = Kernel(START)

    def thinker() -> Steps[None]:
        yield kernel.think(never, 60)

    def breaker() -> Steps[None]:
        yield kernel.timeout(2)
        raise KeyError("broken")

    kernel.process(thinker())
    kernel.process(breaker())
    before = asyncio.all_tasks()
    with pytest.raises(KeyError):
        await kernel.run()
    assert asyncio.all_tasks() == before


async def test_closing_retrieves_every_exception() -> None:
    """Thoughts that failed, before or because the kernel was closed, are never reported as unretrieved."""
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))

    async def fail_on_the_way_out() -> None:
        try:
            await never()
        finally:
            raise KeyError("while closing")

    async with Kernel(START) as kernel:
        kernel.think(lambda: fail(KeyError("early")), 60)
        kernel.think(fail_on_the_way_out, 60)
        given_up = kernel.think(lambda: fail(ValueError("given up")), 60)
        assert given_up.cancel()
        assert await kernel.run(START + 1) == "until"
    await kernel.aclose()
    del kernel, given_up
    gc.collect()
    await asyncio.sleep(0)
    assert complaints == []


async def test_closing_a_kernel_that_runs_ends_the_run() -> None:
    """A host that closes the kernel under the run gets an error from the run, and no thought's failure."""
    kernel = Kernel(START)

    def person() -> Steps[None]:
        yield kernel.think(never, 60)

    kernel.process(person())
    running = asyncio.create_task(kernel.run())
    for _ in range(3):
        await asyncio.sleep(0)
    await kernel.aclose()
    with pytest.raises(RuntimeError, match="closed while it ran"):
        await running


async def test_a_kernel_runs_once_at_a_time() -> None:
    """Two drivers on one clock would race."""
    kernel = Kernel(START)
    kernel.think(never, 60)
    running = asyncio.create_task(kernel.run())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="running already"):
        await kernel.run()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_until_is_the_first_instant_that_does_not_happen() -> None:
    """run(until) does everything before that instant, sets the clock to it, and can be called again."""
    kernel, happened = Kernel(START), []

    def person() -> Steps[None]:
        for _ in range(3):
            yield kernel.timeout(10)
            happened.append(kernel.now - START)

    kernel.process(person())
    assert await kernel.run(START + 20) == "until"
    assert (happened, kernel.now) == ([10], START + 20)
    assert await kernel.run(START + 20) == "until"
    assert await kernel.run(START + 25) == "until"
    assert (happened, kernel.now) == ([10, 20], START + 25)
    with pytest.raises(ValueError, match="already"):
        await kernel.run(START + 24)
    assert await kernel.run() == "empty"
    assert (happened, kernel.now) == ([10, 20, 30], START + 30)
    assert await kernel.run(START + 99) == "empty"
    assert kernel.now == START + 30


async def test_until_does_not_wait_for_what_lands_later() -> None:
    """A thought that lands at or after the end is left open, however long it takes."""
    async with Kernel(START) as kernel:
        kernel.think(never, 60)
        assert await kernel.run(START + 60) == "until"
        assert kernel.open_thoughts == 1


async def test_a_stop_takes_effect_after_the_event_that_asks_for_it() -> None:
    """The event that stops is completed, nothing else at that instant happens, and going on is possible."""
    kernel, happened = Kernel(START), []

    def person(name: str, *, stops: bool) -> Steps[None]:
        yield kernel.timeout(10)
        if stops:
            kernel.stop("finished")
            kernel.stop("a second reason")
        happened.append(name)

    kernel.process(person("first", stops=False))
    kernel.process(person("second", stops=True))
    kernel.process(person("third", stops=False))
    assert await kernel.run() == "finished"
    assert happened == ["first", "second"]
    assert await kernel.run() == "empty"
    assert happened == ["first", "second", "third"]


@pytest.mark.parametrize("reason", ["", "empty", "until"])
def test_a_reason_to_stop_means_one_thing(reason: str) -> None:
    """Whoever reads why a run ended can tell a stop from its end."""
    with pytest.raises(ValueError, match="meaning of its own"):
        Kernel(START).stop(reason)


async def test_a_cancelled_timer_neither_fires_nor_keeps_the_run_alive() -> None:
    """After a timer is called off, the run is as if it had never been."""
    kernel = Kernel(START)
    timer = kernel.timer(3600)
    assert kernel.peek() == START + 3600
    assert timer.cancel()
    assert timer.cancelled
    assert not timer.cancel()
    assert kernel.peek() is None
    kernel.timer(7200).cancel()

    def person() -> Steps[None]:
        yield kernel.timeout(5)

    kernel.process(person())
    assert await kernel.run() == "empty"
    assert kernel.now == START + 5
    fired = kernel.timer(1)
    await kernel.run()
    assert not fired.cancel()
    assert not fired.cancelled


async def test_a_thousand_interrupts_leave_no_pile() -> None:
    """What an interrupted wait leaves behind is cleared away long before its time comes."""
    kernel = Kernel(START)
    left: list[weakref.ref[Timer]] = []

    def worker() -> Steps[int]:
        interrupts = 0
        while interrupts < 1000:
            timer = kernel.timer(1_000_000)
            left.append(weakref.ref(timer))
            try:
                yield timer
            except Interrupt:
                timer.cancel()
                interrupts += 1
        return interrupts

    process = kernel.process(worker())

    def caller() -> Steps[None]:
        while process.is_alive:
            yield kernel.timeout(1)
            if process.is_alive:
                process.interrupt("phone")
        gc.collect()
        assert sum(1 for timer in left if timer() is not None) < 200

    kernel.process(caller())
    assert await kernel.run() == "empty"
    assert (process.value, len(left)) == (1000, 1000)
    assert kernel.now == START + 1001


async def test_clearing_away_keeps_the_order() -> None:
    """Compacting the heap changes neither what is left nor its order."""

    async def happened(cancelled: bool) -> list[tuple[int, int]]:
        kernel, order = Kernel(START), []
        rng = Random(3)

        def person(number: int) -> Steps[None]:
            yield kernel.timeout(rng.randrange(20))
            order.append((kernel.now, number))

        for number in range(300):
            kernel.process(person(number))
            for timer in [kernel.timer(rng.randrange(40)) for _ in range(3)]:
                if cancelled:
                    timer.cancel()
        await kernel.run()
        return order

    assert await happened(True) == await happened(False)


async def test_nobody_waits_for_what_was_cancelled() -> None:
    """Waiting for a timer that was called off, or calling off one a process waits for, is an error, not a hang."""
    kernel = Kernel(START)
    gone, wanted = kernel.timer(10), kernel.timer(20)
    gone.cancel()

    def late() -> Steps[None]:
        with pytest.raises(RuntimeError, match="cancelled"):
            kernel.any_of([gone, wanted])
        yield gone

    def waiting() -> Steps[None]:
        yield wanted

    kernel.process(waiting())
    assert await kernel.run(START + 1) == "until"
    with pytest.raises(RuntimeError, match="'waiting' still waits"):
        wanted.cancel()
    kernel.process(late())
    with pytest.raises(RuntimeError, match="would wait for ever"):
        await kernel.run()


async def test_a_deadline_can_be_called_off_while_something_else_is_awaited_with_it() -> None:
    """A timer cancelled inside an any_of does not count as having fired."""
    kernel = Kernel(START)
    fired: list[str] = []
    message = kernel.event()
    deadline = kernel.timer(100)

    def waiting() -> Steps[None]:
        came = yield kernel.any_of([deadline, message])
        fired.extend(name for name, one in (("deadline", deadline), ("message", message)) if one in came)

    def sender() -> Steps[None]:
        yield kernel.timeout(10)
        deadline.cancel()
        yield kernel.timeout(10)
        message.succeed("hello")

    kernel.process(waiting())
    kernel.process(sender())
    await kernel.run()
    assert (fired, kernel.now) == (["message"], START + 20)


async def test_an_interrupt_preempts_a_wait_and_says_why() -> None:
    """The interrupted process learns the cause at that instant; the wait it left does not come back to it."""
    kernel, log = Kernel(START), []

    def worker() -> Steps[None]:
        work = kernel.timer(100)
        try:
            yield work
        except Interrupt as interrupt:
            log.append((kernel.now - START, interrupt.cause))
            work.cancel()
        yield kernel.timeout(300)
        log.append((kernel.now - START, "done"))

    process = kernel.process(worker())

    def caller() -> Steps[None]:
        yield kernel.timeout(40)
        process.interrupt("phone")

    kernel.process(caller())
    await kernel.run()
    assert log == [(40, "phone"), (340, "done")]


async def test_a_thought_can_be_given_up() -> None:
    """A landing that is cancelled never lands, its task ends, and it keeps neither run nor count alive."""
    kernel, ended = Kernel(START), asyncio.Event()

    async def endless() -> None:
        try:
            await never()
        finally:
            ended.set()

    landings: list[Landing[None]] = []

    def person() -> Steps[None]:
        landings.append(kernel.think(endless, 1000))
        landings.append(kernel.settled(None, 2000))
        assert kernel.open_thoughts == 2
        yield kernel.timeout(5)
        assert [landing.cancel() for landing in landings] == [True, True]
        assert [landing.cancel() for landing in landings] == [False, False]

    kernel.process(person())
    assert await kernel.run() == "empty"
    assert (kernel.now, kernel.open_thoughts) == (START + 5, 0)
    await kernel.aclose()
    assert ended.is_set()


async def test_the_host_gets_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long run without thoughts lets the other tasks of the loop go on, and that changes nothing in the world."""
    monkeypatch.setattr(kernel_module, "COURTESY", 0.0)
    kernel, turns = Kernel(START), 0

    async def host() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def person() -> Steps[None]:
        for _ in range(1600):
            yield kernel.timeout(1)

    kernel.process(person())
    beside = asyncio.create_task(host())
    await kernel.run()
    beside.cancel()
    assert turns >= 90
    assert kernel.now == START + 1600


async def test_runs_beside_one_another_do_not_meet() -> None:
    """Several kernels in one loop give each what it gives alone."""
    alone = [(await office_day(seed))[0] for seed in (1, 2)]
    together = await asyncio.gather(office_day(1), office_day(2))
    assert [digest for digest, _ in together] == alone


async def test_ties_go_to_the_order_of_scheduling() -> None:
    """At one instant, what was scheduled first happens first: a thought's place is fixed when it begins."""
    kernel, order = Kernel(START), []

    def note(name: str, signal: Signal) -> Steps[None]:
        yield signal
        order.append(name)

    kernel.process(note("timeout", kernel.timeout(10)))
    kernel.process(note("thought", kernel.think(lambda: give(1), 10)))
    kernel.process(note("timer", kernel.timer(10)))
    kernel.process(note("settled", kernel.settled(1, 10)))
    kernel.process(note("at", kernel.at(START + 10)))
    await kernel.run()
    assert order == ["timeout", "thought", "timer", "settled", "at"]


def test_a_thought_needs_a_running_loop() -> None:
    """Outside an event loop there is nobody to think; nothing is left behind."""
    kernel = Kernel(START)
    with pytest.raises(RuntimeError, match="event loop"):
        kernel.think(lambda: give(1), 1)
    assert (kernel.peek(), kernel.open_thoughts) == (None, 0)


async def give(value: Any) -> Any:
    """Come back at once."""
    return value


async def fail(error: BaseException) -> None:
    """Come back with a failure, after a turn of the loop."""
    await asyncio.sleep(0)
    raise error


def never() -> Awaitable[Any]:
    """Never come back."""
    return asyncio.get_running_loop().create_future()
