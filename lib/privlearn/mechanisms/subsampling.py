"""Privacy amplification by subsampling.

Definitions
-----------
*Poisson subsampling* keeps each row independently with probability ``q`` and runs a mechanism on the rows kept.  If
the mechanism has ratio ``r`` under :func:`add_remove_one`, the subsampled one has ratio ``1 + q (r - 1)``: with
probability ``1 - q`` the row in which neighbours differ is not even looked at.  (Not ``r^q``, which is smaller for
every ``0 < q < 1`` and ``r > 1``.)

*Draws with replacement* look at one row of n at a time: a mechanism that is private under replacement of one of its m
rows, run on m draws, has for one replaced row of the n the price :func:`price_of_draws`.

>>> amplified_exp_epsilon(4, Fraction(1, 2)), price_of_draws(4, 0, rows=3, draws=2)
(Fraction(5, 2), (Fraction(4, 1), Fraction(0, 1)))
"""

from collections import Counter
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, proportional
from privlearn.mechanisms.neighbours import Database, add_remove_one, as_database
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def amplified_exp_epsilon(exp_epsilon: Number, kept: Number) -> Fraction:
    """Return ``1 + kept (exp_epsilon - 1)``, the ratio after subsampling.

    Parameters
    ----------
    exp_epsilon : number
        Ratio of the mechanism, at least 1.
    kept : number in [0, 1]
        Probability q of keeping a row.
    """
    return 1 + as_probability(kept, "kept") * (as_exp_epsilon(exp_epsilon) - 1)


def kept_rows(database: Database, kept: Number) -> Law:
    """Return the law of the tuple of rows kept, each with probability ``kept``, their order unchanged.

    Examples
    --------
    >>> kept_rows(("a", "b"), Fraction(1, 2)).exact()[("b",)]
    Fraction(1, 4)
    """
    coin = bernoulli(as_probability(kept, "kept"))
    return fold((), as_database(database), lambda chosen, row: coin.map(lambda bit: (*chosen, row) if bit else chosen))


def subsampled(mechanism: PromisedMechanism, kept: Number) -> PromisedMechanism:
    """Return ``mechanism`` on a Poisson subsample, with the amplified promise.

    Parameters
    ----------
    mechanism : PromisedMechanism
        Promised under :func:`add_remove_one`, with delta 0; it must accept every sub-database.
    kept : number in [0, 1]

    Raises
    ------
    ValueError
        If the promise is about another relation or has a delta.

    References
    ----------
    Li, Qardaji and Su, On sampling, anonymization, and differential privacy, ASIACCS 2012.
    """
    if mechanism.promise.neighbours is not add_remove_one or mechanism.promise.delta != 0:
        raise ValueError(f"mechanism must be promised under add_remove_one with delta 0, got {mechanism.promise}")
    ratio = amplified_exp_epsilon(mechanism.promise.exp_epsilon, kept)
    return PromisedMechanism(lambda database: kept_rows(database, kept).then(mechanism.law),
                             Promise(ratio, add_remove_one), f"{mechanism.name}, subsampled")


def drawn_rows(database: Database, draws: int) -> Law:
    """Return the law of the tuple of ``draws`` rows drawn independently, each uniform on the rows, with replacement.

    Examples
    --------
    >>> drawn_rows(("a", "b"), 2).exact()[("b", "b")]
    Fraction(1, 4)
    """
    row = proportional(Counter(as_database(database)))
    return fold((), range(as_integer(draws, "draws", least=0)), lambda drawn, _: row.map(lambda one: (*drawn, one)))


def price_of_draws(exp_epsilon: Number, delta: Number, *, rows: int, draws: int) -> tuple[Fraction, Fraction]:
    """Return the ratio and the delta, for one replaced row, of a mechanism run on draws with replacement.

    Parameters
    ----------
    exp_epsilon, delta : number
        Promise of the mechanism for one replaced row of those drawn.
    rows, draws : int
        Rows of the database, at least 1, and rows drawn from it, at least 0.

    Notes
    -----
    With ``r = exp_epsilon`` the ratio is ``R = (1 + (r - 1)/rows)^draws``, and delta is multiplied by
    ``(R - 1)/(r - 1)``, by ``draws/rows`` for ``r = 1``.  No smaller pair holds for all mechanisms.

    Examples
    --------
    >>> price_of_draws(3, Fraction(1, 100), rows=2, draws=2)
    (Fraction(4, 1), Fraction(3, 200))
    """
    ratio, n = as_exp_epsilon(exp_epsilon), as_integer(rows, "rows", least=1)
    step = amplified_exp_epsilon(ratio, Fraction(1, n))
    powers = [step**k for k in range(as_integer(draws, "draws", least=0) + 1)]
    return powers[-1], as_probability(delta, "delta") * sum(powers[:-1], Fraction(0)) / n
