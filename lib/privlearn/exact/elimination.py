"""Matrices of rationals in plain Python: linear equations by elimination in sparse rows of integers.

Definitions
-----------
A *row* maps the places of its non-zero entries to integers without a common divisor; the right sides are further
entries.  The shortest row left is taken with the entry whose column is the shortest, which is then removed from the
other rows: few new entries arise in bases of linear programs, where most rows have two.  The methods have the names of
python-flint's ``fmpq_mat``, for which this stands in.

>>> RationalMatrix(2, 2, [1, 2, 3, 4]).solve(RationalMatrix(2, 1, [5, 6])).entries()
[Fraction(-4, 1), Fraction(9, 2)]
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

Row = dict[int, int]


class RationalMatrix:
    """A matrix of Fractions, zero unless its entries are given row by row."""

    def __init__(self, rows: int, columns: int, entries: Sequence[int | Fraction] = ()) -> None:
        if entries and len(entries) != rows * columns:
            raise ValueError(f"entries must be {rows * columns}, got {len(entries)}")
        given = [Fraction(entry) for entry in entries] or [Fraction(0)] * (rows * columns)
        self._rows = [given[k * columns:(k + 1) * columns] for k in range(rows)]

    def __getitem__(self, place: tuple[int, int]) -> Fraction:
        return self._rows[place[0]][place[1]]

    def __setitem__(self, place: tuple[int, int], value: int | Fraction) -> None:
        self._rows[place[0]][place[1]] = Fraction(value)

    def entries(self) -> list[Fraction]:
        """Return the entries row by row."""
        return [entry for row in self._rows for entry in row]

    def transpose(self) -> "RationalMatrix":
        """Return the matrix with rows and columns exchanged."""
        columns = list(zip(*self._rows, strict=True))
        return RationalMatrix(len(columns), len(self._rows), [entry for column in columns for entry in column])

    def solve(self, right: "RationalMatrix") -> "RationalMatrix":
        """Return the X with ``self X = right`` for a square matrix.

        Raises
        ------
        ZeroDivisionError
            If the matrix is singular.
        """
        size, wide = len(self._rows), len(right._rows[0])
        steps = _eliminated([_in_integers([*row, *sides])
                             for row, sides in zip(self._rows, right._rows, strict=True)], size)
        found: list[list[Fraction]] = [[]] * size
        for row, pivot in reversed(steps):
            known = [(weight, found[place]) for place, weight in row.items() if place < size and place != pivot]
            found[pivot] = [(row.get(size + side, 0) - sum((w * values[side] for w, values in known), Fraction(0)))
                            / row[pivot] for side in range(wide)]
        return RationalMatrix(size, wide, [value for values in found for value in values])


def _in_integers(row: Sequence[Fraction]) -> Row:
    scale = lcm(*(entry.denominator for entry in row))
    return {place: entry.numerator * (scale // entry.denominator) for place, entry in enumerate(row) if entry}


def _eliminated(rows: list[Row], size: int) -> list[tuple[Row, int]]:
    """Return the rows in the order in which they were taken, each with the column that the later ones do not have."""
    where: list[set[int]] = [{k for k, row in enumerate(rows) if place in row} for place in range(size)]
    waiting, steps = set(range(len(rows))), []
    while waiting:
        taken = min(waiting, key=lambda k: len(rows[k]))
        row = rows[taken]
        inside = [place for place in row if place < size]
        if not inside:
            raise ZeroDivisionError("the matrix is singular")
        pivot = min(inside, key=lambda place: len(where[place]))
        waiting.remove(taken)
        for place in inside:
            where[place].discard(taken)
        for k in tuple(where[pivot]):
            rows[k] = _without(rows[k], row, pivot)
            for place in inside:
                (where[place].add if place in rows[k] else where[place].discard)(k)
        steps.append((row, pivot))
    return steps


def _without(row: Row, other: Row, pivot: int) -> Row:
    """Return the row less a multiple of the other one, so that it has nothing at the pivot."""
    common = gcd(row[pivot], other[pivot])
    here, there = other[pivot] // common, row[pivot] // common
    mixed = {place: weight * here for place, weight in row.items()}
    for place, weight in other.items():
        mixed[place] = mixed.get(place, 0) - weight * there
    common = gcd(*mixed.values())
    return {place: weight // common for place, weight in mixed.items() if weight}
