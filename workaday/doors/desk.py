"""The desk: the command line of the seat, spoken over a local socket to whoever serves the run.

What can be done, and with which options, is asked of the server: this knows no action by name. It needs nothing but the
standard library, because an agent in a shell calls it once for every act.
"""

import json
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from sim.misspelling import suggest
from workaday.exits import Exit, Trouble

SOCKET: Final = "workaday.sock"
"""The local socket, in the present folder, where no other is named."""
VARIABLE: Final = "WORKADAY_DESK"
"""The variable of the environment that names one."""
OWN: Final = {
    "briefing": "Who you are, what you are asked, and with whom you work.",
    "now": "What there is to be seen now, or how the run ended.",
}
"""Words that are no actions. They cost no time."""


class Connection:
    """Requests over a local socket."""

    def __init__(self, path: str) -> None:
        self._path = path

    def ask(self, method: str, path: str, body: Any = None, *, as_json: bool = True) -> tuple[str, str]:
        """What the server answers, and what it says became of the last action.

        Raises :class:`~workaday.exits.Trouble` where there is none, or it will not.
        """
        http = _Local(self._path)
        try:
            accept = "application/json" if as_json else "text/plain"
            http.request(method, path, None if body is None else json.dumps(body), {"Accept": accept})
            answer = http.getresponse()
            told, last = answer.read().decode(), answer.headers.get("Workaday-Last", "")
        except (OSError, HTTPException) as error:
            fix = "start one: workaday serve SCENARIO --desk; or name its socket: WORKADAY_DESK"
            raise Trouble(Exit.INFRASTRUCTURE, f"no office is open at {self._path} ({error}); {fix}") from None
        finally:
            http.close()
        if answer.status != 200:
            problem = json.loads(told)
            raise Trouble(Exit.USER, problem["why"], {"code": problem["error"]})
        return told, last


class _Local(HTTPConnection):
    """HTTP over a local socket, with patience: the server answers in time by itself."""

    def __init__(self, path: str) -> None:
        super().__init__("desk")
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self._path)


@dataclass(frozen=True)
class Action:
    """An action that the server offers."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    @property
    def words(self) -> str:
        """As it is typed: "chat send"; of the desk itself, "wait"."""
        app, _, verb = self.name.partition(".")
        return verb if app == "desk" else f"{app} {verb}"

    @property
    def properties(self) -> Mapping[str, Any]:
        """Its arguments, by name."""
        found: Mapping[str, Any] = self.parameters.get("properties", {})
        return found

    @property
    def needed(self) -> tuple[str, ...]:
        """Its arguments that must be given, which may also stand without their names, in this order."""
        return tuple(self.parameters.get("required", ()))


@dataclass(frozen=True, slots=True)
class Typed:
    """A command line that was read: a word of :data:`OWN` or an action with its arguments, or help on ``about``."""

    word: str = ""
    action: Action | None = None
    arguments: Mapping[str, Any] | None = None
    as_json: bool = False
    thought: str | None = None
    turn: int | None = None
    about: tuple[str, ...] | None = None


def run(words: Sequence[str], environment: Mapping[str, str]) -> int:
    """Carry out a command line; gives the exit code: 0 done, 1 refused or cut short."""
    connection = Connection(environment.get(VARIABLE) or SOCKET)
    offered, _ = connection.ask("GET", "/v1/actions")
    actions = [Action(one["name"], one["description"], one["parameters"]) for one in json.loads(offered)["actions"]]
    typed = read(words, actions)
    if typed.about is not None:
        print("\n".join(help_on(typed.about, actions)))
        return Exit.DONE
    if typed.action is None:
        told, _ = connection.ask("GET", f"/v1/{typed.word}", as_json=typed.as_json)
        print(told.rstrip())
        return Exit.DONE
    body = {"arguments": typed.arguments, "thought": typed.thought, "turn": typed.turn}
    said = {key: value for key, value in body.items() if value is not None}
    told, last = connection.ask("POST", f"/v1/actions/{typed.action.name}", said, as_json=typed.as_json)
    print(told.rstrip())
    return Exit.MISSED if last in ("refused", "cut") else Exit.DONE


# -- what is typed ----------------------------------------------------------------------------------------------------


def read(words: Sequence[str], actions: Sequence[Action]) -> Typed:
    """What a command line says. Raises :class:`~workaday.exits.Trouble` with what would do."""
    if not words or words[0] in ("-h", "--help", "help"):
        return Typed(about=())
    if words[0] in OWN:
        if set(words[1:]) - {"--json"}:
            raise Trouble(Exit.USER, f"workaday desk {words[0]} takes nothing but --json")
        return Typed(word=words[0], as_json="--json" in words)
    action, rest = _action(words, actions)
    if action is None or "--help" in rest or "-h" in rest:
        return Typed(about=(words[0],) if action is None else (action.words,))
    given: dict[str, list[str]] = {}
    typed: dict[str, Any] = {}
    unnamed: list[str] = []
    for name, text in _options(rest, action):
        if name is None:
            unnamed.append(text)
        elif name == "json":
            typed["as_json"] = True
        elif name in ("thought", "turn") and name not in action.properties:
            typed[name] = text
        else:
            given.setdefault(name, []).append(text)
    for name, text in zip(open_ := [n for n in action.needed if n not in given], unnamed, strict=False):
        given[name] = [text]
    if len(unnamed) > len(open_):
        raise Trouble(Exit.USER, f"{unnamed[len(open_)]!r} is one too many for {action.words}: {usage(action)}")
    if "turn" in typed:
        typed["turn"] = _number(typed["turn"], "--turn")
    arguments = {name: _value(texts, action.properties[name], name) for name, texts in given.items()}
    return Typed(action=action, arguments=arguments, **typed)


def _action(words: Sequence[str], actions: Sequence[Action]) -> tuple[Action | None, Sequence[str]]:
    """The action that is typed, and the words after it; None where it is only the name of an app."""
    by_words = {action.words: action for action in actions}
    apps = {action.name.partition(".")[0] for action in actions}
    if words[0] in by_words:
        return by_words[words[0]], words[1:]
    if words[0] in apps:
        if len(words) == 1 or words[1] in ("-h", "--help"):
            return None, ()
        verb = words[1].replace("-", "_")
        for called in (f"{words[0]} {verb}", verb if words[0] == "desk" else ""):
            if called in by_words:
                return by_words[called], words[2:]
        typed, known = f"{words[0]} {words[1]}", [called for called in by_words if called.startswith(f"{words[0]} ")]
    else:
        typed, known = words[0].replace("-", "_"), [*OWN, *apps, *by_words]
        if typed in by_words:
            return by_words[typed], words[1:]
    near = suggest(typed, known)
    hint = f"did you mean {near!r}?" if near else "`workaday desk` alone lists what there is"
    raise Trouble(Exit.USER, f"there is no {typed!r} here; {hint}")


def _options(words: Sequence[str], action: Action) -> Iterator[tuple[str | None, str]]:
    """Every option with its text, and what stands without one."""
    rest = list(words)
    only_texts = False
    while rest:
        word = rest.pop(0)
        if word == "--" and not only_texts:
            only_texts = True
        elif only_texts or not word.startswith("--"):
            yield None, word
        else:
            told, equals, text = word[2:].partition("=")
            name = told.replace("-", "_")
            if name == "json" and not equals:
                yield name, ""
            elif _is_switch(action.properties.get(name)):
                yield name, text if equals else "true"
            elif name.startswith("no_") and _is_switch(action.properties.get(name[3:])) and not equals:
                yield name[3:], "false"
            elif name in action.properties or name in ("thought", "turn"):
                if not equals and not rest:
                    raise Trouble(Exit.USER, f"--{told} needs something after it: {usage(action)}")
                yield name, text if equals else rest.pop(0)
            else:
                near = suggest(name, [*action.properties, "json", "thought", "turn"])
                hint = f"did you mean --{near}?" if near else usage(action)
                raise Trouble(Exit.USER, f"{action.words} has no option --{told}; {hint}")


def _value(texts: Sequence[str], schema: Mapping[str, Any], name: str) -> Any:
    """What was typed for an argument, as the kind of value that it takes."""
    kinds = _kinds(schema)
    if "array" in kinds and (len(texts) > 1 or "string" not in kinds):
        if len(texts) == 1 and texts[0].lstrip().startswith("["):
            return _json(texts[0], name)
        items: Mapping[str, Any] = next((one["items"] for one in _branches(schema) if "items" in one), {})
        return [_value([text], items, name) for text in texts]
    if len(texts) > 1:
        raise Trouble(Exit.USER, f"--{name} is given {len(texts)} times, and takes one value")
    text = texts[0]
    if "object" in kinds or ("array" in kinds and text.lstrip().startswith("[")):
        return _json(text, name)
    if "string" in kinds:
        return text
    if kinds & {"integer", "number"}:
        return _number(text, f"--{name}")
    if "boolean" in kinds:
        if text not in ("true", "false"):
            raise Trouble(Exit.USER, f"--{name} is true or false, not {text!r}")
        return text == "true"
    return text


def _branches(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(schema.get("anyOf", [schema]))


def _kinds(schema: Mapping[str, Any]) -> set[str]:
    return {str(one.get("type", "string")) for one in _branches(schema)}


def _is_switch(schema: Mapping[str, Any] | None) -> bool:
    return schema is not None and _kinds(schema) <= {"boolean", "null"}


def _number(text: str, option: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Trouble(Exit.USER, f"{option} takes a whole number, not {text!r}") from None


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise Trouble(Exit.USER, f"--{name} takes JSON: {error}") from None


# -- help -------------------------------------------------------------------------------------------------------------


def usage(action: Action) -> str:
    """How an action is typed, in a line."""
    needed = [name.upper() for name in action.needed]
    others = [
        f"[--{name.replace('_', '-')}{'' if _is_switch(schema) else f' {name.upper()}'}]"
        for name, schema in action.properties.items()
        if name not in action.needed
    ]
    return " ".join(["workaday desk", action.words, *needed, *others])


def help_on(about: tuple[str, ...], actions: Sequence[Action]) -> list[str]:
    """Help on everything, on one app, or on one action."""
    shown = [a for a in actions if a.words in about or a.name.partition(".")[0] in about]
    if len(shown) == 1 and shown[0].words in about:
        (action,) = shown
        lines = [usage(action), "", action.description, ""]
        for name, schema in action.properties.items():
            mark = "needed" if name in action.needed else f"else {json.dumps(schema.get('default'))}"
            lines.append(f"  --{name.replace('_', '-'):<18} {schema.get('description', '')} ({mark})")
        return [
            *lines,
            "  --json               Print the turn as JSON.",
            "  --thought TEXT       Why: for the record alone.",
        ]
    lines = [f"workaday desk {' '.join(about) or 'APP'} ACTION [OPTIONS]; --help after an action tells its options", ""]
    for word, told in OWN.items() if not about else ():
        lines.append(f"  {word:<24} {told}")
    return lines + [f"  {action.words:<24} {action.description}" for action in shown or actions]
