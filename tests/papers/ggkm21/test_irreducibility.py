"""Judges of the page irreducibility, and the slow definitions that its verifiers use."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, point_functions
from privlearn.dimensions.composition import closure_bound
from privlearn.dimensions.composition.digits import digit_classes
from privlearn.dimensions.sweeps.irreducible import irreducibility_of_all_classes
from privlearn.papers.ggkm21.irreducibility.closure import by_levels, entropy_is_below_half, explicit_bound
from privlearn.papers.ggkm21.irreducibility.exercises import (judge_digits, judge_prediction, judge_reducing_tree,
                                                              judge_three_irreducible)
from privlearn.papers.ggkm21.irreducibility.instances import deepest, kinds, rows_of

BALL = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
CUBE = all_functions(3).without(0).matrix.tolist()
SINGLE = point_functions(3).matrix.tolist()
DIGITS = [part.matrix.tolist() for part in digit_classes(4, base=2, digits=2)]


def test_the_slow_definition_agrees_with_the_table():
    assert len(kinds()) == 429
    for number in kinds()[:60]:
        assert deepest(rows_of(number)) == irreducibility_of_all_classes(number[0])[number[1]]


def test_the_explicit_bound_and_the_points_of_a_tree_level_by_level():
    assert [by_levels(tree) for tree in ((1, (2, 3, 2), (0, 1, 0)), 4)] == [(1, 2, 0), ()]
    assert explicit_bound(4, 3) == Fraction("109.08")  # 12 log2(4) = 24 times 4.545
    assert closure_bound(2, 2) == 13 <= explicit_bound(2, 2) == Fraction("18.18")
    assert entropy_is_below_half(Fraction("9.09"))
    assert not entropy_is_below_half(Fraction(9, 2))


def test_right_answers_are_accepted():
    for least in ((0, (1, (2, 0, 0), 0), 0), [3, [1, [0, 0, 0], 0], 0]):
        assert judge_reducing_tree(least).startswith("accepted")
    assert judge_three_irreducible(BALL).startswith("accepted")
    assert judge_prediction([CUBE, SINGLE]).startswith("accepted")
    assert judge_digits(DIGITS).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_reducing_tree, 3, "give a tree"), (judge_reducing_tree, (0, 1, 0), "a leaf is not"),
    (judge_reducing_tree, (0, (0, (1, (2, 0, 0), 0), -1), 0), "fewer questions"),
    (judge_three_irreducible, BALL[:1], "at least two different rows"),
    (judge_three_irreducible, BALL + BALL[:1], "at least two different rows"),
    (judge_three_irreducible, BALL[1:], "3 questions can lower"),
    (judge_three_irreducible, [[0, 0, 0, 0], [1, 1, 1, 1]], "1 question can lower"),
    (judge_three_irreducible, [[0, 2, 0, 0], [1, 1, 1, 1]], "at least two different rows"),
    (judge_prediction, [CUBE], "two lists"), (judge_prediction, 5, "two lists"),
    (judge_prediction, [CUBE, 5], "two lists"), (judge_prediction, [SINGLE, CUBE], "no part of the first"),
    (judge_prediction, [SINGLE, SINGLE], "dimension 1, not 2"),
    (judge_prediction, [CUBE, SINGLE[:2]], "a single question"), (judge_prediction, [CUBE, SINGLE[:1]], "no deeper"),
    (judge_digits, DIGITS[:2], "three lists"), (judge_digits, [*DIGITS[:2], 4], "three lists"),
    (judge_digits, [[[0, 0, 1, 1]], [[1, 1, 1, 1]], [[0, 1, 0, 1]]], "the composition has only 1"),
    (judge_digits, [DIGITS[0], DIGITS[1], [[1, 1, 1, 1], [0, 1, 1, 1], [0, 0, 1, 1]]], "1, 2 and 3")])
def test_other_answers_are_refused(judge, answer, reason):
    verdict = judge(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict
