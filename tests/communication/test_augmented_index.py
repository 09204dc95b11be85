"""Augmented index: exact optima, the game of the position, and the reduction from mistake trees."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import index_value, least_index_error
from privlearn.communication.augmented_index import index_bound, index_errors
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("alice", "errors"), [
    ((0, 0, 1, 1), (0, Fraction(1, 2))), ((0, 1, 0, 1), (Fraction(1, 2), 0)),  # the first bit, the last bit
    ((0, 1), (0,)), ((0, 0), (Fraction(1, 2),))])
def test_errors_of_sending_a_bit(alice, errors):
    assert index_errors(alice) == errors


def test_one_message_is_a_coin_and_the_whole_string_leaves_no_error():
    assert least_index_error(1, 1).error == Fraction(1, 2)
    for bits, messages in ((17, 1), (11, 2), (5, 5)):
        with pytest.raises(TooLargeToEnumerate):
            least_index_error(bits, messages)
    assert (index_bound(5, 0), index_bound(0, 0)) == (5, 0)  # no error needs every bit
    assert index_bound(5, Fraction(1, 2)) == 0
    assert least_index_error(16, 1).map == (0,) * 65536  # at the limit one message is a coin
    assert least_index_error(3, 8).error == least_index_error(3, 100).error == 0
    assert least_index_error(3, 8).map == least_index_error(3, 100).map == tuple(range(8))


@pytest.mark.parametrize(("bits", "messages"), [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)])
def test_the_least_error_is_that_of_the_best_of_all_maps(bits, messages):
    law = [Fraction(i + 1, bits * (bits + 1) // 2) for i in range(bits)]
    best = min(sum(w * e for w, e in zip(law, index_errors(alice), strict=True))
               for alice in product(range(messages), repeat=1 << bits))
    assert least_index_error(bits, messages, law).error == best


@pytest.mark.parametrize(("bits", "messages"), [(4, 3), (5, 2), (6, 2), (4, 7)])
def test_the_map_attains_the_error(bits, messages):
    found = least_index_error(bits, messages)
    assert sum(index_errors(found.map)) / bits == found.error
    assert set(found.map) <= set(range(messages))


@pytest.mark.parametrize(("bits", "messages"), [(2, 3), (3, 2), (3, 4), (4, 3)])
def test_mixture_and_weights_prove_the_value_from_both_sides(bits, messages):
    game = index_value(bits, messages)
    errors = [sum(p * index_errors(alice)[i] for p, alice in game.mixture) for i in range(bits)]
    assert sum(p for p, _ in game.mixture) == 1
    assert max(errors) == game.value == least_index_error(bits, messages, game.weights).error


@pytest.mark.parametrize(("call", "message"), [
    (lambda: least_index_error(2, 2, [1]), "weights"),
    (lambda: least_index_error(2, 2, [Fraction(1, 2)] * 3), "weights"),
    (lambda: least_index_error(2, 2, [2, -1]), "weights"), (lambda: least_index_error(2, 2, [0, 0]), "weights"),
    (lambda: least_index_error(0, 1), "must be"), (lambda: least_index_error(1, 0), "must be"),
    (lambda: index_errors(()), r"2\^d strings"), (lambda: index_errors((0,)), r"2\^d strings"),
    (lambda: index_errors((0, 1, 0)), r"2\^d strings"), (lambda: index_bound(-1, 0), "bits must be"),
    (lambda: index_bound(1, 2), "error must satisfy")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
