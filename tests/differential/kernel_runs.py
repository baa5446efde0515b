"""The kernel on one question, and its answer beside the reference's."""

import numpy as np

from fr_sim.arrays.counts import empty_finishes, empty_tally
from fr_sim.arrays.game import entrants_of, road_of, rule_numbers
from fr_sim.game.lineup import Lineup
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Stage
from fr_sim.kernel.batch import new_block, play_batch
from fr_sim.policies.lineups import policies_of
from fr_sim.policies.own_tables import addresses_of
from fr_sim.reference.race import races_of
from fr_sim.rng.words import mix_seed
from fr_sim.simulate.seating import placing_orders
from tests.differential.logs import finishes_of, tally_of


def kernel_run(
    stage: Stage, rules: Rules, lineup: Lineup, seed: int, first_race: int, races: int, seats: str = "rotate", start=None, own=None
):
    """The kernel's tally and finishes."""
    entrants = entrants_of(lineup, rules, policies_of(lineup, own))
    tally, finishes = empty_tally(), empty_finishes(races)
    status = play_batch(
        road_of(stage, rules),
        rule_numbers(rules, int(entrants.deck.sum(axis=1).max())),
        entrants,
        placing_orders(lineup, seats),
        start,
        np.uint64(mix_seed(seed)),
        first_race,
        races,
        tally,
        finishes,
        new_block(entrants),
        addresses_of(own, entrants.policy[: entrants.riders]) if own else None,
    )
    assert status == 0
    return tally, finishes


def assert_engines_agree(
    stage: Stage, rules: Rules, lineup: Lineup, seed: int = 1, first_race: int = 0, races: int = 3, seats="rotate", own=None
):
    """Kernel and reference, the same races: every column and every count alike."""
    logs = list(races_of(stage, rules, lineup, seed, range(first_race, first_race + races), seats, own))
    expected = finishes_of(logs, lineup, rules)
    tally, finishes = kernel_run(stage, rules, lineup, seed, first_race, races, seats, own=own)
    riders, teams = len(lineup.riders), len(lineup.teams)
    for name in finishes._fields:
        ours, theirs = getattr(finishes, name)[..., :races], getattr(expected, name)[..., :races]
        used = slice(None) if ours.ndim == 1 else slice(teams if name == "seat" else riders)
        np.testing.assert_array_equal(ours[used], theirs[used], err_msg=f"{name} [.., race] (kernel, reference)")
    counted = tally_of(logs, lineup, rules, expected, first_race)
    for name in tally._fields:
        np.testing.assert_array_equal(getattr(tally, name), getattr(counted, name), err_msg=f"tally {name} (kernel, reference)")
    return logs
