"""Irreducibility of all classes on a few points: against the functions for one class, and by hand."""

import math

import numpy as np
import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions.irreducibility import irreducibility, standard_functions, standard_labels
from privlearn.dimensions.sweeps import class_of_number, littlestone_of_all_classes, number_of_class
from privlearn.dimensions.sweeps.irreducible import (irreducibility_of_all_classes, standard_classes,
                                                     standard_labels_of_all_classes)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", [1, 2, 3])
def test_tables_agree_with_single_classes(points):
    depths, labels = irreducibility_of_all_classes(points), standard_labels_of_all_classes(points)
    assert depths[0] == -1
    for number in range(1, 1 << (1 << points)):
        concepts = class_of_number(number, points)
        k = irreducibility(concepts)
        assert depths[number] == (points if k == math.inf else k)
        assert labels[number] == (sum(y << x for x, y in enumerate(standard_labels(concepts))) if k else -1)


def test_the_numbers_of_classes():
    depths, dimensions = irreducibility_of_all_classes(4), littlestone_of_all_classes(4)
    for number in range(1, 1 << 16, 700):
        assert depths[number] == min(irreducibility(class_of_number(number, 4)), 4)
    assert [np.bincount(depths[dimensions == d]).tolist() for d in range(5)] == [
        [0, 0, 0, 0, 16], [120, 560, 176, 16], [16628, 14496, 16], [33490, 16], [1]]


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_predictions_are_those_of_single_classes(depth):
    found = standard_classes(3, depth)
    for number in range(1, 256, 11):
        functions = standard_functions(class_of_number(number, 3), depth)
        assert found[number] == number_of_class(ConceptClass.from_matrix(list(functions)))


def test_even_functions_predict_all_functions():
    even = sum(1 << f for f in range(16) if f.bit_count() % 2 == 0)
    assert [standard_classes(4, k)[even] == expected for k, expected in ((1, 65535), (2, 65535), (3, even), (4, even))
            ] == [True] * 4


def test_what_is_out_of_range_is_refused():
    for table in (irreducibility_of_all_classes, standard_labels_of_all_classes, lambda n: standard_classes(n, 1)):
        with pytest.raises(TooLargeToEnumerate):
            table(5)
        with pytest.raises(ValueError, match="points"):
            table(0)
    with pytest.raises(ValueError, match="depth"):
        standard_classes(2, 0)
