"""Figures of classes on five points: as many as Burnside counts, together all classes, with the dimensions of each."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.dimensions import randomized_littlestone_dimension
from privlearn.dimensions.sweeps import count_up_to_symmetry, dimensions_on_five_points, kept_census
from privlearn.dimensions.sweeps.five_point_figures import five_point_figures, kept_figures
from privlearn.dimensions.sweeps.mean_depths import mean_depths_of_all_classes
from privlearn.dimensions.sweeps.numbers import class_of_number
from privlearn.dimensions.sweeps.places import figures
from privlearn.dimensions.sweeps.symmetries import function_symmetries

SYMMETRIES = list(function_symmetries(5, flips=True))


@pytest.fixture(scope="module")
def found():
    return kept_figures()


def images(number):
    """Return what all symmetries make of a class."""
    functions = [f for f in range(32) if number >> f & 1]
    return {sum(1 << symmetry[f] for f in functions) for symmetry in SYMMETRIES}


def test_there_are_as_many_as_burnside_counts_and_they_are_all_classes(found):
    assert len(found.number) == len(set(found.number.tolist())) == count_up_to_symmetry(5, flips=True) == 1228158
    assert int(found.orbit.sum()) == 1 << 32


def test_every_class_has_exactly_one_figure(found):
    draw, known = random.Random(5), dict(zip(found.number.tolist(), found.orbit.tolist(), strict=True))
    for number in [0, 1, (1 << 32) - 1, *(draw.getrandbits(32) for _ in range(40)), 0x0229FEE9, 0x00010116]:
        orbit = images(number)
        standing = orbit & known.keys()
        assert len(standing) == 1
        assert known[standing.pop()] == len(orbit)


def test_the_census_is_that_of_all_classes(found):
    counts = kept_census().counts
    for d in range(6):
        assert int(found.orbit[found.littlestone == d].sum()) == counts[d].sum()
        assert int(found.orbit[found.vc == d].sum()) == counts[:, d].sum()


def test_dimensions_are_those_of_the_class_and_thresholds_those_of_its_flips(found):
    draw = random.Random(7)
    for k in draw.sample(range(1, len(found.number)), 25):
        number = int(found.number[k])
        flips = {sum(1 << (f ^ flip) for f in range(32) if number >> f & 1) for flip in range(32)}
        each = [dimensions_on_five_points(flipped) for flipped in flips]
        assert {(int(found.littlestone[k]), int(found.vc[k]))} == {(d, v) for d, v, _ in each}
        chains = [t for _, _, t in each]
        assert (int(found.threshold_least[k]), int(found.threshold_most[k])) == (min(chains), max(chains))
        assert Fraction(int(found.randomized[k]), 64) == randomized_littlestone_dimension(class_of_number(number, 5))


def test_a_class_with_nothing_below_the_last_point_is_one_on_four_points():
    below = five_point_figures(0)
    assert len(below.number) == len(np.unique(figures(4)))
    depths = mean_depths_of_all_classes(4)[below.number >> 16]
    assert (np.where(below.number, 2 * depths, -64) == below.randomized).all()


def test_classes_with_fewer_thresholds_than_littlestones_dimension_are_sixty_four_figures(found):
    few = found.threshold_least < found.littlestone
    assert int(few.sum()) == 64
    assert set(found.littlestone[few].tolist()) == {4}
    assert set(found.threshold_least[few].tolist()) == {3}
