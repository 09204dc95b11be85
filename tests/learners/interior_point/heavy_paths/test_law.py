"""OneRandomPath, LevelUp, HeavyPaths: laws, the rows that stand for them, the deepest level, errors."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.exact import as_fraction
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, answer_from_law, construct_paths,
                                                           domain_sizes, heavy_paths_law, level_up_law,
                                                           one_random_path_law)
from privlearn.learners.interior_point.heavy_paths.tables import heavy_paths_row, level_rows, one_random_path_row
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law

HALF = Fraction(3, 2)
SETTINGS = HeavyPathsParameters(levels=2, trim=0, stop=1, threshold=1, high=1, exp_threshold=4, exp_query=HALF,
                                exp_path=2, exp_level=2, level_threshold=2, exp_choose=HALF, threshold_choose=3,
                                exp_end=2)


def as_row(law, bits):
    table = law.exact()
    return tuple(table.get(x, Fraction(0)) for x in (*range(1 << bits), None))


def fractions(row):
    return tuple(as_fraction(weight) for weight in row)


@pytest.mark.parametrize("trim", [0, 1])
@pytest.mark.parametrize("bits", [0, 1, 2])
def test_rows_are_the_laws_on_all_small_databases(bits, trim):
    settings = replace(SETTINGS, trim=trim)
    for n in range(5):
        for s in combinations_with_replacement(range(1 << bits), n):
            assert fractions(heavy_paths_row(s, bits, settings)) == as_row(heavy_paths_law(s, bits, settings), bits)


def test_rows_are_the_laws_on_larger_databases():
    rng = random.Random(4)
    for bits, stop, levels in ((3, 2, 2), (4, 1, 3), (4, 3, 2)):
        settings = replace(SETTINGS, stop=stop, levels=levels)
        for _ in range(4):
            s = tuple(sorted(rng.randrange(1 << bits) for _ in range(7)))
            assert fractions(heavy_paths_row(s, bits, settings)) == as_row(heavy_paths_law(s, bits, settings), bits)
            assert fractions(one_random_path_row(s, bits, settings)) == as_row(
                one_random_path_law(s, bits, 0, settings), bits)


def test_laws_of_no_point_no_level_and_of_the_deepest():
    assert heavy_paths_law((), 3, SETTINGS).exact() == {None: 1}  # no points give no answer
    assert level_up_law((1, 1), 3, 0, None, SETTINGS).exact() == {None: 1}  # no level gives no answer
    deepest = level_up_law((3, 9, 9), 4, 0, 4, SETTINGS).exact()  # levels beyond the deepest are the deepest
    assert level_up_law((3, 9, 9), 4, 0, 7, SETTINGS).exact() == deepest
    for y, row in enumerate(level_rows((0, 1, 1, 6), 3, SETTINGS)):  # rows of level up are its laws
        assert fractions(row) == as_row(level_up_law((0, 1, 1, 6), 3, 0, y, SETTINGS), 3)


def test_one_level_is_one_random_path():
    settings = replace(SETTINGS, levels=1)
    s = (0, 0, 1, 5, 5)
    assert heavy_paths_law(s, 3, settings).exact() == one_random_path_law(s, 3, 0, settings).exact()
    # the law mixes the answers from each level
    far = replace(SETTINGS, threshold=-40, high=-40)  # the first level is always reported
    mixed, first = heavy_paths_law(s, 3, far).exact(), answer_from_law(s, 3, 1, far).exact()
    assert all(abs(mixed[x] - first.get(x, 0)) < Fraction(1, 10**6) for x in mixed)
    rng = random.Random(1)  # the law can be sampled
    assert {heavy_paths_law((2, 2, 2, 2), 2, SETTINGS).sample(rng) for _ in range(40)} <= {0, 1, 2, 3, None}
    s = (5,) * 6  # the only path is that to 5, so with thresholds far below all choices of TreeLog's level are made
    settings = replace(SETTINGS, levels=1, level_threshold=-60, threshold_choose=-60)
    level = Level(exp_path=2, exp_choose=HALF, threshold=-60, exp_end=2, trim=0, stop=1)
    ours = one_random_path_law(s, 3, 0, settings).exact()
    assert abs(ours[5] - tree_log_law(s, 3, TreeLogParameters((level,), 2**60)).exact()[5]) < Fraction(1, 10**6)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: replace(SETTINGS, levels=0), "must be"), (lambda: replace(SETTINGS, trim=-1), "must be"),
    (lambda: replace(SETTINGS, stop=0), "must be"), (lambda: replace(SETTINGS, high=0), "must be"),
    (lambda: replace(SETTINGS, exp_path=1), "must be"), (lambda: replace(SETTINGS, exp_end=Fraction(1, 2)), "must be"),
    (lambda: replace(SETTINGS, level_threshold=HALF), "must be"),
    (lambda: heavy_paths_law((8,), 3, SETTINGS), "must hold points"),
    (lambda: answer_from_law((1,), 3, 0, SETTINGS), "first must be"),
    (lambda: one_random_path_law((1,), 3, -1, SETTINGS), "index must be an integer of at least 0 and at most 1"),
    (lambda: level_up_law((1,), 3, -1, 0, SETTINGS), "index must be an integer of at least 0 and at most 1"),
    (lambda: one_random_path_law((1,), 3, 2, SETTINGS), "index must be an integer of at least 0 and at most 1"),
    (lambda: level_up_law((1,), 3, 2, 0, SETTINGS), "index must be an integer of at least 0 and at most 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("trim", [0, 1])
def test_a_later_level_is_the_first_of_its_own_database(index, trim):
    settings, s = replace(SETTINGS, trim=trim, stop=2), (0, 0, 1, 4, 5, 5, 7)
    own, size = construct_paths(s, 3, 2, trim, 2)[index], domain_sizes(3, 2)[index]
    assert one_random_path_law(s, 3, index, settings).exact() == one_random_path_law(own, size, 0, settings).exact()
    for y in (0, 1, size, None):
        assert level_up_law(s, 3, index, y, settings).exact() == level_up_law(own, size, 0, y, settings).exact()
