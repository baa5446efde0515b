"""`fr-sim judge`: the movement and end phase of one position, and why each thing happened."""

from pathlib import Path
from typing import Annotated

import typer

from fr_sim.cli import options
from fr_sim.cli.options import new_app

app = new_app()

PositionFile = Annotated[Path, typer.Argument(metavar="POSITION.toml", help="A position file, in TOML or JSON.", show_default=False)]
Edition = Annotated[
    str | None,
    typer.Option("-r", "--rules", metavar="EDITION", help="Judge by this edition, by name or path.", show_default="as the position says"),
]


@app.command()
def judge(
    position: PositionFile,
    rules: Edition = None,
    overrides: options.Overrides = [],
    json: options.Json = False,
) -> None:
    """Play the movement and end phase of one position and say, with rule ids, why each thing happened.

    A card that the rider's deck cannot hold is refused, and so are more of a card than the deck has; decks are rules too (--set
    deck_rouleur=…).
    """
    from fr_sim.files.positions import load_position
    from fr_sim.reference.judge import Ruling
    from fr_sim.reference.log_lines import written
    from fr_sim.reference.reasons import reasons

    ruling = Ruling(load_position(position, rules, overrides))
    if json:
        print(written(ruling.answer()))
    else:
        print("\n".join(reasons(ruling)))
