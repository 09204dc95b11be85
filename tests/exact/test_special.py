"""Log-gamma and the polylogarithm by series with proved remainders."""

from fractions import Fraction
from math import factorial

import flint
import pytest

from privlearn.exact import special
from privlearn.exact.dyadic import Dyadic, precision
from privlearn.exact.special import bernoulli


def arb(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def test_bernoulli_numbers_are_those_of_flint():
    assert [bernoulli(n) for n in range(0, 80, 2)] == [
        Fraction(int(flint.fmpq.bernoulli(n).p), int(flint.fmpq.bernoulli(n).q)) for n in range(0, 80, 2)]


@pytest.mark.parametrize("bits", [20, 100, 256])
def test_log_gamma_of_integers_is_the_logarithm_of_a_factorial(bits):
    with precision.workprec(bits):
        for n in (1, 2, 3, 17, 500):
            found, exact = Dyadic(n).lgamma(), Dyadic(factorial(n - 1)).log()
            assert not found < exact
            assert not found > exact
            assert (found.upper() - found.lower()) <= (abs(exact) + 1) * Fraction(1, 2 ** (bits - 4))


def test_a_remainder_of_half_the_term_that_was_left_out_is_noticed(monkeypatch):
    """Cut before its first term, the series leaves out more than half of it."""
    def missed(share: Fraction) -> bool:
        with precision.workprec(60), flint.ctx.workprec(400):
            z, value = Dyadic(2), flint.arb(2).lgamma()
            total = (z - Fraction(1, 2)) * z.log() - z + (2 * Dyadic.pi()).log() / 2
            found = total + (special.stirling_coefficient(1) / z * share).union(0)
            return not (arb(found.lower().fmpq()) <= value <= arb(found.upper().fmpq()))

    assert not missed(Fraction(1))
    assert missed(Fraction(1, 2))


def test_polylogarithms_that_are_known():
    with precision.workprec(80):
        assert Dyadic(0).polylog(2) == 0
        half = Dyadic(0.5).polylog(1)  # ln 2
        assert abs(half - Dyadic(2).log()) < Fraction(1, 2**75)


def test_a_polylogarithm_near_one_says_what_it_needs():
    for x in (0.99, Fraction(63, 64)):
        with pytest.raises(ModuleNotFoundError, match="near 1 needs python-flint") as error:
            Dyadic(x).polylog(2)
        assert error.value.name == "flint"


def test_a_polylogarithm_just_not_too_near_one_is_found():
    with precision.workprec(20):
        assert abs(Dyadic(Fraction(31, 32)).polylog(1) - Dyadic(32).log()) < Fraction(1, 2**12)
