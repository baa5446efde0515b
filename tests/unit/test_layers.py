"""The layers of the house, and the style of its files, as the checks hold them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command", [("lint-imports", "--no-cache"), ("ruff", "check", "."), ("ruff", "format", "--check", ".")], ids=" ".join
)
def test_check_passes(command):
    done = subprocess.run((SCRIPTS / command[0], *command[1:]), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
