"""Conversions between protocols and representations."""
from fractions import Fraction

import pytest

from privlearn.communication import (PrivateCoinProtocol, PublicCoinProtocol, error_matrix,
                                     hypotheses_of_private_protocol, private_protocol_of_hypotheses,
                                     protocol_of_representation, representation_of_protocol, worst_error)
from privlearn.communication.conversions import choice_game, conditional_errors, distributional_protocol, is_choice_game
from privlearn.communication.private_coins import chain_protocol
from privlearn.communication.protocols import trivial_protocol
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.dimensions.representation import (ProbabilisticRepresentation, miss_probability,
                                                 probabilistic_representation_value, representation_alpha)

CHAIN = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = ProbabilisticRepresentation(tuple(
    (THIRD, pair) for pair in (((0, 0), (0, 1)), ((0, 0), (1, 1)), ((0, 1), (1, 1)))))


def test_a_protocol_represents_by_its_sets_of_tables():
    assert representation_of_protocol(trivial_protocol(CHAIN)).branches == ((Fraction(1), ((0, 0), (0, 1), (1, 1))),)
    merged = PublicCoinProtocol(((HALF, (0, 1, 1), ((0, 0), (1, 1))), (HALF, (1, 0, 0), ((1, 1), (0, 0)))))
    assert representation_of_protocol(merged).branches == ((Fraction(1), ((0, 0), (1, 1))),)
    protocol = public_coin_value(point_functions(4), 3).protocol
    assert representation_of_protocol(protocol).size <= protocol.messages == 3


def test_errors_of_a_protocol_bound_the_miss_probability_and_are_means_of_conditional_ones():
    protocol = public_coin_value(CHAIN, 2).protocol
    missed = miss_probability(representation_of_protocol(protocol), CHAIN, Fraction(2, 5))
    assert missed <= worst_error(protocol, CHAIN) / Fraction(2, 5) == HALF
    protocol = public_coin_value(CHAIN, 2).protocol
    law = conditional_errors(protocol, CHAIN, 1, (Fraction(0), Fraction(1)))
    assert sum(w for w, _ in law) == 1
    assert sum(w * e for w, e in law) == error_matrix(protocol, CHAIN)[1][1]


def test_three_pairs_cannot_do_better_than_a_third():
    assert worst_error(protocol_of_representation(PAIRS, CHAIN), CHAIN) == THIRD
    assert probabilistic_representation_value(CHAIN, 2, Fraction(1, 4)).value == miss_probability(PAIRS, CHAIN, 0)
    both = ProbabilisticRepresentation(((Fraction(1), ((0, 0), (1, 1))),))
    protocol = protocol_of_representation(both, ConceptClass.from_matrix([[0, 1], [1, 0]]))
    assert worst_error(protocol, ConceptClass.from_matrix([[0, 1], [1, 0]])) == HALF


def test_choice_game_is_verified_by_separate_code_and_others_are_refused():
    assert is_choice_game(choice_game(PAIRS.branches, (0, 1)), PAIRS.branches, (0, 1))
    game = choice_game(PAIRS.branches, (0, 0))
    negative = ((Fraction(2), Fraction(-1)), *game.mixtures[1:])
    for value, mixtures in ((game.value - Fraction(1, 12), game.mixtures), (game.value, game.mixtures[:2]),
                            (game.value, negative)):
        assert not is_choice_game(type(game)(value, mixtures, game.distribution), PAIRS.branches, (0, 0))


@pytest.mark.parametrize(("weights", "otherwise", "messages"), [
    (((Fraction(1, 6),) * 2,) * 3, {}, [(0, 1, 0), (0, 0, 1), (0, 0, 1)]),
    (((HALF, HALF), (0, 0), (0, 0)), {"otherwise": 1}, [(0, 0, 0), (0, 0, 0), (1, 0, 0)])])  # two without mass
def test_distributional_protocol_names_a_good_hypothesis(weights, otherwise, messages):
    protocol = distributional_protocol(PAIRS, CHAIN, weights, 0, **otherwise)
    assert [alice for _, alice, _ in protocol.branches] == messages


def test_rounding_bob_at_one_half_at_most_doubles_the_error():
    protocol = PrivateCoinProtocol(((Fraction(1),),), ((HALF, Fraction(2, 3)),))
    assert hypotheses_of_private_protocol(protocol).rows() == [(0, 1)]
    hypotheses = hypotheses_of_private_protocol(chain_protocol(CHAIN, THIRD))
    assert (hypotheses.rows(), representation_alpha(hypotheses, CHAIN)) == ([(0, 0), (1, 1)], HALF)


def test_private_protocol_errs_as_the_representation():
    six = ConceptClass.from_matrix([[0, 0], [1, 1]])
    protocol = private_protocol_of_hypotheses(six, all_functions(2))
    assert worst_error(protocol, all_functions(2)) == representation_alpha(six, all_functions(2)) == HALF
    assert worst_error(private_protocol_of_hypotheses(CHAIN, CHAIN), CHAIN) == 0


@pytest.mark.parametrize(("call", "message"), [
    (lambda: choice_game(((Fraction(1), ()),), (0, 0)), "at least one hypothesis"),
    (lambda: choice_game(((HALF, ((0, 0),)), (HALF, ())), (0, 0)), "at least one hypothesis"),
    (lambda: choice_game(((Fraction(1), ((0, 0, 0),)),), (0, 0)), "points"),
    (lambda: choice_game(((Fraction(1), ((0, 0), (0, 0, 0))),), (0, 0)), "hypotheses must have 2 points"),
    (lambda: choice_game(((HALF, ((0, 0),)),), (0, 0)), "sum to 1"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((HALF, HALF),), 0), "weights"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((Fraction(1, 6),) * 2,) * 3, 2), "alpha must lie between 0"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((1, 0), (0, 0), (1, 0)), 0), "weights"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((2, 0), (-1, 0), (0, 0)), 0), "weights"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((THIRD, 0), (0, THIRD), (THIRD,)), 0), "weights must have shape"),
    (lambda: distributional_protocol(PAIRS, CHAIN, ((Fraction(1, 6),) * 2,) * 3, 0, otherwise=2), "otherwise"),
    (lambda: protocol_of_representation(PAIRS, CHAIN.without(0).without(0).without(0)), "empty"),
    (lambda: private_protocol_of_hypotheses(CHAIN, CHAIN.without(0).without(0).without(0)),
     "concepts must not be empty")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
