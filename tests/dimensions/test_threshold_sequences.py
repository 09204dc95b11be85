"""What the verifier of threshold sequences accepts and refuses."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import is_threshold_sequence

EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))


@pytest.mark.parametrize("sequence", [((0, 0), (0, 1)), ((1, 1), (0, 0)), ((0, 9),), ((0,),), ((0, True),), ((-1, 0),)])
def test_what_is_no_threshold_sequence_is_refused(sequence):
    assert not is_threshold_sequence(sequence, thresholds(1))


def test_the_empty_sequence_is_one():
    assert is_threshold_sequence((), EMPTY)


@pytest.mark.parametrize("concepts", [[[1, 1]], np.ones((1, 1)), None])
def test_a_sequence_of_no_concept_class_is_refused(concepts):
    with pytest.raises(ValueError, match="concepts must be"):
        is_threshold_sequence((), concepts)
