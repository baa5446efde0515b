"""Plot: how much more or less often each rider wins the tour under another carry rule."""

from fr_sim.questions.tour.counts import TourResults
from fr_sim.questions.tour.tables import difference
from fr_sim.report.colours import team_look
from fr_sim.report.comparison.forest import Row, grouped
from fr_sim.report.plots.canvas import Sheet
from fr_sim.report.tours.looks import rider_label

TITLE = "What the carry rule does"
HOW_TO_READ = (
    "One row a rider: how much more or less often it wins the tour than under the carry rule named first, in the same tours, with the 95 % "
    "interval. A filled mark: the interval leaves out the line of no difference; a hollow one: it does not, so nothing is shown."
)


def draw(results: TourResults, caption: str) -> Sheet:
    """One group of rows for each carry rule after the first."""
    groups = []
    for side, rule in enumerate(results.tour.carry[1:], start=1):
        rows = [
            Row(rider_label(results, rider), difference(results, "rider", "win_rate", side, rider.rider), team_look(rider.team))
            for rider in results.tour.lineup.riders
        ]
        groups.append((f"carry {rule}", rows))
    subtitle = f"difference of the share of tours won by time from carry {results.tour.carry[0]}, in percentage points"
    return grouped(TITLE, subtitle, caption, groups, "tours won: difference in percentage points")
