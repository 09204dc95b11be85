"""Judges of the exercises on the page lines-learner."""

from fractions import Fraction
from math import comb

from privlearn.claims.answers import answered, is_exact


@answered
def judge_changes(answer) -> str:
    """Judge ``(c if the runner-up is named first, c if the winner is)`` for the votes 5, 3, 2."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(type(c) is int for c in answer):
        return "not yet: give two integers, (ties go to the runner-up, ties go to the winner)"
    for found, winner_first in zip(answer, (False, True), strict=True):
        def wins(lead: int, first: bool = winner_first) -> bool:
            return lead > 0 or (lead == 0 and first)

        right = next(j for j in range(1, 6) if not wins(5 - j - (3 + j)))
        case = "winner" if winner_first else "runner-up"
        if found != right:
            votes = f"{5 - found}, {3 + found}, 2" if 0 <= found <= 5 else "something else"
            return f"not yet: ties go to the {case}; after {found} moved votes the counts are {votes}"
    return "accepted: the lead of 2 is gone after 1 vote; if ties go to the winner, a second vote must move"


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


@answered
def judge_least_blocks(answer) -> str:
    """Judge the least ell with ``Pr[Bin(ell, 2/3) < 7 ell/12] <= 1/40``."""
    if not is_exact(answer) or answer != int(answer) or answer < 1:
        return "not yet: give a positive integer"

    def tail(ell: int) -> Fraction:
        return Fraction(sum(comb(ell, k) * 2**k for k in range(ell + 1) if 12 * k < 7 * ell), 3**ell)

    ell = int(answer)
    if ell > 2000:
        return "not yet: far fewer will do"
    if tail(ell) > Fraction(1, 40):
        return f"not yet: with {ell} blocks the probability is {round(float(tail(ell)), 4)}, above 0.025"
    smaller = next((k for k in range(1, ell) if tail(k) <= Fraction(1, 40)), None)
    if smaller is not None:
        return "not yet: that is enough, but a smaller number is too"
    return f"accepted: with {ell} blocks the probability is {round(float(tail(ell)), 4)}"
