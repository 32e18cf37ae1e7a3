"""A whiteboard for Workaday, with a mind that parrots and a player who draws."""
