"""How many rows a packing of the class and the failure beta alone ask for, whatever the learner.

Definitions
-----------
A packing of N hypotheses, no function within alpha of two of them: a private learner that names the right one with
probability ``1 - beta`` on each target names a wrong one with probability at least ``(N - 1) e^{-epsilon m} (1 -
beta)`` on m rows.  So m is at least a threshold that grows with ``ln N / epsilon``; and the failure beta alone asks for
rows, whatever the class.

>>> minimal_m_packing(4, Fraction(1, 4), 3)  # 3 * 3/4 <= 3^m * 1/4
2

Source: BBKN14, Theorem 3.6 and Lemma 3.9.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from privlearn.exact import Bracket, Undecided, as_exp_epsilon, as_integer, least_integer, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.proper_points.two_point_family import as_point_goal, as_ratio_above_one


def minimal_m_packing(hypotheses: int, beta: Number, exp_epsilon: Number) -> int:
    """Return the least m with ``(N - 1) e^{-epsilon m} (1 - beta) <= beta``, the threshold of BBKN14, Theorem 3.6.

    Parameters
    ----------
    hypotheses : int
        N, at least 1.
    beta : number in (0, 1)
    exp_epsilon : number above 1

    Examples
    --------
    >>> minimal_m_packing(4, Fraction(1, 4), 3)  # 3 * 3/4 <= 3^m * 1/4
    2
    """
    n, r = as_integer(hypotheses, "hypotheses", least=1), as_exp_epsilon(exp_epsilon)
    b = as_inner_probability(beta, "beta")
    if r == 1:
        raise ValueError("exp_epsilon must be above 1: at 1 no number of rows is enough")
    left, right = (n - 1) * (b.denominator - b.numerator), b.numerator

    def enough(m: int) -> bool:  # integers only: (N - 1) (1 - beta) q^m <= beta p^m
        return left * r.denominator**m <= right * r.numerator**m

    return least_integer(enough)  # the left side falls with m


def rows_from_beta(d: int, exp_epsilon: Number | Bracket, alpha: Number, beta: Number) -> Bracket:
    """Bracket ``(ln(1/beta) - ln((T - 1)/(T - 2))) / -ln(1 - alpha (1 - e^-epsilon))``, a bound on any learner's rows.

    It is :func:`~privlearn.mechanisms.optima.packing.two_point_failure_floor` solved for the number of rows: the term
    ``log(1/beta) / (epsilon alpha)`` of BBKN14, Lemma 3.9, for every epsilon.

    Examples
    --------
    >>> bound = rows_from_beta(8, 2, Fraction(1, 10), Fraction(1, 1000))
    >>> bound.lower > 134 and bound.upper < 135
    True
    """
    size, p, b = as_point_goal(d, alpha, beta)
    kept = 1 - p * (1 - 1 / as_ratio_above_one(exp_epsilon))
    return (log_bracket(1 / b) - log_bracket(Fraction(size - 1, size - 2))) / -log_bracket(kept)


def excluded_rows(d: int, epsilon: Number | Bracket, alpha: Number, beta: Number) -> tuple[int, ...]:
    """Return all m that the last inequality of BBKN14, Lemma 3.9, excludes.

    These are the m with ``(2^d - 2) e^{-4 epsilon alpha m} (1 - G) > G``, ``G = beta + e^{-alpha m / 3}``.

    Parameters
    ----------
    d : int
        At least 1.
    epsilon : number above 0, or a Bracket of one such as ``log_bracket(2)``
    alpha, beta : numbers in (0, 1)

    Returns
    -------
    tuple of int
        Increasing; empty if nothing is excluded.  Complete: as ``G > beta``, an excluded m is below
        ``ln((2^d - 2)(1 - beta) / beta) / (4 epsilon alpha)``, and every m up to there is decided by ball arithmetic.

    Examples
    --------
    >>> from privlearn.exact import log_bracket
    >>> rows = excluded_rows(8, log_bracket(2), Fraction(1, 10), Fraction(1, 10))
    >>> rows[0], rows[-1], len(rows)
    (4, 17, 14)
    """
    others, ends = 2 ** as_integer(d, "d", least=1) - 2, as_bracket(epsilon)
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    if ends.lower <= 0:
        raise ValueError(f"epsilon must be above 0, got {epsilon}")
    if others * (1 - b) <= b:
        return ()
    limit = math.floor((log_bracket(others * (1 - b) / b) / (4 * ends * a)).upper)
    return tuple(_excluded_up_to(limit, others, ends, a, b))


def _excluded_up_to(limit: int, others: int, epsilon: Bracket, alpha: Fraction, beta: Fraction) -> Iterator[int]:
    """Yield the m with ``others e^{-4 epsilon alpha m} (1 - G) > G``, decided by balls."""
    from privlearn.exact.intervals import ball

    fall, decay, floor = -4 * ball(epsilon.lower, epsilon.upper) * ball(alpha), -ball(alpha / 3), ball(beta)
    for rows in range(limit + 1):
        gamma = floor + (decay * rows).exp()
        left = others * (fall * rows).exp() * (1 - gamma)
        if left > gamma:
            yield rows
        elif not left <= gamma:
            raise Undecided(f"cannot decide whether {rows} rows are excluded: ask for more bits")
