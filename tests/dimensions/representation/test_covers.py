"""Covers, packings and random covers for a known distribution."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.concepts import ConceptClass, all_functions, points, thresholds
from privlearn.dimensions.representation import is_smallest_cover, largest_packing, random_cover_value, smallest_cover
from privlearn.dimensions.representation.covers import balls, distance, is_cover_value
from privlearn.exact import TooLargeToEnumerate

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
UNIFORM = (QUARTER,) * 4
UNEQUAL = (HALF, Fraction(1, 5), Fraction(3, 10))
FIVE = ConceptClass.from_matrix([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 0], [1, 1, 1]])


@pytest.mark.parametrize(("concepts", "law", "alpha", "cover"), [
    (all_functions(3), (THIRD,) * 3, THIRD, ((0, 0, 0), (1, 1, 1))), (points(2), UNIFORM, QUARTER, ((0, 0, 0, 0),))])
def test_smallest_covers_by_hand(concepts, law, alpha, cover):
    assert smallest_cover(concepts, law, alpha) == cover
    assert len(smallest_cover(points(2), UNIFORM, QUARTER, proper=True)) == 4  # proper covers can need more
    assert len(smallest_cover(all_functions(2), (1, 0), 0)) == 2  # points without mass do not count
    for other in ([(0, 0, 0)], [(0, 0, 0), (1, 1, 1), (0, 1, 0)]):
        assert not is_smallest_cover(other, all_functions(3), (THIRD,) * 3, THIRD)
    assert not is_smallest_cover([(1, 1), (0, 1)], ConceptClass.from_matrix([[1, 1]]), (HALF, HALF), 0)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 8), QUARTER, HALF])
def test_covers_verify_and_packings_are_at_least_as_large(alpha):
    for concepts in (thresholds(2), points(2), all_functions(4), ConceptClass.from_matrix([[0, 1, 0, 1]])):
        cover, packed = smallest_cover(concepts, UNIFORM, alpha), largest_packing(concepts, UNIFORM, alpha)
        assert is_smallest_cover(cover, concepts, UNIFORM, alpha)
        assert len(packed) >= len(cover)
        assert all(distance(f, g, UNIFORM) > alpha for f in packed for g in packed if f != g)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 8), QUARTER, HALF])
def test_random_cover_values_verify(alpha):
    for concepts in (thresholds(2), points(2)):
        for k in (1, 2):
            assert is_cover_value(random_cover_value(concepts, UNIFORM, alpha, k), concepts, UNIFORM, alpha, k)


def test_random_cover_of_four_points_draws_concepts():
    solved = [random_cover_value(points(2), UNIFORM, 0, k) for k in (1, 2, 3, 4, 9)]
    assert [s.value for s in solved] == [Fraction(3, 4), HALF, QUARTER, 0, 0]
    for wrong in (QUARTER, Fraction(3, 4)):
        assert not is_cover_value(replace(solved[1], value=wrong), points(2), UNIFORM, 0, 2)
    assert set(balls(points(2), UNIFORM, QUARTER)) == {frozenset(range(4))}  # the largest


@pytest.mark.parametrize("law", [(1,), (HALF, HALF, HALF, -HALF), (HALF, 0, 0, 0)])
def test_bad_distribution_and_empty_class_are_refused(law):
    with pytest.raises(ValueError, match="law"):
        balls(points(2), law, QUARTER)
    with pytest.raises(ValueError, match="concepts must not be empty"):
        smallest_cover(ConceptClass.from_matrix([[0, 1]]).without(0), (HALF, HALF), QUARTER)


def test_as_many_points_as_may_be_are_covered(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        smallest_cover(ConceptClass.from_matrix([[0] * 13]), (1, *[0] * 12), QUARTER)
    monkeypatch.setattr("privlearn.dimensions.representation.covers.MOST_POINTS", 2)
    assert len(smallest_cover(all_functions(2), (HALF, HALF), 0)) == 4
    with pytest.raises(TooLargeToEnumerate, match="the domain has 3 elements"):
        smallest_cover(all_functions(3), (THIRD,) * 3, 0)


def test_as_many_sets_as_may_be_are_drawn_from(monkeypatch):
    monkeypatch.setattr("privlearn.dimensions.representation.covers.MOST_COLUMNS", 6)
    assert random_cover_value(points(2), UNIFORM, 0, 2).value == HALF
    monkeypatch.setattr("privlearn.dimensions.representation.covers.MOST_COLUMNS", 5)
    with pytest.raises(TooLargeToEnumerate, match="the collection of 2-sets of functions has 6 elements"):
        random_cover_value(points(2), UNIFORM, 0, 2)


def apart(f, h):
    return sum(q for q, a, b in zip(UNEQUAL, f, h, strict=True) if a != b)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 5), Fraction(3, 10), HALF, Fraction(7, 10), Fraction(4, 5)])
def test_packings_covers_and_balls_of_unequal_points_are_those_of_the_definitions(alpha):
    rows, functions = FIVE.rows(), list(product((0, 1), repeat=3))
    packed = largest_packing(FIVE, UNEQUAL, alpha)
    assert len(packed) == max(k for k in range(1, 6) for some in combinations(rows, k)
                              if all(apart(f, h) > alpha for f, h in combinations(some, 2)))
    assert set(packed) <= set(rows)
    assert all(apart(f, h) > alpha for f, h in combinations(packed, 2))
    for centres, proper in ((functions, False), (rows, True)):
        near = {frozenset(i for i, f in enumerate(rows) if apart(f, h) <= alpha) for h in centres}
        found = balls(FIVE, UNEQUAL, alpha, proper=proper)
        assert set(found) == {ball for ball in near if not any(ball < other for other in near)}
        assert all(ball == {i for i, f in enumerate(rows) if apart(f, h) <= alpha} for ball, h in found.items())
        assert len(smallest_cover(FIVE, UNEQUAL, alpha, proper=proper)) == next(
            k for k in range(1, 6) if any(set().union(*some) == set(range(5)) for some in combinations(near, k)))


def test_weights_of_concepts_that_are_wrong_by_a_little_are_refused():
    solved = random_cover_value(points(2), UNIFORM, 0, 2)
    assert is_cover_value(solved, points(2), UNIFORM, 0, 2)
    assert not is_cover_value(solved, points(2), UNIFORM, 0, 1)
    for weights in ((HALF, QUARTER, QUARTER, 0), (QUARTER,) * 3, (*UNIFORM, 0), (QUARTER, QUARTER, QUARTER, HALF),
                    (HALF, HALF, HALF, -HALF), (QUARTER, QUARTER, QUARTER, Fraction(1, 5))):
        assert not is_cover_value(replace(solved, concept_weights=weights), points(2), UNIFORM, 0, 2)
