"""The test with Laplace noise."""

import math
from fractions import Fraction

import pytest

from privlearn.exact import exp_bracket
from privlearn.learners.lines import ratio_for, release_probability
from privlearn.learners.lines.release import laplace_tail, least_passing, release_bracket

RATIO, BETA = Fraction(3, 2), Fraction(1, 50)


def test_an_unstable_winner_passes_with_beta():
    assert release_probability(1, RATIO, BETA) == BETA


def test_the_closed_form_is_the_tail_of_the_continuous_noise():
    alpha, threshold = math.log(1.5), math.log(25) / math.log(1.5) + 1
    for c in range(1, 30):
        x = threshold - c
        tail = math.exp(-alpha * x) / 2 if x >= 0 else 1 - math.exp(alpha * x) / 2
        assert float(release_probability(c, RATIO, BETA)) == pytest.approx(tail, rel=1e-12)


def test_the_tails_of_ratio_and_inverse_sum_to_one():
    assert laplace_tail(Fraction(7, 3)) + laplace_tail(Fraction(3, 7)) == 1


def test_brackets_contain_the_probability_at_the_logarithm_of_a_rational():
    alpha = ratio_for(Fraction(2, 5))
    for c in range(1, 20):
        assert abs(release_bracket(c, Fraction(2, 5), BETA).upper - release_probability(c, alpha, BETA)) < 10**-15


def test_ratio_is_below_the_exponential():
    assert ratio_for(Fraction(1, 10)) < exp_bracket(Fraction(1, 10), 128).lower


def test_least_passing_is_the_first():
    c = least_passing(RATIO, BETA, Fraction(1, 8))
    assert release_probability(c, RATIO, BETA) >= Fraction(7, 8) > release_probability(c - 1, RATIO, BETA)


@pytest.mark.parametrize(("changes", "ratio", "beta", "message"), [
    (0, RATIO, BETA, "changes"), (1, 1, BETA, "exp_epsilon"), (1, Fraction(1, 2), BETA, "exp_epsilon"),
    (1, RATIO, Fraction(1, 2), "beta"), (1, RATIO, 0, "beta"),
])
def test_bad_tests_are_refused(changes, ratio, beta, message):
    with pytest.raises(ValueError, match=message):
        release_probability(changes, ratio, beta)


def test_a_tail_needs_a_positive_ratio():
    with pytest.raises(ValueError, match="ratio"):
        laplace_tail(0)
