"""TreeLog with one level in ball arithmetic, against its exact law on small domains."""

from dataclasses import replace
from fractions import Fraction
from math import exp, floor

import pytest

from privlearn.learners.interior_point.problem import is_interior_point
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, plan_tree_log, tree_log_law
from privlearn.learners.interior_point.tree_log.one_level_failure import (DEEP, hard_families, last_nodes,
                                                                          least_untrimmed, one_level_failure, powers,
                                                                          success, untrimmed)
from privlearn.mechanisms import add_remove_one, replace_one


def parameters(exp_path=None, trim=0, stop=1, exp_end=3):
    level = Level(exp_path=exp_path, exp_choose=2, threshold=2, exp_end=exp_end, trim=trim, stop=stop)
    return TreeLogParameters((level,), exp_base=2)


def true_failure(database, bits, chosen):
    law = tree_log_law(database, bits, chosen).exact()
    return sum(p for x, p in law.items() if x is None or not is_interior_point(x, database))


def test_the_path_and_its_ends():
    assert powers(Fraction(3, 2), 2, Fraction) == [1, Fraction(3, 2), Fraction(9, 4)]  # powers begin with one
    assert powers(5, 0, int) == [1]
    assert list(last_nodes((0, 3, 3), 2, 1, None)) == [((2, 3), 1)]  # the heavy path has one end
    assert sorted(last_nodes((0, 3, 3), 2, 1, powers(2, 3, Fraction))) == [  # ends of the random path by hand
        ((1, 0), Fraction(1, 3)), ((2, 3), Fraction(2, 3))]
    # a path stops among few points wherever they are
    assert sorted(last_nodes((0, 4, 5), 3, 2, powers(2, 3, Fraction))) == [
        ((1, 0), Fraction(1, 3)), ((1, 1), Fraction(2, 3))]
    assert list(last_nodes((5, 5), 3, 1, powers(2, 2, Fraction))) == [((3, 5), 1)]  # a path without choice has one end


@pytest.mark.parametrize("exp_path", [None, 2])
@pytest.mark.parametrize("database", [(1, 3, 3, 3), (0, 0, 7), (5,) * 6, (0, 1, 2, 3, 4, 5, 6, 7)])
def test_success_is_that_of_the_exact_law(database, exp_path):
    found, left_out = success(database, 3, parameters(exp_path), Fraction)
    assert left_out == 0  # a small domain has no level that is not followed
    assert 1 - found == true_failure(database, 3, parameters(exp_path))


@pytest.mark.parametrize("exp_path", [None, 2])
@pytest.mark.parametrize(("database", "trim", "exp_end"), [((0, 2, 3, 3, 6), 1, 3), ((1, 1, 3, 6), 0, 2)])
def test_the_bracket_holds_the_exact_failure(exp_path, database, trim, exp_end):
    chosen = parameters(exp_path, trim=trim, exp_end=exp_end)
    bracket, exact = one_level_failure(database, 3, chosen), true_failure(database, 3, chosen)
    assert bracket.lower <= exact <= bracket.upper < bracket.lower + Fraction(1, 2**50)


def test_levels_that_are_not_followed_have_their_share():
    # levels far beyond the database widen the bracket
    bracket = one_level_failure((0, 2**40 - 1) * 3, 40, parameters())
    assert 0 < bracket.lower < bracket.upper < 1
    # Three rows leave the path at level 0, where it ends: of 41 levels one has the weight 2^3, the others 1.
    found, left_out = success((0,) * 3 + (2**39,) * 3, 40, parameters(stop=3), Fraction)
    assert left_out == Fraction(40 - DEEP, 8 + 40)
    assert 0 < found < 1 - left_out


def test_the_order_of_the_rows_does_not_matter_and_one_level_is_needed():
    assert one_level_failure((6, 0, 3), 3, parameters()) == one_level_failure((0, 3, 6), 3, parameters())
    two = TreeLogParameters(parameters().levels * 2, 2)
    with pytest.raises(ValueError, match="parameters must have one level, got 2"):
        one_level_failure((1, 2), 2, two)


def test_hard_families_have_the_rows_asked_for():
    for bits, rows, trim in ((20, 12, 2), (20, 13, 2), (32, 11, 1)):
        families = hard_families(bits, rows, parameters(trim=trim, stop=3))
        assert {len(database) for database in families.values()} == {rows}
        assert all(0 <= x < 2**bits for database in families.values() for x in database)
    stop, deep = 4, 20 - DEEP  # two halves of the family fall at adjacent levels
    found = hard_families(20, 14, parameters(stop=stop))["two levels"]
    assert [20 - x.bit_length() for x in found[stop:]] == [deep + 1] * 5 + [deep] * 5


def test_the_plan_is_only_untrimmed():
    # nothing is trimmed and half of the rows end the heavy path
    level, = untrimmed(20, replace_one, 200).parameters.levels
    assert (level.trim, level.stop, level.threshold, level.exp_path) == (0, 100, 110, None)
    assert untrimmed(20, replace_one, 200).exp_gap is None
    # adding a row follows a random path whatever the rows
    assert untrimmed(20, add_remove_one, 5) == untrimmed(20, add_remove_one, 500)
    level, = untrimmed(20, add_remove_one, 5).parameters.levels
    assert level.trim == 0
    assert level.exp_path > 1
    assert least_untrimmed(20, replace_one, 200) == (200, untrimmed(20, replace_one, 200))  # given rows are taken
    plan = plan_tree_log(20, neighbours=add_remove_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                         kind="random path")
    found, (level,) = untrimmed(20, add_remove_one, 7), plan.parameters.levels
    assert found.parameters == replace(plan.parameters, levels=(replace(level, trim=0),))
    assert found.exp_gap == plan.exp_gap


@pytest.mark.parametrize(("bits", "rows", "levels", "message"), [
    (20, 12, 2, "parameters must have one level, got 2"), (11, 12, 1, "bits must"), (20, 6, 1, "rows must")])
def test_hard_families_need_one_level_depth_and_rows(bits, rows, levels, message):
    one = parameters(trim=2, stop=3)
    with pytest.raises(ValueError, match=message):
        hard_families(bits, rows, TreeLogParameters(one.levels * levels, exp_base=2))


def test_hard_families_point_by_point():
    found = hard_families(DEEP, 8, parameters(trim=1, stop=2))
    top = 1 << DEEP
    assert found["two levels"] == (top // 24, top // 8, top * 5 // 24, top * 5 // 16, top * 7 // 16, top * 7 // 12,
                                   top * 3 // 4, top * 11 // 12)
    assert found["spread"] == tuple(top * k // 16 for k in range(1, 16, 2))
    assert found["gap"] == (0,) * 4 + (top - 1,) * 4
    assert found["comb"] == tuple(1 << k for k in (0, 1, 2, 4, 5, 6, 8, 9))
    assert found["constant"] == (top // 3,) * 8
    assert found["two points"] == (top // 2 - 1,) * 4 + (top // 2,) * 4


@pytest.mark.parametrize("rows", [90, 201])
def test_the_base_has_the_larger_part_of_what_the_choice_leaves(rows):
    found, stop = untrimmed(20, replace_one, rows).parameters, rows // 2
    choose = 13.8157 / (stop + 9)
    rest = (0.5 - choose) * 0.99999
    level, = found.levels
    assert [level.exp_choose, level.exp_end, found.exp_base] == [
        Fraction(floor(exp(part) * 2**24), 2**24) for part in (choose, 0.3 * rest, 0.7 * rest)]
    assert (level.threshold, level.stop) == (stop + 10, stop)


def test_the_least_rows_without_trimming_do_and_one_fewer_do_not():
    def succeeds(rows):
        parameters = untrimmed(12, replace_one, rows).parameters
        return success(hard_families(12, rows, parameters)["two levels"], 12, parameters, float)[0] >= 0.9

    rows, found = least_untrimmed(12, replace_one)
    assert found == untrimmed(12, replace_one, rows)
    assert succeeds(rows)
    assert not succeeds(rows - 1)


@pytest.mark.parametrize("database", [(-1, 0, 1, 1, 2, 2), (Fraction(1, 2), 1, 1, 1, 1), "abcdef"])
def test_points_outside_of_the_domain_are_refused(database):
    with pytest.raises(ValueError, match="must"):
        one_level_failure(database, 2, parameters(exp_path=2, trim=1))
