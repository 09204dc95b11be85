"""Judges of the page information."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.information.exercises import judge_bad_table, judge_equal_entropies


def table(columns):
    return [1] + [0] * (columns - 1), [0, 1] + [0] * (columns - 2), [0, 0] + [1] * (columns - 2)


def test_equal_masses_are_accepted():
    assert judge_equal_entropies(lambda masses: len(set(masses) - {0}) == 1).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda masses: len(set(masses)) == 1, "for the masses"),
    (lambda masses: max(masses) == 1, "for the masses 0, 1/2, 1/2 the right answer is True"),
    (lambda masses: True, "for the masses"),
    (True, "give a function"),
])
def test_another_rule_is_refused(answer, reason):
    assert judge_equal_entropies(answer).startswith(f"not yet: {reason}")


def test_two_messages_that_pin_down_are_accepted():
    assert judge_bad_table((table(99), Fraction(329, 10))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((table(10), 3), "bad mass times 2^t is 3/5"),
    ((table(99), 33), "no message is bad; some of them have to pin x down"),
    ((table(99), 32.9), "the factor 2^t must be an integer or a Fraction"),
    ((([1, 1], [0, 0], [0, 1]), 2), "all three messages must occur"),
    ((([1, 0], [0], [1, 1]), 2), "rows must be three rows of equal length"),
    (2, "give (rows, factor)"),
])
def test_another_table_or_factor_is_refused(answer, reason):
    assert judge_bad_table(answer).startswith(f"not yet: {reason}")
