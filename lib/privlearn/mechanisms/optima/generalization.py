"""How often the best private mechanism can overfit: linear programs over all mechanisms on a small domain.

Definitions
-----------
A mechanism sees n independent even points of ``0..K-1`` and answers a *test*, a subset of the points.  It *overfits* if
the mass of the test exceeds ``factor (empirical mean + tau)`` (ABMS20, Theorem 3.14).  The probability of it, maximised
over all (epsilon, delta)-private mechanisms under replacement, is a linear program over multisets.

>>> best_overfit(2, 1, None, 0, 1, 0).lower
Fraction(1, 1)
"""

from fractions import Fraction
from itertools import product
from math import factorial, prod

from privlearn.exact import (Bracket, MinimaxProgram, as_exp_epsilon, as_fraction, as_integer, as_probability,
                             is_at_most, solve)
from privlearn.exact.rationals import Number
from privlearn.mechanisms.neighbours import multiset_databases, replace_one_unordered


def overfit_program(size: int, rows: int, exp_epsilon: Number | None, delta: Number, factor: Number,
                    tau: Number) -> MinimaxProgram:
    """Return "least probability of not overfitting"; ``exp_epsilon`` ``None`` asks for no privacy.

    One block of ``2^size`` variables for each multiset; for positive delta then the constant 1 and a block of
    ``2^size + 1`` for each ordered pair of neighbours.  Arguments as in :func:`best_overfit`.

    Examples
    --------
    >>> solve(overfit_program(2, 1, 3, 0, 1, 0)).value
    Fraction(1, 4)
    """
    k, n, d = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1), as_probability(delta, "delta")
    slope, offset = as_fraction(factor, "factor"), as_fraction(tau, "tau")
    databases, tests = multiset_databases(range(k), n), list(product((0, 1), repeat=k))
    width = len(tests)
    place = {database: width * i for i, database in enumerate(databases)}
    task = {}
    for database in databases:
        ways = factorial(n) // prod(factorial(database.count(x)) for x in range(k))
        for t, test in enumerate(tests):
            seen = Fraction(sum(test[x] for x in database), n)
            if Fraction(sum(test), k) <= slope * (seen + offset):
                task[place[database] + t] = Fraction(ways, k**n)
    blocks: tuple[int, ...] = (width,) * len(databases)
    if exp_epsilon is None:
        return MinimaxProgram(blocks, (task,))
    ratio = as_exp_epsilon(exp_epsilon)
    pairs = [(place[left], place[right]) for left, right in replace_one_unordered(databases)]
    if not d:
        return MinimaxProgram(blocks, (task,), tuple((a + t, b + t, ratio) for a, b in pairs for t in range(width)))
    one, asked = width * len(databases), []
    for i, (a, b) in enumerate(pairs):
        part = one + 1 + i * (width + 1)
        asked += [(part + t, a + t, Fraction(1)) for t in range(width)]
        asked += [(part + t, b + t, ratio) for t in range(width)] + [(part + width, one, d)]
    return MinimaxProgram(blocks + (1,) + (width + 1,) * len(pairs), (task,), tuple(asked))


def best_overfit(size: int, rows: int, exp_epsilon: Number | None, delta: Number, factor: Number,
                 tau: Number) -> Bracket:
    """Return certified bounds on the largest probability of overfitting over all private mechanisms.

    Parameters
    ----------
    size, rows : int
        K points and n rows, at least 1.
    exp_epsilon : number of at least 1, or None
        ``None`` for no privacy.
    delta : number in [0, 1]
    factor, tau : number
        The test overfits if its mass is above ``factor (empirical mean + tau)``.

    Examples
    --------
    >>> best_overfit(2, 1, 3, 0, 1, 0).lower, best_overfit(2, 1, 1, 0, 1, 0).lower  # randomised response; a coin
    (Fraction(3, 4), Fraction(1, 2))
    """
    found = solve(overfit_program(size, rows, exp_epsilon, delta, factor, tau))
    return Bracket(1 - found.upper, 1 - found.lower)


def critical_offsets(size: int, rows: int, factor: Number) -> tuple[Fraction, ...]:
    """Return 0 and the positive values of tau at which some test stops to overfit some sample, in increasing order.

    From one to the next the event of overfitting does not change.

    Examples
    --------
    >>> critical_offsets(2, 10, Fraction(9, 4))
    (Fraction(0, 1), Fraction(1, 45), Fraction(11, 90), Fraction(2, 9))
    """
    k, n = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1)
    slope = as_fraction(factor, "factor")
    if slope <= 0:
        raise ValueError(f"factor must be positive, got {slope}")
    found = {Fraction(mass, k) / slope - Fraction(seen, n) for mass in range(k) for seen in range(n + 1)}
    return (Fraction(0), *sorted(tau for tau in found if tau > 0))


def least_offset(size: int, rows: int, exp_epsilon: Number | None, delta: Number, factor: Number,
                 target: Number) -> Fraction:
    """Return the least tau at which no private mechanism overfits more often than ``target``.

    Parameters
    ----------
    size, rows, exp_epsilon, delta, factor
        As in :func:`best_overfit`.
    target : number in [0, 1]

    Raises
    ------
    Undecided
        If a certified optimum and ``target`` are too close to be told apart.

    Examples
    --------
    >>> least_offset(2, 10, 2, 0, 4, Fraction(1, 50))
    Fraction(1, 40)
    """
    limit = as_probability(target, "target")
    return next(tau for tau in critical_offsets(size, rows, factor)
                if is_at_most(best_overfit(size, rows, exp_epsilon, delta, factor, tau), limit))
