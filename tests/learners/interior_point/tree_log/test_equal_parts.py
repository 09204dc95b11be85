"""Rows without tuning: what every part must satisfy, and what is refused."""

from fractions import Fraction
from math import ceil, exp, floor, log

import pytest

from privlearn.exact import exp_bracket, round_up
from privlearn.exact.brackets import round_down
from privlearn.learners.interior_point.tree_log import equal_split, plan_tree_log
from privlearn.learners.interior_point.tree_log.equal_parts import BITS, STEPS, _stop_for_path
from privlearn.learners.interior_point.trees import path_curve
from privlearn.mechanisms import add_remove_one
from privlearn.mechanisms.choosing import choosing_error

WANTED = {"epsilon": Fraction(1), "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


@pytest.mark.parametrize(("bits", "levels"), [(1, 1), (64, 1), (64, 2), (1 << 20, 3)])
def test_rows_are_those_of_the_levels_and_the_base(bits, levels):
    found = equal_split(bits, levels=levels, **WANTED)
    assert levels * (2 * found.trim + found.stop) + found.base_rows == found.rows


def test_trim_and_base_are_the_least_that_fail_seldom():
    """On the 65 levels, 63 points that are not inner weigh ``e^{-part n / 2}`` each against two that are."""
    found = equal_split(64, levels=1, **WANTED)
    part, failed = 1 / 4, 0.1 / 3
    odds = (1 - failed) / failed
    assert found.base_rows == ceil(2 / part * log(63 / 2 * odds))
    assert found.trim == ceil(log(3 * odds) / part) - 1


@pytest.mark.parametrize("levels", [1, 2])
def test_every_step_keeps_its_part(levels):
    found = equal_split(64, levels=levels, **WANTED)
    part, failed = 1 / (3 * levels + 1), 0.1 / (2 * levels + 1)
    points = 65 if levels == 1 else 8
    assert 3 / (3 + exp(part * (found.trim + 1))) <= failed
    assert (points - 2) / (points - 2 + 2 * exp(part * found.base_rows / 2)) <= failed
    assert found.stop >= 16 / part * log(4 * found.rows * 3 * levels / (failed * part * 1e-6))


def test_it_needs_more_rows_than_a_plan():
    plan = plan_tree_log(64, neighbours=add_remove_one, **WANTED, kind="random path")
    assert equal_split(64, levels=1, **WANTED).rows > 4 * plan.rows


def test_path_may_need_more_than_the_choice():
    """With a delta that small the stopping weight is that of the path's curve."""
    tiny = Fraction(1, 10**60)
    found = equal_split(8, levels=1, epsilon=1, delta=tiny, beta=Fraction(1, 10))
    path = Fraction(log(3 * 10**60) / found.stop).limit_denominator(10**6)
    assert path_curve(Fraction(exp(path)), Fraction(exp(0.25))).upper < 2 * tiny


@pytest.mark.parametrize(("change", "word"), [({"epsilon": 0}, "epsilon"), ({"epsilon": 9}, "epsilon"),
                                              ({"delta": 0}, "delta"), ({"beta": 1}, "beta"),
                                              ({"levels": 0}, "levels")])
def test_bad_arguments_are_refused_by_name(change, word):
    with pytest.raises(ValueError, match=word):
        equal_split(16, **({"levels": 1} | WANTED | change))


@pytest.mark.parametrize("levels", [1, 2])
def test_a_part_is_at_most_two(levels):
    most = 2 * (3 * levels + 1)
    assert equal_split(16, levels=levels, **{**WANTED, "epsilon": most}).rows > 0
    with pytest.raises(ValueError, match=f"epsilon must be positive, and at most {most}"):
        equal_split(16, levels=levels, **{**WANTED, "epsilon": most + Fraction(1, 1000)})


def test_a_delta_may_be_too_small_for_the_steepest_path():
    with pytest.raises(ValueError, match="delta is too small for epsilon"):
        equal_split(16, levels=1, **{**WANTED, "delta": Fraction(1, 10**500)})
    part = Fraction(1, 4)  # a delta that this path just reaches is enough
    path = round_up(exp_bracket(part * (STEPS - 1) / STEPS).upper, BITS)
    missed = path_curve(path, round_down(exp_bracket(part).lower, BITS)).upper
    assert _stop_for_path(part, missed) == ceil(log(1 / missed - 1) / log(path))


def stop_for_path(part, missed):
    """Return the stopping weight of the steepest path of the grid, in floating point."""
    gap = floor(exp(part) * 2**BITS) / 2**BITS
    for less in range(1, STEPS):
        path = ceil(exp(part * (STEPS - less) / STEPS) * 2**BITS) / 2**BITS
        if (1 - 1 / path) * (path * gap) ** (-1 / (path - 1)) <= missed:
            return ceil(log(1 / missed - 1) / log(path))
    raise AssertionError


@pytest.mark.parametrize(("part", "missed"), [(Fraction(1, 4), 3e-7), (Fraction(1, 4), 1e-40), (Fraction(1, 13), 1e-9),
                                              (Fraction(3, 2), 1e-3), (Fraction(2), 1e-2), (Fraction(1, 4), 1 / 21),
                                              (Fraction(1, 4), 1 / 32)])
def test_the_path_is_the_steepest_of_the_grid(part, missed):
    assert _stop_for_path(part, Fraction(missed)) == stop_for_path(part, missed)


@pytest.mark.parametrize("less", [2, 1000, STEPS - 2])
def test_a_delta_at_the_curve_of_a_path_and_a_little_below(less):
    part = Fraction(1, 4)
    gap = round_down(exp_bracket(part).lower, BITS)
    for k, share in ((less, 1), (less + 1, 1 - Fraction(1, 10**7))):
        missed = path_curve(round_up(exp_bracket(part * (STEPS - less) / STEPS).upper, BITS), gap).upper * share
        path = round_up(exp_bracket(part * (STEPS - k) / STEPS).upper, BITS)
        odds = 1 / missed - 1
        assert _stop_for_path(part, missed) == ceil((log(odds.numerator) - log(odds.denominator)) / log(path))


@pytest.mark.parametrize(("bits", "levels", "base"), [(1, 1, 2), (2, 1, 3), (3, 1, 4), (5, 1, 6), (5, 2, 4),
                                                      (64, 2, 8), (1000, 3, 5)])
@pytest.mark.parametrize(("epsilon", "delta", "beta"), [(Fraction(7, 4), 1e-5, 1 / 7), (Fraction(8), 1e-3, 0.9),
                                                        (Fraction(1, 3), 1e-30, 0.01)])
def test_the_parts_in_floating_point(bits, levels, base, epsilon, delta, beta):
    part, missed, failed = float(epsilon) / (3 * levels + 1), delta / (3 * levels), beta / (2 * levels + 1)
    odds = 1 / failed - 1
    trim = ceil(log(3 * odds) / part) - 1
    base_rows = ceil(2 / part * log(max(base - 2, 2) / 2 * odds))
    least = stop_for_path(part, missed)
    rows, wanted = 0, 1
    while wanted > rows:
        chosen = choosing_error(epsilon / (3 * levels + 1), Fraction(missed), Fraction(failed), wanted)
        stop = max(least, ceil(chosen.upper))
        rows, wanted = wanted, levels * (2 * trim + stop) + base_rows
    found = equal_split(bits, levels=levels, epsilon=epsilon, delta=Fraction(delta), beta=Fraction(beta))
    assert (found.rows, found.trim, found.stop, found.base_rows) == (rows, trim, stop, base_rows)
