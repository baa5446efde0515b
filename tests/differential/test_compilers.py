"""The kernel compiled, compiled with every index checked, and not compiled at all: the same bits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.differential.digest import digests


@pytest.fixture(scope="module")
def ours():
    """What this process answers, however it runs the kernel."""
    return digests()


def _elsewhere(**variables):
    answer = subprocess.run(
        [sys.executable, "-m", "tests.differential.digest"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def test_interpreted(ours):
    assert _elsewhere(NUMBA_DISABLE_JIT="1") == ours


@pytest.mark.slow
def test_every_index_checked(ours):
    assert _elsewhere(NUMBA_BOUNDSCHECK="1") == ours
