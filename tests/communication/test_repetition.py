"""Majority of copies: errors, numbers of copies, actual protocols."""

from fractions import Fraction

import pytest

from privlearn.communication import (PrivateCoinProtocol, PublicCoinProtocol, error_matrix, least_copies,
                                     majority_error, majority_protocol, repetition)
from privlearn.communication.private_coins import chain_protocol
from privlearn.communication.public_coins import public_coin_value
from privlearn.communication.repetition import sufficient_copies
from privlearn.concepts import initial_segments, thresholds
from privlearn.exact import TooLargeToEnumerate

THIRD = Fraction(1, 3)


def test_errors_and_copies_of_majorities_by_hand():
    assert [majority_error(error, 7) for error in (0, Fraction(1, 2), 1)] == [0, Fraction(1, 2), 1]
    assert majority_error(Fraction(7, 16), 13) <= THIRD < majority_error(Fraction(7, 16), 11)
    assert least_copies(Fraction(7, 16), THIRD) == 13
    assert least_copies(0, THIRD) == least_copies(THIRD, THIRD) == 1  # a target that is met
    assert majority_error(THIRD, 1) == THIRD
    protocol = public_coin_value(initial_segments(2), 2).protocol
    assert majority_protocol(protocol, 1) == protocol


@pytest.mark.parametrize("gamma", [Fraction(1, 4), Fraction(1, 10), Fraction(2, 5)])
@pytest.mark.parametrize("target", [THIRD, Fraction(1, 1000)])
def test_the_explicit_number_is_odd_and_enough(gamma, target):
    copies = sufficient_copies(gamma, target)
    assert copies % 2 == 1
    assert least_copies(Fraction(1, 2) - gamma, target) <= copies


@pytest.mark.parametrize("protocol", [public_coin_value(initial_segments(2), 2).protocol,
                                      chain_protocol(initial_segments(2), THIRD)])
def test_the_majority_of_three_has_the_binomial_error_in_every_cell(protocol):
    chain = initial_segments(2)
    majority = majority_protocol(protocol, 3)
    assert majority.messages == 8
    for single, composed in zip(error_matrix(protocol, chain), error_matrix(majority, chain), strict=True):
        assert list(composed) == [majority_error(error, 3) for error in single]


def test_branches_with_fewer_tables_are_numbered_in_their_own_base():
    half = Fraction(1, 2)
    protocol = PublicCoinProtocol(((half, (0, 0), ((0, 1),)), (half, (0, 1), ((0, 1), (1, 1)))))
    composed = majority_protocol(protocol, 3)
    assert composed.messages == 8
    assert sum(weight for weight, _, _ in composed.branches) == 1


def test_majorities_are_written_out_up_to_the_limit(monkeypatch):
    protocol = PrivateCoinProtocol(((1, 0),), ((0,), (1,)))
    for large, copies in ((public_coin_value(thresholds(2), 2).protocol, 21), (protocol, 19)):
        with pytest.raises(TooLargeToEnumerate, match="majority protocol"):
            majority_protocol(large, copies)
    monkeypatch.setattr(repetition, "LARGEST_MAJORITY", 8)
    assert majority_protocol(protocol, 3).messages == 8
    monkeypatch.setattr(repetition, "LARGEST_MAJORITY", 7)
    with pytest.raises(TooLargeToEnumerate, match="majority protocol"):
        majority_protocol(protocol, 3)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: majority_error(THIRD, 0), "copies must be"), (lambda: majority_error(THIRD, 2), "copies must be"),
    (lambda: majority_error(THIRD, -1), "copies must be"),
    (lambda: least_copies(Fraction(1, 2), THIRD), "error must be below 1/2"),
    (lambda: sufficient_copies(Fraction(1, 2), THIRD), "gamma must satisfy"),
    (lambda: least_copies(THIRD, 0), "target must lie strictly")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
