"""The outcome of a run in a few lines for people, or as one JSON object for scripts."""

import json
from typing import TYPE_CHECKING, Any

from fr_sim.files.tables import Table
from fr_sim.game.names import columns, fit, padded
from fr_sim.races.tables import exhaustion_mean, riders_table, rounds_mean, teams_table

if TYPE_CHECKING:
    from fr_sim.questions.store import Stored
    from fr_sim.races.results import Results

#: Columns of a cell; a line-up of some teams fits.
LONGEST_CELL = 120


def as_text(stored: "Stored") -> str:
    """A heading, one aligned line a team, what the intervals say, and where the files are."""
    results = stored.answer
    question = results.question
    races = "1 race" if results.races == 1 else f"{results.races:,} races"
    heading = f"{fit(question.stage.name)} · {fit(question.edition.name)} · {races} · seed {question.seed} · seats {question.seats}"
    lines = [heading, "", *_team_lines(results), "", _verdict(results)]
    lines.append(f"A race takes {rounds_mean(results):.1f} rounds and {exhaustion_mean(results):.1f} exhaustion cards.")
    if stored.was_done:
        lines.append(f"Done before: {stored.directory} holds the results.")
    else:
        names = [file.name for file in stored.files]
        page = stored.directory / "report.html"
        lines.append(f"Page: {page}" if page.exists() else f"Results: {stored.directory} ({', '.join(names)})")
    return "\n".join(lines)


def as_json(stored: "list[Stored]") -> str:
    """One object for one stage; for several an object whose `runs` lists them."""
    objects = [_object(run) for run in stored]
    return json.dumps(objects[0] if len(objects) == 1 else {"runs": objects}, ensure_ascii=False)


def _object(stored: "Stored") -> dict[str, Any]:
    results = stored.answer
    question = results.question
    return {
        "stage": question.stage.name,
        "rules": question.edition.name,
        "lineup": [team.label for team in question.lineup.teams],
        "seed": question.seed,
        "seats": question.seats,
        "precision": question.precision,
        "races": results.races,
        "draws": results.draws,
        "rounds_mean": rounds_mean(results),
        "exhaustion_mean": exhaustion_mean(results),
        "teams": rows(teams_table(results)),
        "riders": rows(riders_table(results)),
        "digest": results.digest,
        "seconds": results.seconds,
        "resumed_at": stored.resumed_at,
        "was_done": stored.was_done,
        "directory": str(stored.directory),
    }


def rows(table: Table, without: tuple[str, ...] = ("stage", "rules")) -> list[dict[str, Any]]:
    """The rows of `table` as objects, `without` the columns that are the same in all of them."""
    names = [name for name in table if name not in without]
    return [dict(zip(names, row, strict=True)) for row in zip(*(table[name] for name in names), strict=True)]


def aligned(cells: list[list[str]], words: tuple[str, ...]) -> list[str]:
    """One line a row of `cells`, the first of them the headings; columns with a heading of `words` stand left, all others right."""
    cells = [[fit(cell, LONGEST_CELL) if cell else "" for cell in row] for row in cells]
    widths = [max(columns(row[column]) for row in cells) for column in range(len(cells[0]))]

    def line(row: list[str]) -> str:
        return "  ".join(
            padded(cell, width, to_the_right=name not in words) for name, cell, width in zip(cells[0], row, widths, strict=True)
        )

    return [line(row).rstrip() for row in cells]


def _team_lines(results: "Results") -> list[str]:
    teams, riders = rows(teams_table(results)), rows(riders_table(results))
    cells = [["team", "policy", "win rate", "95 % interval", "mean rank", "exhaustion"]]
    for number, team in enumerate(teams):
        tired = sum(rider["exhaustion_mean"] for rider in riders if rider["team"] == number)
        label = fit(results.question.lineup.teams[number].label)
        interval = f"{100 * team['win_low']:.2f} – {100 * team['win_high']:.2f} %"
        cells.append([str(number), label, f"{100 * team['win_rate']:.2f} %", interval, f"{team['mean_rank']:.2f}", f"{tired:.2f}"])
    return aligned(cells, ("policy",))


def _verdict(results: "Results") -> str:
    """Which teams win more or less than an equal share, as far as their intervals tell."""
    table = teams_table(results)
    fair = 1 / len(table["team"])
    if len(table["team"]) == 1:
        return "One team rides alone; nothing to compare."
    labels = [f"{number} {fit(team.label)}" for number, team in enumerate(results.question.lineup.teams)]
    above = [label for label, low in zip(labels, table["win_low"], strict=True) if low > fair]
    below = [label for label, high in zip(labels, table["win_high"], strict=True) if high < fair]
    unclear = [label for label in labels if label not in above + below]
    told = [f"more: {', '.join(above)}"] if above else []
    told += [f"less: {', '.join(below)}"] if below else []
    if not told:
        return f"No team's interval excludes an equal share of {100 * fair:.1f} %: no difference is shown."
    told += [f"not told apart from it: {', '.join(unclear)}"] if unclear else []
    return f"Against an equal share of {100 * fair:.1f} % of the wins – {'; '.join(told)}."
