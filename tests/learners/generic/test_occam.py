"""The generic learner: sample size, bounds on its failure, exact ratio on points."""

from fractions import Fraction
from itertools import product
from math import ceil, exp, log

import pytest

from privlearn.concepts import point_functions, projective_plane_lines
from privlearn.exact import is_at_most
from privlearn.learners.generic import (exact_point_ratio, moment_bound, occam_failure_bound, occam_sample_size,
                                        three_terms)
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered

QUARTER, HALF, TENTH = Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)


@pytest.mark.parametrize(("n", "ratio", "alpha"), list(product((1, 16, 2**64), (Fraction(101, 100), 4), (TENTH, HALF))))
def test_the_bound_is_at_most_beta_at_the_sample_size(n, ratio, alpha):
    assert is_at_most(occam_failure_bound(n, ratio, alpha, occam_sample_size(n, ratio, alpha, TENTH)), TENTH)


def test_terms_without_rows_and_within_beta():
    rows = occam_sample_size(1024, Fraction(9, 4), QUARTER, TENTH)
    assert all(is_at_most(term, TENTH / 3) for term in three_terms(1024, Fraction(9, 4), QUARTER, rows))
    assert [term.lower for term in three_terms(7, 4, HALF, 0)] == [1, 7, 7]


def test_sizes_grow_like_the_inverse_of_epsilon():
    one, ten = (occam_sample_size(16, 1 + Fraction(1, k), QUARTER, TENTH) for k in (10_000, 100_000))
    assert 9 < Fraction(ten, one) < 11
    # weak privacy does not lower the sample size
    assert occam_sample_size(16, 4, QUARTER, TENTH) == occam_sample_size(16, 2**1000, QUARTER, TENTH)
    assert occam_sample_size(2**4096, 4, HALF, TENTH) > 700_000  # a domain of thousands of bits is fine


@pytest.mark.parametrize(("arguments", "message"), [
    ((0, 4, HALF, TENTH), "hypotheses must satisfy hypotheses >= 1"),
    ((4, 1, HALF, TENTH), "exp_epsilon must satisfy exp_epsilon > 1"),
    ((4, 4, 0, TENTH), "alpha must satisfy 0 < alpha < 1"), ((4, 4, HALF, 1), "beta must satisfy 0 < beta < 1")])
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        occam_sample_size(*arguments)


@pytest.mark.parametrize("hypotheses", [point_functions(3), projective_plane_lines(2)])
def test_exact_failure_is_at_most_the_moment_bound(hypotheses):
    target = (1,) + (0,) * (hypotheses.size - 1)
    learner = exponential_learner(hypotheses, Fraction(9, 4))
    for rows, place in product((0, 1, 2), grid_distributions(hypotheses.size, 3)):
        failure = exact_failure(learner, hypotheses, target, place, rows, QUARTER)
        assert failure <= moment_bound(hypotheses.rows(), target, place, rows, Fraction(3, 2), QUARTER)


def test_the_moment_bound_counts_the_bad_hypotheses():
    assert moment_bound(point_functions(3).rows(), (1, 0, 0), (1, 0, 0), 0, 2, 0) == 2
    # moment bound without bad hypotheses is zero
    assert moment_bound(point_functions(2).rows(), (1, 0), (HALF, HALF), 5, 2, 1) == 0
    # the exact ratio stays below the promise
    assert Fraction(9, 4) - Fraction(1, 10**9) < exact_point_ratio(2**64, 3, Fraction(9, 4)) < Fraction(9, 4)


@pytest.mark.parametrize(("size", "rows"), [(1, 1), (2, 3), (3, 2), (5, 2)])
def test_exact_ratio_is_the_audited_one(size, rows):
    databases = multiset_databases(labelled_rows(size), rows)
    audit = audit_pure(point_learner(size, Fraction(25, 16)), databases, replace_one_unordered)
    assert audit.exp_epsilon == exact_point_ratio(size, rows, Fraction(25, 16))


@pytest.mark.parametrize(("n", "ratio", "alpha", "rows"), [(5, Fraction(9, 4), QUARTER, 100),
                                                           (3, 1, Fraction(2, 3), 77)])
def test_the_terms_are_their_formulas(n, ratio, alpha, rows):
    terms = three_terms(n, ratio, alpha, rows)
    wanted = [exp(-alpha * rows / 96), n * exp(-alpha * rows / 128), n * exp(-log(ratio) * alpha * rows / 8)]
    assert [float(term.lower) for term in terms] == pytest.approx(wanted, rel=1e-13)
    assert all(term.upper - term.lower < Fraction(1, 2**64) for term in terms)
    assert float(occam_failure_bound(n, ratio, alpha, rows).upper) == pytest.approx(sum(wanted), rel=1e-13)


@pytest.mark.parametrize(("n", "ratio"), [(1, 4), (7, Fraction(107, 100)), (7, Fraction(106, 100)),
                                            (50, Fraction(33, 32))])
@pytest.mark.parametrize(("alpha", "beta"), [(Fraction(2, 7), Fraction(1, 3)), (Fraction(3, 5), Fraction(1, 50))])
def test_the_sample_size_is_the_ceiling_of_its_formula(n, ratio, alpha, beta):
    wanted = max(128 / alpha, 8 / (log(ratio) * alpha)) * log(3 * n / beta)
    assert occam_sample_size(n, ratio, alpha, beta) == ceil(wanted)


@pytest.mark.parametrize(("rows", "root", "alpha"), [(3, Fraction(3, 2), QUARTER), (7, 3, Fraction(1, 6)), (1, 2, HALF),
                                                     (13, Fraction(5, 4), 0)])
def test_the_moment_bound_is_the_sum_of_the_least_moments_on_the_grid(rows, root, alpha):
    law = (HALF, Fraction(1, 6), Fraction(1, 3), Fraction(0))
    hypotheses = [(1, 1, 0, 0), (1, 1, 0, 1), (0, 1, 1, 0), (0, 0, 1, 1), (1, 0, 1, 0), (0, 0, 0, 0)]
    target, total = (1, 0, 0, 1), Fraction(0)
    def error(h):
        return sum(p for p, a, b in zip(law, h, target, strict=True) if a != b)

    best = min(hypotheses, key=error)
    tilts = [1 + (Fraction(root) - 1) * k / 8 for k in range(1, 9)]
    for h in hypotheses:
        if error(h) > alpha:
            total += min(sum(p * t ** ((b != y) - (a != y)) for p, a, b, y in zip(law, h, best, target, strict=True))
                         for t in tilts) ** rows
    assert total <= moment_bound(hypotheses, target, law, rows, root, alpha) <= total * (1 + Fraction(1, 2**85))
