"""The road looked over once for a whole batch: tables that the phases look things up in, and rules that never apply here."""

from fr_sim.arrays.game import DRAWN, MOST_KINDS, NOWHERE, TABLE
from fr_sim.game.cards import ATTACK_BEHIND
from fr_sim.game.weather import CROSSWIND, HEADWIND, TAILWIND, WEATHER_KINDS, WET
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    BEST_TABLE,
    DUMMY_LANE_TABLE,
    DUMMY_SQUARE_TABLE,
    DUMMY_TABLE,
    EMPTY_DECK,
    FIRST_LANE,
    FULL_TAG_TABLE,
    IS_SPRINTEUR_TABLE,
    MUSCLE,
    NO_LANES,
    PELOTON,
    SHELTER_RUN_TABLE,
    START_LANE_TABLE,
    START_SQUARE_TABLE,
    TOKEN_BEGIN_TABLE,
    TOKEN_LENGTH_TABLE,
    VALUES_TABLE,
    WEATHER_TABLE,
    Course,
)
from fr_sim.kernel.weather import token_on

_CROSSWIND, _WET = WEATHER_KINDS.index(CROSSWIND), WEATHER_KINDS.index(WET)
_TAILWIND, _HEADWIND = WEATHER_KINDS.index(TAILWIND), WEATHER_KINDS.index(HEADWIND)


@phase
def survey(block, road, rules, entrants, start):
    """Fill the tables of the block; answer what is the same on the whole road."""
    has_dummies, has_wet = False, False
    for rider in range(entrants.riders):
        dummy = entrants.dummy[entrants.team_of[rider]]
        has_dummies = has_dummies or dummy != 0
        has_wet = has_wet or start.fallen[rider] != 0
        block.tables[IS_SPRINTEUR_TABLE, rider] = entrants.is_sprinteur[rider]
        block.tables[DUMMY_TABLE, rider] = dummy
        for kind in range(entrants.kinds):
            block.tables[VALUES_TABLE + rider, kind] = entrants.values[rider, kind]
        block.tables[VALUES_TABLE + rider, EMPTY_DECK] = rules.dummy_empty  # P6; nobody but dummies plays it
        find_best_cards(block, entrants, rider, dummy == PELOTON)
    place_dummies(block, road, entrants)
    tokens_drawn, hands_vary = False, False
    for place in range(road.token_places):
        token = token_on(road, start, place)
        tokens_drawn = tokens_drawn or token == DRAWN
        hands_vary = hands_vary or token in (DRAWN, _TAILWIND, _HEADWIND)
        has_wet = has_wet or token in (DRAWN, _WET)
    fill_weather(block, road, start, tokens_drawn)
    fill_shelter_runs(block, road, start, tokens_drawn)
    has_minimum, has_climb, looks_at_number = False, False, False
    exhausting = NOWHERE
    same_room = True
    for square in range(TABLE):
        block.tables[FULL_TAG_TABLE, square] = NO_LANES + FIRST_LANE * ((1 << int(road.room[square])) - 1)
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
        has_dummies,
        tokens_drawn,
        hands_vary,
        has_wet,
    )


@phase
def find_best_cards(block, entrants, rider, has_attack):
    """C1: which cards of a rider's starting deck move the most squares, Attack! as many as it may (P2)."""
    most = 0
    for kind in range(entrants.kinds):
        if entrants.deck[rider, kind] > 0:
            most = max(most, ATTACK_BEHIND if has_attack and kind == 0 else int(entrants.values[rider, kind]))
    for kind in range(entrants.kinds):
        squares = ATTACK_BEHIND if has_attack and kind == 0 else int(entrants.values[rider, kind])
        is_best = entrants.deck[rider, kind] > 0 and squares == most
        block.tables[BEST_TABLE, rider * MOST_KINDS + kind] = 1 if is_best else 0


@phase
def fill_weather(block, road, start, tokens_drawn):
    """W1: by square the weather, or where it is drawn the place of its token; by place the squares that it covers."""
    for place in range(road.token_places):
        block.tables[TOKEN_LENGTH_TABLE, place] = 0
    for behind in range(TABLE):
        square = TABLE - 1 - behind
        place = int(road.token_at[square])
        block.tables[WEATHER_TABLE, square] = NOWHERE
        if place < road.token_places:
            block.tables[WEATHER_TABLE, square] = place if tokens_drawn else token_on(road, start, place)
            block.tables[TOKEN_BEGIN_TABLE, place] = square
            block.tables[TOKEN_LENGTH_TABLE, place] += 1


@phase
def fill_shelter_runs(block, road, start, tokens_drawn):
    """T5, D6: for how many squares from each one on slipstream is given and taken; W2, where the weather is the same in all races."""
    run = 0
    for behind in range(TABLE):
        square = TABLE - 1 - behind
        is_windy = not tokens_drawn and block.tables[WEATHER_TABLE, square] == _CROSSWIND
        run = min(run + 1, 255) if road.shelter[square] != 0 and not is_windy else 0
        block.tables[SHELTER_RUN_TABLE, square] = run


@phase
def place_dummies(block, road, entrants):
    """S1, P3, P5: the places behind the start line, from the front backwards, in each square the right lane first; dummies take theirs."""
    number = 0
    for behind in range(road.start_line):
        square = road.start_line - 1 - behind
        for lane in range(road.room[square]):
            if number < TABLE:
                block.tables[START_SQUARE_TABLE, number] = square
                block.tables[START_LANE_TABLE, number] = lane
                number += 1
    for team in range(entrants.teams):
        if entrants.dummy[team] == PELOTON:
            rouleur = int(entrants.first_rider[team])
            take_start_place(block, 0, rouleur)
            # P3: the right lane of the next square; where there is none, the next place.
            behind = 0
            while behind < number - 2 and block.tables[START_LANE_TABLE, behind] != 0:
                behind += 1
            take_start_place(block, behind if block.tables[START_LANE_TABLE, behind] == 0 else 0, rouleur + 1)
    for team in range(entrants.teams):
        if entrants.dummy[team] == MUSCLE:
            for mate in range(2):
                take_start_place(block, 0, int(entrants.first_rider[team]) + 1 - mate)


@phase
def take_start_place(block, number, rider):
    """Put a dummy's rider down on a start place, which leaves the table."""
    block.tables[DUMMY_SQUARE_TABLE, rider] = block.tables[START_SQUARE_TABLE, number]
    block.tables[DUMMY_LANE_TABLE, rider] = block.tables[START_LANE_TABLE, number]
    for place in range(number, TABLE - 1):
        block.tables[START_SQUARE_TABLE, place] = block.tables[START_SQUARE_TABLE, place + 1]
        block.tables[START_LANE_TABLE, place] = block.tables[START_LANE_TABLE, place + 1]
