"""One-way protocols for the evaluation of a concept class, and their exact errors.

Definitions
-----------
Alice holds a concept, Bob a point; she sends one of ``k`` messages and he answers a bit, meant to be the concept's
value at his point.  *Public coins*: both see the same random choice of a deterministic protocol (a *branch*).
*Private coins*: Alice draws her message and Bob his answer, each with coins of their own.  The *error matrix* of a
protocol holds the probability of a wrong answer for every concept and every point; its *worst error* is the largest
entry.

Size is counted in messages ``k``; a message of fixed length takes ``log2 k`` bits, rounded up.  Concepts are numbered
by the rows and points by the columns of the class; messages are ``0..k-1``.

>>> from privlearn.concepts import ConceptClass
>>> chain = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
>>> half = Fraction(1, 2)
>>> segment = PrivateCoinProtocol(alice=((1, 0), (half, half), (0, 1)), bob=((0, Fraction(1, 3)), (Fraction(2, 3), 1)))
>>> [[str(p) for p in row] for row in error_matrix(segment, chain)]
[['0', '1/3'], ['1/3', '1/3'], ['1/3', '0']]
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_integer, as_probability

Branch = tuple[Fraction, tuple[int, ...], tuple[Concept, ...]]
Matrix = tuple[tuple[Fraction, ...], ...]
BITS = frozenset((0, 1))


@dataclass(frozen=True)
class PublicCoinProtocol:
    """A random choice of deterministic protocols that both parties see.

    Attributes
    ----------
    branches : tuple of (weight, alice, bob)
        The weights are positive and sum to 1.  ``alice[f]`` is the message that stands for the concept in row ``f``,
        ``bob[message]`` the table of Bob's answers, one bit for each point.

    Notes
    -----
    Source: FX15, Section 2.4.  A deterministic protocol has one branch.
    """

    branches: tuple[Branch, ...]

    def __post_init__(self) -> None:
        if not self.branches or sum(weight for weight, _, _ in self.branches) != 1:
            raise ValueError("branches must have weights that sum to 1")
        if min(weight for weight, _, _ in self.branches) <= 0:
            raise ValueError("branches must have positive weights")
        concepts, points = len(self.branches[0][1]), {len(table) for _, _, bob in self.branches for table in bob}
        for _, alice, bob in self.branches:
            if len(alice) != concepts or not all(0 <= message < len(bob) for message in alice):
                raise ValueError(f"alice must hold {concepts} messages below {len(bob)}, one a concept, got {alice}")
        if len(points) != 1 or not all(BITS.issuperset(table) for _, _, bob in self.branches for table in bob):
            raise ValueError("bob must hold tables of bits, all of one length")

    @property
    def messages(self) -> int:
        """The number of messages: the largest number of tables that Bob holds in a branch."""
        return max(len(bob) for _, _, bob in self.branches)


@dataclass(frozen=True)
class PrivateCoinProtocol:
    """Alice's law of the message for each concept and Bob's law of the answer for each message.

    Attributes
    ----------
    alice : tuple of tuples, concepts x k
        Each row is a probability vector.
    bob : tuple of tuples, k x points
        ``bob[message][x]`` is the probability that Bob answers 1.

    Notes
    -----
    Source: FX15, Section 2.4.
    """

    alice: Matrix
    bob: Matrix

    def __post_init__(self) -> None:
        if not self.alice or not self.bob or len({len(row) for row in self.bob}) != 1:
            raise ValueError("alice and bob must not be empty, and bob's rows must have one length")
        for row in self.alice:
            if len(row) != len(self.bob) or min(row) < 0 or sum(row) != 1:
                raise ValueError(f"alice must hold probability vectors over {len(self.bob)} messages, got {row}")
        for row in self.bob:
            for chance in row:
                as_probability(chance, "bob")

    @property
    def messages(self) -> int:
        """The number of messages."""
        return len(self.bob)


Protocol = PublicCoinProtocol | PrivateCoinProtocol


def answer_matrix(protocol: Protocol) -> Matrix:
    """Return the probability that Bob answers 1, for every concept (row) and every point (column).

    >>> answer_matrix(PrivateCoinProtocol(((Fraction(1, 2), Fraction(1, 2)),), ((0, 1), (1, 1))))
    ((Fraction(1, 2), Fraction(1, 1)),)
    """
    if isinstance(protocol, PrivateCoinProtocol):
        columns = list(zip(*protocol.bob, strict=True))
        return tuple(tuple(sum((Fraction(p) * q for p, q in zip(row, column, strict=True)), Fraction(0))
                           for column in columns) for row in protocol.alice)
    scale = lcm(*(weight.denominator for weight, _, _ in protocol.branches))
    concepts, points = len(protocol.branches[0][1]), len(protocol.branches[0][2][0])
    ones: list[defaultdict[Concept, int]] = [defaultdict(int) for _ in range(concepts)]
    for weight, alice, bob in protocol.branches:
        whole = weight.numerator * (scale // weight.denominator)
        for f, message in enumerate(alice):
            ones[f][bob[message]] += whole  # equal tables are added up once, whatever the branch
    return tuple(tuple(Fraction(sum(whole for table, whole in tables.items() if table[x]), scale)
                       for x in range(points)) for tables in ones)


def error_matrix(protocol: Protocol, concepts: ConceptClass) -> Matrix:
    """Return the probability of a wrong answer for every concept and every point.

    Parameters
    ----------
    protocol : PublicCoinProtocol or PrivateCoinProtocol
        Its concepts and points are those of the class, in the same order.
    concepts : ConceptClass
        Not empty.

    Raises
    ------
    ValueError
        If the protocol is one for another number of concepts or points.

    Examples
    --------
    >>> error_matrix(deterministic_protocol((0, 0), ((1, 0),)), ConceptClass.from_matrix([[1, 0], [1, 1]]))
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    answers, rows = answer_matrix(protocol), concepts.rows()
    if len(answers) != len(rows) or len(answers[0]) != concepts.size:
        raise ValueError(f"protocol must be for {len(rows)} concepts on {concepts.size} points, "
                         f"got {len(answers)} on {len(answers[0])}")
    return tuple(tuple(1 - p if bit else p for p, bit in zip(chances, row, strict=True))
                 for chances, row in zip(answers, rows, strict=True))


def worst_error(protocol: Protocol, concepts: ConceptClass) -> Fraction:
    """Return the largest probability of a wrong answer, over all concepts and points.

    Notes
    -----
    The protocol is in the paper's ``Pi_eps`` exactly if this is at most ``eps`` (FX15, Section 2.4).

    Examples
    --------
    >>> worst_error(PrivateCoinProtocol(((1,),), ((Fraction(1, 3),) * 2,)), ConceptClass.from_matrix([[0, 1]]))
    Fraction(2, 3)
    """
    return max(max(row) for row in error_matrix(protocol, concepts))


def deterministic_protocol(alice: tuple[int, ...], bob: tuple[Concept, ...]) -> PublicCoinProtocol:
    """Return the protocol without randomness: one branch of weight 1.

    >>> worst_error(deterministic_protocol((0, 0), ((1, 0),)), ConceptClass.from_matrix([[1, 0], [1, 1]]))
    Fraction(1, 1)
    """
    return PublicCoinProtocol(((Fraction(1), alice, bob),))


def trivial_protocol(concepts: ConceptClass) -> PublicCoinProtocol:
    """Return the protocol in which Alice names her concept: one message for each, no error.

    Raises
    ------
    ValueError
        If the class is empty.

    Examples
    --------
    >>> trivial_protocol(ConceptClass.from_matrix([[0, 1], [1, 1]])).branches
    ((Fraction(1, 1), (0, 1), ((0, 1), (1, 1))),)
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    return deterministic_protocol(tuple(range(len(concepts))), tuple(concepts.rows()))


def negated_protocol(protocol: PublicCoinProtocol) -> PublicCoinProtocol:
    """Return the protocol in which Bob answers the opposite: it evaluates the complements, with equal errors.

    >>> negated_protocol(deterministic_protocol((0,), ((0, 1),))).branches
    ((Fraction(1, 1), (0,), ((1, 0),)),)
    """
    return PublicCoinProtocol(tuple(
        (weight, alice, tuple(tuple(1 - bit for bit in table) for table in bob))
        for weight, alice, bob in protocol.branches))


def as_messages(messages: int) -> int:
    """Return a checked number of messages: an integer of at least 1."""
    return as_integer(messages, "messages", least=1)
