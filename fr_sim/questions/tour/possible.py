"""Between which numbers a measure of a tour can lie at all (chapter G): what no interval of its mean has to leave."""

from typing import TYPE_CHECKING

from fr_sim.races import possible
from fr_sim.races.possible import Range, unbounded

if TYPE_CHECKING:
    from fr_sim.game.lineup import Lineup
    from fr_sim.game.rules import Rules


def of_tour(rules: "Rules", lineup: "Lineup", stages: int, most_carried: int, measure: str) -> Range:
    """A measure of `TOUR_MEASURES` of a tour of so many stages, where a deck takes over at most `most_carried` cards."""
    riders = len(lineup.riders)
    return {
        "rounds": possible.rounds(rules).times(stages),
        "carried": Range(0, most_carried).times(riders * (stages - 1)),
        "taken": possible.exhaustion(rules, riders).times(stages),
        "margin": unbounded(),
        "draws": Range(0, stages),
    }[measure]


def of_riders(
    rules: "Rules", lineup: "Lineup", stages: int, most_carried: int, points: tuple[int, ...], measure: str, team: int | None = None
) -> Range:
    """A measure of `MEASURES` of a rider in a tour of so many stages, or of a team; `points` are those of the first (G3)."""
    riders = 1 if team is None else len(lineup.riders_of(team))
    places = possible.rider_rank(lineup) if team is None else Range(1, len(lineup.teams))
    return {
        "win_rate": Range(0, 1),
        "place": places,
        "points": team_points(riders, stages + 1, points),
        "stage_wins": Range(0, stages),
        "gap": unbounded(),
        "carried": Range(0, most_carried).times(riders * (stages - 1)),
        "taken": possible.exhaustion(rules, riders).times(stages),
    }[measure]


def team_points(riders: int, scorings: int, points: tuple[int, ...]) -> Range:
    """The points of so many riders after so many scorings, the final standings being one more than the stages (G3)."""
    return Range(0, sum(points[:riders])).times(scorings)


def of_stage(rules: "Rules", most_carried: int, measure: str) -> Range:
    """A measure of `questions.tour.counts.STAGE_MEASURES` of a rider in a stage."""
    if measure == "carried":
        return Range(0, most_carried)
    return {"gap": unbounded(), "taken": possible.exhaustion(rules), "left": unbounded()}.get(measure, Range(0, 1))
