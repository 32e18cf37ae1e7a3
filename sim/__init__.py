"""The ground: time, thoughts, vocabulary, journal, the office and its apps, seats, and the engine that steps them.

Nothing here knows an organisation, a persona or a model library.
"""
