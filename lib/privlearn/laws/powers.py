"""Exact draws with probabilities proportional to powers ``base ** score`` for scores in the millions.

Definitions
-----------
A *run* ``(score, count, key)`` stands for ``count`` outcomes ``(key, 0), ..., (key, count - 1)`` that share a score;
:func:`power_law` takes each outcome with probability proportional to ``base ** score``.  Its exact table is rational.
To draw, a number ``U`` of [0, 1) is revealed 64 bits at a time and compared with the cumulative probabilities, which
are enclosed by balls; where a ball is too wide to decide, both get twice as many bits.  Runs come with falling
scores, so those that cannot matter at the current precision are never computed: their total is only bounded.  No
rounding decides an outcome.

>>> power_law([(3, 1, "a"), (1, 2, "b")], base=2).exact()
{('a', 0): Fraction(2, 3), ('b', 0): Fraction(1, 6), ('b', 1): Fraction(1, 6)}
"""

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_exp_epsilon, as_integer, rational
from privlearn.exact.balls import arb, ctx, fmpq, fmpz
from privlearn.exact.rationals import Number
from privlearn.laws.law import LARGEST_SUPPORT, Law
from privlearn.laws.randomness import Generator, uniform_below

Run = tuple[Any, int, Any]
WORD = 64
FINE = 40  # binary digits of the stored logarithm
BLOCK = 1024  # runs: only the weights of one block are kept at a time
REST = object()  # the key of the runs that do not matter


@lru_cache(maxsize=256)
def log2_floor(base: Fraction) -> int:
    """Return an integer at most ``2^40 log2(base)`` and above ``2^40 log2(base) - 2``.

    Examples
    --------
    >>> log2_floor(Fraction(4)) in (2**41 - 1, 2**41)
    True
    """
    before, ctx.prec = ctx.prec, 192
    try:
        log = arb(fmpq(base.numerator, base.denominator)).log() / arb(2).log()
        found = (log * 2**FINE).lower().floor().unique_fmpz()
    finally:
        ctx.prec = before
    return int(found)


class _Uniform:
    """A uniform number of [0, 1) of which ever more bits are drawn."""

    def __init__(self, rng: Generator):
        self._rng, self.bits, self.value = rng, 0, 0

    def reveal(self, bits: int) -> None:
        while self.bits < bits:
            self.value, self.bits = self.value << WORD | random_word(self._rng), self.bits + WORD

    def ball(self) -> Any:
        unit = arb(2) ** -self.bits
        return (arb(fmpz(self.value)) * unit).union(arb(fmpz(self.value + 1)) * unit)


def random_word(rng: Generator) -> int:
    """Return 64 random bits as an integer (an integer in ``0..2^64 - 1``).

    Examples
    --------
    >>> random_word(random.Random(1)) < 2**64
    True
    """
    if isinstance(rng, random.Random):  # which would draw 65 bits and more
        return rng.getrandbits(WORD)
    return uniform_below(rng, 1 << WORD)


class _Powers(Law):
    def __init__(self, runs: Callable[[], Iterable[Run]], total: int, base: Fraction):
        self._runs, self._total, self._base = runs, total, base

    def masses(self) -> dict[Any, Any]:
        if self._total > LARGEST_SUPPORT:
            raise TooLargeToEnumerate("the range of a choice by scores", self._total, LARGEST_SUPPORT)
        base, runs = rational(self._base), list(self._runs())
        weights = {(key, k): base ** as_integer(score - runs[0][0], "difference of scores")
                   for score, count, key in runs for k in range(count)}
        total = sum(weights.values(), rational(0))
        return {outcome: weight / total for outcome, weight in weights.items()}

    def sample(self, rng: Generator) -> Any:
        drawn, before = _Uniform(rng), ctx.prec
        try:
            while True:
                drawn.reveal(2 * drawn.bits or WORD)
                ctx.prec = 2 * drawn.bits + WORD
                found = self._decide(drawn)
                if found is not None:
                    break
        finally:
            ctx.prec = before
        key, count = found
        return key, uniform_below(rng, count)

    def _decide(self, drawn: _Uniform) -> tuple[Any, int] | None:
        """Return key and count of the run in which the drawn number certainly falls, or None."""
        log, sums, runs = _log(self._base), [arb(0)], self._near(drawn.bits)
        while block := [_weight(log, run) for run in islice(runs, BLOCK)]:
            sums.append(sum(block, sums[-1]))
        target = drawn.ball() * sums[-1]
        passed = max((number for number, below in enumerate(sums[:-1]) if target >= below), default=0)
        cumulated = sums[passed]
        for run in islice(self._near(drawn.bits), passed * BLOCK, None):
            cumulated += _weight(log, run)
            if target < cumulated:
                return None if run[2] is REST else (run[2], run[1])
            if not target >= cumulated:
                return None
        return None

    def _near(self, bits: int) -> Iterator[Run]:
        """Yield the runs that may matter at so many bits, with scores relative to the first, and the others as one."""
        left, top, floor = self._total, None, log2_floor(self._base)
        for score, count, key in self._runs():
            top = score if top is None else top
            if (top - score) * floor > (bits + left.bit_length() + 16) << FINE:
                yield score - top, left, REST
                return
            yield score - top, count, key
            left -= count


def _weight(log: Any, run: Run) -> Any:
    """Return a ball of the weight of a run; of the rest only that it weighs no more: less than 2^-bits of the first."""
    score, count, key = run
    weight = count * _power(log, score)
    return arb(0).union(weight) if key is REST else weight


def _log(base: Fraction) -> Any:
    return arb(fmpq(base.numerator, base.denominator)).log()


def _power(log: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction):
        return (log * fmpq(exponent.numerator, exponent.denominator)).exp()
    return (log * fmpz(exponent)).exp()


def power_law(runs: Iterable[Run] | Callable[[], Iterable[Run]], base: Number, total: int | None = None) -> Law:
    """Return the law of ``(key, k)`` with probability proportional to ``base ** score``, ``k = 0..count - 1``.

    Parameters
    ----------
    runs : iterable of (score, count, key), or a function that returns a fresh iterator
        Scores are integers (fractions in samples only) that never rise; counts at least 1; at least one run.
    base : number
        At least 1.
    total : int, optional
        The sum of the counts: needed if ``runs`` is a function, so that it need not be run to its end.

    Notes
    -----
    Guarantee: a sample has exactly the law of the table, given uniform random bits.  Cost of a sample: the runs whose
    scores are within ``(81 + log2 total) / log2 base`` of the best, nearly always.

    Examples
    --------
    >>> huge = [(10**6, 1, "near"), (0, 2**1024, "far")]
    >>> power_law(huge, base=Fraction(11, 10)).sample(random.Random(1))
    ('near', 0)
    """
    ratio = as_exp_epsilon(base, "base")
    if callable(runs):
        return _Powers(runs, as_integer(total, "total", least=1), ratio)
    listed = list(runs)
    if not listed:
        raise ValueError("runs must not be empty: there is nothing to choose from")
    for _, count, _ in listed:
        as_integer(count, "count", least=1)
    if any(later[0] > earlier[0] for earlier, later in zip(listed, listed[1:], strict=False)):
        raise ValueError("runs must come with scores that never rise")
    return _Powers(lambda: listed, sum(count for _, count, _ in listed), ratio)


class PowerPair(Law):
    """The law of ``heavy`` or ``light`` with probabilities proportional to ``base ** gap`` and 1, ``gap >= 0``.

    Who makes many of them passes ``floor = log2_floor(base)``, which is then looked up once.
    """

    __slots__ = ("_base", "_floor", "_gap", "_heavy", "_light")

    def __init__(self, heavy: Hashable, light: Hashable, gap: int, base: Fraction, floor: int | None = None):
        self._heavy, self._light, self._gap, self._base = heavy, light, gap, base
        self._floor = log2_floor(base) if floor is None else floor

    def masses(self) -> dict[Any, Any]:
        """Return the two probabilities.

        Examples
        --------
        >>> {outcome: str(mass) for outcome, mass in PowerPair("yes", "no", gap=1, base=Fraction(2)).masses().items()}
        {'yes': '2/3', 'no': '1/3'}
        """
        weight = rational(self._base) ** self._gap
        return {self._heavy: weight / (1 + weight), self._light: 1 / (1 + weight)}

    def sample(self, rng: Generator) -> Any:
        """Draw one of the two; most draws with a large gap cost one random word and an integer comparison.

        Examples
        --------
        >>> PowerPair("yes", "no", gap=10**6, base=Fraction(2)).sample(random.Random(1))
        'yes'
        """
        word = random_word(rng)
        small = (self._gap * self._floor) >> FINE  # the light one has probability at most 2^-small
        if word >> max(0, WORD - small):
            return self._heavy
        return self._light if self._is_light(word, rng) else self._heavy

    def _is_light(self, word: int, rng: Generator) -> bool:
        drawn, before = _Uniform(rng), ctx.prec
        drawn.value, drawn.bits = word, WORD
        try:
            while True:
                ctx.prec = drawn.bits + WORD
                light = 1 / (1 + _power(_log(self._base), self._gap))
                number = drawn.ball()
                if number < light:
                    return True
                if number > light:
                    return False
                drawn.reveal(2 * drawn.bits)
        finally:
            ctx.prec = before


class _Unfold(Law):
    def __init__(self, start: Hashable, step: Callable[[Any], Law | None]):
        self._start, self._step = start, step

    def masses(self) -> dict[Any, Any]:
        waiting: dict[Any, Any] = {self._start: rational(1)}
        ended: dict[Any, Any] = {}
        while waiting:
            state, mass = waiting.popitem()
            law = self._step(state)
            into, parts = (ended, {state: rational(1)}) if law is None else (waiting, law.masses())
            for following, share in parts.items():
                into[following] = into.get(following, 0) + mass * share
        return ended

    def sample(self, rng: Generator) -> Any:
        state, law = self._start, self._step(self._start)
        while law is not None:
            state = law.sample(rng)
            law = self._step(state)
        return state


def unfold(start: Hashable, step: Callable[[Any], Law | None]) -> Law:
    """Return the law of the last state of ``state <- step(state)``, which ends where ``step`` returns None.

    No state may come back to itself.  A sample runs a loop, so that a million steps are no matter.

    Examples
    --------
    >>> law = unfold(3, lambda k: PowerPair(k - 1, k - 2, 1, Fraction(2)) if k > 1 else None)
    >>> sorted(law.exact().items())
    [(0, Fraction(2, 9)), (1, Fraction(7, 9))]
    """
    return _Unfold(start, step)


def merged(*sides: Iterator[Run]) -> Iterator[Run]:
    """Yield the runs of several iterators with falling scores as one such iterator.

    Examples
    --------
    >>> list(merged(iter([(5, 1, "a"), (2, 1, "b")]), iter([(3, 1, "c")])))
    [(5, 1, 'a'), (3, 1, 'c'), (2, 1, 'b')]
    """
    heads = [(side, run) for side in sides for run in [next(side, None)] if run is not None]
    while heads:
        place = max(range(len(heads)), key=lambda k: heads[k][1][0])
        side, run = heads[place]
        yield run
        following = next(side, None)
        if following is None:
            del heads[place]
        else:
            heads[place] = side, following
