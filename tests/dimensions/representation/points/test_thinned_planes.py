from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts.planes import plane_lines, plane_points
from privlearn.dimensions.representation.points import derandomised_plane, thin_plane
from privlearn.dimensions.representation.points.multiplicities import degrees, largest_meeting
from privlearn.dimensions.representation.points.thinned_planes import (expected_dropped, keep_chance, line_limit,
                                                                       lines_needed, restricted)
from privlearn.exact import binomial_tail

HALF = Fraction(1, 2)


def test_with_probability_one_every_line_is_kept_and_without_lines_no_point():
    assert keep_chance(3, HALF, 100) == 1
    assert len(thin_plane(3, HALF, 100, seed=0).lines) == plane_points(3)
    assert expected_dropped(3, HALF, 1) == 0
    assert restricted(3, HALF, ()).matrix.shape == (0, 0)  # no line leaves no point


def test_limits_by_hand_and_kept_points_lie_in_enough_lines_that_meet_at_most_once():
    assert line_limit(31, HALF, 2) == 356  # the floor of 4 * 2 * sqrt(496) * 2 = 356.3...
    assert (lines_needed(1), keep_chance(3, 1, 1)) == (1, HALF)
    drawn = thin_plane(9, Fraction(1, 3), 1, seed=4)
    assert degrees(drawn.matrix).min() >= 3
    assert largest_meeting(drawn.matrix) == 1


def test_conditional_expectations_keep_both_promises():
    found = derandomised_plane(13, HALF, 1)
    chance = keep_chance(13, HALF, 1)
    assert expected_dropped(13, HALF, chance) * 4 < plane_points(13)
    assert len(found.kept_points) == found.points == 91
    assert len(found.lines) < 2 * plane_points(13) * chance


@pytest.mark.parametrize("call", [
    lambda: lines_needed(0), lambda: lines_needed(2), lambda: keep_chance(3, HALF, 0), lambda: keep_chance(3, 2, 1),
    lambda: keep_chance(3, 0, 1), lambda: keep_chance(3, HALF, -1), lambda: thin_plane(6, HALF, 1, 0),
    lambda: thin_plane(3, HALF, 1, -1)])
def test_bad_arguments_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


@pytest.mark.parametrize(("order", "alpha", "c"), [(2, HALF, 1), (3, HALF, Fraction(1, 2)), (4, Fraction(1, 3), 1)])
def test_every_line_is_decided_by_the_smaller_conditional_expectation(order, alpha, c):
    size, lines = plane_points(order), plane_lines(order)
    chance, need = keep_chance(order, alpha, c), lines_needed(alpha)

    def score(kept, decided):  # the expectation when the lines before ``decided`` are known
        short = Fraction(0)
        for point in range(size):
            through = [i for i, line in enumerate(lines.tolist()) if point in line]
            have, rest = sum(i in kept for i in through), sum(i >= decided for i in through)
            short += binomial_tail(rest, chance, at_most=need - 1 - have)
        return short / (size - size // 2) + Fraction(len(kept)) / (2 * size * chance)

    kept = []
    for i in range(size):
        if score([*kept, i], i + 1) < score(kept, i + 1):
            kept.append(i)
    assert derandomised_plane(order, alpha, c).lines == tuple(kept)


def test_a_line_is_kept_if_its_ticket_is_below_its_chance():
    tickets = np.random.PCG64(5).random_raw(plane_points(3)).tolist()
    for limit in tickets:
        chance = Fraction(limit, 1 << 64)
        assert keep_chance(3, HALF, chance) == chance
        assert thin_plane(3, HALF, chance, seed=5).lines == tuple(i for i, t in enumerate(tickets) if t < limit)
