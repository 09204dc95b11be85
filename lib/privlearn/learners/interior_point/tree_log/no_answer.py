"""How often TreeLog answers with a point that is not interior, and parameters under which it says so instead.

Definitions
-----------
On few rows a correct answer cannot be promised, but "no answer" can.  It takes part in the choice at the base with a
fixed score, ``threshold_base``: with B points there and "no answer" of weight W, the base is wrong with probability at
most ``B / (B + W)`` on any database, the empty one included, and a level is wrong only if the one below it is or its
choice of a leaf fails.

>>> with_no_answer(3, TreeLogParameters((), 2), Fraction(1, 9)).threshold_base
7
"""

from dataclasses import replace
from fractions import Fraction

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, least_integer, round_up
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.problem import TINY
from privlearn.learners.interior_point.tree_log.failure import base_size, end_failure
from privlearn.learners.interior_point.tree_log.law import TreeLogParameters


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
