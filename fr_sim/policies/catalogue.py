"""The policies that ship, by name and number, as their own files describe them; read as text, so that nothing is compiled to list them.

A policy's file says it all: its docstring is the description, its first sentence the summary, and `PARAMETERS` the table
of what may be set.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from fr_sim.game.lineup import DUMMIES

__all__ = [
    "DEFAULT_LINEUP",
    "DUMMIES",
    "NOBODY",
    "OWN",
    "SHIPPED",
    "Parameter",
    "PolicyInfo",
    "parameters_of",
    "shipped_policies",
    "summary_of",
]

#: The number of a policy is its place in this list; results name policies, so the order may change with a version.
SHIPPED = ("random", "highest", "lowest", "steady", "saver", "drafter", "weighted")

#: The number of the first policy of a user's file; the next ones follow.
OWN = 64

#: The number in place of a policy's for the riders of dummy teams, whom nobody asks.
NOBODY = OWN - 1

#: What a line-up is when nobody says anything: four teams of a sensible policy.
DEFAULT_LINEUP = "drafter,drafter,drafter,drafter"


@dataclass(frozen=True)
class Parameter:
    """A whole number that a line-up may set: `name:parameter=value`, from `low` to `high`."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class PolicyInfo:
    """A policy as a user meets it: its name, its number, what it does, and what may be set."""

    name: str
    number: int
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    source: Path

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the parameters, in the order in which the policy numbers them."""
        return tuple(parameter.name for parameter in self.parameters)


@cache
def shipped_policies() -> Mapping[str, PolicyInfo]:
    """Every shipped policy by name, in the order of their numbers."""
    folder = Path(__file__).parent
    return MappingProxyType({name: _described(name, number, folder / f"{name}.py") for number, name in enumerate(SHIPPED)})


def summary_of(description: str) -> str:
    """The first sentence of a docstring, on one line."""
    first_paragraph = " ".join(description.strip().split("\n\n")[0].split())
    return first_paragraph.split(". ")[0].rstrip(".")


def parameters_of(table: Mapping[str, Mapping[str, int | str]]) -> tuple[Parameter, ...]:
    """The parameters that a `PARAMETERS` table declares: name to default, low, high and meaning."""
    return tuple(Parameter(name=name, **about) for name, about in table.items())


def _described(name: str, number: int, source: Path) -> PolicyInfo:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    description = ast.get_docstring(tree) or ""
    table: dict = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "PARAMETERS" for to in statement.targets):
            table = ast.literal_eval(statement.value)
    return PolicyInfo(name, number, summary_of(description), description, parameters_of(table), source)
