"""An adversary for the conservative booster: rounds that force mistakes, found by a beam search and replayed exactly.

Definitions
-----------
The *conservative booster* with factor b > 1 (:mod:`~privlearn.online.boosting.conservative`) multiplies the weight of
an expert that was right by b and divides that of one that erred by b, in rounds with a mistake only. A *round* is a
tuple of +1 (right) and -1 (wrong), one for each of N experts; it is *fair* if more than half of the first k are right,
and it *forces a mistake* if the experts that err have at least half of the weight.

>>> rounds = forced_rounds(1, 2, Fraction(2), 9)
>>> rounds, replayed_mistakes(rounds, 1, Fraction(2))
(((1, -1),), 1)

Source: ABMS20, Section 4.2.2 (the booster it cites); the search is that of this library.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.online.boosting.conservative import as_voters

Round = tuple[int, ...]
WIDTH = 8


def forced_rounds(voters: int, experts: int, factor: Number, limit: int, width: int = WIDTH) -> tuple[Round, ...]:
    """Return fair rounds each of which forces a mistake, as many as the search finds but at most the limit.

    Parameters
    ----------
    voters : int
        k, odd: the majority of the first k experts is always right.
    experts : int
        N, at least k.
    factor : rational
        b, above 1.
    limit : int
        Most rounds.
    width : int
        States kept in each round: those whose first k experts have the smallest part of the weight.

    Notes
    -----
    Cost: limit times width times 2^N sums.  The search is no proof that more cannot be forced.

    Examples
    --------
    >>> len(forced_rounds(3, 6, Fraction(7, 5), 60)) >= 5
    True
    """
    k, n = as_voters(voters), as_integer(experts, "experts", least=voters)
    b, most = as_fraction(factor, "factor"), as_integer(limit, "limit", least=0)
    if b <= 1:
        raise ValueError(f"factor must be above 1, got {b}")
    power = [b.numerator ** (most + e) * b.denominator ** (most - e) for e in range(-most, most + 1)]
    beam: list[tuple[tuple[int, ...], tuple[Round, ...]]] = [((0,) * n, ())]
    votes = [vote for vote in product((1, -1), repeat=n) if sum(vote[:k]) > 0]
    for _ in range(most):
        following: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[Round, ...]]] = {}
        for exponents, rounds in beam:
            weights = [power[e + most] for e in exponents]
            for vote in votes:
                if sum(w * v for w, v in zip(weights, vote, strict=True)) <= 0:
                    moved = tuple(e + v for e, v in zip(exponents, vote, strict=True))
                    following.setdefault((*sorted(moved[:k]), *sorted(moved[k:])), (moved, (*rounds, vote)))
        if not following:
            break
        ranked = sorted(following.items(), key=lambda item: _part_of_voters(item[0], k, power, most))
        beam = [state for _, state in ranked[:as_integer(width, "width", least=1)]]
    return beam[0][1]


def _part_of_voters(exponents: Sequence[int], voters: int, power: Sequence[int], most: int) -> Fraction:
    weights = [power[e + most] for e in exponents]
    return Fraction(sum(weights[:voters]), sum(weights))


def replayed_mistakes(rounds: Sequence[Round], voters: int, factor: Number) -> int:
    """Return how many mistakes the conservative booster makes on the rounds, or -1 if a round is not fair.

    Examples
    --------
    >>> replayed_mistakes([(1, 1), (1, -1)], 1, Fraction(2)), replayed_mistakes([(-1, 1)], 1, Fraction(2))
    (1, -1)
    """
    b, mistakes = as_fraction(factor, "factor"), 0
    weights = [Fraction(1)] * (len(rounds[0]) if rounds else 0)
    for vote in rounds:
        if sum(vote[:voters]) <= 0:
            return -1
        if sum(w * v for w, v in zip(weights, vote, strict=True)) <= 0:
            mistakes += 1
            weights = [w * b if v > 0 else w / b for w, v in zip(weights, vote, strict=True)]
    return mistakes
