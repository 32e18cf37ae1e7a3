"""What there is to do, as doors describe it: names, JSON Schemas and hints, all taken from the typed actions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pydantic import BaseModel, create_model
from pydantic.json_schema import models_json_schema

from sim.actions import Action
from sim.apps.desk import Resume
from sim.player import Noticed, Observation, Outcome
from sim.script import Script
from workaday.doors.session import Turn

_LOOSE: Final = ("notices", "heard", "tasks", "suspended", "cut")
"""Parts of a turn that are the same after every action: described once elsewhere, and only by their kind here."""


@dataclass(frozen=True)
class Offer:
    """One action as doors show it."""

    action: type[Action]

    @property
    def name(self) -> str:
        """As in an act: "chat.send"."""
        return self.action.name

    @property
    def tool(self) -> str:
        """As a name for models, which take no full stop in one: "chat_send"."""
        return self.name.replace(".", "_")

    @property
    def description(self) -> str:
        """What it does, in a sentence or two."""
        return " ".join((self.action.__doc__ or "").split())

    @property
    def reads_only(self) -> bool:
        """Whether it changes nothing that anybody else could see."""
        return not self.action.changes

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON Schema of its arguments, as in the briefing."""
        return _parameters(self.action)

    @property
    def opens(self) -> str | None:
        """The one argument it needs, where it reads one thing of its app: "path" of drive.read. None elsewhere."""
        needed = [name for name, field in self.action.model_fields.items() if field.is_required()]
        is_reading = self.reads_only and self.name.endswith(".read")
        return needed[0] if is_reading and len(needed) == 1 else None

    def answer_model(self) -> type[BaseModel]:
        """A turn after this action, as a model to describe it by."""
        return _answer_model(self.action)

    def answer(self) -> dict[str, Any]:
        """The JSON Schema of a turn after this action, without what is the same after all of them."""
        return _answer(self.action)


def offers_of(script: Script) -> dict[str, Offer]:
    """All there is to do in the office of a scenario, by name, in the order of the apps.

    Raises ``ValueError`` where two actions have one name as tools.
    """
    from scenarios.stage import apps_for

    offers = {action.name: Offer(action) for app in apps_for(script) for action in app.actions}
    tools: dict[str, str] = {}
    for name, offer in offers.items():
        if tools.setdefault(offer.tool, name) != name:
            raise ValueError(f"two actions are the tool {offer.tool!r}: {tools[offer.tool]} and {name}")
    return offers


def place_of_notice(offers: Mapping[str, Offer], notice: Noticed) -> tuple[str, str] | None:
    """The app and what to open in it, where a notice is of something that can be opened."""
    offer = offers.get(f"{notice.app}.read")
    if offer is None or offer.opens is None:
        return None
    return notice.app, notice.place if offer.opens == "place" else notice.ref


def components(offers: Mapping[str, Offer], template: str, *more: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schemas of all arguments and turns, and of ``more``, by name, with references by ``template``.

    The name of the arguments of chat.send is "chat.send", of the turn after it "chat.send.turn".
    """
    models: list[tuple[type[BaseModel], Any]] = []
    for offer in offers.values():
        models += [(offer.action, "validation"), (offer.answer_model(), "serialization")]
    models += [(model, "serialization") for model in more]
    found, schemas = models_json_schema(models, ref_template=template)
    names = {id(model): name for model, name in _named(offers)}
    references = {found[model, mode]["$ref"]: names[id(model)] for model, mode in models if id(model) in names}
    return _renamed(schemas.get("$defs", {}), references, template)


def _named(offers: Mapping[str, Offer]) -> list[tuple[type[BaseModel], str]]:
    return [
        pair
        for offer in offers.values()
        for pair in ((offer.action, offer.name), (offer.answer_model(), f"{offer.name}.turn"))
    ]


def _renamed(schemas: dict[str, Any], references: Mapping[str, str], template: str) -> dict[str, Any]:
    """The schemas under the names that are wanted for them, wherever they are referred to."""

    def renamed(node: Any) -> Any:
        if isinstance(node, dict):
            told = {key: renamed(value) for key, value in node.items()}
            if isinstance(told.get("$ref"), str) and told["$ref"] in references:
                told["$ref"] = template.format(model=references[told["$ref"]])
            return told
        return [renamed(item) for item in node] if isinstance(node, list) else node

    return {references.get(template.format(model=name), name): renamed(schema) for name, schema in schemas.items()}


@cache
def _parameters(action: type[Action]) -> dict[str, Any]:
    return action.model_json_schema()


@cache
def _answer_model(action: type[Action]) -> type[BaseModel]:
    # What is gone back to gives back what it would have given, whatever that is.
    receipt: Any = Mapping[str, Any] if issubclass(action, Resume) else action.receipt
    told = re.sub(r"\W", "_", action.name)
    outcome = create_model(f"Outcome_{told}", __base__=Outcome, receipt=(receipt | None, None))
    observation = create_model(f"Observation_{told}", __base__=Observation, last=(outcome | None, None))
    return create_model(f"Turn_{told}", __base__=Turn, observation=(observation | None, None))


@cache
def _answer(action: type[Action]) -> dict[str, Any]:
    schema = _answer_model(action).model_json_schema(mode="serialization")
    for definition in schema["$defs"].values():
        for name, part in definition.get("properties", {}).items():
            if name in _LOOSE and definition["title"].startswith(("Observation", "Outcome")):
                is_list = part.get("type") == "array"
                loose: dict[str, Any] = {"type": "array", "items": {"type": "object"}}
                definition["properties"][name] = loose if is_list else {"type": ["object", "null"]}
    return _pruned(_untitled(schema))


def _untitled(node: Any, *, names: bool = False) -> Any:
    """A schema without the titles that only repeat its names. ``names`` are keys, not keywords."""
    if isinstance(node, dict):
        kept = node.items() if names else ((key, value) for key, value in node.items() if key != "title")
        return {key: _untitled(value, names=key in ("properties", "$defs") and not names) for key, value in kept}
    return [_untitled(item) for item in node] if isinstance(node, list) else node


def _pruned(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without definitions that nothing refers to."""
    used: dict[str, None] = {}

    def follow(node: Any) -> None:
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name and name not in used:
                used[name] = None
                follow(schema["$defs"][name])
            for value in node.values():
                follow(value)
        elif isinstance(node, list):
            for item in node:
                follow(item)

    follow({key: value for key, value in schema.items() if key != "$defs"})
    return {**schema, "$defs": {name: schema["$defs"][name] for name in schema["$defs"] if name in used}}
