"""What each neighbour relation asks of TreeLog's parameters."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.tree_log.relations import (checked_goal, checked_wishes, is_replacement,
                                                                  proved_privacy)
from privlearn.mechanisms import (add_remove_one, audit_approximate, flip_one_label, multiset_databases, replace_one,
                                  replace_one_unordered)

HEAVY = Level(exp_path=None, exp_choose=4, threshold=4, exp_end=4, trim=1, stop=3)
RANDOM = Level(exp_path=4, exp_choose=4, threshold=4, exp_end=4, trim=1, stop=3)


def test_heavy_path_needs_a_public_number_of_rows():
    with pytest.raises(ValueError, match="public"):
        proved_privacy(TreeLogParameters((HEAVY,), 2), replace_one)
    with pytest.raises(ValueError, match="public"):
        proved_privacy(TreeLogParameters((HEAVY,), 2), add_remove_one, rows=5)


def test_heavy_path_is_for_one_level():
    with pytest.raises(ValueError, match="one level"):
        proved_privacy(TreeLogParameters((HEAVY, HEAVY), 2), replace_one, rows=5)


def test_heavy_path_is_refused_beyond_its_size():
    parameters = TreeLogParameters((HEAVY,), 2)  # 2 trim + 2 stop + 1 = 9
    assert proved_privacy(parameters, replace_one, rows=9)[0] == 4**4 * 4
    with pytest.raises(ValueError, match="at most 9"):
        proved_privacy(parameters, replace_one, rows=10)


def test_impure_choice_is_refused():
    level = replace(RANDOM, exp_choose=Fraction(11, 10), threshold=1)
    with pytest.raises(ValueError, match="threshold"):
        proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)


def test_stopping_weight_too_small_for_the_path_is_refused():
    level = replace(RANDOM, exp_path=Fraction(3, 2), stop=1)
    with pytest.raises(ValueError, match="stop"):
        proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)


def test_a_threshold_and_a_stopping_weight_are_just_large_enough():
    level = Level(exp_path=Fraction(11, 10), exp_choose=2, threshold=1, exp_end=2, trim=0, stop=25)
    assert proved_privacy(TreeLogParameters((level,), 2), add_remove_one, exp_gap=8)[0] == 8 * 2 * 2 * 2
    for change, message in (({"threshold": 0}, "threshold must .*, got 0"), ({"stop": 24}, "stop must .*, got 24")):
        with pytest.raises(ValueError, match=message):
            proved_privacy(TreeLogParameters((replace(level, **change),), 2), add_remove_one, exp_gap=8)


@pytest.mark.parametrize("neighbours", [flip_one_label, None])
def test_there_are_two_relations(neighbours):
    assert [is_replacement(r) for r in (replace_one, replace_one_unordered, add_remove_one)] == [True, True, False]
    with pytest.raises(ValueError, match="neighbours must be replace_one or add_remove_one, got"):
        is_replacement(neighbours)


LEAST = {"epsilon": Fraction(1, 2**40), "delta": Fraction(1, 2**1000), "beta": Fraction(1, 2**1000)}


@pytest.mark.parametrize(("change", "rule"), [
    ({"epsilon": 0}, "epsilon must be positive and"), ({"epsilon": -1}, "epsilon must be positive and"),
    ({"epsilon": 20 + LEAST["epsilon"]}, "epsilon must be positive and at most 20"), ({"delta": 0}, "delta must"),
    ({"delta": 1}, "delta must"), ({"beta": 0}, "beta must"), ({"beta": 1}, "beta must"),
    *(({name: 3 * least / 4}, rf"{name} must be at least 2\^-") for name, least in LEAST.items())])
def test_goals_are_within_their_bounds(change, rule):
    for goal in (LEAST, {**LEAST, "epsilon": 1}, {**LEAST, "epsilon": 20}):
        assert checked_goal(**goal) == tuple(goal.values())
    with pytest.raises(ValueError, match=rule):
        checked_goal(**{**LEAST, **change})


def test_a_domain_has_a_bit():
    assert checked_wishes(1, replace_one_unordered, **LEAST) == (1, replace_one, tuple(LEAST.values()))
    with pytest.raises(ValueError, match="domain_bits must be an integer of at least 1, got 0"):
        checked_wishes(0, replace_one, **LEAST)


def test_random_path_needs_a_gap():
    with pytest.raises(ValueError, match="exp_gap"):
        proved_privacy(TreeLogParameters((RANDOM,), 2), add_remove_one)


def test_a_domain_has_at_least_one_bit():
    goal = (1, Fraction(1, 2), Fraction(1, 2))
    assert checked_wishes(1, replace_one, *goal) == (1, replace_one, goal)
    with pytest.raises(ValueError, match="domain_bits must"):
        checked_wishes(0, replace_one, *goal)


@pytest.mark.parametrize(("level", "relation", "rows"), [
    (Level(exp_path=2, exp_choose=2, threshold=3, exp_end=2, trim=0,
           stop=2), add_remove_one, None), (Level(exp_path=None, exp_choose=2, threshold=3, exp_end=2, trim=0,
                                                            stop=2), replace_one, 4)])
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
