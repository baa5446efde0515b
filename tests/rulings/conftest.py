"""The engines that every ruling is put to."""

from collections.abc import Callable
from typing import Any

import pytest

from fr_sim.files.positions import Position
from fr_sim.reference.judge import judge
from tests.differential.kernel_phases import kernel_judge

#: By name, a function from a position to its ruling, in the shape of `fr_sim.reference.judge.judge`. An engine may leave out of the answer
#: what it has no words for; what it does answer must be right.
ENGINES: dict[str, Callable[[Position], dict[str, Any]]] = {"reference": judge, "kernel": kernel_judge}


@pytest.fixture(params=ENGINES)
def engine(request):
    """Each engine in turn."""
    return ENGINES[request.param]
