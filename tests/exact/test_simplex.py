"""Proposals in floating point decide nothing: what they become after rounding."""

from dataclasses import replace
from fractions import Fraction

from privlearn.exact import MinimaxProgram, is_enclosure, simplex

F = Fraction
# one bit, two outputs, ratio 3: randomised response is optimal
RESPONSE = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1)}), tuple(
    (i, j, F(3)) for i, j in ((0, 2), (2, 0), (1, 3), (3, 1))))


def test_rounded_enclosure_is_valid_and_narrow():
    found = simplex.rounded(RESPONSE, simplex.float_solution(RESPONSE), 40)
    assert is_enclosure(found, RESPONSE)
    assert found.upper - found.lower < F(1, 10**9)


def test_wrong_basis_is_not_accepted():
    solution = simplex.float_solution(RESPONSE)
    swapped = replace(solution, tight_rows=tuple(range(len(solution.tight_rows))))
    found = simplex.exact_from_basis(RESPONSE, swapped)
    assert found is None or found.value == F(1, 4)


def test_basis_of_fewer_than_two_columns_certifies_nothing():
    certain = MinimaxProgram((1,), ({0: F(2)},))
    solution = simplex.float_solution(certain)
    for columns, rows in (((), ()), ((0,), (0,)), ((0,), (1,)), ((1,), (0,)), ((1,), (1,)), ((0, 1), (0,))):
        assert simplex.exact_from_basis(certain, replace(solution, basic_columns=columns, tight_rows=rows)) is None
    found = simplex.exact_from_basis(certain, solution)
    assert found is not None
    assert found.value == 2
