"""A run: one line-up on one stage, its races counted."""

from fr_sim.questions.run.asked import Run, answer, simulate

__all__ = ["Run", "answer", "simulate"]
