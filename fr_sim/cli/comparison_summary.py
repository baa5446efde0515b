"""The outcome of a comparison in a few lines for people, or as one JSON object for scripts."""

import json
from typing import TYPE_CHECKING, Any

from fr_sim.cli.summary import aligned, rows
from fr_sim.game.names import SIDE, fit
from fr_sim.questions.compare.tables import Difference, by_seat_table, differences_table, measured, side_results

if TYPE_CHECKING:
    from fr_sim.questions.compare.counts import Compared
    from fr_sim.questions.store import Stored

#: How a measure is called, and with how many decimals it is shown; shares are shown in percentage points.
_RACE_WORDS = {"rounds": "rounds", "exhaustion": "exhaustion cards", "slipstream": "squares of slipstream", "draws": "draws"}


def as_text(stored: "Stored") -> str:
    """A heading, for each side one aligned line a team and what differs in whole races, and where the files are."""
    compared = stored.answer
    comparison, question = compared.comparison, compared.comparison.first
    labels = [fit(label, SIDE) for label in comparison.labels]
    heading = f"{fit(question.stage.name)} · {compared.races:,} races on each side · seed {question.seed} · seats {question.seats}"
    lines = [heading, f"Differences from {labels[0]}, which was named first; in brackets their 95 % intervals."]
    for side, races, teams in measured(compared):
        lines += ["", f"{labels[side]}:", *_team_lines(compared, side, teams), *_race_lines(races)]
    lines.append("")
    if stored.was_done:
        lines.append(f"Done before: {stored.directory} holds the results.")
    else:
        page = stored.directory / "report.html"
        lines.append(f"Page: {page}" if page.exists() else f"Results: {stored.directory}")
    return "\n".join(lines)


def as_json(stored: "list[Stored]") -> str:
    """One object for one stage; for several an object whose `comparisons` lists them."""
    objects = [_object(one) for one in stored]
    return json.dumps(objects[0] if len(objects) == 1 else {"comparisons": objects}, ensure_ascii=False)


def _object(stored: "Stored") -> dict[str, Any]:
    compared = stored.answer
    comparison, question = compared.comparison, compared.comparison.first
    sides = [
        {
            "label": label,
            "rules": side.edition.name,
            "lineup": [team.label for team in side.lineup.teams],
            "draws": results.draws,
            "digest": results.digest,
        }
        for label, side, results in zip(comparison.labels, comparison.sides, side_results(compared), strict=True)
    ]
    return {
        "stage": question.stage.name,
        "compares": comparison.varies,
        "against": comparison.labels[0],
        "sides": sides,
        "seed": question.seed,
        "seats": question.seats,
        "precision": question.precision,
        "races": compared.races,
        "differences": rows(differences_table(compared), without=("stage", "against")),
        "differences_by_seat": rows(by_seat_table(compared), without=("stage", "against")),
        "digest": compared.digest,
        "seconds": compared.seconds,
        "resumed_at": stored.resumed_at,
        "was_done": stored.was_done,
        "directory": str(stored.directory),
    }


def _team_lines(compared: "Compared", side: int, teams: list[list[Difference]]) -> list[str]:
    cells = [["team", "policy", "win rate", "difference", "95 % interval", "exhaustion", "fewer races"]]
    for number, found in enumerate(teams):
        wins, tired = (next(one for one in found if one.measure == measure) for measure in ("win_rate", "exhaustion"))
        label = fit(compared.comparison.sides[side].lineup.teams[number].label)
        interval = f"{_points(wins.low)} to {_points(wins.high)}"
        fewer = f"{wins.fewer_races:.1f} times" if wins.fewer_races else ""
        cells.append(
            [str(number), label, f"{100 * wins.value:.2f} %", _points(wins.difference), interval, _signed(tired.difference), fewer]
        )
    return [f"  {line}" for line in aligned(cells, ("policy",))]


def _race_lines(races: list[Difference]) -> list[str]:
    by_name = {one.measure: one for one in races}
    changed = by_name["winner_changed"]
    told = []
    for measure in ("rounds", "exhaustion", "slipstream"):
        one = by_name[measure]
        interval = f" ({_signed(one.low)} to {_signed(one.high)})" if one.low is not None else ""
        told.append(f"{_signed(one.difference)}{interval} {_RACE_WORDS[measure]}")
    return [
        f"  Another rider wins in {100 * changed.difference:.2f} % of the races ({100 * changed.low:.2f} to {100 * changed.high:.2f} %).",
        f"  A race has {told[0]}, {told[1]} and {told[2]}.",
    ]


def _points(share: float) -> str:
    return f"{100 * share:+.2f}".replace("-", "−")


def _signed(number: float) -> str:
    return f"{number:+.3f}".replace("-", "−")
