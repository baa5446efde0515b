"""A race's luck: which of its random words serves what."""

from collections.abc import Callable

from fr_sim.rng import words as rng

#: A random number below a size.
Pick = Callable[[int], int]
#: B2: a hand of the break-away takes its words so many after those of the one before.
BID_HAND_WORDS = rng.HAND_WORDS // 2


class Luck:
    """The random numbers of the race with `key`; with `word_per_card` each card of a hand has a word of its own."""

    def __init__(self, key: tuple[int, int], word_per_card: bool):
        self.key, self.word_per_card = key, word_per_card

    def _below(self, turn: int, rider: int, use: int, size: int) -> int:
        return rng.below(rng.word_of(self.key, rng.counter(turn, rider, use)), size)

    def seats(self, swap: int, size: int) -> int:
        """What orders the seats."""
        return self._below(0, rng.RACE_RIDER, rng.SEATS + swap, size)

    def token(self, place: int, size: int) -> int:
        """W1: which of the `size` tokens that are left lies on a place."""
        return self._below(0, rng.RACE_RIDER, rng.WEATHER + place, size)

    def flip(self, turn: int, rider: int) -> Pick:
        """P2, P4: which card of a dummy's deck is turned over."""
        return lambda size: self._below(turn, rider, rng.HAND, size)

    def hand(self, turn: int, rider: int) -> Pick:
        """E2: the picks of a hand."""
        return self._hand(turn, rider, rng.HAND)

    def bid(self, step: int, rider: int) -> Pick:
        """B2: the picks of a hand for the break-away, `step` 0 and 1."""
        return self._hand(0, rider, rng.HAND + step * BID_HAND_WORDS)

    def _hand(self, turn: int, rider: int, use: int) -> Pick:
        if self.word_per_card:
            uses = iter(range(use, rng.HAND + rng.HAND_WORDS))
            return lambda size: self._below(turn, rider, next(uses), size)
        luck = rng.luck_of(rng.word_of(self.key, rng.counter(turn, rider, use)))

        def pick(size: int) -> int:
            nonlocal luck
            picked, luck = rng.pick_from(luck, size)
            return picked

        return pick
