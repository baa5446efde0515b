"""The tables of the page: which columns a reader sees, how a figure and its interval are written, and by what a column sorts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from fr_sim.report.colours import TeamLook, team_look
from fr_sim.report.stored import Results
from fr_sim.report.table import Table
from fr_sim.report.words import decimals_of, digits_of, number, number_range, percent, percent_range
from fr_sim.statistics.intervals import mean_interval, wilson


@dataclass(frozen=True)
class Cell:
    """What a cell shows, its interval or other remark below, the value to sort by, and a team's look for its badge."""

    shown: str
    sort: Any
    remark: str = ""
    look: TeamLook | None = None


@dataclass(frozen=True)
class Column:
    """A column: heading, meaning, how a row's cell is made, whether it is set as figures, and which end the first click puts up."""

    heading: str
    meaning: str
    cell: Callable[[SimpleNamespace], Cell]
    is_number: bool = True
    largest_first: bool = True


@dataclass(frozen=True)
class ShownTable:
    """A table of the page; `folded` ones are long and open on demand. `file` is the stored table it was made of."""

    name: str
    title: str
    note: str
    file: str
    headings: list[Column]
    rows: list[list[Cell]] = field(repr=False)
    folded: bool = False


def shown_tables(results: Results) -> list[ShownTable]:
    """All tables of the page, in its order."""
    return [_teams(results), _seats(results), _riders(results), _rounds(results), _ranks(results), _exhaustion(results), _cards(results)]


def make(name: str, title: str, note: str, columns: list[Column], rows: Iterable[SimpleNamespace], folded: bool = False) -> ShownTable:
    """The table of the page that `columns` make of `rows`, those of the stored table `name`."""
    return ShownTable(name, title, note, name, columns, [[column.cell(row) for column in columns] for row in rows], folded)


def rate(share: float, low: float, high: float) -> Cell:
    """A share above its interval."""
    return Cell(percent(share, digits_of(low, high)), share, percent_range(low, high))


def _mean(value: float, low: float, high: float) -> Cell:
    """A mean above its interval."""
    return Cell(number(value, decimals_of(low, high)), value, number_range(low, high))


BEST_HELD = "races at whose end the rider still held a card that moves it furthest, with the 95 % Wilson interval"
#: What a cell without a figure sorts by: after all others.
NAN = float("nan")

TEAM = Column("Team", "number in the line-up, from 0", lambda row: Cell(str(row.team), row.team, "", team_look(row.team)), False, False)
POLICY = Column("Policy", "the policy that rode for the team", lambda row: Cell(row.policy, row.policy), False, False)
KIND = Column("Rider", "rouleur or sprinteur", lambda row: Cell(row.kind, row.kind), False, False)
RACES = Column("Races", "races counted", lambda row: Cell(f"{row.races:,}", row.races))
WINS = Column("Wins", "races won", lambda row: Cell(f"{row.wins:,}", row.wins))
WIN_RATE = Column(
    "Win rate",
    "races won by all races, with the 95 % Wilson interval",
    lambda row: rate(row.win_rate, row.win_low, row.win_high),
)
MEAN_RANK = Column(
    "Mean rank",
    "mean rank over all races, 1 the winner, with the 95 % interval of the mean",
    lambda row: _mean(row.mean_rank, row.mean_rank_low, row.mean_rank_high),
    largest_first=False,
)


SHARE = Column(
    "Share",
    "of all races, with the 95 % Wilson interval",
    lambda row: rate(row.share, row.share_low, row.share_high),
)
#: Columns of numbers by which a reader looks something up, rather than compares; the first click puts the smallest first.
ROUNDS = Column("Rounds", "length of the race", lambda row: Cell(str(row.rounds), row.rounds), True, False)
ROUND = Column("Round", "round of the race", lambda row: Cell(str(row.round), row.round), True, False)
RANK = Column("Rank", "rank at the end of the race, 1 the winner", lambda row: Cell(str(row.rank), row.rank), True, False)
TAKEN = Column("Cards", "exhaustion cards taken in the race (X1)", lambda row: Cell(str(row.cards), row.cards), True, False)
CARD = Column("Card", "card code; E is exhaustion", lambda row: Cell(row.card or "none", _card_order(row.card)), True, False)


def _teams(results: Results) -> ShownTable:
    table = results.tables["teams"]
    equal = 1 / len(table)

    def against(row: SimpleNamespace) -> Cell:
        sign = 1 if row.win_low > equal else -1 if row.win_high < equal else 0
        return Cell({1: "above", -1: "below", 0: "cannot be told"}[sign], sign)

    chances = Column("Against equal chances", f"whether the interval lies above or below {percent(equal)}", against, is_number=False)
    columns = [TEAM, POLICY, WIN_RATE, WINS, *([chances] if len(table) > 1 else []), MEAN_RANK]
    return make("teams", "Teams", "The rank of a team is that of its better rider.", columns, table.rows())


def _seats(results: Results) -> ShownTable:
    table = results.tables["seats"]
    from_seat = {(row.team, row.seat): row for row in table.rows()}

    def column(seat: int) -> Column:
        def cell(team: SimpleNamespace) -> Cell:
            row = from_seat.get((team.team, seat))
            return WIN_RATE.cell(row) if row else Cell("–", NAN)

        return Column(f"Seat {seat}", f"win rate from seat {seat}, with the 95 % Wilson interval", cell)

    note = "A team's win rate from each seat; seat 0 places its riders first."
    columns = [TEAM, POLICY, *map(column, sorted(set(table["seat"].tolist())))]
    return make("seats", "Seats", note, columns, results.tables["teams"].rows())


def _riders(results: Results) -> ShownTable:
    table = results.tables["riders"]
    table = _with(table, "podium", *wilson(table["podiums"], results.races))
    most = (0, results.most_rounds)  # X1: at most one card a round
    tired_ends = mean_interval(table["exhaustion_mean"], table["exhaustion_sd"], results.races, possible=most)
    table = _with(table, "exhaustion", *tired_ends)

    def podium(row: SimpleNamespace) -> Cell:
        return rate(row.podiums / results.races, row.podium_low, row.podium_high)

    def tired(row: SimpleNamespace) -> Cell:
        return _mean(row.exhaustion_mean, row.exhaustion_low, row.exhaustion_high)

    def held(row: SimpleNamespace) -> Cell:
        return rate(row.best_card_held, row.best_card_held_low, row.best_card_held_high)

    def mean(heading: str, meaning: str, name: str) -> Column:
        return Column(heading, meaning + ", mean of a race", lambda row: Cell(number(getattr(row, name)), getattr(row, name)))

    columns = [
        *(TEAM, POLICY, KIND, WIN_RATE),
        Column("Podium", "races among the first three, with the 95 % Wilson interval", podium),
        MEAN_RANK,
        Column("Exhaustion", "exhaustion cards taken (X1) in a race: mean with its 95 % interval", tired),
        mean("Slipstream", "squares gained in the slipstream", "slipstream_mean"),
        mean("Blocked", "squares lost to riders in the way (M3)", "blocked_mean"),
        mean("Lost uphill", "squares lost to ascents (T1)", "ascent_lost_mean"),
        mean("Gained by minimum", "squares gained from descents and supply zones (T2, T3)", "minimum_gained_mean"),
    ]
    if "best_card_held" in table.columns and not np.isnan(table["best_card_held"]).any():
        columns.insert(7, Column("Best card held", BEST_HELD, held))
    note = "Squares and cards are means of a race. Of the last four only totals are kept, so they have no interval."
    return make("riders", "Riders", note, columns, table.rows())


def _rounds(results: Results) -> ShownTable:
    note = "Races by their number of rounds."
    return make("rounds", "Length of a race", note, [ROUNDS, RACES, SHARE], shares(results, "rounds").rows(), folded=True)


def _ranks(results: Results) -> ShownTable:
    columns = [TEAM, POLICY, KIND, RANK, RACES, SHARE]
    note = "How often each rider came in at each rank."
    return make("ranks", "Finishing ranks", note, columns, shares(results, "ranks").rows(), folded=True)


def _exhaustion(results: Results) -> ShownTable:
    columns = [TEAM, POLICY, KIND, TAKEN, RACES, SHARE]
    note = "How often each rider took so many exhaustion cards."
    return make("exhaustion", "Exhaustion", note, columns, shares(results, "exhaustion").rows(), folded=True)


def _cards(results: Results) -> ShownTable:
    table = results.tables["cards"]
    table = table.where(table["played"] > 0)
    table = _with(table, "share", *wilson(table["played"], table["played"] / table["share"]))
    table = _with(table, "won", *wilson(table["played_in_wins"], table["played"]))

    def won(row: SimpleNamespace) -> Cell:
        return rate(row.win_rate_when_played, row.won_low, row.won_high)

    columns = [
        *(TEAM, POLICY, KIND, ROUND, CARD),
        Column("Played", "times played", lambda row: Cell(f"{row.played:,}", row.played)),
        replace(SHARE, meaning="of the cards that the rider played in that round, with the 95 % Wilson interval"),
        Column("Win rate when played", "races with this card in this round that the rider won, with the 95 % Wilson interval", won),
    ]
    note = (
        "Which card each rider played in which round. A high win rate when played does not mean that playing the card wins: "
        "often it is the place in the race that asks for it."
    )
    return make("cards", "Cards", note, columns, table.rows(), folded=True)


def _with(table: Table, name: str, low: np.ndarray, high: np.ndarray) -> Table:
    """`table` with the ends of an interval as columns `name`_low and `name`_high."""
    return Table({**table.columns, f"{name}_low": low, f"{name}_high": high})


def shares(results: Results, name: str) -> Table:
    """A table of shares of all races, with their Wilson intervals."""
    table = results.tables[name]
    return _with(table, "share", *wilson(table["races"], results.races))


def _card_order(card: str) -> int:
    return int(card) if card.isdigit() else -1 if card else -2
