"""The best of all private algorithms for the interior point problem on a small domain, by a certified program.

Definitions
-----------
The points are ``0..size-1``, a database holds ``rows`` of them, and an answer fails if it lies outside
``[min, max]`` of the database.  The *least failure* is the least, over all (epsilon, delta)-private algorithms
(replacement neighbours), of the largest failure over all databases.

The program is small by three symmetries.  Averaging an algorithm over the orders of the rows keeps its privacy and its
worst failure, so databases may be multisets; so does averaging it with its mirror image under
``x -> size - 1 - x``, so one database of each mirror pair is enough; and an answer outside the domain never helps.

*Approximate privacy.*  ``Pr[M(left) in F] <= r Pr[M(right) in F] + delta`` for all F iff a part ``m <= M(left)`` of the
law, of mass at least ``1 - delta``, has ``m <= r M(right)`` outcome by outcome.  The parts are blocks of variables
``(m_0, ..., m_{size-1}, rest)`` with ``rest <= delta``, so this, too, is a
:class:`~privlearn.exact.minimax.MinimaxProgram`, and its enclosures are true of every algorithm.

>>> least_interior_failure(2, 1, 3).value  # randomised response: 1 / (1 + e^epsilon)
Fraction(1, 4)
>>> interior_packing_failure(2, 1, 3)
Fraction(1, 4)
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from privlearn.exact import (MinimaxProgram, TooLargeToEnumerate, as_exp_epsilon, as_fraction, as_integer,
                             as_probability, solve)
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.mechanisms.neighbours import Database, multiset_databases

LARGEST_PROGRAM = 40_000  # variables: beyond this a solution takes minutes

Pair = tuple[Database, Database]


def mirror(database: Database, size: int) -> Database:
    """Return the sorted mirror image of a sorted multiset under ``x -> size - 1 - x``.

    Examples
    --------
    >>> mirror((0, 0, 1), 3)
    (1, 2, 2)
    """
    return tuple(size - 1 - x for x in reversed(database))


def mirror_classes(size: int, rows: int) -> list[Database]:
    """Return one multiset of each mirror pair, the lexicographically smaller one.

    Examples
    --------
    >>> mirror_classes(2, 2)
    [(0, 0), (0, 1)]
    """
    k, n = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1)
    return [database for database in multiset_databases(range(k), n) if database <= mirror(database, k)]


def neighbour_pairs(size: int, rows: int) -> list[Pair]:
    """Return ordered pairs of multisets one replacement apart, one of each mirror pair of pairs.

    Where one of the two databases is its own mirror image both are kept: its law need not be its own mirror image.

    Examples
    --------
    >>> neighbour_pairs(2, 1)
    [((0,), (1,))]
    """
    found: dict[Pair, None] = {}
    for left in multiset_databases(range(as_integer(size, "size", least=1)), as_integer(rows, "rows", least=1)):
        for right in _replacements(left, size):
            image = mirror(left, size), mirror(right, size)
            if image not in found or left == image[0] or right == image[1]:
                found[left, right] = None
    return list(found)


def _replacements(database: Database, size: int) -> Iterator[Database]:
    for i in range(len(database)):
        if i and database[i] == database[i - 1]:
            continue
        rest = database[:i] + database[i + 1 :]
        yield from (tuple(sorted((*rest, x))) for x in range(size) if x != database[i])


def interior_point_program(size: int, rows: int, exp_epsilon: Number, delta: Number = 0,
                           pairs: Callable[[int, int], list[Pair]] = neighbour_pairs) -> MinimaxProgram:
    """Return "least worst failure of all (epsilon, delta)-private algorithms for the interior point problem".

    Parameters
    ----------
    size, rows : int
        Number of points and of rows, at least 1.
    exp_epsilon : number of at least 1
    delta : number in [0, 1)
    pairs : callable
        ``(size, rows) -> ordered pairs`` on which privacy is asked; default: all replacements.  A mirror image may be
        left out.

    Returns
    -------
    MinimaxProgram
        One block of ``size`` variables for each database of :func:`mirror_classes`, one task for each; for positive
        delta then a block of one variable (the constant 1) and a block of ``size + 1`` for each pair.

    Raises
    ------
    TooLargeToEnumerate
        Beyond 40,000 variables.

    Examples
    --------
    >>> interior_point_program(2, 1, 3).blocks, interior_point_program(2, 1, 3, Fraction(1, 9)).blocks
    ((2,), (2, 1, 3))
    """
    ratio, d = as_exp_epsilon(exp_epsilon), as_probability(delta, "delta")
    if d == 1:
        raise ValueError("delta must be below 1: with delta = 1 nothing is asked")
    listed = mirror_classes(size, rows)
    asked = pairs(size, rows) if size * len(listed) <= LARGEST_PROGRAM else []
    variables = size * len(listed) + (d > 0) * (1 + (size + 1) * len(asked))
    if variables > LARGEST_PROGRAM:
        raise TooLargeToEnumerate("the program", variables, LARGEST_PROGRAM)
    place = {database: k * size for k, database in enumerate(listed)}

    def columns(database: Database) -> list[int]:
        if database in place:
            return [place[database] + x for x in range(size)]
        return [place[mirror(database, size)] + size - 1 - x for x in range(size)]

    tasks = tuple({place[database] + x: Fraction(1) for x in range(size) if not database[0] <= x <= database[-1]}
                  for database in listed)
    aligned = [(columns(left), columns(right)) for left, right in asked]
    if not d:
        rows_asked = {(i, j, ratio) for left, right in aligned for i, j in zip(left, right, strict=True) if i != j}
        return MinimaxProgram((size,) * len(listed), tasks, tuple(sorted(rows_asked)))
    one = size * len(listed)
    ratios: list[tuple[int, int, Fraction]] = []
    for k, (left, right) in enumerate(aligned):
        part = one + 1 + k * (size + 1)
        ratios += [(part + x, left[x], Fraction(1)) for x in range(size)]
        ratios += [(part + x, right[x], ratio) for x in range(size)]
        ratios.append((part + size, one, d))
    return MinimaxProgram((size,) * len(listed) + (1,) + (size + 1,) * len(asked), tasks, tuple(ratios))


def least_interior_failure(size: int, rows: int, exp_epsilon: Number, delta: Number = 0,
                           pairs: Callable[[int, int], list[Pair]] = neighbour_pairs) -> Enclosure:
    """Return the certified least worst failure over all private algorithms; arguments of the program above.

    For delta 0 mostly the exact rational optimum, otherwise bounds about 1e-8 apart; either is true of every algorithm.
    It falls in ``exp_epsilon``, so a rational above ``e^epsilon`` gives a lower bound for epsilon.

    Examples
    --------
    >>> least_interior_failure(3, 2, 2).value
    Fraction(1, 3)
    """
    program = interior_point_program(size, rows, exp_epsilon, delta, pairs)
    d = as_fraction(delta)
    anchor = [Fraction(1, size)] * (size * len(mirror_classes(size, rows)))
    if d:
        anchor.append(Fraction(1))
        anchor += ([(1 - d / 2) / size] * size + [d / 2]) * ((program.size - len(anchor)) // (size + 1))
    return solve(program, anchor=tuple(anchor))


def interior_packing_failure(size: int, rows: int, exp_epsilon: Number) -> Fraction:
    """Return the packing bound ``(size - 1) / (size - 1 + e^{epsilon rows})`` on the failure for delta 0.

    The constant databases are at distance ``rows`` from each other, and each has its own only right answer.

    Examples
    --------
    >>> interior_packing_failure(3, 2, 2)  # 2 / (2 + 2^2)
    Fraction(1, 3)
    """
    k, n = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1)
    return (k - 1) / (k - 1 + as_exp_epsilon(exp_epsilon) ** n)


def approximate_packing_failure(size: int, rows: int, exp_epsilon: Number, delta: Number) -> Fraction:
    """Return the packing bound with delta, ``(size - 1)(1 - delta G) / (size - 1 + r^n)``, or 0 if that is negative.

    Here ``r = e^epsilon``, n = rows and ``G = 1 + r + ... + r^{n-1}``.  It follows from
    ``Pr[M(x^n) = x] <= r^n Pr[M(y^n) = x] + delta G``, summed over the points x and averaged over y.  For one row it is
    the least failure itself (randomised response over the points, delta moved to the right answer).

    Examples
    --------
    >>> approximate_packing_failure(3, 1, 2, Fraction(1, 10))
    Fraction(9, 20)
    """
    k, n, r = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1), as_exp_epsilon(exp_epsilon)
    spent = as_probability(delta, "delta") * sum((r**i for i in range(n)), Fraction(0))
    return max(Fraction(0), (k - 1) * (1 - spent) / (k - 1 + r**n))
