"""Judges of the exercises on the page introduction."""

from fractions import Fraction
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.proper_points import label_private_failure
from privlearn.learning.shattered_sets import bayes_risk_by_enumeration
from privlearn.papers.bbkn14.introduction.instances import TRIPLES, hard_distributions


@asked("Give a sufficient number of rows for the label-private learner, without the size of the domain.",
       level=3, minutes=40, library="label_private_sample_size")
@answered
def judge_label_private_rows(answer) -> str:
    """Judge a sample size for the label-private learner, ``answer(alpha, beta, exp_epsilon) -> int``.

    Each of five parameter triples is tried on ten distributions, with exact failure probabilities.
    """
    if not callable(answer):
        return "not yet: give a function (alpha, beta, exp_epsilon) -> number of rows"
    worst = Fraction(0)
    for alpha, beta, ratio in TRIPLES:
        rows = answer(alpha, beta, ratio)
        if not isinstance(rows, int) or not 0 <= rows <= 150:
            return f"not yet: at {alpha}, {beta}, {ratio} give an integer from 0 to 150, got {rows!r}"
        for mass in hard_distributions(alpha):
            failure = label_private_failure(mass, 1, rows, alpha, ratio)
            if failure > beta:
                return f"not yet: {rows} rows fail more often than beta at alpha = {alpha}, beta = {beta}, {ratio}"
            worst = max(worst, failure / beta)
    return f"accepted: on all 50 distributions the failure is at most {float(worst):.3g} times beta"


@asked("Give the exact Bayes risk on a few shattered points as a function of points and samples.",
       level=2, minutes=20, library="bayes_risk")
@answered
def judge_bayes_risk(answer) -> str:
    """Judge ``answer(v, n)``, the exact Bayes risk at v shattered points, n samples and alpha = 1/8."""
    if not callable(answer):
        return "not yet: give a function (v, n) -> risk"
    for points, rows in product((1, 2, 3, 4), (0, 1, 2, 3)):
        risk, given = bayes_risk_by_enumeration(points, rows, Fraction(1, 8)), answer(points, rows)
        if not is_exact(given):
            return f"not yet: for v = {points} and n = {rows} give a Fraction"
        if given != risk:
            side = "better" if given > risk else "worse"
            return f"not yet: for v = {points} and n = {rows} the best learner does {side} than {given}"
    return f"accepted: as by listing every sample, target and answer; for v = 3 and n = 2 it is {answer(3, 2)}"
