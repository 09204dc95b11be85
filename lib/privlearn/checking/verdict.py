"""Verdicts: what a check returns.

Definitions
-----------
A check compares a left and a right side on every instance of a stated family and returns a :class:`Verdict`: whether
the comparison holds on all of them, the two sides where it is tightest (or where it first fails), the slack between
them, the instance (the *witness*), and two numbers: how many instances were *judged*, each by a computation of its own,
and how many objects of the stated family these *cover*, by symmetry, or because the family falls into the parts that
were judged.  A check over no instance raises: it could not have failed.

>>> judge("<=", [((n,), n, n * n) for n in (1, 2, 3)])
Verdict(holds=True, left=1, right=1, slack=0, witness=(1,), instances=3, covered=3)
>>> judge("<", [((n,), n, n * n) for n in (2, 1)]).holds
False
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from typing import Any

from privlearn.exact import Bracket, as_fraction, is_at_most
from privlearn.exact.brackets import EXACT, as_bracket
from privlearn.exact.rationals import plain

GRADES = ("exact", "exhaustive", "certified", "numeric", "statistical")
EXACT_GRADES = GRADES[:3]

Case = tuple[Any, ...]  # instance, left, right, and of how many instances if not of one


@dataclass(frozen=True)
class Verdict:
    """The outcome of one check.

    Attributes
    ----------
    holds : bool
    left, right : number, Bracket or other value
        Both sides at the witness.
    slack : number or None
        ``right - left`` (for brackets its certain part); ``None`` where the sides are no numbers.
    witness : object
        The instance: of the first failure, else of the least slack.
    instances : int
        How many instances were judged, at least 1.
    covered : int
        How many objects of the family the judged instances stand for, themselves included; default: ``instances``.
    """

    holds: bool
    left: Any
    right: Any
    slack: Any
    witness: Any
    instances: int
    covered: int = 0

    def __post_init__(self) -> None:
        if self.instances < 1:
            raise ValueError("instances must be at least 1: a check over nothing proves nothing")
        object.__setattr__(self, "covered", max(self.covered, self.instances))


def judge(relation: str, cases: Iterable[Case]) -> Verdict:
    """Compare left and right on every case and stop at the first that fails.

    Parameters
    ----------
    relation : {"<=", "<", "=="}
    cases : iterable of (instance, left, right)
        For ``<=`` and ``<`` numbers, ``math.inf`` or Brackets; for ``==`` any values.  A fourth part says how many
        judged instances the case joins: the pairs of an audit, whose worst ratio is on the left.

    Raises
    ------
    ValueError
        If there is no case, or the relation is unknown.
    Undecided
        If brackets overlap.
    """
    if relation not in ("<=", "<", "=="):
        raise ValueError(f"relation must be '<=', '<' or '==', got {relation!r}")
    tightest: tuple[Any, Case] | None = None
    count = 0
    for case in cases:
        instance, left, right, *joined = case
        left, right = plain(left), plain(right)
        case = instance, left, right
        count += sum(joined) if joined else 1
        slack = _slack(left, right)
        if not _compare(relation, left, right):
            return Verdict(False, left, right, slack, case[0], count)
        if tightest is None or (slack is not None and tightest[0] is not None and slack < tightest[0]):
            tightest = slack, case
    if tightest is None:
        raise ValueError("cases must not be empty: a check over nothing proves nothing")
    slack, (instance, left, right) = tightest
    return Verdict(True, left, right, slack, instance, count)


def judged(relation: str) -> Callable[[Callable[..., Iterable[Case]]], Callable[..., Verdict]]:
    """Let a check yield its cases, ``(instance, left, right)``, and return their verdict (a decorator).

    >>> @judged("<=")
    ... def squares_are_no_smaller(largest=3):
    ...     for n in range(largest + 1):
    ...         yield n, n, n * n
    >>> squares_are_no_smaller().instances
    4
    """
    def verdict_of(cases: Callable[..., Iterable[Case]]) -> Callable[..., Verdict]:
        @wraps(cases)
        def judging(*args: Any, **kwargs: Any) -> Verdict:
            return judge(relation, cases(*args, **kwargs))

        return judging

    return verdict_of


def all_hold(*verdicts: Verdict) -> Verdict:
    """Join verdicts: the first that fails, else the tightest, with all that they judged and covered."""
    judged, covered = sum(verdict.instances for verdict in verdicts), sum(verdict.covered for verdict in verdicts)
    failed = [verdict for verdict in verdicts if not verdict.holds]
    with_slack = [verdict for verdict in verdicts if verdict.slack is not None]
    chosen = failed[0] if failed else min(with_slack, key=lambda verdict: verdict.slack, default=verdicts[0])
    return Verdict(chosen.holds, chosen.left, chosen.right, chosen.slack, chosen.witness, judged, covered)


def counted(verdict: Verdict, instances: int) -> Verdict:
    """Return the verdict with another number of judged instances, for a case that joins many (an audit of pairs)."""
    return replace(verdict, instances=instances, covered=0)


def covering(verdict: Verdict, covered: int) -> Verdict:
    """Return a verdict that holds as one on ``covered`` objects; one that fails is returned as it is.

    The judged instances are all of these up to a symmetry, or all the parts that they are made of.

    >>> covering(judge("<=", [("one of each orbit", 1, 2)]), 24)
    Verdict(holds=True, left=1, right=2, slack=1, witness='one of each orbit', instances=1, covered=24)
    """
    return replace(verdict, covered=covered) if verdict.holds else verdict


def _compare(relation: str, left: Any, right: Any) -> bool:
    if relation == "==":
        return bool(left == right)
    if relation == "<=":
        return is_at_most(left, right)
    return not is_at_most(right, left)


def _slack(left: Any, right: Any) -> int | Fraction | float | None:
    if type(left) in EXACT and type(right) in EXACT:
        return right - left
    numbers = (int, float, Fraction, Bracket)
    if not isinstance(left, numbers) or not isinstance(right, numbers):
        return None
    if left == math.inf or right == math.inf:
        return Fraction(0) if left == right else math.inf if right == math.inf else -math.inf
    if isinstance(left, float) or isinstance(right, float):
        return float(as_fraction(right) - as_fraction(left)) if not isinstance(left, Bracket) else None
    if isinstance(left, int) and isinstance(right, int):
        return right - left
    difference = as_bracket(right) - as_bracket(left)
    return difference.lower if difference.lower >= 0 else difference.upper


def floats_inside(value: Any) -> bool:
    """Tell whether a value contains a finite float anywhere (the first three grades refuse them)."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Verdict):
        return any(floats_inside(part) for part in (value.left, value.right, value.slack, value.witness))
    if isinstance(value, dict):
        return any(floats_inside(part) for item in value.items() for part in item)
    if isinstance(value, (tuple, list, set, frozenset)):
        return any(floats_inside(part) for part in value)
    return False
