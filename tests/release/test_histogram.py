"""The geometric histogram: its law, its privacy, its size."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import Bracket, TooLargeToEnumerate
from privlearn.mechanisms import audit_pure, multiset_databases, noisy_histogram, replace_one, replace_one_unordered
from privlearn.release import (geometric_histogram, histogram_failure, is_smallest_rows_histogram,
                               smallest_rows_histogram)
from privlearn.release.histogram import _bracketed_failure, _power, noise_ratio_bracket

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def ratio(size, rows, **noise):
    mechanism = geometric_histogram(size, 4, **noise)
    return audit_pure(mechanism, multiset_databases(range(size), rows), replace_one_unordered).exp_epsilon


def test_law_is_a_product_of_clamped_noises():
    law = geometric_histogram(2, 4)((0, 0)).exact()
    assert len(law) == 9
    assert law[(2, 0)] == Fraction(2, 3) ** 2
    assert geometric_histogram(3, 4)(()).exact() == {(0, 0, 0): 1}


def test_privacy_ratio_is_attained_and_half_the_noise_caught():
    assert ratio(2, 2) == 4
    assert ratio(2, 2, noise_ratio=Fraction(1, 4)) > 4


@pytest.mark.parametrize("database", [(0, 0), (0, 1, 1), ()])
def test_law_is_that_of_the_noisy_histogram(database):
    noisy = noisy_histogram(2, Fraction(1, 2), most=len(database), neighbours=replace_one)
    assert geometric_histogram(2, 4)(database).exact() == noisy(database).exact()


def test_failure_of_one_count_is_the_tail_and_where_the_noise_swamps_the_counts_a_probability():
    assert histogram_failure(1, 10, Fraction(1, 5), Fraction(1, 2)) == Fraction(1, 3)
    bracket = histogram_failure(2**64, 1, 1, Bracket(Fraction(7, 10), Fraction(71, 100)))
    assert 1 - Fraction(1, 2**100) < bracket.lower <= bracket.upper <= 1


def test_bracketed_failure_contains_the_exact_one():
    exact = histogram_failure(16, 141, TENTH, Fraction(1, 2))
    bracket = histogram_failure(16, 141, TENTH, noise_ratio_bracket(4, 80))
    assert bracket.lower <= exact <= bracket.upper
    assert bracket.upper - bracket.lower < Fraction(1, 2**100)


@pytest.mark.parametrize("d", [1, 4, 64, 512])
def test_smallest_rows_are_confirmed_by_ball_arithmetic(d):
    rows = smallest_rows_histogram(2**d, 2, TENTH, TENTH)
    assert is_smallest_rows_histogram(rows, 2**d, 2, TENTH, TENTH)
    assert not is_smallest_rows_histogram(rows + 10, 2**d, 2, TENTH, TENTH)


@pytest.mark.parametrize("rows", [[0, 1, 1], np.array([0, 1, 1]), np.array([0, 1, 1], dtype=np.uint8)])
def test_lists_and_integer_arrays_are_databases(rows):
    assert geometric_histogram(2, 4)(rows).exact() == geometric_histogram(2, 4)((0, 1, 1)).exact()


@pytest.mark.parametrize(("call", "message"), [
    *((lambda rows=rows: geometric_histogram(2, 4)(rows), "database must") for rows in (
        None, 5, "ab", [True], [1.0], [-1], [None], [[0]], np.array([0.0]), np.array(0), np.zeros((2, 2), dtype=int),
        [np.array([0, 1])])),
    (lambda: geometric_histogram(2, 4)((2,)), "database must hold points"),
    *((lambda noise=noise: geometric_histogram(2, 4, noise), "noise_ratio must")
      for noise in (0, 1, 2, -1, float("nan"), "a")),
    (lambda: geometric_histogram(2, 2), "must"), (lambda: geometric_histogram(2, 1), "no finite scale"),
    (lambda: geometric_histogram(0, 4), "size must"),
    *((lambda ratio=ratio: histogram_failure(2, 1, 1, ratio), "must") for ratio in (
        1, Bracket(Fraction(0), HALF), Bracket(HALF, Fraction(1)), Bracket(HALF, Fraction(3, 2)))),
    *((lambda given=given: histogram_failure(*given, HALF), message) for given, message in (
        ((2, 1, 0), "must"), ((0, 1, 1), "size must"), ((1, 0, 1), "rows must"), ((1, 1, -HALF), "alpha must"))),
    *((lambda given=given: smallest_rows_histogram(*given), message) for given, message in (
        ((2, 1, TENTH, TENTH), "must"), ((2, 2, TENTH, 1), "must"), ((2, 2, TENTH, 0), "must"),
        ((2, 2, 0, TENTH), "alpha must be above 0"), ((0, 2, TENTH, TENTH), "size must")))])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_million_rows_are_sampled_and_not_listed_and_huge_domains_refused():
    law = geometric_histogram(3, 4)(np.arange(10**6) % 3)
    assert all(abs(value - 333_333) < 200 for value in law.sample(random.Random(1)))
    with pytest.raises(TooLargeToEnumerate):
        law.exact()
    for size in (2**40, 2**256):
        with pytest.raises(TooLargeToEnumerate, match="histogram of the domain"):
            geometric_histogram(size, 4)((0,))


@pytest.mark.parametrize("g", [Fraction(1, 3), Fraction(2, 5), Fraction(9, 10)])
@pytest.mark.parametrize("bits", [2, 3, 5, 8, 60])
def test_few_bits_bracket_the_failure_too(g, bits):
    for size in (1, 2, 3, 40):
        for k in (1, 2, 5):
            found = _bracketed_failure(size, k, Bracket(g, g), bits)
            assert found.lower <= 1 - (1 - 2 * g**k / (1 + g)) ** size <= found.upper
            assert found.upper - found.lower <= 8 * size * k * Fraction(1, 2**bits)


@pytest.mark.parametrize("upward", [False, True])
def test_powers_are_exact_or_rounded_to_their_side_and_near(upward):
    assert [_power(8, k, 16, upward) for k in range(5)] == [16, 8, 4, 2, 1]
    assert _power(16, 9, 16, upward) == 16
    assert _power(4, 3, 16, upward) == int(upward)
    for base in (1, 5, 11, 99, 100):
        for exponent in range(9):
            found, exact = _power(base, exponent, 100, upward), Fraction(base, 100) ** exponent * 100
            assert 0 <= (found - exact if upward else exact - found) <= 2 * exponent


@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(2, 7), Fraction(3, 5), Fraction(9, 10), 1])
@pytest.mark.parametrize(("size", "ratio"), [(1, 4), (5, 9), (1, 10**8)])
def test_smallest_numbers_of_rows_are_found_by_trying_all(size, ratio, alpha):
    rows = smallest_rows_histogram(size, ratio, alpha, TENTH)
    g = noise_ratio_bracket(ratio, 128).lower  # the ratios are squares
    enough = [histogram_failure(size, m, alpha, g) <= TENTH for m in range(1, rows + 3)]
    assert enough == [m >= rows for m in range(1, rows + 3)]
    assert [is_smallest_rows_histogram(m, size, ratio, alpha, TENTH) for m in (rows, rows + 1, rows + 2)] == [
        True, False, False]


@pytest.mark.parametrize("g", [Fraction(1, 3), Fraction(4, 5)])
@pytest.mark.parametrize(("size", "rows", "alpha"), [(1, 1, HALF), (2, 3, Fraction(1, 3)), (3, 10, Fraction(1, 4)),
                                                     (5, 7, 1), (2, 4, 2)])
def test_failure_is_the_chance_that_not_all_noises_are_small(size, rows, alpha, g):
    unit, small = (1 - g) / (1 + g), [z for z in range(-40, 41) if abs(z) < alpha * rows]
    assert histogram_failure(size, rows, alpha, g) == 1 - sum(unit * g ** abs(z) for z in small) ** size


@pytest.mark.parametrize(("ratio", "bits"), [(4, 9), (Fraction(9, 4), 30), (2, 64), (1000, 12)])
def test_the_ratio_is_bracketed(ratio, bits):
    found = noise_ratio_bracket(ratio, bits)
    assert found.lower**2 * ratio <= 1 <= found.upper**2 * ratio
    assert found.upper - found.lower <= Fraction(2, 2**bits)


def test_the_noise_is_the_root_of_the_ratio_unless_given():
    promised = geometric_histogram(2, Fraction(9, 4))
    assert promised((0, 1, 1)).exact() == noisy_histogram(2, Fraction(2, 3), most=3, neighbours=replace_one)(
        (0, 1, 1)).exact()
    assert (promised.promise.exp_epsilon, promised.promise.neighbours) == (Fraction(9, 4), replace_one)
    assert geometric_histogram(1, 2, HALF)((0,)).exact() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}
