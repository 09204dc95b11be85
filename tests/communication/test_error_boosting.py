"""Boosting by repetition."""

from fractions import Fraction

import pytest

from privlearn.communication import boosted_representation
from privlearn.communication.error_boosting import boosting_copies, protocol_error
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability

QUARTER = Fraction(1, 4)
CHAIN = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def test_protocol_error_is_that_of_either_event():
    assert protocol_error(QUARTER, QUARTER) == Fraction(7, 16)
    assert protocol_error(0, QUARTER) == QUARTER


def test_boosted_representation_keeps_its_promise():
    perfect = ProbabilisticRepresentation(((Fraction(1), tuple(CHAIN.rows())),))
    assert boosted_representation(perfect, CHAIN, QUARTER, QUARTER)[1] == 1
    diluted = ProbabilisticRepresentation(((1 - QUARTER, tuple(CHAIN.rows())), (QUARTER, ((0, 0),))))
    found, copies = boosted_representation(diluted, CHAIN, QUARTER, QUARTER)
    assert copies > 1
    assert miss_probability(found, CHAIN, QUARTER) <= QUARTER
    with pytest.raises(ValueError, match="below 1/2"):
        boosting_copies(Fraction(1, 2), QUARTER, QUARTER, QUARTER)
