"""The chain of bounds: order, closed forms, errors."""

from fractions import Fraction
from itertools import pairwise
from math import log, pi, sqrt

import pytest
from flint import arb

from privlearn.exact import as_fraction
from privlearn.exact.intervals import ball
from privlearn.learners.noise import failure_bounds, root_of_bound
from privlearn.learners.noise.failure_series import SERIES, difference_quotient, series_value


def test_bounds_increase_along_the_chain_up_to_one_quarter():
    values = list(failure_bounds(Fraction(1, 20)).values())
    assert all(smaller.upper < larger.lower for smaller, larger in pairwise(values))
    assert failure_bounds(Fraction(249, 1000))["four"].lower <= Fraction(249, 250) <= failure_bounds(
        Fraction(249, 1000))["four"].upper


@pytest.mark.parametrize("name", list(SERIES))
def test_series_and_closed_form_overlap(name):
    for mu, terms in ((Fraction(1, 10), 80), (Fraction(1, 100), 40), (Fraction(9, 100), 120)):
        closed, series = failure_bounds(mu)[name], series_value(SERIES[name], mu, terms=terms)
        assert max(closed.lower, series.lower) <= min(closed.upper, series.upper)


def test_quotients_are_the_kept_terms_and_their_remainder():
    found = difference_quotient(lambda n: arb(0), arb, 2, terms=3)(ball(Fraction(1, 8)))
    rest = 8 * 4**2 * Fraction(1, 2) ** 2 / (1 - Fraction(1, 2))  # of what is cut after mu^3
    assert found.mid() == 2 + arb(3) / 8
    assert rest <= as_fraction(float(found.rad())) < rest * (1 + Fraction(1, 2**20))
    # quotient at zero is the first difference
    assert difference_quotient(SERIES["union"], SERIES["dropped"], 2)(ball(0)).contains(1)
    # quotient of one term is kept
    assert difference_quotient(SERIES["exact"], SERIES["four"], 1, terms=1)(ball(0)).contains(2)
    assert [[SERIES[name](n) for n in (1, 2, 3)] for name in ("exact", "four")] == [[2, 0, 0], [4, 0, 0]]
    assert [SERIES["linear"](n) for n in (2, 3)] == [0, 0]
    assert SERIES["linear"](1).overlaps(1 + 5 / arb.pi().sqrt())


@pytest.mark.parametrize("bits", [4, 5, 9, 20, 60])
def test_the_root_has_as_many_bits_as_asked_for(bits):
    root = root_of_bound("four", bits=bits)
    assert root.upper - root.lower == Fraction(1, 2**bits)
    assert ((root.lower - Fraction(1, 16)) * 2**bits).denominator == 1
    excess = [failure_bounds(mu, 128)["logarithm"] - 4 * mu for mu in (root.lower, root.upper)]
    assert excess[0].upper < 0 < excess[1].lower


@pytest.mark.parametrize(("call", "message"), [
    (lambda: failure_bounds(0), "strictly between 0 and 1/4"),
    (lambda: failure_bounds(Fraction(1, 4)), "strictly between 0 and 1/4"),
    (lambda: failure_bounds(-1), "strictly between 0 and 1/4"), (lambda: root_of_bound("eight"), "'linear' or 'four'"),
    (lambda: root_of_bound("four", bits=3), "bits must"),
    (lambda: difference_quotient(SERIES["exact"], SERIES["four"], 0, 5), "must be an integer of at least"),
    (lambda: difference_quotient(SERIES["exact"], SERIES["four"], 3, 2), "must be an integer of at least")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("mu", [Fraction(1, 5), Fraction(1, 30)])
def test_bounds_and_series_are_those_of_the_table(mu):
    x = float(mu)
    closed = {"exact": 2 * x, "union": x + x / (1 - x), "dropped": x + (1 - sqrt(1 - 4 * x)) / (2 * x) - 1,
              "root": x + sum((4 * x) ** n / n**1.5 for n in range(1, 400)) / sqrt(pi),
              "logarithm": x - log(1 - 4 * x) / sqrt(pi), "linear": x + 5 * x / sqrt(pi), "four": 4 * x}
    found = failure_bounds(mu)
    assert list(found) == list(closed) == list(SERIES)
    for name, bound in found.items():
        assert float(bound.lower) == pytest.approx(closed[name], rel=1e-12)
        assert bound.upper - bound.lower < Fraction(1, 2**80)


def test_coefficients_are_those_of_the_table():
    tails = {"union": lambda n: 1, "dropped": lambda n: (1, 1, 2, 5, 14)[n], "exact": lambda n: int(n == 1),
             "root": lambda n: 4**n / (n**1.5 * sqrt(pi)), "logarithm": lambda n: 4**n / (n * sqrt(pi))}
    for name, tail in tails.items():
        for n in range(1, 5):
            assert float(SERIES[name](n)) == pytest.approx(tail(n) + (n == 1), rel=1e-12)


@pytest.mark.parametrize(("terms", "mu"), [(1, Fraction(1, 6)), (4, Fraction(1, 10)), (7, Fraction(1, 5))])
def test_a_series_is_its_first_terms_within_the_remainder(terms, mu):
    found = series_value(SERIES["union"], mu, terms)
    kept = mu + sum(mu**n for n in range(1, terms + 1))
    rest = 8 * (4 * mu) ** (terms + 1) / (1 - 4 * mu)
    assert found.lower == pytest.approx(kept - rest, abs=1e-6)
    assert found.upper == pytest.approx(kept + rest, abs=1e-6)


def test_lines_are_met_where_the_logarithm_is_as_large():
    for name, bits in (("linear", 24), ("four", 30)):
        root = root_of_bound(name, bits=bits)
        ends = [failure_bounds(end) for end in (root.lower, root.upper)]
        assert [at["logarithm"].lower <= at[name].lower for at in ends] == [True, False]
        assert root.upper - root.lower == Fraction(1, 2**bits)
    assert root_of_bound("four").upper - root_of_bound("four").lower == Fraction(1, 2**48)
