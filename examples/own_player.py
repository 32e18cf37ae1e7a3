"""A player of one's own: asks everybody it works with the first question of its task, and writes down what they answer.

    workaday run first-week --player examples/own_player.py:Asker

`begin` is called once, with who one is and what one can do; `act` again and again, with what is to be seen now. It
gives the next action by its name and arguments; `Briefing.tools` describes all of them.
"""

from sim.player import Act, Assignment, Briefing, Observation


class Asker:
    name = "asker"

    def begin(self, briefing: Briefing) -> None:
        self.me = briefing.me
        self.to_ask = [line.partition(":")[0] for line in briefing.colleagues]
        self.tasks: list[Assignment] = []
        self.unread: list[str] = []
        self.answers: dict[str, str] = {}
        self.written = 0

    async def act(self, observation: Observation) -> Act:
        self.tasks += [task for task in observation.tasks if task.path and task.questions]
        self.unread += [n.place for n in observation.notices if n.app == "chat" and not n.place.startswith("#")]
        if (last := observation.last) and last.action == "chat.read" and last.receipt:
            said = [message for message in last.receipt["messages"] if message["sender"] != self.me]
            self.answers |= {message["id"]: f"{message['sender']}: {message['text']}" for message in said}
        if observation.ringing:
            return Act(action="calls.answer", arguments={"call": observation.ringing})
        if self.unread:
            return Act(action="chat.read", arguments={"place": self.unread.pop(0)})
        if self.tasks and self.to_ask:
            return Act(action="chat.send", arguments={"to": [self.to_ask.pop()], "text": self.tasks[0].questions[0]})
        if self.tasks and len(self.answers) > self.written:
            self.written = len(self.answers)
            text = "\n".join(self.answers.values())
            return Act(action="drive.write", arguments={"path": self.tasks[0].path, "text": text})
        return Act(action="desk.wait", arguments={"until": "4h"})
