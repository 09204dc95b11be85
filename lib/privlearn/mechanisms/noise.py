"""Randomised response and geometric noise.

Definitions
-----------
*Randomised response* tells each bit of the database truly with probability ``truth``, else its opposite.  *Two-sided
geometric noise* with ratio ``g`` takes the integer k with probability ``(1 - g) / (1 + g) g^|k|``: it is Laplace
noise on the integers; a count plus this noise has privacy ratio ``1/g`` when neighbours change the count by 1.
Clamping the noisy value to a range keeps the law finite and the privacy unchanged (post-processing).

>>> two_sided_geometric(Fraction(1, 2), centre=0, low=0, high=1).exact()
{0: Fraction(2, 3), 1: Fraction(1, 3)}
"""

from fractions import Fraction
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, as_probability, rational
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, choice, fold
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.laws.randomness import Generator
from privlearn.mechanisms.neighbours import Database, as_database, replace_one
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def randomised_response(truth: Number) -> PromisedMechanism:
    """Return randomised response on databases of bits; outcomes are tuples of bits.

    Parameters
    ----------
    truth : number in [1/2, 1)
        Probability of the true bit.

    Notes
    -----
    Guarantee: privacy ratio exactly ``truth / (1 - truth)`` under :func:`replace_one`.

    Examples
    --------
    >>> response = randomised_response(Fraction(3, 4))
    >>> response((1,)).exact(), response.promise.exp_epsilon
    ({(1,): Fraction(3, 4), (0,): Fraction(1, 4)}, Fraction(3, 1))
    """
    p = as_fraction(truth, "truth")
    if not Fraction(1, 2) <= p < 1:
        raise ValueError(f"truth must be at least 1/2 and below 1, got {p}")

    def law(database: Database) -> Law:
        bits = [as_integer(bit, "bit of database", least=0, most=1, private=True) for bit in as_database(database)]
        lie = bernoulli(1 - p)
        return fold((), bits, lambda said, bit: lie.map(lambda flip: (*said, bit ^ flip)))

    return PromisedMechanism(law, Promise(p / (1 - p), replace_one), f"randomised response at {p}")


def geometric_tail(ratio: Number, threshold: int) -> Fraction:
    """Return ``Pr[|noise| >= threshold]`` of two-sided geometric noise, ``2 g^k / (1 + g)`` for ``k >= 1``.

    Examples
    --------
    >>> geometric_tail(Fraction(1, 2), 1)
    Fraction(2, 3)
    """
    g, k = geometric_ratio(ratio), as_integer(threshold, "threshold", least=0)
    return Fraction(1) if k == 0 else 2 * g**k / (1 + g)


def two_sided_geometric(ratio: Number, *, centre: int, low: int, high: int) -> Law:
    """Return the law of ``centre + noise`` clamped to ``low..high``.

    Parameters
    ----------
    ratio : number in (0, 1)
        ``g = e^{-epsilon}`` for a count that neighbours change by 1.
    centre : int
        True value, ``low <= centre <= high``.
    low, high : int
        The range; the mass beyond an end falls on that end.

    Examples
    --------
    >>> two_sided_geometric(Fraction(1, 2), centre=1, low=0, high=2).exact()
    {1: Fraction(1, 3), 0: Fraction(1, 3), 2: Fraction(1, 3)}
    """
    g = rational(geometric_ratio(ratio))
    bottom, top = as_integer(low, "low"), as_integer(high, "high")
    value = as_integer(centre, "centre", least=bottom, most=top)
    if top - bottom >= LARGEST_SUPPORT:
        raise TooLargeToEnumerate("the range of the noisy count", top - bottom + 1, LARGEST_SUPPORT)
    if bottom == top:
        return choice({bottom: 1})
    middle, edge = (1 - g) / (1 + g), 1 / (1 + g)
    table = {k: middle * g ** abs(k - value) for k in range(bottom + 1, top)}
    table[bottom], table[top] = edge * g ** (value - bottom), edge * g ** (top - value)
    return choice(table)


class GeometricNoise(Law):
    """Unclamped two-sided geometric noise around 0: it can be sampled, but it has no finite table."""

    def __init__(self, ratio: Number):
        self.ratio = geometric_ratio(ratio)

    def probability(self, value: int) -> Fraction:
        """Return ``Pr[noise = value]``.

        Examples
        --------
        >>> GeometricNoise(Fraction(1, 2)).probability(0), GeometricNoise(Fraction(1, 2)).probability(-1)
        (Fraction(1, 3), Fraction(1, 6))
        """
        return (1 - self.ratio) / (1 + self.ratio) * self.ratio ** abs(as_integer(value, "value"))

    def masses(self) -> dict[Any, Any]:
        """Refuse: the support is infinite (clamp it with :func:`two_sided_geometric`)."""
        raise TooLargeToEnumerate("the support of geometric noise", "infinitely many", LARGEST_SUPPORT)

    def sample(self, rng: Any) -> int:
        """Draw the difference of two independent geometric numbers, which has this law.

        Examples
        --------
        >>> import random
        >>> noise, rng = GeometricNoise(Fraction(1, 2)), random.Random(1)
        >>> [noise.sample(rng) for _ in range(8)]
        [0, -3, -1, 0, -1, 0, -1, 1]
        """
        again = bernoulli(self.ratio)

        def geometric() -> int:
            count = 0
            while again.sample(rng):
                count += 1
            return count

        return geometric() - geometric()


def geometric_ratio(value: Number, name: str = "ratio") -> Fraction:
    """Return the ratio of geometric noise as a ``Fraction`` strictly between 0 and 1, else raise a ``ValueError``.

    Examples
    --------
    >>> geometric_ratio(1)
    Traceback (most recent call last):
        ...
    ValueError: ratio must lie strictly between 0 and 1, got 1
    """
    g = as_probability(value, name)
    if not 0 < g < 1:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {g}")
    return g


LONGEST_TABLE = 1 << 12  # values of a noisy count that are listed: their weights have as many digits


class ClampedCount(Law):
    """The law of a count plus two-sided geometric noise, clamped to ``0..rows``.

    Read exactly it is :func:`two_sided_geometric`; a sample draws the noise and clamps it, which takes no table of
    ``rows + 1`` powers.

    Examples
    --------
    >>> ClampedCount(Fraction(1, 2), 0, 1).exact()
    {0: Fraction(2, 3), 1: Fraction(1, 3)}
    """

    def __init__(self, ratio: Fraction, count: int, rows: int):
        self._noise, self._count, self._rows = GeometricNoise(ratio), count, rows

    def masses(self) -> dict[Any, Any]:
        if self._rows >= LONGEST_TABLE:
            raise TooLargeToEnumerate("the range of a noisy count", self._rows + 1, LONGEST_TABLE)
        return two_sided_geometric(self._noise.ratio, centre=self._count, low=0, high=self._rows).masses()

    def sample(self, rng: Generator) -> int:
        return min(max(self._count + self._noise.sample(rng), 0), self._rows)


@formula("rows", where=("epsilon > 0", "rows >= 1"), tex={"epsilon": r"\alpha", "rows": "n"}, corners={
    "epsilon": (Fraction(1, 10), 1), "rows": (1, 2, 5)}, loose=dict.fromkeys(
        ("epsilon > 0", "rows >= 1"), "without privacy or rows there is no scale"))
def laplace_scale_of_mean(epsilon: Value, rows: int) -> Value:
    """Return the scale of Laplace noise that makes the mean of n answers in [0, 1] private.

    Parameters
    ----------
    epsilon : number above 0
    rows : int
        n, at least 1; replacing a row changes the mean by at most ``1/n``.

    Examples
    --------
    >>> laplace_scale_of_mean(Fraction(1, 2), 100)
    Fraction(1, 50)
    """
    return 1 / (epsilon * rows)
