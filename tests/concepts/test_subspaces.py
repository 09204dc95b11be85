"""Affine subspaces, traces of flats, zero sets of polynomials."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.concepts import ConceptClass, affine_plane, affine_subspaces, traces_of_flats, zero_sets
from privlearn.concepts.subspaces import _in_hull, _rank, affine_frame, monomials, vectors
from privlearn.exact import TooLargeToEnumerate


def gauss(q, n, d):
    """Return the number of linear subspaces of dimension d."""
    above = below = 1
    for i in range(d):
        above, below = above * (q**n - q**i), below * (q**d - q**i)
    return above // below


@pytest.mark.parametrize(("q", "n"), [(2, 1), (2, 4), (3, 3), (5, 2), (7, 1)])
def test_there_are_as_many_subspaces_as_gauss_counts(q, n):
    for d in range(n + 1):
        assert len(affine_subspaces(q, n, d, least=d)) == q ** (n - d) * gauss(q, n, d)
        assert len(affine_subspaces(q, n, d, least=d, linear=True)) == gauss(q, n, d)


@pytest.mark.parametrize("q", [2, 3, 5])
def test_lines_of_a_plane_have_q_points_and_any_two_points_lie_on_one(q):
    lines = affine_subspaces(q, 2, 1, least=1).matrix
    together = lines.T.astype(int) @ lines
    assert set(lines.sum(axis=1).tolist()) == {q}
    assert all(together[x, y] == 1 for x in range(q * q) for y in range(q * q) if x != y)
    assert len(lines) == len(affine_plane(q))


def test_the_largest_spaces_and_polynomials_are_listed_and_no_more(monkeypatch):
    assert len(vectors(2, 10)) == 1024
    for call in (lambda: vectors(2, 11), lambda: zero_sets(3, 3, 3)):
        with pytest.raises(TooLargeToEnumerate):
            call()
    monkeypatch.setattr("privlearn.concepts.subspaces.LARGEST_COUNT", 9)
    assert len(zero_sets(3, 1, 1)) == 4
    monkeypatch.setattr("privlearn.concepts.subspaces.LARGEST_COUNT", 8)
    with pytest.raises(TooLargeToEnumerate, match="the polynomials"):
        zero_sets(3, 1, 1)


def test_the_frame_is_the_origin_and_unit_vectors():
    assert vectors(3, 2)[list(affine_frame(3, 2, 3))].tolist() == [[0, 0], [0, 1], [1, 0]]
    assert vectors(3, 2).tolist() == [list(x) for x in product(range(3), repeat=2)]
    frames = {(3, 2, 0): (), (3, 2, 3): (0, 1, 3), (5, 3, 4): (0, 1, 5, 25), (2, 1, 1): (0,)}
    assert {shape: affine_frame(*shape) for shape in frames} == frames


def test_lines_cut_collinear_points_out_together_and_points_themselves():
    sets = set(traces_of_flats([(0, 0), (1, 2), (2, 4), (0, 1)], 1).rows())
    assert (1, 1, 1, 0) in sets
    assert (1, 1, 0, 0) not in sets
    assert (0, 1, 0, 1) in sets
    assert traces_of_flats([(Fraction(1, 2), 0)], 1).rows() == [(0,), (1,)]
    assert traces_of_flats([(0, 0), (1, 1)], 0).rows() == [(0, 0), (1, 0), (0, 1)]


def test_zero_sets_of_degree_one_are_the_hyperplanes_and_the_empty_set():
    nothing = ConceptClass.from_matrix([[0] * 9])
    assert zero_sets(3, 2, 1) == affine_subspaces(3, 2, 1, least=1).union(nothing)
    without, with_it = zero_sets(5, 1, 1), zero_sets(5, 1, 1, zero_polynomial=True)
    assert set(with_it.rows()) - set(without.rows()) == {(1,) * 5}  # the zero polynomial adds the whole space
    assert [len(monomials(3, d)) for d in range(4)] == [1, 4, 10, 20]


@pytest.mark.parametrize(("p", "degree"), [(5, 2), (7, 3), (3, 3)])
def test_zeros_in_one_variable_are_all_sets_of_at_most_the_degree(p, degree):
    sizes = sorted(zero_sets(p, 1, degree).matrix.sum(axis=1).tolist())
    assert sizes[-1] == min(degree, p)
    assert len(sizes) == sum(1 for mask in range(1 << p) if mask.bit_count() <= degree)


@pytest.mark.parametrize(("q", "n"), [(2, 1), (2, 2), (3, 2), (5, 1)])
@pytest.mark.parametrize("linear", [False, True])
def test_subspaces_are_the_spans_of_all_choices_of_directions(q, n, linear):
    space = list(product(range(q), repeat=n))
    by_dimension = [set() for _ in range(n + 1)]
    for d in range(n + 1):
        for origin, *directions in product([space[0]] if linear else space, *[space] * d):
            span = frozenset(tuple((o + sum(c * v[i] for c, v in zip(scalars, directions, strict=True))) % q
                                   for i, o in enumerate(origin)) for scalars in product(range(q), repeat=d))
            if len(span) == q**d:
                by_dimension[d].add(tuple(int(x in span) for x in space))
    for d in range(n + 1):
        for least in range(d + 1):
            found = affine_subspaces(q, n, d, least=least, linear=linear).rows()
            assert set(found) == set().union(*by_dimension[least:d + 1])
            assert [sum(row) for row in found] == sorted(map(sum, found))


def test_planes_of_eight_points_come_in_order():
    assert affine_subspaces(2, 3, 2, least=2, linear=True).rows() == [
        tuple(int(x in plane) for x in range(8)) for plane in (
            {0, 1, 2, 3}, {0, 1, 4, 5}, {0, 1, 6, 7}, {0, 2, 4, 6}, {0, 2, 5, 7}, {0, 3, 4, 7}, {0, 3, 5, 6})]
    assert affine_subspaces(3, 1, 0).rows() == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


@pytest.mark.parametrize(("rows", "rank"), [
    ([], 0), ([[0, 0]], 0), ([[0, 3], [0, 5]], 1), ([[1, 2, 3], [2, 4, 7], [3, 6, 10]], 2),
    ([[2, 1, 0], [0, 3, 1], [1, 0, 5], [4, 4, 4]], 3), ([[1, 2], [2, 4], [0, 0], [3, 6]], 1)])
def test_rank_by_hand(rows, rank):
    assert _rank([[Fraction(entry) for entry in row] for row in rows]) == rank


def test_the_hull_of_points_are_their_combinations():
    a, b, c = ((Fraction(1), Fraction(2), Fraction(0)), (Fraction(3), Fraction(1), Fraction(1)),
               (Fraction(0), Fraction(5), Fraction(2)))
    for s, t in product((-2, 0, 1, Fraction(1, 3)), repeat=2):
        point = [x + s * (y - x) + t * (z - x) for x, y, z in zip(a, b, c, strict=True)]
        assert _in_hull((a, b, c), point)
        assert _in_hull((a, b), point) == (t == 0)
        assert _in_hull((a,), point) == (s == t == 0)
        assert not _in_hull((a, b, c), [point[0] + Fraction(1, 9), *point[1:]])


@pytest.mark.parametrize("points", [[(0, 0), (1, 2), (2, 4), (0, 1), (3, 1)],
                                    [(5, 0, 1), (5, 1, 3), (5, 2, 5), (5, 2, 2)],
                                    [(0, 0, 0), (1, 0, 2), (0, 1, 1), (1, 1, 3), (2, 5, 9), (1, 1, 1)]])
def test_traces_are_those_of_the_hulls_of_few_points(points):
    def volume(rows):
        return sum((-1) ** c * rows[0][c] * volume([[*row[:c], *row[c + 1:]] for row in rows[1:]])
                   for c in range(len(rows[0]))) if rows else 1

    def independent(chosen):
        lifted = [(1, *points[i]) for i in chosen]
        return any(volume([[row[c] for c in columns] for row in lifted])
                   for columns in combinations(range(len(lifted[0])), len(lifted)))

    for d in range(len(points[0])):
        expected = {(0,) * len(points)}
        for size in range(1, d + 2):
            for chosen in filter(independent, combinations(range(len(points)), size)):
                expected.add(tuple(int(i in chosen or not independent((*chosen, i))) for i in range(len(points))))
        assert set(traces_of_flats(points, d).rows()) == expected


@pytest.mark.parametrize(("p", "n", "degree"), [(2, 1, 0), (2, 2, 2), (3, 2, 1), (3, 1, 4), (5, 1, 2)])
def test_zero_sets_are_those_of_all_polynomials(p, n, degree):
    terms = [e for e in product(range(degree + 1), repeat=n) if sum(e) <= degree]
    assert sorted(monomials(n, degree)) == terms
    assert [sum(e) for e in monomials(n, degree)] == sorted(map(sum, terms))

    def value(c, x):
        found = 0
        for a, e in zip(c, terms, strict=True):
            for entry, power in zip(x, e, strict=True):
                a *= entry**power
            found += a
        return found % p

    every = {c: tuple(int(value(c, x) == 0) for x in product(range(p), repeat=n))
             for c in product(range(p), repeat=len(terms))}
    assert set(zero_sets(p, n, degree, zero_polynomial=True).rows()) == set(every.values())
    assert set(zero_sets(p, n, degree).rows()) == {row for c, row in every.items() if any(c)}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: affine_subspaces(4, 2, 1), "q must be a prime"), (lambda: affine_subspaces(3, 2, 3), "dimension"),
    (lambda: affine_subspaces(3, 0, 0), "n must"), (lambda: affine_subspaces(3, 2, 1, least=2), "least"),
    *((lambda points=points: traces_of_flats(points, 0), "points")
      for points in ([], [(0, 1), (0, 1)], [(0, 1), (0, 1, 2)])),
    *((lambda d=d: traces_of_flats([(0, 0), (1, 1)], d), "dimension") for d in (2, -1)),
    (lambda: monomials(0, 1), "variables must be an integer"), (lambda: monomials(1, -1), "degree must be an integer"),
    (lambda: vectors(3, 0), "n must be an integer"),
    *((lambda size=size: affine_frame(3, 2, size), "size must be an integer") for size in (4, -1)),
    (lambda: affine_subspaces(3, 2, -1), "dimension must be an integer"),
    (lambda: affine_subspaces(3, 2, 1, least=-1), "least must be an integer"),
    (lambda: traces_of_flats([(0, 0)], 2), "dimension must be an integer")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
