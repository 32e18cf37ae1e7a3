"""What an exception of somebody else's code says, and where in that code it came from, in words that can be kept and
printed whatever they are."""

import os
from collections.abc import Iterable
from pathlib import Path
from traceback import extract_tb


def complaint(error: BaseException) -> str:
    """The message of an exception; its type's name where it cannot say it: ``__str__`` may raise like anything else.

    What is no Unicode text (half of a surrogate pair) is told by its escape, so that it can be written to a file.
    """
    try:
        said = str(error)
    except Exception:
        said = f"{type(error).__name__}, whose message cannot be read"
    return said.encode("utf-8", "backslashreplace").decode("utf-8")


def place(error: BaseException, files: Iterable[str | None] = ()) -> str:
    """Where an exception was raised: ``agent.py, line 12, in act``, in the innermost call that stands in one of
    ``files``; in the innermost of all where none does, and "" where it was raised nowhere.

    A file below the current folder is told as it is found from there, any other by its name alone: run files are passed
    on, and folders of a home are nobody's business.
    """
    frames = extract_tb(error.__traceback__)
    wanted = {os.path.realpath(file) for file in files if file}
    own = [frame for frame in frames if os.path.realpath(frame.filename) in wanted]
    for frame in (own or frames)[-1:]:
        return f"{_told(frame.filename)}, line {frame.lineno}, in {frame.name}"
    return ""


def _told(file: str) -> str:
    try:
        near = os.path.relpath(os.path.realpath(file))
    except ValueError:  # on another drive
        near = os.pardir
    name = Path(file).name if near.startswith(os.pardir) else near
    return name.replace(os.sep, "/").encode("utf-8", "backslashreplace").decode("utf-8")
