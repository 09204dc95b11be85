"""Log-gamma and the polylogarithm by series with proved remainders."""

from fractions import Fraction

import flint
import pytest

from privlearn.exact.dyadic import Dyadic, precision
from privlearn.exact.special import bernoulli, log_gamma, polylogarithm


def arb(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def ends(found: Dyadic) -> tuple[flint.arb, flint.arb]:
    return arb(found.lower().fmpq()), arb(found.upper().fmpq())


@pytest.fixture(autouse=True)
def _many_bits():
    with flint.ctx.workprec(500):
        yield


HALVES = [Fraction(twice, 2) for twice in (1, 2, 3, 4, 5, 9, 20, 41, 120, 1000)]
EARLY = [4, 8, 12]  # bits at which a series is cut, in an arithmetic of 200, so that its remainder is seen


@pytest.mark.parametrize("x", HALVES)
@pytest.mark.parametrize("bits", [20, 53, 90, 256])
def test_log_gamma_is_enclosed_to_its_bits(x, bits):
    with precision.workprec(bits):
        low, high = ends(Dyadic(x).lgamma())
    assert low <= arb(x).lgamma() <= high
    assert (high - low) * 2**bits <= 4 * (1 + abs(high))


@pytest.mark.parametrize("x", HALVES)
@pytest.mark.parametrize("bits", EARLY)
def test_log_gamma_cut_early_is_enclosed_with_what_is_left_out(x, bits):
    with precision.workprec(200):
        low, high = ends(log_gamma(Dyadic(x), 2 * Dyadic.pi(), bits))
    assert low <= arb(x).lgamma() <= high
    assert (high - low) * 2**bits <= 1


@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 8), Fraction(1, 2), Fraction(3, 4)])
@pytest.mark.parametrize("s", [1, 2, 5])
@pytest.mark.parametrize("bits", [20, 53, 90])
def test_a_polylogarithm_is_enclosed_to_its_bits(x, s, bits):
    with precision.workprec(bits):
        low, high = ends(Dyadic(x).polylog(s))
    assert low <= arb(x).polylog(s) <= high
    assert (high - low) * 2**bits <= 4 * high


@pytest.mark.parametrize("x", [Fraction(1, 2), Fraction(3, 4), Fraction(15, 16)])
@pytest.mark.parametrize("s", [Fraction(1, 16), Fraction(1)])
@pytest.mark.parametrize("bits", EARLY)
def test_a_polylogarithm_cut_early_is_enclosed_with_what_is_left_out(x, s, bits):
    with precision.workprec(200):
        low, high = ends(polylogarithm(Dyadic(x), Dyadic(s), bits))
    assert low <= arb(x).polylog(arb(s)) <= high
    assert (high - low) * 2**bits <= arb(x * (1 + Fraction(1, 2**99)))


def test_polylogarithms_and_bernoulli_numbers_that_are_known():
    with precision.workprec(80):
        assert Dyadic(0).polylog(2) == 0
        assert abs(Dyadic(0.5).polylog(1) - Dyadic(2).log()) < Fraction(1, 2**75)
    with precision.workprec(20):
        assert abs(Dyadic(Fraction(31, 32)).polylog(1) - Dyadic(32).log()) < Fraction(1, 2**12)
    assert [bernoulli(n) for n in range(0, 80, 2)] == [
        Fraction(int(flint.fmpq.bernoulli(n).p), int(flint.fmpq.bernoulli(n).q)) for n in range(0, 80, 2)]


def test_a_polylogarithm_near_one_says_what_it_needs():
    for x in (0.99, Fraction(63, 64)):
        with pytest.raises(ModuleNotFoundError, match="near 1 needs python-flint") as error:
            Dyadic(x).polylog(2)
        assert error.value.name == "flint"
