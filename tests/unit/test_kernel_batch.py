"""The door to the kernel: batches add up, nothing is left over from one to the next, and refused answers are reported."""

import numpy as np
import pytest

from fr_sim.arrays.counts import empty_finishes, empty_tally
from fr_sim.arrays.game import entrants_of, road_of, rule_numbers
from fr_sim.files import load_edition, load_stage
from fr_sim.kernel.batch import Refusal, new_block, play_batch, refusal_of
from fr_sim.policies.lineups import parse_lineup, policies_of
from fr_sim.policies.own_files import load_policy_file
from fr_sim.policies.own_tables import addresses_of
from fr_sim.rng.words import mix_seed
from fr_sim.simulate.seating import placing_orders
from tests.differential.kernel_runs import assert_engines_agree

STAGE = load_stage("la-haut-montagne")


class Kernel:
    """The kernel with one line-up on one stage, and with one block for all its batches."""

    def __init__(self, teams="random,highest,drafter", edition="gigamic-v2", own=None, changes=()):
        rules, lineup = load_edition(edition, changes).rules, parse_lineup(teams, own)
        self.entrants = entrants_of(lineup, rules, policies_of(lineup, own))
        self.addresses = addresses_of(own, self.entrants.policy[: self.entrants.riders]) if own else None
        self.game = (road_of(STAGE, rules), rule_numbers(rules, 15), self.entrants, placing_orders(lineup, "rotate"), None)
        self.block = new_block(self.entrants)

    def play(self, first_race, races, tally=None, columns=0, seed=3, carried=None):
        tally, finishes = tally or empty_tally(), empty_finishes(columns)
        seed = np.uint64(mix_seed(seed))
        status = play_batch(*self.game, seed, first_race, races, tally, finishes, self.block, self.addresses, carried)
        return status, tally, finishes


def assert_same(first, second):
    for name, ours, theirs in zip(first._fields, first, second, strict=True):
        np.testing.assert_array_equal(ours, theirs, err_msg=name)


def test_batches_add_up():
    kernel = Kernel()
    _, whole, _ = kernel.play(0, 300)
    parts = empty_tally()
    for first, races in ((192, 108), (0, 64), (64, 128)):
        kernel.play(first, races, parts)
    assert_same(whole, parts)
    assert whole.races[0] == 300


def test_races_past_the_last_one_do_not_count():
    kernel = Kernel()
    _, tally, finishes = kernel.play(0, 70, columns=70)
    assert tally.races[0] == tally.rounds.sum() == tally.wins.sum() + tally.draws[0] == 70
    assert tally.ranks[0].sum() == tally.exhaustion[0].sum() == tally.played[1, 0].sum() == tally.profile[1, 0].sum() == 70
    assert tally.slipstream[0] == finishes.slipstream[0, :70].sum()


def test_no_race_at_all():
    assert_same(Kernel().play(0, 0)[1], empty_tally())


def test_nothing_is_left_over_from_the_batch_before():
    kernel, fresh = Kernel(), Kernel()
    kernel.play(6400, 64, seed=9)
    for ours, theirs in zip(kernel.play(128, 65, columns=65)[1:], fresh.play(128, 65, columns=65)[1:], strict=True):
        assert_same(ours, theirs)


def test_finishes_do_not_change_the_tally():
    kernel = Kernel()
    assert_same(kernel.play(64, 100)[1], kernel.play(64, 100, columns=100)[1])


def test_the_profile_is_of_the_first_races_only():
    tally = Kernel().play(65_536 - 64, 128)[1]
    assert tally.profile[1, 0].sum() == 64
    without = tally._replace(profile=np.zeros((101, 12, 0), np.int64))
    Kernel().play(0, 64, without)


def test_a_race_that_nobody_finishes_is_a_draw():
    rules = load_edition("gigamic-v2", ["max_rounds=3"]).rules
    logs = assert_engines_agree(STAGE, rules, parse_lineup("random,random"), races=64)
    assert all(log[-1]["winner"] is None for log in logs)


# --- cards carried from the stage before --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [[], ["race_end=all", "exhaustion_supply=20"]], ids=" ".join)
def test_carried_cards_are_like_a_handicap(changes):
    """Every race carries as many cards as its number says, modulo three."""
    races = 130
    carried = np.zeros((12, races), np.uint8)
    carried[:6] = np.arange(races) % 3
    mixed = Kernel(changes=changes).play(640, races, columns=races, carried=carried)[2]
    for cards in range(3):
        alike = Kernel(changes=[*changes, f"handicap={cards}"]).play(640, races, columns=races)[2]
        for name, ours, theirs in zip(mixed._fields, mixed, alike, strict=True):
            np.testing.assert_array_equal(ours[..., cards:races:3], theirs[..., cards:races:3], err_msg=name)


def test_races_without_a_column_carry_nothing():
    carried = np.full((12, 3), 5, np.uint8)
    some, none = Kernel().play(0, 70, columns=70, carried=carried)[2], Kernel().play(0, 70, columns=70)[2]
    assert (some.tired[:6, 3:70] == none.tired[:6, 3:70]).all()
    assert (some.tired[:6, :3] != none.tired[:6, :3]).any()


# --- users' policies ----------------------------------------------------------------------------------------------------------------------

OWN = '''
def odd(view, most=3):
    """Plays its highest card, of those that do not lead further than `most`; ahead of its mate it waits."""
    chosen = -1
    for kind in range(view.kinds):
        if view.hand[kind] > 0 and (chosen < 0 or view.value[kind] <= most + (view.mate_card > 2) + view.luck % 2):
            chosen = kind
    return chosen


def watchful(view):
    """Whose choice depends on all that it sees of the others' places, also of those that have left the road."""
    seen = view.luck
    for rider in range(view.riders):
        seen += view.square[rider] + 3 * view.lane[rider]
    held = [kind for kind in range(view.kinds) if view.hand[kind] > 0]
    return held[seen % len(held)]


def counting(view):
    """Whose choice depends on what everybody's cards are and on all that each deck can still hold."""
    seen = view.luck
    for rider in range(view.riders):
        for kind in range(view.kinds):
            seen += (rider + 2) * view.left[rider, kind] * view.values[rider, kind]
    held = [kind for kind in range(view.kinds) if view.hand[kind] > 0]
    return held[seen % len(held)]


def odd_first(view):
    return (view.turn + view.rider + view.luck) % 3 == 0


def odd_place(view):
    wanted = view.start_line - 1 - (view.luck >> 3) % 4
    for step in range(view.start_line):
        square = (wanted - step) % view.start_line
        standing = 0
        for other in range(view.riders):
            standing += view.square[other] == square
        if standing < view.room[square]:
            return square
    return 0


def odd_bid_rider(view):
    return view.luck % 2


def odd_bid(view):
    chosen = -1
    for kind in range(view.kinds):
        if view.hand[kind] > 0 and (chosen < 0 or view.luck >> kind & 1 or view.bid_card < kind):
            chosen = kind
    return chosen


def greedy(view):
    return [kind for kind in range(view.kinds) if view.hand[kind]][0]


def greedy_bid(view):
    return 6


def stubborn(view):
    if view.turn == 4:
        return 7
    return [kind for kind in range(view.kinds) if view.hand[kind]][0]
'''


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return load_policy_file(path)


@pytest.mark.parametrize("changes", [[], ["race_end=all"], ["hand_size=2", "empty_hand=stand", "max_rounds=100"]], ids=" ".join)
def test_users_policies_decide_alike_in_both_engines(own, changes):
    """Two teams decide everything themselves, sprinteur first at times, and leave places free that others then take."""
    lineup = parse_lineup("odd,random,odd:most=5,drafter", own)
    assert_engines_agree(STAGE, load_edition("gigamic-v2", changes).rules, lineup, races=5, own=own)


def test_users_policies_see_the_same_in_both_engines(own):
    rules = load_edition("gigamic-v2", ["race_end=all"]).rules
    assert_engines_agree(STAGE, rules, parse_lineup("watchful,random,watchful", own), races=20, own=own)


def test_users_policies_bid_and_ride_among_dummies_in_weather(own):
    lineup = parse_lineup("odd,peloton,odd:most=5,muscle,random", own)
    changes = ["breakaway=true", "weather=random", "breakaway_size=3"]
    rules, stage = load_edition("gigamic-v2", changes).rules, load_stage("la-classicissima-5-6")
    assert_engines_agree(stage, rules, lineup, races=12, own=own)


@pytest.mark.parametrize("teams", ["counting,random,counting", "counting/grimpeur+sprinteur,random/puncheur,peloton/flahute,counting"])
def test_users_policies_know_the_deck_of_each_rider(own, teams):
    rules, stage = load_edition("gigamic-v2", ["breakaway=true"]).rules, load_stage("la-classicissima-5-6")
    assert_engines_agree(stage, rules, parse_lineup(teams, own), races=12, own=own)


def test_a_refused_bid_is_reported(own):
    kernel = Kernel("random,greedy", own=own, changes=["breakaway=true"])
    assert refusal_of(kernel.play(128, 10)[0]) == Refusal(128, 0, 2)


def test_a_refused_answer_is_reported(own):
    kernel = Kernel("random,stubborn", own=own)
    assert refusal_of(kernel.play(128, 10)[0]) == Refusal(128, 4, 2)


def test_nothing_refused():
    assert refusal_of(Kernel().play(0, 64)[0]) is None
