"""Private coins: chains, two messages, three messages."""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from privlearn.communication import worst_error
from privlearn.communication.private_coins import chain_order, chain_protocol, is_chain, two_message_error
from privlearn.communication.private_coins.chains import least_places, two_message_bracket
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions, thresholds
from privlearn.exact import Bracket

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)
FLIPPED = ConceptClass.from_matrix([[0, 1, 1], [0, 1, 0], [1, 1, 0], [1, 0, 0]])  # a chain, shuffled and flipped


@pytest.mark.parametrize("concepts", [thresholds(3), initial_segments(5), FLIPPED, point_functions(1),
                                      point_functions(2)])
def test_chains_are_found_and_verified(concepts):
    order = chain_order(concepts)
    assert order is not None
    assert is_chain(order, concepts)


@pytest.mark.parametrize("concepts", [point_functions(3), all_functions(2)])
def test_classes_that_are_no_chains_err_half_of_the_time(concepts):
    assert chain_order(concepts) is None
    assert two_message_error(concepts).lower == two_message_error(concepts).upper == HALF
    assert not is_chain((0, 1), thresholds(2))  # a part of the order
    assert not is_chain((1, 0, 2, 3), thresholds(2))


def test_three_concepts_err_a_third_and_four_the_golden_number():
    three = initial_segments(2)
    assert worst_error(chain_protocol(three, THIRD), three) == THIRD
    assert least_places(3, THIRD)[-1] == 1 < least_places(3, THIRD - Fraction(1, 1000))[-1]
    bracket = two_message_error(thresholds(2), 60)
    assert bracket.upper - bracket.lower <= Fraction(1, 2**60)
    assert bracket.lower**2 - 3 * bracket.lower + 1 > 0 >= bracket.upper**2 - 3 * bracket.upper + 1


@pytest.mark.parametrize("concepts", [thresholds(2), thresholds(3), FLIPPED, initial_segments(5)])
def test_the_upper_end_is_attained_by_a_protocol(concepts):
    upper = two_message_error(concepts).upper
    protocol = chain_protocol(concepts, upper)
    assert protocol.messages == 2
    assert worst_error(protocol, concepts) == upper


@pytest.mark.parametrize(("concepts", "wanted", "error"), [
    (point_functions(1), 0, 0), (point_functions(2), 0, 0), (ConceptClass.from_matrix([[1, 0]]), Fraction(1, 4), 0),
    (ConceptClass.from_matrix([[0, 1, 0], [0, 1, 1]]), Fraction(1, 4), Fraction(1, 4))])
def test_one_and_two_concepts_need_no_error(concepts, wanted, error):
    assert two_message_error(concepts).upper == 0
    assert worst_error(chain_protocol(concepts, wanted), concepts) <= error


def test_the_least_places_and_brackets_by_hand():
    assert least_places(3, Fraction(1, 2)) == (0, 0, 0)
    assert least_places(1, THIRD) == (0,)
    assert two_message_bracket(4, 1) == Bracket(THIRD, Fraction(5, 12))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: least_places(0, THIRD), "length must be an integer of at least 1"),
    (lambda: two_message_bracket(0), "length must be an integer of at least 1"),
    (lambda: two_message_bracket(4, 0), "bits must be an integer of at least 1"),
    (lambda: chain_protocol(initial_segments(2), Fraction(1, 4)), "impossible for a chain of 3"),
    (lambda: chain_protocol(point_functions(3), Fraction(1, 4)), "must be a chain"),
    (lambda: least_places(3, 0), "error must be above 0 and at most 1/2"),
    (lambda: least_places(2, -THIRD), "error must be above 0 and at most 1/2"),
    (lambda: least_places(3, Fraction(2, 3)), "error must be above 0 and at most 1/2"),
    (lambda: two_message_error(EMPTY), "must not be empty")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("error", [Fraction(2, 5), Fraction(1, 4), Fraction(9, 20), THIRD])
def test_places_are_the_least_that_the_conditions_allow(error):
    ratio, places = (1 - error) / error, least_places(6, error)
    assert places[0] == 0
    for p, q in pairwise(places):
        assert q - ratio * p >= 0 <= ratio * q - (ratio - 1) - p
        assert 0 in (q - ratio * p, ratio * q - (ratio - 1) - p)


@pytest.mark.parametrize("rows", [
    [[0, 0], [0, 1], [1, 1]], [[0, 1], [0, 0], [1, 1]], [[0, 0, 1], [1, 1, 1], [0, 1, 1]],
    [[0, 0], [1, 1], [0, 1], [1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 0]], [[1, 1], [0, 0]]])
def test_chains_are_found_among_all_orders(rows):
    c = ConceptClass.from_matrix(rows)
    chains = {order for order in permutations(range(len(rows)))
              if all(sum(rows[f][x] != rows[g][x] for f, g in pairwise(order)) <= 1 for x in range(c.size))}
    assert {order for order in permutations(range(len(rows))) if is_chain(order, c)} == chains
    assert chain_order(c) in (chains or {None})
    assert not is_chain((0,) * len(rows), c)


@pytest.mark.parametrize(("length", "bits"), [(4, 3), (5, 1), (5, 20), (7, 12)])
def test_the_bracket_is_halved_so_often_and_closes_around_the_least_error(length, bits):
    found = two_message_bracket(length, bits)
    assert found.upper - found.lower == Fraction(1, 6) / 2**bits
    assert least_places(length, found.upper)[-1] <= 1 < least_places(length, found.lower)[-1]


@pytest.mark.parametrize("error", [THIRD, Fraction(2, 5), HALF])
def test_a_protocol_has_the_wanted_error_where_a_point_changes(error):
    c = ConceptClass.from_matrix([[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
    protocol, places = chain_protocol(c, error), least_places(3, error)
    order = chain_order(c)
    assert [protocol.alice[f] for f in order] == [(1 - p, p) for p in places]
    assert worst_error(protocol, c) == error
    assert protocol.bob[0][0] == protocol.bob[1][0] == 0
