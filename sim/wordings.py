"""What colleagues say of their daily business, as templates of :mod:`sim.phrasing`.

It is about lists, drafts, copies and who looks at them when, never about amounts, dates, names of customers or codes:
no sentence here can contradict what a scenario holds to be true, or give it away.
"""

from collections.abc import Mapping
from types import MappingProxyType

THINGS = (
    "the list for {area}", "the {area} sheet", "the overview of {area}", "the draft on {area}", "the note on {area}",
    "the checklist for {area}", "the plan for {area}", "the file on {area}", "the summary of {area}",
    "the folder for {area}", "the agenda for {area}", "the handout on {area}", "the memo on {area}",
    "the template for {area}", "the page on {area}", "the wording on {area}",
)  # fmt: skip
"""What a matter is about."""

PARTS = (
    "the second page", "the last column", "the part on exceptions", "the heading", "the short version", "the appendix",
    "the first paragraph", "the remark on top", "the table at the end", "the part that {who} added",
    "the list of names",
    "the photo", "the footnote", "the old numbering", "the middle section", "the legend", "the cover page",
    "the part on who does what", "the glossary", "the paragraph about handover", "the yellow line",
    "the comment in the margin", "the link in it", "the drawing", "the bit on holidays", "the wording of the intro",
    "the contact block", "the empty row", "the part nobody owns", "the example",
)  # fmt: skip
REASONS = (
    "somebody saved an old copy over it", "two people worked on it at once", "the form has changed",
    "we never agreed on a name for it", "it was copied from last year", "the filter was set wrong",
    "the printer cut it off", "there are two folders with the same name", "the link points nowhere",
    "{who} had a newer one on the desktop", "it was written for another team", "nobody had read it to the end",
    "the columns had moved", "it was meant as a joke and stayed in", "the last change was never saved",
    "it mixes what we do with what we would like to do", "we had explained it differently on the phone",
    "the abbreviations are not the same everywhere",
)  # fmt: skip
WHENS = (
    "after lunch", "tomorrow morning", "before the weekend", "next week", "when {who} is back", "in a quiet hour",
    "before the next round", "at the end of the day", "first thing tomorrow", "after the next meeting",
    "early next week", "by the end of the week", "between two meetings",
)  # fmt: skip
PLACES = (
    "in the folder", "on the drive", "in the usual place", "next to the old one", "in my notes", "on the board",
    "in the shared folder", "under the same name", "at the top of the list", "in the tray", "with {who}",
)  # fmt: skip

SUBJECTS = (
    "{Thing}", "{Thing}: {part}", "About {thing}", "Question on {thing}", "{Part} in {thing}", "{Area}",
    "{Area}, {part}", "Small thing on {area}", "{Thing}, before I forget", "{Area}: where we are",
)  # fmt: skip

OPEN = (
    "I am going through {thing} and need a second pair of eyes on {part}.",
    "I have a question about {thing}.",
    "While tidying up {thing} I came across {part}, which I cannot place.",
    "{Who} and I looked at {thing} and got stuck at {part}.",
    "You know {thing} better than I do, so I am asking you first.",
    "We talked about {thing} the other day and I have thought about it since.",
    "I am preparing {thing} for the next round.",
    "Something in {thing} does not fit, and I think it is {part}.",
    "I have promised {who} a clean version of {thing}.",
    "Before I send {thing} round, one thing.",
    "I picked up {thing} where {who} had left it.",
    "It is about {thing}, and in it about {part}.",
    "I have [just|now] reached {part} in {thing}.",
    "{Who} brought up {thing} this morning.",
    "I wanted to close {thing} and cannot, because of {part}.",
    "There are two opinions on {part}, and one of them is yours, I think.",
)
ASK = (
    "Could you have a look at {part} and tell me whether it can stay like this?",
    "Do you have a newer version of {part}?",
    "Can you tell me who looked after {part} before?",
    "Which of the two versions of {part} should I use?",
    "Would you mind checking {part} before I send it round?",
    "Is {part} still needed, or can it go?",
    "Could you send me what you have on {thing}?",
    "Do we keep {part} as it is?",
    "What is your view on {part}?",
    "Can I take {part} out without breaking anything of yours?",
    "Who should see {thing} before it goes out?",
    "Do you remember why {part} looks the way it does?",
    "Could you add your remarks to {part}, in your own words?",
    "Please have a look at {part} and change what is wrong.",
    "Where do you keep the original of {part}?",
    "Could we go through {part} together for ten minutes?",
    "How did you do {part} last time?",
    "Is it all right with you if {who} takes over {part}?",
)
BECAUSE = (
    "I would like to close this {when}.",
    "{Who} asked me and I had no good answer.",
    "It came up in the meeting and nobody was sure.",
    "No rush, but I do not want to forget it again.",
    "I think {reason}.",
    "If it is easier, come by {when}.",
    "A line is enough.",
    "I can also ask {who}, if you have no time.",
    "It holds up the rest a little.",
    "I would rather ask than guess.",
    "What I have is {place}.",
    "My guess is that {reason}, but I may be wrong.",
    "{When} would be early enough.",
    "It is not urgent, it is just in the way.",
    "Otherwise I leave it as it is.",
    "I have marked the place for you.",
    "Should you be the wrong person for this, I am sorry; then tell me who is the right one.",
)

ANSWER = (
    "I had a look at {part}: it can stay as it is.",
    "{Part} can go, nobody has used it for a while.",
    "The newer version is {place}, I put it there myself.",
    "That was {who}, and it was meant as a stopgap.",
    "Take the shorter of the two, the other is a leftover.",
    "Leave {part} in, {who} still works with it.",
    "I changed {part} a little and left the rest alone.",
    "You are right, {part} does not belong there.",
    "It is the old one that is wrong, {reason}.",
    "The original is {place}, and it is the only one that counts.",
    "I would keep {part} and drop the remarks.",
    "As far as I am concerned you can send it.",
    "{Who} should see it once, otherwise it is fine.",
    "I did not write {part}, but I know why it is there: {reason}.",
    "I am fine with it, and so is {who}.",
    "Not quite: {part} is mine, the rest came from {who}.",
    "I would turn it round and begin with {part}.",
    "There is no newer one, what you have is what there is.",
    "Use the one {place}, and throw the other away.",
    "It looks odd and is right all the same.",
    "I have added my remarks to {part}.",
    "You can take it out, I have checked with {who}.",
)
DETAIL = (
    "What is still open is {part}, and that is because {reason}.",
    "I moved {part} to the end, where fewer people trip over it.",
    "{Who} and I went through it line by line.",
    "The old copy is still {place}; better not to use that one.",
    "We will come back to {part} {when}.",
    "If something looks odd to you, tell me {when}.",
    "I left a remark at {part} so that nobody changes it by accident.",
    "It took longer than I thought, mostly because {reason}.",
    "{Part} was the easy bit, the rest needed some patience.",
    "As it stands {thing} can be read by somebody who was not there, which was the idea.",
    "{Who} prefers it the other way round, and I can live with both.",
    "I would not spend more time on {part} than it is worth.",
    "The same thing happened to us before, and then too {reason}.",
    "For the next time I have written down how it is done, {place}.",
    "It would help if we used the same words for it everywhere.",
    "I have asked {who} to look over it {when}.",
    "That leaves {part}, which I would rather not touch without {who}.",
    "Part of the confusion is that {reason}.",
    "The good news is that {part} needs no work at all.",
    "I checked it twice, and once more with {who}.",
    "Whoever opens {thing} first should know that {reason}.",
    "Apart from that nothing has changed since the last round.",
    "I am not attached to {part}, so cut it if you like.",
    "{Who} has a different copy, but the difference is small.",
    "Let us not start again from the beginning because of {part}.",
    "In the end it comes down to {part} and who keeps it up to date.",
    "I have put both versions side by side {place}, so that you can see what I mean.",
    "Some of it is taste, and some of it is there because {reason}.",
    "It reads better now, although {part} is still a bit long.",
    "We had agreed on something else, I know, but that was before we found out that {reason}.",
    "Nobody will miss {part}, I am fairly sure of that.",
    "What helped was to print {thing} and go through it with a pencil.",
    "If {who} asks, tell them I still have it on my list.",
    "I would have liked to finish {part} as well, but it has to wait until I find somebody who knows it.",
    "The person to ask about {part} is {who}, not me.",
    "There is a small catch: {reason}.",
    "I kept the structure, so you will find your way round.",
    "Everything else in {thing} is as we left it.",
)
CLOSE = (
    "Let me know if that does not work for you.",
    "That is all from my side.",
    "Tell me if I missed something.",
    "We can talk about it {when}.",
    "I hope that helps.",
    "If not, just ring me.",
    "More {when}.",
    "Enough for today.",
    "I will leave it at that.",
    "You decide.",
    "The rest is up to {who}.",
    "Shout if it breaks something.",
    "Otherwise I take it that we are done.",
    "Thanks for asking before changing it.",
)
PROMISE = (
    "I am in the middle of something else, you will have it {due}.",
    "Not now, but I will look at it and send it to you {due}.",
    "You will get {part} from me {due}.",
    "I need to find it first; I will come back to you {due}.",
    "Give me some time, I will do it {due}.",
    "It is on my list, I will send it {due}.",
)
DELIVER = (
    "As promised: I have been through {part}.",
    "Here is what I have on {thing}.",
    "Finally got to it, {part} is done.",
    "I had a proper look at {thing} now.",
    "Sorry for the wait, here it comes.",
    "So, {thing}.",
)
NOTICE = (
    "For your information: I have put a new version of {thing} {place}.",
    "A short word on where we are with {thing}.",
    "This is what came out of our talk about {thing}.",
    "From now on {part} is kept {place}.",
    "I have tidied up {thing}.",
    "Nothing to do for you, I would just like you to know about {thing}.",
    "We have changed the way we handle {part}.",
    "A summary of {thing}, as a few of you had asked for one.",
    "{Who} and I have finished {thing}.",
    "This goes to everybody who works with {thing}.",
    "{Thing} is up to date again.",
    "I will be looking after {thing} for a while, instead of {who}.",
)
COMMENT = (
    "Good to know, I was still using the old one.",
    "One remark on {part}: {reason}.",
    "I would have done {part} differently, but it works.",
    "That explains why {reason}.",
    "Thanks, that saves me some searching.",
    "Fine with me, as long as {part} stays.",
    "Please leave {part} in, we need it over here.",
    "I have passed it on to {who}.",
    "About time. Thank you.",
    "I am not sure about {part}; {who} may see that differently.",
    "It looks good. {Part} made me smile.",
    "I still had another version of {part}, {place}.",
)
FOLLOW = (
    "One more thing: what about {part}?",
    "And {part}, does that stay too?",
    "Then I still need {part}. Do you have that as well?",
    "Does {who} know about this?",
    "Should I tell {who}, or will you?",
    "So I can close {thing}?",
    "Is that also true of {part}?",
    "And who keeps {part} up to date after that?",
)
THANKS = (
    "Thanks, that was what I needed.",
    "Thank you. I have changed {part} accordingly.",
    "Great, then I will close it.",
    "Understood, I will take the one {place}.",
    "OK. I will tell {who}.",
    "Good, that settles it.",
    "Thanks for the quick answer. {Part} is out now.",
    "All right, I did not know that {reason}.",
    "Thank you, also for going through {part}.",
    "Fine. I will leave {part} as it is then.",
)

CHAT_OPEN = (
    "quick one", "got a minute?", "are you there?", "hey", "small question", "morning", "one more thing",
    "you around?", "sorry to bother", "short question", "ping", "me again", "question for you", "something for you",
)  # fmt: skip
CHAT_BEFORE = (
    "I'm in {thing} right now", "{who} asked me about {part}", "I'm trying to close {thing}", "looking at {part}",
    "before I touch {part}", "I'm about to send {thing} round", "something's odd in {thing}", "working on {area}",
    "I found {part} {place}", "we were just talking about {thing}", "only if you have a minute", "about {part}",
)  # fmt: skip
CHAT_ASK = (
    "do you have {thing} at hand?",
    "did you see {part} in {thing}?",
    "is {part} yours or mine?",
    "can I close {thing}, or are you still in it?",
    "please tell me who owns {part}?",
    "sorry, me again: {part}, yes or no?",
    "who has the latest copy of {thing}?",
    "did {who} talk to you about {thing}?",
    "where do I find {part} again?",
    "are we still using {part}?",
    "could you look at {part} {when}, please?",
    "what did we say about {part} last time?",
    "is it me or does {part} make no sense?",
    "can you open {thing}, or is it locked for you too?",
    "do you need {thing} today, or can it wait?",
    "should I ask {who} or do you want to?",
    "mind if I move {part} to the end?",
    "what do you think of {part}? Honest answer please.",
    "have you got ten minutes for {thing} {when}?",
    "which one is the right {area} folder?",
    "do you know why {part} is empty?",
    "can you remind me who does {part}?",
)
CHAT_SHORT = (
    "yes", "no", "sure", "think so", "not really", "mine", "later", "on it", "not me", "yep, why?", "give me five",
    "one sec", "just now", "it's fine", "no idea", "maybe", "looks ok", "ask {who}", "both", "neither", "the new one",
    "not yet", "all yours", "go ahead", "in a meeting", "works",
)  # fmt: skip
CHAT_ANSWER = (
    "{part} is {place}, I moved it there last week",
    "{who} has {part}, I only had the old one",
    "{part} is mine, the rest isn't",
    "you can close {thing}, I'm done with it",
    "no, {reason}",
    "yes, but take the copy that is {place}, not {part}",
    "I think {reason}",
    "I'd leave {part} alone until {who} has seen it",
    "move {part} wherever you like, nobody will notice",
    "we said we'd drop {part}, and then nobody did",
    "let me look, I'll put {part} {place}",
    "haven't opened it since {who} changed {part}",
    "{part} makes sense if you read it from the bottom",
    "ask me again {when}, I'm in the middle of [something|{part}|{thing}]",
    "that's an old one, {part} is {place}",
    "{part} was like that when I got it",
    "take {part} out and see who complains",
    "sorry, I only have the old one, {who} has {part}",
    "how about we ask {who} instead?",
    "honestly, {part} could go",
    "{when} is fine",
    "I had the same question about {part} [yesterday|last week|myself]",
    "I can do {part} {when}, if that's early enough",
    "oh, {part}. {who} and I wanted to fix it and forgot",
)
CHAT_MORE = (
    "then I'll take the one that is {place}[ and drop {part}|]",
    "I'll tell {who}",
    "and {part}?",
    "that explains it, I thought {reason}",
    "I'll leave {part} as it is then",
    "good, one less thing on {area}",
    "can you put it {place}?",
    "I was about to throw {part} away",
    "same here",
    "you mean because {reason}?",
    "let's look at it {when}",
    "in that case I'll wait for {who}",
    "thanks, then I'll close {thing}",
    "ok thanks, {part} stays then",
    "or could we try it without {part}?",
    "thank you, I'd have missed {part}",
    "I'll write it down this time, {place}",
    "didn't know that {reason}",
    "the copy I have has {part} the other way round, but fine",
    "what about {part} instead?",
)
CHAT_POST = (
    "{thing} is {place} now, in case somebody is looking for it",
    "has anybody seen {part}?",
    "I'm in {thing} for the next hour, please stay out of {part}",
    "{part} is done, thanks to {who}",
    "whoever had {thing} open: you can have it back",
    "reminder that {part} lives {place}",
    "I'll sort out {area} {when}, tell me if you need something from it first",
    "{who}, you left {part} open",
    "new version of {thing}, same place",
    "does anybody still need {part}?",
    "heads up: {reason}. I'm on it, it's about {part}",
    "{area}: nothing to report",
    "we are through with {part}, on to the next one",
)

CALL_OPEN = (
    "Do you have a moment? It's about {thing}.",
    "Hi, it's quicker by phone: {part}.",
    "I'm looking at {thing} and don't get {part}.",
    "{Who} said I should ring you about {thing}.",
    "Sorry to ring, I won't find it in writing: {part}.",
    "Short one. {Thing}: is {part} settled?",
)
CALL_ANSWER = (
    "Yes, go on. {Part} is fine as far as I know.",
    "Let me open it. Right, {part}. I'd leave it.",
    "Ah, that one. {Reason}, so we kept it.",
    "I wondered when somebody would ask. Take the copy {place}.",
    "I can't look now, but I think {who} has it.",
    "Yes. No. Well, {part} is, the rest isn't.",
)
CALL_MORE = (
    "OK, then I'll change {part} and leave the rest.",
    "And who tells {who}?",
    "Good. I thought {reason}.",
    "Then let's look at it {when}.",
    "Right, I'll put it {place}.",
    "Fine, that's all I needed.",
    "I will if you remind me.",
    "Makes sense. Bye then.",
)
CALL_MISSED = (
    "tried to ring you about {thing}, nothing urgent",
    "rang you, it was about {part}. {when} is fine",
    "couldn't reach you: is {part} settled?",
    "call me {when}? It's {thing}",
)
CALL_ABOUT = ("{thing}", "{area}", "{part}")

OUTSIDE_SUBJECT = (
    "Our conversation", "News from {firm}", "Your message", "Documents from {firm}", "Availability",
    "Change of contact", "Invitation", "Newsletter", "Your visit", "Reminder from {firm}", "Updated terms of delivery",
    "A question about {area}", "{Firm}: new brochure",
)  # fmt: skip
OUTSIDE = (
    "Thank you for your message, which we have received and passed on.",
    "We would like to inform you about some changes at {firm}.",
    "Please find the current documents on our customer pages.",
    "Our colleague who looked after you so far has taken on other duties; I am glad to be your new contact.",
    "We look forward to seeing you at our stand.",
    "Could you confirm that you have received the documents?",
    "As discussed I am sending you our view of {area}.",
    "May we ask for a short answer at your convenience?",
    "Our office will be closed for a few days; urgent matters are looked after.",
    "You receive this mail because you are on our list of contacts.",
    "We kindly remind you of our earlier message.",
    "Would you have time for a short conversation about {area}?",
    "If you have any questions, we are at your service.",
    "Our new brochure shows what has changed, and what has not.",
)
FIRMS = (
    "Halder & Voss", "Brightwater Supplies", "Atelier Quint", "Norrland Components", "Casa Ferro", "Tamsin Freight",
    "Okapi Print", "Lumen Office", "Baltic Packaging", "Rowan Insurance", "Delmare Travel", "Sund & Partner",
    "Kestrel Software", "Mirabel Catering", "Pontoon Logistics", "Grey Harbour Bank", "Anders Tooling", "Vela Events",
)  # fmt: skip
CONTACTS = (
    "Ottilie Brandt", "Marc Deneuve", "Signe Lund", "Paolo Greco", "Hanna Wirth", "Tom Ashby", "Ilse Verhoeven",
    "Radu Ionescu", "Carmen Ortiz", "Jonas Keller", "Nadia Rahmani", "Eoin Walsh", "Freya Nilsen", "Luc Bernard",
    "Agata Nowak", "Peter Sams", "Mei Tanaka", "Olu Adeyemi",
)  # fmt: skip

TITLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "one_to_one": ("{one} / {other}", "One-to-one {one} and {other}", "{other} weekly with {one}"),
        "stand_up": ("{team} stand-up", "{team}, morning round"),
        "team": ("{team} weekly", "{team} team meeting"),
        "review": ("{channel} review", "{channel}: where we are"),
        "came_up": ("{Thing}", "{Area}: {part}", "{Thing}, with {who}"),
    }
)
"""What meetings are called."""
