"""What happens: the scenario schema, its timeline and tasks, and the staging that turns one into a run."""
