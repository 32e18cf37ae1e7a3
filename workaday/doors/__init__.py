"""One office, many doors: the seat taken from outside, through MCP, HTTP or a shell.

Every door is made of the office's typed actions, and none has logic of its own: an app with one more action has it
behind all of them. What is where:

    hosted       the player whose acts come from outside
    session      one run with such a player: hand in an act, await what comes of it
    offers       what there is to do, as doors describe it
    incoming     what is read of what comes from outside, and its limits
    crowd        how many are let in at once, and for how long without a word
    pace         how fast simulated time passes for those who watch
    tokens       who may act as which seat
    words        a turn as text
    web          the HTTP interface, and the local socket of the desk
    openapi      its description
    mcp_server   the same seat as tools and resources of the Model Context Protocol
    desk         the command line of the seat
    slack        the same seat for bots that were built with Slack's libraries
    serving      all of them around one session

A second seat in the same office is a second session of one `OpenRun`, and stands beside the first in the mapping that
``web`` is handed, from the seats of tokens to sessions. Further interfaces stand beside ``web`` on the same sessions.
"""
