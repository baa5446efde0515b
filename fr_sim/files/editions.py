"""Edition files: TOML with `extends` to `Rules`, and single rules from the command line."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fr_sim.files.names import means_path, unknown_name
from fr_sim.files.reading import read_toml
from fr_sim.files.rule_values import read_rule
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.rules import KEYS, Edition, Rules

_FOLDER = Path(__file__).resolve().parent.parent / "editions"
_ABOUT_KEYS = ("extends", "title", "source")
DEFAULT_EDITION = "gigamic-v2"
_EDITION = "the name of a shipped edition (fr-sim rules list) or the path of an edition file"


def edition_names() -> list[str]:
    """Names of the shipped editions, the default first and the mistakes last."""
    names = [path.stem for path in _FOLDER.glob("*.toml")]
    return sorted(names, key=lambda name: (name != DEFAULT_EDITION, name.startswith("mistake-"), name))


def load_edition(name_or_path: str | Path, overrides: Sequence[str] = (), where: str = "--rules") -> Edition:
    """An edition, by the name of a shipped one or by the path of an edition file, with `--set` overrides on top.

    `overrides` are strings `KEY=VALUE`; VALUE is TOML, or a bare word that is read as a string. `KEY` may name one
    entry of a deck, as in `deck_rouleur.9=3`. `where` says in errors whence the name. Raises BadInput for anything that is
    no edition or no rule.
    """
    edition = _load(_edition_path(name_or_path, Path(), where), ())
    table = edition.rules.as_table()
    changed = {}
    for override in overrides:
        key, value = _read_override(override, table)
        table[key] = changed[key] = value
    if not changed:
        return edition
    return Edition(edition.name, edition.title, edition.source, _resolve(edition.rules, changed, "--set"), edition.extends)


def rules_from_table(table: dict[str, Any], where: str) -> Rules:
    """The rules that the keys of an edition file come to; `where` names their origin in errors.

    Raises BadInput for an unknown key, a value of the wrong type or out of range, and editions in a circle.
    """
    if not isinstance(table, dict):
        raise BadInput(where, table, "a table of rule keys")
    return _edition_from_table(table, where, "rules", Path(), ()).rules


def differences(first: Rules, second: Rules) -> dict[str, tuple[Any, Any]]:
    """The keys in which two sets of rules differ, each with both values in plain TOML."""
    before, after = first.as_table(), second.as_table()
    return {key: (before[key], after[key]) for key in before if before[key] != after[key]}


def _edition_path(name_or_path: str | Path, folder: Path, where: str) -> Path:
    """The file of an edition: of a shipped one by name, else a path seen from `folder`."""
    if not isinstance(name_or_path, Path) and name_or_path in edition_names():
        return _FOLDER / f"{name_or_path}.toml"
    if means_path(name_or_path):
        return folder / name_or_path
    if (folder / f"{name_or_path}.toml").is_file() and folder != Path():
        return folder / f"{name_or_path}.toml"
    raise unknown_name(where, str(name_or_path), _EDITION, edition_names())


def _load(path: Path, followers: tuple[Path, ...]) -> Edition:
    if path.resolve().parent == _FOLDER:
        return _load_shipped(path)
    return _load_file(path, followers)


@cache
def _load_shipped(path: Path) -> Edition:
    return _load_file(path, ())


def _load_file(path: Path, followers: tuple[Path, ...]) -> Edition:
    """The edition in the file `path`; `followers` are the files that came to it by `extends`."""
    table = read_toml(path, "an edition file")
    return _edition_from_table(table, str(path), path.stem, path.parent, (*followers, path.resolve()))


def _edition_from_table(table: dict[str, Any], where: str, name: str, folder: Path, followers: tuple[Path, ...]) -> Edition:
    about = {}
    for key in _ABOUT_KEYS:
        about[key] = table.get(key, "")
        if not isinstance(about[key], str):
            raise BadInput(f"{where}: {key}", about[key], "a string")
    base = Rules()
    if "extends" in table:
        path = _edition_path(about["extends"], folder, f"{where}: extends")
        if path.resolve() in followers:
            circle = " → ".join([*(file.stem for file in followers[followers.index(path.resolve()) :]), path.stem])
            raise BadInput(f"{where}: extends", Words(f"a circle, {circle}"), "editions that end in one that extends nothing")
        if not path.is_file():
            raise BadInput(f"{where}: extends", about["extends"], _EDITION, edition_names())
        base = _load(path, followers).rules
    changed = {key: value for key, value in table.items() if key not in _ABOUT_KEYS}
    rules = _resolve(base, changed, where)
    return Edition(name, about["title"] or name, about["source"], rules, about["extends"] or None)


def _resolve(base: Rules, changed: dict[str, Any], where: str) -> Rules:
    """`base` with the keys of `changed`, each checked."""
    values = {key: getattr(base, key) for key in KEYS}
    for key, value in changed.items():
        values[key] = read_rule(key, value, f"{where} {key}" if where == "--set" else f"{where}: {key}")
    return Rules(**values)


def _read_override(override: str, table: dict[str, Any]) -> tuple[str, Any]:
    """Key and value of one `KEY=VALUE`; an entry of a deck gives the whole deck of `table` with that entry changed."""
    key, equals, words = override.partition("=")
    key, words = key.strip(), words.strip()
    if not equals or not key:
        raise BadInput("--set", override, "KEY=VALUE, as in hand_size=3")
    value = _read_value(words, key)
    deck, dot, card = key.partition(".")
    if dot and isinstance(table.get(deck), dict):
        return deck, table[deck] | {card: value}
    return key, value


def _read_value(words: str, key: str) -> Any:
    try:
        value = tomllib.loads(f"value = {words}")
    except (ValueError, RecursionError):
        value = {}
    if list(value) == ["value"]:
        return value["value"]
    if words.replace("-", "").replace("_", "").isalnum():
        return words
    raise BadInput(f"--set {key}", words, 'a value in TOML, as in 3, [] or "stand", or a bare word')
