"""Certified minimax programs: exact optima, enclosures, and a solver's wrong answer that is never passed on."""

from fractions import Fraction
from itertools import product
from math import comb, exp

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.minimax import dominated_value
from privlearn.mechanisms.optima import two_point_failure, two_point_program

F = Fraction
COIN = MinimaxProgram(blocks=(2,), tasks=({0: F(1)}, {1: F(1)}))
# one bit, two outputs, ratio 3: randomised response is optimal
RESPONSE = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1)}), tuple(
    (i, j, F(3)) for i, j in ((0, 2), (2, 0), (1, 3), (3, 1))))
# T = 1024, m = 60, e^epsilon close to e^(1/2), mass 1/5: coefficients from 10^-3 to 10^13
SIZE, ROWS, RATIO, MASS = 1024, 60, F(1649, 1000), F(1, 5)


@pytest.mark.parametrize(("program", "value"), [
    (COIN, F(1, 2)), (RESPONSE, F(1, 4)), (MinimaxProgram((1,), ({0: F(2, 7)},)), F(2, 7)),
    (MinimaxProgram((2,), ({},)), 0)], ids=["matching pennies", "randomised response", "one variable", "no losses"])
def test_values_known_by_hand_are_found_with_their_proof(program, value):
    found = solve(program)
    assert found.value == value
    assert is_enclosure(found, program)


def test_interior_enclosure_is_valid_and_narrow_but_not_exact():
    found = solve(RESPONSE, interior=True)
    assert is_enclosure(found, RESPONSE)
    assert found.lower <= F(1, 4) <= found.upper
    assert 0 < found.upper - found.lower < F(1, 10**6)


@pytest.mark.parametrize(("program", "anchor"), [
    (COIN, (F(1), F(1))), (COIN, (F(2), F(-1))), (COIN, (F(1),)), (COIN, (F(1), F(0), F(0))),
    (RESPONSE, (F(1, 2), F(1, 2), F(1), F(1)))])
def test_anchor_that_is_no_law_is_refused(program, anchor):
    with pytest.raises(ValueError, match="anchor"):
        solve(program, anchor=anchor)


def test_an_anchor_may_lie_on_the_boundary_and_an_infeasible_program_is_refused():
    assert solve(COIN, anchor=(F(1), F(0))).value == F(1, 2)
    with pytest.raises(ArithmeticError, match="certified"):
        solve(MinimaxProgram((2,), ({0: F(1)},), ((0, 1, F(1, 2)), (1, 0, F(1, 2)))))


def naive_float_failure(size: int, rows: int, epsilon: float, mass: float) -> tuple[int, float]:
    """The distance program as one would write it down: p_k, q_k, coefficients e^(epsilon k), no scaling."""
    r, n = exp(epsilon), rows + 1
    bounds = []
    for k, t in product(range(n), repeat=2):
        bounds += [(k, n + t, r ** max(k, t)), (n + k, t, r ** max(k, t))]
        if k != t:
            bounds += [(k, t, r ** abs(k - t)), (n + k, n + t, r ** abs(k - t))]
    matrix = lil_matrix((len(bounds) + n, 2 * n))
    for row, (i, j, c) in enumerate(bounds):
        matrix[row, i], matrix[row, j] = 1, -c
    for k in range(n):
        matrix[len(bounds) + k, k], matrix[len(bounds) + k, n + k] = 1, size - 2
    right = np.array([0.0] * len(bounds) + [1.0] * n)
    cost = np.array([-comb(rows, k) * mass**k * (1 - mass) ** (rows - k) for k in range(n)] + [0.0] * n)
    answer = linprog(cost, A_ub=matrix.tocsr(), b_ub=right, method="highs")
    return answer.status, 1 + answer.fun


def test_floating_point_says_optimal_and_is_wrong():
    status, value = naive_float_failure(SIZE, ROWS, 0.5, 0.2)
    truth = two_point_failure(SIZE, ROWS, RATIO, MASS)
    assert status == 0  # "Optimization terminated successfully"
    assert value > 0.999
    assert 0.65 < truth < 0.67


def test_certified_solver_encloses_the_truth_where_floating_point_fails_or_refuses():
    program = two_point_program(SIZE, ROWS, RATIO, MASS)
    one, others = F(1, SIZE), F(SIZE - 1, SIZE)  # uniform over all points: no ratio row is tight
    found = solve(program, anchor=(others, one) + (one, others - one, one) * ROWS)
    assert is_enclosure(found, program)
    assert found.lower <= two_point_failure(SIZE, ROWS, RATIO, MASS) <= found.upper
    assert found.upper - found.lower < F(1, 10**5)
    with pytest.raises(ArithmeticError, match="certified"):
        solve(two_point_program(SIZE, 30, RATIO, MASS))  # without an anchor


def test_closed_form_point_is_optimal_in_the_badly_scaled_program():
    program = two_point_program(SIZE, ROWS, RATIO, MASS)
    powers = [RATIO**hits for hits in range(1, ROWS + 1)]  # the target that often as each of the others
    point = (F(1), F(0), *(x / (r + SIZE - 2) for r in powers for x in (r, F(SIZE - 2), F(0))))
    assert all(point[i] <= r * point[j] for i, j, r in program.ratios)
    assert dominated_value(program, point) == two_point_failure(SIZE, ROWS, RATIO, MASS)
