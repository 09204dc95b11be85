"""Randomised programs over a finite choice: written once, read exactly or by sampling.

Definitions
-----------
A *law* is a probability distribution given as a program.  ``choice({outcome: weight})`` is one draw; ``law.then(f)``
draws ``x`` and goes on as the law ``f(x)``; ``law.map(f)`` renames outcomes; :func:`fold` runs over a sequence and
merges equal states after every step, which keeps exact laws small.  The same text has two readings: ``law.exact()``
is the table outcome -> probability in rationals, ``law.sample(rng)`` draws one outcome with integers only (no float
ever decides).  Outcomes are hashable.

>>> coin = choice({0: Fraction(1, 2), 1: Fraction(1, 2)})
>>> two = coin.then(lambda a: coin.map(lambda b: a + b))
>>> two.exact()
{0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from privlearn.exact import as_fraction, as_probability, rational
from privlearn.exact.rationals import Number, numerator_denominator
from privlearn.laws.randomness import Generator, uniform_below

Outcome = Hashable
ONE = rational(1)
LARGEST_SUPPORT = 1 << 22  # exact tables beyond this many outcomes are refused, not sampled


class Law:
    """A randomised program; build it with :func:`choice` and the other constructors of this module."""

    def masses(self) -> dict[Outcome, Any]:
        """Return outcome -> weight in the internal field (``fmpq`` or ``Fraction``), all weights positive.

        Examples
        --------
        >>> str(bernoulli(Fraction(1, 3)).masses()[1])
        '1/3'
        """
        raise NotImplementedError

    def sample(self, rng: Generator) -> Outcome:
        """Draw one outcome.

        Parameters
        ----------
        rng : numpy.random.Generator or random.Random
            Source of random integers.

        Examples
        --------
        >>> import random
        >>> rng = random.Random(1)
        >>> [bernoulli(Fraction(1, 3)).sample(rng) for _ in range(6)]
        [0, 1, 0, 0, 0, 0]
        """
        raise NotImplementedError

    def then(self, continuation: Callable[[Any], Law]) -> Law:
        """Return the law that draws ``x`` from this one and goes on as ``continuation(x)``, which must be a law.

        Examples
        --------
        >>> answer = bernoulli(Fraction(1, 2)).then(lambda honest: pure("yes") if honest else uniform(["yes", "no"]))
        >>> answer.exact()
        {'yes': Fraction(3, 4), 'no': Fraction(1, 4)}
        """
        if not callable(continuation):
            raise ValueError(f"continuation must be a function from outcomes to laws, got {continuation!r}")
        return _Then(self, continuation)

    def map(self, function: Callable[[Any], Outcome]) -> Law:
        """Return the law of ``function(x)``, which must be hashable.

        Examples
        --------
        >>> uniform(range(5)).map(lambda x: x % 2).exact()
        {0: Fraction(3, 5), 1: Fraction(2, 5)}
        """
        if not callable(function):
            raise ValueError(f"function must be a function from outcomes to outcomes, got {function!r}")
        return _Map(self, function)

    def exact(self) -> dict[Any, Fraction]:
        """Return the table outcome -> probability: ``Fraction`` weights above 0 that sum to 1.

        Raises
        ------
        TooLargeToEnumerate
            If a part of the program has too many outcomes to list.

        Examples
        --------
        >>> bernoulli(Fraction(1, 4)).exact()
        {0: Fraction(3, 4), 1: Fraction(1, 4)}
        """
        return {outcome: as_fraction(weight) for outcome, weight in self.masses().items()}


def as_law(value: Any, name: str) -> Law:
    """Return ``value`` if it is a law, else raise a ``ValueError`` that names the argument ``name``.

    Examples
    --------
    >>> as_law({0: 1}, "prior")
    Traceback (most recent call last):
    ValueError: prior must be or return a Law, got {0: 1}
    """
    if not isinstance(value, Law):
        raise ValueError(f"{name} must be or return a Law, got {value!r}")
    return value


def _outcome(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        raise ValueError(f"outcomes must be hashable, got {value!r}") from None
    return value


def _mixture(parts: Iterable[tuple[Any, Law]]) -> dict[Outcome, Any]:
    table: dict[Outcome, Any] = {}
    for weight, law in parts:
        for outcome, share in law.masses().items():
            mass, before = weight if share is ONE else weight * share, table.get(outcome)
            table[outcome] = mass if before is None else before + mass
    return table


class _Map(Law):
    def __init__(self, first: Law, function: Callable[[Any], Outcome]):
        self._first, self._function = first, function

    def masses(self) -> dict[Outcome, Any]:
        table: dict[Outcome, Any] = {}
        for x, weight in self._first.masses().items():
            y = _outcome(self._function(x))
            before = table.get(y)
            table[y] = weight if before is None else before + weight
        return table

    def sample(self, rng: Generator) -> Outcome:
        return _outcome(self._function(self._first.sample(rng)))


class _Then(Law):
    def __init__(self, first: Law, continuation: Callable[[Any], Law]):
        self._first, self._continuation = first, continuation

    def masses(self) -> dict[Outcome, Any]:
        parts = ((w, as_law(self._continuation(x), "continuation")) for x, w in self._first.masses().items())
        return _mixture(parts)

    def sample(self, rng: Generator) -> Outcome:
        return as_law(self._continuation(self._first.sample(rng)), "continuation").sample(rng)


class _Choice(Law):
    def __init__(self, weights: dict[Outcome, Any]):
        self._weights = weights
        self._tickets: _Tickets | None = None  # the same law in whole numbers, made at the first draw

    def masses(self) -> dict[Outcome, Any]:
        return dict(self._weights)

    def sample(self, rng: Generator) -> Outcome:
        if self._tickets is None:
            exact = {outcome: numerator_denominator(weight) for outcome, weight in self._weights.items()}
            unit = lcm(*(denominator for _, denominator in exact.values()))
            self._tickets = _Tickets({outcome: numerator * (unit // denominator)
                                      for outcome, (numerator, denominator) in exact.items()})
        return self._tickets.sample(rng)


class _Tickets(Law):
    def __init__(self, tickets: dict[Outcome, int]):
        self._tickets, self._total = tickets, sum(tickets.values())

    def masses(self) -> dict[Outcome, Any]:
        return {outcome: rational(Fraction(count, self._total)) for outcome, count in self._tickets.items()}

    def sample(self, rng: Generator) -> Outcome:
        ticket = uniform_below(rng, self._total)
        for outcome, count in self._tickets.items():
            ticket -= count
            if ticket < 0:
                return outcome
        raise AssertionError("the tickets cover the range")


class _Fold(Law):
    def __init__(self, start: Outcome, items: Sequence[Any], step: Callable[[Any, Any], Law]):
        self._start, self._items, self._step = start, items, step

    def masses(self) -> dict[Outcome, Any]:
        table: dict[Outcome, Any] = {self._start: rational(1)}
        for item in self._items:
            table = _mixture((w, as_law(self._step(state, item), "step")) for state, w in table.items())
        return table

    def sample(self, rng: Generator) -> Outcome:
        state = self._start
        for item in self._items:
            state = as_law(self._step(state, item), "step").sample(rng)
        return state


def _items(weights: Any) -> Iterable[tuple[Any, Any]]:
    if not isinstance(weights, Mapping):
        raise ValueError(f"weights must be a mapping from outcomes to numbers, got {weights!r}")
    return weights.items()


def choice(weights: Mapping[Any, Number]) -> Law:
    """Return the law that takes each outcome with its weight.

    Parameters
    ----------
    weights : mapping
        Outcome -> weight, exact numbers of at least 0 that sum to exactly 1 (floats at their binary value, so
        ``{0: 0.1, 1: 0.9}`` is refused: write ``Fraction(1, 10)``).  Outcomes of weight 0 are dropped.

    Raises
    ------
    ValueError
        If a weight is negative or the weights do not sum to 1.

    Examples
    --------
    >>> choice({"a": Fraction(1, 3), "b": Fraction(2, 3)}).exact()["b"]
    Fraction(2, 3)
    """
    table = {outcome: rational(weight, f"weight of {outcome!r}") for outcome, weight in _items(weights)}
    for outcome, weight in table.items():
        if weight < 0:
            raise ValueError(f"weights must not be negative, got {as_fraction(weight)} for {outcome!r}")
    total = as_fraction(sum(table.values(), rational(0)))
    if total != 1:
        raise ValueError(f"weights must sum to 1, got {total}")
    return _Choice({outcome: weight for outcome, weight in table.items() if weight != 0})


def pure(outcome: Outcome) -> Law:
    """Return the law that always gives ``outcome``.

    Examples
    --------
    >>> pure("yes").exact()
    {'yes': Fraction(1, 1)}
    """
    return _Choice({_outcome(outcome): ONE})


def bernoulli(probability: Number) -> Law:
    """Return the law of a bit that is 1 with ``probability``.

    Examples
    --------
    >>> bernoulli(Fraction(1, 3)).exact()
    {0: Fraction(2, 3), 1: Fraction(1, 3)}
    """
    p = as_probability(probability)
    return choice({0: 1 - p, 1: p})


def uniform(outcomes: Iterable[Outcome]) -> Law:
    """Return the uniform law on distinct ``outcomes``.

    Examples
    --------
    >>> uniform(["a", "b"]).exact()
    {'a': Fraction(1, 2), 'b': Fraction(1, 2)}
    """
    if not isinstance(outcomes, Iterable):
        raise ValueError(f"outcomes must be a collection, got {outcomes!r}")
    listed = [_outcome(outcome) for outcome in outcomes]
    if not listed or len(set(listed)) != len(listed):
        raise ValueError(f"outcomes must be distinct and at least one, got {listed!r}")
    return _Choice(dict.fromkeys(listed, rational(Fraction(1, len(listed)))))


def proportional(weights: Mapping[Any, Number]) -> Law:
    """Return the law whose probabilities are proportional to ``weights`` (not all 0, none negative).

    Integer weights may have millions of bits: a sample then costs additions only.

    Examples
    --------
    >>> proportional({"a": 1, "b": 2}).exact()
    {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
    """
    if all(type(weight) is int and weight >= 0 for _, weight in _items(weights)) and any(weights.values()):
        return _Tickets({outcome: count for outcome, count in weights.items() if type(count) is int and count})
    table = {outcome: rational(weight, f"weight of {outcome!r}") for outcome, weight in _items(weights)}
    total = sum(table.values(), rational(0))
    if total <= 0:
        raise ValueError(f"weights must have a positive sum, got {as_fraction(total)}")
    if min(table.values()) < 0:
        choice({outcome: weight / total for outcome, weight in table.items()})  # refuses the negative one
    return _Choice({outcome: weight / total for outcome, weight in table.items() if weight != 0})


def fold(start: Outcome, items: Sequence[Any], step: Callable[[Any, Any], Law]) -> Law:
    """Return the law of the last state of ``state <- step(state, item)`` over ``items``.

    Equal states are merged after every item, so the exact law costs (reachable states) x (items), not the number of
    branches.

    Examples
    --------
    >>> coin = bernoulli(Fraction(1, 2))
    >>> fold(0, range(40), lambda s, _: coin.map(lambda b: s + b)).exact()[40] == Fraction(1, 2**40)
    True
    """
    if not isinstance(items, Iterable) or not callable(step):
        raise ValueError(f"items must be a sequence and step a function, got {items!r} and {step!r}")
    return _Fold(_outcome(start), items if isinstance(items, Sequence) else tuple(items), step)
