"""Where compiled code is kept, that edits are never missed, and that every processor's code gives the same bits."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import fr_sim
from fr_sim import jit
from fr_sim.lanes import LANES, aligned_block, load, store

PACKAGE = Path(fr_sim.__file__).parent

compiled_only = pytest.mark.skipif(jit.INTERPRETED, reason="numba is switched off")


@pytest.fixture
def package_copy(tmp_path):
    """Just what compiled code needs, with a small entry that calls a phase in another file."""
    copy = tmp_path / "copy" / "fr_sim"
    shutil.copytree(PACKAGE / "lanes", copy / "lanes", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "jit.py"):
        shutil.copy(PACKAGE / name, copy / name)
    (copy / "inner.py").write_text("from fr_sim.jit import phase\n\n\n@phase\ndef answer():\n    return 41\n")
    (copy / "outer.py").write_text(
        "from fr_sim import inner, jit\n\n\n"
        "answer = inner.answer\n\n\n"
        "@jit.entry\ndef ask():\n    return answer()\n\n\n"
        "print(ask(), sum(ask.stats.cache_hits.values()), jit.cache_directory())\n"
    )
    return copy


def run(package, **variables):
    """What `outer.py` printed: the answer, how many functions came from the cache, the cache's directory."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"} | variables
    command = [sys.executable, "-m", "fr_sim.outer"]
    finished = subprocess.run(command, cwd=package.parent, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer, hits, directory = finished.stdout.split(maxsplit=2)
    return int(answer), int(hits), Path(directory.strip())


@compiled_only
def test_code_is_kept_until_any_file_changes(package_copy, tmp_path):
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    first, second = run(package_copy, **cache), run(package_copy, **cache)
    assert first[:2] == (41, 0)
    assert second[:2] == (41, 1)
    assert first[2] == second[2]
    assert first[2].parent == tmp_path / "cache" / "fr-sim"

    inner = package_copy / "inner.py"
    inner.write_text(inner.read_text().replace("41", "42"))
    edited = run(package_copy, **cache)
    assert edited[:2] == (42, 0)
    assert edited[2] != first[2]


@compiled_only
def test_a_numba_switch_has_code_of_its_own(package_copy, tmp_path):
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    plain, checked = run(package_copy, **cache), run(package_copy, **cache, NUMBA_BOUNDSCHECK="1")
    assert plain[2] != checked[2]
    assert checked[1] == 0


@compiled_only
def test_a_place_that_cannot_be_written_is_passed_over(package_copy, tmp_path):
    (tmp_path / "in-the-way").write_text("a file, not a directory")
    (tmp_path / "temporary").mkdir()
    answer, _, directory = run(package_copy, NUMBA_CACHE_DIR=str(tmp_path / "in-the-way"), TMPDIR=str(tmp_path / "temporary"))
    assert answer == 41
    assert tmp_path / "temporary" in directory.parents


def test_only_old_caches_are_removed(tmp_path):
    def use(name, days_ago):
        (tmp_path / name).mkdir(exist_ok=True)
        moment = time.time() - days_ago * 24 * 3600
        os.utime(tmp_path / name, (moment, moment))

    ages = {"code-1": 2, "code-2": 3, "code-3": 4, "code-4": 5, "code-5": 6, "code-6": 600, "not-ours": 700}
    for name, days_ago in ages.items():
        use(name, days_ago)
    jit._remove_old_caches(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"code-1", "code-2", "code-3", "code-4", "not-ours"}

    for number in range(6):
        use(f"code-today-{number}", number / 10)
    jit._remove_old_caches(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*(f"code-today-{number}" for number in range(6)), "not-ours"}


def test_a_temporary_place_that_others_could_write_to_is_not_trusted(tmp_path):
    ours = tmp_path / "ours"
    assert jit._is_private(ours)
    assert jit._is_private(ours)
    if hasattr(os, "getuid"):
        ours.chmod(0o777)
        assert not jit._is_private(ours)
        (tmp_path / "link").symlink_to(tmp_path)
        assert not jit._is_private(tmp_path / "link")


def test_other_packages_keep_their_cache_directory():
    before = jit.config.CACHE_DIR
    jit.entry(test_other_packages_keep_their_cache_directory)
    assert before == jit.config.CACHE_DIR


@jit.phase
def add_one_to_first(block):
    store(block, 0, load(block, 0) + 1)


def test_a_phase_can_be_called_by_itself():
    block = aligned_block((2, LANES), np.uint8)
    jit.uncached_entry(add_one_to_first)(block)
    assert block.sum(axis=1).tolist() == [LANES, 0]


PROCESSORS = {
    "generic": "",
    "core2": "+sse2,+ssse3",
    "haswell": "+avx,+avx2,+ssse3,+sse4.2",
    "skylake-avx512": "+avx,+avx2,+ssse3,+avx512f,+avx512bw,+avx512vl,+avx512dq",
}


@compiled_only
@pytest.mark.skipif(jit.platform.machine() not in ("x86_64", "AMD64"), reason="names of x86 processors")
@pytest.mark.parametrize(("name", "features"), PROCESSORS.items(), ids=PROCESSORS)
def test_every_processor_gives_the_same_bits(name, features):
    """The comparison with NumPy, again, compiled for processors that lack what this one may have."""
    import llvmlite.binding

    host = llvmlite.binding.get_host_cpu_features()
    if not all(host.get(feature[1:]) for feature in features.split(",") if feature):
        pytest.skip("this processor cannot run that code")
    environment = os.environ | {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features}
    tests = Path(__file__).with_name("test_lanes_compiled.py")
    subset = "lookup or choices or summaries or loops or unaligned or 3-8"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(tests), "-k", subset]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout
