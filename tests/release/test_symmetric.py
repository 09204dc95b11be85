"""The reduced program has the value of the full one."""

from fractions import Fraction

import pytest

from privlearn.exact import is_enclosure, solve
from privlearn.release import optimal_usefulness, point_queries, subset_queries, symmetric_usefulness
from privlearn.release.symmetric import are_symmetric, symmetric_program


@pytest.mark.parametrize("queries", [point_queries, subset_queries])
@pytest.mark.parametrize(("size", "rows", "outputs"), [(1, 2, 1), (2, 3, 2), (3, 2, 3), (3, 3, 3)])
def test_value_is_that_of_the_full_program(queries, size, rows, outputs):
    asked = (size, rows, outputs, queries(size), Fraction(1, 3), 2)
    assert symmetric_usefulness(*asked).value == optimal_usefulness(*asked).value


def test_optimum_verifies():
    program = symmetric_program(4, 4, 4, subset_queries(4), Fraction(1, 2), 4)
    assert is_enclosure(solve(program), program)


def test_point_queries_are_symmetric_and_a_single_one_is_not():
    assert are_symmetric(point_queries(3), 3)
    assert not are_symmetric(point_queries(3)[:1], 3)
    with pytest.raises(ValueError, match="queries must be invariant"):
        symmetric_program(2, 1, 1, point_queries(2)[:1], Fraction(1, 2), 2)
