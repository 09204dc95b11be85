"""How few rows a private learner of points can do with, given the weight of its hypotheses.

Definitions
-----------
The *weight* of a hypothesis is the number of points on which it is 1.  For ``i = 0..T-1`` let database i have m rows
``(i, 1)``: a sample under the distribution that sits on point i, where every hypothesis of error below 1 is 1 at i.
Any two such databases differ in all m rows, and a hypothesis of weight w is right for exactly w of the T databases.
So no private mechanism with hypotheses of weight at most w succeeds on all of them with probability above
``w R / (w R + T - w)``, ``R = e^{epsilon m}``, and :func:`light_mechanism` attains this.

>>> light_success(5, 1, 2, 4), rows_for_weight(2**64, 2**8, 4, Fraction(1, 10))
(Fraction(8, 11), 29)
>>> forced_weight(2**64, 28, 4, Fraction(1, 10)), forced_weight(2**64, 29, 4, Fraction(1, 10))
(1024, 256)
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from privlearn.concepts import Concept
from privlearn.exact import (MinimaxProgram, as_exp_epsilon, as_fraction, as_integer, as_probability, least_integer,
                             rational)
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import covering_success, half_covering_ratio, mechanism_program

Hypothesis = Sequence[int] | frozenset[int]  # bits, or the set of the points on which it is 1
Database = tuple[tuple[int, int], ...]


def support(hypothesis: Hypothesis) -> frozenset[int]:
    """Return the points on which a hypothesis is 1; a frozenset is taken to be just these points.

    >>> sorted(support((0, 1, 1)))
    [1, 2]
    """
    if isinstance(hypothesis, frozenset):
        return hypothesis
    return frozenset(x for x, bit in enumerate(hypothesis) if as_integer(bit, "bit", least=0, most=1))


def hypothesis_weight(hypothesis: Hypothesis) -> int:
    """Return the number of points on which a hypothesis is 1.

    Parameters
    ----------
    hypothesis : sequence of bits, or frozenset of points

    References
    ----------
    BBKN14, Definition 4.10.

    Examples
    --------
    >>> hypothesis_weight((0, 1, 1)), hypothesis_weight(frozenset({5}))
    (2, 1)
    """
    return len(support(hypothesis))


@formula("equals", where=("size >= 1", "0 <= rate <= 1"), tex={"size": "T", "rate": r"\mu"},
         corners={"size": (1, 10, 64), "rate": (Fraction(1, 80), Fraction(1, 16))},
         loose={"size >= 1": "a learner has a point to learn", "0 <= rate <= 1": "the rate is a probability"})
def mean_noisy_weight(size: int, rate: Value) -> Value:
    """Return ``1 + rate (size - 2)``, the mean weight of a point function whose values are flipped at ``rate``.

    The target's bit survives with probability ``1 - rate``; the other ``size - 1`` turn to 1 with probability ``rate``.
    """
    return 1 + rate * (size - 2)


def point_mass_database(target: int, rows: int) -> Database:
    """Return ``rows`` rows ``(target, 1)``."""
    return ((as_integer(target, "target", least=0), 1),) * as_integer(rows, "rows", least=0)


def functions_of_weight_at_most(size: int, most: int) -> Iterator[Concept]:
    """Yield all functions on ``size`` points of weight at most ``most``, lightest first."""
    n, w = as_integer(size, "size", least=1), as_integer(most, "most", least=0)
    for ones in range(min(n, w) + 1):
        for chosen in combinations(range(n), ones):
            yield tuple(int(x in chosen) for x in range(n))


def weight_program(size: int, rows: int, most: int, exp_epsilon: Number, price: Number | None = None) -> MinimaxProgram:
    """Return the program of the least worst failure over all private mechanisms with light hypotheses.

    Parameters
    ----------
    size, rows : int
        T and m, at least 1.
    most : int
        w: the outputs are all functions on T points of weight at most w.
    exp_epsilon : number of at least 1
    price : number, optional
        If given, all functions are outputs, and one of weight above w costs ``price`` more.
    """
    n, w = as_integer(size, "size", least=1), as_integer(most, "most", least=0)
    databases = [point_mass_database(i, as_integer(rows, "rows", least=1)) for i in range(n)]
    outputs = list(functions_of_weight_at_most(n, w if price is None else n))
    distances = {(a, b): hamming_distance(a, b) for a in databases for b in databases if a != b}
    extra = Fraction(0) if price is None else as_fraction(price, "price")
    surcharge = {h: extra if hypothesis_weight(h) > w else 0 for h in outputs}
    tasks = [{(databases[i], h): (1 - h[i]) + surcharge[h] for h in outputs} for i in range(n)]
    return mechanism_program(databases, outputs, distances, exp_epsilon, tasks)


def light_success(size: int, rows: int, most: int, exp_epsilon: Number) -> Fraction:
    """Return ``w R / (w R + T - w)``, the best success of private mechanisms with hypotheses of weight at most w.

    Parameters
    ----------
    size, rows, most : int
        T of at least 1, m and w.
    exp_epsilon : number of at least 1
        ``R = exp_epsilon ** rows``.
    """
    power = as_exp_epsilon(exp_epsilon) ** as_integer(rows, "rows", least=0)
    return covering_success(size, min(size, as_integer(most, "most", least=0)), power)


def half_light_success(size: int, rows: int, most: int, exp_epsilon: Number) -> Fraction:
    """Return ``1/2 + light_success / 2``, the best for mechanisms that are light only half of the time.

    Guarantee: if every database gets a hypothesis of weight at most w with probability at least 1/2, then on some
    database the success probability is at most this; ``light_mechanism(..., heavy=1/2)`` attains it.
    """
    return Fraction(1, 2) + light_success(size, rows, most, exp_epsilon) / 2


def light_mechanism(size: int, rows: int, most: int, exp_epsilon: Number, heavy: Number = 0) -> PromisedMechanism:
    """Return a best private mechanism on the databases of m equal rows ``(i, 1)``.

    Every function of weight exactly w is drawn, R times as often if it is 1 at i; with probability ``heavy`` the answer
    is 1 everywhere instead.  Any two of the T databases differ in all m rows, and ``R = exp_epsilon ** rows`` is the
    ratio of their laws.

    Parameters
    ----------
    size, rows, most : int
        T, m and w with ``1 <= w <= T``.
    exp_epsilon : number of at least 1
    heavy : number in [0, 1]
    """
    n = as_integer(size, "size", least=1)
    w = as_integer(most, "most", least=1, most=n)
    power, share = as_exp_epsilon(exp_epsilon) ** as_integer(rows, "rows", least=1), as_probability(heavy, "heavy")
    outputs = [h for h in functions_of_weight_at_most(n, w) if hypothesis_weight(h) == w]

    def law(database: Database) -> Law:
        target = _common_point(database, n, rows)
        weights: dict[Concept, Fraction] = {h: power if h[target] else Fraction(1) for h in outputs}
        total = sum(weights.values())
        table = {h: (1 - share) * value / total for h, value in weights.items()}
        everywhere = (1,) * n
        return proportional({**table, everywhere: table.get(everywhere, Fraction(0)) + share})

    return PromisedMechanism(law, Promise(power, replace_one), "best light mechanism")


def _common_point(database: Collection[tuple[int, int]], size: int, rows: int) -> int:
    found = set(database) if isinstance(database, (tuple, list)) and len(database) == rows else {None}
    row = found.pop()
    if found or not isinstance(row, tuple) or len(row) != 2 or row[1] != 1:
        raise ValueError(f"database must be {rows} equal rows (i, 1)")
    return as_integer(row[0], "the point of the rows", least=0, most=size - 1, private=True)


def rows_for_weight(size: int, most: int, exp_epsilon: Number, beta: Number) -> int:
    """Return the least m that :func:`half_light_success` leaves open for a learner with failure at most ``beta``.

    Every private (alpha, beta)-PAC learner of points, ``alpha < 1``, whose hypotheses have weight at most w with
    probability at least 1/2 on every distribution needs so many rows.

    Parameters
    ----------
    size, most : int
        T, ``2**4096`` is fine, and w of at least 1.
    exp_epsilon : number above 1
    beta : number in (0, 1/2)

    References
    ----------
    BBKN14, Theorem 4.11, there without constants.
    """
    ratio, needed = rational(_above_one(exp_epsilon)), rational(half_covering_ratio(size, most, beta))
    return least_integer(lambda m: ratio**m >= needed)


def forced_weight(size: int, rows: int, exp_epsilon: Number, beta: Number) -> int:
    """Return the least w that m rows leave open: ``rows_for_weight`` read the other way.

    Every private (alpha, beta)-PAC learner of points with m rows has, on some distribution, hypotheses of weight at
    least this with probability at least 1/2.

    Parameters
    ----------
    size, rows : int
        T and m.
    exp_epsilon : number of at least 1
    beta : number in (0, 1/2)

    Notes
    -----
    ``ceil((1 - 2 beta) T / (2 beta R + 1 - 2 beta))``: w is open if ``2 beta w R >= (1 - 2 beta)(T - w)``.
    """
    n, b = as_integer(size, "size", least=1), as_fraction(beta, "beta")
    if not 0 < b < Fraction(1, 2):
        raise ValueError(f"beta must lie strictly between 0 and 1/2, got {b}")
    power = as_exp_epsilon(exp_epsilon) ** as_integer(rows, "rows", least=0)
    return -int(-(1 - 2 * b) * n // (2 * b * power + 1 - 2 * b))


def _above_one(exp_epsilon: Number) -> Fraction:
    ratio = as_exp_epsilon(exp_epsilon)
    if ratio == 1:
        raise ValueError("exp_epsilon must exceed 1: with ratio 1 the output does not depend on the rows")
    return ratio
