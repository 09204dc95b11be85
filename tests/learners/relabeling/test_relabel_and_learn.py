"""A learner run on relabelled rows."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, initial_segments
from privlearn.laws import pure
from privlearn.learners.relabeling import (error_count, first_consistent, initial_segment_errors, relabel_and_learn_law,
                                           relabel_law)


@pytest.mark.parametrize("call", [
    lambda: relabel_law(ConceptClass.from_matrix(np.zeros((0, 2))), error_count, (), (), 4),
    lambda: relabel_law(initial_segments(2), error_count, ((5, 0),), (), 4),
    lambda: relabel_law(initial_segments(2), error_count, ((0, 2),), (), 4),
    lambda: relabel_law(initial_segments(2), error_count, ((0, 0),), (), 2),
    lambda: first_consistent(initial_segments(2), ((0, 0), (1, 1))),
    lambda: first_consistent(initial_segments(2), ((-1, 0),)), lambda: first_consistent(initial_segments(2), ((2, 0),)),
    lambda: initial_segment_errors(np.array([[3, 0]]), np.array([1, 2]))])
def test_bad_arguments_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_the_learner_sees_relabelled_rows_in_order():
    zero = ConceptClass.from_matrix([[0, 0, 0]])
    law = relabel_and_learn_law(zero, error_count, pure, ((0, 1),), ((1, 1),), ((2, 1),), 4).exact()
    assert law == {(((0, 0), (1, 0), (2, 0)), ((1, 0),), 0): 1}
