"""From the Littlestone dimension to private samples: the explicit chain of FX15.

Definitions
-----------
A learner that is epsilon-private (pure: ratios at most ``e^epsilon``) and ``(alpha, beta)``-accurate on n samples
gives, for every miss probability w, a probabilistic ``(alpha, w)``-representation by
``K = ceil(e^(epsilon n) ln(1/w) / (1 - beta))`` functions: as many independent outputs on one fixed database.
Such a representation is a public-coin protocol of K messages and error ``e = alpha + w - alpha w``, and
augmented index needs ``log2 K >= (1 - H(e)) LDim``.  Reading the chain backwards bounds n from below (FX15, Abstract
and Corollary 4.3).

>>> [messages_lower_bound(d, Fraction(1, 3)) for d in (0, 2, 12, 100)]
[1, 2, 2, 289]
>>> [private_samples_lower_bound(d) for d in (0, 10, 100, 1000)]
[0, 0, 11, 117]
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from privlearn.communication.information import binary_entropy
from privlearn.exact import Bracket, as_fraction, as_integer, as_probability, exp_bracket, least_integer, log_bracket
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability

QUARTER = Fraction(1, 4)
E = exp_bracket(1)
MISSES = tuple(Fraction(j, 64) for j in range(1, 64))  # any miss probability is allowed; the best of these is taken
LONG = 64  # bits from which the number of messages is handled by its logarithm
LOG2 = log_bracket(2, 128)


@lru_cache(maxsize=1024)
def _log(number: Fraction) -> Bracket:
    return bracket_of(lambda: ball(number).log(), 96)


@lru_cache(maxsize=1024)
def _share(error: Fraction) -> Fraction:
    """Return a lower bound of ``1 - H(error)``, 0 for errors from 1/2 on."""
    if error >= Fraction(1, 2):
        return Fraction(0)
    return max(Fraction(0), round_down((1 - binary_entropy(error)).lower, 96))


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

    Examples
    --------
    >>> messages_lower_bound(3, 0), messages_lower_bound(3, Fraction(1, 2))
    (8, 1)
    """
    d = as_integer(littlestone, "littlestone", least=0)
    bits = _share(as_probability(error, "error")) * d
    return ceil(exp_bracket(LOG2 * bits).lower)


def private_samples_lower_bound(littlestone: int, exp_epsilon: Number | Bracket = E, alpha: Number = QUARTER,
                                beta: Number = QUARTER) -> int:
    """Return a number of samples that every purely private learner of the class needs.

    Parameters
    ----------
    littlestone : int
        Littlestone dimension of the class, or a lower bound of it; at least 0.
    exp_epsilon : number above 1, or a Bracket of one
        The privacy ratio, ``e^epsilon``; by default a bracket of e.
    alpha, beta : numbers in (0, 1)
        The learner's error and failure probability.

    Returns
    -------
    int
        The least n that the chain allows, for the best of 63 miss probabilities of the representation.

    Examples
    --------
    >>> private_samples_lower_bound(1000), private_samples_lower_bound(1000, exp_epsilon=2)
    (117, 169)
    """
    d = as_integer(littlestone, "littlestone", least=0)

    def log_others(error: Fraction) -> Fraction | None:
        bits = _share(error) * d
        if not bits:  # for errors from 1/2 on
            return None
        if bits >= LONG:  # ln(2^bits - 1) >= bits ln 2 - 2^(1 - bits)
            return bits * LOG2.lower - Fraction(1, 2 ** (LONG - 1))
        messages = ceil(exp_bracket(LOG2 * bits).lower)
        return _log(Fraction(messages - 1)).lower if messages > 1 else None

    return _least_samples(log_others, exp_epsilon, alpha, beta)


def line_samples_lower_bound(bits: int, exp_epsilon: Number | Bracket = E, alpha: Number = QUARTER,
                             beta: Number = QUARTER) -> int:
    """Return a number of samples that every purely private learner of ``Line_p`` needs, for all primes ``p >= 2^bits``.

    Parameters
    ----------
    bits : int
        At least 0; any length.
    exp_epsilon, alpha, beta : see :func:`private_samples_lower_bound`

    Notes
    -----
    The number of messages for error e is at least ``4 p (1 - 2 e - 1/p)^2``, which grows with p
    (:func:`~privlearn.communication.lines.collisions.messages_needed`); ``ln(x - 1) >= ln x - 1 / (x - 1)``.

    >>> [line_samples_lower_bound(b) for b in (4, 8, 16, 32)]
    [1, 4, 10, 21]
    """
    b = as_integer(bits, "bits", least=0)

    known = LOG2.lower * b

    def log_others(error: Fraction) -> Fraction | None:
        rest = _line_rest(error, min(b, LONG))
        return None if rest is None else known + rest

    return _least_samples(log_others, exp_epsilon, alpha, beta)


@lru_cache(maxsize=1024)
def _line_rest(error: Fraction, bits: int) -> Fraction | None:
    """Return what the logarithm of the number of messages has besides ``b ln 2``, for ``b >= bits``; see above."""
    gap = 1 - 2 * error - Fraction(1, 1 << bits)  # for larger b a smaller gap than the true one
    if gap <= 0 or Fraction(4 << bits) * gap**2 <= 2:
        return None
    return _log(4 * gap**2).lower - 1 / (Fraction(4 << bits) * gap**2 - 1)


def _least_samples(log_others: Callable[[Fraction], Fraction | None], exp_epsilon: Number | Bracket, alpha: Number,
                   beta: Number) -> int:
    """Return the least n with ``ceil(e^(epsilon n) ln(1/w) / (1 - beta)) >= M(error)`` for all listed misses w.

    ``log_others(error)`` is at most ``ln(M(error) - 1)``, or ``None`` where one message is enough: the ceiling reaches
    M iff the number inside exceeds ``M - 1``.
    """
    ratio = as_bracket(exp_epsilon)
    if ratio.lower <= 1:
        raise ValueError(f"exp_epsilon must be above 1, got {exp_epsilon}")
    epsilon = _log(ratio.upper).upper
    limit, failure = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    best = 0
    for miss in MISSES:
        others = log_others(limit + miss - limit * miss)
        if others is not None:
            least = (others + _offset(miss, failure)) / epsilon
            best = max(best, floor(least) + 1)
    return best


@lru_cache(maxsize=1024)
def _offset(miss: Fraction, failure: Fraction) -> Fraction:
    """Return a lower bound of ``ln(1 - failure) - ln ln(1/miss)``."""
    return round_down((_log(1 - failure) - log_bracket(-_log(miss))).lower, 96)


def line_bits_for(samples: int) -> int:
    """Return the least b for which :func:`line_samples_lower_bound` is at least ``samples``, a number of at least 0.

    Every purely private learner of ``Line_p`` with ``p >= 2^b`` needs so many samples, at epsilon 1 and errors 1/4.

    Examples
    --------
    >>> [line_bits_for(t) for t in (0, 1, 2, 5)]
    [0, 4, 5, 9]
    """
    wanted = as_integer(samples, "samples", least=0)
    return least_integer(lambda b: line_samples_lower_bound(b) >= wanted)


def pure_line_samples(bits: int, epsilon: Number) -> int:
    """Return :func:`line_samples_lower_bound` for a rational epsilon above 0, the ratio e^epsilon being bracketed.

    Examples
    --------
    >>> pure_line_samples(16, 1), pure_line_samples(16, Fraction(1, 2))
    (10, 19)
    """
    wanted = as_fraction(epsilon, "epsilon")
    if wanted <= 0:
        raise ValueError(f"epsilon must be above 0, got {wanted}")
    return line_samples_lower_bound(bits, exp_bracket(wanted))
