"""Programs over all private algorithms for interior points."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate, is_enclosure
from privlearn.laws import choice
from privlearn.mechanisms import all_databases, audit_pure, multiset_databases, replace_one, replace_one_unordered
from privlearn.mechanisms.optima import (approximate_packing_failure, interior_packing_failure, interior_point_program,
                                         interior_points, least_interior_failure, optimal_failure)
from privlearn.mechanisms.optima.interior_points import mirror, mirror_classes, neighbour_pairs

THREE = Fraction(3)
TENTH = Fraction(1, 10)


def test_mirror_classes_have_one_of_each_pair_and_pairs_are_all_replacements():
    assert all(mirror(mirror(d, 5), 5) == d for d in multiset_databases(range(5), 3))
    listed = mirror_classes(4, 3)
    assert sorted({*listed, *(mirror(d, 4) for d in listed)}) == multiset_databases(range(4), 3)
    assert all(d == mirror(d, 4) or mirror(d, 4) not in listed for d in listed)
    listed = neighbour_pairs(3, 2)
    every = {*listed, *((mirror(a, 3), mirror(b, 3)) for a, b in listed)}
    assert every == set(replace_one_unordered(multiset_databases(range(3), 2)))


@pytest.mark.parametrize(("size", "rows"), [(2, 1), (2, 3), (3, 2), (4, 2)])
def test_optimum_is_that_of_all_ordered_databases(size, rows):
    databases = all_databases(range(size), rows)
    tasks = [{(d, x): 1 for x in range(size) if not min(d) <= x <= max(d)} for d in databases]
    plain = optimal_failure(databases, range(size), replace_one(databases), THREE, tasks)
    assert least_interior_failure(size, rows, THREE).value == plain.value


def test_optimum_comes_with_a_private_mechanism():
    best = least_interior_failure(3, 2, THREE)
    laws = {}
    for k, database in enumerate(mirror_classes(3, 2)):
        law = dict(enumerate(best.point[3 * k : 3 * k + 3]))
        laws[database] = choice(law)
        laws.setdefault(mirror(database, 3), choice({2 - x: w for x, w in law.items()}))
    assert audit_pure(laws.__getitem__, list(laws), replace_one_unordered).exp_epsilon <= THREE


def test_one_row_is_the_packing_bound_with_and_without_delta():
    for size in (1, 2, 5):
        assert least_interior_failure(size, 1, THREE).value == interior_packing_failure(size, 1, THREE)
    for size in (2, 3):
        assert least_interior_failure(size, 1, THREE, TENTH).value == approximate_packing_failure(size, 1, THREE, TENTH)
    assert least_interior_failure(1, 2, THREE).value == 0
    assert least_interior_failure(3, 2, THREE, TENTH).upper < least_interior_failure(3, 2, THREE).value
    assert is_enclosure(least_interior_failure(3, 2, 2, TENTH), interior_point_program(3, 2, 2, TENTH))


@pytest.mark.parametrize(("size", "rows", "delta"), [(0, 1, 0), (2, 0, 0), (2, 1, 1), (2, 1, -1)])
def test_bad_arguments_are_refused(size, rows, delta):
    with pytest.raises(ValueError, match="must"):
        interior_point_program(size, rows, THREE, delta)


def test_programs_of_as_many_variables_as_the_limit_are_built_and_larger_ones_are_not(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        interior_point_program(12, 6, THREE)
    for delta, variables in ((0, 2), (TENTH, 6)):
        monkeypatch.setattr(interior_points, "LARGEST_PROGRAM", variables)
        assert interior_point_program(2, 1, THREE, delta).size == variables
        monkeypatch.setattr(interior_points, "LARGEST_PROGRAM", variables - 1)
        with pytest.raises(TooLargeToEnumerate, match=str(variables)):
            interior_point_program(2, 1, THREE, delta)


@pytest.mark.parametrize(("size", "rows", "ratio", "delta"), [
    (1, 1, Fraction(2), 0), (2, 1, Fraction(1), TENTH), (3, 2, Fraction(2), TENTH),
    (4, 3, Fraction(3, 2), Fraction(1, 20)), (3, 4, Fraction(2), 1), (2, 9, THREE, TENTH), (1, 2, THREE, 0),
    (4, 7, Fraction(1), 0)])
def test_packing_bounds_are_their_formulas(size, rows, ratio, delta):
    whole = size - 1 + ratio**rows
    spent = delta * (rows if ratio == 1 else (ratio**rows - 1) / (ratio - 1))
    assert interior_packing_failure(size, rows, ratio) == (size - 1) / whole
    assert approximate_packing_failure(size, rows, ratio, delta) == max(0, (size - 1) * (1 - spent) / whole)


@pytest.mark.parametrize(("size", "rows", "rule"), [(0, 1, "size must"), (1, 0, "rows must")])
def test_packing_bounds_need_a_point_and_a_row(size, rows, rule):
    for bound, delta in ((interior_packing_failure, ()), (approximate_packing_failure, (TENTH,))):
        with pytest.raises(ValueError, match=rule):
            bound(size, rows, 2, *delta)
