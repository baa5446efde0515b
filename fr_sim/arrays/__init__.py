"""Everything as numbers and arrays: the game as it is laid out for the engines, and what is counted of races."""
