"""Sorted points: distinct points, counts and common prefixes of three kinds of databases; what is refused."""

import random
from itertools import pairwise

import numpy as np
import pytest

from privlearn.learners.interior_point.trees import SparsePoints, common_prefixes, sorted_points
from privlearn.learners.interior_point.trees.common_prefixes import bit_lengths, from_runs


def listed(points):
    return [points.value(k) for k in range(len(points))]


@pytest.mark.parametrize("database", [[], np.array([]), np.array([], dtype=np.int64),
                                      SparsePoints(np.zeros((0, 2), dtype=np.int64))])
@pytest.mark.parametrize("bits", [0, 5, 64, 100])
def test_an_empty_database_has_no_points(database, bits):
    points = sorted_points(database, bits)
    assert (points.size, len(points), points.common.tolist()) == (0, 0, [])


@pytest.mark.parametrize("bits", [1, 64, 65, 200])
def test_one_point_has_no_prefixes(bits):
    points = sorted_points([1], bits)
    assert (points.size, listed(points), points.common.tolist()) == (1, [1], [])


@pytest.mark.parametrize("bits", [64, 65])
def test_order_and_container_do_not_matter(bits):
    rows = [5, 2**60, 5, 0, 7]
    wanted = sorted_points(sorted(rows), bits)
    for other in (rows, tuple(rows), np.array(rows), np.array(rows, dtype=np.uint64), np.array(rows, dtype=object)):
        found = sorted_points(other, bits)
        assert listed(found) == listed(wanted)
        assert found.before.tolist() == wanted.before.tolist() == [0, 1, 3, 4, 5]
        assert found.common.tolist() == wanted.common.tolist()


def test_sparse_points_equal_the_integers_they_stand_for():
    stream = random.Random(5)
    rows = [sum(1 << e for e in stream.sample(range(300), stream.randrange(4))) for _ in range(200)]
    exponents = [[e for e in range(300) if x >> e & 1] for x in rows]
    table = np.array([row + [-1] * (3 - len(row)) for row in exponents])
    found, wanted = sorted_points(SparsePoints(table), 300), sorted_points(rows, 300)
    assert listed(found) == listed(wanted)
    assert found.before.tolist() == wanted.before.tolist()
    assert found.common.tolist() == wanted.common.tolist()
    points = sorted_points(SparsePoints(np.array([[-1, -1], [3, -1]])), 4)  # the zero point may be sparse
    assert (listed(points), points.common.tolist()) == ([0, 8], [0])
    points = sorted_points(SparsePoints(np.zeros((3, 0), dtype=np.int64)), 4)  # sparse points without any bit are zeros
    assert (listed(points), points.size) == ([0], 3)
    # the largest exponent is sparse
    assert SparsePoints(np.array([[-1, (1 << 62) - 1]])).exponents.tolist() == [[(1 << 62) - 1, -1]]
    # points without a bit are rows of one filler
    assert SparsePoints(np.zeros((2, 0), dtype=np.int64)).exponents.tolist() == [[-1], [-1]]
    # sparse points part at the higher of their own bits
    found, wanted = sorted_points(SparsePoints(np.array([[3, 2], [5, -1], [5, 1]])), 6), sorted_points([12, 32, 34], 6)
    assert (listed(found), found.common.tolist()) == (listed(wanted), wanted.common.tolist()) == ([12, 32, 34], [0, 4])


def test_bit_lengths_are_right_next_to_all_powers_of_two(monkeypatch):
    words = [w for k in range(64) for w in (2**k - 1, 2**k, 2**k + 1)]
    assert bit_lengths(np.array(words, dtype=np.uint64)).tolist() == [w.bit_length() for w in words]
    monkeypatch.setattr(common_prefixes, "CHUNK", 3)  # part by part
    assert bit_lengths(np.array([2**k for k in range(8)], dtype=np.uint64)).tolist() == list(range(1, 9))


def test_scores_and_runs_are_those_of_the_rows():
    runs, rows = from_runs(np.array([1, 4]), np.array([2, 3]), 3), sorted_points([1, 1, 4, 4, 4], 3)
    assert listed(runs) == listed(rows)
    assert runs.before.tolist() == rows.before.tolist()
    assert runs.common.tolist() == rows.common.tolist()
    rows = [1, 1, 3, 6]
    points = sorted_points(rows, 3)
    assert [points.interior_score(x) for x in range(8)] == [
        min(sum(s <= x for s in rows), sum(s >= x for s in rows)) for x in range(8)]


def test_sorted_points_pass_through_on_their_own_domain_only():
    points = sorted_points([1], 3)
    assert sorted_points(points, 3) is points
    with pytest.raises(ValueError, match="bits must be 3"):
        sorted_points(points, 4)
    assert len(sorted_points([], 0)) == 0  # no points of a domain of one are points


@pytest.mark.parametrize(("database", "bits"), [([8], 3), ([-1], 3), (np.array([8]), 3), (np.array([-1]), 64),
                                                ([2**64], 64), ([2**100], 100), ([0, 2**100], 100), ([-5], 100),
                                                (SparsePoints(np.array([[7]])), 7)])
def test_points_outside_the_domain_are_refused(database, bits):
    with pytest.raises(ValueError, match=r"database must hold points in 0\.\.2\^"):
        sorted_points(database, bits)


def test_messages_do_not_show_points():
    for point, bits in ((77777.5, 100), (47.25, 8)):
        with pytest.raises(ValueError, match="each point of the database must") as caught:
            sorted_points([1, point], bits)
        assert str(int(point)) not in str(caught.value)


@pytest.mark.parametrize(("exponents", "rule"), [
    ([1, 2], "a two-dimensional array"), ([[1.0]], "a two-dimensional array"), ([[-2]], "at least -1"),
    ([[-2, 5]], "at least -1"), ([[3, 1 << 62]], "below 2"), ([[3, 3]], "different"), ([[0, 0]], "different"),
    ([[5, 3, 3]], "different")])
def test_malformed_sparse_points_are_refused(exponents, rule):
    with pytest.raises(ValueError, match=f"exponents must be .*{rule}"):
        SparsePoints(np.array(exponents))


def test_parts_and_branchings_are_those_of_the_bits():
    rows = [0, 1, 1, 6, 7, 12, 15]
    points, distinct = sorted_points(rows, 4), sorted(set(rows))
    for i in range(7):
        for j in range(i, 7):
            part = points.part(i, j, np.arange(j - i + 1) * 2)
            assert (part.bits, part.size, listed(part)) == (4, 2 * (j - i), distinct[i:j])
            assert part.common.tolist() == [4 - (a ^ b).bit_length()
                                            for a, b in zip(distinct[i:j], distinct[i + 1:j], strict=False)]
    rows = [0, 1, 6, 7, 12, 15]
    for i in range(6):
        for j in range(i + 2, 7):
            depth = 4 - (rows[i] ^ rows[j - 1]).bit_length()
            right = next(k for k in range(i, j) if rows[k] >> (3 - depth) & 1)
            assert sorted_points(rows, 4).branching(i, j) == (depth, right)
    points = sorted_points([1, 2, 7], 3)
    assert (points.branching(0, 2), points.branching(1, 3)) == ((1, 1), (0, 2))
    for i, j in ((1, 4), (0, 4), (0, 5), (-1, 3)):
        with pytest.raises(ValueError, match=f"i and j must .* 3 points, got {i} and {j}"):
            points.branching(i, j)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: sorted_points([1.0], 8), r"database"), (lambda: sorted_points([True], 8), r"database"),
    (lambda: sorted_points([1, 2.5], 8), r"database"), (lambda: sorted_points([None], 8), r"database"),
    (lambda: sorted_points(np.array([1.5]), 8), r"database"), (lambda: sorted_points(np.array([True]), 8), r"database"),
    (lambda: sorted_points("12", 8), r"database"), (lambda: sorted_points(7, 8), r"database"),
    (lambda: sorted_points(np.array([[1, 2]]), 8), r"database"),
    (lambda: sorted_points(np.array([1, None]), 8), r"database"),
    (lambda: sorted_points([1, 2], 3).branching(0, 1), "at least two"),
    (lambda: sorted_points(np.ones((), dtype=object), 8), "database must have one dimension, got shape"),
    (lambda: sorted_points(np.ones((1, 2), dtype=object), 8), "database must have one dimension, got shape")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("bits", [3, 64, 65, 200])
@pytest.mark.parametrize("kind", [list, np.array])
@pytest.mark.parametrize("rows", [[3, 2, 1], [0, 5, 2], [7, 7, 0]])
def test_points_are_sorted_from_any_order(bits, kind, rows):
    points = sorted_points(kind(rows), bits)
    assert listed(points) == sorted(set(rows))
    assert points.common.tolist() == [bits - (a ^ b).bit_length() for a, b in pairwise(listed(points))]
    assert points.common.dtype == (np.int8 if bits <= 64 else np.int64)


@pytest.mark.parametrize("kind", [list, np.array])
@pytest.mark.parametrize(("rows", "bits"), [([-1, 1], 3), ([1, 8], 3), ([-1, 1], 64), ([-1, 1], 100)])
def test_one_point_outside_the_domain_is_enough(kind, rows, bits):
    with pytest.raises(ValueError, match="database must hold points in 0"):
        sorted_points(kind(rows), bits)
