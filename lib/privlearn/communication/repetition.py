"""Fewer errors by repetition: independent copies of a protocol and the majority of their answers.

Definitions
-----------
The *majority* of an odd number ``m`` of copies answers what more than half of them answer.  If one copy errs with
probability ``e`` then the majority errs with probability exactly ``Pr[Bin(m, e) >= (m + 1) / 2]``, which increases
with ``e``, and for ``e < 1/2`` decreases with ``m``.  The message of the majority is the ``m``-tuple of messages:
``k^m`` of them, ``m`` times the bits.

>>> majority_error(Fraction(1, 3), 3), least_copies(Fraction(7, 16), Fraction(1, 3))
(Fraction(7, 27), 13)
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, prod

from privlearn.communication.protocols import Branch, PrivateCoinProtocol, PublicCoinProtocol
from privlearn.concepts import Concept
from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, as_probability, binomial_tail, least_integer
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.rationals import Number, as_inner_probability

LARGEST_MAJORITY = 100_000  # branches (or messages) of a majority protocol


def as_copies(copies: int) -> int:
    """Return a checked number of copies: an odd integer of at least 1."""
    m = as_integer(copies, "copies", least=1)
    if m % 2 == 0:
        raise ValueError(f"copies must be odd, so that there are no ties, got {m}")
    return m


def majority_error(error: Number, copies: int) -> Fraction:
    """Return the error of the majority of independent copies, each of which errs with probability ``error``.

    >>> majority_error(Fraction(1, 4), 3)
    Fraction(5, 32)
    """
    m = as_copies(copies)
    return binomial_tail(m, as_probability(error, "error"), at_least=(m + 1) // 2)


def _below_half(error: Number) -> Fraction:
    e = as_probability(error, "error")
    if e >= Fraction(1, 2):
        raise ValueError(f"error must be below 1/2: repetition does not help otherwise, got {e}")
    return e


def least_copies(error: Number, target: Number) -> int:
    """Return the least odd number of copies whose majority errs with probability at most ``target``.

    Parameters
    ----------
    error : number in [0, 1/2)
    target : number strictly between 0 and 1

    Notes
    -----
    The error of the majority decreases with the odd number of copies, so doubling and bisection find the least one.

    Examples
    --------
    >>> least_copies(Fraction(1, 4), Fraction(1, 6))
    3
    """
    e, goal = _below_half(error), as_inner_probability(target, "target")
    return 2 * least_integer(lambda half: majority_error(e, 2 * half + 1) <= goal) + 1


@formula("rows", where=("0 < gamma < 1 / 2", "0 < target < 1 / 2"), tex={"target": r"\eps"},
         corners={"gamma": (Fraction(1, 100), Fraction(1, 4), Fraction(49, 100), Fraction(-1, 4)),
                  "target": (Fraction(2, 5), Fraction(1, 10), Fraction(1, 10**200), Fraction(1, 2))},
         loose={"0 < target < 1 / 2": "one copy has an error below 1/2",
                "ln(1 / (2 * target))": "for targets near 1/2 its square, which is smaller there, is enough as well"})
def additive_copies(gamma: Value, target: Value) -> Value:
    """Return how many copies, if odd, bring an error of ``1/2 - gamma`` to the target."""
    return ceil(ln(1 / (2 * target)) / (2 * gamma**2))


def sufficient_copies(gamma: Number, target: Number) -> int:
    """Return the least odd ``m >= ln(1 / (2 target)) / (2 gamma^2)``, enough for errors of ``1/2 - gamma``.

    Parameters
    ----------
    gamma, target : numbers strictly between 0 and 1/2

    Notes
    -----
    Source: FX15, (2.2), with the constant of ``Pr[Bin(m, 1/2 - gamma) >= m/2] <= exp(-2 gamma^2 m) / 2``, m odd.

    Examples
    --------
    >>> sufficient_copies(Fraction(1, 4), Fraction(1, 100)), least_copies(Fraction(1, 4), Fraction(1, 100))
    (33, 19)
    """
    least: int = additive_copies(gamma, target)
    return least + 1 - least % 2


def majority_protocol(protocol: PublicCoinProtocol | PrivateCoinProtocol,
                      copies: int) -> PublicCoinProtocol | PrivateCoinProtocol:
    """Return the majority of independent copies of a protocol, as a protocol of the same kind.

    Parameters
    ----------
    protocol : PublicCoinProtocol or PrivateCoinProtocol
    copies : int
        Odd.

    Raises
    ------
    TooLargeToEnumerate
        If it has more than 100,000 branches (public coins) or messages.

    Notes
    -----
    Source: FX15, (2.2).  Message ``(s_1, ..., s_m)`` has the number with digits ``s_1, ..., s_m`` in base ``k``.

    Examples
    --------
    >>> majority_protocol(PrivateCoinProtocol(((1,),), ((Fraction(1, 4),),)), 3).bob
    ((Fraction(5, 32),),)
    """
    m = as_copies(copies)
    branches = len(protocol.branches) if isinstance(protocol, PublicCoinProtocol) else 1
    count = max(branches, protocol.messages) ** m
    if count > LARGEST_MAJORITY:
        raise TooLargeToEnumerate("the majority protocol", count, LARGEST_MAJORITY)
    if isinstance(protocol, PublicCoinProtocol):
        return PublicCoinProtocol(tuple(_majority_branch(chosen) for chosen in product(protocol.branches, repeat=m)))
    alice = tuple(tuple(prod(chosen, start=Fraction(1)) for chosen in product(row, repeat=m)) for row in protocol.alice)
    bob = tuple(tuple(_chance_of_majority(column) for column in zip(*chosen, strict=True))
                for chosen in product(protocol.bob, repeat=m))
    return PrivateCoinProtocol(alice, bob)


def _majority_branch(chosen: tuple[Branch, ...]) -> Branch:
    weight = Fraction(prod(w.numerator for w, _, _ in chosen), prod(w.denominator for w, _, _ in chosen))
    number = [0] * len(chosen[0][1])
    for _, alice, bob in chosen:
        number = [before * len(bob) + message for before, message in zip(number, alice, strict=True)]
    tables = tuple(_majority_table(tables) for tables in product(*(bob for _, _, bob in chosen)))
    return weight, tuple(number), tables


@lru_cache(maxsize=1 << 16)
def _majority_table(tables: tuple[Concept, ...]) -> Concept:
    return tuple(int(2 * sum(bits) > len(bits)) for bits in zip(*tables, strict=True))


def _chance_of_majority(chances: tuple[Fraction, ...]) -> Fraction:
    """Return the probability that more than half of independent bits are 1."""
    law = [1]  # of the number of ones, in units of 1/whole
    whole = 1
    for chance in map(as_fraction, chances):
        one, zero = chance.numerator, chance.denominator - chance.numerator
        law = [zero * stay + one * rise for stay, rise in zip([*law, 0], [0, *law], strict=True)]
        whole *= chance.denominator
    return Fraction(sum(law[len(chances) // 2 + 1:]), whole)
