"""The kernel is compiled once, before the workers start: otherwise each of them would compile it at the same time."""

import os
import subprocess
import sys

COMPILE = """
from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.simulate.batches import prepare
from fr_sim.simulate.question import ask

prepare(ask(load_stage("avenue-corso-paseo"), parse_lineup("random,random"), load_edition("gigamic-v2"), 1))
"""


def pytest_xdist_setupnodes():
    """Called where workers are about to start; a test that starts tests of its own has its reasons."""
    if not os.environ.get("NUMBA_DISABLE_JIT") and "PYTEST_CURRENT_TEST" not in os.environ:
        subprocess.run([sys.executable, "-c", COMPILE], check=False)
