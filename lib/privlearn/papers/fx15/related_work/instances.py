"""Labelled samples, synthetic samples and the thresholds that are best on them, for the page related-work."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from privlearn.concepts import thresholds

Rows = tuple[tuple[int, int], ...]


@cache
def labelled(rows: int) -> tuple[Rows, ...]:
    """All multisets of so many labelled points of the four-point domain."""
    return tuple(combinations_with_replacement(tuple(product(range(4), (0, 1))), rows))


@cache
def errors_of_thresholds(rows: Rows) -> tuple[Fraction, ...]:
    """The empirical error of each threshold."""
    return tuple(Fraction(sum(f[x] != y for x, y in rows), len(rows)) for f in thresholds(2).rows())


def released_from(synthetic: Rows) -> list[int]:
    """The row numbers of the thresholds with the least error on a synthetic sample."""
    found = errors_of_thresholds(synthetic)
    return [f for f, value in enumerate(found) if value == min(found)]


@cache
def reductions() -> tuple[tuple[tuple[Rows, Rows, int], Fraction, Fraction], ...]:
    """(sample, synthetic sample, best threshold there), its excess error on the sample, and the accuracy."""
    found: list[tuple[tuple[Rows, Rows, int], Fraction, Fraction]] = []
    for sample in labelled(3):
        true = errors_of_thresholds(sample)
        for synthetic in (rows for k in (1, 2, 3) for rows in labelled(k)):
            accuracy = max(abs(a - b) for a, b in zip(true, errors_of_thresholds(synthetic), strict=True))
            found.extend(((sample, synthetic, f), true[f] - min(true), accuracy) for f in released_from(synthetic))
    return tuple(found)
