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

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.brackets import Bracket, exp_bracket
from privlearn.exact.rationals import (
    Number,
    as_exp_epsilon,
    as_fraction,
    as_integer,
    rational,
    rational_square_root,
)
from privlearn.laws.law import Law
from privlearn.learners.relabeling.relabel import (
    Pattern,
    Score,
    occurring_points,
    pattern_scores,
    relabelled,
)
from privlearn.learners.relabeling.sensitivity import small_databases
from privlearn.mechanisms.neighbours import Database

Input = tuple[Database, Database]  # (D, T)
SCALE, RESOLUTION = 20, 12  # bits of a weight, bits of a ratio, in the sweep over all classes


@dataclass(frozen=True, eq=False)
class Choices:
    """What is chosen from on one input: its rows, their points, and the patterns on these with their scores."""

    rows: Database
    points: tuple[int, ...]
    scores: dict[Pattern, int]


Extensions = dict[Pattern, tuple[dict[Pattern, int], dict[Pattern, int]]]


def choices(concepts: ConceptClass, score: Score, given: Input) -> Choices:
    """Return the patterns on the points of ``given``, a pair (D, T) of labelled databases, with their scores."""
    return Choices(given[0] + given[1], occurring_points(*given), pattern_scores(concepts, score, *given))


def match(first: Choices, second: Choices) -> Extensions:
    """Return :func:`matching_extensions` of two inputs whose patterns are known."""
    sides = (first, second)
    kept = [[k for k, x in enumerate(side.points) if x in sides[1 - t].points] for t, side in enumerate(sides)]
    found: Extensions = {}
    for t, side in enumerate(sides):
        for pattern, value in side.scores.items():
            found.setdefault(tuple(pattern[k] for k in kept[t]), ({}, {}))[t][pattern] = value
    return found


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
    return match(choices(concepts, score, first), choices(concepts, score, second))


@dataclass(frozen=True, eq=False)
class Branch:
    """One pattern h on the common points: the chances ``w_{1,h}, w_{2,h}`` and what the learner answers given h.

    Numbers are those of the internal field (see :func:`~privlearn.exact.rational`).
    """

    weights: tuple[Any, Any]
    answers: tuple[dict[Any, Any], dict[Any, Any]]


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


def branches(first: Choices, second: Choices, learner: Callable[[Database], Law], exp_epsilon: Number,
             ) -> dict[Pattern, Branch]:
    """Return for every pattern on the common points the weights and the two laws of the learner's answer.

    The law on side t is the mixture over the extensions of the pattern, the learner running on the relabelled rows
    ``D_t + T_t``; together with the weights it makes up the law of relabelling and learning.

    Parameters
    ----------
    first, second : Choices
        Of two neighbouring inputs, see :func:`choices`.
    learner : callable
        Database -> Law.
    exp_epsilon : number
        Of the exponential mechanism, the square of a rational.
    """
    base, matched, found = _power_base(exp_epsilon), match(first, second), {}
    weights = _weights(matched, base)
    for h, both in matched.items():
        tables: list[dict[Any, Any]] = []
        for given, extensions in zip((first, second), both, strict=True):
            powers = [base**q for q in extensions.values()]
            total, mixed = sum(powers), dict[Any, Any]()
            for pattern, power in zip(extensions, powers, strict=True):
                for answer, chance in learner(relabelled(given.rows, given.points, pattern)).masses().items():
                    mixed[answer] = mixed.get(answer, 0) + chance * (power / total)
            tables.append(mixed)
        found[h] = Branch(weights[h], (tables[0], tables[1]))
    return found


# ---- all classes on four points at once: the number of errors, e^epsilon = e ----


@dataclass(frozen=True)
class LargestRatio:
    """The largest relabelling ratio of a sweep.

    Attributes
    ----------
    value : Bracket
        The lower end belongs to the witness, the upper end to all cases.
    witness : tuple
        ``(class number, common rows, (p1, y1) or p1, (p2, y2) or p2, common points, pattern on them)``.
    cases : int
        Triples (class, neighbours, pattern).
    """

    value: Bracket
    witness: tuple[Any, ...]
    cases: int


@cache
def _powers() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Whole numbers below and above ``2^SCALE e^{-k/2}``, k = 0, ..., 8."""
    ends = [exp_bracket(Fraction(-k, 2)) for k in range(9)]
    return (tuple(int(end.lower * 2**SCALE) for end in ends), tuple(-int(-end.upper * 2**SCALE // 1) for end in ends))


@cache
def _members() -> np.ndarray:
    numbers = np.arange(1, 1 << 16, dtype=np.int64)
    return np.asarray((numbers[None, :] >> np.arange(16)[:, None]) & 1, dtype=bool)


def _extensions(fixed: dict[int, int], free: int | None) -> list[tuple[int | None, np.ndarray]]:
    """Return (value at the free point, which of the 65,535 classes have a concept with these values)."""
    members, found = _members(), list[tuple[int | None, np.ndarray]]()
    for value in (None,) if free is None else (0, 1):
        wanted = dict(fixed) if free is None else {**fixed, free: value}
        fits = [f for f in range(16) if all(f >> x & 1 == v for x, v in wanted.items())]
        found.append((value, np.asarray(members[fits].any(axis=0))))
    return found


SETTINGS = {  # name -> (points of the first and second replaced row, common points)
    "both new": (0, 1, (2, 3)),
    "first new": (0, 1, (1, 2, 3)),
    "second new": (0, 1, (0, 2, 3)),
    "none new": (0, 1, (0, 1, 2, 3)),
}


def largest_ratio(setting: str, rows: int, in_data: bool = True) -> LargestRatio:
    """Return the largest relabelling ratio over all 65,535 classes on four points, for e^epsilon = e.

    Parameters
    ----------
    setting : {"both new", "first new", "second new", "none new"}
        Whether the points 0, 1 of the replaced rows occur nowhere else; the other points occur in both inputs.
    rows : int in 0..3
        All multisets of so many rows, on the common points, that both D hold.
    in_data : bool
        Whether the replaced row lies in D, where the score counts it, or in T.  In D it has the label 0; all labels
        are covered, since all classes are, and so all their images under exchange of 0 and 1 at a point.

    Notes
    -----
    Weights are whole numbers rounded outward, ratios multiples of 1/4096 rounded up.  Only the number of errors as
    score: that is what makes the four points enough for all cases of so many points.
    """
    if setting not in SETTINGS:
        raise ValueError(f"setting must be one of {', '.join(SETTINGS)}, got {setting!r}")
    as_integer(rows, "rows", least=0, most=3)
    return _sweep(setting, rows, in_data)


@cache
def _sweep(setting: str, rows: int, in_data: bool) -> LargestRatio:
    p1, p2, common = SETTINGS[setting]
    patterns_on_common = [dict(zip(common, values, strict=True)) for values in product((0, 1), repeat=len(common))]
    have = {(side, k): _extensions(h, p if p not in common else None)
            for k, h in enumerate(patterns_on_common) for side, p in enumerate((p1, p2))}
    best, cases = 0, 0
    witness: tuple[Any, ...] = ()
    for chosen in small_databases(len(common), rows):
        if len(chosen) != rows:
            continue
        kept = tuple((common[x], y) for x, y in chosen)
        masses: dict[tuple[int, int], list[Any]] = {}
        for (side, k), parts in have.items():
            h, p = patterns_on_common[k], (p1, p2)[side]
            base = sum(h[x] != y for x, y in kept)
            wrong = {value: base + int(in_data and (h[p] if value is None else value) != 0) for value, _ in parts}
            masses[side, k] = [sum(exist * np.int64(power[wrong[value]]) for value, exist in parts)
                               for power in _powers()]
        totals = [[sum(masses[t, k][end] for k in range(len(patterns_on_common))) for end in (0, 1)] for t in (0, 1)]
        for k, h in enumerate(patterns_on_common):
            up, down = masses[0, k][1] * totals[1][1] << RESOLUTION, totals[0][0] * masses[1, k][0]
            cases += int(np.count_nonzero(down))
            larger = np.flatnonzero(up > best * down)
            if len(larger):
                quotients = -(-up[larger] // down[larger])
                at = int(np.argmax(quotients))
                best = int(quotients[at])
                witness = (int(larger[at]) + 1, kept, *(((p, 0) if in_data else p) for p in (p1, p2)), common,
                           tuple(h.values()))
    lower = Fraction(best, 1 << RESOLUTION) - Fraction(1, 1 << (RESOLUTION - 2))
    return LargestRatio(Bracket(lower, Fraction(best, 1 << RESOLUTION)), witness, cases)
