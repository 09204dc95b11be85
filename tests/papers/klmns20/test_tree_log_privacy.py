"""Judges of the page tree-log-privacy."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.tree_log_privacy.exercises import judge_hasty_exit, judge_whole_delta

UNMATCHED, NEW_NODE = Fraction(1, 9), Fraction(1, 17)


def test_right_answers_are_accepted():
    assert judge_whole_delta(Fraction(1, 16) + UNMATCHED + NEW_NODE).startswith("accepted")  # the sum of three
    assert judge_hasty_exit(((3, 3, 3, 3, 3), 3)).startswith("accepted")  # six equal elements


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_whole_delta, UNMATCHED + NEW_NODE, "what the curve W leaves at g is missing"),
    (judge_whole_delta, Fraction(1, 8) + UNMATCHED + NEW_NODE, "W has g + eps in the exponent"),
    (judge_whole_delta, Fraction(1, 16) + UNMATCHED, "a new node can be chosen, too"),
    (judge_whole_delta, Fraction(1, 16) + NEW_NODE, "a path can be unmatched, too"),
    (judge_whole_delta, Fraction(1, 16) + UNMATCHED + Fraction(1, 33), "a new node has weight 1, which counts"),
    (judge_whole_delta, (Fraction(1, 16) + UNMATCHED + NEW_NODE) * Fraction(101, 100),
     "it is the sum of W(g), u and delta_c"),
    (judge_whole_delta, 0.2324, "give one exact number"),
    (judge_hasty_exit, ((3, 3, 3, 3), 3), "the hockey stick of S + x against S is 0.000"),
    (judge_hasty_exit, ((3, 3, 3, 3, 3, 3), 3), "the hockey stick of S + x against S is"),
    (judge_hasty_exit, ((0, 1, 2), 7), "the hockey stick of S + x against S is 0.000"),
    (judge_hasty_exit, ((3, 3, 3, 3, 8), 3), "elements are integers from 0 to 7"),
    (judge_hasty_exit, 3, "give a database and an element")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
