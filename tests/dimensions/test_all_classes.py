"""Tables of all small classes agree with the solvers that know nothing of them."""

import random

import numpy as np
import pytest

from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import (
    class_of_number,
    classes_up_to_renaming,
    dimensions_on_five_points,
    five_point_census,
    number_of_class,
    threshold_of_all_classes,
)
from privlearn.dimensions.sweeps.four_points import chains_of_all_classes, sets_with_all_ones, vc_from_shattered_sets
from privlearn.dimensions.sweeps.numbers import renamings_of_all_classes
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", [1, 2, 3])
def test_threshold_table_is_the_solver_on_every_class(points):
    table = threshold_of_all_classes(points)
    assert [threshold_dimension(class_of_number(c, points)) for c in range(1, len(table))] == table[1:].tolist()


def test_number_and_class_undo_each_other():
    assert all(number_of_class(class_of_number(c, 3)) == c for c in range(1, 256))


@pytest.mark.parametrize("number", [0, -1, 16, 1 << 20])
def test_number_out_of_range_is_refused(number):
    with pytest.raises(ValueError, match="number must be"):
        class_of_number(number, 2)


def test_five_points_in_a_table_are_too_many():
    with pytest.raises(TooLargeToEnumerate):
        threshold_of_all_classes(5)


def test_empty_class_carries_no_chain_and_shows_nothing():
    assert chains_of_all_classes(4)[0] == sets_with_all_ones(4)[0] == 0


def test_vc_read_off_shattered_sets_counts_the_empty_class():
    assert vc_from_shattered_sets(2)[0] == -1


def test_orbits_cover_all_classes():
    least, sizes = classes_up_to_renaming(4)
    assert sizes.sum() == 1 << 16
    assert len(least) == 3984
    assert 0x1BF in renamings_of_all_classes(4)[:, 0x1BF]


def test_dimensions_on_five_points_are_those_of_the_solvers():
    draw = random.Random(5)
    dense, single = (draw.getrandbits(32) for _ in range(150)), (1 << draw.randrange(32) for _ in range(9))
    for number in [1, 2**32 - 1, *dense, *single]:
        concepts = class_of_number(number, 5)
        expected = littlestone_dimension(concepts), vc_dimension(concepts), threshold_dimension(concepts)
        assert dimensions_on_five_points(number) == expected


def test_census_is_the_same_without_compilation():
    rows = [0, 1, 0x1BF, 0xFFFF]
    left, right = five_point_census(rows), five_point_census(rows, compiled=False)
    assert (left.counts == right.counts).all()
    assert (left.examples == right.examples).all()


def test_orbit_weights_give_what_all_of_the_orbit_gives():
    orbit = np.unique(renamings_of_all_classes(4)[:, 0x1BF]).tolist()
    assert (five_point_census(orbit).counts == five_point_census([0x1BF], [len(orbit)]).counts).all()


def test_parts_in_parallel_add_up():
    rows = list(range(40, 60))
    assert (five_point_census(rows, jobs=2).counts == five_point_census(rows).counts).all()


def test_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match="weights must be"):
        five_point_census([1, 2], [1])
