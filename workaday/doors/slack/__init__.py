"""The seat as a bot of a chat service: an API like Slack's, for bots that were built with Slack's own libraries.

Every method is made of the office's typed actions. What is where:

    ids            Slack's ids and timestamps, made of ours and read back
    text           Slack's marks in a text, and ours
    arguments      what a call gives, read strictly
    errors         Slack's codes for what the office refuses
    postmarks      when and in which thread each message was sent
    workspace      one session as a workspace: what all methods share
    methods        all methods by name; they stand in the modules below
    conversations  conversations.*
    messages       chat.*, reactions.*, search.*
    people         users.*, dnd.*
    files          files.*, uploads and downloads
    about          auth.test, team.info and the like, which cost no time
    own            workaday.*: what Slack has no word for
    events         what reaches the seat, as Slack's events
    socket         Socket Mode: events are handed over one by one, and time goes on when the bot is done
    web            the HTTP application
"""
