"""Online boosting: from learners that are right a little more than half of the time to one with few mistakes.

Definitions
-----------
N experts predict labels.  Suppose that the majority of some k of them, k odd, is always right.  In every round a share
of at least ``(k + 1) / (2k)`` of these k is right, so under every distribution on rounds one of them errs on at most
``(k - 1) / (2k) = 1/2 - 1/(2k)`` of it: the *edge* is ``1/(2k)``.  The *conservative booster* predicts the label of
larger total weight.  Only after a mistake it multiplies the weight of every expert that was right by b > 1 and divides
that of every other expert by b.  M mistakes leave a total weight of at most ``N ((b + 1/b)/2)^M``, and one of the k
experts with at least ``b^(M/k)``, so

    b^M (2b/(b^2 + 1))^(kM) <= N^k,    in particular    M <= 2 k^2 ln N for b = e^(1/k).

With ``N = C(D, <=d)`` experts that cover a class of Littlestone dimension d on D rounds, the majorities of k of its
concepts have a dimension D with ``D <= 2 k^2 ln C(D, <=d)``.

>>> boosting_bound(3, 1)
78

Source: ABMS20, Section 4.2.2; the deterministic booster, with its constants, is a reconstruction of this library.
"""

from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import Number

State = tuple[tuple[int, ...], tuple[int, ...]]  # exponents of the good experts, of the others


def as_voters(voters: int) -> int:
    """Return an odd number of voters, or refuse it by name."""
    k = as_integer(voters, "voters", least=1)
    if k % 2 == 0:
        raise ValueError(f"voters must be odd, got {k}")
    return k


@formula("at most", where=("k == 2 * floor(k / 2) + 1",), corners={"k": (1, 3, 9)},
         loose={"k == 2 * floor(k / 2) + 1": "a majority is of an odd number of voters"})
def error_of_voters(k: int) -> Value:
    """Return ``(k - 1) / (2k)``, what the best of k voters errs at most if their majority is always right.

    Examples
    --------
    >>> str(error_of_voters(3))
    '1/3'
    """
    return (k - 1) / (2 * k)


@formula("at most", where=("1 <= k <= M",), corners={"k": (1, 3, 5), "M": (2**30, 9, 2, 1)},
         loose={"1 <= k <= M": "the k voters are among the experts"})
def conservative_order(k: int, M: int) -> Value:
    """Return how many mistakes the conservative booster with the factor ``e^(1/k)`` makes at most with M experts.

    Examples
    --------
    >>> round(float(conservative_order(3, 6).upper), 2)  # 18 ln 6
    32.25
    """
    return 2 * k**2 * ln(M)


def boosting_bound(voters: int, dimension: int) -> int:
    """Return the largest D with ``D <= 2 k^2 ln C(D, <=d)``.

    Parameters
    ----------
    voters : int
        k, odd.
    dimension : int
        d, at least 0: the Littlestone dimension of the class.

    Notes
    -----
    The right side is concave in D from d on, so the inequality fails for good once it fails.  Cost: logarithmically
    many sums of d binomial coefficients.

    Examples
    --------
    >>> [boosting_bound(k, 1) for k in (1, 3, 5)]
    [2, 78, 282]
    """
    k, d = as_voters(voters), as_integer(dimension, "dimension", least=0)
    if d == 0:
        return 0
    above = d + 1
    while is_allowed(above, k, d):
        above *= 2
    low = above // 2
    while above - low > 1:
        middle = (low + above) // 2
        low, above = (middle, above) if is_allowed(middle, k, d) else (low, middle)
    return low


def union_bound(classes: int, dimension: int) -> int:
    """Return ``floor(3 d + 3 log k)``, a bound on the dimension of a union of k classes (ABMS20, Proposition 4.3).

    Examples
    --------
    >>> union_bound(3, 1)
    7
    """
    k, d = as_integer(classes, "classes", least=1), as_integer(dimension, "dimension", least=0)
    return 3 * d + (k**3).bit_length() - 1


@cache
def majority_stages(arity: int, minterms: int, dimension: int) -> tuple[int, int, int, int]:
    """Return the bounds on the way to a rule with m minterms of k classes of dimension d, written with majorities.

    They are those of the union of the literals and the padding; of an inner majority of 2k - 1 of these; of the union
    of the m gates and the padding; of the outer majority of 2m - 1.

    Examples
    --------
    >>> majority_stages(2, 2, 1)
    (7, 665, 1999, 201753)
    """
    k, m = as_integer(arity, "arity", least=1), as_integer(minterms, "minterms", least=1)
    literals = union_bound(k + 1, dimension)
    inner = boosting_bound(2 * k - 1, literals)
    gates = union_bound(m + 1, inner)
    return literals, inner, gates, boosting_bound(2 * m - 1, gates)


def is_allowed(rounds: int, voters: int, dimension: int) -> bool:
    """Tell whether ``D <= 2 k^2 ln C(D, <=d)``, by brackets."""
    low, high, sums, shift = 1, 1, [1, 1], 0  # C(D, j) and C(D, <=j) are between these times 2^shift
    for j in range(min(dimension, rounds)):
        low, high = low * (rounds - j) // (j + 1), -(-high * (rounds - j) // (j + 1))
        sums = [sums[0] + low, sums[1] + high]
        if low.bit_length() > 256:
            low, high, sums, shift = low >> 64, (high >> 64) + 1, [sums[0] >> 64, (sums[1] >> 64) + 1], shift + 64
    ends = [_scaled_logarithm(total, shift, 2 * voters * voters) for total in (sums if shift else sums[:1])]
    if ends[0].lower < rounds < ends[-1].upper:
        raise Undecided(f"2 k^2 ln C(D, <=d) is too close to D = {rounds}")
    return bool(ends[0].lower >= rounds)


def _scaled_logarithm(number: int, shift: int, factor: int) -> Bracket:
    """Return the factor times the natural logarithm of ``number * 2^shift``."""
    return bracket_of(lambda: (ball(number).log() + ball(2).log() * shift) * factor)


def conservative_mistakes(voters: int, experts: int, factor: Number, limit: int) -> int:
    """Return the most mistakes that can be forced from the conservative booster, or the limit if that is less.

    Parameters
    ----------
    voters : int
        k, odd: the majority of k of the experts is always right.
    experts : int
        N, at least k.
    factor : rational
        b, above 1.
    limit : int
        Rounds to look at.

    Notes
    -----
    Experts may predict anything, a tie is a mistake.  Only rounds with a mistake change anything.  Weights are
    ``b`` to an integer; multisets of exponents are the states.  Cost: states times 2^N.

    >>> conservative_mistakes(1, 2, 2, 9)
    1
    """
    k, n = as_voters(voters), as_integer(experts, "experts", least=voters)
    b, most = as_fraction(factor, "factor"), as_integer(limit, "limit", least=0)
    if b <= 1:
        raise ValueError(f"factor must be above 1, got {b}")
    power = [b.numerator ** (most + e) * b.denominator ** (most - e) for e in range(-most, most + 1)]
    votes = [vote for vote in product((1, -1), repeat=n) if sum(vote[:k]) > 0]

    @cache
    def forced(state: State, left: int) -> int:
        if left == 0:
            return 0
        exponents, best, seen = (*state[0], *state[1]), 0, set()
        weights = [power[e + most] for e in exponents]
        for vote in votes:
            if sum(w * v for w, v in zip(weights, vote, strict=True)) <= 0:
                moved = [e + v for e, v in zip(exponents, vote, strict=True)]
                seen.add((tuple(sorted(moved[:k])), tuple(sorted(moved[k:]))))
        for after in seen:
            best = max(best, 1 + forced(after, left - 1))
            if best == left:
                break
        return best

    return forced(((0,) * k, (0,) * (n - k)), most)


def conservative_bound(voters: int, experts: int, factor: Number) -> int:
    """Return the largest M with ``b^M (2b/(b^2 + 1))^(kM) <= N^k``.

    Raises
    ------
    ValueError
        If every M is allowed: the factor is too large.

    Examples
    --------
    >>> conservative_bound(3, 6, Fraction(7, 5))
    31
    """
    k, b = as_voters(voters), as_fraction(factor, "factor")
    growth = b * (2 * b / (b * b + 1)) ** k
    if growth <= 1:
        raise ValueError(f"factor must make b (2b/(b^2+1))^k exceed 1, got {b}")
    mistakes, power = 0, growth
    while power <= Fraction(experts) ** k:
        mistakes, power = mistakes + 1, power * growth
    return mistakes
