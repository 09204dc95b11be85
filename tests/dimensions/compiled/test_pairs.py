"""The compiled sweep over second classes, on the functions of one point: 0 and 1."""

import numpy as np
import pytest

pytest.importorskip("numba")

from privlearn.dimensions.compiled.pairs import sweep

OR, AND, XOR = [[0, 1], [1, 1]], [[0, 0], [0, 1]], [[0, 1], [1, 0]]
SIZES = np.array([[0, 1, 1, 2]], dtype=np.int8)  # of the classes {}, {0}, {1}, {0, 1}


def swept(first, *rules):
    largest = np.full((len(rules), 1, 3, 3), -1, dtype=np.int8)
    witnesses = np.zeros((len(rules), 1, 3, 3, 2), dtype=np.int64)
    sweep(np.array(first), np.array(rules), SIZES, largest, witnesses)
    return largest[:, 0], witnesses[:, 0]


def test_composed_classes_have_the_largest_sizes_with_the_first_pair_that_reaches_them():
    largest, witnesses = swept([1, 2, 3], OR)
    assert largest[0].tolist() == [[-1, -1, -1], [-1, 1, 2], [-1, 2, 2]]
    assert witnesses[0, 1, 2].tolist() == [0b01, 0b11]  # {0} or {0, 1}
    nothing, _ = swept(np.zeros(0, dtype=np.int64), OR)
    assert (nothing == -1).all()


def test_each_rule_has_its_table_and_entries_already_reached_stay():
    largest, witnesses = swept([2], OR, AND)
    assert largest[:, 1, 2].tolist() == [1, 2]  # {1} or {0, 1} is {1}; {1} and {0, 1} is {0, 1}
    assert witnesses[1, 1, 2].tolist() == [2, 3]
    largest, witnesses = np.full((1, 1, 3, 3), 2, dtype=np.int8), np.full((1, 1, 3, 3, 2), 9, dtype=np.int64)
    sweep(np.array([1, 2, 3]), np.array([OR]), SIZES, largest, witnesses)
    assert (largest == 2).all()
    assert (witnesses == 9).all()


@pytest.mark.usefixtures("interpreted")
def test_more_rules_than_functions_have_their_tables_and_no_index_leaves_its_array():
    largest, witnesses = swept([2], OR, AND, XOR)
    assert largest[:, 1, 2].tolist() == [1, 2, 2]
    assert witnesses[:, 1, 2].tolist() == [[2, 3]] * 3
    assert swept([1], OR)[0][0, 1].tolist() == [-1, 1, 2]  # one rule alone
