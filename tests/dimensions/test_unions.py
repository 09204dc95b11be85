"""Unions of two classes."""

import pytest

from privlearn.dimensions.composition import hamming_ball, ladder_classes, split_ladder
from privlearn.dimensions.sweeps import littlestone_of_all_classes, maximal_classes, one_mistake_classes


@pytest.mark.parametrize("points", [2, 3, 4])
def test_partitions_give_the_maximal_classes_of_the_table(points):
    assert sorted(one_mistake_classes(points)) == maximal_classes(littlestone_of_all_classes(points), 1).tolist()


def test_no_one_mistake_class_is_listed_twice():
    assert len(set(one_mistake_classes(5))) == len(one_mistake_classes(5)) == 1632


def test_everything_is_the_only_maximal_class_below_a_large_bound():
    assert maximal_classes(littlestone_of_all_classes(2), 2).tolist() == [15]


def test_the_empty_ladder_splits_into_empty_ladders():
    assert split_ladder((), lambda concept: True) == ((), ())


def test_a_ball_of_full_radius_is_everything():
    assert len(hamming_ball(3, 3)) == 8


def test_an_empty_end_of_a_staircase_is_refused():
    with pytest.raises(ValueError, match="first"):
        ladder_classes(0, 1)
