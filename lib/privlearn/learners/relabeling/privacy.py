"""How much the choice of a pattern costs in privacy: weights of the patterns on the common points, and their ratio.

Definitions
-----------
Two neighbouring inputs ``(D_1, T_1)``, ``(D_2, T_2)`` (one row replaced) have the points ``P_1`` and ``P_2``; ``K`` is
``P_1`` cut with ``P_2``, and each of ``P_1``, ``P_2`` has at most one point more.  Every pattern ``h`` on ``K`` has one
or two *extensions* to ``P_t``; ``w_{t,h}`` is the probability that the exponential mechanism on ``(D_t, T_t)`` chooses
one of them.  The *relabelling ratio* is the largest ``w_{1,h} / w_{2,h}``: what the learner that follows cannot undo.

It is below ``4 e^epsilon`` for every score of matched sensitivity 1, below ``(1 + e^{epsilon/2})^2`` for the number of
errors, and below 4 if the replaced row lies in T.  None of these is attained, and none can be lowered (see
:mod:`~privlearn.learners.relabeling.extremal`).

>>> from privlearn.concepts import all_functions
>>> from privlearn.learners.relabeling.relabel import error_count
>>> relabelling_ratio(all_functions(3), error_count, (((0, 0),), ((2, 0),)), (((1, 0),), ((2, 0),)), exp_epsilon=4)
(Fraction(1, 1), (0,))

Source: ABMS20, proof of Lemma 5.3.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import as_exp_epsilon, as_fraction, rational
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.learners.relabeling.relabel import Pattern, Score, occurring_points, pattern_scores
from privlearn.mechanisms.neighbours import Database

Input = tuple[Database, Database]  # (D, T)


Extensions = dict[Pattern, tuple[dict[Pattern, int], dict[Pattern, int]]]


def matching_extensions(concepts: ConceptClass, score: Score, first: Input, second: Input) -> Extensions:
    """Return for every pattern on the common points its extensions to ``P_1`` and to ``P_2``, with their scores.

    Parameters
    ----------
    concepts : ConceptClass
    score : callable
    first, second : pairs (D, T) of labelled databases

    Returns
    -------
    dict
        Pattern on ``K`` -> ({pattern on P_1: score}, {pattern on P_2: score}).

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> from privlearn.learners.relabeling.relabel import error_count
    >>> matching_extensions(all_functions(2), error_count, (((0, 0),), ()), (((1, 0),), ()))
    {(): ({(0,): 0, (1,): 1}, {(0,): 0, (1,): 1})}
    """
    points, found = [occurring_points(*given) for given in (first, second)], {}  # type: tuple[Any, Extensions]
    for t, given in enumerate((first, second)):
        kept = [k for k, x in enumerate(points[t]) if x in points[1 - t]]
        for pattern, value in pattern_scores(concepts, score, *given).items():
            found.setdefault(tuple(pattern[k] for k in kept), ({}, {}))[t][pattern] = value
    return found


def branch_weights(concepts: ConceptClass, score: Score, first: Input, second: Input, exp_epsilon: Number,
                   ) -> dict[Pattern, tuple[Fraction, Fraction]]:
    """Return ``(w_{1,h}, w_{2,h})`` for every pattern h on the common points; each of the two columns sums to 1."""
    found = matching_extensions(concepts, score, first, second)
    weights = _weights(found, _power_base(exp_epsilon))
    return {h: (as_fraction(w[0]), as_fraction(w[1])) for h, w in weights.items()}


@lru_cache(maxsize=64)
def _power_base(exp_epsilon: Number) -> Any:
    return rational(1 / rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon"))


def _weights(found: Extensions, base: Any) -> dict[Pattern, tuple[Any, Any]]:
    masses = {h: [sum(base**q for q in side.values()) for side in both] for h, both in found.items()}
    totals = [sum(mass[side] for mass in masses.values()) for side in (0, 1)]
    return {h: (mass[0] / totals[0], mass[1] / totals[1]) for h, mass in masses.items()}


def relabelling_ratio(concepts: ConceptClass, score: Score, first: Input, second: Input, exp_epsilon: Number,
                      ) -> tuple[Fraction, Pattern]:
    """Return the largest ``w_{1,h} / w_{2,h}`` and a pattern h on the common points that attains it."""
    weights = branch_weights(concepts, score, first, second, exp_epsilon)
    best = max(weights, key=lambda h: weights[h][0] / weights[h][1])
    return weights[best][0] / weights[best][1], best

