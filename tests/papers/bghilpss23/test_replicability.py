"""Judges of the page replicability."""

from fractions import Fraction as F
from math import comb

import pytest

from privlearn.papers.bghilpss23.replicability.exercises import (LIMITS, instance_coin_rows, judge_attained,
                                                                 judge_coin_rows, judge_late_agreement,
                                                                 judge_shared_row)


@pytest.mark.parametrize("seed", range(6))
def test_the_least_number_of_rows_is_accepted_for_every_seed(seed):
    values = [F(comb(2 * n, n), 4**n) for n in range(200)]
    least = next(n for n, value in enumerate(values) if value <= instance_coin_rows(seed))
    assert judge_coin_rows((least, values[least], values[least - 1]), seed).startswith("accepted")
    assert judge_coin_rows((least + 1, values[least + 1], values[least]), seed).startswith("not yet")
    assert instance_coin_rows() == LIMITS[0] == F(1, 10)  # the page asks for a tenth


def test_right_answers_are_accepted():
    # uniform laws on sets of one size attain the bound
    assert judge_attained(({0: F(1, 2), 1: F(1, 2)}, {1: F(1, 2), 2: F(1, 2)})).startswith("accepted")
    # a distance near the root of two minus one
    assert judge_late_agreement(({0: F(2, 5), 1: F(3, 5)}, {1: 1})).startswith("accepted")
    # the row that both blocks read breaks the promise
    assert judge_shared_row(((1, 1, 1), (1, 0, 1), 1)).startswith("accepted: 1/5 is more than 4 times 0 plus 1/9")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_attained, ({0: F(1, 2), 1: F(1, 2)}, {0: F(1, 3), 1: F(2, 3)}),
     "readers differ with probability 1/6, the bound is 2/7"),
    (judge_attained, ({0: 1}, {1: 1}), "at distance 1"), (judge_attained, ({0: 1, 1: 0}, {0: 1}), "at distance 0"),
    (judge_attained, ({0: F(1, 2)}, {0: 1}), "weights must sum to 1"),
    (judge_attained, (1, 2), "give two dictionaries"), (judge_attained, ({0: 1.0}, {1: 1.0}), "give two dictionaries"),
    (judge_attained, "ab", "give two dictionaries"), (judge_attained, ({}, {}), "give two dictionaries"),
    (judge_late_agreement, ({0: F(1, 2), 1: F(1, 2)}, {1: 1}), "above by 0.16667"),
    (judge_late_agreement, ({0: 1}, {1: 1}), "above by 0.00000"),
    (judge_late_agreement, ({0: F(1, 2), 2: F(1, 2)}, {0: 1}), "the outcomes 0 and 1"),
    (judge_late_agreement, 3, "the outcomes 0 and 1"),
    (judge_shared_row, ((1, 1, 1), (1, 1, 0), 1), "1/5 is at most 4 times 1/10 plus 1/9"),
    (judge_shared_row, ((1, 1, 1), (0, 0, 1), 1), "differ in exactly one row"),
    (judge_shared_row, ((1, 1, 1), (1, 0), 1), "two tuples of three bits"),
    (judge_shared_row, ((1, 1, 1), (1, 0, 2), 1), "two tuples of three bits"),
    (judge_shared_row, ((1, 1, 1), (1, 0, 1), 2), "two tuples of three bits"),
    (judge_shared_row, 7, "two tuples of three bits")])
def test_other_answers_are_refused(judge, answer, reason):
    verdict = judge(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict
