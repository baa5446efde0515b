"""Random words without state: each is a hash of the race's key and a counter that says who draws, when, and what for.

A race's key comes from the seed and the race's number; the counter from the turn, the rider and the use. So any word of any race can be had
at any time, in any order and thread, and one rider's luck is the same whatever the others, the policies or the edition do. The words that
serve each purpose are listed below; `lanes.py` gives the same words for 64 races at once.

Everything here is plain integer arithmetic without branches on the words: the same functions run on Python ints and, compiled, on rows of
64 lanes.
"""

WORD = 0xFFFFFFFF
WORD_OF_64 = 0xFFFFFFFFFFFFFFFF

# --- what the words are for: the `use` of a counter ---------------------------------------------------------------------------------------

#: HAND + pick: the pick-th card that a rider draws in a turn, or whole hands from the first of them (`luck_of`).
HAND = 0
HAND_WORDS = 16
#: CHOICE + 0 … 3: a policy's own.
CHOICE = 32
CHOICE_WORDS = 4
#: Which of a team's riders draws first.
FIRST = 40
#: PLACE + 0 … 3: where to start.
PLACE = 44
PLACE_WORDS = 4
#: SEATS + 0 … 15: the order of the seats, one word a swap.
SEATS = 48
SEATS_WORDS = 16
#: BID + 0 … 31: hands and choices in the break-away auction.
BID = 64
BID_WORDS = 32
#: WEATHER + 0 … 15: which tokens lie where.
WEATHER = 96
WEATHER_WORDS = 16

#: Riders that may draw words of their own: 0 … 11. The numbers after them belong to the race.
RIDERS = 12
#: The "rider" that draws what belongs to nobody: seats, weather.
RACE_RIDER = 15

#: The last turn that a counter can tell from others; turn 0 is before the race.
LAST_TURN = 255


def counter(turn, rider, use):
    """The 32-bit number of a word within its race: turn 0 … 255, rider 0 … 15, use 0 … 255. No two of them are alike."""
    return (turn << 16) | (rider << 8) | use


# --- the key of a race --------------------------------------------------------------------------------------------------------------------
#: 2^64 over the golden ratio, an odd number whose multiples are spread evenly.
GOLDEN = 0x9E3779B97F4A7C15


def mix64(number):
    """A bijection of 64 bits under which every input bit decides every output bit (splitmix64's finaliser)."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & WORD_OF_64
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & WORD_OF_64
    return number ^ (number >> 31)


def mix_seed(seed):
    """Any Python int as 64 well-mixed bits; neighbouring seeds are then far apart, not copies of each other shifted by a race or two."""
    rest = abs(seed)
    mixed = mix64(1) if seed < 0 else 0
    while True:
        mixed = mix64(((mixed ^ rest) + GOLDEN) & WORD_OF_64)
        rest >>= 64
        if not rest:
            return mixed


def race_key(seed, race):
    """The key (low, high) of a race, two 32-bit ints, from any integer seed and the race's number."""
    key = mix64((mix_seed(seed) + race * GOLDEN) & WORD_OF_64)
    return key & WORD, key >> 32


def stage_seed(seed, stage):
    """The seed of a tour's stage, numbered from 0 (G1): of the first the tour's own, so that it is a race like any other."""
    return seed if stage == 0 else mix_seed(seed) ^ mix64(stage)


# --- words --------------------------------------------------------------------------------------------------------------------------------


def scramble(number):
    """A bijection of 32 bits that spreads a counter's few low bits. It is the same for all races, so in lanes it costs next to nothing."""
    number = (number * 0x9E3779B1) & WORD
    number = ((number ^ (number >> 15)) * 0x85EBCA77) & WORD
    return number ^ (number >> 13)


def word_of(key, counter_number):
    """The 32-bit word of a race's key (low, high) and a counter."""
    low, high = key
    word = low ^ scramble(counter_number)
    word = ((word ^ (word >> 16)) * 0x7FEB352D + high) & WORD
    word = ((word ^ (word >> 15)) * 0x846CA68B) & WORD
    return word ^ (word >> 16)


# --- choices from words -------------------------------------------------------------------------------------------------------------------


def below(word, size):
    """A number below `size`, which is at most 255, from one word; no number is likelier than another by more than 2^-24 in all."""
    return ((word >> 8) * size) >> 24


#: Bits of luck that a word gives for picks in a row.
LUCK_BITS = 27
_LUCK = (1 << LUCK_BITS) - 1
#: One word serves at most so many picks, from a pile of at most so many cards.
PICKS_OF_A_WORD = 4
PILE_OF_A_WORD = 20


def luck_of(word):
    """What `pick_from` draws on: up to PICKS_OF_A_WORD picks in a row from a pile of at most PILE_OF_A_WORD."""
    return word >> (32 - LUCK_BITS)


def pick_from(luck, size):
    """A number below `size` (at most 32), and the luck that is left for the next pick."""
    luck = luck * size
    return luck >> LUCK_BITS, luck & _LUCK
