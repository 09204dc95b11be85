"""Why a hypothesis cannot be left out: the witnesses of alpha-minimality.

Definitions
-----------
``H`` is *alpha-minimal* for ``C`` if it alpha-represents ``C`` and no proper subset does (BBKN14, Definition 3.5).
Representing is monotone, so it is enough to delete one hypothesis at a time.  A *hard pair* of h is a concept with a
distribution under which every hypothesis but h has error above alpha: the pair that forces a learner to output h
(BBKN14, Theorem 3.6).  ``H`` is alpha-minimal exactly for ``low <= alpha < high``: ``low`` the value of ``H``,
``high`` the least value after a deletion.

>>> from privlearn.concepts import point_functions
>>> hard_pairs(point_functions(2), point_functions(2))[1].distribution
(Fraction(0, 1), Fraction(1, 1))
"""

from dataclasses import dataclass
from fractions import Fraction

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.games import RepresentationGame, representation_game


@dataclass(frozen=True)
class HardPair:
    """A concept and a distribution under which every hypothesis but one has error at least ``value``.

    Attributes
    ----------
    concept : tuple of bits
    distribution : tuple of Fraction
        Over the points.
    value : Fraction
        The largest error that the other hypotheses can be made to have, over all concepts and distributions.
    """

    concept: Concept
    distribution: tuple[Fraction, ...]
    value: Fraction


def hard_pairs(hypotheses: ConceptClass, concepts: ConceptClass) -> list[HardPair]:
    """Return, for each hypothesis h in order, the pair on which all others have the largest error.

    Raises
    ------
    ValueError
        If there are fewer than two hypotheses.

    Notes
    -----
    One exact game for each concept, and one more for each (h, concept) whose optimal mixture uses h: a mixture that
    does not use h stays optimal without it.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [pair.concept for pair in hard_pairs(point_functions(2), point_functions(2))]
    [(1, 0), (0, 1)]
    """
    return _hard_pairs(hypotheses, concepts, _games(hypotheses, concepts))


def _games(hypotheses: ConceptClass, concepts: ConceptClass) -> list[RepresentationGame]:
    return [representation_game(hypotheses, concept) for concept in concepts.rows()]


def _hard_pairs(hypotheses: ConceptClass, concepts: ConceptClass, full: list[RepresentationGame]) -> list[HardPair]:
    if len(hypotheses) < 2:
        raise ValueError(f"hypotheses must be at least two, got {len(hypotheses)}: deleting the only one leaves none")
    rows, pairs = concepts.rows(), []
    for h in range(len(hypotheses)):
        others = hypotheses.without(h)
        games = [representation_game(others, concept) if game.mixture[h] else game
                 for concept, game in zip(rows, full, strict=True)]
        worst = max(range(len(rows)), key=lambda k: games[k].value)
        pairs.append(HardPair(rows[worst], games[worst].distribution, games[worst].value))
    return pairs


def minimality_bounds(hypotheses: ConceptClass, concepts: ConceptClass) -> tuple[Fraction, Fraction]:
    """Return ``(low, high)``: alpha-minimal exactly for ``low <= alpha < high``.

    Raises ``ValueError`` if there are fewer than two hypotheses.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> minimality_bounds(point_functions(2), point_functions(2))
    (Fraction(0, 1), Fraction(1, 1))
    """
    if len(hypotheses) < 2:
        raise ValueError(f"hypotheses must be at least two, got {len(hypotheses)}: deleting the only one leaves none")
    full, rows, high = _games(hypotheses, concepts), concepts.rows(), Fraction(2)  # above any value
    for h in range(len(hypotheses)):
        others, worst = hypotheses.without(h), Fraction(0)
        for concept, game in zip(rows, full, strict=True):
            worst = max(worst, representation_game(others, concept).value if game.mixture[h] else game.value)
            if worst >= high:
                break  # deleting another hypothesis is no worse
        else:
            high = worst
    return max(game.value for game in full), high
