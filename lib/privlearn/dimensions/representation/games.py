"""How well one class represents another.

Definitions
-----------
``H`` *alpha-represents* ``C`` if for every concept ``c`` and every distribution ``D`` on the domain some ``h`` in
``H`` has ``error_D(c, h) <= alpha`` (BBKN14, Definition 3.1).  By the minimax theorem the least such alpha for one
concept is the value of the zero-sum game ``max_D min_h error_D(c, h) = min_p max_x Pr_{h ~ p}[h(x) != c(x)]``: a
mixture ``p`` proves the upper bound, a distribution ``D`` the lower one, and together they settle "for every
distribution" exactly.  ``H`` is *alpha-minimal* if it alpha-represents ``C`` and no proper subset does (Definition
3.5).

>>> from privlearn.concepts import points, projective_plane_lines
>>> representation_alpha(points(2), points(2))
Fraction(0, 1)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from privlearn.concepts import Concept, ConceptClass, point_functions, projective_plane_lines
from privlearn.exact import MinimaxProgram, as_fraction, as_integer, solve
from privlearn.exact.rationals import Number


@dataclass(frozen=True)
class RepresentationGame:
    """The solved game of one concept against a hypothesis class.

    Attributes
    ----------
    value : Fraction
        The least alpha.
    mixture : tuple of Fraction
        Probabilities of the hypotheses; every point is misclassified with probability at most ``value``.
    distribution : tuple of Fraction
        Probabilities of the points; every hypothesis has error at least ``value``.
    """

    value: Fraction
    mixture: tuple[Fraction, ...]
    distribution: tuple[Fraction, ...]


def representation_game(hypotheses: ConceptClass, concept: Concept) -> RepresentationGame:
    """Solve the game of one concept exactly.

    Raises
    ------
    ValueError
        If ``hypotheses`` is empty or the concept has another number of points.

    Examples
    --------
    >>> constants = ConceptClass.from_matrix([[0, 0], [1, 1]])
    >>> representation_game(constants, (0, 1)).value  # a fair coin between the two errs half the time at each point
    Fraction(1, 2)
    """
    if len(hypotheses) == 0:
        raise ValueError("hypotheses must not be empty: nothing represents a concept")
    if len(concept) != hypotheses.size or any(bit not in (0, 1) for bit in concept):
        raise ValueError(f"concept must be a tuple of {hypotheses.size} bits, got {concept!r}")
    rows, one = hypotheses.rows(), Fraction(1)
    tasks = tuple({h: one for h, row in enumerate(rows) if row[x] != bit} for x, bit in enumerate(concept))
    solved = solve(MinimaxProgram(blocks=(len(rows),), tasks=tasks))
    return RepresentationGame(solved.value, solved.point, solved.task_weights)


def is_representation_game(game: RepresentationGame, hypotheses: ConceptClass, concept: Concept) -> bool:
    """Verify a solved game from the definition: both sides guarantee the value.

    Examples
    --------
    >>> two, game = point_functions(2), representation_game(point_functions(2), (1, 1))
    >>> is_representation_game(game, two, (1, 1)), is_representation_game(game, two, (0, 1))
    (True, False)
    """
    mixture, distribution, rows = game.mixture, game.distribution, hypotheses.rows()
    for law, size in ((mixture, len(rows)), (distribution, len(concept))):
        if len(law) != size or min(law) < 0 or sum(law) != 1:
            return False
    misses = [[int(row[x] != concept[x]) for x in range(len(concept))] for row in rows]
    at_points = [sum(p * miss[x] for p, miss in zip(mixture, misses, strict=True)) for x in range(len(concept))]
    errors = [sum(q * m for q, m in zip(distribution, miss, strict=True)) for miss in misses]
    return max(at_points) <= game.value <= min(errors)


def representation_alpha(hypotheses: ConceptClass, concepts: ConceptClass) -> Fraction:
    """Return the least alpha with which ``hypotheses`` alpha-represents ``concepts``: the largest game value.

    Raises ``ValueError`` if ``concepts`` is empty.  Cost: an exact game for every concept that is no hypothesis.

    Examples
    --------
    >>> constants = ConceptClass.from_matrix([[0, 0], [1, 1]])
    >>> representation_alpha(constants, constants), representation_alpha(constants, point_functions(2))
    (Fraction(0, 1), Fraction(1, 2))
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    known = set(hypotheses.rows())
    return max(Fraction(0) if concept in known else representation_game(hypotheses, concept).value
               for concept in concepts.rows())


def minimality_interval(hypotheses: ConceptClass, concepts: ConceptClass,
                        deletions: Iterable[int] | None = None) -> tuple[Fraction, Fraction]:
    """Return ``(low, high)``: the class is alpha-minimal exactly for ``low <= alpha < high``.

    ``high`` is the least value after deleting one hypothesis; representing is monotone, so single deletions suffice.
    ``deletions`` names those to try, by default all; one of each kind suffices where symmetries move the others to it.
    A class of one hypothesis is minimal for all ``alpha >= low`` (``high = 2``, above any error).

    Examples
    --------
    >>> minimality_interval(point_functions(2), point_functions(2))
    (Fraction(0, 1), Fraction(1, 1))
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    last = len(hypotheses) - 1
    named = range(last + 1) if deletions is None else deletions
    tried = [as_integer(h, "deletions", least=0, most=last) for h in named]
    if not tried:
        raise ValueError("deletions must name a hypothesis, got none")
    games = [(concept, representation_game(hypotheses, concept)) for concept in concepts.rows()]
    low = max(game.value for _, game in games)
    if len(hypotheses) == 1:
        return low, Fraction(2)

    def alpha_without(h: int) -> Fraction:
        # A mixture that does without h stays, and a smaller class does no better: the value is the same.
        value = max((game.value for _, game in games if not game.mixture[h]), default=Fraction(0))
        needing = [concept for concept, game in games if game.mixture[h]]
        rest = hypotheses.without(h)
        return max([value, *(representation_game(rest, concept).value for concept in needing)])

    return low, min(map(alpha_without, tried))


def is_alpha_minimal(hypotheses: ConceptClass, concepts: ConceptClass, alpha: Number) -> bool:
    """Decide whether ``hypotheses`` is alpha-minimal for ``concepts`` (BBKN14, Definition 3.5).

    Cost: that of :func:`minimality_interval`; call that one for many alpha.

    Examples
    --------
    >>> [is_alpha_minimal(point_functions(2), point_functions(2), alpha) for alpha in (0, Fraction(1, 2), 1)]
    [True, True, False]
    """
    low, high = minimality_interval(hypotheses, concepts)
    return low <= as_fraction(alpha, "alpha") < high


def plane_interval(order: int) -> tuple[Fraction, Fraction]:
    """Return ``(low, high)``: the lines of a projective plane are alpha-minimal for its points for low <= alpha < high.

    Parameters
    ----------
    order : int
        A prime power.

    Notes
    -----
    For orders up to 3 every line is deleted in turn; beyond, one line stands for all (the plane has a symmetry that
    takes any line to any other).  Cost: two games for each of the ``order^2 + order + 1`` points.
    Source: BBKN14, Section 1.

    Examples
    --------
    >>> plane_interval(2)
    (Fraction(1, 3), Fraction(1, 2))
    """
    lines = projective_plane_lines(order)
    return minimality_interval(lines, point_functions(lines.size), None if order <= 3 else [0])
