"""How many rows a private agnostic learner of thresholds takes that relabels first: all constants.

Definitions
-----------
``A_PrivateAgnostic`` (:mod:`~privlearn.learners.relabeling.agnostic`) with ``root = e^{1/2}`` and a base learner that
is (1, delta)-private and ``(alpha/2, beta/4)``-accurate with s rows labelled by a threshold.  Its sample has halves D
and T of h rows, ``h >= 9 s``.  N is the number of cuts of the domain, ``Delta`` the least error of a cut in the
population.

*Privacy.*  By ABMS20, Lemmas 5.3 (for the number of errors) and 3.12, the ratio is ``R = (1 + e^{1/2})^2 e^{(e-1)/9}``
at most, beside delta.  Run on n' = 2h of n rows, drawn without replacement, it is ``1 + (n'/n)(R - 1)`` (Remark 7.4),
beside at most delta; so ``n >= n' (R - 1)/(e^epsilon - 1)`` rows, but no fewer than n', are enough for epsilon.

*Accuracy.*  Each of four events fails with probability at most ``beta/4``:

* for every cut, its errors on D and in the population differ by at most ``alpha/8``:
  ``2 N e^{-2 h (alpha/8)^2}`` (Hoeffding);
* the cut c that relabels has at most ``alpha h/8`` errors on D more than the best: ``N e^{-alpha h/16}``;
* the answer f differs from c on at most ``alpha/2`` of the rows of D: the base learner, as its rows are drawn from
  these independently;
* for every two cuts, the mass on which they differ is at most ``alpha/8`` above the share of D: ``N^2 e^{-2 h
  (alpha/8)^2}``.

Then c has an error of at most ``Delta + 3 alpha/8``, and differs from f on a mass of at most ``5 alpha/8``: the error
of f is at most ``Delta + alpha``.

Source: ABMS20, Theorem 6.1, for a proper learner and a finite class.  Its own constants serve all classes.
"""

from fractions import Fraction
from math import ceil

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket, log_bracket
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.threshold_samples import private_threshold_rows

BITS = 96
E = exp_bracket(1, BITS)
RATIO: Bracket = (1 + exp_bracket(Fraction(1, 2), BITS)) * (1 + exp_bracket(Fraction(1, 2), BITS)) * Bracket(
    exp_bracket((E.lower - 1) / 9, BITS).lower, exp_bracket((E.upper - 1) / 9, BITS).upper)
"""``R``, the privacy ratio of relabelling and learning before subsampling."""


def half_rows(*, domain_bits: int, delta: Number, alpha: Number, beta: Number) -> int:
    """Return h, the rows of each half: the most that one of the four events asks for.

    The last one asks for more than the first two, since ``N^2 > 2 N`` and ``2 (alpha/8)^2 < alpha/16``.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    delta, alpha, beta : numbers in (0, 1)
    """
    bits, a = as_integer(domain_bits, "domain_bits", least=1), as_inner_probability(alpha, "alpha")
    b = as_inner_probability(beta, "beta") / 4
    cuts = (1 << bits) + 1
    drawn = private_threshold_rows(domain_bits=bits, epsilon=1, delta=delta, alpha=a / 2, beta=b)
    return max(9 * drawn, ceil(log_bracket(cuts**2 / b, BITS).upper / (2 * (a / 8) ** 2)))


def agnostic_threshold_rows(*, domain_bits: int, epsilon: Number, delta: Number, alpha: Number, beta: Number) -> int:
    """Return a number of rows with which thresholds on ``2^domain_bits`` points are learned privately and agnostically.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    epsilon : number above 0
    delta, alpha, beta : numbers in (0, 1)
        Privacy under the replacement of a row; error above the least one; failure.

    Examples
    --------
    >>> wishes = {"delta": Fraction(1, 10**6), "alpha": Fraction(1, 4), "beta": Fraction(1, 4)}
    >>> [agnostic_threshold_rows(domain_bits=10, epsilon=epsilon, **wishes) for epsilon in (1, 3)]
    [74285, 17038]
    """
    e = as_fraction(epsilon, "epsilon")
    if e <= 0:
        raise ValueError(f"epsilon must be positive, got {e}")
    sample = 2 * half_rows(domain_bits=domain_bits, delta=delta, alpha=alpha, beta=beta)
    return max(sample, ceil(sample * (RATIO.upper - 1) / (exp_bracket(min(e, Fraction(4)), BITS).lower - 1)))
