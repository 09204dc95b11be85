"""How many messages private coins need: exact for one and two messages, bounds from both sides beyond.

Definitions
-----------
An *adversary* is a concept f with a distribution D on the points.  In a private-coin protocol with worst error ``e``
some message is right on average: a row q of Bob's table with ``E_D |q(x) - f(x)| <= e``.  Two adversaries are
*incompatible* if no row, with coins, serves both; so pairwise incompatible adversaries need a message each.  How well
one row serves two adversaries is a linear program with a closed form: where the concepts agree nothing is lost,
elsewhere one of them pays, so by duality it is

    max over l in [0, 1] of the sum over x with f(x) != g(x) of min(l D(x), (1 - l) D'(x)) .

A simple case: D uniform on n points, the same for all.  Distinct restrictions to n points are incompatible if ``2 n e <
1``.

>>> uniform = (Fraction(1, 2), Fraction(1, 2))
>>> common_error(((0, 0), uniform), ((0, 1), uniform))
Fraction(1, 4)
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm

from privlearn.communication.private_coins.chains import chain_order, least_places
from privlearn.communication.public_coins.least_error import public_coin_messages
from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_probability
from privlearn.exact.rationals import Number

Adversary = tuple[Concept, tuple[Fraction, ...]]


def two_messages_suffice(concepts: ConceptClass, error: Number) -> bool:
    """Decide exactly whether some private-coin protocol with two messages has worst error at most ``error``.

    Raises
    ------
    ValueError
        For an empty class.

    Examples
    --------
    >>> chain = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
    >>> two_messages_suffice(chain, Fraction(1, 3)), two_messages_suffice(chain, Fraction(33, 100))
    (True, False)
    """
    e = as_probability(error, "error")
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    if len(concepts) <= 2 or 2 * e >= 1:
        return True
    return e > 0 and chain_order(concepts) is not None and least_places(len(concepts), e)[-1] <= 1


def largest_trace(concepts: ConceptClass, points: int) -> int:
    """Return the largest number of distinct restrictions of the concepts to so many points of the domain.

    >>> largest_trace(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]]), 1)
    2
    """
    rows = concepts.rows()
    return max(len({tuple(row[x] for x in chosen) for row in rows})
               for chosen in combinations(range(concepts.size), min(points, concepts.size)))


def common_error(left: Adversary, right: Adversary) -> Fraction:
    """Return the least error with which one row of Bob's table serves two adversaries at once.

    The maximum in the closed form is at 0, at 1 or where one of the terms changes: all are tried.

    >>> common_error(((0,), (Fraction(1),)), ((1,), (Fraction(1),)))
    Fraction(1, 2)
    """
    pairs = [(p, q) for a, b, p, q in zip(left[0], right[0], left[1], right[1], strict=True) if a != b and p and q]
    unit = lcm(*(x.denominator for pair in pairs for x in pair))
    whole = [tuple(x.numerator * (unit // x.denominator) for x in pair) for pair in pairs]
    # at the place b / (a + b), where the term of (a, b) changes, (p, q) adds min(b p, a q) / (a + b)
    return max((Fraction(sum(min(b * p, a * q) for p, q in whole), (a + b) * unit) for a, b in set(whole)),
               default=Fraction(0))


@lru_cache(maxsize=64)  # they are asked about with many errors
def _common_errors(adversaries: tuple[Adversary, ...]) -> dict[tuple[int, int], Fraction]:
    return {(i, j): common_error(adversaries[i], adversaries[j]) for i, j in combinations(range(len(adversaries)), 2)}


def incompatible_adversaries(adversaries: Sequence[Adversary], error: Number) -> tuple[Adversary, ...]:
    """Return a largest set of pairwise incompatible adversaries: each needs a message of its own.

    Parameters
    ----------
    adversaries : sequence of (concept, distribution)
        All on the same points.
    error : number in [0, 1]

    Notes
    -----
    A largest clique, by branch and bound, the vertex with most neighbours first; a few hundred adversaries are fine
    where the graph is no worse than those of small classes.

    Examples
    --------
    >>> zero, one = ((0,), (Fraction(1),)), ((1,), (Fraction(1),))
    >>> [len(incompatible_adversaries([zero, one], error)) for error in (Fraction(1, 3), Fraction(1, 2))]
    [2, 1]
    """
    e, n = as_probability(error, "error"), len(adversaries)
    near: list[set[int]] = [set() for _ in range(n)]
    for (i, j), common in _common_errors(tuple(adversaries)).items():
        if common > e:
            near[i].add(j)
            near[j].add(i)
    best: list[int] = []

    def extend(chosen: list[int], waiting: set[int]) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        for i in sorted(waiting, key=lambda i: (-len(near[i] & waiting), i)):
            if len(chosen) + len(waiting) <= len(best):
                return
            extend([*chosen, i], waiting & near[i])
            waiting = waiting - {i}

    extend([], set(range(n)))
    return tuple(adversaries[i] for i in sorted(best))


def private_coin_message_bounds(concepts: ConceptClass, error: Number,
                                adversaries: Sequence[Adversary] = ()) -> tuple[int, int]:
    """Return bounds ``(lower, upper)`` on the least number of messages of a private-coin protocol with worst error.

    Parameters
    ----------
    concepts : ConceptClass
        Of 1 to 12 concepts.
    error : number in [0, 1]
    adversaries : sequence of (concept, distribution), optional
        Incompatible ones among them may raise the lower bound.

    Notes
    -----
    Lower: public coins can do no worse; one and two messages are decided exactly; distinct restrictions to fewer than
    ``1 / (2 error)`` points; incompatible adversaries.  Upper: naming the concept, and the exact answers.

    Examples
    --------
    >>> chain = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
    >>> private_coin_message_bounds(chain, Fraction(1, 3)), private_coin_message_bounds(chain, Fraction(1, 4))
    ((2, 2), (3, 3))
    """
    e = as_probability(error, "error")
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    if len(concepts) == 1 or 2 * e >= 1:
        return 1, 1  # one concept, or a fair coin
    if two_messages_suffice(concepts, e):
        return 2, 2
    fits = concepts.size if e == 0 else min(concepts.size, -(-1 // (2 * e)) - 1)  # the largest n with 2 n e < 1
    lower = max(3, public_coin_messages(concepts, e), *(largest_trace(concepts, n) for n in range(1, fits + 1)))
    if lower < len(concepts):
        lower = max(lower, len(incompatible_adversaries(adversaries, e)))
    return lower, len(concepts)
