"""What users call: answers, numbers of rows, real columns, and what is refused before the private code runs."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point import heavy_paths, tree_log
from privlearn.learners.interior_point.heavy_paths import heavy_rows_needed, plan_heavy_paths
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log import plan_tree_log, tree_log_rows_needed
from privlearn.mechanisms import add_remove_one, replace_one

PRIVACY = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
RELATIONS = [replace_one, add_remove_one]


@pytest.mark.parametrize("bits", [1, 64, 1024])
@pytest.mark.parametrize("neighbours", RELATIONS)
@pytest.mark.parametrize("more", [0, 1, 500])
def test_answers_are_interior_points_of_two_far_values(bits, neighbours, more):
    rows = tree_log_rows_needed(bits, neighbours=neighbours, **PRIVACY) + more
    low, high = 2**bits // 4, 2**bits - 1 - 2**bits // 3
    database = [low] * (rows // 2) + [high] * (rows - rows // 2)
    answers = [tree_log(database, neighbours=neighbours, domain_bits=bits, rng=random.Random(seed), **PRIVACY)
               for seed in range(4)]
    assert sum(answer is not None and low <= answer <= high for answer in answers) >= 3


@pytest.mark.parametrize("bits", [64, 1024])
def test_too_few_public_rows_are_refused_with_the_number_needed(bits):
    needed = tree_log_rows_needed(bits, neighbours=replace_one, **PRIVACY)
    with pytest.raises(ValueError, match=f"at least {needed} .* got {needed - 1}"):
        tree_log([0] * (needed - 1), neighbours=replace_one, domain_bits=bits, rng=random.Random(0), **PRIVACY)


@pytest.mark.parametrize("release", [tree_log, heavy_paths])
@pytest.mark.parametrize("bits", [64, 1024])
@pytest.mark.parametrize("database", [[], [5], np.array([])])
def test_too_few_private_rows_are_not_refused_and_get_no_answer(release, bits, database):
    answers = [release(database, neighbours=add_remove_one, domain_bits=bits, rng=random.Random(seed), **PRIVACY)
               for seed in range(20)]
    assert answers.count(None) >= 15  # each with probability at least 9/10


@pytest.mark.parametrize("bits", [64, 1024])
@pytest.mark.parametrize("share", [Fraction(1, 4), Fraction(3, 4), Fraction(19, 20)])
def test_with_too_few_private_rows_answers_are_right_or_none(bits, share):
    rows = int(share * tree_log_rows_needed(bits, neighbours=add_remove_one, **PRIVACY))
    answers = [tree_log([9] * rows, neighbours=add_remove_one, domain_bits=bits, rng=random.Random(seed), **PRIVACY)
               for seed in range(20)]
    assert sum(answer not in (9, None) for answer in answers) <= 5


@pytest.mark.parametrize("neighbours", RELATIONS)
def test_heavy_paths_finds_interior_points_of_two_far_values(neighbours):
    rows = heavy_rows_needed(64, neighbours=neighbours, **PRIVACY)
    database = [2**62] * (rows // 2) + [2**63 + 1] * (rows - rows // 2)
    answers = [heavy_paths(database, neighbours=neighbours, domain_bits=64, rng=random.Random(seed), **PRIVACY)
               for seed in range(8)]
    assert sum(answer is not None and 2**62 <= answer <= 2**63 + 1 for answer in answers) >= 6


def test_heavy_paths_takes_more_rows_than_it_needs():
    column = np.arange(20_000, dtype=np.uint64)  # their number is public: the median
    answer = heavy_paths(column, neighbours=replace_one, domain_bits=64, rng=random.Random(1), **PRIVACY)
    assert abs(answer - 10_000) <= heavy_rows_needed(64, neighbours=replace_one, **PRIVACY) // 2 + 1
    # their number is private
    answer = heavy_paths(column, neighbours=add_remove_one, domain_bits=64, rng=random.Random(1), **PRIVACY)
    assert 0 <= answer < 20_000


def test_heavy_paths_refuses_too_few_public_rows_before_they_are_looked_at():
    needed = plan_heavy_paths(64, neighbours=replace_one, **PRIVACY).rows
    with pytest.raises(ValueError, match=f"at least {needed} .* got 1"):
        heavy_paths(["secret"], neighbours=replace_one, domain_bits=64, rng=random.Random(0), **PRIVACY)
    with pytest.raises(TypeError, match="neighbours"):  # neighbours has no default
        tree_log([1], domain_bits=4, rng=random.Random(0), **PRIVACY)


@pytest.mark.parametrize("bits", [64, 1024])
@pytest.mark.parametrize("more", [0, 1, 2, 7])
def test_more_public_rows_leave_at_most_one_more_after_trimming(bits, more):
    plan = plan_tree_log(bits, neighbours=replace_one, **PRIVACY)
    parameters = fitted(plan, plan.rows + more)
    for wide, level in zip(parameters.levels, plan.parameters.levels, strict=True):
        left = plan.rows + more - 2 * wide.trim
        assert left - (plan.rows - 2 * level.trim) == more % 2
        assert left <= 2 * wide.stop + 1


@pytest.mark.parametrize(("change", "rule"), [
    ({"epsilon": 0}, "epsilon"), ({"epsilon": -1}, "epsilon"), ({"delta": 0}, "delta"), ({"delta": 1}, "delta"),
    ({"beta": 0}, "beta"), ({"beta": 2}, "beta"), ({"domain_bits": 0}, "domain_bits"), ({"rng": 4}, "rng"),
    ({"neighbours": None}, "neighbours"), ({"epsilon": float("nan")}, "epsilon")])
@pytest.mark.parametrize("release", [tree_log, heavy_paths])
def test_bad_arguments_are_refused_by_name(release, change, rule):
    arguments = {"neighbours": add_remove_one, "domain_bits": 64, "rng": random.Random(0), **PRIVACY, **change}
    with pytest.raises(ValueError, match=rule):
        release([1, 2, 3], **arguments)


class Column:
    """What a data frame gives: numpy can read it, and it is no array."""

    def __init__(self, entries):
        self.entries = np.asarray(entries)

    def __len__(self):
        return len(self.entries)

    def __iter__(self):
        return iter(self.entries)

    def __array__(self, dtype=None, copy=None):
        return self.entries if dtype is None else self.entries.astype(dtype)


@pytest.mark.parametrize("release", [tree_log, heavy_paths])
@pytest.mark.parametrize("neighbours", RELATIONS)
def test_all_kinds_of_sequences_in_any_order_have_one_answer(release, neighbours):
    rows = list(range(4000))
    shuffled = random.Random(5).sample(rows, 4000)
    kinds = (rows, tuple(shuffled), range(4000), np.array(shuffled), np.array(rows, dtype=object), Column(shuffled))
    answers = {release(kind, neighbours=neighbours, domain_bits=64, rng=random.Random(2), **PRIVACY) for kind in kinds}
    assert len(answers) == 1
    assert answers <= set(rows)


@pytest.mark.parametrize("database", [np.array(5), np.ones((300, 2), dtype=int), np.ones((2, 300), dtype=int), {5: 5},
                                      {5}, iter([5]), "5", b"5", None, 5, np.ma.masked_array([5], mask=[True])])
@pytest.mark.parametrize("neighbours", RELATIONS)
@pytest.mark.parametrize("release", [tree_log, heavy_paths])
def test_what_has_no_rows_in_one_dimension_is_refused(release, neighbours, database):
    with pytest.raises(ValueError, match="database must|rows must be at least"):
        release(database, neighbours=neighbours, domain_bits=64, rng=random.Random(0), **PRIVACY)


@pytest.mark.parametrize("database", [[2**64], [-1], [1.5] * 5, [True, False], np.array([0.5])])
@pytest.mark.parametrize("release", [tree_log, heavy_paths])
def test_bad_rows_are_refused(release, database):
    with pytest.raises(ValueError, match="database"):
        release(database, neighbours=add_remove_one, domain_bits=64, rng=random.Random(0), **PRIVACY)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: tree_log(["secret"], neighbours=replace_one, domain_bits=64, rng=random.Random(0), **PRIVACY),
        "rows must be at least"),
    (lambda: tree_log({4711}, neighbours=replace_one, domain_bits=64, rng=random.Random(0), **PRIVACY), "got set$"),
    (lambda: tree_log(iter([1, 2]), neighbours=replace_one, domain_bits=64, rng=random.Random(0), **PRIVACY),
        "database must be an array"),
    (lambda: tree_log(["secret"], neighbours=add_remove_one, domain_bits=64, rng=4, **PRIVACY), "rng must be"),
    (lambda: tree_log(["secret"], neighbours=add_remove_one, domain_bits=64, rng=random, **PRIVACY), "rng must be"),
    (lambda: heavy_paths(["secret"], neighbours=add_remove_one, domain_bits=64, rng=4, **PRIVACY), "rng must be"),
    (lambda: heavy_paths(["secret"], neighbours=add_remove_one, domain_bits=64, rng=random, **PRIVACY), "rng must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
