"""Judges of the page path-privacy."""

from fractions import Fraction
from math import log

import pytest

from privlearn.papers.klmns20.path_privacy.exercises import (judge_lifted_path, judge_relative_entropy,
                                                             judge_sharper_step, judge_whole_factor)

WHOLE = {"S": [1, 1, 1], "P": (0, 1), "x": 0, "bits": 2, "c": Fraction(5, 4)}
SPLITS = [(7, 13), (6, 1), (5, 1), (4, 1), (3, 1), (1, 2)]


def rate(low, high):
    below, above = Fraction(1), Fraction(10)
    while True:
        c = (below + above) / 2
        entropy = float(c) - 1 - log(c)
        if low < entropy < high:
            return c
        below, above = (c, above) if entropy < low else (below, c)


def test_right_answers_are_accepted():
    assert judge_lifted_path(SPLITS).startswith("accepted")  # six splits of twenty points
    assert judge_relative_entropy(rate).startswith("accepted")  # rates between the ends
    assert judge_sharper_step(lambda c, K: 1 + (c - 1) / (c ** (K + 1) + 1)).startswith("accepted")
    assert judge_whole_factor(WHOLE).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_lifted_path, SPLITS[:-1], "the path becomes 1.915 times likelier, more than 2.25 is wanted"),
    (judge_lifted_path, [(4, 4), (2, 2)], "the path becomes 1.440 times likelier, more than 2.25 is wanted"),
    (judge_lifted_path, [(8, 13), (7, 1)], "the first pair has 21 points"),
    (judge_lifted_path, [*SPLITS[:3], (3, 1)], "the child of weight 5 cannot split into 3 + 1"),
    (judge_lifted_path, [*SPLITS[:4], (3, 1), (2, 1), (1, 1)], "the path stops at weight 2"),
    (judge_lifted_path, 7, "give a list of pairs"),
    (judge_relative_entropy, lambda low, high: Fraction(221, 200),
     "c - 1 - ln c = 0.005155 is not surely between 1/50 and 1/45"),
    (judge_relative_entropy, lambda low, high: rate(low, high) * Fraction(99, 100), "c - 1 - ln c = 0.00"),
    (judge_relative_entropy, lambda low, high: float(rate(low, high)),
     "for 1/200 and 1/190 give an exact number c above 1"),
    (judge_relative_entropy, lambda low, high: 1 / rate(low, high),
     "for 1/200 and 1/190 give an exact number c above 1"),
    (judge_relative_entropy, Fraction(221, 200), "give a function"),
    (judge_sharper_step, lambda c, K: 1 + (c - 1) / c**K, "3/2 is no sharper than 3/2, at (c, K) = (3/2, 0)"),
    (judge_sharper_step, lambda c, K: 1 + (c - 1) / (c ** (K + 2) + 1), "6/5 is not at most"),
    (judge_sharper_step, 2, "give a function of c, K"), (judge_whole_factor, WHOLE | {"t": 1}, "take t = 2"),
    (judge_whole_factor, WHOLE | {"c": Fraction(2)}, "the two sides differ"), (judge_whole_factor, 3, "give a dict")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
