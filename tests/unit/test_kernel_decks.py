"""Cards are conserved in the kernel: what a deck held at the start is still in it, or was played, turned over or bid."""

import numpy as np
import pytest

from fr_sim.arrays.counts import empty_finishes, empty_tally
from fr_sim.arrays.game import NO_CARD, entrants_of, road_of, rule_numbers
from fr_sim.files import load_edition, load_stage
from fr_sim.kernel.batch import new_block, play_batch
from fr_sim.kernel.state import EMPTY_DECK, FIRST_BID, NAMED, NO_TURN, SECOND_BID
from fr_sim.policies.lineups import parse_lineup, policies_of
from fr_sim.rng.words import mix_seed
from fr_sim.simulate.seating import placing_orders

STAGE = load_stage("la-classicissima-5-6")
RACES = 64


def played(teams, changes):
    """The line-up in numbers, the block after 64 races, and their finishes."""
    lineup, rules = parse_lineup(teams), load_edition("gigamic-v2", changes).rules
    entrants = entrants_of(lineup, rules, policies_of(lineup, None))
    block, finishes = new_block(entrants), empty_finishes(RACES)
    game = (road_of(STAGE, rules), rule_numbers(rules, 16), entrants, placing_orders(lineup, "random"), None, np.uint64(mix_seed(4)))
    assert play_batch(*game, 0, RACES, empty_tally(), finishes, block) == 0
    return entrants, block, finishes


def cards_of_kind(cumulative, kinds):
    """Counts by kind, int [kind, race], from cumulative ones."""
    return np.diff(cumulative[:kinds].astype(int), axis=0, prepend=0)


@pytest.mark.parametrize("teams", ["random,peloton,muscle", "random/puncheur+flahute,peloton/grimpeur,muscle/puncheur+bot-sprinteur"])
@pytest.mark.parametrize("rounds", [3, 30])
def test_what_dummies_turn_over_leaves_their_decks(rounds, teams):
    entrants, block, finishes = played(teams, [f"max_rounds={rounds}", "race_end=all"])
    rounds = finishes.rounds.max()
    for rider in (2, 4, 5):
        cards, deck = block.card[1 : rounds + 1, rider], entrants.deck[rider]
        gone = np.array([(cards == kind).sum(axis=0) for kind in range(entrants.kinds)])
        # The Peloton's second rider may still ride when the first has left the road.
        if rider == 2:
            mates = block.card[1 : rounds + 1, 3]
            assert ((cards == mates) | (cards == NO_TURN) | (mates == NO_TURN)).all()
            gone = np.array([((cards == kind) | (mates == kind)).sum(axis=0) for kind in range(entrants.kinds)])
        left = cards_of_kind(block.left[rider], entrants.kinds)
        assert (left + gone == deck[: entrants.kinds, None]).all()
        assert (block.pile[rider] == block.left[rider]).all()
        empty = (cards == EMPTY_DECK).any(axis=0)
        assert (left.sum(axis=0)[empty] == 0).all()
    assert (block.left[3] == 0).all()


@pytest.mark.parametrize(
    "teams", ["random,highest,saver,random,peloton", "random/puncheur+squirrel,highest/grimpeur+sprinteur,saver,random,peloton"]
)
@pytest.mark.parametrize("changes", [[], ["hand_size=8"], ["exhaustion_supply=1", "handicap=1"]], ids=" ".join)
def test_bids_return_or_leave_the_game(changes, teams):
    entrants, block, finishes = played(teams, ["breakaway=true", "max_rounds=1", *changes])
    has_supply = "exhaustion_supply=1" not in changes
    for rider in range(8):
        left = cards_of_kind(block.left[rider], entrants.kinds)
        bids, card = block.rows[[FIRST_BID + rider, SECOND_BID + rider]], block.card[1, rider]
        is_named = block.rows[NAMED + rider] == 1
        assert ((bids == NO_CARD) == ~is_named).all()
        # Whoever entered has two of its cards fewer, and two exhaustion cards more.
        given = np.array([(card == kind).astype(int) for kind in range(entrants.kinds)])
        bid = np.array([(bids == kind).sum(axis=0) for kind in range(entrants.kinds)])
        taken = np.zeros_like(left)
        taken[0] = finishes.exhaustion[rider, :RACES]
        kept = entrants.deck[rider, : entrants.kinds, None] - given + taken
        entered = (left[1:] != kept[1:]).any(axis=0)
        assert (left == kept)[:, ~entered].all()
        taken[0] += 2 * has_supply
        assert (left == entrants.deck[rider, : entrants.kinds, None] - given - bid + taken)[:, entered].all()
        assert not (entered & ~is_named).any()
        if has_supply:
            assert (left.sum(axis=0) == entrants.deck[rider].sum() - 1 + finishes.exhaustion[rider, :RACES]).all()
