"""Users' policies."""

#: The number of the first policy of a user's file; the next ones follow.
OWN = 64
