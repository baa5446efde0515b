"""Users' files of policies: reads them, finds the policies in them, compiles those that ride, and says what is wrong with them.

Every function of the file whose first parameter is `view` is a policy's decision about cards; `NAME_first` and `NAME_place` are the other
two decisions of the policy NAME. A parameter with a default is one that a line-up may set. Functions that begin with an underscore, or
whose first parameter has another name, are helpers.
"""

import inspect
import re
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fr_sim.apart import apart
from fr_sim.arrays.game import MOST_PARAMETERS
from fr_sim.files.reading import read_text
from fr_sim.game.errors import BadInput, Words
from fr_sim.policies.asked import noted
from fr_sim.policies.catalogue import DUMMIES, OWN, Parameter, PolicyInfo, shipped_policies, summary_of
from fr_sim.policies.own_errors import described, line_of

#: The decisions and what their functions' names end in, in the order of the columns of the table of addresses.
SUFFIXES = {"card": "", "first": "_first", "place": "_place", "bid": "_bid", "bid_rider": "_bid_rider"}

_FURTHEST = 1_000_000_000


@dataclass(frozen=True)
class OwnPolicies:
    """The policies of a user's file; `decisions` holds for each policy and decision the user's function as it was written."""

    path: Path
    policies: Mapping[str, PolicyInfo]
    decisions: Mapping[tuple[str, str], types.FunctionType]
    namespace: dict[str, Any] = field(repr=False)
    shows_left: bool
    source: str = field(repr=False)
    _compiled: dict[str, list[int]] = field(default_factory=dict, repr=False)
    _kept: list[Any] = field(default_factory=list, repr=False)

    def __reduce__(self) -> tuple:
        return policies_of_source, (self.path, self.source)

    def name_of(self, number: int) -> str:
        """The name of the policy with this number."""
        return list(self.policies)[number - OWN]


def load_policy_file(path: str | Path) -> OwnPolicies:
    """The policies of a user's Python file, which is run like any other module; nothing is compiled yet.

    Raises BadInput for a file that cannot be read or run, holds no policy, or takes a name that is taken.
    """
    path = Path(path)
    return policies_of_source(path, read_text(path, "a Python file"))


def policies_of_source(path: Path, source: str) -> OwnPolicies:
    """The policies of the text `source` of the file at `path`, which is not read: what `load_policy_file` gives, anywhere."""
    namespace = apart(_run, path, source)
    own = {name: _plain_function(value, path) for name, value in namespace.items()}
    functions = {name: function for name, function in own.items() if function is not None}
    cards = {name: function for name, function in functions.items() if _is_policy(name, function, functions)}
    if not cards:
        raise BadInput(str(path), Words("no policy"), "a function whose first parameter is 'view'")
    policies, decisions = {}, {}
    for number, (name, function) in enumerate(cards.items(), OWN):
        where = f"{path}, policy '{name}'"
        if name in shipped_policies() or name in DUMMIES:
            raise BadInput(where, name, "a name that no policy of the program has")
        parameters = _parameters(function, where)
        description = inspect.cleandoc(function.__doc__ or "")
        summary = summary_of(description) or f"A policy of {path.name}"
        policies[name] = PolicyInfo(name, number, summary, description or summary, parameters, path)
        for decision, suffix in SUFFIXES.items():
            if name + suffix in functions:
                decisions[name, decision] = _answering(functions[name + suffix], f"{where}, {name}{suffix}")
                _check_companion(functions[name + suffix], parameters, f"{where}, {name}{suffix}")
    # What decks still hold takes a third of the time to show, so it is shown only to files that speak of it.
    shows_left = re.search(r"\bleft\b", source) is not None
    return OwnPolicies(path, policies, decisions, namespace, shows_left, source)


def _run(path: Path, source: str) -> dict[str, Any]:
    try:
        code = compile(source, str(path), "exec")
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if getattr(error, "lineno", None) else ""
        found = (getattr(error, "text", None) or "").strip()
        raise BadInput(f"{path}{line}", found or Words(str(error)), f"Python ({getattr(error, 'msg', error)})") from None
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    try:
        with noted(str(path)):
            exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path}{line_of(error, path)}", Words(described(error)), "a file that Python can run") from None
    return module.__dict__


def _plain_function(value: Any, path: Path) -> types.FunctionType | None:
    """The function behind a name if it was written in this file; one that the user compiled already counts as what it was."""
    function = getattr(value, "py_func", value)
    is_own = isinstance(function, types.FunctionType) and function.__code__.co_filename == str(path)
    return function if is_own else None


def _is_policy(name: str, function: types.FunctionType, functions: Mapping[str, Any]) -> bool:
    takes_view = next(iter(inspect.signature(function).parameters), None) == "view"
    companion_of = [name.removesuffix(suffix) for suffix in SUFFIXES.values() if suffix and name.endswith(suffix)]
    return takes_view and not name.startswith("_") and not any(other in functions for other in companion_of)


def _answering(function: types.FunctionType, where: str) -> types.FunctionType:
    """`function`, if calling it gives its answer: no coroutine and no generator."""
    for word, is_such in (("async def", inspect.iscoroutinefunction), ("yield", inspect.isgeneratorfunction)):
        if is_such(function) or inspect.isasyncgenfunction(function):
            raise BadInput(where, Words(word), "a plain function that returns its answer")
    return function


def _parameters(function: types.FunctionType, where: str) -> tuple[Parameter, ...]:
    parameters = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        is_whole = isinstance(parameter.default, int) and not isinstance(parameter.default, bool)
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD or not is_whole or abs(parameter.default) > _FURTHEST:
            raise BadInput(where, Words(f"parameter {parameter}"), f"{parameter.name}=NUMBER, a whole number as the default")
        meaning = "as the file says"
        parameters.append(Parameter(parameter.name, parameter.default, -_FURTHEST, _FURTHEST, meaning))
    if len(parameters) > MOST_PARAMETERS:
        raise BadInput(where, Words(f"{len(parameters)} parameters"), f"at most {MOST_PARAMETERS}")
    return tuple(parameters)


def _check_companion(function: types.FunctionType, parameters: tuple[Parameter, ...], where: str) -> None:
    names = [parameter.name for parameter in parameters]
    first, *others = inspect.signature(function).parameters or [""]
    for name in others:
        if name not in names:
            raise BadInput(where, Words(f"parameter {name}"), "a parameter that the policy itself has", names)
    if first != "view":
        raise BadInput(where, Words(f"first parameter {first or 'missing'}"), "'view'")
