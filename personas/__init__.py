"""What each person is like: the persona schema, and the minds and memories that act it out."""
