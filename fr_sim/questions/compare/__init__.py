"""A comparison: the same races on several sides, paired race by race."""

from fr_sim.questions.compare.asked import Comparison, ask_comparison, comparison_of

__all__ = ["Comparison", "ask_comparison", "comparison_of"]
