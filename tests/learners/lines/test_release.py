"""The test with Laplace noise."""

import math
from fractions import Fraction

import pytest

from privlearn.exact import Undecided, exp_bracket
from privlearn.learners.lines import ratio_for, release_probability
from privlearn.learners.lines.release import as_test_delta, laplace_tail, least_passing, release_bracket

RATIO, DELTA = Fraction(3, 2), Fraction(1, 50)


def test_probabilities_near_delta_and_one():
    assert release_probability(1, RATIO, DELTA) == DELTA  # an unstable winner passes with delta
    assert laplace_tail(Fraction(7, 3)) + laplace_tail(Fraction(3, 7)) == 1  # the tails of ratio and inverse sum to one
    assert as_test_delta(Fraction(499, 1000)) == Fraction(499, 1000)  # delta may be just below a half
    assert ratio_for(Fraction(1, 10)) < exp_bracket(Fraction(1, 10), 128).lower  # ratio is below the exponential
    c = least_passing(RATIO, DELTA, Fraction(1, 8))  # least passing is the first
    assert release_probability(c, RATIO, DELTA) >= Fraction(7, 8) > release_probability(c - 1, RATIO, DELTA)


def test_the_closed_form_is_the_tail_of_the_continuous_noise():
    epsilon, threshold = math.log(1.5), math.log(25) / math.log(1.5) + 1
    for c in range(1, 30):
        x = threshold - c
        tail = math.exp(-epsilon * x) / 2 if x >= 0 else 1 - math.exp(epsilon * x) / 2
        assert float(release_probability(c, RATIO, DELTA)) == pytest.approx(tail, rel=1e-12)
    epsilon = ratio_for(Fraction(2, 5))
    for c in range(1, 20):
        assert abs(release_bracket(c, Fraction(2, 5), DELTA).upper - release_probability(c, epsilon, DELTA)) < 10**-15


@pytest.mark.parametrize(("call", "message"), [
    (lambda: release_probability(0, RATIO, DELTA), "changes"),
    (lambda: release_probability(1, 1, DELTA), "exp_epsilon"),
    (lambda: release_probability(1, Fraction(1, 2), DELTA), "exp_epsilon"),
    (lambda: release_probability(1, RATIO, Fraction(1, 2)), "delta"),
    (lambda: release_probability(1, RATIO, 0), "delta"), (lambda: laplace_tail(0), "ratio"),
    (lambda: release_bracket(2, 0, DELTA), "epsilon must be positive")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_ratio_needs_an_epsilon_that_its_bits_can_tell_from_zero():
    assert ratio_for(Fraction(1, 2**63)) > 1
    with pytest.raises(Undecided, match="too small for 64 bits"):
        ratio_for(Fraction(1, 2**64))
    with pytest.raises(ValueError, match="epsilon must be positive"):
        ratio_for(0)
