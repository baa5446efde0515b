"""Races by the million: chunks over threads, counted and merged; the one door to the kernel."""

from fr_sim.simulate.door import Stopped, answer, simulate
from fr_sim.simulate.plan import CHUNK_RACES
from fr_sim.simulate.question import ask

__all__ = ["CHUNK_RACES", "Stopped", "answer", "ask", "simulate"]
