"""A toy agent at the kiosk, and three changes of it, such as commits bring them: each class is the agent after one.

    workaday run ../kiosk/croissants.yaml --player agent.py:Clerk --seeds 1..8

`Clerk` finds out what croissants cost, has the order approved and writes it down. It lets telephones ring, and does not
always do the same: where it may as well go for a coffee first, it draws lots.
"""

from random import Random

from sim.player import Act, Assignment, Briefing, Observation


class Clerk:
    """The agent as it is on the main branch."""

    name = "clerk"
    replays = True
    answers_calls = False

    def use_chance(self, chance: Random) -> None:
        self.chance = chance

    def begin(self, briefing: Briefing) -> None:
        self.me = briefing.me
        self.unread: list[str] = []
        self.task: Assignment | None = None
        self.price = ""
        self.steps = ["ask", "request", "write", "tell"]
        self.talking = self.impatient = False

    async def act(self, observation: Observation) -> Act:
        for task in observation.tasks:
            self.task = task
        self.unread += [n.place for n in observation.notices if n.app == "chat"]
        self.remember(observation)
        if observation.ringing and self.answers_calls:
            self.talking = True
            return Act(action="calls.answer", arguments={"call": observation.ringing})
        if observation.call and self.talking:
            self.talking = False
            text = "Good morning! I have the price, and the order goes out as soon as it is approved."
            return Act(action="calls.say", arguments={"call": observation.call, "text": text})
        if observation.call:
            return Act(action="calls.hang_up", arguments={"call": observation.call})
        if self.unread:
            return Act(action="chat.read", arguments={"place": self.unread.pop(0)})
        return self.next_step()

    def remember(self, observation: Observation) -> None:
        """Take note of what was read: a price, or an approval."""
        if not observation.last or observation.last.action != "chat.read" or not observation.last.receipt:
            return
        for message in observation.last.receipt["messages"]:
            if message["sender"] == "luka" and "0.90" in message["text"]:
                self.price = "0.90 EUR"

    def next_step(self) -> Act:
        if self.chance.random() < 0.3:
            return Act(action="desk.wait", arguments={"until": f"{self.chance.randint(5, 25)}m", "through": True})
        step = self.steps[0] if self.steps else "rest"
        if step == "ask":
            return self.done("luka", self.words("Hello Luka, what does one croissant cost?"))
        if step == "request" and self.price:
            text = f"Hello Mira, I need your approval for the croissant order, 180 EUR. One costs {self.price}."
            return self.done("mira", self.words(text))
        if step == "write" and self.price:
            self.steps.pop(0)
            text = f"# Croissants\n\nOne costs {self.price} (Luka). Two hundred: 180 EUR."
            return Act(action="drive.write", arguments={"path": "/order.md", "text": text})
        if step == "tell":
            return self.done("mira", self.words("Hello Mira, the order is in /order.md."))
        return Act(action="desk.wait", arguments={"until": "2h"})

    def done(self, to: str, text: str) -> Act:
        self.steps.pop(0)
        return Act(action="chat.send", arguments={"to": [to], "text": text})

    def words(self, text: str) -> str:
        return text


class Attentive(Clerk):
    """A commit that improves it: it answers the telephone."""

    answers_calls = True


class Pushy(Clerk):
    """A commit that breaks its manners: in place of waiting, it asks Luka whether there is any news."""

    def next_step(self) -> Act:
        act = super().next_step()
        if act.action == "desk.wait" and self.task is not None and not self.impatient:
            self.impatient = True
            return Act(action="chat.send", arguments={"to": ["luka"], "text": "Any news? I am still waiting!!"})
        self.impatient = False
        return act


class Reworded(Clerk):
    """A commit that changes nothing that matters: other words, and with them other luck."""

    def words(self, text: str) -> str:
        self.chance.random()
        return text.replace("Hello", "Good morning")
