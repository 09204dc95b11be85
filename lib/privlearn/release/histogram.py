"""The geometric histogram: every count plus two-sided geometric noise.

Definitions
-----------
Rows are points of a domain ``0..T-1``.  The *geometric histogram* releases the T counts, each with independent noise
of ratio ``g = e^{-epsilon/2}``: replacing a row changes two counts by one, so each count may spend half of epsilon.
It answers all point queries at once; its output is a list of numbers, not a database.  Noisy counts are clamped to
``0..m``, which is post-processing and never increases an error.

An answer is wrong if it misses its frequency by alpha or more, that is if its noise is at least ``k = ceil(alpha m)``
in absolute value; without clamping the T noises are independent and the probability that one is that large is
``1 - (1 - 2 g^k / (1 + g))^T``.

>>> geometric_histogram(2, exp_epsilon=4)((0,)).exact()
{(0, 0): Fraction(2, 9), (0, 1): Fraction(1, 9), (1, 0): Fraction(4, 9), (1, 1): Fraction(2, 9)}
>>> histogram_failure(2, 1, 1, Fraction(1, 2))
Fraction(8, 9)
"""

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, is_at_most, least_integer, sqrt_bracket
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.mechanisms import Promise, PromisedMechanism, noisy_histogram, replace_one
from privlearn.mechanisms.noise import geometric_ratio


def geometric_histogram(size: int, exp_epsilon: Number, noise_ratio: Number | None = None) -> PromisedMechanism:
    """Return the geometric histogram of a domain of ``size`` points.

    Parameters
    ----------
    size : int
        T, at least 1.
    exp_epsilon : number
        Above 1; the square of a rational unless ``noise_ratio`` is given.
    noise_ratio : number in (0, 1), optional
        Ratio of the noise, by default ``e^{-epsilon/2}``; an argument so that too little noise can be caught.

    Returns
    -------
    PromisedMechanism
        Takes tuples, lists or integer arrays of points ``0..T-1``; outcomes are tuples of T noisy counts in ``0..m``.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if a row is no point ``0..T-1``.
    TooLargeToEnumerate
        Beyond ``2^22`` points; by ``exact``, if there are too many outcomes.

    Notes
    -----
    Guarantee: privacy ratio ``exp_epsilon`` under :func:`~privlearn.mechanisms.neighbours.replace_one`.  Cost: that of
    :func:`~privlearn.mechanisms.histogram.noisy_histogram`.

    References
    ----------
    The comparison of BBKN14, Section 1.1.2 (an arbitrary data structure as output); noise of Ghosh, Roughgarden and
    Sundararajan (2012).
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    if ratio == 1:
        raise ValueError("exp_epsilon must be above 1: at 1 the noise has no finite scale")
    g = 1 / rational_square_root(ratio, "exp_epsilon") if noise_ratio is None else geometric_ratio(
        noise_ratio, "noise_ratio")
    noisy = noisy_histogram(n, g, neighbours=replace_one)
    return replace(noisy, promise=Promise(ratio, replace_one), name="geometric histogram")


def histogram_failure(size: int, rows: int, alpha: Number, noise_ratio: Number | Bracket,
                      bits: int = 128) -> Fraction | Bracket:
    """Return the probability that some unclamped noisy count errs by ``alpha * rows`` or more.

    Parameters
    ----------
    size : int
        T; ``2**512`` is fine with a bracketed ratio.
    rows : int
        m, at least 1.
    alpha : number above 0
    noise_ratio : number in (0, 1), or a Bracket of one
        A number gives the exact probability, a bracket gives a bracket.
    bits : int
        Absolute precision of a bracketed result is about ``2^-bits``.

    Notes
    -----
    Strict usefulness, ``|error| < alpha``, as in BBKN14, Section 7.  Bracketed powers are computed by squaring on
    integers with outward rounding: O(log T) multiplications of numbers of O(bits + log T) bits.
    """
    t, m = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1)
    k = ceil(as_fraction(alpha, "alpha") * m)
    if k < 1:
        raise ValueError(f"alpha must be above 0, got {alpha}")
    if isinstance(noise_ratio, Bracket):
        if not (noise_ratio.lower > 0 and noise_ratio.upper < 1):
            raise ValueError(f"noise_ratio must lie strictly between 0 and 1, got {noise_ratio}")
        return _bracketed_failure(t, k, noise_ratio, bits + 2 * t.bit_length() + k.bit_length())
    ratio = geometric_ratio(noise_ratio, "noise_ratio")
    return 1 - (1 - 2 * ratio**k / (1 + ratio)) ** t


def _bracketed_failure(size: int, threshold: int, g: Bracket, bits: int) -> Bracket:
    """Return the failure as a bracket, in integers: numbers in [0, 1] are kept as multiples of ``2^-bits``."""
    unit = 1 << bits

    def end(ratio: Fraction, upward: bool) -> Fraction:
        start = ceil(ratio * unit) if upward else floor(ratio * unit)
        misses = Fraction(2 * _power(start, threshold, unit, upward), unit) / (1 + ratio)  # increasing in g
        stays = (1 - misses) * unit
        stays_rounded = max(0, floor(stays) if upward else ceil(stays))
        return 1 - Fraction(_power(stays_rounded, size, unit, not upward), unit)

    return Bracket(end(g.lower, upward=False), end(g.upper, upward=True))


def _power(base: int, exponent: int, unit: int, upward: bool) -> int:
    """Return ``unit * (base / unit) ** exponent`` for ``0 <= base <= unit``, every product rounded up or down."""
    extra, result = unit - 1 if upward else 0, unit
    while exponent:
        if exponent & 1:
            result = (result * base + extra) // unit
        base, exponent = (base * base + extra) // unit, exponent >> 1
    return result


def noise_ratio_bracket(exp_epsilon: Number, bits: int) -> Bracket:
    """Bracket ``e^{-epsilon/2}`` for any rational ``e^epsilon``."""
    return 1 / sqrt_bracket(as_exp_epsilon(exp_epsilon), bits)


def smallest_rows_histogram(size: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return the least m at which the histogram's failure (unclamped) is at most ``beta``, certified.

    The failure depends on m through ``k = ceil(alpha m)`` only and decreases in k, so the least k is found by doubling
    and bisection and the least m with this k is returned.

    Examples
    --------
    >>> smallest_rows_histogram(16, 2, Fraction(1, 10), Fraction(1, 10))
    141
    """
    t, a, b = as_integer(size, "size", least=1), as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if a <= 0 or not 0 < b < 1 or as_exp_epsilon(exp_epsilon) == 1:
        raise ValueError("alpha must be above 0, beta lie between 0 and 1 and exp_epsilon above 1, "
                         f"got {a}, {b} and {exp_epsilon}")
    g = noise_ratio_bracket(exp_epsilon, 256 + 2 * t.bit_length())

    def enough(k: int) -> bool:
        return is_at_most(histogram_failure(t, floor((k - 1) / a) + 1, a, g), b)

    return floor((least_integer(enough, first=1) - 1) / a) + 1


def is_smallest_rows_histogram(rows: int, size: int, exp_epsilon: Number, alpha: Number, beta: Number) -> bool:
    """Verify by ball arithmetic that the failure is at most ``beta`` with ``rows`` rows and above it with one less."""
    from privlearn.exact.intervals import ball, bracket_of

    def failure(m: int) -> Bracket:
        k = ceil(as_fraction(alpha) * m)
        return bracket_of(lambda: 1 - ((1 - 2 * (g := 1 / ball(exp_epsilon).sqrt()) ** k / (1 + g)).log() * size).exp(),
                          bits=400 + 2 * size.bit_length())

    return failure(rows).upper <= as_fraction(beta) and (rows == 1 or failure(rows - 1).lower > as_fraction(beta))
