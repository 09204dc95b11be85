"""From finitely many distributions to all of them, on two points: Bernstein's form of the success probability.

Definitions
-----------
On two points a distribution is ``(p, 1 - p)``.  With k of n rows at point 0 the sample is determined, so the success
on a target is ``sum_k C(n, k) p^k (1 - p)^(n - k) s_k`` with ``s_k`` the learner's mass on the good hypotheses: a
polynomial in Bernstein form, which lies between its least and its largest coefficient.  De Casteljau's rule gives its
coefficients on any part ``[a, b]`` of the unit interval, and on small parts they are close to its values.

Which hypotheses are good changes with p at finitely many places, alpha and 1 - alpha: between two of them the good set
is constant, at the places themselves it can only grow.  So a lower bound on every part, with the good set of its
inside, is a lower bound for *all* distributions.

>>> bernstein_part((0, 1), Fraction(1, 4), Fraction(1, 2))  # the polynomial p itself
(Fraction(1, 4), Fraction(1, 2))
>>> least_value((1, 0, 1), 0, 1, depth=1)  # p^2 + (1 - p)^2 is at least 1/2
Fraction(1, 2)
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.learning.distributions import Database, error


def bernstein_part(coefficients: Sequence[Number], low: Number, high: Number) -> tuple[Fraction, ...]:
    """Return the Bernstein coefficients on ``[low, high]`` of a polynomial given by those on [0, 1].

    Parameters
    ----------
    coefficients : sequence of numbers
        ``b_0, ..., b_n`` of ``sum_k b_k C(n, k) p^k (1 - p)^(n - k)``.
    low, high : numbers in [0, 1]

    Notes
    -----
    Cost: two runs of de Casteljau's rule, O(n^2) operations.
    """
    a, b = as_probability(low, "low"), as_probability(high, "high")
    if not coefficients or a > b:
        raise ValueError(f"coefficients must not be empty and low must be at most high, got {low} and {high}")
    right = _casteljau([as_fraction(c) for c in coefficients], b)[0]  # on [0, b]
    if b == 0:
        return (right[0],) * len(right)
    return tuple(_casteljau(right, a / b)[1])  # on [a, b]


def _casteljau(coefficients: list[Fraction], t: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    """Return the coefficients on ``[0, t]`` and on ``[t, 1]``."""
    left, right, row = [], [], coefficients
    while row:
        left.append(row[0])
        right.append(row[-1])
        row = [(1 - t) * x + t * y for x, y in pairwise(row)]
    return left, right[::-1]


def least_value(coefficients: Sequence[Number], low: Number, high: Number, depth: int = 5) -> Fraction:
    """Return a lower bound on the polynomial over ``[low, high]``: the least coefficient on ``2**depth`` parts."""
    a, b = as_probability(low, "low"), as_probability(high, "high")
    start = bernstein_part(coefficients, a, b)
    unit, halvings = lcm(*(c.denominator for c in start)), as_integer(depth, "depth", least=0)
    parts = [[c.numerator * (unit // c.denominator) for c in start]]
    for _ in range(halvings):
        parts = [half for part in parts for half in _halves(part)]
    return Fraction(min(map(min, parts)), unit << halvings * (len(start) - 1))


def _halves(coefficients: list[int]) -> tuple[list[int], list[int]]:
    """Return :func:`_casteljau` at 1/2, everything times ``2**degree``."""
    left, right, row, degree = [], [], coefficients, len(coefficients) - 1
    while row:
        left.append(row[0] << degree)
        right.append(row[-1] << degree)
        row, degree = [x + y for x, y in pairwise(row)], degree - 1
    return left, right[::-1]


def success_everywhere(learner: Callable[[Database], Law], concepts: ConceptClass, rows: int, alpha: Number,
                       depth: int = 5) -> Fraction:
    """Return a certified lower bound on the success of a learner over all targets and ALL distributions on two points.

    Parameters
    ----------
    learner : callable
        Sorted labelled database -> Law over hypotheses as bit tuples; it must not depend on the order of the rows.
    concepts : ConceptClass
        The targets, on exactly 2 points.
    rows : int
        n.
    alpha : number in (0, 1)
    depth : int
        Each part of the unit interval is halved so often; more makes the bound closer.
    """
    if concepts.size != 2 or len(concepts) == 0:
        raise ValueError(f"concepts must be on exactly 2 points, and at least one, got {concepts!r}")
    limit, n = as_inner_probability(alpha, "alpha"), as_integer(rows, "rows", least=0)
    cuts = sorted({Fraction(0), min(limit, 1 - limit), max(limit, 1 - limit), Fraction(1)})
    return min(least_value(_coefficients(learner, target, n, limit, (low + high) / 2), low, high, depth)
               for target in concepts.rows() for low, high in pairwise(cuts))


def _coefficients(learner: Callable[[Database], Law], target: Concept, rows: int, limit: Fraction,
                  inside: Fraction) -> list[Fraction]:
    """Return ``s_k`` for k = 0..n, with the hypotheses that are good at ``p = inside``."""
    found = []
    for k in range(rows + 1):
        database = ((0, target[0]),) * k + ((1, target[1]),) * (rows - k)
        law = learner(database).exact()
        found.append(sum((mass for h, mass in law.items() if error((inside, 1 - inside), target, h) <= limit),
                         Fraction(0)))
    return found
