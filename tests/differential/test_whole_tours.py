"""Whole tours: the kernel and its vectorised scores against the reference, tour by tour, to the bit."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.questions.tour import ask_tour
from fr_sim.questions.tour.asked import Tour
from fr_sim.questions.tour.carry import CARRY_RULES
from fr_sim.questions.tour.rides import TourRides, ToursRidden
from fr_sim.reference.tour import RiddenTour, play_tour
from fr_sim.simulate.plan import Chunk
from tests.property.race_strategies import rules, stages

STAGES = ("la-haut-montagne", "avenue-corso-paseo", "ronde-van-wevelgem")


def assert_engines_agree(tour: Tour, chunk: Chunk) -> None:
    """Every carry rule, every tour of the chunk."""
    first = tour.first
    roads = [question.stage for question in tour.stages]
    for rule, fast in zip(tour.carry, TourRides(tour).ride(chunk), strict=True):
        edition = replace(first.edition.rules, carry=rule)
        for column in range(chunk.races):
            told = play_tour(roads, edition, first.lineup, first.seed, chunk.first + column, first.seats)
            assert told_by(told) == seen_in(fast, column), f"carry {rule}, tour {chunk.first + column}"


def told_by(tour: RiddenTour) -> dict:
    return {
        "stages": [
            {
                "rounds": stage.rounds,
                "rank": places(stage.ranking),
                "finished": [rider in stage.crossed for rider in range(len(stage.ranking))],
                "times": stage.times,
                "carried": stage.carried,
                "tired": stage.tired,
                "seat": places(stage.order),
            }
            for stage in tour.stages
        ],
        "team_points": tour.points,
        "summed_times": tour.times,
        "rider_places": places(tour.riders),
        "team_places": places(tour.teams),
    }


def seen_in(tours: ToursRidden, column: int) -> dict:
    return {
        "stages": [
            {
                name: getattr(stage, name)[..., column].tolist()
                for name in ("rounds", "rank", "finished", "times", "carried", "tired", "seat")
            }
            for stage in tours.stages
        ],
        "team_points": tours.team_points[:, column].tolist(),
        "summed_times": tours.stages[-1].summed_times[:, column].tolist(),
        "rider_places": tours.rider_places[:, column].tolist(),
        "team_places": tours.team_places[:, column].tolist(),
    }


def places(order: list[int]) -> list[int]:
    return [order.index(who) for who in range(len(order))]


@pytest.mark.parametrize(
    ("teams", "changes"),
    [
        ("drafter,saver,random", ()),
        ("random,highest", ("handicap=[3, 0]", "exhaustion_supply=9")),
        ("drafter,peloton,muscle", ("solo_exhaustion=true",)),
        ("random/rouleur,random/sprinteur,drafter/rouleur,saver,muscle", ("breakaway=true", "weather=random")),
        ("drafter/grimpeur+super-sprinteur,random/puncheur,saver/rouleur+flahute", ("exhaustion_supply=20", "handicap=1")),
        ("drafter,random", ("road_end=open", "finish_slipstream=true", "max_rounds=14")),
        ("random,steady", ("played_exhaustion=recycled", "max_rounds=3")),
        ("lowest,random", ('deck_rouleur={"E"=2, "3"=6, "7"=6}', "hand_size=6")),
    ],
)
@pytest.mark.parametrize("seats", ["rotate", "random", "fixed"])
def test_tours(teams, changes, seats):
    edition = load_edition("grand-tour-2016", changes)
    tour = ask_tour([load_stage(name) for name in STAGES], parse_lineup(teams), edition, 1000, 5, seats, CARRY_RULES)
    assert_engines_agree(tour, Chunk(128, 3, False))


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    rules(),
    st.lists(stages(places=8), min_size=1, max_size=4),
    st.integers(-(2**40), 2**70),
    st.sampled_from(["random,random", "drafter,saver,muscle", "highest,random/rouleur,peloton"]),
)
def test_any_tour(drawn, roads, seed, teams):
    edition = replace(load_edition("grand-tour-2016"), rules=replace(drawn, race_end="all"))
    tour = ask_tour(roads, parse_lineup(teams), edition, 64, seed, carry=("all", "half-up"))
    assert_engines_agree(tour, Chunk(0, 2, False))
