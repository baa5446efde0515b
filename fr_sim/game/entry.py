"""Can this line-up start on this stage under these rules?"""

from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import PELOTON_TEAM, Lineup
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.game.weather import token_places


def check_start(stage: Stage, rules: Rules, lineup: Lineup) -> None:
    """Raises BadInput unless the line-up can start.

    That is at most 12 riders (C4), a place for each (S1), dummies that there are (P1) and somebody to ride against them, a handicap for
    each team (C3) and weather for each place of it (W1).
    """
    riders, teams = len(lineup.riders), len(lineup.teams)
    if riders == 0:
        raise BadInput("--teams", Words("no rider"), "at least one")
    if riders > MOST_RIDERS:
        raise BadInput("--teams", Words(f"{riders} riders"), f"at most {MOST_RIDERS} on the road")
    if riders > stage.start_places:
        expected = f"no more than the {stage.start_places} places behind the start line of {stage.name}"
        raise BadInput("--teams", Words(f"{riders} riders"), expected)
    if not lineup.players:
        raise BadInput("--teams", Words("nobody but dummies"), "at least one team with a policy")
    pelotons = sum(team.dummy == PELOTON_TEAM for team in lineup.teams)
    if pelotons > 1:
        raise BadInput("--teams", Words(f"{pelotons} Peloton teams"), "at most one (P1); of Muscle teams there may be more")
    if any(team.dummy is not None and len(team.kinds) != 2 for team in lineup.teams):
        raise BadInput("--teams", Words("a dummy team of one rider"), "both riders (P2, P4)")
    if isinstance(rules.handicap, tuple) and len(rules.handicap) != teams:
        raise BadInput("handicap", list(rules.handicap), f"one number, or one for each of the {teams} teams, dummies counted")
    if isinstance(rules.weather, tuple):
        places = len(token_places(stage))
        if len(rules.weather) != places:
            raise BadInput("weather", list(rules.weather), f"one kind for each of the {places} places of {stage.name} (W1)")
