"""Who works here: the org schema, and the graph of reporting lines, ownership, approval limits and ties."""
