"""The office: the apps on one state, who did what, and who is told of it.

The office is synchronous and knows no time of its own: ``clock`` says what time it is, ``write`` keeps the event,
``tell`` hands a notice to whoever runs the people. So every app can be used and tested without an engine.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar, cast

from pydantic import ValidationError

from sim.actions import Action, Receipt, Refused
from sim.objections import AS_YAML, UNKNOWN_KEY, Objection, objections
from sim.organisation import Organisation
from sim.search import Index
from sim.vocabulary.core import Body, Event

NoticeKind = Literal[
    "message", "mention", "reply", "reaction", "invite", "response", "call", "walk_up", "meeting", "page", "change"
]


@dataclass(frozen=True, slots=True)
class Notice:
    """Word to one person that something happened which concerns them.

    ``app`` and ``ref`` say what to open; ``place`` is where it stands ("dm:anna+ben", "#finance", "mail", a folder, a
    project); ``gist`` is one line of preview. ``interrupts`` is true of a call, a walk-up, a meeting that starts and a
    page.
    """

    serial: int
    at: int
    to: str
    app: str
    kind: NoticeKind
    ref: str
    place: str
    sender: str
    gist: str
    interrupts: bool = False
    urgent: bool = False


class WriteEvent(Protocol):
    """Keeps an event and gives it its serial."""

    def __call__(self, at: int, actor: str, body: Body, causes: tuple[int, ...], /) -> Event: ...


class App:
    """One application of the office: a name, its state, its actions.

    Subclasses set ``name`` and ``actions`` and keep their state on ``self``. They reach other apps through
    ``self.office``.
    """

    name: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]] = ()

    def __init__(self, office: "Office") -> None:
        self.office = office

    def can_read(self, who: str, ref: str) -> bool:
        """Whether ``who`` may see the indexed document ``ref`` of this app (search asks this)."""
        raise NotImplementedError(type(self).__name__)


AnApp = TypeVar("AnApp", bound=App)


def _told(objection: Objection) -> str:
    """What an action objects to in an argument, in words for whoever called it."""
    where = ".".join(map(str, objection.path))
    if objection.rule == UNKNOWN_KEY:
        rule = f"there is no argument {where!r}"
    elif not where:
        rule = objection.rule.replace("needs the key", "needs the argument")
    else:
        rule = f"{where} {objection.rule.replace('the key', 'the argument')}"
    fix = objection.fix.rstrip(".")
    if not fix or objection.fix in AS_YAML or fix.startswith("Add '"):
        return rule
    return f"{rule}; {fix[:1].lower()}{fix[1:]}"


class Office:
    """All apps on one state."""

    def __init__(
        self,
        org: Organisation,
        apps: Sequence[type[App]],
        *,
        clock: Callable[[], int],
        write: WriteEvent,
        tell: Callable[[Notice], None],
    ) -> None:
        self.org = org
        self.index = Index()
        self._clock = clock
        self._write = write
        self._tell = tell
        self._apps: dict[str, App] = {}
        self._actions: dict[str, type[Action]] = {}
        for kind in apps:
            if kind.name in self._apps:
                raise ValueError(
                    f"two apps are called {kind.name!r}: {type(self._apps[kind.name]).__name__} and {kind.__name__}"
                )
            self._apps[kind.name] = kind(self)
            for action in kind.actions:
                if action.name in self._actions:
                    raise ValueError(f"two actions are called {action.name!r}")
                self._actions[action.name] = action

    @property
    def now(self) -> int:
        """The present instant."""
        return self._clock()

    @property
    def actions(self) -> Mapping[str, type[Action]]:
        """Every action by name, in the order of the apps."""
        return self._actions

    def app(self, kind: type[AnApp]) -> AnApp:
        """The app of this class. Raises ``KeyError`` where the office has none."""
        return cast(AnApp, self._apps[kind.name])

    def app_named(self, name: str) -> App:
        """The app of this name. Raises ``KeyError``."""
        return self._apps[name]

    def emit(self, body: Body, actor: str, causes: Iterable[int] = ()) -> Event:
        """Record that ``actor`` did what ``body`` says, now."""
        return self._write(self.now, actor, body, tuple(causes))

    def notify(self, notice: Notice) -> None:
        """Tell one person. Never the one who did it: the office drops a notice to its own sender."""
        if notice.to != notice.sender:
            self._tell(notice)

    def parse(self, name: str, arguments: Mapping[str, Any]) -> Action:
        """The typed action of a door's ``name`` and ``arguments``. Raises :class:`Refused` with what would do."""
        kind = self._actions.get(name)
        if kind is None:
            from sim.source import suggest

            near = suggest(name, self._actions)
            raise Refused(
                "no_such_action", f"there is no action {name!r}" + (f"; did you mean {near!r}?" if near else "")
            )
        try:
            return kind.model_validate(dict(arguments))
        except ValidationError as error:
            told = "; ".join(_told(objection) for objection in objections(error, dict(arguments), kind))
            raise Refused("bad_argument", f"{name}: {told}") from None

    def perform(self, actor: str, action: Action, causes: Sequence[int] = ()) -> Receipt:
        """Do ``action`` as ``actor``, now. Raises :class:`Refused`; nothing has changed then."""
        self.require_person(actor)
        return action.perform(self, actor, causes)

    def require_person(self, who: str) -> None:
        """Raise :class:`Refused` unless ``who`` works here."""
        try:
            self.org.person(who)
        except KeyError:
            from sim.source import suggest

            near = suggest(who, [p.id for p in self.org.people()])
            raise Refused(
                "no_such_person", f"nobody here has the id {who!r}" + (f"; did you mean {near!r}?" if near else "")
            ) from None
