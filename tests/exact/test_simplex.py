"""Proposals in floating point decide nothing: what they become after rounding."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import MinimaxProgram, dense_simplex, is_enclosure, simplex

F = Fraction
# one bit, two outputs, ratio 3: randomised response is optimal
RESPONSE = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1)}), tuple(
    (i, j, F(3)) for i, j in ((0, 2), (2, 0), (1, 3), (3, 1))))


def test_proposals_become_valid_enclosures_or_nothing():
    solution = simplex.float_solution(RESPONSE)
    found = simplex.rounded(RESPONSE, solution, 40)
    assert is_enclosure(found, RESPONSE)
    assert found.upper - found.lower < F(1, 10**9)
    interior = simplex.best_enclosure(RESPONSE, 40, None, interior=True)
    assert is_enclosure(interior, RESPONSE)
    assert interior.lower <= F(1, 4) <= interior.upper
    swapped = replace(solution, tight_rows=tuple(range(len(solution.tight_rows))))  # a wrong basis
    found = simplex.exact_from_basis(RESPONSE, swapped)
    assert found is None or found.value == F(1, 4)


# minimise max(x_1, x_2 / 2) where x_0 <= (2/3) x_2: the optimum 3/7 by hand; the last ratio is on one variable
TIGHT = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1, 2)}), ((0, 2, F(2, 3)), (3, 3, F(5, 2))))


def test_rows_are_those_of_the_linear_program():
    assert [simplex._row(TIGHT, k) for k in range(6)] == [
        ({1: 1, 4: -1}, 0), ({2: F(1, 2), 4: -1}, 0), ({0: 1, 2: F(-2, 3)}, 0), ({3: F(-3, 2)}, 0),
        ({0: 1, 1: 1}, 1), ({2: 1, 3: 1}, 1)]
    assert simplex._float_rows(TIGHT) == ([2, 2, 2, 1, 2, 2], [1, 4, 2, 4, 0, 2, 3, 0, 1, 2, 3],
                                          [1.0, -1.0, 0.5, -1.0, 1.0, -2 / 3, -1.5, 1.0, 1.0, 1.0, 1.0])


def test_ratio_rows_out_of_range_are_left_empty():
    program = MinimaxProgram((2,), ({},), tuple((0, 1, r) for r in (F(4), F(1, 4), F(5), F(1, 5))))
    assert simplex._float_rows(program, 4)[0] == [1, 2, 2, 0, 0, 2]


def test_multipliers_prove_the_bound_of_the_definition():
    assert simplex.lagrangian_bound(TIGHT, (F(3, 7), F(4, 7)), {0: F(3, 7)}) == F(3, 7)
    assert simplex.lagrangian_bound(TIGHT, (F(1, 7), F(6, 7)), {0: F(1, 7), 1: F(1)}) == F(1, 7) + F(-3, 2)
    assert simplex.lagrangian_bound(TIGHT, (F(0), F(1)), {}) == 0


def test_basis_of_fewer_than_two_columns_certifies_nothing():
    certain = MinimaxProgram((1,), ({0: F(2)},))
    solution = simplex.float_solution(certain)
    for columns, rows in (((), ()), ((0,), (0,)), ((0,), (1,)), ((1,), (0,)), ((1,), (1,)), ((0, 1), (0,))):
        assert simplex.exact_from_basis(certain, replace(solution, basic_columns=columns, tight_rows=rows)) is None
    found = simplex.exact_from_basis(certain, solution)
    assert found is not None
    assert found.value == 2


def test_the_proposed_basis_is_solved_exactly_up_to_the_largest(monkeypatch):
    solution = simplex.float_solution(TIGHT)
    assert is_enclosure(simplex.exact_from_basis(TIGHT, solution), TIGHT)
    monkeypatch.setattr(simplex, "LARGEST_BASIS", len(solution.basic_columns))
    assert simplex.exact_from_basis(TIGHT, solution).value == F(3, 7)
    monkeypatch.setattr(simplex, "LARGEST_BASIS", len(solution.basic_columns) - 1)
    assert simplex.exact_from_basis(TIGHT, solution) is None


def test_every_block_of_a_point_is_a_distribution():
    program = MinimaxProgram((1, 1), ({0: F(1)},))
    assert simplex._is_feasible(program, (F(1), F(1)))
    assert not simplex._is_feasible(program, (F(1), F(1, 2)))
    assert not simplex._is_feasible(MinimaxProgram((2,), ({0: F(1)},)), (F(2), F(-1)))


CONTRADICTION = MinimaxProgram((2,), ({0: F(1)},), ((0, 1, F(1, 2)), (1, 0, F(1, 2))))


def test_a_program_without_a_feasible_point_has_no_enclosure():
    with pytest.raises(ArithmeticError, match="no proposal can be certified"):
        simplex.best_enclosure(CONTRADICTION, 40, None)


def test_a_broken_row_is_mended_by_what_the_anchor_has_to_spare_if_anything():
    tight, spare = ([MinimaxProgram((2, 2), ({},), ((0, 2, r),)) for r in rs] for rs in ((F(1), F(1, 2)), (F(3, 2),)))
    point = np.array([1, 0, 0, 1])
    assert simplex._repaired(*spare, point, 8, None) == (F(3, 5), F(2, 5), F(2, 5), F(3, 5))
    for program in tight:
        with pytest.raises(ArithmeticError, match="does not satisfy the ratio rows strictly"):
            simplex._repaired(program, point, 8, None)


def test_without_highs_the_dense_simplex_proposes_up_to_its_limit(monkeypatch):
    monkeypatch.setattr(simplex, "highspy", None)
    monkeypatch.setattr(dense_simplex, "LARGEST_TABLEAU", 54)  # 6 rows, 5 variables, 4 slacks
    found = simplex.float_solution(TIGHT, 4)
    assert (found.status, len(found.point), len(found.row_duals)) == ("Optimal", 4, 6)
    assert simplex.exact_from_basis(TIGHT, found).value == F(3, 7)
    monkeypatch.setattr(dense_simplex, "LARGEST_TABLEAU", 53)
    with pytest.raises(ModuleNotFoundError, match="6 rows and 5 variables"):
        simplex.float_solution(TIGHT)


def test_a_failed_proposal_is_zero_for_every_variable_and_row(monkeypatch):
    monkeypatch.setattr(simplex, "highspy", None)
    found = simplex.float_solution(CONTRADICTION)
    assert (found.point.tolist(), found.row_duals.tolist()) == ([0.0] * 2, [0.0] * 4)
    assert (found.basic_columns, found.tight_rows, found.status) == ((), (), "a row of the program cannot be repaired")
