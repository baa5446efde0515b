"""The start: who places when, where everybody stands, and what the decks hold (chapters C and S)."""

from fr_sim.arrays.game import NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.ask import ask_first, ask_place
from fr_sim.kernel.places import line_up_position
from fr_sim.kernel.state import (
    ALL,
    CARRIED,
    CROSSED_ROUND,
    DUMMY_LANE_TABLE,
    DUMMY_SQUARE_TABLE,
    DUMMY_TABLE,
    FINAL_LANE,
    FINAL_SQUARE,
    ORDER,
    SEAT,
    START_LANE_TABLE,
    START_SQUARE_TABLE,
    SUPPLY,
)
from fr_sim.lanes import LANES, any_lane, lanes8, load, lookup, minus_or_zero, store, to8, to32, where
from fr_sim.policies.own import OWN
from fr_sim.rng.lanes import below, counter, word
from fr_sim.rng.words import RACE_RIDER, SEATS


@phase
def deal_seats(block, entrants, orders, first_race):
    """S1: which team places from which seat, from the table of orders or, if that has no rows, drawn for every race."""
    teams = entrants.teams
    if orders.shape[0] > 0:
        number = first_race % orders.shape[0]
        for lane in range(LANES):
            for seat in range(teams):
                block.rows[ORDER + seat, lane] = orders[number, seat]
            number = number + 1 if number + 1 < orders.shape[0] else 0
    else:
        draw_seats(block, entrants)
    for team in range(teams):
        own_seat = lanes8(0)
        for seat in range(1, teams):
            own_seat = where(load(block.rows, ORDER + seat) == team, seat, own_seat)
        store(block.rows, SEAT + team, own_seat)


@phase
def draw_seats(block, entrants):
    """Shuffle the teams with the race's own words, from the last seat to the first; S2: dummies have the seats after them."""
    players, seat = 0, 0
    for is_dummy in range(2):
        for team in range(entrants.teams):
            if (entrants.dummy[team] != 0) == (is_dummy == 1):
                store(block.rows, ORDER + seat, lanes8(team))
                seat += 1
                players += 1 - is_dummy
    for swap in range(players - 1):
        last = players - 1 - swap
        drawn = word(load(block.keys, 0), load(block.keys, 1), counter(0, RACE_RIDER, SEATS + last))
        other = to8(below(drawn, to32(lanes8(last + 1))))
        for seat in range(last):
            here, there = load(block.rows, ORDER + seat), load(block.rows, ORDER + last)
            swapped = other == seat
            store(block.rows, ORDER + seat, where(swapped, there, here))
            store(block.rows, ORDER + last, where(swapped, here, there))


@phase
def note_carried(block, riders, carried, column):
    """G1: the cards carried into 64 races, which are the columns from `column` on; races without a column carry none."""
    columns = min(carried.shape[1] - column, LANES)
    for rider in range(riders):
        store(block.rows, CARRIED + rider, lanes8(0))
        for lane in range(columns):
            block.rows[CARRIED + rider, lane] = carried[rider, column + lane]


@phase
def deal_cards(block, rules, entrants):
    """C1, C3, G1: every rider's deck, face down; C2: the supply of exhaustion cards, less those that the decks begin with."""
    for rider in range(entrants.riders):
        cards = load(block.rows, CARRIED + rider)
        for kind in range(entrants.kinds):
            cards = cards + int(entrants.deck[rider, kind])
            store(block.left, (rider, kind), cards)
            store(block.pile, (rider, kind), cards)
    if rules.exhaustion_supply > 0:
        for sprinteur in range(2):
            supply = lanes8(rules.exhaustion_supply)
            for rider in range(entrants.riders):
                if entrants.is_sprinteur[rider] == sprinteur and entrants.dummy[entrants.team_of[rider]] == 0:
                    supply = minus_or_zero(supply, load(block.left, (rider, 0)))
            store(block.rows, SUPPLY + sprinteur, supply)


@phase
def place_riders(block, road, course, rules, entrants, addresses, counted):
    """S1: all riders on squares behind the start line; S2: dummies first."""
    has_own = False
    for rider in range(entrants.riders):
        has_own = has_own or entrants.policy[rider] >= OWN
        store(block.square, rider, lanes8(NOWHERE))
        store(block.lane, rider, lanes8(NOWHERE))
        if course.has_dummies and block.tables[DUMMY_TABLE, rider] != 0:
            store(block.square, rider, lanes8(block.tables[DUMMY_SQUARE_TABLE, rider]))
            store(block.lane, rider, lanes8(block.tables[DUMMY_LANE_TABLE, rider]))
    if has_own:
        place_one_by_one(block, road, rules, entrants, addresses, counted)
    else:
        place_as_far_forward_as_free(block, entrants)


@phase
def place_as_far_forward_as_free(block, entrants):
    """What all shipped policies do, rouleur before sprinteur: so a team starts behind those that placed before it, whoever they are."""
    for team in range(entrants.teams):
        own_seat = load(block.rows, SEAT + team)
        placed = lanes8(0)
        for other in range(entrants.teams):
            placed = where(load(block.rows, SEAT + other) < own_seat, placed + int(entrants.team_size[other]), placed)
        rouleur = int(entrants.first_rider[team])
        size = int(entrants.team_size[team]) if entrants.dummy[team] == 0 else 0
        for mate in range(size):
            store(block.square, rouleur + mate, lookup(block.tables[START_SQUARE_TABLE], placed + mate))
            store(block.lane, rouleur + mate, lookup(block.tables[START_LANE_TABLE], placed + mate))


@phase
def place_one_by_one(block, road, rules, entrants, addresses, counted):
    """Ask every team in its turn where it puts its riders down, and which of them first."""
    for seat in range(entrants.teams):
        for team in range(entrants.teams):
            placing = load(block.rows, ORDER + seat) == team
            if entrants.dummy[team] == 0 and any_lane(placing):
                rouleur, size = int(entrants.first_rider[team]), int(entrants.team_size[team])
                sprinteur_first = lanes8(0) != 0
                if size == 2:
                    sprinteur_first = placing & ask_first(block, road, rules, entrants, addresses, 0, rouleur, placing & counted)
                # The rouleur where it goes first, the sprinteur everywhere, then the rouleur where it goes second.
                for step in range(3 if size == 2 else 1):
                    rider = rouleur + step % 2
                    now = placing
                    if step == 0:
                        now = placing & ~sprinteur_first
                    elif step == 2:
                        now = sprinteur_first
                    if any_lane(now):
                        square = ask_place(block, road, rules, entrants, addresses, rider, now & counted)
                        put_down(block, entrants.riders, rider, square, now)


@phase
def put_down(block, riders, rider, square, now):
    """S1: squares are filled from the right, so that a rider's lane is the number of those that stand there already."""
    lane = lanes8(0)
    for other in range(riders):
        lane = lane + to8(load(block.square, other) == square)
    store(block.square, rider, where(now, square, load(block.square, rider)))
    store(block.lane, rider, where(now, lane, load(block.lane, rider)))


@phase
def set_up_position(block, rules, entrants, start):
    """The same position in all 64 races: places, decks and supply; riders past the line have left the road where they do (F1 "all")."""
    for rider in range(entrants.riders):
        has_left = rules.race_end == ALL and start.crossed_round[rider] > 0
        store(block.square, rider, lanes8(NOWHERE if has_left else start.square[rider]))
        store(block.lane, rider, lanes8(NOWHERE if has_left else start.lane[rider]))
        store(block.rows, FINAL_SQUARE + rider, lanes8(start.square[rider]))
        store(block.rows, FINAL_LANE + rider, lanes8(start.lane[rider]))
        store(block.rows, CROSSED_ROUND + rider, lanes8(start.crossed_round[rider]))
        pile, left = 0, 0
        for kind in range(entrants.kinds):
            pile += int(start.pile[rider, kind])
            left += int(start.pile[rider, kind]) + int(start.recycled[rider, kind])
            store(block.pile, (rider, kind), lanes8(pile))
            store(block.left, (rider, kind), lanes8(left))
    for kind in range(2):
        store(block.rows, SUPPLY + kind, lanes8(start.supply[kind]))
    line_up_position(block, entrants.riders, start)
