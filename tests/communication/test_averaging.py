"""Coins fixed against a distribution do no harm."""

from fractions import Fraction
from itertools import product

from privlearn.communication import PrivateCoinProtocol, PublicCoinProtocol, average_error, fixed_coins
from privlearn.communication.protocols import deterministic_protocol, trivial_protocol
from privlearn.concepts import ConceptClass, point_functions

HALF = Fraction(1, 2)


def test_fixing_coins_keeps_the_messages_and_does_not_hurt():
    coin = PrivateCoinProtocol(((HALF, HALF),) * 2, ((1, 0), (0, 1)))
    weights = [[HALF, 0], [0, HALF]]
    fixed = fixed_coins(coin, point_functions(2), weights)
    assert len(fixed.branches) == 1
    assert average_error(fixed, point_functions(2), weights) == 0 < average_error(coin, point_functions(2), weights)


def test_of_public_branches_the_best_is_kept():
    branches = (Fraction(2, 3), (0, 0), ((1, 1),)), (Fraction(1, 3), (0, 0), ((0, 1),))
    weights = [[Fraction(1, 10), Fraction(1, 5)], [Fraction(3, 10), Fraction(2, 5)]]
    fixed = fixed_coins(PublicCoinProtocol(branches), point_functions(2), weights)
    assert fixed == deterministic_protocol(*branches[1][1:])
    assert average_error(fixed, point_functions(2), weights) == Fraction(1, 10) + Fraction(1, 5)
    alone = trivial_protocol(point_functions(2))  # without coins: its own fixing
    assert fixed_coins(alone, point_functions(2), [[1, 0], [0, 0]]) == alone


def test_private_coins_are_fixed_for_bob_and_then_for_alice():
    concepts = ConceptClass.from_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    laws = (Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 5), Fraction(4, 5)), (Fraction(1, 2), Fraction(1, 2))
    weights = [[Fraction(n, 60) for n in row] for row in ((2, 3, 5), (7, 11, 13), (17, 1, 1))]
    coin = PrivateCoinProtocol(laws, ((0, 1, 0), (1, 1, 0)))
    rows = concepts.rows()
    bob = []
    for message, x in product(range(2), range(3)):
        mass = {bit: sum(laws[f][message] * weights[f][x] for f in range(3) if rows[f][x] == bit) for bit in (0, 1)}
        bob.append(int(mass[1] > mass[0]))
    tables = tuple(bob[:3]), tuple(bob[3:])
    losses = [[sum(weights[f][x] for x in range(3) if table[x] != rows[f][x]) for table in tables] for f in range(3)]
    alice = tuple(loss.index(min(loss)) for loss in losses)
    assert fixed_coins(coin, concepts, weights) == deterministic_protocol(alice, tables)
    assert average_error(fixed_coins(coin, concepts, weights), concepts, weights) == sum(map(min, losses))
    assert average_error(coin, concepts, weights) == sum(
        laws[f][m] * weights[f][x] for f, m, x in product(range(3), range(2), range(3))
        if coin.bob[m][x] != rows[f][x])


def test_at_a_tie_bob_answers_zero_and_alice_sends_the_first_message():
    concepts = ConceptClass.from_matrix([[0, 1], [1, 0]])
    coin = PrivateCoinProtocol(((HALF, HALF),) * 2, ((1, 1), (1, 1)))
    fixed = fixed_coins(coin, concepts, [[Fraction(1, 4)] * 2] * 2)
    assert fixed == deterministic_protocol((0, 0), ((0, 0), (0, 0)))
