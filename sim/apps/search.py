"""One search over everything a person can read in any app."""

from collections.abc import Sequence
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.apps.when import written_for
from sim.misspelling import did_you_mean
from sim.office import App, Office
from sim.search import has_words


class Found(BaseModel):
    """Something that was found: in which app, what to open there, and the part of it that matches."""

    model_config = ConfigDict(frozen=True)

    app: str
    ref: str
    title: str
    when: str
    snippet: str


class FoundAll(Receipt):
    """What was found, best first."""

    hits: tuple[Found, ...]

    def words(self) -> int:
        return sum(words_in(f"{hit.title} {hit.snippet}") for hit in self.hits)


class Find(Action):
    """Search everything you can read, in all apps or in one, for words. Only what was written is found, not what was
    said."""

    name: ClassVar[str] = "search.find"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = FoundAll

    query: str = Field(description='Words that must all occur; "in quotes", exactly so.')
    app: str | None = Field(default=None, description='Look in this app only, such as "mail".')
    limit: int = Field(default=10, ge=1, le=50, description="How many hits at most.")

    def effort(self) -> Effort:
        return Effort(kind="search")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not has_words(self.query):
            raise Refused("empty", "there is nothing to look for: write one or more words")
        app = None if self.app is None else self.app.strip()
        apps = sorted({name.partition(".")[0] for name in office.actions})
        if app is not None and app not in apps:
            raise Refused("no_such_place", f"there is no app {self.app!r}. {did_you_mean(app, apps)}".rstrip())
        found = office.index.find(
            self.query,
            apps=None if app is None else (app,),
            limit=self.limit,
            readable=lambda where, ref: office.app_named(where).can_read(actor, ref),
        )
        return FoundAll(
            hits=tuple(
                Found(app=h.app, ref=h.ref, title=h.title, when=written_for(office, actor, h.at), snippet=h.snippet)
                for h in found
            )
        )


class Search(App):
    """Has no state: it reads the office's index."""

    name: ClassVar[str] = "search"
    actions: ClassVar[tuple[type[Action], ...]] = (Find,)

    def can_read(self, who: str, ref: str) -> bool:
        return False
