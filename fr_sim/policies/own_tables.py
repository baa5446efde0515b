"""From users' functions to the table of addresses: compiles the policies that ride, and explains what they did wrong."""

import re
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numba.core import types

from fr_sim.apart import apart
from fr_sim.game.errors import BadInput, Words
from fr_sim.jit import INTERPRETED, users_function
from fr_sim.policies import own
from fr_sim.policies.asked import cell_address, name_function, noted
from fr_sim.policies.catalogue import OWN
from fr_sim.policies.own_driver import compile_function, driver_address
from fr_sim.policies.own_errors import described, line_of
from fr_sim.policies.own_sight import sight_of
from fr_sim.policies.view import View

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies

_COLUMNS = {"card": own.CARD, "first": own.FIRST, "place": own.PLACE, "bid": own.BID, "bid_rider": own.BID_RIDER}


def addresses_of(policies: "OwnPolicies", numbers: Iterable[int]) -> np.ndarray:
    """The table of addresses for the kernel, with the policies of these numbers compiled: int64 [policy, column], see `own.py`.

    Raises BadInput for a policy that does not compile. Numbers of shipped policies are passed over.
    """
    return apart(_table, policies, {int(number) for number in numbers})


def _table(policies, numbers):
    table = np.zeros((len(policies.policies), own.COLUMNS), np.int64)
    for number in sorted(numbers):
        if number >= OWN:
            table[number - OWN] = _row(policies, policies.name_of(number))
    return table


def _row(policies, name):
    """Addresses of one policy's decisions, compiled at the first call."""
    if name not in policies._compiled:
        row = [0] * own.COLUMNS
        for decision, column in _COLUMNS.items():
            if (name, decision) in policies.decisions:
                function = f"{policies.path}, policy '{name}': {policies.decisions[name, decision].__name__}"
                with noted(f"compiling {function}"):
                    row[column] = _address(policies, name, decision)
                name_function(row[column], function)
        row[own.DRIVER] = 0 if INTERPRETED else driver_address()
        row[own.SHOWS_LEFT] = int(policies.shows_left)
        row[own.CELL] = cell_address()
        policies._compiled[name] = row
    return policies._compiled[name]


def _address(policies, name, decision):
    function = policies.decisions[name, decision]
    if INTERPRETED:
        number = len(own.INTERPRETED_FUNCTIONS) + 1
        own.INTERPRETED_FUNCTIONS[number] = _with_parameters(policies, name, function)
        return number
    _compile_helpers(policies)
    where = f"{policies.path}, policy '{name}'"
    checked = users_function(function)
    compiled = error = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = compile_function(users_function(_with_parameters(policies, name, checked)))
    except Exception as caught:
        error = caught
    # A function may well compile and then answer with something that is no number; the compiler's own words for that are no help.
    for answer in (signature.return_type for signature in checked.nopython_signatures):
        if not isinstance(answer, (types.Integer, types.Boolean)):
            kind = "nothing, at least on some way through it" if isinstance(answer, (types.NoneType, types.Optional)) else answer
            raise BadInput(f"{where}, {function.__name__}", Words(f"an answer that is {kind}"), "a whole number")
    if error:
        raise _refusal(error, f"{where}{_numba_line(error, policies.path)}")
    policies._kept.append(compiled)
    return compiled.address


def _with_parameters(policies, name, function):
    """`decide(view, given) -> answer`, which hands the given parameters on by the names that the function asks for."""
    plain = getattr(function, "py_func", function)
    asked_for = plain.__code__.co_varnames[1 : plain.__code__.co_argcount]
    positions = [policies.policies[name].parameter_names.index(parameter) for parameter in asked_for]
    arguments = "".join(f", given[{position}]" for position in positions)
    return eval(f"lambda view, given: function(view{arguments})", {"function": function})


def _compile_helpers(policies):
    """The file's own helpers become functions that compiled code can call; its policies may call each other, too."""
    for name, value in policies.namespace.items():
        is_function = isinstance(value, type(_compile_helpers))
        if is_function and value.__code__.co_filename == str(policies.path):
            policies.namespace[name] = users_function(value)


def _refusal(error, where):
    """The message for a function that does not compile: the most telling line of what the compiler says."""
    lines = [line.strip() for line in str(error).splitlines()]
    noise = re.compile(r"Failed in|During:|File |This error may|To see|https?:|-{3,}|\^|<source|$|There are|No match|Overload|\[\d\]")
    telling = next((line for line in lines if not noise.match(line)), described(error))
    if "setitem" in telling and "readonly" in str(error):
        telling = "a change to an array of the view, which is to be read only"
    return BadInput(where, Words(re.sub(r" of type Sight\(.*", "", telling)), "Python that can be compiled: plain numbers and arrays")


def _numba_line(error, path):
    """`, line 7` for the last line of the user's file that the compiler mentions."""
    lines = re.findall(re.escape(f'File "{path}", line ') + r"(\d+)", str(error))
    lines = lines or re.findall(r'File "[^"]*' + re.escape(path.name) + r'", line (\d+)', str(error))
    return f", line {lines[-1]}" if lines else ""


class PolicyFailed(BadInput):
    """A user's policy that raised, or gave an answer that cannot be played; `in_race` adds the race's number to the message."""

    def __init__(self, place: str, moment: str, found: str, expected: str):
        self.place, self.moment, self.found_words, self.expected_words = place, moment, found, expected
        super().__init__(f"{place}, {moment}", Words(found), expected)

    def in_race(self, race: int) -> "PolicyFailed":
        """The same failure with the race that it happened in."""
        return PolicyFailed(self.place, f"race {race}, {self.moment}", self.found_words, self.expected_words)


def explain_failure(policies: "OwnPolicies", number: int, decision: str, view: View, race: int) -> PolicyFailed:
    """What was wrong with a policy's answer, found by asking its function once more in plain Python.

    `view` is what it saw, in NumPy rows; `race` one of its 64 races.
    """
    name = policies.name_of(number)
    function = policies.decisions[name, decision]
    place = f"{policies.path}, policy '{name}'"
    moment = f"round {view.turn}, rider {view.rider}" if view.turn else f"before the start, rider {view.rider}"
    sight = sight_of(view, race)
    expected, is_good = _expected(decision, sight)
    try:
        with np.errstate(all="raise"), noted(f"{place}: {function.__name__}", view.turn, view.rider):
            answer = _with_parameters(policies, name, function)(sight, view.parameters)
    except Exception as error:
        return PolicyFailed(f"{place}{line_of(error, policies.path)}", moment, described(error), expected)
    found = f"{function.__name__} answered {answer!r}"
    return PolicyFailed(place, moment, found if not is_good(answer) else f"{found}, compiled something else", expected)


def _expected(decision, sight):
    """In words and as a check, what may be answered."""
    if decision in ("card", "bid"):
        held = [kind for kind in range(sight.kinds) if sight.hand[kind]]
        return "the kind of a card in hand: " + ", ".join(map(str, held)), lambda answer: answer in held
    if decision in ("first", "bid_rider"):
        return "True or False", lambda answer: answer in (0, 1)
    standing = [list(sight.square).count(square) for square in range(sight.start_line)]
    free = [square for square in range(sight.start_line) if standing[square] < sight.room[square]]
    return "a square behind the start line with a free lane: " + ", ".join(map(str, free)), lambda answer: answer in free


def failure_in(policies: "OwnPolicies", number: int, race: int, turn: int, rider: int) -> PolicyFailed:
    """The message for a refused answer of which only the time is known, for engines that cannot ask again."""
    moment = f"race {race}, round {turn}, rider {rider}" if turn else f"race {race}, before the start, rider {rider}"
    place = f"{policies.path}, policy '{policies.name_of(number)}'"
    return PolicyFailed(place, moment, "an error, or an answer that cannot be played", "the kind of a card in hand")
