"""Judges of the exercises on the page introduction."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.claims.bbkn14.introduction.instances import TRIPLES, hard_distributions
from privlearn.learners.proper_points import label_private_failure
from privlearn.learning.shattered_sets import bayes_risk_by_enumeration


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


@answered
def judge_bayes_risk(answer) -> str:
    """Judge the exact Bayes risk at v = 3 shattered points, n = 2 samples and alpha = 1/8."""
    if isinstance(answer, bool) or not isinstance(answer, (int, Fraction)):
        return "not yet: give a Fraction"
    risk = bayes_risk_by_enumeration(3, 2, Fraction(1, 8))
    if answer != risk:
        return f"not yet: the best learner does {'better' if answer > risk else 'worse'} than {answer}"
    return "accepted: the same as by listing every sample, target and answer"
