"""The energy phase: every team draws its hands and chooses a card for each of its riders (chapter E)."""

from fr_sim.arrays import NO_CARD, NOWHERE
from fr_sim.jit import phase
from fr_sim.kernel.ask import ask_card, ask_first
from fr_sim.kernel.hands import draw
from fr_sim.kernel.state import ALL, NO_TURN, STOOD, SUPPLY
from fr_sim.lanes import any_lane, lanes8, load, store, to8, where


@phase
def energy(block, road, rules, entrants, addresses, turn, going):
    """Let every team choose, in line-up order, where the race is still on; E6: nothing that others see changes before all have chosen."""
    for team in range(entrants.teams):
        rouleur, size = int(entrants.first_rider[team]), int(entrants.team_size[team])
        sprinteur_first = going & ~going
        if size == 2:
            both = going
            if rules.race_end == ALL:
                both = going & (load(block.square, rouleur) != NOWHERE) & (load(block.square, rouleur + 1) != NOWHERE)
            sprinteur_first = both & ask_first(block, road, rules, entrants, addresses, turn, rouleur, both)
        for mate_number in range(size):
            draw(block, rules, entrants, turn, rouleur + mate_number, mate_number)
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
