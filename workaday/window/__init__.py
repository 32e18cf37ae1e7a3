"""The web pages: a run to watch, the seat's apps, a run to play. What they share is `app`, `pages` and `colours`."""
