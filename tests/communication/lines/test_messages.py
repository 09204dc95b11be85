from fractions import Fraction

import numpy as np
import pytest

from privlearn.communication import shannon_entropy
from privlearn.communication.information import collision_probability
from privlearn.communication.lines import (class_collision, heard_lines, largest_bad_share, line_advantage,
                                           slope_partition)
from privlearn.communication.lines.collisions import distance_from_uniform, good_size, point_counts, slope_block
from privlearn.communication.lines.messages import block_deficit, offsets_of_a_good_block
from privlearn.exact import LogSum, log2

SMALL = heard_lines(5, slope_partition(5, (2,)))


def test_blocks_of_offsets_have_all_slopes_and_the_complement_is_counted_by_subtraction():
    assert slope_partition(3, (1, 1)).tolist() == [[0, 1, 2]] * 3
    assert slope_partition(3, (1, 2)).tolist() == [[0, 1, 1]] * 3
    assert (SMALL.counts[1] == point_counts(5, [(a, b) for a in range(5) for b in (2, 3, 4)])).all()


def test_distance_is_the_advantage_and_a_conditional_one_that_of_the_class():
    table = np.arange(25).reshape(5, 5) % 3
    assert heard_lines(5, table).distance() == line_advantage(5, table.ravel().tolist())
    assert SMALL.distance((0,)) == distance_from_uniform(5, slope_block(5, 2))


def test_entropy_and_collisions_of_a_message_agree_with_its_law():
    masses = [Fraction(int(n), 50) for n in point_counts(5, slope_block(5, 2)).ravel()]
    assert SMALL.entropy(0) == shannon_entropy(masses)
    assert SMALL.collision_deficit(0) == log2(25 * collision_probability(masses))
    assert collision_probability(masses) == class_collision(5, slope_block(5, 2))


def test_one_message_says_nothing_and_good_blocks_what_is_exact():
    heard = heard_lines(131, np.zeros((131, 131), dtype=int))
    assert heard.good == (0,)
    assert heard.bad_share == 0
    assert heard.information() == heard.deficit() == LogSum()
    for p, blocks, width in ((131, 2, 59), (257, 2, 110), (257, 3, 80), (257, 4, 55)):
        heard = heard_lines(p, slope_partition(p, (width,) * blocks))
        assert heard.good == tuple(range(blocks))
        assert heard.information() == heard.divergence_from_product() == log2(blocks) * Fraction(1, p)
        assert heard.deficit() == log2(Fraction(p, width)) * Fraction(1, p)


def test_largest_bad_shares_by_hand():
    assert largest_bad_share(4, 1, 5) == 1
    assert largest_bad_share(4, 1, 4) == 0
    assert largest_bad_share(10, 3, 4) == Fraction(6, 10)  # all messages but one can be bad
    assert largest_bad_share(4, 2, 1) == 0  # no line is too few for a message where one is enough


def test_a_block_of_offsets_is_the_least_good_one():
    s = offsets_of_a_good_block(257)
    assert (s - 1) * 257 < good_size(257) <= s * 257
    heard = heard_lines(131, slope_partition(131, (offsets_of_a_good_block(131),)))
    assert heard.collision_deficit(0) == block_deficit(131)


@pytest.mark.parametrize(("call", "message"), [
    (SMALL.mean_entropy, "good must not be empty: .* p = 5"), (SMALL.deficit, "good must not be empty: .* p = 5"),
    (SMALL.information, "good must not be empty: .* p = 5"),
    (SMALL.divergence_from_product, "good must not be empty: .* p = 5"),
    (lambda: SMALL.distance(SMALL.good), "messages must not be empty"),
    (lambda: heard_lines(4, np.zeros((4, 4), dtype=int)), "p must be a prime"),
    (lambda: heard_lines(3, np.zeros((3, 2), dtype=int)), "shape"),
    (lambda: heard_lines(3, np.full((3, 3), 1)), "without a gap"), (lambda: slope_partition(3, (2, 2)), "at most 3"),
    (lambda: slope_partition(3, ()), "widths must not be empty"),
    (lambda: largest_bad_share(4, 0, 1), "messages must be an integer of at least 1"),
    (lambda: largest_bad_share(4, 1, 0), "least_good must be an integer of at least 1"),
    (lambda: offsets_of_a_good_block(9), "p must be a prime"), (lambda: block_deficit(9), "p must be a prime")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
