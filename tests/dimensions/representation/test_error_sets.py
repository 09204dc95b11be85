"""Error patterns: all distributions as finitely many families of light sets."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.dimensions.representation import are_error_patterns, error_patterns
from privlearn.dimensions.representation.error_sets import (ErrorPattern, bits_of, common_distribution, concept_of,
                                                            heaviest, light_sets, mass, minimal_sets)
from privlearn.exact import TooLargeToEnumerate

QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)


def test_patterns_by_hand():
    assert error_patterns(1, QUARTER) == (ErrorPattern(frozenset({0}), (Fraction(1),)),)
    for points, alpha in ((4, Fraction(1, 5)), (5, Fraction(1, 6))):  # below one over n no error is light
        assert [pattern.light for pattern in error_patterns(points, alpha)] == [frozenset({0})]
    assert (Fraction(1), Fraction(0)) in [pattern.distribution for pattern in error_patterns(2, HALF)]
    alphas = 0, Fraction(1, 8), QUARTER, Fraction(2, 7), THIRD, Fraction(2, 5), HALF, Fraction(3, 4)
    assert [len(error_patterns(4, alpha)) for alpha in alphas] == [1, 1, 4, 4, 10, 7, 12, 4]


def test_the_mask_of_a_concept_has_the_first_point_at_its_lowest_bit():
    assert bits_of((0, 1, 1, 0, 1)) == 22
    assert concept_of(22, 5) == (0, 1, 1, 0, 1)
    assert [bits_of(concept_of(mask, 3)) for mask in range(8)] == list(range(8))


@pytest.mark.parametrize("alpha", [1, Fraction(-1, 4), 2])
def test_alpha_out_of_range_and_six_points_are_refused(alpha):
    with pytest.raises(ValueError, match="alpha"):
        error_patterns(3, alpha)
    with pytest.raises(TooLargeToEnumerate):
        error_patterns(6, QUARTER)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 5), QUARTER, THIRD, Fraction(2, 5), Fraction(1, 2), Fraction(3, 4)])
def test_patterns_verify(alpha):
    for points in (1, 2, 3, 4):
        assert are_error_patterns(error_patterns(points, alpha), points, alpha)


@pytest.mark.parametrize("alpha", [QUARTER, THIRD, Fraction(2, 5), Fraction(1, 2)])
def test_light_family_of_every_grid_distribution_contains_a_pattern(alpha):
    patterns = error_patterns(4, alpha)
    for weights in product(range(6), repeat=4):
        if sum(weights):
            light = light_sets(tuple(Fraction(w, sum(weights)) for w in weights), alpha)
            assert any(pattern.light <= light for pattern in patterns)


FIRST, *REST = error_patterns(3, THIRD)
SURE, MORE = ((Fraction(1), Fraction(0), Fraction(0)), (Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)))


@pytest.mark.parametrize(("patterns", "points", "alpha"), [
    ([], 2, QUARTER), ([FIRST, *REST, FIRST], 3, THIRD), (error_patterns(2, QUARTER) * 2, 2, QUARTER),
    ([ErrorPattern(FIRST.light, REST[0].distribution), *REST], 3, THIRD),  # of another distribution
    ([FIRST, *REST, ErrorPattern(light_sets(SURE, THIRD), SURE)], 3, THIRD),  # comparable ones
    ([ErrorPattern(light_sets(SURE, THIRD), SURE), FIRST, *REST], 3, THIRD),
    ([ErrorPattern(light_sets(MORE, QUARTER), MORE)], 3, QUARTER),  # the light sets of a pattern and one more
    *(([ErrorPattern(frozenset(light), (HALF, HALF))], 2, HALF) for light in ({0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3})),
    *(([ErrorPattern(frozenset(light), (HALF, HALF))], 2, QUARTER) for light in ({0, 1}, set()))])
def test_what_is_no_list_of_patterns_is_noticed(patterns, points, alpha):
    assert not are_error_patterns(patterns, points, alpha)
    assert are_error_patterns([ErrorPattern(frozenset({0}), (HALF, HALF))], 2, QUARTER)


def test_mass_and_light_sets_follow_from_the_definition():
    law = Fraction(1, 7), Fraction(2, 7), Fraction(0), Fraction(4, 7)
    total = {mask: sum((law[x] for x in range(4) if mask & 2**x), Fraction(0)) for mask in range(16)}
    assert {mask: mass(law, mask) for mask in range(16)} == total
    for alpha in (0, Fraction(1, 7), QUARTER, Fraction(3, 7), Fraction(5, 7)):
        assert light_sets(law, alpha) == {mask for mask in range(16) if total[mask] <= alpha}


@pytest.mark.parametrize("sets", [s for size in (1, 2, 3, 7) for s in combinations(range(8), size)])
def test_minimal_sets_follow_from_the_definition(sets):
    assert minimal_sets(reversed(sets)) == tuple(s for s in sets if not any(t & s == t != s for t in sets))


@pytest.mark.parametrize(("sets", "points", "value"), [
    ((1, 6, 10, 12), 4, Fraction(2, 5)), ((3, 6, 12, 24, 17), 5, Fraction(2, 5)), ((3, 5, 6), 3, Fraction(2, 3)),
    ((3, 12), 4, HALF), ((4,), 3, 1), ((0, 3), 2, 0), ((1, 2, 12), 4, THIRD), ((7, 8), 4, HALF), ((3, 5), 3, 1),
    ((1, 2, 4), 3, THIRD)])
def test_the_heaviest_mass_and_a_distribution_that_has_it(sets, points, value):
    found, law = heaviest(sets, points)
    assert found == value == min(mass(law, mask) for mask in sets)
    assert (len(law), sum(law)) == (points, 1)
    assert min(law) >= 0


def test_sets_are_heavy_together_only_above_the_bound():
    assert common_distribution((4, 5, 1, 2), 3, Fraction(33, 100)) == (THIRD, THIRD, THIRD)
    assert common_distribution((4, 5, 1, 2), 3, THIRD) is None
    assert common_distribution((), 2, QUARTER) == (1, 0)
    assert heaviest((1, 2, 4), 3) == (THIRD, (THIRD, THIRD, THIRD))
    assert heaviest((), 3) == (1, (1, 0, 0))


@pytest.mark.parametrize("alpha", [0, Fraction(1, 5), QUARTER, Fraction(3, 10), THIRD, Fraction(2, 5), HALF,
                                   Fraction(3, 5), Fraction(2, 3), Fraction(3, 4)])
def test_patterns_are_the_least_light_families_of_a_fine_grid(alpha):
    for points in (1, 2, 3):
        laws = [law for law in product(range(13), repeat=points) if sum(law) == 12]
        families = {light_sets(tuple(Fraction(w, 12) for w in law), alpha) for law in laws}
        least = sorted((f for f in families if not any(g < f for g in families)), key=sorted)
        found = error_patterns(points, alpha)
        assert [pattern.light for pattern in found] == least
        assert all(light_sets(pattern.distribution, alpha) == pattern.light for pattern in found)


@pytest.mark.parametrize("law", [(1, 0, 0), (1,), (2, 0), (Fraction(3, 4), 0), (Fraction(3, 2), -HALF)])
def test_a_law_that_is_none_is_noticed(law):
    """Each has the light sets of the point mass on the first of two points."""
    first, other = ErrorPattern(frozenset({0, 2}), (Fraction(1), Fraction(0))), error_patterns(2, HALF)[0]
    assert {first.light, other.light} == {frozenset({0, 2}), frozenset({0, 1})}
    assert are_error_patterns([other, first], 2, HALF)
    assert not are_error_patterns([other, ErrorPattern(first.light, tuple(map(Fraction, law)))], 2, HALF)


@pytest.mark.parametrize(("points", "alpha"), [(2, HALF), (3, HALF), (3, THIRD), (4, QUARTER), (4, Fraction(2, 5))])
def test_every_missing_pattern_is_noticed(points, alpha):
    patterns = error_patterns(points, alpha)
    for left_out in range(len(patterns)):
        assert not are_error_patterns(patterns[:left_out] + patterns[left_out + 1:], points, alpha)
