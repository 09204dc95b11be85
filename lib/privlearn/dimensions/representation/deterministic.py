"""Deterministic representations: the fewest hypotheses that are good for every concept and every distribution.

Definitions
-----------
H *epsilon-represents* C if for every f in C and every distribution D some h in H has ``Pr_D[h != f] <= epsilon``;
``DRDim_epsilon(C)`` is the logarithm of the least size of such an H (FX15, Definition 2.3).  Mixtures of H prove the
upper bound (minimax, see :mod:`~privlearn.dimensions.representation.games`), adversaries
(:mod:`~privlearn.dimensions.representation.adversaries`) the lower one.

Whether k functions can answer finitely many adversaries is an integer program (is there a 0/1 table with k rows?),
decided by an exhaustive search that fills the table point by point: a table on the points so far is given up when an
adversary on these points goes unanswered.  Rows that agree so far are interchangeable, which is all the symmetry that
is needed.

>>> from privlearn.concepts import points
>>> smallest_representation(points(2), Fraction(1, 4)).size
4
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from math import lcm

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.adversaries import Adversary, SmallestRepresentation
from privlearn.dimensions.representation.error_sets import Distribution, as_error_bound
from privlearn.dimensions.representation.essential import essential_points, extended, spread
from privlearn.dimensions.representation.games import representation_game
from privlearn.exact import TooLargeToEnumerate
from privlearn.exact.rationals import Number

MOST_POINTS = 10  # essential points
Table = tuple[int, ...]  # row h: bit x is its value at point x, for the points filled so far; rows in increasing order


class _Adversaries:
    """The adversaries met so far, filed under their last point, each with the rows that answer it as a bit set."""

    def __init__(self, points: int, alpha: Fraction) -> None:
        self.points, self.alpha = points, alpha
        self.listed: list[Adversary] = []
        self.answers: list[list[int]] = [[] for _ in range(points)]

    def add(self, concept: Concept, law: Distribution) -> None:
        """File an adversary; the newest is asked first."""
        last = max(x for x, q in enumerate(law) if q)
        unit = lcm(*(q.denominator for q in law))
        weights, limit = [int(q * unit) for q in law], self.alpha * unit // 1
        totals = [0]  # error of each row on the points 0..last, rows in the order of their masks
        for x in range(last + 1):
            totals = [t + weights[x] * concept[x] for t in totals] + [t + weights[x] * (1 - concept[x]) for t in totals]
        self.answers[last].insert(0, sum(1 << row for row, total in enumerate(totals) if total <= limit))
        self.listed.append((concept, law))

    def leave_unanswered(self, table: Table, last: int) -> bool:
        """Tell whether some adversary whose last point is ``last`` has no answer among the rows."""
        rows = 0
        for row in table:
            rows |= 1 << row
        filed = self.answers[last]
        for place, answer in enumerate(filed):
            if not rows & answer:
                filed.insert(0, filed.pop(place))  # the next table is much like this one: ask the same first
                return True
        return False


def smallest_representation(concepts: ConceptClass, alpha: Number) -> SmallestRepresentation:
    """Return a smallest class that alpha-represents ``concepts``, with mixtures and adversaries that prove it.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 10 essential points (those that are no copy or negation of others).
    alpha : number
        At least 0 and below 1.

    Raises
    ------
    TooLargeToEnumerate
        For more than 10 essential points.

    Notes
    -----
    Size by size: tables are filled point by point against the adversaries at hand; a table filled to the end is judged
    by its games, whose optimal distributions are new adversaries if it fails.  The result is verified by
    :func:`~privlearn.dimensions.representation.adversaries.is_smallest_representation`, separate code.  Cost: less
    than a second at alpha < 1/3 for 8 or 9 points, up to about ten seconds at larger alpha.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> [smallest_representation(thresholds(3), Fraction(a, b)).size for a, b in ((1, 4), (1, 3), (2, 5), (1, 2))]
    [8, 6, 5, 2]
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    return _smallest(tuple(concepts.rows()), as_error_bound(alpha))


@lru_cache(maxsize=256)
def _smallest(concept_rows: tuple[Concept, ...], e: Fraction) -> SmallestRepresentation:
    concepts = ConceptClass.from_matrix(concept_rows)  # equal classes may list their concepts, and mixtures, otherwise
    chosen, rule = essential_points(concepts)
    if len(chosen) > MOST_POINTS:
        raise TooLargeToEnumerate("the set of essential points", len(chosen), MOST_POINTS)
    if not chosen:
        law = (Fraction(1), *[Fraction(0)] * (concepts.size - 1))
        return _with_certificate(concepts, [concept_rows[0]], [(concept_rows[0], law)], 0)
    small = concepts.restrict(chosen)
    known = _Adversaries(small.size, e)
    for adversary in first_adversaries(small, e):
        known.add(*adversary)
    tables = 0
    for size in range(1, len(small) + 1):
        rows, visited = _fill(small, size, known) if size < len(small) else (small.rows(), 0)
        if rows is not None:
            lifted = [(extended(f, rule), spread(law, chosen, concepts.size)) for f, law in known.listed]
            return _with_certificate(concepts, [extended(h, rule) for h in rows], lifted, tables)
        tables = visited
    raise AssertionError("a class represents itself")


def first_adversaries(concepts: ConceptClass, alpha: Fraction) -> Iterator[Adversary]:
    """Yield (f, D) for D uniform on one, two or three points, as long as one error is already too much.

    Concepts that agree on these points make the same adversary, which is yielded once.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> [(f, [str(q) for q in law]) for f, law in first_adversaries(thresholds(1), Fraction(1, 2))]
    [((1, 1), ['1', '0']), ((0, 1), ['1', '0']), ((0, 1), ['0', '1'])]
    """
    for size in (1, 2, 3):
        if size * alpha < 1:
            for subset in combinations(range(concepts.size), size):
                law = tuple(Fraction(int(x in subset), size) for x in range(concepts.size))
                yield from ((f, law) for f in {tuple(f[x] for x in subset): f for f in concepts.rows()}.values())


def _fill(concepts: ConceptClass, size: int, known: _Adversaries) -> tuple[list[Concept] | None, int]:
    """Return rows that represent the class (``None`` if there are none), and the number of partial tables visited."""
    n, visited = concepts.size, 0

    def extend(table: Table, filled: int) -> list[Concept] | None:
        nonlocal visited
        visited += 1
        if filled == n:
            rows = [tuple(row >> x & 1 for x in range(n)) for row in table]
            return rows if _represents(rows, concepts, known) else None
        for longer in longer_tables(table, filled):
            if not known.leave_unanswered(longer, filled):
                found = extend(longer, filled + 1)
                if found is not None:
                    return found
        return None

    return extend((0,) * size, 0), visited


def longer_tables(table: Table, point: int) -> Iterator[Table]:
    """Yield the ways to set the rows' values at one more point, once each up to exchanging equal rows.

    Examples
    --------
    >>> list(longer_tables((0, 0, 1), 1))
    [(0, 0, 1), (0, 0, 3), (0, 2, 1), (0, 2, 3), (2, 2, 1), (2, 2, 3)]
    """
    equal = [(row, table.count(row)) for row in sorted(set(table))]
    ways = ([(row,) * (count - ones) + (row | 1 << point,) * ones for ones in range(count + 1)] for row, count in equal)
    for parts in product(*ways):
        yield tuple(chain.from_iterable(parts))


def _represents(rows: list[Concept], concepts: ConceptClass, known: _Adversaries) -> bool:
    """Judge a full table by its games; what refutes it becomes an adversary."""
    hypotheses, good = ConceptClass.from_matrix(rows), True
    for f in concepts.rows():
        game = representation_game(hypotheses, f)
        if game.value > known.alpha:
            known.add(f, game.distribution)
            good = False
    return good


def _with_certificate(concepts: ConceptClass, rows: list[Concept], adversaries: list[Adversary],
                      tables: int) -> SmallestRepresentation:
    hypotheses = ConceptClass.from_matrix(rows)
    mixtures = tuple(representation_game(hypotheses, f).mixture for f in concepts.rows())
    return SmallestRepresentation(len(hypotheses), hypotheses, mixtures, tuple(adversaries), tables)
