"""Answers to counting queries and interior points of blocks."""

from fractions import Fraction

import pytest

from privlearn.learners.interior_point import block_answers, point_from_answers
from privlearn.learners.interior_point.counting_queries import (block_answer, counts, distribution_distance,
                                                                monotone_answers, split_blocks)


def test_counts_and_blocks():
    assert counts((), 3) == (0, 0, 0)  # counts of no points are zero
    assert point_from_answers(counts((1, 2, 2, 5), 8), 4) == 2  # true counts give a median
    assert point_from_answers([0, 0, 0], 4) == 2  # small answers give the last point
    for k in range(1, 8):
        blocks = split_blocks((6, 5, 4, 3, 2, 1, 0), k)
        assert sum(blocks, ()) == tuple(range(7))
        assert max(map(len, blocks)) - min(map(len, blocks)) <= 1


def test_one_row_one_point_and_one_block_are_enough():
    assert counts((0, 0), 1) == (2,)
    assert point_from_answers([0, 1], 1) == 1
    assert block_answers((0,), 1, 1) == (1,)
    assert monotone_answers((0, 1), 1) == (0, 1)
    assert counts((0,), 1) == (1,)
    assert block_answers((0,), 1, 1) == (1,)
    assert point_from_answers([1], 1) == 0
    assert monotone_answers([0], 1) == (1,)
    assert block_answers((2,), 5, 4) == (0, 0, 5, 5)  # one block answers all or nothing
    assert block_answer((2,), 5, 1) == 0
    assert monotone_answers((0, 2, 2, 3), 3) == (0, 2, 2, 3)  # monotone counts stay as they are
    assert distribution_distance([1, 0, 0], [0, 0, 1]) == 1  # distance of opposite points is one
    assert distribution_distance([0, 1], [0, 1]) == 0


@pytest.mark.parametrize("call", [lambda: counts((1, 77777), 4), lambda: split_blocks((1, 77777.5), 1)])
def test_a_point_outside_is_refused_and_not_shown(call):
    with pytest.raises(ValueError, match="point of database must") as refused:
        call()
    assert "77777" not in str(refused.value)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: point_from_answers([], 4), "at least one point"), (lambda: monotone_answers([], 4), "at least one point"),
    (lambda: split_blocks((1, 2), 3), "at most the number of points, 2"),
    (lambda: distribution_distance([1], [Fraction(1, 2), Fraction(1, 2)]), "same positive length"),
    (lambda: counts((), 0), "size must be an integer of at least 1, got 0"),
    (lambda: block_answers((0,), 1, 0), "size must be an integer of at least 1, got 0"),
    (lambda: block_answer((0,), 0, 0), "rows must be an integer of at least 1, got 0"),
    (lambda: point_from_answers([1], 0), "rows must be an integer of at least 1, got 0"),
    (lambda: monotone_answers([1], 0), "rows must be an integer of at least 1, got 0"),
    (lambda: split_blocks((1,), 0), "blocks must be an integer of at least 1, got 0")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("point", [-1, 4, 5])
def test_points_that_are_not_counted_are_refused_unseen(point):
    assert counts((0, 3), 4) == (1, 1, 1, 2)
    with pytest.raises(ValueError, match="point of database must be an integer of at least 0 and at most 3$"):
        counts((0, point), 4)
