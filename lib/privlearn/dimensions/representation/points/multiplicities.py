"""Sets through a point and how often they meet elsewhere: certificates that sets represent the point functions.

Definitions
-----------
Choose p sets ``A_1, ..., A_p`` that contain the point j.  The *multiplicity* of another point b is the number of
chosen sets that contain it.  The uniform mixture of the p hypotheses is right at j and errs at b with probability
multiplicity / p; so against ``c_j``, under every distribution, one of the chosen sets has error at most

    (largest multiplicity over b != j) / p,

and ``sum_i D(A_i minus j) = sum_b D(b) multiplicity(b)``.  If any two sets meet in at most one point, all
multiplicities are 0 or 1 and the bound is ``1 / p`` (BBKN14, Section 4.1).

Multiplicities of many points at once are counted in binary, 64 points to a word: p rows of bits are added by full
adders into one word for each binary digit.

>>> import numpy as np
>>> fano = np.array([[1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 1, 1, 0, 0], [1, 0, 0, 0, 0, 1, 1]])
>>> uniform_bound(fano, 0)
Fraction(1, 3)
"""

from fractions import Fraction

import numpy as np

from privlearn.concepts.sets import WORD, unpack
from privlearn.exact import as_integer

BATCH_ENTRIES = 1 << 20
BATCH_WORDS = 1 << 15  # 256 KB: an operand of the binary adders stays in the cache


def degrees(matrix: np.ndarray) -> np.ndarray:
    """Return for every point the number of sets that contain it (``matrix``: sets down, points across).

    Examples
    --------
    >>> degrees(np.array([[1, 1, 0], [0, 1, 1]])).tolist()
    [1, 2, 1]
    """
    return np.asarray(matrix).sum(axis=0, dtype=np.int64)


def largest_meeting(matrix: np.ndarray) -> int:
    """Return the largest number of points that two different sets share (0 if there are fewer than two sets).

    Notes
    -----
    Cost: one matrix product, exact in double precision because no entry exceeds the number of points.

    Examples
    --------
    >>> largest_meeting(np.array([[1, 1, 0], [0, 1, 1]])), largest_meeting(np.array([[1, 1, 1], [0, 1, 1]]))
    (1, 2)
    """
    whole = np.asarray(matrix, dtype=np.float64)
    shared = whole @ whole.T
    np.fill_diagonal(shared, 0)
    return int(shared.max(initial=0))


def meets_requirements(matrix: np.ndarray, least_degree: int) -> bool:
    """Tell whether every point is in at least ``least_degree`` sets and any two sets share at most one point.

    Examples
    --------
    >>> triangle = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    >>> meets_requirements(triangle, 2), meets_requirements(triangle, 3)
    (True, False)
    """
    need = as_integer(least_degree, "least_degree", least=1)
    return bool(degrees(matrix).min() >= need) and largest_meeting(matrix) <= 1


def multiplicities(matrix: np.ndarray, target: int, chosen: np.ndarray | None = None) -> np.ndarray:
    """Return the multiplicities of all points in the chosen sets through ``target`` (all such sets by default).

    The entry at the target itself is the number of chosen sets.  ``ValueError`` if a chosen set is not through it.

    Examples
    --------
    >>> multiplicities(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]), 0).tolist()
    [2, 1, 1]
    """
    rows = np.asarray(matrix)
    through = np.flatnonzero(rows[:, target]) if chosen is None else np.asarray(chosen)
    if not rows[through, target].all():
        raise ValueError(f"chosen must name sets that contain the point {target}, got {through.tolist()}")
    return rows[through].sum(axis=0, dtype=np.int64)


def uniform_bound(matrix: np.ndarray, target: int, chosen: np.ndarray | None = None) -> Fraction:
    """Return the largest error of the uniform mixture of the chosen sets against the point function of ``target``.

    Guarantee: an upper bound on ``min over sets of error_D(c_target, set)`` for every distribution D.

    Raises
    ------
    ValueError
        If no set contains the target: then no error below 1 is proved.

    Examples
    --------
    >>> uniform_bound(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]), 0)
    Fraction(1, 2)
    """
    counts = multiplicities(matrix, target, chosen)
    if counts[target] == 0:
        raise ValueError(f"target must lie in a set, got {target}")
    others = np.delete(counts, target)
    return Fraction(int(others.max(initial=0)), int(counts[target]))


def first_sets_through(words: np.ndarray, size: int, number: int) -> np.ndarray:
    """Return, for every point, the numbers of the first sets that contain it.

    Parameters
    ----------
    words : ndarray of uint64, shape (sets, words)
        Packed sets (:func:`~privlearn.concepts.sets.pack`).
    size : int
        Number of points.
    number : int
        How many sets for each point.

    Returns
    -------
    ndarray of int, shape (size, number)
        Increasing row numbers of ``words``; a row of -1 for a point that is in fewer sets.

    Examples
    --------
    >>> from privlearn.concepts.sets import pack
    >>> first_sets_through(pack(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])), 3, 2).tolist()
    [[0, 2], [0, 1], [1, 2]]
    """
    found = np.full((size, number), -1, dtype=np.int64)
    batch = max(1, BATCH_ENTRIES // WORD // max(1, len(words)))
    for left in range(0, -(-size // WORD), batch):
        here = min(batch * WORD, size - left * WORD)
        bits = unpack(words[:, left:left + batch], here)
        places = np.flatnonzero(np.ascontiguousarray(bits.T).view(bool))  # point by point
        starts = np.searchsorted(places, len(words) * np.arange(here + 1))
        enough = np.flatnonzero(np.diff(starts) >= number)
        found[left * WORD + enough] = places[starts[enough, None] + np.arange(number)] % max(1, len(words))
    return found


def largest_multiplicities(words: np.ndarray, targets: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Return, for many targets at once, the largest multiplicity of a point other than the target.

    Parameters
    ----------
    words : ndarray of uint64, shape (sets, words)
        Packed sets.
    targets : ndarray of int, shape (n,)
        Points.
    chosen : ndarray of int, shape (n, p)
        Row numbers of the sets chosen for each target.

    Returns
    -------
    ndarray of int, shape (n,)

    Notes
    -----
    Cost: about ``5 n p words`` operations on 64-bit words: 5 seconds for n = 2^16, p = 32, 2^16 points.

    Examples
    --------
    >>> from privlearn.concepts.sets import pack
    >>> sets = pack(np.array([[1, 1, 0], [1, 1, 1]]))
    >>> largest_multiplicities(sets, np.array([0, 2]), np.array([[0, 1], [1, 1]])).tolist()
    [2, 2]
    """
    batch = max(1, BATCH_WORDS // words.shape[1])
    parts = [_largest(words, targets[i:i + batch], chosen[i:i + batch]) for i in range(0, len(targets), batch)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _largest(words: np.ndarray, targets: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """The largest multiplicities of one batch: binary counters, then the largest one digit by digit from the top."""
    digits = _binary_counts(words, chosen)
    still = np.full((len(targets), words.shape[1]), ~np.uint64(0), dtype=np.uint64)  # the points that may be largest
    still[np.arange(len(targets)), targets // WORD] ^= np.uint64(1) << (targets % WORD).astype(np.uint64)
    largest = np.zeros(len(targets), dtype=np.int64)
    for weight, digit in reversed(list(enumerate(digits))):
        digit &= still
        reached = digit.any(axis=1)
        largest[reached] += 1 << weight
        still[reached] = digit[reached]
    return largest


def _binary_counts(words: np.ndarray, chosen: np.ndarray) -> list[np.ndarray]:
    """Add the chosen rows bit by bit; return the binary digits of the counts, lowest first."""
    waiting: list[list[np.ndarray]] = [[]]  # addends of weight 1, 2, 4, ...
    for column in chosen.T:
        _add(waiting, 0, words[column])
    for level in range(chosen.shape[1].bit_length()):
        if level < len(waiting) and len(waiting[level]) == 2:
            first, second = waiting[level]
            waiting[level] = [first ^ second]
            _add(waiting, level + 1, first & second)
    return [parts[0] if parts else np.zeros((len(chosen), words.shape[1]), dtype=np.uint64) for parts in waiting]


def _add(waiting: list[list[np.ndarray]], level: int, addend: np.ndarray) -> None:
    """Add one more addend of weight ``2^level``; three of a weight become one of it and a carry."""
    if level == len(waiting):
        waiting.append([])
    waiting[level].append(addend)
    if len(waiting[level]) == 3:
        _add(waiting, level + 1, _full_adder(waiting[level]))


def _full_adder(parts: list[np.ndarray]) -> np.ndarray:
    """Replace three addends by their sum bit, in place, and return the carry."""
    first, second, third = parts
    either = first ^ second
    first &= second  # the rows are copies: nothing outside is overwritten
    carry = either & third
    carry |= first
    either ^= third
    parts[:] = [either]
    return carry


def uniform_enclosure(matrix: np.ndarray, target: int) -> tuple[Fraction, Fraction]:
    """Return bounds on the value of the game of one point function against the mixtures of some sets.

    Parameters
    ----------
    matrix : array of shape (sets, points), 0 or 1
    target : int
        Number of the point.

    Notes
    -----
    Guarantee: the value lies between them.  Lower: the adversary is uniform on the other points, of which there must
    be one.  Upper: :func:`uniform_bound`, which refuses a target in no set.

    Examples
    --------
    >>> uniform_enclosure(np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1]]), 0)
    (Fraction(1, 2), Fraction(1, 2))
    """
    j = as_integer(target, "target", least=0, most=matrix.shape[1] - 1)
    elsewhere = matrix.sum(axis=1, dtype=np.int64) - matrix[:, j]
    return Fraction(int(elsewhere.min()), matrix.shape[1] - 1), uniform_bound(matrix, j)
