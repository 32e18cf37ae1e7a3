"""Whether coworkers stayed themselves and true: what they said against what they believed, were told and may tell.

Their slips are the simulation's, never the player's. :mod:`scorers.fidelity.report` puts all of it together, and
:func:`scorers.fidelity.truth.misled` says whether the player was told something its teller did not believe.
"""
