"""How few rows a private learner of intervals can do with, given how often its hypotheses switch.

Definitions
-----------
For ``j = 1..T-1`` let database j have ``ceil(m/2)`` rows ``(j - 1, 1)`` and ``floor(m/2)`` rows ``(j, 0)``: a sample of
interval concept j under the uniform distribution on these two points, where every hypothesis of error below 1/2 has a
decreasing switching point at j.  Two such databases differ in all m rows.  A hypothesis with at most z switching
points succeeds on at most ``w = ceil((z - 2)/2)`` of the ``n = T - 1`` databases, so no private mechanism succeeds on
all of them with probability above ``w R / (w R + n - w)``, ``R = e^{epsilon m}``.

>>> switching_success(6, 3, 5, 2)
Fraction(16, 19)
>>> rows_for_switches(2**64, 3, 4, Fraction(1, 10))
33
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from privlearn.concepts import Concept
from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_fraction, as_integer, least_integer, rational
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.learners.intervals.switching import DECREASING, Steps, most_inner_decreasing, switching_points
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import covering_success, mechanism_program

Database = tuple[tuple[int, int], ...]


def border_database(target: int, rows: int) -> Database:
    """Return ``ceil(rows/2)`` rows ``(target - 1, 1)`` and then ``floor(rows/2)`` rows ``(target, 0)``."""
    j, m = as_integer(target, "target", least=1), as_integer(rows, "rows", least=0)
    return ((j - 1, 1),) * (m - m // 2) + ((j, 0),) * (m // 2)


def functions_switching_at_most(size: int, switches: int) -> Iterator[Concept]:
    """Yield all functions on ``size`` points with at most ``switches`` switching points, fewest changes first."""
    n, z = as_integer(size, "size", least=1), as_integer(switches, "switches", least=2)
    for inner in range(min(z - 2, n - 1) + 1):
        for changes in combinations(range(1, n), inner):
            yield from (Steps(n, first, changes).bits() for first in (0, 1))


def decreases_at(hypothesis: Sequence[int], target: int) -> bool:
    """Tell whether ``h(target - 1) = 1`` and ``h(target) = 0``."""
    return (target, DECREASING) in switching_points(hypothesis)


def switching_program(size: int, rows: int, switches: int, exp_epsilon: Number,
                      price: Number | None = None) -> MinimaxProgram:
    """Return the program of the least worst failure over all private mechanisms with few switching points.

    Parameters
    ----------
    size : int
        T, at least 2.
    rows : int
        m, at least 1.
    switches : int
        z, at least 2: the outputs are all functions on T points with at most z switching points.
    exp_epsilon : number of at least 1
    price : number, optional
        If given, all functions are outputs, and one with more than z switching points costs ``price`` more.
    """
    n, z = as_integer(size, "size", least=2), as_integer(switches, "switches", least=2)
    databases = [border_database(j, as_integer(rows, "rows", least=1)) for j in range(1, n)]
    outputs = list(functions_switching_at_most(n, z if price is None else n + 1))
    distances = {(a, b): hamming_distance(a, b) for a in databases for b in databases if a != b}
    extra = Fraction(0) if price is None else as_fraction(price, "price")
    tasks = [{(databases[j - 1], h): (not decreases_at(h, j)) + (extra if len(switching_points(h)) > z else 0)
              for h in outputs} for j in range(1, n)]
    return mechanism_program(databases, outputs, distances, exp_epsilon, tasks)


def switching_success(size: int, rows: int, switches: int, exp_epsilon: Number) -> Fraction:
    """Return ``w R / (w R + n - w)``: no private mechanism with at most z switching points succeeds more often.

    Parameters
    ----------
    size, rows, switches : int
        T of at least 2, m, and z of at least 2.
    exp_epsilon : number of at least 1
        ``R = exp_epsilon ** rows``.

    Notes
    -----
    With ``n = T - 1`` and ``w = ceil((z - 2)/2)``; 1 if ``w >= n``.  It is the exact optimum if ``2 w <= n``, so that w
    places of n can be spread around without two being adjacent, even around the corner.
    """
    n, w = as_integer(size, "size", least=2) - 1, most_inner_decreasing(switches)
    power = as_exp_epsilon(exp_epsilon) ** as_integer(rows, "rows", least=0)
    return covering_success(n, min(n, w), power)


def half_success(size: int, rows: int, switches: int, exp_epsilon: Number) -> Fraction:
    """Return ``1/2 + switching_success / 2``, a bound for mechanisms that keep to z switching points half of the time.

    Guarantee: if every database gets a hypothesis with at most z switching points with probability at least 1/2, then
    on some database the success probability is at most this.
    """
    return Fraction(1, 2) + switching_success(size, rows, switches, exp_epsilon) / 2


@formula("at least", where=("switches >= 3", "0 < beta < 1 / 2"),
         corners={"size": (8, 2**64), "switches": (3, 4, 9), "beta": (Fraction(1, 10**9), Fraction(1, 3))},
         tex={"size": "2^d", "most_inner_decreasing(switches)": "w"},
         loose={"switches >= 3": "at 2 the number is undefined", "0 < beta < 1 / 2": "from 1/2 on it is not positive"}
         | dict.fromkeys(("size - 1 - most_inner_decreasing(switches)", "size - 1", "1"), "all other hypotheses are "
                         "right for every other database at most, which makes up for w on all that was tried"))
def needed_group_ratio(size: int, switches: int, beta: Value) -> Value:
    """Return ``(1 - 2 beta)(T - 1 - w) / (2 beta w)``, the least ``e^{epsilon m}`` that leaves success 1 - beta open.

    Parameters
    ----------
    size : int
        T; ``2**512`` is fine.
    switches : int
        z, at least 3 (with z = 2 no hypothesis ever succeeds).
    beta : number in (0, 1/2)
    """
    return (1 - 2 * beta) * (size - 1 - most_inner_decreasing(switches)) / (2 * beta * most_inner_decreasing(switches))


def rows_for_switches(size: int, switches: int, exp_epsilon: Number, beta: Number) -> int:
    """Return the least m that :func:`half_success` leaves open for a learner with failure at most ``beta``.

    Every private (alpha, beta)-PAC learner of intervals on T points, ``alpha < 1/2``, whose hypotheses have at most z
    switching points with probability at least 1/2, needs so many rows.

    Parameters
    ----------
    size, switches, beta
        As in :func:`needed_group_ratio`.
    exp_epsilon : number above 1
    """
    ratio, needed = as_exp_epsilon(exp_epsilon), needed_group_ratio(size, switches, beta)
    if ratio == 1:
        raise ValueError("exp_epsilon must exceed 1: with ratio 1 the output does not depend on the rows")
    base, goal = rational(ratio), rational(needed)
    return least_integer(lambda m: base**m >= goal)
