"""Judges of the exercises on the page stars-and-boosting."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


def _printed_route(beta: Fraction) -> tuple[int, Fraction]:
    n = next(n for n in range(1000) if 5 * 4**n <= 5**n * beta)
    return n, beta / 5 + beta**2 / 3 + n * (beta**2 / 3 + beta**3 / 27)


@asked("Find how few blocks are too few, for the proof and for the claim.", level=2, minutes=20)
@answered
def judge_too_few_blocks(answer) -> str:
    """Judge shares ``(s, t)`` of N, at most 1/10 apart, with which the proof stops; with s the claim fails, too."""
    if not isinstance(answer, (tuple, list)) or not all(map(is_exact, answer)) or len(answer) != 2:
        return "not yet: give two exact shares (s, t) of N"
    if not 0 < answer[1] - answer[0] <= Fraction(1, 10):
        return "not yet: s must be below t, by at most 1/10"
    told = [supplied.stops("BBKN14-4.5", "N/blocks", {"taken": (share, 1, 1)}) for share in answer]
    if told[0].startswith("not yet"):
        return told[0]
    return told[0] if "holds here all the same" in told[1] else f"not yet: with t {told[1].partition(': ')[2]}"


@asked("Find the least failure probability at which the printed route breaks.", level=1, minutes=15)
@answered
def judge_where_the_route_breaks(answer) -> str:
    """Judge ``(k, sum)``: the least k for which the four terms with N itself exceed beta = k/1000, and their sum."""
    if not isinstance(answer, (tuple, list)) or [is_exact(part) for part in answer] != [True, True] or (
            type(answer[0]) is not int):
        return "not yet: give (k, the exact sum of the four terms at beta = k/1000)"
    k, given = answer
    if not 1 <= k <= 1000:
        return "not yet: k is an integer from 1 to 1000"
    beta = Fraction(k, 1000)
    n, total = _printed_route(beta)
    if total <= beta:
        return f"not yet: at beta = {beta} there are {n} runs, and the terms sum to {float(total):.5f}, which is enough"
    if any(_printed_route(Fraction(j, 1000))[1] > Fraction(j, 1000) for j in range(1, k)):
        return "not yet: it breaks at a smaller beta already"
    if given != total:
        return f"not yet: k = {k} is right, but the sum is another, about {float(total):.5f}"
    return f"accepted: at beta = {float(beta)} there are {n} runs, and the terms sum to {float(total):.5f}"


@asked("Find errors for which one replaced test row changes a probability by almost the whole ratio.",
       level=3, minutes=25)
@answered
def judge_selection_change(answer) -> str:
    """Judge errors before and after one row was replaced, and a hypothesis whose probability grows by above 11/5."""
    if not isinstance(answer, tuple) or len(answer) != 3:
        return "not yet: give (errors before, errors after, number of the hypothesis)"
    before, after, chosen = answer
    fine = all(isinstance(errors, tuple) and errors and all(isinstance(e, int) and 0 <= e <= 50 for e in errors)
               for errors in (before, after))
    if not fine or len(before) != len(after) or len(before) > 50 or chosen not in range(len(before)):
        return "not yet: give two equally long tuples of at most 50 errors 0..50, and a position in them"
    if any(abs(a - b) > 1 for a, b in zip(before, after, strict=True)):
        return "not yet: one row changes each number of errors by at most 1"
    p, q = (Fraction(2**errors[chosen] * 3 ** (50 - errors[chosen]), sum(2**e * 3 ** (50 - e) for e in errors))
            for errors in (before, after))
    if q <= Fraction(11, 5) * p:
        return f"not yet: the probability changes by the factor {float(q / p):.4f}; above 2.2 is asked for"
    return f"accepted: factor {float(q / p):.4f}, and never above 2.25"
