"""A browser without script, for tests: it follows links, fills in forms by their labels, and presses buttons."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Self

import httpx

from workaday.window.seat.playing import link
from workaday.window.seat.routes import Entry, seat_pages


@dataclass
class Form:
    """A form of a page: what it holds, by the names of its fields."""

    action: str
    method: str
    usable: bool = True
    values: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    """The names of its fields, by their labels."""
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What a button sends, by what stands on it."""

    def fill(self, **typed: str) -> Self:
        """Type into its fields, by their names; only into those that it has."""
        for name, text in typed.items():
            assert name in self.labels.values(), f"{self.action} has no field {name}: {self.labels}"
            self.values[name] = [text]
        return self


class _Reader(HTMLParser):
    """Reads the forms and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text = ""
        self.title = ""
        self.links: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._inside: dict[str, Any] = {}
        self._form: Form | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        name, form = told.get("name", ""), self._form
        if tag == "form":
            self._form = Form(told["action"], told["method"])
            self.forms.append(self._form)
        elif tag in ("button", "label", "textarea", "a", "option", "select", "h1"):
            self._inside[tag] = told | {"text": ""}
        if form is None:
            return
        if tag == "fieldset":
            form.usable = "disabled" not in told
        elif tag == "input":
            if "id" in told:
                self._ids[told["id"]] = name
                if "label" in self._inside:
                    self._inside["label"]["for"] = told["id"]
            if told.get("type") != "checkbox" or "checked" in told:
                form.values.setdefault(name, []).append(told.get("value", ""))
        elif tag in ("textarea", "select"):
            self._ids[told["id"]] = name
        elif tag == "option" and "select" in self._inside and "selected" in told:
            self._inside["select"]["chosen"] = told.get("value")

    def handle_data(self, data: str) -> None:
        self.text += data
        for part in self._inside.values():
            part["text"] += data

    def handle_endtag(self, tag: str) -> None:
        part, form = self._inside.pop(tag, None), self._form
        if tag == "form":
            self._form = None
        if part is None:
            return
        text = " ".join(part["text"].split())
        if tag == "h1":
            self.title = self.title or text
        elif tag == "a" and "href" in part:
            self.links.setdefault(text, part["href"])
        elif form is None:
            return
        elif tag == "button":
            form.buttons[text] = (part.get("name", ""), part.get("value", ""))
        elif tag == "label":
            form.labels[text.rstrip(" *")] = part.get("for", "")
        elif tag == "textarea":
            form.values[part["name"]] = [part["text"].removeprefix("\n")]
        elif tag == "option" and "select" in self._inside:
            first = self._inside["select"].setdefault("first", part.get("value", text))
            if "selected" in part:
                self._inside["select"]["chosen"] = part.get("value", text)
            assert first is not None
        elif tag == "select":
            form.values[part["name"]] = [part.get("chosen") or part.get("first", "")]

    def named(self) -> list[Form]:
        """The forms, their labels leading to names."""
        for form in self.forms:
            form.labels = {label: self._ids.get(where, where) for label, where in form.labels.items()}
        return self.forms


class Plain:
    """A user of the seat's pages whose browser runs no script."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.answer: httpx.Response
        self._read: _Reader

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """One who has not come in yet, in this process."""
        transport = httpx.ASGITransport(seat_pages(entry))
        return cls(httpx.AsyncClient(transport=transport, base_url="http://localhost", follow_redirects=True))

    @classmethod
    async def within(cls, entry: Entry) -> Self:
        """One who has come in by the link."""
        made = cls.of(entry)
        await made.go(link("http://localhost", entry))
        return made

    @property
    def text(self) -> str:
        """The text of the page, with single spaces."""
        return " ".join(self._read.text.split())

    @property
    def title(self) -> str:
        """The heading of the page."""
        return self._read.title

    @property
    def base(self) -> str:
        """Where the pages are."""
        return str(self.answer.url.copy_with(raw_path=b"/")).rstrip("/")

    async def go(self, address: str) -> Self:
        """Open an address. Fails where there is no page."""
        self._take(await self.client.get(address))
        assert self.answer.status_code == 200, self.text
        return self

    async def follow(self, text: str) -> Self:
        """Follow the link with this text."""
        assert text in self._read.links, f"no link {text!r}: {list(self._read.links)}"
        return await self.go(self._read.links[text])

    def form(self, button: str, nth: int = 0) -> Form:
        """The form with this button."""
        found = [form for form in self._read.forms if button in form.buttons]
        assert len(found) > nth, f"no button {button!r}: {[list(form.buttons) for form in self._read.forms]}"
        return found[nth]

    async def press(self, button: str, nth: int = 0, **typed: str) -> Self:
        """Fill in the form with this button, by the names of its fields, and press it."""
        return await self.send(self.form(button, nth).fill(**typed), button)

    async def send(self, form: Form, button: str) -> Self:
        """Send a form by this button of its own."""
        assert form.usable, f"{button} cannot be pressed now"
        name, value = form.buttons[button]
        data = form.values | ({name: [value]} if name else {})
        self._take(await self.client.request(form.method, self.answer.url.join(form.action), data=data))
        return self

    async def until_it_is_over(self) -> Self:
        """Wait as a page does while something is under way, and show it anew."""
        while (await self.client.get(f"{self.base}/-/under-way")).status_code != 204:
            pass
        return await self.go(str(self.answer.url))

    def _take(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._read = _Reader(answer.text)
        self._read.named()
