"""A small organisation that the tests of the graph share."""

import pytest

from orgs.graph import OrgGraph
from orgs.schema import Org
from sim.source import compose, parse

ORG = """\
org: harbour
name: Harbour Lights
currency: NOK
sites:
  bergen: {zone: Europe/Oslo, hours: "mon-fri 08:00-16:00", closed: [2026-03-06]}
  halifax: {zone: America/Halifax, hours: "mon-fri 09:00-17:00"}
people:
  vera: {name: Vera Moen, title: Owner, site: bergen, approves: {spend: any, hiring: any}, deputy: carl}
  carl: {name: Carl Dahl, title: Finance, site: bergen, reports_to: vera, owns: [cash, annual budget],
         approves: {spend: 50 000 NOK}, deputy: {who: dina, approves: {spend: 10 000 NOK}}, languages: ["no", en]}
  dina: {name: Dina Vik, title: Bookkeeper, site: bergen, reports_to: carl, deputy: carl,
         hours: "mon-wed 08:00-12:00", leave: [{from: 2026-03-10, to: 2026-03-11}]}
  omar: {name: Omar Aziz, title: Workshop lead, site: bergen, reports_to: vera, owns: [lamp workshop, spare-parts],
         approves: {spend: 5 000 NOK, warranty: any}, deputy: {who: pia, approves: same},
         leave: [{from: 2026-03-02, to: 2026-03-03, why: skiing}]}
  pia: {name: Pia Berg, title: Lens grinder, site: bergen, reports_to: omar, dotted_to: carl, joined: 2025-01-01}
  lars: {name: Lars Berg, title: Fitter, site: halifax, reports_to: omar, leaves: 2026-03-31, deputy: mei}
  mei: {name: 李梅, pronouns: she, title: Fitter, site: halifax, reports_to: omar, about: "Repairs on the water"}
  seat: {title: Assistant, site: bergen, reports_to: pia}
areas:
  night alarm: {owner: omar, backup: lars, about: "the pager, outages after hours"}
  spare parts: {backup: mei}
teams:
  workshop: {lead: omar, members: [pia, lars, mei]}
  audit: {name: Yearly audit, members: [dina, mei]}
channels:
  "#all": {members: [everyone]}
  "#bench": {members: [vera, team workshop, pia], about: Lamps}
on_call:
  night alarm: {people: [omar, lars, mei], since: 2026-02-23, hands_over: mon 09:00}
ties:
  - {from: carl, to: omar, trust: 0.2, because: the missing receipts}
  - {between: [pia, lars], rapport: 0.8, friction: 0.25, because: one van}
policies:
  - {may_not_know: pay, except: [vera, carl], because: nobody's business}
  - {may_not_know: harbour sale, except: [vera, team workshop]}
"""


@pytest.fixture
def org() -> Org:
    return parse(compose(ORG), Org)


@pytest.fixture
def graph(org: Org) -> OrgGraph:
    return OrgGraph(org)
