"""The curve of path selection and its divergences."""

from fractions import Fraction

import pytest

from privlearn.exact import Bracket, log_bracket
from privlearn.learners.interior_point.trees import path_curve, unmatched_bound
from privlearn.learners.interior_point.trees.path_privacy import (forward_factor, path_decay, path_gap, path_moment,
                                                                  path_relative_entropy, path_renyi)

HALF = Fraction(1, 2)


def test_the_curve_is_exact_where_it_is_rational():
    # curve is rational where the decay is an integer
    assert path_curve(2, 1) == Bracket(Fraction(1, 4), Fraction(1, 4))
    assert path_curve(2, HALF) == Bracket(HALF, HALF)  # curve is one minus z up to one over c
    assert path_curve(Fraction(27, 10), Fraction(1, 10)).lower == Fraction(9, 10)
    assert path_gap(2, HALF) == Bracket(HALF, HALF)  # the largest delta has the least gap
    assert path_decay(Fraction(6, 5)) == 5  # decay is one over c minus one


def test_the_curve_is_bracketed_and_decreases():
    found = path_curve(4, 2)
    assert 0 < found.upper - found.lower < Fraction(1, 2**60)
    assert found.lower**3 <= Fraction(27, 64) / 8 <= found.upper**3  # (3/4 * 8^(-1/3))^3
    values = [path_curve(Fraction(11, 10), Fraction(k, 10)).lower for k in range(1, 30)]
    assert values == sorted(values, reverse=True)
    c, delta = Fraction(3, 2), Fraction(1, 10**6)  # its gap inverts it
    gap = path_gap(c, delta)
    assert path_curve(c, gap.upper).lower <= delta <= path_curve(c, gap.lower).upper


def test_stopping_weights_are_not_negative():
    for bound in (unmatched_bound, forward_factor):
        with pytest.raises(ValueError, match="stop must be an integer of at least 0, got -1"):
            bound(2, -1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: path_gap(2, Fraction(3, 4)), "delta must be at most"),
    (lambda: path_curve(1, 1), "exp_path must be greater than 1"),
    (lambda: path_curve(2, 0), "exp_gap must be positive"), (lambda: path_moment(2, 2), "order must be below"),
    (lambda: path_renyi(2, 1), "order must be greater than 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_gap_and_renyi_divergence_have_their_closed_forms():
    assert path_gap(3, Fraction(1, 5)) == Bracket(Fraction(100, 27), Fraction(100, 27))
    found = path_gap(Fraction(3, 2), Fraction(1, 7))
    assert found.lower**2 <= Fraction(28, 27) <= found.upper**2  # (7/3)^(1/2) / (3/2)
    assert found.upper - found.lower < Fraction(1, 2**60)
    near = path_renyi(Fraction(11, 10), Fraction(1001, 1000))  # renyi of an order near one is near the relative entropy
    assert 0 < near.lower - path_relative_entropy(Fraction(11, 10)).upper < Fraction(1, 10**4)


@pytest.mark.parametrize("c", [Fraction(11, 10), 3, Fraction(17, 2)])
def test_relative_entropy_is_enclosed(c):
    found, exact = path_relative_entropy(c), log_bracket(c, 200)
    assert found.lower <= c - 1 - exact.upper < c - 1 - exact.lower <= found.upper < found.lower + Fraction(1, 2**80)
