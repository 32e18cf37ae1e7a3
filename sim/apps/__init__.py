"""What people work with: chat, mail, calendar, drive, tracker and so on, each a set of typed actions on one office."""
