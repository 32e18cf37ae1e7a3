"""A long run in the browser: how long until something is painted, how fast one can scrub and filter, what it takes.

    python bench/window.py [EVENTS] [FILE]

Makes a run file of EVENTS (100,000) events, or takes FILE where it is there: the week of first-week, played by rules,
and then again and again, a week later each time, with every id its own. Shows it with `workaday watch` and measures in
Chromium: the first paint of each view, opened cold (the server has just begun to read) and warm; the time from a
movement of the slider, a press of a key, a choice of a person or of a sort until the new page stands; and the memory
of the server. Prints rows for bench/README.md.
"""

import asyncio
import json
import os
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import workaday
from sim.journal import Journal
from sim.record import Record
from sim.vocabulary.core import parse_body

WEEK = 7 * 86400
IDS = ("id", "thread", "call", "meeting", "ref", "ticket", "in_reply_to", "page")
"""Fields that name one thing of a week; channels, people and files are those of every week."""
VIEWS = ("now", "day", "talk", "files", "knowledge", "promises", "points", "forks")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync".split()
)


def make(path: Path, events: int) -> None:
    """Write a run of so many events."""
    with tempfile.TemporaryDirectory() as folder:
        week = workaday.run("first-week", player="diligent", out=Path(folder) / "week.workaday").path
        with Record.open(week) as record:
            header = json.loads(json.dumps(dict(record.header)))
            begun = header["script"]["start"]
            rows = [(e.at, e.actor, e.kind, e.body.model_dump(mode="json")) for e in record.events()]
    ends = ("run.started", "run.ended")
    weeks = -(-events // len(rows))
    header["script"]["horizon"] += (weeks - 1) * WEEK
    with Journal.create(path, header) as journal:
        count = 0
        for n in range(weeks):
            before = count
            for at, actor, kind, body in rows:
                if (n and (at < begun or kind == "run.started")) or (kind == "run.ended" and n < weeks - 1):
                    kind = "" if kind in ends else kind
                    if at < begun or not kind:
                        continue
                told = {**body, **{key: f"{body[key]}w{n}" for key in IDS if n and isinstance(body.get(key), str)}}
                if "of" in told and isinstance(told["of"], list):
                    told["of"] = [of + before for of in told["of"]]
                for key in ("due", "start", "end", "until", "since", "ends", "planned", "woken_by"):
                    if isinstance(told.get(key), int) and key != "woken_by":
                        told[key] += n * WEEK
                count = journal.append(at + n * WEEK if at >= begun else at, actor, parse_body(kind, told), ()).serial


async def measure(path: Path) -> None:
    """Show the run and print what it took."""
    from playwright.async_api import async_playwright

    began = perf_counter()
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from workaday.cli import main; main()", "watch", str(path), "--port", "0", "--json",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = json.loads(await server.stdout.readline())["opened"]["address"]
        up = perf_counter() - began
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            cold = await painted(page, f"{address}/now")
            read = await caught_up(page, began)
            print(f"| server up | {up:.2f} s |")
            print(f"| first paint, cold (it has just begun to read) | {cold:.0f} ms |")
            print(f"| whole run read | {read:.1f} s after the start |")
            for view in VIEWS:
                times = [await painted(page, f"{address}/{view}") for _ in range(5)]
                print(f"| first paint, {view} | {median(times):.0f} ms |")
            await actions(page, address, server.pid)
            await browser.close()
        print(f"| memory of the server at most | {memory(server.pid):.0f} MB |")
    finally:
        server.terminate()
        await server.wait()


async def painted(page: Any, address: str) -> float:
    """Milliseconds from the request to the first paint with content."""
    await page.goto(address)
    script = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    for _ in range(200):
        found = await page.evaluate(script)
        if found:
            return float(found)
        await asyncio.sleep(0.02)
    raise RuntimeError(f"{address} was not painted")


async def caught_up(page: Any, began: float) -> float:
    """Seconds until the server has read all there is."""
    for _ in range(1200):
        if await page.evaluate("document.querySelector('#watch').dataset.ended === 'yes'"):
            break
        await asyncio.sleep(0.1)
    return perf_counter() - began


CLOCKED = """
async ([what, value]) => {
  const done = new Promise((resolve) => document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "watch") resolve();
  }, { once: false }));
  const began = performance.now();
  if (what === "slider") {
    const slider = document.querySelector("#slider");
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (what === "click") document.querySelector(value).click();
  else document.dispatchEvent(new KeyboardEvent("keydown", { key: value, bubbles: true }));
  await done;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - began;
}
"""


async def busy(devtools: Any) -> float:
    """Seconds for which the page's own thread has computed."""
    found = await devtools.send("Performance.getMetrics")
    return float(next(each["value"] for each in found["metrics"] if each["name"] == "TaskDuration"))


def processor(pid: int) -> float:
    """Seconds for which a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def actions(page: Any, address: str, pid: int) -> None:
    """The time of everything one does, until the new page stands."""
    lots = random.Random(1)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    for view in VIEWS[:6]:
        await page.goto(f"{address}/{view}")
        await asyncio.sleep(0.5)
        low, high = await page.evaluate("[Number(slider.min), Number(slider.max)]")
        times = []
        before, used = await busy(devtools), processor(pid)
        for _ in range(30):
            at = low + int((high - low) * lots.random())
            times.append(await page.evaluate(CLOCKED, ["slider", str(at)]))
        took = (await busy(devtools) - before + processor(pid) - used) / 30 * 1000
        told(f"scrub, {view}", times, f"; {took:.0f} ms of computing, server and page together")
    middle = (low + high) // 2
    for view, chosen in (
        ("now", "[id=sort-chat]"),
        ("day", "[id=sort-chat]"),
        ("day", "[id=who-5]"),
        ("talk", "[id=who-3]"),
    ):
        await page.goto(f"{address}/{view}?at={middle}")
        await asyncio.sleep(0.5)
        times = [await page.evaluate(CLOCKED, ["click", chosen]) for _ in range(20)]
        told(f"filter, {view} by {'sort' if 'sort' in chosen else 'person'}", times)
    await page.goto(f"{address}/day?at={middle}")
    await asyncio.sleep(0.5)
    told("next event (j), day", [await page.evaluate(CLOCKED, ["key", "j"]) for _ in range(20)])
    times = []
    for words in ("cells", "thursday", "line", "lorry", "budget"):
        began = perf_counter()
        await page.request.get(f"{address}/talk?q={words}")
        times.append((perf_counter() - began) * 1000)
    told("search, talk (the answer alone)", times)


def told(what: str, times: list[float], more: str = "") -> None:
    """A row."""
    times = sorted(times)
    print(f"| {what} | {median(times):.0f} ms, at most {times[-1]:.0f}{more} |", flush=True)


def memory(pid: int) -> float:
    """The most memory a process has had, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell")


def main() -> None:
    """Make, show and print."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "long.workaday"
        if not path.exists():
            make(path, events)
        with sqlite3.connect(path) as db:
            count = db.execute("SELECT count(*) FROM events").fetchone()[0]
        print(f"{count:,} events, {path.stat().st_size / 1e6:.0f} MB")
        asyncio.run(measure(path))


if __name__ == "__main__":
    main()
