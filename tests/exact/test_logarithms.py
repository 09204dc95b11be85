from fractions import Fraction

import pytest

from privlearn.exact import LogSum, TooLargeToEnumerate, log2, log_bracket
from privlearn.exact.logarithms import sum_of_logs


def test_logarithm_of_one_is_zero():
    assert log2(1) == LogSum() == sum_of_logs([])


def test_products_become_sums():
    assert log2(Fraction(35, 12)) == log2(5) + log2(7) - log2(4) - log2(3)


def test_powers_of_two_have_exact_brackets():
    ends = log2(Fraction(1, 8)).bracket()
    assert ends.lower == ends.upper == -3


@pytest.mark.parametrize("number", [3, Fraction(2, 7), 10007, Fraction(1009, 1013)])
def test_bracket_agrees_with_the_natural_logarithm(number):
    by_definition = log_bracket(number, 80) / log_bracket(2, 80)
    ends = log2(number).bracket()
    assert ends.lower <= by_definition.upper
    assert by_definition.lower <= ends.upper


def test_nats_are_natural_logarithms():
    ends, other = log2(5).nats(), log_bracket(5, 80)
    assert ends.lower <= other.upper
    assert other.lower <= ends.upper


def test_order_is_decided_however_close():
    assert log2(3) * 53 < log2(2) * Fraction(84004, 1000)
    assert log2(3) * 53 > log2(2) * 84


def test_sign_of_a_difference_below_double_precision():
    assert (log2(Fraction(10**7 + 1, 10**7)) - log2(Fraction(10**7 + 2, 10**7 + 1))).sign() == 1


def test_multiplying_by_zero_leaves_nothing():
    assert log2(3) * 0 == LogSum()


def test_text_has_signs_between_terms():
    assert str(log2(Fraction(6, 7)) * Fraction(1, 2)) == "1/2 + 1/2 log2(3) - 1/2 log2(7)"
    assert str(LogSum()) == "0"


@pytest.mark.parametrize("number", [0, -1])
def test_only_positive_numbers_have_a_logarithm(number):
    with pytest.raises(ValueError, match="number must be positive"):
        log2(number)


def test_numbers_that_cannot_be_factored_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        log2((2**31 - 1) * (2**61 - 1))
