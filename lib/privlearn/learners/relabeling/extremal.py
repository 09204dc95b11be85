"""Classes on which the bounds for relabelling are approached, and the earlier transformation without a split.

Definitions
-----------
All classes here have a special pattern ``s`` and N ordinary patterns ``o_1, ..., o_N`` on the points that occur in
both of two neighbouring inputs.  At the point 0, which only the first input has, ``s`` takes both values and every
``o_i`` one; at the point 1, which only the second one has, it is the other way round.  So ``s`` has two chances of
N + 2 in the first input, and one of 2N + 1 in the second.  With ``a = e^{-epsilon/2}`` the ratio of the two
probabilities of ``s`` has the closed forms of :func:`error_ratio`, :func:`general_ratio` and :func:`hidden_ratio`.

>>> [error_ratio(N, Fraction(2)) for N in (1, 3)], general_ratio(3, Fraction(2)), hidden_ratio(3)
([Fraction(3, 1), Fraction(5, 1)], Fraction(52, 7), Fraction(14, 5))

Source: ABMS20, Lemma 5.3 and Section 2.1.3.
"""

from fractions import Fraction
from typing import Any

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law
from privlearn.learners.relabeling.relabel import Score, occurring_points, patterns, relabel_law
from privlearn.mechanisms import from_scores
from privlearn.mechanisms.neighbours import Database

Real = Fraction | Bracket
Input = tuple[Database, Database]


def error_ratio(ordinary: int, root: Any) -> Any:
    """Return ``w_{1,s} / w_{2,s}`` of :func:`error_family`: ``(1+a)(a+N(1+a)) / (a(1+a+Na))`` with ``a = 1/root``.

    Parameters
    ----------
    ordinary : int
        N, at least 0.
    root : Fraction or Bracket
        ``e^{epsilon/2}``; the result is of the same kind.  Below ``(1 + root)^2``, its limit.
    """
    n = as_integer(ordinary, "ordinary", least=0)
    return (root + 1) * (1 + n * (root + 1)) / (root + 1 + n)  # numerator and denominator times root^2


def general_ratio(ordinary: int, root: Any) -> Any:
    """Return the ratio of :func:`general_family`: ``2/(2+Na)`` over ``a/(a+2N)``; below ``4 root^2``, its limit."""
    n = as_integer(ordinary, "ordinary", least=0)
    return root * 2 * (1 + root * (2 * n)) / (root * 2 + n)


def hidden_ratio(ordinary: int) -> Fraction:
    """Return the ratio ``2(1+2N)/(2+N)`` if the replaced row is in T and the score sees nothing; below 4, its limit."""
    n = as_integer(ordinary, "ordinary", least=0)
    return Fraction(2 * (1 + 2 * n), 2 + n)


def _told_apart(ordinary: int, marked: bool) -> tuple[ConceptClass, tuple[int, ...]]:
    n = as_integer(ordinary, "ordinary", least=1)
    bits = n.bit_length()

    def tail(number: int) -> Concept:
        word = tuple(number >> j & 1 for j in range(bits))
        return ((int(number == n),) if marked else ()) + word  # s has the number N, o_i the number i - 1

    rows = [(0, 1, *tail(n)), (1, 1, *tail(n)), *((1, b, *tail(i)) for i in range(n) for b in (0, 1))]
    return ConceptClass.from_matrix(rows), tuple(range(2, len(rows[0])))


def error_family(ordinary: int) -> tuple[ConceptClass, Input, Input]:
    """Return the class and the neighbouring inputs on which the number of errors has the ratio :func:`error_ratio`.

    ``D`` is the row (0, 0) or the row (1, 0); T holds the points 2, 3, ... that tell the patterns apart.

    Examples
    --------
    >>> concepts, first, second = error_family(1)
    >>> concepts.matrix.tolist(), first, second
    ([[0, 1, 1], [1, 1, 1], [1, 0, 0], [1, 1, 0]], (((0, 0),), ((2, 0),)), (((1, 0),), ((2, 0),)))
    """
    concepts, points = _told_apart(ordinary, marked=False)
    rest = tuple((x, 0) for x in points)
    return concepts, (((0, 0),), rest), (((1, 0),), rest)


def marker_score(data: Database, concept: Concept) -> int:
    """Return ``[h(2) = 0]`` if D has the points 2 and 0 but not 1, ``[h(2) = 1]`` if 2 and 1 but not 0, 0 otherwise.

    All values are 0 or 1, so the matched sensitivity is at most 1.
    """
    found = set(occurring_points(data))
    if 2 not in found or (0 in found) == (1 in found):
        return 0
    return 1 - concept[2] if 0 in found else int(concept[2])


def general_family(ordinary: int) -> tuple[ConceptClass, Input, Input]:
    """Return the class and the neighbours on which :func:`marker_score` has the ratio :func:`general_ratio`."""
    concepts, points = _told_apart(ordinary, marked=True)
    rest = tuple((x, 0) for x in points[1:])
    return concepts, (((2, 0), (0, 0)), rest), (((2, 0), (1, 0)), rest)


def hidden_family(ordinary: int) -> tuple[ConceptClass, Input, Input]:
    """Return the same class with an empty D and the replaced row in T: the ratio is :func:`hidden_ratio`."""
    concepts, points = _told_apart(ordinary, marked=False)
    rest = tuple((x, 0) for x in points)
    return concepts, ((), ((0, 0), *rest)), ((), ((1, 0), *rest))


# ---- the earlier transformation: no split, no subsample ----


def relabel_all_then_learn(concepts: ConceptClass, score: Score, learner: Any, data: Database,
                           exp_epsilon: Number) -> Law:
    """Return the law of the earlier transformation: relabel the whole sample, then run the learner on it.

    (ABMS20, Section 2.1.3; a transformation of Beimel, Nissim and Stemmer.)
    """
    return relabel_law(concepts, score, data, (), exp_epsilon).then(lambda pair: learner(pair[0]))


def pattern_learner(concepts: ConceptClass, points: tuple[int, ...], exp_epsilon: Number) -> Any:
    """Return the exponential mechanism over the patterns on ``points``, by disagreements with the rows there."""
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    candidates = list(patterns(concepts, points))

    def law(data: Database) -> Law:
        seen = [(points.index(x), y) for x, y in data if x in points]
        return from_scores({h: -sum(h[k] != y for k, y in seen) for h in candidates}, root)

    return law


def saturated_instance(points: int, repeats: int) -> tuple[ConceptClass, tuple[int, ...], Database, Database]:
    """Return the class, the points K and two neighbours on which a small epsilon of the learner does not help.

    K holds ``points`` points 2, 3, ..., each present with ``repeats`` labels 0 and as many labels 1, so that all
    patterns on K have the same number of errors there; one more row is (0, 0) or (1, 0).  All ``2^points`` patterns
    are in the class; the all-ones pattern is the special one.
    """
    k, r = as_integer(points, "points", least=1), as_integer(repeats, "repeats", least=1)
    concepts, common = _told_apart((1 << k) - 1, marked=False)
    body = tuple((x, y) for x in common for y in (0, 1) for _ in range(r))
    return concepts, common, (*body, (0, 0)), (*body, (1, 0))


def saturated_ratios(points: int, root: Real, miss: Real) -> dict[int, Any]:
    """Return the ratios ``Pr_1[g] / Pr_2[g]`` of the two answers' laws, by the distance of g from the special pattern.

    Parameters
    ----------
    points : int
        Number k of points of K.
    root : Fraction or Bracket
        ``e^{1/2}`` of the relabelling.
    miss : Fraction or Bracket
        The learner's weight of one point labelled otherwise: ``e^{-epsilon_0 R}``, where R is ``repeats``.

    Notes
    -----
    The learner answers g with probability ``miss^d / (1 + miss)^k`` if the relabelled pattern is at distance d.  Hence
    ``Pr_t[g] = w_{t,s} M(d) + w_{t,o} (1 - M(d))``, d the distance of g from s.
    """
    k = as_integer(points, "points", least=1)
    n = (1 << k) - 1
    first = (root + 1) / (root + 1 + n), 1 / (root + 1 + n)  # w_{1,s}, w_{1,o}
    second = 1 / (1 + n * (root + 1)), (root + 1) / (1 + n * (root + 1))
    power: Any = as_fraction(1)
    for _ in range(k):
        power = power / (miss + 1)
    found = {}
    for distance in range(k + 1):
        found[distance] = ((first[0] - first[1]) * power + first[1]) / ((second[0] - second[1]) * power + second[1])
        power = power * miss
    return found
