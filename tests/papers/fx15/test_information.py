"""Judges of the page information."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.information.exercises import judge_bad_table, judge_equal_entropies


def table(columns):
    return [1] + [0] * (columns - 1), [0, 1] + [0] * (columns - 2), [0, 0] + [1] * (columns - 2)


def test_right_answers_are_accepted():
    assert judge_equal_entropies(lambda masses: len(set(masses) - {0}) == 1).startswith("accepted")  # equal masses
    assert judge_bad_table((table(99), Fraction(329, 10))).startswith("accepted")  # two messages that pin down


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_equal_entropies, lambda masses: len(set(masses)) == 1, "for the masses"),
    (judge_equal_entropies, lambda masses: max(masses) == 1, "for the masses 0, 1/2, 1/2 the right answer is True"),
    (judge_equal_entropies, lambda masses: True, "for the masses"), (judge_equal_entropies, True, "give a function"),
    (judge_bad_table, (table(10), 3), "bad mass times 2^t is 3/5"),
    (judge_bad_table, (table(99), 33), "no message is bad; some of them have to pin x down"),
    (judge_bad_table, (table(99), 32.9), "the factor 2^t must be an integer or a Fraction"),
    (judge_bad_table, (([1, 1], [0, 0], [0, 1]), 2), "all three messages must occur"),
    (judge_bad_table, (([1, 0], [0], [1, 1]), 2), "rows must be three rows of equal length"),
    (judge_bad_table, 2, "give (rows, factor)")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
