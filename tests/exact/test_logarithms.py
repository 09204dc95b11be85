import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from privlearn.exact import LogSum, TooLargeToEnumerate, log2, log_bracket, logarithms
from privlearn.exact.logarithms import sum_of_logs


def test_products_become_sums_and_powers_of_two_integers():
    assert log2(1) == LogSum() == sum_of_logs([]) == log2(3) * 0
    assert log2(Fraction(35, 12)) == log2(5) + log2(7) - log2(4) - log2(3)
    ends = log2(Fraction(1, 8)).bracket()
    assert ends.lower == ends.upper == -3


@pytest.mark.parametrize("number", [3, Fraction(2, 7), 10007, Fraction(1009, 1013), 5])
def test_brackets_and_nats_agree_with_the_natural_logarithm(number):
    natural = log_bracket(number, 80)
    for found, other in ((log2(number).bracket(), natural / log_bracket(2, 80)), (log2(number).nats(), natural)):
        assert found.lower <= other.upper
        assert other.lower <= found.upper


def test_order_and_sign_are_decided_however_close():
    assert log2(3) * 53 < log2(2) * Fraction(84004, 1000)
    assert log2(3) * 53 > log2(2) * 84
    assert (log2(Fraction(10**7 + 1, 10**7)) - log2(Fraction(10**7 + 2, 10**7 + 1))).sign() == 1
    assert not log2(6) < log2(2) + log2(3)
    assert log2(6) <= log2(2) + log2(3)
    assert not log2(3) < log2(2)
    assert [(log2(3) * c).sign() for c in (-2, 0, Fraction(1, 9))] == [-1, 0, 1]
    assert [log2(x).sign() for x in (Fraction(1, 2), 1, 2)] == [-1, 0, 1]


def test_text_has_signs_between_terms():
    assert str(log2(Fraction(6, 7)) * Fraction(1, 2)) == "1/2 + 1/2 log2(3) - 1/2 log2(7)"
    assert str(LogSum()) == "0"


@pytest.mark.parametrize("number", [0, -1])
def test_only_positive_numbers_have_a_logarithm(number):
    with pytest.raises(ValueError, match="number must be positive"):
        log2(number)


@pytest.mark.parametrize("digits", [10, 20, 30])
def test_signs_of_the_best_approximations_are_those_of_balls(digits):
    with ctx.workprec(1200):
        ratio = arb(3).log() / arb(2).log()
        near = (ratio * 2**900).mid().floor().fmpq()
        best = Fraction(int(near.p), 2**900).limit_denominator(10**digits)
        above = best + Fraction(1, best.denominator**2 * 3)
        expected = [1 if ratio > arb(fmpq(x.numerator, x.denominator)) else -1 for x in (best, above)]
    assert [(log2(3) - log2(2) * x).sign() for x in (best, above)] == expected
    assert [(log2(2) * x - log2(3)).sign() for x in (best, above)] == [-sign for sign in expected]


@pytest.mark.parametrize("bits", [16, 64, 128, 256])
def test_brackets_and_nats_enclose_balls_as_closely_as_asked(bits):
    number = log2(Fraction(35, 3)) * Fraction(5, 7)
    with ctx.workprec(600):
        nats = (arb(35).log() - arb(3).log()) * 5 / 7
        for found, truth in ((number.bracket(bits), nats / arb(2).log()), (number.nats(bits), nats)):
            ends = [arb(fmpq(end.numerator, end.denominator)) for end in (found.lower, found.upper)]
            assert ends[0] <= truth
            assert truth <= ends[1]
            assert found.upper - found.lower <= Fraction(32, 1 << bits)


def test_brackets_have_128_bits_unless_told_and_floats_all_of_theirs():
    for found in (log2(3).bracket(), log2(3).nats()):
        assert found.upper - found.lower <= Fraction(1, 1 << 120)
    assert abs(float(log2(3)) - math.log2(3)) < 1e-15


def test_the_smaller_prime_factor_decides_what_is_factored():
    below, above, next_above = 1048573, 1048583, 1048589  # primes beside 2^20
    assert log2(2**31 - 1).terms == ((2**31 - 1, 1),)
    assert log2(4 * 9 * 25).terms == ((2, 2), (3, 2), (5, 2))
    assert log2(below * above).terms == ((below, 1), (above, 1))
    assert log2(Fraction(above, next_above)).terms == ((above, 1), (next_above, -1))
    for refused in (above * next_above, (2**31 - 1) * (2**61 - 1)):
        with pytest.raises(TooLargeToEnumerate, match=str(refused)):
            log2(refused)


def test_the_largest_divisor_is_tried_and_no_larger_one(monkeypatch):
    monkeypatch.setattr(logarithms, "LARGEST_DIVISOR", 7)
    assert log2(7 * 7 * 43).terms == ((7, 2), (43, 1))
    with pytest.raises(TooLargeToEnumerate, match="3553"):
        log2(11 * 17 * 19)
