"""Stage files: TOML to `Stage`, by the name of a shipped stage or by path."""

from pathlib import Path
from typing import Any

from fr_sim.files.names import loose, means_path, unknown_name
from fr_sim.files.reading import TableReader, is_whole, read_toml
from fr_sim.files.tiles import load_tiles, read_faces, read_squares, read_tiles, stages_folder
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.riders import MOST_RIDERS
from fr_sim.game.stage import MOST_SQUARES, Square, Stage, Tile

_STAGE_KEYS = ("name", "set", "also", "players", "tiles", "tile", "start", "past_finish", "lanes", "stretch")
_TILE_ROAD_KEYS = ("lanes", "stretch")
#: P1: up to this many teams ride with two riders each.
_MOST_PAIRS = MOST_RIDERS // 2


def stage_names() -> list[str]:
    """Names of the shipped stages, sorted as people count: stage 2 before stage 10."""
    names = [path.stem for path in stages_folder().glob("*.toml") if path.stem != "tiles"]
    return sorted(names, key=lambda name: [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in name.split("-")])


def shipped_stages() -> dict[str, Stage]:
    """Every shipped stage by its name."""
    return {name: load_stage(name) for name in stage_names()}


def stage_path(name_or_path: str | Path, where: str = "STAGE") -> Path:
    """The file of a stage: of a shipped one by name, by its title or by another title in any spelling, or the path itself.

    Raises BadInput, that says `where` the name was found, for one that no shipped stage has, with the nearest one.
    """
    if not isinstance(name_or_path, Path) and name_or_path in stage_names():
        return stages_folder() / f"{name_or_path}.toml"
    if means_path(name_or_path):
        return Path(name_or_path)
    wanted = loose(name_or_path)
    titles = []
    for name in stage_names():
        path = stages_folder() / f"{name}.toml"
        table = read_toml(path, "a stage file")
        titles += [table["name"], *table.get("also", [])]
        if wanted and wanted in {loose(title) for title in (name, table["name"], *table.get("also", []))}:
            return path
    what = "the name of a shipped stage (fr-sim stage list) or the path of a stage file"
    raise unknown_name(where, name_or_path, what, stage_names(), titles)


def load_stage(name_or_path: str | Path, where: str = "STAGE") -> Stage:
    """A stage, by the name of a shipped one or by the path of a stage file; `where` says in errors whence the name.

    Raises BadInput for the first thing that `check_stage` calls an error.
    """
    path = stage_path(name_or_path, where)
    return stage_from_table(read_toml(path, "a stage file"), str(path))


def stage_from_table(table: dict[str, Any], where: str) -> Stage:
    """A stage from the keys of a stage file; `where` names their origin in errors.

    Raises BadInput for the first thing that is wrong.
    """
    problems: list[BadInput] = []
    stage = read_stage(table, where, problems)
    if problems:
        raise problems[0]
    return stage


def read_stage(table: dict[str, Any], where: str, problems: list[BadInput]) -> Stage | None:
    """A stage from the keys of a stage file, adding everything that is wrong to `problems`; None if there is any."""
    before = len(problems)
    reader = TableReader(table, where, problems)
    reader.refuse_unknown(_STAGE_KEYS, "a stage file")
    name = reader.text("name")
    if not name.strip() and isinstance(table.get("name", ""), str):
        reader.wrong("name", Words("no name"), 'the stage\'s title, as in name = "Two walls"')
    players = _read_players(reader)
    own_tiles = read_tiles(table["tile"], where, problems) if "tile" in table else {}
    for taken in sorted(set(own_tiles) & set(load_tiles())):
        # A log names tiles; the same name must mean the same squares everywhere.
        reader.wrong(f"tile.{taken}", Words("a tile of the catalogue"), "a name that the catalogue does not have")
    if "tiles" in table:
        for key in _TILE_ROAD_KEYS:
            if key in table:
                reader.wrong(key, Words("tiles as well"), "either `tiles` or stretches")
        tiles = read_faces(table["tiles"], load_tiles() | own_tiles, reader)
        squares = tuple(square for tile in tiles for square in tile.squares)
    else:
        tiles, squares = None, _read_free_road(reader)
    set_name, also = reader.text("set"), reader.texts("also")
    if len(problems) > before:
        # Lines and counts of a road that could not be read would only be wrong in its wake.
        return None
    start_line, finish_line = _read_lines(reader, tiles, squares)
    if len(problems) == before:
        _check_limits(reader, players, squares, start_line, finish_line)
    if len(problems) > before:
        return None
    return Stage(name, squares, start_line, finish_line, players, None if tiles is None else tuple(tiles), set_name, also)


def _read_free_road(reader: TableReader) -> tuple[Square, ...]:
    if "stretch" not in reader.table:
        reader.wrong("", Words("no road"), "`tiles`, or at least one [[stretch]]")
        return ()
    return read_squares(reader)


def _read_players(reader: TableReader) -> tuple[int, int]:
    found = reader.table.get("players", [2, 4])
    if isinstance(found, list) and len(found) == 2 and all(is_whole(teams, 1, MOST_RIDERS) for teams in found) and found[0] <= found[1]:
        return found[0], found[1]
    reader.wrong("players", found, f"the smallest and largest number of teams, from 1 to {MOST_RIDERS}, as in [2, 4]")
    return 2, 4


def _read_lines(reader: TableReader, tiles: list[Tile] | None, squares: tuple[Square, ...]) -> tuple[int, int]:
    """Start line and finish line, from the tiles that bear them or from `start` and `past_finish`."""
    starts, finishes, square = [], [], 0
    for tile in tiles or ():
        if tile.start_after is not None:
            starts.append((tile.name, square + tile.start_after))
        if tile.finish_after is not None:
            finishes.append((tile.name, square + tile.finish_after))
        square += len(tile.squares)
    start = _one_line(
        reader, "start", starts, len(squares), "a start line: a tile that has one (a, A, 1, 1B), or `start`, the squares behind it"
    )
    past = [(name, len(squares) - line) for name, line in finishes]
    past_finish = _one_line(
        reader, "past_finish", past, len(squares), "a finish line: a tile that has one (u, U, v, V), or `past_finish`, the squares past it"
    )
    if start and past_finish and start >= len(squares) - past_finish:
        found = f"the finish line on square {len(squares) - past_finish}, the start line on square {start}"
        reader.wrong("past_finish", Words(found), "a finish line that lies ahead of the start line")
    return start, len(squares) - past_finish


def _one_line(reader: TableReader, key: str, on_tiles: list[tuple[str, int]], squares: int, expected: str) -> int:
    """Squares behind the start line or past the finish line: from the one tile that has it, or from `key`; 0 if wrong."""
    said = reader.whole(key, 1, squares)
    if len(on_tiles) > 1:
        reader.wrong(
            "tiles", Words(f"{len(on_tiles)} lines, on {' and '.join(name for name, _ in on_tiles)}"), f"only one of them: {expected}"
        )
    elif on_tiles and said not in (None, on_tiles[0][1]):
        reader.wrong(key, said, f"no such key, or {on_tiles[0][1]}: tile {on_tiles[0][0]} says where the line is")
    elif on_tiles:
        return on_tiles[0][1]
    elif said is not None:
        return said
    elif key not in reader.table:
        reader.wrong("tiles" if "tiles" in reader.table else key, Words("none"), expected)
    return 0


def _check_limits(reader: TableReader, players: tuple[int, int], squares: tuple[Square, ...], start_line: int, finish_line: int) -> None:
    if len(squares) > MOST_SQUARES:
        reader.wrong("", Words(f"{len(squares)} squares"), f"at most {MOST_SQUARES}")
    places = sum(square.lanes for square in squares[:start_line])
    # P7: more teams than six ride with one rider each.
    riders = 2 * players[1] if players[1] <= _MOST_PAIRS else players[1]
    if places < riders:
        reader.wrong("players", Words(f"{places} places behind the start line"), f"{riders}, for {players[1]} teams")
