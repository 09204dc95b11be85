"""How witnesses of a union split, down to empty ones."""

from itertools import product

import pytest

from privlearn.dimensions.composition import hamming_ball, ladder_classes, split_ladder


def test_the_smallest_ladders_balls_and_staircases():
    assert split_ladder((), lambda concept: True) == ((), ())  # the empty ladder splits into empty ladders
    assert len(hamming_ball(3, 3)) == 8  # a ball of full radius is everything
    assert [c.rows() for c in ladder_classes(1, 1)] == [[(1, 1)], [(0, 1)]]
    assert hamming_ball(1, 0).rows() == [(0,)]  # the smallest ball is its centre
    ladder = ((3, 0), (1, 2), (0, 1), (2, 5), (4, 4))
    assert split_ladder(ladder, lambda concept: concept in (0, 1, 4)) == (((1, 2), (0, 1), (4, 4)), ((3, 0), (2, 5)))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: ladder_classes(0, 1), "first"), (lambda: ladder_classes(1, 0), "second"),
    (lambda: hamming_ball(0, 0), "points"), (lambda: hamming_ball(1, -1), "radius")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("points", "radius", "centre"), list(product((1, 2, 3, 4), (0, 1, 2, 3), (0, 1))))
def test_a_ball_is_what_differs_from_its_centre_at_few_points(points, radius, centre):
    ball = [f for f in product((0, 1), repeat=points) if sum(value != centre for value in f) <= radius]
    assert sorted(hamming_ball(points, radius, centre).rows()) == ball


@pytest.mark.parametrize(("first", "second"), [(1, 3), (2, 3), (4, 1)])
def test_a_staircase_is_cut_after_its_first_steps(first, second):
    stairs = [tuple(int(x >= k) for x in range(first + second)) for k in range(first + second)]
    assert [c.rows() for c in ladder_classes(first, second)] == [stairs[:first], stairs[first:]]
