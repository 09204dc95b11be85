"""Thresholds of the lower bounds, by other routes, at their edges, and refused."""

from fractions import Fraction

import pytest

from privlearn.exact import Bracket, Undecided, exp_bracket
from privlearn.exact.binomial import expectation
from privlearn.learners.generic.exponential import exponential_success
from privlearn.learners.proper_points import (exponential_point_failure, is_smallest_rows, smallest_rows_any_learner,
                                              smallest_rows_exponential)
from privlearn.mechanisms.optima import two_point_failure

F = Fraction
TENTH = F(1, 10)
ROOT_E = exp_bracket(F(1, 2), 160)


def test_thresholds_at_the_edges():
    assert smallest_rows_any_learner(2, 2, TENTH, F(2, 3)) == 0
    assert is_smallest_rows(0, 2, 2, TENTH, F(3, 4))
    # failure equal to beta is enough
    assert smallest_rows_any_learner(2, 2, F(1), F(1, 2)) == 1  # one certain hit: 2 / (2 + 2)
    assert smallest_rows_any_learner(2, 4, F(1), F(1, 3)) == 1
    rows = smallest_rows_any_learner(2, 2, F(1, 100), F(1, 10**9))  # tiny alpha and beta are reached
    assert is_smallest_rows(rows, 2, 2, F(1, 100), F(1, 10**9))
    # exponential mechanism needs more than any learner must
    assert smallest_rows_exponential(8, 2, TENTH, TENTH) > smallest_rows_any_learner(8, 2, TENTH, TENTH)
    with pytest.raises(Undecided, match="with 1 rows"):  # a ratio that is hardly known does not decide
        smallest_rows_any_learner(2, Bracket(F(3), F(5)), F(1), F(1, 3))
    rows = smallest_rows_any_learner(16, ROOT_E, TENTH, TENTH)  # verifier accepts the threshold and neither neighbour
    assert [is_smallest_rows(m, 16, ROOT_E, TENTH, TENTH) for m in (rows - 1, rows, rows + 1)] == [False, True, False]


@pytest.mark.parametrize("smallest", [smallest_rows_any_learner, smallest_rows_exponential])
def test_no_mass_and_no_loss_of_privacy_are_refused(smallest):
    with pytest.raises(ValueError, match="alpha must be above 0"):
        smallest(4, 2, 0, TENTH)
    with pytest.raises(ValueError, match="exp_epsilon must be above 1"):
        smallest(4, 1, TENTH, TENTH)
    with pytest.raises(ValueError, match="rows must"):
        exponential_point_failure(8, -1, F(3, 2), F(1, 3))


@pytest.mark.parametrize(("rows", "mass"), [(6, F(0)), (6, F(1, 3)), (6, F(1)), (0, F(1, 3))])
def test_exponential_failure_encloses_the_exact_value(rows, mass):
    exact = 1 - expectation(rows, mass, lambda k: exponential_success(8, rows, k, F(3, 2)))
    bounds = exponential_point_failure(8, rows, F(3, 2), mass)
    assert bounds.lower <= exact <= bounds.upper < bounds.lower + F(1, 2**100)


@pytest.mark.parametrize(("d", "ratio", "alpha", "beta"), [
    (2, 2, F(1, 3), F(1, 7)), (3, F(5, 2), F(1), F(1, 30)), (4, F(3, 2), F(2, 5), F(1, 3)), (2, 3, F(1, 2), F(3, 5)),
    (2, 2, F(1, 4), TENTH), (3, 2, F(1, 4), TENTH), (5, 2, F(1, 4), TENTH)])
def test_the_verifier_accepts_one_number_of_all(d, ratio, alpha, beta):
    accepted = [m for m in range(40) if is_smallest_rows(m, d, ratio, alpha, beta)]
    assert accepted == [next(m for m in range(40) if two_point_failure(2**d, m, ratio, alpha) <= beta)]
    assert accepted == [smallest_rows_any_learner(d, ratio, alpha, beta)]


def test_exponential_failure_encloses_those_of_both_ends_of_the_root():
    for size, m, mass in ((2, 3, F(2, 5)), (8, 5, F(1, 7)), (4, 4, F(1))):
        bounds = exponential_point_failure(size, m, Bracket(F(3, 2), F(8, 5)), mass)
        ends = [1 - expectation(m, mass, lambda k, s=size, m=m, r=root: exponential_success(s, m, k, r))
                for root in (F(8, 5), F(3, 2))]
        assert bounds.lower <= min(ends) < max(ends) <= bounds.upper


@pytest.mark.parametrize(("d", "ratio", "mass", "beta"), [
    (2, 4, F(1), F(1, 3)), (3, F(25, 16), F(3, 5), F(1, 4)), (2, 9, F(1, 3), F(1, 2)),
    (2, F(9, 4), F(1, 4), TENTH), (3, F(9, 4), F(1, 4), TENTH), (5, F(9, 4), F(1, 4), TENTH)])
def test_rows_of_the_exponential_mechanism_are_the_first_that_suffice(d, ratio, mass, beta):
    root = {4: 2, F(25, 16): F(5, 4), 9: 3, F(9, 4): F(3, 2)}[ratio]
    wanted = next(m for m in range(200) if 1 - expectation(
        m, mass, lambda k, m=m: exponential_success(2**d, m, k, root)) <= beta)
    assert smallest_rows_exponential(d, ratio, mass, beta) == wanted
