"""Private coins and more than two messages: good protocols, and Alice's best answer to any Bob.

Definitions
-----------
With Bob's chances fixed, the best law of the message for a concept is a linear program of its own.  With three messages
a chain of four concepts, and all functions on two points, come as close to the error ``1 - 1/sqrt(2) = 0.2928...`` as a
rational *root* comes to the square root of 2.

>>> from privlearn.communication import worst_error
>>> chain = ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]])
>>> worst_error(three_messages_for_a_chain(Fraction(7, 5)), chain)
Fraction(3, 10)
"""

from fractions import Fraction

from privlearn.communication.private_coins.chains import HALF
from privlearn.communication.protocols import Matrix, PrivateCoinProtocol
from privlearn.concepts import ConceptClass
from privlearn.exact import MinimaxProgram, as_fraction, solve
from privlearn.exact.rationals import Number


def _as_root(root: Number) -> Fraction:
    r = as_fraction(root, "root")
    if not 1 <= r <= 2:
        raise ValueError(f"root must lie between 1 and 2, got {r}")
    return r


def three_messages_for_a_chain(root: Number) -> PrivateCoinProtocol:
    """Return three messages for the chain 000, 001, 011, 111, with the worst error ``max(1 - 1/root, 1 - root/2)``.

    Parameters
    ----------
    root : number in [1, 2]
        The error is least, ``1 - 1/sqrt(2)``, at the square root of 2, which is approached by rationals.

    Examples
    --------
    >>> from privlearn.communication import worst_error
    >>> chain = ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]])
    >>> worst_error(three_messages_for_a_chain(Fraction(7, 5)), chain)
    Fraction(3, 10)
    """
    r = _as_root(root)
    less, more, zero, one = r - 1, 2 - r, Fraction(0), Fraction(1)
    alice = ((one, zero, zero), (less, more, zero), (zero, more, less), (zero, zero, one))
    return PrivateCoinProtocol(alice, ((zero, zero, 1 - 1 / r), (zero, HALF, one), (1 / r, one, one)))


def three_messages_for_two_bits(root: Number) -> PrivateCoinProtocol:
    """Return a three-message protocol for all functions 00, 01, 10, 11 on two points, with the error of the chain's.

    Source: our computation (found by alternating linear programs, then read off).

    >>> from privlearn.communication import worst_error
    >>> from privlearn.concepts import all_functions
    >>> worst_error(three_messages_for_two_bits(Fraction(7, 5)), all_functions(2))
    Fraction(3, 10)
    """
    r = _as_root(root)
    less, more, zero, one, low = r - 1, 2 - r, Fraction(0), Fraction(1), 1 - 1 / r
    alice = ((one, zero, zero), (low, 1 - low, zero), (less, zero, more), (zero, less, more))
    return PrivateCoinProtocol(alice, ((low, zero), (low, one), (one, HALF)))


def best_alice(concepts: ConceptClass, bob: Matrix) -> Matrix:
    """Return Alice's laws that minimise the worst error against Bob's chances (a linear program for each concept).

    >>> best_alice(ConceptClass.from_matrix([[0, 1]]), ((0, 0), (1, 1)))
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    laws = []
    for row in concepts.rows():
        tasks = tuple({s: 1 - as_fraction(answers[x]) if bit else as_fraction(answers[x])
                       for s, answers in enumerate(bob)} for x, bit in enumerate(row))
        laws.append(solve(MinimaxProgram(blocks=(len(bob),), tasks=tasks)).point)
    return tuple(laws)
