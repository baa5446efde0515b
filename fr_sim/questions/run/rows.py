"""`--raw`: one row per race and rider, streamed to disk in parts and joined to races.parquet when the run is done.

A Parquet file is none until its last byte is written, so an interrupted run keeps parts: whole files, each of the races from one
checkpoint to the next. Row groups hold a fixed number of races, so the joined file does not tell where a run was interrupted.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np

from fr_sim.arrays.counts import Finishes
from fr_sim.files.tables import require_pyarrow
from fr_sim.game.errors import BadInput, Words
from fr_sim.game.lineup import Lineup
from fr_sim.questions.directory import RAW
from fr_sim.simulate.plan import Chunk

#: Races of a row group: some megabytes.
GROUP_RACES = 16_384
#: Rows that wait in memory, at most a chunk more.
WAITING_ROWS = 250_000


class RaceRows:
    """The rows of a run: `add` takes finishes in the order of races, `keep` writes what waits, `join` makes the file.

    Columns: race, team, seat, rider, kind, rank (from 1), square, lane, crossed_round (0 for not crossed), exhaustion, slipstream,
    blocked, ascent_lost, minimum_gained, and rounds and won, which are the race's number of rounds and whether this rider won.
    """

    def __init__(self, folder: Path, lineup: Lineup):
        self._arrow = require_pyarrow("--raw")
        self._folder = folder
        self._riders = lineup.riders
        self._waiting: list[Any] = []
        self._first = self._next = 0

    @property
    def is_full(self) -> bool:
        """Whether so much waits that it should be kept now."""
        return (self._next - self._first) * len(self._riders) >= WAITING_ROWS

    def resume(self, races: int) -> None:
        """Go on after race `races`-1: forget parts of later races. Raises BadInput when parts of earlier ones are missing."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._first = self._next = races
        kept = 0
        for part in self._parts():
            first, end = _races_of(part)
            if end > races:
                part.unlink()
            elif first == kept:
                kept = end
        if kept != races:
            raise BadInput(str(self._folder), Words(f"rows of races 0 to {kept}"), f"rows of races 0 to {races}; --force begins anew")

    def add(self, chunk: Chunk, finishes: Finishes) -> None:
        """Take the finishes of the next chunk."""
        self._waiting.append(self._rows(chunk, finishes))
        self._next = chunk.first + chunk.races

    def keep(self) -> None:
        """Write the waiting rows as a part; after that they survive anything."""
        if not self._waiting:
            return
        part = self._folder / f"races-{self._first:015d}-{self._next:015d}.parquet"
        beside = part.with_suffix(".new")
        self._arrow.parquet.write_table(self._arrow.concat_tables(self._waiting), beside)
        os.replace(beside, part)
        self._waiting.clear()
        self._first = self._next

    def join(self, folder: Path) -> None:
        """Write all parts to `races.parquet` in `folder`."""
        group_rows = GROUP_RACES * len(self._riders)
        waiting: list[Any] = []
        rows = 0
        with self._arrow.parquet.ParquetWriter(folder / RAW, self._schema()) as writer:
            for part in self._parts():
                with self._arrow.parquet.ParquetFile(part) as file:
                    for rows_read in file.iter_batches(group_rows):
                        waiting.append(self._arrow.Table.from_batches([rows_read]).cast(self._schema()))
                        rows += rows_read.num_rows
                        if rows >= group_rows:
                            ready = self._arrow.concat_tables(waiting)
                            writer.write_table(ready.slice(0, group_rows), group_rows)
                            waiting, rows = [ready.slice(group_rows)], rows - group_rows
            if rows:
                writer.write_table(self._arrow.concat_tables(waiting), group_rows)

    def _parts(self) -> list[Path]:
        return sorted(self._folder.glob("races-*.parquet"))

    def _schema(self) -> Any:
        arrow = self._arrow
        small, wide, word = arrow.uint8(), arrow.uint16(), arrow.dictionary(arrow.int8(), arrow.string())
        types = {"race": arrow.int64(), "kind": word, "blocked": wide, "ascent_lost": wide, "minimum_gained": wide, "won": arrow.bool_()}
        names = (
            *("race", "team", "seat", "rider", "kind", "rank", "square", "lane", "crossed_round", "exhaustion"),
            *("slipstream", "blocked", "ascent_lost", "minimum_gained", "rounds", "won"),
        )
        return arrow.schema([(name, types.get(name, small)) for name in names])

    def _rows(self, chunk: Chunk, finishes: Finishes) -> Any:
        count, races = len(self._riders), chunk.races
        teams = np.array([rider.team for rider in self._riders])
        numbers = np.arange(count, dtype=np.uint8)
        kinds = [rider.kind.value for rider in self._riders]
        words = sorted(set(kinds))

        def by_rider(columns: np.ndarray) -> np.ndarray:
            return columns[:count, :races].T.ravel()

        def every_race(values: np.ndarray) -> np.ndarray:
            return np.tile(values, races)

        kind_codes = every_race(np.array([words.index(kind) for kind in kinds], np.int8))
        columns = {
            "race": np.repeat(np.arange(chunk.first, chunk.first + races), count),
            "team": every_race(teams.astype(np.uint8)),
            "seat": by_rider(finishes.seat[teams]),
            "rider": every_race(numbers),
            "kind": self._arrow.DictionaryArray.from_arrays(kind_codes, words),
            "rank": by_rider(finishes.rank) + np.uint8(1),
            **{name: by_rider(getattr(finishes, name)) for name in ("square", "lane", "crossed_round", "exhaustion", "slipstream")},
            **{name: by_rider(getattr(finishes, name)) for name in ("blocked", "ascent_lost", "minimum_gained")},
            "rounds": np.repeat(finishes.rounds[:races], count),
            "won": np.repeat(finishes.winner[:races], count) == every_race(numbers),
        }
        return self._arrow.table(columns, schema=self._schema())


def _races_of(part: Path) -> tuple[int, int]:
    _, first, end = part.stem.split("-")
    return int(first), int(end)
