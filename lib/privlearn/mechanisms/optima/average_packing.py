"""Packings where only the average success counts, and success on a subset at bounded advantage, as certified programs.

Definitions
-----------
Databases ``D_1, ..., D_T`` are pairwise at distance m, and ``R = e^(epsilon m)``; answer j is right on ``D_j`` alone.
*Average packing.* Every epsilon-private mechanism has average success at most ``R / (R + T - 1)``: the answers other
than j have on ``D_j`` together at least ``1/R`` times what they have on their own databases.

*Success at bounded advantage.* K of the databases form a *subset*.  Among all private mechanisms whose average success
on the subset exceeds that on all T by at most ``gap``, the largest average success on the subset is

    min( (R + T gap) / (R + T - 1),  R / (R + K - 1) ).

Averaging over the permutations that keep the subset leaves two blocks of four variables: on a database of the subset
the right answer, the other answers of the subset together, the answers outside it together, anything else; on a
database outside likewise.  The second bound is the packing of the subset alone.

The programs come with an enclosure in closed form, primal and dual: :func:`~privlearn.exact.minimax.is_enclosure`
verifies it for sizes such as ``T = 2^64``, where floating point fails.

>>> advantage_success(2, 8, 4, Fraction(1, 8))
Fraction(5, 11)
"""

from fractions import Fraction
from typing import Any

from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_fraction, as_integer, as_probability
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.mechanisms.optima.packing import packing_success
from privlearn.mechanisms.optima.programs import optimal_failure


def packing_program(databases: int, group_ratio: Number) -> MinimaxProgram:
    """Return "least average failure on the packing": right answer, other right answers together, anything else.

    Parameters
    ----------
    databases : int
        N, at least 2.
    group_ratio : number of at least 1
        R.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(packing_program(4, 4)).value, packing_success(4, 4)
    (Fraction(3, 7), Fraction(4, 7))
    """
    n, ratio = as_integer(databases, "databases", least=2), as_exp_epsilon(group_ratio, "group_ratio")
    rows = ((0, 1, ratio / (n - 1)), (1, 0, ratio * (n - 1)))
    return MinimaxProgram((3,), ({1: Fraction(1), 2: Fraction(1)},), rows)


def packing_enclosure(databases: int, group_ratio: Number) -> Enclosure:
    """Return the optimum of :func:`packing_program` with its proof.

    Examples
    --------
    >>> from privlearn.exact.minimax import is_enclosure
    >>> found = packing_enclosure(2**64, 2**60)
    >>> found.value == 1 - packing_success(2**64, 2**60) and is_enclosure(found, packing_program(2**64, 2**60))
    True
    """
    n, ratio = as_integer(databases, "databases", least=2), as_exp_epsilon(group_ratio, "group_ratio")
    success = packing_success(n, ratio)
    return Enclosure(1 - success, 1 - success, (success, 1 - success, Fraction(0)), (Fraction(1),), {0: 1 - success})


def _checked(members: int, size: int, group_ratio: Number, gap: Number) -> tuple[int, int, Fraction, Fraction]:
    k = as_integer(members, "members", least=2)
    t = as_integer(size, "size", least=k + 2)
    limit = as_probability(gap, "gap")
    return k, t, as_exp_epsilon(group_ratio, "group_ratio"), limit


def advantage_success(members: int, size: int, group_ratio: Number, gap: Number) -> Fraction:
    """Return the largest average success on the subset among private mechanisms of advantage at most ``gap``.

    Parameters
    ----------
    members, size : int
        K and T, ``2 <= K <= T - 2``.
    group_ratio : number of at least 1
        R.
    gap : number in [0, 1]
        Success on the subset minus success on all T databases, at most.

    Examples
    --------
    >>> advantage_success(2, 8, 4, 0), advantage_success(2, 8, 4, 1)
    (Fraction(4, 11), Fraction(4, 5))
    """
    k, t, ratio, limit = _checked(members, size, group_ratio, gap)
    return min((ratio + t * limit) / (ratio + t - 1), packing_success(k, ratio))


def required_group_ratio(members: int, size: int, beta: Number, gap: Number) -> Fraction:
    """Return the least R at which success ``1 - beta`` on the subset is possible with advantage at most ``gap``.

    The larger of ``(T (1 - beta - gap) - (1 - beta)) / beta`` and ``(K - 1)(1 - beta) / beta``, and at least 1: so a
    learner needs ``ln(...) / epsilon`` rows, which contains both terms of ``Omega((d + log(1/beta)) / epsilon)``.

    Parameters
    ----------
    members, size : int
        K and T, ``2 <= K <= T - 2``.
    beta : number in (0, 1]
    gap : number in [0, 1]

    Examples
    --------
    >>> required_group_ratio(2, 8, Fraction(6, 11), Fraction(1, 8))
    Fraction(4, 1)
    """
    k, t, _, limit = _checked(members, size, 1, gap)
    b = as_probability(beta, "beta")
    if b == 0:
        raise ValueError("beta must be above 0: a private mechanism cannot always succeed")
    return max(Fraction(1), (t * (1 - b - limit) - (1 - b)) / b, (k - 1) * (1 - b) / b)


def advantage_program(members: int, size: int, group_ratio: Number, gap: Number) -> MinimaxProgram:
    """Return the program whose value is the least failure on the subset at advantage at most ``gap``.

    It minimises the larger of the failure and of ``advantage + F - gap``, F the failure of the closed form.  Its
    value is F exactly if F is optimal: were there a mechanism of failure below F and advantage at most gap, a little
    of the uniform law mixed in would bring both below F.

    Parameters
    ----------
    members, size, group_ratio, gap
        As in :func:`advantage_success`.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(advantage_program(2, 8, 4, Fraction(1, 8))).value
    Fraction(6, 11)
    """
    k, t, ratio, limit = _checked(members, size, group_ratio, gap)
    return advantage_program_at(k, t, ratio, 1 - advantage_success(k, t, ratio, limit) - limit)


def advantage_program_at(members: int, size: int, group_ratio: Number, offset: Fraction) -> MinimaxProgram:
    """Return "minimise the larger of the failure on the subset and of ``advantage + offset``".

    Variables 0..3: in the subset, right answer, other answers of the subset, answers outside, anything else;
    4..7: outside the subset, right answer, answers of the subset, other answers outside, anything else.
    """
    k, t, ratio, _ = _checked(members, size, group_ratio, 0)
    outside = t - k
    alike = [((0, 1), (1, k - 1)),  # (variable, number of answers it stands for): the same answer on two databases
             ((0, 1), (5, k)), ((1, k - 1), (5, k)), ((2, outside), (4, 1)), ((2, outside), (6, outside - 1)),
             ((3, 1), (7, 1)), ((4, 1), (6, outside - 1))]
    both = [*alike, *((right, left) for left, right in alike)]
    rows = tuple((i, j, ratio * x / y) for (i, x), (j, y) in both)
    gap = Fraction(outside, t)
    failure = {1: Fraction(1), 2: Fraction(1), 3: Fraction(1)}
    excess = {0: gap + offset, 1: offset, 2: offset, 3: offset, 4: -gap}
    return MinimaxProgram((4, 4), (failure, excess), rows)


def advantage_enclosure(members: int, size: int, group_ratio: Number, gap: Number) -> Enclosure:
    """Return the optimum of :func:`advantage_program`, a mechanism that attains it, and multipliers that prove it.

    Examples
    --------
    >>> from privlearn.exact.minimax import is_enclosure
    >>> entry = (32, 2**20, 2**24, Fraction(1, 10))
    >>> is_enclosure(advantage_enclosure(*entry), advantage_program(*entry))
    True
    """
    k, t, ratio, limit = _checked(members, size, group_ratio, gap)
    best, outside = advantage_success(k, t, ratio, limit), t - k
    if best == packing_success(k, ratio):  # the packing of the subset alone: no other answer on its databases
        share = Fraction(1, k)
        point = (best, 1 - best, Fraction(0), Fraction(0), Fraction(0), k * share, Fraction(0), Fraction(0))
        return Enclosure(1 - best, 1 - best, point, (Fraction(1), Fraction(0)), {0: 1 - best})
    other = best - limit * t / outside  # success outside the subset
    fill = _fill(k, t, ratio, best, other)
    point = (best, (k - 1) * best / ratio, outside * other / ratio, Fraction(0),
             other, k * fill * best, (outside - 1) * fill * other, Fraction(0))
    total = ratio + 2 * t - 1
    weights = ((ratio + t - 1) / total, t / total)
    # rows 0 and 10: the right answer of the subset against the others', and that outside (the reverse of row 3)
    return Enclosure(1 - best, 1 - best, point, weights, {0: (k - 1) / total, 10: outside / total})


def _fill(k: int, t: int, ratio: Fraction, best: Fraction, other: Fraction) -> Fraction:
    """Return the share in [1/R, 1] of its own success that every answer keeps on the databases outside the subset."""
    return (1 - other) / (k * best + (t - k - 1) * other)


def advantage_failure_unsymmetrised(members: int, size: int, ratio: Number, offset: Number) -> Fraction:
    """Return the least of the larger of average failure and advantage plus ``offset``, over all mechanisms.

    Parameters
    ----------
    members : int
        At least 1: the first so many databases are those of the family; the failure is the average on these.
    size : int
        At least ``members``: the number of databases and of answers.
    ratio : number of at least 1
        The group ratio of any two of the databases.
    offset : number
        What is added to the advantage, the success on the family above that on all databases.

    Notes
    -----
    A linear program of ``size^2`` variables, without the symmetry that the closed forms of this module use.

    Examples
    --------
    >>> advantage_failure_unsymmetrised(2, 4, 2, Fraction(1, 2))
    Fraction(5, 9)
    """
    t = as_integer(size, "size", least=1)
    k, shift = as_integer(members, "members", least=1, most=t), as_fraction(offset, "offset")
    inside, gap = Fraction(1, k), Fraction(1, k) - Fraction(1, t)
    failure = {(i, j): inside for i in range(k) for j in range(t) if i != j}
    excess = {(i, j): (gap * (i == j) if i < k else -Fraction(i == j, t)) + shift / t
              for i in range(t) for j in range(t)}
    pairs: Any = {(i, j): 1 for i in range(t) for j in range(t) if i != j}
    return optimal_failure(range(t), range(t), pairs, ratio, [failure, excess]).value


def capped_success_program(points: int, weak: Number, threshold: Number) -> MinimaxProgram:
    """Return the program "least average failure" of any successes, some of them capped.

    Parameters
    ----------
    points : int
        At least 1.
    weak : number in [0, 1]
        The first ``weak * points`` successes, rounded down, are at most ``threshold``.
    threshold : number in (0, 1)

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(capped_success_program(4, Fraction(1, 2), Fraction(1, 3))).value
    Fraction(1, 3)
    """
    n, share = as_integer(points, "points", least=1), as_probability(weak, "weak")
    cap = as_fraction(threshold, "threshold")
    if not 0 < cap < 1:
        raise ValueError(f"threshold must lie strictly between 0 and 1, got {cap}")
    loss = {2 * j + 1: Fraction(1, n) for j in range(n)}
    rows = tuple((2 * j, 2 * j + 1, cap / (1 - cap)) for j in range(int(share * n)))
    return MinimaxProgram((2,) * n, (loss,), rows)
