"""What a run leaves behind in the formats of the trade, for other programs to read: mail and calendars.

people     who is who, and what their mail addresses are
mail       mails as RFC 5322 messages, in one mbox or a file each
meetings   meetings as iCalendar events
"""
