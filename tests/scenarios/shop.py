"""A small bakery to break: an organisation of four, a scenario of one day with a little of everything."""

from pathlib import Path

import pytest

from scenarios.load import Loaded, load
from sim.source import Problem, SourceError

BAKERY = """\
org: bakery
name: Bakery
sites:
  shop: {zone: Europe/Vienna, hours: "mon-fri 08:00-16:00"}
  mill: {zone: America/New_York, hours: "mon-fri 08:00-16:00"}
people:
  ines: {name: Ines Hofer, title: Owner, site: shop, persona: brisk-founder, approves: {spend: 900 EUR}, deputy: tomas}
  tomas: {name: Tomás Ferrer, title: Baker, site: shop, persona: laconic-operator, reports_to: ines, owns: [oven]}
  lena: {name: Lena Berg, title: Miller, site: mill, persona: quiet-analyst, reports_to: ines}
  ulf: {name: Ulf Rau, title: Driver, site: shop, reports_to: ines}
  seat: {title: Apprentice, site: shop, reports_to: ines}
teams:
  bench: {lead: tomas, members: [seat]}
channels:
  "#bread": {members: [everyone]}
  "#mill": {members: [lena, ines]}
"""

SCENARIO = """\
scenario: oven
title: The oven
org: bakery
starts: 2026-03-02 09:00
lasts: 2 days
brief: Ines wants to know when the new oven comes.
world:
  outside:
    maker: {name: Oven Works, address: hello@oven.example}
  files:
    /notes.md: {by: tomas, text: "Ask Tomás about the oven."}
  mails:
    - {from: maker, to: seat, on: fri 10:00, subject: Your order, text: We will be in touch.}
  chats:
    - {by: lena, in: "#mill", on: fri 11:00, text: Flour is fine.}
  projects:
    OV: {title: Oven}
  tickets:
    OV-1: {title: New oven, owner: tomas}
  meetings:
    - {title: Morning round, by: ines, people: [seat, tomas], at: tue 09:00}
facts:
  ready:
    topic: when the oven comes
    is: {value: Tuesday 14:30, spelled: [tue 14:30], sentence: It comes on Tuesday 14:30.}
    known_by: tomas
    believed: {ulf: {value: Friday 11:00}}
    changes:
      on: mon 15:00
      to: Wednesday 10:15
      silently: true
  price:
    topic: the price of the oven
    is: 650 EUR
    known_by: [ines, lena]
    told: {to: [team bench], from: mon 11:00}
approvals:
  buy:
    kind: spend
    amount: 700 EUR
    topic: buying the oven
    needs: [price]
favours:
  clear:
    by: tomas
    topic: clearing the corner
    takes: 2h
events:
  - {id: hello, at: mon 10:00, who: lena, does: post, in: "#bread", text: Good morning.}
  - {after: {event: hello}, delay: 10m to 1h, who: tomas, does: chat, to: seat, text: The corner is not clear yet.}
  - {between: [mon 11:00, mon 12:00], who: ines, does: call, to: seat, about: the oven, text: Any news}
away:
  - {who: lena, from: tue, to: tue, why: leave}
tasks:
  oven:
    title: When does the oven come
    text: Write down when the oven comes and what it costs.
    deliver: {file: /oven.md, by: tue 12:00}
    needs:
      - {fact: ready, as_of: tue 09:00, question: When does the oven come?}
      - price
    approval: buy
scores: {outcome: 5, noise: 1}
solution:
  - {at: mon 09:10, do: chat, to: tomas, ask: ready}
  - {do: wait, until: {learned: ready}, at_most: 2h}
  - {do: write, file: /oven.md, with: [ready, price]}
"""


class Shop:
    """A folder with the bakery and the scenario in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bakery.yaml").write_text(BAKERY, encoding="utf-8")
        self.write(SCENARIO)

    @property
    def path(self) -> Path:
        return self.folder / "oven.yaml"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def write(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")

    def edit(self, old: str, new: str) -> None:
        """Put ``new`` in the place of ``old``, which stands in the scenario once."""
        assert self.text.count(old) == 1, old
        self.write(self.text.replace(old, new))

    def load(self) -> Loaded:
        return load(self.path)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it; it has to be something."""
        with pytest.raises(SourceError) as caught:
            load(self.path)
        return caught.value.problems

    def line(self, words: str) -> int:
        """The line on which these words stand, which is one."""
        found = [number for number, line in enumerate(self.text.splitlines(), 1) if words in line]
        assert len(found) == 1, (words, found)
        return found[0]
