"""Fixing the coins: against a distribution of the inputs randomness does not help.

Definitions
-----------
The *average error* of a protocol under a distribution on cells (concept, point) is the mean of its error matrix.  A
randomised protocol is a mixture of deterministic ones, and a mean is not below all of its terms: some fixing of the
coins errs at most as often on average (FX15, Section 2.4).

>>> chain = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
>>> third, sixth = Fraction(1, 3), Fraction(1, 6)
>>> segment = PrivateCoinProtocol(((1, 0), (Fraction(1, 2),) * 2, (0, 1)), ((0, third), (2 * third, 1)))
>>> uniform = ((sixth,) * 2,) * 3
>>> average_error(segment, chain, uniform), average_error(fixed_coins(segment, chain, uniform), chain, uniform)
(Fraction(2, 9), Fraction(1, 6))
"""

from collections.abc import Sequence
from fractions import Fraction

from privlearn.communication.protocols import (Matrix, PrivateCoinProtocol, Protocol, PublicCoinProtocol,
                                               deterministic_protocol, error_matrix)
from privlearn.communication.public_coins.least_error import as_cell_weights
from privlearn.concepts import ConceptClass
from privlearn.exact.rationals import Number


def average_error(protocol: Protocol, concepts: ConceptClass, weights: Sequence[Sequence[Number]]) -> Fraction:
    """Return the average error of a protocol when the cell (concept, point) is drawn from ``weights``.

    >>> always_one = deterministic_protocol((0, 0), ((1, 1),))
    >>> average_error(always_one, ConceptClass.from_matrix([[0, 1], [1, 1]]), ((Fraction(1, 4),) * 2,) * 2)
    Fraction(1, 4)
    """
    checked = as_cell_weights(weights, concepts)
    return sum((w * error for chances, errors in zip(checked, error_matrix(protocol, concepts), strict=True)
                for w, error in zip(chances, errors, strict=True)), Fraction(0))


def fixed_coins(protocol: Protocol, concepts: ConceptClass, weights: Sequence[Sequence[Number]]) -> PublicCoinProtocol:
    """Return a deterministic protocol with as many messages whose average error is at most the protocol's.

    Parameters
    ----------
    protocol : PublicCoinProtocol or PrivateCoinProtocol
    concepts : ConceptClass
    weights : concepts x points numbers
        A probability distribution on cells.

    Notes
    -----
    Public coins: the best branch.  Private coins: given Alice's laws Bob takes the likelier answer at each message and
    point, and given his tables Alice takes the message with the least average error for her concept; neither step
    increases the average.

    Examples
    --------
    >>> coin = PublicCoinProtocol(((Fraction(1, 2), (0,), ((0,),)), (Fraction(1, 2), (0,), ((1,),))))
    >>> fixed_coins(coin, ConceptClass.from_matrix([[1]]), [[1]])
    PublicCoinProtocol(branches=((Fraction(1, 1), (0,), ((1,),)),))
    """
    checked = as_cell_weights(weights, concepts)
    if isinstance(protocol, PublicCoinProtocol):
        fixings = [deterministic_protocol(alice, bob) for _, alice, bob in protocol.branches]
        return min(fixings, key=lambda fixing: average_error(fixing, concepts, checked))
    return _fixed_private(protocol, concepts, checked)


def _fixed_private(protocol: PrivateCoinProtocol, concepts: ConceptClass, weights: Matrix) -> PublicCoinProtocol:
    rows = concepts.rows()

    def leaning(message: int, x: int) -> Fraction:
        """How much more mass at the message and the point has value 1 than value 0."""
        return sum((law[message] * chances[x] * (2 * row[x] - 1)
                    for law, chances, row in zip(protocol.alice, weights, rows, strict=True)), Fraction(0))

    bob = tuple(tuple(int(leaning(message, x) > 0) for x in range(concepts.size))
                for message in range(protocol.messages))

    def loss(f: int, message: int) -> Fraction:
        return sum((w for w, bit, answer in zip(weights[f], rows[f], bob[message], strict=True) if bit != answer),
                   Fraction(0))

    alice = tuple(min(range(protocol.messages), key=lambda message, f=f: loss(f, message))  # type: ignore[misc]
                  for f in range(len(rows)))
    return deterministic_protocol(alice, bob)
