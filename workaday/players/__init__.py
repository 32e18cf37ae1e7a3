"""Players: whoever can take the seat under test. `workaday.players.registry` says how they are named and made."""
