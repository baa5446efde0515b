"""Every kind of bad input: status 2, one message that names what, found and expected, nothing on stdout, nothing written."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fr_sim.cli.main import main
from tests.cli.bad_files import write_all

STAGE = "avenue-corso-paseo"
RUN = f"run {STAGE} -t random,random -n 64 --no-plots"
TWELVE = ",".join(["random/rouleur"] * 12)

#: Command lines by what is wrong with them, each with words that the message must have.
CASES: dict[str, list[tuple[str, str]]] = {
    "commands and options": [
        (f"runn {STAGE}", "command: found 'runn'; did you mean 'run'?"),
        ("stage shw", "command: found 'shw'; did you mean 'show'?"),
        ("--vers", "option: found '--vers'; did you mean '--version'?"),
        (f"{RUN} --thread 2", "option: found '--thread'; an option of fr-sim run; did you mean '--threads'?"),
        (f"{RUN} -x", "option: found '-x'"),
        (f"{RUN} --seed", "--seed: found nothing, expected a value"),
        ("stage list --json=3", "--json: found a value, expected none"),
        ("run", "STAGE: found nothing, expected name of a shipped stage"),
        ("stage show", "STAGE: found nothing"),
        ("rules diff base-2016", "EDITION: found nothing"),
        ("policy show", "POLICY: found nothing"),
        ("report", "DIR: found nothing"),
        ("judge", "POSITION.toml: found nothing"),
        ("replay", "STAGE: found nothing; --verify"),
        ("stage new", "FILE: found nothing"),
        (f"stage show {STAGE} more", "argument: found 'more', expected no more than fr-sim stage show STAGE"),
        ("rules list more", "argument: found 'more'"),
        (f"bench {STAGE} -n 5", "option: found '-n'"),
    ],
    "names": [
        ("run avenue-corso-pasio", "STAGE: found 'avenue-corso-pasio'; did you mean 'avenue-corso-paseo'?"),
        ("run corso", "STAGE: found 'corso'; part of avenue-corso-paseo"),
        ("run ''", "STAGE: found an empty name"),
        ("bench nowhere", "STAGE: found 'nowhere'"),
        ("replay nowhere", "STAGE: found 'nowhere'"),
        ("stage show nowhere", "STAGE: found 'nowhere'"),
        ("stage check nowhere", "STAGE: found 'nowhere'"),
        ("stage draw nowhere", "STAGE: found 'nowhere'"),
        (f"run {STAGE} {STAGE}", "each stage once"),
        (f"{RUN} -r gigamic", "--rules: found 'gigamic'; did you mean 'gigamic-v2'?"),
        (f"{RUN} -r ''", "--rules: found an empty name"),
        (f"bench {STAGE} -r nowhere", "--rules: found 'nowhere'"),
        (f"replay {STAGE} -r nowhere", "--rules: found 'nowhere'"),
        ("judge good-position.toml -r nowhere", "--rules: found 'nowhere'"),
        ("rules show gigamik-v2", "EDITION: found 'gigamik-v2'; did you mean 'gigamic-v2'?"),
        ("rules diff gigamic-v2 base-2015", "EDITION: found 'base-2015'; did you mean 'base-2016'?"),
        ("policy show draftr", "POLICY: found 'draftr'; did you mean 'drafter'?"),
        (f"{RUN} --seats rotte", "--seats: found 'rotte'; did you mean 'rotate'?"),
        (f"replay {STAGE} --seats fix", "--seats: found 'fix'; did you mean 'fixed'?"),
        (f"{RUN} --format xml", "--format: found 'xml', expected one of csv, parquet"),
        (f"replay {STAGE} --format csv", "--format: found 'csv', expected one of text, jsonl"),
    ],
    "line-ups": [
        (f"run {STAGE} -t nobody", "--teams, team 0: found 'nobody'"),
        (f"run {STAGE} -t random,draftr", "--teams, team 1: found 'draftr'; did you mean 'drafter'?"),
        (f"run {STAGE} -t ''", "--teams, team 0: found nothing"),
        (f"run {STAGE} -t random,,random", "--teams, team 1: found nothing"),
        (f"run {STAGE} -t random:pace=5", "no parameter: 'random' has none"),
        (f"run {STAGE} -t steady:pase=5", "found 'pase'; did you mean 'pace'?"),
        (f"run {STAGE} -t steady:pace", "pace=VALUE"),
        (f"run {STAGE} -t steady:pace=fast", "found 'pace=fast'; a whole number from 0 to 20"),
        (f"run {STAGE} -t steady:pace=99", "found 'pace=99'; a whole number from 0 to 20"),
        (f"run {STAGE} -t steady:pace=5:pace=6", "'pace' once only"),
        (f"run {STAGE} -t random/roleur", "did you mean '/rouleur'?"),
        (f"run {STAGE} -t peloton,peloton,random", "only one Peloton team"),
        (f"run {STAGE} -t peloton,muscle", "found nobody but dummies"),
        (f"run {STAGE} -t peloton/rouleur,random", "expected 'peloton' alone"),
        (f"run {STAGE} -t muscle:pace=3,random", "expected 'muscle' alone"),
        (f"run {STAGE} -t muscl,random", "did you mean 'muscle'?"),
        (f"run {STAGE} -t random/grimper+sprinteur", "--teams, team 0: found '/grimper'; did you mean '/grimpeur'?"),
        (f"run {STAGE} -t random/grimpeur+puncheur", "one in the sprinteur's: both are of kind rouleur"),
        (f"run {STAGE} -t random,peloton/grimpeur+sprinteur", "--teams, team 1: found 'peloton/grimpeur+sprinteur'"),
        (f"run {STAGE} -t random,muscle/grimpeur", "muscle/RIDER+RIDER with both its riders"),
        (f"run {STAGE} -t random/nowhere.toml", "nowhere.toml: found no such file, expected a rider file"),
        (f"run {STAGE} -t random/binary.toml", "binary.toml: found"),
        (f"run {STAGE} -t random/deckless-rider.toml", "deckless-rider.toml: deck: found nothing"),
        (f"run {STAGE} -t random/rider-of-letters.toml+sprinteur", "rider-of-letters.toml: deck: found 'X'"),
        (f"run {STAGE} -t random/many-cards.toml", "many-cards.toml: deck.3: found 41"),
        (f"compare {STAGE} -t random -t random/kindless-rider.toml", "kindless-rider.toml: kind: found 'climber'"),
        (f"replay {STAGE} -t random/grimper", "did you mean '/grimpeur'?"),
        ("policy show punchuer", "POLICY: found 'punchuer'; did you mean 'puncheur'?"),
        ("policy show rider-of-letters.toml", "rider-of-letters.toml: deck: found 'X'"),
        (f"run {STAGE} -t random,random,random,random,random,random", "12 riders; 10 places behind the start line"),
        ("run good.toml -t random,random,random,random,random,random", "12 riders; 10 places behind the start line of Road"),
        (f"run stage-7-5-6-players -t {TWELVE},random/rouleur", "13 riders, expected at most 12"),
        (f"run stage-7-5-6-players -t {TWELVE.replace('/rouleur', '')}", "24 riders, expected at most 12"),
        (f"bench {STAGE} -t nobody", "--teams, team 0: found 'nobody'"),
        (f"replay {STAGE} -t nobody", "--teams, team 0: found 'nobody'"),
    ],
    "numbers": [
        *(
            (f"run {STAGE} -n {number}", f"--races: found '{number}'; whole number")
            for number in ("0", "-5", "1.5", "1e3", "nan", "9" * 20)
        ),
        (f"run {STAGE} -n ''", "--races: found ''"),
        *((f"{RUN} --threads {number}", f"--threads: found '{number}'") for number in ("0", "-1", "1.5", "99999", "all")),
        *((f"{RUN} --seed {number}", f"--seed: found '{number}'") for number in ("1.5", "nan", "lucky")),
        *((f"{RUN} --precision {number}", f"--precision: found '{number}'") for number in ("0", "-1%", "nan", "inf", "70%", "narrow")),
        *((f"replay {STAGE} --race {race}", f"--race: found '{race}'") for race in ("-1", "1.5", "nan", "9-3", "1-2-3", "0-99999999")),
        (f"replay {STAGE} --seed x", "--seed: found 'x'"),
        (f"bench {STAGE} --threads 0", "--threads: found '0'"),
    ],
    "rules by the command line": [
        (f"{RUN} --set hand_size", "--set: found 'hand_size', expected KEY=VALUE"),
        (f"{RUN} --set =3", "--set: found '=3'"),
        (f"{RUN} --set hand_sise=3", "--set hand_sise: found an unknown key; did you mean 'hand_size'?"),
        (f"{RUN} --set hand_size=three", "--set hand_size: found 'three', expected a whole number from 1 to 8"),
        (f"{RUN} --set hand_size=9", "--set hand_size: found 9, expected a whole number from 1 to 8"),
        (f"{RUN} --set hand_size=", "--set hand_size: found ''"),
        (f"{RUN} --set 'hand_size=3;4'", "--set hand_size: found '3;4'"),
        (f"{RUN} --set deck_rouleur.X=3", "--set deck_rouleur: found 'X'"),
        (f"{RUN} --set breakaway=perhaps", "--set breakaway: found 'perhaps', expected true or false"),
        (f"{RUN} --set breakaway_size=0", "--set breakaway_size: found 0"),
        (f"{RUN} --set breakaway_size=some", "--set breakaway_size: found 'some'"),
        (f"{RUN} --set breakaway_counts_dummies=2", "--set breakaway_counts_dummies: found 2"),
        (f"{RUN} --set solo_exhaustion=1", "--set solo_exhaustion: found 1"),
        (f"{RUN} --set dummy_empty=10", "--set dummy_empty: found 10"),
        (f"{RUN} --set weather=snow", "--set weather: found 'snow', expected off, random, or a list"),
        (f"{RUN} --set weather=3", "--set weather: found 3"),
        (f"{RUN} --set 'weather=[\"wet\"]'", "weather: found ['wet'], expected one kind for each of the 7 places"),
        (f"{RUN} --set carry=half", "did you mean 'half-up'?"),
        (f"{RUN} --set 'handicap=[1, 2, 3]'", "handicap: found [1, 2, 3]; 2 teams"),
        ("rules show --set hand_size=0", "--set hand_size: found 0"),
        ("judge good-position.toml --set hand_sise=3", "did you mean 'hand_size'?"),
        (f"bench {STAGE} --set a=1", "--set a: found an unknown key"),
        (f"replay {STAGE} --set a=1", "--set a: found an unknown key"),
    ],
    "files that are none": [
        *(
            (f"{command} {name}", f"{name}: found {found}")
            for command in ("stage show", "stage check", "stage draw", "run", "bench", "replay", "rules show", f"{RUN} -r", "judge")
            for name, found in (
                ("nowhere.toml", "no such file"),
                ("folder.toml", "a folder"),
                ("binary", "bytes that are no text"),
                ("broken.toml", ""),
                ("deep.toml", ""),
                ("nul.toml", ""),
            )
        ),
        ("replay --verify nowhere", "nowhere: found no such file"),
        ("replay --verify folder", "folder: found a folder"),
        ("replay --verify binary", "binary: found bytes that are no text"),
        ("replay --verify empty", "empty: found an empty file"),
        ("policy list --policy-file nowhere.py", "nowhere.py: found no such file"),
        ("policy list --policy-file folder", "folder: found a folder"),
        ("policy list --policy-file binary", "binary: found bytes that are no text"),
        ("policy list --policy-file empty", "empty: found no policy"),
        ("judge empty.toml", "empty.toml: found an empty file"),
        ("stage show empty.toml", "empty.toml: name: found no name"),
    ],
    "stages": [
        ("run no-finish.toml", "no-finish.toml: tiles: found none, expected a finish line"),
        ("run no-start.toml", "no-start.toml: tiles: found none, expected a start line"),
        ("run both-faces.toml", "both-faces.toml: tiles: found both faces of one tile, B and b"),
        ("run twice.toml", "twice.toml: tiles: found tile 'b' 2 times"),
        ("run unknown-tile.toml", "unknown-tile.toml: tiles, number 2: found '9C'"),
        ("run half-a-tile.toml", "half-a-tile.toml: tiles, number 3: found '^'"),
        ("run misspelt-key.toml", "lane: found an unknown key; did you mean 'lanes'?"),
        ("run ill-typed.toml", "stretch 1: squares: found '60', expected a whole number from 1 to 200"),
        ("run negative.toml", "stretch 1: squares: found -60"),
        ("run huge.toml", "stretch 1: squares: found 99999999999999999999"),
        ("run nan.toml", "stretch 1: squares: found nan"),
        ("run wide.toml", "wide.toml: lanes: found 9, expected a whole number from 1 to 3"),
        ("run misspelt-terrain.toml", "terrain: found 'flaat'; did you mean 'flat'?"),
        ("run no-name.toml", "no-name.toml: name: found no name"),
        ("run backwards.toml", "backwards.toml: past_finish: found the finish line on square 2"),
        ("run narrow-start.toml", "players: found 2 places behind the start line, expected 8, for 4 teams"),
        ("run misspelt-rule.toml", "misspelt-rule.toml"),
        (f"run {STAGE} no-finish.toml", "no-finish.toml"),
    ],
    "editions": [
        ("rules show round.toml", "round-again.toml: extends: found a circle, round → round-again → round"),
        ("rules show itself.toml", "itself.toml: extends: found a circle, itself → itself"),
        ("rules show orphan.toml", "orphan.toml: extends: found 'nowhere.toml'"),
        ("rules show misspelt-parent.toml", "misspelt-parent.toml: extends: found 'gigamic-v3'; did you mean 'gigamic-v2'?"),
        ("rules show unknown-rule.toml", "unknown-rule.toml: hand_sise: found an unknown key; did you mean 'hand_size'?"),
        ("rules show ill-typed-rule.toml", "hand_size: found '3', expected a whole number from 1 to 8"),
        ("rules show fractional-rule.toml", "hand_size: found 3.0"),
        ("rules show rule-out-of-range.toml", "hand_size: found 99"),
        ("rules show negative-deck.toml", "deck_rouleur.3: found -1"),
        ("rules show deck-of-letters.toml", "deck_rouleur: found 'X'"),
        ("rules show empty-deck.toml", "deck_rouleur: found 0 cards"),
        ("rules show unknown-terrain.toml", "no_slipstream: found 'hill'"),
        ("rules show sunny.toml", "weather: found 'sunny'"),
        (f"{RUN} -r round.toml", "a circle"),
        (f"{RUN} -r good.toml", "good.toml: name: found an unknown key"),
    ],
    "policies": [
        ("policy list --policy-file syntax.py", "syntax.py, line 1: found 'def f(view:'"),
        ("policy list --policy-file none.py", "none.py: found no policy"),
        ("policy list --policy-file raises.py", "raises.py, line 1: found RuntimeError: not today"),
        ("policy list --policy-file leaves.py", "leaves.py, line 2: found SystemExit"),
        ("policy list --policy-file imports.py", "imports.py, line 1: found ModuleNotFoundError"),
        ("policy list --policy-file taken.py", "taken.py, policy 'drafter': found 'drafter'"),
        ("policy list --policy-file no-default.py", "policy 'f': found parameter pace, expected pace=NUMBER"),
        ("policy list --policy-file fraction.py", "policy 'f': found parameter pace=1.5"),
        ("policy list --policy-file many.py", "found 40 parameters, expected at most 16"),
        ("policy list --policy-file waits.py", "policy 'f', f: found async def"),
        ("policy list --policy-file yields.py", "policy 'f', f: found yield"),
        ("policy show g --policy-file good.py", "POLICY: found 'g'"),
        (f"bench {STAGE} --policy-file none.py", "none.py: found no policy"),
        (f"{RUN} --policy-file raises.py", "raises.py, line 1"),
        ("run avenue-corso-paseo -t f,random --policy-file not-compiled.py", "not-compiled.py, policy 'f', line 2: found"),
        ("run avenue-corso-paseo -t f,random --policy-file no-answer.py", "no-answer.py, policy 'f', f: found"),
        ("run avenue-corso-paseo -t f,random --policy-file words.py", "words.py, policy 'f', f: found"),
        ("run avenue-corso-paseo -t f,random --policy-file unseen.py", "unseen.py, policy 'f', line 2: found"),
        (
            f"run {STAGE} -t random,f -n 64 --policy-file not-in-hand.py",
            "not-in-hand.py, policy 'f', race 0, round 1, rider 2: found f answered 99",
        ),
        (f"replay {STAGE} -t f,random --race 5 --policy-file divides.py", "divides.py, policy 'f', line 2, race 5, round 1, rider 0"),
    ],
    "positions": [
        ("judge same-place.toml", "rider 1, place: found [10, 0], expected a place of its own: rider 0 stands there"),
        ("judge no-such-lane.toml", "rider 1, place: found [12, 2], expected one of the 2 lanes of square 12"),
        ("judge off-the-road.toml", "rider 1, place: found [78, 0], expected a square from 0 to 77"),
        ("judge behind-the-road.toml", "rider 1, place: found [-1, 0]"),
        ("judge half-a-place.toml", "rider 1, place: found [12]"),
        ("judge place-in-words.toml", "rider 1, place: found '12'"),
        ("judge unknown-kind.toml", "rider 1, kind: found 'sprinter'; did you mean 'sprinteur'?"),
        ("judge no-card.toml", "rider 1, card: found 'X'"),
        ("judge card-as-number.toml", "rider 1, card: found 9, expected a card code in quotes"),
        ("judge hand-of-letters.toml", "rider 1, hand: found 'X'"),
        ("judge negative-pile.toml", "rider 1, draw, 4: found -1"),
        ("judge misspelt-rider-key.toml", "rider 0: found 'places'; did you mean 'place'?"),
        ("judge round-zero.toml", "round: found 0"),
        ("judge round-and-a-half.toml", "round: found 1.5"),
        ("judge round-too-far.toml", "round: found 100000"),
        ("judge no-team.toml", "rider 1, team: found nothing"),
        ("judge negative-team.toml", "rider 1, team: found -1"),
        ("judge two-rouleurs.toml", "rider 1, kind: found 'rouleur', expected one rouleur a team"),
        ("judge other-team.toml", "other-team.toml, team: found 7"),
        ("judge unknown-stage.toml", "unknown-stage.toml, stage: found 'avenue-corso-pasio'; did you mean 'avenue-corso-paseo'?"),
        ("judge no-stage.toml", "neither stage nor [road]"),
        ("judge two-roads.toml", "both stage and [road]"),
        ("judge unknown-edition.toml", "unknown-edition.toml, rules: found 'gigamic-v3'; did you mean 'gigamic-v2'?"),
        ("judge misspelt-rule.toml", "misspelt-rule.toml, rules: hand_sise: found an unknown key; did you mean 'hand_size'?"),
        ("judge attack.toml", "card: found 'A'"),
        ("judge thirteen.toml", "13 riders, expected at most 12"),
        ("judge no-riders.toml", "rider: found no riders"),
        ("judge half.json", "half.json: found"),
        ("judge list.json", "list.json: found a JSON list"),
        ("judge good.toml", "good.toml: found 'name', expected one of the keys"),
    ],
    "race logs": [
        ("replay --verify words.jsonl", "words.jsonl, line 1: found no JSON"),
        ("replay --verify list.jsonl", "list.jsonl, line 1: found [1]"),
        ("replay --verify unknown-event.jsonl", "line 1: found 'banana', expected the event 'race' first"),
        ("replay --verify alone.jsonl", "found the end of the file within a race"),
        ("replay --verify cut.jsonl", "cut.jsonl, line 10: found the end of the file within a race"),
        ("replay --verify half-a-line.jsonl", "half-a-line.jsonl, line 11: found no JSON"),
        ("replay --verify headless.jsonl", "line 1: found 'placement', expected the event 'race' first"),
        (f"replay {STAGE} --verify good.jsonl", "--verify: found STAGE beside it"),
        ("replay --verify good.jsonl --out told.txt --seed 3", "--verify: found --seed, --out beside it"),
    ],
    "places to write to": [
        (f"{RUN} -o plain-file", "plain-file: found a file, expected a directory"),
        (f"{RUN} -o plain-file/results", "plain-file/results: found"),
        (f"{RUN} -o folder", "folder: found files that no run wrote: diary.txt"),
        (f"{RUN} -o folder --force", "folder: found files that no run wrote: diary.txt"),
        (f"{RUN} -o done", "done: found another run's results, expected --force"),
        (f"{RUN} -o /proc/no/results", "/proc/no: found"),
        (f"run {STAGE} good.toml -o plain-file", "plain-file"),
        (f"{RUN} -o done -n 128 --resume", "done: found --resume with another --races, expected; (--races 64)"),
        (f"{RUN} -o done --seed 2 --resume", "--resume with another --seed"),
        (f"{RUN} -o done --seats fixed --resume", "--resume with another --seats"),
        (f"{RUN} -o done --raw --resume", "--resume with another --raw, expected the options of the run that is there (--raw off)"),
        (f"{RUN} -o done --precision 1% --resume", "--resume with another --precision"),
        (f"{RUN} -o done -r base-2016 --resume", "--resume with another --rules, --set"),
        (f"{RUN} -o done --set hand_size=3 --resume", "--resume with another --rules, --set"),
        (f"run {STAGE} -t random,highest -n 64 -o done --resume", "--resume with another --teams"),
        ("run la-doyenne -t random,random -n 64 -o done --resume", "--resume with another STAGE"),
        (f"replay {STAGE} -o folder", "--out: found 'folder'"),
        (f"replay {STAGE} -o nowhere/race.txt", "--out: found 'nowhere/race.txt'"),
        (f"replay {STAGE} -o /proc/race.txt", "--out /proc/race.txt: found"),
        (f"stage draw {STAGE} -o road.gif", "--out road.gif: found the suffix '.gif', expected a name that ends in .svg or .png"),
        (f"stage draw {STAGE} -o road", "--out road: found no suffix"),
        (f"stage draw {STAGE} -o nowhere/road.svg", "--out nowhere/road.svg: found"),
        ("stage new good.toml", "good.toml: found a file that is there already"),
        ("stage new nowhere/road.toml", "nowhere/road.toml: found a folder that does not exist"),
        ("stage new plain-file/road.toml", "plain-file/road.toml: found Not a directory"),
        ("stage new road.toml --name '  '", "--name: found"),
    ],
    "results": [
        ("report nowhere", "nowhere: found no such directory"),
        ("report plain-file", "plain-file: found a file"),
        ("report folder", "folder: found no run.json"),
        ("report broken-record", "broken-record/run.json: found"),
        ("report list-record", "list-record/run.json: found []"),
        ("report bare-record", "bare-record/run.json: found no rules"),
        ("report record-without-seed", "record-without-seed/run.json: found no seed"),
        ("report record-of-words", "record-of-words/run.json: chunks: found 'many', expected a whole number"),
        ("report broken-counts", "broken-counts/tally.npz: found a broken file"),
        ("report no-tables", "no-tables/teams.csv: found no such file"),
        ("report no-tables --no-plots", "no-tables/tally.npz: found no such file"),
        (f"{RUN} -o broken-counts --resume", "broken-counts/tally.npz: found a broken file"),
    ],
}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """The folder of all files, made once: no case may change it."""
    folder, before = tmp_path_factory.mktemp("workshop"), Path.cwd()
    os.chdir(folder)
    try:
        write_all(folder)
        yield folder
    finally:
        os.chdir(before)


def contents(folder):
    """What is in a folder: every path, with size and time of change of every file."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(("line", "told"), [case for cases in CASES.values() for case in cases])
def test_bad_input_is_told_in_one_message_and_writes_nothing(workshop, capsys, line, told):
    capsys.readouterr()
    before = contents(workshop)
    status = main(shlex.split(line))
    said = capsys.readouterr()
    assert (status, said.out) == (2, ""), said.err
    assert said.err.startswith("fr-sim: ")
    assert len(said.err.splitlines()) == 1, said.err
    assert ": found " in said.err
    assert ", expected " in said.err
    for part in told.split("; "):
        assert part in said.err
    assert contents(workshop) == before


@pytest.mark.parametrize(
    "line",
    [
        f"runn {STAGE}",
        f"run {STAGE} -n 0",
        "run no-finish.toml",
        "run binary",
        f"run {STAGE} -t f,random --policy-file not-compiled.py",
        f"{RUN} -o folder",
        "judge same-place.toml",
        "replay --verify cut.jsonl",
        "report list-record",
    ],
)
def test_a_process_of_its_own_says_the_same(workshop, capsys, line):
    capsys.readouterr()
    assert main(shlex.split(line)) == 2
    told = capsys.readouterr().err
    ended = subprocess.run([sys.executable, "-m", "fr_sim", *shlex.split(line)], cwd=workshop, capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", told)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("stage show closed.toml", "closed.toml: found a file that may not be read"),
        ("rules show closed.toml", "closed.toml: found a file that may not be read"),
        ("judge closed.toml", "closed.toml: found a file that may not be read"),
        ("policy list --policy-file closed.py", "closed.py: found a file that may not be read"),
        ("replay --verify closed.jsonl", "closed.jsonl: found Permission denied"),
        ("stage new road.toml", "road.toml: found Permission denied"),
        (f"stage draw {STAGE} -o road.svg", "--out road.svg: found Permission denied"),
        (f"replay {STAGE} -o race.txt", "--out race.txt: found Permission denied"),
    ],
)
def test_what_others_may_not_read_or_write(tmp_path, monkeypatch, capsys, line, told):
    monkeypatch.chdir(tmp_path)
    for name in ("closed.toml", "closed.py", "closed.jsonl"):
        (tmp_path / name).touch(mode=0o600)
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        folder.chmod(0o755)
    os.seteuid(65534)
    try:
        status = main(shlex.split(line))
    finally:
        os.seteuid(0)
    said = capsys.readouterr()
    assert (status, said.out, len(said.err.splitlines())) == (2, "", 1), said.err
    assert told in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["closed.jsonl", "closed.py", "closed.toml"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize(
    "line",
    ["stage show /dev/zero", "rules show /dev/zero", "judge /dev/zero", "policy list --policy-file /dev/zero", "replay --verify /dev/zero"],
)
def test_an_endless_file_is_found_out(capsys, line):
    assert main(shlex.split(line)) == 2
    assert "/dev/zero" in capsys.readouterr().err


def test_there_are_cases_of_every_kind():
    assert len(CASES) > 10
    assert sum(map(len, CASES.values())) > 200
