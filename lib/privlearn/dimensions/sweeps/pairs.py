"""All pairs of classes on four points under all sixteen rules with two arguments.

Definitions
-----------
A *rule* for two functions is a truth table, the integer with bit ``2 a + b`` for its value at ``(a, b)``.  The class
``G(H1, H2)`` has the functions ``x -> G(h1(x), h2(x))``.  The *extremal table* of a rule and a dimension has, in row d1
and column d2, the largest dimension of ``G(H1, H2)`` over all classes on four points with dimensions d1 and d2.
Permuting the points changes no dimension, so one first class of each of 3,983 orbits meets all 65,535 second ones.

>>> combined_class(RULES["and"], 3, 2, 1)  # {0, 1} and {1} on one point: {0, 1}
3

Source: ABMS20, Section 2 (the composed class); the tables are results of this library.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from privlearn.dimensions.bounds import compiled_available
from privlearn.dimensions.sweeps.four_points import (littlestone_of_all_classes, threshold_of_all_classes,
                                                     vc_of_all_classes)
from privlearn.dimensions.sweeps.numbers import classes_up_to_renaming
from privlearn.exact import as_integer
from privlearn.keeping import kept
from privlearn.keeping.code import files_behind

POINTS = 4
FUNCTIONS = 1 << POINTS
CLASSES = 1 << FUNCTIONS
NAMES = ("littlestone", "vc", "threshold")
RULES = {"and": 0b1000, "or": 0b1110, "xor": 0b0110, "nand": 0b0111, "nor": 0b0001, "xnor": 0b1001,
         "and not": 0b0100, "or not": 0b1101}


@dataclass(frozen=True)
class PairSweep:
    """Extremal tables with a witness for every entry.

    Attributes
    ----------
    rules : tuple of int
    largest : array of int8, shape (rules, 3, 5, 5)
        Dimension of the composed class by rule, dimension (in the order of ``NAMES``), d1 and d2.
    witnesses : array of int64, shape (rules, 3, 5, 5, 2)
        The numbers of two classes on four points that reach it.
    pairs : int
        How many pairs of classes the tables are about, for each rule.
    """

    rules: tuple[int, ...]
    largest: np.ndarray
    witnesses: np.ndarray
    pairs: int

    def entry(self, rule: int, dimension: str, first: int, second: int) -> tuple[int, tuple[int, int]]:
        """Return the largest dimension and its witness."""
        place = self.rules.index(rule), NAMES.index(dimension), first, second
        one, two = self.witnesses[place].tolist()
        return int(self.largest[place]), (one, two)


def apply_rule(rule: int, first: int, second: int, points: int) -> int:
    """Return the number of the function ``x -> G(f(x), g(x))``.

    Examples
    --------
    >>> apply_rule(RULES["xor"], 0b0011, 0b0101, 4)
    6
    """
    return sum((rule >> (2 * (first >> x & 1) + (second >> x & 1)) & 1) << x for x in range(points))


def combined_class(rule: int, first: int, second: int, points: int) -> int:
    """Return the number of ``G(H1, H2)`` from the numbers of ``H1`` and ``H2``.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> combined_class(RULES["or"], 0b10, 0b11, 1)  # {1} and {0, 1} on one point: {1}
    2
    """
    n = as_integer(points, "points", least=1)
    table = as_integer(rule, "rule", least=0)
    if table >> 4:
        raise ValueError(f"rule must be below 16, got {table}")
    for name, number in (("first", first), ("second", second)):
        if as_integer(number, name, least=0) >> (1 << n):
            raise ValueError(f"{name} must be below 2^(2^points) = 2^{1 << n}, got {number}")
    members = [[f for f in range(1 << n) if number >> f & 1] for number in (first, second)]
    return sum(1 << f for f in {apply_rule(table, f, g, n) for f in members[0] for g in members[1]})


def sweep_pairs(rules: Iterable[int] = range(16), first: Sequence[int] | None = None, *, jobs: int = 1,
                compiled: bool | None = None) -> PairSweep:
    """Go through all pairs of non-empty classes on four points and return the extremal tables.

    Parameters
    ----------
    rules : iterable of int
        Truth tables; default: all sixteen.
    first : sequence of int, optional
        The first classes; default: the least one of every orbit, which is enough for all.
    jobs : int
        Parts that run at the same time, through joblib (threads).  Which of several pairs is kept as the witness of a
        largest entry depends on their number; the entries do not.
    compiled : bool, optional
        Whether to use the compiled loop; default: if numba is there. The other way gives the same tables.

    Notes
    -----
    Cost: 261,025,905 pairs for each rule, under a second compiled, some ten seconds without; memory below 100 MB.

    Examples
    --------
    >>> sweep = sweep_pairs([RULES["and"]], [0b1010, 0b110])
    >>> sweep.pairs, sweep.largest[0, 0, 1].tolist()
    (131070, [1, 2, 2, 2, 2])
    """
    import joblib

    chosen = tuple(as_integer(rule, "rule", least=0) for rule in rules)
    start = classes_up_to_renaming(POINTS)[0][1:].tolist() if first is None else list(first)
    parts = max(1, min(4 * as_integer(jobs, "jobs", least=1), len(start)))
    use = compiled_available() if compiled is None else compiled
    done = joblib.Parallel(n_jobs=jobs, prefer="threads")(
        joblib.delayed(_part)(chosen, start[k::parts], use) for k in range(parts))
    largest, witnesses = done[0]
    for more, pairs in done[1:]:
        better = more > largest
        largest = np.where(better, more, largest)
        witnesses = np.where(better[..., None], pairs, witnesses)
    return PairSweep(chosen, largest, witnesses, len(start) * (CLASSES - 1))


def kept_pair_sweep(jobs: int = 1) -> PairSweep:
    """Return the sweep of all sixteen rules, computed once and kept beside the book (:mod:`~privlearn.keeping`)."""
    def compute() -> dict[str, np.ndarray]:
        sweep = sweep_pairs(jobs=jobs)
        return {"rules": np.array(sweep.rules), "largest": sweep.largest, "witnesses": sweep.witnesses,
                "pairs": np.array(sweep.pairs)}

    found = kept("pair_sweep", compute, files_behind(__name__))
    return PairSweep(tuple(found["rules"].tolist()), found["largest"], found["witnesses"], int(found["pairs"]))


def _part(rules: tuple[int, ...], first: list[int], compiled: bool) -> tuple[np.ndarray, np.ndarray]:
    largest = np.full((len(rules), len(NAMES), 5, 5), -1, dtype=np.int8)
    witnesses = np.zeros((*largest.shape, 2), dtype=np.int64)
    dimensions = np.array([littlestone_of_all_classes(POINTS), vc_of_all_classes(POINTS),
                           threshold_of_all_classes(POINTS)])
    images = np.array([[[apply_rule(rule, f, g, POINTS) for f in range(FUNCTIONS)] for g in range(FUNCTIONS)]
                       for rule in rules])
    if compiled:
        from privlearn.dimensions.compiled.pairs import sweep

        sweep(np.array(first, dtype=np.int64), images, dimensions, largest, witnesses)
    else:
        _plain_sweep(first, images, dimensions, largest, witnesses)
    return largest, witnesses


def _plain_sweep(first: list[int], images: np.ndarray, dimensions: np.ndarray, largest: np.ndarray,
                 witnesses: np.ndarray) -> None:
    for rule, image in enumerate(images):
        for one in first:
            members = np.flatnonzero(one >> np.arange(FUNCTIONS) & 1)
            composed = np.zeros(1, dtype=np.int64)
            for g in range(FUNCTIONS):  # the second classes without and with function g
                composed = np.concatenate([composed, composed | np.bitwise_or.reduce(1 << image[g][members])])
            for d, table in enumerate(dimensions):
                values, row = table[composed], table[one]
                for column in range(5):
                    among = np.where(table == column, values, -2)
                    among[0] = -2
                    place = int(among.argmax())
                    if among[place] > largest[rule, d, row, column]:
                        largest[rule, d, row, column] = among[place]
                        witnesses[rule, d, row, column] = one, place
