"""The tally: 64 finished races are counted, histogram bin by histogram bin, with compares over all lanes."""

from fr_sim.arrays.game import MOST_KINDS, NOWHERE
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.jit import phase
from fr_sim.kernel.state import (
    ASCENT_LOST,
    BEST_TABLE,
    BLOCKED,
    CHAIN,
    EMPTY_DECK,
    EXHAUSTION,
    LEAD_CHANGES,
    MINIMUM_GAINED,
    PELOTON,
    RANK,
    ROUNDS_TAKEN,
    SEAT,
    SLIPSTREAM,
    STOOD,
    TOKENS,
    WINNER,
)
from fr_sim.lanes import count_lanes, lanes8, load, minimum, store, sum_lanes, to8


@phase
def count_races(block, entrants, tally, first_turn, last_turn, counted, races):
    """Add the races of the mask `counted`, which are `races` in number; their rounds were `first_turn` … `last_turn`."""
    tally.races[0] += races
    winner = load(block.rows, WINNER)
    tally.draws[0] += count_lanes(counted & (winner == NOWHERE))
    rounds = load(block.rows, ROUNDS_TAKEN)
    for number in range(first_turn - 1, last_turn + 1):
        tally.rounds[number] += count_lanes(counted & (rounds == number))
    changes, found = load(block.rows, LEAD_CHANGES), 0
    for number in range(last_turn - first_turn + 2):
        if found < races:
            those = count_lanes(counted & (changes == number))
            tally.lead_changes[number] += those
            found += those
    chain = load(block.rows, CHAIN)
    for number in range(entrants.riders):
        tally.chains[number] += count_lanes(counted & (chain == number))
    for team in range(entrants.teams):
        count_team(block, entrants, tally, team, counted)
    for rider in range(entrants.riders):
        count_rider(block, entrants, tally, rider, last_turn - first_turn + 1, counted, races)


@phase
def count_team(block, entrants, tally, team, counted):
    """Seats, and ranks of the better rider."""
    seat = load(block.rows, SEAT + team)
    for number in range(entrants.teams):
        tally.seat_races[team, number] += count_lanes(counted & (seat == number))
    rouleur = int(entrants.first_rider[team])
    better = load(block.rows, RANK + rouleur)
    if entrants.team_size[team] == 2:
        better = minimum(better, load(block.rows, RANK + rouleur + 1))
    for number in range(entrants.riders):
        tally.team_ranks[team, number] += count_lanes(counted & (better == number))


@phase
def count_rider(block, entrants, tally, rider, turns, counted, races):
    """Wins, ranks, exhaustion and squares."""
    won = counted & (load(block.rows, WINNER) == rider)
    seat, own_rank = load(block.rows, SEAT + int(entrants.team_of[rider])), load(block.rows, RANK + rider)
    for number in range(entrants.teams):
        tally.wins[rider, number] += count_lanes(won & (seat == number))
    for number in range(entrants.riders):
        tally.ranks[rider, number] += count_lanes(counted & (own_rank == number))
    taken = load(block.rows, EXHAUSTION + rider)
    found = 0
    for cards in range(turns + 1):
        if found < races:
            those = count_lanes(counted & (taken == cards))
            tally.exhaustion[rider, cards] += those
            found += those
    tally.best_card_held[rider] += count_lanes(counted & holds_its_best(block, entrants, rider))
    tally.slipstream[rider] += sum_lanes(load(block.rows, SLIPSTREAM + rider))
    tally.blocked[rider] += sum_lanes(load(block.wide, BLOCKED + rider))
    tally.ascent_lost[rider] += sum_lanes(load(block.wide, ASCENT_LOST + rider))
    tally.minimum_gained[rider] += sum_lanes(load(block.wide, MINIMUM_GAINED + rider))


@phase
def holds_its_best(block, entrants, rider):
    """Whether the deck still holds a card of those of its start that move the most squares; the Peloton's riders share theirs (P2)."""
    owner = rider
    if entrants.dummy[entrants.team_of[rider]] == PELOTON:
        owner = int(entrants.first_rider[entrants.team_of[rider]])
    holds = lanes8(0) != 0
    for kind in range(entrants.kinds):
        if block.tables[BEST_TABLE, owner * MOST_KINDS + kind] != 0:
            cards = load(block.left, (owner, kind))
            if kind > 0:
                cards = cards - load(block.left, (owner, kind - 1))
            holds = holds | (cards != 0)
    return holds


@phase
def count_cards(block, course, rules, entrants, tally, first_turn, last_turn):
    """Which card each rider played in each round, in all races and in those that it won."""
    winner = load(block.rows, WINNER)
    without_cards = rules.empty_hand_stands or rules.exhaustion_supply > 0 or course.has_dummies
    for turn in range(first_turn, last_turn + 1):
        for rider in range(entrants.riders):
            card, won = load(block.card, (turn, rider)), winner == rider
            for kind in range(entrants.kinds):
                played = card == kind
                tally.played[turn, rider, kind] += count_lanes(played)
                tally.played_won[turn, rider, kind] += count_lanes(played & won)
            if without_cards:  # E5, P6
                played = (card == STOOD) | (card == EMPTY_DECK)
                tally.played[turn, rider, MOST_KINDS] += count_lanes(played)
                tally.played_won[turn, rider, MOST_KINDS] += count_lanes(played & won)


@phase
def count_weather(block, places, entrants, tally, races):
    """W1: rounds and winners of races with as many tokens of each kind as lie on the road."""
    for kind in range(len(WEATHER_KINDS)):
        tokens = lanes8(0)
        for place in range(places):
            tokens = tokens + to8(load(block.weather, place) == kind)
        store(block.rows, TOKENS, tokens)
        for lane in range(races):
            number, winner = block.rows[TOKENS, lane], block.rows[WINNER, lane]
            tally.weather_races[kind, number] += 1
            tally.weather_rounds[kind, number] += block.rows[ROUNDS_TAKEN, lane]
            if winner != NOWHERE:
                tally.weather_wins[kind, number, entrants.team_of[winner]] += 1
