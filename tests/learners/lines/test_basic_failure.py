"""The basic learner of lines: failure, its bound, and the rows that serve every plane."""
from fractions import Fraction

import pytest

from privlearn.learners.lines.basic_failure import basic_draws, basic_failure, basic_failure_bound, equal_masses

TENTH, QUARTER = Fraction(1, 10), Fraction(1, 4)


def test_light_lines_never_fail():
    assert basic_failure((TENTH,), 0, TENTH) == 0


def test_no_rows_fail_on_heavy_lines():
    assert basic_failure((QUARTER, QUARTER), 0, TENTH) == basic_failure_bound(0, TENTH) == 1


def test_one_heavy_point_fails_only_unseen():
    assert basic_failure((QUARTER,), 3, TENTH) == Fraction(3, 4) ** 3


def test_two_heavy_points_must_both_be_seen():
    assert basic_failure((Fraction(1, 2), Fraction(1, 2)), 3, TENTH) == Fraction(1, 4)


def test_bound_is_the_chance_of_at_most_one_head():
    assert basic_failure_bound(3, Fraction(1, 2)) == Fraction(1, 2)


def test_draws_are_least():
    t = basic_draws(TENTH, QUARTER)
    assert basic_failure_bound(t, TENTH) <= QUARTER < basic_failure_bound(t - 1, TENTH)


def test_equal_masses_without_one_weigh_just_more_than_alpha():
    masses = equal_masses(5, TENTH)
    assert len(masses) == 5
    assert TENTH < sum(masses[1:]) < TENTH * (1 + Fraction(1, 10**8))
    assert equal_masses(2, TENTH, excess=0) == (TENTH, TENTH)
    with pytest.raises(ValueError, match="points must"):
        equal_masses(1, TENTH)


@pytest.mark.parametrize("call", [lambda: basic_failure((Fraction(2),), 1, TENTH), lambda: basic_failure((), -1, TENTH),
                                  lambda: basic_failure((), 1, 1), lambda: basic_draws(TENTH, 0),
                                  lambda: equal_masses(1, TENTH), lambda: equal_masses(2, Fraction(2, 3))])
def test_bad_input_is_named(call):
    with pytest.raises(ValueError, match="must|at least|sum"):
        call()
