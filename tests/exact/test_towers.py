"""Towers of exponentials and the iterated logarithm."""

from math import log2

import pytest

from privlearn.exact import TooLargeToEnumerate, log_star
from privlearn.exact.towers import tower


def repeated_logarithm(n):
    count = 0
    while n > 1:
        n, count = log2(n), count + 1
    return count


def test_log_star_counts_logarithms_and_the_tallest_tower_has_its_bits():
    assert all(log_star(n) == repeated_logarithm(n) for n in range(1, 70_000))
    assert tower(5).bit_length() == 65_537


@pytest.mark.parametrize("height", range(5))
def test_log_star_steps_right_after_a_tower(height):
    assert (log_star(tower(height)), log_star(tower(height) + 1)) == (height, height + 1)


def test_taller_towers_and_numbers_below_one_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        tower(6)
    for number in (0, -1):
        with pytest.raises(ValueError, match="number"):
            log_star(number)
