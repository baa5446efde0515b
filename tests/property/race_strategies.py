"""Random editions, roads, line-ups and decisions for property tests."""

from dataclasses import replace
from random import Random
from types import MappingProxyType

from hypothesis import strategies as st

from fr_sim.game.cards import HIGHEST_CODE, MOST_ENERGY_KINDS, pile_order
from fr_sim.game.lineup import MUSCLE_TEAM, PELOTON_TEAM, Lineup, Team
from fr_sim.game.riders import MOST_RIDERS, Kind, Specialist
from fr_sim.game.rules import KEYS, Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.game.weather import WEATHER_KINDS, token_places

PLAIN = Rules()
LONGEST_RACE = 15


def decks():
    """C1: any deck that may be played, mostly of few cards so that piles run out."""
    codes = st.one_of(st.just("E"), st.integers(0, 9).map(str), st.integers(0, HIGHEST_CODE).map(str))
    tables = st.dictionaries(codes, st.integers(1, 4), min_size=1, max_size=MOST_ENERGY_KINDS)
    return tables.map(lambda table: MappingProxyType({card: table[card] for card in sorted(table, key=pile_order)}))


def values(key):
    """Any value of a rule key that the engines play."""
    about, default = KEYS[key].metadata, getattr(PLAIN, key)
    if key in ("deck_rouleur", "deck_sprinteur"):
        return st.one_of(st.just(default), decks())
    if key == "no_slipstream":
        return st.sets(st.sampled_from(about["choices"])).map(lambda chosen: tuple(word for word in about["choices"] if word in chosen))
    if key == "breakaway_size":
        return st.one_of(st.just("auto"), st.integers(about["low"], about["high"]))
    if key == "max_rounds":
        return st.integers(1, LONGEST_RACE)
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, str):
        return st.sampled_from(about["choices"])
    return st.one_of(st.integers(about["low"], min(about["low"] + 5, about["high"])), st.integers(about["low"], about["high"]))


@st.composite
def rules(draw, teams=None, stage=None):
    """Any edition: some keys as in the default one, the others drawn; with `teams` the handicap may be a list, with `stage` the weather."""
    changed = {key: draw(values(key)) for key in draw(st.sets(st.sampled_from(list(KEYS))))}
    changed.setdefault("max_rounds", LONGEST_RACE)
    if teams is not None and draw(st.booleans()):
        changed["handicap"] = tuple(draw(st.lists(st.integers(0, 5), min_size=teams, max_size=teams)))
    if stage is not None and draw(st.booleans()):
        places = len(token_places(stage))
        changed["weather"] = tuple(draw(st.lists(st.sampled_from(WEATHER_KINDS), min_size=places, max_size=places)))
    return Rules(**changed)


@st.composite
def stages(draw, places=1, longest=60):
    """Any road of up to `longest` squares with at least `places` places behind the start line."""
    stretches = draw(st.lists(st.tuples(st.integers(1, 8), st.sampled_from(Terrain), st.integers(1, 3)), min_size=1, max_size=12))
    squares = [Square(lanes, terrain) for count, terrain, lanes in stretches for _ in range(count)][: longest - 16]
    start_line = next((line for line in range(1, len(squares)) if sum(square.lanes for square in squares[:line]) >= places), None)
    if start_line is None:
        squares = [Square(3, Terrain.FLAT)] * -(-places // 3) + squares
        start_line = -(-places // 3)
    squares += [Square(2, Terrain.FLAT)] * 2
    finish_line = draw(st.integers(start_line + 1, len(squares) - 1))
    return Stage("Any", tuple(squares), start_line, finish_line)


def specialists(kind):
    """A rider with a deck of its own, or None for a plain one."""
    made = st.builds(lambda deck, added: Specialist("whim", kind, tuple(deck.items()), dummy_cards=added), decks(), st.booleans())
    return st.one_of(st.none(), made)


@st.composite
def lineups(draw):
    """Any line-up: up to six pairs, up to twelve riders in teams of one or two, dummies among them, or a lone player's.

    In about half of them any rider may have a deck of its own; the Peloton's two share one (P2).
    """
    pair, peloton, muscle = Team("whim"), Team(PELOTON_TEAM), Team(MUSCLE_TEAM)
    single = [Team("whim", (), (kind,)) for kind in Kind]
    teams = draw(
        st.one_of(
            st.lists(st.just(pair), min_size=1, max_size=6),
            st.lists(st.sampled_from([pair, *single, muscle, peloton]), min_size=1, max_size=MOST_RIDERS).filter(
                lambda teams: (
                    sum(len(team.kinds) for team in teams) <= MOST_RIDERS
                    and teams.count(peloton) <= 1
                    and any(team.dummy is None for team in teams)
                )
            ),
            st.permutations([pair, peloton, muscle]),
        )
    )
    if draw(st.booleans()):
        return Lineup(tuple(teams))
    special = []
    for team in teams:
        if team == peloton:
            riders = (draw(specialists(Kind.ROULEUR)),) * 2
        else:
            riders = tuple(draw(specialists(kind)) for kind in team.kinds)
        special.append(replace(team, specialists=riders if any(riders) else ()))
    return Lineup(tuple(special))


class Whim:
    """Decides anything that is allowed, each as likely as the other."""

    def __init__(self, stage, seed):
        self.stage, self.random = stage, Random(seed)

    def look(self, weather, fallen):
        pass

    def place(self, key, squares, lanes, rider):
        free = [square for square in range(self.stage.start_line) if squares.count(square) < self.stage.squares[square].lanes]
        return self.random.choice(free)

    def first(self, key, turn, squares, lanes, left, rider):
        return self.random.random() < 0.5

    def card(self, key, turn, squares, lanes, left, pile, hand, rider, mate_card):
        return self.random.choice([kind for kind, count in enumerate(hand) if count])

    def bid_rider(self, key, squares, lanes, left, rider):
        return self.random.random() < 0.5

    def bid(self, key, step, squares, lanes, left, pile, hand, rider, bid_card):
        return self.random.choice([kind for kind, count in enumerate(hand) if count])
