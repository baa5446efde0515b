"""Seats: the order in which teams place."""

from itertools import permutations

import pytest

from fr_sim.reference.start import seat_order


def lowest(swap, size):
    return 0


def itself(swap, size):
    return size - 1


def test_rotate_goes_through_all_orders_as_a_dictionary_does():
    orders = [seat_order("rotate", 4, race, lowest) for race in range(48)]
    assert [tuple(order) for order in orders] == [*permutations(range(4)), *permutations(range(4))]


def test_fixed_is_the_line_up():
    assert seat_order("fixed", 9, 5, lowest) == list(range(9))


@pytest.mark.parametrize(("seats", "teams"), [("random", 3), ("rotate", 7), ("random", 12)])
def test_drawn_orders_are_shuffles(seats, teams):
    assert seat_order(seats, teams, 5, itself) == list(range(teams))
    # Every swap brings the first of those that are left to the end.
    assert seat_order(seats, teams, 5, lowest) == [*range(1, teams), 0]
