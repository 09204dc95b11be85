"""How often TreeLog can fail: the choice of a node, the end of a level, the base.

Definitions
-----------
Scores and failures are those of :mod:`~privlearn.learners.interior_point.problem`.  One level of TreeLog with
``trim = t1``, ``stop = t2`` turns n elements into ``n - 2 t1 - t2`` levels; if the recursion answers with an interior
point of these, then

* the chosen node exists but for probability ``1 / (1 + exp_choose^(t2 + 1 - threshold))``: the path has a node of
  weight at least ``t2 + 1`` at that level;
* one of its four candidate leaves has score at least ``t1 + 1``, and the bad ones have score 0, so the last choice
  fails with probability at most ``3 / (3 + exp_end^(t1 + 1))``.

>>> choice_failure(2, 4, 6), end_failure(2, 1)
(Fraction(1, 9), Fraction(3, 7))

Source: KLMNS20, Section 3.2 (Lemma 3.8); the constants are reconstructed.
"""

from collections import Counter
from fractions import Fraction
from math import ceil

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, round_up
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.formulas import Value, formula
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.problem import TINY, exponential_failure
from privlearn.learners.interior_point.tree_log.law import TreeLogParameters
from privlearn.learners.interior_point.trees.nodes import level_bits

LONGEST_POWER = 2048  # exponents beyond are taken in ball arithmetic, not exactly


def sizes(rows: int, parameters: TreeLogParameters) -> tuple[int, ...]:
    """Return the sizes of TreeLog's databases, from the input to the base of the recursion.

    Examples
    --------
    >>> from privlearn.learners.interior_point.tree_log.law import Level
    >>> sizes(20, TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=3, exp_end=2, trim=1,
    ...                                    stop=4), Level(exp_path=2, exp_choose=2, threshold=3, exp_end=2,
    ...                                                             trim=2, stop=1)), 2))
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


BASE = {"exp_end >= 1": "no ratio is below 1", "exp_choose >= 1": "no ratio is below 1"}


@formula("at most", where=("exp_end >= 1",), tex={"exp_end ** (trim + 1)": r"e^{\epsilon_e (t_1 + 1)}"}, loose=BASE,
         corners={"exp_end": (Fraction(1), Fraction(3, 2), Fraction(16)), "trim": (0, 1, 3)})
def end_failure(exp_end: Value, trim: int) -> Value:
    """Return the bound on the failure of the choice among four leaves, ``3 / (3 + exp_end^(trim + 1))``."""
    return 3 / (3 + exp_end ** (trim + 1))


@formula("at most", where=("exp_choose >= 1",), loose=BASE,
         tex={"exp_choose ** (stop + 1 - threshold)": r"e^{\epsilon_c (t + 1 - \tau)}"},
         corners={"exp_choose": (Fraction(1), Fraction(3, 2), Fraction(4)), "threshold": (-1, 1, 4), "stop": (1, 2, 4)})
def choice_failure(exp_choose: Value, threshold: Value, stop: int) -> Value:
    """Return the bound on "no answer" of the choice of a node, ``1 / (1 + exp_choose^(stop + 1 - threshold))``."""
    return 1 / (1 + exp_choose ** (stop + 1 - threshold))


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
    >>> from privlearn.learners.interior_point.tree_log.law import Level
    >>> tree_log_failure(3, 10, TreeLogParameters((Level(exp_path=4, exp_choose=4, threshold=4, exp_end=4, trim=1,
    ...                                                  stop=3),), 4)) == (
    ...     end_failure(4, 1) + choice_failure(4, 4, 3) + exponential_failure(4, 5, 4))
    True
    """
    return min(Fraction(1), sum(tree_log_failure_terms(domain_bits, rows, parameters), Fraction(0)))


def tree_log_failure_terms(domain_bits: int, rows: int, parameters: TreeLogParameters) -> tuple[Fraction, ...]:
    """Return the terms of :func:`tree_log_failure`: the base, then for each level its choice and its end.

    Examples
    --------
    >>> tree_log_failure_terms(3, 2, TreeLogParameters((), 2))
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
    >>> from privlearn.learners.interior_point.tree_log.law import Level
    >>> parameters = TreeLogParameters((Level(exp_path=4, exp_choose=4, threshold=4, exp_end=4, trim=1, stop=3),), 4)
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


def short(value: Fraction) -> Bracket:
    """Return the number itself, or a narrow bracket around it if it has very many digits."""
    if value.denominator.bit_length() < 4096:
        return as_bracket(value)
    return Bracket(round_down(value, 128), round_up(value, 128))
