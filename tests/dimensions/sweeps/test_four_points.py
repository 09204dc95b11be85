"""Tables of all classes on at most four points, against the solvers."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import (class_of_number, class_sizes, littlestone_of_all_classes,
                                         threshold_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.four_points import (chains_of_all_classes, classes_on, largest_set, sets_with_all_ones,
                                                     shattered_sets_of_all_classes)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", [1, 2, 3])
def test_tables_agree_with_the_searches_on_every_class(points):
    chains, dimensions, sizes = threshold_of_all_classes(points), vc_of_all_classes(points), class_sizes(points)
    functions = [[f >> x & 1 for x in range(points)] for f in range(1 << points)]
    for number in range(1, len(chains)):
        concepts = ConceptClass.from_matrix([row for f, row in enumerate(functions) if number >> f & 1])
        assert concepts == class_of_number(number, points)
        assert (chains[number], dimensions[number], sizes[number]) == (
            threshold_dimension(concepts), vc_dimension(concepts), len(concepts))


@pytest.mark.parametrize("table", [threshold_of_all_classes, littlestone_of_all_classes, vc_of_all_classes,
                                   chains_of_all_classes, lambda points: list(classes_on(points))])
def test_five_points_are_refused_before_any_table_is_made(monkeypatch, table):
    monkeypatch.setattr("privlearn.dimensions.sweeps.four_points.sets_with_all_ones", None)
    with pytest.raises(TooLargeToEnumerate):
        table(5)


def test_empty_class_carries_no_chain_shows_nothing_and_has_dimension_minus_one():
    assert chains_of_all_classes(4)[0] == sets_with_all_ones(4)[0] == 0
    assert vc_of_all_classes(2)[0] == -1
    with pytest.raises(ValueError, match="read-only"):
        littlestone_of_all_classes(1)[0] = 5


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_dimensions_at_their_ends(points):
    assert np.array_equal(largest_set(points)[shattered_sets_of_all_classes(points)], vc_of_all_classes(points))
    table = littlestone_of_all_classes(points)
    assert np.flatnonzero(table == points).tolist() == [len(table) - 1]  # all functions only
    assert (table == 0).sum() == 1 << points  # exactly the single functions
    assert sum(count for *_, count in classes_on(points)) == len(table) - 1
