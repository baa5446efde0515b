"""Chunks, looks, seats and threads: the parts of a simulation that play no race."""

import threading
import time
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.executors import in_order
from fr_sim.simulate.plan import Chunk, chunks, looks
from fr_sim.simulate.seating import placing_orders

BLOCKS = st.integers(1, 400).map(lambda blocks: 64 * blocks)


@given(most=st.integers(1, 200_000), chunk_races=BLOCKS, looking=st.booleans(), done_blocks=st.integers(0, 3000))
def test_chunks_cover_every_race_once_and_start_at_whole_blocks(most, chunk_races, looking, done_blocks):
    done = min(64 * done_blocks, most)
    plan = list(chunks(done, most, chunk_races, looking))
    assert [race for chunk in plan for race in (chunk.first, chunk.first + chunk.races)][::2] == [
        done,
        *(chunk.first + chunk.races for chunk in plan[:-1]),
    ][: len(plan)]
    assert sum(chunk.races for chunk in plan) == most - done
    assert all(0 < chunk.races <= chunk_races for chunk in plan)
    assert all(chunk.first % 64 == 0 for chunk in plan if done % 64 == 0)


@given(most=st.integers(1, 200_000), chunk_races=BLOCKS, done_blocks=st.integers(0, 3000))
def test_every_look_left_ends_a_chunk_whatever_the_chunks(most, chunk_races, done_blocks):
    done = 64 * done_blocks
    looked_at = [chunk.first + chunk.races for chunk in chunks(done, most, chunk_races, True) if chunk.look]
    assert looked_at == [race for race in looks(most) if race > done]


def test_looks_waste_at_most_an_eighth():
    at = list(looks(10_000_000))
    assert at[0] == 1024
    assert at[-1] == 10_000_000
    assert all(race % 64 == 0 for race in at)
    assert all(after - before <= max(1024, before / 8) for before, after in pairwise(at))
    assert list(looks(100)) == [100]


def test_no_chunk_looks_where_nobody_asks():
    assert list(chunks(0, 100)) == [Chunk(0, 100, False)]


def _lineup(teams):
    return parse_lineup(",".join(["random/rouleur"] * teams))


def test_dummies_have_the_seats_after_all_others():
    orders = placing_orders(parse_lineup("muscle,random,peloton,saver"), "rotate")
    assert orders.tolist() == [[1, 3, 0, 2], [3, 1, 0, 2]]
    assert placing_orders(parse_lineup("muscle,random,peloton,saver"), "fixed").tolist() == [[1, 3, 0, 2]]


def test_rotating_seats_are_all_orders_in_lexicographic_order():
    assert placing_orders(_lineup(3), "rotate").tolist() == [list(order) for order in permutations(range(3))]
    assert placing_orders(_lineup(6), "rotate").shape == (720, 6)


@pytest.mark.parametrize(("teams", "seats"), [(7, "rotate"), (3, "random")])
def test_drawn_seats_have_no_table(teams, seats):
    assert placing_orders(_lineup(teams), seats).shape == (0, teams)


def test_fixed_seats_are_those_of_the_line_up():
    orders = placing_orders(_lineup(4), "fixed")
    assert orders.tolist() == [[0, 1, 2, 3]]
    assert orders.dtype == np.uint8


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(threads):
    def work(task):
        time.sleep(0.002 * (task % 3))
        return task

    assert list(in_order(range(30), work, threads)) == list(range(30))


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_of_the_work_is_raised_to_the_caller(threads):
    def work(task):
        if task == 4:
            raise ValueError("task 4")
        return task

    done = []
    with pytest.raises(ValueError, match="task 4"):
        done.extend(in_order(range(30), work, threads))


def test_few_tasks_are_under_way_and_leaving_early_forgets_the_rest():
    begun = []
    lock = threading.Lock()

    def work(task):
        with lock:
            begun.append(task)
        return task

    results = in_order(range(1000), work, 2)
    assert [next(results), next(results)] == [0, 1]
    results.close()
    assert len(begun) <= 6
