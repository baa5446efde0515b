"""fr-sim: a Monte Carlo strategy analyser for the board game Flamme Rouge."""

__version__ = "0.2.0"
