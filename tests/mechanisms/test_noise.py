"""Randomised response and geometric noise."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.mechanisms import all_databases, audit_pure, noise, randomised_response, replace_one, two_sided_geometric
from privlearn.mechanisms.noise import ClampedCount, GeometricNoise, geometric_tail, laplace_scale_of_mean

G = Fraction(2, 5)


@pytest.mark.parametrize("truth", [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
def test_randomised_response_has_ratio_exactly_truth_over_lie(truth):
    found = audit_pure(randomised_response(truth), all_databases((0, 1), 2), replace_one)
    assert found.exp_epsilon == truth / (1 - truth)


def test_each_bit_is_told_independently_and_shown_by_no_refusal():
    response = randomised_response(Fraction(3, 4))
    assert response((0, 1)).exact()[(0, 0)] == Fraction(3, 16)
    assert response(()).exact() == {(): 1}
    with pytest.raises(ValueError, match="bit of database must") as refusal:
        response((0, 77777))
    assert "77777" not in str(refusal.value)


def test_clamping_moves_the_tails_to_the_ends():
    noise, table = GeometricNoise(G), two_sided_geometric(G, centre=1, low=0, high=4).exact()
    inside = {k: noise.probability(k - 1) for k in (1, 2, 3)}
    assert {k: table[k] for k in inside} == inside
    assert table[0] == (1 - noise.probability(0)) / 2
    assert sum(table.values()) == 1
    assert two_sided_geometric(G, centre=2, low=2, high=2).exact() == {2: 1}  # a range of one number is certain


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_clamped_count_has_ratio_exactly_1_over_g(width):
    found = audit_pure(lambda database: two_sided_geometric(G, centre=sum(database), low=0, high=width),
                       all_databases((0, 1), width), replace_one)
    assert found.exp_epsilon == 1 / G


def test_the_tail_is_the_sum_of_the_probabilities_beyond():
    noise = GeometricNoise(G)
    assert geometric_tail(G, 3) == 1 - sum(noise.probability(k) for k in range(-2, 3))
    assert geometric_tail(G, 0) == 1
    with pytest.raises(TooLargeToEnumerate, match="infinitely many"):
        GeometricNoise(G).exact()
    assert isinstance(GeometricNoise(G).sample(random.Random(1)), int)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: randomised_response(Fraction(1, 3)), "truth must be at least 1/2"),
    (lambda: randomised_response(Fraction(49, 100)), "truth must be at least 1/2"),
    (lambda: randomised_response(1), "below 1, got 1"), (lambda: randomised_response(Fraction(9, 8)), "below 1, got 9"),
    (lambda: randomised_response("1/2"), "truth must be a number"),
    (lambda: randomised_response(Fraction(3, 4))((2,)), "bit of database must be an integer"),
    (lambda: randomised_response(Fraction(3, 4))((0.5,)), "bit of database must be an integer"),
    (lambda: randomised_response(Fraction(3, 4))("01"), "tuples of hashable rows"),
    (lambda: geometric_tail(1, 1), "strictly between 0 and 1"), (lambda: geometric_tail(G, -1), "threshold must be"),
    (lambda: two_sided_geometric(G, centre=5, low=0, high=1), "centre must be"),
    (lambda: two_sided_geometric(G, centre=0, low=1, high=0), "centre must be"),
    (lambda: two_sided_geometric(2, centre=0, low=0, high=1), "between 0 and 1"),
    (lambda: GeometricNoise(0), "strictly between"), (lambda: GeometricNoise(1), "strictly between"),
    (lambda: GeometricNoise(G).sample(None), "rng must be"),
    (lambda: laplace_scale_of_mean(0, 1), "epsilon must satisfy epsilon > 0"),
    (lambda: laplace_scale_of_mean(1, 0), "rows must satisfy"), (lambda: laplace_scale_of_mean(-1, 1), "epsilon|rows")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


def test_as_many_counts_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        two_sided_geometric(G, centre=0, low=0, high=10**9)
    monkeypatch.setattr(noise, "LARGEST_SUPPORT", 5)
    assert len(two_sided_geometric(G, centre=0, low=-2, high=2).exact()) == 5
    with pytest.raises(TooLargeToEnumerate, match="6"):
        two_sided_geometric(G, centre=0, low=-2, high=3)
    monkeypatch.setattr(noise, "LONGEST_TABLE", 4)
    assert len(ClampedCount(G, 1, 3).exact()) == 4
    with pytest.raises(TooLargeToEnumerate, match="5"):
        ClampedCount(G, 1, 4).exact()


@pytest.mark.parametrize("count", [0, 2, 3])
def test_sampled_counts_are_the_listed_ones(count):
    law, rng = ClampedCount(Fraction(1, 2), count, 3), random.Random(5)
    drawn = Counter(law.sample(rng) for _ in range(4000))
    assert all(abs(drawn[value] - 4000 * mass) < 260 for value, mass in law.exact().items())  # 8 standard deviations


def test_scale_of_a_mean_shrinks_with_epsilon_and_rows():
    assert [laplace_scale_of_mean(e, n) for e, n in ((1, 1), (2, 1), (Fraction(1, 2), 10), (2, 50))] == [
        1, Fraction(1, 2), Fraction(1, 5), Fraction(1, 100)]
