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


def test_two_constants_represent_everything_from_one_half_on():
    found = smallest_representation(thresholds(3), HALF)
    assert found.size == 2
    assert is_smallest_representation(found, thresholds(3), HALF)


def test_one_concept_needs_one_hypothesis():
    single = ConceptClass.from_matrix([[0, 1, 1]])
    assert smallest_representation(single, 0).hypotheses == single


def test_without_essential_points_the_certificate_verifies():
    single = ConceptClass.from_matrix([[0, 1, 1]])
    assert is_smallest_representation(smallest_representation(single, QUARTER), single, QUARTER)


def test_alpha_zero_needs_the_class_itself():
    assert smallest_representation(points(2), 0).size == 4


def test_four_functions_represent_all_on_three_points_at_one_third():
    found = smallest_representation(all_functions(3), THIRD)
    assert found.size == 4
    assert representation_alpha(found.hypotheses, all_functions(3)) == THIRD


@pytest.mark.parametrize(("alpha", "size"), [(QUARTER, 8), (THIRD, 6), (Fraction(2, 5), 5)])
def test_eight_thresholds(alpha, size):
    found = smallest_representation(thresholds(3), alpha)
    assert found.size == size
    assert is_smallest_representation(found, thresholds(3), alpha)


def test_copies_and_negations_of_points_cost_nothing():
    assert smallest_representation(lines(2), QUARTER).size == 4


def test_order_of_the_concepts_is_that_of_the_mixtures():
    turned = ConceptClass.from_matrix(points(2).rows()[::-1])
    for concepts in (points(2), turned):
        assert is_smallest_representation(smallest_representation(concepts, QUARTER), concepts, QUARTER)


def test_claim_of_one_less_is_refused():
    found = smallest_representation(points(2), QUARTER)
    less = replace(found, size=3, hypotheses=found.hypotheses.without(3), mixtures=tuple(m[:3] for m in found.mixtures))
    assert not is_smallest_representation(less, points(2), QUARTER)


def test_claim_of_one_more_is_refused():
    found = smallest_representation(points(2), THIRD)
    more = replace(found, size=5, hypotheses=found.hypotheses.union(ConceptClass.from_matrix([[1, 1, 1, 1]])),
                   mixtures=tuple((*m, Fraction(0)) for m in found.mixtures))
    assert not is_smallest_representation(more, points(2), THIRD)


def test_adversaries_against_no_concept_are_refused():
    found = smallest_representation(points(2), QUARTER)
    foreign = replace(found, adversaries=(((1, 1, 1, 1), (Fraction(1), Fraction(0), Fraction(0), Fraction(0))),))
    assert not is_smallest_representation(foreign, points(2), QUARTER)


def test_tables_of_equal_rows_are_listed_up_to_exchange():
    assert list(longer_tables((0, 0), 0)) == [(0, 0), (0, 1), (1, 1)]


def test_empty_class_is_refused():
    with pytest.raises(ValueError, match="concepts must not be empty"):
        smallest_representation(ConceptClass.from_matrix([[0, 1]]).without(0), QUARTER)


def test_eleven_points_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        smallest_representation(point_functions(11), QUARTER)


def test_as_many_points_as_may_be_are_searched(monkeypatch):
    monkeypatch.setattr("privlearn.dimensions.representation.deterministic.MOST_POINTS", 2)
    alpha = Fraction(3, 17)  # of no other test: results are kept
    assert smallest_representation(all_functions(2), alpha).size == 4
    with pytest.raises(TooLargeToEnumerate, match="the set of essential points has 3 elements"):
        smallest_representation(all_functions(3), alpha)


def test_alpha_one_is_refused():
    with pytest.raises(ValueError, match="alpha"):
        smallest_representation(points(2), 1)


@pytest.mark.parametrize(("alpha", "most"), [(0, 3), (QUARTER, 3), (THIRD, 2), (HALF, 1), (Fraction(1), 0)])
def test_the_first_adversaries_forbid_every_error(alpha, most):
    found = list(first_adversaries(all_functions(3), alpha))
    assert {sum(map(bool, law)) for _, law in found} == set(range(1, most + 1))
    assert len(found) == sum((0, 3 * 2, 3 * 4, 8)[:most + 1])
