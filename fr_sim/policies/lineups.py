"""From the words of a line-up to teams: `drafter,random,steady:pace=5,drafter/rouleur,muscle/puncheur+sprinteur`."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fr_sim.files import load_rider, rider_names
from fr_sim.files.names import means_path
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import DUMMIES, PELOTON_TEAM, Lineup, Team
from fr_sim.game.riders import MOST_RIDERS, Kind, Specialist
from fr_sim.policies.catalogue import DEFAULT_LINEUP, NOBODY, PolicyInfo, shipped_policies

if TYPE_CHECKING:
    from fr_sim.policies.own import OwnPolicies

__all__ = ["DEFAULT_LINEUP", "known_policies", "parse_lineup", "policies_of"]


def known_policies(own: "OwnPolicies | None" = None) -> Mapping[str, PolicyInfo]:
    """Every policy that a line-up may name: those that ship and those of the user's file."""
    return {**shipped_policies(), **(own.policies if own else {})}


def parse_lineup(text: str, own: "OwnPolicies | None" = None, where: str = "--teams", folder: Path = Path()) -> Lineup:
    """The line-up that `text` describes: teams separated by commas; `where` says in errors whence it came.

    A team is `policy[:parameter=value]…[/RIDER|/RIDER+RIDER]`, or one of the dummies `peloton[/RIDER]` and `muscle[/RIDER+RIDER]`. A RIDER
    is `rouleur` or `sprinteur`, with the edition's deck, the name of a shipped rider, or the path of a rider file, looked for in
    `folder` first; of two, one takes the rouleur's place and one the sprinteur's.

    Raises BadInput for unknown policies, parameters and riders, values out of range, two riders of one kind, rider files that hold no
    rider, empty entries, a second Peloton team, and more than 12 riders (P7).
    """
    known = known_policies(own)
    entries = [entry.strip() for entry in text.split(",")]
    lineup = Lineup(tuple(_team(entry, f"{where}, team {number}", known, folder) for number, entry in enumerate(entries)))
    if len(lineup.riders) > MOST_RIDERS:
        raise BadInput(where, Words(f"{len(lineup.riders)} riders"), f"at most {MOST_RIDERS} on the road")
    pelotons = [number for number in lineup.dummies if lineup.teams[number].policy == PELOTON_TEAM]
    if len(pelotons) > 1:
        raise BadInput(f"{where}, team {pelotons[1]}", PELOTON_TEAM, "only one Peloton team; of muscle there may be several")
    return lineup


def policies_of(lineup: Lineup, own: "OwnPolicies | None" = None) -> list[tuple[int, list[int]]]:
    """For each team its policy's number and the values of all its parameters, as `fr_sim.arrays.game.entrants_of` takes them."""
    known = known_policies(own)
    numbered = []
    for team in lineup.teams:
        if team.dummy is not None:
            numbered.append((NOBODY, []))
            continue
        policy, given = known[team.policy], dict(team.parameters)
        numbered.append((policy.number, [given.get(parameter.name, parameter.default) for parameter in policy.parameters]))
    return numbered


def _team(entry: str, where: str, known: Mapping[str, PolicyInfo], folder: Path) -> Team:
    if not entry:
        raise BadInput(where, Words("nothing"), "a policy's name", known)
    words, slash, riders = entry.partition("/")
    name, *settings = (word.strip() for word in words.split(":"))
    if name in DUMMIES:
        return _dummy(name, settings, riders.strip() if slash else None, where, entry, folder)
    if name not in known:
        names = (*known, *DUMMIES)
        raise BadInput(where, name, "a policy's name: " + ", ".join(names), names)
    parameters: dict[str, int] = {}
    for setting in settings:
        parameter, value = _setting(setting, known[name], where)
        if parameter in parameters:
            raise BadInput(where, setting, f"'{parameter}' once only")
        parameters[parameter] = value
    if not slash:
        return Team(name, tuple(parameters.items()))
    kinds, specialists = _riders(riders, where, folder)
    return Team(name, tuple(parameters.items()), kinds, specialists)


def _dummy(name: str, settings: list[str], riders: str | None, where: str, entry: str, folder: Path) -> Team:
    """P2, P4: a dummy team, both riders of which start: the Peloton's with one deck for both, a Muscle team's with one each."""
    is_peloton = name == PELOTON_TEAM
    of_its_own = "peloton/RIDER, whose deck both its riders share" if is_peloton else "muscle/RIDER+RIDER with both its riders"
    expected = f"'{name}' alone or {of_its_own}: a dummy team has no parameters, and both riders start"
    if settings:
        raise BadInput(where, entry, expected)
    if riders is None:
        return Team(name)
    if is_peloton:
        plain = [kind.value for kind in Kind]
        if "+" in riders or riders in plain:
            raise BadInput(where, entry, expected)
        rider = _rider(riders, where, folder)[1]
        return Team(name, specialists=(rider, rider))
    kinds, specialists = _riders(riders, where, folder)
    if len(kinds) != 2:
        raise BadInput(where, entry, expected)
    return Team(name, (), kinds, specialists)


def _riders(words: str, where: str, folder: Path) -> tuple[tuple[Kind, ...], tuple[Specialist | None, ...]]:
    """The kinds of a team's riders, rouleur first, and its specialists as `Team` holds them."""
    names = words.split("+")
    if len(names) > 2:
        raise BadInput(where, f"/{words}", "one rider, or two joined by +")
    riders = sorted((_rider(name.strip(), where, folder) for name in names), key=lambda rider: list(Kind).index(rider[0]))
    kinds, specialists = tuple(kind for kind, _ in riders), tuple(one for _, one in riders)
    if len(set(kinds)) < len(kinds):
        raise BadInput(where, f"/{words}", f"one rider in the rouleur's place and one in the sprinteur's: both are of kind {kinds[0]}")
    return kinds, specialists if any(specialists) else ()


def _rider(name: str, where: str, folder: Path) -> tuple[Kind, Specialist | None]:
    """One rider by its words; None for a plain one, whose deck is the edition's."""
    if name in [kind.value for kind in Kind]:
        return Kind(name), None
    known = rider_names()
    if name not in known and not (name and means_path(name)):
        expected = "/rouleur or /sprinteur, another rider (fr-sim policy list) or the path of a rider file"
        raise BadInput(where, f"/{name}", expected, [f"/{word}" for word in known])
    rider = load_rider(name, where, folder)
    return rider.kind, rider


def _setting(setting: str, policy: PolicyInfo, where: str) -> tuple[str, int]:
    name, equals, word = (part.strip() for part in setting.partition("="))
    names = policy.parameter_names
    if not names:
        raise BadInput(where, setting, f"no parameter: '{policy.name}' has none")
    if name not in names:
        raise BadInput(where, name, f"a parameter of '{policy.name}': " + ", ".join(names), names)
    parameter = policy.parameters[names.index(name)]
    expected = f"{name}=VALUE with a whole number from {parameter.low} to {parameter.high}"
    if not equals:
        raise BadInput(where, setting, expected)
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise BadInput(where, setting, expected)
    value = int(word)
    if not parameter.low <= value <= parameter.high:
        raise BadInput(where, setting, expected)
    return name, value
