"""Words for what a persona file has no templates for: greeting back, English please, it is decided already, and so on.

Each has wordings from formal to casual, in the templates of :mod:`personas.grammar`; the persona's formality picks.
"""

from collections.abc import Collection, Mapping
from random import Random
from types import MappingProxyType
from typing import Literal

from personas.grammar import expand, fits
from sim.streams import pick

Phrase = Literal[
    "greet", "welcome", "english_please", "already_granted", "already_refused", "mine_to_decide", "on_it",
    "not_for_you", "not_mine", "what_for", "yes", "as_said", "stands", "noted", "no_need", "go_ahead", "bad_time",
    "invited", "will_ask", "nudge", "not_their_boss", "ask_them", "other_channel", "why_not_to_you", "why_not_here",
    "why_not_yet", "why_policy", "why_trust", "wrong_amount", "rest_later", "away", "you_would_know",
    "decided_what", "nothing_owed", "is_who", "about", "not_now", "whats_that", "besides", "ask_who", "chat_back",
    "do_you_mean", "ask_directly", "by_mail_only", "tried_them_first", "my_own_matter", "decides", "where_from",
    "check_with", "as_to", "chime_in",
]  # fmt: skip
"""Situations."""

Register = Literal["formal", "plain", "casual"]


def _of(formal: tuple[str, ...], plain: tuple[str, ...], casual: tuple[str, ...]) -> Mapping[Register, tuple[str, ...]]:
    return MappingProxyType({"formal": formal, "plain": plain, "casual": casual})


PHRASES: Mapping[Phrase, Mapping[Register, tuple[str, ...]]] = MappingProxyType(
    {
        "greet": _of(
            ("Good day, {first}.", "Good day. What is it?"),
            ("Hello {first}.", "Hi {first}, [yes|what is it]?"),
            ("hey {first}", "hi! what's up?", "hi {first}"),
        ),
        "welcome": _of(
            ("Welcome, {first}. I wish you a good start.", "Welcome to the house, {first}."),
            ("Welcome, {first}.", "Hello {first}, welcome[ on board|]."),
            ("welcome {first}!", "hey {first}, good to have you"),
        ),
        "english_please": _of(
            (
                "May I ask you to write in English?[ I have no {what}, and would not want to misunderstand you.|]",
                "In English, please.[ I do not read {what}.|]",
            ),
            (
                "Sorry, in English please?[ My {what} is not up to it.|]",
                "Could you put that in English?[ I don't have {what}.|]",
            ),
            ("sorry, english please?[ no {what} here|]", "in english?[ my {what} is nonexistent|]"),
        ),
        "already_granted": _of(
            ("{Topic} {topic:has|have} been approved already.", "Approval for {topic} was given."),
            ("That's approved already: {topic}.", "{Topic} {topic:is|are} approved."),
            ("{topic} {topic:is|are} already approved", "already got the ok: {topic}"),
        ),
        "already_refused": _of(
            ("{Topic} {topic:was|were} declined, and that stands.", "The answer on {topic} was no; it remains so."),
            ("{Topic} {topic:was|were} turned down. That stands.", "That was a no already: {topic}."),
            ("{topic} got a no already", "still a no on {topic}"),
        ),
        "tried_them_first": _of(
            ("Have you discussed {topic} with {who}?", "First {who}, please. If that leads nowhere, come back to me."),
            ("Have you asked {who}?", "Try {who} first. If you get nowhere, come back to me."),
            ("did you ask {who}?", "{who} first, then me"),
        ),
        "my_own_matter": _of(
            (
                "I am a party to that and cannot be the one to settle it.[ {Who} would have to.|]",
                "You cannot ask me to judge my own case.[ Ask {who}.|]",
            ),
            (
                "I'm part of that, so I'm the wrong one to settle it.[ Ask {who}.|]",
                "That's my own side you're asking me to judge.[ {Who} decides that.|]",
            ),
            ("you know where i stand on that. not mine to settle[, ask {who}|]", "ask {who}, i'm not neutral on that"),
        ),
        "decides": _of(
            ("My decision: {value}.", "I have decided: {value}."),
            ("Decided: {value}.", "{Value}. That's decided."),
            ("ok: {value}. settled", "{value}, done deal"),
        ),
        "mine_to_decide": _of(
            ("{Topic} {topic:is|are} for me to decide.", "The decision on {topic} rests with me."),
            ("That's mine to decide: {topic}.", "I decide on {topic}. Ask me."),
            ("that'd be me, for {topic}", "me. {topic} is my call"),
        ),
        "on_it": _of(
            ("{Topic}: in progress.", "I am working on {topic} at present."),
            ("I'm on {topic} already.", "Already working on {topic}."),
            ("on it already ({topic})", "{topic}, in the works"),
        ),
        "not_for_you": _of(
            (
                "I am not in a position to do {topic} for you.",
                "{Topic} {topic:is|are} not something I can do on your request.",
            ),
            ("I can't do {topic} for you, sorry.", "{Topic}: not for you, I'm afraid."),
            ("can't do {topic} for you", "not for you, that one: {topic}"),
        ),
        "not_mine": _of(
            (
                "That is not something I can do.[ {Who} may be the right address.|]",
                "That lies outside my work.[ Try {who}.|]",
            ),
            ("That's not something I do.[ Try {who}.|]", "Can't help with that, sorry.[ {Who} might.|]"),
            ("not my thing, sorry[, try {who}|]", "can't help with that one[, ask {who}|]"),
        ),
        "what_for": _of(
            ("What is it needed for?", "May I know the purpose?"),
            ("What's it for?", "What do you need it for?"),
            ("what for?", "why, what's it for?"),
        ),
        "yes": _of(("That is correct.", "Correct."), ("Yes.", "That's right."), ("yep", "yes")),
        "as_said": _of(
            ("It stands as I said: {what} by {when}.", "As announced: {what}, {when}."),
            ("As I said, {what} by {when}.", "Still {when} for {what}."),
            ("still {when} for {what}", "{when}, as i said ({what})"),
        ),
        "stands": _of(
            ("I checked; it stands.", "I have nothing that says otherwise."),
            ("That's what I have.", "I'd stand by that."),
            ("that's what i have", "pretty sure, yes"),
        ),
        "noted": _of(
            ("Noted; I shall look into it.", "I take note of that."),
            ("OK, noted. I'll check mine.", "Hm, could be. Noted."),
            ("hm ok, noted", "oh. could be right"),
        ),
        "no_need": _of(
            ("Thank you, there is no need.", "That is kind; not at present."),
            ("No need, thanks.", "All good here, thanks."),
            ("all good", "no need, thanks"),
        ),
        "go_ahead": _of(
            ("Certainly. What is it about?", "Yes; go ahead."),
            ("Sure, what is it?", "Yes, go ahead."),
            ("sure, what's up?", "yep, shoot"),
        ),
        "bad_time": _of(
            ("I am occupied just now; please put it in writing.", "Not at the moment. A few lines will do."),
            ("Bad time. Write me what it is?", "Swamped right now, just write it."),
            ("bad time, just write it here?", "swamped, what is it?"),
        ),
        "invited": _of(
            ("I shall send an invitation.", "I am putting it in the calendar."),
            ("Sending you an invite.", "I'll put it in the calendar."),
            ("sending an invite", "ok, invite's coming"),
        ),
        "will_ask": _of(
            ("I shall take it up with {who}.", "I am asking {who} now."),
            ("I'll ask {who}.", "Leave it, I'm asking {who} now."),
            ("asking {who} now", "i'll poke {who}"),
        ),
        "nudge": _of(
            (
                "{First}, {who} is waiting for an answer from you. Please give one today.",
                "{First}: {who} has not heard from you. Today, please.",
            ),
            ("{First}, {who} is waiting for you. Can you answer today?", "{First}, can you get back to {who} today?"),
            ("{first}, {who} is waiting on you, can you answer today?", "hey {first}, can you get back to {who}?"),
        ),
        "not_their_boss": _of(
            (
                "{Who} does not report to me. I cannot do more than you can.",
                "That is not mine to settle; it is for whoever leads {who}.",
            ),
            ("{Who} isn't on my team, so I can't push.", "Not my team. Whoever leads {who} should hear it."),
            ("{who} isn't mine to push", "can't push {who}, not my team"),
        ),
        "ask_them": _of(
            ("Then I would hear that from {who} directly.", "{Who} may tell me so."),
            ("Then {who} can tell me.", "I'd want that from {who} directly."),
            ("{who} can tell me that", "then i'd hear it from {who} first"),
        ),
        "other_channel": _of(
            ("In future, {what}, please.", "I prefer to be reached {what}."),
            ("Next time {what}, please.", "Better {what}, next time."),
            ("next time {what}", "{what} is easier for me"),
        ),
        "why_not_to_you": _of(
            ("It is not meant for you.", "You are not among those who may have it."),
            ("It's not for you, sorry.", "Not something I can give to you."),
            ("not for you, sorry", "can't, not to you"),
        ),
        "why_not_here": _of(
            ("Not in this company.", "Ask me alone."),
            ("Not here. Ask me one to one.", "Not in front of everybody."),
            ("not here", "ask me just the two of us"),
        ),
        "why_not_yet": _of(
            ("It is too early for that.", "Not yet."),
            ("Not yet. Ask again later.", "Too early."),
            ("not yet", "too early, ask me later"),
        ),
        "why_policy": _of(
            ("There is a policy.", "Policy does not permit it."),
            ("That's policy.", "I'm not allowed to."),
            ("not allowed, policy", "policy, sorry"),
        ),
        "why_trust": _of(
            ("We have not worked together long enough for that.", "I would need to know you better."),
            ("I don't know you well enough for that.", "Not yet, we hardly know each other."),
            ("don't know you well enough", "hm, we barely know each other"),
        ),
        "wrong_amount": _of(
            ("You write {value}; the request in front of me says {was}.", "{Value} is not what I have; I have {was}."),
            ("You say {value}, I have {was}.", "{Value}? I have {was} here."),
            ("{value}? i have {was}", "you say {value}, i've got {was}"),
        ),
        "rest_later": _of(
            ("{What} will follow[ by {when}|].", "As to {what}[: by {when}|: later]."),
            ("{What} later[, by {when}|].", "I'll come back on {what}[ by {when}|]."),
            ("{what} later[, {when}|]", "need to look up {what}[, by {when}|]"),
        ),
        "away": _of(
            (
                "{Who} is away until {when}[; {what} stands in|].",
                "{Who} is not in before {when}[; ask {what} meanwhile|].",
            ),
            ("{Who} is away until {when}[, {what} covers|].", "{Who} is out until {when}[, try {what}|]."),
            ("{who}'s out until {when}[, try {what}|]", "{who} is away til {when}[, {what} covers|]"),
        ),
        "you_would_know": _of(
            ("You would know that better than I.", "That I would ask you."),
            ("You'd know that better than me.", "I'd have asked you that."),
            ("you'd know better than me", "i'd ask you that"),
        ),
        "decided_what": _of(
            ("What exactly is there to decide, and by when?", "Please state the question that is to be decided."),
            ("What exactly needs deciding?", "What do you need from me, exactly?"),
            ("what exactly do you need decided?", "ok, what do you need from me?"),
        ),
        "nothing_owed": _of(
            ("I am not aware that anything of mine is outstanding. What do you mean?", "On what, please?"),
            ("News on what?", "What are you waiting for from me?"),
            ("on what?", "news on what?"),
        ),
        "is_who": _of(
            ("{Who}: {what}.", "That is {who}, {what}."),
            ("That's {who}, {what}.", "({who}, {what})"),
            ("({who}, {what})", "that's {who}, {what}"),
        ),
        "chat_back": _of(
            ("You ask me something.", "Not that I recall.", "I shall leave that to others."),
            ("Good question.", "Not me.", "Ha, no."),
            ("ha no", "not me", "good question"),
        ),
        "chime_in": _of(
            ("Indeed.", "I can well imagine.", "So it goes."),
            ("Ha, I know.", "I can picture it.", "Same here, more or less."),
            ("ha, i know", "same", "oh well"),
        ),
        "do_you_mean": _of(
            ("Do you mean {topic}?", "Is it {topic} that you mean?"),
            ("Do you mean {topic}?", "You mean {topic}?"),
            ("you mean {topic}?", "as in {topic}?"),
        ),
        "where_from": _of(
            (
                "May I ask from whom you have {what}? I sign on what its owner says.",
                "Whose word is it, for {what}? I need the source.",
            ),
            ("Where do you have {what} from?", "And {what}, who told you? I'd want it from them."),
            ("{what}, where's that from?", "who gave you {what}?"),
        ),
        "check_with": _of(
            ("Kindly check it with {who}.", "{Who} can settle which of us is right."),
            ("Check with {who}?", "{Who} would know for sure."),
            ("check with {who} maybe", "{who} would know for sure"),
        ),
        "as_to": _of(("As to {topic}:",), ("On {topic}:", "And {topic}:"), ("{topic}:", "and {topic}:")),
        "by_mail_only": _of(
            ("{Topic}: by mail only, please.", "On {topic} I answer by mail alone. Please write me one."),
            ("{Topic}: only by mail. Write me one?", "Send me a mail about {topic}, then I can answer."),
            ("{topic}? mail me, not here", "only by mail, that one: {topic}"),
        ),
        "ask_directly": _of(
            ("You had better speak to {who} directly.", "That is best said to {who} in person."),
            ("Best ask {who} directly.", "Better you talk to {who} yourself."),
            ("best ask {who} directly", "talk to {who} yourself, easier"),
        ),
        "ask_who": _of(
            ("{Who} may be able to say more.", "{Who} is whom to ask."),
            ("Ask {who}.", "{Who} might tell you."),
            ("ask {who}", "{who} might tell you"),
        ),
        "besides": _of(
            ("{Topic}: {value}.",),
            ("{Topic}: {value}.", "And {topic}: {value}."),
            ("{topic}: {value}", "and {topic}, {value}"),
        ),
        "about": _of(
            ("It concerns {what}.", "{Who}, this is about {what}."),
            ("{Who}, it's about {what}.", "About {what}."),
            ("hey {who}, about {what}", "{who}, it's about {what}"),
        ),
        "not_now": _of(
            ("I have {what} before it.", "My desk is full at present: {what}."),
            ("I've got {what} first.", "Pretty full here: {what}."),
            ("got {what} on my plate", "full up right now: {what} first"),
        ),
        "whats_that": _of(
            ("I do not follow. What do you mean?", "Could you say what that refers to?"),
            ("What do you mean?", "Not sure what you mean."),
            ("what do you mean?", "not sure i follow"),
        ),
    }
)


def phrase(
    situation: Phrase, formality: float, slots: Mapping[str, str], rng: Random, plural: Collection[str] | None = None
) -> str:
    """Words for ``situation`` at this formality (0 to 1). Takes two numbers from ``rng`` and one for each choice."""
    register: Register = "formal" if formality >= 0.65 else "casual" if formality < 0.35 else "plain"
    wordings = [w for w in PHRASES[situation][register] if fits(w, slots.keys())]
    return expand(pick(rng, wordings), slots, rng, plural)
