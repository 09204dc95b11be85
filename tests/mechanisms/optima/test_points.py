"""Programs over all learners of points, and how symmetry makes them small."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import is_enclosure, simplex, solve
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import optimal_failure, point_program, two_point_failure, two_point_program
from privlearn.mechanisms.optima.points import (MARKED, output_class, packing_task, shape_of, shapes,
                                                two_point_databases, two_point_distances, two_point_losses,
                                                two_point_task)

F = Fraction


def uniform_anchor(size, rows):
    """The uniform law over all points as a point of the two-point program: no ratio row is tight."""
    share = F(1, size)
    return ((size - 1) * share, share) + (share, (size - 2) * share, share) * rows


def test_the_smallest_families_and_programs():
    assert (shapes(1, 0), shapes(3, 0)) == ([((0, 0),)], [((0, 0),) * 3])
    assert two_point_databases(3, 0) == {(): (None, 0)}
    assert two_point_databases(3, 1) == {((0, 0),): (None, 0), ((1, 1),): (1, 1), ((2, 1),): (2, 1)}
    assert len(two_point_databases(4, 3)) == 3 * 7 + 1  # one for each target and set, and one empty
    assert len(shapes(4, 1)) == 2
    program = two_point_program(3, 0, 2, F(1, 2))
    assert (program.blocks, program.tasks, program.ratios) == ((2,), ({0: F(1, 2), 1: F(1)},), ())
    assert solve(point_program(3, 0, 2, *packing_task(3, 0))).value == F(2, 3)


@pytest.mark.parametrize(("size", "rows"), [(2, 2), (3, 2)])
def test_symmetry_does_not_change_the_optimum_over_all_databases(size, rows):
    databases = multiset_databases(labelled_rows(size), rows)
    tasks = [{(((h, 1),) * rows, k): 1 for k in range(size) if k != h} for h in range(size)]
    listed = optimal_failure(databases, range(size), replace_one_unordered(databases), 2, tasks)
    assert solve(point_program(size, rows, 2, *packing_task(size, rows))).value == listed.value


def test_a_wrong_proposal_only_widens_the_enclosure():
    program, anchor = two_point_program(8, 5, F(2), F(3, 10)), uniform_anchor(8, 5)
    assert all(sum(anchor[i] for i in block) == 1 for block in program.block_ranges())
    assert all(anchor[i] < r * anchor[j] for i, j, r in program.ratios)
    solution = simplex.float_solution(program)
    wrong = replace(solution, point=np.array([1.0, 0.0] + [0.0, 0.0, 1.0] * 5), row_duals=0 * solution.row_duals)
    found = simplex.rounded(program, wrong, 40, anchor)
    assert is_enclosure(found, program)
    assert found.lower <= two_point_failure(8, 5, F(2), F(3, 10)) < found.upper


def test_marked_points_stay_apart_from_sorted_ones():
    assert shape_of(((0, 0), (0, 0), (1, 0), (0, 2)), 1) == ((0, 0), (1, 0), (0, 2), (0, 0))
    assert shape_of(((0, 0), (0, 0), (1, 0), (0, 2)), 0) == ((1, 0), (0, 2), (0, 0), (0, 0))
    assert [output_class(((1, 0), (0, 2)), x, 1) for x in (0, 1)] == [MARKED, (0, 2)]
    assert [output_class(((1, 0), (0, 2)), x, 0) for x in (0, 1)] == [(1, 0), (0, 2)]


def test_distances_and_losses_of_two_targets():
    distances = two_point_distances(3, 2)
    assert distances[((1, 1), (0, 0)), ((0, 0), (2, 1))] == 2
    assert distances[((1, 1), (0, 0)), ((2, 1), (0, 0))] == 1
    assert all(left != right for left, right in distances)
    task = two_point_losses(3, 2, F(1, 4))[0]
    assert sum(loss for (_, output), loss in task.items() if output == 2) == 1


def test_one_row_of_two_points_gives_the_program_by_hand():
    program = point_program(2, 1, 2, *packing_task(2, 1))
    zero, one = ((1, 0), (0, 0)), ((0, 1), (0, 0))  # variables: the named point, the other one
    assert shapes(2, 1) == [one, zero]
    assert program.blocks == (2, 2)
    assert program.tasks == ({1: F(1)},)
    assert set(program.ratios) == {(i, j, F(2)) for i in range(4) for j in range(4) if i != j}


def test_point_zero_kept_apart_gives_the_program_of_the_two_point_family():
    for size, rows, mass in ((3, 1, F(1, 3)), (4, 2, F(1, 2))):
        whole = solve(point_program(size, rows, 2, *two_point_task(size, rows, mass))).value
        assert whole >= two_point_failure(size, rows, F(2), mass)


def test_losses_of_the_two_point_task_are_those_of_the_family():
    losses, marked = two_point_task(4, 2, F(1, 4))
    empty, shown = ((2, 0), (0, 0), (0, 0), (0, 0)), ((1, 0), (0, 1), (0, 0), (0, 0))
    assert marked == 1
    assert (losses[empty, MARKED], losses[empty, (0, 0)]) == (F(9, 16), F(9, 16) * F(2, 3))
    assert (losses[shown, MARKED], losses[shown, (0, 0)]) == (F(3, 8), F(3, 8))
    assert losses[((0, 0), (0, 2), (0, 0), (0, 0)), (0, 0)] == F(1, 16)
    assert len(losses) == 6


def test_one_row_of_the_two_point_program_is_the_one_by_hand():
    program = two_point_program(4, 1, 2, F(1, 4))  # 3 a_0, o_0; a_1, 2 b_1, o_1
    assert program.blocks == (2, 3)
    assert program.tasks == ({0: F(3, 4) * F(2, 3), 1: F(3, 4), 3: F(1, 4), 4: F(1, 4)},)
    assert set(program.ratios) == {(0, 2, F(6)), (2, 0, F(2, 3)), (0, 3, F(3)), (3, 0, F(4, 3)), (1, 4, F(2)),
                                   (4, 1, F(2)), (2, 3, F(1)), (3, 2, F(4))}


@pytest.mark.parametrize("build", [lambda: two_point_databases(2, 1), lambda: two_point_databases(3, -1),
                                   lambda: two_point_program(2, 1, 2, F(1, 2)),
                                   lambda: shapes(0, 1), lambda: shapes(1, -1)])
def test_families_without_a_second_target_are_refused(build):
    with pytest.raises(ValueError, match="must be an integer of at least"):
        build()


@pytest.mark.parametrize(("size", "rows"), [(3, 2), (4, 3)])
def test_the_two_point_program_is_what_all_databases_of_the_family_say(size, rows):
    def variable(database, output):  # its place, and how many outputs share it
        target, hits = family[database]
        if not hits:
            return (0, size - 1) if output else (1, 1)
        return (3 * hits - 1, 1) if output == target else (3 * hits, size - 2) if output else (3 * hits + 1, 1)

    family, program = two_point_databases(size, rows), two_point_program(size, rows, F(3, 2), F(2, 7))
    least, losses = {}, Counter()
    for (left, right), distance in two_point_distances(size, rows).items():
        for (i, x), (j, y) in ((variable(left, k), variable(right, k)) for k in range(size)):
            least[i, j] = min(least.get((i, j), F(3, 2)**rows * x / y), F(3, 2)**distance * x / y)
    for pair, loss in two_point_losses(size, rows, F(2, 7))[0].items():
        losses[variable(*pair)[0]] += loss / variable(*pair)[1]
    assert sorted(program.ratios) == sorted((*pair, bound) for pair, bound in least.items() if len({*pair}) == 2)
    assert program.tasks == (losses,)
