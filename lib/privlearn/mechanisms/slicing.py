"""Reorder, slice, compute: private answers on slices of noisy size, each row in one slice only.

Definitions
-----------
A :class:`Cut` of size m puts the rows that are left in an order, takes the first ``m + G`` of them as a *slice*,
where G is geometric noise, ``Pr[G = k] = (1 - r) r^k`` for k = 0, 1, ..., deletes them for good, and releases an answer
computed from the slice alone.  :class:`Again` releases one more answer on an earlier slice.  A step may also be a
function from the answers so far to one of these.  If fewer rows are left than the cut asks for, it takes all of them:
sizes from the number of rows on are one case, of weight ``r^(rows - m)``.

An order *preserves adjacency* if the lists of two databases, one of which has a row more than the other, differ by that
one row, wherever it stands.

>>> from fractions import Fraction
>>> cut_size(1, 3, Fraction(1, 2)).exact()
{1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 4)}
>>> emptiness = Cut(ascending, 0, noisy_bit(bool, 2))
>>> reorder_slice_compute((7,), [emptiness], Fraction(1, 2)).exact()
{(0,): Fraction(1, 2), (1,): Fraction(1, 2)}
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, choice, fold
from privlearn.laws.law import as_law
from privlearn.mechanisms.neighbours import Database, add_remove_one, as_database
from privlearn.mechanisms.noise import geometric_ratio

Order = Callable[[Database], Sequence[Any]]
Compute = Callable[[Database], Law]


@dataclass(frozen=True)
class Cut:
    """A new slice: the first ``size + noise`` rows in an order, and the answer that is computed from them."""

    order: Order
    size: int
    compute: Compute


@dataclass(frozen=True)
class Again:
    """One more answer on the slice of the cut number ``slice`` (from 0): *delayed compute*."""

    slice: int
    compute: Compute


Step = Cut | Again | Callable[[tuple[Any, ...]], Cut | Again]


def ascending(database: Database) -> Sequence[Any]:
    """Return the rows from the smallest to the largest; this order preserves adjacency.

    Examples
    --------
    >>> ascending((2, 0, 1))
    [0, 1, 2]
    """
    return sorted(database)


def descending(database: Database) -> Sequence[Any]:
    """Return the rows from the largest to the smallest; this order preserves adjacency.

    Examples
    --------
    >>> descending((2, 0, 1))
    [2, 1, 0]
    """
    return sorted(database, reverse=True)


def noisy_bit(bit: Callable[[Database], Any], exp_epsilon: Number) -> Compute:
    """Return the answer that tells a bit of the slice by randomised response: truly with probability ``c / (1 + c)``.

    Parameters
    ----------
    bit : function from a slice to a truth value
    exp_epsilon : number >= 1
        c, the ratio between any two slices.

    Examples
    --------
    >>> noisy_bit(bool, 2)(()).exact()
    {0: Fraction(2, 3), 1: Fraction(1, 3)}
    """
    lie = 1 / (1 + as_exp_epsilon(exp_epsilon))
    return lambda rows: bernoulli(1 - lie if bit(rows) else lie)


def cut_size(size: int, rows: int, ratio: Number) -> Law:
    """Return the law of the number of rows that a cut takes.

    Parameters
    ----------
    size : int
        m, at least 0.
    rows : int
        How many rows are left, at least 0.
    ratio : number in (0, 1)
        r, which is ``e^-epsilon`` of the noise.

    Notes
    -----
    Cost: one weight for each size from m to ``rows``.

    Examples
    --------
    >>> from fractions import Fraction
    >>> cut_size(0, 2, Fraction(1, 2)).exact(), cut_size(5, 2, Fraction(1, 2)).exact()
    ({0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}, {2: Fraction(1, 1)})
    """
    m, n, r = as_integer(size, "size", least=0), as_integer(rows, "rows", least=0), rational(geometric_ratio(ratio))
    within = {m + k: (1 - r) * r**k for k in range(n - m)}
    return choice({**within, n: r ** max(0, n - m)})


def reorder_slice_compute(database: Database, steps: Sequence[Step], ratio: Number, *, uses: int = 1) -> Law:
    """Return the law of all answers, a tuple in the order of the steps.

    Parameters
    ----------
    database : tuple of rows
    steps : sequence of Cut, Again, or functions from the answers so far to one of these
        Their orders must preserve adjacency (:func:`adjacency_fault`), their answers be private.
    ratio : number in (0, 1)
        r of the geometric noise, ``e^-epsilon``.
    uses : int
        k, how often a slice may be used, its cut included; at least 1.

    Returns
    -------
    Law
        The sizes of the slices are not among the outcomes.

    Raises
    ------
    ValueError
        If a step is none of these, an order loses or invents rows, or a slice is used more than ``uses`` times.

    Notes
    -----
    Guarantee under :func:`~privlearn.mechanisms.neighbours.add_remove_one`: see
    :func:`~privlearn.mechanisms.slicing_loss.slicing_bound`, whatever the number of steps.  Cost: one state for each
    list of slices and answers.

    References
    ----------
    CLNSS23, algorithm SelectAndCompute, and its form with delayed compute.

    Examples
    --------
    >>> from fractions import Fraction
    >>> parity = noisy_bit(lambda rows: sum(rows) % 2, 3)
    >>> plan = [Cut(ascending, 1, parity), Cut(descending, 0, parity), Again(0, parity)]
    >>> law = reorder_slice_compute((1, 1, 0), plan, Fraction(1, 2), uses=2).exact()
    >>> len(law), law[1, 1, 1]
    (8, Fraction(11, 128))
    """
    most = as_integer(uses, "uses", least=1)

    def one_step(state: Any, step: Any) -> Law:
        rest, slices, answers = state
        now = step if isinstance(step, (Cut, Again)) else step(answers)
        if isinstance(now, Again):
            rows, used = _slice_again(slices, now.slice, most)
            later = (*slices[: now.slice], (rows, used + 1), *slices[now.slice + 1 :])
            return as_law(now.compute(rows), "compute").map(lambda told: (rest, later, (*answers, told)))
        if not isinstance(now, Cut):
            raise ValueError(f"steps must be or give a Cut or an Again, got {now!r}")
        rows = _in_order(now.order, rest)
        return cut_size(now.size, len(rows), ratio).then(
            lambda count: as_law(now.compute(rows[:count]), "compute").map(
                lambda told: (rows[count:], (*slices, (rows[:count], 1)) if most > 1 else (), (*answers, told))))

    return fold((as_database(database), (), ()), steps, one_step).map(lambda state: state[2])


def _slice_again(slices: Sequence[tuple[Database, int]], which: int, most: int) -> tuple[Database, int]:
    if not 0 <= which < len(slices) or slices[which][1] >= most:
        raise ValueError(f"steps must use slices that were cut, each at most {most} times (uses), got slice {which!r}")
    return slices[which]


def _in_order(order: Order, rows: Database) -> Database:
    listed = tuple(order(rows))
    if Counter(listed) != Counter(rows):
        raise ValueError("order must return the rows that it is given, each as often")
    return listed


def adjacency_fault(order: Order, databases: Iterable[Database]) -> tuple[Database, Database] | None:
    """Return two databases, the first with one row more, whose lists differ by more than a row; ``None`` if none does.

    Examples
    --------
    >>> databases = [(), (1,), (2,), (1, 2)]
    >>> adjacency_fault(descending, databases) is None
    True
    >>> adjacency_fault(lambda rows: sorted(rows, reverse=len(rows) > 1), [(1, 2), (1, 2, 3)])
    >>> adjacency_fault(lambda rows: sorted(rows, reverse=len(rows) > 2), [(1, 2), (1, 2, 3)])
    ((1, 2, 3), (1, 2))
    """
    for larger, smaller in add_remove_one(databases):
        if len(larger) > len(smaller):
            long, short = tuple(order(larger)), tuple(order(smaller))
            if all((*long[:i], *long[i + 1 :]) != short for i in range(len(long))):
                return larger, smaller
    return None
