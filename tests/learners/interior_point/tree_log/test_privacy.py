"""What is proved about whole runs of TreeLog."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact import Bracket
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, tree_log_directions, tree_log_law,
                                                        view_renyi)
from privlearn.learners.interior_point.tree_log.privacy import choice_factor, proved_privacy, range_renyi, removed_mass
from privlearn.learners.interior_point.trees import unmatched_bound
from privlearn.learners.interior_point.trees.path_privacy import path_renyi
from privlearn.mechanisms import (add_remove_one, audit_approximate, multiset_databases, replace_one,
                                  replace_one_unordered)
from privlearn.mechanisms.choosing_once import one_shot_delta

LEVEL = Level(exp_path=2, exp_choose=2, threshold=5, exp_end=2, trim=0, stop=3)
RANDOM = Level(exp_path=4, exp_choose=4, threshold=4, exp_end=4, trim=1, stop=3)
SHORT = replace(RANDOM, exp_path=None)
HEAVY = Level(exp_path=None, exp_choose=2, threshold=5, exp_end=2, trim=2, stop=8)


def test_losses_of_the_steps():
    found = tree_log_directions(TreeLogParameters((LEVEL, LEVEL), 2), exp_gap=4)  # losses of the steps multiply
    assert (found.forward, found.backward) == (2**7, 2 * (4 * 2 * 2) ** 2)
    found = tree_log_directions(TreeLogParameters((LEVEL,), 2), exp_gap=4)  # replacement multiplies both directions
    assert found.replacement == found.forward * found.backward
    # delta adds up without factors
    once, thrice = (tree_log_directions(TreeLogParameters((LEVEL,) * n, 2), exp_gap=4).delta for n in (1, 3))
    assert thrice == 3 * once
    found = tree_log_directions(TreeLogParameters((), Fraction(3, 2)))  # without levels the base is all
    assert (found.forward, found.backward, found.delta) == (Fraction(3, 2), Fraction(3, 2), Bracket(0, 0))


def test_directions_of_special_levels():
    other = Level(exp_path=3, exp_choose=3, threshold=3, exp_end=1, trim=4, stop=1)  # levels may differ
    mixed = tree_log_directions(TreeLogParameters((LEVEL, other), 2), exp_gap=4)
    parts = [tree_log_directions(TreeLogParameters((level,), 1), exp_gap=4) for level in (LEVEL, other)]
    assert mixed.forward == 2 * parts[0].forward * parts[1].forward
    assert mixed.delta == parts[0].delta + parts[1].delta
    # small stop makes the forward factor larger
    level = Level(exp_path=Fraction(11, 10), exp_choose=1, threshold=1, exp_end=1, trim=0,
                  stop=0)  # a choice of factor 2, and a path of factor 1 + c^0
    assert tree_log_directions(TreeLogParameters((level,), 1), 2).forward == 4
    found = tree_log_directions(TreeLogParameters((HEAVY,), 2), rows=21)  # heavy path costs nothing within its limit
    assert (found.forward, found.backward, found.delta.upper) == (8, 8, Fraction(1, 17))
    # path without preference loses nothing but the unmatched
    level = Level(exp_path=1, exp_choose=2, threshold=5, exp_end=2, trim=0, stop=3)
    assert tree_log_directions(TreeLogParameters((level,), 2), 1).delta.upper == Fraction(1, 2) + Fraction(1, 17)
    fair = TreeLogParameters((replace(LEVEL, exp_path=1),), 2)  # a path of fair turns has no tail whatever its rows
    assert tree_log_directions(fair, exp_gap=1, rows=9) == tree_log_directions(fair, exp_gap=1)


def test_low_thresholds_make_the_choice_factor_larger():
    assert choice_factor(Fraction(11, 10), 1) == 2
    assert choice_factor(2, 2) == 2
    for c in (Fraction(11, 10), Fraction(3, 2), Fraction(4)):  # it is the base exactly if delta is small enough
        for threshold in range(-3, 30):
            assert (choice_factor(c, threshold) == c) == (one_shot_delta(c, threshold) <= 1 - 1 / c)


def test_directions_agree_with_the_plans_account():
    parameters = TreeLogParameters((LEVEL,) * 2, 2)
    found = tree_log_directions(parameters, 4)
    assert proved_privacy(parameters, replace_one, exp_gap=4) == (found.replacement, found.delta)
    assert proved_privacy(parameters, add_remove_one, exp_gap=4) == (max(found.forward, found.backward), found.delta)
    parameters = TreeLogParameters((LEVEL,), 2)  # rows sharpen delta down to the fixed terms
    assert tree_log_directions(parameters, 4, rows=5).delta.upper < tree_log_directions(parameters, 4).delta.upper
    assert tree_log_directions(parameters, 4, rows=0).delta == removed_mass(parameters)  # no rows leave the fixed terms


def test_mass_removed_by_both_events():
    expected = unmatched_bound(2, 3) + one_shot_delta(2, 5)
    assert removed_mass(TreeLogParameters((LEVEL,), 2)) == Bracket(expected, expected)
    other = replace(LEVEL, exp_path=3)
    further = unmatched_bound(3, 3) + one_shot_delta(2, 5)
    assert removed_mass(TreeLogParameters((LEVEL, other, other), 2)).lower == expected + 2 * further
    # removed mass has no path term for a heavy path
    assert removed_mass(TreeLogParameters((HEAVY,), 2)).upper == Fraction(1, 17)
    # long powers are bracketed
    level = Level(exp_path=Fraction(1001, 1000), exp_choose=Fraction(1001, 1000), threshold=10**5, exp_end=2, trim=0,
                  stop=10**5)
    found = removed_mass(TreeLogParameters((level,), 2))
    assert found.lower <= found.upper
    assert 0 < found.upper < Fraction(1, 10**43)


def test_renyi_bounds():
    found = range_renyi(2, 8)  # range renyi is an eighth of the square
    assert found.lower < found.upper
    assert abs(float(found.upper) - 0.4804530139182014) < 1e-12
    # view renyi sums the steps
    found, one = view_renyi(TreeLogParameters((LEVEL,) * 3, 2), Fraction(3, 2)), range_renyi(2, Fraction(3, 2))
    expected = 3 * (path_renyi(2, Fraction(3, 2)) + 2 * one) + one
    assert abs(found.upper - expected.upper) < Fraction(1, 10**15)
    # view renyi of a heavy path has no path term
    assert view_renyi(TreeLogParameters((HEAVY,), 2), 2).upper == (3 * range_renyi(2, 2)).upper


@pytest.mark.parametrize(("call", "message"), [
    (lambda: tree_log_directions(TreeLogParameters((HEAVY,), 2), rows=22), "leave at most 17 elements"),
    (lambda: tree_log_directions(TreeLogParameters((SHORT,), 2)), "rows must be public"),
    (lambda: tree_log_directions(TreeLogParameters((LEVEL,), 2)), "exp_gap must be given"),
    (lambda: tree_log_directions(TreeLogParameters((LEVEL,), 2), Fraction(1, 2)), "exp_gap must be"),
    (lambda: view_renyi(TreeLogParameters((LEVEL,), 2), 2), "order"),
    (lambda: proved_privacy(TreeLogParameters((SHORT,), 2), replace_one), "public"),
    (lambda: proved_privacy(TreeLogParameters((SHORT,), 2), add_remove_one, rows=5), "public"),
    (lambda: proved_privacy(TreeLogParameters((SHORT, SHORT), 2), replace_one, rows=5), "one level"),
    (lambda: proved_privacy(TreeLogParameters((SHORT,), 2), replace_one, rows=10), "at most 9"),
    (lambda: proved_privacy(TreeLogParameters((replace(RANDOM, exp_choose=Fraction(11, 10), threshold=1),), 2),
        add_remove_one, exp_gap=8), "threshold"),
    (lambda: proved_privacy(TreeLogParameters((replace(RANDOM, exp_path=Fraction(3, 2), stop=1),), 2),
        add_remove_one, exp_gap=8), "stop")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_number_of_rows_a_threshold_and_a_stopping_weight_are_just_large_enough():
    # at most 2 trim + 2 stop + 1 = 9 rows
    assert proved_privacy(TreeLogParameters((SHORT,), 2), replace_one, rows=9)[0] == 4**4 * 4
    level = Level(exp_path=Fraction(11, 10), exp_choose=2, threshold=1, exp_end=2, trim=0, stop=25)
    assert proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)[0] == 8 * 2 * 2 * 2
    for change, message in (({"threshold": 0}, "threshold must .*, got 0"), ({"stop": 24}, "stop must .*, got 24")):
        with pytest.raises(ValueError, match=message):
            proved_privacy(TreeLogParameters((replace(level, **change),), 2), add_remove_one, exp_gap=8)


@pytest.mark.parametrize(("level", "relation", "rows"), [
    (Level(exp_path=2, exp_choose=2, threshold=3, exp_end=2, trim=0, stop=2), add_remove_one, None),
    (Level(exp_path=None, exp_choose=2, threshold=3, exp_end=2, trim=0, stop=2), replace_one, 4)])
def test_proved_privacy_covers_the_exact_law_on_a_small_domain(level, relation, rows):
    parameters = TreeLogParameters((level,), 2)
    exp_epsilon, delta = proved_privacy(parameters, relation, rows=rows, exp_gap=4)
    databases = [s for n in ((rows,) if rows else range(5)) for s in multiset_databases(range(4), n)]
    pairs = replace_one_unordered if rows else add_remove_one
    audit = audit_approximate(lambda s: tree_log_law(s, 2, parameters), databases, pairs, exp_epsilon)
    assert audit.delta <= delta.upper


def test_rows_sharpen_the_bound_of_one_level_only():
    for levels, sharper in ((1, True), (2, False)):
        parameters = TreeLogParameters((RANDOM,) * levels, 2)
        plain = proved_privacy(parameters, replace_one, exp_gap=8)[1]
        assert (proved_privacy(parameters, replace_one, rows=9, exp_gap=8)[1].upper < plain.upper) == sharper
