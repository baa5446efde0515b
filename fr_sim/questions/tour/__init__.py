"""A tour: stages ridden one after the other, under several carry rules side by side."""

from fr_sim.questions.tour.asked import Tour, ask_tour

__all__ = ["Tour", "ask_tour"]
