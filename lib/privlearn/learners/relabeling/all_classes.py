"""The largest relabelling ratio over all classes on four points, with the inputs that attain it.

Definitions
-----------
A *case* is a class on four points, two neighbouring inputs and a pattern on their common points.  The ratio of a case
is that of the two probabilities with which the exponential mechanism chooses the pattern, scored by the number of
errors with ``e^epsilon = e`` (:mod:`~privlearn.learners.relabeling.privacy`).  All 65,535 classes are one array: a
sweep in whole numbers encloses all ratios, and the largest is computed again in brackets.

Source: ABMS20, Lemma 5.3.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.exact import Bracket, as_integer, exp_bracket
from privlearn.learners.relabeling.sensitivity import small_databases

SCALE, RESOLUTION = 20, 12  # bits of a weight, bits of a ratio, in the sweep over all classes


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
