"""Blocks with noisy boundaries: a shift of the noise keeps all blocks but a few at two places.

Definitions
-----------
n sorted points are cut at the places ``0 = b_0 <= b_1 <= ... <= b_K = n``; block k holds the points of rank
``b_{k-1}..b_k - 1``.  Without noise the cuts stand at ``floor(k n / K)``; the *noise* is one integer for every block
but the last, added to its size, so that cut k moves by the sum of the first k of them, its *displacement*.

Replacing one point shifts the ranks of the points in between by one.  :func:`shifted_noise` moves the cuts there along,
at the price of two changed noises; which cuts are moved depends on the two ranks alone, not on the noise, so that the
map is one to one.

>>> cut_places(9, 3, (1, -2)), shifted_noise((1, -2), 9, 3, removed=0, inserted=8)
((0, 4, 5, 9), (0, -2))

Source: KLMNS20, Section 1 cites the equivalence; this form of it is ours.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.mechanisms.noise import geometric_ratio


def cut_places(rows: int, blocks: int, noise: Sequence[int]) -> tuple[int, ...]:
    """Return the cuts ``b_0..b_K``, clipped to ``0..rows`` and made to rise.

    Parameters
    ----------
    rows, blocks : int
        At least 1.
    noise : sequence of ``blocks - 1`` integers

    Examples
    --------
    >>> cut_places(6, 3, (0, 0)), cut_places(6, 3, (-5, 1))
    ((0, 2, 4, 6), (0, 0, 0, 6))
    """
    n, k = as_integer(rows, "rows", least=1), as_integer(blocks, "blocks", least=1)
    if len(noise) != k - 1:
        raise ValueError(f"noise must have blocks - 1 = {k - 1} entries, got {len(noise)}")
    moved = (n * j // k + shift for j, shift in enumerate(accumulate(noise), 1))
    return tuple(accumulate([0, *(min(n, max(0, place)) for place in moved), n], max))


def shifted_noise(noise: Sequence[int], rows: int, blocks: int, removed: int, inserted: int) -> tuple[int, ...]:
    """Return the noise with which the neighbour has nearly the same blocks.

    Parameters
    ----------
    noise : sequence of int
    rows, blocks : int
    removed : int
        Rank, from 0, of the point that is taken away.
    inserted : int
        Rank of the new point in the neighbour.

    Returns
    -------
    tuple of int
        The cuts whose undisturbed place lies above the lower of the two ranks and not above the other move by one,
        down if the point moved up: at most two noises change, by one each.

    Notes
    -----
    Guarantee: as a map of noises a shift by a fixed vector, hence one to one, with the inverse of the exchanged ranks.
    If all displacements are less than half the smallest block, at most two blocks at either end differ, each of them
    by at most one point taken out and one put in for this end.

    Examples
    --------
    >>> shifted_noise((0, 0, 0), 8, 4, removed=2, inserted=5)
    (0, -1, 1)
    """
    n, k = as_integer(rows, "rows", least=1), as_integer(blocks, "blocks", least=1)
    low, high = sorted((as_integer(removed, "removed", least=0, most=n - 1),
                        as_integer(inserted, "inserted", least=0, most=n - 1)))
    step = -1 if removed < inserted else 1
    moved = [step if low < n * j // k <= high else 0 for j in range(1, k)]
    changes = [after - before for before, after in zip([0, *moved], moved, strict=False)]
    return tuple(value + change for value, change in zip(noise, changes, strict=True))


def changed_blocks(points: Sequence[int], cuts: Sequence[int], others: Sequence[int], other_cuts: Sequence[int]) -> int:
    """Return how many blocks of two sorted databases differ.

    Examples
    --------
    >>> changed_blocks((1, 2, 3, 4), (0, 2, 4), (2, 3, 4, 5), (0, 1, 4))
    2
    """
    pairs = zip(zip(cuts, cuts[1:], strict=False), zip(other_cuts, other_cuts[1:], strict=False), strict=True)
    left, right = tuple(points), tuple(others)
    return sum(left[a:b] != right[c:d] for (a, b), (c, d) in pairs)


def displacement_tail(blocks: int, ratio: Number, limit: int) -> Fraction:
    """Return the probability that some displacement exceeds ``limit`` in size.

    Parameters
    ----------
    blocks : int
        At least 1: there are ``blocks - 1`` noises.
    ratio : number in (0, 1)
        The noise is two-sided geometric, ``Pr[k]`` proportional to ``ratio^|k|``.
    limit : int
        At least 0.

    Notes
    -----
    Exact: the mass of the walks that stay within the limit, step by step.

    Examples
    --------
    >>> displacement_tail(2, Fraction(1, 2), 1)
    Fraction(1, 3)
    """
    g, most = geometric_ratio(ratio), as_integer(limit, "limit", least=0)
    steps = as_integer(blocks, "blocks", least=1) - 1
    up, down = g.numerator, g.denominator  # integers: a noise k has weight up^|k| down^(2 most - |k|)
    step = [up**k * down ** (2 * most - k) for k in range(2 * most + 1)]
    inside = [0] * most + [1] + [0] * most
    for _ in range(steps):
        inside = [sum(mass * step[abs(place - old)] for old, mass in enumerate(inside))
                  for place in range(2 * most + 1)]
    return 1 - sum(inside) * ((1 - g) / ((1 + g) * down ** (2 * most))) ** steps
