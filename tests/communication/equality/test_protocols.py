"""Equality: hashing, polynomials, and two messages."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import error_matrix, worst_error
from privlearn.communication.equality import (equality_protocol, hash_keys, polynomial_equality_protocol,
                                              polynomial_error, random_zeros_error, random_zeros_protocol,
                                              two_message_limit)
from privlearn.communication.equality.protocols import polynomial_key
from privlearn.concepts import point_functions, points
from privlearn.concepts.parity_hash import inner_products
from privlearn.exact import TooLargeToEnumerate


def test_keys_are_inner_products_and_err_only_off_the_diagonal():
    table = hash_keys(2, 2)
    for m, (high, low) in enumerate(product(range(4), repeat=2)):
        assert [inner_products((low, high), x) for x in range(4)] == table[m].tolist()
    matrix = error_matrix(equality_protocol(2, 2), points(2))
    assert all(p == (0 if f == x else Fraction(1, 4)) for f, row in enumerate(matrix) for x, p in enumerate(row))


def test_too_many_matrices_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        equality_protocol(8, 4)
    with pytest.raises(TooLargeToEnumerate):
        hash_keys(5, 4)
    assert hash_keys(1, 16)[:, 1].tolist() == list(range(1 << 16))
    with pytest.raises(TooLargeToEnumerate):
        hash_keys(1, 17)


@pytest.mark.parametrize(("bits", "hashes", "places"), [(1, 1, 1), (4, 2, 3), (4, 2, 4), (3, 3, 1), (4, 1, 2),
                                                        (6, 3, 5)])
def test_polynomials_err_as_stated(bits, hashes, places):
    protocol = polynomial_equality_protocol(bits, hashes, places)
    assert worst_error(protocol, points(bits)) == polynomial_error(bits, hashes, places)
    assert protocol.messages == places << hashes


@pytest.mark.parametrize(("call", "message"), [
    (lambda: polynomial_error(4, 2, 5), "places"), (lambda: polynomial_equality_protocol(4, 2, 5), "places"),
    (lambda: equality_protocol(0, 1), "integer of at least 1"),
    (lambda: equality_protocol(1, 0), "integer of at least 1"),
    (lambda: polynomial_key(1, 0, 0), "hashes must be an integer"),
    (lambda: polynomial_key(1, 0, 9), "hashes must be an integer"),
    (lambda: polynomial_equality_protocol(9, 3, 1), "bits must be an integer"),
    (lambda: polynomial_equality_protocol(0, 3, 1), "bits must be an integer"),
    (lambda: polynomial_equality_protocol(4, 9, 1), "hashes must be an integer"),
    (lambda: polynomial_equality_protocol(4, 0, 1), "hashes must be an integer"),
    (lambda: random_zeros_protocol(1, 0, 1), "points must be an integer of at least 2 and at most 8"),
    (lambda: random_zeros_protocol(9, 0, 1), "points must be an integer of at least 2 and at most 8")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_words_of_one_bit_are_told_without_error_and_of_eight_bits_are_the_longest():
    assert polynomial_error(1, 1, 2) == 0
    assert worst_error(polynomial_equality_protocol(1, 1, 2), point_functions(2)) == 0
    assert polynomial_equality_protocol(8, 1, 1).messages == 2


def test_two_messages_err_the_same_on_all_domains():
    x, w = Fraction(5, 7), Fraction(62, 111)
    assert {worst_error(random_zeros_protocol(n, x, w), point_functions(n)) for n in (2, 3, 5)} == {
        random_zeros_error(x, w)}
    assert random_zeros_protocol(8, 0, 1).messages == 2  # written out for two to eight points
    assert two_message_limit().upper < Fraction(35, 111) < two_message_limit().lower + Fraction(1, 10**4)
