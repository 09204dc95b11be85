"""Judges of the exercises on the page composition."""

from fractions import Fraction

from privlearn.claims.answers import answered

RATIO = Fraction(51, 50)
TOTAL = Fraction(3)
SLACK = Fraction(1, 10**6)
MOST = 300


def cost(steps: int) -> Fraction:
    """Return the hockey stick of so many responses at the total ratio, bit by bit."""
    left = {0: Fraction(1)}  # number of true bits less number of lies -> probability under the first database
    truth = RATIO / (1 + RATIO)
    for _ in range(steps):
        after: dict[int, Fraction] = {}
        for lead, mass in left.items():
            for move, share in ((1, truth), (-1, 1 - truth)):
                after[lead + move] = after.get(lead + move, Fraction(0)) + mass * share
        left = after
    return sum((max(Fraction(0), mass * (1 - TOTAL / RATIO**lead)) for lead, mass in left.items()), Fraction(0))


@answered
def judge_most_answers(answer) -> str:
    """Judge k: the largest number of answers with ratio 51/50 that cost at most 1e-6 at the ratio 3."""
    if not isinstance(answer, int) or isinstance(answer, bool) or not 1 <= answer <= MOST:
        return f"not yet: give a whole number between 1 and {MOST}"
    if cost(answer) > SLACK:
        return f"not yet: {answer} answers cost {float(cost(answer)):.4e} at the ratio 3, too much"
    if cost(answer + 1) <= SLACK:
        return f"not yet: {answer} answers are fine, and so is one more"
    return f"accepted: {answer} answers cost {float(cost(answer)):.4e}, one more {float(cost(answer + 1)):.4e}"
