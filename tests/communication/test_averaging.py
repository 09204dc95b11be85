"""Coins fixed against a distribution do no harm."""

from fractions import Fraction

from privlearn.communication import PrivateCoinProtocol, average_error, fixed_coins
from privlearn.communication.protocols import trivial_protocol
from privlearn.concepts import point_functions

HALF = Fraction(1, 2)


def test_fixing_coins_keeps_the_messages_and_does_not_hurt():
    coin = PrivateCoinProtocol(((HALF, HALF),) * 2, ((1, 0), (0, 1)))
    weights = [[HALF, 0], [0, HALF]]
    fixed = fixed_coins(coin, point_functions(2), weights)
    assert len(fixed.branches) == 1
    assert average_error(fixed, point_functions(2), weights) == 0 < average_error(coin, point_functions(2), weights)


def test_a_deterministic_public_protocol_is_its_own_fixing():
    protocol = trivial_protocol(point_functions(2))
    assert fixed_coins(protocol, point_functions(2), [[1, 0], [0, 0]]) == protocol
