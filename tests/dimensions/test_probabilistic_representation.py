"""Probabilistic representations: miss probabilities, values, least sizes."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.concepts import (
    ConceptClass,
    all_functions,
    classes_up_to_symmetry,
    lines,
    point_functions,
    points,
    thresholds,
)
from privlearn.dimensions.representation import (
    ProbabilisticRepresentation,
    error_patterns,
    is_representation_value,
    miss_probability,
    probabilistic_representation_value,
    smallest_probabilistic_representation,
    smallest_representation,
)
from privlearn.dimensions.representation.error_sets import bits_of
from privlearn.dimensions.representation.essential import essential_points
from privlearn.exact import TooLargeToEnumerate

QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)
ORDERED = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def test_three_ordered_concepts():
    assert [probabilistic_representation_value(ORDERED, k, QUARTER).value for k in (1, 2, 3)] == [2 * THIRD, THIRD, 0]


def test_four_points_at_one_third():
    values = [probabilistic_representation_value(points(2), k, THIRD).value for k in (1, 2, 3, 4)]
    assert values == [Fraction(7, 10), Fraction(2, 5), Fraction(1, 6), 0]


def test_two_constants_miss_nothing_at_one_half():
    assert probabilistic_representation_value(all_functions(3), 2, HALF).value == 0


@pytest.mark.parametrize("epsilon", [0, QUARTER, THIRD, Fraction(2, 5)])
def test_values_verify_on_all_small_classes(epsilon):
    for concepts, _ in classes_up_to_symmetry(3):
        for k in (1, 2, 3):
            solved = probabilistic_representation_value(concepts, k, epsilon)
            assert is_representation_value(solved, concepts, k, epsilon)


def test_lines_are_all_functions_on_two_points_with_copies():
    assert len(essential_points(lines(2))[0]) == 2


def test_constant_points_follow_the_constant():
    assert essential_points(ConceptClass.from_matrix([[1, 0], [1, 1]])) == ((1,), (1, (0, 0)))


def test_single_concept_has_value_zero():
    single = ConceptClass.from_matrix([[1, 0, 1]])
    solved = probabilistic_representation_value(single, 1, 0)
    assert solved.value == 0
    assert is_representation_value(solved, single, 1, 0)


def test_more_hypotheses_than_useful_functions():
    assert probabilistic_representation_value(ORDERED, 50, QUARTER).value == 0


def miss_by_patterns(representation, concepts, epsilon):
    tasks = [(bits_of(f), pattern.light) for f in concepts.rows() for pattern in error_patterns(concepts.size, epsilon)]
    return max(sum((w for w, some in representation.branches if all(bits_of(h) ^ f not in light for h in some)),
                   Fraction(0)) for f, light in tasks)


@pytest.mark.parametrize("epsilon", [0, QUARTER, THIRD, Fraction(2, 5), HALF])
def test_miss_probability_agrees_with_the_patterns(epsilon):
    functions = list(product((0, 1), repeat=3))
    pairs = list(combinations(functions, 2))[::3]
    representation = ProbabilisticRepresentation(tuple((Fraction(1, len(pairs)), pair) for pair in pairs))
    for concepts in (all_functions(3), point_functions(3)):
        missed = miss_probability(representation, concepts, epsilon)
        assert missed == miss_by_patterns(representation, concepts, epsilon)


def test_branch_with_the_concept_never_misses():
    sure = ProbabilisticRepresentation(((Fraction(1), tuple(ORDERED.rows())),))
    assert miss_probability(sure, ORDERED, 0) == 0


def test_smaller_claim_is_refused():
    solved = probabilistic_representation_value(ORDERED, 2, QUARTER)
    assert not is_representation_value(replace(solved, value=solved.value - Fraction(1, 50)), ORDERED, 2, QUARTER)


def test_larger_claim_is_refused():
    solved = probabilistic_representation_value(ORDERED, 2, QUARTER)
    assert not is_representation_value(replace(solved, value=solved.value + Fraction(1, 50)), ORDERED, 2, QUARTER)


def test_too_large_sets_are_refused():
    solved = probabilistic_representation_value(ORDERED, 3, QUARTER)
    assert not is_representation_value(solved, ORDERED, 2, QUARTER)


def test_least_size_at_delta_zero_is_deterministic():
    for concepts in (ORDERED, points(2), thresholds(2), all_functions(3)):
        least = smallest_probabilistic_representation(concepts, THIRD, 0)
        assert least == smallest_representation(concepts, THIRD).size


def test_delta_one_needs_one_hypothesis():
    assert smallest_probabilistic_representation(points(2), QUARTER, 1) == 1


def test_size_counts_distinct_hypotheses():
    assert ProbabilisticRepresentation(((Fraction(1), ((0, 1), (0, 1))),)).size == 1


@pytest.mark.parametrize("branches", [
    (), ((HALF, ((0,),)),), ((Fraction(1), ()),), ((HALF, ((0,),)), (HALF, ((0, 1),))), ((Fraction(1), ((2,),)),)])
def test_bad_branches_are_refused(branches):
    with pytest.raises(ValueError, match="branches"):
        ProbabilisticRepresentation(branches)


def test_other_number_of_points_is_refused():
    with pytest.raises(ValueError, match="points"):
        miss_probability(ProbabilisticRepresentation(((Fraction(1), ((0,),)),)), ORDERED, QUARTER)


def test_six_points_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        probabilistic_representation_value(point_functions(6), 2, QUARTER)


def test_empty_class_is_refused():
    with pytest.raises(ValueError, match="concepts must not be empty"):
        probabilistic_representation_value(ConceptClass.from_matrix([[0, 1]]).without(0), 1, QUARTER)
