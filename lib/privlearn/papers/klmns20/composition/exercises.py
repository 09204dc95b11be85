"""Judges of the exercises on the page composition."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn

RATIO = Fraction(51, 50)
SLACK = Fraction(1, 10**6)
MOST = 300


def cost(steps: int, total: Fraction) -> Fraction:
    """Return the hockey stick of so many responses at the total ratio, bit by bit."""
    left = {0: Fraction(1)}  # number of true bits less number of lies -> probability under the first database
    truth = RATIO / (1 + RATIO)
    for _ in range(steps):
        after: dict[int, Fraction] = {}
        for lead, mass in left.items():
            for move, share in ((1, truth), (-1, 1 - truth)):
                after[lead + move] = after.get(lead + move, Fraction(0)) + mass * share
        left = after
    return sum((max(Fraction(0), mass * (1 - total / RATIO**lead)) for lead, mass in left.items()), Fraction(0))


def instance_most_answers(seed: int) -> Fraction:
    """Return the total ratio allowed, 3 for seed 0."""
    return drawn(seed, [Fraction(k, 10) for k in (30, 18, 20, 22, 25, 28)])[0]


@asked("Find how many answers a total budget allows, with the exact costs on both sides.",
       level=2, minutes=20, library="response_composition_delta")
@answered
def judge_most_answers(answer, seed: int = 0) -> str:
    """Judge the largest number of answers with ratio 51/50 that cost at most 1e-6, with the costs of k and k + 1."""
    total = instance_most_answers(seed)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3 or not all(map(is_exact, answer)):
        return "not yet: give three exact numbers: k, the delta of k answers, the delta of k + 1"
    k = answer[0]
    if type(k) is not int or not 1 <= k <= MOST:
        return f"not yet: k is a whole number between 1 and {MOST}"
    here, further = cost(k, total), cost(k + 1, total)
    if here > SLACK:
        return f"not yet: {k} answers cost {float(here):.4e} at the ratio {total}, too much"
    if further <= SLACK:
        return f"not yet: {k} answers are fine, and so is one more"
    if (*answer[1:],) != (here, further):
        return f"not yet: {k} answers are right, but the two deltas are not exact"
    return f"accepted: {k} answers cost {float(here):.4e}, one more {float(further):.4e}"
