"""Judges of the exercises on the page choosing."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked

TOLERANCE = (Fraction(-1, 10**4), Fraction(1, 10**4))


@asked("Find scores for which the factor 2 in the exponent is not wasted.", level=2, minutes=20)
@answered
def judge_sharp_scores(answer) -> str:
    """Judge two rows of 3 integer scores, at most 1 apart, with a ratio of at least ``0.9 e^epsilon``.

    The weights are ``2 ** score``, so that ``e^epsilon = 4``.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 2 or any(
            not isinstance(row, (tuple, list)) or len(row) != 3 for row in answer):
        return "not yet: give two tuples of 3 scores, before and after"
    if not all(is_exact(q) and Fraction(q).denominator == 1 and abs(q) <= 1000 for row in answer for q in row):
        return "not yet: scores are integers (of size at most 1000)"
    before, after = answer
    if any(abs(p - q) > 1 for p, q in zip(before, after, strict=True)):
        return "not yet: a score moves by more than 1 between the neighbours"
    laws = [[Fraction(2) ** q / sum(Fraction(2) ** g for g in row) for q in row] for row in (before, after)]
    ratio = max(p / q for pair in zip(*laws, strict=True) for p, q in (pair, pair[::-1]))
    if ratio < Fraction(36, 10):
        return f"not yet: the largest ratio is {float(ratio):.4f}, and 0.9 e^epsilon is 3.6"
    return f"accepted: a ratio of {float(ratio):.4f} of at most 4"


@asked("Give a quality function that grows by two at most.", level=2, minutes=15)
@answered
def judge_growing_quality(answer) -> str:
    """Judge a quality function on databases over ``0..3`` with outcomes ``0..3`` whose growth is exactly 2."""
    from privlearn.mechanisms import multiset_databases

    if not callable(answer):
        return "not yet: give a function (database, outcome) -> quality"
    databases = [s for rows in range(4) for s in multiset_databases(range(4), rows)]
    if any(answer((), f) != 0 for f in range(4)):
        return "not yet: the empty database must have quality 0"
    most = 0
    for s in databases:
        for x in range(4):
            steps = [answer(tuple(sorted((*s, x))), f) - answer(s, f) for f in range(4)]
            if any(step not in (0, 1) for step in steps):
                return f"not yet: adding {x} to {s} changes the qualities by {steps}"
            most = max(most, sum(steps))
    if most != 2:
        return f"not yet: one row raises up to {most} qualities"
    return f"accepted: no row raises more than 2 qualities, on all {len(databases)} databases with each row added"


@asked("Compute the threshold of the one-shot mechanism to four decimals.",
       level=1, minutes=15, library="one_shot_threshold")
@answered
def judge_threshold(answer) -> str:
    """Judge the real threshold for epsilon = 1/5 and delta = 10^-6, as a Fraction correct to 4 decimals."""
    from privlearn.exact import exp_bracket

    if not is_exact(answer):
        return "not yet: give an integer or a Fraction, correct to 4 decimals"
    if not 1 < answer <= 1000:
        return "not yet: it lies between 1 and 1000"
    inverse = [1 + exp_bracket((answer + shift - 1) / Fraction(5)) for shift in TOLERANCE]
    if inverse[1].upper < 10**6:
        return "not yet: delta would be larger than 10^-6"
    if inverse[0].lower > 10**6:
        return "not yet: a smaller threshold is enough"
    return "accepted: within 1/10000 of the least threshold with delta = 10^-6"
