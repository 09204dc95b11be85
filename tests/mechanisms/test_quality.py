"""Quality functions: sensitivity, monotonicity, growth, runs of equal interior score."""

from __future__ import annotations

import random

import pytest

from privlearn.mechanisms import add_remove_one, multiset_databases, replace_one_unordered
from privlearn.mechanisms.quality import growth_bound, interior_runs, multiplicity, points_in_window, sensitivity


def up_to(rows, points):
    return [database for size in range(rows + 1) for database in multiset_databases(range(points), size)]


def test_sensitivity_and_the_witness_that_attains_it():
    def double(database, point):
        return 2 * database.count(point)

    for relation in (add_remove_one, replace_one_unordered):
        assert sensitivity(multiplicity, up_to(3, 3), range(3), relation).value == 1
    found = sensitivity(double, up_to(2, 2), range(2), add_remove_one)
    left, right, point = found.witness
    assert abs(double(left, point) - double(right, point)) == found.value == 2
    assert sensitivity(lambda database, f: 7, up_to(2, 2), "ab", add_remove_one).value == 0
    found = sensitivity(multiplicity, [(0,), (0, 0)], range(2), lambda databases: [(databases[0], databases[1])])
    assert (found.value, found.witness, found.pairs) == (1, ((0,), (0, 0), 0), 1)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_growth_of_windows_is_their_length(length):
    assert growth_bound(points_in_window(length), up_to(2, 4), range(1 - length, 4)) == length


@pytest.mark.parametrize(("quality", "databases", "outcomes", "growth"), [
    (lambda database, f: 0, up_to(2, 2), 2, 0),
    (lambda database, f: 1 + database.count(f), up_to(1, 2), 2, None),  # positive on the empty database
    (lambda database, f: f + database.count(f), up_to(1, 2), 2, None),
    (lambda database, f: 2 * database.count(f), up_to(1, 2), 2, None),  # steps of two
    (lambda database, f: max(0, len(database) * (2 - len(database))), up_to(2, 1), 1, None)])  # a row lowers it
def test_growth_exists_from_zero_up_by_steps_of_one(quality, databases, outcomes, growth):
    assert growth_bound(quality, databases, range(outcomes)) is growth


def test_interior_runs_give_the_score_of_every_point():
    rng = random.Random(5)
    for _ in range(200):
        size = rng.randrange(1, 12)
        database = [rng.randrange(size) for _ in range(rng.randrange(6))]
        scores = [score for _, length, score in interior_runs(database, size) for _ in range(length)]
        assert scores == [min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]


def test_interior_runs_of_a_few_points_and_no_point_is_shown():
    runs = interior_runs((3, 9, 9, 12), 16)
    assert [first + length for first, length, _ in runs[:-1]] == [first for first, _, _ in runs[1:]]
    assert interior_runs((), 5) == [(0, 5, 0)]
    size = 2**100  # a domain that cannot be listed
    assert interior_runs((0, size - 1), size) == [(0, 1, 1), (1, size - 2, 1), (size - 1, 1, 1)]
    with pytest.raises(ValueError, match="point of database must") as refusal:
        interior_runs((0, 77777), 4)
    assert "77777" not in str(refusal.value)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: growth_bound(multiplicity, [(0,), (0, 0)], range(1)), "must contain the empty one"),
    (lambda: sensitivity(multiplicity, up_to(1, 1), [], add_remove_one), "outcomes must not be empty"),
    (lambda: sensitivity(multiplicity, [(0,)], [0], add_remove_one), "neighbouring pair"),
    (lambda: sensitivity(lambda database, f: "many", [(), (0,)], [0], add_remove_one), "quality must be"),
    (lambda: points_in_window(0), "length must be an integer of at least 1"),
    (lambda: interior_runs((4,), 4), "database")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
