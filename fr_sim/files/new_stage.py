"""A stage file to start from: commented, and as it stands a road that can be ridden."""

import json
from pathlib import Path

from fr_sim.game.errors import BadInput, Words

_TEMPLATE = """\
# A stage of your own. Look at it:   fr-sim stage show FILE
#                      Check it:     fr-sim stage check FILE
#                      Draw it:      fr-sim stage draw FILE -o FILE.svg
#                      Ride it:      fr-sim run FILE
name = {name}
set = "my stages"
# The smallest and largest number of teams; advice, but the start needs two places for each of them.
players = [2, 4]

# The road as stretches, from square 0 at the back of the start to the last square.
start = 5          # squares behind the start line
past_finish = 5    # squares past the finish line
lanes = 2          # of every stretch that says nothing else, 1 to 3

[[stretch]]
squares = 18
terrain = "flat"   # flat, ascent, descent, cobbles or supply

[[stretch]]
squares = 6
terrain = "ascent"

[[stretch]]
squares = 4
terrain = "descent"

[[stretch]]
squares = 12
terrain = "flat"

[[stretch]]
squares = 5
terrain = "supply"
lanes = 3

[[stretch]]
squares = 6
terrain = "cobbles"
lanes = [1, 1, 2, 1, 2, 1]   # or one number for all of them

[[stretch]]
squares = 27
terrain = "flat"

# Or the road as tiles of the game. Then leave out start, past_finish, lanes and every [[stretch]] above, and write
# before them, below `players`:
#
# tiles = "abcdefghijklmnopqrstu"              # one character a tile, upper case for the dark face
# tiles = ["1B", "2", "3", "g", "M", "u"]      # with Peloton's tiles
#
# and for a tile of your own:
#
# [tile.w]
# geometry = "soft-left"      # straight, soft-left, soft-right, sharp-left or sharp-right
# squares = 2
# terrain = "ascent"
"""


def new_stage_file(name: str) -> str:
    """The text of a commented stage file with the title `name`; raises BadInput for a title of nothing but blanks."""
    if not name.strip():
        raise BadInput("--name", name, "a title")
    return _TEMPLATE.format(name=json.dumps(name, ensure_ascii=False))


def write_new(path: Path, text: str) -> None:
    """Writes `text` to `path`; raises BadInput if something is there already or it cannot be written."""
    try:
        with path.open("x", encoding="utf-8") as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError:
        found = "a file that is there already"
    except FileNotFoundError:
        found = "a folder that does not exist"
    except (OSError, ValueError) as trouble:
        found = getattr(trouble, "strerror", None) or str(trouble)
    else:
        return
    raise BadInput(str(path), Words(found), "a new file in a folder that can be written to")
