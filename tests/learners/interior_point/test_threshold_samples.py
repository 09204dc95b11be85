"""From errors on the rows to the error itself: the two-sided tail, exactly, and the numbers of rows."""

from fractions import Fraction
from itertools import count, product
from math import log

import pytest

from privlearn.exact import binomial_tail
from privlearn.learners.interior_point import plan_threshold_learner
from privlearn.learners.interior_point.threshold_samples import private_threshold_rows, rows_for_errors
from privlearn.learning import error, samples
from privlearn.mechanisms import replace_one

CUTS = [tuple(int(x <= cut) for x in range(4)) for cut in range(-1, 4)]
MASSES = [tuple(Fraction(m, 6) for m in masses) for masses in product(range(7), repeat=4) if sum(masses) == 6]


def misled(weights, target, rows, errors, alpha):
    """Return the probability that some cut of error above alpha has at most so many errors on the rows."""
    bad = [cut for cut in CUTS if error(weights, target, cut) > alpha]
    return sum(p for database, p in samples(weights, target, rows)
               if any(sum(cut[x] != y for x, y in database) <= errors for cut in bad))


@pytest.mark.parametrize(("rows", "errors"), [(1, 0), (3, 0), (4, 1), (5, 2)])
@pytest.mark.parametrize("alpha", [Fraction(1, 6), Fraction(1, 4), Fraction(1, 2)])
def test_no_distribution_misleads_more_often_than_the_two_tails(rows, errors, alpha):
    bound = 2 * binomial_tail(rows, alpha, at_most=errors)
    found = [misled(weights, target, rows, errors, alpha) for weights in MASSES[::2] for target in CUTS]
    assert max(found) <= bound
    assert max(found) > 0


@pytest.mark.parametrize("errors", [0, 1, 7, 40])
@pytest.mark.parametrize("alpha", [Fraction(1, 20), Fraction(1, 4), Fraction(9, 10)])
@pytest.mark.parametrize("beta", [Fraction(1, 100), Fraction(1, 3), Fraction(9, 10)])
def test_the_rows_make_the_two_tails_small_and_are_not_far_from_the_least(errors, alpha, beta):
    n = rows_for_errors(errors, alpha, beta)
    assert 2 * binomial_tail(n, alpha, at_most=errors) <= beta
    least = next(m for m in range(n + 1) if 2 * binomial_tail(m, alpha, at_most=errors) <= beta)
    assert n <= least + 3 + least // 2


def test_the_learners_errors_and_its_failure_share_beta():
    wishes = {"domain_bits": 10, "epsilon": Fraction(1, 2), "delta": Fraction(1, 10**6)}
    alpha, beta = Fraction(1, 10), Fraction(1, 20)
    plan = plan_threshold_learner(neighbours=replace_one, beta=beta / 2, **wishes)
    n = private_threshold_rows(alpha=alpha, beta=beta, **wishes)
    assert plan.inner.failure.upper + 2 * binomial_tail(n, alpha, at_most=plan.errors) <= beta
    wishes = {"domain_bits": 9, "epsilon": 1, "delta": Fraction(1, 10**5)}
    alpha, half = Fraction(1, 7), Fraction(1, 22)
    errors = plan_threshold_learner(neighbours=replace_one, beta=half, **wishes).errors
    assert private_threshold_rows(alpha=alpha, beta=2 * half, **wishes) == rows_for_errors(errors, alpha, half)


@pytest.mark.parametrize(("arguments", "named"), [((-1, 0.5, 0.5), "errors"), ((1, 0, 0.5), "alpha"),
                                                  ((1, 1, 0.5), "alpha"), ((1, 0.5, 0), "beta"), ((1, 0.5, 1), "beta")])
def test_bad_arguments_are_named(arguments, named):
    with pytest.raises(ValueError, match=named):
        rows_for_errors(*arguments)


@pytest.mark.parametrize("errors", [0, 1, 2, 7, 40])
@pytest.mark.parametrize("alpha", [Fraction(1, 20), Fraction(2, 7), Fraction(9, 10)])
@pytest.mark.parametrize("beta", [Fraction(1, 100), Fraction(1, 3), Fraction(9, 10)])
def test_the_rows_are_the_least_with_a_small_chernoff_bound(errors, alpha, beta):
    def exponent(n):
        seen = errors / n
        return n * ((seen * log(seen / alpha) if seen else 0) + (1 - seen) * log((1 - seen) / (1 - alpha)))

    first = int(errors / alpha) + 1
    assert rows_for_errors(errors, alpha, beta) == next(n for n in count(first) if exponent(n) >= log(2 / beta))
