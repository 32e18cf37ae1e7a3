"""The persona file: right defaults, every name and unit checked, errors that name line and fix."""

import json

import pytest

from personas.acts import ACTS
from personas.schema import Persona
from sim import source
from sim.habits import NOTICE, REPLY, Delay, Habits, Temper
from sim.source import SourceError

SMALLEST = "persona: ada\nabout: Somebody.\n"


def persona(text: str) -> Persona:
    """A persona of the smallest file with ``text`` added."""
    return source.parse(source.compose(SMALLEST + text, "ada.yaml"), Persona)


def refused(text: str) -> str:
    """What is said about the smallest file with ``text`` added, which must be wrong."""
    with pytest.raises(SourceError) as caught:
        persona(text)
    return str(caught.value)


def test_two_lines_make_a_person() -> None:
    """Everything but id and about has a default: the usual habits, an even temper, plain words."""
    ada = persona("")
    assert ada.habits() == Habits()
    assert ada.temper().when == Temper().when
    assert ada.lines("answer") == ACTS["answer"].plain


def test_waits_are_read_as_working_time() -> None:
    """A day in a habit is a working day of 8 hours, the night between does not count; a slow part comes along."""
    habits = persona(
        "habits: {mail: {notice: 20m to 2h, reply: 30m to 1 day, slow_share: 0.2, slow: 1 day to 3 days}}"
    ).habits()
    assert habits.notice["mail"] == Delay(20 * 60, 2 * 3600)
    assert habits.reply["mail"] == Delay(30 * 60, 8 * 3600, 0.2, Delay(8 * 3600, 24 * 3600))


def test_a_longer_wait_never_becomes_a_shorter_one() -> None:
    """Reading days as working days keeps the order of waits: 20 hours are not more than a day."""
    spans = ["1h", "8h", "9h", "20h", "24h", "25h", "2 days", "1 week"]
    lows = [persona(f"habits: {{chat: {{reply: {span}}}}}").habits().reply["chat"].low for span in spans]
    assert lows == sorted(lows)


def test_what_is_left_out_of_habits_is_as_usual() -> None:
    """Naming one wait leaves the others at their defaults."""
    habits = persona("habits: {chat: {notice: 5m}, call: {answers: 0.2}}").habits()
    assert habits.notice == {**NOTICE, "chat": Delay(300, 300)}
    assert habits.reply == REPLY
    assert (habits.answers_calls, habits.answers_walk_ups) == (0.2, Habits().answers_walk_ups)


def test_a_slow_part_alone_keeps_the_usual_quick_one() -> None:
    """slow without reply adds the tail to the default."""
    reply = persona("habits: {chat: {slow_share: 0.5, slow: 1h to 2h}}").habits().reply["chat"]
    assert (reply.low, reply.high) == (REPLY["chat"].low, REPLY["chat"].high)
    assert (reply.slow_share, reply.slow) == (0.5, Delay(3600, 7200))


def test_temper_follows_from_traits_unless_it_is_written() -> None:
    """The nervous bear fewer reminders, the agreeable help more and are less direct, the careless forget."""
    calm = persona("traits: {neuroticism: 0.1, agreeableness: 0.9, conscientiousness: 0.9}").temper()
    edgy = persona("traits: {neuroticism: 0.9, agreeableness: 0.1, conscientiousness: 0.2}").temper()
    assert calm.patience > edgy.patience
    assert calm.helpfulness > edgy.helpfulness
    assert calm.directness < edgy.directness
    assert calm.forgetfulness < edgy.forgetfulness
    written = persona(
        "traits: {neuroticism: 0.9}\ntemper: {patience: 6 reminders a day, helpfulness: 0}\npromises: {forgets: 0}"
    ).temper()
    assert (written.patience, written.helpfulness, written.forgetfulness) == (6.0, 0.0, 0.0)


def test_effects_are_taken_over() -> None:
    """What a file says of a provocation holds, an empty list included; of the others, the usual."""
    temper = persona("temper: {when_pestered: [goes_silent], when_thanked: []}").temper()
    assert temper.when["pestered"] == ("goes_silent",)
    assert temper.when["thanked"] == ()
    assert temper.when["credited"] == Temper().when["credited"]


def test_a_greeting_is_for_mail_or_by_channel() -> None:
    """A text alone greets in mail, a mapping says it for each channel."""
    assert dict(persona('voice: {greets: "{first},"}').voice.greets) == {"mail": "{first},"}
    assert dict(persona('voice: {greets: {chat: "hi", mail: "Dear {last},"}}').voice.greets) == {
        "chat": "hi",
        "mail": "Dear {last},",
    }


def test_own_words_replace_the_plain_ones() -> None:
    """The lines of an act are the persona's own where it has some; small talk may stand under its own key too."""
    ada = persona('says: {answer: ["{value}!"], small_talk: ["Rain."]}\nsmall_talk: ["Sun."]')
    assert ada.lines("answer") == ("{value}!",)
    assert ada.lines("refuse") == ACTS["refuse"].plain
    assert ada.lines("small_talk") == ("Rain.", "Sun.")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("traits: {openess: 0.5}", "ada.yaml:3:10  traits.openess: 'openess' is not a key known here. Did you mean"),
        ("traits: {openness: 1.5}", "ada.yaml:3:20  traits.openness: '1.5'"),
        ("habits: {mail: {notice: 20 to 40m}}", "'20 to 40m' has no unit after 20. Write the unit twice"),
        ("habits: {mail: {notice: 20}}", "'20' is a duration without a unit"),
        ("habits: {mail: {notice: 2h to 20m}}", "does not go from less to more"),
        ("habits: {mail: {slow: 2h}}", "goes with slow"),
        ("habits: {prefers: fax}", "'fax' is not one of chat, mail, call"),
        ("habits: {focus: mornings}", "'mornings' is not a list of weekly hours"),
        ("temper: {patience: 2 a day}", "'2 a day' is no patience. Write 2 reminders a day."),
        ("temper: {when_pestered: [shoter]}", "Did you mean 'shorter'?"),
        ('voice: {greets: "{topc}"}', "has an unknown slot {topc}. Did you mean 'topic'?"),
        ('voice: {signs: {mail: "{topic}"}}', "voice.signs.mail: '{topic}' has a slot that is never given here"),
        ("voice: {emoji_often: 0.3}", "needs emoji to use"),
        ("says: {anser: [x]}", "Did you mean 'answer'?"),
        ('says:\n  chase: ["ok", "[a|b {what}"]', "ada.yaml:4:17  says.chase[1]: '[a|b {what}' does not close a '['."),
        ('says:\n  chase:\n    - "{value}"', "ada.yaml:5:7  says.chase[0]: '{value}' has a slot that is never given"),
        ('says: {chase: ["{what} {when}"]}', "needs {when}, which is not always given here. Put it in a choice"),
        ('small_talk: ["{what}"]', "small_talk[0]: '{what}' has a slot that is never given here"),
        ("working_on: [{what: ''}]", "is empty. Write it out, or leave it out."),
        ("says: {answer: []}", "has no line"),
    ],
)  # fmt: skip
def test_an_error_names_the_place_and_the_fix(text: str, says: str) -> None:
    """Whatever is wrong is said where it stands, in words an author can act on."""
    assert says in refused(text)


def test_all_errors_come_together() -> None:
    """A file with several faults is read once, not once for each."""
    said = refused(
        'traits: {openness: 2}\nhabits: {prefers: fax}\nvoice: {greets: "{topc}"}\nsays: {chase: ["{", "]"]}'
    )
    assert len(said.splitlines()) == 5


@pytest.mark.parametrize("name", ["Ada", "ada lovelace", "-ada", "1ada", ""])
def test_an_id_is_lower_case_with_dashes(name: str) -> None:
    """Ids are what orgs refer to: one spelling."""
    with pytest.raises(SourceError, match="persona"):
        source.parse(source.compose(f"persona: '{name}'\nabout: x", "ada.yaml"), Persona)


def test_a_persona_does_not_change() -> None:
    """One file serves many people at once: nobody can write on it."""
    ada = persona("")
    with pytest.raises(ValueError, match="frozen"):
        ada.about = "else"  # type: ignore[misc]


def test_the_schema_is_json_and_names_the_acts() -> None:
    """Editors complete from the JSON Schema: it lists keys, acts and effects under the names authors write."""
    schema = json.dumps(Persona.model_json_schema(by_alias=True))
    assert all(f'"{word}"' in schema for word in ("persona", "habits", "temper", "cant_promise", "copies_my_manager"))
    assert "written_habits" not in json.loads(schema)["properties"]
