"""Judges of the page regret."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.papers.abms20.regret.exercises import judge_randomised, judge_two_constants

THREE = Fraction(3, 4)
HISTORIES = [seen for t in range(4) for seen in product((0, 1), repeat=t)]
CUBE = [(*row, 0) for row in product((0, 1), repeat=3)]
LARGE = list(product((0, 1), repeat=4))[1:]


def chance_of_majority(seen):
    """Return the probability that most of three labels are 1 if fair coins fill up what was seen."""
    rest = list(product((0, 1), repeat=3 - len(seen)))
    return Fraction(sum(2 * sum(seen + coins) > 3 for coins in rest), len(rest))


LEARNER = {seen: chance_of_majority(seen) for seen in HISTORIES}


def test_right_answers_are_accepted():
    assert judge_two_constants(LEARNER).startswith("accepted")  # the chance of a majority has regret three quarters
    assert judge_randomised([CUBE, LARGE]).startswith("accepted")  # the cube and fifteen functions


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_constants, {**LEARNER, (): Fraction(101, 200)}, "on the labels (0, 0, 0, 0) the regret is 151/200"),
    (judge_two_constants, dict.fromkeys(HISTORIES, Fraction(1, 2)), "on the labels (0, 0, 0, 0) the regret is 2"),
    (judge_two_constants, {seen: LEARNER[seen] for seen in HISTORIES[1:]}, "give a dictionary"),
    (judge_two_constants, {seen: float(p) for seen, p in LEARNER.items()}, "probabilities are integers or Fractions"),
    (judge_randomised, [CUBE, CUBE], "dimension 3 and 31/16 are wanted, this has dimension 3 and 3/2"),
    (judge_randomised, [LARGE, CUBE], "dimension 3 and 3/2 are wanted"),
    (judge_randomised, [CUBE[:-1], LARGE], "dimension 3 and 3/2 are wanted, this has dimension 2"),
    (judge_randomised, [CUBE], "give two classes")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
