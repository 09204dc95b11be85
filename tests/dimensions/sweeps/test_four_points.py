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
def test_threshold_table_is_the_solver_on_every_class(points):
    table = threshold_of_all_classes(points)
    assert [threshold_dimension(class_of_number(c, points)) for c in range(1, len(table))] == table[1:].tolist()


def test_five_points_in_a_table_are_too_many():
    with pytest.raises(TooLargeToEnumerate):
        threshold_of_all_classes(5)


def test_empty_class_carries_no_chain_and_shows_nothing():
    assert chains_of_all_classes(4)[0] == sets_with_all_ones(4)[0] == 0


def test_vc_table_is_read_off_the_shattered_sets():
    for n in range(1, 5):
        assert np.array_equal(largest_set(n)[shattered_sets_of_all_classes(n)], vc_of_all_classes(n))


def test_all_functions_are_the_only_class_of_full_dimension():
    for n in range(1, 5):
        table = littlestone_of_all_classes(n)
        assert np.flatnonzero(table == n).tolist() == [len(table) - 1]


def test_exactly_the_single_functions_have_dimension_zero():
    assert [int((littlestone_of_all_classes(n) == 0).sum()) for n in range(1, 5)] == [2, 4, 8, 16]


def test_five_points_are_too_many_for_littlestone():
    with pytest.raises(TooLargeToEnumerate):
        littlestone_of_all_classes(5)


def test_the_table_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        littlestone_of_all_classes(1)[0] = 5


@pytest.mark.parametrize("points", [1, 2, 3])
def test_all_classes_agree_with_the_search(points):
    functions = [[f >> x & 1 for x in range(points)] for f in range(1 << points)]
    for number, dimension in enumerate(vc_of_all_classes(points).tolist()):
        chosen = [row for f, row in enumerate(functions) if number >> f & 1]
        if chosen:
            concepts = ConceptClass.from_matrix(chosen)
            assert (dimension, class_sizes(points)[number]) == (vc_dimension(concepts), len(concepts))


def test_the_empty_class_has_dimension_minus_one():
    assert vc_of_all_classes(2)[0] == -1


def test_five_points_are_too_many_for_vc():
    with pytest.raises(TooLargeToEnumerate):
        vc_of_all_classes(5)


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_kinds_count_all_classes_that_are_not_empty(points):
    assert sum(count for *_, count in classes_on(points)) == 2 ** 2**points - 1


def test_kinds_on_five_points_are_refused():
    with pytest.raises((ValueError, TooLargeToEnumerate)):
        list(classes_on(5))


def test_chains_on_five_points_are_refused_before_any_table_is_made(monkeypatch):
    monkeypatch.setattr("privlearn.dimensions.sweeps.four_points.sets_with_all_ones", None)
    with pytest.raises(TooLargeToEnumerate):
        chains_of_all_classes(5)
