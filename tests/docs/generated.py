"""The generated parts of the documents: commands with their options, rule keys, policies, riders, editions and stages."""

import re
from collections.abc import Callable, Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

import typer

from fr_sim.cli.main import app
from fr_sim.files import edition_names, load_edition, load_rider, rider_names, stage_names
from fr_sim.files.stages import shipped_stages
from fr_sim.game.rules import KEYS, Rules
from fr_sim.game.weather import WEATHER_KINDS
from fr_sim.policies.catalogue import shipped_policies

ROOT = Path(__file__).parents[2]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [tuple(head), tuple("---" for _ in tuple(head)), *(tuple(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def rule_keys() -> str:
    """Every rule key with its rule, its default and what it may be."""
    plain = Rules().as_table()

    def may_be(about: dict) -> str:
        spans = [f"{about['low']} to {about['high']}"] if about["low"] is not None else []
        return ", ".join([*spans, *(f'`"{choice}"`' for choice in about["choices"])]) or type(plain[name]).__name__.replace(
            "bool", "true, false"
        )

    rows = []
    for name, key in KEYS.items():
        about = key.metadata
        by_place = f", or a list of {', '.join(WEATHER_KINDS)}" if name == "weather" else ""
        allowed = may_be(about) + by_place
        rows.append((f"`{name}`", about["rule"], f"`{toml(plain[name])}`", allowed, about["meaning"]))
    return table(("key", "rule", "default", "may be", "meaning"), rows)


def toml(value: object) -> str:
    """A value as an edition file would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{card}" = {count}' for card, count in value.items()) + " }"
    return str(value)


def policies() -> str:
    """Every shipped policy with its parameters."""
    rows = []
    for policy in shipped_policies().values():
        parameters = ", ".join(f"`{one.name}={one.default}`" for one in policy.parameters)
        rows.append((f"`{policy.name}`", policy.summary, parameters or "none"))
    return table(("policy", "what it does", "parameters and defaults"), rows)


def riders() -> str:
    """Every shipped rider with its deck."""
    rows = []
    for rider in map(load_rider, rider_names()):
        rows.append((f"`{rider.name}`", rider.kind.value, rider.words, str(rider.cards), f"{rider.mean:.1f}", rider.source))
    return table(("rider", "kind", "deck", "cards", "mean", "source"), rows)


def editions() -> str:
    """Every shipped edition with what it changes."""
    plain = Rules().as_table()
    rows = []
    for name in edition_names():
        edition = load_edition(name)
        changed = {key: value for key, value in edition.rules.as_table().items() if value != plain[key]}
        rows.append((f"`{name}`", edition.title, ", ".join(f"`{key} = {toml(value)}`" for key, value in changed.items()) or "the default"))
    return table(("edition", "title", "what differs from the default"), rows)


def stages() -> str:
    """Every shipped stage by name."""
    shipped = shipped_stages()
    rows = []
    for name in stage_names():
        stage = shipped[name]
        least, most = stage.players
        rows.append((f"`{name}`", stage.name, stage.set, f"{least}–{most}", str(len(stage.squares))))
    return table(("name", "title", "set", "teams", "squares"), rows)


def commands() -> str:
    """Every command with its arguments and options."""
    return "\n\n".join(_described(words, command) for words, command in walk("fr-sim", typer.main.get_command(app)))


def walk(words: str, command: object) -> Iterator[tuple[str, object]]:
    """All commands below one, each with the words that call it."""
    if hasattr(command, "list_commands"):
        context = command.context_class(command)
        for name in command.list_commands(context):
            yield from walk(f"{words} {name}", command.get_command(context, name))
    else:
        yield words, command


def _described(words: str, command: object) -> str:
    rows = []
    for parameter in command.params:
        # Typer's own help and completion are the same everywhere.
        if parameter.name in ("help", "install_completion", "show_completion"):
            continue
        spelt = " / ".join(f"`{option}`" for option in parameter.opts + parameter.secondary_opts)
        if parameter.param_type_name == "argument":
            spelt = f"`{parameter.metavar or parameter.human_readable_name}`"
        default = parameter.default
        shown = (
            "" if default in (None, False, True, (), []) or callable(default) or getattr(parameter, "required", False) else f"`{default}`"
        )
        rows.append((spelt, " ".join((parameter.help or "").split()), shown))
    about = cleandoc(command.help or "").split("\f")[0]
    return f"### `{words}`\n\n{about}\n\n" + table(("argument or option", "meaning", "default"), rows)


#: Where each generated part stands: document and the name of its marks.
PARTS: dict[tuple[str, str], Callable[[], str]] = {
    ("docs/rules.md", "keys"): rule_keys,
    ("docs/commands.md", "commands"): commands,
    ("docs/lists.md", "policies"): policies,
    ("docs/lists.md", "riders"): riders,
    ("docs/lists.md", "editions"): editions,
    ("docs/lists.md", "stages"): stages,
}


def with_part(document: str, name: str, text: str) -> str:
    """`document` with the part between the marks `name` replaced by `text`."""
    marks = re.compile(rf"(<!-- {name}: [^>]*-->\n).*?(<!-- /{name} -->)", re.DOTALL)
    assert marks.search(document), f"no marks for {name}"
    return marks.sub(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", document)
