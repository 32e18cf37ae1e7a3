"""How near a run comes to what has been published about people at work: measures over the record, with their sources.

Nothing here grades a player. :mod:`scorers.realism.report` puts all of it together; the sources are in
``docs/realism.md``.
"""
