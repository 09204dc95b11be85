"""The largest chance of an event over all private maps."""

from fractions import Fraction

import pytest

from privlearn.learners.relabeling.private_maps import largest_chance, multiset_chances, undominated

HALVES = (Fraction(1, 2), Fraction(1, 2))


def is_seen(answer, rows):
    return answer in rows


def test_chances_and_their_largest():
    # chances sum to one
    assert sum(multiset_chances((Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)), 4).values()) == 1
    # without privacy an event that some answer makes true is certain
    assert largest_chance(HALVES, 2, None, (0, 1), is_seen).lower == 1
    # at epsilon 0 the best constant is the best map
    assert largest_chance((Fraction(1, 4), Fraction(3, 4)), 1, 1, (0, 1), is_seen).upper == Fraction(3, 4)
    # naming the only row is randomised response
    assert largest_chance(HALVES, 1, 3, (0, 1), is_seen).lower == Fraction(3, 4)
    # an impossible event has chance 0
    assert largest_chance(HALVES, 2, 2, (0, 1), lambda answer, rows: False).upper == 0
    assert undominated([(1, 1), (1, 1), (1, 0)]) == [(1, 1)]  # equal vectors are kept once
    with pytest.raises(ValueError, match="answers"):
        largest_chance(HALVES, 1, 2, (), is_seen)
