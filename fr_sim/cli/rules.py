"""`fr-sim rules`: the editions, their rules, and how two of them differ."""

import json as json_words
from typing import Annotated, Any

import typer

from fr_sim.cli.options import DEFAULT_EDITION, Json, Overrides, new_app
from fr_sim.cli.tables import print_table
from fr_sim.files import differences, edition_names, load_edition
from fr_sim.game.names import LONG, fit
from fr_sim.game.rules import KEYS, Edition

app = new_app("Editions: list them, show their rules, and what differs between two.")

_EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="Name of an edition, or a path to an edition file.")]


@app.command("list")
def list_editions(json: Json = False) -> None:
    """List the shipped editions with what differs from the default."""
    editions = [load_edition(name) for name in edition_names()]
    default = load_edition(DEFAULT_EDITION)
    changes = {edition.name: {key: new for key, (_, new) in differences(default.rules, edition.rules).items()} for edition in editions}
    if json:
        print(
            json_words.dumps(
                {"editions": [{**_about(edition), "differs": changes[edition.name]} for edition in editions]}, ensure_ascii=False
            )
        )
        return
    rows = [
        (edition.name, edition.title, ", ".join(f"{key} = {in_words(value)}" for key, value in changes[edition.name].items()))
        for edition in editions
    ]
    print_table(("name", "title", f"differs from {DEFAULT_EDITION}"), rows)


@app.command()
def show(edition: _EditionName = DEFAULT_EDITION, overrides: Overrides = None, json: Json = False) -> None:
    """Show every rule of an edition: its key, its value, its id in the rulebook, and what it means.

    A star marks what differs from the default edition.
    """
    shown = load_edition(edition, overrides or (), "EDITION")
    table = shown.rules.as_table()
    if json:
        print(json_words.dumps({**_about(shown), "rules": table}, ensure_ascii=False))
        return
    print(f"{fit(shown.name)}: {fit(shown.title, LONG)}")
    if shown.source:
        print(f"  {fit(shown.source, LONG)}")
    print()
    changed = differences(load_edition(DEFAULT_EDITION).rules, shown.rules)
    rows = []
    for key, value in table.items():
        about = KEYS[key].metadata
        rows.append((key, in_words(value) + (" *" if key in changed else ""), about["rule"], about["meaning"]))
    print_table(("key", "value", "rule", "meaning"), rows)


@app.command()
def diff(first: _EditionName, second: _EditionName, json: Json = False) -> None:
    """Print the rules in which two editions differ."""
    editions = load_edition(first, (), "EDITION"), load_edition(second, (), "EDITION")
    changes = differences(editions[0].rules, editions[1].rules)
    if json:
        names = [edition.name for edition in editions]
        print(json_words.dumps({"editions": names, "differs": {key: list(values) for key, values in changes.items()}}, ensure_ascii=False))
    elif not changes:
        print(f"{fit(editions[0].name)} and {fit(editions[1].name)} have the same rules")
    else:
        rows = [(key, KEYS[key].metadata["rule"], in_words(old), in_words(new)) for key, (old, new) in changes.items()]
        print_table(("key", "rule", fit(editions[0].name), fit(editions[1].name)), rows)


def _about(edition: Edition) -> dict[str, Any]:
    return {"name": edition.name, "title": edition.title, "source": edition.source, "extends": edition.extends}


def in_words(value: Any) -> str:
    """A rule's value as an edition file would say it: `true`, `"stand"`, `["ascent"]`, `{3 = 3}`."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{card} = {count}" for card, count in value.items()) + "}"
    return json_words.dumps(value)
