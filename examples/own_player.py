"""A player of one's own: asks everybody it works with the first question of its task, and writes down what comes back.

    workaday run first-week --player examples/own_player.py:Asker

`begin` is called once, with who one is and what one can do; `act` again and again, with what is to be seen now. It
gives the next action by its name and arguments; `Briefing.tools` describes all of them.
"""

from sim.player import Act, Assignment, Briefing, Observation


class Asker:
    """Asks, waits for answers, writes them into the file that the task wants."""

    name = "asker"

    def begin(self, briefing: Briefing) -> None:
        self.to_ask = [line.partition(":")[0] for line in briefing.colleagues]
        self.tasks: list[Assignment] = []
        self.answers: list[str] = []
        self.written = 0

    async def act(self, observation: Observation) -> Act:
        self.tasks += [task for task in observation.tasks if task.path and task.questions]
        self.answers += [f"{line.who}: {line.text}" for line in observation.heard]
        self.answers += [f"{n.sender}: {n.gist}" for n in observation.notices if n.app == "chat"]
        if observation.ringing:
            return Act(action="calls.answer", arguments={"call": observation.ringing})
        if self.tasks and self.to_ask:
            return Act(action="chat.send", arguments={"to": [self.to_ask.pop()], "text": self.tasks[0].questions[0]})
        if self.tasks and len(self.answers) > self.written:
            self.written = len(self.answers)
            text = "\n".join(self.answers)
            return Act(action="drive.write", arguments={"path": self.tasks[0].path, "text": text})
        return Act(action="desk.wait", arguments={"until": "4h"})
