"""What a log says happened before the first round, judged: placement, break-away and weather (S1, S2, P3, P5, B1 to B4, W1)."""

from fr_sim.game.lineup import PELOTON_TEAM
from fr_sim.game.weather import FAIR, TOKENS, WEATHER_KINDS, Token, token_places
from fr_sim.reference.breakaway import STEPS, Bids, settle
from fr_sim.reference.dummies import dummy_places, placing_order
from fr_sim.reference.field import Place
from fr_sim.reference.log_reader import LogReader, is_card_of
from fr_sim.reference.logged_start import LoggedStart, is_whole, same, want, want_keys
from fr_sim.reference.state import RaceState


def judge_start(reader: LogReader, start: LoggedStart, state: RaceState) -> None:
    """Everything up to the first hand; `state` is then the race as it begins."""
    for team in placing_order(start.lineup):
        _judge_dummies(reader, start, state, team)
    _judge_placement(reader, start, state)
    if start.rules.breakaway:
        _judge_breakaway(reader, start, state)
    if start.rules.weather != "off":
        state.field.course.lay(_judged_tokens(reader, start))


def _judge_dummies(reader: LogReader, start: LoggedStart, state: RaceState, team: int) -> None:
    """S2, P3, P5: dummies stand where the rules put them; which of the Peloton's riders is ahead, no rule says."""
    is_peloton = start.lineup.teams[team].dummy == PELOTON_TEAM
    waiting = [rider.rider for rider in start.lineup.riders_of(team)]
    for rider, place in dummy_places(state, start.lineup, team):
        number = reader.peek().get("rider") if is_peloton else rider.rider
        if not is_whole(number, 0) or number not in waiting:
            number = waiting[0]
        reader.expect({"event": "placement", "rider": number, "place": list(place)}, "P3" if is_peloton else "P5")
        state.field.riders[number].place = place
        waiting.remove(number)


def _judge_placement(reader: LogReader, start: LoggedStart, state: RaceState) -> None:
    """S1: the teams in seat order, each both riders, on free places behind the start line, filled from the right."""
    for team in (team for team in start.order if team in start.lineup.players):
        waiting = {rider.rider for rider in start.lineup.riders_of(team)}
        while waiting:
            event = reader.next("placement")
            want_keys(event, ("event", "rider", "place"))
            number, place = event["rider"], event["place"]
            want(is_whole(number, 0) and number in waiting, "S1", f"rider {number!r} is put down where team {team} is to place {waiting}")
            is_place = isinstance(place, list) and len(place) == 2 and all(is_whole(part, 0) for part in place)
            want(is_place, "S1", f"{place!r} is not a place")
            square, lane = place
            want(square < start.stage.start_line, "S1", f"square {square} is not behind the start line, {start.stage.start_line}")
            free = state.field.free_lane(square)
            want(free is not None, "S1", f"square {square} is full")
            want(lane == free, "S1", f"lane {lane} of square {square}, which is filled from the right: lane {free} is free")
            state.field.riders[number].place = Place(square, lane)
            waiting.remove(number)


def _judge_breakaway(reader: LogReader, start: LoggedStart, state: RaceState) -> None:
    """B1 to B4: every team with a policy bids twice, the same rider both times; then the winners are where the rules put them."""
    team_of = {rider.rider: rider.team for rider in start.lineup.riders}
    bids: Bids = {}
    for step in range(STEPS):
        waiting = set(start.lineup.players)
        while waiting:
            event = reader.next("bid")
            want_keys(event, ("event", "step", "rider", "hand", "card"))
            want(same(event["step"], step + 1), "B2", f"step {event['step']!r}, where step {step + 1} is due")
            number = event["rider"]
            want(
                is_whole(number, 0) and team_of.get(number) in waiting, "B1", f"rider {number!r} bids where teams {sorted(waiting)} are due"
            )
            want(step == 0 or number in bids, "B1", f"rider {number} bids, which its team has not named")
            waiting.remove(team_of[number])
            bids.setdefault(number, []).append(_judged_bid(event, state, number))
    # In the order of the line-up, in which nothing depends on who is written down first.
    bids = {number: bids[number] for number in sorted(bids)}
    space = start.stage.breakaway_square
    if start.rules.breakaway and start.stage.start_line - 1 not in start.known:
        space = _told_space(reader, start, space)
    for event in settle(state, start.lineup, bids, space):
        reader.expect(event, "B4")


def _judged_bid(event: dict, state: RaceState, number: int) -> str | None:
    """B2: a hand that the deck can give and a card of it, none from no hand."""
    hand, card, deck = event["hand"], event["card"], state.decks[number]
    want(isinstance(hand, list) and all(isinstance(code, str) for code in hand), "B2", f"{hand!r} is not a hand of cards")
    problem = deck.hand_problem(hand, state.rules.hand_size)
    want(problem is None, "B2", f"rider {number}: {problem}")
    deck.take(hand)
    if not hand:
        want(card is None, "B2", f"rider {number} has no card and bids {card!r}")
        return None
    want(is_card_of(card, hand), "B2", f"rider {number} bids {card!r}, which is not in its hand")
    deck.choose(card)
    return card


def _told_space(reader: LogReader, start: LoggedStart, space: int) -> int:
    """B4: the break-away space after a start tile of the stage's own, as the first winner's line says: no log tells where it ends."""
    place = reader.peek().get("place")
    is_place = isinstance(place, list) and place != [] and is_whole(place[0], start.stage.start_line, start.stage.finish_line - 1)
    return place[0] if is_place else space


def _judged_tokens(reader: LogReader, start: LoggedStart) -> list[Token]:
    """W1: a token on every place there is, of the kinds that the edition says, or that are left of those drawn from."""
    kinds, left = start.rules.weather, list(TOKENS)
    due = token_places(start.stage)
    all_known = len(start.known) == len(start.stage.squares)
    tokens: list[Token] = []
    while due or (not all_known and reader.next_is("weather")):
        event = reader.next("weather")
        want_keys(event, ("event", "square", "length", "kind"))
        square, length, kind = event["square"], event["length"], event["kind"]
        want(is_whole(square, 0) and is_whole(length, 1), "W1", f"{length!r} squares from square {square!r}")
        want(isinstance(kind, str) and kind in WEATHER_KINDS, "W1", f"{kind!r} is no weather")
        if due and (square, length) == due[0]:
            due.pop(0)
        else:
            # A straight tile of the stage's own, somewhere in the stretch that no tile of the catalogue explains.
            covered = range(square, square + length)
            is_own = not start.known.intersection(covered) and start.stage.start_line <= square < covered.stop <= start.stage.finish_line
            is_next = not tokens or square >= tokens[-1].square + tokens[-1].length
            want(is_own and is_next, "W1", f"a token on {length} squares from square {square}, where {due[:1]} is due")
        if isinstance(kinds, tuple):
            want(len(tokens) < len(kinds) and kind == kinds[len(tokens)], "W1", f"{kind} is not what the edition says")
        elif left:
            want(kind in left, "W1", f"{kind}, and no such token is left")
            left.remove(kind)
        else:
            want(kind == FAIR, "W1", f"{kind} after the last token")
        tokens.append(Token(square, length, kind))
    want(not isinstance(kinds, tuple) or len(tokens) == len(kinds), "W1", f"{len(tokens)} tokens, where the edition names {len(kinds)}")
    return tokens
