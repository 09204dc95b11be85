"""Two learners that relabelling spoils."""

from fractions import Fraction

import pytest

from privlearn.learners.relabeling.obstacles import (half_fail_learner, labels_are_balanced, least_rows_for,
                                                     memorising_learner, relabelled_by_half, relabelling_failures)


def test_a_relabelled_sample_of_even_size_is_balanced():
    assert [labels_are_balanced(relabelled_by_half(tuple((x, 0) for x in range(m)))) for m in (2, 3, 4)] == [
        True, False, True]


def test_half_fail_learner_is_good_on_unbalanced_samples():
    assert half_fail_learner(((0, 1), (1, 1), (2, 0)), 3) == (1, 1, 0)


def test_memoriser_without_data_is_the_complement():
    assert memorising_learner((), (0, 1)) == (1, 0)


def test_least_rows_is_monotone():
    assert least_rows_for(Fraction(1, 2)) == 2
    assert least_rows_for(Fraction(3, 8)) == 4


@pytest.mark.parametrize("failure", [Fraction(0), Fraction(1)])
def test_no_share_and_all_are_refused(failure):
    with pytest.raises(ValueError, match="failure must"):
        least_rows_for(failure)


@pytest.mark.parametrize("row", [(-1, 1), (2, 1), (0, 2), (1,)])
def test_rows_outside_the_domain_are_refused(row):
    with pytest.raises(ValueError, match="database must hold"):
        half_fail_learner((row,), 2)
    with pytest.raises(ValueError, match="database must hold"):
        memorising_learner((row,), (0, 1))


def test_one_point_and_one_row_are_enough():
    assert half_fail_learner(((0, 1),), 1) == (1,)
    assert relabelling_failures(1) == (0, 0)
    with pytest.raises(ValueError, match="size must"):
        half_fail_learner((), 0)
    with pytest.raises(ValueError, match="rows must"):
        relabelling_failures(0)
