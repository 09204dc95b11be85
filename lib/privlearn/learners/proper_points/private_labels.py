"""Learning points properly when only the labels are private.

Definitions
-----------
Under *label privacy* the examples ``x_1, ..., x_m`` are public: two databases are neighbours if they differ in one
label and in nothing else (:func:`~privlearn.mechanisms.neighbours.flip_one_label`).  The learner of this module forms
its *candidates* from the public part alone, the distinct sampled points and the smallest point that was not sampled,
and runs the exponential mechanism over their point functions, scored by minus the number of errors. It chooses among at
most ``m + 1`` hypotheses whatever the size of the domain, so its sample size does not depend on it.

>>> candidate_concepts(8, ((3, 0), (0, 1), (3, 0)))
(0, 3, 1)
>>> learner = label_private_point_learner(8, exp_epsilon=4)
>>> learner(((3, 0), (0, 1), (3, 0))).exact()
{0: Fraction(8, 13), 3: Fraction(1, 13), 1: Fraction(4, 13)}
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import factorial, lcm, prod
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.formulas import Value, formula, sqrt
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, flip_one_label, from_scores
from privlearn.mechanisms.neighbours import Database

Candidates = Callable[[int, Database], tuple[int, ...]]


def candidate_concepts(size: int, database: Database) -> tuple[int, ...]:
    """Return the distinct sampled points in increasing order, then the smallest point not sampled (if there is one).

    Labels are not looked at.

    Parameters
    ----------
    size : int
        Size T of the domain ``0..T-1``.
    database : tuple of rows ``(x, y)``
    """
    sampled = sorted({x for x, _ in database})
    free = next((x for x, seen in enumerate(sampled) if x != seen), len(sampled))
    return (*sampled, free) if free < size else tuple(sampled)


def label_private_point_learner(size: int, exp_epsilon: Number,
                                choose_from: Candidates = candidate_concepts) -> PromisedMechanism:
    """Return the label-private proper learner of points.

    Parameters
    ----------
    size : int
        Size T of the domain ``0..T-1``, at least 1.
    exp_epsilon : number
        At least 1, the square of a rational.
    choose_from : callable, optional
        ``(size, database) -> candidates``; an argument so that a wrong choice can be put in its place and be caught.

    Returns
    -------
    PromisedMechanism
        Outcomes are points j, standing for the concept that is 1 at j only.  Any labels are accepted, consistent with
        a concept or not.

    Notes
    -----
    Guarantee: privacy ratio ``exp_epsilon`` under :func:`~privlearn.mechanisms.neighbours.flip_one_label` (a flip
    changes every score by exactly 1 and leaves the candidates alone).  Cost: O(m) candidates.

    References
    ----------
    BBKN14, Section 1.2, after Chaudhuri and Hsu (2011), who prove the bound; this learner is ours.
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    base = rational_square_root(ratio, "exp_epsilon")

    def law(database: Database) -> Law:
        check_labelled(database, n)
        ones, counts = sum(y for _, y in database), Counter(database)
        scores = {j: -(ones - counts[(j, 1)] + counts[(j, 0)]) for j in choose_from(n, database)}
        return from_scores(scores, base)

    return PromisedMechanism(law, Promise(ratio, flip_one_label), "label-private point learner")


def label_private_failure(distribution: Mapping[int, Number], target: int, rows: int, alpha: Number,
                          exp_epsilon: Number) -> Fraction:
    """Return the exact failure probability on samples of a distribution with few atoms.

    Parameters
    ----------
    distribution : mapping point -> probability
        At most a handful of atoms.  The dummy candidate is taken to have mass 0, which is so when the smallest point
        of the domain that may stay unsampled is no atom; the size of the domain then does not enter.
    target : int
        The point of the target concept, an atom or not.
    rows : int
        m.
    alpha : number
        The hypothesis fails if its error exceeds this.
    exp_epsilon : number
        At least 1, the square of a rational.

    Notes
    -----
    A multinomial sum over ``C(m + atoms - 1, atoms - 1)`` vectors of counts.
    """
    mass = {point: as_probability(weight, "weight") for point, weight in distribution.items() if weight}
    if sum(mass.values()) != 1:
        raise ValueError(f"weights must sum to 1, got {sum(mass.values())}")
    m, a = as_integer(rows, "rows", least=0), as_fraction(alpha, "alpha")
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    points, hit = list(mass), mass.get(target, Fraction(0))
    unit = lcm(*(weight.denominator for weight in mass.values()))
    weights = [mass[point].numerator * (unit // mass[point].denominator) for point in points]
    bad = [point != target and mass[point] + hit > a for point in points]
    total = rational(0)
    for counts in _count_vectors(m, len(points)):
        multinomial = factorial(m) // prod(factorial(c) for c in counts)
        ways = multinomial * prod(w**c for w, c in zip(weights, counts, strict=True))
        total += ways * _bad_share(points, counts, target, bad, hit > a, root)
    return as_fraction(total / unit**m)


def _bad_share(points: list[int], counts: tuple[int, ...], target: int, bad: list[bool], dummy_is_bad: bool,
               root: Fraction) -> Any:
    """Return the share of the mechanism's weight on hypotheses of large error, for one vector of counts."""
    hits = sum(c for point, c in zip(points, counts, strict=True) if point == target)
    top, bottom, power = root.denominator, root.numerator, sum(counts)
    whole = failing = top**hits * bottom ** (power - hits)  # the dummy misses exactly the rows of the target
    if not dummy_is_bad:
        failing = 0
    for point, count, wrong in zip(points, counts, bad, strict=True):
        if count:
            misses = 0 if point == target else hits + count
            weight = top**misses * bottom ** (power - misses)
            whole += weight
            failing += weight if wrong else 0
    return rational(failing) / whole


def _count_vectors(total: int, length: int) -> Iterator[tuple[int, ...]]:
    if length == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _count_vectors(total - first, length - 1):
            yield (first, *rest)


@formula("at most", where=("0 < alpha <= 1", "exp_epsilon >= 1"), corners={
    "rows": (0, 1, 24, 200), "alpha": (Fraction(1, 100), Fraction(7, 10), Fraction(9, 10)),
    "exp_epsilon": (1, Fraction(41, 40)**2, 81)},
         tex={"rows": "m", "2 / alpha": r"2/\alpha", "1 - alpha / 2 * (1 - 1 / sqrt(exp_epsilon))": r"\rho"},
         loose={"0 < alpha <= 1": "an error is at most 1", "exp_epsilon >= 1": "no mechanism has a ratio below 1",
                "(1 - alpha / 2 * (1 - 1 / sqrt(exp_epsilon))) ** rows": "without rows the bound is 1 or more"}
         | dict.fromkeys(("rows + 1 -> rows", "1 -> 3 / 4", "1 -> 1 / 2", "1 -> 1 / 10"),
                         "once the target is seen, at most m candidates are bad")
         | dict.fromkeys(("max(rows + 1, 2 / alpha) -> rows + 1", "2 / alpha", "2 -> 1 / 5"),
                         "where 2/alpha is the larger, the bound is 1 or more in any case")
         | dict.fromkeys(("alpha / 2 -> alpha", "2 -> 3 / 2", "2 -> 1", "sqrt(exp_epsilon)"),
                         "a target and a bad point have mass alpha together; the heavier one is used"))
def label_private_failure_bound(rows: int, alpha: Value, exp_epsilon: Value) -> Value:
    """Return a bound on the failure over all distributions, targets and domains.

    ``max(m + 1, 2/alpha) * rho^m`` with ``rho = 1 - (alpha/2)(1 - e^{-epsilon/2})``.  A candidate without error always
    exists, so a bad candidate k is output with probability at most ``e^{-epsilon (n_t + n_k) / 2}``, with ``n_t`` and
    ``n_k`` the numbers of rows at the target and at k.  If the target has mass above ``alpha/2``, the expectation of
    ``e^{-epsilon n_t / 2}`` is at most ``rho^m`` and there are at most ``m + 1`` candidates; if not, every bad k has
    mass above ``alpha/2``, so there are fewer than ``2/alpha`` of them, and ``E e^{-epsilon n_k / 2} <= rho^m``.

    Examples
    --------
    >>> label_private_failure_bound(2, 1, 4)
    Fraction(27, 16)
    """
    return max(rows + 1, 2 / alpha) * (1 - alpha / 2 * (1 - 1 / sqrt(exp_epsilon))) ** rows


def label_private_sample_size(alpha: Number, beta: Number, exp_epsilon: Number) -> int:
    """Return a number of rows that suffices on every domain: the least m at which the bound is at most ``beta``.

    The bound rises to a peak and falls from there on, and is above 1 until the peak, so it stays below ``beta`` for
    all larger m.

    Examples
    --------
    >>> label_private_sample_size(Fraction(1, 2), Fraction(1, 10), 4)
    47
    """
    b, ratio = as_fraction(beta, "beta"), as_exp_epsilon(exp_epsilon)
    if not 0 < b < 1 or ratio == 1:
        raise ValueError(f"beta must lie between 0 and 1 and exp_epsilon above 1, got {b} and {ratio}")
    m = 1
    while label_private_failure_bound(m, alpha, ratio) > b:
        m *= 2
    low, high = m // 2, m  # the bound is above beta at low (or low = 0) and at most beta at high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if label_private_failure_bound(middle, alpha, ratio) > b else (low, middle)
    return high
