"""Smallest representations, their certificates and bounds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass, all_functions, lines, point_functions, points, thresholds
from privlearn.dimensions.representation import (is_smallest_representation, representation_alpha,
                                                 smallest_representation)
from privlearn.dimensions.representation.deterministic import first_adversaries, longer_tables
from privlearn.exact import TooLargeToEnumerate

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)
HALF = Fraction(1, 2)
SINGLE = ConceptClass.from_matrix([[0, 1, 1]])


@pytest.mark.parametrize(("concepts", "alpha", "size"), [
    (thresholds(3), HALF, 2), (thresholds(3), QUARTER, 8), (thresholds(3), THIRD, 6),
    (thresholds(3), Fraction(2, 5), 5), (SINGLE, 0, 1), (SINGLE, QUARTER, 1), (points(2), 0, 4),
    (points(2), QUARTER, 4), (all_functions(3), THIRD, 4),
    (ConceptClass.from_matrix(points(2).rows()[::-1]), QUARTER, 4),
    (lines(2), QUARTER, 4)])  # copies and negations of points cost nothing
def test_sizes_of_named_classes_are_proved(concepts, alpha, size):
    found = smallest_representation(concepts, alpha)
    assert found.size == size
    assert is_smallest_representation(found, concepts, alpha)


def test_four_functions_represent_all_on_three_points_at_one_third():
    found = smallest_representation(all_functions(3), THIRD)
    assert representation_alpha(found.hypotheses, all_functions(3)) == THIRD
    assert smallest_representation(SINGLE, 0).hypotheses == SINGLE
    assert list(longer_tables((0, 0), 0)) == [(0, 0), (0, 1), (1, 1)]  # tables of equal rows are listed up to exchange


def test_claims_of_one_less_or_more_and_adversaries_of_no_concept_are_refused():
    found = smallest_representation(points(2), QUARTER)
    less = replace(found, size=3, hypotheses=found.hypotheses.without(3), mixtures=tuple(m[:3] for m in found.mixtures))
    foreign = replace(found, adversaries=(((1, 1, 1, 1), (Fraction(1), Fraction(0), Fraction(0), Fraction(0))),))
    for wrong in (less, foreign):
        assert not is_smallest_representation(wrong, points(2), QUARTER)
    found = smallest_representation(points(2), THIRD)
    more = replace(found, size=5, hypotheses=found.hypotheses.union(ConceptClass.from_matrix([[1, 1, 1, 1]])),
                   mixtures=tuple((*m, Fraction(0)) for m in found.mixtures))
    assert not is_smallest_representation(more, points(2), THIRD)


def test_as_many_points_as_may_be_are_searched(monkeypatch):
    with pytest.raises(ValueError, match="concepts must not be empty"):
        smallest_representation(ConceptClass.from_matrix([[0, 1]]).without(0), QUARTER)
    with pytest.raises(ValueError, match="alpha"):
        smallest_representation(points(2), 1)
    with pytest.raises(TooLargeToEnumerate):
        smallest_representation(point_functions(11), QUARTER)
    monkeypatch.setattr("privlearn.dimensions.representation.deterministic.MOST_POINTS", 2)
    alpha = Fraction(3, 17)  # of no other test: results are kept
    assert smallest_representation(all_functions(2), alpha).size == 4
    with pytest.raises(TooLargeToEnumerate, match="the set of essential points has 3 elements"):
        smallest_representation(all_functions(3), alpha)


@pytest.mark.parametrize(("alpha", "most"), [(0, 3), (QUARTER, 3), (THIRD, 2), (HALF, 1), (Fraction(1), 0)])
def test_the_first_adversaries_forbid_every_error(alpha, most):
    found = list(first_adversaries(all_functions(3), alpha))
    assert {sum(map(bool, law)) for _, law in found} == set(range(1, most + 1))
    assert len(found) == sum((0, 3 * 2, 3 * 4, 8)[:most + 1])
