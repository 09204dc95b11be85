"""Chains of splits: the halving tree, the slow chain, and how far apart two neighbours' paths get on them.

Definitions
-----------
A *chain of splits* ``(a_1, b_1), (a_2, b_2), ...`` describes the nodes that hold a new point x: ``a_i`` is the S-weight
of the child that holds x, ``b_i`` that of the other, and ``a_i = a_{i+1} + b_{i+1}``.  Its *chain law* is the law of
the step at which the path leaves x, under S and under S + x.

>>> chain_law(((1, 1),), exp_path=2)
((Fraction(1, 2), Fraction(1, 3)), (Fraction(1, 2), Fraction(2, 3)))

Source: KLMNS20, Section 3.1.
"""

from collections.abc import Iterable
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.trees.path_classes import matched_hockey_stick


def as_chain(splits: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the splits as a tuple of pairs.

    Raises
    ------
    ValueError
        Unless all weights are at least 1 and each ``a`` is the sum of the next pair.
    """
    chain = tuple((as_integer(a, "a", least=1), as_integer(b, "b", least=1)) for a, b in splits)
    for (a, _), after in zip(chain, chain[1:], strict=False):
        if a != sum(after):
            raise ValueError(f"splits must be a chain, each a the sum of the next pair, got {a} before {after}")
    return chain


def halving_splits(stop: int, doublings: int) -> tuple[tuple[int, int], ...]:
    """Return the chain of the halving tree with ``stop * 2^doublings`` points: always two equal halves.

    Examples
    --------
    >>> halving_splits(3, 2)
    ((6, 6), (3, 3))
    """
    t, k = as_integer(stop, "stop", least=1), as_integer(doublings, "doublings", least=0)
    return tuple((t << i, t << i) for i in reversed(range(k)))


def slow_splits(lead: int, steps: int) -> tuple[tuple[int, int], ...]:
    """Return a chain whose every split leaves the new point with the same chance, ``1 / (1 + c^lead)`` under S + x.

    The weights double at every step upwards: ``lead = 1`` is halving; a large ``lead`` comes near the worst case.

    Parameters
    ----------
    lead : int
        ``a + 1 - b`` for every split ``(a, b)``, at least 1.
    steps : int

    Examples
    --------
    >>> slow_splits(3, 2)
    ((4, 2), (3, 1))
    """
    k = as_integer(lead, "lead", least=1)
    a, chain = k, []
    for _ in range(as_integer(steps, "steps", least=0)):
        chain.append((a, a + 1 - k))
        a += a + 1 - k
    return tuple(reversed(chain))


def chain_law(splits: Iterable[tuple[int, int]], exp_path: Number) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return (probability under S, under S') of leaving ``x`` at the first split, the second, ..., and never.

    The hockey sticks of these two laws are those of the classes of any database whose chain at ``x`` this is.

    Raises
    ------
    ValueError
        If the splits are no chain.
    """
    c = as_exp_epsilon(exp_path, "exp_path")
    stays, law = (Fraction(1), Fraction(1)), []
    for a, b in as_chain(splits):
        leave = 1 / (1 + c ** (a - b)), 1 / (1 + c ** (a + 1 - b))
        law.append((stays[0] * leave[0], stays[1] * leave[1]))
        stays = stays[0] * (1 - leave[0]), stays[1] * (1 - leave[1])
    return (*law, stays)


def chain_hockey_stick(splits: Iterable[tuple[int, int]], exp_path: Number, exp_gap: Number) -> Fraction:
    """Return the hockey stick ``sum (p' - e^g p)_+`` of a chain.

    Examples
    --------
    >>> chain_hockey_stick(((1, 1),), 2, 1)
    Fraction(1, 6)
    """
    return matched_hockey_stick(dict(enumerate(chain_law(splits, exp_path))), exp_gap)
