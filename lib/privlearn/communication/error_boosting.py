"""Accuracy and confidence boosted through protocols: to a protocol, repeat, and back.

Definitions
-----------
An ``(alpha, beta)``-probabilistic representation is a public-coin protocol of error at most ``alpha + beta -
alpha beta``.  If that is below 1/2, the majority of m copies errs with probability at most ``alpha' beta'`` for m
large enough, and then the m-tuples of messages are an ``(alpha', beta')``-representation of size at most ``k^m``.

>>> boosting_copies(Fraction(1, 8), Fraction(1, 8), Fraction(1, 4), Fraction(1, 4))
7
"""

from fractions import Fraction

from privlearn.communication.conversions import protocol_of_representation, representation_of_protocol
from privlearn.communication.protocols import PublicCoinProtocol, worst_error
from privlearn.communication.repetition import least_copies, majority_protocol
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import ProbabilisticRepresentation
from privlearn.exact import as_probability
from privlearn.exact.rationals import Number


def protocol_error(alpha: Number, beta: Number) -> Fraction:
    """Return ``alpha + beta - alpha beta``, the error of a protocol made from a representation.

    >>> protocol_error(Fraction(1, 4), Fraction(1, 4))
    Fraction(7, 16)
    """
    e, d = as_probability(alpha, "alpha"), as_probability(beta, "beta")
    return e + d - e * d


def boosting_copies(alpha: Number, beta: Number, new_alpha: Number, new_beta: Number) -> int:
    """Return the least odd number of copies that takes *every* ``(alpha, beta)``-representation to the new pair.

    >>> boosting_copies(0, Fraction(1, 4), Fraction(1, 2), Fraction(1, 3))  # 5/32 < 1/6
    3
    """
    goal = as_probability(new_alpha, "new_alpha") * as_probability(new_beta, "new_beta")
    return least_copies(protocol_error(alpha, beta), goal)


def boosted_representation(representation: ProbabilisticRepresentation, concepts: ConceptClass, new_alpha: Number,
                           new_beta: Number) -> tuple[ProbabilisticRepresentation, int]:
    """Return a representation of the class that is good at ``(new_alpha, new_beta)``, and the number of copies.

    Guarantee: miss probability at ``new_alpha`` at most ``new_beta``, size at most ``k^copies``.  The number of
    copies is the least one for the exact error of the protocol made from this representation.

    Raises
    ------
    ValueError
        If that error is 1/2 or more.
    TooLargeToEnumerate
        If the majority protocol has more than 100,000 branches.

    Notes
    -----
    Source: FX15, Section 3.1, "Accuracy and confidence boosting".

    Examples
    --------
    >>> biased = ProbabilisticRepresentation(((Fraction(3, 4), ((0,),)), (Fraction(1, 4), ((1,),))))
    >>> boosted_representation(biased, ConceptClass.from_matrix([[0]]), Fraction(1, 2), Fraction(1, 3))
    (ProbabilisticRepresentation(branches=((Fraction(27, 32), ((0,),)), (Fraction(5, 32), ((1,),)))), 3)
    """
    protocol = protocol_of_representation(representation, concepts)
    goal = as_probability(new_alpha, "new_alpha") * as_probability(new_beta, "new_beta")
    copies = least_copies(worst_error(protocol, concepts), goal)
    repeated = majority_protocol(protocol, copies)
    assert isinstance(repeated, PublicCoinProtocol)
    return representation_of_protocol(repeated), copies
