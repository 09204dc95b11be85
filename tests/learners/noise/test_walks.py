"""The law of the reconstructed interval, fast and by recursion."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.noise import (mismatches, noisy_interval, reconstruct_interval, reconstruction_failure,
                                      reconstruction_law, ruin_probability, ruin_table)

RATES = [Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)]


def test_walks_over_few_points():
    assert mismatches(()).tolist() == [0]  # no point has one interval
    assert reconstruct_interval(b"") == 0
    assert reconstruction_law(0, 0, Fraction(1, 3)) == {0: 1}
    mu = Fraction(1, 7)  # ruin of one and two points by hand
    assert ruin_table(2, mu) == (0, mu, mu + mu * (1 - mu))


@pytest.mark.parametrize("mu", RATES)
def test_fast_law_equals_the_program_on_all_small_sizes(mu):
    for size in range(7):
        for j in range(size + 1):
            law = noisy_interval(size, j, mu).map(reconstruct_interval).exact()
            assert law == reconstruction_law(size, j, mu)
            assert reconstruction_failure(size, j, mu) == 1 - law.get(j, 0)


@pytest.mark.parametrize("mu", RATES)
def test_fast_ruin_equals_the_recursion(mu):
    assert [ruin_probability(n, mu) for n in range(41)] == list(ruin_table(40, mu))


@pytest.mark.parametrize("reach", [0, 1, 3])
def test_reach_lists_the_near_intervals_only(reach):
    whole, near = reconstruction_law(20, 9, Fraction(1, 10)), reconstruction_law(20, 9, Fraction(1, 10), reach=reach)
    assert near == {end: whole[end] for end in range(9 - reach, 10 + reach)}


def test_the_longest_walk_is_followed_and_the_next_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="reach must"):
        reconstruction_law(20, 9, Fraction(1, 10), reach=-1)
    monkeypatch.setattr("privlearn.learners.noise.walks.LONGEST_WALK", 2)
    assert ruin_probability(2, Fraction(1, 7)) == Fraction(13, 49)
    with pytest.raises(TooLargeToEnumerate, match="the walk over one side"):
        ruin_probability(3, Fraction(1, 7))


@pytest.mark.parametrize(("size", "j", "mu"), [(3, 4, 0), (3, -1, 0), (-1, 0, 0), (3, 1, 2), (3, 1, -1), (2.5, 1, 0)])
def test_bad_arguments_are_refused(size, j, mu):
    with pytest.raises(ValueError, match="must"):
        reconstruction_law(size, j, mu)


@pytest.mark.parametrize("call", [
    lambda: ruin_table(2**40, Fraction(1, 10)), lambda: ruin_probability(2**40, Fraction(1, 10)),
    lambda: reconstruction_failure(2**40, 1, Fraction(1, 10)),
    lambda: reconstruction_law(2**40, 5, Fraction(1, 10), reach=2)])
def test_walks_that_are_too_long_are_refused_at_once(call):
    with pytest.raises(TooLargeToEnumerate, match="the walk over one side"):
        call()
