"""Judges of the page crossover."""

import pytest

from privlearn.papers.klmns20.crossover.exercises import judge_crossover, judge_other_crossovers, overtakes


def rows(bits):
    return bits, overtakes(bits, 12), overtakes(bits - 1, 12)


def test_right_answers_are_accepted():
    assert judge_other_crossovers((68, 95)).startswith("accepted")  # the crossovers for two other deltas
    assert judge_crossover(rows(107)).startswith("accepted: at log|X| = 106 it is still")  # the least logarithm


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_other_crossovers, (67, 95), "at log|X| = 67 TreeLog's plan has"),
    (judge_other_crossovers, (68, 96), "already at log|X| = 95 it is"),
    (judge_other_crossovers, (95, 68), "already at log|X| = 94 it is"), (judge_other_crossovers, 82, "give a pair"),
    (judge_crossover, rows(106), "at log|X| = 106 TreeLog's plan has"),
    (judge_crossover, rows(108), "already at log|X| = 107 it is"),
    (judge_crossover, (107, rows(107)[2], rows(107)[1]), "log|X| = 107 is right, but the numbers of rows are others"),
    (judge_crossover, (2**82, (), ()), "give an integer between 4 and 4096"),
    (judge_crossover, 107, "give log|X|, a pair")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
