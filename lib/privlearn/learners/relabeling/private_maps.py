"""How likely a private map can make an event: the maximum over all private maps of a tiny sample.

Definitions
-----------
The sample consists of ``rows`` independent points of a small domain.  A map answers something at random, with
probabilities on samples that differ in one row a factor ``e^epsilon`` apart at most.  For an event that depends on
sample and answer, :func:`largest_chance` encloses the maximum of its probability over all such maps by a linear program
whose bounds are verified in rationals.  Maps may be taken to depend on the multiset of the rows only (average over
the orders), and of two answers one of which makes the event true wherever the other does, only that one is needed.

>>> largest_chance([Fraction(1, 2)] * 2, 1, None, (0, 1), lambda answer, rows: answer in rows).lower
Fraction(1, 1)
>>> largest_chance([Fraction(1, 2)] * 2, 1, 2, (0, 1), lambda answer, rows: answer in rows).lower
Fraction(2, 3)

Source: ABMS20, Lemma 5.5, whose quantifier runs over all private learners.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any

from privlearn.exact import Bracket, MinimaxProgram, as_distribution, as_exp_epsilon, as_integer, solve
from privlearn.exact.rationals import Number
from privlearn.mechanisms import multiset_databases, replace_one_unordered

Points = tuple[int, ...]


def multiset_chances(distribution: Sequence[Number], rows: int) -> dict[Points, Fraction]:
    """Return the probability of every multiset of ``rows`` independent points.

    Examples
    --------
    >>> multiset_chances([Fraction(1, 3), Fraction(2, 3)], 2)[0, 1]
    Fraction(4, 9)
    """
    weights = as_distribution(distribution, len(distribution))
    n = as_integer(rows, "rows", least=1)
    points = range(len(weights))
    return {word: factorial(n) // prod(factorial(word.count(x)) for x in points)
            * prod((weights[x] for x in word), start=Fraction(1)) for word in multiset_databases(points, n)}


def undominated(vectors: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the distinct vectors that no other is above of, in increasing order.

    Examples
    --------
    >>> undominated([(1, 0), (0, 0), (0, 1), (1, 0)])
    [(0, 1), (1, 0)]
    """
    distinct = sorted(set(vectors))
    return [v for v in distinct if not any(v != w and all(a <= b for a, b in zip(v, w, strict=True)) for w in distinct)]


def largest_chance(distribution: Sequence[Number], rows: int, exp_epsilon: Number | None, answers: Iterable[Any],
                   happens: Callable[[Any, Points], bool]) -> Bracket:
    """Return certified bounds on the largest probability of the event over all private maps.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
        Of one row, on the points ``0..len - 1``.
    rows : int, at least 1
    exp_epsilon : number of at least 1, or None
        ``None``: no privacy is asked for, neighbours replace one row otherwise.
    answers : iterable
        The range of the maps; at least one.
    happens : callable
        ``(answer, increasing tuple of points) -> bool``.

    References
    ----------
    ABMS20, Lemma 5.5.
    """
    chances = multiset_chances(distribution, rows)
    databases = list(chances)
    vectors = undominated(tuple(int(happens(answer, word)) for word in databases) for answer in answers)
    if not vectors:
        raise ValueError("answers must not be empty: a map has to answer something")
    width = len(vectors)
    place = {word: width * i for i, word in enumerate(databases)}
    task = {place[word] + t: chances[word] for i, word in enumerate(databases) for t, vector in enumerate(vectors)
            if not vector[i]}
    asked: tuple[tuple[int, int, Fraction], ...] = ()
    if exp_epsilon is not None:
        ratio = as_exp_epsilon(exp_epsilon)
        asked = tuple((place[a] + t, place[b] + t, ratio) for a, b in replace_one_unordered(databases)
                      for t in range(width))
    found = solve(MinimaxProgram((width,) * len(databases), (task,), asked))
    return Bracket(1 - found.upper, 1 - found.lower)
