"""From any moment of a race the kernel goes on to the same end: luck depends on race, round and rider alone."""

import numpy as np
import pytest

from fr_sim.files import load_edition, load_stage
from fr_sim.game.weather import token_places
from fr_sim.policies.lineups import parse_lineup
from tests.differential.kernel_runs import kernel_run
from tests.differential.mid_race import positions_of_race

SETTINGS = [
    [],
    ["race_end=all"],
    ["race_end=at-once"],
    ["exhaustion_supply=20", "empty_hand=stand", "max_rounds=100", "hand_size=7"],
    ["played_cards=recycled", "max_rounds=12"],
]


@pytest.mark.parametrize("stage", ["la-haut-montagne", "ronde-van-wevelgem-5-6"])
@pytest.mark.parametrize("changes", SETTINGS, ids=" ".join)
def test_every_round_leads_to_the_same_end(stage, changes):
    _assert_same_end(load_stage(stage), load_edition("gigamic-v2", changes), parse_lineup("random,drafter,saver/sprinteur"))


@pytest.mark.parametrize("weather", ["random", "wet"])
@pytest.mark.parametrize("changes", SETTINGS, ids=" ".join)
def test_with_everything(changes, weather):
    stage = load_stage("la-classicissima-5-6")
    if weather == "wet":
        weather = '["crosswind",' + ",".join(['"wet"'] * (len(token_places(stage)) - 1)) + "]"
    edition = load_edition("gigamic-v2", [*changes, "breakaway=true", f"weather={weather}"])
    for race in (67, 68, 69):
        _assert_same_end(stage, edition, parse_lineup("random,peloton,drafter,highest,muscle"), race)


def _assert_same_end(stage, edition, lineup, race=67):
    whole = kernel_run(stage, edition.rules, lineup, 5, 64, 64, "fixed")[1]
    for position in positions_of_race(stage, edition.rules, lineup, 5, race):
        rest = kernel_run(stage, edition.rules, lineup, 5, 64, 64, "fixed", position)[1]
        for name in ("rounds", "winner", "rank", "square", "lane", "crossed_round"):
            from_start, from_here = (np.atleast_1d(getattr(finishes, name)[..., race - 64]) for finishes in (whole, rest))
            used = slice(min(len(from_start), len(lineup.riders)))
            np.testing.assert_array_equal(from_start[used], from_here[used], err_msg=f"{name} from round {position.turn}")
