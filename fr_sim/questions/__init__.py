"""Runs that are kept: a results directory, its lock, checkpoints, tables, and going on after an interruption."""
