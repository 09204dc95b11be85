"""The possible paths of a database and their matches in a neighbouring one."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.interior_point.trees import (extensions, is_prefix, matching_prefix, path_law, path_support,
                                                     weak_paths)
from tests.learners.interior_point.small import multisets

SMALL = list(multisets(8, 4))


def test_support_is_where_the_law_is_positive():
    for s, stop in product(SMALL, range(3)):
        assert path_support(s, 3, stop) == tuple(path_law(s, 3, stop, 2).exact())
    for s in SMALL:  # swapping subtrees swaps supports
        mirrored = path_support([7 - x for x in s], 3, 1)
        assert set(mirrored) == {(d, 2**d - 1 - p) for d, p in path_support(s, 3, 1)}


def test_matches_and_extensions_are_inverse():
    for s, x in product(SMALL[:100], range(8)):
        before, after = path_support(s, 3, 1), path_support((*s, x), 3, 1)
        for p in before:
            assert set(extensions(p, after)) == {q for q in after if matching_prefix(q, before) == p}
    assert matching_prefix((3, 5), [(0, 0)]) == (0, 0)
    assert matching_prefix((3, 5), []) is None
    assert is_prefix((1, 1), (3, 5))
    with pytest.raises(ValueError, match="above one another"):
        matching_prefix((2, 0), [(0, 0), (1, 0)])


def test_weak_paths_include_the_threshold_itself():
    law = path_law((0, 0, 7), 3, 0, 2).exact()
    assert weak_paths(law, Fraction(1, 3)) == {(3, 7)}
    assert weak_paths(law, 0) == frozenset()
