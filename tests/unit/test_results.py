"""Counts that add up, and digests that tell different counts apart."""

import numpy as np

from fr_sim.arrays.counts import ADDED, DIGESTED, empty_tally
from fr_sim.arrays.sums import add_counts
from fr_sim.files import load_edition, load_stage
from fr_sim.policies.lineups import parse_lineup
from fr_sim.races.results import Question, Results


def made_results(**changes):
    question = Question(load_stage("avenue-corso-paseo"), parse_lineup("random,random"), load_edition("gigamic-v2"), 100)
    tally = empty_tally()
    for name, value in changes.items():
        getattr(tally, name).flat[-1] = value
    return Results(question, tally)


def test_every_count_changes_the_digest():
    """That of 0.1.0 the counts which that version made, the other all that were added."""
    plain = made_results()
    for name in empty_tally()._fields:
        changed = made_results(**{name: 1})
        assert (changed.digest != plain.digest) == (name in DIGESTED)
        assert (changed.road_digest != plain.road_digest) == (name in ADDED)
    digests = {made_results(**{name: 1}).digest for name in DIGESTED} | {made_results(**{name: 1}).road_digest for name in ADDED}
    assert len(digests) == len(empty_tally()._fields)


def test_chunks_and_seconds_do_not_change_the_digest():
    one = made_results(rounds=5)
    assert Results(one.question, one.tally, chunks=7, seconds=3.5).digest == one.digest


def test_tallies_add_up_field_by_field():
    total, part = empty_tally(), empty_tally()
    for counts in part:
        counts += np.arange(counts.size).reshape(counts.shape)
    add_counts(total._asdict(), part._asdict())
    add_counts(total._asdict(), part._asdict())
    assert all(np.array_equal(counts, 2 * more) for counts, more in zip(total, part, strict=True))


def test_a_part_without_a_profile_adds_none():
    total, part = empty_tally(), empty_tally()
    total.profile[3, 2, 1] = 4
    add_counts(total._asdict(), part._replace(profile=part.profile[:, :, :0].copy(), races=np.array([7]))._asdict())
    assert total.profile.sum() == 4
    assert total.races[0] == 7
