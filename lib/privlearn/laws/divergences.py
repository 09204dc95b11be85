"""How far apart two laws are, in the two senses that privacy needs.

Definitions
-----------
``worst_ratio(P, Q)`` is the largest ``P(o) / Q(o)`` over outcomes with ``P(o) > 0`` (infinite where ``Q(o) = 0``).
For pure privacy single outcomes suffice: a ratio over an event is at most the largest ratio inside it.
``hockey_stick(P, Q, r)`` is the largest ``P(S) - r Q(S)`` over events, attained at ``S = {o : P(o) > r Q(o)}``.

>>> left, right = {0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 2), 1: Fraction(1, 2)}
>>> worst_ratio(left, right)
(Fraction(3, 2), 0)
>>> hockey_stick(left, right, 1)
(Fraction(1, 4), frozenset({0}))
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, rational
from privlearn.exact.rationals import Number, numerator_denominator
from privlearn.laws.law import Law, Outcome, choice

Table = Mapping[Any, Any]


@dataclass(frozen=True)
class WholeTable:
    """A table in whole numbers: ``outcome`` has probability ``tickets[outcome] / unit``."""

    tickets: dict[Any, int]
    unit: int


def _table(law: Law | Table) -> Table:
    if isinstance(law, Law):
        return law.masses()
    return choice(law).masses()  # refuses tables that are no probability distributions


def worst_ratio(left: Law | Table, right: Law | Table) -> tuple[Fraction | float, Outcome]:
    """Return the largest ratio ``left(o) / right(o)`` and an outcome that attains it.

    Parameters
    ----------
    left, right : Law or mapping outcome -> probability

    Returns
    -------
    (Fraction or math.inf, outcome)

    Examples
    --------
    >>> yes, no = {1: Fraction(3, 4), 0: Fraction(1, 4)}, {1: Fraction(1, 4), 0: Fraction(3, 4)}  # randomised response
    >>> worst_ratio(yes, no), worst_ratio({0: 1}, {1: 1})
    ((Fraction(3, 1), 1), (inf, 0))
    """
    return table_ratio(_table(left), _table(right))


def table_ratio(p: Table, q: Table) -> tuple[Fraction | float, Outcome]:
    """Return :func:`worst_ratio` of two tables of internal weights, taken as they are.

    Examples
    --------
    >>> biased, fair = choice({0: Fraction(3, 4), 1: Fraction(1, 4)}), choice({0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> table_ratio(biased.masses(), fair.masses())
    (Fraction(3, 2), 0)
    """
    best, witness = rational(0), next(iter(p))
    for outcome, mass in p.items():
        if mass <= 0:
            continue
        other = q.get(outcome)
        if other is None or other == 0:
            return math.inf, outcome
        if mass > best * other:
            best, witness = mass / other, outcome
    return as_fraction(best), witness


def whole_table(table: Table) -> WholeTable | None:
    """Return a table of internal weights over one common denominator; ``None`` if that is much longer than each.

    Examples
    --------
    >>> whole_table({"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)})
    WholeTable(tickets={'a': 3, 'b': 2, 'c': 1}, unit=6)
    """
    parts = {outcome: numerator_denominator(mass) for outcome, mass in table.items()}
    different = {bottom for _, bottom in parts.values()}
    longest, unit = 4 * max(different).bit_length() + 512, 1
    for bottom in different:
        unit = lcm(unit, bottom)
        if unit.bit_length() > longest:
            return None
    shares = {bottom: unit // bottom for bottom in different}
    return WholeTable({outcome: top * shares[bottom] for outcome, (top, bottom) in parts.items()}, unit)


def whole_ratio(p: WholeTable, q: WholeTable) -> tuple[int, int, Outcome]:
    """Return :func:`worst_ratio` of two tables in whole numbers as ``(top, bottom, outcome)``, bottom 0 if infinite.

    Examples
    --------
    >>> whole_ratio(WholeTable({0: 3, 1: 1}, 4), WholeTable({0: 1, 1: 1}, 2))  # 3/4 by 1/2
    (6, 4, 0)
    """
    best, under, witness, others = 0, 1, next(iter(p.tickets)), q.tickets
    for outcome, mass in p.tickets.items():
        if mass <= 0:
            continue
        other = others.get(outcome)
        if not other:
            return 1, 0, outcome
        if mass * under > best * other:
            best, under, witness = mass, other, outcome
    return best * q.unit, under * p.unit, witness


def hockey_stick(left: Law | Table, right: Law | Table, exp_epsilon: Number) -> tuple[Fraction, frozenset[Any]]:
    """Return ``max over events S of left(S) - exp_epsilon * right(S)`` and the event that attains it.

    This is the smallest ``delta`` with which the pair satisfies the inequality of (epsilon, delta)-privacy in this
    order.

    Examples
    --------
    >>> yes, no = {1: Fraction(3, 4), 0: Fraction(1, 4)}, {1: Fraction(1, 4), 0: Fraction(3, 4)}  # randomised response
    >>> hockey_stick(yes, no, 2), hockey_stick(yes, no, 3)
    ((Fraction(1, 4), frozenset({1})), (Fraction(0, 1), frozenset()))
    """
    return table_hockey_stick(_table(left), _table(right), exp_epsilon)


def table_hockey_stick(p: Table, q: Table, exp_epsilon: Number) -> tuple[Fraction, frozenset[Any]]:
    """Return :func:`hockey_stick` of two tables of internal weights, taken as they are.

    Examples
    --------
    >>> biased, fair = choice({0: Fraction(3, 4), 1: Fraction(1, 4)}), choice({0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> table_hockey_stick(biased.masses(), fair.masses(), 1)
    (Fraction(1, 4), frozenset({0}))
    """
    r = rational(as_exp_epsilon(exp_epsilon))
    zero = rational(0)
    gains = {outcome: mass - r * q.get(outcome, zero) for outcome, mass in p.items()}
    event = frozenset(outcome for outcome, gain in gains.items() if gain > 0)
    return as_fraction(sum((gains[outcome] for outcome in event), zero)), event


def total_variation(left: Law | Table, right: Law | Table) -> Fraction:
    """Return the total variation distance, the hockey stick at ratio 1.

    Examples
    --------
    >>> total_variation({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)})
    Fraction(1, 2)
    """
    return hockey_stick(left, right, 1)[0]


def exp_renyi_two(left: Law | Table, right: Law | Table) -> Fraction | float:
    """Return ``sum_o left(o)^2 / right(o)``, which is ``e^D`` for the Renyi divergence D of order 2.

    Infinite where an outcome of ``left`` has probability 0 under ``right``.

    Examples
    --------
    >>> exp_renyi_two({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 2), 1: Fraction(1, 2)})
    Fraction(5, 4)
    """
    p, q = _table(left), _table(right)
    if any(mass > 0 and not q.get(outcome) for outcome, mass in p.items()):
        return math.inf
    return as_fraction(sum((mass * mass / q[outcome] for outcome, mass in p.items() if mass > 0), rational(0)))
