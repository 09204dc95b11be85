"""Error patterns: all distributions as finitely many families of light sets."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.dimensions.representation import are_error_patterns, error_patterns
from privlearn.dimensions.representation.error_sets import (ErrorPattern, bits_of, concept_of, heaviest, light_sets,
                                                            minimal_sets)
from privlearn.exact import TooLargeToEnumerate

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)


def test_one_point_has_one_pattern():
    assert error_patterns(1, QUARTER) == (ErrorPattern(frozenset({0}), (Fraction(1),)),)


def test_below_one_over_n_no_error_is_light():
    assert [pattern.light for pattern in error_patterns(4, Fraction(1, 5))] == [frozenset({0})]


def test_at_one_half_a_point_mass_is_a_pattern():
    assert (Fraction(1), Fraction(0)) in [pattern.distribution for pattern in error_patterns(2, Fraction(1, 2))]


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


def test_missing_pattern_is_noticed():
    assert not are_error_patterns(error_patterns(3, THIRD)[:-1], 3, THIRD)


def test_pattern_with_another_distribution_is_noticed():
    first, *rest = error_patterns(3, THIRD)
    assert not are_error_patterns([ErrorPattern(first.light, rest[0].distribution), *rest], 3, THIRD)


def test_comparable_patterns_are_noticed():
    law = (Fraction(1), Fraction(0), Fraction(0))
    more = ErrorPattern(light_sets(law, THIRD), law)
    assert not are_error_patterns([*error_patterns(3, THIRD), more], 3, THIRD)


def test_no_patterns_are_no_answer():
    assert not are_error_patterns([], 2, QUARTER)


def test_all_sets_together_weigh_at_most_the_lightest_point():
    assert heaviest((1, 2, 4), 3) == (THIRD, (THIRD, THIRD, THIRD))


def test_no_sets_can_have_mass_one():
    assert heaviest((), 3) == (1, (1, 0, 0))


def test_minimal_sets_drop_supersets():
    assert minimal_sets([7, 1, 3, 6]) == (1, 6)


def test_bits_and_concepts_are_inverse():
    assert [bits_of(concept_of(mask, 3)) for mask in range(8)] == list(range(8))


def test_five_points_are_listed():
    assert [pattern.light for pattern in error_patterns(5, Fraction(1, 6))] == [frozenset({0})]


def test_six_points_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        error_patterns(6, QUARTER)


@pytest.mark.parametrize("alpha", [1, Fraction(-1, 4), 2])
def test_alpha_out_of_range_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha"):
        error_patterns(3, alpha)
