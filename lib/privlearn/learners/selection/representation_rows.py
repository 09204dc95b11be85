"""How many rows learning from a probabilistic representation takes, and how large a one every learner gives back.

Definitions
-----------
The learner draws a set of at most K hypotheses from an (alpha / 4, beta / 2)-representation and runs the
exponential mechanism over it; its failure has the four terms of :mod:`~privlearn.learners.selection.representations`,
whose sum is at most the beta with ``max(16 / epsilon, 37) ln(4 K / beta) / alpha`` rows.  Back: ``K``
runs of a private learner on one fixed database are a representation, ``K`` as in :func:`drawn_hypotheses`; so a class
that has no representation by fewer than K hypotheses needs :func:`representation_lower_rows`.

>>> representation_learner_rows(3, Fraction(9, 4), Fraction(1, 4), Fraction(1, 4))
573
"""

from fractions import Fraction
from math import ceil, floor

from privlearn.exact import Bracket, Undecided, as_exp_epsilon, as_fraction, as_integer, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.selection.representations import BITS

BAD, CHOICE = 8, 16  # the constants of the last two terms


_CORNERS = {"hypotheses": (2, 10**100), "exp_epsilon": (Fraction(10001, 10**4), Fraction(5, 2), Fraction(4) ** 90),
            "alpha": (Fraction(1, 100), Fraction(2, 5), Fraction(2)), "beta": (Fraction(1, 2), Fraction(1, 10**100))}
_TEX = {"hypotheses": "K", "ln(exp_epsilon)": r"\alpha", "exp_epsilon": r"e^\alpha", "alpha": r"\varepsilon",
        "beta": r"\delta"}
_WHERE = ("hypotheses >= 1", "exp_epsilon > 1", "0 < alpha < 1", "0 < beta < 1")
_LOOSE = dict.fromkeys(("4", "4 * hypotheses -> hypotheses"), "the constants of the proof are not sharp") | {
    "hypotheses >= 1": "without hypotheses the number is not defined",
    "exp_epsilon > 1": "at epsilon = 0 the number is not defined",
    "0 < alpha < 1": "no error is above 1", "0 < beta < 1": "no probability is above 1"}


@formula("rows", where=(*_WHERE, "ln(exp_epsilon) <= 1"), corners=_CORNERS, tex=_TEX | {"hypotheses": "|C|"},
         loose=_LOOSE | {"16": "the constants of the proof are not sharp"})
def proper_learner_rows(hypotheses: int, exp_epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(16 / (epsilon alpha) ln(4 K / beta))``, enough for the exponential mechanism over the class itself.

    Parameters
    ----------
    hypotheses : int
        K, at least 1.
    exp_epsilon : number above 1, at most e
        ``epsilon`` is its natural logarithm.
    alpha, beta : numbers in (0, 1)

    Examples
    --------
    >>> proper_learner_rows(1, 2, Fraction(1, 4), Fraction(1, 5))
    277
    """
    return ceil(16 / (ln(exp_epsilon) * alpha) * ln(4 * hypotheses / beta))


@formula("rows", where=(*_WHERE, "ln(exp_epsilon) <= 1"), corners=_CORNERS, tex=_TEX | {"hypotheses": "|H|"},
         loose=_LOOSE | {"64": "the constants of the proof are not sharp"})
def doubling_learner_rows(hypotheses: int, exp_epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(64 / (epsilon alpha) ln(4 K / beta))``, enough for error ``2 alpha`` over an alpha-representation.

    Takes the arguments of :func:`proper_learner_rows`.
    """
    return ceil(64 / (ln(exp_epsilon) * alpha) * ln(4 * hypotheses / beta))


@formula("rows", where=_WHERE, corners=_CORNERS, tex=_TEX | {"16 / ln(exp_epsilon)": r"16/\alpha"},
         loose=_LOOSE | dict.fromkeys(("16", "37"), "the constants of the proof are not sharp"))
def representation_learner_rows(hypotheses: int, exp_epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(max(16 / epsilon, 37) / alpha ln(4 K / beta))``, enough for that learner.

    Guarantee: for every (alpha / 4, beta / 2)-representation by sets of at most K hypotheses.  The sum of
    :func:`representation_failure_terms` is at most ``beta``.
    """
    return ceil(max(16 / ln(exp_epsilon), 37) / alpha * ln(4 * hypotheses / beta))


@formula("rows", where=_WHERE, corners=_CORNERS, tex=_TEX,
         loose=_LOOSE | dict.fromkeys(("16", "32"), "the constants of the proof are not sharp"))
def agnostic_learner_rows(hypotheses: int, exp_epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(max(16 / (epsilon alpha), 32 / alpha^2) ln(4 K / beta))``, enough without a target."""
    return ceil(max(16 / (ln(exp_epsilon) * alpha), 32 / alpha**2) * ln(4 * hypotheses / beta))


def good_exponent() -> Bracket:
    """Bracket ``(3/2 ln(3/2) - 1/2) / 4``, the exponent with which a good hypothesis looks bad; above 1/37."""
    return (log_bracket(Fraction(3, 2), BITS) * Fraction(3, 2) - Fraction(1, 2)) / 4


def representation_failure_terms(hypotheses: int, exp_epsilon: Number, alpha: Number, beta: Number,
                  rows: int) -> tuple[Bracket, Bracket, Bracket, Bracket]:
    """Bracket the four terms of the failure bound (see the module)."""
    k, n = as_integer(hypotheses, "hypotheses", least=1), as_integer(rows, "rows", least=0)
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    epsilon = log_bracket(as_exp_epsilon(exp_epsilon), BITS)
    return (as_bracket(b / 2), exp_bracket(-good_exponent() * (a * n), BITS),
            (k - 1) * exp_bracket(-a * n / BAD, BITS), (k - 1) * exp_bracket(-epsilon * (a * n / CHOICE), BITS))


@formula("rows", where=("exp_epsilon >= 1", "0 < success <= 1", "0 < beta < 1"),
         corners={"rows": (0, 1, 40), "exp_epsilon": (Fraction(1), Fraction(3, 2), Fraction(10**6)),
                  "success": (Fraction(2, 5), Fraction(1, 100)), "beta": (
                      Fraction(1, 2), Fraction(1, 10**100), Fraction(9, 10))},
         tex={"exp_epsilon ** rows": r"e^{\alpha n}", "exp_epsilon": r"e^\alpha", "1 / beta": r"1/\delta",
              "beta": r"\delta", "success": r"1 - \delta_0"},
         loose={"exp_epsilon >= 1": "no ratio is below 1", "0 < success <= 1": "no probability is above 1",
                "0 < beta < 1": "no probability is above 1"})
def drawn_hypotheses(rows: int, exp_epsilon: Value, success: Value, beta: Value) -> Value:
    """Return ``ceil(e^(epsilon n) ln(1 / beta) / success)``: so many runs on one fixed database represent it.

    Parameters
    ----------
    rows : int
        n, the learner's sample size.
    exp_epsilon : number of at least 1, or a Bracket of one
        The learner's privacy ratio.
    success : number in (0, 1]
        Of the learner, on every target and distribution.
    beta : number in (0, 1)
        The set misses with at most this probability: each run is good with probability at least
        ``q = e^(-epsilon n) success``, and ``(1 - q)^K <= e^(-q K)``.

    Examples
    --------
    >>> drawn_hypotheses(1, 2, Fraction(2, 3), Fraction(1, 4))
    5
    """
    return ceil(exp_epsilon**rows * ln(1 / beta) / success)


def representation_lower_rows(hypotheses: int, exp_epsilon: Number | Bracket, success: Number,
                              beta: Number) -> int:
    """Return the least n for which :func:`drawn_hypotheses` reaches a given size: fewer examples are not enough.

    Parameters
    ----------
    hypotheses : int
        k, the least size of a probabilistic representation of the class with this ``beta``.
    exp_epsilon, success, beta : see :func:`drawn_hypotheses`

    Examples
    --------
    >>> representation_lower_rows(100, 2, Fraction(3, 4), Fraction(1, 4))
    6
    """
    k, b = as_integer(hypotheses, "hypotheses", least=1), as_inner_probability(beta, "beta")
    ends, won = as_bracket(exp_epsilon), as_fraction(success, "success")
    if ends.lower <= 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    if not 0 < won <= 1:
        raise ValueError(f"success must be above 0 and at most 1, got {won}")
    if k == 1:
        return 0
    # the ceiling reaches k iff the number inside is above k - 1
    least = (log_bracket((k - 1) * won, BITS) - log_bracket(log_bracket(1 / b, BITS), BITS)) / log_bracket(ends, BITS)
    if floor(least.lower) != floor(least.upper):
        raise Undecided(f"cannot tell whether {floor(least.lower) + 1} or {floor(least.upper) + 1} rows are needed")
    return max(0, floor(least.lower) + 1)
