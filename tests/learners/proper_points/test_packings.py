"""Rows that a packing excludes."""

from fractions import Fraction
from itertools import count
from math import exp, log

import pytest

from privlearn.exact import Bracket, Undecided, log_bracket
from privlearn.learners.proper_points import (excluded_rows, minimal_m_packing, smallest_rows_any_learner,
                                              smallest_rows_exponential)
from privlearn.learners.proper_points.packings import rows_from_beta

F = Fraction
TENTH = F(1, 10)


def test_nothing_is_excluded_for_few_concepts_or_a_large_beta():
    assert excluded_rows(2, F(1, 100), F(1, 2), TENTH)[0] == 4
    with pytest.raises(ValueError, match="d must"):
        excluded_rows(0, 1, TENTH, TENTH)
    assert excluded_rows(1, 1, TENTH, TENTH) == ()  # nothing is excluded for a single other concept
    assert excluded_rows(2, 1, TENTH, F(9, 10)) == ()  # nothing is excluded when beta is large
    assert excluded_rows(8, log_bracket(2, 96), TENTH, TENTH)[0] > 0  # bracketed epsilon is accepted
    assert minimal_m_packing(1, TENTH, 2) == 0  # one hypothesis needs no rows


@pytest.mark.parametrize("d", [8, 16, 64, 128, 256])
def test_excluded_rows_agree_with_floating_point_away_from_the_edge(d):
    rows = excluded_rows(d, 1, TENTH, TENTH)
    assert list(rows) == list(range(rows[0], rows[-1] + 1))
    for m in range(2 * d + 30):
        gamma = 0.1 + exp(-m / 30)
        left = (2**d - 2) * exp(-0.4 * m) * (1 - gamma)
        if abs(left - gamma) > 1e-9:
            assert (m in rows) == (left > gamma)
    with pytest.raises(Undecided, match="rows are excluded"):  # an epsilon that is hardly known decides nothing
        excluded_rows(8, Bracket(F(1, 2), F(1)), TENTH, TENTH)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: smallest_rows_any_learner(1, 2, TENTH, TENTH), "d must"),
    (lambda: smallest_rows_any_learner(4, 1, TENTH, TENTH), "exp_epsilon"),
    (lambda: smallest_rows_any_learner(4, 2, F(0), TENTH), "alpha"),
    (lambda: smallest_rows_any_learner(4, 2, TENTH, F(0)), "beta"),
    (lambda: smallest_rows_exponential(4, 2, TENTH, F(1)), "beta"), (lambda: minimal_m_packing(4, F(1), 2), "beta"),
    (lambda: minimal_m_packing(4, TENTH, 1), "exp_epsilon"), (lambda: excluded_rows(4, 0, TENTH, TENTH), "epsilon"),
    (lambda: excluded_rows(4, 1, F(1), TENTH), "alpha")])
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("d", "ratio", "alpha", "beta"), [(2, 2, F(1, 3), F(1, 5)), (3, F(9, 4), F(1, 7), F(1, 100)),
                                                          (8, 5, F(2, 3), F(1, 1000)), (3, F(5, 4), F(1, 10), F(1, 3))])
def test_rows_from_beta_are_their_formula(d, ratio, alpha, beta):
    found, size = rows_from_beta(d, ratio, alpha, beta), 2**d
    formula = (log(1 / beta) - log((size - 1) / (size - 2))) / -log(1 - alpha * (1 - 1 / ratio))
    assert float(found.lower) == pytest.approx(formula)
    assert float(found.upper) == pytest.approx(formula)
    assert found.lower <= found.upper < found.lower + F(1, 10**12)


@pytest.mark.parametrize(("d", "epsilon", "alpha", "beta"), [
    (3, F(1, 2), F(1, 3), F(1, 20)), (7, F(1, 5), F(2, 5), F(1, 3)), (10, F(3, 2), F(1, 8), F(2, 3)),
    (2, F(1, 50), F(3, 4), F(1, 9)), (16, 1, TENTH, TENTH)])
def test_excluded_rows_are_all_that_satisfy_the_inequality(d, epsilon, alpha, beta):
    def excess(m):
        gamma = beta + exp(-alpha * m / 3)
        return (2**d - 2) * exp(-4 * epsilon * alpha * m) * (1 - gamma) - gamma

    assert all(abs(excess(m)) > 1e-9 for m in range(400))
    assert excluded_rows(d, epsilon, alpha, beta) == tuple(m for m in range(400) if excess(m) > 0)


@pytest.mark.parametrize("ratio", [2, F(3, 2), F(7, 5)])
def test_packing_thresholds_are_the_first_that_satisfy_the_inequality(ratio):
    for size in (1, 2, 3, 9, 17, 64):
        for beta in (F(1, 2), F(2, 7), TENTH, F(1, 100), F(4, 5), F(1, 2**20)):
            assert minimal_m_packing(size, beta, ratio) == next(
                m for m in count() if (size - 1) * (1 - beta) / F(ratio) ** m <= beta)
    with pytest.raises(ValueError, match="hypotheses must"):
        minimal_m_packing(0, TENTH, 2)
