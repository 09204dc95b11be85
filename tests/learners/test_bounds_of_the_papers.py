"""Small bounds that pages show: each is the formula of its definition, and bad arguments are refused."""

from fractions import Fraction

import pytest

from privlearn.laws import pure
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.tree_log.one_level_failure import hard_families, one_level_failure
from privlearn.learners.lines.plans import amplified_rows, amplified_rows_constant
from privlearn.learners.noise.rates import largest_noise_rate, noise_rate_bound, success_at_largest_noise
from privlearn.learners.points.side_by_side import least_d_with_fewer_hypotheses, least_factor, small_class_size
from privlearn.learners.pseudorandom.generators import (
    advantage,
    image_test,
    point_mass_failure,
    seeds_tried_advantage,
    toy_generator,
)
from privlearn.learners.relabeling.accuracy import hard_segment_data, hard_segment_scores, population_bound
from privlearn.learners.selection.representations import success_on_every_database
from privlearn.learners.selection.several_blocks import amplified_failure
from privlearn.learning.heavy_point import rows_for_two_targets

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_all_seeds_tried_are_the_test_of_the_image():
    generator = toy_generator(2, 4)
    assert seeds_tried_advantage(generator, 4) == advantage(image_test(generator), generator)
    with pytest.raises(ValueError, match="tries"):
        seeds_tried_advantage(generator, 5)


def test_point_mass_is_failed_by_a_wrong_name_only():
    assert [point_mass_failure(lambda _: pure(1), j, size=3, rows=2, alpha=HALF) for j in range(3)] == [1, 0, 1]
    with pytest.raises(ValueError, match="point"):
        point_mass_failure(lambda _: pure(1), 3, size=3, rows=2, alpha=HALF)


def test_two_targets_need_the_first_number_of_rows_that_is_enough():
    n = rows_for_two_targets(TENTH, TENTH)
    assert Fraction(9, 10) ** n / 2 <= TENTH < Fraction(9, 10) ** (n - 1) / 2
    with pytest.raises(ValueError, match="beta"):
        rows_for_two_targets(TENTH, 0)


def test_largest_noise_rate_is_that_of_the_clean_points_of_the_domain():
    assert largest_noise_rate(TENTH, Fraction(1, 5), 3) >= noise_rate_bound(3, Fraction(4, 5)).upper
    assert success_at_largest_noise(TENTH, Fraction(1, 5), 3) < Fraction(4, 5)
    with pytest.raises(ValueError, match="size"):
        largest_noise_rate(TENTH, TENTH, 0)


def test_constant_of_the_amplified_rows_is_large_enough():
    quarter, e = Fraction(1, 4), Fraction(14427, 10000)  # ln(1/delta) = 1 / e is below ln 2 for delta = 1/2
    assert amplified_rows(quarter, quarter, TENTH, Fraction(1, 4), 1) <= amplified_rows_constant(1) * 10 * 2 / e
    with pytest.raises(ValueError, match="window"):
        amplified_rows_constant(0)


def test_success_shrinks_by_the_ratio_of_every_row():
    assert [success_on_every_database(n, 2, 1) for n in range(3)] == [1, HALF, Fraction(1, 4)]
    with pytest.raises(ValueError, match="success"):
        success_on_every_database(1, 2, 2)


def test_amplified_failure_adds_the_two_ways_to_fail():
    assert amplified_failure(2, 0) == Fraction(1, 4)
    with pytest.raises(ValueError, match="runs"):
        amplified_failure(0, 0)


def test_hard_segments_are_scored_by_their_errors():
    rows = hard_segment_data(5, 1)
    assert hard_segment_scores(5, 1, others=0) == tuple(
        sum((x < cut) != y for x, y in rows) for cut in range(max(x for x, _ in rows) + 2))
    with pytest.raises(ValueError, match="others"):
        hard_segment_scores(5, 1, others=-1)


def test_population_bound_is_linear_in_the_empirical_error():
    assert population_bound(HALF, 0, 0, 3) - population_bound(0, 0, 0, 3) == Fraction(3, 2)
    with pytest.raises(ValueError, match="tau"):
        population_bound(0, 0, -1, 1)


def test_fewer_hypotheses_than_points_begin_at_this_dimension():
    d = least_d_with_fewer_hypotheses(Fraction(1, 4))
    assert small_class_size(d, Fraction(1, 4)) < 2**d
    assert small_class_size(d - 1, Fraction(1, 4)) >= 2 ** (d - 1)


def test_least_factor_is_attained():
    assert least_factor(lambda d, more: d + more, lambda d: d, (1, 2, 4), (3,)) == 4


@pytest.mark.parametrize("exp_path", [None, 2])
def test_enclosed_failure_is_that_of_the_law(exp_path):
    level = Level(exp_path=exp_path, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
    parameters, points = TreeLogParameters((level,), exp_base=2), (1, 1, 3, 6)
    law = tree_log_law(points, 3, parameters).exact()
    exact = 1 - sum(mass for x, mass in law.items() if x is not None and 1 <= x <= 6)
    assert one_level_failure(points, 3, parameters).lower <= exact <= one_level_failure(points, 3, parameters).upper


def test_hard_families_have_the_rows_asked_for_and_one_level():
    level = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=1, stop=3)
    assert {len(rows) for rows in hard_families(32, 11, TreeLogParameters((level,), exp_base=2)).values()} == {11}
    with pytest.raises(ValueError, match="one level"):
        one_level_failure((0, 1), 2, TreeLogParameters((level, level), exp_base=2))
