"""A proof by boxes that few powers of two are unstable block sizes, whatever the masses of the line's points.

Definitions
-----------
Scales, and what makes one unstable, are those of :mod:`~privlearn.learners.lines.scales`.  Whether a scale is stable
depends on two numbers: the mass of the line in units of the block size, and the share of its heaviest point.  Both
range over intervals; a *box* is a pair of such intervals, on which probabilities are enclosed.  A box on which more
scales than ``goal`` are not certainly stable is cut in two, until none is left.

>>> most_unstable_scales(goal=8) > 0
True
"""

from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, Undecided, as_integer
from privlearn.exact.balls import arb
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.learners.lines.scales import LEVEL

# The proof that at most five scales are unstable -----------------------------------------------------------------

SMALL_REST = Fraction(1, 32)
FINEST = Fraction(1, 16)
Box = tuple[Fraction, Fraction, Fraction, Fraction]
Steps = tuple[Fraction, Fraction]


def most_unstable_scales(goal: int = 5) -> int:
    """Prove that at most ``goal`` scales are unstable, whatever the masses, and return the number of boxes.

    Raises
    ------
    Undecided
        If a box of width 2^-12 has more scales that are not certainly stable; so for every goal below 5.
    """
    return len(stability_boxes(goal))


@lru_cache(maxsize=8)
def stability_boxes(goal: int = 5) -> tuple[tuple[Steps, Box], ...]:
    """Return the boxes of a proof that at most ``goal`` scales are unstable: all masses, cut up finely enough.

    Returns
    -------
    tuple of (steps, box)
        ``steps`` is the interval of ``1/T``, ``box`` the ends of the intervals of R and of theta.

    Raises
    ------
    Undecided
        As :func:`most_unstable_scales`.

    Notes
    -----
    Let ``T = 2^k`` be the least power of two with ``Pr[None] < 2/3``; smaller ones are stable.  Let ``R = r T``, a
    number between 1/3 and 1, and split the points of the line in two groups of masses ``theta r`` and
    ``(1 - theta) r``: the heaviest point and the others if it has at least two thirds, else so that ``theta`` is at
    least 1/3.  Two is at least as likely as draws from both groups, a probability that grows with t.  Boxes of
    ``(R, theta)`` for ``1/T = 1, 1/2, 1/4, 1/8`` and the interval ``[0, 1/16]`` cover ``theta >= 1/32``; in each, the
    scales that are not certainly stable are counted.  For smaller ``theta`` the scales 2 and 3 after the first are
    stable, and of the later ones at most two consecutive ones are not.
    """
    wanted = as_integer(goal, "goal", least=4)
    boxes: list[tuple[Steps, Box]] = []
    for steps in ((Fraction(1), Fraction(1)), *((Fraction(1, 1 << k),) * 2 for k in (1, 2, 3)), (Fraction(0), FINEST)):
        low, high = _range_of_mass(*steps)
        found = [*_cover((low, high, SMALL_REST, Fraction(1, 2)), steps, wanted), _small_rest(low, high, steps)]
        boxes += [(steps, box) for box in found]
    return tuple(boxes)


def _range_of_mass(least: Fraction, largest: Fraction) -> tuple[Fraction, Fraction]:
    """Enclose ``R = r T`` where None is below 2/3 at T and not at T/2, for ``1/T`` in the given interval."""
    if least == 1:
        return Fraction(1, 3), Fraction(1)
    low, high = _mass_at_level(largest, 1), _mass_at_level(max(least, Fraction(1, 1 << 40)), 2)
    return Fraction(low.lower * 1024 // 1, 1024), Fraction(-(-high.upper * 1024 // 1) + 1, 1024)


def _mass_at_level(step: Fraction, halves: int) -> Bracket:
    return bracket_of(lambda: (1 - ball(LEVEL) ** ball(halves * step)) / ball(step), 64)


def _decay(low: Fraction, high: Fraction, n: int, steps: Steps) -> tuple[Ball, Ball]:
    """Bound ``(1 - m h)^(n/h)`` below and above for m in [low, high], h in ``steps``; as h tends to 0, ``e^(-m n)``."""
    if high * steps[1] >= 1:
        return arb(0), _power(low, n, steps[0])
    return _power(high, n, steps[1]), _power(low, n, steps[0])


def _power(m: Fraction, n: int, h: Fraction) -> Ball:
    return (-ball(m) * n).exp() if h == 0 else (ball(1 - m * h).log() * ball(n / h)).exp()


def _certain(box: Box, n: int, steps: Steps, use_point: bool) -> tuple[bool, bool]:
    """Tell whether an answer has certainly probability 2/3 in the whole box, and whether the line has."""
    low, high, small, large = box
    none = _decay(low, high, n, steps)
    rest = _decay(low * small, high * large, n, steps)  # nobody saw the lighter group
    heavy = _decay(low * (1 - large), high * (1 - small), n, steps)
    level = ball(LEVEL)
    line = bool(1 - rest[1] - heavy[1] + none[0] > level)
    return line or (use_point and bool(rest[0] - none[1] > level)), line


def _cover(box: Box, steps: Steps, goal: int) -> list[Box]:
    boxes, waiting = [], [box]
    while waiting:
        low, high, small, large = current = waiting.pop()
        if _uncertain(current, steps) <= goal:
            boxes.append(current)
        elif high - low < Fraction(1, 1 << 12):
            raise Undecided(f"more than {goal} scales may be unstable for masses in {current}")
        elif large - small > (high - low) / 2:
            middle = Fraction(1, 3) if small < Fraction(1, 3) < large else (small + large) / 2
            waiting += [(low, high, small, middle), (low, high, middle, large)]
        else:
            middle = (low + high) / 2
            waiting += [(low, middle, small, large), (middle, high, small, large)]
    return boxes


def _uncertain(box: Box, steps: Steps) -> int:
    """Count the scales after the first that are not certainly stable in the box, up to where Two stays likely."""
    count, n, line = 0, 1, False
    while not line and n < 1 << 10:
        stable, line = _certain(box, n, steps, use_point=box[3] <= Fraction(1, 3))
        count, n = count + (not stable), 2 * n
    return count if line else 1 << 10


def _small_rest(low: Fraction, high: Fraction, steps: Steps) -> Box:
    """Prove for ``theta <= 1/32`` that at most four scales are unstable."""
    box: Box = low, high, Fraction(0), SMALL_REST
    if not all(_certain(box, n, steps, use_point=True)[0] for n in (4, 8)):
        raise Undecided(f"a scale may be unstable for masses in {box}")
    none, unseen = LEVEL**16, (ball(-low * (1 - SMALL_REST) * 16)).exp()  # bounds from 16 T draws on
    if not ball(LEVEL + none) ** 4 < ball(Fraction(1, 3)) - unseen:  # so b < 2/3 + none and b^4 > 1/3 - unseen clash
        raise Undecided("three late scales may be unstable")
    return box
