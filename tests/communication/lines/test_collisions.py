from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from privlearn.communication.information import collision_probability, statistical_distance
from privlearn.communication.lines import (class_collision, collision_bound, good_size, largest_collision,
                                           line_advantage, line_value, messages_needed, proof_gamma, proof_messages,
                                           squared_advantage_bound)
from privlearn.communication.lines.collisions import (climb_line_protocol, collision_by_slopes, distance_from_uniform,
                                                      incident_pairs, independent_pairs, least_error_bound,
                                                      message_classes, point_counts, point_law, slope_block)
from privlearn.concepts import lines
from privlearn.exact import TooLargeToEnumerate

FIFTH = Fraction(1, 5)


@pytest.mark.parametrize("p", [2, 3, 5])
def test_counts_are_columns_of_the_incidence_matrix(p):
    chosen = [(a, b) for a in range(p) for b in range(p) if (a + 2 * b) % 3]
    rows = [a * p + b for a, b in chosen]
    for given in (chosen, np.array(chosen)):
        assert point_counts(p, given).ravel().tolist() == lines(p).matrix[rows].sum(axis=0).tolist()
    assert point_counts(p, []).sum() == 0


@pytest.mark.parametrize("p", [2, 3])
def test_collisions_depend_on_slopes_only(p):
    plane = [(a, b) for a in range(p) for b in range(p)]
    for size in range(1, len(plane) + 1):
        for chosen in combinations(plane, size):
            by_slope = [sum(a == slope for a, _ in chosen) for slope in range(p)]
            assert class_collision(p, chosen) == collision_by_slopes(p, by_slope)


def test_the_most_spread_class_of_each_size_is_found_among_all():
    plane = [(a, b) for a in range(3) for b in range(3)]
    for size in range(1, 10):
        assert largest_collision(3, size) == max(class_collision(3, c) for c in combinations(plane, size))
    chosen = [(0, 0), (0, 1), (2, 1), (1, 2)]
    masses = [Fraction(int((row // 3, row % 3) in chosen), 4) for row in range(9)]
    law = point_law(3, masses)
    assert collision_probability(law) == class_collision(3, chosen)
    assert statistical_distance(law, [Fraction(1, 9)] * 9) == distance_from_uniform(3, chosen)


def test_collisions_distances_and_advantages_by_hand():
    assert collision_bound(5, 1) == largest_collision(5, 1) == FIFTH  # one line reaches the collision bound
    assert slope_block(2, 1) == [(0, 0), (1, 0)]  # block holds every slope
    assert distance_from_uniform(5, slope_block(5, 5)) == 0  # all lines together say nothing
    assert message_classes(2, (1, 0, 1, 5)) == [[(0, 1)], [(0, 0), (1, 0)], [(1, 1)]]
    assert line_advantage(3, range(9)) == 1 - Fraction(1, 3)  # naming the line gives the full advantage
    assert line_advantage(3, [0] * 9) == 0  # one message gives no advantage
    assert messages_needed(3, Fraction(1, 3)) == messages_needed(2, Fraction(1, 2)) == 0
    assert messages_needed(5, 0) == 16  # no error needs almost four times p
    assert (good_size(257), proof_messages(257)) == (13912, 2)
    assert proof_gamma(110) == Fraction(2, 121)


@pytest.mark.parametrize("p", [5, 7])
def test_no_change_of_one_message_improves_a_climbed_protocol(p):
    found = climb_line_protocol(p, 3, Random(1))
    reached = line_advantage(p, found)
    for row in range(p * p):
        for message in range(3):
            assert line_advantage(p, (*found[:row], message, *found[row + 1:])) <= reached
    assert reached**2 <= squared_advantage_bound(p, 3)


def test_planes_are_searched_up_to_thirteen():
    assert climb_line_protocol(13, 1, Random(1), rounds=1) == (0,) * 169
    with pytest.raises(TooLargeToEnumerate):
        climb_line_protocol(17, 2, Random(1))


@pytest.mark.parametrize("make", [independent_pairs, incident_pairs])
def test_line_is_uniform_under_both_laws_and_incident_points_are_on_their_lines(make):
    assert set(make(3).map(lambda pair: pair[0]).exact().values()) == {Fraction(1, 9)}
    assert all((a * x + b) % 5 == y for ((a, b), (x, y)) in incident_pairs(5).exact())


@pytest.mark.parametrize(("p", "messages"), [(2, 1), (2, 2), (3, 2), (3, 3)])
def test_least_errors_are_above_the_bound(p, messages):
    assert least_error_bound(p, messages).lower <= line_value(p, messages).value


@pytest.mark.parametrize(("call", "message"), [
    (lambda: point_counts(3, [(0, 3)]), r"numbers in 0\.\.2"),
    (lambda: point_counts(3, [(0, 2), (-1, 0)]), r"numbers in 0\.\.2"),
    (lambda: slope_block(3, 0), "must be an integer"), (lambda: slope_block(3, 4), "must be an integer"),
    (lambda: largest_collision(3, 0), "must be an integer"), (lambda: largest_collision(3, 10), "must be an integer"),
    (lambda: collision_bound(3, 0), "must satisfy 1 <= s <= p"),
    (lambda: collision_bound(3, 10), "must satisfy 1 <= s <= p"),
    (lambda: class_collision(3, []), "must not be empty"),
    (lambda: distance_from_uniform(3, []), "lines must not be empty"),
    (lambda: proof_gamma(0), "p must be an integer of at least 1"),
    (lambda: proof_gamma(10), "p and error must leave .* got 0 at p = 10"),
    (lambda: proof_gamma(11, Fraction(1, 4)), "p and error must leave .* got -1/11 at p = 11"),
    (lambda: proof_gamma(11, -1), "error must lie between 0 and 1"), (lambda: good_size(7), "p and error must leave"),
    (lambda: good_size(10), "p must be a prime"), (lambda: proof_messages(12), "p must be a prime"),
    (lambda: collision_by_slopes(3, (0, 0, 0)), "slope_counts must be 3 numbers, not all 0"),
    (lambda: collision_by_slopes(3, (1, 1)), "slope_counts must be 3 numbers, not all 0"),
    (lambda: collision_by_slopes(3, (1, 0, 0, 0)), "slope_counts must be 3 numbers, not all 0"),
    (lambda: collision_by_slopes(3, (0, 0)), "slope_counts must be 3 numbers, not all 0"),
    (lambda: message_classes(3, (0, 0, 0, 0)), "9 lines, got 4"), (lambda: incident_pairs(0), "p must be a prime"),
    (lambda: incident_pairs(1), "p must be a prime"), (lambda: incident_pairs(4), "p must be a prime"),
    (lambda: incident_pairs(9), "p must be a prime"), (lambda: least_error_bound(4, 1), "must be"),
    (lambda: least_error_bound(3, 0), "must be")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
