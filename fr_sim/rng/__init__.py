"""Random words without state: one at a time, and for 64 races at once."""
