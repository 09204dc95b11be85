"""Random hypothesis sets: size and chance of a miss."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.dimensions.representation import ProbabilisticRepresentation, error_patterns, miss_probability
from privlearn.dimensions.representation.error_sets import bits_of

QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)
ORDERED = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def miss_by_patterns(representation, concepts, alpha):
    tasks = [(bits_of(f), pattern.light) for f in concepts.rows() for pattern in error_patterns(concepts.size, alpha)]
    return max(sum((w for w, some in representation.branches if all(bits_of(h) ^ f not in light for h in some)),
                   Fraction(0)) for f, light in tasks)


@pytest.mark.parametrize("alpha", [0, QUARTER, THIRD, Fraction(2, 5), HALF])
def test_miss_probability_agrees_with_the_patterns(alpha):
    functions = list(product((0, 1), repeat=3))
    pairs = list(combinations(functions, 2))[::3]
    representation = ProbabilisticRepresentation(tuple((Fraction(1, len(pairs)), pair) for pair in pairs))
    for concepts in (all_functions(3), point_functions(3)):
        missed = miss_probability(representation, concepts, alpha)
        assert missed == miss_by_patterns(representation, concepts, alpha)


def test_branches_by_hand():
    sure = ProbabilisticRepresentation(((Fraction(1), tuple(ORDERED.rows())),))
    assert miss_probability(sure, ORDERED, 0) == 0
    twice = ProbabilisticRepresentation(((HALF, ((1, 1),)), (HALF, ((1, 1),))))
    assert miss_probability(twice, ConceptClass.from_matrix([[0, 0]]), QUARTER) == 1  # as often as they are listed
    assert ProbabilisticRepresentation(((Fraction(1), ((0, 1), (0, 1))),)).size == 1  # distinct hypotheses


@pytest.mark.parametrize("branches", [
    (), ((HALF, ((0,),)),), ((Fraction(1), ()),), ((HALF, ((0,),)), (HALF, ((0, 1),))), ((Fraction(1), ((2,),)),),
    ((Fraction(0), ((0,),)), (Fraction(1), ((1,),))), ((-HALF, ((0,),)), (3 * HALF, ((1,),))),
    ((HALF, ((0,),)), (HALF, ())), ((Fraction(1), ((0, 2),)),)])
def test_bad_branches_are_refused(branches):
    with pytest.raises(ValueError, match="branches"):
        ProbabilisticRepresentation(branches)


@pytest.mark.parametrize(("concepts", "rule"), [
    (point_functions(1).without(0), "concepts must not be empty"), (ORDERED, "points")])
def test_empty_class_and_other_number_of_points_are_refused(concepts, rule):
    with pytest.raises(ValueError, match=rule):
        miss_probability(ProbabilisticRepresentation(((Fraction(1), ((0,),)),)), concepts, QUARTER)
