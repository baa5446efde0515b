"""Prints a digest of what the kernel answers to a handful of questions; run in processes that compile differently, or not at all."""

import hashlib
import json

from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from tests.differential.kernel_runs import kernel_run

EVERYTHING = ["breakaway=true", "weather=random", "exhaustion_supply=25", "dummy_empty=3"]
QUESTIONS = [
    ("la-classicissima-5-6", "drafter,random,peloton,highest,muscle,saver", EVERYTHING),
    ("avenue-corso-paseo", "muscle,random/rouleur,peloton", [*EVERYTHING, "race_end=all", "slipstream_split=pack", "hand_size=3"]),
    ("la-haut-montagne", "random,highest,drafter,weighted", []),
    ("ronde-van-wevelgem-5-6", "saver,steady,lowest/rouleur,random/sprinteur,drafter,highest,random/rouleur", ["empty_hand=stand"]),
    ("paris-roubaix", "random,random", ["race_end=all", "exhaustion_supply=9", "hand_size=7", "slipstream_split=pack"]),
    ("avenue-corso-paseo", "steady,drafter,random", ["race_end=at-once", "slipstream_order=front-to-rear", "max_rounds=100"]),
    ("avenue-corso-paseo", ",".join(["random/sprinteur"] * 10), ['deck_sprinteur={"0"=3, "1"=2, "2"=3, "4"=3, "8"=9, "12"=3, "20"=1}']),
]


def digests() -> list[str]:
    """One for each question: of all finishes and counts of 70 races."""
    answers = []
    for stage, teams, changes in QUESTIONS:
        run = kernel_run(load_stage(stage), load_edition("gigamic-v2", changes).rules, parse_lineup(teams), 11, 128, 70)
        digest = hashlib.blake2b(digest_size=12)
        for name, columns in (*run[0]._asdict().items(), *run[1]._asdict().items()):
            # Columns past the last race mean nothing.
            digest.update(name.encode() + (columns[..., :70] if name in run[1]._fields else columns).tobytes())
        answers.append(digest.hexdigest())
    return answers


if __name__ == "__main__":
    print(json.dumps(digests()))
