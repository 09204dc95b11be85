"""How often TreeLog can fail, and the exact worst case of the exponential mechanism for interior points.

Definitions
-----------
A point *has score s* in a database if at least s elements are at most it and at least s are at least it; an interior
point is one of score at least 1.  The *failure* of an algorithm is the largest probability, over all databases of a
size, that its answer is no interior point.  One level of TreeLog with ``trim = t1``, ``stop = t2`` turns n elements
into ``n - 2 t1 - t2`` levels; if the recursion answers with an interior point of these, then

* the chosen node exists but for probability ``1 / (1 + exp_choose^(t2 + 1 - threshold))``: the path has a node of
  weight at least ``t2 + 1`` at that level;
* one of its four candidate leaves has score at least ``t1 + 1``, and the bad ones have score 0, so the last choice
  fails with probability at most ``3 / (3 + exp_end^(t1 + 1))``.

>>> choice_failure(2, 4, 6), end_failure(2, 1), exponential_failure(8, 6, 2)
(Fraction(1, 9), Fraction(3, 7), Fraction(3, 11))

Source: KLMNS20, Section 3.2 (Lemma 3.8); the constants are reconstructed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from privlearn.exact.brackets import Bracket, as_bracket, round_down, round_up
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_integer
from privlearn.exact.search import least_integer
from privlearn.learners.interior_point.tree import level_bits
from privlearn.learners.interior_point.tree_log import TreeLogParameters

TINY = 1 << 4096  # failures below 1/TINY are not resolved
LONGEST_POWER = 2048  # exponents beyond are taken in ball arithmetic, not exactly


def sizes(rows: int, parameters: TreeLogParameters) -> tuple[int, ...]:
    """Return the sizes of TreeLog's databases, from the input to the base of the recursion.

    Examples
    --------
    >>> from privlearn.learners.interior_point.tree_log import Level
    >>> sizes(20, TreeLogParameters((Level(2, 2, 3, 2, 1, 4), Level(2, 2, 3, 2, 2, 1)), 2))
    (20, 14, 9)
    """
    found = [as_integer(rows, "rows", least=0)]
    for level in parameters.levels:
        found.append(max(0, max(0, found[-1] - 2 * level.trim) - level.stop))
    return tuple(found)


def base_size(domain_bits: int, levels: int) -> int:
    """Return how many values the base of the recursion has, below ``levels`` levels over ``domain_bits`` bits.

    Examples
    --------
    >>> [base_size(64, levels) for levels in (1, 2, 3, 4)], base_size(3, 0)
    ([65, 8, 4, 3], 8)
    """
    bits = as_integer(domain_bits, "domain_bits", least=0)
    depth = as_integer(levels, "levels", least=0)
    if depth == 0:
        return 1 << bits
    for _ in range(depth - 1):
        bits = level_bits(bits)
    return bits + 1


def recursion_depth(domain_bits: int) -> int:
    """Return how many levels bring ``2^domain_bits`` points down to at most 8: never more than ``log*|X|``.

    (Four points have three levels, which need two bits again, that is four points: below 8 nothing is gained.)

    Examples
    --------
    >>> [recursion_depth(bits) for bits in (3, 4, 64, 1 << 20)]
    [0, 1, 2, 3]
    """
    bits, depth = as_integer(domain_bits, "domain_bits", least=0), 0
    while bits > 3:
        bits, depth = level_bits(bits), depth + 1
    return depth


def end_failure(exp_end: Number, trim: int) -> Fraction:
    """Return the bound on the failure of the choice among four leaves, ``3 / (3 + exp_end^(trim + 1))``."""
    mass = as_exp_epsilon(exp_end, "exp_end") ** (as_integer(trim, "trim", least=0) + 1)
    return 3 / (3 + mass)


def choice_failure(exp_choose: Number, threshold: int, stop: int) -> Fraction:
    """Return the bound on "no answer" of the choice of a node, ``1 / (1 + exp_choose^(stop + 1 - threshold))``."""
    base = as_exp_epsilon(exp_choose, "exp_choose")
    return 1 / (1 + base ** (as_integer(stop, "stop", least=0) + 1 - as_integer(threshold, "threshold")))


def exponential_failure(size: int, rows: int, exp_epsilon: Number) -> Fraction:
    """Return the failure of the exponential mechanism for interior points: its exact worst case over all databases.

    Parameters
    ----------
    size : int
        The domain is ``0..size - 1``; at least 1.
    rows : int
        Elements of the database, at least 0 (of which no answer is an interior point).
    exp_epsilon : number of at least 1
        The weight of a point of score q is ``exp_epsilon ** q``.

    Notes
    -----
    The worst database is two adjacent points of multiplicities ``ceil(rows/2)`` and ``floor(rows/2)``, or, for few rows
    or two points, a single repeated point: next to a median x with ``a = #{s <= x} <= #{s >= x}`` the point ``x + 1``,
    if the database reaches beyond x, has score at least ``rows - a``, and ``e^a + e^(rows - a)`` is least at the even
    split.  With rows of a few thousand use :func:`exponential_failure_bracket`.

    References
    ----------
    KLMNS20, proof of Lemma 3.8 (base case); reconstructed.

    Examples
    --------
    >>> exponential_failure(4, 8, 2), exponential_failure(2, 1, 2), exponential_failure(3, 0, 2)
    (Fraction(1, 17), Fraction(1, 3), Fraction(1, 1))
    """
    count, n = as_integer(size, "size", least=1), as_integer(rows, "rows", least=0)
    base = as_exp_epsilon(exp_epsilon)
    if n == 0:
        return Fraction(1)
    single = (count - 1) / (count - 1 + base**n)
    double = max(count - 2, 0) / (max(count - 2, 0) + base ** (n - n // 2) + base ** (n // 2))
    return max(single, double)


def exponential_failure_bracket(domain_bits: int, rows: int, epsilon: Number | Bracket, bits: int = 256,
                                threshold: int | None = None) -> Bracket:
    """Bracket the exponential mechanism's worst failure on ``2^domain_bits`` points, for domains of any size.

    Parameters
    ----------
    epsilon : exact number or Bracket
        The weight of a point of score q is ``e^(epsilon q)``.
    threshold : int, optional
        The score of "no answer", if that takes part; it is a failure, too.

    Examples
    --------
    >>> exponential_failure_bracket(64, 92, 1).upper < Fraction(1, 10) < exponential_failure_bracket(64, 91, 1).lower
    True
    """
    count, n = as_integer(domain_bits, "domain_bits", least=0), as_integer(rows, "rows", least=0)
    low, high = (epsilon.lower, epsilon.upper) if isinstance(epsilon, Bracket) else (as_fraction(epsilon),) * 2
    if n == 0:
        return as_bracket(1)

    def failure(outside: int, halves: tuple[int, ...]) -> Callable[[], Ball]:
        def ratio() -> Ball:
            bad = ball(2) ** count - outside + (0 if threshold is None else (ball(low, high) * threshold).exp())
            odds = sum((ball(low, high) * part).exp() for part in halves) / bad
            return ball(0, Fraction(1, TINY)) if odds > TINY else 1 / (1 + odds)

        return ratio

    ends = [bracket_of(failure(1, (n,)), bits)] if count or threshold is not None else [as_bracket(0)]
    if count > 1 or (count and threshold is not None):
        ends.append(bracket_of(failure(2, (n - n // 2, n // 2)), bits))
    return Bracket(max(Fraction(0), *(end.lower for end in ends)), min(Fraction(1), max(end.upper for end in ends)))


def wrong_answer_bound(domain_bits: int, parameters: TreeLogParameters) -> Bracket:
    """Bracket a bound on TreeLog's answering with a point that is not interior, on databases of any size.

    Parameters
    ----------
    domain_bits : int
    parameters : TreeLogParameters
        With ``threshold_base``; without it the bound is 1, and attained up to ``2^-domain_bits`` if there is no level.

    Notes
    -----
    With B points at the base and "no answer" of weight W there, the base is wrong with probability at most
    ``B / (B + W)``, most of all on no elements; a level is wrong only if the one below is or its choice of a leaf
    fails: ``B / (B + W)`` plus the sum of :func:`end_failure`.

    Examples
    --------
    >>> bound = wrong_answer_bound(3, TreeLogParameters((), 2, threshold_base=6))
    >>> bound.lower <= Fraction(1, 9) <= bound.upper < Fraction(112, 1000)
    True
    """
    if parameters.threshold_base is None:
        return as_bracket(1)
    depth, base = len(parameters.levels), as_exp_epsilon(parameters.exp_base, "exp_base")
    score = as_integer(parameters.threshold_base, "threshold_base")

    def wrong_base() -> Ball:
        values = ball(2).log() * domain_bits if depth == 0 else ball(base_size(domain_bits, depth)).log()
        odds = (ball(base).log() * score - values).exp()
        return ball(0, Fraction(1, TINY)) if odds > TINY else 1 / (1 + odds)

    ends = sum((end_failure(level.exp_end, level.trim) for level in parameters.levels), Fraction(0))
    return bracket_of(wrong_base, 256 + 2 * domain_bits.bit_length()) + Bracket(round_down(ends, 128),
                                                                              round_up(ends, 128))


def with_no_answer(domain_bits: int, parameters: TreeLogParameters, wrong: Number) -> TreeLogParameters:
    """Return the parameters with the least score of "no answer" whose :func:`wrong_answer_bound` is at most ``wrong``.

    Raises
    ------
    ValueError
        If the choices among leaves alone are wrong more often.

    Examples
    --------
    >>> with_no_answer(3, TreeLogParameters((), 2), Fraction(1, 9)).threshold_base
    7
    """
    allowed = as_fraction(wrong, "wrong")
    ends = sum((end_failure(level.exp_end, level.trim) for level in parameters.levels), Fraction(0))
    if ends >= allowed:
        raise ValueError(f"wrong must be above {float(ends)}, what the choices among leaves cost, got {allowed}")

    def enough(score: int) -> bool:
        return wrong_answer_bound(domain_bits, replace(parameters, threshold_base=score)).upper <= allowed

    return replace(parameters, threshold_base=least_integer(enough, 1))


def tree_log_failure(domain_bits: int, rows: int, parameters: TreeLogParameters) -> Fraction:
    """Return the bound on the failure of TreeLog on every database of at least ``rows`` elements.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``, without a limit if there is at least one level.
    rows : int
    parameters : TreeLogParameters
        With integer thresholds.

    Returns
    -------
    Fraction
        Base, choices and ends added up; 1 if the base would see no element.

    References
    ----------
    KLMNS20, Lemma 3.8; the explicit form is reconstructed.

    Examples
    --------
    >>> from privlearn.learners.interior_point.tree_log import Level
    >>> tree_log_failure(3, 10, TreeLogParameters((Level(4, 4, 4, 4, 1, 3),), 4)) == (
    ...     end_failure(4, 1) + choice_failure(4, 4, 3) + exponential_failure(4, 5, 4))
    True
    """
    return min(Fraction(1), sum(failure_terms(domain_bits, rows, parameters), Fraction(0)))


def failure_terms(domain_bits: int, rows: int, parameters: TreeLogParameters) -> tuple[Fraction, ...]:
    """Return the terms of :func:`tree_log_failure`: the base, then for each level its choice and its end.

    Examples
    --------
    >>> failure_terms(3, 2, TreeLogParameters((), 2))
    (Fraction(7, 11),)
    """
    base = exponential_failure(base_values(domain_bits, parameters), sizes(rows, parameters)[-1], parameters.exp_base)
    once = {level: (choice_failure(level.exp_choose, as_integer(level.threshold, "threshold"), level.stop),
                    end_failure(level.exp_end, level.trim)) for level in set(parameters.levels)}
    return (base, *(term for level in parameters.levels for term in once[level]))


def base_values(domain_bits: int, parameters: TreeLogParameters) -> int:
    """Return how many values the base has; "no answer" counts as so many more as it weighs, rounded up.

    Examples
    --------
    >>> base_values(3, TreeLogParameters((), 2)), base_values(3, TreeLogParameters((), 2, threshold_base=5))
    (8, 40)
    """
    values = base_size(domain_bits, len(parameters.levels))
    if parameters.threshold_base is None:
        return values
    return values + ceil(as_exp_epsilon(parameters.exp_base, "exp_base") ** parameters.threshold_base)


def tree_log_failure_bracket(domain_bits: int, rows: int, parameters: TreeLogParameters) -> Bracket:
    """Bracket the bound of :func:`tree_log_failure`, in reasonable time for any number of rows.

    Exact but for terms beyond ``LONGEST_POWER``; with more elements than that at the base the lower end is not close.
    The upper end may be above 1, where the bound says nothing.

    Examples
    --------
    >>> from privlearn.learners.interior_point.tree_log import Level
    >>> parameters = TreeLogParameters((Level(4, 4, 4, 4, 1, 3),), 4)
    >>> tree_log_failure_bracket(3, 10, parameters).upper == tree_log_failure(3, 10, parameters)
    True
    """
    left, size = sizes(rows, parameters)[-1], base_values(domain_bits, parameters)
    if left <= LONGEST_POWER:
        base = as_bracket(exponential_failure(size, left, parameters.exp_base))
    else:  # twice e^floor(n/2) is at most e^ceil(n/2) + e^floor(n/2)
        ends = share(parameters.exp_base, left, size - 1), share(parameters.exp_base, left // 2, size)
        base = Bracket(Fraction(0), max(end.upper for end in ends))
    for level, times in Counter(parameters.levels).items():
        choice = share(level.exp_choose, level.stop + 1 - as_integer(level.threshold, "threshold"))
        base = base + times * (choice + share(level.exp_end, level.trim + 1, 3))
    return base


def share(base: Number, exponent: int, weight: int = 1) -> Bracket:
    """Return ``weight / (weight + base^exponent)``, exactly unless the exponent is very large.

    Examples
    --------
    >>> share(2, 3), share(2, 10**6).upper < Fraction(1, 10**1000)
    (Bracket(lower=Fraction(1, 9), upper=Fraction(1, 9)), True)
    """
    if abs(exponent) <= LONGEST_POWER:
        return as_bracket(weight / (weight + as_fraction(base) ** exponent))

    def ratio() -> Ball:
        other = (ball(as_fraction(base)).log() * exponent).exp()
        return ball(0, Fraction(weight, TINY)) if other > TINY else weight / (weight + other)

    found = bracket_of(ratio, 256)
    return Bracket(max(Fraction(0), found.lower), found.upper)
