"""The page block-sizes: lines with one heavy point, the chances of None, One and Two on them, and how they are bounded.

The verifier of the boxes that show few scales to be unstable takes exact powers, no ball arithmetic.  With ``h = 1/T``
a scale n after the first has ``t = n/h`` draws, which miss a mass ``m h`` with probability ``(1 - m h)^(n/h)``.  That
falls as h grows, from ``e^(-m n)`` at h = 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import exp, log1p
from typing import Any

from privlearn.exact import exp_bracket
from privlearn.learners.lines import none_one_two
from privlearn.learners.lines.events import Events, alone_chance
from privlearn.learners.lines.few_unstable_scales import Box, Steps

LEVEL = Fraction(2, 3)
PRIMES = (2, 7, 101)
ACCURACY = Fraction(1, 20)


def split_line(p: int, r: Fraction = Fraction(7, 256), share: Fraction = Fraction(22, 25)) -> tuple[Fraction, ...]:
    """Return the masses of a line whose heaviest point has ``share`` of ``r`` and whose p - 1 others share the rest."""
    return (share * r, *((1 - share) * r / (p - 1),) * (p - 1))


def largest_chance(masses: Sequence[Fraction], draws: int) -> Fraction:
    """Return the largest probability of an answer, exactly and from the definition."""
    outside = 1 - sum(masses)
    points = [(outside + q) ** draws - outside**draws for q in masses]
    return max(outside**draws, *points, 1 - outside**draws - sum(points))


TIMES = (1, 2, 3, 4, 5, 7, 8, 16, 64)
Case = tuple[Fraction, Fraction, int, int]  # r, q, points of the tail, draws
UNIT = Fraction(1, 20)


@cache
def grid() -> dict[tuple[Fraction, Fraction, int], tuple[Fraction, ...]]:
    """Return (r, q, tail) -> masses: r, q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q.

    And three lines of mass 1/1000 with equal points, where all bounds are nearly attained.
    """
    thin = Fraction(1, 1000)
    cases: dict[Any, tuple[Fraction, ...]] = {
        (thin, thin / k, max(k - 1, 1)): (thin / k,) * k for k in (1, 2, 3)}
    for i in range(1, 21):
        for j in range(1, i + 1):
            rest = Fraction(i - j, 20)
            for tail in (1, 2, 5, 20):
                if rest <= tail * j * UNIT:
                    cases[i * UNIT, j * UNIT, tail] = (j * UNIT, *((rest / tail,) * tail if rest else ()))
    return cases


@cache
def events(r: Fraction, q: Fraction, tail: int, t: int) -> Events:
    """Return the exact probabilities of the three events for an instance of the grid."""
    return none_one_two(grid()[r, q, tail], t)


def probability_of_events(r: Fraction, q: Fraction, tail: int, t: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return None, One and Two by a chain over what was seen so far: an independent computation."""
    rest, points = r - q, [q] + ([(r - q) / tail] * tail if r > q else [])
    none, seen, two = Fraction(1), [Fraction(0)] * len(points), Fraction(0)
    for _ in range(t):
        two += sum((s * (q + rest - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r
    return none, sum(seen, Fraction(0)), two


def grid_instances(times: tuple[int, ...] = TIMES) -> Iterator[Case]:
    """Yield the instances of the grid with the numbers of draws."""
    for key in grid():
        yield from ((*key, t) for t in times)


GRID = "r and q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q, and three with r = 1/1000"


heaviest_alone = replace(alone_chance, tex={})


def alone_by_counts(r: Fraction, q: Fraction, t: int) -> Fraction:
    """Return the same, by how many of the draws are of the point, the others being off the line."""
    if r == 1:
        return q**t
    ways, term = Fraction(0), (1 - r) ** t
    for k in range(1, t + 1):
        term = term * q / (1 - r) * (t - k + 1) / k
        ways += term
    return ways


ALL_STEPS = (*((Fraction(1, n), Fraction(1, n)) for n in (1, 2, 4, 8)), (Fraction(0), Fraction(1, 16)))
SMALL, HALF = Fraction(1, 32), Fraction(1, 2)


def missed(low: Fraction, high: Fraction, n: int, steps: Steps) -> tuple[Fraction, Fraction]:
    """Bound the chance to miss a mass between ``low h`` and ``high h`` at scale n, below and above."""
    coarse, fine = steps[1], steps[0]
    least = max(1 - high * coarse, Fraction(0)) ** int(n / coarse)
    return least, (1 - low * fine) ** int(n / fine) if fine else exp_bracket(-low * n).upper


def point_is_likely(box: Box, n: int, steps: Steps) -> bool:
    """Tell whether the heavier group, a single point, is seen alone with probability 2/3 in the whole box."""
    low, high, small, large = box
    return large <= Fraction(1, 3) and missed(low * small, high * large, n, steps)[0] - missed(
        low, high, n, steps)[1] > LEVEL


def line_is_likely(box: Box, n: int, steps: Steps) -> bool:
    """Tell whether both groups are seen with probability 2/3 in the whole box."""
    low, high, small, large = box
    lighter = missed(low * small, high * large, n, steps)
    heavier = missed(low * (1 - large), high * (1 - small), n, steps)
    return 1 - lighter[1] - heavier[1] + missed(low, high, n, steps)[0] > LEVEL


def unstable_in(box: Box, steps: Steps) -> int:
    """Return how many scales may be unstable in a box."""
    if box[2] < SMALL:  # 1 and 2, and of 16, 32, ... two: if the point is unlikely at n, the line is likely at 4 n
        late = Fraction(1, 3) - exp_bracket(-box[0] * (1 - SMALL) * 16).upper > (LEVEL + LEVEL**16) ** 4
        return 4 if late and box[3] <= SMALL and all(point_is_likely(box, n, steps) for n in (4, 8)) else 99
    likely = next((k for k in range(12) if line_is_likely(box, 1 << k, steps)), 99)
    return likely - sum(point_is_likely(box, 1 << k, steps) for k in range(min(likely, 12)))


def unstable_by_floats(box: Box, steps: Steps) -> int:
    """Return the same number, in floats: for the verifier of a witness."""
    low, high, small, large = map(float, box)
    fine, coarse = map(float, steps)

    def miss(m: float, n: int, h: float) -> float:
        return exp(-m * n) if h == 0 else 0.0 if m * h >= 1 else exp(log1p(-m * h) * n / h)

    found = 0
    for n in (1 << k for k in range(12)):
        seen = 1 - miss(low * small, n, fine) - miss(low * (1 - large), n, fine) + miss(high, n, coarse)
        if seen > 2 / 3:
            return found
        found += large > 1 / 3 or miss(high * large, n, coarse) - miss(low, n, fine) <= 2 / 3
        if small < 1 / 32 and n == 8:
            return found + 2
    return 99


def is_wide_enough(low: Fraction, high: Fraction, steps: Steps) -> bool:
    """Tell whether R lies between the ends, None being below 2/3 at T draws and not at T/2."""
    coarse, fine = steps[1], steps[0]
    begins = (1 - low * coarse) ** int(1 / coarse) >= LEVEL
    if fine == 1:  # no half of a draw
        return begins and high >= 1
    ends = (1 - high * fine) ** int(1 / (2 * fine)) if fine else exp_bracket(-high / 2).upper
    return begins and ends <= LEVEL


def covers(boxes: Sequence[Box], steps: Steps) -> bool:
    """Tell whether disjoint boxes fill a rectangle of all R and of theta from 0 to 1/2."""
    if not boxes:
        return False
    low, high = min(box[0] for box in boxes), max(box[1] for box in boxes)
    area = sum((b - a) * (d - c) for a, b, c, d in boxes)
    apart = all(b <= a2 or b2 <= a or d <= c2 or d2 <= c for i, (a, b, c, d) in enumerate(boxes)
                for a2, b2, c2, d2 in boxes[:i])
    inside = all(a < b and 0 <= c < d <= HALF for a, b, c, d in boxes)
    return inside and apart and area == (high - low) * HALF and is_wide_enough(low, high, steps)
