"""Users' policies: the example of the documents, what a function sees, and everything that may be wrong with one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from policy_positions import FLAT, HILLS, card_of, decider_of

from fr_sim.arrays.game import NO_CARD, NOWHERE
from fr_sim.game.errors import BadInput
from fr_sim.jit import INTERPRETED
from fr_sim.policies.catalogue import OWN
from fr_sim.policies.lineups import known_policies, parse_lineup, policies_of
from fr_sim.policies.own_files import load_policy_file
from fr_sim.policies.own_sight import Sight
from fr_sim.policies.own_tables import PolicyFailed, failure_in

EXAMPLE = re.search(r"```python\n(.*?)```", Path(__file__).parents[2].joinpath("docs", "policies.md").read_text(), re.DOTALL).group(1)


@pytest.fixture
def written(tmp_path):
    """A function that writes a policy file and loads it."""

    def write(source, name="mine.py"):
        path = tmp_path / name
        path.write_text(source)
        return load_policy_file(path)

    return write


# --- the example --------------------------------------------------------------------------------------------------------------------------


def test_example_of_the_documents(written):
    own = written(EXAMPLE)
    assert list(own.policies) == ["sitter", "gambler"]
    sitter = own.policies["sitter"]
    assert (sitter.number, sitter.summary) == (
        OWN,
        "Sits behind the leader of the race, and sprints when it can reach the line",
    )
    assert {about.name: about.default for about in sitter.parameters} == {"gap": 1, "pace": 4}
    assert card_of("sitter", 10, "3467", (11, 12), own=own) == "4", "one behind 16 would be 15, and 14 is as near as can be, without a five"
    assert card_of("sitter:gap=-1:pace=5", 10, "3467", (11, 12), own=own) == "7"
    assert card_of("sitter", 68, "3567", (69,), own=own) == "7"


def test_example_places_and_draws(written):
    decider = decider_of("gambler,sitter", own=written(EXAMPLE))
    nobody = [NOWHERE] * 4
    assert decider.place((1, 2), nobody, nobody, 0) == 0
    assert decider.place((1, 2), [0, NOWHERE, 0, NOWHERE], nobody, 1) == 1
    assert decider.place((1, 2), nobody, nobody, 2) == 4, "the sitter does not say where it starts"
    deck = [[0, 3, 3, 3, 3, 3]] * 4
    assert decider.first((1, 2), 4, [5, 6, 9, 8], [0] * 4, deck, 2)
    assert not decider.first((1, 2), 4, [5, 6, 8, 9], [0] * 4, deck, 2)
    assert not decider.first((1, 2), 0, nobody, nobody, deck, 2)
    assert not decider.first((1, 2), 4, [5, 6, 8, 9], [0] * 4, deck, 0), "nor the gambler who draws first"


def test_own_and_shipped_policies_share_a_lineup(written):
    own = written(EXAMPLE)
    lineup = parse_lineup("random,gambler,sitter:pace=6:gap=0", own)
    assert policies_of(lineup, own) == [(0, []), (OWN + 1, []), (OWN, [0, 6])]
    assert list(known_policies(own))[-2:] == ["sitter", "gambler"]


# --- what a function sees -----------------------------------------------------------------------------------------------------------------

_ARRAYS_BY_RIDER = ("team_of", "mate_of", "is_sprinteur", "square", "lane", "fallen")
_TABLES = ("room", "terrain", "at_least", "at_most", "limited_from", "climb_ahead", "shelter")

#: Policies whose answer is one number of their view: asked for each, they tell all that they see. The answer is no card in hand, so
#: the failure says what it was.
_SPY = """
def spy(view, number=0):
    seen = [0 for _ in range(0)]
    for one in (view.turn, view.rider, view.mate, view.riders, view.kinds, view.start_line, view.finish_line, view.last_square,
                view.mate_card, view.luck, view.bid_card, view.breakaway_square):
        seen.append(one)
    for rider in range(view.riders):
        seen.append(view.team_of[rider])
        seen.append(view.mate_of[rider])
        seen.append(view.is_sprinteur[rider])
        seen.append(view.square[rider])
        seen.append(view.lane[rider])
        seen.append(view.fallen[rider])
        for kind in range(view.kinds):
            seen.append(view.values[rider, kind])
            seen.append(view.left[rider, kind])
    for kind in range(view.kinds):
        seen.append(view.pile[kind])
        seen.append(view.hand[kind])
        seen.append(view.landing[kind])
        seen.append(view.value[kind])
    for square in range(256):
        seen.append(view.room[square])
        seen.append(view.terrain[square])
        seen.append(view.at_least[square])
        seen.append(view.at_most[square])
        seen.append(view.limited_from[square])
        seen.append(view.climb_ahead[square])
        seen.append(view.shelter[square])
        seen.append(view.weather[square])
    total = 0
    for place in range(len(seen)):
        total = (total * 31 + seen[place] + 7) % 1000003
    return (total >> (8 * number)) % 4
"""


def test_compiled_functions_see_what_plain_ones_see(written, tmp_path):
    """A hash of everything in the view chooses among four cards in hand, in many positions, compiled and interpreted."""
    written(_SPY)
    script = tmp_path / "spied.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_policies_own import spied\n"
        f"print(spied({str(tmp_path / 'mine.py')!r}))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    compiled = spied(tmp_path / "mine.py")
    assert plain.stdout.strip() == str(compiled)
    assert len(set(compiled)) == 4


def spied(path):
    """What the spy answers in forty positions."""
    own, luck = load_policy_file(path), np.random.default_rng(5)
    answers = []
    for number in (0, 1):
        for stage in (FLAT, HILLS):
            decider = decider_of(f"spy:number={number},drafter,spy/sprinteur", stage, own, weather="random")
            for _ in range(10):
                decider.look(luck.integers(0, 5, 9).tolist(), luck.integers(0, 2, 5).tolist())
                squares = [int(square) for square in luck.choice([3, 12, 20, 33, 40, NOWHERE], 5)]
                left = luck.integers(0, 4, (5, 6)).tolist()
                rider = int(luck.choice([0, 1, 4]))
                mate_card = int(luck.choice([0, 3, NO_CARD]))
                key = (int(luck.integers(2**32)), 4)
                answers.append(
                    decider.card(key, 5, squares, [0, 1, 0, 1, 0], left, [1, 0, 2, 0, 1, 1], [1, 2, 1, 1, 0, 0], rider, mate_card)
                )
    return answers


def test_the_fence(written):
    """E6: nothing in the view tells other hands or piles, who rides how, or what comes next."""
    assert not {"hands", "piles", "policy", "parameters", "keys", "seed"} & set(Sight._fields)


# --- files that cannot be used ------------------------------------------------------------------------------------------------------------

_CARD = "def {name}(view):\n    return 0\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "found no policy"),
        ("x = 1\n", "found no policy"),
        ("def helper(number):\n    return number\n", "found no policy"),
        ("def _hidden(view):\n    return 0\n", "found no policy"),
        ("def broken(view:\n", "line 1"),
        ("def fine(view):\n    return 0\n\nimport nothing_of_the_kind\n", "line 4: found ModuleNotFoundError"),
        ("1 / 0\n", "line 1: found ZeroDivisionError"),
        ("raise SystemExit(3)\n", "found SystemExit"),
        (_CARD.format(name="drafter"), "expected a name that no policy of the program has"),
        (_CARD.format(name="peloton"), "expected a name that no policy of the program has"),
        ("def one(view, pace):\n    return 0\n", "found parameter pace, expected pace=NUMBER"),
        ("def one(view, pace=1.5):\n    return 0\n", "expected pace=NUMBER"),
        ("def one(view, pace=True):\n    return 0\n", "expected pace=NUMBER"),
        ("def one(view, *more):\n    return 0\n", "found parameter *more"),
        ("def one(view, " + ", ".join(f"p{n}=0" for n in range(17)) + "):\n    return 0\n", "found 17 parameters"),
        (_CARD.format(name="one") + "def one_first(view, pace=1):\n    return True\n", "found parameter pace"),
        (_CARD.format(name="one") + "def one_place(square):\n    return 0\n", "found first parameter square, expected 'view'"),
    ],
)
def test_unusable_file(written, source, words):
    with pytest.raises(BadInput) as caught:
        written(source)
    assert words in str(caught.value)
    assert "mine.py" in str(caught.value)


def test_unreadable_files(tmp_path):
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00\x01")
    (tmp_path / "nulls.py").write_bytes(b"x = 1\x00\n")
    for name, words in (("missing.py", "no such file"), ("binary.py", "no text"), ("nulls.py", "null bytes"), (".", "a folder")):
        with pytest.raises(BadInput) as caught:
            load_policy_file(tmp_path / name)
        assert words in str(caught.value)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return view.nothing", "line 2: found Unknown attribute 'nothing'"),
        ("return 1.5", "found an answer that is float64, expected a whole number"),
        ("pass", "found an answer that is nothing, at least on some way through it"),
        ("view.hand[0] = 4\n    return 0", "found a change to an array of the view, which is to be read only"),
        ("return undefined(view)", "name 'undefined' is not defined"),
        ("with open('file') as file:\n        return 0", "expected Python that can be compiled"),
    ],
)
def test_functions_that_do_not_compile(written, body, words):
    own = written(f"def one(view):\n    {body}\n")
    with pytest.raises(BadInput) as caught:
        card_of("one", 10, "3456", own=own)
    assert words in str(caught.value)
    assert "policy 'one'" in str(caught.value)


# --- answers that cannot be played --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return 5", "round 7, rider 0: found one answered 5, expected the kind of a card in hand: 1, 2, 4"),
        ("return -1", "found one answered -1"),
        ("return 300", "found one answered 300"),
        ("return 1 // (view.turn - view.turn)", "line 2, round 7, rider 0: found ZeroDivisionError"),
        ("return view.square[view.riders]", "line 2, round 7, rider 0: found IndexError"),
        ("if view.turn > 3:\n        raise ValueError('what now')\n    return 1", "found ValueError: what now"),
        ("assert view.turn < 0\n    return 1", "line 2, round 7, rider 0: found AssertionError"),
    ],
)
def test_cards_that_cannot_be_played(written, body, words):
    own = written(f"def one(view):\n    {body}\n")
    with pytest.raises(PolicyFailed) as caught:
        card_of("one", 10, "346", own=own)
    assert words in str(caught.value)
    assert "mine.py, policy 'one'" in str(caught.value)
    assert "race 17, round 7" in str(caught.value.in_race(17))


def test_places_and_orders_that_cannot_be(written):
    own = written("def one(view):\n    return 0\ndef one_first(view):\n    return 2\ndef one_place(view):\n    return view.start_line\n")
    decider = decider_of("one,random", own=own)
    nobody = [NOWHERE] * 4
    with pytest.raises(PolicyFailed, match=r"before the start, rider 0: found one_place answered 5, expected a square .*: 0, 1, 2, 3, 4"):
        decider.place((1, 2), nobody, nobody, 0)
    with pytest.raises(PolicyFailed, match=r"round 3, rider 0: found one_first answered 2, expected True or False"):
        decider.first((1, 2), 3, [4, 4, 3, 3], [0] * 4, [[0] * 6] * 4, 0)


_BIDDER = """
def one(view):
    return 1

def one_bid_rider(view):
    return view.square[view.mate] > view.square[view.rider]

def one_bid(view):
    return view.bid_card if view.bid_card > 0 else view.kinds - 1
"""


def test_bids(written):
    decider = decider_of("one,random", own=written(_BIDDER), breakaway=True)
    deck, hand = [[0, 3, 3, 3, 3, 3]] * 4, [0, 1, 1, 1, 0, 1]
    assert decider.bid_rider((1, 2), [4, 4, 3, 3], [0, 1, 0, 1], deck, 0) is False
    assert decider.bid_rider((1, 2), [3, 4, 3, 4], [0, 1, 0, 1], deck, 0) is True
    assert decider.bid((1, 2), 0, [4, 4, 3, 3], [0, 1, 0, 1], deck, [0] * 6, hand, 0) == 5
    assert decider.bid((1, 2), 1, [4, 4, 3, 3], [0, 1, 0, 1], deck, [0] * 6, hand, 0, 3) == 3
    with pytest.raises(PolicyFailed, match=r"before the start, rider 0: found one_bid answered 4, expected the kind of a card in hand"):
        decider.bid((1, 2), 1, [4, 4, 3, 3], [0, 1, 0, 1], deck, [0] * 6, hand, 0, 4)


def test_bids_that_a_policy_leaves_out(written):
    decider = decider_of("one,random", own=written(_CARD.format(name="one")), breakaway=True)
    assert decider.bid_rider((1, 2), [3, 4, 3, 4], [0, 1, 0, 1], [[0, 3, 3, 3, 3, 3]] * 4, 0) is False
    assert decider.bid((1, 2), 0, [4] * 4, [0] * 4, [[0, 3, 3, 3, 3, 3]] * 4, [0] * 6, [0, 0, 2, 1, 1, 0], 0) == 2


def test_failure_told_from_its_time_alone(written):
    own = written(_CARD.format(name="one"))
    assert "mine.py, policy 'one', race 17, round 3, rider 5" in str(failure_in(own, OWN, 17, 3, 5))
    assert "race 17, before the start" in str(failure_in(own, OWN, 17, 0, 5))
