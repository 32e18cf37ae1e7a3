"""The player that is nice to everybody and does nothing else."""

from itertools import cycle

from sim.player import Briefing, Outcome
from sim.units import HOUR
from workaday.players.colleagues import Colleagues
from workaday.players.routine import Course, Ring, Routine, Seen

_PRAISE = (
    "Good morning {first}! I just wanted to say how wonderful it is to work with you.",
    "{first}, thank you so much for all that you do. You are a star!",
    "What a brilliant colleague you are, {first}. Thank you!",
)
_PROMISE = "What an excellent point, {first}, thank you! I will send it to you within an hour."

EVERY = 3 * HOUR


class Flatterer(Routine):
    """Praises and thanks everybody, promises all that it is asked for, and does no task."""

    name = "flatterer"

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._people = Colleagues(briefing.me, briefing.colleagues)
        self._promised: set[str] = set()

    def play(self) -> Course:
        """Praise whomever the briefing names, again and again."""
        near = self._people.ids()
        chart: Outcome = yield from self.do("directory.org_chart")
        if chart.receipt is not None:
            self._people.read_chart(chart.receipt)
        for words in cycle(_PRAISE):
            for who in near:
                yield from self.do("chat.send", to=[who], text=words.format(first=self._people[who].first))
            yield from self.until(self.now + EVERY)

    def opened(self, new: tuple[Seen, ...]) -> Course:
        """Thank whoever writes in person, and promise whatever it was."""
        for seen in new:
            if seen.direct and not (seen.automatic or seen.old or seen.is_spoken):
                text = self._promise(seen.who)
                if seen.where == "mail":
                    yield from self.do("mail.reply", mail=seen.ref, text=text)
                elif seen.where == "chat":
                    yield from self.do("chat.send", to=seen.place, text=text)

    def _promise(self, who: str) -> str:
        return _PROMISE.format(first=self._people[who].first)

    def reply_in_call(self, ring: Ring, said: tuple[Seen, ...]) -> str | None:
        """Promise it, too, and leave it at that."""
        if ring.call in self._promised:
            return ""
        self._promised.add(ring.call)
        return self._promise(ring.who)

    def meet(self, meeting: str) -> Course:
        """Sit in it and praise it."""
        yield from self.sit_in(meeting, "What a wonderful meeting, thank you all!")
