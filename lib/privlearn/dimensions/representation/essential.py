"""Essential points: which points of a domain decide how well a class is represented, and back to all points.

Definitions
-----------
A point on which all concepts agree, or on which they are an earlier point's values or all their negations, costs
nothing: a hypothesis can copy.  The other points are *essential*.  Each point has a *rule*: the constant value there,
or a pair (place among the essential points, flip).

>>> chosen, rule = essential_points(ConceptClass.from_matrix([[0, 1, 1], [1, 0, 1]]))
>>> chosen, extended((1,), rule)
((0,), (1, 0, 1))
"""

from collections.abc import Iterable
from fractions import Fraction

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.error_sets import Distribution


def essential_points(concepts: ConceptClass) -> tuple[tuple[int, ...], tuple[tuple[int, int] | int, ...]]:
    """Return the essential points, and for every point how a hypothesis on these extends to it.

    Returns
    -------
    points : tuple of int
        The first point of every kind.
    rule : tuple
        For each point ``(place, flip)``: copy the value at the essential point ``points[place]`` and add ``flip``; or
        the constant value itself.

    Examples
    --------
    >>> essential_points(ConceptClass.from_matrix([[0, 1, 1], [1, 0, 1]]))
    ((0,), ((0, 0), (0, 1), 1))
    """
    columns = [tuple(int(bit) for bit in column) for column in concepts.matrix.T]
    kinds: list[tuple[int, ...]] = []
    chosen: list[int] = []
    rule: list[tuple[int, int] | int] = []
    for x, column in enumerate(columns):
        opposite = tuple(1 - bit for bit in column)
        if len(set(column)) == 1:
            rule.append(column[0])
        elif column in kinds or opposite in kinds:
            rule.append((kinds.index(column), 0) if column in kinds else (kinds.index(opposite), 1))
        else:
            rule.append((len(kinds), 0))
            kinds.append(column)
            chosen.append(x)
    return tuple(chosen), tuple(rule)


def extended(hypothesis: Concept, rule: Iterable[tuple[int, int] | int]) -> Concept:
    """Return the hypothesis on all points that copies one on the essential points (see :func:`essential_points`).

    Examples
    --------
    >>> extended((0, 1), ((0, 0), (0, 1), (1, 0), 1))  # a copy, its negation, another copy, a constant
    (0, 1, 1, 1)
    """
    return tuple(step if isinstance(step, int) else hypothesis[step[0]] ^ step[1] for step in rule)


def spread(law: Distribution, chosen: tuple[int, ...], points: int) -> Distribution:
    """Return a distribution on the chosen points as one on all points.

    Examples
    --------
    >>> [str(q) for q in spread((Fraction(1, 3), Fraction(2, 3)), (0, 2), 4)]
    ['1/3', '0', '2/3', '0']
    """
    place = dict(zip(chosen, law, strict=True))
    return tuple(place.get(x, Fraction(0)) for x in range(points))
