"""Closed-form optima of packing families.

Definitions
-----------
*Packing.* N databases at pairwise distance m, each with its own right answer.  The best success probability of any
mechanism with ratio r on all of them is ``R / (R + N - 1)`` with ``R = r^m`` (BBKN14, Theorem 3.6).

*Two-point family.* For targets ``i = 2..T`` a sample has m rows, each ``(i, 1)`` with probability ``mass``, else
``(1, 0)``.  The best mechanism constrained on these samples names the target with probability
``r^k / (r^k + T - 2)`` when k rows show it, so the least failure is ``E (T - 2) / (r^k + T - 2)`` with k binomial
(BBKN14, Lemma 3.9): for each k the databases of the other targets with the same k rows replaced are at distance k,
and the T - 1 answers share mass 1.

*Covering.* The same packing, but an output may be right for up to w of the N databases: the best success is
``w R / (w R + N - w)``.

>>> packing_success(5, 4)
Fraction(1, 2)
>>> two_point_failure(3, 2, 2, Fraction(3, 10))
Fraction(403, 1000)
"""

from fractions import Fraction

from privlearn.exact import Bracket, as_exp_epsilon, as_integer, round_up
from privlearn.exact.binomial import expectation
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number


def packing_success(databases: int, group_ratio: Number) -> Fraction:
    """Return ``R / (R + N - 1)``: the best success on ``N`` databases whose pairwise ratio is at most ``R``.

    Examples
    --------
    >>> packing_success(2, 3), packing_success(5, 4)
    (Fraction(3, 4), Fraction(1, 2))
    """
    n, ratio = as_integer(databases, "databases", least=1), as_exp_epsilon(group_ratio, "group_ratio")
    return ratio / (ratio + n - 1)


@formula("equals", where=("databases >= 1", "covered <= databases", "group_ratio >= 1"),
         corners={"databases": (2, 5, 8), "covered": (1, 2, 3), "group_ratio": (Fraction(9, 4), Fraction(8))},
         tex={"databases": "T", "covered": "w", "group_ratio": "R"},
         loose={"databases >= 1": "without a database nothing is defined",
                "group_ratio >= 1": "no two laws have a smaller ratio in both directions"})
def covering_success(databases: int, covered: int, group_ratio: Value) -> Value:
    """Return ``w R / (w R + N - w)``, a bound on the success where each output is right for at most w databases.

    Parameters
    ----------
    databases : int
        N, at least 1, at pairwise ratio at most R.
    covered : int
        w, at most N.
    group_ratio : number of at least 1
        R.

    Notes
    -----
    Two lines prove it.  An output h that is right for the databases in S has ``Pr[M(i) = h] <= R Pr[M(j) = h]`` for i
    in S and j outside; averaged, its successes are at most ``|S| R / (N - |S|)`` times its failures.  Summed over h,
    the average success is at most ``w R / (N - w)`` times the average failure.  With equality if every w databases have
    an output that is right for exactly these, drawn R times as often where it is right.

    Examples
    --------
    >>> covering_success(5, 2, 4)
    Fraction(8, 11)
    """
    return covered * group_ratio / (covered * group_ratio + databases - covered)


@formula("at least", where=("covered >= 1", "0 < beta < 1 / 2"),
         corners={"databases": (5, 2**64), "covered": (1, 2), "beta": (Fraction(1, 10**9), Fraction(1, 3))},
         tex={"databases": "2^d", "covered": "w"},
         loose={"covered >= 1": "at 0 the number is undefined", "0 < beta < 1 / 2": "from 1/2 on it is not positive"})
def half_covering_ratio(databases: int, covered: int, beta: Value) -> Value:
    """Return ``(1 - 2 beta)(N - w) / (2 beta w)``, the R at which ``1/2 + covering_success / 2`` is ``1 - beta``.

    Parameters
    ----------
    databases, covered : int
        N, and w of at least 1; from ``w = N`` on the number is not positive and says nothing.
    beta : number in (0, 1/2)

    Notes
    -----
    A mechanism whose outputs are right for at most w databases with probability at least 1/2, on every database, and
    whose failure is at most beta, has at least this ratio, or ratio 1.

    Examples
    --------
    >>> half_covering_ratio(5, 2, Fraction(1, 4))
    Fraction(3, 2)
    >>> Fraction(1, 2) + covering_success(5, 2, Fraction(3, 2)) / 2
    Fraction(3, 4)
    """
    return (1 - 2 * beta) * (databases - covered) / (2 * beta * covered)


def target_probability(size: int, hits: int, exp_epsilon: Number | Bracket) -> Fraction | Bracket:
    """Return ``r^k / (r^k + T - 2)``, the best probability of naming a target that ``hits`` = k rows show.

    Parameters
    ----------
    size : int
        T, at least 2.
    hits : int
        k, at least 0.
    exp_epsilon : number of at least 1, or a Bracket of one
        A bracket gives a bracket.

    Examples
    --------
    >>> target_probability(4, 1, 2), target_probability(4, 2, 2)
    (Fraction(1, 2), Fraction(2, 3))
    """
    t, k = as_integer(size, "size", least=2), as_integer(hits, "hits", least=0)
    if isinstance(exp_epsilon, Bracket):
        low, high = exp_epsilon.lower**k, exp_epsilon.upper**k
        return Bracket(low / (low + t - 2), high / (high + t - 2))
    power = as_exp_epsilon(exp_epsilon) ** k
    return power / (power + t - 2)


def two_point_failure(size: int, rows: int, exp_epsilon: Number, mass: Number) -> Fraction:
    """Return the least failure of any mechanism that is private on the samples of the two-point family, exactly.

    Every private proper learner fails at least as often.  Some learner attains it, over all labelled databases, exactly
    if ``r^(m-1) <= T - 2`` (:mod:`~privlearn.learners.proper_points.attaining`).

    Parameters
    ----------
    size : int
        T, at least 3.
    rows : int
        m.
    exp_epsilon : number
        r, at least 1.
    mass : number in [0, 1]
        Probability of the target's point.

    Examples
    --------
    >>> two_point_failure(3, 1, 2, Fraction(1, 2))  # (1/2 + 1/3) / 2
    Fraction(5, 12)
    """
    t, r = as_integer(size, "size", least=3), as_exp_epsilon(exp_epsilon)
    return expectation(rows, mass, lambda k: Fraction(t - 2) / (r**k + t - 2))


@formula("at least", where=("size >= 3", "exp_epsilon >= 1"), corners={
    "size": (3, 1024), "rows": (0, 1, 5), "exp_epsilon": (Fraction(1001, 1000), Fraction(4)),
    "mass": (Fraction(1, 10), Fraction(9, 10))}, tex={
    "size": "T", "rows": "m", "mass": r"\alpha", "1 / exp_epsilon": r"e^{-\eps}"}, loose={
    "size >= 3": "with two points the bound is 0", "exp_epsilon >= 1": "no mechanism has a ratio below 1"})
def two_point_failure_floor(size: int, rows: int, exp_epsilon: Value, mass: Value) -> Value:
    """Return the simpler lower bound ``(T-2)/(T-1) (1 - mass (1 - 1/r))^m`` on :func:`two_point_failure`.

    Examples
    --------
    >>> two_point_failure_floor(3, 1, 2, Fraction(1, 2)), two_point_failure(3, 1, 2, Fraction(1, 2))
    (Fraction(3, 8), Fraction(5, 12))
    """
    return (size - 2) / (size - 1) * (1 - mass * (1 - 1 / exp_epsilon)) ** rows


def failures_by_hits(size: int, most: int, exp_epsilon: Number | Bracket, *, bits: int = 160) -> list[Bracket]:
    """Bracket ``(T - 2) / (r^k + T - 2)`` for ``k = 0, 1, ..., most`` with powers of ``bits`` significant bits.

    Parameters
    ----------
    size : int
        T, at least 3.
    most : int
        Largest number of hits.
    exp_epsilon : number of at least 1, or a Bracket of one
    bits : int
        Precision of the powers; the ends are rounded outward, so they are certain at any precision.

    Examples
    --------
    >>> [bracket.lower for bracket in failures_by_hits(4, 2, 2)]
    [Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)]
    """
    t, n, ends = as_integer(size, "size", least=3), as_integer(most, "most", least=0), as_bracket(exp_epsilon)
    low = high = Fraction(1)
    brackets = []

    def failure(power: Fraction) -> Fraction:
        others = (t - 2) * power.denominator
        return Fraction(others, power.numerator + others)

    for _ in range(n + 1):
        brackets.append(Bracket(failure(high), failure(low)))
        low, high = round_down(low * ends.lower, bits), round_up(high * ends.upper, bits)
    return brackets
