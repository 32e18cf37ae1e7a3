"""How it went: verifiers that read the record of a run and nothing else."""
