"""The sign of a function on a whole interval, box by box.

Definitions
-----------
A function that maps balls to enclosing balls is *decided* on a box if its enclosure there is certainly positive or
certainly not positive.  :func:`sign_boxes` cuts an interval into decided boxes, the widest first.  If all of them are
positive the function is positive on the whole interval; one box that is not refutes it.

>>> [str(low) for low, high, value in sign_boxes(lambda x: x.exp() - 1 - x / 2, Fraction(1, 10), 1)]
['11/20', '13/40', '17/80', '1/10', '5/32']
"""

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction

from privlearn.exact.brackets import Bracket
from privlearn.exact.errors import Undecided
from privlearn.exact.intervals import Ball, ball, ball_bracket
from privlearn.exact.rationals import Number, as_fraction, as_integer


def sign_boxes(function: Callable[[Ball], Ball], lower: Number, upper: Number,
               depth: int = 40) -> Iterator[tuple[Fraction, Fraction, Bracket]]:
    """Yield boxes that cover ``[lower, upper]``, each with an enclosure of ``function`` that does not straddle 0.

    Parameters
    ----------
    function : callable
        Ball to ball, defined on the interval.
    lower, upper : exact numbers
        ``lower <= upper``.
    depth : int
        How often an undecided box may be halved.

    Yields
    ------
    (low, high, Bracket)
        Values on ``[low, high]`` lie within the bracket, which is above 0 or at most 0 as a whole.

    Raises
    ------
    Undecided
        If a box is undecided after ``depth`` halvings; wider boxes have then been yielded before.
    """
    start = as_fraction(lower, "lower"), as_fraction(upper, "upper")
    as_integer(depth, "depth", least=0)
    waiting = deque([(*start, depth)])
    while waiting:
        low, high, left = waiting.popleft()
        enclosure = function(ball(low, high))
        if enclosure > 0 or enclosure <= 0:
            yield low, high, ball_bracket(enclosure)
        elif left == 0:
            raise Undecided(f"no certain sign, so not provably positive on [{low}, {high}]")
        else:
            middle = (low + high) / 2
            waiting += [(low, middle, left - 1), (middle, high, left - 1)]


def prove_positive(function: Callable[[Ball], Ball], lower: Number, upper: Number, depth: int = 60) -> int:
    """Prove ``function > 0`` on the whole interval ``[lower, upper]`` by bisection.

    Returns
    -------
    int
        The number of boxes the proof needed.

    Raises
    ------
    Undecided
        If a box is certainly not positive, or one of width ``(upper - lower) / 2**depth`` still cannot be decided:
        the inequality is false there, or it is an equality (certify a derivative instead).

    Examples
    --------
    >>> prove_positive(lambda x: x.exp() - 1 - x / 2, Fraction(1, 10), 1)  # e^x > 1 + x/2 on [1/10, 1]
    5
    """
    boxes = 0
    for low, high, enclosure in sign_boxes(function, lower, upper, depth):
        if enclosure.upper <= 0:
            raise Undecided(f"not provably positive on [{low}, {high}]: certainly not there")
        boxes += 1
    return boxes
