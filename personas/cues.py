"""Words by which a clause shows what it does: one pattern a line, over text in lower case with straight quotes.

A line that is indented further goes on with the one above it. The lists were written by hand, from how people ask,
remind, thank and refuse at work; `tests/personas/test_clauses.py` says what they must get right.
"""

import re


def _any(patterns: str) -> re.Pattern[str]:
    """All the lines of ``patterns`` as one."""
    return re.compile(
        "|".join(f"(?:{line.strip()})" for line in re.sub(r"\n {5,}", "", patterns).splitlines() if line.strip())
    )


URGENT = _any(r"""
    \burgent(?:ly)?\b
    \basap\b
    \bas soon as possible\b
    \bright (?:now|away)\b
    \bimmediately\b
    \bemergency\b
    \btime[- ]critical\b
    \bin the next (?:few|\d+) minutes\b
    \bcan(?:'t|not) wait\b
    \bcritical\b
""")
NOT_URGENT = _any(r"""
    \b(?:not|no|isn't|nothing) (?:that |very |so )?urgent\b
    \bno (?:rush|hurry)\b
    \bwhen(?:ever)? you (?:can|have time)\b
""")
RUDE = _any(r"""
    \b(?:stupid|idiot\w*|useless|incompetent|pathetic|moron\w*|dumb|clueless|lazy|bullshit|wtf|shut up|screw (?:you|
        this))\b
    \bdo your (?:damn |bloody |fucking )?job\b
    \bf[u*]ck\w*
    \bwhat is wrong with you\b
    \bare you (?:even|deaf|blind)\b
    \bridiculous\b
    \bunacceptable\b
    \bhow hard can it be\b
    \bwaste of (?:my )?time\b
""")
FORMULA = _any(r"""
    ^(?:no|yes|right|ok|okay|eh|huh)\?+$
    ^(?:it'?s |this is )?(?:very |really |super |quite )?(?:urgent|asap|important)\W*$
    ^(?:i )?(?:really )?hope (?:you|this|that|all|everything|it)\b
    \blet me know (?:if|should|in case) (?:you|there|anything|that|this|something)\b
    ^(?:i'?m |i am )?looking forward\b
    ^(?:many )?thanks in advance\b
    ^thank you in advance\b
    ^feel free\b
    ^(?:please )?(?:do not|don't) hesitate\b
    ^no (?:rush|hurry)\b
    ^not urgent\b
    ^sorry (?:to|for) (?:bother|both|disturb|interrupt|the (?:bother|noise|many))
    ^(?:when|whenever) you (?:have|get) (?:a )?(?:time|moment|chance|minute)\W*$
    ^(?:a )?(?:quick|small|short|two|one more|another) (?:question|thing|ask)s?\W*$
    ^if you (?:need|have) (?:anything|any (?:questions|more)|questions)\b
    ^(?:any )?help (?:would be|is|much) appreciated
    ^i (?:have|'ve got|'d have) (?:a |one |two |some |another |a couple of )?(?:more )?(?:quick |
        small )*questions?\W*$
    ^(?:and |also )*(?:i need|need) the following\W*$
    ^(?:would|it would|that would) be (?:great|nice|helpful|lovely|good)\W*$
""")
THANKS = _any(r"""
    ^(?:many |big |huge )?thanks to \w+(?: \w+)?(?:\W*$| for\b)
    \b(?:great|good|nice|excellent|amazing|fantastic|superb) (?:work|job|stuff|effort)\b
    \b(?:well done|kudos|hats off|props to)\b
    \bthank(?:s| ?you|u)?\b(?! to\b)
    \b(?:thx|tnx|tysm|ty|tks)\b
    \bcheers\b
    \bappreciat(?:e|ed)\b(?! (?:it )?if\b)
    \bgrateful\b(?! if\b)
    \bmuch obliged\b(?! if\b)
    \b(?:merci|danke|grazie|gracias|obrigado|dank je)\b
    \byou(?:'re| are) (?:a (?:star|lifesaver|legend|gem)|the best|awesome)\b
    \blifesaver\b
    \bthanks to (?:you|all|everyone)\b
""")
FYI = _any(r"""
    ^(?:just )?(?:as )?(?:an? )?fyi\b
    \bfor your (?:information|records)\b
    ^(?:just )?(?:a )?(?:quick )?heads[- ]up\b
    \bjust so (?:that )?you(?:'re| are)? ?know\b
    \bno (?:action|reply|response|answer) (?:is )?(?:needed|required|necessary)\b
    ^(?:please )?(?:note|be advised|be aware)\b
    ^i(?:'m| am)? ?(?:just )?(?:letting you know|sharing|forwarding)\b
    ^(?:just )?(?:wanted to )?let(?:ting)? you know\b
    ^(?:see|as) (?:below|attached)\b
    ^attached (?:is|are|you)\b
    ^forwarding\b
    ^for (?:the )?awareness\b
    ^(?:quick )?update:
    ^please find\b
    ^i (?:just )?wanted to (?:let you know|share|inform)\b
""")
REMINDER = _any(r"""
    \bi(?:'ve| have|'d)? (?:already |just )?asked (?:you )?(?:for (?:this|it) )?(?:(?:two|three|four|five|six|\d+|many|
        several|a few) times|twice|again)\b
    \bany (?:news|updates?|progress|word|luck|response|chance yet|answer)\b
    \bfollow(?:ing|ed)?[- ]?up\b
    \bchecking (?:in|back)\b
    \bjust checking\b(?! (?:that|if|whether|what|who|the))
    \b(?:gentle|friendly|kind|quick|small|little) (?:reminder|nudge|ping|poke)\b
    ^(?:a |just a |another |second |third |last )*reminder\b
    \bdid you (?:get|have|find) (?:a |any |the )?(?:chance|time|moment)\b
    \bhave you (?:had|found) (?:a |any |the )?(?:chance|time|moment)\b
    \bstill (?:waiting|need|haven't|have not|no (?:answer|reply|news|response)|looking for)\b
    \bhave(?:n't| not) heard\b
    \bas promised\b
    \bwhere (?:are|do) we (?:with|on|stand)\b
    \b(?:chasing|nudging|pinging|bumping)\b
    \byou (?:said|promised|wanted|were going)\b.{0,30}\b(?:send|would|you'd|by|to get|have|let)\b
    \bdid you (?:see|read|get|receive) my (?:last |previous |earlier )?(?:message|mail|email|question|note)\b
    \bwaiting for your\b
    \b(?:again|second time|third time),? (?:what|can|could|who|when|please)\b
    \bi(?:'ve| have)? (?:already )?asked (?:you )?(?:this |that |about |for |twice|before|yesterday|this morning|
        on )
    ^how(?:'s| is) (?:it|that|the .{2,30}) (?:going|coming(?: along| on)?)\b
    \bany eta\b
    \bis (?:it|that) (?:ready|done) yet\b
    \byet\s*\?\W*$
""")
ESCALATION = _any(r"""
    \bneeds? (?:a|your|the|an?|some) (?:\w+ )?(?:decision|ruling|call from you|steer)\b
    \b(?:please|can you|could you|you (?:need|have) to|would you) (?:\w+ )?decide\b
    \bescalat\w+\b
    \bstep in\b
    \bintervene\b
    \b(?:has|have|did)(?:n't| not| never) (?:yet )?(?:answer|repl|respond|react|com\w+ back|got\w* back|get back|
        deliver|been reachable)\w*
    \b(?:isn't|is not|aren't|are not|not|stopped) (?:answering|replying|responding|reachable|getting back|
        coming back)\b
    \b(?:no|without (?:an? )?|never got (?:an? )?) ?(?:answer|reply|response|reaction) from\b
    \b(?:i'm|i am|we're|we are|it's|this is) (?:completely |totally |now )?(?:blocked|stuck)\b
    \bunblock\b
    \b(?:conflicting|contradict\w+|contradictory) (?:asks|requests|instructions|demands|orders|priorities|things)\b
    \bcan(?:'t|not) reach\b
    \b(?:want|wants|asks? for|told me) (?:\w+ )?(?:different|two different|opposite) things\b
    \bwho(?:se)? (?:call|decision) is (?:it|this|that)\b
    \b(?:it's|that's|this is) your (?:call|decision)\b
    \braise (?:this|it) with\b
    \bi (?:need|would like) you to (?:decide|rule|choose)\b
    \bboth .{2,60}, which (?:one )?(?:first|goes|wins|has priority)\b
    \bwhich (?:one )?(?:has|takes) (?:priority|precedence)\b
""")
APPROVAL = _any(r"""
    (?!ok(?:ay)? an? (?:hour|minute|moment|day|week|bit|while)\b)
        \b(?:approve|authori[sz]e|green[- ]?light|sign[- ]?off|o\.?k(?:ay)?) (?:on |for |of )?(?:(?:it|this|that|
        the|a|an|my|our|us|me|spend\w*|purchase|order|buying|po)\b|\d|€|\$|£)
    \b(?:need|want|get|have|request\w*|ask\w*|seek\w*|for|give|grant|require) (?:me |us )?(?:for )?(?:your |an? |
        the |some |formal |written )*(?:approval|sign[- ]?off|go[- ]?ahead|green light|authori[sz]ation|permission|
        ok\b|okay|blessing|exemption|clearance)
    \b(?:can|could|would|will|please|pls|kindly)\b.{0,25}\b(?:approve|authori[sz]e|sign[- ]?off|green[- ]?light|
        waive|exempt)\b
    ^(?:please )?(?:approve|authori[sz]e|sign off)\b
    \b(?:may|can|could) (?:i|we) (?:go ahead|proceed|order|buy|spend|book|purchase|place|sign|hire|commit)\b
    \bare you (?:ok|okay|fine|good|happy|comfortable|on board) (?:with|to|for|if)\b
    \bis it (?:ok|okay|fine|all right|alright) (?:to|if|for)\b.{0,40}\b(?:order|buy|spend|book|purchase|go|sign|
        hire)\b
    \b(?:ok|okay) to (?:proceed|order|buy|spend|book|purchase|go|sign|hire)\b
    \brelease the (?:budget|funds|money)\b
    \b(?:can|could|would|will|please|pls)\b.{0,12}\bsign (?:for|it|this|the|that)\b
    \bfor (?:your )?approval\b
    \bapproval (?:request|needed|please|for)\b
""")
ABOUT_APPROVAL = _any(r"""
    ^(?:and |so |also |but )*(?:do you know |can you tell me |could you tell me |any idea |tell me )*(?:who|whose|
        which of|what|when|how|why|does|do|did|is|was|has|have|will|whether)\b(?!.{0,6}\byou (?:ok|okay|please|
        approve|fine|good|happy))
""")
INVITATION = _any(r"""
    \b(?:have|got) (?:a |some |\d+ |five |ten |two |a few |a couple of )?(?:quick )?(?:min(?:ute)?s?|moments?|secs?|
        seconds?|time)\b.{0,30}(?:\?|to (?:talk|chat|call|discuss)|for (?:a|me))
    \b(?:can|could|shall|should|may|let's) (?:we|i|us)? ?(?:please )?(?:quickly |briefly )?(?:meet|talk|
        have a (?:call|chat|word)|hop on|jump on|call you|give you a (?:call|ring)|set up a|schedule a|sit down|
        catch up|come by|drop by)\b
    \bare you (?:free|available|around|there|in today|reachable|at your desk)\b
    \b(?:quick|short) (?:call|chat|sync|meeting)\s*\?
    \bwhen (?:can|could) (?:we|i) (?:meet|talk|call|see)\b
    \bcan you (?:call|ring|phone) me\b
    \b(?:call|phone|ring) me\b(?! (?:\w+ )?if)
""")
OFFER = _any(r"""
    ^(?!.*\b(?:how (?:many|much|long|often)|when|where|which|who)\b).*\b(?:can|could|may) i (?:help|do anything|
        support|assist|take (?:something|anything|over))\b
    \bdo you need (?:anything|any help|help|a hand|support|something)\b
    ^(?:so |and |ok |then )*(?:shall|should) i\b(?! ask)
    \bwant me to\b
    \banything i can (?:do|help)\b
    \bwould (?:it help|you like me)\b
    \bhow can i help\b
    \bdo you want me\b
""")
CORRECTION = _any(r"""
    ^(?:no|nope|hm+|sorry|wait|but|well|actually|not quite|careful)[ ,.!-]+.{0,40}\b(?:it'?s|it is|they'?re|
        they are|that'?s|that is|should be|was|now|is|are)\b
    \bthat(?:'s| is| was|'s just|'s simply)? (?:not (?:right|correct|true|what)|wrong|incorrect|outdated|old|
        out of date|no longer)\b
    \bare you (?:really |absolutely |quite )?(?:sure|certain|positive)\b
    \b(?:doesn't|does not|don't|do not|can't|cannot) (?:match|add up|be right|be correct|be true|agree)\b
    \bi (?:think|believe|thought|heard|read) (?:that )?(?:it'?s|it is|it was|the .{2,40} (?:is|are|
        was)) (?:actually |now )?
    \bbut (?:\w+ ){0,3}(?:says?|said|told|wrote|shows?|lists?|claims?)\b
    \byou(?:'re| are) (?:wrong|mistaken)\b
    \b(?:is|are|was|were)(?: not|n't) .{1,40}\b(?:but|anymore|any more|any longer)\b
    ^(?:a )?(?:small )?correction\b
    \b(?:has|have) (?:since )?(?:changed|gone up|gone down|risen|fallen) (?:to|from)\b
    \baccording to .{2,40} it(?:'s| is)\b
    \bdid(?:n't| not) you (?:say|mean|tell)\b
    \byour (?:number|figure|date|answer|information|info) is (?:wrong|old|out)
""")
APOLOGY = _any(r"""
    \b(?:i'?m |i am |we'?re |so |very |really |my )*(?:sorry|apologi[sz]e|apologies)\b
    \bmy (?:bad|mistake|fault)\b
    \bpardon\b
    \bi (?:messed|screwed) up\b
""")
PROMISE = _any(r"""
    \b(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to)\b(?! (?:need|have to (?:ask|wait)|not\b|
        never\b))
    \byou(?:'ll| will) (?:have|get|hear)\b
    \b(?:i|we) (?:can|could) have (?:it|this|that)\b.{0,40}\bby\b
    \bleave it (?:with|to) me\b
    \bconsider it done\b
    \bon it\b\W*$
    \bi promise\b
    ^will (?:do|send|check|get|come|let|write|have)\b
    \blet me (?:check|look|see|find out|get back|think)\b
""")
STATUS = _any(r"""
    ^(?:still |currently |now )?working on\b
    \b(?:i|we)(?:'ve| have) (?:just |now |already |also )?(?:sent|finish\w*|done|upload\w*|deliver\w*|ship\w*|
        start\w*|complet\w*|fix\w*|updated?|put|shared?|attached|written|filed|booked|ordered|submitted|prepared|
        drafted|moved|added|closed)\b
    \b(?:i|we) (?:just |now |already )?(?:sent|finished|uploaded|delivered|shipped|started|completed|fixed|updated|
        shared|attached|wrote|filed|booked|ordered|submitted|prepared|drafted|added|closed)\b
    \b(?:is|are|'s) (?:now |all |already )?(?:done|ready|finished|complete|in progress|on track|delayed|
        in your inbox|on the drive|live|up|attached)\b(?!.*\?)
    \b(?:i'm|i am|we're|we are) (?:still |now |currently )?working on\b
    ^(?:all )?done\b
    ^(?:status|update)\b ?:
""")
REFUSAL = _any(r"""
    \b(?:i|we)(?:'m| am|'re| are)? ?(?:can't|cannot|can not|won't|will not|not able to|unable to|not going to|
        don't have (?:time|capacity)|have no (?:time|capacity))\b
    ^no(?:pe)?,? (?:sorry|can't|not now|i)\b
    \bhave to (?:decline|pass|say no)\b
    \brather not\b
    \bnot my (?:job|area|call|department)\b
""")
INTRODUCTION = _any(r"""
    \b(?:i'm|i am) (?:the |your |a )?new\b
    \bi(?:'ve| have)? (?:just )?(?:joined|started (?:today|this week|yesterday|last week|here|as))\b
    \bmy name is\b
    \bintroduc(?:e|ing) myself\b
    \b(?:first|second) (?:day|week) (?:here|at|today)\b
    \bmy first (?:day|week)\b
""")
SMALL_TALK = _any(r"""
    ^(?:and |so )?how (?:was|were) (?:the|your|our) \w+(?: \w+)?\s*\?
    ^(?:so )?who(?:'s| is) (?:in|around|here|up)\b(?! charge)
    \bhow(?:'s| is| are|'re| was| were)(?: you| your| the)? ?(?:you|doing|weekend|holiday|vacation|trip|morning|day|
        life|things|everything|family|kids|it going|week)\b
    \b(?:weekend|weather|lunch|football|match|marathon|concert|birthday|coffee|cake|movie|snow|rain|sunshine|kids|
        dog|cat|gym|hiking|skiing|barbecue|netflix)\b
    \bhappy (?:friday|monday|new year|birthday|holidays|easter)\b
    \bcongrat\w*
    \bmerry christmas\b
    \bwhat's up\b
    \bsup\b
""")
GOODBYE = _any(r"""
    ^(?:bye(?:[- ]?bye)?|see you|see ya|cu|ciao|good ?night|later|talk (?:later|soon|to you)|take care|
        have a (?:nice|good|great|lovely)|until (?:then|tomorrow)|speak (?:soon|later))\b
""")
RELAYED = _any(r"""
    \b(?:wants?|wanted|(?:would |'d )(?:\w+ )?(?:like|love)|needs?|has|have|likes?) to (?:know|hear|understand|learn|
        find out|be told)\b
    \b(?:would |'d )(?:\w+ )?(?:like|love) to (?:have|get|see|receive)\b
    \b(?:it|that) (?:would|'d|might|could) (?:also |really |greatly |very much )*(?:help|(?:be )?(?:good|nice|great|
        useful|helpful|handy|lovely)|be a help)(?: me| us)? (?:to (?:know|have|see|get|understand|hear|
        learn)|if i (?:knew|had))\b
    \b(?:i|we) (?:still )?(?:can't|cannot|can not|could not|couldn't) (?:seem to )?(?:find|see|make out|work out|
        figure out)\b
    \b(?:i|we) (?:really |simply |just |still )?(?:can't|cannot|can not|don't|do not) (?:quite |really |
        for the life of me )?(?:remember|recall|know)\b
    \b(?:i|we)(?:'ve| have)? (?:quite |completely |just )?(?:forgot|forgotten)\b
    \b(?:hear|hears|hearing|heard|get|got|getting|see|seen|seeing|find|found|read|reading) (?:\w+ ){0,2}?(?:different|
        conflicting|contradictory|various|several|two) (?:figures|numbers|dates|times|answers|versions|prices|names|
        things|stories)\b
    \b(?:i|we) (?:still |also |only )+(?:have|need) to (?:enter|fill in|put|add|write|report|state|note)\b
    \b(?:i|we)(?:'d|'ll| would| will)? (?:still |also |only |just )*(?:have|need) to (?:tell|let|inform|brief|
        answer)\b.{1,40}\b(?:what|when|where|which|who|how|why|whether)\b
    \b(?:nobody|no one|none of them) (?:has |could |can |here |ever )*(?:told|tells?|said|says|knows?|seems to know)\b
    \b(?:i|we) (?:was|were)(?:n't| not| never) told\b
    \b(?:asks?|asked|is asking|are asking|was asking|keeps? asking|wonders?|is wondering|are wondering)\b(?! (?:you |
        him |her |them )?(?:to|not to)\b)
    \b(?!i\b|we\b|you\b|to\b|who\b|not\b)[a-z'’-]+ (?:needs?|wants?|requires?|is waiting for|are waiting for|
        is missing|lacks?|would like) (?=(?:the|a|an|your|our|some)\b)
    \b(?:told|supposed|advised|asked) to (?:ask|check with|see|contact|talk to) you\b
    ^(?:i have |i've got |just )?(?:a |one |another )?(?:quick |short |small )?question (?:about|on|regarding|
        concerning)\b
    \b(?:i|we)(?:'m| am|'re| are)? (?:still |only |just |also )?(?:miss|missing|lack|lacking|short of|wait for|
        waiting for|after)\b
    \b(?:i|we) (?:still )?(?:do not|don't|haven't|have not|did not|didn't) (?:have|know|find|found|get|got)\b
    \b(?:is|are) (?:still |the only thing |all that is )?(?:missing|lacking|open|left)\b
    ^(?:and |but |so )*(?:only|just) .{3,60}\bis (?:missing|left|open)\b
""")
"""A statement that a thing is wanted: by somebody else who asks, or by the writer who has not got it."""
TAG = _any(r"""
    ^(?:or )?(?:right|true|correct|yes|no|or not|ok like that|okay like that|isn't it|doesn't it|am i wrong|am i right|
        agreed)\s*\?+\W*$
    ^(?:please confirm|can you confirm(?: that| this| it)?|could you confirm(?: that| this| it)?)\W*$
""")
"""A clause that only asks whether what stands before it holds."""
LIST = _any(r"""
    \b(?:the following|these|those|both|all (?:of )?(?:them|these|that)|(?:two|three|four|some|a few|\d) (?:short |
        quick |small |more |other |simple )*(?:questions?|things?|numbers?|figures?|data|dates?|points?|lines?|
        (?:bits|pieces) of))\b
    ^(?:and |also )*(?:could|can|would|will|may) (?:you|i) (?:please |kindly |just )*(?:give|tell|send|answer|help|ask|
        have|let)(?: (?:me|us|you))?(?: (?:please|know|have|out|with))?\W*$
    ^(?:what|all) (?:i|we) (?:still |only |also )*(?:miss|need|lack|want|ask|am missing)\b.{0,30}$
""")
"""A clause that announces several asks and is none itself, where those follow or stand before it."""
QUESTION = _any(r"""
    ^(?!thank|many|no |yes|ok|sorry|will|welcome).{4,}\b(?:please|pls|plz)\W*$
    \byou (?:could|can|might|would) (?:be able to )?(?:help|tell|know)\b
    (?:^|: ?)(?:just |also |still )?need(?:ing)?\b (?!to\b|you\b)
    \?\W*$
    ^(?:and |so |but |also |ok |well |then |now )*(?:what(?:'s|s)?|when(?:'s|s)?|where(?:'s|s)?|who(?:'s|s|se)?|
        which|how|why|whats)\b
    ^(?:and |so |but |also |ok |well |then |now )*(?:wich|whitch|wihch|whihc|whcih|waht|wat|wats|wht|wehn|whne|wen|
        wher|wheer|hwo|hwy|wy|howmany|howmuch)\b
    ^(?:and |so |but |also |ok |hey |hi )*(?:can|could|may|should|must|shall|will|would) (?:we|they|he|she|it|there|
        one|the|this|that|our|any|anyone|anybody|somebody)\b(?!.*\bif you\b)
    ^(?:and |so |ok |but )*(?:the|your|our) [^,]{2,40},? (?:until |by |from |since |for )?(?:what|when|where|who|how|
        which|why)\b
    ^(?:and |but )?(?:it's|it is|i'm|i am) not that .{2,40} but (?:what|when|where|who|how|which|why)\b
    ^(?:and |so |but |also )*(?:do|does|did|is|are|was|were|has|have|am) (?:you|we|they|there|it|the|this|that|he|
        she|i|any|anyone|anybody|somebody|someone|our|your|[A-Za-z]+ (?:the|a|an|any|already|still|ok|in))\b
    \b(?:do|does|would|might) (?:you|anyone|anybody|someone|any of you) (?:\w+ )?know\b
    \bi(?:'m| am|'d| was| just)? ?(?:was |just )?(?:wonder|wondering|curious)\b
    \b(?:i|we)(?:'d| would)? ?(?:just |also |still |urgently |really )?(?:need|like|want|have) to (?:know|
        understand|find out|learn|confirm|clarify|check)\b
    \bany ideas?\b
    ^(?:\w+ )?any chance\b
    \byou (?:happen to |maybe |perhaps |by any chance )?know\b.*\b(?:how|what|when|where|who|why|which|if|whether)\b
    ^(?:and |so )*(?:on|at|in|for|by|until|till|under|from|to|with|of|since|up to) (?:which|what|when|whom|how many|
        how much)\b
    \blooking for\b
    \btrying to (?:find|figure|work|understand)\b
    \b(?:can|could|would|will) (?:you|anyone|somebody|someone|anybody) (?:please |kindly |quickly |just |maybe |
        also |possibly )*(?:tell|remind|confirm|share|clarify|explain|let me know|let us know|say|point me|advise|
        give|send|pass|provide|show|look up)\b
    ^(?:and |also |please |pls |kindly |just )*(?:tell|remind|confirm|clarify|explain|let me know|let us know|
        advise|give me|send me|share|remind)\b(?!.*\bif you\b)
    \b(?:i|we)(?:'d| would)? ?(?:just |also |still |urgently |really |'ll )?(?:need|require|am missing|'m missing|
        want)\b (?:(?:to (?:have|get))? ?)?(?:the|your|a|an|some|one|two|three|four|\d|that|this|latest|current|
        figures?|numbers?|more)\b
    \bmissing (?:is|the)\b
    \bnot sure (?:what|who|when|where|how|which|about)\b
    ^(?:and )?(?:what|how) about\b
    ^(?:and )?the same (?:for|with|question)\b
    \bsame question\b
""")
REQUEST = _any(r"""
    \b(?:can|could|would|will) (?:you|anyone|somebody|someone|anybody) (?:please |kindly |quickly |just |maybe |
        also |possibly |perhaps )*(?!tell|remind|confirm|share|clarify|explain|let|say|point|advise)[a-z]+\b
    ^(?:and |also |then )*(?:please|pls|plz|kindly)\b
    \b(?:i|we)(?:'d| would)? ?(?:need|want|like|ask) you to\b
    \b(?:i|we) (?:need|could use|would need|'d need) (?:your |some |a bit of )?(?:help|hand|support)\b
    \bwould you mind\b
    \b(?:may|can|could) i ask you\b
    \b(?:it would|would) be (?:great|nice|good|helpful|lovely|wonderful) if you\b
    \bi(?:'d| would) (?:very much |really |greatly |much |also )*(?:appreciate|be (?:very |most |so )?grateful)(?: it)?
        \s+if you\b
    ^(?:and |also |then )*(?:send|prepare|make|create|update|write|draft|check|review|run|book|order|fix|schedule|
        arrange|set up|add|remove|look into|look at|take a look|take care|pull|collect|compile|upload|forward|
        reserve|cancel|move|install|print|translate|proofread|calculate|estimate|analy[sz]e|compare|export|test|
        deploy|restart|reset|unlock|grant|invite)\b (?:the|a|an|me|my|our|us|it|this|that|your|all|up|some|into|at|
        for|of|\w+)
""")
APPROVAL_WORD = _any(r"""
    \b(?:approv\w*|sign(?:ed|s)?[- ]?off|authori[sz]\w*|green[- ]?light|go[- ]?ahead|permission|
        objections?|allowed|grant(?:ed)?|releas\w*)\b
""")
ASKS_IF_APPROVED = _any(r"""
    ^(?:and |so |but )*(?:is|are|has|have|was|were|did)\b.*\b(?:approve[ds]?|signed off|sign off|
        granted|authori[sz]ed?|released|refused|declined)\b
""")
NEEDS_DECISION = _any(r"""
    \b(?:need|want|waiting for|wait for|await|missing|no) (?:a |an |your |the )?(?:\w+ )?(?:decision|approval|verdict|
        sign[- ]?off|signature|go[- ]?ahead|ok(?:ay)?|yes or no|ruling)\b
""")
"""A reminder that says what is wanted: a decision."""
NO_QUESTION = _any(r"""
    ^(?:and |so |but )*(?:when|whenever|where|whoever|whatever|while)(?:,| (?!(?:is|are|was|were|do|does|did|can|could|
        shall|should|will|would|must|may|has|have|had)\b)[^,?]{3,80},) (?=(?!please|pls|can|could|would|will|do|does|
        kindly)\w)
    ^(?:and |so |ok |but )*(?:the|your|our) [^,?]{2,60}\b(?:is|are|was|were|has|have|had|will|can|could|goes|comes|
        leaves|moves|stands|[a-z]{3,}ed)\b[^,?]* (?:when|where|once|whenever|while) (?:the|a|an|i|we|you|he|she|it|they|
        this|that|there|somebody|someone|everybody|nobody|all|my|our|your|his|her|their) (?:[\w'-]+ ){0,3}?(?:is|are|
        was|were|has|have|had|can|could|will|would|[a-z]+s|[a-z]+ed)\b.*$
    ^(?:and |but |so )*(?:only |rather |preferably )?(?:in writing|in person|on paper|face to face|by (?:e-?mail|mail|
        phone|chat)),? (?:please|pls|plz)\W*$
""")
"""What in a sentence without a question mark is no question, though it has the word for one in it: when or where
something is done, and how somebody wants to be told."""
FORBIDS = _any(r"""
    ^(?:and |so )*(?:please|pls|kindly) (?:\w+ ){1,2}(?:nothing|nobody|no more|no one|none|neither)\b
    ^(?:please |pls |kindly |so )*(?:do not|don't|never|stop|no need to|you (?:don't|do not) (?:need|have) to)\b
""")
CHATTY = _any(r"""
    \b(?:anyone|anybody|any of you|who)(?:'s| is| are)? (?:else |here |also )*(?:watching|coming|going|joining|up for|
        fancy|hungry|wants?|in for|hears?|heard|seen|tried|arrives?|remembers?)\b
    ^(?:and |so )*(?:anyone|anybody|anyone else|nobody|who else|for what|since when)\b[^?]{0,24}\?\W*$
    \b(?:which|what|how|where)\b.{0,30}\bwould (?:you|make)\b
    \byou know (?:one|any|somebody|someone)\b
    \b(?:did|do|am|was|have) i (?:leave|ever|really|even|just|look|miss|tell|mention|imagine|dream)\b
    ^can i (?:leave|ever|really|even|just|look|miss|tell|mention|imagine|dream)\b
    \b(?:only|just) me\b
    \bhave you (?:ever|tried|been)\b
    \b(?:did|have) you (?:see|seen|hear|heard|watch\w*|notice\w*)\b(?! (?:from|back))
    ^(?:and )?you (?:saw|heard|know who|remember)\b
    ,? (?:no|eh|huh|isn't it|innit|you know|am i right)\s*\?\W*$
    \bwhat's it to be\b|\bhow .{1,12} it is\b
""")
DUNNO = _any(r"""
    \b(?:no|not the faintest|not a) (?:idea|clue|notion|visibility)\b
    \b(?:don't|do not|can't|cannot|couldn't|could not|wouldn't|
        would not) (?:really )?(?:know|say|tell(?: you)?|recall)\b
    \b(?:dunno|beats me|news to me|never (?:seen|heard|needed)|not in my|nothing posted|haven't been looped)\b
""")
MINOR = _any(r"""
    \b(?:note|remember|keep in mind|bear with|be (?:careful|kind|on time|patient|normal|gentle)|forgive|
        excuse|hand (?:it|them)? ?in|wait|hold on)\b
""")
READS = _any(r"""
    \b(?:read|look at|take a look|see|have a look)\b
""")
RELAYS = _any(r"""
    \b(?:ask|tell|talk to|speak (?:to|with)|contact|call|ring|check with|inform|remind|let) (?:him|her|them|[a-z]\w+)\b
""")
