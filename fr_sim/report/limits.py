"""What the page does not show: the assumptions behind its figures, in plain words, those of this run first."""

from fr_sim.arrays.counts import PROFILE_RACES
from fr_sim.report.stored import Results


def limits(results: Results) -> list[tuple[str, str]]:
    """Pairs of a short name and a sentence or two; only what concerns this run."""
    record = results.record
    seats = record.get("seats", "rotate")
    told = [
        (
            "Policies are no people",
            "Each team rides by a fixed policy that sees what a player may see (E6) and neither learns, bluffs nor talks. A win rate says "
            "how such a policy fares against just these others, on this stage, under this edition; in another field the order may turn.",
        ),
        (
            "Intervals are sampling error only",
            "They say how far luck may have moved a figure in so many races, each on its own at 95 %: of twenty about one misses. "
            "More races make them narrower; they do not make the policies better players, or the rules those of your table.",
        ),
        (
            "Figures hang together",
            "All rates come from the same races: one team wins where another does not. Do not add up their intervals.",
        ),
        ("Seats", SEATS_SAID.get(seats, f"Seats: {seats}.")),
        (
            "Cards and winning",
            "A win rate when played is what was seen, not what the card did: leaders play other cards because they lead.",
        ),
        (
            "Ranks and exhaustion",
            "Riders that crossed rank by round, then square, then lane; the others by square, then lane, where the race ended. "
            "Exhaustion counts cards taken under X1, the last round included.",
        ),
        (
            "The race profile",
            (f"It is taken from the first {PROFILE_RACES:,} races. " if results.races > PROFILE_RACES else "")
            + "After each round it shows the races that were still going on; towards the end these are the slow ones.",
        ),
    ]
    road = results.tables.get("road")
    if road is not None and "races" in road.columns and road["races"].max() < results.races:
        first = f"{int(road['races'].max()):,}"
        told.append(("Along the road", f"What happens on which square, and how places change, is counted in the first {first} races."))
    if record.get("precision"):
        told.insert(
            2,
            (
                "Stopped at a precision",
                "The run looked at its intervals and stopped when they were narrow enough; to look often makes an interval cover "
                "the truth slightly less often than 95 %.",
            ),
        )
    if record.get("own_policies"):
        told.append(
            ("Own policies", "Part of the line-up rides by policies of the user's own files; nobody but their author vouches for them.")
        )
    return told


SEATS_SAID = {
    "rotate": "The placing order rotates from race to race, so that every team starts from every seat about equally often, and nobody "
    "owes the win rate to a seat.",
    "random": "The placing order was drawn for each race; a team's seats are equal in the long run, not in every run.",
    "fixed": "Every race had the same placing order: what a team owes to its policy and what to its seat cannot be told apart.",
}
