"""Binomial sums against enumeration."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from privlearn.exact import Bracket, binomial_probabilities, binomial_tail
from privlearn.exact.binomial import expectation, expectation_brackets, majority_failure

P = Fraction(2, 7)


def enumerated(n, event):
    """The probability of an event of the number of successes, by listing all 2^n outcomes."""
    return sum((P ** sum(bits) * (1 - P) ** (n - sum(bits)) for bits in product((0, 1), repeat=n) if event(sum(bits))),
               Fraction(0))


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_probabilities_are_those_of_all_outcomes(n):
    assert binomial_probabilities(n, P) == [enumerated(n, lambda k, j=j: k == j) for j in range(n + 1)]


@pytest.mark.parametrize(("low", "high"), [
    (0, 5), (2, 4), (None, 2), (3, None), (Fraction(3, 2), Fraction(7, 2)), (4, 3), (-3, 99)])
def test_tails_are_those_of_all_outcomes(low, high):
    def inside(k):
        return (low is None or k >= low) and (high is None or k <= high)

    assert binomial_tail(5, P, at_least=low, at_most=high) == enumerated(5, inside)


def test_degenerate_sums_are_certain():
    assert binomial_tail(3, P) == 1
    assert binomial_probabilities(0, P) == [1]
    assert [binomial_probabilities(3, p)[3 * p] for p in (0, 1)] == [1, 1]
    assert expectation(6, P, Fraction) == 6 * P
    assert majority_failure(1001, Fraction(1, 2)) == Fraction(1, 2)  # a fair coin


def test_expectation_brackets_enclose_the_exact_expectation_for_every_m():
    values = [Fraction(1, 1 + k) for k in range(12)]
    for m, found in enumerate(expectation_brackets(values, P)):
        exact = expectation(m, P, lambda k: values[k])
        assert found.lower <= exact <= found.upper
        assert found.upper - found.lower <= Fraction((m + 1) * P.denominator, 2**59)


def test_expectation_brackets_take_brackets():
    found = list(expectation_brackets([Bracket(0, 1), Bracket(1, 1)], Fraction(1, 2)))
    assert found[1].lower <= Fraction(1, 2)
    assert found[1].upper >= 1


@pytest.mark.parametrize("call", [
    lambda: binomial_probabilities(-1, P), lambda: binomial_probabilities(2, 3), lambda: binomial_tail(2.5, P),
    lambda: binomial_tail(2, P, at_least="1"), lambda: list(expectation_brackets([2], P)),
    lambda: list(expectation_brackets([0], Fraction(1, 2**21)))])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_bracket_of_the_rest_stands_for_all_larger_numbers():
    values = [Fraction(1, 2**k) for k in range(40)]
    rest = Bracket(Fraction(0), values[8])
    cut = expectation_brackets(values[:8], P, beyond=rest)
    for rows, whole in enumerate(expectation_brackets(values, P)):
        short = next(cut)
        exact = expectation(rows, P, lambda k: Fraction(1, 2**k))
        assert short.lower <= whole.lower <= exact <= whole.upper <= short.upper
    assert next(cut).upper > 0  # and it goes on


@pytest.mark.parametrize("heads", [Fraction(1, 2), Fraction(3, 5), Fraction(1, 3)])
@pytest.mark.parametrize("rows", [0, 1, 4, 7])
def test_majority_failure_is_the_lower_tail_and_half_a_tie(rows, heads):
    below, most = Fraction(rows - 1, 2), Fraction(rows, 2)
    tails = binomial_tail(rows, heads, at_most=below) + binomial_tail(rows, heads, at_most=most)
    assert majority_failure(rows, heads) == tails / 2


@pytest.mark.parametrize(("rows", "heads", "rule"), [
    (-1, Fraction(1, 2), "rows must"), *((rows, p, "heads must lie") for rows in (1, 3) for p in (0, 1))])
def test_no_majority_of_a_coin_with_one_side(rows, heads, rule):
    with pytest.raises(ValueError, match=rule):
        majority_failure(rows, heads)


@pytest.mark.parametrize("heads", [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
def test_minorities_of_few_tosses_are_those_of_the_sum(heads):
    for rows in range(8):
        chances = [comb(rows, k) * heads**k * (1 - heads) ** (rows - k) for k in range(rows + 1)]
        assert majority_failure(rows, heads) == sum(p if 2 * k < rows else p / 2 if 2 * k == rows else 0
                                                    for k, p in enumerate(chances))


def test_denominators_stay_below_2_to_the_20():
    assert len(list(expectation_brackets([0, 1], Fraction(1, 2**20 - 1)))) == 2
    for denominator in (2**20, 2**20 + 1):
        with pytest.raises(ValueError, match="denominator below 2\\^20"):
            next(expectation_brackets([0, 1], Fraction(1, denominator)))


@pytest.mark.parametrize("values", [[0, 2], [-1, 0], [0, Fraction(9, 8), 1], [0, Bracket(Fraction(-1, 8), 1)]])
def test_one_value_outside_0_and_1_is_refused(values):
    with pytest.raises(ValueError, match="values must lie between 0 and 1"):
        next(expectation_brackets(values, P))
