"""A ledger of several releases on one database: what they may cost together, and what is refused.

Definitions
-----------
A *ledger* has a budget, (epsilon, delta) under one neighbour relation, and a rule by which costs add up:

* ``"basic"``: epsilons and deltas add; each release may be chosen in the light of the earlier answers, its cost too;
* ``"advanced"`` and ``"exact"``: all releases cost at most ``each = (epsilon, delta)``, fixed when the ledger is
  opened.  Then so many are allowed as the rule proves to stay within the budget: the bound of Dwork, Rothblum and
  Vadhan, or the exact cost of that many releases (Kairouz, Oh and Viswanath).

A release is refused before it looks at data if it could exceed the budget.

>>> import random
>>> import numpy as np
>>> from privlearn.mechanisms import replace_one
>>> from privlearn.private import median
>>> ledger = Ledger(neighbours=replace_one, epsilon=2, delta=2e-6)
>>> ages = np.arange(1000) % 60
>>> result = ledger.release(median, ages, epsilon=1, delta=1e-6, beta=0.05, rng=random.Random(1))
>>> ledger.spent, ledger.releases
((Fraction(1, 1), Fraction(4722366482869645, 4722366482869645213696)), 1)
>>> ledger.release(median, ages, epsilon=2, delta=1e-6, beta=0.05, rng=random.Random(1))
Traceback (most recent call last):
    ...
ValueError: epsilon must be at most 1, what is left of the budget, got 2
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exact import as_fraction, is_at_most
from privlearn.exact.rationals import Number, as_probability
from privlearn.mechanisms import advanced_composition
from privlearn.mechanisms.composition import composition_delta
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.private.results import Result, shown

RULES = ("basic", "advanced", "exact")
MOST_RELEASES = 1 << 12  # numbers of releases that are counted exactly


class Ledger:
    """What has been released about one database; see the module's definitions.

    Parameters
    ----------
    neighbours : function
        ``replace_one`` or ``add_remove_one``: all releases are judged by it.
    epsilon, delta : numbers
        The budget: epsilon above 0, delta in [0, 1).
    rule : str
        ``"basic"``, ``"advanced"`` or ``"exact"``.
    each : pair of numbers, optional
        The most that a release may cost, (epsilon, delta); for the last two rules, and needed there.

    Attributes
    ----------
    history : tuple of (str, Guarantee)
        The releases so far: names of functions, and their promises.
    allowed : int or None
        How many releases of the cost ``each`` the budget allows in all; None for the basic rule.

    Raises
    ------
    ValueError
        If an argument is bad, or the budget does not allow a single release of the cost ``each``.
    """

    def __init__(self, *, neighbours: Relation, epsilon: Number, delta: Number, rule: str = "basic",
                 each: tuple[Number, Number] | None = None):
        is_replacement(neighbours)
        if rule not in RULES:
            raise ValueError(f"rule must be one of {', '.join(RULES)}, got {rule!r}")
        if (each is None) != (rule == "basic"):
            raise ValueError("each must be given for the rules advanced and exact, and for these only")
        self.neighbours, self.rule = neighbours, rule
        self.budget = _cost(epsilon, delta)
        self.each = None if each is None else _pair(each)
        self.history: tuple[tuple[str, Any], ...] = ()
        self.allowed = None if self.each is None else releases_within(self.budget, self.each, rule)
        if self.allowed == 0:
            raise ValueError(f"each must be within the budget by the rule {rule}, got {each!r}")

    @property
    def releases(self) -> int:
        """How many there have been."""
        return len(self.history)

    @property
    def spent(self) -> tuple[Fraction, Fraction]:
        """The sums of epsilon and delta over the releases: what basic composition says of them."""
        costs = [(promise.epsilon, promise.delta) for _, promise in self.history]
        return sum((e for e, _ in costs), Fraction(0)), sum((d for _, d in costs), Fraction(0))

    def check(self, epsilon: Number, delta: Number = 0) -> None:
        """Raise a ``ValueError`` if a release of this cost is not within what is left.

        Examples
        --------
        >>> from privlearn.mechanisms import replace_one
        >>> Ledger(neighbours=replace_one, epsilon=1, delta=0).check(2)
        Traceback (most recent call last):
            ...
        ValueError: epsilon must be at most 1, what is left of the budget, got 2
        """
        cost = _cost(epsilon, delta)
        if self.each is None:
            left = tuple(whole - gone for whole, gone in zip(self.budget, self.spent, strict=True))
            for name, wanted, rest in zip(("epsilon", "delta"), cost, left, strict=True):
                if wanted > rest:
                    raise ValueError(f"{name} must be at most {shown(rest)}, what is left of the budget, got "
                                     f"{shown(wanted)}")
            return
        for name, wanted, most in zip(("epsilon", "delta"), cost, self.each, strict=True):
            if wanted > most:
                raise ValueError(f"{name} must be at most {shown(most)}, the cost each that was fixed, got "
                                 f"{shown(wanted)}")
        if self.allowed is not None and self.releases >= self.allowed:
            raise ValueError(f"releases must be at most {self.allowed}: the budget is spent")

    def release(self, function: Callable[..., Any], *data: Any, epsilon: Number, delta: Number = 0,
                **wishes: Any) -> Any:
        """Call a function of :mod:`privlearn.private` on data, if the budget allows it, and enter it.

        Parameters
        ----------
        function : callable
            It takes the data and keywords, ``neighbours`` and ``epsilon`` among them, and returns a result with a
            promise.
        *data
            The column, or points and labels.
        epsilon, delta : numbers
            What this release may cost.
        **wishes
            The other keywords, without ``neighbours``.

        Returns
        -------
        What the function returns.

        Raises
        ------
        ValueError
            Before the function is called, if the cost is not within what is left; and as the function.

        Notes
        -----
        A call that fails after its cost was found to be within the budget is not entered: the functions of this package
        refuse before they draw anything.

        Examples
        --------
        >>> import random
        >>> from privlearn.private import histogram, replace_one
        >>> ledger = Ledger(neighbours=replace_one, epsilon=1, delta=0)
        >>> wishes = {"cells": ["yes", "no"], "rng": random.Random(1)}
        >>> noisy = ledger.release(histogram, ["yes"] * 50, epsilon=Fraction(1, 4), **wishes)
        >>> ledger
        Ledger(budget=(1, 0), rule='basic', releases=1)
        """
        if "neighbours" in wishes:
            raise ValueError("neighbours must be left out: it is the ledger's")
        self.check(epsilon, delta)
        given = {"delta": delta} if as_fraction(delta, "delta") else {}
        result = function(*data, neighbours=self.neighbours, epsilon=epsilon, **given, **wishes)
        if not isinstance(result, Result):
            raise ValueError("function must be one of privlearn.private, whose results carry their promise")
        self.history = (*self.history, (function.__name__, result.promise))
        return result

    def __repr__(self) -> str:
        return (f"Ledger(budget=({shown(self.budget[0])}, {shown(self.budget[1])}), rule={self.rule!r}, "
                f"releases={self.releases}{'' if self.each is None else f' of {self.allowed}'})")


def _pair(each: Any) -> tuple[Fraction, Fraction]:
    if not isinstance(each, (tuple, list)) or len(each) != 2:
        raise ValueError(f"each must be a pair (epsilon, delta), got {each!r}")
    return _cost(*each)


def _cost(epsilon: Number, delta: Number) -> tuple[Fraction, Fraction]:
    wanted, leak = as_fraction(epsilon, "epsilon"), as_probability(delta, "delta")
    if not 0 < wanted <= 1000:
        raise ValueError(f"epsilon must be positive and at most 1000, got {epsilon}")
    if leak == 1:
        raise ValueError("delta must be below 1, got 1")
    return wanted, leak


def releases_within(budget: tuple[Number, Number], each: tuple[Number, Number], rule: str) -> int:
    """Return how many releases of one cost a budget allows, at most 4096 of them.

    Parameters
    ----------
    budget, each : pairs (epsilon, delta)
    rule : str
        ``"basic"``, ``"advanced"`` or ``"exact"``.

    Notes
    -----
    Certified by brackets.  The advanced rule takes whatever of the budget's delta the releases leave as its slack.

    Examples
    --------
    >>> cost, budget = (Fraction(1, 100), Fraction(0)), (Fraction(1), Fraction(1, 10**6))
    >>> [releases_within(budget, cost, rule) for rule in ("basic", "advanced", "exact")]
    [100, 337, 562]
    """
    (whole, allowed), (one, leak) = _cost(*budget), _cost(*each)
    if rule not in RULES:
        raise ValueError(f"rule must be one of {', '.join(RULES)}, got {rule!r}")

    def within(count: int) -> bool:
        if rule == "basic":
            return count * one <= whole and count * leak <= allowed
        if rule == "advanced":
            slack = allowed - count * leak
            return slack > 0 and is_at_most(advanced_composition(count, one, slack), whole)
        return composition_delta(count, one, whole, leak).upper <= allowed

    low, high = 0, 1
    while high <= MOST_RELEASES and within(high):
        low, high = high, 2 * high
    high = min(high, MOST_RELEASES + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if within(middle) else (low, middle)
    return low
