"""The failure of HeavyPaths, part by part."""

from dataclasses import replace
from fractions import Fraction

from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, failure_parts, heavy_paths_failure,
                                                           heavy_paths_rows)

SETTINGS = HeavyPathsParameters.with_one_base(2, levels=2, trim=1, stop=4, threshold=1, high=4, level_threshold=3,
                                              threshold_choose=3)

STRONG = replace(SETTINGS, threshold=2, level_threshold=1, exp_threshold=4**9, exp_query=4**9, exp_level=4**9,
                 exp_choose=4**9, exp_end=4**9)


def test_failure_is_the_sum_of_its_parts_and_certain_with_too_few_rows():
    rows = heavy_paths_rows(5, SETTINGS, 1)
    assert rows == 2 * (2 + 4) + 1
    assert heavy_paths_failure(5, rows - 1, STRONG) == 1
    few, more = (heavy_paths_failure(5, heavy_paths_rows(5, STRONG, low), STRONG) for low in (1, 2))
    assert few == sum(failure_parts(STRONG, 1).values())
    assert more == sum(failure_parts(STRONG, 2).values()) < Fraction(1, 2) < few
    found = [heavy_paths_failure(5, rows, STRONG) for rows in range(60)]  # more rows never fail more
    assert found == sorted(found, reverse=True)
