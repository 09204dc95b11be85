"""Yao's program: values, certificates, symmetries, limits."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import deterministic_protocol, worst_error
from privlearn.communication.public_coins import (best_response, distributional_error, is_public_coin_value,
                                                  least_error, public_coin_messages, public_coin_value)
from privlearn.communication.public_coins.least_error import _integers, _middle, _subsets, as_cell_weights
from privlearn.concepts import ConceptClass, all_functions, lines, point_functions, thresholds
from privlearn.exact import TooLargeToEnumerate, solve

EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)
ODD = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 1]])  # no symmetry but few


@pytest.mark.parametrize("concepts", [point_functions(4), thresholds(2), all_functions(3), lines(2), ODD])
def test_both_certificates_prove_the_value_for_every_number_of_messages(concepts):
    for k in range(1, len(concepts) + 2):
        found = public_coin_value(concepts, k)
        assert is_public_coin_value(found, concepts, k)
        assert worst_error(found.protocol, concepts) == found.value == distributional_error(
            concepts, k, found.hard_distribution)


def test_one_message_is_a_fair_coin_and_names_need_no_coin():
    assert [public_coin_value(all_functions(2), messages).value for messages in (1, 4)] == [Fraction(1, 2), 0]
    assert (public_coin_value(point_functions(1), 1).value, public_coin_messages(point_functions(1), 0)) == (0, 1)
    found = public_coin_value(ODD, 4)
    assert found.hard_distribution == ((1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert is_public_coin_value(found, ODD, 4)
    counts = [public_coin_messages(thresholds(2), Fraction(n, 8)) for n in range(5)]
    assert counts == sorted(counts, reverse=True)
    assert (counts[0], counts[-1]) == (4, 1)


@pytest.mark.parametrize("table", [(1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0), (1, 1, 1, 1)])
def test_the_verifier_refuses_another_value_distribution_protocol_or_number_of_messages(table):
    found, concepts = public_coin_value(point_functions(4), 2), point_functions(4)
    for change in ({"value": found.value - Fraction(1, 99)}, {"value": found.value + Fraction(1, 99)},
                   {"hard_distribution": ((Fraction(1, 16),) * 4,) * 4},
                   {"protocol": deterministic_protocol((0,) * 4, (table,))}):  # errs on some concepts or points only
        assert not is_public_coin_value(replace(found, **change), concepts, 2)
    assert not is_public_coin_value(found, concepts, 1)


def test_best_response_is_a_protocol_with_the_error_it_names():
    weights = [[Fraction(1, 8), Fraction(3, 8)], [Fraction(1, 4), Fraction(1, 4)]]
    error, (alice, bob) = best_response(point_functions(2), 1, weights)
    assert (alice, bob) == ((0, 0), ((0, 0),))
    assert error == Fraction(1, 8) + Fraction(1, 4)


def test_the_value_does_not_depend_on_the_order_of_the_concepts():
    backwards = ConceptClass.from_matrix(point_functions(4).matrix[::-1])
    assert is_public_coin_value(public_coin_value(backwards, 2), backwards, 2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: distributional_error(point_functions(2), 1, [[1, 0]]), "shape 2 x 2"),
    (lambda: distributional_error(point_functions(2), 1, [[1], [0]]), "shape 2 x 2"),
    (lambda: distributional_error(point_functions(2), 1, [[1], [0, 0]]), "shape 2 x 2"),
    (lambda: distributional_error(point_functions(2), 1, [[2, -1], [0, 0]]), "non-negative"),
    (lambda: distributional_error(point_functions(2), 1, [[1, 1], [0, 0]]), "sum to 1"),
    (lambda: public_coin_value(point_functions(2), 0), "messages must be an integer of at least 1"),
    (lambda: public_coin_value(point_functions(2), -1), "messages must be an integer of at least 1"),
    (lambda: public_coin_value(point_functions(2), True), "messages must be an integer of at least 1"),
    (lambda: public_coin_value(point_functions(2), 1.5), "messages must be an integer of at least 1"),
    (lambda: public_coin_value(EMPTY, 1), "concepts must not be empty"),
    (lambda: public_coin_messages(EMPTY, 0), "concepts must not be empty"),
    (lambda: best_response(EMPTY, 1, ()), "concepts must not be empty"),
    (lambda: public_coin_messages(point_functions(2), -1), "error must be at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_more_than_twelve_concepts_are_refused_with_what_is_known():
    many = point_functions(13)
    with pytest.raises(TooLargeToEnumerate, match="LDim <= log2 k"):
        public_coin_value(many, 2)
    assert public_coin_value(many, 13).value == 0
    with pytest.raises(TooLargeToEnumerate):
        best_response(many, 2, [[Fraction(1, len(many) * 13)] * 13] * len(many))


def test_a_master_program_that_is_only_enclosed_proves_nothing(monkeypatch):
    monkeypatch.setattr(least_error, "solve", lambda program: replace(solve(program), upper=Fraction(1)))
    with pytest.raises(ArithmeticError, match="only be enclosed"):
        public_coin_value(ConceptClass.from_matrix([[0, 0, 0, 1], [0, 1, 1, 1], [1, 0, 0, 0]]), 2)


WEIGHTS = [[Fraction(1, 12), Fraction(1, 4), 0], [Fraction(1, 6), Fraction(1, 12), Fraction(1, 12)],
           [0, Fraction(1, 6), Fraction(1, 12)], [Fraction(1, 12), 0, 0]]


@pytest.mark.parametrize("messages", [1, 2, 3, 4])
def test_the_best_response_is_the_best_of_all_partitions(messages):
    rows = ODD.rows()

    def error(alice):
        return sum(min(sum(WEIGHTS[f][x] for f in range(4) if alice[f] == m and rows[f][x] == bit) for bit in (0, 1))
                   for m in range(messages) for x in range(3))

    least, (alice, bob) = best_response(ODD, messages, WEIGHTS)
    assert least == distributional_error(ODD, messages, WEIGHTS) == min(
        map(error, product(range(messages), repeat=4)))
    assert least == sum(WEIGHTS[f][x] for f in range(4) for x in range(3) if bob[alice[f]][x] != rows[f][x])


@pytest.mark.parametrize("messages", [1, 2, 3])
def test_the_verifier_refuses_every_witness_that_is_wrong_by_a_little(messages):
    found, little = public_coin_value(ODD, messages), Fraction(1, 10**6)
    assert is_public_coin_value(found, ODD, messages)
    assert sum(map(sum, found.hard_distribution)) == 1
    for change in (-little, little):
        assert not is_public_coin_value(replace(found, value=found.value + change), ODD, messages)
    constant = deterministic_protocol((0,) * 4, ((0, 0, 0),))
    assert not is_public_coin_value(replace(found, protocol=constant), ODD, messages)
    one_cell = tuple(tuple(Fraction(int((f, x) == (1, 2))) for x in range(3)) for f in range(4))
    assert not is_public_coin_value(replace(found, hard_distribution=one_cell), ODD, messages)
    assert is_public_coin_value(found, ODD, messages + 1) == (messages == 4)


@pytest.mark.parametrize("concepts", [ODD, thresholds(2), point_functions(3)])
def test_the_fewest_messages_are_the_first_with_the_error(concepts):
    values = [public_coin_value(concepts, k).value for k in range(1, len(concepts) + 1)]
    assert values[-1] == 0
    for k, value in enumerate(values):
        first = values.index(value) + 1
        assert public_coin_messages(concepts, value) == first
        if value:
            assert public_coin_messages(concepts, value - Fraction(1, 10**6)) > k + 1


def test_subsets_middles_and_weights_by_hand():
    assert _subsets(0b1011) == [0b1011, 0b1010, 0b1001, 0b1000, 0b11, 0b10, 0b1]
    assert _subsets(0) == []
    middle = _middle((Fraction(1, 2), Fraction(1, 2), Fraction(0)), (Fraction(0), Fraction(1, 2), Fraction(1, 2)))
    assert middle == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert as_cell_weights(WEIGHTS, ODD) == tuple(tuple(map(Fraction, row)) for row in WEIGHTS)
    scale, whole = _integers(as_cell_weights(WEIGHTS, ODD))
    assert (scale, whole) == (12, [[1, 3, 0], [2, 1, 1], [0, 2, 1], [1, 0, 0]])


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_verifier_refuses_an_error_where_the_messages_name_the_concepts(size):
    concepts, share = point_functions(size), Fraction(1, size * size + size)
    weights = tuple(tuple(2 * share if f == 0 else share for _ in range(size)) for f in range(size))
    for messages in range(size, size + 4):
        claimed = replace(public_coin_value(concepts, size), value=share, hard_distribution=weights)
        assert not is_public_coin_value(claimed, concepts, messages)
        assert is_public_coin_value(replace(claimed, value=Fraction(0)), concepts, messages)
