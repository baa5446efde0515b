"""A race log told as text that a player would recognise: round by round, who played what, and where everybody stands."""

from collections.abc import Iterator, Sequence

from fr_sim.game.cards import ATTACK
from fr_sim.game.lineup import DUMMIES
from fr_sim.game.names import fit
from fr_sim.game.weather import FAIR, WET
from fr_sim.reference.picture import LEGEND, Paint, Road, Shown, picture
from fr_sim.reference.records import Event

_LIMITS = {
    "descent": "at least {value}, downhill",
    "supply": "at least {value}, supply zone",
    "fallen": "getting up",
    "ascent": "at most {value}, uphill",
    "climb_ahead": "stops before the climb",
    "end_of_road": "end of the road",
    "blocked": "blocked",
}


def plain(word: str, team: int) -> str:
    """Paints nothing."""
    return word


def tell(log: Sequence[Event], paint: Paint = plain) -> Iterator[str]:
    """The lines of the tale of one race, from the events of its log."""
    teller = _Teller(log[0], paint)
    yield from teller.title()
    for event in log[1:]:
        yield from teller.tell(event)


def initials(team: int, kind: str) -> str:
    """A rider's short name: its team's letter, and R or S for what it is."""
    return f"{chr(ord('A') + team)}{kind[0].upper()}"


class _Teller:
    """Follows a race from event to event."""

    def __init__(self, race: Event, paint: Paint):
        self.race, self.paint = race, paint
        self.road = Road(race["lanes"], race["terrain"], race["start_line"], race["finish_line"])
        self.riders = [Shown(initials(rider["team"], rider["kind"]), rider["team"]) for rider in race["riders"]]
        self.places: dict[int, tuple[int, int]] = {}
        self.crossed: set[int] = set()
        self.drawn: dict[int, Event] = {}
        self.wet: set[int] = set()
        self.round = 0

    def name(self, rider: int) -> str:
        """A rider's short name in its team's colour."""
        return self.paint(*self.riders[rider])

    def title(self) -> Iterator[str]:
        race = self.race
        yield f"{fit(race['stage'])}: race {race['race']} of seed {race['seed']}"
        yield f"{len(race['lanes'])} squares, start line before square {race['start_line']}, finish line before {race['finish_line']}"
        for team in race["teams"]:
            riders = " and ".join(f"{race['riders'][rider]['kind']} {self.name(rider)}" for rider in team["riders"])
            letter = self.paint(chr(ord("A") + team["team"]), team["team"])
            yield f"  {letter}  {fit(team['policy'])}, places as number {team['seat'] + 1}: {riders}"
        yield LEGEND

    def tell(self, event: Event) -> Iterator[str]:
        """The lines that one event adds."""
        yield from getattr(self, f"_{event['event']}")(event)

    def _placement(self, event: Event) -> Iterator[str]:
        self.places[event["rider"]] = tuple(event["place"])
        if len(self.places) == len(self.riders):
            yield ""
            yield "Start"
            yield from self._picture()

    def _bid(self, event: Event) -> Iterator[str]:
        step = ("first", "second")[event["step"] - 1]
        bids = "nothing, having no card" if event["card"] is None else f"{event['card']:>2} of {' '.join(event['hand'])}"
        yield f"  {step} bid of {self.name(event['rider'])}: {bids}"

    def _breakaway(self, event: Event) -> Iterator[str]:
        self.places[event["rider"]] = tuple(event["place"])
        yield f"  break-away: {self.name(event['rider'])} for {event['total']}, to square {event['place'][0]}"

    def _weather(self, event: Event) -> Iterator[str]:
        last = event["square"] + event["length"] - 1
        if event["kind"] == WET:
            self.wet |= set(range(event["square"], last + 1))
        if event["kind"] != FAIR:
            yield f"  {event['kind']} on squares {event['square']} to {last}"

    def _energy(self, event: Event) -> Iterator[str]:
        if event["round"] != self.round:
            self.round = event["round"]
            self.drawn = {}
            self._leave_the_road()
            yield ""
            yield f"Round {self.round}"
        self.drawn[event["rider"]] = event

    def _move(self, event: Event) -> Iterator[str]:
        rider, drawn = event["rider"], self.drawn[event["rider"]]
        hand = f"of {' '.join(drawn['hand'])}" if drawn["hand"] else "having no card left"
        is_dummy = self.race["teams"][self.race["riders"][rider]["team"]]["policy"] in DUMMIES
        without = f"moves {event['value']:>2}" if is_dummy else "stands"
        does = without if event["card"] is None else f"plays {event['card']:>2}"
        remarks = [_LIMITS[limit].format(value=event["value"]) for limit in event["limits"]]
        if "blocked" in event["limits"] and event["to"][0] in self.wet:
            remarks.append("falls")
        if drawn["reshuffled"]:
            remarks.append("after a reshuffle")
        if event["card"] == ATTACK:
            remarks.insert(0, f"Attack! {event['value']}")
        self.places[rider] = tuple(event["to"])
        start, end = event["from"][0], event["to"][0]
        remark = f"  ({', '.join(remarks)})" if remarks else ""
        yield f"  {self.name(rider)} {does} {hand:<19} {start:>3} → {end}{remark}".rstrip()

    def _slipstream(self, event: Event) -> Iterator[str]:
        for rider, place in zip(event["riders"], event["to"], strict=True):
            self.places[rider] = tuple(place)
        names = ", ".join(self.name(rider) for rider in event["riders"])
        yield f"  slipstream: {names}, up to square {event['to'][0][0]}"

    def _exhaustion(self, event: Event) -> Iterator[str]:
        names = ", ".join(self.name(rider) for rider in event["riders"]) or "nobody"
        yield f"  exhaustion: {names}"
        yield from self._picture()

    def _result(self, event: Event) -> Iterator[str]:
        yield ""
        winner = event["winner"]
        if winner is None:
            yield f"Nobody has crossed the line in {event['rounds']} rounds: a draw"
        else:
            policy = fit(self.race["teams"][winner["team"]]["policy"])
            yield f"{self.name(winner['rider'])} of {policy} wins after {event['rounds']} rounds"
        for rank, rider in enumerate(event["ranking"], start=1):
            square = self.places[rider][0]
            past = square - self.road.finish_line
            where = f"{past + 1} past the line" if past >= 0 else f"{-past} short of it"
            yield f"  {rank:>2}. {self.name(rider)}  square {square}, {where}"

    def _leave_the_road(self) -> None:
        """F1 "all": who has crossed is not on the road of the next round."""
        if self.race["rules"]["race_end"] == "all":
            self.crossed |= {rider for rider, (square, _) in self.places.items() if square >= self.road.finish_line}

    def _picture(self) -> Iterator[str]:
        shown = {place: self.riders[rider] for rider, place in self.places.items() if rider not in self.crossed}
        yield ""
        for line in picture(self.road, shown, self.paint):
            yield f"  {line}" if line else ""
