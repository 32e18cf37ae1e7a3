"""Whether coworkers stayed themselves and true: what they said against what they believed, were told and may tell.

Their slips are the simulation's, never the player's. :mod:`scorers.fidelity.report` puts all of it together, and
:mod:`scorers.fidelity.cost` says what of it cost the player something, which then counts for nobody.
"""
