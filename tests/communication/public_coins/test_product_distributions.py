"""Product distributions: values with certificates, and 1/6 for thresholds."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication.public_coins import (distributional_error, level_protocol, mean_errors, product_value,
                                                  public_coin_value)
from privlearn.communication.public_coins.product_distributions import LEVELS, _thresholds_at, mean_distance_to_levels
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions

SIXTH = Fraction(1, 6)
MASSES = (Fraction(1, 10), Fraction(5, 10), Fraction(1, 10), Fraction(3, 10))


@pytest.mark.parametrize("concepts", [initial_segments(4), point_functions(4)])
@pytest.mark.parametrize("messages", [1, 2, 3, 5])
def test_protocol_and_prior_prove_the_value(concepts, messages):
    found = product_value(concepts, messages, MASSES)
    weights = [[p * mass for mass in MASSES] for p in found.prior]
    assert max(mean_errors(found.protocol, concepts, MASSES)) == found.value
    assert distributional_error(concepts, messages, weights) == found.value


def test_values_on_product_inputs_by_hand():
    half, chain = Fraction(1, 2), initial_segments(4)
    assert [product_value(all_functions(1), messages, (1,)).value for messages in (1, 2)] == [half, 0]
    assert product_value(initial_segments(2), 2, (half, half)).value == SIXTH  # three thresholds attain it
    assert product_value(chain, 2, MASSES).value <= public_coin_value(chain, 2).value  # no harder than all inputs


@pytest.mark.parametrize("masses", [MASSES, (1, 0, 0, 0), (0, 0, 0, 1), (0, Fraction(1, 2), Fraction(1, 2), 0)])
def test_the_level_protocol_errs_at_most_a_sixth(masses):
    segments = initial_segments(4)  # complements of "1 from j on"
    levels = [sum(masses[:j]) for j in range(5)]
    flipped = type(segments).from_matrix(1 - segments.matrix)
    assert max(mean_errors(level_protocol(levels, masses), flipped, masses)) <= SIXTH


@pytest.mark.parametrize(("call", "message"), [
    (lambda: product_value(initial_segments(2), 2, (1,)), "distribution must (hold 2|not have negative)"),
    (lambda: product_value(initial_segments(2), 2, (Fraction(1, 2),) * 3),
     "distribution must (hold 2|not have negative)"),
    (lambda: product_value(initial_segments(2), 2, (2, -1)), "distribution must (hold 2|not have negative)"),
    (lambda: product_value(point_functions(1).without(0), 1, (1,)), "concepts must not be empty"),
    (lambda: mean_distance_to_levels((), 0), "pairs must not be empty"),
    (lambda: mean_distance_to_levels(LEVELS, 2), "level must lie")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


UNEVEN = [MASSES, (Fraction(1, 7), 0, Fraction(2, 7), Fraction(4, 7)), (0, Fraction(1, 3), Fraction(1, 3), 0,
                                                                        Fraction(1, 3)), (Fraction(1),), (0, 1, 0)]


def levels_of(masses):
    return [sum(masses[:j], Fraction(0)) for j in range(len(masses) + 1)]


@pytest.mark.parametrize("masses", UNEVEN)
@pytest.mark.parametrize("level", [Fraction(k, 21) for k in (0, 1, 3, 7, 10, 14, 20, 21)])
def test_a_level_is_the_mean_of_its_neighbours(masses, level):
    ends = levels_of(masses)
    found = _thresholds_at(level, tuple(map(Fraction, masses)))
    assert [u for _, _, u in found] == (
        [level] if level in ends else [max(u for u in ends if u < level), min(u for u in ends if u > level)])
    assert sum(p for p, _, _ in found) == 1
    assert sum(p * u for p, _, u in found) == level
    for _, table, u in found:
        assert table == tuple(sorted(table))
        assert sum(m for m, bit in zip(masses, table, strict=True) if not bit) == u


@pytest.mark.parametrize("masses", UNEVEN)
def test_the_errors_of_the_level_protocol_are_mean_distances_to_the_nearer_threshold(masses):
    def drawn(level):
        if level in ends:
            return [(Fraction(1), level)]
        low, high = max(u for u in ends if u < level), min(u for u in ends if u > level)
        return [((high - level) / (high - low), low), ((level - low) / (high - low), high)]

    ends, size = levels_of(masses), len(masses)
    thresholds = ConceptClass.from_matrix([[int(x >= t) for x in range(size)] for t in range(size + 1)])
    protocol = level_protocol(ends, masses)
    assert sum(w for w, _, _ in protocol.branches) == 1
    assert mean_errors(protocol, thresholds, masses) == tuple(
        sum(p * q * min(abs(u - low), abs(u - high)) for pair in LEVELS
            for (p, low), (q, high) in product(*map(drawn, pair))) / 2 for u in ends)


def test_alice_names_the_first_of_thresholds_that_are_equally_near():
    third = Fraction(1, 3)
    protocol = level_protocol([0, third, Fraction(1, 2), Fraction(2, 3), 1], (third, third, third))
    assert protocol.branches == (
        (Fraction(1, 2), (0, 0, 1, 1, 1), ((1, 1, 1), (0, 0, 1))),
        (Fraction(1, 2), (0, 0, 0, 0, 1), ((0, 1, 1), (0, 0, 0))))


@pytest.mark.parametrize("rows", [[[0, 1], [1, 1], [1, 0]], [[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 1]]])
@pytest.mark.parametrize("messages", [1, 2])
def test_the_product_value_is_no_better_than_any_concept_mixture_allows(rows, messages):
    concepts, masses = ConceptClass.from_matrix(rows), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))[-len(rows[0]):]
    masses = tuple(m / sum(masses) for m in masses)
    found = product_value(concepts, messages, masses)
    assert sum(found.prior) == sum(w for w, _, _ in found.protocol.branches) == 1
    best = min(sum(min(sum(p * m for p, r, a in zip(found.prior, rows, alice, strict=True) if a == said and r[x] == bit)
                       for bit in (0, 1)) for said in range(messages) for x, m in enumerate(masses))
               for alice in product(range(messages), repeat=len(rows)))
    assert best == found.value == max(mean_errors(found.protocol, concepts, masses))


def test_mean_errors_weigh_the_points():
    third, masses, expected = Fraction(1, 3), (Fraction(1, 5), Fraction(4, 5)), [0] * 3
    protocol = level_protocol([0, third, 1], (third, 1 - third))
    for f, row in enumerate([[1, 1], [0, 1], [0, 0]]):
        for w, alice, bob in protocol.branches:
            expected[f] += w * sum(masses[x] for x in range(2) if bob[alice[f]][x] != row[x])
    assert list(mean_errors(protocol, ConceptClass.from_matrix([[1, 1], [0, 1], [0, 0]]), masses)) == expected


def test_the_distance_is_a_mean_over_all_pairs():
    pairs = ((Fraction(0), Fraction(1, 2)), (Fraction(1, 5), Fraction(1)), (Fraction(1, 7), Fraction(1, 7)))
    assert mean_distance_to_levels(pairs, Fraction(2, 5)) == (
        Fraction(1, 10) + Fraction(1, 5) + Fraction(9, 35)) / 3
    assert [mean_distance_to_levels(LEVELS[:1], Fraction(k, 3)) for k in (1, 3)] == [Fraction(1, 3)] * 2
    assert mean_distance_to_levels(((Fraction(0), Fraction(1)),), Fraction(1, 4)) == Fraction(1, 4)
    assert {mean_distance_to_levels(LEVELS, Fraction(k, 60)) for k in range(61)} == {Fraction(1, 6)}
