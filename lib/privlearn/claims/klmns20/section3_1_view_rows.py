"""KLMNS20, Section 3.1: rows by basic composition and by composition of the class view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import log_bracket
from privlearn.learners.interior_point import plan_class_view, plan_tree_log
from privlearn.mechanisms import add_remove_one

MILLIONTH = Fraction(1, 10**6)
BASE_VALUES = 3


def basic_rows(levels: int) -> int:
    """Return the rows of a certified plan with basic composition."""
    return plan_tree_log(64, neighbours=add_remove_one, epsilon=1, delta=MILLIONTH, beta=Fraction(1, 10),
                         kind="random path", levels=levels).rows


def renyi_rows(levels: int) -> int:
    """Return the rows of a certified plan with Renyi composition of the class view."""
    return plan_class_view(levels, BASE_VALUES, epsilon=1, delta=MILLIONTH, beta=Fraction(1, 10)).rows


@lru_cache(maxsize=32)
def rows_by(rows: Callable[[int], int], levels: int) -> int:
    """Return the rows, remembered."""
    return rows(levels)


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="epsilon = 1, delta = 10^-6, beta = 1/10, addition and removal, N = 32 and 64: the slope of log n "
                  "is between 1.9 and 2.2 for basic composition, between 1.4 and 1.65 for the class view, which needs "
                  "fewer rows",
       reason="The plans are certified private and successful; that they are near the least is the search's word.",
       fingerprint=lambda pair: [rows_by(rows, n) for rows in pair for n in (32, 64)])
def rows_grow_like_the_power_three_halves(pair=(basic_rows, renyi_rows)) -> Verdict:
    def cases() -> Iterator[Any]:
        for rows, (low, high), name in zip(pair, ((190, 220), (140, 165)), ("basic", "view"), strict=True):
            slope = log_bracket(Fraction(rows_by(rows, 64), rows_by(rows, 32))) / log_bracket(2)
            yield (name, "least"), Fraction(low, 100), slope
            yield (name, "most"), slope, Fraction(high, 100)
        yield ("view", "fewer"), rows_by(pair[1], 64), rows_by(pair[0], 64) / Fraction(8)

    return judge("<=", cases())


@rows_grow_like_the_power_three_halves.verifier
def _(pair, witness):
    from math import log2

    name, side = witness
    if side == "fewer":
        return 8 * pair[1](64) > pair[0](64)
    rows = pair[0] if name == "basic" else pair[1]
    slope = log2(rows(64) / rows(32))
    low, high = (1.9, 2.2) if name == "basic" else (1.4, 1.65)
    return slope < low if side == "least" else slope > high

rows_grow_like_the_power_three_halves.sabotage("the two accountings exchanged", (renyi_rows, basic_rows))
rows_grow_like_the_power_three_halves.sabotage("basic composition for both", (basic_rows, basic_rows))
