"""One-way protocols: their data, their exact errors, bad input."""

from fractions import Fraction

import pytest

from privlearn.communication import (PrivateCoinProtocol, PublicCoinProtocol, deterministic_protocol, error_matrix,
                                     worst_error)
from privlearn.communication.protocols import answer_matrix, as_messages, negated_protocol, trivial_protocol
from privlearn.concepts import ConceptClass, all_functions, point_functions

HALF = Fraction(1, 2)
EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)


def test_answers_are_averaged_and_multiplied_entry_by_entry():
    protocol = PublicCoinProtocol(((Fraction(1, 3), (0, 0), ((1, 0),)), (Fraction(2, 3), (0, 1), ((1, 1), (0, 1)))))
    assert answer_matrix(protocol) == ((1, Fraction(2, 3)), (Fraction(1, 3), Fraction(2, 3)))
    protocol = PrivateCoinProtocol(((HALF, HALF),), ((0, 1), (Fraction(1, 3), 1)))
    assert answer_matrix(protocol) == ((Fraction(1, 6), 1),)
    protocol = PublicCoinProtocol(((HALF, (0, 1), ((1, 0), (0, 0))), (HALF, (0, 0), ((0, 1),))))
    complement = ConceptClass.from_matrix(1 - point_functions(2).matrix)
    assert error_matrix(negated_protocol(protocol), complement) == error_matrix(protocol, point_functions(2))
    assert worst_error(trivial_protocol(all_functions(3)), all_functions(3)) == 0
    assert trivial_protocol(all_functions(3)).messages == 8
    assert as_messages(1) == 1
    assert error_matrix(deterministic_protocol((0,), ((1,),)), ConceptClass.from_matrix([[0]])) == ((1,),)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: as_messages(0), "messages must be an integer of at least 1"),
    (lambda: error_matrix(trivial_protocol(point_functions(2)), point_functions(3)), "3 concepts on 3 points"),
    (lambda: error_matrix(trivial_protocol(point_functions(3)), ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])),
     "3 concepts on 2 points, got 3 on 3"),
    (lambda: error_matrix(deterministic_protocol((0, 0, 0), ((0, 1),)), point_functions(2)),
     "2 concepts on 2 points, got 3 on 2"),
    (lambda: PublicCoinProtocol(()), "sum to 1"), (lambda: PublicCoinProtocol(((HALF, (0,), ((0,),)),)), "sum to 1"),
    (lambda: PublicCoinProtocol(((Fraction(2), (0,), ((0,),)), (Fraction(-1), (0,), ((0,),)))), "positive"),
    (lambda: PublicCoinProtocol(((1, (0,), ((0,),)), (0, (0,), ((0,),)))), "positive"),
    (lambda: PublicCoinProtocol(((Fraction(1), (1,), ((0,),)),)), "messages below 1"),
    (lambda: PublicCoinProtocol(((Fraction(1), (0, 1), ((0,),)),)), "messages below 1"),
    (lambda: PublicCoinProtocol(((Fraction(1), (0, -1), ((0,),)),)), "messages below 1"),
    (lambda: PublicCoinProtocol(((HALF, (0, 0), ((0,),)), (HALF, (0, 1), ((0,),)))), "messages below 1"),
    (lambda: PublicCoinProtocol(((HALF, (0, 0), ((0,),)), (HALF, (0,), ((0,),)))), "2 messages"),
    (lambda: PublicCoinProtocol(((HALF, (0,), ((0,),)), (HALF, (0,), ((0, 1),)))), "one length"),
    (lambda: PublicCoinProtocol(((Fraction(1), (0,), ((0, -1),)),)), "bits"),
    (lambda: PublicCoinProtocol(((Fraction(1), (0, 1), ((0,), (0, 1))),)), "one length"),
    (lambda: PublicCoinProtocol(((Fraction(1), (0,), ((2,),)),)), "bits"),
    (lambda: PublicCoinProtocol(((HALF, (0,), ((0,),)), (HALF, (0,), ((2,),)))), "bits"),
    (lambda: PrivateCoinProtocol((), ((0,),)), "empty"),
    (lambda: PrivateCoinProtocol(((HALF,),), ((0,),)), "probability vectors"),
    (lambda: PrivateCoinProtocol(((1, 0),), ((0,),)), "probability vectors"),
    (lambda: PrivateCoinProtocol(((2, -1),), ((0,), (1,))), "probability vectors"),
    (lambda: PrivateCoinProtocol(((1,),), ((2,),)), "bob must lie"),
    (lambda: PrivateCoinProtocol(((HALF, HALF),), ((0,), (0, 1))), "one length"),
    (lambda: trivial_protocol(EMPTY), "must not be empty")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
