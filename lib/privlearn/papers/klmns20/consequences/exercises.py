"""Judges of the exercises on the page consequences."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Find from how many rows on a threshold learner has a small share of errors.",
       level=1, minutes=10, library="plan_threshold_learner")
@answered
def judge_rows_for_share(answer) -> str:
    """Judge the least n at which a learner for 2^64 points has a share of errors of at most 1/50, by its plan."""
    from privlearn.learners.interior_point import plan_threshold_learner
    from privlearn.mechanisms import replace_one

    if type(answer) is not int or answer < 1:
        return "not yet: give a positive integer"
    errors = plan_threshold_learner(domain_bits=64, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
                                    beta=Fraction(1, 100)).errors
    if 50 * errors > answer:
        return f"not yet: {errors} errors among {answer} rows are a share of {errors / answer:.4f}"
    if 50 * errors <= answer - 1:
        return "not yet: that is enough, but one fewer is, too"
    return f"accepted: {errors} errors among {answer} rows"
