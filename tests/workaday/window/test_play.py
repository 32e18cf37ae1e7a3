"""`workaday play` and `workaday serve --pages`: the seat in a browser at an address, to the end and again."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from sim.record import Record
from tests.workaday.doors.plays import CROISSANTS, KIOSK, served, through_python
from tests.workaday.window.plain import Plain
from workaday.cli import invoke
from workaday.doors.serving import Doors
from workaday.doors.session import Session


def user() -> Plain:
    """A user with a browser of their own, without script."""
    return Plain(httpx.AsyncClient(follow_redirects=True, timeout=60))


def sits_down(monkeypatch: pytest.MonkeyPatch, does: Callable[[str], Coroutine[Any, Any, None]]) -> list[BaseException]:
    """Have somebody take the seat as soon as the browser is opened; what went wrong with them is in the list."""
    wrong: list[BaseException] = []

    def work(link: str) -> None:
        try:
            asyncio.run(does(link))
        except BaseException as error:
            wrong.append(error)
            signal.raise_signal(signal.SIGINT)  # the command waits until it is stopped

    monkeypatch.setattr("webbrowser.open", work)
    return wrong


async def do(player: Plain, acts: Any) -> None:
    """Do acts by their forms."""
    for act in acts:
        await player.go(f"{player.base}/-/do/{act.action}")
        typed = {name: str(value) for name, value in act.arguments.items()}
        await player.press(player.title, -1, **typed)
        await player.until_it_is_over()


def test_a_person_plays_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The browser is opened on the seat; stopped in the middle, the command says what goes on, and that does; at the
    end the score is on the page, and the run is that of somebody who never stopped."""
    run = tmp_path / "run.workaday"

    async def leaves(link: str) -> None:
        raise ConnectionError

    sits_down(monkeypatch, leaves)
    assert invoke(["play", str(KIOSK), "--out", str(run), "--quiet"]) != 0
    assert f"workaday play {run}" in capsys.readouterr().err

    async def plays(link: str) -> None:
        player = await user().go(link)
        await do(player, CROISSANTS)
        await player.go(player.base)
        assert "1.00" in player.text
        await player.press("Close the office")
        assert "The office is closed" in player.text
        await player.client.aclose()

    wrong = sits_down(monkeypatch, plays)
    code = invoke(["play", str(run)])
    assert wrong == []
    assert code == 0
    _, told = asyncio.run(through_python(CROISSANTS, tmp_path / "python.workaday"))
    with Record.open(run) as record:
        assert record.digest() == told.digest


async def test_a_seat_is_served_to_a_browser(tmp_path: Path) -> None:
    """`serve --pages` prints a link for an agent's browser; who ends the run there is told so, and no score."""
    session = Session.open(KIOSK, out=tmp_path / "run.workaday")
    async with served(session, Doors(pages=("127.0.0.1", 0))) as opened:
        player = await user().go(opened.pages or "")
        assert player.title == "Today"
        rebound = await player.client.get(player.base, headers={"Host": "elsewhere:80"})
        assert rebound.status_code == 403
        await player.press("Finish for good")
        await player.until_it_is_over()
        assert "The run has ended" in player.text
        assert "Run file" not in player.text
        assert "Close the office" not in player.text
        await player.client.aclose()
    assert session.result is not None
