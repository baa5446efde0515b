"""fr-sim: a Monte Carlo strategy analyser for the board game Flamme Rouge."""

__version__ = "0.1.0"
