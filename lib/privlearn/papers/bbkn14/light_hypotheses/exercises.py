"""Judges of the exercises on the page light-hypotheses."""

from fractions import Fraction

from privlearn.exact import solve
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.light import weight_program


@asked("Find a distribution on which six fallback points are too few.", level=2, minutes=20)
@answered
def judge_fallback(answer) -> str:
    """Judge a distribution on 12 points on which the fallback points 0..5 do not help, for alpha = 1/2 and target 11.

    The zero function must have error at most 1/8, every fallback point more than 1/4.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 12 or not all(is_exact(w) for w in answer):
        return "not yet: give 12 masses, integers or Fractions"
    if min(answer) < 0 or sum(answer) != 1:
        return f"not yet: masses are not negative and sum to 1, not {sum(answer)}"
    if answer[11] > Fraction(1, 8):
        return f"not yet: the zero function has error {answer[11]}, more than 1/8"
    least = min(answer[j] for j in range(6)) + answer[11]
    if least <= Fraction(1, 4):
        return f"not yet: a fallback point has error {least}, no more than 1/4"
    return f"accepted: zero has error {answer[11]}, the best fallback point {least}"


@asked("Give five pairs among which a private mechanism draws as successfully as among all ten.", level=2, minutes=15)
@answered
def judge_few_sets(answer) -> str:
    """Judge at most five pairs of points 0..4 that make an optimal light mechanism with T = 5, w = 2 and R = 4.

    The mechanism draws a pair with weight 4 if it contains its database's point, else 1.
    """
    pairs = [tuple(pair) for pair in answer] if isinstance(answer, (tuple, list, set)) and all(
        isinstance(pair, (tuple, list, set, frozenset)) for pair in answer) else []
    if not pairs or any(len(set(p)) != 2 or not set(p) <= set(range(5)) for p in pairs) or len(pairs) > 5:
        return "not yet: give at most five pairs of points 0..4"
    laws = []
    for i in range(5):
        weights = [4 if i in p else 1 for p in pairs]
        laws.append([Fraction(w, sum(weights)) for w in weights])
    ratio = max(a / b for left in laws for right in laws for a, b in zip(left, right, strict=True))
    if ratio > 4:
        return f"not yet: some pair is {ratio} times as likely on one database as on another"
    success = min(sum(q for q, p in zip(law, pairs, strict=True) if i in p) for i, law in enumerate(laws))
    best = 1 - solve(weight_program(5, 1, 2, 4)).value
    if success < best:
        return f"not yet: on some database it succeeds with probability {success}, and {best} is possible"
    return f"accepted: {len(pairs)} pairs, success {success} on every database, the optimum over all mechanisms"
