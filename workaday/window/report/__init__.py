"""A report: one or several runs as one HTML file that needs nothing beside it."""
