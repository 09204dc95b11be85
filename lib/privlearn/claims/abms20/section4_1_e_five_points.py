"""ABMS20, Section 4.1: unions of two classes on five points, through the maximal classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from privlearn.claims.abms20.section4_1_a_thresholds import PAGE
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.dimensions.class_masks import maximal_on_five_points, threshold_of_masks



@check("ABMS20-4.1", grade="exhaustive",
       quantifier="all pairs of classes of threshold dimension at most 1 or 2 on 5 points (52 and 238 maximal ones)",
       fingerprint=lambda value: [value(s, t) for s in range(3) for t in range(3)])
def largest_threshold_dimension_of_a_union_on_five_points(value=lambda s, t: s + t) -> Verdict:
    def cases() -> Iterator[Any]:
        for s, t in ((1, 1), (1, 2), (2, 2)):
            seconds, best = maximal_on_five_points("threshold", t), (-1, 0, 0)
            for first in maximal_on_five_points("threshold", s).tolist():
                found = threshold_of_masks(seconds | first)
                best = max(best, (int(found.max()), first, int(seconds[int(found.argmax())])))
            yield (s, t, *best[1:]), best[0], value(s, t)

    return counted(judge("==", cases()), 52 * 52 + 52 * 238 + 238 * 238)


@largest_threshold_dimension_of_a_union_on_five_points.verifier
def _(value, witness):
    s, t, first, second = witness
    return longest(first) <= s and longest(second) <= t and longest(first | second) > value(s, t)


def longest(mask: int, functions: tuple[int, ...] = (), points: tuple[int, ...] = ()) -> int:
    """Return the most pairs (f, x), after those chosen, with f 1 at its own and later points and 0 at earlier ones."""
    later = ((f, x) for f in range(32) if mask >> f & 1 for x in range(5)
             if f >> x & 1 and not any(f >> y & 1 for y in points) and all(g >> x & 1 for g in functions))
    return max((1 + longest(mask, (*functions, f), (*points, x)) for f, x in later), default=0)

largest_threshold_dimension_of_a_union_on_five_points.sabotage(
    "at most one more than the larger", lambda s, t: max(s, t) + 1)
