"""Online prediction without a promise: the exact minimax regret of a class, and the randomised mistake bound.

Definitions
-----------
In each of T rounds an adversary shows a point, the learner names the probability p of predicting 1, and the adversary
reveals the label; the learner's loss is p or 1 - p.  The *regret* is the learner's loss less the number of mistakes of
the best concept; the adversary is bound by nothing.  ``minimax_regret`` is the value R(T) of this game.

What a state must know: let ``s_x`` be the number of labels 1 less that of labels 0 seen at point x.  Up to a constant
that both sides know, the best concept's advantage is ``max over h of sum of h(x) s_x``; so with

    V_0(s) = max over h of sum of h(x) s_x,
    V_t(s) = max over x of min over p of max(p + V_(t-1)(s - e_x), -p + V_(t-1)(s + e_x))

the value is ``R(T) = V_T(0)``.  With a and b for the two continuations, the inner value is ``(a + b) / 2`` if
``0 <= b - a <= 2``, which always holds; so R(T) is a multiple of ``2^-T``.

>>> from privlearn.concepts import ConceptClass
>>> constants = ConceptClass.from_matrix([[0], [1]])
>>> [str(minimax_regret(constants, rounds)) for rounds in range(1, 5)]
['1/2', '1/2', '3/4', '3/4']

If labels have to agree with a concept, the value is the *randomised mistake bound*: a number between half the
Littlestone dimension and the dimension itself.

Source: ABMS20, Section 1, equation (1) and footnote 1.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import Value, formula, ln, upto

LARGEST_GRID = 1 << 22
LARGEST_TABLE = 4  # points
EXACT_IN_WORDS = 48  # rounds: beyond, values times 2^T do not fit in machine words


def minimax_regret(concepts: ConceptClass, rounds: int) -> Fraction:
    """Return the exact minimax regret R(T) of a class over T rounds.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    rounds : int
        T, at least 0.

    Raises
    ------
    TooLargeToEnumerate
        If the ``(2T + 1)^points`` states are more than 2^22.

    Notes
    -----
    Cost: T times points times the number of states.  Source: ABMS20, Section 1.

    >>> from privlearn.concepts import thresholds
    >>> minimax_regret(thresholds(1), 4)
    Fraction(3, 4)
    """
    return minimax_regrets(concepts, rounds)[-1]


def minimax_regrets(concepts: ConceptClass, rounds: int) -> tuple[Fraction, ...]:
    """Return R(0), R(1), ..., R(T): all of them come from one pass.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [str(regret) for regret in minimax_regrets(point_functions(2), 2)]
    ['0', '1/2', '1/2']
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty: there has to be a best concept")
    total, n = as_integer(rounds, "rounds", least=0), concepts.size
    width = 2 * total + 1
    if width**n > LARGEST_GRID:
        raise TooLargeToEnumerate("the states of the regret game", f"{width}^{n}", LARGEST_GRID)
    kind = np.int64 if total <= EXACT_IN_WORDS else object
    steps = np.indices((width,) * n).astype(kind) - total
    rows = concepts.matrix.astype(kind)
    values = np.max([np.tensordot(row, steps, axes=1) for row in rows], axis=0) * (1 << total)
    found = [values]
    for _ in range(total):
        values = np.max([_averaged(values, x, n) for x in range(n)], axis=0)
        found.append(values)
    return tuple(Fraction(int(table[tuple(size // 2 for size in table.shape)]), 1 << total) for table in found)


def _averaged(values: np.ndarray, point: int, points: int) -> np.ndarray:
    """Return the value of a round at ``point``, for all states that are one step further inside.

    A concept gains at most one where s grows by one, so the two continuations differ by 0 to 2 (in units of 2^T) and
    the learner can always balance them.
    """
    def shifted(by: int) -> np.ndarray:
        cut = [slice(1, -1)] * points
        cut[point] = slice(1 + by, values.shape[point] - 1 + by)
        return values[tuple(cut)]

    return (shifted(-1) + shifted(1)) // 2


@formula("at most", corners={"d": (0, 1, 3), "T": (0, 1, 2, 8)}, tex={"ln(upto(T, d))": r"\ln \binom{T}{\le d}"},
         loose={"2": "on all that was tried 2.7 would do: the regret of a cube of T points is T/2"})
def regret_upper_bound(d: int, T: int) -> Value:
    """Return ``(T/2) ln C(T, <=d)``, which bounds the *square* of R(T) for a class of Littlestone dimension d.

    Parameters
    ----------
    d : int
        Littlestone's dimension.
    T : int
        The number of rounds.

    Examples
    --------
    >>> regret_upper_bound(0, 7)
    0
    """
    return T / 2 * ln(upto(T, d))


@lru_cache(maxsize=LARGEST_TABLE)
def randomised_mistakes_of_all_classes(points: int) -> np.ndarray:
    """Return ``2^n`` times the randomised mistake bound of every class on n points, int64, read-only; entry 0 is 0.

    A class is the integer with bit f for its function f, as in :mod:`~privlearn.dimensions.sweeps.four_points`.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Notes
    -----
    ``V(c) = max over points that divide c of (1 + V_0 + V_1) / 2 if |V_0 - V_1| <= 1, else max(V_0, V_1)``.  Every
    point divides at most once, so n rounds are enough.  Source: ABMS20, footnote 1.

    >>> randomised_mistakes_of_all_classes(1).tolist()  # in halves: both functions on one point cost one half
    [0, 0, 0, 1]
    """
    n = as_integer(points, "points", least=1)
    if n > LARGEST_TABLE:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << 16)
    classes, one = np.arange(1 << (1 << n)), 1 << n
    ones = [sum(1 << f for f in range(1 << n) if f >> x & 1) for x in range(n)]
    halves = [(classes & ~mask, classes & mask) for mask in ones]
    values = np.zeros(len(classes), dtype=np.int64)
    for _ in range(n):
        rounds = []
        for zeros, with_one in halves:
            a, b = values[zeros], values[with_one]
            better = np.where(np.abs(a - b) <= one, (one + a + b) // 2, np.maximum(a, b))
            rounds.append(np.where((zeros > 0) & (with_one > 0), better, 0))
        values = np.max(rounds, axis=0)
    values.setflags(write=False)
    return values
