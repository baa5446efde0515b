"""The outcome of a tour in a few lines for people, or as one JSON object for scripts."""

import json
from typing import TYPE_CHECKING, Any

from fr_sim.cli.summary import aligned, rows
from fr_sim.game.names import fit
from fr_sim.questions.tour.tables import Figure, changes, difference, figure, policy_of, tour_tables

if TYPE_CHECKING:
    from fr_sim.questions.store import Stored
    from fr_sim.questions.tour.counts import TourResults

_RIDERS = ["rider", "team", "policy", "wins the tour", "95 % interval", "behind", "stage wins", "points", "carried"]
_TEAMS = ["team", "policy", "wins on points", "95 % interval", "points", "stage wins", "carried"]


def as_text(stored: "Stored") -> str:
    """A heading, for each carry rule who wins the tour by time and by points, what the rules do, and where the files are."""
    results = stored.answer
    tour = results.tour
    ridden = f"{len(tour.stages)} stages · {fit(tour.first.edition.name)} · {results.races:,} tours · seed {tour.first.seed}"
    heading = f"{fit(tour.title)} · {ridden}"
    lines = [heading]
    for side, rule in enumerate(tour.carry):
        lines += ["", f"carry {rule}:", *_rider_lines(results, side), "", *_team_lines(results, side)]
    for side, rule in enumerate(tour.carry[1:], start=1):
        lines += ["" if side == 1 else None, _difference_line(results, side, rule)]
    lines.append("")
    if stored.was_done:
        lines.append(f"Done before: {stored.directory} holds the results.")
    else:
        page = stored.directory / "report.html"
        lines.append(f"Page: {page}" if page.exists() else f"Results: {stored.directory}")
    return "\n".join(line for line in lines if line is not None)


def as_json(stored: "list[Stored]") -> str:
    """Every table but the long ones, as lists of objects, with what was asked; of the one tour there is."""
    return json.dumps(_object(stored[0]), ensure_ascii=False)


def _object(stored: "Stored") -> dict[str, Any]:
    results = stored.answer
    tour, first = results.tour, results.tour.first
    tables = tour_tables(results)
    return {
        "tour": tour.title,
        "stage_names": [question.stage.name for question in tour.stages],
        "rules": first.edition.name,
        "carry": list(tour.carry),
        "lineup": [team.label for team in tour.lineup.teams],
        "seed": first.seed,
        "seats": first.seats,
        "races": results.races,
        "draws": results.counts.stage_draws.sum(axis=1).tolist(),
        **{
            name: rows(tables[name], ("tour", "rules")) for name in ("riders", "teams", "stages", "points", "differences") if name in tables
        },
        "digest": results.digest,
        "seconds": results.seconds,
        "resumed_at": stored.resumed_at,
        "was_done": stored.was_done,
        "directory": str(stored.directory),
    }


def seconds(gap: float) -> str:
    """A time as minutes and seconds: `2:05`."""
    whole = round(gap)
    return f"{whole // 60}:{whole % 60:02d}"


def _rider_lines(results: "TourResults", side: int) -> list[str]:
    cells = [_RIDERS]
    for rider in results.tour.lineup.riders:
        found = {name: figure(results, "rider", name, side, rider.rider) for name in ("win_rate", "gap", "stage_wins", "points", "carried")}
        cells.append(
            [
                rider.kind.value,
                str(rider.team),
                fit(policy_of(results, rider.team)),
                *_share(found["win_rate"]),
                seconds(found["gap"].value),
                *(f"{found[name].value:.2f}" for name in ("stage_wins", "points", "carried")),
            ]
        )
    return [f"  {line}" for line in aligned(cells, ("rider", "policy"))]


def _team_lines(results: "TourResults", side: int) -> list[str]:
    cells = [_TEAMS]
    for team in range(len(results.tour.lineup.teams)):
        found = {name: figure(results, "team", name, side, team) for name in ("win_rate", "points", "stage_wins", "carried")}
        figures = (f"{found[name].value:.2f}" for name in ("points", "stage_wins", "carried"))
        cells.append([str(team), fit(policy_of(results, team)), *_share(found["win_rate"]), *figures])
    return [f"  {line}" for line in aligned(cells, ("policy",))]


def _difference_line(results: "TourResults", side: int, rule: str) -> str:
    rider, team = changes(results, side)
    carried, margin = (difference(results, "tour", name, side) for name in ("carried", "margin"))
    ends = "" if margin.low is None else f" ({_signed(margin.low)} to {_signed(margin.high)})"
    return (
        f"carry {rule} against {results.tour.carry[0]}: another rider wins {100 * rider.difference:.1f} % of the tours, another team "
        f"{100 * team.difference:.1f} %; {_signed(carried.difference)} cards carried, the winner's lead {_signed(margin.difference)}{ends} "
        "seconds."
    )


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def _share(found: Figure) -> list[str]:
    return [f"{100 * found.value:.2f} %", f"{100 * found.low:.2f} – {100 * found.high:.2f} %"]
