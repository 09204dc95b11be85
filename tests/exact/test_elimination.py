"""Linear equations over the rationals, solved as python-flint solves them."""

import random
from fractions import Fraction
from itertools import product

import flint
import pytest

from privlearn.exact.elimination import RationalMatrix, _without


def number(rng: random.Random, share: float) -> Fraction:
    return Fraction(rng.randint(-9, 9), rng.randint(1, 5)) if rng.random() < share else Fraction(0)


def flints(rows: int, columns: int, entries: list[Fraction]) -> flint.fmpq_mat:
    return flint.fmpq_mat(rows, columns, [flint.fmpq(x.numerator, x.denominator) for x in entries])


@pytest.mark.parametrize("share", [0.15, 0.4, 1.0])
def test_random_equations_have_flint_s_solutions_or_none(share):
    rng, singular = random.Random(str(share)), 0
    for _ in range(150):
        n, wide = rng.randint(1, 12), rng.randint(1, 3)
        entries, right = ([number(rng, p) for _ in range(n * k)] for p, k in ((share, n), (1, wide)))
        try:
            wanted = flints(n, n, entries).solve(flints(n, wide, right))
        except ZeroDivisionError:
            singular += 1
            with pytest.raises(ZeroDivisionError):
                RationalMatrix(n, n, entries).solve(RationalMatrix(n, wide, right))
            continue
        found = RationalMatrix(n, n, entries).solve(RationalMatrix(n, wide, right)).entries()
        assert found == [Fraction(int(x.p), int(x.q)) for x in wanted.entries()]
    assert share == 1 or singular


@pytest.mark.parametrize(("a", "b"), list(product((-1, 0, 2), repeat=2)))
def test_equations_of_two_rows_are_solved_by_determinants(a, b):
    for c, d in product((-1, 0, 2), repeat=2):
        matrix, right = RationalMatrix(2, 2, [a, b, c, d]), RationalMatrix(2, 2, [1, 3, Fraction(-2, 5), 7])
        if (whole := Fraction(a * d - b * c)) == 0:
            with pytest.raises(ZeroDivisionError):
                matrix.solve(right)
        else:
            assert matrix.solve(right).entries() == [  # Cramer's rule
                (d + b * Fraction(2, 5)) / whole, (3 * d - 7 * b) / whole,
                (a * Fraction(-2, 5) - c) / whole, (7 * a - 3 * c) / whole]


def test_entries_are_set_and_got_by_row_and_column():
    matrix = RationalMatrix(2, 3)
    matrix[0, 2] = 5
    assert (matrix[0, 2], matrix[1, 2]) == (5, 0)
    assert matrix.transpose().entries() == [0, 0, 0, 0, 5, 0]
    high = RationalMatrix(1, 2, [Fraction(3), Fraction(4)]).transpose()
    assert [high[i, 0] for i in range(2)] == [3, 4]
    assert high.transpose()[0, 1] == 4
    with pytest.raises(ValueError, match="entries must be 4, got 3"):
        RationalMatrix(2, 2, [1, 2, 3])


def test_a_solution_has_a_column_for_each_right_side():
    found = RationalMatrix(2, 2, [0, 2, 3, 0]).solve(RationalMatrix(2, 3, [2, 4, 6, 3, 6, 12]))
    assert [[found[i, j] for j in range(3)] for i in range(2)] == [[1, 2, 4], [1, 2, 3]]


def test_integers_of_a_row_have_no_common_divisor():
    assert _without({0: 2, 1: 4, 3: 6}, {0: 2, 1: 2, 2: 6, 3: 6}, 0) == {1: 1, 2: -3}
