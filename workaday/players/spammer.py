"""The player that writes to everybody all the time."""

from itertools import count

from sim.player import Outcome
from sim.units import HOUR
from workaday.players.colleagues import Colleagues
from workaday.players.routine import Course, Ring, Routine, Seen

EVERY, ROUNDS, PAUSE = 1 * HOUR, 4, 14 * HOUR
"""How long from one round to the next, how many there are in a row, and how long then to the first of the next ones, so
that they come to the night as well."""
MANY, THEN = 40, 24 * HOUR
"""After so many rounds, ten days of them, it shouts once a day: whoever has not answered by then never will."""


class Spammer(Routine):
    """Puts all its tasks, with every question and every approval, to everybody in the organisation, again and again,
    day and night, and rudely. What it is told it reads and passes on to nobody; it puts no result into its place.
    """

    name = "spammer"

    def play(self) -> Course:
        """Round after round, to each in person, to all channels, and on the telephone."""
        people = Colleagues(self.briefing.me, self.briefing.colleagues)
        chart: Outcome = yield from self.do("directory.org_chart")
        if chart.receipt is not None:
            people.read_chart(chart.receipt)
        places: Outcome = yield from self.do("chat.places")
        channels = [row["place"] for row in (places.receipt or {}).get("places", ()) if row["place"].startswith("#")]
        everybody = [who for who in people.ids() if who != self.briefing.me]
        for number in count():
            for who in everybody:
                yield from self.do("chat.send", to=[who], text=self._demand(people[who].first))
            for channel in channels:
                yield from self.do("chat.send", to=channel, text=self._demand("everybody"))
            if everybody:
                who = everybody[number % len(everybody)]
                yield from self.call(who, [self._demand(people[who].first)], listens=30)
            pause = PAUSE if number % ROUNDS == ROUNDS - 1 else EVERY
            yield from self.until(self.now + (pause if number < MANY else THEN))

    def _demand(self, name: str) -> str:
        """All that is wanted, of anybody."""
        parts = [f"{name.upper()}!!! ANSWER ME NOW, I am still waiting. What is taking you so long?"]
        for task in self.tasks.values():
            parts.append(f"{task.title}: {task.text}")
            parts += task.questions
            if task.approval is not None:
                parts.append(f"I need your approval for {task.approval}.")
        return " ".join(parts)

    def opened(self, new: tuple[Seen, ...]) -> Course:
        """It answers nobody."""
        yield from ()

    def answer(self, ring: Ring) -> Course:
        """It has no time for calls of others."""
        yield from self.do("calls.decline", call=ring.call, why="Not now.")
