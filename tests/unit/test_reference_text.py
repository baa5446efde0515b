"""Races and rulings as text: the picture of the road, the tale, and the reasons."""

from fr_sim.files.positions import position_from_table
from fr_sim.game.lineup import Lineup, Team
from fr_sim.game.riders import Kind
from fr_sim.game.rules import Rules
from fr_sim.game.stage import Square, Stage
from fr_sim.game.terrain import Terrain
from fr_sim.reference.judge import Ruling
from fr_sim.reference.picture import Road, Shown, picture
from fr_sim.reference.race import play_race
from fr_sim.reference.reasons import reasons
from fr_sim.reference.tale import plain, tell

ROAD = Road([2, 2, 2, 3, 1, 2, 2, 2, 2, 2, 2, 2], ["flat", "flat", "flat", "supply", "cobbles", "ascent", "descent", *["flat"] * 5], 2, 10)


def test_lanes_lines_and_terrain():
    shown = {(1, 1): Shown("AR", 0), (3, 2): Shown("BS", 1), (4, 0): Shown("CR", 2)}
    assert picture(ROAD, shown, plain) == [
        " 0                   5",
        "             BS",
        "  ·  AR [ ·   ·       ·",
        "  ·   · [ ·   ·  CR   ·",
        " ___ ___[___ +++ ooo ///",
    ]


def test_empty_stretches_are_left_out():
    shown = {(1, 0): Shown("AR", 0), (11, 0): Shown("BS", 1)}
    assert picture(ROAD, shown, plain) == [
        " 0            …   10",
        "  ·   · [ ·   …  | ·   ·",
        "  ·  AR [ ·   …  | ·  BS",
        " ___ ___[___  …  |___ ___",
    ]


def test_an_open_road_is_drawn_past_its_end():
    assert picture(ROAD, {(20, 1): Shown("AR", 0)}, plain)[1:] == ["  ·  AR", "  ·   ·", " ___ ___"]


def test_wide_fields_take_several_rows():
    road = Road([2] * 200, ["flat"] * 200, 5, 190)
    lines = picture(road, {(square, 0): Shown("AR", 0) for square in range(6, 180, 12)}, plain)
    assert max(map(len, lines)) <= 130
    assert lines.count("") > 0
    assert sum(line.count("AR") for line in lines) == 15


class Highest:
    def look(self, weather, fallen):
        pass

    def place(self, key, squares, lanes, rider):
        return rider

    def first(self, key, turn, squares, lanes, left, rider):
        return False

    def card(self, key, turn, squares, lanes, left, pile, hand, rider, mate_card):
        return max(kind for kind, count in enumerate(hand) if count)

    def bid_rider(self, key, squares, lanes, left, rider):
        return False

    def bid(self, key, step, squares, lanes, left, pile, hand, rider, bid_card):
        return max(kind for kind, count in enumerate(hand) if count)


def race(**keys):
    squares = (Square(2, Terrain.FLAT),) * 8 + (Square(2, Terrain.ASCENT),) * 2 + (Square(2, Terrain.DESCENT),) * 3
    stage = Stage("Hill", (*squares, *[Square(2, Terrain.FLAT)] * 10), 4, 18)
    lineup = Lineup((Team("one"), Team("two", (), (Kind.SPRINTEUR,))))
    return play_race(stage, Rules(**keys), lineup, 3, 0, decider=Highest())


def test_a_tale_names_everything_that_happened():
    log = race()
    told = "\n".join(tell(log))
    assert told.startswith("Hill: race 0 of seed 3\n")
    for words in (
        "one, places as number 1: rouleur AR and sprinteur AS",
        "Start",
        "Round 1",
        "at most 5, uphill",
        "exhaustion:",
        " wins after ",
    ):
        assert words in told
    assert told.count("Round ") == log[-1]["rounds"]
    assert told.count(" plays ") == sum(event["event"] == "move" for event in log)


def test_a_tale_of_a_draw_and_of_riders_that_leave_the_road():
    assert "a draw" in "\n".join(tell(race(max_rounds=1)))
    told = "\n".join(tell(race(race_end="all")))
    assert "1 past the line" in told or "past the line" in told


def test_names_are_painted_in_their_teams_colour():
    told = "\n".join(tell(race(), lambda word, team: f"<{team}{word}>"))
    assert "<0AR>" in told
    assert "<1 BS>" in told or "<1BS >" in told or "<1BS>" in told


def test_reasons_cite_rules():
    riders = [
        {"team": 0, "kind": "rouleur", "place": [9, 0], "card": "7"},
        {"team": 1, "kind": "rouleur", "place": [9, 1]},
        {"team": 2, "kind": "sprinteur", "place": [4, 0], "card": "2"},
    ]
    stretches = [
        {"squares": 9, "terrain": "flat"},
        {"squares": 4, "terrain": "ascent"},
        {"squares": 9, "terrain": "flat"},
    ]
    road = {"name": "Hill", "players": [1, 3], "start": 4, "past_finish": 4, "stretch": stretches}
    told = "\n".join(reasons(Ruling(position_from_table({"road": road, "rider": riders}))))
    for rule in ("M1", "M2", "T1", "E5", "D2", "X1", "F1"):
        assert rule in told
    told = "\n".join(reasons(Ruling(position_from_table({"road": road, "rider": riders[:1], "rules": {"race_end": "at-once"}}))))
    assert "no winner yet" in told
    riders[0]["place"] = [15, 0]
    told = "\n".join(reasons(Ruling(position_from_table({"road": road, "rider": riders[:1], "rules": {"race_end": "at-once"}}))))
    assert "F1: the race ends with the first move that crosses the line" in told
    assert "Rider 0 AR of team 0 wins" in told
