"""Reconstructing an interval from a copy with independent noise, and the exact law of the result.

Definitions
-----------
Intervals, mismatches and the reconstruction are those of :mod:`~privlearn.learners.noise.nearest_interval`.  Let h be
the interval j with each bit flipped independently with probability mu; a flipped point is *dirty*, any other *clean*.
Walking away from j to the right, ``mismatch(t) - mismatch(j)`` goes up by 1 at each clean point and down by 1 at each
dirty one, and likewise to the left, independently.  So everything is about one walk that starts at 0 and goes down with
probability mu: ``R_n``, the *ruin probability*, is the probability that within n >= 0 steps it comes back to 0 or
below.

>>> reconstruction_law(2, 1, Fraction(1, 10))[1]
Fraction(81, 100)
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_integer, as_probability
from privlearn.learners.noise.nearest_interval import as_noisy_interval

LONGEST_WALK = 1 << 14  # an exact failure probability over so many points has hundreds of thousands of bits


def _steps(n: int) -> int:
    steps = as_integer(n, "n", least=0)
    if steps > LONGEST_WALK:
        raise TooLargeToEnumerate("the walk over one side", steps, LONGEST_WALK)
    return steps


def ruin_table(n: int, mu: Any) -> tuple[Fraction, ...]:
    """Return ``(R_0, ..., R_n)`` by following the walk's height until it is absorbed.

    Parameters
    ----------
    n : int
        At least 0.
    mu : exact number
        Probability of a step down, in [0, 1].

    Notes
    -----
    O(n^2) integer operations; beyond ``LONGEST_WALK`` points it raises ``TooLargeToEnumerate``.  Source: BBKN14, proof
    of Theorem 5.8 (the exact value behind its union bound).

    Examples
    --------
    >>> [str(value) for value in ruin_table(4, Fraction(1, 10))]
    ['0', '1/10', '19/100', '19/100', '1981/10000']
    """
    n, mu = _steps(n), as_probability(mu, "mu")
    down, unit = mu.numerator, mu.denominator
    up, alive, ruined = unit - down, {0: 1}, 0  # all weights over unit**steps
    table = [Fraction(0)]
    for steps in range(1, n + 1):
        following: dict[int, int] = {}
        ruined *= unit
        for height, weight in alive.items():
            following[height + 1] = following.get(height + 1, 0) + weight * up
            if height <= 1:
                ruined += weight * down
            else:
                following[height - 1] = following.get(height - 1, 0) + weight * down
        alive = following
        table.append(Fraction(ruined, unit**steps))
    return tuple(table)


def ruin_probability(n: int, mu: Any) -> Fraction:
    """Return ``R_n``: the probability that ``n`` points on one side of an interval's end make a bad point.

    The walk is ruined for the first time either at step 1 (a dirty point) or at step 2k, after a clean point, a
    balanced word of ``2(k-1)`` steps that stays up, and a dirty point; the number of such words is the Catalan number
    ``C_{k-1}``.  So ``R_n = mu + sum of C_{k-1} (mu (1 - mu))^k over 1 <= k <= n/2``.

    Notes
    -----
    O(n) integer operations on O(n)-bit numbers; beyond ``LONGEST_WALK`` points it raises ``TooLargeToEnumerate``.  For
    mu <= 1/2, ``R_n`` increases to ``2 mu``.

    Examples
    --------
    >>> ruin_probability(4, Fraction(1, 10)) == ruin_table(4, Fraction(1, 10))[4]
    True
    """
    n, mu = _steps(n), as_probability(mu, "mu")
    if n == 0:
        return Fraction(0)
    step, square = mu.numerator * (mu.denominator - mu.numerator), mu.denominator**2
    total, catalan, power = 0, 1, 1  # total over square**k, power = step**k, catalan = C_{k-1}
    for k in range(1, n // 2 + 1):
        power *= step
        total = total * square + catalan * power
        catalan = catalan * 2 * (2 * k - 1) // (k + 1)
    return mu + Fraction(total, square ** (n // 2))


def reconstruction_failure(size: int, j: int, mu: Any) -> Fraction:
    """Return the probability that the interval ``j`` with noise ``mu`` is not reconstructed.

    It is reconstructed if no walk, neither that over the ``size - j`` points to the right nor that over the ``j``
    points to the left, is ruined: ``1 - (1 - R_{size-j}) (1 - R_j)``, at most ``4 mu (1 - mu)`` for mu <= 1/2.

    Examples
    --------
    >>> reconstruction_failure(2, 1, Fraction(1, 10))
    Fraction(19, 100)
    """
    size, j, mu = as_noisy_interval(size, j, mu)
    return 1 - (1 - ruin_probability(size - j, mu)) * (1 - ruin_probability(j, mu))


def reconstruction_law(size: int, j: int, mu: Any, *, reach: int | None = None) -> dict[int | None, Fraction]:
    """Return the law of the reconstruction of the interval ``j`` from its copy with noise ``mu``.

    Parameters
    ----------
    size, j : int
        ``0 <= j <= size``.
    mu : exact number
        In [0, 1].
    reach : int, optional
        List only the intervals at a distance of at most ``reach`` from j; the missing mass, which includes that of
        ``None``, is then left out.  By default all intervals and ``None`` are listed, and the weights sum to 1.

    Returns
    -------
    dict
        interval or ``None`` -> ``Fraction`` above 0.

    Notes
    -----
    The interval ``j + n``, say, wins if for some s >= 1 the walk to the right reaches ``-s`` for the first time after
    n steps, is not ruined afterwards, and the walk to the left never reaches ``-s``.  O(size^2) integer operations
    (O(size * reach) with ``reach``); tests compare it with the enumeration of all noise patterns.

    Examples
    --------
    >>> {end: str(weight) for end, weight in reconstruction_law(2, 0, Fraction(1, 10)).items()}
    {0: '81/100', 1: '9/100', 2: '1/100', None: '9/100'}
    """
    size, j, mu = as_noisy_interval(size, j, mu)
    far = size if reach is None else as_integer(reach, "reach", least=0)
    _steps(max(j, size - j))
    unit = mu.denominator
    tops: dict[int, int] = {}  # of the weights; those of one interval have one denominator
    for s in range(1, min(far, max(j, size - j)) + 1):
        passages = list(_first_passages(s, max(j, size - j), mu))
        for side, ahead, behind in ((1, size - j, j), (-1, j, size - j)):
            never = unit**behind - _reached(s, passages, behind, unit)
            for n, weight in passages:
                if n <= min(ahead, far):
                    tops[j + side * n] = tops.get(j + side * n, 0) + weight * never
    weights = {end: Fraction(top, unit ** (abs(end - j) + (j if end > j else size - j))) for end, top in tops.items()}
    weights[j] = Fraction(1)
    survive = _survival(size, mu)
    law: dict[int | None, Fraction] = {
        end: weight * (survive(size - end) if end >= j else 1) * (survive(end) if end <= j else 1)
        for end, weight in sorted(weights.items())}
    if reach is None:
        law[None] = 1 - sum(law.values(), Fraction(0))
    return {end: weight for end, weight in law.items() if weight}


def _first_passages(s: int, limit: int, mu: Fraction) -> Iterator[tuple[int, int]]:
    """Yield (n, weight over unit**n) for a walk that reaches ``-s`` for the first time after n <= limit steps.

    There are ``s/n`` times n over (n+s)/2 such walks (the ballot theorem).
    """
    down, up = mu.numerator, mu.denominator - mu.numerator
    count, power = 1, down**s
    for n in range(s, limit + 1, 2):
        yield n, count * power
        dirty, clean = (n + s) // 2, (n - s) // 2
        count = count * n * (n + 1) // ((dirty + 1) * (clean + 1))
        power *= down * up


def _reached(s: int, passages: list[tuple[int, int]], limit: int, unit: int) -> int:
    """Return the weight over unit**limit of the walks of ``limit`` steps that reach ``-s``."""
    total = 0
    for n, weight in passages:
        if n > limit:
            break
        total = total * unit * unit + weight
    return total * unit ** ((limit - s) % 2) if s <= limit else 0


def _survival(n: int, mu: Fraction) -> Callable[[int], Fraction]:
    """Return the function that maps k = 0, ..., n to ``1 - R_k`` (:func:`ruin_probability`); R_2k and R_2k+1 are equal.

    Numerators of the running sums over ``unit ** (2 k + 1)``: few of the fractions are asked for.
    """
    down, unit = mu.numerator, mu.denominator
    pair = down * (unit - down)
    tops, term = [down], pair
    for k in range(1, n // 2 + 1):
        tops.append((tops[-1] * unit + term) * unit)
        term = term * pair * 2 * (2 * k - 1) // (k + 1)

    def survival(k: int) -> Fraction:
        whole = unit ** (k // 2 * 2 + 1)
        return Fraction(whole - tops[k // 2], whole) if k else Fraction(1)

    return survival
