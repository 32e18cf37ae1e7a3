"""The words a run is told in: what can happen, be said, be known, be promised and be delivered."""
