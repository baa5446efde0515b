"""Track tiles: the catalogue of `stages/tiles.toml`, a stage file's own tiles, and the spellings of a tile's name."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from fr_sim.files.reading import TableReader, is_whole, read_toml
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.stage import MOST_LANES, MOST_SQUARES, Square, Tile
from fr_sim.game.terrain import Terrain

GEOMETRIES = ("straight", "soft-left", "soft-right", "sharp-left", "sharp-right")
TERRAIN_NAMES = tuple(str(terrain) for terrain in Terrain)
#: T4: the one terrain whose width a rule bounds.
_MOST_LANES_OF = {Terrain.COBBLES: 2}
_STRETCH_KEYS = ("squares", "terrain", "lanes")
_TILE_KEYS = ("set", "geometry", "start", "past_finish", "lanes", "stretch", "squares", "terrain")
_PACKAGE = Path(__file__).resolve().parent.parent
_IN_WHEEL, _IN_REPOSITORY = _PACKAGE / "stages", _PACKAGE.parent / "stages"


def stages_folder() -> Path:
    """Where the stages lie: inside an installed package, or beside it in a repository."""
    return _IN_WHEEL if _IN_WHEEL.is_dir() else _IN_REPOSITORY


@cache
def load_tiles() -> dict[str, Tile]:
    """The tile catalogue: face name to tile, as in `7B`."""
    path = stages_folder() / "tiles.toml"
    problems: list[BadInput] = []
    tiles = read_tiles(read_toml(path, "the tile catalogue").get("tile", {}), str(path), problems)
    if problems:
        raise problems[0]
    return tiles


def read_tiles(tables: Any, where: str, problems: list[BadInput]) -> dict[str, Tile]:
    """The tiles of `[tile.NAME]` tables."""
    if not isinstance(tables, dict):
        problems.append(BadInput(f"{where}: tile", tables, "tables named [tile.NAME]"))
        return {}
    tiles = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            problems.append(BadInput(f"{where}: tile.{name}", table, f"a table named [tile.{name}]"))
            continue
        tiles[name] = _read_tile(name, TableReader(table, f"{where}: tile.{name}", problems))
    return tiles


def _read_tile(name: str, reader: TableReader) -> Tile:
    reader.refuse_unknown(_TILE_KEYS, "a tile")
    squares = read_squares(reader)
    start = reader.whole("start", 1, max(1, len(squares)))
    past_finish = reader.whole("past_finish", 1, max(1, len(squares)))
    return Tile(
        name=name,
        squares=squares,
        geometry=reader.text("geometry", "straight", GEOMETRIES),
        start_after=start,
        finish_after=None if past_finish is None else len(squares) - past_finish,
        set=reader.text("set"),
    )


def read_squares(reader: TableReader) -> tuple[Square, ...]:
    """The squares of a road or tile: of its `stretch` tables in order, or of its own `squares`, `terrain` and `lanes`."""
    lanes = reader.whole("lanes", 1, MOST_LANES, 2) if "squares" not in reader.table else 2
    stretches = reader.table.get("stretch")
    if stretches is None:
        if "squares" in reader.table:
            return _read_stretch(reader, lanes)
        reader.wrong("", Words("no squares"), "at least one [[stretch]] with `squares` and `terrain`")
        return ()
    if "squares" in reader.table or "terrain" in reader.table:
        reader.wrong("squares", Words("both its own squares and a stretch"), "one of the two")
    if not isinstance(stretches, list) or not all(isinstance(stretch, dict) for stretch in stretches):
        reader.wrong("stretch", stretches, "a list of tables, [[stretch]]")
        return ()
    if not stretches:
        reader.wrong("stretch", stretches, "at least one stretch")
    squares: list[Square] = []
    for number, stretch in enumerate(stretches, start=1):
        part = TableReader(stretch, f"{reader.where}: stretch {number}", reader.problems)
        part.refuse_unknown(_STRETCH_KEYS, "a stretch")
        squares.extend(_read_stretch(part, lanes))
    return tuple(squares)


def _read_stretch(reader: TableReader, lanes: int) -> tuple[Square, ...]:
    squares = _stretch_of_any_width(reader, lanes)
    for terrain, most in _MOST_LANES_OF.items():
        widest = max((square.lanes for square in squares if square.terrain is terrain), default=0)
        if widest > most:
            reader.wrong("lanes", Words(f"{terrain} with {widest} lanes"), "one or two lanes on cobbles (T4)")
    return squares


def _stretch_of_any_width(reader: TableReader, lanes: int) -> tuple[Square, ...]:
    if "squares" not in reader.table:
        reader.wrong("squares", Words("nothing"), "the number of squares")
    count = reader.whole("squares", 1, MOST_SQUARES, 0)
    terrain = Terrain(reader.text("terrain", "flat", TERRAIN_NAMES))
    widths = reader.table.get("lanes", lanes)
    if is_whole(widths, 1, MOST_LANES):
        return (Square(widths, terrain),) * count
    if not isinstance(widths, list) or not all(is_whole(width, 1, MOST_LANES) for width in widths):
        reader.wrong("lanes", widths, f"a whole number from 1 to {MOST_LANES}, or a list with one for each square")
        return (Square(lanes, terrain),) * count
    if count and len(widths) != count:
        reader.wrong("lanes", Words(f"a list of {len(widths)}"), f"one for each of the {count} squares")
        return (Square(lanes, terrain),) * count
    return tuple(Square(width, terrain) for width in widths)


def dark_face(name: str) -> str | None:
    """The dark face of the tile whose light face is `name`: `A` of `a`, `7B` of `7`; None for a dark face."""
    if len(name) == 1:
        return f"{name}B" if name.isdigit() else (name.upper() if name.islower() else None)
    return None if name.endswith("B") else f"{name}B"


def piece(name: str) -> str:
    """The piece of cardboard that `name` is a face of: `a` for `a` and `A`, `7` for `7` and `7B`."""
    if len(name) == 1:
        return name.lower()
    return name[:-1] if name.endswith("B") else name


def spelt_faces(written: Any, reader: TableReader) -> list[tuple[str, str | None]]:
    """The faces that a stage's `tiles` name, each with the way it was written; None for a face that cannot be.

    A string has one character a tile, `^` or `_` before it for its dark face; a list may also say `7B`.
    """
    if isinstance(written, str):
        words = _split(written)
    elif isinstance(written, list) and all(isinstance(word, str) for word in written):
        words = written
    else:
        strangers = [word for word in written if not isinstance(word, str)] if isinstance(written, list) else [written]
        reader.wrong("tiles", strangers[0], 'a string of tiles as "abc", or a list of strings as ["1B", "2", "3"]')
        return []
    return [(word, dark_face(word[1:]) if word[:1] in ("^", "_") and word[1:] else word) for word in words]


def _split(written: str) -> list[str]:
    words: list[str] = []
    for character in written:
        if words and words[-1] in ("^", "_"):
            words[-1] += character
        else:
            words.append(character)
    return words


def read_faces(written: Any, catalogue: dict[str, Tile], reader: TableReader) -> list[Tile]:
    """The tiles of a stage in riding direction; unknown ones, repeated ones and both faces of one are noted."""
    tiles = []
    for position, (word, face) in enumerate(spelt_faces(written, reader), start=1):
        if face in catalogue:
            tiles.append(catalogue[face])
        elif face is None:
            reader.wrong(f"tiles, number {position}", word, f"the light face of a tile after '{word[0]}'")
        else:
            reader.wrong(f"tiles, number {position}", word, "a tile of the catalogue, or one with a [tile.NAME] of its own", catalogue)
    for name, uses in Counter(piece(tile.name) for tile in tiles).items():
        if uses > 1:
            faces = [tile.name for tile in tiles if piece(tile.name) == name]
            used = (
                f"tile '{faces[0]}' {uses} times" if len(set(faces)) == 1 else f"both faces of one tile, {' and '.join(sorted(set(faces)))}"
            )
            reader.wrong("tiles", Words(used), "each tile once, on one of its faces")
    return tiles
