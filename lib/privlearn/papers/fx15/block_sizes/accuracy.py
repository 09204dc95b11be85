"""FX15, Section 6.1: the likely answer is accurate."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.lines import predict
from privlearn.learners.lines.plans import window_start
from privlearn.papers.fx15.block_sizes import claim

HALVES_LOG = log_bracket(Fraction(3, 2))
ALPHAS = tuple(Fraction(k, 20) for k in range(1, 10))


claim("FX15-6.3.none", kind="inequality", step_of="FX15-6.3", title="If None is likely, the zero function is accurate",
      uses=("FX15-6.3.probs",))


def first_size(start, e: Fraction) -> int:
    """Return the least integer t of at least 1 with ``log2 t`` from the beginning of the window on."""
    return max(1, ceil(exp_bracket(start(e) * log_bracket(2, 128), 128).upper))


def small_windows(start) -> Iterator[tuple[Fraction, int]]:
    """Yield (alpha, t): the three smallest sizes of the window, and four times the first."""
    for e in ALPHAS:
        t = first_size(start, e)
        yield from ((e, size) for size in (t, t + 1, t + 2, 4 * t))


@check("FX15-6.3.none", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first, r = "
                  "k/400; for epsilon = 0.001 one row less is too few",
       says="where (1 - r)^t >= 2/3, r t <= ln(3/2) and r <= epsilon; one row less would not do")
@sabotage("a window from ln(5/4)/epsilon on", lambda e: log_bracket(Fraction(5, 4) / e) / log_bracket(2))
@sabotage("a window from 1/(2 epsilon) on", lambda e: log_bracket(1 / (2 * e)) / log_bracket(2))
@judged("<=")
def likely_none_makes_the_zero_function_accurate(start=window_start):
    for e, t in small_windows(start):
        for k in range(401):
            r = Fraction(k, 400)
            if 3 * (400 - k) ** t < 2 * 400**t:
                break  # and so for all larger r
            yield (e, t, r, "rate"), r * t, HALVES_LOG
            yield (e, t, r, "error"), r, e
    e = Fraction(1, 1000)
    t = first_size(start, e)
    yield (e, t, e, "enough"), (1 - e) ** t, Fraction(2, 3)
    yield (e, t, e, "least"), Fraction(2, 3), (1 - e) ** (t - 1)

def refutes_likely_none_makes_the_zero_function_accurate(start, e, t, r, kind):
    if kind in ("enough", "least"):  # with r slightly above epsilon
        power = t - (kind == "least")
        held = 3 * 999**power > 2 * 1000**power
        return t == first_size(start, e) and held == (kind == "enough")
    chance = Fraction(1)
    for _ in range(t):
        chance *= 1 - r
    return t >= exp_bracket(start(e) * log_bracket(2)).lower and 3 * chance >= 2 and r > e


claim("FX15-6.5.err", kind="inequality", step_of="FX15-6.3", title="Its point function is accurate",
      uses=("FX15-6.5eq",))


def points_missed(labels, z: int, p: int) -> set[tuple[int, int]]:
    """Return the points of the plane where the point function of ``(z, z)`` differs from the line ``y = x``."""
    plane = list(product(range(p), repeat=2))
    return {(x, y) for (x, y), bit in zip(plane, labels((1, z, z), plane, p).tolist(), strict=True) if bit != (x == y)}


@check("FX15-6.5.err", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first; r, q = "
                  "k/40 with (1 - r + q)^t - (1 - r)^t >= 2/3; p = 2, 3, 7: the point function errs on the other "
                  "points of the line and nowhere else",
       says="the function of a point seen alone with probability 2/3 errs by r - q <= epsilon, and (r - q) t <= "
            "ln(3/2)")
@sabotage("nowhere, not even at its point", lambda h, points, p: predict((0,), points, p))
@sabotage("the whole line", lambda h, points, p: predict((2, 1, 0), points, p))
@judged("<=")
def likely_point_is_accurate(labels=predict):
    for p in (2, 3, 7):
        for z in range(p):
            others = {(x, x) for x in range(p) if x != z}
            yield (p, z), len(points_missed(labels, z, p) ^ others), 0
    missed = points_missed(labels, 0, 2)
    for e, t in small_windows(window_start):
        powers = [k**t for k in range(41)]
        for i, j in ((x, y) for x in range(1, 41) for y in range(1, x + 1)):
            if 3 * (powers[40 - i + j] - powers[40 - i]) >= 2 * powers[40]:
                r, q = Fraction(i, 40), Fraction(j, 40)
                error = sum(mass for z, mass in (((0, 0), q), ((1, 1), r - q), ((0, 1), 1 - r)) if z in missed)
                yield (e, t, r, q, "rate"), error * t, HALVES_LOG
                yield (e, t, r, q, "error"), error, e

def refutes_likely_point_is_accurate(labels, witness):
    if len(witness) > 2:
        return False  # the points are judged first
    p, z = witness
    return any(int(labels((1, z, z), [(x, y)], p)[0]) != (x == y == z) for x in range(p) for y in range(p))
