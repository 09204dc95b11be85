"""What HeavyPaths costs: preconditions, both directions, composition, rows, failure."""

from dataclasses import replace
from fractions import Fraction
from math import log, sqrt

import pytest

from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, composed_privacy, heavy_paths_privacy,
                                                           noise_gap_tail)
from privlearn.learners.interior_point.heavy_paths.privacy import (LONGEST_POWER, check_heavy_paths, noise_gap_bracket,
                                                                   range_composition, step_deltas)

HUNDREDTH = Fraction(101, 100)
SETTINGS = HeavyPathsParameters.with_one_base(2, levels=2, trim=1, stop=4, threshold=1, high=4, level_threshold=3,
                                              threshold_choose=3)


def test_losses_of_both_directions_and_of_one_level():
    # epsilons add up in both directions but the threshold noise in one
    found = heavy_paths_privacy(replace(SETTINGS, exp_threshold=3), 8)
    assert (found.exp_forward, found.exp_backward) == (3 * 2**7, 2**6 * 8)
    found = heavy_paths_privacy(replace(SETTINGS, levels=1), 8)  # one level pays nothing for stopping
    assert (found.exp_forward, found.exp_backward, found.delta_forward) == (2**4, 2**3 * 8, 0)
    assert step_deltas(replace(SETTINGS, levels=1), 8)["stopping point"].upper == 0


def test_deltas_of_the_steps():
    # delta of adding a point is that of the stopping point
    assert heavy_paths_privacy(SETTINGS, 4).delta_forward == noise_gap_tail(2, 2, 4) == SETTINGS.delta_stop
    parts = step_deltas(SETTINGS, 4)  # delta of removing a point is the sum of its parts
    assert heavy_paths_privacy(SETTINGS, 4).delta_backward.upper == sum(part.upper for part in parts.values())
    assert parts["nodes"].upper == Fraction(2, 5)
    found = heavy_paths_privacy(SETTINGS, 4)  # replacement pays the forward delta times the backward ratio
    ratio, delta = found.replacement()
    assert ratio == found.exp_forward * found.exp_backward
    assert delta.upper == found.delta_backward.upper + found.exp_backward * found.delta_forward


def test_composing_by_range_saves_for_many_levels_and_adds_its_slack():
    ratio = Fraction(101, 100)
    many = replace(SETTINGS, levels=2000, exp_choose=ratio, threshold_choose=900, exp_end=ratio)
    assert composed_privacy(many, 4, Fraction(1, 10**6)).exp_backward < Fraction(2) ** 23
    assert heavy_paths_privacy(many, 4).exp_backward > Fraction(2) ** 50
    basic, composed = heavy_paths_privacy(SETTINGS, 4), composed_privacy(SETTINGS, 4, Fraction(1, 7))
    assert composed.delta_forward == basic.delta_forward + Fraction(1, 7)
    assert composed.delta_backward.upper == basic.delta_backward.upper + Fraction(1, 7)


def test_range_composition_is_that_of_the_sum_of_squares():
    found = range_composition([(2, 1), (1, 2)], Fraction(1, 5))
    assert float(found.upper) == pytest.approx(6 / 8 + 2 * sqrt(6 / 8 * log(5)), rel=1e-12)
    assert found.upper - found.lower < Fraction(1, 10**9)
    assert range_composition([], Fraction(1, 2)).upper == 0  # range composition of nothing is nothing
    found = range_composition([(0, 1)], HUNDREDTH - 1)  # no steps cost nothing
    assert found.lower == found.upper == 0
    # four steps cost what one of twice the range costs
    assert range_composition([(4, 1)], HUNDREDTH - 1) == range_composition([(1, 2)], HUNDREDTH - 1)


@pytest.mark.parametrize(("first", "second"), [(HUNDREDTH, HUNDREDTH), (HUNDREDTH, Fraction(51, 50)), (2, 2)])
@pytest.mark.parametrize("gap", [LONGEST_POWER, LONGEST_POWER + 1])
def test_tail_of_two_noises_is_enclosed_on_either_side_of_the_longest_power(first, second, gap):
    found, exact = noise_gap_bracket(first, second, gap), noise_gap_tail(first, second, gap)
    assert found.lower <= exact <= found.upper <= exact * (1 + Fraction(1, 10**30))


def test_the_stopping_weight_is_just_large_enough_for_the_path():
    steep = replace(SETTINGS, exp_path=Fraction(11, 10), stop=25)
    check_heavy_paths(steep)
    with pytest.raises(ValueError, match=r"stop must satisfy .*, got 24$"):
        check_heavy_paths(replace(steep, stop=24))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: check_heavy_paths(replace(SETTINGS, high=5)), "must"),
    (lambda: check_heavy_paths(replace(SETTINGS, level_threshold=0)), "must"),
    (lambda: check_heavy_paths(replace(SETTINGS, threshold_choose=0)), "must"),
    (lambda: check_heavy_paths(replace(SETTINGS, exp_path=Fraction(11, 10))), "must"),
    (lambda: composed_privacy(replace(SETTINGS, high=5), 4, Fraction(1, 7)), "high must be"),
    (lambda: composed_privacy(SETTINGS, 4, 0), "delta_slack must lie"),
    (lambda: range_composition([(-1, 1)], HUNDREDTH - 1), "how many must be an integer of at least 0, got -1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
