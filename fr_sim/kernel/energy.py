"""The energy phase: every team draws its hands and chooses a card for each of its riders (chapter E)."""

from fr_sim.arrays.game import NO_CARD, NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.ask import ask_card, ask_first
from fr_sim.kernel.hands import draw, one_less
from fr_sim.kernel.state import ALL, EMPTY_DECK, NO_TURN, PELOTON, STOOD, SUPPLY
from fr_sim.lanes import any_lane, lanes8, load, store, to8, to32, where
from fr_sim.rng.lanes import below, counter, word
from fr_sim.rng.words import HAND


@phase
def energy(block, road, course, rules, entrants, addresses, turn, going):
    """Let every team choose, in line-up order, where the race is still on; E6: nothing that others see changes before all have chosen."""
    for team in range(entrants.teams):
        if entrants.dummy[team] != 0:
            continue
        rouleur, size = int(entrants.first_rider[team]), int(entrants.team_size[team])
        sprinteur_first = going & ~going
        if size == 2:
            both = going
            if rules.race_end == ALL:
                both = going & (load(block.square, rouleur) != NOWHERE) & (load(block.square, rouleur + 1) != NOWHERE)
            sprinteur_first = both & ask_first(block, road, rules, entrants, addresses, turn, rouleur, both)
        for mate_number in range(size):
            draw(block, course, rules, entrants, turn, rouleur + mate_number, mate_number)
            store(block.card, (turn, rouleur + mate_number), lanes8(NO_TURN))
        # E1: the rouleur where it is first, the sprinteur everywhere, then the rouleur where it saw its mate's card.
        steps = size
        if any_lane(sprinteur_first):
            steps = 3
        for step in range(steps):
            mate_number = step % 2
            now, mate_card = going, lanes8(NO_CARD)
            if step == 0:
                now = going & ~sprinteur_first
            elif step == 1:
                mate_card = where(sprinteur_first, NO_CARD, load(block.card, (turn, rouleur)))
            else:
                now, mate_card = sprinteur_first, load(block.card, (turn, rouleur + 1))
            choose(block, road, rules, entrants, addresses, turn, rouleur + mate_number, mate_number, mate_card, now)
    if course.has_dummies:
        for team in range(entrants.teams):
            if entrants.dummy[team] != 0:
                turn_over(block, rules, entrants, team, turn, going)


@phase
def turn_over(block, rules, entrants, team, turn, going):
    """P2, P4: turn over a dummy team's cards: one for the Peloton, one for each rider of a Muscle team."""
    rouleur = int(entrants.first_rider[team])
    riding = (going, going)
    if rules.race_end == ALL:
        riding = (going & (load(block.square, rouleur) != NOWHERE), going & (load(block.square, rouleur + 1) != NOWHERE))
    if entrants.dummy[team] == PELOTON:
        kind = flip(block, entrants.kinds, rouleur, turn, riding[0] | riding[1])
        store(block.card, (turn, rouleur), where(riding[0], kind, NO_TURN))
        store(block.card, (turn, rouleur + 1), where(riding[1], kind, NO_TURN))
    else:
        store(block.card, (turn, rouleur), where(riding[0], flip(block, entrants.kinds, rouleur, turn, riding[0]), NO_TURN))
        store(block.card, (turn, rouleur + 1), where(riding[1], flip(block, entrants.kinds, rouleur + 1, turn, riding[1]), NO_TURN))


@phase
def flip(block, kinds, rider, turn, now):
    """P2, P4, P6: the kind of the next card of a dummy's deck, which leaves the game in the races `now`; EMPTY_DECK where it has none."""
    size = load(block.left, (rider, kinds - 1))
    card = to8(below(word(load(block.keys, 0), load(block.keys, 1), counter(turn, rider, HAND)), to32(size)))
    kind = lanes8(0)
    for lower in range(kinds - 1):
        kind = kind + to8(load(block.left, (rider, lower)) <= card)
    gone = where(now & (size != 0), card, NO_CARD)
    for number in range(kinds):
        count = one_less(load(block.left, (rider, number)), gone)
        store(block.left, (rider, number), count)
        store(block.pile, (rider, number), count)
    return where(size == 0, EMPTY_DECK, kind)


@phase
def choose(block, road, rules, entrants, addresses, turn, rider, mate_number, mate_card, now):
    """E2: the card that `rider` plays, in the races `now`; E5: what it does without any."""
    if rules.race_end == ALL:
        now = now & (load(block.square, rider) != NOWHERE)
    has_cards = load(block.hand, (mate_number, entrants.kinds - 1)) != 0
    # E5: a mate that stands has chosen nothing.
    mate_card = where(mate_card == STOOD, NO_CARD, mate_card)
    kind = ask_card(block, road, rules, entrants, addresses, turn, rider, mate_number, mate_card, now & has_cards)
    empty = now & ~has_cards
    if any_lane(empty):
        kind = where(empty, without_a_card(block, rules, entrants.is_sprinteur[rider], empty), kind)
    store(block.card, (turn, rider), where(now, kind, load(block.card, (turn, rider))))


@phase
def without_a_card(block, rules, is_sprinteur, empty):
    """E5: an exhaustion card from the supply, played at once, or nothing; C2: an empty supply makes it nothing."""
    if rules.empty_hand_stands:
        return lanes8(STOOD)
    if rules.exhaustion_supply > 0:
        supply = load(block.rows, SUPPLY + is_sprinteur)
        served = empty & (supply != 0)
        store(block.rows, SUPPLY + is_sprinteur, supply - to8(served))
        return where(served, lanes8(0), lanes8(STOOD))
    return lanes8(0)
