"""The benchmark's own runner plays; what it measures is nobody's assertion."""

from tests.bench.yardstick import Runner


def test_the_runner_plays_every_race():
    assert Runner("avenue-corso-paseo", "random,highest").play(192).sum() == 192
