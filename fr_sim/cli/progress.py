"""What is said on stderr while races are played: that the kernel is compiled, and a bar with races per second and the time left."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fr_sim.game.names import fit

if TYPE_CHECKING:
    from fr_sim.questions.protocol import Asked

#: Seconds between two looks of the bar, and before it first shows: a short run shows none.
_BETWEEN = 0.1
COMPILING = "compiling the kernel for this machine, once; later runs start at once"


class Progress:
    """A callback for the counts so far; between entering and leaving it shows a bar if stderr is a terminal."""

    #: That the kernel is compiled is said once, however many runs follow each other.
    _has_told = False

    def __init__(self, asked: "Asked", shown: bool):
        self._asked = asked
        self._shown = shown
        self._draws_bar = shown and sys.stderr.isatty()
        self._bar: Any = None
        self._task: Any = None
        self._told_at = time.monotonic()
        self._first_races = 0

    def __enter__(self) -> "Progress":
        if self._shown:
            from fr_sim.simulate.batches import is_compiled

            if not Progress._has_told and not is_compiled():
                Progress._has_told = True
                print(COMPILING, file=sys.stderr, flush=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._end_bar()

    def __call__(self, counts: Any) -> None:
        """Show how many races are done."""
        now = time.monotonic()
        if not self._draws_bar or now - self._told_at < _BETWEEN:
            return
        self._told_at = now
        races = self._asked.races_in(counts)
        if self._bar is None:
            self._begin_bar(races)
        self._bar.update(self._task, completed=races, rate=self._rate(races))

    def before(self, words: str, job: Callable[..., None]) -> Callable[..., None]:
        """`job`, announced with `words` where a bar would be shown."""

        def announced(*given: Any) -> None:
            self._end_bar()
            if self._draws_bar:
                print(words, file=sys.stderr, flush=True)
            job(*given)

        return announced

    def _begin_bar(self, races: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._began, self._first_races = time.monotonic(), races
        self._task = self._bar.add_task(fit(self._asked.title, 40), total=self._asked.races, completed=races, rate="")
        self._bar.start()

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _rate(self, races: int) -> str:
        seconds = time.monotonic() - self._began
        return f"{(races - self._first_races) / seconds:,.0f} {self._asked.unit}/s" if seconds > 0 else ""
