""""No answer" at the base of TreeLog: private, and wrong answers are rare on databases of any size."""

from fractions import Fraction

import pytest

from privlearn.learners.interior_point import exponential_rows, interior_point_law, is_interior_point
from privlearn.learners.interior_point.problem import exponential_failure_bracket
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, base_size, fast_interior_point_law,
                                                        fast_tree_log_law, tree_log_failure, tree_log_law)
from privlearn.learners.interior_point.tree_log.no_answer import with_no_answer, wrong_answer_bound
from privlearn.learners.interior_point.trees import sorted_points
from tests.learners.interior_point.small import multisets

HALF = Fraction(3, 2)
TREES = [TreeLogParameters((), 2, 5), TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=2, exp_end=4, trim=1,
                                                               stop=1),), 2, 4),
         TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=2, exp_end=4, trim=0, stop=1),) * 2, HALF, 9)]


def wrong_mass(law, database):
    return sum(mass for x, mass in law.exact().items() if x is not None and not is_interior_point(x, database))


@pytest.mark.parametrize("threshold", [-1, 0, 2, 7])
def test_no_answer_at_the_base_is_the_same_in_both_forms(threshold):
    for database in multisets(7, 3):
        fast = fast_interior_point_law(sorted_points(database, 5), 9, HALF, threshold).exact()
        assert fast == interior_point_law(database, range(9), HALF, threshold).exact()


@pytest.mark.parametrize("parameters", TREES)
def test_whole_runs_have_the_law_of_the_plain_form(parameters):
    for database in list(multisets(8, 4))[::9]:
        assert fast_tree_log_law(database, 3, parameters).exact() == tree_log_law(database, 3, parameters).exact()


@pytest.mark.parametrize("threshold", [0, 2, 5])
def test_one_more_element_changes_no_probability_by_more_than_the_base(threshold):
    for database in multisets(4, 4):
        law = interior_point_law(database, range(4), HALF, threshold).exact()
        for x in range(4):
            more = interior_point_law((*database, x), range(4), HALF, threshold).exact()
            assert all(law[y] <= HALF * more[y] and more[y] <= HALF * law[y] for y in law)


@pytest.mark.parametrize("parameters", TREES)
def test_wrong_answers_are_within_the_bound_on_databases_of_any_size(parameters):
    bound = wrong_answer_bound(3, parameters).upper
    some = [*multisets(8, 3), *list(multisets(8, 5))[::17], *((7,) * n for n in range(12))]
    assert max(wrong_mass(fast_tree_log_law(database, 3, parameters), database) for database in some) <= bound < 1


def test_wrong_answers_of_the_printed_tree_log_and_without_rows():
    parameters = TREES[0]  # the bound is attained without rows
    assert wrong_mass(tree_log_law((), 3, parameters), ()) == Fraction(8, 8 + 32)
    assert wrong_answer_bound(3, parameters).lower <= Fraction(1, 5) <= wrong_answer_bound(3, parameters).upper
    printed = TreeLogParameters((Level(exp_path=2, exp_choose=4, threshold=1, exp_end=2, trim=0,
                                       stop=2),), Fraction(101, 100))
    database = (2,) * 6
    assert wrong_mass(tree_log_law(database, 3, printed), database) > Fraction(1, 4)
    assert wrong_answer_bound(3, printed).upper == 1


def test_failure_and_rows_count_no_answer():
    parameters = TREES[0]
    law = tree_log_law((3, 3, 3, 4, 4), 3, parameters).exact()
    failure = 1 - law[3] - law[4]
    bracket = exponential_failure_bracket(3, 5, Fraction(0), threshold=5)
    assert tree_log_failure(3, 5, parameters) == failure
    assert bracket.lower <= Fraction(8, 9) <= bracket.upper  # base 1: of nine outcomes one is right
    rows = [exponential_rows(8, 1, Fraction(1, 10), threshold=score) for score in (None, 0, 8, 12)]
    assert rows == sorted(rows)
    assert rows[-1] > rows[0]
    # the least score may be one
    for bits, wrong, score in ((0, Fraction(1, 2), 1), (1, Fraction(2, 3), 1), (1, Fraction(1, 2), 2)):
        assert with_no_answer(bits, TreeLogParameters((), 2), wrong).threshold_base == score


@pytest.mark.parametrize("wrong", [Fraction(1, 10), Fraction(3, 5)])
def test_leaves_that_are_wrong_too_often_are_named(wrong):
    level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)  # wrong with probability 3/5
    parameters = TreeLogParameters((level,), 2)
    assert wrong_answer_bound(3, with_no_answer(3, parameters, Fraction(61, 100))).upper <= Fraction(61, 100)
    with pytest.raises(ValueError, match="wrong must be above 0.6"):
        with_no_answer(3, parameters, wrong)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_bracket_of_wrong_answers_holds_the_bound_where_the_base_costs_next_to_nothing(levels):
    level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=4, trim=1, stop=1)
    parameters = TreeLogParameters((level,) * levels, 2, 600)
    values = base_size(3, levels)
    exact = Fraction(values, values + 2**600) + levels * Fraction(3, 3 + 4**2)
    found = wrong_answer_bound(3, parameters)
    assert found.lower <= exact <= found.upper <= exact + Fraction(1, 2**120)
