"""Upper bounds on path selection for databases of bounded size."""

from bisect import bisect_right
from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.interior_point.trees import bounded_curve, bounded_paths, path_curve
from privlearn.learners.interior_point.trees.bounded_paths import WEIGHT_BITS, bounded_path_curve
from privlearn.learners.interior_point.trees.chains import chain_hockey_stick

C = Fraction(3, 2)


def test_bounds_of_few_points():
    assert bounded_path_curve(C, 5, 5, 1) == 0  # nothing happens up to the stopping weight
    assert bounded_path_curve(C, 0, 0, Fraction(3, 4)) == Fraction(1, 4)  # empty database is perfectly private
    # one split is the exact hockey stick up to rounding
    assert 0 <= bounded_path_curve(C, 1, 2, 1) - chain_hockey_stick(((1, 1),), C, 1) < Fraction(1, 10**5)
    assert bounded_path_curve(C, 3, 9, Fraction(1, 3)) == Fraction(2, 3)  # bound is that of every size below one over c


def test_bound_grows_with_the_size_and_its_splits_come_near():
    curve = bounded_curve(C, 6, 24)  # bound grows with the size and stays below the curve
    values = [curve.bound(n, C) for n in range(25)]
    assert values == sorted(values)
    assert values[-1] <= path_curve(C, C).upper
    chain = curve.splits(24, C)  # splits are a chain that comes near the bound
    exact = chain_hockey_stick(chain, C, C)
    assert sum(chain[0]) == 24
    assert exact <= curve.bound(24, C) <= exact * Fraction(11, 10)
    curve = bounded_curve(C, 6, 24, top=2)  # beyond the grid the last value bounds
    assert curve.bound(24, 100) <= curve.bound(24, 2)
    assert curve.bound(24, 2) == curve.bound(24, Fraction(201, 100)) == Fraction(int(curve.values[24, -1]), curve.unit)
    curve = bounded_curve(C, 6, 24)  # gap is enough
    assert curve.bound(24, curve.gap(24, Fraction(1, 100))) <= Fraction(1, 100)


def test_the_smallest_sizes_and_grids():
    curve = bounded_curve(C, 6, 24)  # an empty database has the gap of the stopping weight and no split
    assert curve.gap(0, Fraction(1, 100)) == curve.gap(6, Fraction(1, 100)) >= Fraction(99, 100)
    assert curve.splits(0, C) == curve.splits(6, C) == ()
    curve = bounded_curve(C, 0, 1)  # sizes begin with zero
    assert curve.gap(0, Fraction(1, 100)) > Fraction(99, 100)
    assert curve.splits(0, 1) == ()
    for ask in (curve.bound, curve.gap, curve.splits):
        for size in (-1, 2):
            with pytest.raises(ValueError, match="size must be an integer of at least 0 and at most 1"):
                ask(size, Fraction(1, 2))
    # a single point is not split whatever the stopping weight
    curves = [bounded_curve(Fraction(3, 2), stop, 5) for stop in (0, 1)]
    assert [curve.splits(1, 1) for curve in curves] == [(), ()]
    assert curves[0].splits(3, 1) == curves[1].splits(3, 1) == ((2, 1), (1, 1))


@pytest.mark.parametrize("size", [-1, 25])
def test_size_beyond_the_table_is_refused(size):
    curve = bounded_curve(C, 6, 24)
    for ask, number in ((curve.bound, 1), (curve.gap, Fraction(1, 100)), (curve.splits, C)):
        with pytest.raises(ValueError, match="size"):
            ask(size, number)


def test_the_coarsest_grids_bound_too():
    # the coarsest grid bounds too
    assert chain_hockey_stick(((1, 1),), C, 1) <= bounded_curve(C, 1, 2, fineness=1).bound(2, 1) < 1
    # one grid point for each factor is enough
    assert bounded_curve(C, 1, 2, fineness=1).bound(2, 1) >= bounded_path_curve(C, 1, 2, 1)
    for change, name in (({"fineness": 0}, "fineness"), ({"stop": -1}, "stop"), ({"size": -1}, "size")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least"):
            bounded_curve(C, **{"stop": 1, "size": 2, **change})
    assert bounded_curve(C, 1, 2, top=Fraction(1001, 1000)).bound(2, 1) > 0  # a grid goes beyond one


@pytest.mark.parametrize(("call", "message"), [
    (lambda: bounded_curve(C, 1, 2, fineness=0), "fineness must"),
    (lambda: bounded_curve(C, 1, 2, top=1), "top must be greater than 1, got 1"),
    (lambda: bounded_curve(C, 1, 24, top=Fraction(11, 10)).gap(24, Fraction(1, 10**6)),
        "delta must be reached on the grid"), (lambda: bounded_curve(1, 6, 24), "exp_path must be greater than 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_largest_size_has_a_curve(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        bounded_curve(C, 6, 10**5)
    monkeypatch.setattr(bounded_paths, "LARGEST_SIZE", 3)
    assert bounded_curve(C, 1, 3).size == 3
    with pytest.raises(TooLargeToEnumerate, match="bounded path curves"):
        bounded_curve(C, 1, 4)


def chains(size, stop):
    if size <= stop:
        yield ()
        return
    for a in range(1, size):
        yield from (((a, size - a), *rest) for rest in chains(a, stop))


@pytest.mark.parametrize("stop", [1, 2])
@pytest.mark.parametrize("gap", [Fraction(7, 10), Fraction(4, 5), Fraction(9, 10)])
def test_bound_below_one_encloses_the_worst_chain(stop, gap):
    curve = bounded_curve(C, stop, 6)
    for size in range(7):
        exact = max(chain_hockey_stick(chain, C, gap) for n in range(size + 1) for chain in chains(n, stop))
        assert exact <= curve.bound(size, gap) <= exact + Fraction(1, 1000)


@pytest.mark.parametrize("gap", [Fraction(3, 10), Fraction(4, 5), Fraction(9, 10), 1, C, 3])
def test_splits_come_near_the_bound_at_every_loss(gap):
    curve = bounded_curve(C, 6, 24)
    exact = chain_hockey_stick(curve.splits(24, gap), C, gap)
    assert exact <= curve.bound(24, gap) <= exact + Fraction(1, 1000)


@pytest.mark.parametrize("base", [C, 3])
@pytest.mark.parametrize("stop", [1, 2])
@pytest.mark.parametrize("gap", [Fraction(7, 10), 1, Fraction(13, 10), 2, 4])
def test_splits_of_a_few_points_are_a_worst_chain(base, stop, gap):
    curve = bounded_curve(base, stop, 7)
    for size in range(8):
        found = curve.splits(size, gap)
        assert size <= stop or (sum(found[0]) == size and found[-1][0] <= stop)
        assert chain_hockey_stick(found, base, gap) == max(chain_hockey_stick(chain, base, gap)
                                                           for chain in chains(size, stop))


def test_the_gap_is_the_first_grid_point_whose_value_is_small_enough():
    curve = bounded_curve(Fraction(5, 4), stop=2, size=6)
    values = [Fraction(value, curve.unit) for value in curve.values[6].tolist()]
    falls = next(k for k in range(len(values) - 1, 0, -1) if values[k - 1] > values[k] > 0)
    for delta in (values[falls], Fraction(3, 1000)):
        first = next(k for k, value in enumerate(values) if value <= delta)
        assert curve.gap(6, delta) == Fraction(int(curve.grid[first]), curve.unit)


def between_grid_points(curve, size, z):
    grid, row = curve.grid.tolist(), curve.values[size].tolist()
    if z * curve.unit < grid[0]:
        return 1 - z
    k = min(bisect_right(grid, z * curve.unit), len(grid) - 1) - 1
    share = min(Fraction(1), (z * curve.unit - grid[k]) / (grid[k + 1] - grid[k]))
    return (row[k] + (row[k + 1] - row[k]) * share) / curve.unit


def worst_split(curve, size, z):
    """Return the recursion's value in rational numbers, from the table's rows for fewer points."""
    c, worst = curve.exp_path, max(Fraction(0), 1 - z)
    for a in range(1, size):
        h, s = 1 / (1 + c ** (2 * a - size + 1)), 1 / (1 + c ** (2 * a - size))
        worst = max(worst, max(0, h - z * s) + (1 - h) * between_grid_points(curve, a, z * (1 - s) / (1 - h)))
    return worst


@pytest.mark.parametrize(("exp_path", "stop", "size", "fineness", "top"), [
    (Fraction(5, 4), 2, 9, 4, None), (2, 0, 7, 3, None), (Fraction(11, 10), 1, 10, 6, 3), (3, 1, 6, 5, 100)])
def test_every_entry_is_just_above_the_recursion_from_smaller_sizes(exp_path, stop, size, fineness, top):
    curve = bounded_curve(exp_path, stop, size, fineness=fineness, top=top)
    for w in range(stop + 1, size + 1):
        for place, point in enumerate(curve.grid.tolist()):
            value = Fraction(int(curve.values[w, place]), curve.unit)
            exact = worst_split(curve, w, Fraction(point, curve.unit))
            assert exact <= value <= exact + Fraction(1, 1 << WEIGHT_BITS)
