"""Probabilistic representations: miss probabilities, values, least sizes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass, all_functions, classes_up_to_symmetry, point_functions, points, thresholds
from privlearn.dimensions.representation import (is_representation_value, probabilistic_representation_value,
                                                 smallest_probabilistic_representation, smallest_representation, values)
from privlearn.dimensions.representation.probabilistic import ProbabilisticRepresentation
from privlearn.dimensions.representation.values import RepresentationValue
from privlearn.exact import TooLargeToEnumerate

QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)
ORDERED = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


@pytest.mark.parametrize(("concepts", "alpha", "values"), [
    (ORDERED, QUARTER, {1: 2 * THIRD, 2: THIRD, 3: 0, 50: 0}), (all_functions(3), HALF, {2: 0}),
    (points(2), THIRD, {1: Fraction(7, 10), 2: Fraction(2, 5), 3: Fraction(1, 6), 4: 0}),
    (ConceptClass.from_matrix([[1, 0, 1]]), 0, {1: 0})])
def test_values_of_named_classes(concepts, alpha, values):
    for k, value in values.items():
        solved = probabilistic_representation_value(concepts, k, alpha)
        assert solved.value == value
        assert is_representation_value(solved, concepts, k, alpha)


@pytest.mark.parametrize("alpha", [0, QUARTER, THIRD, Fraction(2, 5)])
def test_values_verify_on_all_small_classes(alpha):
    for concepts, _ in classes_up_to_symmetry(3):
        for k in (1, 2, 3):
            solved = probabilistic_representation_value(concepts, k, alpha)
            assert is_representation_value(solved, concepts, k, alpha)


def test_other_claims_and_too_large_sets_are_refused():
    solved = probabilistic_representation_value(ORDERED, 2, QUARTER)
    for step in (Fraction(-1, 50), Fraction(1, 50)):
        assert not is_representation_value(replace(solved, value=solved.value + step), ORDERED, 2, QUARTER)
    assert not is_representation_value(probabilistic_representation_value(ORDERED, 3, QUARTER), ORDERED, 2, QUARTER)
    assert not is_representation_value(PROVED, OPPOSITE, 2, 0)
    assert not is_representation_value(PROVED, ConceptClass.from_matrix([[0, 0]]), 1, 0)


def test_a_hard_task_of_weight_zero_is_no_fault_and_one_below_zero_is():
    solved = probabilistic_representation_value(ORDERED, 2, QUARTER)
    (weight, task), *rest = solved.hard_tasks
    for more, right in ((Fraction(0), True), (Fraction(-1, 100), False)):
        widened = replace(solved, hard_tasks=((weight - more, task), *rest, (more, task)))
        assert is_representation_value(widened, ORDERED, 2, QUARTER) is right


def test_functions_at_the_error_itself_are_good():
    """At one half a function is good for 3 of the 4 functions on two points: 1/4 is forbidden, not the 1/2 claimed."""
    functions = all_functions(2)
    uniform = tuple((QUARTER, (f, (HALF, HALF))) for f in functions.rows())
    opposite = ProbabilisticRepresentation(((HALF, ((0, 0),)), (HALF, ((1, 1),))))
    assert not is_representation_value(RepresentationValue(HALF, opposite, uniform), functions, 1, HALF)


def test_as_many_sets_as_may_be_listed_are_listed(monkeypatch):
    alpha = Fraction(6, 25)  # of no other test: values are kept
    with pytest.raises(TooLargeToEnumerate):
        probabilistic_representation_value(point_functions(6), 2, QUARTER)
    with pytest.raises(ValueError, match="concepts must not be empty"):
        probabilistic_representation_value(ConceptClass.from_matrix([[0, 1]]).without(0), 1, QUARTER)
    monkeypatch.setattr(values, "MOST_COLUMNS", 2)
    with pytest.raises(TooLargeToEnumerate, match="has 3 elements, more than the 2"):
        probabilistic_representation_value(ORDERED, 2, alpha)
    monkeypatch.setattr(values, "MOST_COLUMNS", 3)
    assert probabilistic_representation_value(ORDERED, 2, alpha).value == THIRD


def test_least_size_at_beta_zero_is_deterministic_and_at_one_a_single_hypothesis():
    for concepts in (ORDERED, points(2), thresholds(2), all_functions(3)):
        least = smallest_probabilistic_representation(concepts, THIRD, 0)
        assert least == smallest_representation(concepts, THIRD).size
    assert smallest_probabilistic_representation(points(2), QUARTER, 1) == 1


OPPOSITE, FIRST = ConceptClass.from_matrix([[0, 0], [1, 1]]), (Fraction(1), Fraction(0))
EVEN = ProbabilisticRepresentation(((HALF, ((0, 0),)), (HALF, ((1, 1),))))
PROVED = RepresentationValue(HALF, EVEN, ((HALF, ((0, 0), FIRST)), (HALF, ((1, 1), FIRST))))


@pytest.mark.parametrize("change", [
    {"value": Fraction(49, 100)}, {"value": Fraction(51, 100)}, {"hard_tasks": PROVED.hard_tasks[:1]},
    {"hard_tasks": tuple((Fraction(49, 100), task) for _, task in PROVED.hard_tasks)},
    {"hard_tasks": tuple((Fraction(51, 100), task) for _, task in PROVED.hard_tasks)},
    {"hard_tasks": ((Fraction(51, 100), PROVED.hard_tasks[0][1]), (Fraction(49, 100), PROVED.hard_tasks[1][1]))},
    {"hard_tasks": (PROVED.hard_tasks[0], (HALF, ((1, 0), FIRST)))},
    *({"hard_tasks": (PROVED.hard_tasks[0], (HALF, ((1, 1), tuple(map(Fraction, law)))))} for law in (
        (1,), (1, 0, 0), (2, 0), (Fraction(3, 4), 0), (Fraction(3, 2), -HALF)))])
def test_a_certificate_that_is_wrong_by_a_little_is_refused(change):
    assert is_representation_value(PROVED, OPPOSITE, 1, 0)
    assert not is_representation_value(replace(PROVED, **change), OPPOSITE, 1, 0)


@pytest.mark.parametrize("alpha", [0, QUARTER, THIRD, HALF])
def test_the_least_size_is_the_first_whose_value_is_no_larger(alpha):
    for concepts in (ORDERED, points(2), all_functions(2)):
        least = [probabilistic_representation_value(concepts, k, alpha).value for k in (1, 2, 3, 4)]
        assert least[-1] == 0
        for value in {*least, THIRD, Fraction(1, 100)}:
            assert smallest_probabilistic_representation(concepts, alpha, value) == 1 + next(
                k for k, v in enumerate(least) if v <= value)


@pytest.mark.parametrize("concept", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_every_function_may_answer_a_hard_task(concept):
    other = tuple(1 - value for value in concept)
    wrong = ProbabilisticRepresentation(((Fraction(1), (other,)),))
    claimed = RepresentationValue(Fraction(1), wrong, ((Fraction(1), (concept, (HALF, HALF))),))
    assert not is_representation_value(claimed, ConceptClass.from_matrix([concept]), 1, 0)
    assert not is_representation_value(claimed, ConceptClass.from_matrix([concept]), 1, QUARTER)
