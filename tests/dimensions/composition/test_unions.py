"""How witnesses of a union split, down to empty ones."""

import pytest

from privlearn.dimensions.composition import hamming_ball, ladder_classes, split_ladder


def test_the_empty_ladder_splits_into_empty_ladders():
    assert split_ladder((), lambda concept: True) == ((), ())


def test_a_ball_of_full_radius_is_everything():
    assert len(hamming_ball(3, 3)) == 8


def test_an_empty_end_of_a_staircase_is_refused():
    with pytest.raises(ValueError, match="first"):
        ladder_classes(0, 1)


def test_the_shortest_staircase_has_a_step_for_each():
    assert [c.rows() for c in ladder_classes(1, 1)] == [[(1, 1)], [(0, 1)]]
    with pytest.raises(ValueError, match="second"):
        ladder_classes(1, 0)


def test_the_smallest_ball_is_its_centre():
    assert hamming_ball(1, 0).rows() == [(0,)]
    with pytest.raises(ValueError, match="points"):
        hamming_ball(0, 0)
    with pytest.raises(ValueError, match="radius"):
        hamming_ball(1, -1)
