"""Hands: how they are drawn from piles, reshuffled or not (rules E2 to E4).

Decks are counts of cards by kind, cumulative: row k holds the cards of kinds <= k. Nobody knows the order of a pile, so shuffling shows in
which card is drawn: card number n of the sorted pile. Which words of luck serve which card is told in `fr_sim.rng`.
"""

from fr_sim.arrays.game import NO_CARD, PLAIN_KINDS
from fr_sim.game.weather import HEADWIND, TAILWIND, WEATHER_KINDS
from fr_sim.jit import phase
from fr_sim.kernel.state import TOKEN, WEATHER_TABLE
from fr_sim.lanes import lanes8, load, lookup, maximum, minimum, minus_or_zero, store, to8, to32, where
from fr_sim.rng.lanes import below, counter, luck_of, pick_from, word
from fr_sim.rng.words import HAND, PICKS_OF_A_WORD

_TAILWIND, _HEADWIND = WEATHER_KINDS.index(TAILWIND), WEATHER_KINDS.index(HEADWIND)


@phase
def draw(block, course, rules, entrants, turn, rider, mate_number):
    """E2 to E4: draw a hand; the counts of `block.pile` and `block.hand` say how."""
    if entrants.kinds == PLAIN_KINDS and not rules.word_per_card and not course.hands_vary:
        draw_plain_hand(block, rules.hand_size, turn, rider, mate_number)
    else:
        hand_size, most = lanes8(rules.hand_size), rules.hand_size
        if course.hands_vary:
            hand_size, most = cards_to_draw(block, rules, rider), rules.hand_size + 1
        draw_any_hand(block, rules, entrants.kinds, counter(turn, rider, HAND), hand_size, most, rider, mate_number)


@phase
def cards_to_draw(block, rules, rider):
    """W2: how many cards a rider draws, by the weather where it starts the round: a uint8 row."""
    token = lookup(block.tables[WEATHER_TABLE], load(block.square, rider))
    more = to8(token == load(block.rows, TOKEN + _TAILWIND))
    less = to8(token == load(block.rows, TOKEN + _HEADWIND))
    return maximum(minus_or_zero(more + rules.hand_size, less), 1)


@phase
def draw_plain_hand(block, hand_size, turn, rider, mate_number):
    """At most four cards from a pile of six kinds: all rows in registers, all luck from one word."""
    pile = load_six(block.pile, rider)
    left = load_six(block.left, rider)
    # E3: a pile too short is drawn whole, and the recycled cards become the pile.
    short = pile[5] < hand_size
    wanted = where(short, hand_size - pile[5], lanes8(hand_size))
    before = where_six(short, left, pile)
    pile = where_six(short, minus_six(left, pile), pile)
    drawn = minimum(wanted, pile[5])  # E4
    size = to32(pile[5])
    luck = luck_of(word(load(block.keys, 0), load(block.keys, 1), counter(turn, rider, HAND)))
    for pick in range(PICKS_OF_A_WORD):
        card, luck = pick_from(luck, size - pick)
        pile = without_card(pile, where(drawn > pick, to8(card), NO_CARD))
    pile = (pile[0], pile[1], pile[2], pile[3], pile[4], pile[5] - drawn)
    store_six(block.pile, rider, pile)
    store_six(block.hand, mate_number, minus_six(before, pile))


@phase
def load_six(block, index):
    """The six cumulative rows of a plain deck."""
    return (
        load(block, (index, 0)),
        load(block, (index, 1)),
        load(block, (index, 2)),
        load(block, (index, 3)),
        load(block, (index, 4)),
        load(block, (index, 5)),
    )


@phase
def store_six(block, index, rows):
    """Keep six rows."""
    store(block, (index, 0), rows[0])
    store(block, (index, 1), rows[1])
    store(block, (index, 2), rows[2])
    store(block, (index, 3), rows[3])
    store(block, (index, 4), rows[4])
    store(block, (index, 5), rows[5])


@phase
def where_six(mask, chosen, otherwise):
    """`where` for six rows at once."""
    return (
        where(mask, chosen[0], otherwise[0]),
        where(mask, chosen[1], otherwise[1]),
        where(mask, chosen[2], otherwise[2]),
        where(mask, chosen[3], otherwise[3]),
        where(mask, chosen[4], otherwise[4]),
        where(mask, chosen[5], otherwise[5]),
    )


@phase
def minus_six(rows, taken):
    """Six differences."""
    return (rows[0] - taken[0], rows[1] - taken[1], rows[2] - taken[2], rows[3] - taken[3], rows[4] - taken[4], rows[5] - taken[5])


@phase
def without_card(pile, card):
    """The pile without its card number `card`; its size, the last row, is left for the end."""
    return (
        one_less(pile[0], card),
        one_less(pile[1], card),
        one_less(pile[2], card),
        one_less(pile[3], card),
        one_less(pile[4], card),
        pile[5],
    )


@phase
def one_less(count, card):
    """`count - 1` where the card is one of those counted, that is where `count > card`; else `count`. Without a mask it is faster."""
    return maximum(minimum(count, card), minus_or_zero(count, 1))


@phase
def draw_any_hand(block, rules, kinds, first_word, hand_size, most, rider, mate_number):
    """Any hand from any deck: the same as `draw_plain_hand`, kind by kind in memory.

    `hand_size` is a row of numbers up to `most`; `first_word` is the counter of the hand's first word, the others follow.
    """
    size = load(block.pile, (rider, kinds - 1))
    short = size < hand_size
    wanted = where(short, hand_size - size, hand_size)
    for kind in range(kinds):
        pile, left = load(block.pile, (rider, kind)), load(block.left, (rider, kind))
        store(block.hand, (mate_number, kind), where(short, left, pile))
        store(block.pile, (rider, kind), where(short, left - pile, pile))
    size = load(block.pile, (rider, kinds - 1))
    drawn = minimum(wanted, size)
    luck = luck_of(word(load(block.keys, 0), load(block.keys, 1), first_word))
    for pick in range(most):
        if rules.word_per_card:
            card = below(word(load(block.keys, 0), load(block.keys, 1), first_word + pick), to32(size - pick))
        else:
            card, luck = pick_from(luck, to32(size) - pick)
        card = where(drawn > pick, to8(card), NO_CARD)
        for kind in range(kinds):
            pile = load(block.pile, (rider, kind))
            store(block.pile, (rider, kind), one_less(pile, card))
    for kind in range(kinds):
        store(block.hand, (mate_number, kind), load(block.hand, (mate_number, kind)) - load(block.pile, (rider, kind)))
