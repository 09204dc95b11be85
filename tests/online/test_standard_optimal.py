"""Version spaces of the standard optimal algorithm."""

import pytest

from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.online import StandardOptimalAlgorithm, VersionSpaceLearner


class Stubborn(VersionSpaceLearner):
    """Always predicts 1."""

    def choose(self, dimensions):
        return 1


def test_an_impossible_label_is_refused():
    with pytest.raises(ValueError, match="label must be that of some concept left"):
        StandardOptimalAlgorithm(thresholds(1)).updated(1, 0)


def test_the_version_space_is_what_agrees_and_the_state_of_the_learner():
    assert StandardOptimalAlgorithm(point_functions(3)).updated(0, 0).consistent() == (1, 2)
    start = StandardOptimalAlgorithm(point_functions(3))
    assert start.updated(0, 0).updated(1, 0) == start.updated(2, 1)
    assert hash(start.updated(0, 1)) == hash(start.updated(0, 1))
    assert start != Stubborn(point_functions(3))


def test_rows_in_another_order_make_another_state():
    rows = [[1, 0], [0, 0]]
    one, other = (StandardOptimalAlgorithm(ConceptClass.from_matrix(listed)) for listed in (rows, rows[::-1]))
    assert one.updated(0, 1).space == other.updated(0, 0).space
    assert one.updated(0, 1) != other.updated(0, 0)
