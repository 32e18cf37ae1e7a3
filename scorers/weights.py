"""The weight of each scorer in the total where a scenario gives none; importing this loads nothing else."""

from collections.abc import Mapping
from types import MappingProxyType

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "outcome": 20.0,
        "escalation": 4.0,
        "responsiveness": 2.0,
        "commitments": 2.0,
        "interruptions": 2.0,
        "noise": 2.0,
        "asking": 2.0,
        "honesty": 2.0,
        "information": 2.0,
        "meetings": 1.0,
        "relationships": 1.0,
        "tone": 1.0,
        "conflict": 1.0,
        "handover": 1.0,
    }
)
"""Design choice: all manners together cost at most 23 of 43, about half, of what was achieved; a decision that went to
the wrong person costs twice what anything else does that others suffer."""
