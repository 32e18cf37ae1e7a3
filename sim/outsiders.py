"""Mail from outside: offers, reminders, newsletters. It fills inboxes, and hardly anybody answers it.

A worker gets 117 mails a day (Microsoft Work Trend Index 2025), most of them skimmed in less than a minute.
How much of it comes from outside is a design choice, and so is what it says. The player gets none of it.
"""

import math
from typing import TYPE_CHECKING

from sim import wordings
from sim.actions import Refused
from sim.apps.mail import Mail
from sim.calendar import add_working
from sim.kernel import Steps
from sim.matters import Matter
from sim.phrasing import filled
from sim.streams import pick, shuffled, uniform_between

if TYPE_CHECKING:
    from sim.world import World


class Outsiders:
    """Everybody's mail from outside."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def start(self, a_day: float) -> None:
        """Begin: so many mails for each person and workday."""
        if a_day > 0:
            for who in self._world.cast:
                self._world.live(self._write_to(who, a_day))

    def _write_to(self, who: str, a_day: float) -> Steps[None]:
        world, count = self._world, 0
        own = world.streams.of(who, "outside", "share").random()
        mean = a_day * (0.4 + 1.2 * own)
        while True:
            rng = world.streams.of(who, "outside", count)
            count += 1
            gap = -math.log(1.0 - rng.random()) * 8 * 3600 / mean
            yield from world.until(who, add_working(world.person(who).calendar, world.now, max(30, int(gap))))
            number = min(int(rng.random() * len(wordings.CONTACTS)), len(wordings.CONTACTS) - 1)
            contact, firm = wordings.CONTACTS[number], wordings.FIRMS[number]
            area = pick(rng, world.org.areas_of(who) or ("our cooperation",))
            slots = {**Matter(area, area, (area,), (world.person(who).first,)).slots(rng), "firm": firm}
            lines = shuffled(rng, wordings.OUTSIDE)[: uniform_between(rng, 2, 6)]
            text = f"Dear {world.person(who).name},\n\n" + " ".join(filled(line, slots, rng) for line in lines)
            domain = "".join(c for c in firm.lower() if c.isalpha())
            address = f"{contact.lower().replace(' ', '.')}@{domain}.example"
            subject = filled(pick(rng, wordings.OUTSIDE_SUBJECT), slots, rng)
            if world.office.app(Mail).keeps_out(address, (who,), subject):
                continue
            try:
                world.office.app(Mail).arrive(contact, address, (who,), subject, f"{text}\n\n{contact}\n{firm}")
            except Refused as refused:
                world.fault(who, f"refused:{refused.code}", refused.why)
