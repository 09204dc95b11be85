"""Judges of the page all-classes."""

import pytest

from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes
from privlearn.papers.abms20.all_classes.exercises import judge_flat_class, judge_fourth_function, judge_tight

FLAT = [0, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 19, 21, 25]
TIGHT = [n for n in range(1, 256) if class_sizes(3)[n] == 2 ** int(littlestone_of_all_classes(3)[n])]


def test_right_answers_are_accepted():
    # sixteen functions with three thresholds
    assert judge_flat_class([f & 0b01110 | f >> 4 | (f & 1) << 4 for f in FLAT]).startswith("accepted")
    # the tree of four functions
    assert judge_fourth_function(((0, 1, 1), (1, (2, 0, 1), (2, 2, 3)))).startswith("accepted")
    assert judge_tight(TIGHT) == "accepted: 99 of the 255 classes"  # the tight classes


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_flat_class, FLAT, "that is the class which stands on the page"),
    (judge_flat_class, FLAT[:-1], "Littlestone's dimension is 3"),
    (judge_flat_class, [*range(16)], "there are 4 thresholds"),
    (judge_flat_class, [*FLAT[:-1], 24], "there are 4 thresholds"),
    (judge_flat_class, [*FLAT, 32], "a function on five points is a number in 0..31"),
    (judge_flat_class, "0, 3, 5", "list the functions"),
    (judge_fourth_function, ((0, 1, 0), (1, (2, 0, 1), (2, 2, 3))), "the fourth function is one of the three"),
    (judge_fourth_function, ((1, 0, 0), (1, (2, 0, 1), (2, 2, 3))), "this is no complete tree"),
    (judge_fourth_function, ((0, 1, 1), (1, (2, 1, 0), (2, 2, 3))), "this is no complete tree"),
    (judge_fourth_function, ((0, 1, 1), (1, 0, 2)), "the tree has depth 1"),
    (judge_fourth_function, ((0, 1), (1, (2, 0, 1), (2, 2, 3))), "the fourth function is three values"),
    (judge_fourth_function, (0, 1, 1), "give a pair"),
    (judge_tight, TIGHT[1:], "class 1 has 1 functions, and 2^LDim is 1"),
    (judge_tight, [*TIGHT, 7], "class 7 has 3 functions, and 2^LDim is 2"),
    (judge_tight, [*TIGHT, 256], "list the classes as numbers"), (judge_tight, 99, "list the classes")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
