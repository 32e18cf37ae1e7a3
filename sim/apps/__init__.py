"""What people work with: chat, mail, calendar, drive, tracker and the like, each a set of typed actions on one office."""
