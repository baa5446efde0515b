"""Everything that is wrong with a stage file at once, and what a designer would want to know."""

from pathlib import Path
from typing import Any, NamedTuple

from fr_sim.files.reading import read_toml
from fr_sim.files.stages import read_stage, stage_path
from fr_sim.game.errors import BadInput
from fr_sim.game.stage import Stage


class StageCheck(NamedTuple):
    """What a check found: errors, with which nobody can ride the stage, and warnings; `stage` is None with errors."""

    where: str
    stage: Stage | None
    errors: tuple[BadInput, ...]
    warnings: tuple[str, ...]


def check_stage(name_or_path: str | Path) -> StageCheck:
    """Checks a stage by the name of a shipped one or by path.

    Raises BadInput only for a name that nobody has or a file that cannot be read as TOML.
    """
    path = stage_path(name_or_path)
    return check_stage_table(read_toml(path, "a stage file"), str(path))


def check_stage_table(table: dict[str, Any], where: str) -> StageCheck:
    """Checks the keys of a stage file; `where` names their origin."""
    errors: list[BadInput] = []
    stage = read_stage(table, where, errors)
    return StageCheck(where, stage, tuple(errors), ())
