"""The largest chance of an event over all private maps."""

from fractions import Fraction

import pytest

from privlearn.learners.relabeling.private_maps import largest_chance, multiset_chances, undominated

HALVES = (Fraction(1, 2), Fraction(1, 2))


def is_seen(answer, rows):
    return answer in rows


def test_chances_sum_to_one():
    assert sum(multiset_chances((Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)), 4).values()) == 1


def test_without_privacy_an_event_that_some_answer_makes_true_is_certain():
    assert largest_chance(HALVES, 2, None, (0, 1), is_seen).lower == 1


def test_at_epsilon_0_the_best_constant_is_the_best_map():
    assert largest_chance((Fraction(1, 4), Fraction(3, 4)), 1, 1, (0, 1), is_seen).upper == Fraction(3, 4)


def test_naming_the_only_row_is_randomised_response():
    assert largest_chance(HALVES, 1, 3, (0, 1), is_seen).lower == Fraction(3, 4)


def test_an_impossible_event_has_chance_0():
    assert largest_chance(HALVES, 2, 2, (0, 1), lambda answer, rows: False).upper == 0


def test_no_answer_is_an_error():
    with pytest.raises(ValueError, match="answers"):
        largest_chance(HALVES, 1, 2, (), is_seen)


def test_equal_vectors_are_kept_once():
    assert undominated([(1, 1), (1, 1), (1, 0)]) == [(1, 1)]
