"""The player that is a language model: a tool-calling agent, one small LangGraph graph around the run's model port.

``model:PROVIDER/MODEL``. Each turn the graph shows the model what is to be seen (`look`), shortens the conversation
where it has grown too long (`recall`), and asks for one tool call (`decide`) until there is one that can be read. The
tools are the office's actions; whether a call makes sense is for the office to say, and the model reads its refusal.

What goes wrong is never papered over: a model that cannot be reached stops the run; one that gives no readable tool
call in `TRIES` attempts has done nothing this turn, which stands in the record as a refused action.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypedDict

from sim.model import INFRASTRUCTURE, Message, ModelFault, ModelPort, ModelReply, ModelRequest, ToolCall
from sim.player import NOTHING, Act, Assignment, Briefing, Cut, Observation
from sim.vocabulary.core import canonical_json

TRIES: Final = 3
"""Attempts at a readable tool call in one turn."""
CONTEXT: Final = 60_000
"""Characters of the conversation (about 15,000 tokens) beyond which what is older is summed up."""
RECENT: Final = 12
"""Messages that are never summed up."""
LONGEST: Final = 6_000
"""Characters of a result that are shown."""
REPLY: Final = 2_000
"""Tokens of a reply."""

_CHARTER = """\
You are {name}, {title} at {organisation}. {about}

{brief}

Your id is {me}. You work {hours} ({zone}). It begins {starts} and ends {ends}. The people you work with directly:
{colleagues}

You act by calling tools, one at a time. Everything takes working time: writing, reading, talking, looking things up.
Your colleagues are people: they answer when they get to it, they know some things and not others, some of what they
believe is outdated, and they do not like to be asked the same thing again and again. What is written to you waits until
you open it; a call or a walk-up interrupts you. To let time pass, call desk.wait: it ends early when something arrives.
desk.tasks lists your tasks. Times are on your own clock. When all is done, wait for the end, or call desk.finish."""

_SUM_UP = """\
Sum up, for yourself, what has happened so far, as notes you will work from: your tasks and how each stands; what you
found out, from whom and when; whom you asked what and who still has to answer; what you promised and what was promised
to you; decisions and approvals; ids you will need (places, mails, tickets, paths, meetings). No more than 400 words."""


class _State(TypedDict):
    observation: Observation
    tries: int
    act: Act | None


class ModelPlayer:
    """A language model in the seat. ``model`` is a model string of LiteLLM's."""

    replays = True
    is_model = True

    def __init__(self, model: str) -> None:
        self.name = f"model:{model}"
        self.model = model
        self._port: ModelPort | None = None
        self._messages: list[Message] = []
        self._open: tuple[ToolCall, ...] = ()
        self._graph: Any = None

    def use_model(self, port: ModelPort, /) -> None:
        """Ask ``port`` from now on."""
        self._port = port

    def begin(self, briefing: Briefing) -> None:
        """Write the charter, which stays the first message of every prompt."""
        charter = _CHARTER.format(
            name=briefing.name, title=briefing.title, organisation=briefing.organisation, about=briefing.about,
            brief=briefing.brief.strip(), me=briefing.me, hours=briefing.hours, zone=briefing.zone,
            starts=briefing.starts, ends=briefing.ends, colleagues="\n".join(f"- {c}" for c in briefing.colleagues),
        )  # fmt: skip
        self._me = briefing.me
        self._charter = Message(role="system", content=charter)
        self._tools = tuple(tool.model_dump(mode="json") for tool in briefing.tools)
        self._graph = _compile(self._look, self._recall, self._decide)

    def remember(self, observation: Observation, act: Act) -> None:
        """What somebody else saw and did in the seat before becomes the beginning of the conversation."""
        self._show(observation)
        call = ToolCall(id=f"turn-{observation.turn}", name=act.action, arguments=canonical_json(dict(act.arguments)))
        self._messages.append(Message(role="assistant", content=act.thought, tool_calls=(call,)))
        self._open = (call,)

    async def act(self, observation: Observation) -> Act:
        """One turn of the graph. Raises :class:`~sim.model.ModelFault` where no answer can be had."""
        state = await self._graph.ainvoke(_State(observation=observation, tries=0, act=None))
        act: Act = state["act"]
        return act

    # -- nodes ----------------------------------------------------------------------------------------------------

    async def _look(self, state: _State) -> dict[str, Any]:
        """Show what there is to be seen."""
        self._show(state["observation"])
        return {}

    async def _recall(self, state: _State) -> dict[str, Any]:
        """Sum up the older part of a conversation that has grown too long."""
        if _size(self._messages) > CONTEXT:
            await self._shorten()
        return {}

    async def _decide(self, state: _State) -> dict[str, Any]:
        """Ask for a tool call. What cannot be read is answered with what is wrong, and counts as an attempt."""
        tries = state["tries"] + 1
        try:
            reply = await self._ask(self._messages, self._tools)
        except ModelFault as fault:
            if fault.kind in INFRASTRUCTURE:
                raise
            if fault.kind == "context_overflow":
                await self._shorten()
            if fault.kind in ("truncated", "malformed"):
                self._messages.append(Message(role="user", content=f"Your reply could not be used ({fault})."))
            return {"tries": tries, "act": _gave_up(tries, str(fault))}
        self._messages.append(Message(role="assistant", content=reply.text, tool_calls=reply.tool_calls))
        if not reply.tool_calls:
            self._messages.append(Message(role="user", content="Choose what to do next by calling a tool."))
            return {"tries": tries, "act": _gave_up(tries, "no tool call")}
        call = reply.tool_calls[0]
        try:
            arguments = json.loads(call.arguments or "{}")
            if not isinstance(arguments, dict):
                raise ValueError("they are no JSON object")
        except ValueError as error:
            for one in reply.tool_calls:
                self._answer(one, f"Not done: the arguments of {one.name} cannot be read: {error}.")
            return {"tries": tries, "act": _gave_up(tries, f"unreadable arguments: {error}")}
        self._open = reply.tool_calls
        return {"tries": tries, "act": Act(action=call.name, arguments=arguments, thought=reply.text)}

    # -- inside ---------------------------------------------------------------------------------------------------

    def _show(self, observation: Observation) -> None:
        """Say what there is to be seen: as the result of the last call, where there was one."""
        text = tell(observation)
        done, *others = self._open or (None,)
        if done is None:
            self._messages.append(Message(role="user", content=text))
        else:
            self._messages.append(Message(role="tool", content=text, tool_call_id=done.id))
            for call in others:
                assert call is not None
                self._answer(call, "Not done: one action at a time. Call it again if you still want it.")
        self._open = ()

    async def _ask(self, messages: list[Message], tools: tuple[Mapping[str, Any], ...]) -> ModelReply:
        if self._port is None:
            raise ModelFault("bad_request", f"{self.name} was given no model port: use_model was not called")
        request = ModelRequest(
            model=self.model, messages=(self._charter, *messages), tools=tools, max_tokens=REPLY
        )  # fmt: skip
        return await self._port.complete(request, role="player", who=self._me)

    async def _shorten(self) -> None:
        """Put a summary in place of the older messages; where none can be had, say that they are gone."""
        cut = max(0, len(self._messages) - RECENT)
        while cut < len(self._messages) and self._messages[cut].role == "tool":
            cut += 1  # a result never stands without the call it belongs to
        older, recent = self._messages[:cut], self._messages[cut:]
        if not older:
            self._messages = [_clipped(message, LONGEST // 4) for message in recent]
            return
        # As plain text: some providers take no tool calls in a prompt that offers no tools.
        past = "\n\n".join(map(_written, older))[-CONTEXT:]
        try:
            reply = await self._ask([Message(role="user", content=f"{_SUM_UP}\n\n{past}")], ())
            notes = f"Your notes on what happened before:\n{reply.text}"
        except ModelFault as fault:
            if fault.kind in INFRASTRUCTURE:
                raise
            notes = f"Earlier turns are left out here, and could not be summed up ({fault.kind})."
        self._messages = [Message(role="user", content=notes), *recent]

    def _answer(self, call: ToolCall, text: str) -> None:
        self._messages.append(Message(role="tool", content=text, tool_call_id=call.id))


def _compile(look: Callable[..., Any], recall: Callable[..., Any], decide: Callable[..., Any]) -> Any:
    """The graph: look, recall, then decide until there is an act."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(_State)
    graph.add_node("look", look)
    graph.add_node("recall", recall)
    graph.add_node("decide", decide)
    graph.add_edge(START, "look")
    graph.add_edge("look", "recall")
    graph.add_edge("recall", "decide")
    graph.add_conditional_edges("decide", lambda state: END if state["act"] is not None else "decide")
    return graph.compile()


def _gave_up(tries: int, why: str) -> Act | None:
    return Act(action=NOTHING, thought=f"no readable tool call in {tries} attempts: {why}") if tries >= TRIES else None


def _size(messages: list[Message]) -> int:
    return sum(len(m.content or "") + sum(len(c.name) + len(c.arguments) for c in m.tool_calls) for m in messages)


def _written(message: Message) -> str:
    """A message of the conversation as a line of a transcript."""
    calls = "".join(f"\n{call.name} {call.arguments}" for call in message.tool_calls)
    return f"{'You' if message.role == 'assistant' else 'Seen'}: {message.content or ''}{calls}"


def _clipped(message: Message, most: int) -> Message:
    text = message.content or ""
    return message if len(text) <= most else message.model_copy(update={"content": f"{text[:most]} [cut off here]"})


# -- what is shown ----------------------------------------------------------------------------------------------------


def tell(observation: Observation) -> str:
    """An observation in words, as the model reads it."""
    parts = list(_last(observation))
    at_work = "" if observation.working else " You are outside your working hours."
    parts.append(f"It is {observation.now}.{at_work}")
    parts += [_task(task) for task in observation.tasks]
    for line in observation.heard:
        parts.append(f"{line.at} {line.who} says in {line.where}: {line.text}")
    for notice in observation.notices:
        urgent = "urgent, " if notice.urgent else ""
        parts.append(f"New ({urgent}{notice.kind}): {notice.app} {notice.ref} in {notice.place}, from {notice.sender}, "
                     f"{notice.at}: {notice.gist}")  # fmt: skip
    if observation.ringing is not None:
        parts.append(f"{observation.ringing} rings: calls.answer, calls.decline, or let it ring.")
    if observation.call is not None:
        parts.append(f"You are in {observation.call}: calls.say, calls.hang_up.")
    if observation.meeting is not None:
        parts.append(f"You are in the meeting {observation.meeting}.")
    if observation.suspended:
        parts.append(f"Interrupted work of yours: {'; '.join(map(_cut, observation.suspended))}.")
    return "\n".join(parts)


def _last(observation: Observation) -> list[str]:
    last = observation.last
    if last is None:
        return []
    if last.refusal is not None:
        return [f"{last.action} was refused ({last.code}): {last.refusal}"]
    if last.cut is not None:
        return [f"{last.action} was interrupted by {last.cut.by} ({last.cut.why}); desk.resume goes back to it."]
    told = json.dumps(last.receipt, ensure_ascii=False)
    told = told if len(told) <= LONGEST else f"{told[:LONGEST]} [cut off here: ask for less at a time]"
    return [f"{last.action}, done in {last.took} s: {told}"]


def _task(task: Assignment) -> str:
    lines = [f"A task from {task.given_by}, {task.id}: {task.title}", task.text, *(f"- {q}" for q in task.questions)]
    if task.approval is not None:
        amount = f", {task.amount}" if task.amount else ""
        needs = "To be decided by somebody else" if task.decision else "Needs approval"
        lines.append(f"{needs}: {task.approval}{amount}.")
    if task.after:
        lines.append(f"After: {', '.join(task.after)}.")
    lines.append(f"To do: {task.deliver}, by {task.by}.")
    return "\n".join(lines)


def _cut(cut: Cut) -> str:
    return f"{cut.action} ({cut.left} s left)"
