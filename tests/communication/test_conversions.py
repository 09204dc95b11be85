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


def test_trivial_protocol_becomes_the_class_itself():
    assert representation_of_protocol(trivial_protocol(CHAIN)).branches == ((Fraction(1), ((0, 0), (0, 1), (1, 1))),)


def test_equal_sets_of_tables_are_merged():
    protocol = PublicCoinProtocol(((HALF, (0, 1, 1), ((0, 0), (1, 1))), (HALF, (1, 0, 0), ((1, 1), (0, 0)))))
    assert representation_of_protocol(protocol).branches == ((Fraction(1), ((0, 0), (1, 1))),)


def test_size_is_at_most_the_number_of_messages():
    protocol = public_coin_value(point_functions(4), 3).protocol
    assert representation_of_protocol(protocol).size <= protocol.messages == 3


def test_miss_probability_is_at_most_error_over_alpha():
    protocol = public_coin_value(CHAIN, 2).protocol
    missed = miss_probability(representation_of_protocol(protocol), CHAIN, Fraction(2, 5))
    assert missed <= worst_error(protocol, CHAIN) / Fraction(2, 5) == HALF


def test_three_pairs_cannot_do_better_than_a_third():
    assert worst_error(protocol_of_representation(PAIRS, CHAIN), CHAIN) == THIRD


def test_three_pairs_are_the_representation_of_least_miss():
    assert probabilistic_representation_value(CHAIN, 2, Fraction(1, 4)).value == miss_probability(PAIRS, CHAIN, 0)


def test_mixtures_of_different_concepts_share_one_random_number():
    both = ProbabilisticRepresentation(((Fraction(1), ((0, 0), (1, 1))),))
    protocol = protocol_of_representation(both, ConceptClass.from_matrix([[0, 1], [1, 0]]))
    assert worst_error(protocol, ConceptClass.from_matrix([[0, 1], [1, 0]])) == HALF


def test_choice_game_is_verified_by_separate_code():
    game = choice_game(PAIRS.branches, (0, 1))
    assert is_choice_game(game, PAIRS.branches, (0, 1))


def test_choice_game_with_another_value_is_refused():
    game = choice_game(PAIRS.branches, (0, 0))
    wrong = type(game)(game.value - Fraction(1, 12), game.mixtures, game.distribution)
    assert not is_choice_game(wrong, PAIRS.branches, (0, 0))


def test_choice_game_with_too_few_mixtures_is_refused():
    game = choice_game(PAIRS.branches, (0, 0))
    assert not is_choice_game(type(game)(game.value, game.mixtures[:2], game.distribution), PAIRS.branches, (0, 0))


def test_choice_game_with_a_negative_mixture_is_refused():
    game = choice_game(PAIRS.branches, (0, 0))
    wrong = ((Fraction(2), Fraction(-1)), *game.mixtures[1:])
    assert not is_choice_game(type(game)(game.value, wrong, game.distribution), PAIRS.branches, (0, 0))


def test_an_empty_class_has_no_protocol():
    empty = ConceptClass.from_matrix([[0, 0]]).without(0)
    with pytest.raises(ValueError, match="empty"):
        protocol_of_representation(PAIRS, empty)
    with pytest.raises(ValueError, match="empty"):
        private_protocol_of_hypotheses(CHAIN, empty)


def test_distributional_protocol_names_a_good_hypothesis():
    weights = ((Fraction(1, 6),) * 2,) * 3
    protocol = distributional_protocol(PAIRS, CHAIN, weights, 0)
    assert [alice for _, alice, _ in protocol.branches] == [(0, 1, 0), (0, 0, 1), (0, 0, 1)]


def test_a_concept_without_mass_gets_the_first_message():
    weights = ((HALF, HALF), (Fraction(0), Fraction(0)), (Fraction(0), Fraction(0)))
    protocol = distributional_protocol(PAIRS, CHAIN, weights, 0, otherwise=1)
    assert [alice for _, alice, _ in protocol.branches] == [(0, 0, 0), (0, 0, 0), (1, 0, 0)]


def test_conditional_errors_average_to_the_error():
    protocol = public_coin_value(CHAIN, 2).protocol
    law = conditional_errors(protocol, CHAIN, 1, (Fraction(0), Fraction(1)))
    assert sum(w for w, _ in law) == 1
    assert sum(w * e for w, e in law) == error_matrix(protocol, CHAIN)[1][1]


def test_rounding_bob_at_one_half_takes_ties_to_zero():
    protocol = PrivateCoinProtocol(((Fraction(1),),), ((HALF, Fraction(2, 3)),))
    assert hypotheses_of_private_protocol(protocol).rows() == [(0, 1)]


def test_rounded_protocol_represents_with_at_most_twice_the_error():
    hypotheses = hypotheses_of_private_protocol(chain_protocol(CHAIN, THIRD))
    assert (hypotheses.rows(), representation_alpha(hypotheses, CHAIN)) == ([(0, 0), (1, 1)], HALF)


def test_private_protocol_errs_as_the_representation():
    six = ConceptClass.from_matrix([[0, 0], [1, 1]])
    protocol = private_protocol_of_hypotheses(six, all_functions(2))
    assert worst_error(protocol, all_functions(2)) == representation_alpha(six, all_functions(2)) == HALF


def test_a_class_that_contains_the_concepts_makes_no_error():
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
    (lambda: private_protocol_of_hypotheses(CHAIN, CHAIN.without(0).without(0).without(0)),
     "concepts must not be empty")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
