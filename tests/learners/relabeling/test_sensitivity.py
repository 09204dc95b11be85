"""Matched sensitivity by enumeration."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, initial_segments
from privlearn.learners.relabeling import (error_count, initial_segment_law, matched_sensitivity, pattern_law,
                                           small_databases, standard_sensitivity)


def test_errors_have_matched_and_standard_sensitivity_one():
    assert matched_sensitivity(error_count, initial_segments(2), 2).value == 1
    assert standard_sensitivity(error_count, initial_segments(2), 2).value == 1
    assert matched_sensitivity(error_count, ConceptClass.from_matrix([[1, 0]]), 0).value == 1
    concepts = initial_segments(2)  # all pairs of rows are compared for every concept
    assert standard_sensitivity(error_count, concepts, 0).comparisons == len(concepts) * (2 * concepts.size) ** 2
    for concepts in (None, ConceptClass.from_matrix(np.zeros((0, 1), dtype=int))):
        with pytest.raises(ValueError, match="concepts must be a ConceptClass with at least one"):
            matched_sensitivity(error_count, concepts, 1)


def test_the_fast_law_is_that_of_the_patterns():
    assert next(small_databases(2, 1)) == ()
    assert len(list(small_databases(2, 2))) == 1 + 4 + 10
    assert list(small_databases(2, 0)) == [()]
    with pytest.raises(ValueError, match="most_rows must"):
        next(small_databases(2, -1))
    for data, other in product(small_databases(3, 2), ((), ((1, 0),))):
        slow = pattern_law(initial_segments(3), error_count, data, other, 4).map(sum).exact()
        assert initial_segment_law(3, data, other, 4).exact() == slow
