"""Monochromatic sets: the greedy search against its guarantee, the clique search against the definition."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from privlearn.dimensions.composition import greedy_guarantee, is_monochromatic, monochromatic_set, ramsey_bound
from privlearn.dimensions.composition.ramsey import colour_matrix, even_colouring, largest_monochromatic_set
from privlearn.exact import TooLargeToEnumerate


def from_edges(n, colours):
    table = np.zeros((n, n), dtype=int)
    for (p, q), colour in zip(combinations(range(n), 2), colours, strict=True):
        table[p, q] = colour
    return lambda v, others: table[v, others]


def all_colourings(n, colours):
    yield from (from_edges(n, word) for word in product(range(colours), repeat=n * (n - 1) // 2))


def largest_by_definition(n, colour_of):
    table = colour_matrix(n, colour_of)
    return max(r for r in range(1, n + 1) for s in combinations(range(n), r)
               if len({table[e] for e in combinations(s, 2)}) < 2)


def test_the_smallest_sets_and_words_by_hand():
    assert monochromatic_set(1, from_edges(1, ())) == ((0,), -1)  # one vertex is monochromatic and has no colour
    assert monochromatic_set(2, from_edges(2, (7,))) == ((0, 1), 7)  # two vertices have the colour of their edge
    assert greedy_guarantee(10, 1) == len(monochromatic_set(10, lambda v, others: 0 * others)[0]) == 10
    assert [ramsey_bound(2, r) for r in range(1, 5)] == [1, 2, 6, 20]
    assert ramsey_bound(3, 2) == len(set(permutations("abc")))
    assert [ramsey_bound(1, r) for r in (1, 4)] == [1, 1]
    assert colour_matrix(1, lambda v, others: others).tolist() == [[-1]]
    assert colour_matrix(3, from_edges(3, (5, 6, 7))).tolist() == [[-1, 5, 6], [5, -1, 7], [6, 7, -1]]


@pytest.mark.parametrize(("n", "colours"), [(3, 3), (4, 3), (5, 2)])
def test_greedy_set_is_monochromatic_and_reaches_its_guarantee_on_all_colourings(n, colours):
    for colour_of in all_colourings(n, colours):
        vertices, colour = monochromatic_set(n, colour_of)
        assert is_monochromatic(vertices, colour_of)
        assert list(vertices) == sorted(set(vertices))
        assert len(vertices) >= greedy_guarantee(n, colours)
        assert set(colour_of(vertices[0], np.array(vertices[1:])).tolist()) == {colour}


@pytest.mark.parametrize(("recorded", "colours"), [(1, 2), (2, 2), (10, 2), (7, 3), (6, 4), (3, 16)])
def test_even_colouring_makes_the_guarantee_sharp(recorded, colours):
    n, colour_of = even_colouring(recorded, colours)
    assert len(monochromatic_set(n, colour_of)[0]) == greedy_guarantee(n, colours) == 1 - (1 - recorded) // colours


def test_even_colouring_has_the_least_number_of_vertices():
    for recorded, colours in ((3, 2), (5, 2), (10, 2), (7, 3), (6, 4), (3, 16)):
        n, _ = even_colouring(recorded, colours)
        steps = [n, n - 1]
        for place, left in enumerate(steps):
            count = 1
            while left > 1:
                left, count = -(-(left - 1) // colours), count + 1
            steps[place] = count
        assert steps == [recorded, recorded - 1]


def test_clique_search_agrees_with_the_definition_on_all_small_colourings():
    for n, colours in ((1, 2), (2, 2), (4, 3), (5, 2)):
        for colour_of in all_colourings(n, colours):
            found = largest_monochromatic_set(n, colour_of)
            assert is_monochromatic(found, colour_of)
            assert len(found) == largest_by_definition(n, colour_of)
            assert is_monochromatic(range(n), colour_of) == (len(found) == n)


def test_clique_search_takes_as_many_vertices_as_it_may(monkeypatch):
    with pytest.raises(TooLargeToEnumerate, match="sets of vertices"):
        largest_monochromatic_set(65, lambda v, others: 0 * others)
    monkeypatch.setattr("privlearn.dimensions.composition.ramsey.LARGEST_CLIQUE_SEARCH", 3)
    assert len(largest_monochromatic_set(3, lambda v, others: 0 * others)) == 3
    with pytest.raises(TooLargeToEnumerate, match="sets of vertices"):
        largest_monochromatic_set(4, lambda v, others: 0 * others)


def test_arguments_are_checked():
    for function, given, rule in ((greedy_guarantee, (0, 2), "must"), (greedy_guarantee, (3, 0), "must"),
                                  (ramsey_bound, (0, 3), "must"), (ramsey_bound, (0, 2), "colours"),
                                  (even_colouring, (0, 2), "must"), (even_colouring, (2, 1), "must"),
                                  (monochromatic_set, (0, from_edges(1, ())), "size"),
                                  (colour_matrix, (0, lambda v, others: others), "size")):
        with pytest.raises(ValueError, match=rule):
            function(*given)
