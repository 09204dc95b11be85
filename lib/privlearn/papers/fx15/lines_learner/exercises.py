"""Judges of the exercises on the page lines-learner."""

from fractions import Fraction
from itertools import product
from math import comb

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn


@asked("Say how many runs the amplification takes, without rounding to a logarithm.", level=1, minutes=10)
@answered
def judge_number_of_runs(answer) -> str:
    """Judge ``answer(delta)``, the number of runs, which is below the 8.4 ln(1/delta) of the proof."""
    return supplied.sharper("FX15-6.1", "runs", answer, "delta", lambda given, case: (given.delta,))


@asked("Say how many votes must change until the winner is lost.", level=1, minutes=10, library="stability")
@answered
def judge_changes(answer) -> str:
    """Judge ``answer(most, next, winner_first)``: how many votes must move until the runner-up wins."""
    if not callable(answer):
        return "not yet: give a function (most votes, votes of the runner-up, whether ties go to the winner) -> number"
    for most, second, winner_first in product(range(1, 10), range(9), (False, True)):
        if second < most:
            right = next(j for j in range(1, 10) if second + j - winner_first >= most - j)
            found = answer(most, second, winner_first)
            if type(found) is not int or found != right:
                case = "winner" if winner_first else "runner-up"
                return f"not yet: {most} against {second} votes, ties go to the {case}: it is not {found!r}"
    return "accepted: 1 vote, or 2 if ties go to the winner, where 5 stand against 3; right for up to 9 votes"


@asked("Find neighbouring votes for which one direction of privacy costs nothing.", level=2, minutes=15)
@answered
def judge_harmless_pair(answer) -> str:
    """Judge ``(votes, votes)``: neighbours with different winners, one way of which costs nothing at all.

    Votes are tuples of counts; hypothesis 0 is the zero function and wins ties.  Checked with e^epsilon = 3/2 and
    delta = 1/10.
    """
    from privlearn.learners.lines import release_probability, stability
    from privlearn.learners.lines.votes import changed_votes

    if not isinstance(answer, tuple) or len(answer) != 2 or not all(isinstance(v, tuple) and v for v in answer):
        return "not yet: give two tuples of counts, for example ((2, 1), (1, 2))"
    left, right = answer
    if any(type(k) is not int or k < 0 for v in answer for k in v) or len(left) != len(right) or sum(left) < 1:
        return "not yet: counts are integers of at least 0, equally many on both sides"
    if len(left) > 12 or sum(left) > 60:
        return "not yet: a dozen hypotheses and 60 votes are more than enough"
    if len(left) < 2 or right not in set(changed_votes(left)):
        return "not yet: the second must come from the first by changing one vote"
    winners = [v.index(max(v)) for v in answer]
    if winners[0] == winners[1]:
        return f"not yet: hypothesis {winners[0]} wins both times"
    ratio, delta = Fraction(3, 2), Fraction(1, 10)
    laws = []
    for v, winner in zip(answer, winners, strict=True):
        stay = release_probability(stability(dict(enumerate(v))), ratio, delta) if winner else Fraction(0)
        laws.append({winner: stay, 0: 1 - stay} if winner else {0: Fraction(1)})
    costs = [sum((max(w - ratio * there.get(h, 0), Fraction(0)) for h, w in here.items()), Fraction(0))
             for here, there in (laws, laws[::-1])]
    if min(costs) > 0:
        return f"not yet: the two directions cost {costs[0]} and {costs[1]}"
    return f"accepted: winners {winners[0]} and {winners[1]}, the two directions cost {costs[0]} and {costs[1]}"


def instance_least_blocks(seed: int) -> Fraction:
    """Return delta, 1/10 for seed 0."""
    return drawn(seed, (Fraction(1, 10), *(Fraction(1, k) for k in range(4, 25) if k != 10)))[0]


@asked("Find the least number of blocks with an exact tail that is small enough.",
       level=1, minutes=15, library="binomial_tail")
@answered
def judge_least_blocks(answer, seed: int = 0) -> str:
    """Judge the least ell with ``Pr[Bin(ell, 2/3) < 7 ell/12] <= delta/4``, and that probability."""
    limit = instance_least_blocks(seed) / 4
    if not isinstance(answer, (tuple, list)) or [is_exact(part) for part in answer] != [True, True] or (
            type(answer[0]) is not int):
        return "not yet: give (number of blocks, the exact probability)"
    ell, given = answer
    if not 1 <= ell <= 500:
        return "not yet: the number of blocks is between 1 and 500"

    def tail(blocks: int) -> Fraction:
        return Fraction(sum(comb(blocks, k) * 2**k for k in range(blocks + 1) if 12 * k < 7 * blocks), 3**blocks)

    if tail(ell) > limit:
        return f"not yet: with {ell} blocks the probability is {float(tail(ell)):.4f}, above {float(limit):.4f}"
    if any(tail(k) <= limit for k in range(1, ell)):
        return "not yet: that is enough, but a smaller number is too"
    if given != tail(ell):
        return f"not yet: {ell} is right, but the probability is not exactly that"
    return f"accepted: with {ell} blocks the probability is {float(tail(ell)):.4f}"
