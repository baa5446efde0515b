"""How many times as fast the kernel is as a straightforward simulator in C, and what line-ups cost beside each other.

    python -m tests.bench.yardstick [PAIRS]

The C program is built with `gcc -O3 -march=native` and run in turns with the kernel, which does all of its counting; each figure is the
median of PAIRS (default 5). Seconds are processor seconds, so that a busy machine does less harm.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from fr_sim.arrays.counts import PROFILE_RACES, empty_finishes, empty_tally
from fr_sim.arrays.game import entrants_of, road_of, rule_numbers
from fr_sim.files import load_edition, load_stage
from fr_sim.kernel.batch import new_block, play_batch
from fr_sim.policies.lineups import parse_lineup, policies_of
from fr_sim.rng.words import mix_seed
from fr_sim.simulate.seating import placing_orders

RACES = 64 * 4000
RACES_IN_C = 60_000
IN_C = {"avenue-corso-paseo": "corso", "la-haut-montagne": "montagne"}
#: Line-ups compared by riders' rounds in a second, the first being the measure of the others.
LINEUPS = {
    "random x4": "random,random,random,random",
    "random x6": "random,random,random,random,random,random",
    "drafter x4": "drafter,drafter,drafter,drafter",
    "six policies": "random,highest,lowest,steady,saver,drafter",
    "weighted x4": "weighted,weighted,weighted,weighted",
}


class Runner:
    """The kernel on one stage with one line-up under the default edition."""

    def __init__(self, stage: str, teams: str):
        rules, lineup = load_edition("gigamic-v2").rules, parse_lineup(teams)
        self.entrants = entrants_of(lineup, rules, policies_of(lineup))
        self.game = (road_of(load_stage(stage), rules), rule_numbers(rules, 15), self.entrants, placing_orders(lineup, "rotate"))
        self.play(64)

    def play(self, races: int) -> np.ndarray:
        """Play that many races, past those that the profile is taken from; the numbers of races by their rounds."""
        tally = empty_tally()
        tally = tally._replace(profile=tally.profile[:, :, :0].copy())
        seed = np.uint64(mix_seed(0))
        play_batch(*self.game, None, seed, PROFILE_RACES, races, tally, empty_finishes(0), new_block(self.entrants))
        return tally.rounds

    def speeds(self) -> tuple[float, float]:
        """Races, and riders' rounds, in a processor second."""
        begun = time.process_time()
        rounds = self.play(RACES)
        seconds = time.process_time() - begun
        return RACES / seconds, float(rounds @ np.arange(len(rounds))) * self.entrants.riders / seconds


def speed_in_c(program: Path, stage: str, policy: str) -> float:
    """Races in a processor second of the straightforward program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, IN_C[stage], policy, "4", str(RACES_IN_C), "1"], check=True, capture_output=True)
    return RACES_IN_C / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def build(folder: Path) -> Path:
    """The straightforward program, compiled for this machine."""
    program = folder / "straightforward"
    source = Path(__file__).with_name("straightforward.c")
    subprocess.run(["gcc", "-O3", "-march=native", str(source), "-o", str(program), "-lm"], check=True)
    return program


def against_c(program: Path, pairs: int) -> None:
    """Print the ratio for the two yardstick policies on both stages."""
    for stage in IN_C:
        for policy in ("random", "highest"):
            runner = Runner(stage, ",".join([policy] * 4))
            measured = [(runner.speeds()[0], speed_in_c(program, stage, policy)) for _ in range(pairs)]
            ratio = statistics.median(ours / theirs for ours, theirs in measured)
            ours, theirs = (statistics.median(speeds) / 1e6 for speeds in zip(*measured, strict=True))
            print(f"{stage:20} {policy:8} {ratio:5.1f} x C   {ours:.2f} M races/s, C {theirs:.3f} M")


def against_each_other(pairs: int) -> None:
    """Print what a rider's round costs in several line-ups, as a share of the first line-up's speed."""
    for stage in IN_C:
        runners = {name: Runner(stage, teams) for name, teams in LINEUPS.items()}
        speeds = {name: [] for name in runners}
        for _ in range(pairs):
            for name, runner in runners.items():
                speeds[name].append(runner.speeds()[1])
        medians = {name: statistics.median(measured) for name, measured in speeds.items()}
        for name, median in medians.items():
            print(f"{stage:20} {name:14} {median / 1e6:4.0f} M riders' rounds/s, share {median / medians['random x4']:.2f}")


def second_thread(pairs: int) -> None:
    """Print how much more two threads play than one, by the clock on the wall."""
    runner = Runner("avenue-corso-paseo", LINEUPS["random x4"])

    def seconds(threads: int) -> float:
        workers = [threading.Thread(target=runner.play, args=(4 * RACES,)) for _ in range(threads)]
        begun = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return time.perf_counter() - begun

    gains = [2 * seconds(1) / seconds(2) for _ in range(pairs)]
    print(f"two threads: {statistics.median(gains):.2f} x one")


def main() -> None:
    """Measure everything."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        against_c(build(Path(folder)), pairs)
    against_each_other(pairs)
    second_thread(pairs)


if __name__ == "__main__":
    main()
