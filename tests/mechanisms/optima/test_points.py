"""Programs over all learners of points, and how symmetry makes them small."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import is_enclosure, simplex, solve
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import (optimal_failure, point_program, two_point_failure, two_point_optimum,
                                         two_point_program)
from privlearn.mechanisms.optima.points import (packing_task, shapes, two_point_databases, two_point_distances,
                                                two_point_losses)

F = Fraction


def uniform_anchor(size, rows):
    """The uniform law over all points as a point of the two-point program: no ratio row is tight."""
    share = F(1, size)
    return ((size - 1) * share, share) + (share, (size - 2) * share, share) * rows


def test_shapes_without_rows_are_the_empty_database():
    assert shapes(3, 0) == [((0, 0),) * 3]


def test_shapes_of_one_row_are_its_two_labels():
    assert len(shapes(4, 1)) == 2


@pytest.mark.parametrize(("size", "rows"), [(2, 2), (3, 2)])
def test_symmetry_does_not_change_the_optimum_over_all_databases(size, rows):
    databases = multiset_databases(labelled_rows(size), rows)
    tasks = [{(((h, 1),) * rows, k): 1 for k in range(size) if k != h} for h in range(size)]
    listed = optimal_failure(databases, range(size), replace_one_unordered(databases), 2, tasks)
    assert solve(point_program(size, rows, 2, *packing_task(size, rows))).value == listed.value


def test_packing_without_rows_is_guessing():
    assert solve(point_program(3, 0, 2, *packing_task(3, 0))).value == F(2, 3)


def test_family_has_one_database_for_each_target_and_set_and_one_empty():
    assert len(two_point_databases(4, 3)) == 3 * 7 + 1


def test_distance_of_two_targets_is_the_size_of_the_union():
    distances = two_point_distances(3, 2)
    assert distances[((1, 1), (0, 0)), ((0, 0), (2, 1))] == 2
    assert distances[((1, 1), (0, 0)), ((2, 1), (0, 0))] == 1


def test_tasks_weigh_every_sample_once():
    task = two_point_losses(3, 2, F(1, 4))[0]
    assert sum(loss for (_, output), loss in task.items() if output == 2) == 1


def test_optimal_point_and_anchor_are_points_of_the_program():
    program = two_point_program(6, 4, 2, F(1, 3))
    for point in (two_point_optimum(6, 4, 2), uniform_anchor(6, 4)):
        assert all(sum(point[i] for i in block) == 1 for block in program.block_ranges())
        assert all(point[i] <= r * point[j] for i, j, r in program.ratios)
    assert all(uniform_anchor(6, 4)[i] < r * uniform_anchor(6, 4)[j] for i, j, r in program.ratios)


def test_a_wrong_proposal_only_widens_the_enclosure():
    program = two_point_program(8, 5, F(2), F(3, 10))
    solution = simplex.float_solution(program)
    wrong = replace(solution, point=np.array([1.0, 0.0] + [0.0, 0.0, 1.0] * 5), row_duals=0 * solution.row_duals)
    found = simplex.rounded(program, wrong, 40, uniform_anchor(8, 5))
    truth = two_point_failure(8, 5, F(2), F(3, 10))
    assert is_enclosure(found, program)
    assert found.lower <= truth < found.upper
