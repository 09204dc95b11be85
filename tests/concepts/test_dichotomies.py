from itertools import product
from math import comb, gcd

import pytest

from privlearn.concepts import dichotomies
from privlearn.concepts.dichotomies import (_direction, _pivots, count_linear_dichotomies, general_position_dichotomies,
                                            is_dichotomy, linear_dichotomies)
from privlearn.exact import TooLargeToEnumerate

CONFIGURATIONS = [
    [(1,)], [(2,), (-3,)], [(1, 0), (2, 0)], [(1, 0), (0, 1), (1, 1), (-1, 1)], [(1, 0, 0), (0, 1, 0), (1, 1, 0)],
    [(x, y, -1) for x in range(3) for y in range(3)], [(x, x * x, x**3, 1) for x in range(6)],
]


@pytest.mark.parametrize("vectors", CONFIGURATIONS)
def test_every_dichotomy_is_shown_by_its_weights_and_counted(vectors):
    listed = linear_dichotomies(vectors)
    assert all(is_dichotomy(mask, weights, vectors) for mask, weights in listed.items())
    assert len(listed) == count_linear_dichotomies(vectors)


def test_dichotomies_known_by_hand():
    assert sorted(linear_dichotomies([(3, 4)])) == [0, 1]
    assert sorted(linear_dichotomies([(1, 2), (-1, -2)])) == [1, 2]  # never on one side
    assert len(linear_dichotomies([(1, x, x * x) for x in range(7)])) == general_position_dichotomies(7, 3)
    assert general_position_dichotomies(4, 9) == 2**4  # the rank allows everything
    assert general_position_dichotomies(1, 1) == 2


@pytest.mark.parametrize("vectors", [[], [(1, 0), (1,)], [(0, 0)], [(1, 0), (0, 0)], [(1, 0.5)]])
def test_bad_vectors_are_refused(vectors):
    with pytest.raises(ValueError, match="vectors"):
        linear_dichotomies(vectors)


@pytest.mark.parametrize("vectors", [[(1, x % 1000) for x in range(1025)], [(1, 5000)],
                                     [(1, x, x * x % 97, x**3 % 89, x**4 % 83) for x in range(80)]])
def test_too_large_is_said(vectors):
    with pytest.raises(TooLargeToEnumerate):
        linear_dichotomies(vectors)


@pytest.mark.parametrize(("limit", "size", "what"), [
    ("VECTORS", 4, "the set of vectors"), ("ENTRY", 3, "the range of the entries of vectors"),
    ("SPANS", 6, "the collection of sets that may span a hyperplane")])
def test_the_largest_vectors_are_split(monkeypatch, limit, size, what):
    vectors = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, -3)]
    monkeypatch.setattr(f"privlearn.concepts.dichotomies.LARGEST_{limit}", size)
    assert len(linear_dichotomies(vectors)) == 14
    monkeypatch.setattr(f"privlearn.concepts.dichotomies.LARGEST_{limit}", size - 1)
    with pytest.raises(TooLargeToEnumerate, match=f"{what} has {size} elements"):
        linear_dichotomies(vectors)


@pytest.mark.parametrize("vectors", [
    *CONFIGURATIONS[:5], [(x, y, -1) for x in range(2) for y in range(3)], [(1, 2), (3, 1), (-2, 5), (2, 4), (0, -1)],
    [(1, 0, 2), (0, 3, 1), (2, 1, 0), (-1, 1, 1), (1, 3, 3)]])
def test_dichotomies_are_those_of_many_weights(vectors):
    found = linear_dichotomies(vectors)
    tried = set()
    for weights in product(range(-7, 8), repeat=len(vectors[0])):
        products = [sum(w * x for w, x in zip(weights, v, strict=True)) for v in vectors]
        if all(products):
            tried.add(sum(1 << i for i, p in enumerate(products) if p > 0))
    assert set(found) == tried
    assert all(gcd(*weights) == 1 for weights in found.values())
    assert count_linear_dichotomies(vectors) == len(found)


@pytest.mark.parametrize(("n", "r"), [(1, 1), (1, 3), (2, 1), (4, 2), (5, 3), (6, 4), (7, 7)])
def test_dichotomies_in_general_position_double_partial_sums_of_binomials(n, r):
    vectors = [tuple(x**i for i in range(r)) for x in range(1, n + 1)]  # any r of them are independent
    assert general_position_dichotomies(n, r) == count_linear_dichotomies(vectors) == 2 * sum(
        comb(n - 1, i) for i in range(r))


@pytest.mark.parametrize(("mask", "weights", "right"), [
    (0b01, (1, -1), True), (0b10, (-1, 1), True), (0b11, (2, 1), True), (0b00, (-1, -3), True),
    (0b10, (1, -1), False), (0b11, (1, 0), False), (0b01, (1, 0), False), (0b00, (0, -1), False), (1, (1, 1), False)])
def test_the_verifier_looks_at_every_sign(mask, weights, right):
    assert is_dichotomy(mask, weights, [(1, 0), (0, 1)]) == right
    assert not is_dichotomy(0, (1, 0), [(0, 1)])


@pytest.mark.parametrize(("vectors", "rank"), [(0, 1), (1, 0)])
def test_no_vector_and_no_rank_have_no_count(vectors, rank):
    with pytest.raises(ValueError, match="vectors|rank"):
        general_position_dichotomies(vectors, rank)


def test_pivots_keep_the_rank_and_directions_are_primitive_and_begin_above_zero():
    assert _pivots([(0, 2, 4), (0, 1, 2)]) == [1]
    assert _pivots([(0, 0, 3), (2, 1, 0), (4, 2, 5)]) == [0, 2]
    assert _pivots([(1, 2, 3), (2, 4, 7), (1, 3, 3)]) == [0, 1, 2]
    assert [_direction(v) for v in ((0, -4, 6), (3, 9, -6), (-2, 0, 1), (0, 0), (5,), (-5,))] == [
        (0, 2, -3), (1, 3, -2), (2, 0, -1), (0, 0), (1,), (1,)]


def test_products_of_large_weights_do_not_overflow(monkeypatch):
    large = (1 << 60) // dichotomies.LARGEST_ENTRY
    splitter = dichotomies._Splitter([(dichotomies.LARGEST_ENTRY,) * 9])
    monkeypatch.setattr(splitter, "across", lambda chosen: {0: (large,) * 9})
    assert splitter.splits((0,)) == [(0, (large,) * 9, 9 * large * dichotomies.LARGEST_ENTRY)]
