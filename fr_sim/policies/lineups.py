"""From the words of a line-up to teams: `drafter,random,steady:pace=5,drafter/rouleur`."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import DUMMIES, PELOTON_TEAM, Lineup, Team
from fr_sim.game.riders import MOST_RIDERS, Kind
from fr_sim.policies.catalogue import DEFAULT_LINEUP, NOBODY, PolicyInfo, shipped_policies

if TYPE_CHECKING:
    from fr_sim.policies.own import OwnPolicies

__all__ = ["DEFAULT_LINEUP", "known_policies", "parse_lineup", "policies_of"]


def known_policies(own: "OwnPolicies | None" = None) -> Mapping[str, PolicyInfo]:
    """Every policy that a line-up may name: those that ship and those of the user's file."""
    return {**shipped_policies(), **(own.policies if own else {})}


def parse_lineup(text: str, own: "OwnPolicies | None" = None, where: str = "--teams") -> Lineup:
    """The line-up that `text` describes: teams separated by commas; `where` says in errors whence it came.

    A team is `policy[:parameter=value]…[/rouleur|/sprinteur]`, or one of the dummies `peloton` and `muscle`.

    Raises BadInput for unknown policies, parameters and kinds of rider, values out of range, empty entries, a second Peloton team, and
    more than 12 riders (P7).
    """
    known = known_policies(own)
    entries = [entry.strip() for entry in text.split(",")]
    lineup = Lineup(tuple(_team(entry, f"{where}, team {number}", known) for number, entry in enumerate(entries)))
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


def _team(entry: str, where: str, known: Mapping[str, PolicyInfo]) -> Team:
    if not entry:
        raise BadInput(where, Words("nothing"), "a policy's name", known)
    words, slash, kind_word = entry.partition("/")
    name, *settings = (word.strip() for word in words.split(":"))
    if name in DUMMIES:
        if settings or slash:
            raise BadInput(where, entry, f"'{name}' alone: a dummy team has no parameters, and both riders start")
        return Team(name)
    if name not in known:
        names = (*known, *DUMMIES)
        raise BadInput(where, name, "a policy's name: " + ", ".join(names), names)
    parameters: dict[str, int] = {}
    for setting in settings:
        parameter, value = _setting(setting, known[name], where)
        if parameter in parameters:
            raise BadInput(where, setting, f"'{parameter}' once only")
        parameters[parameter] = value
    return Team(name, tuple(parameters.items()), _kinds(kind_word.strip(), where) if slash else Team("").kinds)


def _kinds(word: str, where: str) -> tuple[Kind, ...]:
    kinds = [kind.value for kind in Kind]
    if word not in kinds:
        raise BadInput(where, f"/{word}", "/rouleur or /sprinteur", [f"/{kind}" for kind in kinds])
    return (Kind(word),)


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
