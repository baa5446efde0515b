"""The road looked over once for a whole batch: tables that the phases look things up in, and rules that never apply here."""

from fr_sim.arrays import NOWHERE, TABLE
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    FIRST_LANE,
    FULL_TAG_TABLE,
    IS_SPRINTEUR_TABLE,
    RIDER_BITS,
    SHELTER_RUN_TABLE,
    START_LANE_TABLE,
    START_SQUARE_TABLE,
    VALUES_TABLE,
    Course,
)


@phase
def survey(block, road, rules, entrants):
    """Fill the tables of the block; answer what is the same on the whole road."""
    fill_shelter_runs(block, road)
    fill_start_places(block, road)
    for rider in range(entrants.riders):
        block.tables[IS_SPRINTEUR_TABLE, rider] = entrants.is_sprinteur[rider]
        for kind in range(entrants.kinds):
            block.tables[VALUES_TABLE + rider, kind] = entrants.values[rider, kind]
    has_minimum, has_climb, looks_at_number = False, False, False
    exhausting = NOWHERE
    same_room = True
    for square in range(TABLE):
        block.tables[FULL_TAG_TABLE, square] = RIDER_BITS + FIRST_LANE * ((1 << int(road.room[square])) - 1)
        has_minimum = has_minimum or road.at_least[square] > 0
        has_climb = has_climb or road.at_most[square] < 255
        looks_at_number = looks_at_number or 0 < road.limited_from[square] < 255
        same_room = same_room and road.room[square] == road.room[0]
        if road.exhausts[square] == 0 and square < exhausting:  # X3 spares everybody from some square on
            exhausting = square
    return Course(
        has_minimum,
        has_climb,
        looks_at_number,
        int(block.tables[FULL_TAG_TABLE, 0]) if same_room else 0,
        exhausting,
        not (road.narrows or rules.front_to_rear or rules.whole_packs),
    )


@phase
def fill_shelter_runs(block, road):
    """T5, D6: for how many squares from each one on slipstream is given and taken."""
    run = 0
    for behind in range(TABLE):
        square = TABLE - 1 - behind
        run = min(run + 1, 255) if road.shelter[square] != 0 else 0
        block.tables[SHELTER_RUN_TABLE, square] = run


@phase
def fill_start_places(block, road):
    """S1: the places behind the start line, from the front backwards, in each square the right lane first."""
    number = 0
    for behind in range(road.start_line):
        square = road.start_line - 1 - behind
        for lane in range(road.room[square]):
            if number < TABLE:
                block.tables[START_SQUARE_TABLE, number] = square
                block.tables[START_LANE_TABLE, number] = lane
                number += 1
