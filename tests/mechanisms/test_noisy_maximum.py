"""Noisy max: the closed form against clamped noise, which can be listed."""

from fractions import Fraction
from itertools import accumulate, product
from math import prod

import pytest

from privlearn.laws import fold
from privlearn.mechanisms import audit_pure, noisy_max, replace_one, two_sided_geometric
from privlearn.mechanisms.noise import GeometricNoise, geometric_tail
from privlearn.mechanisms.noisy_maximum import first_largest, support_counts

G = Fraction(1, 2)


def cut(centres, reach):
    """The law of the first largest count when the noise is clamped at distance ``reach`` beyond all centres."""
    low, high = min(centres) - reach, max(centres) + reach

    def step(state, item):
        i, centre = item
        return two_sided_geometric(G, centre=centre, low=low, high=high).map(
            lambda v: (v, i) if state is None or v > state[0] else state)

    return fold(None, list(enumerate(centres)), step).map(lambda state: state[1]).exact()


@pytest.mark.parametrize("centres", [(0,), (0, 0), (0, 1), (3, 0, 1), (1, 1, 1, 0), (0, 2, 2)])
def test_the_closed_form_is_within_the_clamped_tail_of_the_listed_law(centres):
    exact, listed = first_largest(centres, G), cut(centres, 12)
    allowed = len(centres) * geometric_tail(G, 12)
    assert sum(exact.values()) == 1
    assert all(abs(Fraction(int(exact[i].p), int(exact[i].q)) - listed[i]) <= allowed for i in exact)


def test_one_candidate_always_wins_and_equal_counts_tie_as_often_as_noises_do():
    assert noisy_max(1, G)(((1,),)).exact() == {0: 1}
    tie = sum((GeometricNoise(G).probability(k) ** 2 for k in range(-60, 61)), Fraction(0))
    found = noisy_max(2, G)(((0, 0),)).exact()
    assert abs(found[0] - found[1] - tie) < Fraction(1, 2**100)
    assert support_counts(((1, 0, 1), (1, 0, 0), (1, 1, 0), (0, 0, 1)), 3) == [3, 1, 2]
    assert support_counts((), 2) == [0, 0]


@pytest.mark.parametrize("candidates", [1, 2, 3, 4])
def test_the_index_keeps_its_promise_for_any_number_of_candidates(candidates):
    mechanism = noisy_max(candidates, G)
    found = audit_pure(mechanism, [(row,) for row in product((0, 1), repeat=candidates)], replace_one)
    assert found.exp_epsilon <= mechanism.promise.exp_epsilon == 4


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: noisy_max(0, G), "candidates must be"), (lambda: noisy_max(2, 1), "strictly between"),
    (lambda: noisy_max(2, G)(((1,),)), "rows of 2 bits"), (lambda: noisy_max(2, G)(((1, 2),)), "rows of 2 bits"),
    (lambda: noisy_max(2, G)((frozenset((0, 1)),)), "rows of 2 bits"),
    (lambda: noisy_max(2, G)(5), "tuples of hashable rows")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize("g", [G, Fraction(2, 5)])
@pytest.mark.parametrize("centres", [(4,), (0, 0), (2, 0), (0, 3), (3, 0, 1), (0, 2, 2, 5)])
def test_the_closed_form_is_the_sum_over_the_value_of_the_winner(centres, g):
    noise, reach = GeometricNoise(g), 70
    mass = {k: float(noise.probability(k)) for k in range(-reach - 9, reach + 10)}
    below = dict(zip(mass, accumulate(mass.values()), strict=True))
    for i, found in first_largest(centres, g).items():
        summed = sum(mass[v - centres[i]] * prod(below[v - c - (j < i)] for j, c in enumerate(centres) if j != i)
                     for v in range(-reach, reach + 1))
        assert int(found.p) / int(found.q) == pytest.approx(summed, abs=1e-12)
