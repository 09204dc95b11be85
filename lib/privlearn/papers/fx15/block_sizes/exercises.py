"""Judges of the exercises on the page block-sizes."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


def _line(answer) -> str | tuple[Fraction, Fraction]:
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(is_exact(x) for x in answer):
        return "not yet: give two exact numbers (r, q), for example (Fraction(1, 10), Fraction(1, 20))"
    r, q = (Fraction(x) for x in answer)
    if not 0 < q <= r <= 1:
        return "not yet: 0 < q <= r <= 1 is needed"
    if r < Fraction(1, 10**6) or max(r.denominator, q.denominator) > 10**12:
        return "not yet: no need for numbers that small"
    return r, q


@asked("Find a line for which five consecutive scales are unstable.", level=3, minutes=30)
@answered
def judge_five_unstable(answer) -> str:
    """Judge ``(r, q)``: a light line with one heavy point and one other, five consecutive unstable scales."""
    found = _line(answer)
    if isinstance(found, str):
        return found
    r, q = found
    if r > Fraction(1, 1000):
        return "not yet: r is to be at most 1/1000"
    if 2 * q < r or 20 * q > 17 * r:
        return "not yet: q is to be the heavier of two points, from r/2 to 17/20 r"
    unstable, unit = [], lcm(r.denominator, q.denominator)  # probabilities of one draw are multiples of 1/unit
    line, heavy = int(r * unit), int(q * unit)
    for k in range(16):
        t = 2**k
        all_draws, none = unit**t, (unit - line) ** t
        point, other = (unit - line + heavy) ** t - none, (unit - heavy) ** t - none
        if 3 * max(none, point, all_draws - none - point - other) < 2 * all_draws:
            unstable.append(k)
    longest = max((len(run) for run in _runs(unstable)), default=0)
    if longest < 5:
        return f"not yet: the unstable scales are {', '.join(map(str, unstable)) or 'none'}"
    return f"accepted: unstable at k = {', '.join(map(str, unstable))}"


@asked("Find masses with exactly six bad scales, in two groups.", level=3, minutes=30)
@answered
def judge_six_bad(answer) -> str:
    """Judge ``(r, q)``: six integers are bad by the printed thresholds, in two groups."""
    from privlearn.learners.lines import bad_scales

    found = _line(answer)
    if isinstance(found, str):
        return found
    bad = bad_scales(*found)
    if len(bad) != 6 or len(_runs(bad)) != 2:
        return f"not yet: {len(bad)} bad integers: {', '.join(map(str, bad))}"
    return f"accepted: bad at k = {', '.join(map(str, bad))}"


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for k in numbers:
        if runs and runs[-1][-1] == k - 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return runs
