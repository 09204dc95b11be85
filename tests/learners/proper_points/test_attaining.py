"""The learner that attains the bounds of packing: its law, its edges, and what it refuses."""

from fractions import Fraction

import pytest

from privlearn.learners.proper_points.attaining import attaining_point_learner
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, replace_one

F = Fraction


def test_laws_of_few_rows():
    # the empty database names any target
    assert attaining_point_learner(4, 2, marked=1)(()).exact() == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    learner = attaining_point_learner(4, 2, marked=1)  # rows labelled zero and rows at the marked point say nothing
    for database in ((1, 0), (0, 1)), ((0, 0), (2, 0)):
        assert learner(database).exact() == learner(()).exact()
    # a row each of two targets leaves the rest to the others
    assert attaining_point_learner(4, 2, marked=1)(((1, 1), (2, 1))).exact() == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    assert attaining_point_learner(3, F(3, 2))(((0, 1), (1, 1))).exact() == {0: F(6, 17), 1: F(6, 17), 2: F(5, 17)}
    # without any privacy loss all targets are alike
    assert attaining_point_learner(2, 1)(((0, 1), (1, 1), (0, 1))).exact() == {0: F(1, 2), 1: F(1, 2)}
    learner = attaining_point_learner(3, 2)  # the promise is kept and needed without a marked point
    databases = all_databases(labelled_rows(3), 2)
    assert audit_pure(learner, databases, replace_one).exp_epsilon == learner.promise.exp_epsilon == 2


@pytest.mark.parametrize(("call", "named"), [
    (lambda: attaining_point_learner(3, 2, marked=1)(((1, 1), (2, 1))), "number of rows less one"),
    (lambda: attaining_point_learner(2, 2, marked=1), "two targets"),
    (lambda: attaining_point_learner(5, 2, marked=2), "marked"),
    (lambda: attaining_point_learner(3, F(1, 2)), "exp_epsilon")])
def test_too_many_rows_or_too_few_targets_are_refused(call, named):
    with pytest.raises(ValueError, match=named):
        call()
