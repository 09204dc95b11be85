"""Linear programs over all private learners of points, small by symmetry.

Definitions
-----------
The points are ``0..T-1``, a hypothesis names a point, rows are ``(x, y)``.  Averaging a mechanism over the order of the
rows and over permutations of the points keeps its privacy ratio and its worst failure over a symmetric family of tasks;
so only symmetric mechanisms need to be considered, and the program has one variable for each *orbit* of pairs
(database, output): the total probability of the orbit's outputs.

*All databases.* A database is, up to symmetry, the multiset of its points' profiles (rows labelled 0, rows labelled 1);
point 0 may be kept apart (``marked``).  :func:`point_program` has all of them.

*Two-point family* (BBKN14, Lemma 3.9).  For a target ``i >= 1`` a sample has s rows ``(i, 1)`` and ``m - s`` rows
``(0, 0)``.  With ``a_s`` the probability of the target, ``b_s`` of each other target and ``o_s`` of point 0:
``a_s + (T - 2) b_s + o_s = 1``, ``a_0 = b_0``, ``a_s <= r^max(s,t) b_t`` and back, ``a_s <= r^|s-t| a_t``, likewise for
b and o.  :func:`two_point_program` has these alone.

>>> from privlearn.exact import solve
>>> solve(point_program(4, 1, 2, *packing_task(4, 1))).value  # success 2/5: the packing bound is exact
Fraction(3, 5)
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_integer, as_probability, binomial_probabilities
from privlearn.exact.rationals import Number
from privlearn.mechanisms.neighbours import Database, Pair, hamming_distance

Profile = tuple[int, int]  # rows labelled 0, rows labelled 1
Shape = tuple[Profile, ...]  # one profile for each point; beyond the marked points sorted, largest first
Task = Mapping[tuple[Shape, object], Fraction]

MARKED = "point 0"


def shape_of(profiles: Shape, marked: int) -> Shape:
    """Return the representative of the orbit: unmarked points sorted by their profiles, largest first.

    Examples
    --------
    >>> profiles = (0, 1), (0, 0), (2, 0)
    >>> shape_of(profiles, marked=0), shape_of(profiles, marked=1)
    (((2, 0), (0, 1), (0, 0)), ((0, 1), (2, 0), (0, 0)))
    """
    return (*profiles[:marked], *sorted(profiles[marked:], reverse=True))


def shapes(size: int, rows: int, marked: int = 0) -> list[Shape]:
    """Return one database for each orbit, as profiles.

    Examples
    --------
    >>> shapes(2, 1)
    [((0, 1), (0, 0)), ((1, 0), (0, 0))]
    """
    found = {((0, 0),) * as_integer(size, "size", least=1)}
    for _ in range(as_integer(rows, "rows", least=0)):
        found = {larger for shape in found for larger in _one_row_more(shape, marked)}
    return sorted(found)


def _one_row_more(profiles: Shape, marked: int) -> Iterator[Shape]:
    for x, label in product(range(len(profiles)), (0, 1)):
        yield shape_of(_changed(profiles, x, label, 1), marked)


def _changed(profiles: Shape, x: int, label: int, step: int) -> Shape:
    zeros, ones = profiles[x]
    new = (zeros + step, ones) if label == 0 else (zeros, ones + step)
    return (*profiles[:x], new, *profiles[x + 1 :])


def output_class(profiles: Shape, point: int, marked: int) -> object:
    """Return the orbit of an output under the symmetries that fix the database.

    Examples
    --------
    >>> output_class(((0, 1), (2, 0)), 1, marked=0), output_class(((0, 1), (2, 0)), 0, marked=1)
    ((2, 0), 'point 0')
    """
    return MARKED if point < marked else profiles[point]


def _classes(shape: Shape, marked: int) -> Counter[object]:
    return Counter(output_class(shape, x, marked) for x in range(len(shape)))


def point_program(size: int, rows: int, exp_epsilon: Number, task: Task, marked: int = 0) -> MinimaxProgram:
    """Return "least failure of any private learner of points on the task", over *all* labelled databases.

    Parameters
    ----------
    size, rows : int
        T and m.
    exp_epsilon : number of at least 1
    task : mapping (shape, output class) -> loss
        One task stands for all its images under the symmetries; losses weigh the class's total probability.
    marked : {0, 1}
        1 keeps point 0 apart.

    Notes
    -----
    Neighbours replace one row.  The optimum equals that of the program without symmetry.  Size: grows with the
    partitions of m, not with the number of databases.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(point_program(2, 1, 3, *packing_task(2, 1))).value
    Fraction(1, 4)
    """
    ratio, listed = as_exp_epsilon(exp_epsilon), shapes(size, rows, marked)
    counts = {shape: _classes(shape, marked) for shape in listed}
    place = {pair: k for k, pair in enumerate((shape, name) for shape in listed for name in counts[shape])}
    ratios: dict[tuple[int, int], Fraction] = {}
    for left in listed:
        for right in _replacements(left):
            canonical = shape_of(right, marked)
            for point in range(size):
                ours, theirs = output_class(left, point, marked), output_class(right, point, marked)
                i, j = place[left, ours], place[canonical, theirs]
                if (i, j) not in ratios:
                    ratios[i, j] = ratio * counts[left][ours] / counts[canonical][theirs]
    blocks = tuple(len(counts[shape]) for shape in listed)
    losses = {place[pair]: loss for pair, loss in task.items() if loss}
    bounds = sorted((i, j, bound) for (i, j), bound in ratios.items() if i != j or bound < 1)
    return MinimaxProgram(blocks, (losses,), tuple(bounds))


def _replacements(shape: Shape) -> Iterator[Shape]:
    for x, label in product(range(len(shape)), (0, 1)):
        if shape[x][label]:
            smaller = _changed(shape, x, label, -1)
            for z, new in product(range(len(shape)), (0, 1)):
                if (z, new) != (x, label):
                    yield _changed(smaller, z, new, 1)


def packing_task(size: int, rows: int) -> tuple[Task]:
    """Return the task of BBKN14, Theorem 3.6, for points: on m rows ``(h, 1)`` name h.

    Examples
    --------
    >>> packing_task(2, 1)
    ({(((0, 1), (0, 0)), (0, 0)): Fraction(1, 1)},)
    """
    shape: Shape = ((0, rows), *((0, 0),) * (size - 1))
    return ({(shape, (0, 0)): Fraction(1)},) if rows else ({(shape, (0, 0)): 1 - Fraction(1, size)},)


def two_point_task(size: int, rows: int, mass: Number) -> tuple[Task, int]:
    """Return the task of BBKN14, Lemma 3.9, and its number of marked points, for :func:`point_program`.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(point_program(3, 1, 2, *two_point_task(3, 1, Fraction(1, 2)))).value
    Fraction(5, 12)
    """
    losses: dict[tuple[Shape, object], Fraction] = {}
    for hits, weight in enumerate(binomial_probabilities(rows, mass)):
        shape = shape_of(((rows - hits, 0), (0, hits), *((0, 0),) * (size - 2)), 1)
        losses[shape, MARKED] = weight
        losses[shape, (0, 0)] = weight if hits else weight * (1 - Fraction(1, size - 1))
    return losses, 1


def two_point_databases(size: int, rows: int) -> dict[Database, tuple[int | None, int]]:
    """Return every database of the two-point family with its target (``None`` if no row shows it) and its hits.

    Examples
    --------
    >>> two_point_databases(3, 1)
    {((0, 0),): (None, 0), ((1, 1),): (1, 1), ((2, 1),): (2, 1)}
    """
    found: dict[Database, tuple[int | None, int]] = {}
    for target in range(1, as_integer(size, "size", least=3)):
        for shown in product((0, 1), repeat=as_integer(rows, "rows", least=0)):
            database = tuple((target, 1) if hit else (0, 0) for hit in shown)
            found[database] = (target if any(shown) else None, sum(shown))
    return found


def two_point_distances(size: int, rows: int) -> dict[Pair, int]:
    """Return the Hamming distance of every ordered pair of the family.

    Examples
    --------
    >>> two_point_distances(3, 2)[((1, 1), (0, 0)), ((2, 1), (2, 1))]
    2
    """
    listed = list(two_point_databases(size, rows))
    return {(left, right): hamming_distance(left, right) for left in listed for right in listed if left != right}


def two_point_losses(size: int, rows: int, mass: Number) -> list[dict[tuple[Database, int], Fraction]]:
    """Return the tasks without symmetry: for target i, the probability of naming another point.

    Examples
    --------
    >>> first, second = two_point_losses(3, 1, Fraction(1, 4))
    >>> first[((1, 1),), 2], first[((0, 0),), 0], (((2, 1),), 0) in first
    (Fraction(1, 4), Fraction(3, 4), False)
    """
    p = as_probability(mass, "mass")
    weight = [p**hits * (1 - p) ** (rows - hits) for hits in range(rows + 1)]
    return [{(database, output): weight[hits] for database, (shown, hits) in two_point_databases(size, rows).items()
             if shown in (None, target) for output in range(size) if output != target} for target in range(1, size)]


def two_point_program(size: int, rows: int, exp_epsilon: Number, mass: Number) -> MinimaxProgram:
    """Return the symmetric program of the two-point family.

    Variables: for ``s = 0`` the pair ``((T - 1) a_0, o_0)``, then for each s the triple ``(a_s, (T - 2) b_s, o_s)``.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(two_point_program(3, 1, 2, Fraction(1, 2))).value
    Fraction(5, 12)
    """
    t, m, ratio = as_integer(size, "size", least=3), as_integer(rows, "rows", least=0), as_exp_epsilon(exp_epsilon)
    a = [(0, Fraction(t - 1))] + [(3 * s - 1, Fraction(1)) for s in range(1, m + 1)]
    b = [(0, Fraction(t - 1))] + [(3 * s, Fraction(t - 2)) for s in range(1, m + 1)]
    o = [(1, Fraction(1))] + [(3 * s + 1, Fraction(1)) for s in range(1, m + 1)]
    rows_of_program = []
    for s, u in product(range(m + 1), repeat=2):
        same, other = ratio ** abs(s - u), ratio ** max(s, u)
        bounds = [(a[s], a[u], same), (b[s], b[u], same), (o[s], o[u], same), (a[s], b[u], other), (b[s], a[u], other)]
        rows_of_program += [(i, j, power * x / y) for (i, x), (j, y), power in bounds if i != j]
    weights = binomial_probabilities(m, mass)
    losses = {0: weights[0] * Fraction(t - 2, t - 1), 1: weights[0]}
    losses |= {3 * s + k: weights[s] for s in range(1, m + 1) for k in (0, 1)}
    return MinimaxProgram((2,) + (3,) * m, (losses,), tuple(dict.fromkeys(rows_of_program)))
