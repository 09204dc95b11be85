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
