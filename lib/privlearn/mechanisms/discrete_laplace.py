"""Discrete Laplace noise of any rational scale, drawn with fair integers only.

Definitions
-----------
*Discrete Laplace* noise of scale s takes the integer k with probability proportional to ``e^{-|k|/s}``; a count plus
this noise is ``1/s``-private when neighbours change the count by 1.  The sampler of Canonne, Kamath and Steinke
(2020) needs nothing but uniform integers: ``Bernoulli(e^{-x})`` comes from the loop "k = 1, 2, ...: stop with
probability 1 - x/k", whose last k is odd with probability ``1 - x + x^2/2! - ... = e^{-x}``; a remainder ``u < s``
accepted with probability ``e^{-u/s}`` and a quotient of ratio ``e^{-1}`` make the magnitude.

The loop is unbounded, so probabilities come as brackets: cut after K rounds, what is missing is at most ``x^K / K!``.

>>> bernoulli_exp(Fraction(1, 2), rounds=4)
Bracket(lower=Fraction(29, 48), upper=Fraction(233, 384))
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, TooLargeToEnumerate, as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.laws.randomness import Generator, uniform_below

Division = Callable[[Fraction, int], Fraction]
ROUNDS = 24  # 1/24! is below 2^-79


def divide(numerator: Fraction, divisor: int) -> Fraction:
    """Return ``numerator / divisor``: the sampler's division, an argument so that a wrong one can take its place."""
    return numerator / divisor


def bernoulli_exp(exponent: Number, rounds: int = ROUNDS, division: Division = divide) -> Bracket:
    """Bracket the probability with which the loop for ``Bernoulli(e^{-exponent})`` says 1.

    Parameters
    ----------
    exponent : number in [0, 1]
    rounds : int
        Where the loop is cut, at least 1; the bracket is as wide as the probability that it runs on.
    division : callable
        ``(x, k) -> x / k``.

    Examples
    --------
    >>> bernoulli_exp(1, rounds=3)  # 1/e lies between
    Bracket(lower=Fraction(1, 3), upper=Fraction(1, 2))
    """
    x, alive, total = as_probability(exponent, "exponent"), Fraction(1), Fraction(0)
    for k in range(1, as_integer(rounds, "rounds", least=1) + 1):
        onward = as_probability(division(x, k), f"division of {x} by {k}")
        if k % 2:
            total += alive * (1 - onward)
        alive *= onward
    return Bracket(total, total + alive)


def magnitude_weights(scale: int, division: Division = divide) -> list[Bracket]:
    """Bracket what is proportional to the probabilities of the magnitudes ``0, 1, ..., scale``.

    The weight of ``v * scale + u`` is that of ``u`` times ``e^{-v}``, so the list shows every ratio of neighbouring
    magnitudes.

    Examples
    --------
    >>> [round(float(weight.lower), 3) for weight in magnitude_weights(2)]  # e^0, e^(-1/2), e^-1
    [1.0, 0.607, 0.368]
    """
    s = as_integer(scale, "scale", least=1)
    return [bernoulli_exp(Fraction(u, s), division=division) for u in range(s + 1)]


def shift_ratio(scale: int, division: Division = divide) -> tuple[Bracket, int]:
    """Bracket the largest ratio between the laws of ``0 + noise`` and ``1 + noise``, and where it is attained.

    Returns
    -------
    (Bracket, int)
        The ratio is ``max(w[y] / w[y + 1], w[y + 1] / w[y])`` over y, attained at y; for the right division it is
        ``e^{1/scale}``.

    Examples
    --------
    >>> ratio, y = shift_ratio(1)
    >>> round(float(ratio.upper), 3), y
    (2.718, 0)
    """
    weights = magnitude_weights(scale, division)
    return max(_ratios(weights), key=lambda found: found[0].lower)


def _ratios(weights: list[Bracket]) -> Iterator[tuple[Bracket, int]]:
    for y in range(len(weights) - 1):
        yield weights[y] / weights[y + 1], y
        yield weights[y + 1] / weights[y], y


def distribution_function(scale: int, division: Division = divide) -> list[Bracket]:
    """Bracket ``Pr[noise <= -y]`` for ``y = 0..scale``; it repeats, times ``1/e``, every ``scale`` steps.

    Examples
    --------
    >>> [round(float(value.upper), 3) for value in distribution_function(1)]  # e / (e + 1), 1 / (e + 1)
    [0.731, 0.269]
    """
    weights = magnitude_weights(scale, division)
    block, decay = sum(weights[:-1], Bracket(Fraction(0), Fraction(0))), weights[-1]
    whole = block / (1 - decay)
    normaliser, tail, tails = 2 * whole - weights[0], whole, []
    for weight in weights:
        tails.append(tail / normaliser)
        tail = tail - weight
    return tails


def kolmogorov_distance(scale: int, division: Division) -> Bracket:
    """Bracket the Kolmogorov distance between the law with ``division`` and the right one.

    Both laws are symmetric and repeat geometrically, so the largest gap of the distribution functions lies within one
    scale of 0.

    Examples
    --------
    >>> kolmogorov_distance(2, divide).lower, kolmogorov_distance(2, lambda x, k: x / (k + 1)).lower > 0
    (Fraction(0, 1), True)
    """
    pairs = zip(distribution_function(scale, division), distribution_function(scale), strict=True)
    gaps = [one - other for one, other in pairs]
    sizes = [gap if gap.lower >= 0 else -gap if gap.upper <= 0 else Bracket(Fraction(0), max(-gap.lower, gap.upper))
             for gap in gaps]
    return Bracket(max(size.lower for size in sizes), max(size.upper for size in sizes))


class DiscreteLaplace(Law):
    """Discrete Laplace noise of scale s: it can be sampled, exactly, but it has no finite table.

    Parameters
    ----------
    scale : number above 0
        A count plus this noise is ``1/scale``-private when neighbours change the count by 1.

    Notes
    -----
    Cost of a sample: a handful of uniform integers on average, whatever the scale.

    References
    ----------
    Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020, Algorithm 2.

    Examples
    --------
    >>> import random
    >>> noise, rng = DiscreteLaplace(3), random.Random(1)
    >>> [noise.sample(rng) for _ in range(8)]
    [0, 1, 7, 1, 8, 1, -1, -3]
    """

    def __init__(self, scale: Number):
        self.scale = as_fraction(scale, "scale")
        if self.scale <= 0:
            raise ValueError(f"scale must be above 0, got {self.scale}")

    def masses(self) -> dict[Any, Any]:
        """Refuse: the support is infinite."""
        raise TooLargeToEnumerate("the support of discrete Laplace noise", "infinitely many", LARGEST_SUPPORT)

    def sample(self, rng: Generator) -> int:
        """Draw a magnitude, one of the ``t`` remainders and a quotient of ratio 1/e, divided by ``u``; then a sign."""
        t, u = self.scale.as_integer_ratio()
        while True:
            rest = uniform_below(rng, t)
            if not _happens(rest, t, rng):
                continue
            whole = 0
            while _happens(1, 1, rng):
                whole += 1
            size, negative = (rest + t * whole) // u, uniform_below(rng, 2)
            if size or not negative:
                return -size if negative else size


def _happens(numerator: int, denominator: int, rng: Generator) -> bool:
    """Toss a coin with probability ``e^-x`` of True, ``x = numerator / denominator`` in [0, 1]."""
    rounds = 1
    while uniform_below(rng, denominator * rounds) < numerator:
        rounds += 1
    return rounds % 2 == 1
