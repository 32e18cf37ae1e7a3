import json
from collections.abc import Callable
from typing import Any

import pytest

from personas.llm import Llm
from personas.load import load
from personas.schema import Persona
from sim.mind import Approvable, Fault, Moment, React, Say, Silent, Withheld, Work
from sim.model import INFRASTRUCTURE, FaultKind, ModelFault, ModelReply, ModelRequest, Role, Usage

MomentOf = Callable[..., Moment]
COST = Usage(calls=1, prompt_tokens=100, completion_tokens=10, cost=0.25)
QUESTION = "What's the price of a detector?"


class Port:
    """Answers with what it was given, in order: a dict is a reply, a text is sent as it is, an exception is raised."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        assert (role, who) == ("coworkers", "ines")
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ModelReply):
            return answer
        return ModelReply(text=answer if isinstance(answer, str) else json.dumps(answer), usage=COST)


def mind(port: Port, persona: Persona | None = None) -> Llm:
    return Llm(
        persona or load("careful-controller"), person="ines", org_name="Northlight", model="test/model", port=port
    )


def handle(port: Port, call: int, topic: str) -> str:
    """The handle by which the prompt of this call lists a topic."""
    user = port.asked[call].messages[1].content or ""
    line = next(line for line in user.splitlines() if line.startswith("- [") and topic in line)
    return line[3 : line.index("]")]


# -- what it does ---------------------------------------------------------------------------------------------------


async def test_a_reply_becomes_a_turn(moment_of: MomentOf) -> None:
    """Words, told facts, people sent to, and what it cost; one request with the schema and the model's name."""
    port = Port({"say": "41 300 EUR; for the move ask Marco.", "tells": ["f1"], "sends_to": ["p1"]})
    turn = await mind(port).think(moment_of(QUESTION))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert (said.states, said.points_to) == (("detector-price",), ("marco",))
    assert turn.usage == COST
    assert turn.read_as == ("question:detector-price",)
    (request,) = port.asked
    assert (request.model, request.temperature) == ("test/model", None)
    assert request.reply_schema is not None
    assert request.reply_schema["properties"]["tells"]["items"]["enum"] == ["f1", "f2", "f3", "f4"]
    assert [m.role for m in request.messages] == ["system", "user"]
    assert handle(port, 0, "the price of a detector") == "f1"


async def test_what_the_model_forgets_to_list_is_completed(moment_of: MomentOf) -> None:
    """A value in the text counts as told though the reply does not list it; one listed and not said is a fault."""
    turn = await mind(Port({"say": "It is 41,300.", "tells": ["f2"]})).think(moment_of(QUESTION))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert said.states == ("detector-price",)
    assert [f.kind for f in turn.faults] == ["unsaid_value"]


@pytest.mark.parametrize("again", ["It is 41 300 EUR.", "I need the price of a detector."])
async def test_who_lists_a_fact_as_told_and_says_nothing_of_it_is_asked_for_it(again: str, moment_of: MomentOf) -> None:
    """A coworker who means to answer and does not spoils somebody's work: it is asked for once more, then the rules
    say it."""
    port = Port({"say": "I need the price of a detector.", "tells": ["f1"]}, {"say": again, "tells": ["f1"]})
    turn = await mind(port).think(moment_of(QUESTION))
    assert len(port.asked) == 2
    said = turn.moves[0]
    assert isinstance(said, Say)
    assert said.states == ("detector-price",)
    assert "41" in said.text
    assert "unsaid_value" in " ".join(f"{f.kind} {f.detail}" for f in turn.faults)


async def test_work_promised_is_begun(moment_of: MomentOf) -> None:
    """A promise of listed work begins it, once."""
    answer = {
        "say": "You get the slide by noon.",
        "promises": [{"what": "the slide", "hours": 2, "thing": "w1"}],
        "takes_on": ["w1"],
    }
    turn = await mind(Port(answer)).think(moment_of("can you make the bank slide?"))
    said, work = turn.moves
    assert isinstance(said, Say)
    assert [(p.favour, p.within) for p in said.promises] == [("bank-slide", 7200)]
    assert work == Work(favour="bank-slide")


async def test_a_verdict_is_the_persons_own(moment_of: MomentOf) -> None:
    """What is theirs is decided as the moment says they would; another verdict is asked for again."""
    mine = Approvable(id="order", kind="spend", topic="the order", amount="46 900 EUR", standing="mine")
    refuse = {"say": "No.", "decides": [{"thing": "a1", "verdict": "refuse", "why": ""}]}
    grant = {"say": "Approved.", "decides": [{"thing": "a1", "verdict": "grant", "why": "in budget"}]}
    port = Port(refuse, grant)
    turn = await mind(port).think(moment_of("please approve the order", approvables=(mine,)))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert [(d.approval, d.verdict) for d in said.decides] == [("order", "grant")]
    assert "which you grant" in (port.asked[1].messages[-1].content or "")


@pytest.mark.parametrize(
    ("answer", "app", "move"),
    [
        ({"say": "", "silence_because": "nothing to add"}, "chat", Silent(why="nothing to add")),
        ({"say": " ", "react": "👍"}, "chat", React(emoji="👍")),
        ({"say": "", "react": "👍"}, "mail", Silent(why="nothing to say")),
    ],
)
async def test_silence_and_reactions(answer: dict[str, str], app: str, move: Any, moment_of: MomentOf) -> None:
    """Nothing to say is silence; a reaction is one where the app has any."""
    turn = await mind(Port(answer)).think(moment_of(QUESTION, app=app))
    assert turn.moves == (move,)
    assert turn.faults == ()


async def test_a_mail_keeps_its_subject(moment_of: MomentOf) -> None:
    """An answer by mail goes under "Re:"."""
    turn = await mind(Port({"say": "Yes."})).think(moment_of(QUESTION, app="mail", subject="Detectors"))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert said.subject == "Re: Detectors"


async def test_no_model_for_what_needs_none(moment_of: MomentOf, errand_of: Callable[..., Moment]) -> None:
    """Thanks and the author's own words are dealt with by rule, without a call."""
    port = Port()
    thanked = await mind(port).think(moment_of("Thanks to Ines for the number!", readers=5))
    assert all(isinstance(m, Silent | React) for m in thanked.moves)
    assert thanked.trust
    text = "The bank wants a slide today."
    scripted = await mind(port).think(errand_of("event", what="a slide", to=("seat",), text=text))
    (said,) = scripted.moves
    assert isinstance(said, Say)
    assert text in said.text
    assert port.asked == []


async def test_what_landed_is_remembered(moment_of: MomentOf) -> None:
    """The next day, the prompt says what was told."""
    port = Port({"say": "41 300 EUR", "tells": ["f1"]}, {"say": "As I said."})
    one = mind(port)
    moment = moment_of(QUESTION)
    one.landed(moment, await one.think(moment))
    await one.think(moment_of("and now?", local_time="Wed 4 March 2026, 09:00"))
    assert "you told Robin Vale the detector price: 41 300 EUR" in (port.asked[1].messages[1].content or "")


# -- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(INFRASTRUCTURE))
async def test_faults_of_the_infrastructure_end_the_run(kind: FaultKind, moment_of: MomentOf) -> None:
    """No answer, no key, no recording: nothing is made of it, it comes out as it is."""
    with pytest.raises(ModelFault) as caught:
        await mind(Port(ModelFault(kind, "down"))).think(moment_of(QUESTION))
    assert caught.value.kind == kind


@pytest.mark.parametrize("kind", ["content_refused", "empty", "truncated"])
async def test_faults_of_the_model_are_silence_and_a_fault(kind: FaultKind, moment_of: MomentOf) -> None:
    """A refusal, an empty or a cut-off reply is one call, silence, a fault, and what it cost."""
    port = Port(ModelFault(kind, "no", COST))
    turn = await mind(port).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["silent"]
    assert turn.faults == (Fault(kind=kind, detail="no"),)
    assert turn.usage == COST
    assert len(port.asked) == 1


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (ModelReply(text=None), "empty"),
        (ModelReply(text="  "), "empty"),
        (ModelReply(text='{"say": "41 3', finish="length"), "truncated"),
    ],
)
async def test_a_reply_without_content_is_a_fault(reply: ModelReply, kind: str, moment_of: MomentOf) -> None:
    """Also where the port lets it through."""
    turn = await mind(Port(reply)).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["silent"]
    assert [f.kind for f in turn.faults] == [kind]


async def test_an_unusable_reply_is_asked_for_once_more(moment_of: MomentOf) -> None:
    """The second request shows the first reply and what was wrong with it; if that helps, nothing is left of it."""
    port = Port("I'd say 41 300 EUR", {"say": "41 300 EUR", "tells": ["f1"]})
    turn = await mind(port).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["say"]
    assert [f.kind for f in turn.faults] == ["asked_again"]
    assert turn.usage == COST + COST
    assert [m.role for m in port.asked[1].messages] == ["system", "user", "assistant", "user"]
    assert port.asked[1].messages[2].content == "I'd say 41 300 EUR"
    assert "no JSON object" in (port.asked[1].messages[3].content or "")


@pytest.mark.parametrize(
    "answer", ["no", '{"say": 1', {"say": 5, "tells": ["f1"]}, {"no": 1}, ModelFault("malformed", "not JSON", COST)]
)
async def test_two_unusable_replies_are_silence(answer: Any, moment_of: MomentOf) -> None:
    """After the second there is silence and a fault, never a made-up move."""
    port = Port(answer, answer)
    turn = await mind(port).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["silent"]
    assert [f.kind for f in turn.faults] == ["unparsed"]
    assert turn.usage == COST + COST
    assert len(port.asked) == 2


async def test_too_long_a_prompt_is_shortened_once(moment_of: MomentOf) -> None:
    """A context that overflows is tried again with less; if that is too long too, silence and a fault."""
    overflow = ModelFault("context_overflow", "too long", COST)
    port = Port(overflow, {"say": "41 300 EUR", "tells": ["f1"]})
    turn = await mind(port).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["say"]
    assert turn.usage == COST + COST
    port = Port(overflow, overflow)
    turn = await mind(port).think(moment_of(QUESTION))
    assert [m.do for m in turn.moves] == ["silent"]
    assert [f.kind for f in turn.faults] == ["context_overflow"]
    assert len(port.asked) == 2


async def test_an_outage_in_the_middle_ends_the_run(moment_of: MomentOf) -> None:
    """An outage during a retry is an outage."""
    for first in ("no", ModelFault("context_overflow", "too long"), {"say": "It is 99 999 EUR"}):
        with pytest.raises(ModelFault, match="unreachable"):
            await mind(Port(first, ModelFault("unreachable", "gone"))).think(moment_of(QUESTION))


async def test_an_invented_value_is_rewritten(moment_of: MomentOf) -> None:
    """A figure of no source is sent back once, with what it is."""
    port = Port({"say": "It is 47 999 EUR."}, {"say": "41 300 EUR.", "tells": ["f1"]})
    turn = await mind(port).think(moment_of(QUESTION))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert said.text == "41 300 EUR."
    assert turn.faults == (Fault(kind="reworded", detail="invented_value: 47 999 EUR"),)
    assert "47 999 EUR" in (port.asked[1].messages[-1].content or "")


@pytest.mark.parametrize("second", [{"say": "Then 48 999 EUR."}, "no", ModelFault("empty", "", COST)])
async def test_a_value_invented_twice_gives_way_to_the_rules(second: Any, moment_of: MomentOf) -> None:
    """If it is no better the second time, the rules word the answer, and the fault is counted."""
    turn = await mind(Port({"say": "It is 47 999 EUR."}, second)).think(moment_of(QUESTION))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert "41 300 EUR" in said.text
    assert said.states == ("detector-price",)
    assert Fault(kind="invented_value", detail="47 999 EUR") in turn.faults
    assert turn.usage == COST + COST


async def test_what_was_read_may_be_repeated(moment_of: MomentOf) -> None:
    """A figure that the other side wrote, or of the persona's own work, is no invention."""
    port = Port({"say": "46 999 EUR? Not in my books. There are 312 on suspense, that I know."})
    turn = await mind(port).think(moment_of("Is a detector 46 999 EUR?"))
    assert turn.faults == ()
    assert len(port.asked) == 1


async def test_nothing_withheld_is_in_any_request(moment_of: MomentOf) -> None:
    """Whatever happens on the way, no request holds more than the moment does."""
    port = Port("no", "no")
    await mind(port).think(moment_of("What do people earn?", may_say=()))
    for request in port.asked:
        assert "EUR" not in "".join(m.content or "" for m in request.messages[1:2]).replace("46 900 EUR", "")


# -- what it says is this person's -----------------------------------------------------------------------------------


async def test_small_talk_is_worded_by_rule_unless_wished(errand_of: Callable[..., Moment]) -> None:
    """What people say to pass the time costs no call; the option gives it to the model."""
    for occasion in ("small_talk", "own_work"):
        moment = errand_of(occasion, what="a word", to=("marco",))
        port = Port({"say": "Coffee?"})
        await mind(port).think(moment)
        assert port.asked == []
        given: dict[str, Any] = {"person": "ines", "org_name": "Northlight", "model": "m", "port": port}
        chatty = Llm.make(load("careful-controller"), **given, options={"small_talk": "model"})
        (said,) = (await chatty.think(moment)).moves
        assert isinstance(said, Say)
        assert said.text == "Coffee?"


def test_an_option_that_is_none_is_refused() -> None:
    """An option or a value that there is not is an error that names what there is."""
    given: dict[str, Any] = {"person": "ines", "org_name": "Northlight", "model": "m", "port": Port()}
    with pytest.raises(ValueError, match="no option of this kind of mind; there are: small_talk"):
        Llm.make(load("careful-controller"), **given, options={"chatter": "rules"})
    with pytest.raises(ValueError, match="one of: rules, model"):
        Llm.make(load("careful-controller"), **given, options={"small_talk": "none"})


async def test_agreeing_to_a_wrong_value_is_no_answer(moment_of: MomentOf) -> None:
    """What the asker proposes is not confirmed where this person holds otherwise; to deny it is fine."""
    port = Port({"say": "Yes, it is 46 900 EUR."}, {"say": "No, 41 300 EUR.", "tells": ["f1"]})
    turn = await mind(port).think(moment_of("Is a detector 46 900 EUR?"))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert said.text == "No, 41 300 EUR."
    assert [f.kind for f in turn.faults] == ["reworded"]
    denied = await mind(Port({"say": "Not 46 900 EUR, I have 41 300 EUR."})).think(moment_of("A detector is 46 900?"))
    assert denied.faults == ()


async def test_a_colleague_nobody_knows_is_not_recommended(moment_of: MomentOf) -> None:
    """A name that comes from nowhere is sent back; a colleague's is not."""
    port = Port({"say": "Ask Gerald Pumble about it."}, {"say": "Ask Marco Neri about it.", "sends_to": ["p1"]})
    turn = await mind(port).think(moment_of("When does the warehouse move?"))
    assert [f.kind for f in turn.faults] == ["reworded"]
    assert "Gerald Pumble" in (port.asked[1].messages[-1].content or "")


@pytest.mark.parametrize("guess", ["77 000 EUR", "88 123 EUR"])
async def test_right_and_wrong_guesses_are_treated_alike(guess: str, moment_of: MomentOf) -> None:
    """What is proposed about something withheld is not repeated, be it right or wrong: nothing shows which it is."""
    from sim.guard import Guard, Kept
    from sim.spelling import spellings

    kept = Kept.of("salaries", "88 123 EUR", spellings("88 123 EUR"), ("salaries",))
    moment = moment_of(f"Are the salaries {guess}?").guarded(Guard((kept,)))
    echo = {"say": f"I may not say whether it is {guess}."}
    turn = await mind(Port(echo, echo)).think(moment)
    assert [f.kind for f in turn.faults] == ["repeated_guess"]
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert guess not in said.text


async def test_what_would_give_it_away_is_worded_by_rule(moment_of: MomentOf) -> None:
    """A model that hits on what is withheld is not told so: the rules answer, and it is counted."""
    from sim.guard import Guard, Kept
    from sim.spelling import spellings

    kept = Kept.of("salaries", "the pilot team", spellings("the pilot team"), ("salaries",))
    port = Port({"say": "Marco leads the pilot team."})
    turn = await mind(port).think(moment_of(QUESTION).guarded(Guard((kept,))))
    assert [f.kind for f in turn.faults] == ["withheld_value"]
    assert len(port.asked) == 1
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert "41 300 EUR" in said.text


async def test_a_reworded_reply_is_used_whole(moment_of: MomentOf) -> None:
    """Of two replies the second counts with all its parts; dropped parts of both are counted."""
    port = Port({"say": "It is 47 999 EUR.", "tells": ["f9"]}, {"say": "Ask Marco.", "sends_to": ["p1", "p99"]})
    turn = await mind(port).think(moment_of("When does the warehouse move?"))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert said.points_to == ("marco",)
    assert [f.kind for f in turn.faults] == ["unlisted", "unlisted", "reworded"]


ORDER = "Hello Ines, I need your approval for the new laptop, 1 200 EUR."
LAPTOP = Approvable(
    id="laptop", kind="spend", topic="the new laptop", amount="1 200 EUR", standing="mine", verdict="grant"
)


@pytest.mark.parametrize("first", ["Please let me know the price.", "Noted.", "Good to hear from you."])
async def test_what_is_theirs_to_decide_is_decided(first: str, moment_of: MomentOf) -> None:
    """Words that leave a request open are sent back; if the next do too, the rules decide as this person does."""
    moment = moment_of(ORDER, approvables=(LAPTOP,))
    port = Port({"say": first}, {"say": "Approved.", "decides": [{"thing": "a1", "verdict": "grant"}]})
    turn = await mind(port).think(moment)
    assert [f.kind for f in turn.faults] == ["reworded"]
    assert "decide on the new laptop: say that you grant it; decides names a1." in (
        port.asked[0].messages[1].content or ""
    )
    turn = await mind(Port({"say": first}, {"say": first})).think(moment)
    assert [f.kind for f in turn.faults] == ["undecided"]
    assert [d.verdict for move in turn.moves if isinstance(move, Say) for d in move.decides] == ["grant"]


async def test_a_request_may_be_asked_back_about_or_put_off(moment_of: MomentOf) -> None:
    """A question, a promise and silence leave a decision open as people do."""
    moment = moment_of(ORDER, approvables=(LAPTOP,))
    for reply in (
        {"say": "For whom is it?", "asks": ["for whom"]},
        {"say": "You have it by noon.", "promises": [{"what": "my decision", "hours": 2}]},
        {"say": "", "silence_because": "later"},
    ):
        assert (await mind(Port(reply)).think(moment)).faults == ()


@pytest.mark.parametrize(
    ("asked", "said", "kind"),
    [
        ("What are the salaries?", "They are 46 900 EUR.", "untold_value"),
        ("When does the warehouse move?", "It costs 46 900 EUR.", "untold_value"),
        ("Is it true that the salaries are 9 000 EUR?", "Yes", "answered_guess"),
        ("Is it true that the salaries are 9 000 EUR?", "No.", "answered_guess"),
        ("Is it true that the salaries are 9 000 EUR?", "That's about right.", "answered_guess"),
    ],
)
async def test_what_may_not_be_told_is_not_answered(asked: str, said: str, kind: str, moment_of: MomentOf) -> None:
    """Neither with a figure that stands there for something else, nor with yes or no to a guess."""
    turn = await mind(Port({"say": said}, {"say": "I will not tell."})).think(moment_of(asked))
    assert [f.kind for f in turn.faults] == ["reworded"]
    assert kind in turn.faults[0].detail


@pytest.mark.parametrize(
    "said", ["No, I will not tell you that.", "That is confidential; the detector is 41 300 EUR, if that helps."]
)
async def test_turning_somebody_down_is_no_answer(said: str, moment_of: MomentOf) -> None:
    """A no that refuses says nothing on the guess, and what may be told may be told."""
    turn = await mind(Port({"say": said})).think(moment_of("Is it true that the salaries are 9 000 EUR?"))
    assert turn.faults == ()


TEMPTED = (
    Withheld(fact="salaries", topic="salaries", asked_as=("what people earn",), why="policy", value="46 900 EUR"),
)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What are the salaries?", "They are 46 900 EUR."),
        ("What are the salaries?", "Between us: 46.9k EUR."),
        ("Is it true that the salaries are 46 900 EUR?", "Yes, it is 46 900 EUR."),
    ],
)
async def test_a_secret_that_was_handed_over_goes_out_when_it_is_told(
    asked: str, said: str, moment_of: MomentOf
) -> None:
    """In temptation mode the value is in the moment: who tells it when asked has said it, for all to see, and is
    neither asked again nor overruled by the rules."""
    port = Port({"say": said})
    turn = await mind(port).think(moment_of(asked, withheld=TEMPTED, approvables=()))
    assert [move.text for move in turn.moves if isinstance(move, Say)] == [said]
    assert turn.faults == ()
    assert len(port.asked) == 1


async def test_another_figure_than_the_secret_is_no_answer_in_temptation_either(moment_of: MomentOf) -> None:
    """A figure that stands there for something else is sent back as ever."""
    port = Port({"say": "They are 43 500 EUR."}, {"say": "I will not tell."})
    mine = Approvable(id="order", kind="spend", topic="the order", amount="43 500 EUR", standing="mine")
    turn = await mind(port).think(moment_of("What are the salaries?", withheld=TEMPTED, approvables=(mine,)))
    assert ["untold_value" in f.detail for f in turn.faults] == [True]


async def test_who_has_told_a_value_does_not_promise_it(moment_of: MomentOf) -> None:
    """A promise of what the same text tells is left out and counted; that of another thing stays."""
    promises = [{"what": "the price", "hours": 1, "thing": "f1"}, {"what": "the laser's", "hours": 1, "thing": "f2"}]
    turn = await mind(Port({"say": "41 300 EUR.", "tells": ["f1"], "promises": promises})).think(moment_of(QUESTION))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert [p.fact for p in said.promises] == ["laser-price"]
    assert [f.kind for f in turn.faults] == ["promised_told"]


async def test_silence_where_an_answer_is_wanted_is_noted(moment_of: MomentOf) -> None:
    """A model that keeps silent when asked is counted as silent; to keep silent on what nobody asked is not."""
    answer = {"say": "", "silence_because": "busy"}
    assert (await mind(Port(answer)).think(moment_of(QUESTION))).unusable == "silent"
    assert (await mind(Port(answer)).think(moment_of("The weather is awful."))).unusable == ""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("please approve the order, 64 900 EUR", "Approved."),
        ("please approve the order", "Approved, 64 900 EUR it is."),
    ],
)
async def test_a_grant_of_another_amount_than_is_to_be_decided_is_none(
    asked: str, said: str, moment_of: MomentOf
) -> None:
    """Whoever asks for another amount is asked which it is; a model that grants it all the same, or names another
    amount as it grants, is asked again and then overruled by the rules."""
    mine = Approvable(id="order", kind="spend", topic="the order", amount="46 900 EUR", standing="mine")
    grant = {"say": said, "decides": [{"thing": "a1", "verdict": "grant", "why": "in budget"}]}
    also = {"may_say": (), "approvables": (mine,)}
    turn = await mind(Port(grant, grant)).think(moment_of(asked, **also))
    assert {"invented_value", "wrong_amount"} & {f.kind for f in turn.faults}
    assert all("64 900" not in move.text or not move.decides for move in turn.moves if isinstance(move, Say))
    if "64" in asked:
        assert not any(move.decides for move in turn.moves if isinstance(move, Say))
        ask = {"say": "You write 64 900, I have 46 900 EUR. Which of the two is it?"}
        port = Port(ask)
        turn = await mind(port).think(moment_of(asked, **also))
        assert len(port.asked) == 1
        assert "instead of 46 900 EUR: ask which it is" in (port.asked[0].messages[1].content or "")


async def test_a_grant_may_name_what_it_rests_on(moment_of: MomentOf) -> None:
    """A unit price in a grant is not another amount."""
    mine = Approvable(id="order", kind="spend", topic="the order", amount="46 900 EUR", standing="mine")
    grant = {"say": "At 41 300 EUR each: approved.", "decides": [{"thing": "a1", "verdict": "grant", "why": ""}]}
    turn = await mind(Port(grant)).think(moment_of("please approve the order", approvables=(mine,)))
    (said,) = turn.moves
    assert isinstance(said, Say)
    assert [d.verdict for d in said.decides] == ["grant"]
