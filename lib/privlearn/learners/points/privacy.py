"""The exact privacy of algorithm A2 over all neighbouring databases, stars included.

Definitions
-----------
Let ``k = 1 - keep``, let a database have ``o_j`` rows ``(j, 1)`` and ``z_j`` rows ``(j, 0)``, and let ``O`` be the sum
of the ``o_j``.  Given that A2 does not give up in its first step, its concept before the noise is

* ``ZERO`` with probability ``k^O``: no row labelled 1 is kept;
* ``j`` with probability ``k^O (k^-o_j - 1) k^z_j``: a row ``(j, 1)`` is kept, and no row that contradicts it;
* ``None`` otherwise.

With ``g = (1 - noise) / noise`` a hypothesis ``h`` therefore has probability proportional to
``k^O (1 + sum_j (k^-o_j - 1) k^z_j g^(2 h_j - 1))``, with a factor that depends on ``h`` alone and cancels in ratios.
The law depends on the counts only, so neighbours are a *base* of one row fewer and two rows added to it: for each
base and outcome the worst ratio is the largest value over all added rows divided by the smallest.  Bases are
enumerated up to renaming of the points.

>>> worst_point_ratio(2, 2, keep=Fraction(1, 8), abort=Fraction(1, 16), noise=Fraction(1, 16)).exp_epsilon
Fraction(240, 77)
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.exact import as_fraction, as_integer, as_probability, rational
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.learners.points.inner_concept import ZERO, Row, as_point_rows
from privlearn.learners.points.noisy import as_alpha
from privlearn.mechanisms.audit import PureAudit

Kind = tuple[int, int, int]  # rows (x, 0), rows (x, 1) and the bit h(x), for one point x
Rates = dict[str, Any]  # keep, abort and noise, each a Fraction


def improper_rates(alpha: Number) -> Rates:
    """Return the rates of algorithm A2, ``keep = alpha/4`` and ``abort = noise = alpha/8``."""
    a = as_alpha(alpha)
    return {"keep": a / 4, "abort": a / 8, "noise": a / 8}


@formula("at most", where=("0 < alpha < 4",), corners={"alpha": (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))},
         loose={"0 < alpha < 4": "other rates are no probabilities"})
def improper_ratio_limit(alpha: Value) -> Value:
    """Return ``(12 - 2 alpha) / (4 - alpha)``, the least ratio that A2 has for every number of rows.

    It is ``1 + p/(1-p) (1-mu)/mu`` with ``p = alpha/4`` and ``mu = alpha/8``: approached as the number of rows grows
    (from two points on) and never attained.  It is below 4, which the source promises, for every ``alpha < 4/3``.

    Examples
    --------
    >>> improper_ratio_limit(Fraction(1, 2))
    Fraction(22, 7)
    """
    return (12 - 2 * alpha) / (4 - alpha)


def improper_ratio(rows: int, alpha: Number) -> Fraction:
    """Return the ratio that A2 has between two particular neighbours of ``rows`` rows over at least two points.

    The neighbours have ``rows - 1`` rows ``(0, 0)``, and a last row ``(1, 1)`` against ``(0, 1)``; the hypothesis has
    ``h(0) = 0`` and ``h(1) = 1``.  With ``p = alpha/4``, ``k = 1 - p`` and ``g = (8 - alpha)/alpha`` the ratio is
    ``(k + p g) / (k + p k^(rows - 1) / g)``.

    Examples
    --------
    >>> improper_ratio(2, Fraction(1, 2))
    Fraction(240, 77)
    """
    a, m = as_alpha(alpha), as_integer(rows, "rows", least=1)
    p, gain = a / 4, (8 - a) / a
    return (1 - p + p * gain) / (1 - p + p * (1 - p) ** (m - 1) / gain)


def concept_table(database: Any, *, size: int, keep: Number, abort: Number) -> dict[int | None, Fraction]:
    """Return the law of A2's concept before the noise by the closed form of this module, outcomes of mass 0 left out.

    Takes the arguments of :func:`~privlearn.learners.points.inner_concept.subsampled_point`, and is its second
    derivation.

    Examples
    --------
    >>> table = concept_table([(0, 1), (1, 0), None], size=2, keep=Fraction(1, 4), abort=0)
    >>> table == {ZERO: Fraction(3, 4), 0: Fraction(1, 4)}
    True
    """
    rows = [row for row in as_point_rows(database, size) if row is not None]
    k, on = 1 - as_probability(keep, "keep"), 1 - as_probability(abort, "abort")
    ones = {j: rows.count((j, 1)) for j in dict(rows)}
    total = sum(ones.values())
    table: dict[int | None, Fraction] = {ZERO: on * k**total}
    table |= {j: on * (k ** (total - o) - k**total) * k ** rows.count((j, 0)) for j, o in ones.items()}
    table[None] = 1 - sum(table.values(), Fraction(0))
    return {concept: mass for concept, mass in table.items() if mass}


@dataclass(frozen=True)
class _Terms:
    """The weights of single points, ``(k^-o - 1) k^z g^(2 bit - 1)``, and those without the noise."""

    k: Any
    gain: Any

    def weight(self, zeros: int, ones: int) -> Any:
        return (self.k**-ones - 1) * self.k**zeros

    def term(self, kind: Kind) -> Any:
        return self.weight(*kind[:2]) * (self.gain if kind[2] else 1 / self.gain)


def _bases(size: int, rows: int, kinds: list[Kind]) -> Iterator[tuple[Kind, ...]]:
    """Yield the non-increasing tuples of ``size`` kinds with at most ``rows`` labelled rows in all."""
    if size == 0:
        yield ()
        return
    for place, kind in enumerate(kinds):
        left = rows - kind[0] - kind[1]
        if left >= 0:
            yield from ((kind, *rest) for rest in _bases(size - 1, left, kinds[place:]))


class _Search:
    """The largest ratio so far; the values of one outcome for all rows added to one base are compared at once."""

    def __init__(self, terms: _Terms, abort: Any, size: int, rows: int):
        self._abort, self._size, self._rows = abort, size, rows
        self._k = terms.k
        self._weight = cache(terms.weight)
        self._term = cache(terms.term)
        self._best: Any = rational(0)
        self._witness: tuple[Any, Any, Any] = ((), (), None)
        self._pairs = 0

    def hypotheses(self, base: tuple[Kind, ...]) -> None:
        """Compare, for the hypothesis whose bits the base carries, the values of all added rows."""
        total = sum(map(self._term, base), rational(1))
        values: dict[Row, Any] = {None: total}
        for x, (zeros, ones, bit) in enumerate(base):
            if x == 0 or base[x - 1] != base[x]:
                others = total - self._term(base[x])
                values[x, 0] = others + self._term((zeros + 1, ones, bit))
                values[x, 1] = (others + self._term((zeros, ones + 1, bit))) * self._k
        self._compare(values, base, tuple(bit for _, _, bit in base))

    def no_hypothesis(self, base: tuple[Kind, ...]) -> None:
        """Compare the probabilities of "no hypothesis" for all added rows; the base's bits play no part."""
        labelled = sum(ones for _, ones, _ in base)
        weights = [self._weight(zeros, ones) for zeros, ones, _ in base]
        total = sum(weights, rational(1))
        found: dict[Row, Any] = {None: total}
        for x, (zeros, ones, _) in enumerate(base):
            found[x, 0] = total - weights[x] + self._weight(zeros + 1, ones)
            found[x, 1] = (total - weights[x] + self._weight(zeros, ones + 1)) * self._k
        values = {row: 1 - (1 - self._abort) * self._k**labelled * value for row, value in found.items()}
        self._compare(values, base, None)
        self._pairs += len(values) * (len(values) - 1)

    def _compare(self, values: dict[Row, Any], base: tuple[Kind, ...], outcome: Any) -> None:
        high, low = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
        ratio = values[high] / values[low] if values[low] else math.inf
        if values[high] and self._best != math.inf and (ratio == math.inf or ratio > self._best):
            self._best = ratio
            rows: tuple[Row, ...] = tuple((x, y) for x, (zeros, ones, _) in enumerate(base)
                                          for y in (0,) * zeros + (1,) * ones)
            rows += (None,) * (self._rows - 1 - len(rows))
            self._witness = (*rows, high), (*rows, low), outcome

    def result(self) -> PureAudit:
        """Return the audit."""
        best = self._best if self._best == math.inf else as_fraction(self._best)
        return PureAudit(best, self._witness, "replace_one", self._pairs)


def worst_point_ratio(size: int, rows: int, *, keep: Number, abort: Number, noise: Number) -> PureAudit:
    """Return the exact privacy ratio of A2 over ALL neighbouring databases of ``rows`` rows over ``size`` points.

    Parameters
    ----------
    size, rows : int
        At least 1.
    keep : number, 0 <= keep < 1
    abort : number in [0, 1]
    noise : number, 0 < noise < 1

    Returns
    -------
    PureAudit
        What :func:`~privlearn.mechanisms.audit.audit_pure` finds over all tuples of labelled rows and stars with
        ``replace_one``: the ratio, and a pair with an outcome that attain it.  ``pairs`` counts the pairs that were
        compared: for one base of each class under renaming of points, all ordered pairs of rows that can be added.

    Notes
    -----
    Cost: number of bases up to renaming, times kinds of hypotheses, times rows that can be added.  Both 6: 0.1 s.
    """
    points, m = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1)
    p, rho, mu = as_probability(keep, "keep"), as_probability(abort, "abort"), as_probability(noise, "noise")
    if p == 1 or not 0 < mu < 1:
        raise ValueError(f"keep must be below 1 and noise strictly between 0 and 1, got {p} and {mu}")
    search = _Search(_Terms(rational(1 - p), rational((1 - mu) / mu)), rational(rho), points, m)
    for base in _bases(points, m - 1, sorted(product(range(m), range(m), (0, 1)), key=lambda kind: kind[2])):
        search.hypotheses(base)
        if not any(bit for _, _, bit in base):  # one base of each class decides for "no hypothesis"
            search.no_hypothesis(base)
    return search.result()
