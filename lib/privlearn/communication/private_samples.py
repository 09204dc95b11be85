"""From the Littlestone dimension to private samples: the explicit chain of FX15.

Definitions
-----------
A learner that is alpha-private (pure: ratios at most ``e^alpha``) and ``(epsilon, delta_0)``-accurate on n samples
gives, for every confidence delta, a probabilistic ``(epsilon, delta)``-representation by
``K = ceil(e^(alpha n) ln(1/delta) / (1 - delta_0))`` functions: as many independent outputs on one fixed database.
Such a representation is a public-coin protocol of K messages and error ``e = epsilon + delta - epsilon delta``, and
augmented index needs ``log2 K >= (1 - H(e)) LDim``.  Reading the chain backwards bounds n from below (FX15, Abstract
and Corollary 4.3).

>>> [messages_lower_bound(d, Fraction(1, 3)) for d in (0, 2, 12, 100)]
[1, 2, 2, 289]
>>> [private_samples_lower_bound(d) for d in (0, 10, 100, 1000)]
[0, 0, 11, 117]
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from privlearn.communication.information import binary_entropy
from privlearn.exact.brackets import Bracket, as_bracket, exp_bracket, log_bracket
from privlearn.exact.rationals import Number, as_inner_probability, as_integer, as_probability

QUARTER = Fraction(1, 4)
E = exp_bracket(1)
CONFIDENCES = tuple(Fraction(j, 64) for j in range(1, 64))  # any delta is allowed; the best of these is taken
LONG = 4096  # bits from which the number of messages is handled by its logarithm


def _bits(littlestone: int, error: Fraction) -> Fraction:
    """Return a lower bound of ``(1 - H(error)) LDim``, 0 for errors from 1/2 on."""
    if error >= Fraction(1, 2):
        return Fraction(0)
    return max(Fraction(0), (1 - binary_entropy(error)).lower * littlestone)


def messages_lower_bound(littlestone: int, error: Number) -> int:
    """Return a number of messages that every public-coin one-way protocol with this worst-case error needs.

    Parameters
    ----------
    littlestone : int
        Littlestone dimension of the class, or a lower bound of it; at least 0.
    error : number in [0, 1]

    Returns
    -------
    int
        ``ceil(2^((1 - H(error)) littlestone))``, rounded down if it is not certain; 1 for errors from 1/2 on.

    Notes
    -----
    Source: FX15, Corollary 4.3, whose proof is about public coins.  Cost: arithmetic on numbers of ``littlestone``
    bits.
    """
    d = as_integer(littlestone, "littlestone", least=0)
    bits = _bits(d, as_probability(error, "error"))
    return ceil(exp_bracket(log_bracket(2) * bits).lower)


def private_samples_lower_bound(littlestone: int, exp_epsilon: Number | Bracket = E, accuracy: Number = QUARTER,
                                confidence: Number = QUARTER) -> int:
    """Return a number of samples that every purely private learner of the class needs.

    Parameters
    ----------
    littlestone : int
        Littlestone dimension of the class, or a lower bound of it; at least 0.
    exp_epsilon : number above 1, or a Bracket of one
        The privacy ratio, ``e^alpha`` in FX15; by default a bracket of e.
    accuracy, confidence : numbers in (0, 1)
        The learner's error epsilon and failure probability delta_0.

    Returns
    -------
    int
        The least n that the chain allows, for the best of 63 confidences of the representation.
    """
    d = as_integer(littlestone, "littlestone", least=0)
    ratio = as_bracket(exp_epsilon)
    if ratio.lower <= 1:
        raise ValueError(f"exp_epsilon must be above 1, got {exp_epsilon}")
    alpha = log_bracket(ratio).upper
    epsilon, delta0 = as_inner_probability(accuracy, "accuracy"), as_inner_probability(confidence, "confidence")
    return max(_samples(d, alpha, epsilon, delta0, delta) for delta in CONFIDENCES)


def _samples(d: int, alpha: Fraction, epsilon: Fraction, delta0: Fraction, delta: Fraction) -> int:
    """Return the least n with ``ceil(e^(alpha n) ln(1/delta) / (1 - delta0)) >= 2^bits``.

    The ceiling reaches ``M`` iff the number inside exceeds ``M - 1``, for ``M = ceil(2^bits)``.
    """
    bits = _bits(d, epsilon + delta - epsilon * delta)
    log2 = log_bracket(2)
    if bits < LONG:
        messages = ceil(exp_bracket(log2 * bits).lower)
        if messages < 2:
            return 0
        log_messages = log_bracket(messages - 1).lower
    else:  # ln(2^bits - 1) >= bits ln 2 - 2^(1 - bits)
        log_messages = bits * log2.lower - Fraction(1, 2**LONG)
    least = (log_messages + log_bracket(1 - delta0).lower - log_bracket(-log_bracket(delta)).upper) / alpha
    return max(0, floor(least) + 1)
